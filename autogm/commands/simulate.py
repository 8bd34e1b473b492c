"""The command `simulate`: many battles counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autogm.commands import plain
from autogm.commands.arguments import Party, Scenarios, precision
from autogm.commands.counting import Battles, by_skill, counted
from autogm.commands.frame import (
    DONE,
    AsJson,
    InputError,
    console,
    print_json,
    tell,
)
from autogm.commands.players import Agents, Seed, prepared, seating_of
from autogm.commands.states import PositionFile, StateLine, given_start, position_entries
from autogm.commands.stored import Out, Rows, Scheduler, Storing, Where
from autogm.lab.amount import usual

if TYPE_CHECKING:
    from autogm.analysis.table_time import Pace
    from autogm.lab.skill import Played

MOST_UNTIL = 1_000_000
"""Battles at most where somebody says how precise the answer has to be."""


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
            "most that is played.",
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
    sweep: Annotated[
        str | None,
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
    from autogm.commands.variants import Asked, compare, tell_party, texts_of, with_heroes
    from autogm.game.registry import read_file

    comparing = Asked(tuple(files[1:]), tuple(changes or ()), sweep, svg)
    storing = Storing(out, rows, backend, scheduler, workers)
    storing.check(files)
    found_file = read_file(files[0])
    if not plain.is_conflict(found_file):
        plain.only_conflicts(
            found_file,
            workers=workers is not None,
            party=bool(party),
            until=until is not None,
            pace=pace is not None,
            more=more,
            **dict.fromkeys(comparing.given(), True),
        )
        given = (state, position)
        plain.simulate(found_file, number, seed, agents, given, as_json, storing, levels)
        return
    own_pace = read_pace(pace)
    if comparing.given():
        if levels:
            raise InputError("--levels plays one conflict, and several are compared here")
        if state is not None or position is not None or until is not None:
            raise InputError("variants are compared from the beginning, over as many battles each")
        plain.check_seed(seed)
        compare(
            files[0], comparing, party or (), number, seed, agents, workers, as_json=as_json,
            storing=storing,
        )  # fmt: skip
        return
    if party:
        found_file = with_heroes(files[0], party)
        tell_party(found_file.content)
    seating = seating_of(found_file.content, agents)
    plain.check_seed(seed)
    number = number or (MOST_UNTIL if until else usual(found_file.content, seating))
    entries = position_entries(found_file, position)
    stored = out is not None
    game, players = prepared(
        found_file.content, agents, number, entries, stored=stored, measures=True
    )
    start = given_start(found_file, game, state, position)
    from autogm.lab.cautions import cautions, second_thoughts

    for words in cautions(game, seating.names):
        tell("note", words, "yellow")
    if out is not None:
        line = None if start is None else game.serialize(start)
        texts = texts_of(files[0], party or ())
        found, leave = storing.counted(texts, seating.names, number, seed, line, until=until)
    else:
        found, leave = counted(game, number, seed, players, start, workers, until, measures=True)
    from autogm.lab.skill import as_dict as skill_dict
    from autogm.lab.skill import skill_lines

    share = found.wins["players"]
    if until is not None and share.high - share.low > 2 * until and leave == DONE:
        tell("note", f"after {number:,} battles the share is not known to ±{until:.2%}", "yellow")
    from autogm.lab.insight import insight

    told = insight(game, found, own_pace)
    skilled: list[Played] = []
    if levels and leave == DONE:
        skilled, leave = by_skill(game, found, seating, seed, start, workers)
    if as_json:
        plays = {"skill": skill_dict(skilled)} if skilled else {}
        print_json({**found.as_dict(), **told.as_dict(), **plays})
        raise typer.Exit(leave)
    from autogm.lab.tables import simulation_tables

    shown = console()
    for part in simulation_tables(game, found, told, more):
        shown.print(part, soft_wrap=False)
    for said in skill_lines(skilled) if skilled else ():
        shown.print(said, style="bold")
    for words in second_thoughts(found):
        tell("note", words, "yellow")
    raise typer.Exit(leave)


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
