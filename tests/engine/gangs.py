"""Mobs of thugs for tests, whole and divided (N4)."""

from __future__ import annotations

from typing import Any

from tests.table import Table, scene

HERO = "hero Fight 9 Notice 9; b"


def thugs(
    members: int = 6, players: str = "a; b", gm: str = "", ground: str = "here", **fields: Any
) -> Table:
    """A mob of thugs with Fight 1 and a Notice that lets it act first."""
    mob = f"thugs Fight 1 Notice 4 type=group members={members} boxes=0"
    fields = {"pool": 0, **fields}
    return scene("fate-core", players, f"{mob}; {gm}" if gm else mob, ground, **fields)


def divided(members: int = 6, off: int = 3, **fields: Any) -> Table:
    """The same on its turn, some of it sent off."""
    return thugs(members, **fields).turn("thugs").choose("divide", members=off)


def fell(table: Table, name: str) -> Table:
    """A strong hero takes somebody out with one blow."""
    table.turn("hero").choose("attack", target=name).choose("use", skill="Fight")
    return table.dice("+ + + +", "- - - -").settle_duel().settle()
