"""Who takes part: NPCs, swarms, groups (N1-N4, N8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.acting import FACES
from tests.table import Table, scene


@pytest.mark.rule("N1", "F2")
def test_npcs_draw_on_the_pool() -> None:
    told = {"aspects": [{"text": "Cut-Throat"}]}
    table = scene(
        "fate-core",
        "hero fate_points=0",
        "boss Notice 1; thug type=minion",
        pool=2,
        sheets={"boss": told, "thug": told},
        turn_order={"npcs": "each"},
    )
    for name in ("boss", "thug"):
        table.turn(name).choose("attack", target="hero").dice("0 0 0 0", "+ + 0 0")
        table.choose("invoke", payer="gm", mode="+2").settle()
    assert table.points("gm") == 0


@pytest.mark.rule("N2")
@pytest.mark.parametrize(
    ("sheet", "boxes", "slots"),
    [
        ("type=supporting", [2, 2], ["mild"]),
        ("type=supporting tough=true", [2, 2], ["mild", "moderate"]),
        ("type=nameless quality=average", [0, 0], []),
        ("type=nameless quality=fair", [1, 0], []),
        ("type=nameless quality=good", [2, 0], []),
    ],
)
def test_boxes_and_slots_of_npcs(sheet: str, boxes: list[int], slots: list[str]) -> None:
    table = scene("fate-core", "hero", f"npc {sheet}")
    assert table.game.scene[0]["boxes"][1].tolist() == boxes
    assert [one.severity for one in table.game.encounter.fighters[1].consequences] == slots


@pytest.mark.rule("N2")
@pytest.mark.parametrize(("knack", "rating"), [("skilled_at", 2), ("bad_at", -2), (None, 0)])
def test_minions(knack: str | None, rating: int) -> None:
    text = {"text": "Fighting", "actions": ["attack"], "skills": ["Forceful"]}
    sheet = {"type": "minion", **({knack: [text]} if knack else {})}
    table = scene("war-of-ashes", "hero", "goblin Quick 1", sheets={"goblin": sheet})
    table.turn("goblin").choose("attack", target="hero")
    if table.offers("use"):
        table.choose("use", skill="Forceful")
        assert table.dice(FACES[0]).last("roll")["rating"] == rating
    else:
        assert table.game.encounter.fighters[1].ratings["attack", "Forceful"] == rating


def swarmed(players: str, swarm: str, **fields: Any) -> Table:
    """A hero beside a swarm of bats."""
    return scene("war-of-ashes", players, f"bats type=swarm {swarm}", pool=0, **fields)


@pytest.mark.rule("N3", "M9")
@pytest.mark.parametrize(
    ("size", "heroes", "hurt"),
    [
        ("small", 1, True),
        ("big", 1, False),
        ("big", 2, True),
        ("huge", 3, False),
        ("huge", 4, True),
    ],
)
def test_a_swarm_that_outweighs_is_not_hurt_or_moved(size: str, heroes: int, hurt: bool) -> None:
    players = "; ".join(["hero@a Quick 1", *(f"friend{n}@a" for n in range(1, heroes))])
    table = swarmed(players, f"size={size} zone=a", ground="a - b").turn("hero")
    assert table.weight("a") == (heroes, {"small": 1, "big": 2, "huge": 4}[size])
    for verb in ("attack", "push", "pull"):
        assert table.offers(verb, target="bats") is hurt


@pytest.mark.rule("N3", "W4", "M3")
@pytest.mark.parametrize(("size", "charged"), [("small", True), ("big", True), ("huge", False)])
def test_a_charge_counts_double_against_a_swarm(size: str, charged: bool) -> None:
    table = swarmed("hero@a Quick 1", f"size={size} zone=b", ground="a - b").turn("hero")
    assert table.offers("charge", target="bats") is charged


def stabbed(players: str, gone: str, *dice: str) -> Table:
    """A hero who attacks bats of weight 2 that a friend of its own kept from outweighing, until it
    conceded."""
    boost: dict[str, Any] = {"rules": {"boost_maneuvers": []}}
    table = swarmed(players, "size=big boxes=3 zone=a", ground="a - b", **boost).turn("hero")
    table.choose("attack", target="bats").choose("concede", target=gone)
    return table.dice(*dice).settle_duel()


@pytest.mark.rule("N3")
def test_who_outweighs_whom_is_taken_at_the_roll_and_boosts_arise_all_the_same() -> None:
    players = "hero@a Quick 1; friend@a"
    table = stabbed(players, "friend", "+ + + +", "- - - -")
    assert table.last("damage")["shifts"] == 0
    assert not table.all("hit")
    assert table.stress("bats") == []
    assert table.boosts("bats")[0] == 1
    still = swarmed(players, "size=big boxes=3 zone=a", ground="a - b").turn("hero")
    still.choose("attack", target="bats").dice("+ + 0 0", "0 0 0 0").settle_duel()
    assert still.all("hit"), "with the friend there it is an ordinary fighter"


@pytest.mark.rule("N3")
def test_so_it_is_for_shots() -> None:
    bow = {"hero": {"attacks": {"Quick": {"range": 1}}}}
    for conceded in (True, False):
        table = swarmed(
            "hero@b Quick 1; friend@a", "size=small boxes=3 zone=a", ground="a - b", sheets=bow
        )
        table.turn("hero").choose("attack", target="bats")
        if conceded:
            table.choose("concede", target="friend")
        table.dice("+ + 0 0", "0 0 0 0").settle_duel()
        assert bool(table.all("hit")) is not conceded


@pytest.mark.rule("N3", "N5")
@pytest.mark.parametrize(("size", "hurt"), [("small", True), ("big", False)])
def test_a_riposte_does_nothing_to_a_swarm_that_outweighs(size: str, hurt: bool) -> None:
    """Boosts arise all the same; and its own stress for failing hurts it (K2)."""
    answer = {"hero": {"stunts": [{"name": "Answer", "does": "riposte", "amount": 2}]}}
    table = swarmed("hero@a", f"size={size} boxes=4 zone=a Quick 1", ground="a - b", sheets=answer)
    table.turn("bats").choose("attack", target="hero").dice("- - - -", "+ + + +").settle_duel()
    assert bool(table.all("hit")) is hurt
    assert table.stress("bats")[0] == 1
    assert table.boosts("bats")[0] == (0 if hurt else 1)


@pytest.mark.rule("N3", "M1")
def test_a_swarm_that_outweighs_when_the_dice_fall_is_not_pushed() -> None:
    for conceded in (True, False):
        table = swarmed("hero@a Quick 1; friend@a", "size=big zone=a", ground="a - b").turn("hero")
        table.choose("push", target="bats")
        if conceded:
            table.choose("concede", target="friend")
        table.dice("+ + + 0", "0 0 0 0").settle_duel()
        assert table.offers("put") is not conceded


@pytest.mark.rule("N3", "W4", "M3")
def test_a_charge_that_counts_double_drives_a_swarm_too() -> None:
    table = swarmed("hero@a Quick 1", "size=big boxes=12 zone=b", ground="a - b - c").turn("hero")
    table.choose("charge", target="bats").dice("+ + + +", "- - - -").absorb()
    table.choose("take the boost")
    assert table.values("drive on", "zone") == ["c"]


@pytest.mark.rule("N3", "E4")
def test_an_area_weapon_hurts_a_swarm() -> None:
    torch = {"hero": {"attacks": {"Forceful": {"area": True}}}}
    table = swarmed("hero Quick 1", "size=big boxes=1; other", sheets=torch).turn("hero")
    table.choose("attack everyone", zone="here").dice("+ + + +", "- - - -", "0 0 0 0")
    assert table.all("hit")[0]["who"] == "bats"


@pytest.mark.rule("N8", "E3")
def test_swarms_help_each_other() -> None:
    table = scene(
        "war-of-ashes",
        "hero",
        "bats type=swarm Quick 3; rats type=swarm Quick 1",
        turn_order={"npcs": "each"},
        pool=0,
    )
    table.turn("bats").choose("help", target="rats")
    table.turn("rats").choose("attack", target="hero").dice(FACES[0])
    assert table.last("roll")["bonus"] == 1


@pytest.mark.rule("N4")
@pytest.mark.parametrize("teamwork", ["skill", "any"])
def test_a_mobs_numbers_count_on_every_roll(teamwork: str) -> None:
    """Three thugs dodge arrows with Athletics 0, and dash with it: +2 for two more."""
    table = scene(
        "fate-core",
        "hero@a Shoot 2 Notice 3",
        "thugs@a Fight 1 type=group members=3 boxes=0",
        "a - b - c",
        rules={"teamwork": teamwork},
    )
    table.turn("hero").choose("attack", target="thugs").choose("use", skill="Shoot")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.totals == [2, 2]
    table.turn("thugs").choose("sprint", zone="c").dice("0 0 0 0")
    assert table.totals[-1] == 2


@pytest.mark.rule("N4", "T1")
@pytest.mark.parametrize(("members", "wanted"), [(2, ["hero", "thugs"]), (4, ["thugs", "hero"])])
def test_a_mobs_numbers_count_in_turn_order(members: int, wanted: list[str]) -> None:
    """Notice 0 and 1 or 3 by their numbers, against Notice 2; a group of another kind has none."""
    thugs = f"thugs Fight 1 type=group members={members} boxes=0"
    table = scene("fate-core", "hero Notice 2", thugs, pool=0).settle()
    found = [table.state.actor()]
    found.append(table.passes().settle().state.actor())
    assert found == wanted
    others = scene("accelerated", "hero Quick 2", f"thugs type=group members={members}", pool=0)
    assert others.settle().state.actor() == "hero"


@pytest.mark.rule("N4", "E3")
@pytest.mark.parametrize(("fight", "helped"), [(1, True), (0, False)])
def test_a_mob_that_helps_needs_the_printed_rating(fight: int, helped: bool) -> None:
    """Three thugs of Fight 0 attack at 2 and know no better than to be in the way of others. What
    their numbers add is beyond what help may add together."""
    table = scene(
        "fate-core",
        "hero",
        f"boss Fight 3 Notice 1; thugs Fight {fight} Notice 2 type=group members=3 boxes=0",
        pool=0,
        turn_order={"npcs": "each"},
    )
    table.turn("thugs").choose("help", target="boss")
    table.turn("boss").choose("attack", target="hero").choose("use", skill="Fight")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.totals[0] == (4 if helped else 3)


@pytest.mark.rule("N4", "E3")
def test_a_mobs_numbers_are_beyond_the_limit_of_help() -> None:
    """Help adds at most the rating of 1; two more members add 2 besides."""
    table = scene(
        "fate-core",
        "hero",
        "one Fight 2 Notice 4; two Fight 2 Notice 4; thugs Fight 1 type=group members=3 boxes=0",
        pool=0,
        turn_order={"npcs": "each"},
    )
    for name in ("one", "two"):
        table.turn(name).choose("help", target="thugs")
    table.turn("thugs").choose("attack", target="hero").choose("use", skill="Fight")
    table.dice("0 0 0 0", "0 0 0 0")
    assert table.totals[0] == 1 + 2 + 1


@pytest.mark.rule("N4")
def test_the_rest_of_a_hit_spills_over_to_the_next() -> None:
    """A member falls to its boxes and one shift more."""
    table = scene(
        "fate-core",
        "hero Fight 12 Notice 1",
        "thugs Fight 1 type=group members=4 quality=fair boxes=1",
        pool=0,
    )
    table.turn("hero").choose("attack", target="thugs").dice("- - - 0", "0 0 0 0").settle()
    assert table.last("hit")["shifts"] == 5, "12 - 3 against 1 and 3 for three helpers"
    assert table.members("thugs") == 2, "two fall to two shifts each"
    assert table.stress("thugs") == [1], "and the third checks its box"


@pytest.mark.rule("N4")
@pytest.mark.parametrize(
    ("ruleset", "members", "boxes", "weight"),
    [("accelerated", 4, 2, None), ("war-of-ashes", 4, 3, 4), ("war-of-ashes", 12, 7, 8)],
)
def test_groups_that_add_boxes(ruleset: str, members: int, boxes: int, weight: int | None) -> None:
    box = "boxes=1" if ruleset == "war-of-ashes" else ""
    table = scene(ruleset, "hero", f"sailors Quick 1 type=group members={members} {box}")
    assert table.game.scene[0]["boxes"][1, 0] == boxes
    if weight is not None:
        assert table.weight("here")[1] == weight
    table.turn("sailors").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    assert {one["bonus"] for one in table.all("roll")} == {0}, "no help for their number"
