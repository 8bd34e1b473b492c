"""Tuning: the smallest changes to the opposition that bring a conflict to a target. `knobs` says
what may be changed and what that costs, `aims` what is aimed at, `player` who plays sets of changes
and `conflict` plays them; `screening` sees roughly what each change does, `response` predicts what
they do from the battles that were played, `choosing` finds the cheapest that should do, `tuner`
plays them until some are known to, `tuned` is what it has found and `told` says it.
"""

BUDGET = 80_000
"""Battles that a tuning plays at most, brawlers' apart."""
