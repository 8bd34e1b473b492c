"""Exact distributions of every roll the rules know: dice with weight (D1, D2, W2, W3), passive and
active opposition (D4), invokes and rerolls (A2, A3) and the classes of outcome (D5). Everything is
counted over all faces and kept as exact fractions. Nothing here samples, reads a state or decides
what an invoke is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal

from autogm.engine.codes import INVOKE_ADDS
from autogm.engine.weight import dice_by_weight
from autogm.game.dice import DICE_FLOOR, sums
from autogm.game.kernels import plain

Dice = Literal["4dF", "d6-d6"]
Outcome = Literal["fail", "tie", "success", "style"]
OUTCOMES: tuple[Outcome, ...] = ("fail", "tie", "success", "style")
Goal = Literal["success", "tie", "style", "shifts"] | Callable[[int], Fraction]
"""What a reroll is for: the chance of a success or better, of a tie or better, of style, the
expected shifts, or the worth of each margin."""

MAX_REPLACED = 2
WEIGHT_RATIO = (2, 4)


@dataclass(frozen=True)
class Distribution:
    """The exact distribution of a whole number: `chances` holds each possible value once, in
    rising order, with its probability; the probabilities are positive and sum to one."""

    chances: tuple[tuple[int, Fraction], ...]

    @classmethod
    def from_weights(cls, weights: Mapping[int, int | Fraction]) -> Distribution:
        """Normalise counts or unscaled chances; values of no weight are left out."""
        total = Fraction(sum(weights.values()))
        if total <= 0:
            raise ValueError("a distribution needs something that can happen")
        return cls(tuple((v, Fraction(w) / total) for v, w in sorted(weights.items()) if w))

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        return iter(self.chances)

    @property
    def low(self) -> int:
        """The least value that can happen."""
        return self.chances[0][0]

    @property
    def high(self) -> int:
        """The greatest value that can happen."""
        return self.chances[-1][0]

    def chance(self, value: int) -> Fraction:
        """The chance of exactly this value; zero for one that cannot happen."""
        return next((p for v, p in self.chances if v == value), Fraction(0))

    def at_least(self, value: int) -> Fraction:
        """The chance of this value or a greater one."""
        return sum((p for v, p in self.chances if v >= value), Fraction(0))

    def mean(self) -> Fraction:
        """The expected value."""
        return sum((v * p for v, p in self.chances), Fraction(0))

    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        mean = self.mean()
        return sum(((v - mean) ** 2 * p for v, p in self.chances), Fraction(0))

    def moved(self, by: int) -> Distribution:
        """The distribution of the value plus a fixed number."""
        return Distribution(tuple((v + by, p) for v, p in self.chances))

    def minus(self, other: Distribution) -> Distribution:
        """The distribution of the difference of two independent values."""
        weights: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(self.chances, other.chances):
            weights[a - b] = weights.get(a - b, Fraction(0)) + p * q
        return Distribution.from_weights(weights)


@dataclass(frozen=True)
class Roll:
    """One roll as the rules resolve it (D4), seen from the roller.

    `rating` and `against` are everything fixed on each side (skill, stunts, help, difficulty).
    `weight` and `against_weight` are the dice that each side's own weight replaces (W2: 0, 1, 2);
    the opposition's dice, weight and invokes count only where it is `active`. `invokes` are worth
    +2 each. `rerolls` may be used after both sides' dice lie open, each when it raises the chance
    of the `goal` by more than `price`, in the goal's units.
    """

    rating: int = 0
    against: int = 0
    active: bool = False
    dice: Dice = "4dF"
    weight: int = 0
    against_weight: int = 0
    invokes: int = 0
    against_invokes: int = 0
    rerolls: int = 0
    goal: Goal = "success"
    price: Fraction = Fraction(0)
    style_at: int = 3
    tie_succeeds: bool = False

    def __post_init__(self) -> None:
        if min(self.invokes, self.against_invokes, self.rerolls) < 0:
            raise ValueError("invokes and rerolls cannot be fewer than none")

    def outcome(self, margin: int) -> Outcome:
        """The class of a margin (D5)."""
        return outcome(margin, style_at=self.style_at, tie_succeeds=self.tie_succeeds)

    def worth(self, margin: int) -> Fraction:
        """What a margin is worth to the reroller's goal."""
        if callable(self.goal):
            return self.goal(margin)
        if self.goal == "shifts":
            return Fraction(max(margin, 0))
        return Fraction(OUTCOMES.index(self.outcome(margin)) >= OUTCOMES.index(self.goal))


@dataclass(frozen=True)
class Resolution:
    """The result of a roll: the final margin, and the mean number of rerolls made."""

    margin: Distribution
    rerolls_used: Fraction


@dataclass(frozen=True)
class OutcomeClasses:
    """The chances of D5's four classes; they sum to one."""

    fail: Fraction
    tie: Fraction
    success: Fraction
    style: Fraction

    def items(self) -> tuple[tuple[Outcome, Fraction], ...]:
        """Each class with its chance, from the worst to the best."""
        return (
            ("fail", self.fail),
            ("tie", self.tie),
            ("success", self.success),
            ("style", self.style),
        )

    @property
    def at_least_success(self) -> Fraction:
        """The chance of a success, with style or without."""
        return self.success + self.style

    @property
    def at_least_tie(self) -> Fraction:
        """The chance of anything but a failure."""
        return 1 - self.fail


def outcome(margin: int, *, style_at: int = 3, tie_succeeds: bool = False) -> Outcome:
    """The class of a margin (D5): below 0 a failure, 0 a tie (or a success, where meeting the
    opposition succeeds), above it a success, and from `style_at` on a success with style."""
    if margin < 0:
        return "fail"
    if margin == 0 and not tie_succeeds:
        return "tie"
    return "style" if margin >= style_at else "success"


def outweighing(own: int, other: int, ratio: tuple[int, int] = WEIGHT_RATIO) -> int:
    """How many of its dice a side of weight `own` may replace against `other` (W2), as the engine
    has it, by the ratios for one and for two."""
    if own < 0 or other < 0:
        raise ValueError("a weight cannot be negative")
    return plain(dice_by_weight)(own, other, *ratio)


@cache
def die_distribution(dice: Dice = "4dF", weight: int = 0) -> Distribution:
    """The sum of one side's dice (D1, D2), its `weight` worst ones replaced by [+] (W2, W3).

    Raises ValueError for dice that no ruleset rolls, a weight outside 0..2, and for weight with
    d6-d6, which do not combine (D2).
    """
    if weight not in range(MAX_REPLACED + 1):
        raise ValueError(f"weight replaces 0, 1 or 2 dice, not {weight}")
    if dice not in DICE_FLOOR:
        raise ValueError(f"no ruleset rolls {dice!r}; there are {' and '.join(DICE_FLOOR)}")
    return Distribution.from_weights(sums(dice, weight))


@cache
def resolve(roll: Roll) -> Resolution:
    """Resolve a roll over all dice of both sides, its rerolls used by a perfect reroller.

    With W(r) the worth of rolling with r rerolls in hand against dice already seen, the reroller
    keeps a margin m where worth(m) >= W(r - 1) - price, so W(r) is the mean of the better of the
    two (optimal stopping by backward induction). A reroll that gains nothing is not made.
    """
    own = die_distribution(roll.dice, roll.weight).moved(roll.rating + INVOKE_ADDS * roll.invokes)
    if roll.active:
        extra = roll.against + INVOKE_ADDS * roll.against_invokes
        other = die_distribution(roll.dice, roll.against_weight).moved(extra)
    else:
        other = Distribution(((roll.against, Fraction(1)),))
    weights: dict[int, Fraction] = {}
    rerolls_used = Fraction(0)
    for opposition, chance in other:
        margin, used = _reroll(own.moved(-opposition), roll)
        rerolls_used += chance * used
        for value, p in margin.items():
            weights[value] = weights.get(value, Fraction(0)) + chance * p
    return Resolution(Distribution.from_weights(weights), rerolls_used)


def margin_distribution(roll: Roll) -> Distribution:
    """The margin (own total minus opposition, D4) when dice, invokes and rerolls are done."""
    return resolve(roll).margin


def outcome_classes(roll: Roll) -> OutcomeClasses:
    """The chances of a failure, a tie, a success and a success with style (D5)."""
    chances: dict[Outcome, Fraction] = dict.fromkeys(OUTCOMES, Fraction(0))
    for margin, chance in margin_distribution(roll):
        chances[roll.outcome(margin)] += chance
    return OutcomeClasses(**chances)


def _reroll(margins: Distribution, roll: Roll) -> tuple[dict[int, Fraction], Fraction]:
    """The final margins, and the rerolls spent, against one seen opposition."""
    worth = {margin: Fraction(roll.worth(margin)) for margin, _ in margins}
    value = sum((p * worth[margin] for margin, p in margins), Fraction(0))
    final, used = dict(margins.chances), Fraction(0)
    for _ in range(roll.rerolls):
        again = value - roll.price
        reroll = sum((p for margin, p in margins if worth[margin] < again), Fraction(0))
        if not reroll:
            break
        kept = {margin: p for margin, p in margins if worth[margin] >= again}
        final = {m: kept.get(m, Fraction(0)) + reroll * p for m, p in final.items()}
        used = reroll * (1 + used)
        value = sum((p * max(worth[margin], again) for margin, p in margins), Fraction(0))
    return final, used
