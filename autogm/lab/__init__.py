"""Many battles of one conflict, and what they show. A utility u is the stake of the players less
the stake of the GM, +1 a sure win of the players, -1 a sure loss.
"""
