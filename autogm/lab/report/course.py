"""How it stood for the players as the exchanges of battles began, by what the loops noted of each
battle (`autogm.agents.measured`), and which battles are told for it. It is an estimate by how the
sides stood, set to what all battles showed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING

import numpy as np

from autogm.model.words import SIDES
from autogm.planner.evaluation.weights import FEATURES, shipped_weights

if TYPE_CHECKING:
    from autogm.lab.simulate import Simulation

UNDECIDED = "undecided"
LEAST_CHANCE = 1e-4
"""Chances nearer to 0 or 1 are as good as certain."""
ALIKE = 0.02
"""How far battles stood from even on the way that differ by less are alike."""


@dataclass(frozen=True)
class Line:
    """One battle: its number, who won (`players`, `gm`, `undecided`), the exchange it ended in, and
    the players' chance at each exchange that is noted as it began, and at the end."""

    number: int
    winner: str
    exchanges: int
    chances: tuple[float, ...]


def lines_of(found: Simulation, score: float) -> list[Line]:
    """The lines of all battles that were measured; `score` is the players' share of wins, draws
    counted half. A battle's log-odds are those of the score, moved by as much as the sides stand
    otherwise than they do on average as battles begin."""
    if found.course is None or not len(found.course):
        return []
    weights = np.array([shipped_weights().win[name] for name in FEATURES])
    odds = found.course.reshape(len(found.course), -1, len(FEATURES)) @ weights
    first = odds[:, 0]
    start = 0.0 if np.isnan(first).all() else float(np.nanmean(first))
    base, lines = log_odds(score), list[Line]()
    for number, stood in enumerate(odds):
        noted = np.flatnonzero(~np.isnan(stood))
        won, last = found.winners[number], found.lengths[number]
        winner = SIDES[won - 1] if won in (1, 2) else UNDECIDED
        chances = [1 / (1 + exp(start - stood[n] - base)) for n in noted]
        end = {"players": 1.0, "gm": 0.0, UNDECIDED: 0.5}[winner]
        lines.append(Line(number, winner, last, (*chances, end)))
    return lines


def log_odds(chance: float) -> float:
    """The logarithm of the odds of a chance, which is kept away from 0 and 1."""
    inside = min(1 - LEAST_CHANCE, max(LEAST_CHANCE, chance))
    return log(inside / (1 - inside))


def chosen(battles: Sequence[Line]) -> dict[str, Line]:
    """The battles that are told: the `typical` one ends as most do, and its length and its chances
    on the way are nearest to the mean of those; the `closest` is nearest to even on the way; the
    most `one-sided` is farthest from it, among the shortest. No battle is told twice, and where all
    are alike the typical one stands for them."""
    if not battles:
        return {}
    found: dict[str, Line] = {}
    wins = Counter(one.winner for one in battles)
    usual = wins.most_common(1)[0][0]
    alike = [one for one in battles if one.winner == usual]
    length = sum(one.exchanges for one in alike) / len(alike)
    middle = sum(_tilt(one) for one in alike) / len(alike)

    def strange(one: Line) -> float:
        far = abs(one.exchanges - length) / max(1.0, length)
        return far + abs(_tilt(one) - middle)

    found["typical"] = min(alike, key=lambda one: (strange(one), one.number))
    rest = [one for one in battles if one is not found["typical"]]
    tilts = [_apart(one) for one in battles]
    if max(tilts) - min(tilts) < ALIKE:
        return found
    if rest:
        found["closest"] = min(rest, key=lambda one: (_apart(one), one.number))
    rest = [one for one in rest if one is not found["closest"]]
    if rest:
        found["most one-sided"] = max(
            rest, key=lambda one: (_apart(one) - 0.01 * one.exchanges, -one.number)
        )
    return found


def _tilt(battle: Line) -> float:
    told = battle.chances[:-1] or battle.chances
    return sum(told) / len(told)


def _apart(battle: Line) -> float:
    """How far from even it stood, on the mean over its exchanges; the beginning, which is nearly
    the same in all battles, does not count unless there is nothing else."""
    told = battle.chances[1:-1] or battle.chances
    return sum(abs(one - 0.5) for one in told) / len(told)
