"""Who is how strong: `python -m evaluation.strength [--agents A,B,…] [--apart K | --first]
[--fields F,…] [--pairs N] [--seed S] [--minutes M] [--workers W] [--into FOLDER] [--json]`.

Everybody plays everybody (with `--apart K` only those at most K places on in the list, with
`--first` only the first one) in the conflicts of `evaluation/fields`, or in random ones (`large`,
`broad`, `mirrored`, `practice`: `evaluation.fresh`), in pairs of battles with the seats changed and
the same dice. Ratings are Elo's, fitted by maximum likelihood, an undecided battle half a victory
for each (`evaluation.elo`), with 99% intervals from resampling conflicts.
Name the weakest first: each step of the list is reported, and the first one has rating 0. With
`--into` every result is saved at once, and a later run of the same code and seed continues from it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from autogm.lab.progress import status_line
from evaluation.arguments import above_zero, agents, count
from evaluation.elo import Ratings, Results, every_two, share
from evaluation.players import player
from evaluation.tables import console, interval, plain_table
from evaluation.tournament import (
    BattleLog,
    Field,
    Played,
    code,
    fields_known,
    fields_of,
    meetings,
    run,
)

AGENTS = ("random", "brawler", "tactician", "planner")
SEED, PAIRS = 1, 20
CONFIDENCE = 0.99
LARGE = 4  # fighters on the smaller side


@dataclass(frozen=True)
class Standing:
    """The results of some fields: players by their place in `names`."""

    names: tuple[str, ...]
    results: Results
    choices: tuple[int, ...]
    spent: tuple[float, ...]

    @classmethod
    def of(cls, names: Sequence[str], played: Iterable[Played]) -> Standing:
        """Counted."""
        results = Results(len(names))
        choices, spent = [0] * len(names), [0.0] * len(names)
        for one in played:
            both = names.index(one.meeting.first), names.index(one.meeting.second)
            results.add(*both, sum(one.scores), one.meeting.field)
            for place, number, milliseconds in zip(both, one.choices, one.spent, strict=True):
                choices[place] += number
                spent[place] += milliseconds
        return cls(tuple(names), results, tuple(choices), tuple(spent))

    def as_dict(self) -> dict[str, Any]:
        """As plain data: ratings above the first one, and each step of the list."""
        ratings = Ratings(self.results)
        players = {}
        for place, name in enumerate(self.names):
            points, battles = self.results.score(place)
            players[name] = {
                "elo": ratings.difference(place, 0, CONFIDENCE).as_dict(),
                "score": points / battles,
                "battles": battles,
                "ms_a_decision": self.spent[place] / max(1, self.choices[place]),
            }
        steps = [
            {
                "from": self.names[place - 1],
                "to": name,
                "elo": ratings.difference(place, place - 1, CONFIDENCE).as_dict(),
                "above": ratings.above(place, place - 1),
            }
            for place, name in enumerate(self.names)
            if place
        ]
        return {"players": players, "steps": steps}


def standings(names: Sequence[str], played: Sequence[Played]) -> dict[str, dict[str, Any]]:
    """The standing of all fields, as plain data by their titles, and of the large ones and the
    others by themselves where both were played and can be rated.

    Raises:
        ValueError: if not even all fields together can be rated.
    """
    found = {"All fields": Standing.of(names, played).as_dict()}
    sizes = {one: min(Field(one).size) for one in {result.meeting.field for result in played}}
    groups = {
        "Four against four and larger": [p for p in played if sizes[p.meeting.field] >= LARGE],
        "Up to three against three": [p for p in played if sizes[p.meeting.field] < LARGE],
    }
    if all(groups.values()):
        for title, some in groups.items():
            with suppress(ValueError):  # somebody has met nobody there
                found[title] = Standing.of(names, some).as_dict()
    return found


def by_field(names: Sequence[str], played: Sequence[Played]) -> list[dict[str, Any]]:
    """The share of points that each player takes from the one before it in the list, field by
    field; None for a step of the list where the two have not met."""
    rows = []
    for name in sorted({one.meeting.field for one in played}):
        here = [one for one in played if one.meeting.field == name]
        counted = Standing.of(names, here).results
        undecided = sum(score == 0.5 for one in here for score in one.scores)
        shares = [
            share(counted, place, place - 1, CONFIDENCE).as_dict()
            if counted.pairs(place, place - 1)
            else None
            for place in range(1, len(names))
        ]
        rows.append(
            {
                "field": name,
                "size": Field(name).size,
                "pairs": len(here),
                "undecided": undecided / (2 * len(here)),
                "shares": shares,
            }
        )
    return rows


def show(found: dict[str, Any], console: Console) -> None:
    """The figures as tables."""
    for title, standing in found["standings"].items():
        table = plain_table(title, "agent", "Elo", "99% interval", "score", "battles",
                            "ms a decision")  # fmt: skip
        for name, one in standing["players"].items():
            anchor = one["elo"]["low"] == one["elo"]["high"]
            table.add_row(
                name, f"{one['elo']['value']:+.0f}", "·" if anchor else interval(one["elo"]),
                f"{one['score']:.1%}", f"{one['battles']:,}",
                f"{one['ms_a_decision']:.1f}" if one["ms_a_decision"] else "·",
            )  # fmt: skip
        console.print(table)
        table = plain_table(f"{title}: step by step", "step", "Elo", "99% interval", "above")
        for number, one in enumerate(standing["steps"], 1):
            words = f"{number} {one['from']} → {one['to']}"
            elo = one["elo"]
            table.add_row(words, f"{elo['value']:+.0f}", interval(elo), f"{one['above']:.2%}")
        console.print(table)
    steps = [str(number) for number in range(1, len(found["agents"]))]
    table = plain_table("Share of the points, field by field and step by step", "field", "size",
                        "undecided", *steps)  # fmt: skip
    for row in found["fields"]:
        cells = [
            f"{one['value']:.0%} ({100 * one['low']:.0f}–{100 * one['high']:.0f})" if one else "·"
            for one in row["shares"]
        ]
        size = "v".join(str(number) for number in row["size"])
        table.add_row(row["field"], size, f"{row['undecided']:.0%}", *cells)
    console.print(table)


def _players(text: str) -> list[str]:
    return agents(text, lambda name: player(name).name)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.strength", description=__doc__)
    parser.add_argument("--agents", type=_players, default=AGENTS, help="names, weakest first")
    whom = parser.add_mutually_exclusive_group()
    whom.add_argument("--apart", type=count, help="how far apart in that list players meet")
    whom.add_argument("--first", action="store_true", help="everybody meets the first one alone")
    parser.add_argument("--fields", type=fields_of, default=fields_known(), help="names")
    parser.add_argument("--pairs", type=count, default=PAIRS, help="of battles, for each two")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--minutes", type=above_zero, help="begin nothing after so long")
    parser.add_argument("--workers", type=count, default=1, help="threads")
    parser.add_argument("--into", type=Path, help="a folder that keeps every result")
    parser.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    chosen = parser.parse_args(arguments)
    names = chosen.agents
    if len(names) < 2:
        parser.error("a tournament needs two agents at least")
    try:
        log = BattleLog(chosen.into, chosen.seed, code())
    except OSError as error:
        parser.error(f"--into: {error}")
    if log.others:
        print(f"{log.others} lines of other code or seeds are left alone", file=sys.stderr)
    two = every_two(len(names), chosen.apart)
    between = [(names[a], names[b]) for a, b in two if not chosen.first or a == 0]
    todo = meetings(chosen.fields, between, chosen.pairs)
    with status_line("playing") as say:
        done = sum(meeting in log.known for meeting in todo)
        for _ in run(todo, log, minutes=chosen.minutes, workers=chosen.workers):
            done += 1
            say(f"{done:,} of {len(todo):,} pairs of battles")
    played = [log.known[meeting] for meeting in todo if meeting in log.known]
    if done < len(todo):
        print(f"{done:,} of {len(todo):,} pairs of battles were played", file=sys.stderr)
    try:
        found = {
            "seed": chosen.seed,
            "code": log.code,
            "agents": names,
            "pairs": {"asked": len(todo), "played": done},
            "standings": standings(names, played),
            "fields": by_field(names, played),
        }
    except ValueError as error:
        print(f"{error}; give it more time", file=sys.stderr)
        raise SystemExit(1) from error
    if chosen.json:
        print(json.dumps(found, indent=2))
    else:
        show(found, console())


if __name__ == "__main__":
    main()
