"""What fighters did and suffered in a conflict, counted from its events. What a part of a mob did
is the mob's (N4). Points that came back were neither spent nor gained by whoever had got them, nor
are those that arrive or leave with their owner.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from autogm.analysis.review.beats import Told
from autogm.engine import event_codes as ev
from autogm.engine.event_names import REASONS
from autogm.engine.state import State
from autogm.model.words import SIDES

ALL, POOL = SIDES
"""What the players have in common, and what the GM's side has, its pool with it: the accounts of
invokes that are nobody's own."""
RETURNED = {REASONS[ev.P_STAKE_BACK], REASONS[ev.P_RETURNED]}
KEPT = {REASONS[ev.P_ASIDE], REASONS[ev.P_ARRIVES]}
OWED = "owed to "
LEFT = {"taken out": "taken out", "concedes": "conceded", "leaves": "got away"}


@dataclass
class Tally:
    """What one fighter did, or a side in common: turns; shifts dealt and taken, and hits of either;
    stress boxes checked; consequences taken, by severity; members of a group that fell; fate
    points spent and gained; aspects invoked with a point and free; and how it left, where it
    did."""

    turns: int = 0
    dealt: int = 0
    hits: int = 0
    taken: int = 0
    hurt: int = 0
    boxes: int = 0
    consequences: list[str] = field(default_factory=list)
    fallen: int = 0
    spent: int = 0
    gained: int = 0
    invoked: int = 0
    invoked_free: int = 0
    left: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def tallies_of(told: Iterable[Told], end: State) -> dict[str, Tally]:
    """The tallies by the ids of fighters, of those of whom something was told, and of what sides
    have in common (`ALL`, `POOL`). A mob has not left while a part of it is there at the `end`."""
    found: dict[str, Tally] = {}
    for one in told:
        mobs = {part.id: part.part_of for part in one.game.encounter.fighters if part.part_of}
        _count(found, one.event, mobs)
    present = int(end.record[0]["present"])
    for number, fighter in enumerate(end.game.encounter.fighters):
        mob = fighter.part_of or fighter.id
        if (present >> number) & 1 and mob in found:
            found[mob].left = ""
    return found


def _count(found: dict[str, Tally], event: Any, mobs: dict[str, str]) -> None:
    def of(who: str) -> Tally:
        return found.setdefault(mobs.get(who, who), Tally())

    who, facts = event.who, event.facts
    if event.kind == "point":
        _pay(of, facts)
        return
    if event.kind == "invoke" and "payer" in facts:
        of(facts["payer"]).invoked += 1
        return
    if event.kind == "invoke" and who is None and "side" in facts:
        of(facts["side"]).invoked_free += 1
        return
    if who is None:
        return
    tally = of(who)
    if event.kind == "turn":
        tally.turns += 1
    elif event.kind == "damage":
        tally.dealt += facts["shifts"]
        tally.hits += facts["shifts"] > 0
    elif event.kind == "hit":
        tally.taken += facts["shifts"]
        tally.hurt += facts["shifts"] > 0
    elif event.kind == "stress":
        tally.boxes += 1
    elif event.kind == "consequence":
        tally.consequences.append(facts["severity"])
    elif event.kind == "member falls":
        tally.fallen += 1
    elif event.kind == "invoke" and "free" in facts["how"]:
        tally.invoked_free += 1
    elif event.kind in LEFT:
        tally.left = LEFT[event.kind]


def _pay(of: Any, facts: dict[str, Any]) -> None:
    source, target, count = facts["from"], facts["to"], facts["count"]
    if facts["reason"] in KEPT:
        return
    if facts["reason"] in RETURNED:
        source, target, count = target, source, -count
    if source != "supply":
        of(source.removeprefix(OWED)).spent += count
    if target != "supply":
        of(target.removeprefix(OWED)).gained += count
