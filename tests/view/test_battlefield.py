"""The battlefield as text: everything that must be there is, and nothing people wrote is read as
markup or sent to the terminal raw."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from autogm.rules.loading import load
from autogm.view.battlefield import battlefield_text
from autogm.view.board import (
    Board,
    BoardAspect,
    BoardCompel,
    BoardEdge,
    BoardFighter,
    BoardSide,
    BoardSkill,
    BoardStunt,
    BoardZone,
    Free,
    Goal,
    Note,
    Slot,
    Track,
    Turn,
)
from autogm.view.lettering import clean
from autogm.view.snapshot import opening_board
from autogm.view.words.board import skill_words, type_words
from tests.soak import times
from tests.view.random_boards import boards

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))
FRAME = re.compile(r"[\s│╭╮╰╯─]+")


def squeezed(text: str) -> str:
    return FRAME.sub("", text)


BRIDGE = Board(
    "Hold the [bold]Bridge[/bold]",
    (
        BoardZone("road", "The Road", (BoardAspect("Carts Drawn Across", "zone", Free(open=1)),)),
        BoardZone("ford", "The Ford", (BoardAspect("Chest-Deep", adverse=True),), tags=("wet",)),
        BoardZone("mill", "The Mill", unexplored=True, difficulty=3, exit=True, item="The Crown"),
    ),
    edges=(
        BoardEdge("road", "ford", one_way=True),
        BoardEdge("ford", "mill", difficulty=2, sight=False),
        BoardEdge("mill", "road", barrier=True, sight=False),
    ),
    fighters=(
        BoardFighter(
            "o",
            "Olivia",
            "players",
            "road",
            tracks=(Track("physical", (True, False)), Track("mental", (False,))),
            slots=(Slot("mild", 2, "Bruised Ribs"), Slot("severe", 6)),
            skills=(BoardSkill("Careful", 3),),
            aspects=(BoardAspect("Scout of the Borders", "high concept"),),
            points=2,
            owed=1,
            stunts=(BoardStunt("Never Still", "+2 to move with Careful", used=True),),
            status=("helps Bo",),
            news=("hit for 3",),
        ),
        BoardFighter("v", "Vanguard", "gm", "road", "group", weight=4, members=4,
                     attached=(BoardAspect("Pinned Down", free=Free(players=1)),)),
        BoardFighter("t", "Troll", "gm", "ford", "minion", arrives=4),
        BoardFighter("b", "Bo", "gm", "ford", "minion", presence="taken out"),
    ),
    aspects=(BoardAspect("Thick Smoke", free=Free(gm=2), hidden_from="players"),),
    players=BoardSide("The rearguard", goals=(Goal("survive"),)),
    gm=BoardSide("The raiders", 1, (Goal("hold The Road", "not held so far"),)),
    ruleset="War of Ashes",
    kind="mass",
    exchanges=12,
    order=(Turn("Olivia", ("o",)), Turn("The raiders", ("v",))),
    order_by=(Note("by Quick"), Note("the raiders go last")),
    turn="v",
    now="the raiders choose what to do",
    compels=(BoardCompel("v", "Paid by the Head", "to lose the action", used=True),),
    weight_ratio=(2, 4),
)  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "Hold the [bold]Bridge[/bold]",
        "War of Ashes · mass conflict · at most 12 exchanges",
        "● The rearguard",
        "■ The raiders  1 fate point in the pool",
        "Thick Smoke ☐☐ gm (hidden from the players)",
        "╭─ The Road ─",
        "Carts Drawn Across ☐ open to",
        "● Olivia ▣□ □ ‹hit for 3›",
        "■ Vanguard ×4 (has the turn)",
        "The raiders choose what to do.",
        "mild: Bruised Ribs",
        "Pinned Down ☐ players",
        "weight 1 : 4",
        "The raiders get two [+] against",
        "Weight: the side that outweighs the other in a zone by 2:1 turns one of its dice to [+]",
        "Chest-Deep (hinders movement)",
        "unexplored, difficulty 3",
        "exit",
        "here lies: The Crown",
        "──▶ The Ford (one way)",
        "◀── The Road (one way)",
        "─── The Mill (difficulty 2, no",
        "─╫─ The Mill (barrier, no",
        "Careful +3",
        "▣□ physical",
        "[2: Bruised Ribs] [6]",
        "group of 4, weight 4",
        "The Ford, from",
        "Olivia: Scout of the Borders",
        "The rearguard: survive",
        "exchange 4: Troll (The Ford)",
        "Bo: taken out",
        "1 Olivia, 2 The raiders",
        "by Quick; the raiders go last",
        "2 (+1 after the scene)",
        "helps Bo",
        "Never Still (+2 to move with Careful; used)",
        "hold The Road (not held so far)",
        "Vanguard: Paid by the Head to lose the action (used)",
    ],
)
def test_it_is_said(said: str) -> None:
    """Z1, Z6, W1, W2, A4, A14, A16, H7, T1."""
    assert said in battlefield_text(BRIDGE, width=140)


@given(boards())
@settings(max_examples=times(30, briefly=10))
def test_every_zone_appears(board: Board) -> None:
    """Z1: in a console so narrow that zones stand one below the other."""
    text = squeezed(battlefield_text(board, width=40))
    for zone in board.zones:
        assert squeezed(clean(zone.name)) in text
        assert all(squeezed(clean(aspect.text)) in text for aspect in zone.aspects)


@given(boards())
@settings(max_examples=30)
def test_every_name_appears(board: Board) -> None:
    text = squeezed(battlefield_text(board, width=400))
    for said in (
        board.title,
        *(aspect.text for aspect in board.aspects),
        *(fighter.name for fighter in board.fighters),
        *(aspect.text for fighter in board.left() for aspect in fighter.aspects),
    ):
        assert squeezed(clean(said)) in text


@given(boards(most_zones=3, most_fighters=3))
@settings(max_examples=30)
def test_nothing_raw_reaches_the_terminal(board: Board) -> None:
    text = battlefield_text(board, width=80)
    assert not any(ord(letter) < 32 and letter != "\n" for letter in text)
    assert "\x7f" not in text


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_shipped_scenarios_fit_their_width(path: Path) -> None:
    text = battlefield_text(opening_board(load(path)), width=100)
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_narrow_terminal_breaks_no_words(path: Path) -> None:
    """In 80 columns every fighter's name, type and skills stand there in whole words."""
    board = opening_board(load(path))
    text = battlefield_text(board, width=80)
    assert all(len(line) <= 80 for line in text.splitlines())
    words = set(re.split(r"[\s,;:]+", text))
    for fighter in board.fighters:
        for said in (fighter.name, type_words(fighter), *map(skill_words, fighter.skills)):
            assert set(re.split(r"[\s,;:]+", said)) <= words, said


def test_a_side_that_is_one_gets_its_dice() -> None:
    """W2: `The rearguard gets`, where the raiders get; they outweigh each other by turns."""
    swapped = replace(
        BRIDGE,
        players=replace(BRIDGE.players, name="The raiders"),
        gm=replace(BRIDGE.gm, name="The rearguard"),
    )
    assert "The raiders get two [+]" in battlefield_text(BRIDGE, width=140)
    assert "The rearguard gets two [+]" in battlefield_text(swapped, width=140)


def test_narrow_fighters_keep_everything() -> None:
    """What the table says of Olivia stands in her lines too, wrapped or not."""
    narrow = " ".join(battlefield_text(BRIDGE, width=80).split())
    start = narrow.index("● Olivia: ")
    told = narrow[start : narrow.index("■", start)]
    for said in ("Careful +3", "▣□ physical", "[2: Bruised Ribs] [6]", "The Road"):
        assert said in told
