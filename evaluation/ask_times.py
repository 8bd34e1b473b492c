"""How long it takes to ask a person: `python -m evaluation.ask_times [--moments N] [--seed S]
[--json]`.

Two scenes: four against eight with every rule family, and eight against twelve. Moments at which
somebody is asked come from battles of the tactician against itself, turns and duels apart. Of each,
what a person is shown is timed on the thread's own clock, once everything is compiled: the options
in words, the odds of all of them, and what each enemy could do next. Beside it stands a fixed
reference: battles of brawlers in the same scene and run.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from autogm.agents.base import RandomSource
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.analysis.forecast import forecasts
from autogm.analysis.threats import threats
from autogm.engine.codes import CHANCE, N_DUEL, N_TURN
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.view.options import offer
from evaluation.arguments import count
from evaluation.tables import console, plain_table
from evaluation.timed import Times

HERE = Path(__file__).resolve().parent / "scenarios"
SCENES = ("four-against-eight", "grand-melee")
MOMENTS, SEED = 200, 1
NODES = {N_TURN: "turn", N_DUEL: "duel"}
REFERENCE, REFERENCE_BATTLES = "brawler", 50


@dataclass(frozen=True)
class AskTimes:
    """Milliseconds of what is shown at one kind of choice in a scene, how many options there are on
    average, and of a battle of brawlers there in the same run."""

    scene: str
    node: str
    options: float
    offers: Times
    odds: Times
    threats: Times
    reference: float


def asked_in(game: Game, node: int, most: int, seed: int) -> list[State]:
    """Moments of one kind at which somebody is asked."""
    found: list[State] = []
    player, battle = agent("tactician"), 0
    while len(found) < most:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal() and len(found) < most:
            if state.current_player() == CHANCE:
                outcomes = state.legal_actions()
                state.apply_action(outcomes[(7 * steps + battle + seed) % len(outcomes)])
            else:
                if state.node() == node:
                    found.append(state.clone())
                source = RandomSource(seed, battle, steps)
                state.apply_action(player.decide(state, source).action)
            steps += 1
        battle += 1
    return found


def times_of(game: Game, scene: str, node: int, moments: int, seed: int) -> AskTimes:
    """The times of one kind of choice in one scene."""
    spent: dict[str, list[float]] = {"offers": [], "odds": [], "threats": []}
    states, options = asked_in(game, node, moments + 1, seed), 0
    for number, state in enumerate(states):
        side = state.current_player()
        asking = _spent(partial(offer, state, side))
        shown = offer(state, side)
        told = [
            asking,
            _spent(partial(forecasts, state, shown)),
            _spent(partial(threats, state, side)),
        ]
        if number:  # the first compiles and loads
            options += len(shown.options)
            for name, one in zip(spent, told, strict=True):
                spent[name].append(one)
    brawlers = agent(REFERENCE), agent(REFERENCE)
    reference = _spent(lambda: play_chunk(game, seed, 0, REFERENCE_BATTLES, brawlers))
    return AskTimes(
        scene,
        NODES[node],
        options / moments,
        **{name: Times.of(one) for name, one in spent.items()},
        reference=reference / REFERENCE_BATTLES,
    )


def _spent(what: Callable[[], Any]) -> float:
    """Milliseconds of the thread."""
    began = time.thread_time()
    what()
    return 1000 * (time.thread_time() - began)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.ask_times", description=__doc__)
    parser.add_argument("--moments", type=count, default=MOMENTS, help="of each kind and scene")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    found = []
    for scene in SCENES:
        game = load_game(HERE / f"{scene}.yaml")
        found += [times_of(game, scene, one, chosen.moments, chosen.seed) for one in NODES]
    if chosen.json:
        plain: dict[str, Any] = {"seed": chosen.seed, "times": [asdict(one) for one in found]}
        print(json.dumps(plain, indent=2))
        return 0
    table = plain_table(
        f"Milliseconds of the thread (seed {chosen.seed}): median, 95% within", "scene", "choice",
        "options", "options in words", "odds", "threats", "of", "a battle of brawlers",
    )  # fmt: skip
    for one in found:
        parts = (f"{t.median:.1f}, {t.most:.1f}" for t in (one.offers, one.odds, one.threats))
        table.add_row(
            one.scene, one.node, f"{one.options:.0f}", *parts, f"{one.odds.number:,}",
            f"{one.reference:.2f}",
        )  # fmt: skip
    console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
