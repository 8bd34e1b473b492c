"""The parts of the one entry point between what a person wrote and what the kernels read."""
