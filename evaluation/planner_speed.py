"""How fast the planner is, on one core, compiled and warm: `python -m evaluation.planner_speed
[--json] [--quick] [--seed S] [--large]`.

It measures tactician battles; positions per second of the search, what the transposition table
saves, and how far the search reaches; milliseconds per decision and per turn of two levels where
eight fighters fight over eight zones; states per second of the solver; and beside them, in the same
run, simulations per second of OpenSpiel's C++ tree search on two of its own games with dice.
Compilation is outside every timer. Times are of the thread's own clock, so that a busy machine
matters less; only the ratios can be compared across machines.
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

import numpy as np
from rich.console import Console

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.battles import R_CHOICES
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import N_TURN
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.lab.progress import status_line
from autogm.planner.levels import DEFAULT
from autogm.planner.planner import positions_for
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
EIGHT_ZONES = "fields/eight-streets.yaml"
LEVELS = ("planner:great", "planner:legendary")
REMEMBERING = (EIGHT_ZONES, BATTLES["four against four"], BATTLES["four against eight"])
MANNERS = (REMEMBERS, FORGETS, REMEMBERS_NOTHING) = ("all", "of the choice", "nothing")
SOLVED = "scenarios/a-million-states.yaml"
SOLVED_LARGE = "scenarios/twenty-million-states.yaml"
MOST_STATES = 40_000_000
OPEN_SPIEL_GAMES = ("pig", "backgammon")
SEED = 1
POSITIONS = 40_000
REACHING, DEEPEST = (5_000, 20_000, 80_000), 8
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


@dataclass(frozen=True)
class Times:
    """Milliseconds: the median, the 95th percentile, the maximum, and of how many."""

    median: float
    most: float
    longest: float
    number: int

    @classmethod
    def of(cls, milliseconds: Sequence[float]) -> Times:
        """The times of some measurements."""
        most = float(np.quantile(milliseconds, 0.95))
        return cls(median(milliseconds), most, max(milliseconds), len(milliseconds))


class Watched:
    """An agent whose choices are timed until some moment, and until one on its own turn was, and
    added up by the turns that they belong to; afterwards the tactician plays on, untimed."""

    def __init__(self, player: Agent, until: float) -> None:
        self.player = player
        self.until = until
        self.choices: list[float] = []
        self.turns: dict[tuple[int, int, int], float] = {}

    @property
    def name(self) -> str:
        """The agent's name."""
        return self.player.name

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The agent's decision."""
        if self.turns and time.monotonic() > self.until:
            return agent("tactician").decide(state, source)
        began = time.thread_time()
        decision = self.player.decide(state, source)
        spent = 1000 * (time.thread_time() - began)
        self.choices.append(spent)
        whose = own_turn(state)
        if whose is not None:
            key = source.battle, int(state.record[0]["exchange"]), whose
            self.turns[key] = self.turns.get(key, 0.0) + spent
        return decision


def own_turn(state: State) -> int | None:
    """Whose turn it is, if it belongs to the side that chooses."""
    kind, fighter, side = (int(one) for one in state.record[0]["pending"][0][:3])
    return fighter if kind == N_TURN and side == state.current_player() else None


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


def remembering(file: str, seed: int, number: int) -> dict[str, float]:
    """Milliseconds per choice of the default level's search in the choices of a battle, one after
    another: with all positions remembered, with those of the same choice alone, and with none."""
    game, budget = load_game(HERE / file), DEFAULT.budget
    states = positions_of(game, seed, number, 1)
    found = {}
    for manner in MANNERS:
        evaluator, spent = Tactician(game), 0.0
        for state in states:
            if manner == FORGETS:
                evaluator = Tactician(game)
            evaluator.parameters["remembers"] = manner != REMEMBERS_NOTHING
            positions = positions_for(state, budget.positions)
            began = time.thread_time()
            search(evaluator, state, positions, budget.turns)
            spent += time.thread_time() - began
        found[manner] = 1000 * spent / len(states)
    return found


@dataclass(frozen=True)
class Reach:
    """How far a search with a budget looks: the mean number of turns after its own to which its
    best line was expanded, and milliseconds per choice; with the choices of a turn ranked by the
    static estimate or not."""

    where: str
    positions: int
    estimates: bool
    turns: float
    ms: float


def reach(file: str, seed: int, number: int) -> list[Reach]:
    """How far searches reach from choices of battles, with static estimates and without."""
    game, found = load_game(HERE / file), []
    states = positions_of(game, seed, number)
    for estimates in (False, True):
        for positions in REACHING:
            evaluator, turns = Tactician(game), 0
            evaluator.parameters["estimates"] = estimates
            began = time.thread_time()
            for state in states:
                turns += search(evaluator, state, positions, DEEPEST).best.turns
            spent = 1000 * (time.thread_time() - began) / len(states)
            found.append(Reach(file, positions, estimates, turns / len(states), spent))
    return found


def decision_times(name: str, seed: int, seconds: float) -> tuple[Times, Times]:
    """Milliseconds per choice and per turn of the GM's side against a brawler, from as many battles
    as begin within so many seconds."""
    game = load_game(HERE / EIGHT_ZONES)
    watched, battle = Watched(agent(name), time.monotonic() + seconds), 0
    while not battle or time.monotonic() < watched.until:
        play_chunk(game, seed, battle, battle + 1, (agent("brawler"), watched))
        battle += 1
    return Times.of(watched.choices), Times.of(list(watched.turns.values()))


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
    found["remembering"] = {
        file: remembering(file, seed, 10 if quick else 200) for file in REMEMBERING
    }
    say("looking ahead")
    found["reach"] = [one for file in REMEMBERING for one in reach(file, seed, 3 if quick else 60)]
    found["decisions"] = {}
    for name in LEVELS:
        say(f"{name} over eight zones")
        choice, turn = decision_times(name, seed, 1.0 if quick else 30.0)
        found["decisions"][name] = {"choice": choice, "turn": turn}
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
    decisions = {
        name: {kind: asdict(times) for kind, times in both.items()}
        for name, both in found["decisions"].items()
    }
    far = [asdict(one) for one in found["reach"]]
    return found | {"battles": battles, "decisions": decisions, "reach": far}


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
    table = plain_table("Milliseconds, four against four over eight zones", "level", "", "median",
                        "95% within", "longest", "of")  # fmt: skip
    for name, both in found["decisions"].items():
        for kind, times in both.items():
            table.add_row(
                name, f"a {kind}", f"{times.median:.0f}", f"{times.most:.0f}",
                f"{times.longest:.0f}", f"{times.number:,}",
            )  # fmt: skip
    console.print(table)
    table = plain_table("Remembering: ms a choice of the default level", "where", *MANNERS)
    for file, times in found["remembering"].items():
        table.add_row(file, *(f"{times[manner]:.2f}" for manner in MANNERS))
    console.print(table)
    table = plain_table("Turns looked ahead", "where", "positions", "without estimates",
                        "ms a choice", "with them", "ms a choice")  # fmt: skip
    plain, quick = (
        [one for one in found["reach"] if one.estimates == estimates] for estimates in (0, 1)
    )
    for one, other in zip(plain, quick, strict=True):
        table.add_row(
            one.where, f"{one.positions:,}", f"{one.turns:.2f}", f"{one.ms:.1f}",
            f"{other.turns:.2f}", f"{other.ms:.1f}",
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
