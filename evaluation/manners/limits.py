"""The rates of manners that agents are held to (`limits.yaml`): how often a battle each may be seen
in a few battles that are the same whenever they are played. `tests/evaluation/test_limits.py` plays
them.

A limit is what those few battles come to once in a thousand times at most if nothing has changed
but chance, by the rate that was counted in many others: the quantile of a Poisson count that
scatters as much, since what is rare or comes in heaps is far from even. It is never below one
sighting: a single one tells nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path

from autogm.model.source import read_source
from evaluation.manners.rates import Rate, Row, rate
from evaluation.manners.table import NAMES

LIMITS = Path(__file__).with_name("limits.yaml")
SELDOM = 0.001
"""How often a limit is passed by chance."""


@dataclass(frozen=True)
class Limits:
    """How often a battle each manner may be seen of an agent, in so many battles of each scenario,
    with a seed."""

    agent: str
    battles: int
    seed: int
    scenarios: tuple[str, ...]
    rates: Mapping[str, float]


def limits(path: Path = LIMITS) -> Limits:
    """The limits that are kept.

    Raises:
        ValueError: where a manner has no limit, or what has one is no manner.
    """
    data = read_source(path).data
    rates = {name: float(most) for name, most in data["rates"].items()}
    if set(rates) != set(NAMES):
        wrong = sorted(set(rates) ^ set(NAMES))
        raise ValueError(f"{path}: a limit for each manner, and no other: {', '.join(wrong)}")
    return Limits(data["agent"], data["battles"], data["seed"], tuple(data["scenarios"]), rates)


def limit_of(found: Rate, counted: int, held: int) -> float:
    """The limit in `held` battles for a rate of `counted` battles over the same scenarios."""
    if not found.mean:
        return 1.0 / held
    count = held / counted / found.variance  # that has the relative variance of so few
    return max(1.0 / held, found.mean * _seldom_more(count) / count)


def _seldom_more(mean: float) -> int:
    """What a Poisson count of that mean, below 700, seldom exceeds."""
    number, chance = 0, exp(-mean)
    below = chance
    while 1.0 - below > SELDOM:
        number += 1
        chance *= mean / number
        below += chance
    return number


def beyond(rows: Sequence[Row], most: Limits) -> dict[str, tuple[float, float]]:
    """The manners of some rows of one agent that are seen more often than they may be: each rate
    and its limit."""
    found = {name: rate(name, rows) for name in NAMES}
    return {
        name: (one.mean, most.rates[name])
        for name, one in found.items()
        if one is not None and one.mean > most.rates[name]
    }
