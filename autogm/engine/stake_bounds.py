"""Bounds of what an end of a conflict can be worth, from its constants."""

from __future__ import annotations

from typing import Any

import numpy as np

ROUNDING = 1e-9
"""Several stakes are added up in the engine's order, so that their bound leaves room for rounding;
one stake alone is exact."""


def stake_bounds(scene: Any) -> tuple[float, float]:
    """The least and the most that an end of the conflict is worth to the players."""
    low = high = 0.0
    low += float(scene["win_value"][1:].min())
    high += float(scene["win_value"][1:].max())
    fighters = int(scene["fighters"])
    for fighter in range(fighters):
        leaving = [0.0, float(scene["out_value"][fighter]), float(scene["conceded_value"][fighter])]
        low, high = low + min(leaving), high + max(leaving)
        for slot, absorbs in enumerate(scene["severity"][fighter]):
            if absorbs:
                worth = float(scene["wound_value"][fighter][scene["severity_class"][fighter][slot]])
                low, high = low + min(0.0, worth), high + max(0.0, worth)
    most = 2 * int(np.abs(scene["start_points"]).sum()) + 99 * int(scene["point_value"].any())
    spread = most * float(np.abs(scene["point_value"]).max(initial=0.0))
    return low - spread, high + spread


def largest_stake(scene: Any) -> float:
    """No end is worth more to either side."""
    low, high = stake_bounds(scene)
    most = max(-low, high)
    alone = most in {abs(float(worth)) for worth in scene["win_value"]}
    return most if alone else most * (1 + ROUNDING)
