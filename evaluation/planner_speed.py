"""How fast the planner is, on one core, compiled and warm: `python -m evaluation.planner_speed
[--json] [--quick] [--seed S] [--large]`.

It measures tactician battles; positions per second of the search; states per second of the solver;
and beside them, in the same run, simulations per second of OpenSpiel's C++ tree search on two of
its own games with dice. Compilation is outside every timer. Times are of the thread's own clock, so
that a busy machine matters less; only the ratios can be compared across machines. What whole turns
take is measured by `evaluation.turn_times`.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console

from autogm.agents.base import Decision, RandomSource
from autogm.agents.battles import R_CHOICES
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.lab.progress import status_line
from autogm.planner.search.beam import search
from autogm.planner.solving.solver import solve
from autogm.planner.turn.tactician import Tactician
from evaluation.tables import console, plain_table

HERE = Path(__file__).resolve().parent
BATTLES = {
    "four against four": "fields/four-winds.yaml",
    "four against eight": "scenarios/four-against-eight.yaml",
}
SEARCHES = {
    "one against one": "scenarios/one-against-one.yaml",
    "four against eight": "scenarios/four-against-eight.yaml",
}
SOLVED = "scenarios/a-million-states.yaml"
SOLVED_LARGE = "scenarios/twenty-million-states.yaml"
MOST_STATES = 40_000_000
OPEN_SPIEL_GAMES = ("pig", "backgammon")
SEED = 1
POSITIONS = 40_000
SIMULATIONS = 5_000
STEP = 7  # every seventh choice of a battle is asked about


@dataclass(frozen=True)
class Battles:
    """Battles of the tactician against itself: how many per second, and microseconds per choice."""

    setting: str
    battles: int
    choices: int
    seconds: float

    @property
    def a_second(self) -> float:
        """Battles per second."""
        return self.battles / self.seconds

    @property
    def us_choice(self) -> float:
        """Microseconds per choice."""
        return 1e6 * self.seconds / self.choices


def positions_of(game: Game, seed: int, number: int, step: int = STEP) -> list[State]:
    """Every few choices of tactician battles, as many as are asked for; none if a battle leaves
    nobody a choice."""
    found: list[State] = []
    tactician = agent("tactician")

    class Keeper:
        name = "keeper"
        asked = 0

        def decide(self, state: State, source: RandomSource) -> Decision:
            self.asked += 1
            if self.asked % step == 1 % step and len(found) < number:
                found.append(state.clone())
            return tactician.decide(state, source)

    keeper, battle = Keeper(), 0
    while len(found) < number and keeper.asked >= battle:
        play_chunk(game, seed, battle, battle + 1, (keeper, keeper))
        battle += 1
    return found


def tactician_battles(setting: str, seed: int, number: int) -> Battles:
    """Time the tactician against itself."""
    game = load_game(HERE / BATTLES[setting])
    seats = (agent("tactician"), agent("tactician"))
    play_chunk(game, seed, 0, 1, seats)
    began = time.thread_time()
    choices = int(play_chunk(game, seed, 0, number, seats).results[:, R_CHOICES].sum())
    return Battles(setting, number, choices, time.thread_time() - began)


def search_speed(setting: str, seed: int, number: int) -> float:
    """Positions per second of searches from states of battles, each really expanded: none is
    remembered."""
    game = load_game(HERE / SEARCHES[setting])
    evaluator, looked, spent = Tactician(game), 0, 0.0
    evaluator.parameters["remembers"] = 0
    for state in positions_of(game, seed, number):
        began = time.thread_time()
        looked += search(evaluator, state, POSITIONS).positions
        spent += time.thread_time() - began
    return looked / spent


def solver_speed(file: str) -> dict[str, Any]:
    """States per second of one solution, in all its parts, and the process's peak memory."""
    game = load_game(HERE / file)
    began = time.process_time()
    found = solve(game, max_states=MOST_STATES)
    seconds = time.process_time() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "states": found.states,
        "seconds": seconds,
        "states_a_second": found.states / seconds,
        "megabytes_at_most": most // (1 if sys.platform != "darwin" else 1024) // 1024,
        "exchanges": len(found.horizons),
    }


def open_spiel(name: str, repeats: int) -> float:
    """Simulations per second of OpenSpiel's tree search, each leaf one random playout."""
    import pyspiel

    game = pyspiel.load_game(name)
    rates = []
    for _ in range(repeats):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED)
        most = game.max_utility()
        bot = pyspiel.MCTSBot(game, evaluator, 2.0 * most, SIMULATIONS, 1000, False, SEED, False)
        began = time.thread_time()
        bot.mcts_search(state)
        rates.append(SIMULATIONS / (time.thread_time() - began))
    return median(rates)


def measure(quick: bool, large: bool, seed: int, say: Callable[[str], None]) -> dict[str, Any]:
    """All figures."""
    found: dict[str, Any] = {"seed": seed}
    found["battles"] = []
    for setting in BATTLES:
        say(f"tactician, {setting}")
        found["battles"].append(tactician_battles(setting, seed, 3 if quick else 20))
    say("searching")
    found["positions_a_second"] = {
        setting: search_speed(setting, seed, 3 if quick else 25) for setting in SEARCHES
    }
    say("solving")
    solve(
        load_game(HERE / "scenarios" / "a-million-states.yaml"), max_states=MOST_STATES, horizon=1
    )
    found["solver"] = [solver_speed(SOLVED)] + ([solver_speed(SOLVED_LARGE)] if large else [])
    say("OpenSpiel")
    try:
        found["open_spiel"] = {name: open_spiel(name, 3) for name in OPEN_SPIEL_GAMES}
    except ImportError:
        found["open_spiel"] = {}
    return found


def as_plain(found: dict[str, Any]) -> dict[str, Any]:
    """The figures as plain data."""
    battles = [
        asdict(one) | {"a_second": one.a_second, "us_choice": one.us_choice}
        for one in found["battles"]
    ]
    return found | {"battles": battles}


def show(found: dict[str, Any], console: Console) -> None:
    """The figures as tables."""
    table = plain_table("Tactician against itself", "setting", "battles a second",
                        "choices a battle", "µs a choice")  # fmt: skip
    for one in found["battles"]:
        table.add_row(
            one.setting, f"{one.a_second:.1f}", f"{one.choices / one.battles:.0f}",
            f"{one.us_choice:.0f}",
        )  # fmt: skip
    console.print(table)
    table = plain_table("Solver", "states", "seconds", "states a second", "MB at most", "exchanges")
    for one in found["solver"]:
        table.add_row(
            f"{one['states']:,}", f"{one['seconds']:.1f}", f"{one['states_a_second']:,.0f}",
            f"{one['megabytes_at_most']:,}", f"{one['exchanges']}",
        )  # fmt: skip
    console.print(table)
    table = plain_table("Looked at in a second", "who", "where", "a second")
    for setting, rate in found["positions_a_second"].items():
        table.add_row("search, positions with their value", setting, f"{rate:,.0f}")
    for name, rate in found["open_spiel"].items():
        table.add_row("OpenSpiel's C++ MCTS, simulations with a playout", name, f"{rate:,.0f}")
    console.print(table)
    if not found["open_spiel"]:
        console.print("OpenSpiel is not installed: pip install 'autogm[openspiel]'")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.planner_speed", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repeats")
    parser.add_argument("--large", action="store_true", help="solve twenty million states too")
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args(arguments)
    with status_line("measuring") as say:
        found = measure(chosen.quick, chosen.large, chosen.seed, say)
    if chosen.json:
        print(json.dumps(as_plain(found), indent=2))
    else:
        show(found, console())


if __name__ == "__main__":
    main()
