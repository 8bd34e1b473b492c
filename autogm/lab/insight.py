"""What else the battles of a simulation tell whoever prepares a conflict: what it costs a hero, how
long it takes at a table, how open it stays, who decides it, and who wins once the luck of the dice
is taken out. Figures only; `autogm.lab.insight_words` says them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.agents.counting import T_GAINED, T_SPENT, paid_before
from autogm.analysis.intervals import Mean
from autogm.analysis.luck import Adjusted, adjusted, controls, dice_that_decide
from autogm.analysis.swing import Swing, swing
from autogm.analysis.table_time import Pace, minutes_an_exchange
from autogm.model.words import SEVERITIES
from autogm.planner.evaluation.weights import FEATURES

if TYPE_CHECKING:
    from autogm.engine.game import Game
    from autogm.lab.simulate import FighterCount, Simulation


@dataclass(frozen=True)
class Cost:
    """What a battle costs a hero on average: consequences by severity, points spent, and the points
    left in the end, with those that are owed until then (for invokes against them, for conceding);
    None where no hero has any."""

    consequences: dict[str, Mean]
    spent: float
    points_left: Mean | None

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        left = self.points_left
        return {
            "consequences": {name: one.as_dict() for name, one in self.consequences.items()},
            "points_spent": self.spent,
            "points_left": None if left is None else left.as_dict(),
        }


@dataclass(frozen=True)
class Decisive:
    """How much a fighter decides: its share of the harm that its side deals (shifts), and the share
    of what battles differ in that goes with its own dice (None: not measured); `shifts` is that
    harm, a battle."""

    id: str
    name: str
    side: str
    harm: float
    dice: float | None
    shifts: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"name": self.name, "side": self.side, "harm": self.harm, "dice": self.dice}


@dataclass(frozen=True)
class Insight:
    """All of it; None for what the battles do not tell. `minutes` are an exchange's and a
    battle's at a table, at `pace`; `noting` is how many times as long battles take whose dice are
    noted, where that was timed."""

    cost: Cost | None
    pace: Pace
    minutes_an_exchange: float
    minutes: float
    swing: Swing | None
    decisive: tuple[Decisive, ...]
    adjusted: Adjusted | None
    noting: float | None = None

    @property
    def gain_a_second(self) -> float | None:
        """How many times as many battles a second of the processor is worth with the luck taken
        out; None where that was not timed."""
        if self.adjusted is None or self.noting is None:
            return None
        return self.adjusted.gain / self.noting

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "cost": None if self.cost is None else self.cost.as_dict(),
            "table": {
                "minutes": self.minutes,
                "minutes_an_exchange": self.minutes_an_exchange,
                "minutes_a_turn": {"players": self.pace.hero, "gm": self.pace.other},
            },
            "swing": None if self.swing is None else self.swing.as_dict(),
            "decisive": {one.id: one.as_dict() for one in self.decisive},
            "without_luck": self._without_luck(),
        }

    @property
    def luck_pays(self) -> bool:
        """Whether taking the luck of the dice out makes the share more precise, in as much time
        where that was measured."""
        a_second = self.gain_a_second
        return (
            self.adjusted is not None
            and self.adjusted.gain > 1.0
            and (a_second is None or a_second > 1.0)
        )

    def _without_luck(self) -> dict[str, float] | None:
        if self.adjusted is None or not self.luck_pays:
            return None
        timed = {} if self.gain_a_second is None else {"gain_a_second": self.gain_a_second}
        return {**self.adjusted.as_dict(), **timed}


def insight(game: Game, found: Simulation, pace: Pace | None = None) -> Insight:
    """What the battles of a simulation tell besides who wins; `pace` as it was said, or that of the
    ruleset."""
    pace = pace or Pace().of(game.encounter.ruleset.id)
    gone = [
        (one.side, min(1.0, one.taken_out.share + one.conceded.share + one.left.share))
        for one in found.fighters
        if one.here
    ]
    exchange = minutes_an_exchange(gone, pace)
    begun = 0 if found.state is None else max(0, game.deserialize(found.state).exchange - 1)
    lasts = max(0.0, (found.exchanges["mean"] or 0.0) - begun)
    won = np.frombuffer(found.winners, np.int8)
    players = (won == 1).astype(np.float64)
    luck, course = found.luck, found.course
    swung = fitted = dice = None
    if luck is not None and course is not None:
        shaped = course.reshape(len(course), -1, len(FEATURES))
        score = np.where(won == 1, 1.0, np.where(won == 2, 0.0, 0.5))[: len(course)]
        lengths = np.frombuffer(found.lengths, np.uint8).astype(np.int64)[: len(course)]
        swung = swing(score, lengths, shaped, begun)
        if len(luck) == found.battles:
            fitted = adjusted(players, controls(luck, found.sides), found.z)
        if fitted is not None:
            dice = dice_that_decide(players, luck, found.sides)
    return Insight(
        cost=_cost(game, found),
        pace=pace,
        minutes_an_exchange=exchange,
        minutes=exchange * lasts,
        swing=swung,
        decisive=_decisive(game, found, dice),
        adjusted=fitted,
    )


def _cost(game: Game, found: Simulation) -> Cost | None:
    """What it costs one of the heroes; of points only those whose purse is their own."""
    places = {one.id: place for place, one in enumerate(game.encounter.fighters)}
    heroes = [one for one in found.fighters if one.hero]
    if not heroes:
        return None
    opening = game.first_record if found.state is None else game.deserialize(found.state).record
    record, before = opening[0], paid_before(game, opening)
    purses = record["points"] + before[:, T_SPENT:].sum(1) - before[:, T_GAINED]
    left = [_left(one, int(purses[places[one.id]])) for one in heroes]
    spent = sum(mean.mean for one in heroes for mean in one.points_spent.values()) / len(heroes)
    consequences = {
        name: _average([one.consequences[name] for one in heroes]) for name in SEVERITIES
    }
    some = any(record["points"][places[one.id]] for one in heroes) or any(
        one.points_gained.mean for one in heroes
    )
    return Cost(consequences, spent, _average(left) if some else None)


def _left(hero: FighterCount, begun: int) -> Mean:
    """The points that a hero has in the end: those of the beginning, with what was gained and
    without what was spent. Its interval is as wide as those of all of them together."""
    parts = [hero.points_gained, *hero.points_spent.values()]
    spent = sum(one.mean for one in hero.points_spent.values())
    mean = begun + hero.points_gained.mean - spent
    if any(one.high is None for one in parts):
        return Mean(mean, None, None)
    half = sum((one.high or 0.0) - one.mean for one in parts)
    return Mean(mean, max(0.0, mean - half), mean + half)


def _average(means: list[Mean]) -> Mean:
    """The average over some fighters. The half width of a mean of means is at most the mean of
    theirs, however they go together: so it covers enough."""
    mean = sum(one.mean for one in means) / len(means)
    if any(one.high is None for one in means):
        return Mean(mean, None, None)
    half = sum((one.high or 0.0) - one.mean for one in means) / len(means)
    return Mean(mean, max(0.0, mean - half), mean + half)


def _decisive(game: Game, found: Simulation, dice: list[float] | None) -> tuple[Decisive, ...]:
    """How much each fighter decides, with what breaks off from it."""
    whole = {
        side: sum(one.damage.mean for one in found.fighters if one.side == side)
        for side in ("players", "gm")
    }
    told = []
    for one in found.fighters:
        own = None
        if dice is not None:
            own = sum(
                share
                for share, fighter in zip(dice, game.encounter.fighters, strict=True)
                if one.id in (fighter.id, fighter.part_of)
            )
        harm = one.damage.mean / whole[one.side] if whole[one.side] else 0.0
        told.append(Decisive(one.id, one.name, one.side, harm, own, one.damage.mean))
    return tuple(told)
