"""How much better samples choose than the tactician, without battles of whom they choose for:
`python -m evaluation.sampling [--levels great,…] [--turns 160] [--seed 1] [--json]`.

Turns of five fighters and more are drawn by lot from battles of tacticians in random large
conflicts. Every choice that the rollouts ask about is sampled many times: what they ask for comes
from the first samples, and what a choice is truly worth at the end of the next exchange is the mean
of `HELD` others, which no search sees. Told is, for each level's positions, on how many turns
another choice than the tactician's is taken, and by how much it is better, a turn; and the same of
whoever knew the mean of all the first samples of every choice. What is changed in how samples are
shared out or believed shows here in minutes, where battles take hours; but only battles tell what
many choices come to, and what samples to the end of the next exchange do not see.

Figures are in halves of what lies between losing and winning, for the side that chooses; intervals
are of 95%, from drawing the turns anew.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from autogm.engine.codes import PLAYERS
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.lab.progress import status_line
from autogm.planner.levels import BY_NAME
from autogm.planner.planner import positions_for
from autogm.planner.search.rollouts import ENDLESS, Rollouts, Root, Sampler, fighters_in
from autogm.planner.search.samples import END_OF_SAMPLE, FOUND
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import Tactician
from autogm.rules.loading import settle
from evaluation.afterwards import figure
from evaluation.arguments import count, some_of
from evaluation.foresight import drawn_turn
from evaluation.tables import console, plain_table
from evaluation.value_fit import Figure
from tests.large import large_scenario

Array = np.ndarray[Any, Any]

FIRST = 9_000_000  # large conflicts are numbered from here: nothing else uses them
FEWEST = 5  # fighters in play
ASKED, HELD = 160, 120
"""Samples of a choice that a search may ask for, and those that tell what it is truly worth."""
BOUNDLESS = 1 << 40
EVER = 1 << 50  # positions of whoever asks for all
KNOWING = "all of the samples"
LEVELS, TURNS, SEED = "great,superb,fantastic,epic,legendary", 160, 1


class Deck(Sampler):
    """Samples each choice of one position once, and deals from that. `ends` has, for each choice
    that was asked about, the mean of what `HELD` other samples to the end of the next exchange
    ended with."""

    def __init__(self, tactician: Tactician) -> None:
        super().__init__(tactician)
        self.worths = dict[int, float]()
        self.ends = dict[int, float]()
        self.dealt = dict[tuple[int, int], list[tuple[Array, int]]]()

    def play(
        self, root: Root, side: int, exchange: int, acted: int, key: int, begin: int, end: int,
        most: int, turns: int = ENDLESS,
    ) -> tuple[Array, int]:  # fmt: skip
        """Samples number `begin` up to `end`, as far as `most` steps take them."""
        self.worths.setdefault(root.place, root.worth)
        dealt = self.dealt.setdefault((root.place, turns), [])
        for one in range(len(dealt), min(end, ASKED)):
            dealt.append(
                super().play(root, side, exchange, acted, key, one, one + 1, BOUNDLESS, turns)
            )
        if root.place not in self.ends:
            numbers = ASKED, ASKED + HELD
            held, _ = super().play(root, side, exchange, acted, key, *numbers, BOUNDLESS)
            self.ends[root.place] = float(held[:, END_OF_SAMPLE].mean())
        found, spent = [np.zeros((0, FOUND))], 0
        for sample, steps in dealt[begin : max(begin, end)]:
            if spent + steps > most:
                return np.concatenate(found), most
            found, spent = [*found, sample], spent + steps
        return np.concatenate(found), spent


@dataclass(frozen=True)
class Gain:
    """What the choices of a search are worth beside the tactician's: on how many of the turns it
    chooses otherwise, its samples of the choice that it takes on average, and by how much its
    choices are better, a turn."""

    who: str
    turns: int
    otherwise: int
    samples: float
    better: Figure


@dataclass(frozen=True)
class Taken:
    """What was taken on one turn, of how many samples, and how much better than the tactician's it
    is."""

    otherwise: bool
    samples: int
    better: float


def taken_on(state: State, positions: Sequence[int]) -> list[Taken]:
    """What searches of so many positions for a turn take, and last whoever knows all samples; none
    where there is nothing to sample, or a search that affords no samples takes what is asked about
    by no other."""
    tactician = Tactician(state.game)
    deck = Deck(tactician)
    rollouts = Rollouts(tactician, samplers=[deck])
    side = state.current_player()
    scale = (1.0 if side == PLAYERS else -1.0) / float(tactician.parameters["swing"][0])
    best = [rollouts.search(state, positions_for(state, most)).best for most in positions]
    rollouts.search(state, EVER)  # samples all that it asks about, as long as they go
    asked = {place: rows for (place, _), rows in sorted(deck.dealt.items()) if len(rows) == ASKED}
    if not asked or any(one.place not in asked for one in best):
        return []
    first = min(asked, key=lambda place: rank(PLAYERS, deck.worths[place], place))
    true = {place: scale * deck.ends[place] for place in asked}
    means = {
        place: scale * float(np.mean([found[0, END_OF_SAMPLE] for found, _ in rows]))
        for place, rows in asked.items()
    }
    known = max(means, key=means.__getitem__)
    return [
        *(Taken(one.place != first, one.samples, true[one.place] - true[first]) for one in best),
        Taken(known != first, ASKED, true[known] - true[first]),
    ]


def measured(
    levels: Sequence[str], turns: int, seed: int, say: Callable[[str], None]
) -> list[Gain]:
    """The gain of each level's positions, and last of whoever knows all samples."""
    random, number, found = Random(seed), FIRST, list[list[Taken]]()
    positions = [BY_NAME[name].budget.positions for name in levels]
    while len(found) < turns:
        say(f"turn {len(found) + 1} of {turns}")
        state = drawn_turn(Game(settle(large_scenario(number))), random)
        number += 1
        if state is None or fighters_in(state) < FEWEST:
            continue
        several = taken_on(state, positions)
        if several:
            found.append(several)
    return [
        Gain(
            who,
            turns,
            sum(one.otherwise for one in each),
            float(np.mean([one.samples for one in each])),
            figure([one.better for one in each], seed),
        )
        for who, each in zip([*levels, KNOWING], zip(*found, strict=True), strict=True)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, sample and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.sampling", description=__doc__)
    parser.add_argument(
        "--levels", type=some_of("level", LEVELS.split(",")), default=LEVELS, help="names"
    )
    parser.add_argument("--turns", type=count, default=TURNS, help="drawn by lot")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    with status_line("sampling") as say:
        found = measured(chosen.levels, chosen.turns, chosen.seed, say)
    if chosen.json:
        print(json.dumps([asdict(one) for one in found], indent=2))
        return
    table = plain_table(
        f"Beside a tactician's, seed {chosen.seed}",
        "positions of",
        "samples",
        "otherwise",
        "better",
    )
    for one in found:
        table.add_row(
            one.who, f"{one.samples:.0f}", f"{one.otherwise} of {one.turns}", str(one.better)
        )
    console().print(table)


if __name__ == "__main__":
    main()
