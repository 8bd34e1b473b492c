"""The map, coloured by where everybody stood and by where it hurt. A colour alone says nothing: how
much it is stands in each zone in figures, and as a bar that shows whose it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

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


def presence(names: Names, board: Board, found: Along) -> Figure:
    """Where everybody stood as exchanges began, in shares of all stays."""
    sides = [names.sides[side] for side in SIDES]
    told = {zone.id: [found.presence(zone.id, side) for side in (BOTH, *SIDES)]
            for zone in board.zones}  # fmt: skip
    most = max(each[0].share for each in told.values()) or 1.0
    shades = {
        zone: Shading(
            COLOURS["players"],
            both.share / most,
            f"{percent(both.share, 0)} ({percent(both.low, 0)}–{percent(both.high, 0)})".replace(
                "%–", "–"
            ),
            _by_side(sides, [percent(one.share, 0) for one in own], [one.count for one in own]),
            (own[0].share / most, own[1].share / most),
        )
        for zone, (both, *own) in told.items()
    }
    rows = tuple((zone.name, *(_share(one) for one in told[zone.id])) for zone in board.zones)
    table = Table("Where everybody stood", ("zone", "of all stays", *sides), rows)
    top = max(board.zones, key=lambda zone: told[zone.id][0].share)
    return Figure(
        "presence",
        f"The map, in a stronger colour where more stood; most in {top.name}: "
        f"{_share(told[top.id][0])} of all stays.",
        field_picture(_bare(board), shades), table,
        "Where everybody stood as exchanges began: the stronger the colour and the longer the bar, "
        f"the more. The bar is {sides[0]} first, then {sides[1]}; figures are shares of all stays, "
        "with 95% intervals.",
    )  # fmt: skip


def harm(names: Names, board: Board, found: Along) -> Figure:
    """Where it hurt: the shifts of hits on whoever stood there."""
    sides = [names.sides[side] for side in SIDES]
    told = {zone.id: [found.hurt(zone.id, side) for side in (BOTH, *SIDES)]
            for zone in board.zones}  # fmt: skip
    worst = max(each[0].mean for each in told.values()) or 1.0
    shades = {
        zone: Shading(
            COLOURS["gm"],
            both.mean / worst,
            _shifts(both),
            _by_side([f"to {one}" for one in sides], [f"{one.mean:.1f}" for one in own],
                     [one.mean for one in own]),
            (own[0].mean / worst, own[1].mean / worst),
        )
        for zone, (both, *own) in told.items()
    }  # fmt: skip
    rows = tuple((zone.name, *(mean_cell(one) for one in told[zone.id])) for zone in board.zones)
    heads = ("zone", "shifts a battle", *(f"to {one}" for one in sides))
    top = max(board.zones, key=lambda zone: told[zone.id][0].mean)
    return Figure(
        "harm-by-zone",
        f"The map, in a stronger colour where it hurt more; most in {top.name}: "
        f"{mean_cell(told[top.id][0])} shifts a battle.",
        field_picture(_bare(board), shades), Table("Where it hurt", heads, rows),
        "Where it hurt: the stronger the colour and the longer the bar, the more. The bar is what "
        f"{sides[0]} took first, then {sides[1]}; figures are shifts a battle, with 95% intervals.",
    )  # fmt: skip


def _bare(board: Board) -> Board:
    """The ground alone, so that there is room for figures."""
    plain = {"aspects": (), "tags": (), "item": None, "unexplored": False, "difficulty": None}
    zones = tuple(replace(one, **plain) for one in board.zones)  # type: ignore[arg-type]
    return replace(board, zones=zones, fighters=(), order=(), aspects=())


def _by_side(sides: Sequence[str], said: Sequence[str], counts: Sequence[float]) -> tuple[str, ...]:
    """A line for each side that has any of it."""
    return tuple(
        f"{words} {side}"
        for side, words, count in zip(sides, said, counts, strict=True)
        if count > NOTHING
    )


def _share(one: Share) -> str:
    return f"{percent(one.share)} ({percent(one.low)} – {percent(one.high)})"


def _shifts(one: Mean) -> str:
    if one.low is None or one.high is None or one.low == one.high:
        return f"{one.mean:.1f}"
    return f"{one.mean:.1f} ({one.low:.1f}–{one.high:.1f})"
