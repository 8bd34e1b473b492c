"""What is still to come on a board, in words: who acts when and by what rule (T1, T2), what wins
each side the battle and how far it has come (H7), which compels may be offered (X1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autogm.engine.codes import (
    GM,
    ITEM_CARRIED,
    ITEM_GONE,
    O_GET_ITEM,
    O_GET_OUT,
    O_HOLD,
    O_SURVIVE,
    O_TAKE_OUT,
)
from autogm.engine.compile import Compiled
from autogm.engine.compiling.compels import COMPELS
from autogm.model.words import SIDES, SideName
from autogm.rules.encounter import Encounter
from autogm.rules.turns import turn_places
from autogm.view.board import BoardCompel, Goal, Note, Turn
from autogm.view.words.grammar import counted, inside, listed
from autogm.view.words.names import Names
from autogm.view.words.sentences import COMPELLED

LAST_STANDING = Goal("be the last side standing")


def side_name(encounter: Encounter, side: SideName) -> str:
    """A side as its scenario calls it."""
    written = encounter.scenario.sides.players if side == "players" else encounter.scenario.sides.gm
    return written.name or ("Players" if side == "players" else "GM")


def bits(mask: int) -> list[int]:
    """The numbers of a mask's bits."""
    return [number for number in range(mask.bit_length()) if (mask >> number) & 1]


def turn_order(encounter: Encounter, present: int) -> tuple[Turn, ...]:
    """Those who are `present` (a bit mask of fighters) in the order in which they act (T1, T2).
    NPCs that act together stand as one entry: by their side's name, or by the names of the
    players' allies."""
    turns = []
    for place in turn_places(encounter):
        here = [encounter.fighters[n] for n in place.fighters if (present >> n) & 1]
        if place.side is None:
            turns += [Turn(one.name, (one.id,)) for one in here]
        elif here:
            names = listed([one.name for one in here])
            name = side_name(encounter, "gm") if place.side == "gm" else names
            turns.append(Turn(name, tuple(one.id for one in here)))
    return tuple(turns)


def order_words(encounter: Encounter, names: Names, ambush: SideName | None) -> tuple[Note, ...]:
    """The rule of the turn order in words, part by part; `ambush` is the side from which an ambush
    is still hidden."""
    written, rules = encounter.scenario.turn_order, encounter.ruleset
    together = (written.npcs or rules.npcs) == "together"
    notes = [Note(_by(encounter.initiative))] if encounter.initiative else []
    if written.ambush:
        says = names.says(names.sides[written.ambush], "goes first, out of an ambush")
        skills = rules.initiative.ambush
        notes.append(Note(f"{says}, {_by(skills)}" if skills else says, ambush))
        if written.lethal_ambush:
            notes.append(Note("the first attack is lethal", ambush))
    elif written.first:
        notes.append(Note(names.says(names.sides[written.first], "goes first")))
    notes.append(Note("NPCs act together" if together else "each NPC at its own place"))
    return tuple(notes)


def _by(skills: tuple[str, ...]) -> str:
    return f"by {', ties by '.join(skills)}"


def goals(compiled: Compiled, record: Any, side: SideName, begun: bool) -> tuple[Goal, ...]:
    """What wins a side the battle (H7), with how far it has come once it has `begun`; being the
    last side standing always does, and is told where nothing else is."""
    scene = compiled.scene[0]
    wanted = SIDES.index(side)
    told = [
        _goal(compiled, record, number, begun)
        for number in range(int(scene["objectives"]))
        if int(scene["objective_side"][number]) == wanted
    ]
    written = getattr(compiled.encounter.scenario.objectives, side)
    if not told or any(one.do == "last standing" for one in written):
        told.append(LAST_STANDING)
    return tuple(told)


def _goal(compiled: Compiled, record: Any, number: int, begun: bool) -> Goal:
    """One objective, by its row."""
    encounter, scene = compiled.encounter, compiled.scene[0]
    does, mask = int(scene["objective_do"][number]), int(scene["objective_who"][number])
    exchanges = int(scene["objective_exchanges"][number])
    about = [encounter.fighters[n] for n in bits(mask)]
    who, ids = listed([inside(one.name) for one in about] or [""]), tuple(one.id for one in about)
    if does == O_HOLD:
        zone = encounter.zones[int(scene["objective_zone"][number])]
        place = inside(encounter.scenario.zones[zone].name or zone)
        held = int(record["held"][number])
        text = f"hold {place} alone for {_exchanges(exchanges)}"
        return Goal(text, f"{_held(held)} so far" if begun else "")
    if does == O_SURVIVE:
        text = f"have someone standing at the end of exchange {exchanges}"
        left = exchanges - int(record["exchange"]) + 1
        return Goal(text, _to_go(left) if begun else "")
    if does == O_TAKE_OUT:
        out = (mask & (int(record["out"]) | int(record["conceded"]))).bit_count()
        progress = f"{counted(out)} of {counted(len(ids))} out" if begun and len(ids) > 1 else ""
        return Goal(f"take out {who}", progress, ids)
    if does == O_GET_ITEM:
        item = encounter.scenario.item
        assert item is not None  # the objective is about it
        where = _item_words(encounter, int(record["item"])) if begun else ""
        return Goal(f"get {inside(item.name)} out", where)
    assert does == O_GET_OUT
    needed = int(scene["objective_number"][number])
    some = "" if needed >= len(ids) else f"{needed} of "
    away = (mask & int(record["escaped"])).bit_count()
    return Goal(f"get {some}{who} out", f"{counted(away)} away so far" if begun else "", ids)


def _item_words(encounter: Encounter, item: int) -> str:
    """Where the item is."""
    if item >= ITEM_GONE:
        side = side_name(encounter, "gm" if item - ITEM_GONE == GM else "players")
        return f"it is out, with {inside(side)}"
    if item >= ITEM_CARRIED:
        return f"{inside(encounter.fighters[item - ITEM_CARRIED].name)} has it"
    zone = encounter.zones[item - 1]
    return f"it lies in {inside(encounter.scenario.zones[zone].name or zone)}"


def compels(
    compiled: Compiled, record: Any, names: Names, hidden_from: Callable[[int], SideName | None]
) -> tuple[BoardCompel, ...]:
    """The compels that may be offered on those who are not gone yet; `hidden_from` says which side
    does not know the aspect of a slot."""
    scene, encounter = compiled.scene[0], compiled.encounter
    gone = int(record["out"]) | int(record["conceded"]) | int(record["escaped"])
    told = []
    for row, number in enumerate(compiled.compels):
        victim = int(scene["compel_victim"][row])
        if (gone >> victim) & 1:
            continue
        written = encounter.scenario.compels[number]
        demand = COMPELLED[COMPELS[int(scene["compel_effect"][row])]].format(
            zone=names.of(written.zone) if written.zone else "", skill=written.skill or ""
        )
        hidden = hidden_from(int(scene["compel_slot"][row]))
        used = bool((int(record["compelled"]) >> row) & 1)
        fighter = encounter.fighters[_stands_for(compiled, record, victim)].id
        told.append(BoardCompel(fighter, written.aspect, demand, used, hidden))
    return tuple(told)


def _stands_for(compiled: Compiled, record: Any, victim: int) -> int:
    """Who is shown for a victim: the first part that is left of a mob that has divided (N4)."""
    here = int(record["present"])
    parts = int(compiled.scene[0]["parts"][victim]) & here
    if parts == 0 or (here >> victim) & 1:
        return victim
    return (parts & -parts).bit_length() - 1


def _exchanges(number: int) -> str:
    return "one exchange" if number == 1 else f"{number} exchanges in a row"


def _held(number: int) -> str:
    return "not held" if number == 0 else f"held for {counted(number)}"


def _to_go(left: int) -> str:
    return "one exchange to go" if left <= 1 else f"{left} exchanges to go"
