"""How a good player thinks. Worths in this package are utilities: u is the stake of the players
less the stake of the GM, +1 a sure win of the players, -1 a sure loss.
"""
