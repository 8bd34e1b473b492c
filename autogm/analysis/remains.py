"""What is left to somebody once a hit is absorbed in some way: open boxes and consequences, and the
greatest hit that it can still absorb. The game itself is asked what could be absorbed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autogm.engine.codes import HARM_SHIFT, N_ABSORB
from autogm.engine.state import State
from autogm.engine.supposed import most_absorbed
from autogm.model.words import SEVERITIES
from autogm.view.options import Offer, as_asked
from autogm.view.words.grammar import counted, listed


@dataclass(frozen=True)
class Remains:
    """What is left to a fighter against hits of one harm: the values of its open stress boxes, its
    open consequences by severity, and the shifts of the greatest hit that it can absorb; all of it
    nothing where it is `out`."""

    boxes: tuple[int, ...] = ()
    consequences: tuple[str, ...] = ()
    absorbs: int = 0
    out: bool = False

    def words(self) -> str:
        """All of it, briefly."""
        if self.out:
            return "out"
        kept = []
        if self.boxes:
            values = listed([str(one) for one in self.boxes])
            kept.append(f"{'box' if len(self.boxes) == 1 else 'boxes'} {values}")
        for one in dict.fromkeys(self.consequences):
            number = self.consequences.count(one)
            many = f"{counted(number)} {one} consequences"
            kept.append(f"a {one} consequence" if number == 1 else many)
        if not self.absorbs:
            return "any further hit takes out"
        left = f"{listed(kept)} left; " if kept else ""
        return f"{left}a hit of {self.absorbs + 1} would take out"


def remains(state: Any, asked: Offer) -> list[Remains | None]:
    """What each option of an offer leaves, where it is about how to take a hit, from what the side
    knows that is asked; nothing elsewhere."""
    unknown: list[Remains | None] = [None] * len(asked.options)
    if not isinstance(state, State) or state.current_player() < 0 or state.node() != N_ABSORB:
        return unknown
    if (known := as_asked(state, asked)) is None:
        return unknown
    seen, codes = known
    return [None if code is None else _left(seen, code) for code in codes]


def _left(state: State, code: int) -> Remains:
    who, record = str(state.actor()), state.record[0]
    harm = (int(record["pending"][int(record["depth"]) - 1, 3]) >> HARM_SHIFT) & 1
    after, scene = state.child(code), state.game.scene[0]
    fighter, left = state.game.words.fighters.index(who), after.record[0]
    if not (int(left["present"]) >> fighter) & 1:
        return Remains(out=True)
    stress, wounds = int(left["stress"][fighter, harm]), int(left["wounds"][fighter])
    boxes = tuple(
        box
        for box in range(1, int(scene["boxes"][fighter, harm]) + 1)
        if not stress >> (box - 1) & 1
    )
    slots = int(scene["wound_slots"][fighter, harm]) & ~wounds
    severities = scene["severity_class"][fighter]
    consequences = tuple(
        SEVERITIES[int(one)] for slot, one in enumerate(severities) if (slots >> slot) & 1
    )
    return Remains(boxes, consequences, most_absorbed(after, who, harm))
