"""What has just happened, on the board: marked where it happened, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from autogm.view.battlefield import battlefield_text
from autogm.view.board import Board, Move
from autogm.view.marks import marked
from autogm.view.picture.drawing import picture
from autogm.view.secrets import seen_by
from autogm.view.snapshot import board_of
from tests.engine.gangs import divided, fell
from tests.table import Table, scene

SVG = "{http://www.w3.org/2000/svg}"


def moved_and_hit() -> Table:
    """Rolf goes from a to b and hits Hans for 3, who takes a moderate consequence."""
    table = scene("fate-core", "rolf@a Fight 3 Notice 2", "hans@b; ole@a", "a - b")
    table.turn("rolf").choose("move", zone="b").choose("attack", target="hans")
    table.dice("0 0 0 0", "0 0 0 0").settle_duel()
    return table.choose("absorb", consequences=(1,)).settle()


def board(table: Table) -> Board:
    return marked(board_of(table.state), table.log)


def test_who_moved_and_who_was_hit_is_marked() -> None:
    seen = board(moved_and_hit())
    assert seen.fighter("rolf").news == ("came from a",)
    assert seen.fighter("hans").news == ("hit for 3", "took a moderate consequence")
    assert seen.fighter("ole").news == ()
    assert seen.moves == (Move("rolf", "a", "b"),)
    assert "‹hit for 3›" in battlefield_text(seen, 120)


def test_the_picture_traces_the_way_that_was_gone() -> None:
    root = ET.fromstring(picture(board(moved_and_hit())))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "moved"]
    assert [group.findtext(f"{SVG}title") for group in groups] == ["Rolf has gone from a to b"]
    assert "Came from a" in [text.text for text in root.iter(f"{SVG}text")]
    still = ET.fromstring(picture(board_of(moved_and_hit().state)))
    assert not [group for group in still.iter(f"{SVG}g") if group.get("class") == "moved"]


def test_a_longer_way_is_traced_leg_by_leg_and_never_through_a_barrier() -> None:
    """From a over b to c, beside a barrier between a and c."""
    table = scene("fate-core", "rolf@a Notice 2", "hans@d", "a - b - c | a; d")
    table.turn("rolf").choose("move", zone="b").settle()
    table.turn("hans").turn("rolf").choose("move", zone="c").settle()
    seen = board(table)
    assert seen.fighter("rolf").news == ("came from a",)
    assert seen.moves == (Move("rolf", "a", "b"), Move("rolf", "b", "c"))
    root = ET.fromstring(picture(seen))
    titles = [g.findtext(f"{SVG}title") for g in root.iter(f"{SVG}g") if g.get("class") == "moved"]
    assert titles == ["Rolf has gone from a to b", "Rolf has gone from b to c"]
    barred = replace(seen, moves=(Move("rolf", "a", "c"),))
    assert 'class="moved"' not in picture(barred)


def test_there_and_back_is_no_move() -> None:
    table = scene("fate-core", "rolf@a Notice 2", "hans@b", "a - b")
    table.turn("rolf").choose("move", zone="b").turn("hans").turn("rolf").choose(
        "move", zone="a"
    ).settle()
    assert board(table).moves == ()
    assert board(table).fighter("rolf").news == ()


def test_what_has_come_into_being_is_new() -> None:
    table = scene(
        "fate-core", "rolf Fight 4 Notice 2", "hans Fight 1; ole",
        templates=[{"text": "Off Balance", "on": "enemy", "helps": "against"}],
    )  # fmt: skip
    table.turn("rolf").choose("create", aspect="Off Balance", on="hans")
    table.choose("use", skill="Fight").dice("0 0 0 0", "0 0 0 0").settle()
    seen = board(table)
    assert [aspect.new for aspect in seen.fighter("hans").attached] == [True]
    assert not any(aspect.new for zone in seen.zones for aspect in zone.aspects)


def test_marks_tell_nobody_of_those_who_lie_in_ambush() -> None:
    table = scene(
        "war-of-ashes", "rolf@a", "hans@b Sneaky 2; ole@b", "a - b",
        turn_order={"ambush": "gm", "npcs": "each"},
    )  # fmt: skip
    seen = marked(board_of(table.state), table.log)
    table.turn("hans").choose("move", zone="a").settle()
    after = marked(board_of(table.state), table.log)
    assert seen_by(seen, "players").moves == ()
    assert [move.who for move in seen_by(after, "players").moves] == ["hans"]


@pytest.mark.rule("N4")
def test_a_part_of_a_mob_that_came_and_fell_leaves_no_trace() -> None:
    """Nothing on the board has its name any more, which the picture of its way would ask for."""
    table = divided(4, 2, players="hero@there Fight 9 Notice 1", gm="boss", ground="here - there")
    table.turn("thugs-b").choose("move", zone="there").settle()
    assert board(table).moves == (Move("thugs-b", "here", "there"),)
    fell(table, "thugs-b")
    seen = board(table)
    assert seen.moves == ()
    ET.fromstring(picture(seen))


def test_who_has_conceded_just_now_was_not_taken_out() -> None:
    """A state keeps no difference where none is worth anything; what has happened does (H6)."""
    table = scene("fate-core", "rolf Fight 3 Notice 2", "hans; ole")
    table.turn("rolf").choose("attack", target="hans").choose("concede", target="hans")
    assert board_of(table.state).fighter("hans").presence == "taken out"
    seen = board(table).fighter("hans")
    assert (seen.presence, seen.news) == ("conceded", ("just now",))
    assert "conceded (just now)" in picture(board(table))
