"""Mobs that divide (N4), sentence by sentence: when, into what, what goes with whom, how the parts
act and fight. How they leave is `test_mobs_leaving.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autogm.engine import codes
from autogm.engine.game import Game, load_game
from autogm.rules.loading import settle
from autogm.rules.parts import with_parts
from autogm.view.secrets import seen_by
from autogm.view.snapshot import board_of
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.events import EventWords
from tests.engine.gangs import HERO, divided, fell, thugs
from tests.table import scene

SCENARIOS = Path(__file__).parents[2] / "scenarios"
MISS = ("0 0 0 0", "+ + + +")


@pytest.mark.rule("EX-SRD-3", "N4")
def test_six_thugs_as_two_threes_attack_at_three_each() -> None:
    table = divided()
    assert (table.members("thugs"), table.members("thugs-b")) == (3, 3)
    (dividing,) = (one for one in table.log if one.kind == "action")
    assert dividing.rule == "N4"
    table.choose("attack", target="a").dice(*MISS)
    table.turn("thugs-b").choose("attack", target="b").dice(*MISS)
    rolls = [one for one in table.all("roll") if one["who"].startswith("thugs")]
    assert [(one["who"], one["total"]) for one in rolls] == [("thugs", 3), ("thugs-b", 3)]
    turns = [(one["who"], one["exchange"]) for one in table.all("turn")]
    assert turns[:2] == [("thugs", 1), ("thugs-b", 1)]


@pytest.mark.rule("N4")
@pytest.mark.parametrize("ruleset", ["accelerated", "war-of-ashes", "minifate", "autarch"])
def test_others_never_divide(ruleset: str) -> None:
    table = scene(ruleset, "hero", "gang type=group members=6")
    teams = table.game.encounter.fighters[1].teamwork_group
    assert table.game.words.fighters == (
        ["hero", "gang", "gang-b", "gang-c"] if teams else ["hero", "gang"]
    )
    assert not teams or ruleset in ("minifate", "autarch")


@pytest.mark.rule("N4")
def test_a_mob_divides_only_as_its_turn_begins() -> None:
    table = thugs(ground="here - there").turn("thugs")
    assert table.values("divide", "members") == [1, 2, 3]
    table.choose("move", zone="there").settle()
    assert table.offers("attack") or table.offers("sprint")
    assert not table.offers("divide")
    after = thugs().turn("thugs").choose("attack", target="a").dice(*MISS).settle()
    assert not after.offers("divide")


@pytest.mark.rule("N4", "A15")
def test_an_invoke_for_effect_is_something_done_before() -> None:
    chain = {"text": "A Rope to Swing On", "free": {"gm": 1}}
    table = thugs(
        ground="here - there",
        aspects=[chain],
        effects=[{"aspect": chain["text"], "does": "hinder", "range": 2}],
    ).turn("thugs")
    assert table.offers("divide")
    table.choose("effect", target="a")
    assert not table.offers("divide")
    table.choose("attack", target="a").dice(*MISS).settle()
    assert not table.state.record[0]["turn_flags"] & codes.T_INVOKED, "nobody asks any more"


@pytest.mark.rule("N4", "H6")
def test_an_attack_that_is_interrupted_has_not_been_made() -> None:
    table = thugs(players="a; b").turn("thugs").choose("attack", target="a")
    table.choose("concede", target="a").settle()
    assert table.offers("divide")


@pytest.mark.rule("N4", "X1")
@pytest.mark.parametrize(
    "compel",
    [
        {"effect": "attack nearest"},
        {"effect": "lose action"},
        {"effect": "skill out", "skill": "Fight"},
    ],
)
def test_whom_a_compel_binds_does_not_divide(compel: dict[str, Any]) -> None:
    mean = {"thugs": {"aspects": ["Mean Bunch"]}}
    compels = [{"victim": "thugs", "aspect": "Mean Bunch", **compel}]
    for accepted in (True, False):
        table = (
            thugs(players="a", sheets=mean, compels=compels, pool=3)
            .until("compel")
            .choose("compel")
        )
        table.choose("accept" if accepted else "refuse")
        assert table.offers("divide") is not accepted


@pytest.mark.rule("N4", "X1")
def test_a_part_is_compelled_as_its_mob_is_and_by_its_own_aspect() -> None:
    mean = {"thugs": {"aspects": ["Mean Bunch"]}}
    compels = [{"victim": "thugs", "aspect": "Mean Bunch", "effect": "free invoke"}]
    table = divided(players="a", sheets=mean, compels=compels, pool=3)
    table.passes().until("compel")
    assert table.state.actor() == "thugs-b"
    table.choose("compel").choose("accept")
    assert table.free("Mean Bunch", on="thugs-b") == (1, 0, 0)
    assert table.free("Mean Bunch", on="thugs") == (0, 0, 0)
    table.turn("thugs")
    assert len(table.all("compel")) == 1, "each aspect once a scene, whoever of them it was"


@pytest.mark.rule("N4")
def test_three_parts_at_a_time_and_half_of_them_at_most() -> None:
    table = divided(7, 3)
    assert table.values("divide", "members") == [1, 2]
    assert table.values("divide", "target") == ["thugs-c"]
    table.choose("divide", members=2)
    assert [table.members(one) for one in ("thugs", "thugs-b", "thugs-c")] == [2, 3, 2]
    assert not table.offers("divide")


@pytest.mark.rule("N4")
def test_what_has_fallen_leaves_room_to_divide_again() -> None:
    table = divided(6, 1, players="a Fight 6; b").choose("divide", members=2)
    table.turn("a").choose("attack", target="thugs-b").choose("use", skill="Fight")
    table.dice("+ + + +", "- - - -").settle_duel().settle()
    assert not table.here("thugs-b")
    table.turn("thugs")
    assert table.values("divide", "target") == ["thugs-b"]
    table.choose("divide", members=1)
    assert table.here("thugs-b")
    assert table.members("thugs-b") == 1


@pytest.mark.rule("N4", "T2")
def test_parts_are_of_the_block_where_npcs_act_together() -> None:
    table = divided(gm="boss")
    table.passes().settle()
    assert table.node == codes.N_ORDER
    assert table.values("act next", "target") == ["boss", "thugs-b"]


@pytest.mark.rule("N4", "T1")
def test_parts_act_at_the_place_of_their_mob_where_each_has_one() -> None:
    """One after the other, in this exchange and in those that follow; one that breaks off from a
    part does so too, and nobody acts twice."""
    table = divided(6, 3, players="a; b Notice 2", gm="boss Notice 3", turn_order={"npcs": "each"})
    table.turn("b")
    assert [one["who"] for one in table.all("turn")] == ["thugs", "thugs-b", "boss", "b"]
    table.turn("thugs-b").choose("divide", members=1).turn("boss")
    assert [one["who"] for one in table.all("turn")][-4:] == ["thugs", "thugs-b", "thugs-c", "boss"]


@pytest.mark.rule("N4")
def test_a_hurt_member_stays_with_the_mob() -> None:
    table = scene(
        "fate-core",
        "hero Fight 6 Notice 9; b",
        "thugs Fight 1 type=group members=4 quality=fair boxes=1",
        pool=0,
    )
    table.turn("hero").choose("attack", target="thugs").choose("use", skill="Fight")
    table.dice("- - 0 0", "0 0 0 -").settle_duel()
    assert table.last("hit")["shifts"] == 1
    assert table.stress("thugs") == [1]
    table.turn("thugs").choose("divide", members=2)
    assert (table.stress("thugs"), table.stress("thugs-b")) == ([1], [])


@pytest.mark.rule("N4", "A1")
def test_what_is_true_of_the_mob_is_true_of_its_parts_and_no_invoke_is_gained() -> None:
    mud = "Mud in the Eyes"
    templates = [{"text": mud, "on": "enemy", "difficulty": 0}]
    table = thugs(players="hero Notice 9; b", templates=templates)
    table.turn("hero").choose("create", aspect=mud, on="thugs").dice("+ + + +").settle()
    assert table.free(mud, on="thugs") == (2, 0, 0)
    table.turn("thugs").choose("divide", members=3)
    assert table.stands(mud, on="thugs-b")
    assert table.free(mud, on="thugs") == (2, 0, 0)
    assert table.free(mud, on="thugs-b") == (0, 0, 0)


@pytest.mark.rule("N4", "A5")
def test_a_boost_stays_with_the_mob() -> None:
    table = thugs(players="hero Fight 5 Notice 9; b").turn("hero")
    table.choose("attack", target="thugs").choose("use", skill="Fight")
    table.dice("+ + + +", "0 - 0 0").settle_duel().settle()
    assert (table.members("thugs"), table.boosts("thugs")[0]) == (2, 1)
    table.turn("thugs").choose("divide", members=1)
    assert (table.boosts("thugs")[0], table.boosts("thugs-b")[0]) == (1, 0)


@pytest.mark.rule("N4", "A16")
def test_what_was_found_out_of_a_mob_is_known_of_all_of_it() -> None:
    knives = "Knives in Their Boots"
    hidden = {"text": knives, "hidden_from": "players", "difficulty": 0}
    for first in ("discover", "divide"):
        table = thugs(players="hero Notice 9; b", sheets={"thugs": {"aspects": [hidden]}})
        if first == "divide":
            table.turn("thugs").choose("divide", members=3)
        table.turn("hero")
        assert knives not in str(table.game.observation(table.state, codes.PLAYERS))
        searched = "thugs-b" if first == "divide" else "thugs"
        table.choose("discover", on=searched).dice("+ + + +").settle()
        if first == "discover":
            table.turn("thugs").choose("divide", members=3)
        here = table.state.record[0]["here"]
        own = [n for n, one in enumerate(table.game.compiled.slots.slots)
               if knives in one.texts]  # fmt: skip
        assert [int(here[slot]) for slot in own[:2]] == [codes.HERE] * 2
        assert not table.game.known(table.state, codes.PLAYERS)


@pytest.mark.rule("N4", "A16", "X1")
@pytest.mark.parametrize("leaves", ["thugs", "thugs-b"])
def test_what_a_compel_has_named_stays_known_whichever_part_leaves(leaves: str) -> None:
    mean = "Mean Bunch"
    table = divided(
        4, 2, players=HERO, gm="boss",
        sheets={"thugs": {"aspects": [{"text": mean, "hidden_from": "players"}]}},
        compels=[{"victim": "thugs", "aspect": mean, "effect": "free invoke"}],
    )  # fmt: skip
    assert mean not in str(table.game.observation(table.state, codes.PLAYERS))
    table.state.record[0]["compelled"] = 1
    assert mean in str(table.game.observation(table.state, codes.PLAYERS))
    fell(table, leaves)
    assert not table.here(leaves)
    assert mean in str(table.game.observation(table.state, codes.PLAYERS))
    assert not table.game.known(table.state, codes.PLAYERS)


@pytest.mark.rule("N4", "N5")
def test_a_stunt_once_is_not_had_twice_by_dividing() -> None:
    trick = {"name": "Trick", "does": "bonus", "amount": 2, "skills": ["Fight"],
             "actions": ["attack"], "limit": "scene"}  # fmt: skip
    table = divided(sheets={"thugs": {"stunts": [trick]}})
    used = table.state.record[0]["used"]
    index = {name: n for n, name in enumerate(table.game.words.fighters)}
    assert (int(used[index["thugs"]]), int(used[index["thugs-b"]])) == (0, 1)


@pytest.mark.rule("N4", "E3")
def test_parts_help_each_other_by_the_printed_rating() -> None:
    table = divided(gm="boss Fight 3")
    table.choose("help", target="thugs-b")
    table.turn("thugs-b").choose("attack", target="a").choose("use", skill="Fight")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.totals[0] == 1 + 2 + 1


@pytest.mark.rule("N4", "W1")
def test_parts_weigh_what_their_members_do() -> None:
    table = thugs(4, weight=True, ground="here - there")
    assert table.weight("here")[1] == 4
    table.turn("thugs").choose("divide", members=1).choose("move", zone="there").settle()
    assert (table.weight("here")[1], table.weight("there")[1]) == (1, 3)


@pytest.mark.rule("N4", "H9")
def test_what_breaks_off_out_of_an_ambush_does_so_in_the_open() -> None:
    """Before its first turn nobody knows of the mob, or that it could divide; then of all of it."""
    order = {"ambush": "gm", "npcs": "each"}
    table = thugs(3, gm="first Stealth 6; boss", turn_order=order).turn("first")
    waiting = table.game.known(table.state, codes.PLAYERS)
    assert waiting is not None
    assert waiting.hidden_ids == {"thugs", "thugs-b", "thugs-c", "boss"}
    assert waiting.game.words.fighters == ["a", "b", "first"]
    table.turn("thugs").choose("divide", members=1)
    known = table.game.known(table.state, codes.PLAYERS)
    assert known is not None
    assert known.hidden_ids == {"boss"}
    seen = table.game.as_known_to(table.state, codes.PLAYERS)
    assert seen.game.words.fighters == ["a", "b", "thugs", "first", "thugs-b", "thugs-c"]


@pytest.mark.rule("N4")
def test_reinforcements_come_whole_and_unseen_so_far() -> None:
    table = thugs(gm="late Fight 1 type=group members=4 boxes=0 arrives=2")
    known = table.game.known(table.state, codes.PLAYERS)
    assert known is not None
    assert known.hidden_ids == {"late", "late-b", "late-c"}
    assert known.game.words.fighters == ["a", "b", "thugs", "thugs-b", "thugs-c"]


def test_a_mob_that_is_left_only_by_its_part_is_no_secret() -> None:
    table = divided(4, 2, players=HERO, gm="boss")
    fell(table, "thugs")
    assert not table.game.known(table.state, codes.PLAYERS)
    shown = {one.id: one.presence for one in board_of(table.state).fighters}
    assert "thugs" not in shown
    assert shown["thugs-b"] == "in"
    fell(table, "thugs-b")
    shown = {one.id: one.presence for one in board_of(table.state).fighters}
    assert shown["thugs"] == "taken out"
    assert "thugs-b" not in shown


def test_how_it_reads() -> None:
    table = thugs(3, sheets={"thugs": {"name": "Street Thugs"}}).turn("thugs")
    words = ChoiceWords(table.game)
    action = table.legal("divide")[0]
    assert words.phrase(table.state, action) == "send one off as the Other Street Thugs"
    tell = EventWords(table.game).tell
    told = [tell(one) for one in table.game.events(table.state, action)]
    assert told[0] == "The Street Thugs send one off as the Other Street Thugs."
    board = seen_by(board_of(table.state), "players")
    assert [one.id for one in board.fighters] == ["a", "b", "thugs"], "nobody waits on the board"


def test_names_and_ids_are_nobody_elses() -> None:
    table = thugs(
        4, gm="thugs-b; x", sheets={"x": {"name": "The other Thugs"}, "thugs": {"name": "Thugs"}}
    )
    assert table.game.words.fighters[-2:] == ["thugs-c", "thugs-d"]
    names = [one.name for one in table.game.encounter.fighters[-2:]]
    assert names == ["The Other Thugs 2", "The Third Thugs"]


def test_a_conflict_without_mobs_has_nobody_in_reserve() -> None:
    for path in sorted(SCENARIOS.glob("*.yaml")):
        game = load_game(path)
        mobs = [one for one in game.encounter.fighters if one.teamwork_group and one.members > 1]
        reserves = int(game.scene[0]["reserves"]).bit_count()
        assert reserves == sum(min(3, one.members) - 1 for one in mobs if one.part_of is None) or (
            game.encounter.scenario.actions is not None
        )


def test_nobody_is_in_reserve_where_dividing_is_left_out() -> None:
    table = thugs(actions=["attack"])
    assert table.game.words.fighters == ["a", "b", "thugs"]


def test_a_conflict_that_fits_only_with_its_mobs_whole_is_played_so() -> None:
    """32 fighters are the most; ten mobs and twelve others leave room for one more part each."""
    mobs = "; ".join(f"mob{n} Fight 1 type=group members=3 boxes=0" for n in range(10))
    heroes = "; ".join(f"hero{n}" for n in range(12))
    table = scene("fate-core", heroes, mobs, templates=[])
    assert len(table.game.words.fighters) == 32
    crowd = "; ".join(f"hero{n}" for n in range(13))
    assert len(scene("fate-core", crowd, mobs, templates=[]).game.words.fighters) == 23


def test_an_encounter_gets_its_parts_once() -> None:
    encounter = thugs().game.encounter
    assert with_parts(encounter) is encounter
    assert Game(encounter).words.fighters == ["a", "b", "thugs", "thugs-b", "thugs-c"]
    plain = settle(encounter.scenario)
    assert [one.id for one in plain.fighters] == ["a", "b", "thugs"]


@pytest.mark.rule("N4", "N5", "W1")
def test_a_member_weighs_its_part_of_a_group_that_a_stunt_makes_heavier() -> None:
    """Two of weight 1 and 4 more: three each, so that three are left of six. Their
    weight turns two dice to [+]: 3 against 4."""
    big = {"name": "Big", "does": "weight", "amount": 4}
    table = scene(
        "fate-core", "hero Fight 4 Notice 3", "thugs Fight 0 type=group members=2 boxes=0", pool=0,
        sheets={"thugs": {"stunts": [big]}}, rules={"weight": True},
    )  # fmt: skip
    assert table.weight("here")[1] == 6
    table.turn("hero").choose("attack", target="thugs").dice("0 0 0 0", "- - 0 0").settle()
    assert table.members("thugs") == 1
    assert table.weight("here")[1] == 3
