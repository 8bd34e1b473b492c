"""The picture of a battlefield: the same board is the same bytes, nothing overlaps, nothing sticks
out, nothing is missing (Z1, Z6, A4, A16, W1)."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from autogm.rules.loading import load
from autogm.view.battlefield import battlefield_text
from autogm.view.board import (
    Board,
    BoardAspect,
    BoardEdge,
    BoardFighter,
    BoardStunt,
    BoardZone,
    Free,
    Turn,
)
from autogm.view.lettering import clean, width
from autogm.view.picture.drawing import picture, plan
from autogm.view.picture.geometry import Rect, crosses_rect
from autogm.view.picture.tokens import initials
from autogm.view.snapshot import board_of, opening_board
from tests.engine.gangs import thugs
from tests.view.random_boards import boards

SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))
few = settings(max_examples=25)


def drawn(board: Board) -> ET.Element:
    return ET.fromstring(picture(board))


def zone_groups(root: ET.Element) -> dict[str, ET.Element]:
    return {
        group.attrib["id"].removeprefix("zone-"): group
        for group in root.iter(f"{SVG}g")
        if group.get("class") == "zone"
    }


def card_of(group: ET.Element) -> Rect:
    (shape,) = (r for r in group.iter(f"{SVG}rect") if r.get("class") == "card")
    return Rect(*(float(shape.attrib[name]) for name in ("x", "y", "width", "height")))


def written(element: ET.Element) -> str:
    """All text under an element without blanks, because lines break anywhere."""
    return squeezed("".join(t.text or "" for t in element.iter(f"{SVG}text")))


def squeezed(text: str) -> str:
    return "".join(clean(text).split())  # blanks that do not break go at the end of a line, too


def span(text: ET.Element) -> tuple[float, float]:
    """Left and right end of a line of text, by the widest faces."""
    x, size = float(text.attrib["x"]), float(text.attrib["font-size"])
    wide = width(text.text or "", size, text.get("font-weight") == "bold")
    return (x - wide / 2, x + wide / 2) if text.get("text-anchor") == "middle" else (x, x + wide)


@given(boards())
@few
def test_same_board_same_bytes(board: Board) -> None:
    assert picture(board) == picture(board)


@pytest.mark.thorough
def test_same_bytes_whatever_the_hash_seed() -> None:
    script = (
        "from autogm.view.snapshot import opening_board\n"
        "from autogm.view.picture.drawing import picture\n"
        "from autogm.rules.loading import load; import sys, zlib\n"
        f"board = opening_board(load({str(SCENARIOS[0])!r}))\n"
        "print(zlib.crc32(picture(board).encode()))\n"
    )
    root = str(Path(__file__).parents[2])
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "7")
    }
    assert len(seen) == 1


@given(boards(most_zones=10, most_fighters=20))
@few
def test_cards_never_overlap_and_stay_on_the_page(board: Board) -> None:
    root = drawn(board)
    cards = [card_of(group) for group in zone_groups(root).values()]
    assert len(cards) == len(board.zones)
    for one, other in combinations(cards, 2):
        assert not one.grown(10).overlaps(other)
    page = [float(root.attrib[name]) for name in ("width", "height")]
    (field,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "field")
    dx, dy = map(float, field.attrib["transform"][len("translate(") : -1].split())
    for card in cards:
        assert card.x + dx >= 0
        assert card.y + dy >= 0
        assert card.right + dx <= page[0]
        assert card.bottom + dy <= page[1]


@given(boards())
@few
def test_no_text_leaves_its_card(board: Board) -> None:
    for group in zone_groups(drawn(board)).values():
        card = card_of(group)
        for text in group.iter(f"{SVG}text"):
            left, right = span(text)
            assert left >= card.x
            assert right <= card.right
            assert card.y < float(text.attrib["y"]) < card.bottom


@given(boards())
@few
def test_no_text_leaves_the_page(board: Board) -> None:
    root = drawn(board)
    inside = {t for group in zone_groups(root).values() for t in group.iter(f"{SVG}text")}
    (field,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "field")
    inside |= set(field.iter(f"{SVG}text"))
    for text in set(root.iter(f"{SVG}text")) - inside:
        left, right = span(text)
        assert left >= 0
        assert right <= float(root.attrib["width"])


@given(boards())
@few
def test_nothing_is_missing(board: Board) -> None:
    root = drawn(board)
    groups = zone_groups(root)
    assert squeezed(board.title) in written(root)
    assert all(squeezed(aspect.text) in written(root) for aspect in board.aspects)
    for zone in board.zones:
        text = written(groups[zone.id])
        assert squeezed(zone.name) in text
        assert all(squeezed(aspect.text) in text for aspect in zone.aspects)
        coming = [f for _, wave in board.waves() for f in wave if f.zone == zone.id]
        here = [*board.standing(zone.id), *coming]
        assert all(squeezed(fighter.name) in text for fighter in here)
        tokens = [g for g in groups[zone.id].iter(f"{SVG}g") if g.get("class", "")[:7] == "fighter"]
        assert {g.attrib["id"] for g in tokens} == {f"fighter-{f.id}" for f in here}
        boxes = [r for r in groups[zone.id].iter(f"{SVG}rect") if "free" in r.get("class", "")]
        shown = [*zone.aspects, *(a for f in here for a in f.beside)]
        assert len(boxes) == sum(len(aspect.free.boxes()) for aspect in shown)
    for fighter in board.gone():
        assert squeezed(f"{fighter.name}: {fighter.presence}") in written(root)


@given(boards(most_zones=9))
@few
def test_ways_are_never_hidden(board: Board) -> None:
    """Z6: a way starts and ends on its cards' borders and runs over no card."""
    planned = plan(board)
    place = {zone.id: index for index, zone in enumerate(board.zones)}
    for edge, path in zip(board.edges, planned.paths, strict=True):
        for point, zone in ((path[0], edge.start), (path[-1], edge.end)):
            card = planned.places[place[zone]]
            assert card.x <= point[0] <= card.right
            assert card.y <= point[1] <= card.bottom
        for a, b in pairwise(path):
            assert not any(crosses_rect(a, b, card.grown(-0.2)) for card in planned.places)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_shipped_scenarios_draw(path: Path) -> None:
    board = opening_board(load(path))
    root = drawn(board)
    assert set(zone_groups(root)) == {zone.id for zone in board.zones}
    assert squeezed(board.title) in written(root)


def test_what_people_wrote_is_escaped() -> None:
    board = Board(
        'Tom & "Jerry" <script>alert(1)</script>\x1b[2J',
        (BoardZone("a", "<b> & 'c'", (BoardAspect('</text> & "quotes"'),)),),
        fighters=(BoardFighter("f", "]]> & <svg>", "gm", "a"),),
    )
    svg = picture(board)
    assert "<script" not in svg
    assert "\x1b" not in svg
    root = ET.fromstring(svg)
    assert 'Tom&"Jerry"<script>' in written(root)
    assert '</text>&"quotes"' in written(root)
    assert "]]>&<svg>" in written(root)


def test_signs_of_ways() -> None:
    """Z6."""
    board = Board(
        "Signs",
        (BoardZone("a", "A"), BoardZone("b", "B")),
        edges=(
            BoardEdge("a", "b", one_way=True, sight=False),
            BoardEdge("b", "a", barrier=True),
            BoardEdge("a", "b", difficulty=7),
            BoardEdge("a", "a"),
        ),
    )
    (field,) = (g for g in drawn(board).iter(f"{SVG}g") if g.get("class") == "field")
    groups = [g for g in field.iter(f"{SVG}g") if g.get("class") == "edge"]
    assert len(groups) == 3
    assert groups[0].find(f"{SVG}polygon") is not None
    assert groups[0].findall(f"{SVG}path")[1].get("stroke-dasharray")
    assert groups[1].find(f"{SVG}polygon") is None
    assert [g.get("class") for g in field.iter(f"{SVG}g")].count("barrier") == 1
    assert "7" in [t.text for t in field.iter(f"{SVG}text")]
    titles = [g.findtext(f"{SVG}title") for g in groups]
    assert titles == [
        "A → B, one way, no sight",
        "B ↔ A, barrier, no passing, in sight",
        "A ↔ B, difficulty 7",
    ]


def test_free_invokes_show_whose_they_are() -> None:
    """A4."""
    aspect = BoardAspect("Fog", free=Free(players=2, gm=1, open=3))
    root = drawn(Board("Free", (BoardZone("a", "A", (aspect,)),)))
    classes = [r.get("class") for r in zone_groups(root)["a"].iter(f"{SVG}rect")]
    assert [classes.count(f"free free-{who}") for who in ("players", "gm", "open")] == [2, 1, 3]


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("The Dowager", "D"),
        ("The Dowager of Saltmere", "DS"),
        ("A Thing in the Walls", "TW"),
        ("Old Grinner", "OG"),
        ("Spear Guard 3", "S3"),
        ("The", "T"),
    ],
)
def test_initials_leave_articles_out(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_goals_and_order_stand_beside_the_field() -> None:
    """To the right of every card, and not below the lowest."""
    board = opening_board(load(next(p for p in SCENARIOS if p.stem == "hold-the-bridge")))
    root = drawn(board)
    (field,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "field")
    dx = float(field.attrib["transform"][len("translate(") : -1].split()[0])
    right = dx + max(card_of(group).right for group in zone_groups(root).values())
    for said in ("Turn order", "The rearguard: goal", "Arriving in exchange 3", "Weight"):
        (text,) = (t for t in root.iter(f"{SVG}text") if t.text == said)
        assert float(text.attrib["x"]) > right


def test_whose_turn_it_is_stands_out() -> None:
    zone = BoardZone("a", "A")
    pair = tuple(BoardFighter(one, one.title(), "gm", "a") for one in ("bo", "cy"))
    order = (Turn("Bo", ("bo",)), Turn("Cy", ("cy",)))
    root = drawn(Board("Turns", (zone,), fighters=pair, order=order, turn="cy"))
    groups = {g.get("id"): g for g in root.iter(f"{SVG}g")}
    rings = [c for c in groups["fighter-cy"].iter(f"{SVG}circle") if c.get("class") == "turn"]
    assert len(rings) == 1
    assert not [c for c in groups["fighter-bo"].iter() if c.get("class") == "turn"]
    bold = {t.text for t in root.iter(f"{SVG}text") if t.get("font-weight") == "bold"}
    assert "2 Cy" in bold
    assert "1 Bo" not in bold


def test_sheets_are_told_once_for_those_who_are_alike() -> None:
    stunt = BoardStunt("Last Stand", "+2 to defend with Fight")
    guards = tuple(
        BoardFighter(f"g{n}", f"Guard {n}", "gm", "a", "minion", stunts=(stunt,)) for n in (1, 2)
    )
    other = BoardFighter("o", "Ogre", "gm", "a", "main")
    board = Board("Sheets", (BoardZone("a", "A"),), fighters=(*guards, other))
    root = ET.fromstring(picture(board, sheets=True))
    slips = [written(g) for g in root.iter(f"{SVG}g") if g.get("class") == "sheet"]
    assert len(slips) == 2
    assert "Guard1andGuard2" in slips[0]
    assert "LastStand+2todefendwithFight" in slips[0]
    assert "LastStand" not in picture(board)


@given(boards())
@few
def test_no_text_leaves_its_sheet(board: Board) -> None:
    root = ET.fromstring(picture(board, sheets=True))
    for group in (g for g in root.iter(f"{SVG}g") if g.get("class") == "sheet"):
        (slip,) = group.findall(f"{SVG}rect")
        x, y, w, h = (float(slip.attrib[name]) for name in ("x", "y", "width", "height"))
        for text in group.iter(f"{SVG}text"):
            left, right = span(text)
            assert x <= left <= right <= x + w
            assert y < float(text.attrib["y"]) < y + h


@pytest.mark.rule("N4")
def test_parts_of_a_mob_are_told_apart_and_counted() -> None:
    """The Third Trained Thugs are no second TT; of a group of which one is left it is said, too."""
    names = {"thugs": {"name": "Trained Thugs"}}
    table = thugs(4, gm="og@here", ground="here - there", sheets=names).turn("thugs")
    table.choose("divide", target="thugs-b", members=2).choose("divide", members=1)
    board = board_of(table.state)
    drawn = [text.text for text in ET.fromstring(picture(board)).iter(f"{SVG}text")]
    assert {"TT", "TTb", "TTc", "O"} <= set(drawn)
    assert drawn.count("TT") == 1
    assert (drawn.count("×1"), drawn.count("×2")) == (2, 1), "og is none"
    assert "The Third Trained Thugs ×1" in battlefield_text(board, 120)
