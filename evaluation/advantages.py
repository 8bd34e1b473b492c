"""What the two rules that make preparing harder change (C5, an able enemy near opposes; C6, the
skill must suit): `python -m evaluation.advantages [--scenarios NAMES] [--battles N] [--read N]
[--agent WHO] [--seed S] [--json]`.

Each conflict that ships is played with both rules and without them (`SWITCHED_OFF`), by the same
agents with the same dice. Told are both shares of the players' wins and of what ends undecided, the
mean exchange in which battles end, and of all turns used for an attack or an advantage the share
used for an advantage, counted in the first `--read` battles; with 95% intervals, those of
differences by pairs of battles.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np

from autogm.agents.base import Agent
from autogm.agents.roster import seats
from autogm.analysis.intervals import Z95
from autogm.analysis.pairs import difference
from autogm.game.plays import read_kept, read_noted
from autogm.lab.simulate import Simulation, simulate
from autogm.model.library import shipped
from autogm.model.variants import read_changes, with_changes
from evaluation.arguments import count, some_of
from evaluation.manners.battle import watch
from evaluation.manners.turns import creates
from evaluation.players import player
from evaluation.tables import console, plain_table

SWITCHED_OFF = "rules.advantage_opposed=nobody; rules.unsuited_skill=0"
BATTLES, READ, SEED, AGENT = 300, 30, 1, "tactician"


@dataclass(frozen=True)
class Figure:
    """A figure with its 95% interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Change:
    """One conflict, without the two rules and with them: shares of wins and of what ends undecided,
    mean exchanges, shares of turns that create an advantage; `wins_by` and `longer_by` are what
    the rules change, by pairs of battles."""

    scenario: str
    wins: tuple[float, float]
    wins_by: Figure
    undecided: tuple[float, float]
    exchanges: tuple[float, float]
    longer_by: Figure
    creates: tuple[Figure, Figure]


def change(name: str, battles: int, read: int, agent: str, seed: int) -> Change:
    """What the rules change in one conflict."""
    _, files = read_noted(shipped()[name])
    without = with_changes(files, read_changes(SWITCHED_OFF))
    found: list[tuple[Simulation, Figure]] = []
    for texts in (without, files):
        game: Any = read_kept(texts).game()
        players = seats(agent, encounter=game.encounter)
        played = simulate(game, battles, seed, players, measures=True)
        found.append((played, prepares(game, player(agent), read, seed)))
    (off, off_creates), (on, on_creates) = found
    gap = difference(off.results, on.results)
    lengths = [np.frombuffer(one.lengths, np.uint8).astype(float) for one in (off, on)]
    longer = lengths[1] - lengths[0]
    half = Z95 * float(longer.std(ddof=1)) / sqrt(battles)
    mean = float(longer.mean())
    return Change(
        name,
        (off.wins["players"].share, on.wins["players"].share),
        Figure(gap.mean, gap.low, gap.high),
        (off.undecided.share, on.undecided.share),
        (float(lengths[0].mean()), float(lengths[1].mean())),
        Figure(mean, mean - half, mean + half),
        (off_creates, on_creates),
    )


def prepares(game: Any, agent: Agent, battles: int, seed: int) -> Figure:
    """Of the turns used for an attack or an advantage, the share used for an advantage: a ratio of
    sums over battles, whose error is that of its residuals."""
    odd, of = np.zeros(battles), np.zeros(battles)
    for number in range(battles):
        seen = [one.odd for one in creates(watch(game, seed, number, agent))]
        odd[number], of[number] = sum(seen), len(seen)
    if not of.sum():
        return Figure(0.0, 0.0, 0.0)
    share = float(odd.sum() / of.sum())
    half = Z95 * float(np.sqrt(((odd - share * of) ** 2).sum())) / float(of.sum())
    return Figure(share, max(0.0, share - half), min(1.0, share + half))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.advantages", description=__doc__)
    conflicts = sorted(name for name, path in shipped().items() if "scenes" not in path.parts)
    parser.add_argument("--scenarios", type=some_of("scenario", conflicts), default=conflicts)
    parser.add_argument("--battles", type=count, default=BATTLES)
    parser.add_argument("--read", type=count, default=READ)
    parser.add_argument("--agent", default=AGENT)
    parser.add_argument("--seed", type=count, default=SEED)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    found = []
    for name in asked.scenarios:
        found.append(change(name, asked.battles, asked.read, asked.agent, asked.seed))
        print(" ".join(_row(found[-1])), file=sys.stderr, flush=True)
    if asked.json:
        print(json.dumps([asdict(one) for one in found]))
        return 0
    title = (
        f"{asked.battles} battles of {asked.agent} ({asked.read} read), seed {asked.seed}: "
        "without C5 and C6, with them"
    )
    heads = ("players win", "by points", "undecided", "exchanges", "by", "create")
    table = plain_table(title, "scenario", *heads)
    for one in found:
        table.add_row(*_row(one))
    console().print(table)
    return 0


def _row(one: Change) -> tuple[str, ...]:
    without, with_them = one.creates
    return (
        one.scenario,
        f"{one.wins[0]:.0%} {one.wins[1]:.0%}",
        _gap(one.wins_by, 100),
        f"{one.undecided[0]:.0%} {one.undecided[1]:.0%}",
        f"{one.exchanges[0]:.1f} {one.exchanges[1]:.1f}",
        _gap(one.longer_by, 1),
        " ".join(
            f"{share.mean:.0%} ({100 * share.low:.0f}–{100 * share.high:.0f})"
            for share in (without, with_them)
        ),
    )


def _gap(gap: Figure, unit: int) -> str:
    mean, low, high = (f"{unit * one:+.1f}" for one in (gap.mean, gap.low, gap.high))
    return f"{mean} ({low} to {high})"


if __name__ == "__main__":
    sys.exit(main())
