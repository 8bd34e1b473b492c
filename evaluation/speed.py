"""How fast the game is, on one core, compiled and warm: `python -m evaluation.speed [--json]`.

It measures random and brawler battles of one against one and of four against eight with every rule
of the richest ruleset on; card scenes at random and by `frugal`, and five of them solved; copying
states; perft; and beside them, in the same run, OpenSpiel's C++ random playouts. Compilation is
outside every timer. Each figure is the median of several repeats, with the fastest and the slowest;
only the ratios can be compared across machines.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

from autogm.agents import battles
from autogm.agents.choose import BRAWLER, RANDOM
from autogm.engine.game import load_game, new_buffer
from autogm.engine.layout import LOG, STATE, TALLIES
from autogm.engine.perft import perft
from autogm.engine.step import apply
from autogm.game.kernels import pointer
from autogm.planner.solving.expectimax import expectimax
from autogm.planner.turn.tactician import NO_EVALUATOR, weigh
from autogm.scenes.cards import layout, playing, step
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.reading import read_scene
from evaluation.tables import console, plain_table

HERE = Path(__file__).resolve().parent / "scenarios"
SETTINGS = {
    "one against one": "one-against-one.yaml",
    "four against eight": "four-against-eight.yaml",
}
AGENTS = {"random": RANDOM, "brawler": BRAWLER}
SEED = 1
OPEN_SPIEL_GAMES = ("pig", "connect_four", "breakthrough", "backgammon")
COPIES = 1_000_000
SCENES = HERE.parents[1] / "scenarios" / "scenes"
PLAYED = ("one-question", "party-crashers", "the-vault")
SOLVED = ("one-question", "moonrise-ritual", "rooftop-chase", "party-crashers", "truce-table")
MOST_STATES = 10_000_000
PERFT_DEPTH = {"one against one": 6, "four against eight": 5}


@dataclass(frozen=True)
class Timing:
    """Seconds of several repeats of the same work."""

    median: float
    low: float
    high: float

    def per(self, units: float, scale: float = 1e9) -> str:
        """The median for one unit, in nanoseconds by default."""
        return f"{scale * self.median / units:,.0f}"


def timed(work: Callable[[], Any], repeats: int) -> Timing:
    """Time work that has been done once before."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return Timing(statistics.median(seconds), min(seconds), max(seconds))


@dataclass(frozen=True)
class Play:
    """Battles of one setting by one agent."""

    setting: str
    agent: str
    battles: int
    steps: int
    choices: int
    seconds: Timing

    @property
    def ns_step(self) -> float:
        """Nanoseconds per choice or roll; forced moves are inside and not counted."""
        return 1e9 * self.seconds.median / self.steps

    @property
    def ns_choice(self) -> float:
        """Nanoseconds per choice, rolls included in its time."""
        return 1e9 * self.seconds.median / self.choices

    @property
    def battles_per_second(self) -> float:
        """Full battles per second."""
        return self.battles / self.seconds.median


def play(setting: str, agent: str, count: int, repeats: int) -> Play:
    """Time `count` battles."""
    game = load_game(HERE / SETTINGS[setting])
    states, log, tallies = np.zeros(2, STATE), np.zeros(1, LOG), np.zeros(1, TALLIES)
    states[0] = game.first_record[0]
    results = np.zeros((count, battles.RESULT_COLUMNS), np.int64)
    buffers, number = new_buffer(2), AGENTS[agent]

    def work() -> None:
        battles.play_battles(
            pointer(apply),
            pointer(weigh),
            game.scene,
            states,
            SEED,
            0,
            count,
            number,
            number,
            (NO_EVALUATOR, NO_EVALUATOR),
            buffers,
            log,
            tallies,
            results,
        )

    work()
    choices = int(results[:, battles.R_CHOICES].sum())
    steps = choices + int(results[:, battles.R_ROLLS].sum())
    return Play(setting, agent, count, steps, choices, timed(work, repeats))


def play_scene(name: str, agent: str, count: int, repeats: int) -> Play:
    """Time `count` plays of a card scene."""
    game = CardGame(read_scene(SCENES / f"{name}.yaml"))
    states, worths = np.zeros(2, layout.STATE), np.zeros((count, 2))
    states[0] = game.first_record[0]
    results = np.zeros((count, battles.RESULT_COLUMNS), np.int64)
    buffers, logs = np.zeros(2, layout.BUFFER), np.zeros(1, layout.LOG)
    number = playing.AGENTS[agent]

    def work() -> None:
        playing.play_battles(
            pointer(step.apply), 0, game.scene_rows, states, SEED, 0, count, number, number, 0,
            buffers, logs, worths, results,
        )  # fmt: skip

    work()
    choices = int(results[:, battles.R_CHOICES].sum())
    steps = choices + int(results[:, battles.R_ROLLS].sum())
    return Play(name, agent, count, steps, choices, timed(work, repeats))


def solving(name: str, repeats: int) -> tuple[int, Timing]:
    """The states of a card scene, and the time to find and solve them all."""
    root = CardGame(read_scene(SCENES / f"{name}.yaml")).new_initial_state()
    states = expectimax(root, MOST_STATES).states
    return states, timed(lambda: expectimax(root, MOST_STATES), repeats)


@numba.njit
def copy_states(states: Any, count: int) -> int:
    """Copy records around a ring, each changed a little, so that no copy can be optimised away."""
    size, total = states.shape[0], 0
    for number in range(count):
        states[(number + 1) % size] = states[number % size]
        states[(number + 1) % size].exchange = number & 127
        total += states[(number * 7) % size].exchange
    return total


def copying(repeats: int) -> Timing:
    """Time copies of states that are in the cache."""
    states = np.zeros(8, STATE)
    copy_states(states, 1)
    return timed(lambda: copy_states(states, COPIES), repeats)


def tree(setting: str, repeats: int) -> tuple[int, Timing]:
    """Nodes of the whole tree to a depth, and the time to count them."""
    state = load_game(HERE / SETTINGS[setting]).new_initial_state()
    depth = PERFT_DEPTH[setting]
    return perft(state, depth).nodes, timed(lambda: perft(state, depth), repeats)


def open_spiel(name: str, rollouts: int, repeats: int) -> tuple[float, Timing]:
    """Steps of `rollouts` random playouts by OpenSpiel's C++ bots, and their time. The steps are
    counted in playouts of the same kind, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(SEED)
    lengths = []
    for _ in range(200):
        state, length = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            length += 1
        lengths.append(length)
    bots = [pyspiel.make_uniform_random_bot(player, SEED) for player in range(game.num_players())]

    def work() -> None:
        for number in range(rollouts):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)

    work()
    return rollouts * statistics.mean(lengths), timed(work, repeats)


def measure(quick: bool) -> dict[str, Any]:
    """All figures."""
    repeats = 3 if quick else 7
    size = 2_000 if quick else 20_000
    plays = [play(setting, agent, size, repeats) for setting in SETTINGS for agent in AGENTS]
    plays += [play_scene(name, agent, size, repeats) for name in PLAYED for agent in playing.AGENTS]
    solved = {name: solving(name, repeats) for name in SOLVED}
    copies = copying(repeats)
    trees = {setting: tree(setting, repeats) for setting in SETTINGS}
    others = {}
    try:
        for name in OPEN_SPIEL_GAMES:
            rollouts = {"pig": 500, "connect_four": 2000, "breakthrough": 300, "backgammon": 30}[
                name
            ]
            others[name] = open_spiel(name, rollouts, repeats)
    except ImportError:
        others = {}
    return {
        "plays": plays,
        "state_bytes": STATE.itemsize,
        "copy_ns": 1e9 * copies.median / COPIES,
        "perft": {
            setting: {"nodes": nodes, "per_second": nodes / seconds.median}
            for setting, (nodes, seconds) in trees.items()
        },
        "solved": {
            name: {"states": states, "seconds": seconds.median}
            for name, (states, seconds) in solved.items()
        },
        "open_spiel_ns_step": {
            name: 1e9 * seconds.median / steps for name, (steps, seconds) in others.items()
        },
    }


def as_plain(found: dict[str, Any]) -> dict[str, Any]:
    """The figures as plain data."""
    plays = [
        asdict(one)
        | {
            "ns_step": one.ns_step,
            "ns_choice": one.ns_choice,
            "battles_per_second": one.battles_per_second,
        }
        for one in found["plays"]
    ]
    return found | {"plays": plays}


def show(found: dict[str, Any], console: Console) -> None:
    """The figures as tables."""
    table = Table(title="On one core, warm", box=None, header_style="dim")
    for name in (
        "setting",
        "agent",
        "ns a step",
        "ns a choice",
        "steps a battle",
        "battles a second",
    ):
        table.add_column(name, justify="left" if name in ("setting", "agent") else "right")
    for one in found["plays"]:
        low, high = (1e9 * t / one.steps for t in (one.seconds.low, one.seconds.high))
        table.add_row(
            one.setting,
            one.agent,
            f"{one.ns_step:.0f} ({low:.0f}–{high:.0f})",
            f"{one.ns_choice:.0f}",
            f"{one.steps / one.battles:.1f}",
            f"{one.battles_per_second:,.0f}",
        )
    console.print(table)
    console.print(f"state: {found['state_bytes']} bytes, copied in {found['copy_ns']:.0f} ns")
    for setting, counted in found["perft"].items():
        console.print(f"perft {setting}: {counted['per_second']:,.0f} nodes a second")
    for name, one in found["solved"].items():
        states, seconds = one["states"], one["seconds"]
        console.print(
            f"solved {name}: {states:,} states in {seconds:.2f} s, {states / seconds:,.0f} a second"
        )
    if not found["open_spiel_ns_step"]:
        console.print("OpenSpiel is not installed: pip install 'autogm[openspiel]'")
        return
    random_ns = {one.setting: one.ns_step for one in found["plays"] if one.agent == "random"}
    ratios = (f"÷ {setting}" for setting in random_ns)
    beside = plain_table("OpenSpiel's C++ random playouts, same run", "game", "ns a step", *ratios)
    for name, ns in found["open_spiel_ns_step"].items():
        beside.add_row(name, f"{ns:.0f}", *(f"{ns / own:.1f}" for own in random_ns.values()))
    console.print(beside)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repeats")
    arguments = parser.parse_args()
    found = measure(arguments.quick)
    if arguments.json:
        print(json.dumps(as_plain(found), indent=2))
    else:
        show(found, console())


if __name__ == "__main__":
    main()
