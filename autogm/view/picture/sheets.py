"""The sheets of the fighters as a strip of slips: type, skills, aspects and stunts, those who are
alike on one. Drawing only.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from autogm.view.board import Board, BoardFighter, BoardStunt
from autogm.view.picture.svg import (
    ATTACHED,
    BODY,
    CARD,
    COLOURS,
    HEADING,
    RULE,
    SMALL,
    Face,
    Row,
    columns,
    element,
    paragraph,
    space,
    stack,
)
from autogm.view.words.board import skill_words, type_words
from autogm.view.words.grammar import listed

_SLIP, _GAP, _PAD = 270.0, 18.0, 12.0


def sheets(board: Board, room: float) -> Row:
    """All sheets on as many columns as fit, each where the strip is shortest so far."""
    groups = _alike(board.fighters)
    if not groups:
        return space(0)
    across = max(1, min(len(groups), int((room + _GAP) // (_SLIP + _GAP))))
    share = (room - _GAP * (across - 1)) / across
    strips: list[list[Row]] = [[] for _ in range(across)]
    for group in groups:
        shortest = min(strips, key=lambda strip: sum(row.height for row in strip))
        shortest += [_slip(group, share), space(10)]
    strip = columns([stack(rows) for rows in strips], room, _GAP)
    return stack([space(14), paragraph("SHEETS", HEADING, room), space(5), strip])


def _alike(fighters: Sequence[BoardFighter]) -> list[list[BoardFighter]]:
    """Fighters by what stands on their sheets."""
    groups: dict[object, list[BoardFighter]] = {}
    for one in fighters:
        texts = tuple(aspect.text for aspect in one.aspects)
        stunts = tuple((stunt.name, stunt.does) for stunt in one.stunts)
        key = (one.side, type_words(one), one.skills, texts, stunts)
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def _slip(group: list[BoardFighter], wide: float) -> Row:
    """One sheet, for everyone who has it."""
    one, room = group[0], wide - 2 * _PAD
    name = Face(12.5, bold=True, colour=COLOURS[one.side])
    rows = [
        space(8),
        paragraph(listed([fighter.name for fighter in group]), name, room),
        paragraph(type_words(one), SMALL, room),
        space(3),
    ]
    if one.skills:
        rows += [paragraph(", ".join(map(skill_words, one.skills)), BODY, room), space(3)]
    rows += [paragraph(aspect.text, ATTACHED, room) for aspect in one.aspects]
    for stunt in one.stunts:
        used = all(_used(fighter, stunt) for fighter in group)
        does = f"{stunt.does}{' (used)' if used else ''}"
        rows += [
            space(3),
            paragraph(stunt.name, Face(11, bold=True), room),
            paragraph(does, SMALL, room),
        ]
    body = stack([*rows, space(9)])

    def draw(into: ET.Element, x: float, y: float) -> None:
        group_of = element(into, "g", class_="sheet")
        element(
            group_of, "rect", x=x, y=y, width=wide, height=body.height, rx=8, fill=CARD,
            stroke=RULE, stroke_width=1.4,
        )  # fmt: skip
        body.draw(group_of, x + _PAD, y)

    return Row(body.height, draw)


def _used(fighter: BoardFighter, stunt: BoardStunt) -> bool:
    return any(one.name == stunt.name and one.used for one in fighter.stunts)
