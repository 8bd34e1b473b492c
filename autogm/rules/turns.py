"""The places of an exchange in order (T1, T2): who acts at which, as far as ratings decide it. The
game and the pictures both take the order from here.
"""

from __future__ import annotations

from dataclasses import dataclass

from autogm.model.words import SideName
from autogm.rules.encounter import Encounter


@dataclass(frozen=True)
class Place:
    """One place: fighters by their index in `Encounter.fighters`. `side` is set where a side's
    NPCs share it and choose among themselves who acts next (T2)."""

    fighters: tuple[int, ...]
    side: SideName | None = None


def turn_places(encounter: Encounter) -> tuple[Place, ...]:
    """Every place, first to act first, those of fighters still to come among them.

    Ambushers go by their own skills; the side that ambushes, or is said to be first, comes before
    the other. A mob's numbers count where help goes by skill (N4). Ties go to player characters,
    then to the scenario's order. NPCs that act together have the place of their best member among
    those who are there at the start; a side that has none then takes its place by those who come
    first. The place is kept: later arrivals join it and do not move it, nor does losing whoever
    earned it. What breaks off from a mob shares its place, and acts after it (N4).
    """
    if encounter.places is not None:
        return tuple(Place(*one) for one in encounter.places)
    order, rules = encounter.scenario.turn_order, encounter.ruleset
    first = order.first or order.ambush

    def key(index: int) -> tuple[object, ...]:
        fighter = encounter.fighters[index]
        ambushes = order.ambush == fighter.side
        skills = rules.initiative.ambush if ambushes else encounter.initiative
        mob = fighter.teamwork_group and rules.teamwork == "skill"
        numbers = fighter.members - 1 if mob else 0
        ratings = tuple(-fighter.ratings[("overcome", skill)] - numbers for skill in skills)
        return (
            first is not None and fighter.side != first,
            ratings + (0,) * (8 - len(ratings)),
            not fighter.is_player_character,
            index,
        )

    whole = [n for n, one in enumerate(encounter.fighters) if one.part_of is None]
    ranked = sorted(whole, key=key)
    together = (order.npcs or rules.npcs) == "together"
    blocks: dict[SideName, list[int]] = {}
    for index in ranked:
        fighter = encounter.fighters[index]
        if together and not fighter.is_player_character:
            blocks.setdefault(fighter.side, []).append(index)
    places = []
    for index in ranked:
        fighter = encounter.fighters[index]
        block = [] if fighter.is_player_character else blocks.get(fighter.side, [])
        if not block:
            places.append(Place((index, *_parts(encounter, index))))
        elif index == _foremost(encounter, block):
            parts = [part for one in block for part in _parts(encounter, one)]
            places.append(Place(tuple(sorted([*block, *parts])), fighter.side))
    return tuple(places)


def _parts(encounter: Encounter, index: int) -> list[int]:
    """What may break off from a fighter."""
    mob = encounter.fighters[index].id
    return [n for n, one in enumerate(encounter.fighters) if one.part_of == mob]


def _foremost(encounter: Encounter, block: list[int]) -> int:
    """Who of a block, best first, gives it its place: the best of those who come first."""
    start = min(encounter.fighters[index].arrives for index in block)
    return next(index for index in block if encounter.fighters[index].arrives == start)
