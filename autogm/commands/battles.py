"""The commands `simulate` and `replay`: many battles counted, one battle told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.agents.names import DEFAULT, LEVELLED, names
from autogm.commands import plain
from autogm.commands.arguments import Scenario, Scenarios, count, precision
from autogm.commands.frame import (
    DONE,
    AsJson,
    InputError,
    console,
    print_json,
    progress,
    tell,
    terminable,
    unwritten,
)
from autogm.commands.pictures import check_folder, write_pictures
from autogm.commands.sides import Audience
from autogm.commands.states import PositionFile, StateLine, given_start, position_entries
from autogm.commands.stored import Out, Rows, Scheduler, Storing, Where
from autogm.planner.levels import DEFAULT as PLAIN_LEVEL
from autogm.planner.levels import LEVELS

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.agents.names import Seating
    from autogm.analysis.table_time import Pace
    from autogm.engine.game import Game
    from autogm.engine.state import State
    from autogm.lab.replay import Step
    from autogm.lab.simulate import Simulation
    from autogm.lab.skill import Played
    from autogm.rules.encounter import Encounter

QUICK = frozenset({"random", "brawler"})
"""Agents who decide soon enough without being compiled."""
MOST_UNTIL = 1_000_000
"""Battles at most where somebody says how precise the answer has to be."""
MANY, FEW = 10_000, 20
"""How many battles are played unless it is said, by agents who do not think, and with a planner."""
THOUGHT_THROUGH, SOME = 12_000, (1_000, 500, 100, 50, 20, 10)
"""By tacticians it is the most of these that comes to no more than so many, times the square of the
fighters: what two cores play within some ten seconds."""
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The same seed meets the same dice.")
]
AGENTS_HELP = (
    f"{', '.join(names()[:-1])} or {names()[-1]}; a name for both sides, or "
    f"players=tactician,gm={LEVELLED}:superb,rolf=brawler with the ids of fighters, or of what "
    f"several are copies of. The {LEVELLED}'s levels, from weak to strong: "
    f"{', '.join(level.name for level in LEVELS)}; {LEVELLED} alone is {PLAIN_LEVEL.name}."
)
Agents = Annotated[
    str | None,
    typer.Option(
        "--agents",
        metavar="WHO",
        help=f"Who plays: {AGENTS_HELP}",
        show_default=DEFAULT,
    ),
]


def simulate(
    files: Scenarios,
    number: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--battles",
            metavar="N",
            parser=count,
            help="How many battles, such as 500 or 10k.",
            show_default=f"{SOME[-1]} to {SOME[0]:,} by how many fight; {MANY:,} of brawlers; "
            f"{FEW} with a {LEVELLED}",
        ),
    ] = None,
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
    party: Annotated[
        list[Path] | None,
        typer.Option(
            "--party",
            metavar="SHEET",
            help="A character file, or the name of one that ships, of a hero who plays instead of "
            "those of the scenario; once for each.",
            show_default=False,
        ),
    ] = None,
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
    from autogm.commands.variants import Asked, compare, texts_of, with_heroes
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

    if until is not None and found.battles == number and leave == DONE:
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


def usual(encounter: Encounter, seating: Seating) -> int:
    """How many battles are played where nobody says it: as many as soon show something."""
    if QUICK.issuperset(seating.names.values()):
        return MANY
    if not {*QUICK, "tactician"}.issuperset(seating.names.values()):
        return FEW
    fighters = sum(one.part_of is None for one in encounter.fighters)
    return next((one for one in SOME if one * fighters**2 <= THOUGHT_THROUGH * 1.05), SOME[-1])


def counted(
    game: Game,
    number: int,
    seed: int,
    agents: tuple[Agent, Agent],
    start: State | None,
    workers: int | None = None,
    until: float | None = None,
    measures: bool = False,
) -> tuple[Simulation, int]:
    """Battles played with progress on stderr, and the exit code: where they are interrupted, those
    that are over, and the code that says so.

    Raises:
        InputError: for a number of battles that cannot be played.
        Exit: where they are interrupted before one is over.
    """
    from autogm.lab.progress import battle_progress, counted_battles
    from autogm.lab.simulate import Stopped
    from autogm.lab.simulate import simulate as run

    with terminable() as stopped, battle_progress(number, progress) as told:
        try:
            found = run(
                game, number, seed, agents, start=start, workers=workers, progress=told,
                until=until, measures=measures,
            )  # fmt: skip
        except ValueError as error:
            raise InputError(str(error)) from None
        except Stopped as stop:
            return stop.found, stopped()
        except KeyboardInterrupt:
            tell("interrupted", f"none of {counted_battles(number)} is over", "bold red")
            raise typer.Exit(stopped()) from None
    return found, DONE


def by_skill(
    game: Game,
    found: Simulation,
    seating: Seating,
    seed: int,
    start: State | None,
    workers: int | None,
) -> tuple[list[Played], int]:
    """The same conflict for players of each level of skill, and the exit code. Where the players
    were played so already, their battles are told."""
    from autogm.lab.skill import SKILLS, agents_for, battles_for, played, players_of

    told: list[Played] = []
    number = battles_for(found.battles)
    for skill in SKILLS:
        own = found
        if seating.fighters or seating.players != players_of(skill, "conflict"):
            who = agents_for(skill, seating.gm)
            tell("playing", f"as {skill.name} would ({who})", "dim")
            _, agents = prepared(game.encounter, who, number)
            own, leave = counted(game, number, seed, agents, start, workers)
            if leave != DONE:
                return told, leave
        told.append(played(skill, own, own.verdict.said))
    return told, DONE


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


def replay(
    file: Scenario,
    battle: Annotated[int, typer.Option("--battle", metavar="N", help="Which battle, from 0.")] = 0,
    seed: Seed = 1,
    agents: Agents = None,
    state: StateLine = None,
    position: PositionFile = None,
    svg_dir: Annotated[
        Path | None,
        typer.Option(
            "--svg-dir",
            metavar="DIR",
            help="Draw the beginning and the end of every exchange into this folder, as "
            "exchange-00.svg and so on; of a scene of cards the table before each roll, as "
            "table-00.svg.",
            show_default=False,
        ),
    ] = None,
    audience: Annotated[
        Audience,
        typer.Option(
            "--for",
            help="players, gm: tell and draw only what that side may know; with --json nothing but "
            "the events, since states and reasons are about everything.",
            show_default="everything",
        ),
    ] = Audience.all,
    as_json: AsJson = False,
) -> None:
    """Tell one of the battles of `simulate` step by step; `autogm rules D4` says what (D4) is."""
    if battle < 0:
        raise InputError(f"battles are numbered from 0, so none is {battle}")
    if svg_dir is not None:
        check_folder(svg_dir, "--svg-dir")
    from autogm.game.registry import read_file

    found_file = read_file(file)
    if not plain.is_conflict(found_file):
        draw = None if svg_dir is None else partial(_write_drawn, svg_dir)
        to = audience.side
        plain.replay(found_file, battle, seed, agents, (state, position), to, as_json, draw)
        return
    seating_of(found_file.content, agents)
    plain.check_seed(seed)
    more = position_entries(found_file, position)
    game, players = prepared(found_file.content, agents, more=more)
    start = given_start(found_file, game, state, position)
    from autogm.lab.replay import replay as run
    from autogm.view.story import story_to

    try:
        steps: Iterable[Step] = run(game, seed, battle, players, start, audience.side)
        if svg_dir is not None:
            steps = list(steps)
            _draw(svg_dir, steps, audience)
        if as_json:
            print_json([step.as_dict(game) for step in steps])
            return
        out = console()
        told = ((step.game or game, step.events) for step in steps)
        for line in story_to(game, told, start, audience.side):
            out.print(line)
    except ValueError as error:
        raise InputError(str(error)) from None


def _draw(folder: Path, steps: Iterable[Step], audience: Audience) -> None:
    """Draw a battle, a picture an exchange, as it is known to whom it is for."""
    from autogm.view.exchanges import exchange_boards
    from autogm.view.picture.drawing import picture
    from autogm.view.secrets import seen_by

    boards = exchange_boards((step.events, step.after) for step in steps)
    side, drawn = audience.name_of_side, {}
    for number, board in boards:
        known = board if side is None else seen_by(board, side)
        drawn[f"exchange-{number:02}.svg"] = picture(known)
    _write_drawn(folder, drawn)


def _write_drawn(folder: Path, drawn: dict[str, str]) -> None:
    """Write pictures into a folder, and say so.

    Raises:
        InputError: where something else would be overwritten, or the folder takes no files.
        RunError: where there is no room for them.
    """
    try:
        write_pictures(folder, drawn, "--svg-dir")
    except OSError as error:
        raise unwritten(folder, error) from None
    tell("drawn", f"{len(drawn)} pictures to {folder}", "green")


def seating_of(encounter: Encounter, agents: str | None) -> Seating:
    """Who plays, by name.

    Raises:
        InputError: for what is wrong with it; nothing is compiled before.
    """
    from autogm.agents.names import UnknownAgentError, fighters_of, seating

    try:
        return seating(agents, fighters=tuple(fighters_of(encounter)))
    except UnknownAgentError as error:
        raise InputError(f"--agents: {error}") from None


def prepared(
    encounter: Encounter,
    agents: str | None,
    number: int | None = None,
    more: Sequence[Any] = (),
    *,
    stored: bool = False,
    measures: bool = False,
) -> tuple[Game, tuple[Agent, Agent]]:
    """The compiled game and who plays it, `number` battles or, to tell it, one; tells the person
    when kernels must be compiled, `more` ones among them. Battles that are `stored` are
    recorded."""
    from autogm.agents.playing import needed
    from autogm.agents.roster import entries_of, seats
    from autogm.agents.seated import names_of_agents
    from autogm.commands.building import INTERPRETED_BATTLE, prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.engine.game import Game

    players = seats(agents, encounter=encounter)
    shortcut = None
    if all(one in QUICK for one in names_of_agents(players).values()):
        shortcut = INTERPRETED_BATTLE * len(encounter.fighters) ** 2 * (number or 1)
    told_alone = [apply_at, legal_at, *entries_of(players)]
    entries = needed(players, measures, stored)
    prepare([*(told_alone if number is None else entries), *more], shortcut)
    return Game(encounter), players
