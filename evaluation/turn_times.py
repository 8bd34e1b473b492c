"""How long a whole turn takes where it takes longest: `python -m evaluation.turn_times [--agents
planner:great,planner:legendary] [--scenes NAME,…] [--turns N] [--seed S] [--json]`.

Three stress scenes: eight against twelve over ten zones with some sixty aspects, six against eight
in one room, eight against thirteen with groups and minions; or random conflicts by their names
(`evaluation.fresh`). Turns of both sides come from battles of the tactician against itself; of
each, all that the measured agent would choose in it is timed, on the thread's own clock: first who
acts, then the turn and its rolls, until somebody else's turn comes. What others are asked in it
(how to defend, whether to invoke) is added up by itself, as the answers of that turn. Beside it
stands a fixed reference: battles of brawlers in the same scene and run, so that figures of
different machines can be compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.game import Game, load_game
from evaluation.arguments import agents, count, some_of
from evaluation.fresh import SETS, fresh_game
from evaluation.tables import console, plain_table
from evaluation.timed import Times, turns_of

HERE = Path(__file__).resolve().parent / "scenarios"
SCENES = ("grand-melee", "crowded-hall", "horde")
AGENTS = ("planner:great", "planner:legendary")
SETS_TOLD = [f"{names[0]} to {names[-1]}" for names in SETS.values()]
TURNS, SEED = 60, 1
REFERENCE, REFERENCE_BATTLES = "brawler", 50


@dataclass(frozen=True)
class TurnTimes:
    """Milliseconds of an agent in a scene: of whole turns, and of the answers in a turn of others;
    and of a battle of brawlers there in the same run."""

    scene: str
    agent: str
    turns: Times
    answers: Times
    reference: float


def times_of(game: Game, scene: str, name: str, turns: int, seed: int) -> TurnTimes:
    """The times of one agent in one scene."""
    turns_taken, answers = turns_of(game, name, turns, seed)
    brawlers = agent(REFERENCE), agent(REFERENCE)
    began = time.thread_time()
    play_chunk(game, seed, 0, REFERENCE_BATTLES, brawlers)
    reference = 1000 * (time.thread_time() - began) / REFERENCE_BATTLES
    return TurnTimes(scene, name, turns_taken, answers, reference)


def show(found: Sequence[TurnTimes], seed: int, console: Console) -> None:
    """The figures as a table."""
    table = plain_table(
        f"Milliseconds of the thread (seed {seed})", "scene", "agent", "a turn, median",
        "95% within", "longest", "of", "answers to a turn, 95% within", "longest",
        "a battle of brawlers",
    )  # fmt: skip
    for one in found:
        table.add_row(
            one.scene, one.agent, f"{one.turns.median:.0f}", f"{one.turns.most:.0f}",
            f"{one.turns.longest:.0f}", f"{one.turns.number:,}", f"{one.answers.most:.0f}",
            f"{one.answers.longest:.0f}", f"{one.reference:.2f}",
        )  # fmt: skip
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.turn_times", description=__doc__)
    parser.add_argument("--agents", type=_agents, default=AGENTS, help="who thinks")
    known = [*SCENES, *(name for names in SETS.values() for name in names)]
    scenes = some_of("scene", known, [*SCENES, *SETS_TOLD])
    parser.add_argument("--scenes", type=scenes, default=SCENES, help="of these, or random ones")
    parser.add_argument("--turns", type=count, default=TURNS, help="of each agent in each scene")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    found = []
    for scene in chosen.scenes:
        game = load_game(HERE / f"{scene}.yaml") if scene in SCENES else fresh_game(scene)
        for name in chosen.agents:
            found.append(times_of(game, scene, name, chosen.turns, chosen.seed))
    if chosen.json:
        plain: dict[str, Any] = {"seed": chosen.seed, "times": [asdict(one) for one in found]}
        print(json.dumps(plain, indent=2))
    else:
        show(found, chosen.seed, console())
    return 0


def _agents(text: str) -> list[str]:
    return agents(text, lambda name: agent(name).name)


if __name__ == "__main__":
    sys.exit(main())
