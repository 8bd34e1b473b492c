"""The command `simulate`: many battles counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autogm.commands import plain
from autogm.commands.arguments import Party, Scenarios, precision
from autogm.commands.counting import Battles, counted, tell_none_over
from autogm.commands.frame import (
    DONE,
    AsJson,
    InputError,
    console,
    print_json,
    tell,
)
from autogm.commands.players import Agents, Seed, prepared, seating_of
from autogm.commands.states import Given, PositionFile, StateLine, given_start, position_entries
from autogm.commands.stored import Out, Rows, Scheduler, Storing, Where
from autogm.game.registry import CONFLICT
from autogm.lab.amount import usual

if TYPE_CHECKING:
    from autogm.agents.names import Seating
    from autogm.analysis.table_time import Pace
    from autogm.engine.game import Game
    from autogm.engine.state import State
    from autogm.game.registry import ReadFile
    from autogm.lab.insight import Insight
    from autogm.lab.simulate import Simulation
    from autogm.lab.skill import SkillResult

MOST_UNTIL = 1_000_000
"""Battles at most where somebody says how precise the answer has to be."""
HOW_HARD = "How hard it is for beginners and regulars: --levels."
VARIANTS = "Variants beside it: --set."


def simulate(
    files: Scenarios,
    number: Battles = None,
    seed: Seed = 1,
    agents: Agents = None,
    state: StateLine = None,
    position: PositionFile = None,
    until: Annotated[
        float | None,
        typer.Option(
            "--until",
            metavar="±P",
            parser=precision,
            help="Play until the players' share is known to so much, such as ±1%; -n is then the "
            "most that is played. Since it looks after every batch, all intervals are wider than "
            "those of as many battles without it.",
            show_default=False,
        ),
    ] = None,
    party: Party = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PATH=VALUE",
            help="Compare with a variant: gm.fighters.chief.skills.Forceful=4; several changes of "
            "one variant with ; between them, PATH= takes a field out. Once for each variant.",
            show_default=False,
        ),
    ] = None,
    sweeps: Annotated[
        list[str] | None,
        typer.Option(
            "--sweep",
            metavar="PATH=FROM..TO",
            help="Compare variants over a range of values: gm.pool=0..5, or gm.pool=1,3,9.",
            show_default=False,
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg", metavar="OUT", help="Draw the comparison as a chart.", show_default=False
        ),
    ] = None,
    levels: Annotated[
        bool,
        typer.Option(
            "--levels",
            help="Play it also as beginners, regulars and veterans would: how hard it is for each, "
            "and how much is up to the dice and how much to play.",
        ),
    ] = False,
    pace: Annotated[
        str | None,
        typer.Option(
            "--pace",
            metavar="HERO[,GM]",
            help="Minutes that a turn takes at your table, such as 3 or 2,0.5: one of the players' "
            "side, and one of the GM's (else half as much).",
            show_default="2,1; less in light rulesets, more in heavy ones",
        ),
    ] = None,
    more: Annotated[
        bool,
        typer.Option(
            "--more", help="Say also who is decisive, and what the luck of the dice was worth."
        ),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, help="Threads.", show_default="all cores"),
    ] = None,
    out: Out = None,
    rows: Rows = None,
    backend: Where = None,
    scheduler: Scheduler = None,
    as_json: AsJson = False,
) -> None:
    """Play a conflict many times, from its beginning or from a state on, and count who wins, how
    long it takes and what it costs. Variants are compared with the same dice."""
    if number is not None and number < 1:
        raise InputError(f"--battles says how many battles to play: at least 1, not {number}")
    from autogm.commands.variants import Comparing, compare, tell_party, with_heroes
    from autogm.game.registry import read_file

    if sweeps is not None and len(sweeps) > 1:
        raise InputError(
            f"--sweep {sweeps[0]} and --sweep {sweeps[1]}: one range at a time; --set compares "
            "any other variants, several changes of one with ; between them"
        )
    sweep = sweeps[0] if sweeps else None
    comparing = Comparing(tuple(files[1:]), tuple(changes or ()), sweep, svg)
    storing = Storing(out, rows, backend, scheduler, workers)
    storing.check(files)
    found_file, given = read_file(files[0]), (state, position)
    compares = comparing.given()
    if not plain.is_conflict(found_file):
        plain.only_conflicts(
            found_file,
            workers=workers is not None,
            party=bool(party),
            until=until is not None,
            pace=pace is not None,
            more=more,
            **dict.fromkeys(compares, True),
        )
        plain.simulate(found_file, number, seed, agents, given, as_json, storing, levels)
        return
    own_pace = read_pace(pace)
    if compares:
        begins = {"state": state is not None, "position": position is not None}
        of_one = {"levels": levels, "pace": pace is not None, "more": more}
        _only_alone(compares[0], {**begins, "until": until is not None}, of_one)
        plain.check_seed(seed)
        compare(
            files[0], comparing, party or (), number, seed, agents, workers, as_json=as_json,
            storing=storing,
        )  # fmt: skip
        return
    if party:
        found_file = with_heroes(files[0], party)
        tell_party(found_file.content)
    asked = _Asked(number, seed, agents, given, until, own_pace, levels, more, as_json)
    _conflict(found_file, files[0], party or (), asked, storing)


def _only_alone(compares: str, of_all: dict[str, bool], of_one: dict[str, bool]) -> None:
    """Refuse what says something of one conflict where variants are compared; each says whether it
    was given.

    Raises:
        InputError: naming it.
    """
    for name, said in of_all.items():
        if said:
            raise InputError(
                f"--{name} is for one conflict: variants are compared from the beginning, over as "
                "many battles each"
            )
    for name, said in of_one.items():
        if said:
            others = "several files" if compares == "files" else f"what --{compares} makes of it"
            raise InputError(f"--{name} is for one conflict, and {others} are compared here")


@dataclass(frozen=True)
class _Asked:
    """What the command line says of one conflict: how often it is played, by whom, from where, how
    precise the answer has to be, and what is told."""

    number: int | None
    seed: int
    agents: str | None
    given: Given
    until: float | None
    pace: Pace | None
    levels: bool
    more: bool
    as_json: bool


def _conflict(
    found_file: ReadFile, file: Path, party: Sequence[Path], asked: _Asked, storing: Storing
) -> None:
    """Play one conflict, and tell what came of it.

    Raises:
        Exit: with the code of what was done.
    """
    from autogm.commands.variants import texts_of
    from autogm.lab.cautions import cautions
    from autogm.lab.insight import insight
    from autogm.lab.noting import noting_takes

    seating = seating_of(found_file.content, asked.agents)
    plain.check_seed(asked.seed)
    number = asked.number or (MOST_UNTIL if asked.until else usual(found_file.content, seating))
    state, position = asked.given
    entries, stored = position_entries(found_file, position), storing.out is not None
    game, players = prepared(
        found_file.content, asked.agents, number, entries, stored=stored, measures=True
    )
    start = given_start(found_file, game, state, position)
    for words in cautions(game, seating.names):
        tell("note", words, "yellow")
    if stored:
        line = None if start is None else game.serialize(start)
        texts = texts_of(file, party)
        found, leave = storing.counted(
            texts, seating.names, number, asked.seed, line, until=asked.until
        )
    else:
        found, leave = counted(
            game, number, asked.seed, players, start, storing.workers, asked.until, measures=True
        )
        if found is None:
            tell_none_over(number)
    if found is None:
        raise typer.Exit(leave)
    _note_precision(found, asked.until if leave == DONE else None)
    told = insight(game, found, asked.pace)
    if asked.more and told.adjusted is not None:
        told = replace(told, noting=noting_takes(game, asked.seed, players, start))
    skilled: list[SkillResult] = []
    if asked.levels and leave == DONE:
        skilled, leave = _by_skill(game, found, seating, asked.seed, start, storing.workers)
    _print(game, found, told, skilled, asked)
    raise typer.Exit(leave)


def _note_precision(found: Simulation, until: float | None) -> None:
    """Say where the share of the players is not known as well as was asked for."""
    share = found.wins["players"]
    if until is not None and share.high - share.low > 2 * until:
        after = f"after {found.battles:,} battles the share is not known to ±{until:.2%}"
        tell("note", after, "yellow")
    elif until is not None:
        looked = "intervals are wider than usual, since it was looked at again and again"
        tell("note", looked, "dim")


def _by_skill(
    game: Game,
    found: Simulation,
    seating: Seating,
    seed: int,
    start: State | None,
    workers: int | None,
) -> tuple[list[SkillResult], int]:
    """The same conflict for players of each level of skill, and the exit code."""
    from autogm.commands.skills import by_skill, named_of_gm
    from autogm.lab.skill import battles_for

    def play(who: str, number: int) -> tuple[Simulation | None, int]:
        _, agents = prepared(game.encounter, who, number)
        return counted(game, number, seed, agents, start, workers)

    of_gm = named_of_gm(game.encounter, seating)
    return by_skill(CONFLICT, seating, of_gm, found, battles_for(found.battles), play)


def _print(
    game: Game, found: Simulation, told: Insight, skilled: list[SkillResult], asked: _Asked
) -> None:
    """What came of it, as JSON or for people."""
    from autogm.lab.cautions import second_thoughts
    from autogm.lab.skill import as_dict, skill_lines
    from autogm.lab.tables import simulation_tables

    if asked.as_json:
        plays = {"skill": as_dict(skilled)} if skilled else {}
        print_json({**found.as_dict(), **told.as_dict(), **plays})
        return
    shown = console()
    head, *parts = simulation_tables(game, found, told, asked.more)
    shown.print(head, soft_wrap=False)
    if not asked.levels:
        shown.print(HOW_HARD)
    for part in parts:
        shown.print(part, soft_wrap=False)
    for said in skill_lines(skilled) if skilled else ():
        shown.print(said, style="bold")
    if not asked.levels:
        shown.print(VARIANTS, style="dim")
    for words in second_thoughts(game, found):
        tell("note", words, "yellow")


def read_pace(text: str | None) -> Pace | None:
    """Minutes for a turn at a table, as they were written.

    Raises:
        InputError: for what are no minutes.
    """
    from autogm.analysis.table_time import HERO, OTHER, Pace

    if text is None:
        return None
    parts = text.split(",")
    try:
        minutes = [float(one) for one in parts]
    except ValueError:
        minutes = []
    if not 1 <= len(minutes) <= 2 or not all(0 < one <= 60 for one in minutes):
        raise InputError(
            f"--pace: minutes for a turn are more than 0 and at most 60, such as 3 or 2,0.5, not "
            f"`{text}`"
        )
    return Pace(minutes[0], minutes[-1] if len(minutes) > 1 else minutes[0] * OTHER / HERO)
