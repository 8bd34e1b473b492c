"""What keeps a tuning from finding more sets, or one that is nearer to the target, as sentences for
whoever asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from autogm.lab.tune.knobs import Edits, Knob
from autogm.lab.tune.response import Unit
from autogm.view.words.grammar import counted, listed

STALE = 40
"""Sets in a row of which none comes nearer to the target than those before, after which no more are
tried."""
NAMED = 3
"""Knobs that were not looked at and are named."""
NO_OTHER = "no other set is near enough, by what the battles so far tell of each change"


@dataclass(frozen=True)
class Bounds:
    """How far a tuning came: the values that break a rule (`broken`) and the knobs that were not
    looked at (`unknown`); that sets have `most` edits, and how many of them were `wanted` within a
    `budget` of battles and so many `minutes`. It may have been interrupted (not `complete`), have
    played all battles (`spent`), be `late`, or have come no nearer for long (`stale`). The nearest
    may have been `replayed` with fresh dice."""

    knobs: Sequence[Knob]
    broken: Set[Unit]
    unknown: Set[int]
    most: int
    wanted: int
    budget: int
    minutes: float
    complete: bool
    spent: bool
    late: bool
    stale: bool
    replayed: bool

    def of(self, nearest: Edits | None, found: int) -> list[str]:
        """Why there are no more answers than were `found`, or what bounds the `nearest` where there
        are none."""
        said = self._fewer(found) if nearest is None else self._nearest(nearest)
        return list(said)

    def _ended(self) -> list[str]:
        """What ended it early, if anything did."""
        if not self.complete:
            return ["it was interrupted"]
        if self.spent:
            return [f"all {self.budget:,} battles are played: more may find one"]
        if self.late:
            over = "minute is" if self.minutes == 1 else "minutes are"
            return [f"the {self.minutes:g} {over} over: more may find one"]
        return []

    def _fewer(self, found: int) -> Iterator[str]:
        if found < self.wanted:
            yield from self._ended() or [NO_OTHER]
            yield from self._unseen()

    def _nearest(self, edits: Edits) -> Iterator[str]:
        early = self._ended()
        said = [*early, *self._unseen(), *self._of_edits(edits)]
        if early and not edits:
            said.insert(1, "nothing that was tried by then came nearer")
        elif not early and self.stale:
            said.insert(0, f"the last {STALE} sets that were tried came no nearer")
        elif not early and not edits:
            said.insert(0, "nothing that may be changed was seen to bring it nearer")
        yield from said or [NO_OTHER]

    def _of_edits(self, edits: Edits) -> Iterator[str]:
        """What keeps a set from being changed further."""
        if edits and not self.replayed:
            yield "the battles that chose this set are those told of it: it looks nearer than it is"
        if len(edits) >= self.most:
            yield f"no more than {self.most} fields may be changed"
        for number, value in edits:
            knob = self.knobs[number]
            if not knob.ordered or value == knob.now:
                continue
            beyond = value + (1 if value > knob.now else -1)
            if not 0 <= beyond < len(knob.values):
                yield f"{knob.words} is at the end of its range, {knob.values[value].said}"
            elif (number, beyond) in self.broken:
                said = f"{knob.words}: {knob.values[beyond].said}"
                yield f"{said} breaks a rule, or removes somebody who is seated"

    def _unseen(self) -> Iterator[str]:
        """How much of what may be changed was not looked at, if any was not."""
        if self.unknown:
            named = [self.knobs[one].words for one in sorted(self.unknown)[:NAMED]]
            more = len(self.unknown) - len(named)
            said = listed([*named, f"{counted(more)} more"] if more else named)
            yield f"it was not looked at what changes of these would do: {said}"
