"""The command `report`: one page about conflicts and scenes, with every chart as a picture beside
it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.commands import plain
from autogm.commands.arguments import Scenarios, said, stem
from autogm.commands.counting import Battles
from autogm.commands.frame import (
    InputError,
    RunError,
    check_takes_files,
    progress,
    tell,
    terminable,
    unwritten,
)
from autogm.commands.players import Agents, Seed, seating_of
from autogm.commands.runs import ReportOn, asked_for
from autogm.commands.sides import Audience
from autogm.commands.stored import STORES, of_store
from autogm.lab.amount import usual

if TYPE_CHECKING:
    from autogm.analysis.outcomes import Outcomes
    from autogm.game.registry import ReadFile
    from autogm.lab.report.beside import Counted
    from autogm.lab.report.parts import Report

MOST_MINUTES = 24 * 60.0
SUFFIXES = (".html", ".htm")
USUAL_MINUTES = 1.0
SECONDS_TO_WRITE = 5.0
"""What drawing and writing take of the time."""
PNG = b"\x89PNG"


def report(
    context: typer.Context,
    files: Scenarios,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="PAGE",
            help="Write the page to this file, whose name ends in .html; its charts come beside it "
            "into a folder of that name.",
            show_default="the file's name, and -report.html",
        ),
    ] = None,
    number: Battles = None,
    seed: Seed = 1,
    agents: Agents = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            metavar="M",
            help="How long it may take in all; what there is no time for is named. Of a store it "
            "is what battles may be played again in, to tell some and find out what mattered.",
            show_default="1; none of a store",
        ),
    ] = None,
    audience: Annotated[
        Audience,
        typer.Option(
            "--for",
            help="players: about the game as they know it at its beginning; nothing that is hidden "
            "from them is in the file.",
            show_default="everything",
        ),
    ] = Audience.all,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, help="Threads.", show_default="all cores"),
    ] = None,
) -> None:
    """Play, and write one page about it: who wins and how it ends, who falls, what it costs,
    points, where the fighting was, what mattered, and three battles told. Several files stand side
    by side."""
    if number is not None and number < 1:
        raise InputError(f"--battles says how many battles to play: at least 1, not {number}")
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise InputError(f"--minutes says how long it may take: above 0, not {minutes:g}")
    if audience is Audience.gm:
        raise InputError("--for takes players here: the GM knows everything anyway")
    _check_stores(context, files)
    plain.check_seed(seed)
    target = out or Path(f"{stem(files[0])}-report.html")
    _check_target(target, files)
    from autogm.lab.charts import EXTRA, can_draw

    if not can_draw():
        raise RunError(f"a report has charts, drawn with vl-convert: pip install '{EXTRA}'")
    asked = asked_for(files, number, seed, agents)
    for one in asked:
        _check_agents(one.found, one.agents)
    lasts = USUAL_MINUTES if minutes is None else minutes
    seconds = max(1.0, (60 * lasts - SECONDS_TO_WRITE) / len(asked))
    usual_number = min(one.number or _usual(one.found, one.agents) for one in asked)
    plans = [_plan(one, audience.side, minutes) for one in asked]
    _say(asked, plans, usual_number, lasts)
    told: list[Counted] = []
    with terminable() as stopped:
        try:
            from autogm.lab.progress import status_line

            with status_line("beginning", progress) as change:
                for one, plan in zip(asked, plans, strict=True):
                    each = replace(one, number=one.number or usual_number)
                    again = _again(each, audience)
                    told.append(_one(each, plan, audience.side, workers, seconds, again, change))
                change("drawing")
                made = _drawn(target, told)
        except KeyboardInterrupt:
            tell("interrupted", "nothing was written", "bold red")
            raise typer.Exit(stopped()) from None
    _write(target, made)


class Plan(Enum):
    """What is done for a report on one thing: battles are played, or counted from a store; of these
    some are played again, or none."""

    PLAY = auto()
    COUNT = auto()
    COUNT_AND_PLAY = auto()


def _plan(asked: ReportOn, side: int | None, minutes: float | None) -> Plan:
    """What is done for one of them. The players' report is about other battles than are stored, and
    those that another version stored cannot be played again as they were."""
    from autogm.model.version import version

    if asked.run is None:
        return Plan.PLAY
    if side is not None:
        progress(f"for the players «{asked.title}» is played as they know it, not counted")
        return Plan.PLAY
    if minutes is None:
        return Plan.COUNT
    if asked.version != version():
        tell("note", f"{asked.file}: «{asked.title}» was stored by autogm {asked.version}; "
             f"it is played again by {version()}, whose battles may differ: without --minutes it "
             "is counted as it is stored", "yellow")  # fmt: skip
        return Plan.PLAY
    return Plan.COUNT_AND_PLAY


def _one(
    asked: ReportOn, plan: Plan, side: int | None, workers: int | None, seconds: float, again: str,
    change: Any,
) -> Counted:  # fmt: skip
    """The report on one file, or one run.

    Raises:
        InputError: for a store that cannot be read, and for what the players may not know.
    """
    from autogm.lab.report.beside import Counted
    from autogm.lab.store.base import StoreError

    told = _conflict if plain.is_conflict(asked.found) else _scene
    try:
        made, found = told(asked, plan, side, workers, seconds, again, change)
        return Counted(replace(made, title=asked.title or made.title), found)
    except StoreError as error:
        raise of_store(error) from None


def _conflict(
    asked: ReportOn, plan: Plan, side: int | None, workers: int | None, seconds: float, again: str,
    change: Any,
) -> tuple[Report, Outcomes]:  # fmt: skip
    from autogm.lab.report.conflict import Subject, find_out, play_more
    from autogm.lab.report.sections import report as laid_out

    number, files = asked.number or 1, asked.texts
    content: Any = asked.found.content
    subject = Subject(files, content, asked.agents, asked.seed, number, side, workers)
    replays = plan is Plan.COUNT_AND_PLAY
    if plan is not Plan.COUNT:
        _prepare(subject)
    if plan is Plan.PLAY:
        facts = find_out(subject, seconds, change)
    else:
        from autogm.lab.report.stored import stored_findings

        change("counting")
        facts = stored_findings(asked.file, asked.run or 0, subject, replays=replays)
        if replays:
            until = time.perf_counter() + seconds
            facts = replace(facts, more=play_more(facts, until, seconds, None, change))
    change("drawing")
    return laid_out(facts, again), facts.simulation


def _scene(
    asked: ReportOn, plan: Plan, side: int | None, workers: int | None, seconds: float, again: str,
    change: Any,
) -> tuple[Report, Outcomes]:  # fmt: skip
    from autogm.analysis.review.account import known_to
    from autogm.lab.report.scenes import Scene, scene_report

    game, number = asked.found.game(), asked.number or 1
    players = plain.seats_of(asked.found, asked.agents, asked.seed)
    if side is not None:
        known = known_to(game.new_initial_state(), side)
        if known is None:
            raise InputError(f"{asked.file}: the players may not know yet what this is about")
        game = known.game
    scene = Scene(game, asked.found.kind.says, players, asked.seed, number, again)
    if plan is Plan.PLAY:
        return scene_report(scene, seconds, change)
    from autogm.lab.report.stored import stored_plays

    replays = plan is Plan.COUNT_AND_PLAY
    found = stored_plays(asked.file, asked.run or 0, asked.texts, asked.agents, asked.seed, number,
                         replays=replays)  # fmt: skip
    more = seconds if replays else None
    return scene_report(scene, more, change, found, asked.file)


def _prepare(subject: Any) -> None:
    """Have all compiled that it takes."""
    from autogm.agents.names import UnknownAgentError
    from autogm.agents.playing import needed
    from autogm.agents.roster import entries_of
    from autogm.commands.building import prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.planner.planner import ENTRIES

    try:
        players = subject.players(subject.game)
    except UnknownAgentError as error:
        raise InputError(f"--agents: {error}") from None
    prepare([*needed(players, True, True), *entries_of(players), apply_at, legal_at, *ENTRIES])


def _check_stores(context: typer.Context, files: Sequence[Path]) -> None:
    """Refuse what runs of stores have said already, where nothing else is reported on.

    Raises:
        InputError: naming it.
    """
    stored = all(file.suffix.lower() in STORES for file in files)
    for name in ("seed", "agents") if stored else ():
        if said(context, name):
            raise InputError(
                f"--{name}: {files[0]} keeps with which dice and by whom its battles were played; "
                f"leave --{name} out"
            )


def _check_agents(found: ReadFile, agents: str | None) -> None:
    if plain.is_conflict(found):
        seating_of(found.content, agents)
    else:
        plain.seats_of(found, agents, 0)


def _usual(found: ReadFile, agents: str | None) -> int:
    """How many battles `simulate` plays where nobody says it."""
    if plain.is_conflict(found):
        return usual(found.content, seating_of(found.content, agents))
    return plain.usual_plays(plain.seats_of(found, agents, 0))


def _say(asked: Sequence[ReportOn], plans: Sequence[Plan], number: int, minutes: float) -> None:
    """What is going to be done, before it is."""
    stored = any(one.run is not None for one in asked)
    many = f"{len(asked)} {'stored runs' if stored else 'files'}"
    whom = many if len(asked) > 1 else asked[0].file.name
    if all(one is Plan.COUNT for one in plans):
        progress(
            f"a report on {whom}, counted from what is stored; --minutes 1 also plays battles "
            "again, to tell three of them and find out what mattered"
        )
        return
    counted = "stored battles counted" if Plan.COUNT_AND_PLAY in plans else f"{number:,} battles"
    long = f"{minutes:g} minute{'' if minutes == 1 else 's'}"
    progress(
        f"a report on {whom}: {counted}{' each' if len(asked) > 1 else ''}, some of them told, "
        f"then others without each thing that can be taken out; that takes up to {long}"
    )


def _again(asked: ReportOn, audience: Audience) -> str:
    """The command that tells a battle again; what a player's page says names no file, and what is
    in a store is no file."""
    from autogm.model.source import STANDARD_INPUT

    if audience is not Audience.all or asked.run is not None or asked.file == STANDARD_INPUT:
        return ""
    who = f" --agents {quote(asked.agents)}" if asked.agents else ""
    return f"autogm replay {_typed(asked.file)} --seed {asked.seed}{who}"


def _typed(file: Path) -> str:
    """A file as it is typed in the same folder: one that ships by its name, else its path as it was
    given."""
    from autogm.model.library import shipped

    ours = {path.resolve(): name for name, path in shipped().items()}
    return quote(ours.get(file.resolve(), str(file)))


def _check_target(target: Path, files: Sequence[Path]) -> None:
    """Refuses to write over anything but another report.

    Raises:
        InputError: saying what would do.
    """
    from autogm.lab.report.pages import is_report

    right = target.with_suffix(".html")
    if any(target.resolve() == one.resolve() for one in files):
        raise InputError(f"--out: {target} is what the report is about; write --out {right}")
    if target.suffix.lower() not in SUFFIXES or target.is_dir():
        raise InputError(f"--out writes a page, and {target} is no name of one; write {right}")
    if not target.parent.is_dir():
        raise InputError(f"--out: there is no folder {target.parent}")
    check_takes_files(target.parent)
    if target.exists() and not is_report(target.read_text("utf-8", errors="replace")):
        raise InputError(f"--out: {target} is there and is no report; name another file")
    folder = _folder(target)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--out: {folder} is a file, and the charts would go there")


def _folder(target: Path) -> Path:
    return target.with_name(f"{target.stem}-charts")


def _drawn(target: Path, told: Sequence[Counted]) -> dict[Path, str | bytes]:
    """Every file of the reports: the page, and each chart as SVG and PNG."""
    from autogm.lab.charts import png
    from autogm.lab.report.beside import side_by_side
    from autogm.lab.report.pages import page

    beside = side_by_side(told) if len(told) > 1 else None
    reports = [one.report for one in told]
    figures = [(f"{n}-" if beside else "", one) for n, each in enumerate(reports, 1)
               for one in each.figures]  # fmt: skip
    if beside is not None and beside.figure is not None:
        figures.append(("", beside.figure))
    made: dict[Path, str | bytes] = {}
    for before, one in figures:
        made[_folder(target) / f"{before}{one.name}.svg"] = one.svg
        made[_folder(target) / f"{before}{one.name}.png"] = png(one.svg)
    return {target: page(reports, beside), **made}


def _write(target: Path, made: dict[Path, str | bytes]) -> None:
    """Write all of it, or nothing.

    Raises:
        InputError: where something else would be overwritten.
        RunError: where there is no room.
    """
    from autogm.model.writing import write_together

    for one in made:
        if one != target and one.exists() and not _is_picture(one):
            raise InputError(f"--out: {one} is there and is no picture; name another page")
    folder = _folder(target)
    new = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
        write_together(made)
    except OSError as error:
        if new:
            with suppress(OSError):
                folder.rmdir()
        raise unwritten(target, error) from None
    charts = (len(made) - 1) // 2
    tell("written", f"{target}, and its {charts} charts to {_folder(target)}", "green")


def _is_picture(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(64).lstrip().startswith((PNG, b"<svg", b"<?xml"))
