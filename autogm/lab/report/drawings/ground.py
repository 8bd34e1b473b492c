"""The map, coloured by where everybody stood and by where it hurt. A colour alone says nothing: how
much it is stands in each zone in figures, and as a bar that shows whose it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from autogm.analysis.intervals import Mean, Share
from autogm.lab.report.along import BOTH, Along
from autogm.lab.report.drawings.common import mean_cell
from autogm.lab.report.parts import Figure, Table
from autogm.model.words import SIDES
from autogm.view.figures import percent
from autogm.view.picture.cards import Shading
from autogm.view.picture.drawing import field_picture
from autogm.view.picture.svg import COLOURS
from autogm.view.words.names import Names

if TYPE_CHECKING:
    from autogm.view.board import Board

NOTHING = 1e-9
Counted = TypeVar("Counted", Share, Mean)


@dataclass(frozen=True)
class _Told:
    """What is told of a zone, of both sides together or of one: how much it is, as it stands on the
    map, in the table, and beside the name of a side."""

    much: float
    on_map: str
    in_table: str
    brief: str


def presence(names: Names, board: Board, found: Along) -> Figure:
    """Where everybody stood as exchanges began, in shares of all stays."""
    sides = [names.sides[side] for side in SIDES]
    told = _by_zone(board, found.presence, _share)
    return Figure(
        "presence",
        f"The map, in a stronger colour where more stood; most in {_top(board, told)} of all "
        "stays.",
        _map(board, told, COLOURS["players"], sides),
        _table("Where everybody stood", ("of all stays", *sides), board, told),
        "Where everybody stood as exchanges began: the stronger the colour and the longer the bar, "
        f"the more. The bar is {sides[0]} first, then {sides[1]}; figures are shares of all stays, "
        "with 95% intervals.",
    )


def harm(names: Names, board: Board, found: Along) -> Figure:
    """Where it hurt: the shifts of hits on whoever stood there."""
    sides = [names.sides[side] for side in SIDES]
    told = _by_zone(board, found.hurt, _shifts)
    whom = [f"to {one}" for one in sides]
    return Figure(
        "harm-by-zone",
        f"The map, in a stronger colour where it hurt more; most in {_top(board, told)} shifts a "
        "battle.",
        _map(board, told, COLOURS["gm"], whom),
        _table("Where it hurt", ("shifts a battle", *whom), board, told),
        "Where it hurt: the stronger the colour and the longer the bar, the more. The bar is what "
        f"{sides[0]} took first, then {sides[1]}; figures are shifts a battle, with 95% intervals.",
    )


def _by_zone(
    board: Board, found: Callable[[str, str], Counted], said: Callable[[Counted], _Told]
) -> dict[str, list[_Told]]:
    """What is told of each zone: of both sides together, then of each."""
    return {
        zone.id: [said(found(zone.id, side)) for side in (BOTH, *SIDES)] for zone in board.zones
    }


def _top(board: Board, told: Mapping[str, Sequence[_Told]]) -> str:
    """The zone with most of it, and how much that is."""
    top = max(board.zones, key=lambda zone: told[zone.id][0].much)
    return f"{top.name}: {told[top.id][0].in_table}"


def _map(
    board: Board, told: Mapping[str, Sequence[_Told]], colour: str, sides: Sequence[str]
) -> str:
    """The map with each zone in its shade, with a line for each side that has any of it."""
    most = max(both.much for both, *_ in told.values()) or 1.0
    shades = {
        zone: Shading(
            colour,
            both.much / most,
            both.on_map,
            tuple(
                f"{one.brief} {side}"
                for side, one in zip(sides, own, strict=True)
                if one.much > NOTHING
            ),
            (own[0].much / most, own[1].much / most),
        )
        for zone, (both, *own) in told.items()
    }
    return field_picture(_bare(board), shades)


def _table(
    caption: str, heads: Sequence[str], board: Board, told: Mapping[str, Sequence[_Told]]
) -> Table:
    rows = tuple((zone.name, *(one.in_table for one in told[zone.id])) for zone in board.zones)
    return Table(caption, ("zone", *heads), rows)


def _bare(board: Board) -> Board:
    """The ground alone, so that there is room for figures."""
    plain = {"aspects": (), "tags": (), "item": None, "unexplored": False, "difficulty": None}
    zones = tuple(replace(one, **plain) for one in board.zones)  # type: ignore[arg-type]
    return replace(board, zones=zones, fighters=(), order=(), aspects=())


def _share(one: Share) -> _Told:
    low, high = percent(one.low), percent(one.high)
    around = f"({percent(one.low, 0)}–{percent(one.high, 0)})".replace("%–", "–")
    brief = percent(one.share, 0)
    return _Told(one.share, f"{brief} {around}", f"{percent(one.share)} ({low} – {high})", brief)


def _shifts(one: Mean) -> _Told:
    brief = f"{one.mean:.1f}"
    sure = one.low is None or one.high is None or one.low == one.high
    around = "" if sure else f" ({one.low:.1f}–{one.high:.1f})"
    return _Told(one.mean, brief + around, mean_cell(one), brief)
