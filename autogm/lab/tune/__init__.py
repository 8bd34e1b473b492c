"""Tuning: the smallest changes to the opposition that bring a conflict to a target. `knobs` says
what may be changed and what that costs, `aims` what is aimed at, `response` predicts what changes
do from the battles that were played, `choosing` finds the cheapest that should do, `tuner`
plays them until some are known to, and `tuned` is what it has found.
"""

BUDGET = 80_000
"""Battles that a tuning plays at most, brawlers' apart."""
