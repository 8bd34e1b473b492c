"""What a position is worth, and the static estimate of what a roll's outcomes are worth."""
