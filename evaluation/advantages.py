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
from operator import mul
from typing import Any

import numpy as np

from autogm.agents.base import Agent
from autogm.agents.roster import seats
from autogm.analysis.intervals import Z95, Difference, Mean, Share, ratio_of
from autogm.analysis.pairs import difference
from autogm.analysis.student import student
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
class Change:
    """One conflict, without the two rules and with them: shares of wins and of what ends undecided,
    mean exchanges, shares of turns that create an advantage; `wins_by` and `longer_by` are what
    the rules change, by pairs of battles."""

    scenario: str
    wins: tuple[float, float]
    wins_by: Difference
    undecided: tuple[float, float]
    exchanges: tuple[float, float]
    longer_by: Mean
    creates: tuple[Share, Share]


def change(name: str, battles: int, read: int, agent: str, seed: int) -> Change:
    """What the rules change in one conflict."""
    _, files = read_noted(shipped()[name])
    without = with_changes(files, read_changes(SWITCHED_OFF))
    found: list[tuple[Simulation, Share]] = []
    for texts in (without, files):
        game: Any = read_kept(texts).game()
        players = seats(agent, encounter=game.encounter)
        played = simulate(game, battles, seed, players, measures=True)
        found.append((played, prepares(game, player(agent), read, seed)))
    (off, off_creates), (on, on_creates) = found
    lengths = [np.frombuffer(one.lengths, np.uint8).astype(float) for one in (off, on)]
    longer = lengths[1] - lengths[0]
    half = student(Z95, battles - 1) * float(longer.std(ddof=1)) / sqrt(battles)
    mean = float(longer.mean())
    return Change(
        name,
        (off.wins["players"].share, on.wins["players"].share),
        difference(off.results, on.results),
        (off.undecided.share, on.undecided.share),
        (float(lengths[0].mean()), float(lengths[1].mean())),
        Mean(mean, mean - half, mean + half),
        (off_creates, on_creates),
    )


def prepares(game: Any, agent: Agent, battles: int, seed: int) -> Share:
    """Of the turns used for an attack or an advantage, the share used for an advantage."""
    parts, wholes = list[int](), list[int]()
    for number in range(battles):
        seen = [one.odd for one in creates(watch(game, seed, number, agent))]
        parts.append(sum(seen))
        wholes.append(len(seen))
    products = sum(map(mul, parts, wholes))
    squares, whole_squares = (sum(map(mul, one, one)) for one in (parts, wholes))
    return ratio_of(sum(parts), squares, products, sum(wholes), whole_squares, battles)


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
            f"{share.share:.0%} ({100 * share.low:.0f}–{100 * share.high:.0f})"
            for share in (without, with_them)
        ),
    )


def _gap(gap: Difference | Mean, unit: int) -> str:
    mean, low, high = (f"{unit * one:+.1f}" for one in (gap.mean, gap.low or 0.0, gap.high or 0.0))
    return f"{mean} ({low} to {high})"


if __name__ == "__main__":
    sys.exit(main())
