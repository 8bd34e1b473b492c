"""The circumstances in which a stunt holds (N5), each where it holds and where it just does not."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.model.words import CIRCUMSTANCES
from tests.table import Table, scene

LEVEL = "0 0 0 0"
FIRST = {"first": "players"}


def hero_with(when: str, **fields: Any) -> Table:
    """It is the turn of a hero with Forceful 1, who has 2 more on attacks in that circumstance."""
    stunt = {"name": "Trick", "does": "bonus", "skills": ["Forceful"], "actions": ["attack"],
             "when": when}  # fmt: skip
    if when.endswith("tagged"):
        stunt["tag"] = "wet"
    sheet = {"stunts": [stunt], "skills": {"Forceful": 1}}
    sheets = fields.pop("sheets", {})
    sheets["hero"] = {**sheet, **sheets.get("hero", {})}
    players, gm = fields.pop("players", "hero"), fields.pop("gm", "foe")
    ground = fields.pop("ground", "here - there")
    table = scene("war-of-ashes", players, gm, ground, sheets=sheets, turn_order=FIRST, **fields)
    return table.turn("hero")


def adds(table: Table, target: str = "foe") -> int:
    """What an attack of the hero's has beyond its rating."""
    table.choose("attack", target=target).dice(LEVEL)
    roll = table.last("roll")
    assert (roll["who"], roll["rating"]) == ("hero", 1)
    return int(roll["bonus"])


@pytest.mark.rule("N5")
@pytest.mark.parametrize(
    ("when", "players", "gm", "bonus"),
    [
        ("always", "hero", "foe", 2),
        ("outnumbered", "hero", "foe; other", 2),
        ("outnumbered", "hero", "foe", 0),
        ("outnumbered", "hero; friend", "foe", 0),
        ("outnumbering", "hero; friend", "foe", 2),
        ("outnumbering", "hero", "foe", 0),
        ("outnumbering", "hero", "foe; other", 0),
        ("outnumbering", "hero; friend@there", "foe", 0),
        ("outweighed", "hero weight=1", "foe weight=2", 2),
        ("outweighed", "hero weight=2", "foe weight=2", 0),
        ("outweighed", "hero weight=2", "foe weight=1", 0),
        ("outweighing", "hero weight=2", "foe weight=1", 2),
        ("outweighing", "hero weight=2", "foe weight=2", 0),
        ("outweighing", "hero weight=1", "foe weight=2", 0),
        ("alone", "hero", "foe; other", 2),
        ("alone", "hero; friend@there", "foe", 2),
        ("alone", "hero; friend", "foe", 0),
        ("with an ally", "hero; friend", "foe", 2),
        ("with an ally", "hero; friend@there", "foe; other", 0),
        ("wounded", "hero", "foe", 0),
        ("target wounded", "hero", "foe", 0),
        ("after moving", "hero", "foe", 0),
        ("charging", "hero", "foe", 0),
        ("first exchange", "hero", "foe", 2),
        ("target in same zone", "hero", "foe", 2),
        ("target in another zone", "hero", "foe", 0),
    ],
)
def test_who_stands_where(when: str, players: str, gm: str, bonus: int) -> None:
    assert adds(hero_with(when, players=players, gm=gm)) == bonus


@pytest.mark.rule("N5")
def test_the_first_exchange_is_over_in_the_second() -> None:
    table = hero_with("first exchange")
    table.passes().turn("foe").passes().turn("hero")
    assert table.state.exchange == 2
    assert adds(table) == 0


@pytest.mark.rule("N5", "Z2")
def test_after_a_move_of_this_turn() -> None:
    table = hero_with("after moving", gm="foe@there").choose("move", zone="there")
    assert adds(table) == 2


@pytest.mark.rule("N5", "M3")
def test_in_a_charge_and_for_whoever_charges_alone() -> None:
    table = hero_with("charging", gm="foe@there")
    table.choose("charge", target="foe").dice(LEVEL)
    assert table.last("roll")["bonus"] == 2


@pytest.mark.rule("N5", "E2")
@pytest.mark.parametrize(
    ("when", "bonus"), [("target in another zone", 2), ("target in same zone", 0)]
)
def test_at_a_distance(when: str, bonus: int) -> None:
    shooter = {"hero": {"attacks": {"Forceful": {"range": 1}}}}
    assert adds(hero_with(when, gm="foe@there", sheets=shooter)) == bonus


@pytest.mark.rule("N5")
@pytest.mark.parametrize(("tags", "bonus"), [(["wet"], 2), (["dry"], 0), (["dry", "wet"], 2)])
@pytest.mark.parametrize("when", ["in zone tagged", "target tagged"])
def test_tags(when: str, tags: list[str], bonus: int) -> None:
    """Of the zone where the hero stands, or of the target; nobody else's."""
    dry: dict[str, Any] = {"sheets": {"foe": {}}, "zone": {"here": {}, "there": {"tags": ["wet"]}}}
    if when == "in zone tagged":
        dry["zone"]["here"] = {"tags": tags}
    else:
        dry["sheets"]["foe"] = {"tags": tags}
        dry["sheets"]["hero"] = {"tags": ["wet"]}
    assert adds(hero_with(when, **dry)) == bonus


@pytest.mark.rule("N5", "A7")
@pytest.mark.parametrize(("when", "bonus"), [("wounded", 0), ("target wounded", 2)])
def test_a_target_with_a_consequence(when: str, bonus: int) -> None:
    """The hero hits by two; nothing but a consequence absorbs it."""
    table = hero_with(when, sheets={"foe": {"boxes": 0}})
    table.choose("attack", target="foe").dice("+ 0 0 0", LEVEL).settle_duel().absorb()
    assert table.wounds("foe") == ["mild"]
    assert adds(table.turn("foe").passes().turn("hero")) == bonus


@pytest.mark.rule("N5", "A7")
@pytest.mark.parametrize(("when", "bonus"), [("wounded", 2), ("target wounded", 0)])
def test_with_a_consequence(when: str, bonus: int) -> None:
    """Of its own."""
    table = hero_with(when, sheets={"hero": {"boxes": 0}}).passes().turn("foe")
    table.choose("attack", target="hero").dice("+ + 0 0", "- 0 0 0").settle_duel().absorb()
    assert table.wounds("hero") != []
    assert adds(table.turn("hero")) == bonus


@pytest.mark.rule("N5", "K5")
@pytest.mark.parametrize("best", ["Fight", "Athletics"])
@pytest.mark.parametrize("riposte", ["Fight", "Athletics"])
def test_a_riposte_is_for_its_skill(best: str, riposte: str) -> None:
    """The foe defends with the one skill that it has, and wins by six at least."""
    stunt = {"name": "Riposte", "does": "riposte", "skills": [riposte], "amount": 2}
    sheets = {"foe": {"stunts": [stunt]}}
    table = scene("fate-core", "hero", f"foe {best} 2", sheets=sheets, turn_order=FIRST)
    table.turn("hero").choose("attack", target="foe").dice("- - 0 0", "+ + 0 0").settle()
    assert bool(table.all("hit")) is (best == riposte)


@pytest.mark.rule("N5", "H9")
@pytest.mark.parametrize("skill", ["Careful", "Clever", "Quick", "Sneaky"])
def test_a_lethal_stunt_is_for_its_skill(skill: str) -> None:
    stunt = {"name": "Deadly", "does": "lethal", "skills": ["Clever"]}
    table = scene("war-of-ashes", "hero", "foe", sheets={"hero": {"stunts": [stunt]}})
    table.turn("hero").choose("attack", target="foe")
    assert table.offers("use", skill=skill, lethal=True) is (skill == "Clever")


@pytest.mark.rule("N5", "H1")
@pytest.mark.parametrize("skill", ["Fight", "Shoot", "Provoke"])
@pytest.mark.parametrize("weapon", ["Fight", "Shoot", "Provoke"])
def test_a_weapon_is_for_its_skill(skill: str, weapon: str) -> None:
    """A hit by two, and two more where the weapon is used."""
    stunt = {"name": "Weapon", "does": "weapon", "skills": [weapon], "amount": 2}
    sheet = {"stunts": [stunt], "skills": {skill: 1}}
    table = scene("fate-core", "hero", "foe", sheets={"hero": sheet}, turn_order=FIRST)
    table.turn("hero").choose("attack", target="foe").choose("use", skill=skill)
    table.dice("+ 0 0 0", LEVEL).settle_duel()
    assert table.last("hit")["shifts"] == (4 if skill == weapon else 2)


@pytest.mark.rule("N5", "H1")
@pytest.mark.parametrize("harm", ["physical", "mental"])
@pytest.mark.parametrize("skill", ["Fight", "Provoke"])
def test_armour_is_against_its_harm(skill: str, harm: str) -> None:
    """A hit by two, and one less where it bears on it."""
    stunt = {"name": "Armour", "does": "armour", "harm": harm, "amount": 1}
    table = scene("fate-core", f"hero {skill} 1", "foe", sheets={"foe": {"stunts": [stunt]}},
                  turn_order=FIRST)  # fmt: skip
    table.turn("hero").choose("attack", target="foe").choose("use", skill=skill)
    table.dice("+ 0 0 0", LEVEL).settle_duel()
    meets = (skill == "Fight") == (harm == "physical")
    assert table.last("hit")["shifts"] == (1 if meets else 2)


def test_no_circumstance_is_left_out() -> None:
    written = {"in zone tagged", "target tagged"}
    for mark in test_who_stands_where.pytestmark:  # type: ignore[attr-defined]
        if mark.name == "parametrize":
            written |= {row[0] for row in mark.args[1]}
    assert written == set(CIRCUMSTANCES)
