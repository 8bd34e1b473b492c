"""What the outcomes of rolls are worth by the static estimate, in a search context."""
