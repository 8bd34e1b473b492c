"""The command `show`: the battlefield of a scenario, as text or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from autogm.commands.frame import RunError, console, tell

_WIDTH_OFF_TERMINAL = 110


def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A scenario file.", show_default=False)
    ],
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg",
            metavar="OUT",
            help="Draw it as SVG to this file; - is stdout.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show a scenario's battlefield: zones, ways, who stands where and who outweighs whom."""
    from autogm.rules.loading import load
    from autogm.view.board import Board

    board = Board.from_encounter(load(file))
    if svg is None:
        from autogm.view.battlefield import battlefield, battlefield_text

        out = console()
        if out.is_terminal:
            out.print(battlefield(board), soft_wrap=False)
        else:
            sys.stdout.write(battlefield_text(board, _WIDTH_OFF_TERMINAL))
        return
    from autogm.view.picture.drawing import picture

    drawn = picture(board)
    if str(svg) == "-":
        sys.stdout.write(drawn)
        return
    try:
        svg.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write {svg}: {error.strerror}") from None
    tell("drawn", f"{board.title} to {svg}", "green")
