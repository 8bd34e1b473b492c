"""How strong the levels are, and whom each suits: `python -m evaluation.levels [--fields F,…]
[--above F,…] [--pairs N] [--slow N] [--seed 1] [--minutes M] [--timing TURNS] [--workers W]
[--into FOLDER] [--json | --write]`.

Up to Great each level meets the one below it (the lowest a brawler), in pairs of battles with the
seats changed and the same dice, in the mirrored conflicts unless others are named
(`evaluation.fresh`). The levels above meet Great itself, in large conflicts: where few fight they
mostly choose alike, and Great is what they are taken in place of. All meet the model of an average
player, the level `average`, in the mirrored ones. Ratings are fitted to all of these
(`evaluation.elo`), intervals are of 95% over conflicts. Levels above Great take long, so their
battles come last, `--slow` pairs in each field. Every two players have the same share of the
minutes; what one leaves goes to those after it. So many turns are timed in
`fields/eight-streets.yaml`, in battles of tacticians, by the thread's own clock. `--write` renews
what `autogm levels` tells.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from rich.console import Console

from autogm.agents.strengths import AVERAGE, FILE, Figure, Strength, Strengths, as_measured
from autogm.engine.game import load_game
from autogm.lab.progress import status_line
from autogm.planner.levels import BY_NAME, DEFAULT, LEVELS
from evaluation.arguments import above_zero, count
from evaluation.elo import Estimate, Ratings, share
from evaluation.fresh import SETS
from evaluation.strength import Standing
from evaluation.tables import console, interval, plain_table
from evaluation.timed import Times, turns_of
from evaluation.tournament import BattleLog, Meeting, Played, code, fields_of, meetings, run

BRAWLER = "brawler"
NAMES = (BRAWLER, *(f"planner:{level.name}" for level in LEVELS))
"""Whoever is rated, weakest first; a level's place is its number and 1."""
MODEL = 1 + BY_NAME[AVERAGE].number
USUAL = 1 + DEFAULT.number
SEED, PAIRS, SLOW, TIMING = 1, 10, 1, 20
CONFIDENCE = 0.95
EIGHT_ZONES = Path(__file__).resolve().parent / "fields" / "eight-streets.yaml"
TIMED = "four against four over eight zones (eight-streets), in battles of tacticians"


def all_meetings(
    fields: Sequence[str], above: Sequence[str], pairs: int, slow: int
) -> list[list[Meeting]]:
    """What is to be played, by who meets whom, the fields in turn: the steps of the ladder up to
    the usual level, an average player against these, then the levels above against the usual one
    in the fields `above`, and against an average player."""
    steps = [(place - 1, place) for place in range(1, USUAL + 1)]
    others = [place for place in range(1, len(NAMES)) if place != MODEL]
    model = [(min(MODEL, place), max(MODEL, place)) for place in others]
    quick = [two for two in model if two[1] <= USUAL and two not in steps]
    higher = [(USUAL, place) for place in range(USUAL + 1, len(NAMES))]
    last = [two for two in model if two[1] > USUAL]
    return [
        meetings(where, [(NAMES[one], NAMES[other])], often)
        for two, where, often in (
            *((two, fields, pairs) for two in (*steps, *quick)),
            *((two, above, slow) for two in higher),
            *((two, fields, slow) for two in last),
        )
        for one, other in [two]
    ]


def play_all(
    groups: Sequence[Sequence[Meeting]], log: BattleLog, minutes: float | None, workers: int
) -> Iterator[Played]:
    """Play the groups one after the other, each for an equal part of the minutes that are left."""
    ends = None if minutes is None else time.monotonic() + 60 * minutes
    for place, group in enumerate(groups):
        left = None
        if ends is not None:
            left = (ends - time.monotonic()) / 60 / (len(groups) - place)
        yield from run(group, log, minutes=left, workers=workers)


def strengths(
    played: Sequence[Played], times: Sequence[Times], made: str, conflicts: str
) -> Strengths:
    """The figures of all levels, from what was played and how long their turns take.

    Raises:
        ValueError: where too little was played to rate everybody.
    """
    results = Standing.of(NAMES, played).results
    ratings = Ratings(results)
    found = []
    for place, (level, taken) in enumerate(zip(LEVELS, times, strict=True), 1):
        takes = None if place == MODEL else _figure(share(results, MODEL, place, CONFIDENCE))
        found.append(
            Strength(
                level.name,
                _figure(ratings.difference(place, 0, CONFIDENCE)),
                _figure(ratings.difference(place, place - 1, CONFIDENCE)),
                takes,
                results.score(place)[1],
                round(taken.median, 1),
                round(taken.most, 1),
            )
        )
    return Strengths(
        made,
        date.today().isoformat(),
        conflicts,
        TIMED,
        tuple(map(as_measured, LEVELS)),
        tuple(found),
    )


def _figure(found: Estimate) -> Figure:
    return Figure(*(round(one, 3) for one in (found.value, found.low, found.high)))


def _words(fields: Sequence[str]) -> str:
    """Conflicts in words."""
    sets = [name for name, names in SETS.items() if tuple(fields) == names]
    return f"{len(fields)} {sets[0]} random conflicts" if sets else ", ".join(fields)


def show(found: Strengths, console: Console) -> None:
    """The figures as a table."""
    table = plain_table(
        "The levels", "level", "Elo over a brawler", "95%", "over the one below", "95%",
        "an average player takes", "95%", "battles", "ms a turn", "95%",
    )  # fmt: skip
    for one in found.levels:
        takes = one.average_takes
        table.add_row(
            one.level, f"{one.elo.value:+.0f}", interval(one.elo.as_dict()),
            f"{one.step.value:+.0f}", interval(one.step.as_dict()),
            f"{takes.value:.1%}" if takes else "·",
            f"{100 * takes.low:.0f}–{100 * takes.high:.0f}" if takes else "·",
            f"{one.battles:,}", f"{one.turn:.1f}", f"{one.turn_most:.1f}",
        )  # fmt: skip
    console.print(table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, time and print or write."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.levels", description=__doc__)
    parser.add_argument("--fields", type=fields_of, default=SETS["mirrored"], help="names")
    parser.add_argument(
        "--above", type=fields_of, default=SETS["large"], help="names, for levels above Great"
    )
    parser.add_argument("--pairs", type=count, default=PAIRS, help="of battles, in each field")
    parser.add_argument("--slow", type=count, default=SLOW, help="the same, for levels above Great")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--minutes", type=above_zero, help="begin nothing after so long")
    parser.add_argument("--timing", type=count, default=TIMING, help="turns, for each level")
    parser.add_argument("--workers", type=count, default=1, help="threads")
    parser.add_argument("--into", type=Path, help="a folder that keeps every result")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--json", action="store_true", help="print JSON, alone on stdout")
    ways.add_argument("--write", action="store_true", help=f"renew {FILE.name}")
    chosen = parser.parse_args(arguments)
    try:
        log = BattleLog(chosen.into, chosen.seed, code())
    except OSError as error:
        parser.error(f"--into: {error}")
    groups = all_meetings(chosen.fields, chosen.above, chosen.pairs, chosen.slow)
    todo = [meeting for group in groups for meeting in group]
    with status_line("playing") as say:
        done = sum(meeting in log.known for meeting in todo)
        for _ in play_all(groups, log, chosen.minutes, chosen.workers):
            done += 1
            say(f"{done:,} of {len(todo):,} pairs of battles")
        times = []
        for name in NAMES[1:]:
            say(f"timing {name}")
            times.append(turns_of(load_game(EIGHT_ZONES), name, chosen.timing, chosen.seed)[0])
    if log.others:
        print(
            f"{log.others:,} kept results of other code or seeds were left alone", file=sys.stderr
        )
    if done < len(todo):
        print(f"{done:,} of {len(todo):,} pairs of battles were played", file=sys.stderr)
    played = [log.known[meeting] for meeting in todo if meeting in log.known]
    kept = argparse.ArgumentParser(add_help=False)
    kept.add_argument("--into")  # where results are kept changes none
    given = kept.parse_known_args(arguments)[1]
    made = " ".join(("python -m evaluation.levels", *given))
    conflicts = (
        f"{_words(chosen.fields)}, of levels above {DEFAULT.name} against it in "
        f"{_words(chosen.above)}"
    )
    try:
        found = strengths(played, times, made, conflicts)
    except ValueError as error:
        print(f"{error}; give it more time", file=sys.stderr)
        raise SystemExit(1) from error
    if chosen.write:
        FILE.write_text(found.as_text(), "utf-8")
    if chosen.json:
        sys.stdout.write(found.as_text())
    else:
        show(found, console())


if __name__ == "__main__":
    main()
