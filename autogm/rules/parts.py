"""What a mob may divide into (N4): fighters that stand ready beside it, copies of it under names of
their own, which come into the scene when it sends some of its members off. What dividing does is
`autogm.engine.mobs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_lowercase

from autogm.model.shape import Problem
from autogm.rules.encounter import Encounter, SettledFighter

MOST_PARTS = 3
"""Parts of one mob that can be there at a time: the mob itself, and what has broken off."""
ORDINALS = ("Other", "Third")
"""What those who break off are called."""


def divides(encounter: Encounter, fighter: SettledFighter) -> bool:
    """Whether a fighter is a mob that may divide: one that gains by teamwork, of more than one."""
    actions = encounter.scenario.actions
    in_play = actions is None or "divide" in actions
    return in_play and fighter.teamwork_group and fighter.members > 1


def with_parts(encounter: Encounter, most: int = MOST_PARTS) -> Encounter:
    """The encounter with what each mob may divide into behind its fighters: so many parts of one at
    most, and no more than it has members. One that has them stays as it is."""
    if encounter.parted:
        return encounter
    fighters = list(encounter.fighters)
    ids = {one.id for one in fighters}
    names = {one.name.casefold() for one in fighters}
    for mob in encounter.fighters:
        if divides(encounter, mob):
            for number in range(min(most, mob.members) - 1):
                key, name = _free_id(mob.id, ids), _free_name(mob.name, ORDINALS[number], names)
                fighters.append(replace(mob, id=key, name=name, arrives=0, part_of=mob.id))
    return replace(encounter, fighters=tuple(fighters), parted=True)


def undivided(encounter: Encounter, cramped: str) -> Iterator[Problem]:
    """What is worth a look in an encounter with all the parts for which there is room: mobs that
    could divide into more. `cramped` says why they cannot."""
    for mob in encounter.fighters:
        if mob.part_of is not None or not divides(encounter, mob):
            continue
        parts = 1 + sum(one.part_of == mob.id for one in encounter.fighters)
        if parts < min(MOST_PARTS, mob.members):
            so = "stays whole" if parts == 1 else "divides into no more than two"
            message = f"this mob {so} (N4), since there is no room for all its parts: {cramped}"
            yield Problem(("sides", mob.side, "fighters", mob.origin), message)


def _free_id(mob: str, ids: set[str]) -> str:
    """An id for a part of a mob, which nobody has yet: `thugs-b`."""
    letters = (f"{mob}-{letter}" for letter in ascii_lowercase[1:])
    found = next((one for one in letters if one not in ids), f"{mob}-{len(ids)}")
    ids.add(found)
    return found


def _free_name(mob: str, ordinal: str, names: set[str]) -> str:
    """A name for it: `The Other Street Toughs`."""
    bare = mob[4:] if mob.startswith("The ") else mob
    found = called = f"The {ordinal} {bare}"
    number = 2
    while found.casefold() in names:
        found, number = f"{called} {number}", number + 1
    names.add(found.casefold())
    return found
