"""A hero who is about to move, and ground that is in the way."""

from __future__ import annotations

from typing import Any

from tests.table import Table, scene

EDGE = {"text": "Gaping Edge", "helps": "against", "actions": ["oppose"], "adverse": False,
        "free": {"gm": 1}}  # fmt: skip


def mover(ground: str, gm: str = "foe@z", ruleset: str = "war-of-ashes", **fields: Any) -> Table:
    """It is the turn of a hero in zone a, who moves at 0."""
    first = {"war-of-ashes": "Quick 0", "autarch": "Notice 1", "minifate": "Agility 0"}.get(
        ruleset, "Notice 1"
    )
    order = {"first": "players"}
    table = scene(
        ruleset, f"hero@a {first} fate_points=0", gm, ground, pool=0, turn_order=order, **fields
    )
    return table.turn("hero")
