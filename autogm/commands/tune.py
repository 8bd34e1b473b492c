"""The command `tune`: the smallest changes to the opposition that bring a conflict to a target."""

from __future__ import annotations

import shlex
from math import inf, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autogm.agents.names import DEFAULT as PLAYS
from autogm.commands import plain
from autogm.commands.arguments import Scenario, stem
from autogm.commands.frame import (
    DONE,
    AsJson,
    InputError,
    check_takes_files,
    console,
    print_json,
    tell,
    terminable,
    unwritten,
)
from autogm.commands.players import AGENTS_HELP, Seed, prepared, seating_of
from autogm.commands.tune_asked import (
    allowed_of,
    check_reachable,
    check_values,
    cost_of,
    planners_of,
    target_of,
    within_of,
)
from autogm.lab.tune import BUDGET
from autogm.model.words import SideName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autogm.lab.tune.conflict import Conflict
    from autogm.lab.tune.knobs import Edits, Knob
    from autogm.lab.tune.tuned import Tuned
    from autogm.rules.encounter import Encounter

MOST_EDITS, MOST_SETS = 6, 10
NEAREST = "nearest"
"""What the file of a set that is not known to be on target has at the end of its name."""


def tune(
    file: Scenario,
    target: Annotated[
        str,
        typer.Option(metavar="T", help="What the figure is to be, such as 65%, or 0.65, or 8."),
    ],
    aim: Annotated[
        str,
        typer.Option(
            metavar="FIGURE",
            help="win, all-fall (every hero), any-falls (a hero), close (both sides still have a "
            "quarter of the chances after two thirds), fallen (how many heroes), exchanges, "
            "consequences (a hero's), points (that heroes spend).",
        ),
    ] = "win",
    side: Annotated[
        SideName, typer.Option(metavar="SIDE", help="Whose wins: players, or gm.")
    ] = "players",
    within: Annotated[
        str | None,
        typer.Option(
            metavar="±P",
            help="How near the figure has to be: ±2%, which is that part of a mean; or, of a mean, "
            "so much: 0.5.",
            show_default="±2%, of means ±5% of them",
        ),
    ] = None,
    may: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH",
            help="Change only this: gm.fighters.*.copies, or gm.pool=0..6 with the values it may "
            "have. Any number of times.",
            show_default="all about the GM's side and the ground",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH",
            help="Leave this as it is: gm.fighters.chief.*. Any number of times.",
            show_default=False,
        ),
    ] = None,
    costs: Annotated[
        list[str] | None,
        typer.Option(
            "--cost",
            metavar="PATH=C",
            help="What a unit of a change costs: 1, and 2 for a whole fighter or a consequence, "
            "unless it is said.",
            show_default=False,
        ),
    ] = None,
    edits: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_EDITS, help="Fields changed at most.")
    ] = 3,
    sets: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_SETS, help="Different answers looked for.")
    ] = 3,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", metavar="WHO", help=f"Who plays: {AGENTS_HELP}", show_default=PLAYS
        ),
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help="Verify with planners of this level, such as Fair, or players=Fair,gm=Great: "
            "quicker agents show what edits do, and only finalists are played. It is told "
            "beforehand how long that takes. players=Fair,gm=Mediocre..Great lets the GM's level "
            "be tuned too, from the one nearest to the players'.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = 1,
    budget: Annotated[
        int,
        typer.Option(
            "-n", "--battles", metavar="N", min=1000, help="Battles at most, besides brawlers'."
        ),
    ] = BUDGET,
    minutes: Annotated[
        float | None,
        typer.Option(
            metavar="M",
            min=0.1,
            help="Begin nothing new after so long, and tell what is known by then; Ctrl-C does "
            "that at once.",
            show_default="as long as it takes, mostly some minutes",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write each answer there as a scenario file that loads.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, help="Threads.", show_default="all cores"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the smallest changes to the opposition that bring a conflict to a target: sets of edits
    are chosen by a model of what each does, and played until they are known to be on target."""
    from autogm.game.plays import read_noted
    from autogm.lab.progress import status_line
    from autogm.lab.tune.aims import aims
    from autogm.lab.tune.conflict import Conflict
    from autogm.lab.tune.tuner import Tuner
    from autogm.model.faults import nearest
    from autogm.model.source import STANDARD_INPUT
    from autogm.view.words.names import names_of

    if aim not in aims(side):
        close = nearest(aim, aims(side))
        meant = f"; did you mean `{close}`?" if close else ""
        raise InputError(f"--aim: «{aim}» is none of {', '.join(aims(side))}{meant}")
    if minutes is not None and isnan(minutes):
        raise InputError("--minutes says how long it may take: it is no number")
    aimed = aims(side)[aim]
    wanted = target_of(target, aimed)
    near = within_of(within, aimed, wanted)
    found, files = read_noted(file)
    if not plain.is_conflict(found):
        raise InputError(f"{file}: a scene of cards cannot be tuned, only a conflict can")
    if out is not None:
        _check_out(out, file, sets)
    plain.check_seed(seed)
    encounter = found.content
    check_reachable(wanted, aimed, encounter)
    check_values(may or (), files)
    names = names_of(encounter)
    aimed = aims(side, names.says(names.sides[side], "wins"))[aim]
    levelled: list[Knob] = []
    if levels is not None:
        if agents is not None:
            raise InputError("--levels and --agents both say who plays: say one")
        agents, levelled = planners_of(levels)
    seating_of(encounter, agents)
    knobs = _knobs(encounter, files, levelled, may or (), keep or (), costs or ())
    prepared(encounter, agents, BUDGET, measures=aimed.measures)
    quick = "brawler" if levels is None else PLAYS
    conflict = Conflict(
        files, encounter, knobs, agents, seed, workers, quick, measures=aimed.measures
    )
    with terminable() as stopped:
        try:
            with status_line("the conflict as it is", _progress) as say:
                tuned = Tuner(
                    knobs, conflict, aimed, wanted, near, most=edits, wanted=sets, budget=budget,
                    finalists=levels is not None, minutes=inf if minutes is None else minutes,
                    tell=say, announce=_progress,
                ).run()  # fmt: skip
        except KeyboardInterrupt:
            tell("interrupted", "nothing is known yet", "bold red")
            raise typer.Exit(stopped()) from None
        leave = DONE if tuned.complete else stopped()
    if leave != DONE:
        tell("interrupted", "told is what was known by then", "bold red")
    answers = [one.edits for one in tuned.answers] or (
        [tuned.nearest.edits] if tuned.nearest else []
    )
    made = {} if out is None else _files(out, file, files, conflict, answers, tuned)
    if as_json:
        _print_json(conflict, tuned, answers, seed, list(made))
    else:
        named = not levels and file != STANDARD_INPUT
        again = _again(file, tuned.start.battles, seed, agents) if named else ""
        _print_tables(conflict, encounter.scenario.title, tuned, answers, list(made), again)
    _write(made)
    raise typer.Exit(leave)


def _knobs(
    encounter: Encounter,
    files: Mapping[str, str],
    levelled: Sequence[Knob],
    may: Sequence[str],
    keep: Sequence[str],
    costs: Sequence[str],
) -> list[Knob]:
    """What may be changed, and what that costs, as somebody bounds it.

    Raises:
        InputError: for bounds of nothing, and for those that contradict each other.
    """
    from autogm.lab.tune.knobs import bounded, knobs_of
    from autogm.model.variants import ChangeError, whole

    data = whole(files)
    try:
        allowed, prices = [allowed_of(one) for one in may], [cost_of(one) for one in costs]
        _check_once("--may", may, [one.pattern for one in allowed])
        _check_once("--cost", costs, [pattern for pattern, _ in prices])
        open_to = [*knobs_of(encounter, data), *levelled]
        return bounded(open_to, data, allowed, keep, dict(prices))
    except ChangeError as error:
        raise InputError(str(error)) from None


def _check_once(option: str, said: Sequence[str], patterns: Sequence[str]) -> None:
    """See that nothing is said of a field twice, and differently.

    Raises:
        InputError: naming both.
    """
    known: dict[str, str] = {}
    for one, pattern in zip(said, patterns, strict=True):
        other = known.setdefault(pattern, one)
        if other != one:
            raise InputError(f"{option} {other} and {option} {one} contradict each other: say one")


def _print_json(
    conflict: Conflict, tuned: Tuned, answers: Sequence[Edits], seed: int, written: Sequence[Path]
) -> None:
    from autogm.lab.tune.told import as_dict

    changes = [conflict.changes(one) for one in answers]
    who = [conflict.agents(one) for one in answers]
    print_json({"seed": seed, **as_dict(tuned, changes, [str(one) for one in written], who)})


def _print_tables(
    conflict: Conflict,
    title: str,
    tuned: Tuned,
    answers: Sequence[Edits],
    written: Sequence[Path],
    again: str,
) -> None:
    from autogm.lab.tune.told import tables

    screen, files = console(), [str(one) for one in written]
    who = conflict.agents(())
    others = [None if (sits := conflict.agents(one)) == who else sits for one in answers]
    for part in tables(title, tuned, files, who or PLAYS, others, again):
        screen.print(part, soft_wrap=False)


def _again(file: Path, battles: int, seed: int, agents: str | None) -> str:
    """The command that plays the battles of the conflict as it is."""
    words = ["autogm", "simulate", str(file), "-n", str(battles)]
    words += [] if seed == 1 else ["--seed", str(seed)]
    words += [] if agents is None else ["--agents", agents]
    return shlex.join(words)


def _progress(words: str) -> None:
    tell("tuning", words, "dim")


def _check_out(out: Path, file: Path, sets: int) -> None:
    """Refuses a folder that takes no answers; nothing that is there already is overwritten.

    Raises:
        InputError: saying why.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"--out: {out} is a file; name a folder for the scenarios")
    above = next((one for one in (out, *out.parents) if one.exists()), out)
    check_takes_files(above)
    for number in (*range(1, sets + 1), NEAREST):
        if (target := _answer(out, file, number)).exists():
            raise InputError(f"--out: {target} is there already; name another folder")


def _answer(out: Path, file: Path, number: int | str) -> Path:
    return out / f"{stem(file)}-{number}.yaml"


def _files(
    out: Path,
    file: Path,
    files: Mapping[str, str],
    conflict: Conflict,
    answers: Sequence[Edits],
    tuned: Tuned,
) -> dict[Path, str]:
    """The answers as texts of files, each the scenario's own but for what it changes, which it says
    at its head, and for the sheets, which stand in it; where there are none, the nearest by a name
    that says so, unless it changes nothing."""
    from autogm.lab.tune.told import counted, wanted
    from autogm.model.rewriting import rewritten
    from autogm.model.source import STANDARD_INPUT
    from autogm.model.variants import changed

    made = {}
    for number, edits in enumerate(answers, 1):
        if not edits:
            continue
        said = "".join(f"#   {tuned.knobs[knob].said(value)}\n" for knob, value in edits)
        text = rewritten(next(iter(files.values())), changed(files, conflict.changes(edits)))
        name = "standard input" if file == STANDARD_INPUT else file.name
        head = f"# {name}, with these changes:\n{said}"
        if not tuned.answers and tuned.nearest is not None:
            found = counted(tuned.aim, tuned.nearest.told)
            head += f"# NOT known to be on target: {tuned.aim.words}, {found};\n"
            head += f"# wanted was {wanted(tuned)}.\n"
        made[_answer(out, file, number if tuned.answers else NEAREST)] = head + text
    return made


def _write(made: Mapping[Path, str]) -> None:
    from autogm.model.writing import write_whole

    for target, text in made.items():
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, text)
        except OSError as error:
            raise unwritten(target, error) from None
