"""Whether other weights of the value play better than those that predict best:
`python -m evaluation.value_play tempo=0.25 numbers=1.5 [--conflicts 200] [--seed 1] [--small]
[--json]`.

Two tacticians play each other, one with the weights named multiplied by so much, in random
conflicts that nothing else is measured on: large ones (`tests.large`), or those of
`tests.generator`. Each conflict is met in four pairs of battles, both sides from either seat with
the same dice; the interval comes from drawing conflicts anew. An undecided battle is half a
victory for each.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice

import numpy as np

from autogm.agents.minds import Minds
from autogm.agents.tactician import TacticianAgent
from autogm.engine.codes import UNDECIDED_WIN
from autogm.engine.game import Game
from autogm.lab.battles import R_WINNER
from autogm.lab.progress import status_line
from autogm.lab.simulate import play_chunk
from autogm.model.faults import ScenarioError
from autogm.planner.tactician import Tactician
from autogm.planner.weights import FEATURES
from autogm.rules.loading import settle
from evaluation.arguments import count
from evaluation.value_fit import Figure, over_scenarios
from tests.generator import random_scenario
from tests.large import large_scenario

CONFLICTS, PAIRS = 200, 4
FIRST = 1_000_000  # conflicts of a seed are numbered from its multiple on


class Changed(TacticianAgent):
    """A tactician with some weights of the value multiplied."""

    def __init__(self, factors: dict[str, float]) -> None:
        def mind(game: Game) -> Tactician:
            made = Tactician(game)
            for name, factor in factors.items():
                made.judge["weights"][0, FEATURES.index(name)] *= factor
            return made

        self._minds = Minds(mind)


def conflicts(seed: int, *, small: bool) -> Iterator[Game]:
    """Random conflicts without end."""
    write = random_scenario if small else large_scenario
    number = FIRST * seed
    while True:
        number += 1
        try:
            yield Game(settle(write(number)))
        except ScenarioError:  # what one in many asks for cannot be settled
            continue


def compare(
    factors: dict[str, float], number: int, seed: int, *, small: bool = False
) -> tuple[Figure, int]:
    """The share of the points that the changed tactician takes in so many conflicts, and of how
    many battles."""
    changed, usual = Changed(factors), TacticianAgent()
    scores: list[float] = []
    for game in islice(conflicts(seed, small=small), number):
        there = play_chunk(game, seed, 0, PAIRS, (changed, usual)).results[:, R_WINNER]
        back = play_chunk(game, seed, 0, PAIRS, (usual, changed)).results[:, R_WINNER]
        won = (there == 1).sum() + (back == 2).sum()
        even = (there == UNDECIDED_WIN).sum() + (back == UNDECIDED_WIN).sum()
        scores.append(float(won + even / 2) / (2 * PAIRS))
    figure = over_scenarios(np.array(scores), np.arange(len(scores)), seed)
    return figure, 2 * PAIRS * len(scores)


def _factor(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    if name not in FEATURES:
        raise argparse.ArgumentTypeError(f"no weight is called `{name}`: {', '.join(FEATURES)}")
    try:
        return name, float(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text}`: {name} is multiplied by a number") from None


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.value_play", description=__doc__)
    parser.add_argument("factors", nargs="+", type=_factor, help="NAME=FACTOR of a weight")
    parser.add_argument("--conflicts", type=count, default=CONFLICTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="in small conflicts")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    factors = dict(chosen.factors)
    with status_line("playing"):
        figure, battles = compare(factors, chosen.conflicts, chosen.seed, small=chosen.small)
    if chosen.json:
        found = {"factors": factors, "seed": chosen.seed, "battles": battles}
        print(json.dumps(found | {"share": asdict(figure)}, indent=2))
    else:
        print(f"{figure} of {battles:,} battles")


if __name__ == "__main__":
    main()
