"""What a tuning has found: the sets that were tried, what each change does, and the answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt

from autogm.analysis.intervals import Z95
from autogm.lab.tune.aims import Aim, Counted, chance_within
from autogm.lab.tune.knobs import Edits, Knob
from autogm.lab.tune.response import Response, Unit

SURE = 0.975
"""How likely a set must be within reach of the target to be taken. As one looks after every batch,
98 in a hundred of those that are taken are."""
PATIENT = 0.02
"""How likely it must be to be played on where there are no others any more."""


@dataclass
class Tried:
    """A set of edits, and what was counted of it: to choose it, and to be sure of it."""

    edits: Edits
    chosen: Counted = field(default_factory=Counted)
    verified: Counted = field(default_factory=Counted)

    @property
    def told(self) -> Counted:
        """What is told of it: the battles that verify it, or else those that chose it."""
        return self.verified if self.verified.battles else self.chosen


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
    none and it is not on target as it is, `nearest` is the best that was found, no edits at all if
    nothing is nearer, and `bounds` says what keeps it from the target, or why there are fewer
    answers than `wanted`. `start` is the conflict as it is, in battles that nothing else is learnt
    from, those of `simulate` unless battles are slow; `settled` is it in others, as many as it took
    to know whether it is on target by itself; `complete` says that nothing was left undone."""

    target: float
    within: float
    aim: Aim
    knobs: Sequence[Knob]
    start: Counted
    settled: Counted
    answers: Sequence[Tried]
    nearest: Tried | None
    effects: Sequence[Effect]
    battles: int
    complete: bool
    wanted: int
    bounds: Sequence[str] = ()

    def cost(self, edits: Edits) -> float:
        """What a set costs."""
        return sum(self.knobs[number].price(value) for number, value in edits)

    @property
    def open(self) -> bool:
        """Whether the battles of the conflict as it is leave open that it is on target."""
        return chance_within(self.settled, self.target, self.within) >= PATIENT

    @property
    def reached(self) -> bool:
        """Whether the conflict is on target as it is."""
        return chance_within(self.settled, self.target, self.within) >= SURE


def effects(
    response: Response,
    knobs: Sequence[Knob],
    known: Iterable[int],
    broken: Collection[Unit],
    aim: Aim,
    target: float,
    short: bool,
    beside: int,
) -> Iterator[Effect]:
    """What a unit of each `known` knob does by the model, that way which leads to the target if one
    does (the conflict as it is lies `short` of it, or beyond), or to the first other value there
    is; `broken` values are none. What it does to a conflict on target depends on the edits that
    bring it there, so many `beside`, with which it may do more or less than alone."""

    def order(number: int, value: int) -> tuple[int, bool, int]:
        leads = (response.effect(number, value) > 0) == short
        return abs(knobs[number].units(value)), not leads, -value

    def moved(adds: float) -> float:
        return aim.from_scale(aim.on_scale(target) + adds) - target

    for number in known:
        knob = knobs[number]
        open_to = [
            value
            for value in range(len(knob.values))
            if value != knob.now and (number, value) not in broken
        ]
        if open_to:
            _, value = min((order(number, one), one) for one in open_to)
            adds = response.effect(number, value)
            alone = response.effect_error(number, value)
            wide = Z95 * hypot(alone, sqrt(beside) * response.pair_error)
            yield Effect(number, value, *(moved(one) for one in (adds, adds - wide, adds + wide)))
