"""A battlefield or a table of cards as the page tells it beside the picture: sheets, cards and
figures in plain values, which templates lay out. They also stand for the picture where nobody sees
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from autogm.model.words import SIDES, SideName
from autogm.view.board import Board, BoardFighter
from autogm.view.words.board import skill_words, type_words

_NUMBERED = re.compile(r" \d+$")


@dataclass(frozen=True)
class Sheet:
    """What is on somebody's sheet, in words; `number` of them have the same. `boxes` are the stress
    tracks (what harm each takes, and how many boxes), `slots` the consequences that they can
    take."""

    name: str
    number: int
    type: str
    zone: str
    arrives: int | None
    points: int | None
    aspects: tuple[tuple[str, str], ...]
    skills: tuple[str, ...]
    stunts: tuple[tuple[str, str], ...]
    boxes: tuple[tuple[str, int], ...]
    slots: tuple[str, ...]


@dataclass(frozen=True)
class SideSheets:
    """A side: which it is, its name, its goals, its pool of points, and its sheets."""

    side: SideName
    name: str
    goals: tuple[str, ...]
    pool: int | None
    sheets: tuple[Sheet, ...]


def sides_of(board: Board) -> tuple[SideSheets, ...]:
    """Both sides of a battlefield with their sheets."""
    return tuple(
        SideSheets(
            side,
            board.side(side).name,
            tuple(map(str, board.side(side).goals)),
            board.side(side).pool,
            _sheets(board, (one for one in board.fighters if one.side == side)),
        )
        for side in SIDES
    )


def _sheets(board: Board, fighters: Iterable[BoardFighter]) -> tuple[Sheet, ...]:
    """Their sheets, in order; who differ in nothing but number and place share one."""
    alike: dict[Sheet, list[BoardFighter]] = {}
    for one in fighters:
        alike.setdefault(_sheet(one), []).append(one)
    return tuple(
        replace(
            sheet,
            name=sheet.name if len(them) > 1 else them[0].name,
            number=len(them),
            zone=", ".join(dict.fromkeys(board.zone_name(one.zone) for one in them)),
        )
        for sheet, them in alike.items()
    )


def _sheet(one: BoardFighter) -> Sheet:
    return Sheet(
        name=_NUMBERED.sub("", one.name),
        number=1,
        type=type_words(one),
        zone="",
        arrives=one.arrives,
        points=one.points,
        aspects=tuple((aspect.text, aspect.kind) for aspect in one.aspects),
        skills=tuple(map(skill_words, one.skills)),
        stunts=tuple((stunt.name, stunt.does) for stunt in one.stunts),
        boxes=tuple((track.harm, len(track.checked)) for track in one.tracks),
        slots=tuple(f"{slot.severity} ({slot.absorbs})" for slot in one.slots),
    )
