"""Choices that were tried: battles played on after each, with the same dice, so that what is
measured is what is advised. Which choices are tried, what one brings more than another, and which
is advised then, stand here; the battles are played elsewhere (`autogm.lab.trials`).

Advised is what the level thinks best, with two exceptions. Where nothing but victory is at stake, a
choice that won more, draws halved, by more than chance explains, is advised in its place. And where
all that was tried all but always wins, the one that wins at the least price is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from autogm.analysis.advice import Advice, Choice
from autogm.analysis.intervals import Difference, paired_scores
from autogm.analysis.outcomes import Outcomes
from autogm.engine.codes import UNDECIDED_WIN
from autogm.model.words import SIDES

TRIED, MOST = 2, 4
"""How many choices are tried: the best and the one next to it, and more where those win anyway."""
NEAR = 0.1
"""A choice whose utility is estimated as lower than the best's by less than this may be tried
then."""
SURE, EXACT = 0.95, 0.999
"""The share of wins from which on a choice is a sure win: a measured one, an exact one."""
FELL, HURT, SPENT, LASTED = 10.0, 1.0, 1.0, 0.5
"""The price of a victory: of each of one's own who is taken out, of each two shifts that a
consequence absorbs, of each fate point, of each exchange."""


@dataclass(frozen=True)
class Price:
    """What a battle cost a side, on average: how many of its fighters were taken out, how many
    pairs of shifts its consequences absorbed, the fate points it spent, and the exchange in which
    the battle ended."""

    fallen: float = 0.0
    hurt: float = 0.0
    points: float = 0.0
    exchange: float = 0.0

    @property
    def whole(self) -> float:
        """The price as one number."""
        parts = zip((FELL, HURT, SPENT, LASTED), self._all(), strict=True)
        return sum(weight * part for weight, part in parts)

    def _all(self) -> tuple[float, float, float, float]:
        return self.fallen, self.hurt, self.points, self.exchange

    def as_dict(self) -> dict[str, float]:
        """As plain data."""
        return dict(zip(("fallen", "hurt", "points", "exchange"), self._all(), strict=True))


@dataclass(frozen=True)
class Trial:
    """A choice and the battles played on after it: how they ended, the number of the winner of
    each, and what they cost the side that chooses. A choice that ends the conflict (`over`) needs
    no battles."""

    choice: Choice
    outcomes: Outcomes
    winners: bytes
    price: Price
    over: bool = False

    def won(self, side: str) -> float:
        """The share of them that a side won."""
        return self.outcomes.wins[side].share

    def score(self, side: str) -> float:
        """The same with half of those that nobody won."""
        return self.won(side) + self.outcomes.undecided.share / 2

    def more_than(self, other: Trial, side: str) -> Difference:
        """How much more of them a side won than after another choice, with the same dice; what is
        undecided counts half."""
        worth = {SIDES.index(side) + 1: 1.0, UNDECIDED_WIN: 0.5}
        apart = [worth.get(one, 0.0) - worth.get(two, 0.0)
                 for one, two in zip(self.winners, other.winners, strict=False)]  # fmt: skip
        return paired_scores(sum(apart), sum(one * one for one in apart), len(apart))


def first_to_try(advice: Advice) -> list[Choice]:
    """The choices to try: the best and the next; of what was counted out to the end, those that
    win as surely as the best, if there are any."""
    best, *others = advice.choices
    if not advice.solved:
        return [best, *others[: TRIED - 1]]
    if not advice.victory or best.chance < EXACT:
        return []
    alike = [one for one in others if best.value - one.value < 2 * (1 - EXACT)]
    return [best, *alike[: MOST - 1]] if alike else []


def more_to_try(advice: Advice, tried: Sequence[Trial]) -> list[Choice]:
    """Further choices, where all that were tried win anyway."""
    if advice.solved or not advice.victory or not all_win(advice, tried):
        return []
    best, done = advice.choices[0], {one.choice.code for one in tried}
    near = [one for one in advice.choices[TRIED:] if best.value - one.value < NEAR]
    return [one for one in near if one.code not in done][: MOST - len(tried)]


def settled(advice: Advice, tried: Sequence[Trial]) -> Advice:
    """The advice after the choices were tried, the level's best first: with the one that is advised
    before all others, and with it how it goes on, if that is the level's best."""
    if not tried:
        return advice
    best = tried[0]
    if advice.victory:
        better = [one for one in tried[1:] if not advice.solved
                  and one.more_than(best, advice.side or "").low > 0]  # fmt: skip
        if better:
            best = max(better, key=lambda one: one.score(advice.side or ""))
        elif all_win(advice, tried):
            best = min(tried, key=lambda one: one.price.whole)
    ordered = (best, *(one for one in tried if one is not best))
    first = best.choice
    choices = (first, *(one for one in advice.choices if one is not first))
    then = advice.then if first is advice.choices[0] else ()
    return replace(advice, choices=choices, then=then, tried=ordered)


def all_win(advice: Advice, tried: Sequence[Trial]) -> bool:
    """Whether all that was tried all but always wins, and nothing wins less for more than
    chance."""
    side = advice.side or ""
    best = tried[0]
    if advice.solved:
        return all(one.choice.chance >= EXACT for one in tried)
    return all(one.won(side) >= SURE and not one.more_than(best, side).told_apart for one in tried)
