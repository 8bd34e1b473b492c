"""Every kind of stunt (N5)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.engine.codes import FX_RIPOSTE
from autogm.engine.effects import brings
from autogm.engine.game import new_buffer
from autogm.engine.nodes.outcome import write_outcome
from autogm.game.rows import rows
from autogm.model.faults import ScenarioError
from autogm.model.words import STUNT_KINDS
from tests.engine.acting import FACES
from tests.table import Table, scene


def stunted(ruleset: str = "fate-core", foe: str = "foe", **stunt: Any) -> Table:
    """It is the turn of a hero, in the first of three zones, who has this stunt."""
    zones = "a [Rubble] - b - c"
    points = stunt.pop("fate_points", 1)
    skills = "Fight 1 Notice 1" if ruleset == "fate-core" else "Quick 1"
    extra = stunt.pop("sheet", {})
    table = scene(
        ruleset,
        f"hero@a {skills} fate_points={points}",
        foe,
        zones,
        pool=0,
        sheets={"hero": {"stunts": [{"name": "Trick", **stunt}], **extra}},
    )
    return table.turn("hero")


@pytest.mark.rule("N5")
def test_a_bonus_in_its_circumstance() -> None:
    for foes, bonus in (("foe; other", 2), ("foe", 0)):
        table = stunted(
            foe=foes, does="bonus", skills=["Fight"], actions=["attack"], when="outnumbered"
        )
        table.choose("attack", target="foe").dice(FACES[0])
        assert table.last("roll")["bonus"] == bonus


@pytest.mark.rule("N5")
@pytest.mark.parametrize(
    ("limit", "uses"), [("scene", [1, 0, 0]), ("exchange", [1, 0, 1]), ("point", [1, 1, 0])]
)
def test_limits_of_a_bonus(limit: str, uses: list[int]) -> None:
    """Twice in the first exchange, attacking and then defending, and once in the next."""
    table = stunted(does="bonus", amount=1, skills=["Fight"], limit=limit, fate_points=2)
    found = []
    for mover, target in (("hero", "foe"), ("foe", "hero"), ("hero", "foe")):
        table.turn(mover).choose("attack", target=target).dice(*("0 0 0 0", "+ + + 0"))
        if table.state.side() == "gm":
            table.passes()
        found.append(len(table.legal("call on stunt")))
        if found[-1]:
            table.choose("call on stunt")
        table.settle()
        if table.node == codes.N_ABSORB:
            table.absorb()
    assert found == uses
    assert table.points("hero") == (0 if limit == "point" else 2)


@pytest.mark.rule("N5", "E1")
def test_a_swap_of_skills() -> None:
    table = stunted(
        does="swap",
        skills=["Lore"],
        instead_of="Fight",
        actions=["attack"],
        sheet={"skills": {"Lore": 4, "Fight": 1, "Notice": 1}},
    )
    table.choose("attack", target="foe").dice(FACES[0])
    assert table.all("skill")[0]["skill"] == "Lore"
    assert table.totals == [4]


@pytest.mark.rule("N5", "Z3")
def test_ignoring_terrain() -> None:
    assert not stunted(does="bonus", skills=["Fight"]).offers("move", zone="b")
    assert stunted(does="ignore-terrain").offers("move", zone="b")
    assert not stunted(does="ignore-terrain", tag="swamp").offers("move", zone="b")
    assert not stunted(does="ignore-terrain", when="wounded").offers("move", zone="b")


@pytest.mark.rule("N5", "E2")
def test_extra_range() -> None:
    table = stunted(foe="foe@a; far@b", does="range", skills=["Fight"], amount=1)
    assert table.values("attack", "target") == ["foe", "far"]


@pytest.mark.rule("N5", "E4")
def test_an_area_stunt() -> None:
    table = stunted(foe="foe; other", does="area", skills=["Fight"], limit="scene")
    table.choose("attack everyone", zone="a").dice("0 0 0 0", "+ + + 0", "+ + + 0").settle()
    assert len(table.all("result")) == 2
    assert not table.turn("hero").offers("attack everyone")


@pytest.mark.rule("N5")
@pytest.mark.parametrize(("does", "shifts"), [("weapon", 3), ("armour", 1)])
def test_weapons_and_armour(does: str, shifts: int) -> None:
    stunt = {
        "name": "Steel",
        "does": does,
        "amount": 1,
        **({"skills": ["Fight"]} if does == "weapon" else {}),
    }
    bearer = "hero" if does == "weapon" else "foe"
    table = scene(
        "fate-core", "hero Fight 2 Notice 1", "foe", sheets={bearer: {"stunts": [stunt]}}, pool=0
    )
    table.turn("hero").choose("attack", target="foe").dice(FACES[0], FACES[0])
    assert table.last("hit")["shifts"] == shifts


@pytest.mark.rule("N5")
def test_armour_is_against_its_harm() -> None:
    mail = {"name": "Mail", "does": "armour", "amount": 1}
    table = scene(
        "fate-core",
        "hero Provoke 2 Fight 2 Notice 1",
        "foe type=nameless quality=good",
        sheets={"foe": {"stunts": [mail]}},
        pool=0,
    )
    for skill, shifts in (("Provoke", 2), ("Fight", 1)):
        table.turn("hero").choose("attack", target="foe").choose("use", skill=skill)
        table.dice(FACES[0], FACES[0])
        assert table.last("hit")["shifts"] == shifts
        table.absorb()
        if table.state.is_terminal():
            break


@pytest.mark.rule("N5", "W1")
def test_a_stunt_that_changes_weight() -> None:
    assert stunted("war-of-ashes", does="weight", amount=1).weight("a") == (2, 1)


@pytest.mark.rule("N5", "H1")
def test_clearing_and_adding_boxes() -> None:
    table = stunted(does="clear-box", limit="scene").turn("foe")
    table.choose("attack", target="hero").dice("+ 0 0 0", "- 0 0 0").absorb()
    table.turn("hero").choose("stunt", stunt=0)
    assert table.stress("hero") == []
    assert table.state.actor() == "foe" or not table.offers("attack"), "it was the action"
    assert stunted(does="extra-box", amount=1).game.scene[0]["boxes"][0].tolist() == [3, 2]


@pytest.mark.rule("N5", "A4")
def test_a_free_first_invoke() -> None:
    table = stunted(
        does="free-invoke", amount=1, aspect="Lucky Coin", sheet={"aspects": ["Lucky Coin"]}
    )
    assert table.free("Lucky Coin") == (1, 0, 0)


@pytest.mark.rule("N5", "K5")
@pytest.mark.parametrize("limit", ["none", "scene"])
def test_a_riposte(limit: str) -> None:
    table = stunted(does="riposte", amount=1, skills=["Fight"], limit=limit)
    for number in range(2):
        table.turn("foe").choose("attack", target="hero").dice("- - 0 0", "0 0 0 0").settle()
        again = limit == "none" or number == 0
        assert len(table.all("hit")) == (number + 1 if limit == "none" else 1)
        assert (table.boosts("foe")[0] == 0) is again, "instead of the boost"
        if again:
            table.absorb()


@pytest.mark.rule("N5", "H9")
def test_a_stunt_that_makes_attacks_lethal() -> None:
    table = stunted(does="lethal", skills=["Fight"], limit="conflict")
    table.choose("attack", target="foe")
    assert table.values("use", "lethal") == [False, True]


@pytest.mark.rule("N5")
def test_what_is_not_played_is_refused_by_name() -> None:
    with pytest.raises(ScenarioError, match="armour"):
        stunted(does="armour", amount=1, limit="scene")
    with pytest.raises(ValueError, match="does"):
        stunted(does="teleport")
    assert len(STUNT_KINDS) == 13, "each has a test above"


@pytest.mark.rule("N5")
@pytest.mark.parametrize("about", ["Fight", "Shoot"])
@pytest.mark.parametrize("used", ["Fight", "Shoot"])
def test_a_weapon_adds_to_hits_with_its_skill_and_no_other(about: str, used: str) -> None:
    bow = {"name": "Arms", "does": "weapon", "amount": 2, "skills": [about]}
    table = scene("fate-core", "hero Fight 2 Shoot 2 Notice 3", "foe", pool=0,
                  sheets={"hero": {"stunts": [bow]}})  # fmt: skip
    table.turn("hero").choose("attack", target="foe").choose("use", skill=used, lethal=False)
    table.dice("0 0 0 0", "0 0 0 0").settle_duel()
    assert table.last("damage")["shifts"] == (4 if used == about else 2)


@pytest.mark.rule("N5", "E4")
def test_an_outcome_without_ripostes_has_none() -> None:
    """What an attack is worth by itself, for whoever asks without playing it."""
    blade = {"name": "Blade", "does": "riposte", "amount": 2, "skills": ["Fight"]}
    table = scene("fate-core", "hero Fight 1 Notice 3", "foe Fight 4", pool=0,
                  sheets={"foe": {"stunts": [blade]}})  # fmt: skip
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0").to_dice()
    for ripostes in (0, 1):
        buffer = new_buffer()
        record = rows(table.state.record)
        write_outcome(table.game.scene_rows[0], record[0], buffer[0], -3, ripostes)
        assert brings(buffer[0], FX_RIPOSTE) == bool(ripostes)
