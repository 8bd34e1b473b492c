"""One roll against everybody in a zone: each defends, with a duel of its own (E4)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.model.faults import ScenarioError
from tests.seen.test_seen import position
from tests.table import Table, scene


@pytest.mark.rule("E4")
def test_an_area_attack() -> None:
    grenade = {"Shoot": {"area": True, "range": 1}}
    table = scene(
        "fate-core",
        "hero@a Shoot 3 Notice 1",
        "one@b; two@b; three@a",
        "a - b",
        sheets={"hero": {"attacks": grenade}},
        pool=0,
    )
    table.turn("hero").choose("attack everyone", zone="b")
    table.dice("0 0 0 0", "- 0 0 0").choose("absorb", box=0, consequences=(1,))
    table.choose("take the boost").dice("+ + 0 0")
    assert [(one["who"], one["total"]) for one in table.all("roll")] == [
        ("hero", 3),
        ("one", -1),
        ("two", 2),
    ]
    assert [(one["who"], one["shifts"]) for one in table.all("hit")] == [("one", 4), ("two", 1)]
    with pytest.raises(ScenarioError, match="E4"):
        scene(
            "fate-core",
            "hero",
            "foe",
            sheets={"hero": {"attacks": grenade}},
            rules={"area_attacks": False},
        )


def burst(ruleset: str, foes: str, **fields: Any) -> Table:
    """A hero's dice and the first foe's have fallen, in an attack on the zone next door."""
    skills = "Shoot 1 Notice 1" if ruleset == "fate-core" else "Shoot 1 Agility 1"
    sheets = {
        "hero": {"attacks": {"Shoot": {"area": True, "range": 1}}, "aspects": ["Dead Shot"]},
        **fields.pop("sheets", {}),
    }
    table = scene(ruleset, f"hero@a {skills} fate_points=3", foes, "a - b", sheets=sheets, **fields)
    table.turn("hero").choose("attack everyone", zone="b")
    return table.dice("0 0 0 0", "0 0 0 0")


@pytest.mark.rule("E4", "A3")
@pytest.mark.parametrize("ruleset", ["fate-core", "minifate"])
def test_an_aspect_counts_once_for_the_one_roll_of_an_area_attack(ruleset: str) -> None:
    """Total 1 against each foe's 0; one aspect makes it 3, for whoever defends from then on."""
    table = burst(ruleset, "one@b; two@b; three@b", pool=0)
    table.settle_duel().absorb().dice("0 0 0 0").choose("invoke", payer="hero", mode="+2")
    assert not table.offers("invoke")
    styled(table.settle_duel().absorb()).dice("0 0 0 0")
    assert not table.offers("invoke")
    table.settle_duel()
    assert [one["shifts"] for one in table.all("hit")] == [1, 3, 3], "what is settled stands"


def styled(table: Table) -> Table:
    """Take the boost, where style brings one."""
    return table.choose("take the boost") if table.offers("take the boost") else table


@pytest.mark.rule("E4", "A3", "F4")
@pytest.mark.parametrize("ruleset", ["fate-core", "minifate"])
def test_an_aspect_of_a_target_is_its_own(ruleset: str) -> None:
    """Two aspects can be paid for against the one who is slow, which counts against nobody else.
    Where nothing is owed the attacker's own is paid for first, since it counts against both."""
    slow = {"text": "Slow", "helps": "against"}
    table = burst(ruleset, "one@b; two@b", pool=0, sheets={"one": {"aspects": [slow]}})
    own = {} if ruleset == "minifate" else {"owed": True}
    table.choose("invoke", payer="hero", mode="+2", **own)
    first = "Dead Shot" if ruleset == "minifate" else "Slow"
    assert table.last("invoke")["aspect"] == first
    styled(table.settle_duel().absorb()).dice("0 0 0 0")
    assert table.last("roll")["meets"] == (3 if ruleset == "minifate" else 1)
    assert table.offers("invoke") is (ruleset != "minifate")


ICE = {"text": "Icy Ground", "actions": ["attack"], "helps": "against", "spares": ["flyer"]}
"""Speaks to attacks on whoever stands on it and does not fly."""


def flock(payment: str, **fields: Any) -> Table:
    """A burst at one, a bird and three, on ice that matters to all but the bird."""
    points, free = (2, 0) if payment == "invoke" else (0, 1)
    ice = {**ICE, "free": {"players": free, "open": 0}}
    sheets = {"bird": {"tags": ["flyer"]},
              "hero": {"attacks": {"Shoot": {"area": True, "range": 1}}}}  # fmt: skip
    table = scene(
        "fate-core", f"hero@a Shoot 1 Notice 1 fate_points={points}", "one@b; bird@b; three@b",
        "a - b", sheets=sheets, zone={"b": {"aspect": ice}}, pool=0, **fields,
    )  # fmt: skip
    return table.turn("hero").choose("attack everyone", zone="b").dice("0 0 0 0")


@pytest.mark.rule("E4", "A8", "A13")
@pytest.mark.parametrize("payment", ["invoke", "invoke free"])
def test_an_aspect_counts_against_each_target_that_it_speaks_to_and_no_other(payment: str) -> None:
    """+2 against one counts against three too, and not against the bird, whom ice leaves alone."""
    table = flock(payment).dice("0 0 0 0").choose(payment, mode="+2")
    assert not table.settle_duel().absorb().offers(payment)
    table.settle_duel()
    table = table.choose("take the boost") if table.offers("take the boost") else table
    table.dice("0 0 0 0").settle_duel().absorb().dice("0 0 0 0")
    assert [one.get("meets") for one in table.all("roll")] == [None, 1, 1, 3]
    assert not table.offers(payment), "it was paid for once, for the one roll (A3)"
    table.settle_duel()
    assert [one["shifts"] for one in table.all("hit")] == [3, 1, 3]


@pytest.mark.rule("E4", "A8")
def test_an_aspect_first_invoked_later_counts_from_then_on() -> None:
    """The bird's turn leaves the ice to be invoked against three, and what is settled stands."""
    table = flock("invoke").dice("0 0 0 0").settle_duel().absorb().dice("0 0 0 0")
    assert not table.offers("invoke"), "ice says nothing of the bird"
    table.settle_duel().absorb().dice("0 0 0 0").choose("invoke", mode="+2").settle_duel()
    assert [one["shifts"] for one in table.all("hit")] == [1, 1, 3]


@pytest.mark.rule("E4", "N5")
def test_a_stunt_counts_against_those_against_whom_it_holds() -> None:
    swat = {"name": "Swatter", "does": "bonus", "amount": 3, "skills": ["Shoot"],
            "actions": ["attack"], "when": "target tagged", "tag": "flyer",
            "limit": "scene"}  # fmt: skip
    table = scene(
        "fate-core", "hero@a Shoot 1 Notice 1 fate_points=0", "gnat@b; one@b; bird@b", "a - b",
        sheets={"hero": {"attacks": {"Shoot": {"area": True, "range": 1}}, "stunts": [swat]},
                "gnat": {"tags": ["flyer"]}, "bird": {"tags": ["flyer"]}}, pool=0,
    )  # fmt: skip
    table.turn("hero").choose("attack everyone", zone="b").dice("0 0 0 0", "0 0 0 0")
    table.choose("call on stunt").absorb().choose("take the boost").dice("0 0 0 0")
    table.settle_duel().absorb().dice("0 0 0 0")
    assert [one["meets"] for one in table.all("roll")[1:]] == [1, 1, 4]


@pytest.mark.rule("E4", "A3")
@pytest.mark.parametrize("payment", ["invoke", "invoke free"])
def test_a_reroll_of_an_area_attack_needs_an_aspect_that_speaks_to_all(payment: str) -> None:
    """And comes before the first defence: the one roll is for all."""
    assert not flock(payment).offers(payment), "ice says nothing of the bird"
    smoke = {"text": "Smoke", "actions": ["attack"],
             "free": {"players": int(payment == "invoke free"), "open": 0}}  # fmt: skip
    table = flock("invoke" if payment == "invoke" else "", aspects=[smoke])
    assert {one.split(" (")[0] for one in table.choices()} == {"pass", payment}
    assert table.values(payment, "mode") == ["reroll"]
    table.choose(payment, mode="reroll").dice("+ + 0 0", "0 0 0 0")
    assert table.last("invoke")["aspect"] == "Smoke"
    assert table.all("roll")[-1]["meets"] == 3
    assert "reroll" not in table.values(payment, "mode"), "nor later"
    named = "Smoke" in str(table.choices())
    assert not named, "it was used for the roll already (A3)"


@pytest.mark.rule("E4", "A3")
def test_what_a_reroll_was_paid_with_is_spent_for_the_roll() -> None:
    """One aspect of the attacker's speaks to all, one of the only target's does too."""
    slow = {"text": "Slow", "helps": "against", "actions": ["attack"]}
    sheets = {"hero": {"attacks": {"Shoot": {"area": True}}, "aspects": ["Dead Shot"]},
              "foe": {"aspects": [slow]}}  # fmt: skip
    table = scene("fate-core", "hero Shoot 1 Notice 1 fate_points=4", "foe", sheets=sheets, pool=0)
    table.turn("hero").choose("attack everyone", zone="here").dice("0 0 0 0")
    table.choose("invoke", owed=True).dice("0 0 0 0").choose("invoke", owed=False)
    table.dice("+ 0 0 0")
    assert not table.offers("invoke")
    table.dice("0 0 0 0")
    assert not table.offers("invoke")
    assert [one["aspect"] for one in table.all("invoke")] == ["Slow", "Dead Shot"]


@pytest.mark.rule("E4", "A5", "K5")
def test_a_boost_that_the_attack_brings_is_not_used_in_it() -> None:
    """One defends with style and has a boost against the hero, which helps nobody until the attack
    is over; an older one does."""
    table = burst("fate-core", "one@b Athletics 4; two@b; three@b", pool=0)
    table.settle_duel()
    assert table.boosts("hero") == (1, 0)
    table.dice("0 0 0 0")
    assert not table.passes().offers("invoke free")
    table.settle_duel().absorb().dice("0 0 0 0").settle_duel().absorb()
    table.turn("one").turn("hero").choose("attack everyone", zone="b")
    table.dice("0 0 0 0", "0 0 0 0").settle_duel()
    assert table.boosts("hero") == (2, 0)
    table.dice("0 0 0 0").choose("invoke free", aspect="a boost against Hero", mode="+2")
    assert table.boosts("hero") == (1, 0)
    assert not table.settle_duel().dice("0 0 0 0").passes().offers("invoke free")


@pytest.mark.rule("E4", "A7", "N5")
def test_a_riposte_does_not_stop_the_rest() -> None:
    """Who strikes back takes the attacker out when all have defended; nothing of that is used."""
    blade = {"name": "Blade", "does": "riposte", "amount": 2, "skills": ["Athletics"]}
    attack = {
        "attacks": {"Fight": {"area": True}},
        "tracks": {"physical": 1},
        "consequences": {"mild": 0, "moderate": 0, "severe": 0},
    }
    table = scene(
        "fate-core", "hero Fight 1 Notice 1 fate_points=0; friend", "one Athletics 4; two",
        sheets={"hero": attack, "one": {"stunts": [blade]}}, pool=0,
    )  # fmt: skip
    table.turn("hero").choose("attack everyone", zone="here").dice("0 0 0 0", "0 0 0 0")
    table.settle_duel()
    assert table.here("hero")
    table.dice("0 0 0 0").settle_duel().absorb()
    assert [one["who"] for one in table.all("hit")] == ["two", "hero"]
    assert table.last("damage")["who"] == "one"
    assert table.all("taken out")[-1]["who"] == "hero"


@pytest.mark.rule("E4", "K1", "K2")
def test_an_area_attack_brings_its_maker_one_boost() -> None:
    """Taken from the first, it is all there is; it may be waited with, for the last of them."""
    table = burst("fate-core", "one@b Athletics 1; two@b Athletics 1; three@b Athletics 1", pool=0)
    table.settle_duel().choose("take the boost").dice("0 0 0 0").settle_duel()
    table.dice("0 0 0 0").settle_duel()
    assert [table.boosts(name)[0] for name in ("one", "two", "three")] == [1, 0, 0]
    table = burst("fate-core", "one@b Athletics 1; two@b Athletics 1; three@b Athletics 1", pool=0)
    for _ in range(2):
        table.settle_duel().passes().dice("0 0 0 0")
    table.settle_duel()
    assert [table.boosts(name)[0] for name in ("one", "two", "three")] == [0, 0, 1]


@pytest.mark.rule("E4", "K2")
@pytest.mark.parametrize(("second", "boxes"), [("0 0 0 0", [1]), ("- - 0 0", [])])
def test_an_area_attack_costs_its_maker_stress_once_and_if_all_were_missed(
    second: str, boxes: list[int]
) -> None:
    table = scene(
        "war-of-ashes", "hero Forceful 0 Quick 1 fate_points=0", "one boxes=3; two boxes=3; three",
        sheets={"hero": {"attacks": {"Forceful": {"area": True}}}}, pool=0,
        turn_order={"skill": "Quick"}, rules={"weight": False},
    )  # fmt: skip
    table.turn("hero").choose("attack everyone", zone="here")
    table.dice("- 0 0 0", "0 0 0 0").settle_duel()
    assert table.stress("hero") == []
    table.dice(second).settle_duel()
    if table.offers("absorb"):
        table.absorb()
    table.dice("0 0 0 0").settle_duel()
    assert table.stress("hero") == boxes


@pytest.mark.rule("E4", "M8")
def test_footwork_comes_when_all_have_defended() -> None:
    table = scene(
        "war-of-ashes", "hero@a Forceful 4 Quick 1 fate_points=0", "one@a; two@a", "a - b", pool=0,
        sheets={"hero": {"attacks": {"Forceful": {"area": True}}}}, rules={"weight": False},
    )  # fmt: skip
    table.turn("hero").choose("attack everyone", zone="a")
    table.dice("0 0 0 0", "0 0 0 0").choose("absorb", box=0, consequences=(1,))
    table.choose("footwork", zone="b").to_dice()
    assert table.zone("hero") == "a"
    table.dice("0 0 0 0").choose("absorb", box=0, consequences=(1,)).settle()
    assert not table.offers("take the boost"), "one maneuver or boost in all"
    assert table.zone("hero") == "b"


@pytest.mark.rule("E4", "A8")
def test_an_aspect_of_one_target_does_not_count_against_the_next() -> None:
    """Aldous' powder horn against Maude and her thieves: what he knows of her counts against her
    alone, and what speaks to both is paid for first."""
    state = position("one-target-after-another")
    choices = [state.game.describe(state, one) for one in state.legal_actions()]
    assert {one.mode for one in choices if one.verb == "invoke"} == {"reroll"}
    named: list[str] = []
    for entry in (
        {"verb": "pass"}, {"dice": [0, 1, 1, 1]},
        {"verb": "invoke", "payer": "aldous", "mode": "+2", "owed": False},
    ):  # fmt: skip
        action = state.game.action_of(state, entry)
        told = state.game.events(state, action)
        named += [one.facts["aspect"] for one in told if one.kind == "invoke"]
        state.apply_action(action)
    assert named == ["Measures Twice"]


@pytest.mark.rule("E4", "A3")
def test_each_defence_against_an_area_attack_is_a_roll_of_its_own() -> None:
    smoke = {"text": "Smoke", "actions": ["defend"], "helps": "bearer"}
    table = burst("fate-core", "one@b; two@b", pool=2, aspects=[smoke])
    table.passes().choose("invoke", payer="gm", mode="+2").settle_duel().dice("0 0 0 0")
    table.passes().choose("invoke", payer="gm", mode="+2")
    assert [one["aspect"] for one in table.all("invoke")] == ["Smoke", "Smoke"]


@pytest.mark.rule("E4", "A3")
def test_what_counts_against_one_target_is_paid_for_after_what_counts_against_all() -> None:
    """In a closed loop nothing is owed: the attacker's own aspect first, then that of the slow one,
    and there is no third."""
    slow = {"text": "Slow", "helps": "against"}
    table = burst("minifate", "one@b; two@b", pool=0, sheets={"one": {"aspects": [slow]}})
    table.choose("invoke", payer="hero", mode="+2")
    assert table.last("invoke")["aspect"] == "Dead Shot"
    table.choose("invoke", payer="hero", mode="+2")
    assert table.last("invoke")["aspect"] == "Slow"
    assert not table.state.record[0]["paid_left"][0].any()
    assert not table.offers("invoke", payer="hero")


@pytest.mark.rule("E4")
def test_nothing_of_an_area_attack_stays_when_it_is_over() -> None:
    table = burst("fate-core", "one@b; two@b", pool=0)
    table.choose("invoke", payer="hero", mode="+2").settle_duel().absorb()
    styled(table).dice("0 0 0 0").settle_duel().absorb()
    styled(table).settle()
    assert table.node in (codes.N_TURN, codes.N_ORDER)
    record = table.state.record[0]
    names = [one for one in record.dtype.names or () if one.startswith("roll_")]
    assert [one for one in names if record[one].any()] == []


@pytest.mark.rule("E4", "A3")
def test_what_points_pay_for_against_the_last_target_is_each_aspect_once() -> None:
    """As long as others follow an aspect is known to be spent; against the last one, too, each is
    another one: two of the hero's own and one of the scene."""
    free = {"text": "Loud Music", "actions": ["attack"], "helps": "both"}
    both = ["Dead Shot", "Ice in the Veins"]
    for foes in ("one@b", "one@b; two@b"):
        table = burst("fate-core", foes, pool=0, aspects=[free], sheets={
            "hero": {"attacks": {"Shoot": {"area": True, "range": 1}}, "aspects": both}
        })  # fmt: skip
        if "two" in foes:
            table.choose("invoke", payer="hero", mode="+2")
            styled(table.settle_duel().absorb()).dice("0 0 0 0")
        while table.offers("invoke"):
            table.choose("invoke", payer="hero", mode="+2")
        paid = [one["aspect"] for one in table.all("invoke")]
        assert sorted(paid) == sorted(["Loud Music", *both])
