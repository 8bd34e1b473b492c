"""What can be played and is probably not meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autogm.model.character import Character
from autogm.rules.doubts import character_doubts
from autogm.rules.encounter import Encounter
from autogm.rules.loading import load

Play = Callable[..., Encounter]
SCENARIOS = Path(__file__).parents[2] / "scenarios"
GOOD = ("a full sheet has", "a starting sheet has")
"""Of sheets that are too short for a rule that is none of these."""


def doubted(encounter: Encounter) -> list[str]:
    """The warnings, without those about the length of sheets."""
    return [one for one in encounter.warnings if not any(words in one for words in GOOD)]


def stunt(**fields: Any) -> dict[str, Any]:
    """Somebody with that stunt."""
    return {"stunts": [{"name": "Knack", "does": "bonus", **fields}]}


@pytest.mark.rule("A13")
def test_tags_that_are_spared_and_that_nobody_has(play: Play) -> None:
    yard = {"yard": {"aspect": {"text": "Yard", "spares": ["goblin", "flying"]}}}
    (warning,) = doubted(play("fate-core", zones=yard, hero={"tags": ["flying"]}))
    where, _, says = warning.partition(": ")
    assert where == "zones.yard.aspect.spares[0]"
    assert says == "it spares those tagged `goblin`, and nobody has that tag (A13)"
    rain = [{"text": "Rain", "spares": ["fish"]}]
    (warning,) = doubted(play("fate-core", aspects=rain))
    assert warning.startswith("aspects[0].spares[0]: it spares those tagged `fish`")
    assert doubted(play("fate-core", zones={"yard": {"aspect": "Slippery Ice"}})) == []


@pytest.mark.rule("N5")
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"when": "after moving", "actions": ["defend"]}, "nobody rolls to defend then"),
        ({"does": "riposte", "when": "after moving"}, "nobody rolls to defend then"),
        ({"when": "after moving", "actions": ["attack"]}, "there is only one zone"),
        ({"when": "charging", "actions": ["create"]}, "`charging` holds for attacks alone"),
        ({"when": "charging", "actions": ["attack"]}, "nobody charges in this conflict"),
        ({"when": "in zone tagged", "tag": "rocks"}, "no zone has the tag `rocks`"),
        ({"when": "target tagged", "tag": "wolf"}, "none of its enemies has the tag `wolf`"),
        ({"does": "ignore-terrain", "tag": "rocks"}, "no zone has the tag `rocks`"),
        ({"does": "ignore-terrain", "tag": "bare"}, "zones tagged `bare` hinders movement"),
        ({"when": "with an ally"}, "alone on its side"),
        ({"when": "outnumbering"}, "alone on its side"),
        ({"when": "outnumbered"}, "there is only one enemy"),
        ({"when": "target in another zone"}, "there is only one zone"),
        ({"when": "wounded"}, "its bearer takes no consequences"),
        ({"when": "target wounded"}, "none of its enemies takes consequences"),
    ],
)
def test_stunts_that_never_work(play: Play, fields: dict[str, Any], reason: str) -> None:
    none = {"mild": 0, "moderate": 0, "severe": 0}
    zones = {"yard": {"aspect": {"text": "Yard", "adverse": False}, "tags": ["bare"]}}
    (warning,) = doubted(
        play(
            "fate-core",
            zones=zones,
            hero={**stunt(**fields), "consequences": none},
            foe={"consequences": none},
        )
    )
    assert warning.startswith(
        "sides.players.fighters.hero.stunts[0]: the stunt `Knack` never works"
    )
    assert reason in warning


@pytest.mark.rule("N5")
@pytest.mark.parametrize(
    "fields",
    [
        {"when": "after moving", "actions": ["attack", "defend"]},
        {"when": "after moving"},
        {"when": "in zone tagged", "tag": "rocks"},
        {"when": "target tagged", "tag": "wolf"},
        {"does": "ignore-terrain", "tag": "rocks"},
        {"does": "ignore-terrain"},
        {"when": "outnumbered"},
        {"when": "target in another zone"},
        {"when": "wounded"},
        {"when": "target wounded"},
        {"when": "alone"},
    ],
)
def test_stunts_that_may_work_are_not_doubted(play: Play, fields: dict[str, Any]) -> None:
    zones = {
        "yard": {"aspect": {"text": "Yard", "adverse": True}, "tags": ["rocks"]},
        "hall": {"aspect": "Hall"},
    }
    foe = {"type": "group", "members": 2, "tags": ["wolf"], "consequences": {"mild": 1}}
    edges = [["yard", "hall"]]
    encounter = play("fate-core", zones=zones, edges=edges, hero=stunt(**fields), foe=foe)
    assert not [one for one in encounter.warnings if "Knack" in one]


@pytest.mark.rule("A8")
@pytest.mark.parametrize(
    ("fields", "doubtful"),
    [
        ({"helps": "both", "actions": ["create", "defend"]}, True),
        ({"helps": "bearer"}, True),
        ({"helps": "both", "actions": ["create"]}, False),
        ({"helps": "against", "actions": ["defend"]}, False),
        ({}, False),
    ],
)
def test_troubles_that_help_their_bearer_defend(
    play: Play, fields: dict[str, Any], doubtful: bool
) -> None:
    hero = {"aspects": [{"text": "Proud", "kind": "trouble", **fields}]}
    found = [one for one in doubted(play("fate-core", hero=hero)) if "helps its bearer" in one]
    assert len(found) == doubtful


@pytest.mark.rule("H9")
@pytest.mark.parametrize(("limit", "doubtful"), [("none", True), ("session", False)])
def test_lethal_attacks_without_end(play: Play, limit: str, doubtful: bool) -> None:
    hero = stunt(does="lethal", skills=["Fight"], limit=limit)
    found = doubted(play("fate-core", hero=hero))
    assert len(found) == doubtful
    assert all("every attack lethal" in one and "`limit: session`" in one for one in found)


def test_a_sheet_is_doubted_by_itself() -> None:
    stunts = [
        {"name": "Never Still", "does": "bonus", "actions": ["defend"], "when": "after moving"},
        {"name": "Axe", "does": "lethal"},
        {"name": "Rocks", "does": "ignore-terrain", "tag": "rocks"},
    ]
    sheet = Character.model_validate({"name": "Anna", "stunts": stunts})
    assert [one.path for one in character_doubts(sheet)] == [("stunts", 1), ("stunts", 0)]


@pytest.mark.parametrize(
    ("scenario", "stunt"),
    [
        ("hold-the-bridge", "Cat on the Cornice"),
        ("autarch-diplomacy", "Wild Country Is My Country"),
    ],
)
def test_stunts_of_shipped_characters_that_do_nothing_are_told(scenario: str, stunt: str) -> None:
    warnings = load(SCENARIOS / f"{scenario}.yaml").warnings
    assert any(f"`{stunt}` never works" in one for one in warnings)


@pytest.mark.rule("Z2", "H7", "X1")
def test_what_is_not_mobile_is_wanted_elsewhere(play: Play) -> None:
    still = {"mobile": False}
    yard = {"yard": {"aspect": "Yard", "exit": True}, "gate": {"aspect": "Gate"}}
    fields: dict[str, Any] = {"zones": yard, "edges": [["yard", "gate"]]}

    def warned(objective: dict[str, Any], **more: Any) -> list[str]:
        goals = {"objectives": {"players": [objective]}}
        return doubted(play("fate-core", **fields, **goals, **more))

    out, hold = {"do": "get out", "who": ["hero"]}, {"do": "hold", "zone": "gate", "exchanges": 2}
    assert warned(out) == warned(hold) == []
    (warning,) = warned(out, hero=still)
    assert warning.endswith("`hero` never gets out: it has `mobile: false` (Z2)")
    (warning,) = warned(hold, hero=still)
    assert warning.startswith("objectives.players[0].zone: nobody gets there")
    item = {"item": {"name": "Chest", "zone": "yard"}}
    assert warned({"do": "get out", "item": True}, **item) == []
    (warning,) = warned({"do": "get out", "item": True}, hero=still, **item)
    assert "nobody gets it out" in warning
    foe = {"aspects": [{"text": "Moth", "kind": "trouble", "helps": "against"}], **still}
    compels = [{"victim": "foe", "aspect": "Moth", "effect": "move toward", "zone": "gate"}]
    (warning,) = doubted(play("fate-core", **fields, compels=compels, foe=foe))
    assert warning.startswith("compels[0].effect: `foe` cannot do that")


@pytest.mark.rule("H6")
def test_who_concedes_when_hurt_and_never_is(play: Play) -> None:
    sheet = {"type": "nameless", "skills": {"Fight": 1}, "concedes": "hurt"}
    (warning,) = doubted(play("fate-core", foe=sheet))
    assert warning.startswith("sides.gm.fighters.foe.concedes: its first hit takes it out")
    assert doubted(play("fate-core", foe={**sheet, "boxes": 1})) == []
    gang = {**sheet, "type": "group", "members": 2}
    assert doubted(play("fate-core", foe=gang)) == []


@pytest.mark.rule("W1")
def test_weight_where_it_does_not_count(play: Play) -> None:
    (warning,) = doubted(play("fate-core", foe={"weight": 4}))
    assert "weight does not count here (W1)" in warning
    assert doubted(play("fate-core", foe={"weight": 1})) == []
    assert doubted(play("fate-core", foe={"weight": 4}, rules={"weight": True})) == []


@pytest.mark.rule("N3")
def test_minions_who_can_do_much_but_fight(play: Play) -> None:
    def said(*knacks: Any) -> list[str]:
        minion = {"type": "minion", "boxes": 1, "skills": {}, "skilled_at": list(knacks)}
        found = doubted(play("war-of-ashes", foe=minion))
        return [one for one in found if "is read as fighting" in one]

    (warning,) = said("riding people down")
    assert "so it attacks at +0" in warning
    assert said("riding people down", "fighting on horseback") == []
    assert said({"text": "riding people down", "actions": ["move"]}) == []
