"""How strong agents are in games other than conflicts, each against each: `python -m
evaluation.scenes [--agents A,B,…] [--files FILE,…] [--plays 100] [--seed 1] [--minutes 10]
[--json]`.

Two agents play each file with the sides exchanged and the same seeds. What one gains over the other
is half of what the players are worth more (u, `returns`) with it on their side than with the other,
so that a file which favours a side favours nobody. Intervals are of 95%, over the pairs of plays of
all files; the files themselves are taken as given. Where the minutes are over, the pairs that are
played count. `part:LEVEL` is the planner that looks at a part before each choice, as in scenes that
are too large to be solved, also where a scene is not.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import Any

from autogm.agents.ahead import LookingAhead
from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.names import known
from autogm.agents.plain import played
from autogm.agents.roster import agent
from autogm.game.contract import Game
from autogm.game.registry import load_game
from autogm.planner.levels import LEVELS, setting
from evaluation.arguments import above_zero, agents, count
from evaluation.tables import console, plain_table

SCENES = Path(__file__).parents[1] / "scenarios" / "scenes"
NAMES = ("random", "frugal", *(f"planner:{level.name}" for level in LEVELS))
PART = "part:"
Z95 = 1.96


class InPart:
    """The planner of a level that never solves a whole scene."""

    def __init__(self, level: str) -> None:
        self.name = f"{PART}{level}"
        self._ahead = LookingAhead(setting(level), whole=False)

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """The choice that looks best."""
        return self._ahead.decide(state, source)


def in_full(name: str) -> str:
    """The whole name of an agent, or of one that looks in part."""
    if not name.startswith(PART):
        return known(name)
    return f"{PART}{known(name.replace(PART, 'planner:', 1)).partition(':')[2]}"


def called(name: str) -> Agent:
    """The agent of a whole name."""
    return InPart(name.removeprefix(PART)) if name.startswith(PART) else agent(name)


@dataclass(frozen=True)
class Gain:
    """What one agent gains over another by a play, and from where to where that may be."""

    one: str
    other: str
    gain: float
    low: float
    high: float
    pairs: int


def worth(game: Game, seed: int, battle: int, players: Agent, gm: Agent) -> float:
    """What a play is worth to the players, in the end."""
    end = None
    for step in played(game, seed, battle, (players, gm)):
        end = step.after
    assert end is not None
    found: tuple[float, float] = end.returns()
    return found[0]


def gains(games: Sequence[Game], one: str, other: str, plays: int, seed: int) -> Iterator[float]:
    """What one gains over the other in each pair of plays, file after file."""
    first, second = called(one), called(other)
    for battle in range(plays):
        for game in games:
            yield (
                worth(game, seed, battle, first, second) - worth(game, seed, battle, second, first)
            ) / 2.0


def compared(
    games: Sequence[Game], names: Sequence[str], plays: int, seed: int, minutes: float
) -> list[Gain]:
    """Each agent against each of those before it; every two have the same share of the time, and
    what one leaves goes to those after it."""
    meetings = list(combinations(names, 2))
    ends = time.monotonic() + 60.0 * minutes
    found = []
    for number, (other, one) in enumerate(meetings):
        until = time.monotonic() + (ends - time.monotonic()) / (len(meetings) - number)
        values: list[float] = []
        for value in gains(games, one, other, plays, seed):
            values.append(value)
            if len(values) > 1 and time.monotonic() > until:
                break
        mean, half = fmean(values), Z95 * sqrt(variance(values) / len(values))
        found.append(Gain(one, other, mean, mean - half, mean + half, len(values)))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", type=partial(agents, in_full=in_full), default=NAMES)
    parser.add_argument("--files", default=",".join(map(str, sorted(SCENES.glob("*.yaml")))))
    parser.add_argument("--plays", type=count, default=100, help="pairs of plays of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=above_zero, default=10.0)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    asked = parser.parse_args(arguments)
    games = [load_game(Path(one)) for one in asked.files.split(",")]
    found = compared(games, asked.agents, asked.plays, asked.seed, asked.minutes)
    if asked.json:
        print(json.dumps([asdict(one) for one in found], indent=2))
        return
    table = plain_table(
        f"What one gains over the other by a play of {len(games)} files, seed {asked.seed}",
        "agent", "over", "u", "95% interval", "pairs",
    )  # fmt: skip
    for one in found:
        between = f"{one.low:+.3f} to {one.high:+.3f}"
        table.add_row(one.one, one.other, f"{one.gain:+.3f}", between, str(one.pairs))
    console().print(table)


if __name__ == "__main__":
    main()
