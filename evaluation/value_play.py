"""Whether other weights of the value play better than those that predict best, or another contempt
for a conflict that nobody wins: `python -m evaluation.value_play tempo=0.25 numbers=1.5 contempt=0
[--conflicts 200] [--seed 1] [--small] [--in FILE …] [--json]`.

Two tacticians play each other, one with the named weights multiplied by those factors, in random
conflicts that nothing else is measured on: large ones (`tests.large`), or those of
`tests.generator`; or in scenarios of files. Each conflict is met in four pairs of battles, both
sides from either seat with the same dice, and in four of each tactician against itself, which show
how many end undecided; intervals come from resampling conflicts. An undecided battle is half a
victory for each.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from autogm.agents.battles import R_WINNER
from autogm.agents.playing import play_chunk
from autogm.agents.tactician import TacticianAgent
from autogm.engine.codes import UNDECIDED_WIN
from autogm.engine.game import Game, load_game
from autogm.lab.progress import status_line
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.turn.tactician import Tactician
from autogm.rules.loading import settle
from evaluation.arguments import count
from evaluation.value_fit import Figure, over_scenarios
from tests.generator import random_scenario
from tests.large import large_scenario

CONTEMPT = "contempt"
CONFLICTS, PAIRS = 200, 4
FIRST = 1_000_000  # conflicts of a seed are numbered from its multiple on


@dataclass(frozen=True)
class Compared:
    """How the changed tactician fared: its share of the points in so many battles against the usual
    one, and how many battles of either against itself end undecided."""

    share: Figure
    battles: int
    undecided: Figure
    undecided_usually: Figure

    def __str__(self) -> str:
        return (
            f"{self.share} of the points in {self.battles:,} battles; undecided against itself: "
            f"{self.undecided}, usually {self.undecided_usually}"
        )


class Changed(TacticianAgent):
    """A tactician with some weights of the value, or its contempt, multiplied."""

    def __init__(self, factors: dict[str, float]) -> None:
        def thinker(game: Game) -> Tactician:
            made = Tactician(game)
            for name, factor in factors.items():
                if name == CONTEMPT:
                    made.parameters[CONTEMPT] *= factor
                else:
                    made.parameters["weights"][0, FEATURES.index(name)] *= factor
            return made

        super().__init__(thinker=thinker)


def conflicts(write: Callable[[int], Scenario], seed: int) -> Iterator[Game]:
    """Random conflicts without end, each as it is written by its number."""
    number = FIRST * seed
    while True:
        number += 1
        try:
            yield Game(settle(write(number)))
        except ScenarioError:  # one in many asks for what cannot be settled
            continue


def compare(factors: dict[str, float], games: Iterable[Game], seed: int) -> Compared:
    """How a tactician with such changes fares in some conflicts."""
    changed, usual = Changed(factors), TacticianAgent()
    found = []
    for game in games:
        there, back, itself, usually = (
            play_chunk(game, seed, 0, PAIRS, seats).results[:, R_WINNER]
            for seats in (
                (changed, usual), (usual, changed), (changed, changed), (usual, usual),
            )
        )  # fmt: skip
        both = np.concatenate([there, back])
        won = (there == 1).sum() + (back == 2).sum() + (both == UNDECIDED_WIN).sum() / 2
        open_ends = ((one == UNDECIDED_WIN).mean() for one in (itself, usually))
        found.append((won / len(both), *open_ends))
    columns = np.array(found).T
    share, undecided, usually_so = (
        over_scenarios(column, np.arange(len(column)), seed) for column in columns
    )
    return Compared(share, 2 * PAIRS * len(found), undecided, usually_so)


def _factor(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    known = (*FEATURES, CONTEMPT)
    if name not in known:
        raise argparse.ArgumentTypeError(f"no weight is called `{name}`: {', '.join(known)}")
    try:
        return name, float(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text}`: {name} is multiplied by a number") from None


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.value_play", description=__doc__)
    parser.add_argument("factors", nargs="+", type=_factor, help="NAME=FACTOR of one")
    parser.add_argument("--conflicts", type=count, default=CONFLICTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="in small conflicts")
    parser.add_argument("--in", dest="files", nargs="+", type=Path, help="scenarios to play in")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    write = random_scenario if chosen.small else large_scenario
    factors, games = dict(chosen.factors), conflicts(write, chosen.seed)
    played = map(load_game, chosen.files) if chosen.files else islice(games, chosen.conflicts)
    with status_line("playing"):
        found = compare(factors, played, chosen.seed)
    if chosen.json:
        print(json.dumps({"factors": factors, "seed": chosen.seed} | asdict(found), indent=2))
    else:
        print(found)


if __name__ == "__main__":
    main()
