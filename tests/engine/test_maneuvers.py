"""Maneuvers (M1-M9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.acting import FACES
from tests.table import Table, scene

MACE = {"hero": {"attacks": {"Forceful": {"heavy": True}}}}
GROUND = "w - a - b - c"


def fight(
    gm: str = "foe@a",
    ground: str = GROUND,
    players: str = "hero@a Forceful 3 Quick 1",
    **fields: Any,
) -> Table:
    """It is the turn of a hero in zone a."""
    return scene("war-of-ashes", players, gm, ground, pool=0, **fields).turn("hero")


@pytest.mark.rule("M1")
@pytest.mark.parametrize("follows", [True, False])
def test_push(follows: bool) -> None:
    table = fight().choose("push", target="foe").dice(FACES[0], FACES[0])
    assert table.values("put", "zone") == ["w", "b"]
    assert table.values("put", "follow") == [False, True]
    table.choose("put", zone="b", follow=follows)
    assert table.zone("foe") == "b"
    assert table.zone("hero") == ("b" if follows else "a")


@pytest.mark.rule("M1", "M2")
def test_pushing_and_pulling_are_opposed_in_one_zone() -> None:
    table = fight("foe@a Forceful 3; far@b")
    for verb in ("push", "pull"):
        assert table.values(verb, "target") == ["foe"]
    table.choose("push", target="foe").dice(FACES[-1], FACES[0])
    assert table.totals == [2, 3]
    table.choose("name cost", cost="a consequence").choose("fail").settle()
    assert table.zone("foe") == "a"


@pytest.mark.rule("M2")
def test_pull() -> None:
    table = fight().choose("pull", target="foe").dice(FACES[0], FACES[0])
    assert table.values("put", "follow") == [True]
    table.choose("put", zone="w")
    assert (table.zone("hero"), table.zone("foe")) == ("w", "w")


@pytest.mark.rule("M3")
def test_a_charge_is_the_free_move_and_an_attack() -> None:
    table = fight("foe@b; far@c", players="hero@a Forceful 1 Quick 1")
    assert table.values("charge", "target") == ["foe"]
    table.choose("charge", target="foe").dice("- 0 0 0", "+ 0 0 0").settle()
    assert table.zone("hero") == "b"
    assert table.state.actor() != "hero" or not table.offers("move"), "neither move nor action left"
    assert not fight("foe@b", "a - b [Rubble]").offers("charge"), "impossible where hindered"
    moved = fight("foe@b").choose("move", zone="b").settle()
    assert not moved.offers("charge")


@pytest.mark.rule("M3", "T4")
@pytest.mark.parametrize("driven", [True, False])
def test_a_charge_with_style_drives_its_target_on(driven: bool) -> None:
    table = (
        fight("foe@b", sheets=MACE).choose("charge", target="foe").choose("use", skill="Forceful")
    )
    table.dice("+ 0 0 0", "0 0 0 0").absorb().choose("take the boost")
    assert table.values("drive on", "zone") == ["c"], "away from where the charge came from"
    table.choose("drive on", zone="c") if driven else table.passes()
    assert table.boosts("foe") == (1, 0), "besides the boost"
    here = "c" if driven else "b"
    assert (table.zone("hero"), table.zone("foe")) == (here, here)


@pytest.mark.rule("M3", "K2", "K5")
@pytest.mark.parametrize(("dice", "boosts"), [("0 0 0 -", 1), ("- - - -", 2)])
def test_a_failed_charge_gives_a_boost_more(dice: str, boosts: int) -> None:
    table = fight("foe@b weight=2", players="hero@a Quick 1").choose("charge", target="foe")
    table.dice(dice, "+ 0 0 0").settle()
    assert table.boosts("hero") == (boosts, 0)
    assert table.stress("hero") == [1]


@pytest.mark.rule("M3", "Z4")
def test_a_charge_may_be_blocked() -> None:
    table = fight("foe@b; guard@a").choose("charge", target="foe").choose("block", target="guard")
    assert table.zone("hero") == "a"
    assert table.offers("attack", target="guard"), "the action is kept"


def guarded(dice: str = "0 0 0 0", **fields: Any) -> Table:
    """A hero who has tried for a Full Defense at 2."""
    fields = {"weight": False, **fields}
    table = fight("foe; other", "here - there", players="hero Quick 2", **fields)
    return table.choose("full defense").dice(dice).settle()


@pytest.mark.rule("M4")
@pytest.mark.parametrize(
    ("dice", "stands", "free"),
    [("- 0 0 0", False, 0), ("0 0 0 0", True, 0), ("+ + 0 0", True, 0), ("+ + + 0", True, 1)],
)
def test_full_defense_against_two(dice: str, stands: bool, free: int) -> None:
    table = guarded(dice)
    assert table.stands("Hero's Full Defense") is stands
    assert table.free("Hero's Full Defense") == (free, 0, 0)


@pytest.mark.rule("M4", "A3")
def test_full_defense_has_a_free_invoke_against_each_attack() -> None:
    table = guarded()
    for attacker in ("foe", "other"):
        table.turn(attacker).choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
        assert table.state.side() == "players"
        table.choose("invoke full defense", mode="+2")
        assert not table.offers("invoke full defense"), "one against each attack"
        table.settle()
    assert table.stands("Hero's Full Defense")
    table.turn("hero").choose("move", zone="there").settle()
    assert table.stands("Hero's Full Defense"), "free moves don't end it"
    table.turn("hero").choose("create", aspect="Favourable Ground", on="there").dice("0 0 0 0")
    assert not table.stands("Hero's Full Defense"), "another action does"


@pytest.mark.rule("M4")
def test_full_defense_may_reroll_and_takes_points_as_any_aspect() -> None:
    table = guarded().turn("foe").choose("attack", target="hero").dice("0 0 0 0", "- - 0 0")
    assert set(table.values("invoke full defense", "mode")) == {"+2", "reroll"}
    table.choose("invoke", payer="hero", mode="+2")
    table.choose("invoke full defense", mode="reroll").dice("0 0 0 0")
    assert table.result[0] == -4


@pytest.mark.rule("M4", "F8")
def test_a_point_for_full_defense_says_what_it_is_for() -> None:
    """Two aspects can be paid for, and each is named once."""
    ship = {"text": "Feet Like Ship's Timbers", "actions": ["defend"]}
    table = guarded(sheets={"hero": {"aspects": [ship]}}).turn("foe")
    table.choose("attack", target="hero").dice("+ + + +", "- - - -")
    table.choose("invoke", payer="hero", mode="+2").choose("invoke", payer="hero", mode="+2")
    assert {one["aspect"] for one in table.all("invoke")} == {
        "Hero's Full Defense",
        "Feet Like Ship's Timbers",
    }


@pytest.mark.rule("M4", "Z4")
def test_a_move_that_is_stayed_from_does_not_end_full_defense() -> None:
    table = guarded().turn("foe").turn("hero")
    table.choose("move", zone="there").choose("block", target="foe")
    assert table.choose("stay").stands("Hero's Full Defense")


@pytest.mark.rule("M5", "H8", "H9")
@pytest.mark.parametrize(("dice", "ready"), [("0 0 0 +", True), ("- - 0 0", False)])
def test_full_attack(dice: str, ready: bool) -> None:
    """Win or lose, the other side gets one boost; on success the next attack is lethal."""
    table = fight("grizzly", "here", players="hero Flashy 2 Quick 1").choose("full attack")
    assert table.difficulty == 2
    table.dice(dice)
    if not ready:
        table.choose("name cost", cost="a consequence").choose("fail").settle()
    assert table.boosts("hero") == (1, 0)
    for _ in range(2):
        table.turn("hero").choose("attack", target="grizzly")
        table.dice("- 0 0 0", "0 0 0 0").absorb()
    assert [one["lethal"] for one in table.all("hit")] == [ready, False], "hit or miss ends it"


@pytest.mark.rule("M5", "A5")
def test_the_boost_of_a_full_attack_helps_attacks_on_that_fighter_only() -> None:
    players = "hero Flashy 2 Quick 1; friend"
    table = fight("grizzly; wolf", "here", players=players, weight=False)
    table.choose("full attack").dice("+ 0 0 0")
    table.turn("grizzly").choose("create", aspect="Off Balance", on="hero")
    table.dice("0 0 0 0", "0 0 0 0")
    assert not table.offers("invoke free")
    table.passes()
    for target, helps in (("friend", False), ("hero", True)):
        table.turn("wolf").choose("attack", target=target)
        table.dice("0 0 0 0", "0 0 0 0")
        assert table.offers("invoke free") is helps
        if helps:
            assert table.values("invoke free", "aspect") == ["a boost for an attack on Hero"]
    table.choose("invoke free", mode="+2").settle()
    assert not table.stands("a boost for an attack on Hero")
    assert table.stands("a boost against Hero"), "the tie's, which helps anything"


@pytest.mark.rule("M5", "O1")
def test_full_attack_is_an_overcome() -> None:
    table = fight("grizzly", "here", players="hero Flashy 2 Quick 1").choose("full attack")
    table.dice("- 0 0 0").choose("name cost", cost="a consequence").choose("pay the cost")
    assert [one["status"] for one in table.all("status")] == ["is set for a lethal attack"]
    table = fight(
        "grizzly",
        "here",
        players="hero Flashy 2 Quick 1",
        rules={"full_attack_always_exposes": False},
    ).choose("full attack")
    table.dice("- 0 0 0").choose("name cost", cost="a consequence").choose("fail")
    assert table.boosts("hero") == (0, 0)


@pytest.mark.rule("M6")
def test_knockback_with_a_heavy_weapon() -> None:
    table = fight(sheets=MACE).choose("attack", target="foe").choose("use", skill="Forceful")
    table.dice(FACES[0], FACES[0]).absorb()
    assert table.values("knock back", "zone") == ["w", "b"]
    table.choose("knock back", zone="b")
    assert (table.zone("hero"), table.zone("foe")) == ("a", "b")
    assert table.boosts("foe") == (0, 0)
    light = fight().choose("attack", target="foe").dice(FACES[0], FACES[0]).absorb()
    assert not light.offers("knock back")


@pytest.mark.rule("M6", "K2")
def test_no_knockback_of_who_is_taken_out() -> None:
    table = fight("foe@a type=minion boxes=0; other@a", sheets=MACE, weight=False)
    table.choose("attack", target="foe").choose("use", skill="Forceful").dice(FACES[0], FACES[0])
    table.settle()
    assert table.out("foe")
    assert not table.offers("knock back")
    assert not table.offers("take the boost")


@pytest.mark.rule("M7")
def test_disarm() -> None:
    axe = {"name": "Axe", "does": "weapon", "amount": 2, "equipment": True}
    table = fight("foe@a Clever 0", sheets={"foe": {"stunts": [axe]}})
    table.choose("attack", target="foe").dice(FACES[0], FACES[0]).absorb().choose("disarm")
    table.turn("foe").choose("attack", target="hero").dice("+ + + +", "- - 0 0")
    shifts = table.last("result")["shifts"]
    assert table.last("hit")["shifts"] == shifts, "the stunt is off"
    table.absorb().choose("take the boost")
    assert table.turn("hero").turn("foe").choose("recover").difficulty == 2
    table.dice("+ + + 0").turn("hero").turn("foe").choose("attack", target="hero").dice(
        "+ + + +", "- - 0 0"
    )
    assert table.settle().last("hit")["shifts"] == table.last("result")["shifts"] + 2
    unarmed = fight().choose("attack", target="foe").dice(FACES[0], FACES[0]).absorb()
    assert not unarmed.offers("disarm")


@pytest.mark.rule("M8")
def test_footwork_is_for_melee() -> None:
    bow = {"hero": {"attacks": {"Forceful": {"range": 1}}}}
    table = fight("foe@b", sheets=bow).choose("attack", target="foe").dice(FACES[0], FACES[0])
    assert not table.absorb().offers("footwork")
    close = fight().choose("attack", target="foe").dice(FACES[0], FACES[0]).absorb()
    assert close.values("footwork", "zone") == ["w", "b"]


@pytest.mark.rule("M8")
@pytest.mark.parametrize(("stands", "offered"), [("a", ["w", "b"]), ("b", []), ("w", [])])
def test_footwork_after_taking_out_is_for_melee(stands: str, offered: list[str]) -> None:
    """The target gone, where it stood still tells. The zone with the number 0 is one of three."""
    bow = {"hero": {"attacks": {"Forceful": {"range": int(stands != "a")}}}}
    table = fight(f"foe@{stands} type=minion boxes=0; other@c", sheets=bow, weight=False)
    table.choose("attack", target="foe").dice(FACES[0], FACES[0]).settle()
    assert table.out("foe")
    assert table.values("footwork", "zone") == offered


@pytest.mark.rule("M9", "N3")
def test_a_swarm_that_outweighs_is_not_knocked_back() -> None:
    area = {"hero": {"attacks": {"Forceful": {"heavy": True, "area": True}}}}
    for size, moved in (("small", True), ("big", False)):
        table = fight(f"bats@a type=swarm size={size} boxes=12", sheets=area)
        table.choose("attack everyone", zone="a").dice("+ + + +", "- - - -").absorb()
        assert table.offers("knock back") is moved


@pytest.mark.rule("M5")
@pytest.mark.parametrize("dice", ["0 0 0 0", "- - - 0"])
def test_a_full_attack_that_exposes_whoever_succeeds(dice: str) -> None:
    """By that switch; and nobody else."""
    table = scene("war-of-ashes", "hero Forceful 1; second Forceful 3 Quick 4", "foe", pool=0,
                  rules={"full_attack_always_exposes": False})  # fmt: skip
    table.turn("second").choose("full attack").dice(dice).settle_duel().settle()
    assert [table.boosts(name)[0] for name in ("hero", "second")] == [0, int(dice[0] == "0")]
