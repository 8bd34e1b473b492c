"""What a tuning has found: the sets that were tried, what each change does, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from autogm.lab.tune.aims import Aim, Counted
from autogm.lab.tune.knobs import Edits, Knob


@dataclass
class Tried:
    """A set of edits, and what was counted of it: to choose it, and to be sure of it."""

    edits: Edits
    chosen: Counted = field(default_factory=Counted)
    verified: Counted = field(default_factory=Counted)


@dataclass(frozen=True)
class Effect:
    """What a value of a knob does to a conflict that is on target: how far the figure moves by the
    model, with the 95% interval of that."""

    knob: int
    value: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Tuned:
    """What was found. `answers` are known to be on target, the cheapest first; where there are
    none, `nearest` is the best that was found, no edits at all if nothing is nearer, and `bounds`
    says what keeps it from the target. `start` is the conflict as it is, in battles that nothing
    else is learnt from, those of `simulate` unless battles are slow; `reached` says whether it is
    on target by itself; `complete` says that nothing was left undone."""

    target: float
    within: float
    aim: Aim
    knobs: Sequence[Knob]
    start: Counted
    answers: Sequence[Tried]
    nearest: Tried | None
    effects: Sequence[Effect]
    battles: int
    complete: bool
    bounds: Sequence[str] = ()

    def cost(self, edits: Edits) -> float:
        """What a set costs."""
        return sum(self.knobs[number].price(value) for number, value in edits)

    @property
    def open(self) -> bool:
        """Whether the battles of the conflict as it is leave open that it is on target."""
        low, high = self.aim.interval(self.start)
        return low <= self.target + self.within and self.target - self.within <= high

    @property
    def reached(self) -> bool:
        """Whether the conflict is on target as it is, as far as its battles tell."""
        low, high = self.aim.interval(self.start)
        return self.target - self.within <= low and high <= self.target + self.within
