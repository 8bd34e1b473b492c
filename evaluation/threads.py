"""What more threads bring to one choice: `python -m evaluation.threads [--threads 2 4] [--level
legendary] [--choices N] [--rounds N] [--seconds S] [--seed S] [--json]`.

A planner that begins each round knowing nothing searches the choices of battles of the tactician
against itself, on one thread and on more, in turns. Within its budget it must choose the same on
any number of them. Measured are the speedup (by wall-clock time, so it takes a machine with as many
idle cores), the processor time, and how many choices were the same. With only a limit in seconds,
the number of positions it gets through is measured.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median

from rich.console import Console

from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.lab.progress import status_line
from autogm.planner.levels import BY_NAME, LARGEST, Budget
from autogm.planner.planner import Planner
from autogm.planner.search.beam import Thought
from evaluation.arguments import above_zero, count
from evaluation.planner_speed import positions_of
from evaluation.tables import console, plain_table
from evaluation.tournament import FIELDS

NAMES = ("eight-streets", "four-winds", "caravan")
STEP = 3  # choices from one that is searched to the next
CHOICES, ROUNDS, SECONDS, SEED = 40, 3, 0.1, 1


@dataclass(frozen=True)
class Threads:
    """The figures for a number of threads in a field, relative to one thread: the speedup and the
    processor time, both medians over the rounds, the share of thoughts that are identical to the
    last line, and positions per choice within the limit in seconds."""

    field: str
    threads: int
    faster: float
    work: float
    same: float
    positions: float


@dataclass(frozen=True)
class Round:
    """One pass through all choices: wall-clock and processor seconds, and what was thought."""

    wall: float
    work: float
    thoughts: list[Thought]


def think(states: Sequence[State], budget: Budget, threads: int) -> Round:
    """The thoughts on all choices by a planner that knows nothing before the first, and solves
    nothing."""
    planner = Planner(states[0].game, replace(budget, states=0, threads=threads))
    began, worked = time.perf_counter(), time.process_time()
    thoughts = [planner.think(state)[0] for state in states]
    return Round(time.perf_counter() - began, time.process_time() - worked, thoughts)


def measure(
    name: str,
    threads: Sequence[int],
    budget: Budget,
    seconds: float,
    choices: int,
    rounds: int,
    seed: int,
    say: Callable[[str], None],
) -> list[Threads]:
    """The figures of one field, one thread first."""
    numbers = [1, *threads]
    states = positions_of(load_game(FIELDS / f"{name}.yaml"), seed, choices, STEP)
    think(states[:1], budget, 1)
    played: dict[int, list[Round]] = {number: [] for number in numbers}
    for turn in range(rounds):
        for number in numbers:
            say(f"{name}, round {turn + 1}, {number} threads")
            played[number].append(think(states, budget, number))
    limited = Budget(LARGEST, budget.turns, 0, seconds)
    found = []
    for number in numbers:
        say(f"{name}, {seconds:g} s a choice, {number} threads")
        beside = zip(played[1], played[number], strict=True)
        ratios = [(one.wall / more.wall, more.work / one.work) for one, more in beside]
        thoughts = [
            (one, other)
            for each in played[number]
            for one, other in zip(played[1][0].thoughts, each.thoughts, strict=True)
        ]
        taken = [one.positions for one in think(states, limited, number).thoughts]
        found.append(
            Threads(
                name,
                number,
                median(faster for faster, _ in ratios),
                median(work for _, work in ratios),
                sum(one == other for one, other in thoughts) / len(thoughts),
                sum(taken) / len(taken),
            )
        )
    return found


def show(found: Sequence[Threads], seconds: float, console: Console) -> None:
    """The figures as a table."""
    table = plain_table(
        "Threads", "field", "threads", "times as fast", "times the work", "same thoughts",
        f"positions in {seconds:g} s",
    )  # fmt: skip
    for one in found:
        table.add_row(
            one.field, f"{one.threads}", f"{one.faster:.2f}", f"{one.work:.2f}", f"{one.same:.0%}",
            f"{one.positions:,.0f}",
        )  # fmt: skip
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.threads", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    parser.add_argument("--threads", type=count, nargs="+", default=[2, 4], help="beside one")
    parser.add_argument("--level", choices=list(BY_NAME), default="legendary", help="its budget")
    parser.add_argument("--choices", type=count, default=CHOICES, help="of each field")
    parser.add_argument("--rounds", type=count, default=ROUNDS)
    parser.add_argument("--seconds", type=above_zero, default=SECONDS, help="for the last column")
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args(arguments)
    budget = BY_NAME[chosen.level].budget
    with status_line("thinking") as say:
        found = [
            one
            for name in NAMES
            for one in measure(
                name, chosen.threads, budget, chosen.seconds, chosen.choices, chosen.rounds,
                chosen.seed, say,
            )
        ]  # fmt: skip
    if chosen.json:
        print(json.dumps([asdict(one) for one in found], indent=2))
    else:
        show(found, chosen.seconds, console())


if __name__ == "__main__":
    main()
