"""How mobs that have divided leave (N4): part by part, and counted once in stakes and goals."""

from __future__ import annotations

import pytest

from autogm.engine.stakes import stake_at
from autogm.game.rows import rows
from tests.engine.gangs import HERO, divided, fell, thugs
from tests.table import scene

GANG = {"players": [{"do": "take out", "who": ["thugs"]}]}


@pytest.mark.rule("N4", "H7")
@pytest.mark.parametrize("first", ["thugs", "thugs-b"])
def test_a_mob_is_taken_out_once_all_of_its_parts_are(first: str) -> None:
    second = {"thugs": "thugs-b", "thugs-b": "thugs"}[first]
    table = divided(4, 2, players=HERO, gm="boss", objectives=GANG)
    fell(table, first)
    assert not table.here(first)
    assert not table.out("thugs")
    assert table.state.winner is None
    fell(table, second)
    assert table.state.winner == "players"
    assert table.out("thugs")
    assert not table.out("thugs-b"), "the mob has left, and no part of it by itself"


@pytest.mark.rule("N4", "H7")
def test_what_cannot_break_off_any_more_keeps_no_conflict_going() -> None:
    table = thugs(2, players="hero Fight 9 Notice 9")
    fell(table, "thugs")
    assert table.state.winner == "players"


@pytest.mark.rule("N4", "H7")
@pytest.mark.parametrize("escapes", ["thugs", "thugs-b"])
def test_a_mob_has_escaped_if_a_part_of_it_has_and_no_other_is_left(escapes: str) -> None:
    """One of two parts gets out, the other falls: the gang was not taken out, and it got away."""
    table = divided(
        4, 2, players=HERO, gm="boss", zone={"here": {"exit": True}},
        objectives={**GANG, "gm": [{"do": "get out", "who": ["thugs"]}]},
        stakes={"preset": "careful"},
    )  # fmt: skip
    table.turn(escapes).choose("leave").settle()
    assert not table.here(escapes)
    assert table.state.winner is None, "not all of those who are left have got out"
    fell(table, {"thugs": "thugs-b", "thugs-b": "thugs"}[escapes])
    assert table.state.winner == "gm"
    assert not table.out("thugs")


@pytest.mark.rule("N4", "H6", "H7")
@pytest.mark.parametrize("concedes", ["thugs", "thugs-b"])
def test_a_mob_has_conceded_if_a_part_of_it_has_and_none_has_escaped(concedes: str) -> None:
    worth = {"gm": {"own_taken_out": -0.5, "own_conceded": -0.125}, "players": {}}
    table = divided(4, 2, players=HERO, gm="boss; last", stakes=worth)
    before = float(stake_at(table.game.scene_rows, rows(table.state.record), 0))
    other = {"thugs": "thugs-b", "thugs-b": "thugs"}[concedes]
    table.turn("hero").choose("attack", target=other).choose("concede", target=concedes)
    assert table.here(other), "each part concedes for itself"
    table.choose("use", skill="Fight").dice("+ + + +", "- - - -").settle_duel().settle()
    assert not table.here(other)
    after = float(stake_at(table.game.scene_rows, rows(table.state.record), 0))
    assert after - before == pytest.approx(0.125), "the mob counts once"
    assert not table.state.record[0]["spared"]


@pytest.mark.rule("N4", "H6")
def test_a_concession_of_several_parts_earns_the_pool_nothing() -> None:
    table = divided(4, 2, players=HERO, gm="boss").turn("hero").choose("attack", target="boss")
    table.choose("concede", target="thugs").choose("concede", target="thugs-b")
    table.settle()
    assert not table.here("thugs")
    assert not table.here("thugs-b")
    assert table.points("gm") == 0, "nameless ones earn none"


@pytest.mark.rule("N4", "H7")
def test_an_original_of_copies_means_the_parts_of_each_copy() -> None:
    table = scene(
        "fate-core",
        HERO,
        "thugs Fight 1 Notice 4 type=group members=2 boxes=0 copies=2; boss",
        pool=0,
        objectives=GANG,
    )
    assert [one.part_of for one in table.game.encounter.fighters[-2:]] == ["thugs-1", "thugs-2"]
    table.turn("thugs-1").choose("divide", members=1)
    for name in ("thugs-1", "thugs-2"):
        fell(table, name)
    assert table.state.winner is None
    fell(table, "thugs-1-b")
    assert table.state.winner == "players"
