"""What taking the luck of the dice out of a share of wins is worth:
`python -m evaluation.luck [--scenarios NAMES] [--battles N] [--seed S] [--agents WHO] [--json]`.

Each scenario is played with and without noting its dice, in turns on one core. Told is how many
times as many battles plain counting would take for an interval as narrow (the gain), how much
longer battles take that note their dice, and what is left of the gain for a second of the
processor; and, of battles with other dice, four times as many, how far the share without luck lies
from plain counting, in standard errors of both.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt

import numpy as np

from autogm.agents.roster import seats
from autogm.analysis.intervals import Z95
from autogm.analysis.luck import adjusted, controls
from autogm.engine.game import Game, load_game
from autogm.lab.simulate import Simulation, simulate
from autogm.model.library import shipped
from evaluation.arguments import count, some_of
from evaluation.tables import console, plain_table

SCENARIOS = (
    "duel", "lizardfolk-camp", "aether-storm", "loading-bay", "autarch-skirmish", "mountain-path",
    "royal-court",
)  # fmt: skip
BATTLES, SEED, AGENTS = 1_000, 1, "tactician"
TURNS = 4
"""Parts of the battles that are timed in turns, ..."""
LONG = 1.0
"""... again until that takes so many seconds of the processor at least."""
OTHERS = 4
OTHER_DICE = 1_000_003


@dataclass(frozen=True)
class Worth:
    """What the luck of one scenario's dice is worth; `gain` is 1 where nothing is gained by it.
    `apart` is the distance from plain counting, in standard errors."""

    scenario: str
    share: float
    gain: float
    longer: float
    apart: float

    @property
    def a_second(self) -> float:
        """How many times as many battles a second of the processor is worth."""
        return self.gain / self.longer


def worth(name: str, battles: int, seed: int, agents: str) -> Worth:
    """Play one scenario."""
    game = load_game(name)
    seconds = {False: 0.0, True: 0.0}
    for measures in (False, True):  # loaded before anything is timed
        _played(game, battles // TURNS, seed, agents, measures=measures)
    part = 0
    while part < TURNS or seconds[False] < LONG:
        for measures in (part % 2 == 0, part % 2 == 1):
            began = time.process_time()
            _played(game, battles // TURNS, seed + part, agents, measures=measures)
            seconds[measures] += time.process_time() - began
        part += 1
    found = _played(game, battles, seed, agents, measures=True)
    results = (np.frombuffer(found.winners, np.int8) == 1).astype(np.float64)
    assert found.luck is not None
    sides = [0 if one.side == "players" else 1 for one in game.encounter.fighters]
    told = adjusted(results, controls(found.luck, sides))
    others = _played(game, OTHERS * battles, seed + OTHER_DICE, agents, measures=False)
    counted = others.wins["players"].share
    mean, half = results.mean(), Z95 * results.std() / sqrt(battles)
    if told is not None:
        mean, half = told.mean, (told.high - told.low) / 2
    error = sqrt((half / Z95) ** 2 + counted * (1 - counted) / others.battles)
    return Worth(
        name,
        float(mean),
        1.0 if told is None else told.gain,
        seconds[True] / seconds[False],
        abs(float(mean) - counted) / error if error else 0.0,
    )


def _played(game: Game, battles: int, seed: int, agents: str, *, measures: bool) -> Simulation:
    players = seats(agents, encounter=game.encounter)
    return simulate(game, battles, seed, players, workers=1, measures=measures)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.luck", description=__doc__)
    parser.add_argument(
        "--scenarios", type=some_of("scenario", sorted(shipped())), default=SCENARIOS
    )
    parser.add_argument("--battles", type=count, default=BATTLES)
    parser.add_argument("--seed", type=count, default=SEED)
    parser.add_argument("--agents", default=AGENTS)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    found = []
    for one in asked.scenarios:
        found.append(worth(one, asked.battles, asked.seed, asked.agents))
        print(" ".join(_row(found[-1])), file=sys.stderr, flush=True)
    if asked.json:
        print(json.dumps([asdict(one) | {"a_second": one.a_second} for one in found]))
        return 0
    title = f"{asked.agents}, {asked.battles:,} battles, seed {asked.seed}"
    heads = ("players win", "gain", "longer", "gain a second", "from plain counting")
    table = plain_table(title, "scenario", *heads)
    for one in found:
        table.add_row(*_row(one))
    console().print(table)
    return 0


def _row(one: Worth) -> tuple[str, ...]:
    return (
        one.scenario,
        f"{one.share:.1%}",
        f"{one.gain:.2f}",
        f"{one.longer - 1:+.1%}",
        f"{one.a_second:.2f}",
        f"{one.apart:.1f} errors",
    )


if __name__ == "__main__":
    sys.exit(main())
