"""The parts of the one door between what a person wrote and what the kernels read."""
