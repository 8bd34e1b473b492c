"""What a position is worth as it stands, before anything is searched."""
