"""A hero who is about to act under any ruleset, all of whose totals are its dice."""

from __future__ import annotations

from typing import Any

from tests.table import Table, scene

FIRST = {
    "fate-core": "Notice",
    "accelerated": "Quick",
    "war-of-ashes": "Quick",
    "autarch": "Notice",
    "minifate": "Agility",
}
FACES = {
    -4: "- - - -",
    -3: "- - - 0",
    -1: "- 0 0 0",
    0: "0 0 0 0",
    1: "+ 0 0 0",
    2: "+ + 0 0",
    3: "+ + + 0",
    4: "+ + + +",
}
APPROACHES = ("accelerated", "war-of-ashes")


def acting(ruleset: str, **fields: Any) -> Table:
    """A hero without points whose turn it is, all of whose totals are its dice."""
    first = FIRST[ruleset]
    low = {"accelerated": "Quick 0", "war-of-ashes": "Quick 0"}.get(ruleset, f"{first} 0")
    order = {"skill": "Forceful" if ruleset in APPROACHES else first}
    table = scene(ruleset, f"hero {low} fate_points=0", "foe", pool=0, turn_order=order, **fields)
    return table.turn("hero")
