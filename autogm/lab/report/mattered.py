"""What mattered: how much oftener, or more seldom, the players win without each thing that can be
taken out, by battles with the same dice as those of the conflict as it is. What came up in none of
the battles that were followed is not played again, and what there is no time for is named.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autogm.analysis.intervals import Difference
from autogm.lab.compare import difference_of
from autogm.lab.report.removals import Removal

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.engine.game import Game

LEAST = 40
"""Battles without something that are worth playing: fewer tell nothing."""
Prepare = Callable[[Removal], "tuple[Game, tuple[Agent, Agent]]"]


class NotPlayable(ValueError):  # noqa: N818
    """Without something it is no conflict any more: why."""


@dataclass(frozen=True)
class Effect:
    """What taking one thing out changed: the players' share of wins, over so many pairs."""

    removal: Removal
    difference: Difference
    battles: int


@dataclass(frozen=True)
class Mattered:
    """What was found, the largest first; what came up in no battle; what there was no time for; and
    what cannot be taken out, with why."""

    effects: tuple[Effect, ...] = ()
    unused: tuple[Removal, ...] = ()
    untried: tuple[Removal, ...] = ()
    impossible: tuple[tuple[Removal, str], ...] = ()


def in_order(
    removals: Sequence[Removal], came_up: dict[tuple[str, str, str], int]
) -> tuple[list[Removal], list[Removal]]:
    """What is tried, and what came up in no battle: fighters first, then what came up most."""
    tried, unused = list[Removal](), list[Removal]()
    for one in removals:
        shows = one.kind == "aspect" or (one.kind == "stunt" and one.shows)
        (unused if shows and not came_up.get(one.key) else tried).append(one)
    rank = {"fighter": 0}
    tried.sort(key=lambda one: (rank.get(one.kind, 1), -came_up.get(one.key, 0)))
    return tried, unused


def what_mattered(
    removals: Sequence[Removal],
    came_up: dict[tuple[str, str, str], int],
    prepare: Prepare,
    winners: bytes,
    seed: int,
    pace: float,
    until: float,
    workers: int | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Mattered:
    """Play without each thing, as many battles as there is time for until `until` (of
    `time.perf_counter`), at most those of which `winners` are known; one took some `pace`
    seconds."""
    from autogm.lab.simulate import simulate

    tried, unused = in_order(removals, came_up)
    room = max(0.0, until - time.perf_counter())
    least = min(LEAST, len(winners))
    most = int(room / max(pace, 1e-6))
    kept, untried = tried, list[Removal]()
    if tried and most // len(tried) < least:
        fits = most // least
        kept, untried = tried[:fits], tried[fits:]
    battles = min(len(winners), max(least, most // max(1, len(kept))))
    effects, impossible = list[Effect](), list[tuple[Removal, str]]()
    for number, one in enumerate(kept):
        if time.perf_counter() > until:
            untried = [*kept[number:], *untried]
            break
        tell(f"playing without {one.words} ({number + 1} of {len(kept)})")
        try:
            game, agents = prepare(one)
        except NotPlayable as error:
            impossible.append((one, str(error)))
            continue
        found = simulate(game, battles, seed, agents, workers=workers)
        gap = difference_of(winners[:battles], found.winners)
        effects.append(Effect(one, gap, battles))
    effects.sort(key=lambda one: (-abs(one.difference.mean), one.removal.words))
    return Mattered(tuple(effects), tuple(unused), tuple(untried), tuple(impossible))
