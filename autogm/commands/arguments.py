"""Arguments that several commands take: a scenario file, or standard input in its place, and
numbers of battles or states as people write them (`10k`).
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from autogm.commands.frame import InputError

STDIN = "-"
TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
_COUNT = re.compile(r"(-?[0-9]{1,25}(?:[,_][0-9]{3})*(?:\.[0-9]{1,25})?)\s*([km]?)", re.IGNORECASE)


def file_or_input(text: str) -> Path:
    """A file by its path, or a scenario that ships by its name; `-` is standard input."""
    if text != STDIN:
        from autogm.model.library import find

        return find(Path(text))
    from autogm.model.source import STANDARD_INPUT

    return STANDARD_INPUT


def stem(file: Path) -> str:
    """What files are called that are made of a scenario."""
    from autogm.model.source import STANDARD_INPUT

    return "standard-input" if file == STANDARD_INPUT else file.stem


def there(path: Path) -> Path:
    """The file of a command that reads one, if there is one.

    Raises:
        InputError: where there is none: no fault in a file, but a wrong name.
    """
    from autogm.model.source import STANDARD_INPUT

    if path != STANDARD_INPUT and not path.exists():
        from autogm.model.library import not_there

        raise InputError(f"{path}: {not_there(path)}")
    return path


def count(text: str | int) -> int:
    """A whole number, in thousands with `k` and in millions with `m` behind it; a number stays.

    Raises:
        BadParameter: for anything else, saying what would do.
    """
    if isinstance(text, int):
        return text
    found = _COUNT.fullmatch(text.strip())
    if found is None:
        says = f"«{text}» is not a valid number; write a whole one, such as 500, 10k, 2.5k or 1m"
        raise typer.BadParameter(says)
    number = Fraction(re.sub("[,_]", "", found[1])) * TIMES[found[2].lower()]
    if number.denominator != 1:
        raise typer.BadParameter(f"«{text}» is not a whole number")
    return int(number)


def all_there(paths: list[Path]) -> list[Path]:
    """The files of a command that reads several.

    Raises:
        InputError: where one is none.
    """
    return [there(one) for one in paths]


def said(context: typer.Context, name: str) -> bool:
    """Whether an option was written on the command line, by the name of its parameter."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def precision(text: str) -> float:
    """Half the width of an interval as people write it: `1%`, `±1%` or `0.01`.

    Raises:
        BadParameter: for anything else.
    """
    bare = text.strip().removeprefix("±").removeprefix("+-").strip()
    try:
        value = float(bare.removesuffix("%")) / (100 if bare.endswith("%") else 1)
    except ValueError:
        value = 0.0
    if not 0.0005 <= value < 0.5:
        raise typer.BadParameter(
            f"«{text}» is no precision; write one such as ±1%, from ±0.05% to below ±50%"
        )
    return value


Scenarios = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...",
        help="Scenario files, or the names of some that ship; - is standard input. With several, "
        "the others are compared with the first.",
        show_default=False,
        parser=file_or_input,
        callback=all_there,
    ),
]
Scenario = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A scenario file, or the name of one that ships; - is standard input.",
        show_default=False,
        parser=file_or_input,
        callback=there,
    ),
]
Party = Annotated[
    list[Path] | None,
    typer.Option(
        "--party",
        metavar="SHEET",
        help="A character file, or the name of one that ships, of a hero who plays instead of "
        "those of the scenario; once for each.",
        show_default=False,
    ),
]
