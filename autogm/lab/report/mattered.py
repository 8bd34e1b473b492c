"""What mattered: how much oftener, or more seldom, the players win without each thing that can be
taken out, by battles with the same dice as those of the conflict as it is. What came up in none of
the battles that were looked through is not tried, and what there is no time for is named.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autogm.analysis.intervals import Difference
from autogm.analysis.pairs import Results, difference_from_more
from autogm.lab.report.removals import Removal

LEAST = 40
"""Battles without something that are worth playing: fewer tell nothing."""
Play = Callable[[Removal, int], Results]
"""Plays so many battles without something. It raises `NotPlayable`."""


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
    """What was found, the largest first, and the share that the players `won` of so many battles as
    it is; what came up in no battle; what there was no time for; and what cannot be taken out,
    with why."""

    effects: tuple[Effect, ...] = ()
    won: float = 0.0
    battles: int = 0
    unused: tuple[Removal, ...] = ()
    untried: tuple[Removal, ...] = ()
    impossible: tuple[tuple[Removal, str], ...] = ()


def in_order(
    removals: Sequence[Removal], came_up: dict[tuple[str, str, str], int]
) -> tuple[list[Removal], list[Removal]]:
    """What is tried, who takes part first and then what came up most; and what came up in no
    battle."""
    tried, unused = list[Removal](), list[Removal]()
    for one in removals:
        shows = one.shows and one.kind in ("aspect", "stunt")
        (unused if shows and not came_up.get(one.key) else tried).append(one)
    rank = dict.fromkeys(("fighter", "character", "card"), 0)
    tried.sort(key=lambda one: (rank.get(one.kind, 1), -came_up.get(one.key, 0)))
    return tried, unused


def what_mattered(
    removals: Sequence[Removal],
    came_up: dict[tuple[str, str, str], int],
    play: Play,
    as_it_is: Results,
    pace: float,
    until: float,
    tell: Callable[[str], None] = lambda _: None,
) -> Mattered:
    """Play without each thing, as many battles as there is time for until `until` (of
    `time.perf_counter`), at most those that it was played `as_it_is`; one took some `pace`
    seconds. `play` meets the same dice."""
    tried, unused = in_order(removals, came_up)
    room = max(0.0, until - time.perf_counter())
    least = min(LEAST, len(as_it_is))
    most = int(room / max(pace, 1e-6))
    kept, untried = tried, list[Removal]()
    if tried and most // len(tried) < least:
        fits = most // least
        kept, untried = tried[:fits], tried[fits:]
    battles = min(len(as_it_is), max(least, most // max(1, len(kept))))
    effects, impossible = list[Effect](), list[tuple[Removal, str]]()
    for number, one in enumerate(kept):
        if time.perf_counter() > until:
            untried = [*kept[number:], *untried]
            break
        tell(f"playing without {one.words} ({number + 1} of {len(kept)})")
        try:
            found = play(one, battles)
        except NotPlayable as error:
            impossible.append((one, str(error)))
            continue
        gap = difference_from_more(as_it_is, found)
        effects.append(Effect(one, gap, battles))
    effects.sort(key=lambda one: (-abs(one.difference.mean), one.removal.words))
    won = float(as_it_is.won.mean()) if effects else 0.0
    return Mattered(
        tuple(effects), won, len(as_it_is), tuple(unused), tuple(untried), tuple(impossible)
    )
