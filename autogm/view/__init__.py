"""A state for people: board, pictures and text."""
