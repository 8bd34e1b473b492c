"""The command `show`: the battlefield of a scenario or of a state, or the table of another game, as
text or as a picture."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.commands import plain
from autogm.commands.arguments import Scenario
from autogm.commands.frame import InputError, console, tell, unwritten
from autogm.commands.pictures import check_target
from autogm.commands.positions import write_position
from autogm.commands.sides import Audience
from autogm.commands.states import PositionFile, StateLine, given_state, position_entries
from autogm.commands.streams import write_svg
from autogm.model.writing import write_whole

if TYPE_CHECKING:
    from autogm.game.registry import ReadFile
    from autogm.view.board import Board

_WIDTH_OFF_TERMINAL = 110
_STDOUT = "-"


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
    state: StateLine = None,
    position: PositionFile = None,
    as_position: Annotated[
        Path | None,
        typer.Option(
            "--yaml",
            metavar="OUT",
            help="Write it as a position to this file, to be changed by hand and given to "
            "--position; - is stdout. Only a position at the beginning of a turn can be said.",
            show_default=False,
        ),
    ] = None,
    sheets: Annotated[
        bool,
        typer.Option(
            "--sheets", help="Draw the sheets and compels too, which the text always tells."
        ),
    ] = False,
    audience: Annotated[
        Audience,
        typer.Option(
            "--for",
            help="players, gm: leave out what that side may not know: hidden aspects, ambushers, "
            "the other side's reinforcements.",
            show_default="everything",
        ),
    ] = Audience.all,
) -> None:
    """Show the battlefield of a scenario, or of a state of it: zones, ways, who stands where, who
    outweighs whom. Of a scene of cards: the table, what could be rolled, and how it can end."""
    if svg is not None and str(svg) != _STDOUT:
        check_target(svg, "--svg")
    from autogm.game.registry import read_file

    found = read_file(file)
    given = (state, position)
    if as_position is not None:
        others = {"svg": svg is not None, "sheets": sheets, "for": audience is not Audience.all}
        write_position(as_position, found, given, others)
        return
    if not plain.is_conflict(found):
        plain.only_conflicts(found, sheets=sheets)
        if svg is None:
            plain.show(found, given, audience.name_of_side)
        else:
            _draw(svg, *plain.picture(found, given, audience.name_of_side))
        return
    if sheets and svg is None:
        raise InputError("--sheets says what to draw; say where to with --svg OUT")
    board = _board(found, *given)
    if audience.name_of_side is not None:
        from autogm.view.secrets import seen_by

        board = seen_by(board, audience.name_of_side)
    if svg is None:
        _print(board)
        return
    from autogm.view.picture.drawing import picture

    _draw(svg, board.title, picture(board, sheets=sheets))


def _draw(svg: Path, title: str, drawn: str) -> None:
    """A picture to where it is wanted."""
    if str(svg) == _STDOUT:
        write_svg(drawn)
        return
    try:
        write_whole(svg, drawn)
    except OSError as error:
        raise unwritten(svg, error) from None
    tell("drawn", f"{title} to {svg}", "green")


def _board(found: ReadFile, state: str | None, position: Path | None) -> Board:
    """The opening, for which nothing has to be compiled, or a state's board."""
    from autogm.view.snapshot import board_of, opening_board

    if (state, position) == (None, None):
        return opening_board(found.content)
    from autogm.commands.building import INTERPRETED_BATTLE, prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.engine.game import Game

    encounter, more = found.content, position_entries(found, position)
    prepare([apply_at, legal_at, *more], INTERPRETED_BATTLE * len(encounter.fighters))
    shown: Any = given_state(found, Game(encounter), state, position)
    return board_of(shown)


def _print(board: Board) -> None:
    from autogm.view.battlefield import battlefield, battlefield_text

    out = console()
    if out.is_terminal:
        out.print(battlefield(board), soft_wrap=False)
    else:
        wide = os.environ.get("COLUMNS", "").isdigit()
        sys.stdout.write(battlefield_text(board, out.width if wide else _WIDTH_OFF_TERMINAL))
