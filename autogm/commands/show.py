"""The command `show`: the battlefield of a scenario, as text or as a picture."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from autogm.commands.arguments import Scenario
from autogm.commands.frame import InputError, RunError, console, tell
from autogm.commands.streams import write_svg

_WIDTH_OFF_TERMINAL = 110
_STDOUT = "-"
_SUFFIX = ".svg"


def show(
    file: Scenario,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg",
            metavar="OUT",
            help="Draw it as SVG to this file, whose name ends in .svg; - is stdout.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show a scenario's battlefield: zones, ways, who stands where and who outweighs whom."""
    if svg is not None:
        _check_target(svg, file)
    from autogm.rules.loading import load
    from autogm.view.snapshot import opening_board

    board = opening_board(load(file))
    if svg is None:
        from autogm.view.battlefield import battlefield, battlefield_text

        out = console()
        if out.is_terminal:
            out.print(battlefield(board), soft_wrap=False)
        else:
            wide = os.environ.get("COLUMNS", "").isdigit()
            sys.stdout.write(battlefield_text(board, out.width if wide else _WIDTH_OFF_TERMINAL))
        return
    from autogm.view.picture.drawing import picture

    drawn = picture(board)
    if str(svg) == _STDOUT:
        write_svg(drawn)
        return
    try:
        _write_whole(svg, drawn)
    except OSError as error:
        raise RunError(f"cannot write {svg}: {error.strerror}") from None
    tell("drawn", f"{board.title} to {svg}", "green")


def _check_target(svg: Path, file: Path) -> None:
    """Refuses to draw over anything but another picture.

    Raises:
        InputError: saying what would do.
    """
    if str(svg) == _STDOUT:
        return
    right = svg.with_suffix(_SUFFIX)
    if right == svg:
        right = svg.with_name(f"{svg.stem}-board{_SUFFIX}")
    if svg.exists() and file.exists() and svg.samefile(file):
        raise InputError(
            f"--svg: {svg} is the scenario itself; draw to another file: --svg {right}"
        )
    for one in (svg, svg.resolve()):  # what a link leads to, too
        if one.suffix.lower() != _SUFFIX:
            what = "is there and is no SVG file" if one.exists() else "is no name of an SVG file"
            raise InputError(f"--svg draws SVG, and {one} {what}; write --svg {right}")


def _write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: what is there stays until all is written."""
    target = path.resolve()
    drawing = target.with_name(f".{target.stem}-{os.getpid()}{_SUFFIX}")
    try:
        drawing.write_text(text, encoding="utf-8")
        drawing.replace(target)
    finally:
        drawing.unlink(missing_ok=True)
