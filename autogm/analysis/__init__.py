"""What positions and choices are worth, for people: advice, the odds of rolls, solved conflicts,
and how far to trust what was counted. A utility u is the stake of the players less the stake of the
GM, +1 a sure win of the players, -1 a sure loss.
"""
