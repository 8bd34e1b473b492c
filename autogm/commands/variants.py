"""Variants of a conflict compared by `simulate`: other files, changes of fields, a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from autogm.commands.frame import (
    DONE,
    InputError,
    RunError,
    console,
    print_json,
    tell,
    terminable,
    unwritten,
)
from autogm.commands.pictures import check_target

if TYPE_CHECKING:
    from autogm.commands.stored import Storing
    from autogm.game.registry import ReadFile
    from autogm.lab.compare import Compared
    from autogm.lab.simulate import Simulation
    from autogm.rules.encounter import Encounter

AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Comparing:
    """What the command line says of variants."""

    files: tuple[Path, ...] = ()
    changes: tuple[str, ...] = ()
    sweep: str | None = None
    svg: Path | None = None

    def given(self) -> list[str]:
        """The options that were given, by name; none where nothing is compared.

        Raises:
            InputError: for a chart of nothing.
        """
        told = {"files": self.files, "set": self.changes, "sweep": self.sweep}
        names = [name for name, said in told.items() if said]
        if self.svg is not None and not names:
            raise InputError("--svg draws a comparison: say --set, --sweep, or name several files")
        return names


def with_heroes(file: Path, party: Sequence[Path]) -> ReadFile:
    """A scenario with other heroes.

    Raises:
        InputError: where they cannot play there.
        ScenarioError: with every fault of a file.
    """
    from autogm.game.plays import read_kept

    texts = texts_of(file, party)
    with _blaming(texts, party):
        return read_kept(texts)


def tell_party(encounter: Encounter) -> None:
    """Say on stderr who plays in place of the scenario's own heroes."""
    from autogm.view.words.grammar import listed

    there = [one for one in encounter.fighters if one.side == "players"]
    heroes = [one.name for one in there if one.is_player_character]
    known = heroes or [one.name for one in there]
    tell("with", f"{listed(known)} in place of the scenario's own heroes", "dim")


def texts_of(file: Path, party: Sequence[Path]) -> dict[str, str]:
    """The texts that make a scenario, with the heroes of a party if there is one.

    Raises:
        InputError: where they cannot play there.
        ScenarioError: with every fault of a file.
    """
    from autogm.game.plays import read_noted

    _, files = read_noted(file)
    return _with_party(files, party) if party else files


def compare(
    file: Path, asked: Comparing, party: Sequence[Path], number: int | None, seed: int,
    agents: str | None, workers: int | None, *, as_json: bool, storing: Storing,
) -> None:  # fmt: skip
    """Play all variants with the same dice and tell how they differ.

    Raises:
        InputError: for what cannot be compared.
        RunError: where the chart cannot be drawn.
    """
    from autogm.commands.players import seating_of
    from autogm.lab.amount import usual
    from autogm.lab.compare import compared

    if asked.svg is not None:
        check_target(asked.svg, "--svg")
        from autogm.lab.charts import EXTRA, can_draw

        if not can_draw():
            raise RunError(f"--svg draws charts with vl-convert: pip install '{EXTRA}'")
    variants = _variants(file, asked, party)
    encounters = [found.content for _, found, _ in variants]
    if party:
        tell_party(encounters[0])
    seatings = [seating_of(one, agents) for one in encounters]
    battles = number or usual(encounters[0], seatings[0])
    simulations, leave = _all_played(
        variants, [one.names for one in seatings], agents, battles, seed, workers, storing
    )
    if not simulations:
        raise typer.Exit(leave)
    names = [
        f"{name}, {AS_IT_IS}" if number and _same(one.content, encounters[0]) else name
        for number, (name, one, _) in enumerate(variants)
    ]
    told = compared(names[: len(simulations)], simulations)
    if as_json:
        print_json({"variants": [one.as_dict() for one in told]})
    else:
        _print(encounters, told)
    if asked.svg is not None and len(simulations) == len(variants):
        _draw(asked.svg, _title(encounters), told, asked)
    raise typer.Exit(leave)


def _all_played(
    variants: Sequence[tuple[str, ReadFile, dict[str, str]]], seats: Sequence[dict[str, str]],
    agents: str | None, battles: int, seed: int, workers: int | None, storing: Storing,
) -> tuple[list[Simulation], int]:  # fmt: skip
    """What the variants came to, and the exit code: where they are interrupted, those before the
    one that was not over."""
    simulations: list[Simulation] = []
    first = variants[0][1].content
    for (name, found, texts), names in zip(variants, seats, strict=True):
        if simulations and _same(found.content, first):
            simulations.append(simulations[0])  # the same dice: the same battles
            continue
        tell("playing", name, "dim")
        with terminable() as stopped:
            try:
                one, leave = _one_played(
                    (name, found, texts), names, agents, battles, seed, workers, storing
                )
            except KeyboardInterrupt:  # while it was made ready
                one, leave = None, stopped()
        if one is None or leave != DONE:
            rest = "only those before it are told" if simulations else "nothing can be compared"
            tell("interrupted", f"«{name}» is not over: {rest}", "bold red")
            return simulations, leave
        simulations.append(one)
    return simulations, DONE


def _one_played(
    variant: tuple[str, ReadFile, dict[str, str]], names: dict[str, str], agents: str | None,
    battles: int, seed: int, workers: int | None, storing: Storing,
) -> tuple[Simulation | None, int]:  # fmt: skip
    """What one of them came to, and the exit code."""
    from autogm.commands.counting import counted
    from autogm.commands.players import prepared

    (name, found, texts), into = variant, storing.out is not None
    game, players = prepared(found.content, agents, battles, stored=into, measures=True)
    if into:
        return storing.counted(texts, names, battles, seed, None, name=name, each=True)
    return counted(game, battles, seed, players, None, workers, measures=True)


def _variants(
    file: Path, asked: Comparing, party: Sequence[Path]
) -> list[tuple[str, ReadFile, dict[str, str]]]:
    """Each variant by name, with its texts; the first is the file as it is.

    Raises:
        InputError: with every change that cannot be made, and what it makes of the conflict.
    """
    from autogm.game.plays import read_kept, read_noted
    from autogm.model.faults import ScenarioError
    from autogm.model.variants import ChangeError, read_changes, read_sweep, with_changes

    found, files = read_noted(file)
    if party:
        files = _with_party(files, party)
        with _blaming(files, party):
            found = read_kept(files)
    made = [(AS_IT_IS if not asked.files else file.stem, found, files)]
    for other in asked.files:
        texts = texts_of(other, party)
        with _blaming(texts, party):
            made.append((other.stem, read_kept(texts), texts))
    try:
        sets = [read_changes(one) for one in asked.changes]
        sets += [(one,) for one in read_sweep(asked.sweep)] if asked.sweep else []
    except ChangeError as error:
        raise InputError(str(error)) from None
    refused: list[str] = []
    for changes in sets:
        name = "; ".join(one.words for one in changes)
        try:
            texts = with_changes(files, changes)
            made.append((name, read_kept(texts), texts))
        except ChangeError as error:
            refused.append(str(error))
        except ScenarioError as error:
            refused += [f"`{name}`: {one.says}" for one in error.faults]
    if refused:
        raise InputError("\n".join([*dict.fromkeys(refused), "Nothing was played."]))
    return made


def _same(one: Encounter, other: Encounter) -> bool:
    """Whether two variants are the same conflict, wherever their files say so."""
    return replace(one, notes=(), source=None) == replace(other, notes=(), source=None)


def _with_party(files: dict[str, str], party: Sequence[Path]) -> dict[str, str]:
    from autogm.model.library import find_sheet
    from autogm.model.party import sheet_in, with_party

    return with_party(files, [sheet_in(find_sheet(one)).data for one in party])


def _blaming(texts: dict[str, str], party: Sequence[Path]) -> AbstractContextManager[None]:
    """Has the faults of heroes told in their sheets."""
    from autogm.model.library import find_sheet
    from autogm.model.party import blaming_sheets, sheet_in

    if not party:
        return nullcontext()
    return blaming_sheets(texts, [sheet_in(find_sheet(one)) for one in party])


def _title(encounters: Sequence[Encounter]) -> str:
    """What a comparison is called: as its conflict is, or by how many there are."""
    titles = {one.scenario.title for one in encounters}
    return titles.pop() if len(titles) == 1 else f"{len(titles)} conflicts side by side"


def _print(encounters: Sequence[Encounter], told: Sequence[Compared]) -> None:
    from rich.text import Text

    from autogm.lab.compare import rows
    from autogm.view.figures import Figures
    from autogm.view.words.names import names_of

    title, first = _title(encounters), told[0].found
    out = console()
    played = f"{first.battles:,} battles each with the same dice, seed {first.seed}"
    out.print(Text.assemble((title, "bold"), f"\n{played}\n"))
    called = [names_of(one) for one in encounters]
    alike = all(one.sides["players"] == called[0].sides["players"] for one in called)
    side = called[0].sides["players"] if alike else "the players"
    heads = (
        called[0].says(side, "wins", many=None if alike else True),
        "for them this is",
        "difference, in points",
        "told apart",
    )
    table = tuple((Text(name), cells) for name, cells in rows(told))
    out.print(Figures("variant", heads, table), soft_wrap=False)
    said = "Differences are paired, battle for battle; 95% intervals."
    if any(one.difference is not None and one.difference.without_luck for one in told):
        said += " The luck of the dice is taken out where that makes them more precise."
    out.print(Text(said, style="dim"))


def _draw(svg: Path, title: str, told: Sequence[Compared], asked: Comparing) -> None:
    from autogm.lab.charts import bars, curve
    from autogm.model.variants import read_sweep
    from autogm.model.writing import write_whole

    values: list[Any] = []
    if asked.sweep and not asked.files and not asked.changes:
        values = [one.value for one in read_sweep(asked.sweep)]
    numbers = bool(values) and all(isinstance(one, int | float) for one in values)
    shown = told[1:] if numbers else told
    if numbers:
        path = asked.sweep.partition("=")[0] if asked.sweep else ""
        drawn = curve(title, path, values[: len(shown)], shown)
    else:
        drawn = bars(title, shown)
    try:
        write_whole(svg, drawn)
    except OSError as error:
        raise unwritten(svg, error) from None
    tell("drawn", f"the comparison to {svg}", "green")
