"""An agent as it is now against one of another checkout, as it was: `python -m evaluation.versus
--frozen PATH [--agent A] [--theirs B] [--fields F,…] [--pairs N] [--seed S] [--rules FIELD=VALUE …]
[--minutes M] [--workers W] [--into FOLDER] [--json]`.

The two meet in random large conflicts (`evaluation.fresh`), in pairs of battles with the seats
changed and the same dice. The other plays in a process of its own and by its own program
(`evaluation.frozen`). A ruleset's field that it does not know has to be set to what holds there,
with `--rules`. Told are the score, Elo's difference with its interval of 95%, how many pairs end
differently once the seats are changed (the others say nothing of the players), and thread times:
what each thinks in such a battle, and what a battle of each against itself takes where it is
compiled. A brawler of the other checkout is the reference of the same run.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from autogm.agents.base import Agent
from autogm.agents.names import UnknownAgentError
from autogm.agents.playing import numbers_of, play_chunk
from autogm.engine.game import Game
from autogm.game.loop import OUTSIDE
from autogm.lab.progress import status_line
from autogm.model.faults import ScenarioError
from evaluation.arguments import above_zero, count
from evaluation.elo import Ratings, Results, share
from evaluation.fresh import SETS
from evaluation.frozen import PREFIX, Frozen, FrozenError
from evaluation.players import player
from evaluation.strength import Standing
from evaluation.tables import console, interval, plain_table
from evaluation.tournament import (
    MILLISECONDS,
    BattleLog,
    Field,
    Meeting,
    Played,
    code,
    fields_of,
    meetings,
    run,
)

AGENT, REFERENCE = "tactician", "brawler"
SEED, PAIRS = 1, 5
CONFIDENCE = 0.95
ALONE = {REFERENCE: 50}
A_FIELD = 2  # battles of an agent against itself, of a field, where it is not so quick


@dataclass(frozen=True)
class Pace:
    """Milliseconds that a battle takes: of an agent here or there against itself, and of the
    reference."""

    here: float | None
    there: float | None
    reference: float

    def as_dict(self) -> dict[str, float | None]:
        """As plain data."""
        return {"here": self.here, "there": self.there, "reference": self.reference}


def ends_differently(one: Played) -> bool:
    """Whether another side wins a battle of a pair once the seats are changed."""
    return sum(one.scores) != 1.0


def alone(game: Game, agent: Agent, seed: int, battles: int) -> float:
    """The milliseconds that battles of an agent against itself take here."""
    play_chunk(game, seed, 0, 1, (agent, agent))  # compiles what is missing
    began = time.thread_time()
    play_chunk(game, seed, 0, battles, (agent, agent))
    return MILLISECONDS * (time.thread_time() - began)


def paces(games: Sequence[Game], agent: str, theirs: Frozen, seed: int) -> Pace:
    """What a battle takes of each against itself, in each of some games; of those that are no
    kernels nothing is said."""

    def compiled(name: str) -> bool:
        try:
            return OUTSIDE not in numbers_of((player(name), player(name)))
        except UnknownAgentError:
            return False

    def each(name: str) -> int:
        return ALONE.get(name, A_FIELD)

    here = there = None
    if compiled(agent):
        spent = sum(alone(game, player(agent), seed, each(agent)) for game in games)
        here = spent / each(agent) / len(games)
    if compiled(theirs.agent):
        number = each(theirs.agent)
        spent = sum(theirs.battles(game, theirs.agent, seed, number) for game in games)
        there = spent / number / len(games)
    number = each(REFERENCE)
    spent = sum(theirs.battles(game, REFERENCE, seed, number) for game in games)
    return Pace(here, there, spent / number / len(games))


def compared(names: tuple[str, str], played: Sequence[Played]) -> dict[str, Any]:
    """How the first of two fared against the second, as plain data."""
    standing = Standing.of(names, played)
    results: Results = standing.results
    scores = [score for one in played for score in one.scores]
    return {
        "pairs": len(played),
        "score": share(results, 0, 1, CONFIDENCE).as_dict(),
        "elo": Ratings(results).difference(0, 1, CONFIDENCE).as_dict(),
        "differently": sum(map(ends_differently, played)) / len(played),
        "undecided": sum(score == 0.5 for score in scores) / len(scores),
        "thinks": [
            spent / len(scores) if choices else None  # kernels are not asked
            for spent, choices in zip(standing.spent, standing.choices, strict=True)
        ],
    }


def show(found: dict[str, Any], console: Console) -> None:
    """The figures as a table."""
    score, elo, pace = found["score"], found["elo"], found["alone"]
    both = f"{found['pairs']:,} pairs of battles in {len(found['fields'])} conflicts"
    table = plain_table(both, "agent", "score", "95%", "Elo", "95%", "ms thought a battle",
                        "ms a battle alone", "in brawlers' battles")  # fmt: skip
    rows = (
        (found["agents"][0], score, elo, found["thinks"][0], pace["here"]),
        (found["agents"][1], None, None, found["thinks"][1], pace["there"]),
        (f"{REFERENCE}, there", None, None, None, pace["reference"]),
    )
    for name, points, rating, thinks, takes in rows:
        table.add_row(
            name,
            "·" if points is None else f"{points['value']:.1%}",
            "·" if points is None else f"{100 * points['low']:.1f}–{100 * points['high']:.1f}",
            "·" if rating is None else f"{rating['value']:+.0f}",
            "·" if rating is None else interval(rating),
            "·" if thinks is None else f"{thinks:.1f}",
            "·" if takes is None else f"{takes:.2f}",
            "·" if takes is None else f"{takes / pace['reference']:,.0f}",
        )
    console.print(table)
    console.print(
        f"{found['differently']:.0%} of the pairs end differently once the seats are changed; "
        f"{found['undecided']:.0%} of the battles end undecided."
    )


def _rule(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"`{text}`: write FIELD=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _agent(text: str) -> str:
    try:
        return player(text).name
    except UnknownAgentError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _play(
    todo: Sequence[Meeting], log: BattleLog, chosen: argparse.Namespace, rules: Mapping[str, Any]
) -> list[Played]:
    with status_line("playing") as say:
        done = sum(meeting in log.known for meeting in todo)
        for _ in run(todo, log, minutes=chosen.minutes, workers=chosen.workers, rules=rules):
            done += 1
            say(f"{done:,} of {len(todo):,} pairs of battles")
    if done < len(todo):
        print(f"{done:,} of {len(todo):,} pairs of battles were played", file=sys.stderr)
    return [log.known[meeting] for meeting in todo if meeting in log.known]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.versus", description=__doc__)
    parser.add_argument("--frozen", type=Path, required=True, help="the other checkout")
    parser.add_argument("--agent", type=_agent, default=AGENT, help="who plays as it is now")
    parser.add_argument("--theirs", default=AGENT, help="who plays as it was")
    parser.add_argument("--fields", type=fields_of, default=SETS["large"], help="names")
    parser.add_argument("--pairs", type=count, default=PAIRS, help="of battles, in each field")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--rules", type=_rule, nargs="+", default=(), metavar="FIELD=VALUE",
                        help="of rulesets, in all fields")  # fmt: skip
    parser.add_argument("--minutes", type=above_zero, help="begin nothing after so long")
    parser.add_argument("--workers", type=count, default=1, help="threads")
    parser.add_argument("--into", type=Path, help="a folder that keeps every result")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    rules = dict(chosen.rules)
    try:
        theirs = player(f"{PREFIX}{chosen.frozen}:{chosen.theirs}")
        assert isinstance(theirs, Frozen)
        names = (chosen.agent, theirs.name)
        version = f"{code()} {code(theirs.checkout)} {json.dumps(rules, sort_keys=True)}"
        log = BattleLog(chosen.into, chosen.seed, version)
        played = _play(meetings(chosen.fields, [names], chosen.pairs), log, chosen, rules)
        if not played:
            parser.exit(1, "nothing was played; give it more time\n")
        games = [Field(one, rules=rules).game for one in chosen.fields]
        alone = paces(games, chosen.agent, theirs, chosen.seed).as_dict()
    except (UnknownAgentError, FrozenError, ScenarioError, OSError) as error:
        parser.exit(2, f"{error}\n")
    found = {"seed": chosen.seed, "code": log.code, "agents": names, "rules": rules,
             "fields": [*chosen.fields], **compared(names, played), "alone": alone}  # fmt: skip
    if chosen.json:
        print(json.dumps(found, indent=2))
    else:
        show(found, console())


if __name__ == "__main__":
    main()
