"""What a fighter's type and ruleset imply (E1, E2, F1, H1, H4, N1-N5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autogm.model.faults import ScenarioError
from autogm.rules.encounter import Encounter, SettledFighter
from autogm.rules.ruleset import RING

Make = Callable[..., SettledFighter]


def slots(fighter: SettledFighter) -> list[tuple[str, int, str | None]]:
    """Severity, shifts and harm of each consequence slot."""
    return [(one.severity, one.absorbs, one.harm) for one in fighter.consequences]


ALL_SLOTS = [("mild", 2, None), ("moderate", 4, None), ("severe", 6, None)]


@pytest.mark.rule("H1")
@pytest.mark.parametrize(
    ("rating", "boxes"), [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4), (5, 4), (6, 4)]
)
def test_skills_lengthen_tracks(foe: Make, rating: int, boxes: int) -> None:
    """H1."""
    assert foe("fate-core", skills={"Physique": rating}).boxes == {"physical": boxes, "mental": 2}
    assert foe("fate-core", skills={"Will": rating}).boxes == {"physical": 2, "mental": boxes}


@pytest.mark.rule("H1")
@pytest.mark.parametrize("skill", ["Physique", "Will"])
def test_superb_gives_a_mild_slot_for_its_harm(foe: Make, skill: str) -> None:
    """H1, H4."""
    harm = {"Physique": "physical", "Will": "mental"}[skill]
    wanted = [("mild", 2, None), ("mild", 2, harm), *ALL_SLOTS[1:]]
    assert slots(foe("fate-core", skills={skill: 5})) == wanted
    assert slots(foe("fate-core", skills={skill: 4})) == ALL_SLOTS


def test_og_the_strong(foe: Make) -> None:
    """H1, N2: a supporting NPC of Superb Physique."""
    skills = {"Fight": 6, "Physique": 5, "Athletics": 4}
    og = foe("fate-core", type="supporting", skills=skills)
    assert og.boxes == {"physical": 4, "mental": 2}
    assert slots(og) == [("mild", 2, None), ("mild", 2, "physical")]
    assert (og.ratings["attack", "Fight"], og.ratings["defend", "Will"]) == (6, 0)


def test_barathar(foe: Make) -> None:
    """H1, N1: a main NPC with Will 4 and Physique 1."""
    barathar = foe("fate-core", type="main", skills={"Will": 4, "Physique": 1})
    assert barathar.boxes == {"physical": 3, "mental": 4}
    assert slots(barathar) == ALL_SLOTS


@pytest.mark.rule("H1")
@pytest.mark.parametrize(
    ("ruleset", "boxes"),
    [
        ("fate-core", {"physical": 2, "mental": 2}),
        ("accelerated", {"physical": 3}),
        ("war-of-ashes", {"physical": 3}),
        ("autarch", {"physical": 2, "mental": 2}),
        ("minifate", {"physical": 3}),
    ],
)
def test_tracks_of_full_sheets(hero: Make, ruleset: str, boxes: dict[str, int]) -> None:
    """H1."""
    fighter = hero(ruleset)
    assert fighter.boxes == boxes
    assert slots(fighter) == ALL_SLOTS
    assert fighter.track("mental") == ("mental" if "mental" in boxes else "physical")


def test_written_tracks_and_slots_stay(foe: Make) -> None:
    sheet = {"tracks": {"physical": 5}, "consequences": {"mild": 2}, "skills": {"Will": 3}}
    fighter = foe("fate-core", **sheet)
    assert fighter.boxes == {"physical": 5, "mental": 4}
    assert slots(fighter) == [("mild", 2, None), ("mild", 2, None)]


@pytest.mark.rule("N2")
@pytest.mark.parametrize(
    ("quality", "peak", "boxes"), [("average", 1, 0), ("fair", 2, 1), ("good", 3, 2)]
)
def test_nameless(foe: Make, quality: str, peak: int, boxes: int) -> None:
    """N2: one track, no consequences; the peak skill tells the quality where it is left out."""
    named = foe("fate-core", type="nameless", quality=quality, skills={"Fight": peak})
    told = foe("fate-core", type="nameless", skills={"Fight": peak})
    for fighter in (named, told):
        assert fighter.boxes == {"physical": boxes}
        assert fighter.track("mental") == "physical"
        assert slots(fighter) == []


@pytest.mark.rule("N2")
@pytest.mark.parametrize(("tough", "count"), [(False, 1), (True, 2)])
def test_supporting(foe: Make, tough: bool, count: int) -> None:
    """N2."""
    fighter = foe("fate-core", type="supporting", tough=tough)
    assert fighter.boxes == {"physical": 2, "mental": 2}
    assert slots(fighter) == ALL_SLOTS[:count]


@pytest.mark.rule("N4")
def test_three_thugs(foe: Make) -> None:
    """N4, EX-SRD-1: Fight 1, a team of three, each falling to the first shift."""
    thugs = foe("fate-core", type="group", members=3, skills={"Fight": 1})
    assert thugs.teamwork_group
    assert thugs.members == 3
    assert thugs.ratings["attack", "Fight"] == 1
    assert thugs.boxes == {"physical": 0}
    assert slots(thugs) == []


@pytest.mark.rule("N4")
def test_six_sailors(foe: Make) -> None:
    """N4, EX-SRD-2: six one-box sailors."""
    knacks = ["fighting with belaying pins"]
    sailors = foe("war-of-ashes", type="group", members=6, boxes=1, skilled_at=knacks)
    assert sailors.boxes == {"physical": 4}
    assert sailors.weight == 6
    assert not sailors.teamwork_group


@pytest.mark.rule("N4")
@pytest.mark.parametrize(("members", "boxes"), [(4, 2), (5, 2), (6, 3)])
def test_groups_of_accelerated(foe: Make, members: int, boxes: int) -> None:
    """N4: one box for two members."""
    thugs = foe("accelerated", type="group", members=members, skilled_at=["ganging up"])
    assert thugs.boxes == {"physical": boxes}


@pytest.mark.rule("N4")
def test_a_group_weighs_eight_at_most(play: Callable[..., Encounter]) -> None:
    """N4."""
    ogres = {"type": "group", "members": 5, "weight": 2, "boxes": 1}
    encounter = play("war-of-ashes", foe=ogres)
    assert encounter.fighters[1].weight == 8
    assert any("split it up" in warning for warning in encounter.warnings)


@pytest.mark.rule("N3")
@pytest.mark.parametrize(
    ("size", "weight", "boxes"), [("small", 1, 0), ("big", 2, 1), ("huge", 4, 2)]
)
def test_swarms(foe: Make, size: str, weight: int, boxes: int) -> None:
    """N3."""
    swarm = foe("war-of-ashes", type="swarm", size=size)
    assert swarm.swarm
    assert (swarm.weight, swarm.boxes) == (weight, {"physical": boxes})
    assert slots(swarm) == []


@pytest.mark.rule("N2")
def test_minions(foe: Make) -> None:
    """N2: +2, -2, otherwise 0."""
    sailor = foe(
        "war-of-ashes", type="minion", boxes=1, skilled_at=["fighting"], bad_at=["planning"]
    )
    assert sailor.ratings["attack", "Forceful"] == 2
    assert sailor.ratings["defend", "Quick"] == 2
    assert sailor.ratings["create", "Clever"] == -2
    assert sailor.ratings["attack", "Sneaky"] == 0
    assert sailor.ratings["move", "Forceful"] == 0
    assert sailor.skilled == {"Forceful", "Quick"}
    assert sailor.bad == {"Careful", "Clever"}
    assert sailor.boxes == {"physical": 1}
    assert slots(sailor) == []
    assert len(sailor.why) == 2


def test_minions_bad_at_everything_else(foe: Make) -> None:
    """N2."""
    shark = foe(
        "accelerated",
        type="minion",
        skilled_at=["Biting"],
        bad_at=["Anything that isn't biting"],
    )
    assert shark.ratings["attack", "Forceful"] == 2
    assert shark.ratings["create", "Clever"] == -2
    assert shark.ratings["attack", "Clever"] == -2


def test_knacks_in_a_circumstance_are_stunts(foe: Make) -> None:
    """N2, N5."""
    thug = foe("accelerated", type="minion", bad_at=["fighting when outnumbered"])
    (stunt,) = thug.stunts
    assert (stunt.does, stunt.amount, stunt.when) == ("bonus", -2, "outnumbered")
    assert set(stunt.actions) == {"attack", "defend"}
    assert thug.ratings["attack", "Forceful"] == 0


@pytest.mark.rule("F1")
@pytest.mark.parametrize(("number", "refresh"), [(0, 3), (3, 3), (4, 2), (5, 1), (6, 1)])
def test_stunts_past_three_cost_refresh(hero: Make, number: int, refresh: int) -> None:
    """F1."""
    stunts = [{"name": f"Stunt {n}", "does": "lethal"} for n in range(number)]
    fighter = hero("fate-core", stunts=stunts)
    assert (fighter.refresh, fighter.fate_points) == (refresh, refresh)


def test_points_are_the_scenarios_and_npcs_have_none(hero: Make, foe: Make) -> None:
    """F1, N1."""
    assert hero("fate-core", fate_points=5).fate_points == 5
    assert hero("fate-core", refresh=2).fate_points == 2
    assert foe("fate-core", fate_points=4).fate_points == 0


def test_a_full_sheet_on_the_gms_side_is_a_main_npc(foe: Make) -> None:
    """N1."""
    fighter = foe("fate-core", type="player")
    assert (fighter.type, fighter.is_player_character) == ("main", False)


@pytest.mark.rule("N5")
def test_stunts_that_change_a_number(hero: Make) -> None:
    """N5."""
    stunts = [
        {"name": "Tough as Nails", "does": "extra-box", "amount": 1},
        {"name": "Giant", "does": "weight", "amount": 1},
        {"name": "Sometimes Giant", "does": "weight", "amount": 3, "when": "charging"},
        {"name": "Long Shot", "does": "range", "amount": 1, "skills": ["Shoot"]},
        {"name": "Famous", "does": "free-invoke", "amount": 2, "aspect": "Hero of the Wall"},
    ]
    fighter = hero(
        "fate-core", stunts=stunts, skills={"Shoot": 1}, aspects=["Knight", "Hero of the Wall"]
    )
    assert fighter.boxes == {"physical": 3, "mental": 2}
    assert fighter.weight == 2
    assert {one.skill: one.range for one in fighter.attacks}["Shoot"] == 3
    assert [aspect.free.players for aspect in fighter.aspects] == [0, 2]
    assert [aspect.kind for aspect in fighter.aspects] == ["high concept", "character"]


def test_a_situation_that_someone_brings_along_is_their_own(hero: Make) -> None:
    """A1, A8."""
    (aspect,) = hero("fate-core", aspects=[{"text": "Hidden", "kind": "situation"}]).aspects
    assert (aspect.kind, aspect.helps_bearer, aspect.helps_against) == ("situation", True, False)


def test_an_extra_box_of_a_harm_without_a_track_of_its_own(hero: Make) -> None:
    stunts = [{"name": "Calm", "does": "extra-box", "amount": 1, "harm": "mental"}]
    assert hero("accelerated", stunts=stunts).boxes == {"physical": 4}


@pytest.mark.rule("E1", "E2")
def test_attacks_of_skills(foe: Make) -> None:
    """E1, E2."""
    trained = foe("fate-core", skills={"Shoot": 1, "Provoke": 1, "Fight": 1})
    rows = {one.skill: (one.range, one.harm, one.against) for one in trained.attacks}
    assert rows == {
        "Fight": (0, "physical", ("Fight", "Athletics")),
        "Provoke": (1, "mental", ("Will",)),
        "Shoot": (2, "physical", ("Athletics",)),
    }


def reach(fighter: SettledFighter) -> dict[str, int]:
    """How far a fighter attacks, by skill."""
    return {one.skill: one.range for one in fighter.attacks}


@pytest.mark.rule("E5")
def test_who_neither_shoots_nor_has_a_weapon_shoots_in_its_own_zone_alone(foe: Make) -> None:
    """E5: anyone can strike and provoke."""
    assert reach(foe("fate-core", skills={"Physique": 1})) == {"Fight": 0, "Provoke": 1, "Shoot": 0}
    assert reach(foe("minifate", skills={"Fight": 1}))["Shoot"] == 0
    assert reach(foe("autarch", skills={"Fighting": 1}))["Marksmanship"] == 0


@pytest.mark.rule("E5")
@pytest.mark.parametrize(
    "sheet",
    [
        {"skills": {"Shoot": 1}},
        {"attacks": {"Shoot": {"heavy": True}}},
        {"stunts": [{"name": "Crossbow", "does": "weapon", "amount": 1, "skills": ["Shoot"]}]},
        {"stunts": [{"name": "Throws Knives", "does": "swap", "skills": ["Athletics"],
                     "instead_of": "Shoot", "actions": ["attack"]}]},
    ],
)  # fmt: skip
def test_the_skill_or_a_weapon_shoots_as_far_as_the_skill_does(foe: Make, sheet: Any) -> None:
    """E5."""
    assert reach(foe("fate-core", **sheet))["Shoot"] == 2


@pytest.mark.rule("E5")
def test_a_weapon_for_another_skill_does_not_shoot(foe: Make) -> None:
    """E5."""
    axe = [{"name": "Axe", "does": "weapon", "amount": 1, "skills": ["Fight"]}]
    assert reach(foe("fate-core", stunts=axe, attacks={"Fight": {"heavy": True}}))["Shoot"] == 0


@pytest.mark.rule("E5")
def test_approaches_and_minions_need_nothing_to_shoot(foe: Make) -> None:
    """E5: a table of approaches that reach farther is a scenario's own."""
    far = {"Quick": {"range": 2, "against": ["Quick"]}}
    assert reach(foe("accelerated", rules={"attacks": far}))["Quick"] == 2
    assert reach(foe("fate-core", type="minion"))["Shoot"] == 2
    group = {"type": "group", "members": 2}
    assert reach(foe("fate-core", **group))["Shoot"] == 2
    assert reach(foe("fate-core", **group, skills={"Fight": 1}))["Shoot"] == 0


def test_attacks_of_approaches(foe: Make) -> None:
    """E1, E2."""
    attacks = foe("war-of-ashes").attacks
    assert tuple(one.skill for one in attacks) == RING
    assert {(one.range, one.harm, one.against) for one in attacks} == {(0, "physical", RING)}


def test_weapons(foe: Make) -> None:
    """E2, E4, H9, M6."""
    weapon = {"range": 1, "heavy": True, "area": True, "lethal": True}
    fight, _, _ = foe("fate-core", attacks={"Fight": weapon}).attacks
    assert (fight.range, fight.heavy, fight.area, fight.lethal) == (1, True, True, True)
    assert fight.against == ("Fight", "Athletics")


def test_a_weapon_of_a_skill_that_does_not_attack(foe: Make) -> None:
    trap = {"harm": "physical", "against": ["Notice"]}
    attacks = {one.skill: one for one in foe("fate-core", attacks={"Crafts": trap}).attacks}
    assert attacks["Crafts"].against == ("Notice",)
    with pytest.raises(ScenarioError, match="nothing defends against `Fight`"):
        foe("fate-core", attacks={"Fight": {"against": []}})
    with pytest.raises(ScenarioError, match="has no attack with `Crafts`"):
        foe("fate-core", attacks={"Crafts": {"range": 1}})


@pytest.mark.parametrize("kind", ["social", "mental"])
def test_debates_hurt_minds(play: Callable[..., Encounter], kind: str) -> None:
    """E1, H1."""
    sheet = {"skills": {"Provoke": 2, "Fight": 3}}
    core = play("fate-core", kind=kind, foe=sheet).fighters[1]
    assert [(one.skill, one.harm) for one in core.attacks] == [("Provoke", "mental")]
    helpless = play("fate-core", kind=kind).fighters[1]
    assert [one.skill for one in helpless.attacks] == ["Provoke"]
    assert len(play("accelerated", kind=kind).fighters[1].attacks) == 6
    (persuasion,) = play("minifate", kind=kind).fighters[1].attacks
    assert (persuasion.skill, persuasion.harm) == ("Persuasion", "physical")
