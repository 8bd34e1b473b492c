"""Positions with a known right answer: `python -m evaluation.puzzles [--agents brawler,tactician]
[--json] [--prove]`, on those in `evaluation/puzzles`.

Each agent is asked once at each position. A theme's line shows how many it solved, and below it
what it did instead. `--prove` asks nobody: it solves what can follow each choice, exactly and
however long it may last. An answer is proved if every right action is worth at least `MARGIN` more
utility than every wrong one; if all are proved, the margins are written into
`tests/evaluation/puzzles.txt`.

Nothing may be tuned on these positions: they only measure.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import PLAYERS
from autogm.engine.state import State
from autogm.lab.progress import status_line
from autogm.planner.solving.solver import solve
from evaluation.arguments import agents
from evaluation.positions import Puzzle, PuzzleError, puzzles
from evaluation.tables import console, plain_table

PROOFS = Path(__file__).resolve().parent.parent / "tests" / "evaluation" / "puzzles.txt"
AGENTS = ("brawler", "tactician")
MARGIN = 0.01
MOST_STATES = 300_000
SEED = 1


@dataclass(frozen=True)
class Answer:
    """What an agent does in a puzzle's position, in words, and whether that is right."""

    puzzle: str
    theme: str
    played: str
    right: bool


@dataclass(frozen=True)
class Proof:
    """The least difference in utility by which every right action beats every wrong one, whatever
    length the conflict has; and how many states the largest of the solved conflicts has."""

    puzzle: str
    margin: float
    states: int

    def line(self) -> str:
        """As it is written in the table."""
        return f"{self.puzzle} {self.margin:.4f} {self.states}"


def ask(name: str, posed: Iterable[Puzzle]) -> list[Answer]:
    """An agent's answers."""
    player, answers = agent(name), []
    for one in posed:
        chosen = player.decide(one.state.clone(), RandomSource(SEED)).action
        words = str(one.state.game.describe(one.state, chosen))
        answers.append(Answer(one.name, one.theme, words, one.solved_by(chosen)))
    return answers


def bounds(state: State) -> tuple[float, float, int]:
    """The least and the most that a state is worth, as utility, with best play of both sides,
    however long the conflict may last, and how many states can follow it."""
    if state.is_terminal():
        return state.returns()[0], state.returns()[0], 1
    found = solve(state.game, max_states=MOST_STATES, start=state)
    return found.low, found.high, found.states


def choices(puzzle: Puzzle) -> dict[int, tuple[float, float, int]]:
    """The bounds of what each legal action of a position leads to."""
    return {one: bounds(puzzle.state.child(one)) for one in puzzle.state.legal_actions()}


def prove(puzzle: Puzzle) -> Proof:
    """Solve what follows each choice. The margin is negative where the answer is not right."""
    found = choices(puzzle)
    right = [worth for one, worth in found.items() if puzzle.solved_by(one)]
    wrong = [worth for one, worth in found.items() if not puzzle.solved_by(one)]
    if puzzle.state.current_player() == PLAYERS:
        margin = min(low for low, _, _ in right) - max(high for _, high, _ in wrong)
    else:
        margin = min(low for low, _, _ in wrong) - max(high for _, high, _ in right)
    return Proof(puzzle.name, margin, max(states for _, _, states in found.values()))


def read_proofs() -> dict[str, Proof]:
    """The table as it is written."""
    lines = PROOFS.read_text(encoding="utf-8").splitlines() if PROOFS.exists() else []
    rows = (line.split() for line in lines if line and line[0] != "#")
    return {name: Proof(name, float(margin), int(states)) for name, margin, states in rows}


def write_proofs(proofs: Iterable[Proof]) -> None:
    """Write the table down."""
    lines = ["# puzzle margin states", *(proof.line() for proof in proofs)]
    PROOFS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def show(posed: Sequence[Puzzle], answers: dict[str, list[Answer]], console: Console) -> None:
    """A line for each theme, and what was not solved."""
    table = plain_table("Puzzles solved", "theme", "puzzles", *answers)
    for theme in dict.fromkeys(one.theme for one in posed):
        total = sum(one.theme == theme for one in posed)
        solved = (sum(one.right and one.theme == theme for one in of) for of in answers.values())
        table.add_row(theme, str(total), *map(str, solved))
    solved = (sum(one.right for one in of) for of in answers.values())
    table.add_row("all", str(len(posed)), *map(str, solved))
    console.print(table)
    for name, of in answers.items():
        failed = [one for one in of if not one.right]
        if failed:
            console.print(f"{name} does not solve:")
        for one in failed:
            console.print(f"  {one.puzzle}: {one.played}", soft_wrap=True)


def as_plain(posed: Sequence[Puzzle], answers: dict[str, list[Answer]]) -> dict[str, Any]:
    """The answers as plain data."""
    told = {
        name: {"solved": sum(one.right for one in of), "answers": [asdict(one) for one in of]}
        for name, of in answers.items()
    }
    return {"puzzles": len(posed), "agents": told}


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask or prove, and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.puzzles", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    parser.add_argument("--agents", type=agents, default=AGENTS, help="names, with commas between")
    parser.add_argument("--prove", action="store_true", help="solve all, write their margins")
    chosen = parser.parse_args(arguments)
    try:
        posed = puzzles()
    except PuzzleError as error:
        parser.error(str(error))
    if chosen.prove:
        proofs = []
        with status_line("solving") as say:
            for puzzle in posed:
                say(puzzle.name)
                proofs.append(prove(puzzle))
        if chosen.json:
            print(json.dumps([asdict(one) for one in proofs], indent=2))
        else:
            print("\n".join(one.line() for one in proofs))
        unproved = [one.puzzle for one in proofs if one.margin < MARGIN]
        if unproved:
            parser.exit(1, f"not proved by {MARGIN} u: {', '.join(unproved)}; nothing is written\n")
        write_proofs(proofs)
        return
    with status_line("asking"):
        answers = {name: ask(name, posed) for name in chosen.agents}
    if chosen.json:
        print(json.dumps(as_plain(posed, answers), indent=2))
    else:
        show(posed, answers, console())


if __name__ == "__main__":
    main()
