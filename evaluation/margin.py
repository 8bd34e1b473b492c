"""How much of the perfect player's margin over a brawler agents have: `python -m evaluation.margin
[--agents A,…] [--conflicts C,…] [--seed S] [--json]`, on the solved conflicts of
`evaluation/conflicts`.

An agent's margin in a conflict is its utility against a brawler (u, see `evaluation.loss`), the
mean of both sides, both playing on to the end. It is exact; nothing is sampled. It may be above the
perfect player's, who does not count on the other side's mistakes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from rich.console import Console

from autogm.engine.codes import GM, PLAYERS
from autogm.lab.progress import status_line
from autogm.planner.solving import play
from autogm.planner.solving.solver import Solution
from evaluation.arguments import agents, some_of
from evaluation.loss import CONFLICTS, PERFECT, SEED, Array, shares_of, solved
from evaluation.tables import console, plain_table

YARDSTICK = "brawler"
AGENTS = ("tactician", "planner:great", "planner:legendary")


@dataclass(frozen=True)
class Margin:
    """An agent's utility against a brawler in one conflict, for either side."""

    conflict: str
    players: float
    gm: float

    @property
    def both(self) -> float:
        """The mean of both sides."""
        return (self.players + self.gm) / 2


def margin(
    found: Solution, conflict: str, name: str, seed: int, brawler: Sequence[Array]
) -> Margin:
    """An agent's margin; `brawler` has the brawler's shares on both sides."""
    players = shares_of(found, name, PLAYERS, seed)
    gm = shares_of(found, name, GM, seed)
    return Margin(
        conflict,
        play.worth(found, play.seated(found, players, brawler[GM]), PLAYERS, GM),
        -play.worth(found, play.seated(found, brawler[PLAYERS], gm), PLAYERS, GM),
    )


def measure(
    names: Sequence[str], conflicts: Sequence[str], seed: int, say: Callable[[str], None]
) -> dict[str, list[Margin]]:
    """The margins of each agent, conflict by conflict."""
    margins: dict[str, list[Margin]] = {name: [] for name in names}
    for conflict in conflicts:
        found = solved(conflict)
        brawler = [shares_of(found, YARDSTICK, side, seed) for side in (PLAYERS, GM)]
        for name in names:
            say(f"{name} in {conflict}")
            margins[name].append(margin(found, conflict, name, seed, brawler))
    return margins


def share(own: Sequence[Margin], perfect: Sequence[Margin]) -> float:
    """The share of the perfect player's margins, all conflicts together."""
    return sum(one.both for one in own) / sum(one.both for one in perfect)


def show(margins: dict[str, list[Margin]], console: Console) -> None:
    """A table of both sides' means."""
    table = plain_table("What is won from a brawler, in u", "conflict", *margins)
    for place, one in enumerate(margins[PERFECT]):
        row = (margins[name][place].both for name in margins)
        table.add_row(one.conflict, *(f"{both:+.4f}" for both in row))
    shares = (share(margins[name], margins[PERFECT]) for name in margins)
    table.add_row("share of the perfect one's", *(f"{one:.1%}" for one in shares))
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.margin", description=__doc__)
    parser.add_argument("--agents", type=agents, default=AGENTS, help="names, with commas between")
    parser.add_argument(
        "--conflicts", type=some_of("conflict", CONFLICTS), default=CONFLICTS, help="likewise"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="for agents that draw lots")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    with status_line("solving") as say:
        margins = measure([*chosen.agents, PERFECT], chosen.conflicts, chosen.seed, say)
    if chosen.json:
        found = {
            name: {
                "share": share(rows, margins[PERFECT]),
                "conflicts": [asdict(one) | {"both": one.both} for one in rows],
            }
            for name, rows in margins.items()
        }
        print(json.dumps({"seed": chosen.seed, "agents": found}, indent=2))
    else:
        show(margins, console())


if __name__ == "__main__":
    main()
