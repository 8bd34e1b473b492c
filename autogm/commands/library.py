"""The commands `list`, which shows what there is to play and who plays, and `new`, which writes a
scenario to start from.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from autogm.commands.frame import AsJson, InputError, console, print_json, unwritten
from autogm.game.registry import CONFLICT

DATA = Path(__file__).parent / "data"
TEMPLATE = "new-{}.yaml"
"""What is written to start from, by the kind of game."""
WHAT = ("scenarios", "kinds", "agents", "levels", "tempers", "rulesets")


def list_(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[WHAT]",
            help=f"{', '.join(WHAT[:-1])} or {WHAT[-1]}; all of them if it is left out.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the scenarios that ship, the kinds of games, the agents, their levels and tempers, and
    the rulesets."""
    if what is not None and what not in WHAT:
        raise InputError(f"there is no list of `{what}`; there are {', '.join(WHAT)}")
    found = {name: _rows(name) for name in WHAT if what in (None, name)}
    if as_json:
        print_json({name: [dict(one) for one in rows] for name, rows in found.items()})
        return
    out = console()
    for name, rows in found.items():
        if what is None:
            out.print(name.capitalize(), style="bold")
        for row in rows:
            first, *others = row.values()
            out.print(_table(first, others))


def _table(first: str, others: list[str]) -> object:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(min_width=20, no_wrap=True)
    table.add_column()
    table.add_row(first, ". ".join(one.removesuffix(".") for one in others if one))
    return table


def _rows(what: str) -> list[dict[str, str]]:
    """The rows of one list, as plain values."""
    if what == "scenarios":
        from autogm.model.library import described

        return [
            {"name": one.name, "title": f"{one.title} ({one.ruleset})", "shows": one.shows}
            for one in described()
        ]
    if what == "kinds":
        from autogm.game.registry import kinds

        return [
            {"name": one.name, "says": f"{one.says} (`kind: {_either(one.written)}`)"}
            for one in kinds().values()
        ]
    if what == "agents":
        from autogm.agents.names import everybody

        return [{"name": one.name, "says": one.says} for one in everybody().values()]
    if what == "levels":
        from autogm.planner.levels import LEVELS

        return [
            {
                "name": f"planner:{level.name}",
                "says": f"{level.number}: suits {level.suits}",
            }
            for level in LEVELS
        ]
    if what == "tempers":
        from autogm.model.meanings import TEMPERS
        from autogm.planner.temper.names import PROTECTS

        ward = "keeps near the fighter with that id, and turns to its enemies"
        leanings = {**TEMPERS, f"{PROTECTS}=ID": ward}
        return [{"name": one, "says": leans} for one, leans in leanings.items()]
    from autogm.rules.rulebook import SCENES
    from autogm.rules.rulesets import RULESETS, ruleset

    titles = {one: ruleset(one).title for one in RULESETS}
    titles |= {one: title for one, (title, _) in SCENES.items()}
    return [{"name": one, "says": title} for one, title in titles.items()]


def _either(words: Sequence[str]) -> str:
    """One of several words."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="Of a game of that kind.")
    ] = CONFLICT,
) -> None:
    """Write a commented scenario to start from."""
    known = {one.stem.partition("-")[2]: one for one in DATA.glob(TEMPLATE.format("*"))}
    if kind not in known:
        there = " and ".join(sorted(known))
        raise InputError(f"--kind: there is nothing to start from for `{kind}`; for {there} is")
    if file.suffix not in (".yaml", ".yml"):
        raise InputError(f"a scenario's name ends in .yaml: {file}.yaml, say")
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(known[kind].read_text(encoding="utf-8"))
    except FileExistsError:
        raise InputError(f"{file} is there already, and is left as it is") from None
    except OSError as error:
        raise unwritten(file, error) from None
    console().print(f"Written: {file}. Next: autogm check {file}, then autogm show {file}.")
