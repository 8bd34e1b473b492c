"""Attacks and defences, and how far they reach (K1-K6, E1, E2, E5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.acting import FACES, acting
from tests.table import Table, scene


@pytest.mark.rule("K1", "K3", "K4", "K6")
@pytest.mark.parametrize(
    ("ruleset", "shifts", "hit", "boost"),
    [
        ("fate-core", -1, 0, 0),
        ("fate-core", 0, 0, 1),
        ("fate-core", 2, 2, 0),
        ("fate-core", 3, 3, 1),
        ("accelerated", 0, 0, 1),
        ("accelerated", 4, 4, 1),
        ("autarch", 0, 0, 1),
        ("autarch", 1, 1, 0),
        ("autarch", 3, 3, 1),
        ("minifate", 0, 0, 0),
        ("minifate", 1, 1, 0),
        ("minifate", 3, 3, 0),
    ],
)
def test_attacking(ruleset: str, shifts: int, hit: int, boost: int) -> None:
    table = acting(ruleset).choose("attack", target="foe").dice(FACES[shifts], FACES[0]).settle()
    assert [one["shifts"] for one in table.all("hit")] == ([hit] if hit else [])
    if hit:
        table.absorb().settle()
    assert table.boosts("foe") == (boost, 0)


@pytest.mark.rule("K6")
def test_a_tied_attack_may_be_nothing() -> None:
    table = acting("fate-core", rules={"attack_tie": "nothing"}).choose("attack", target="foe")
    assert table.dice(FACES[0], FACES[0]).settle().boosts("foe") == (0, 0)


@pytest.mark.rule("K1")
@pytest.mark.parametrize(("taken", "hit"), [(True, 2), (False, 3)])
def test_a_boost_that_costs_a_shift(taken: bool, hit: int) -> None:
    table = acting("fate-core", rules={"style_boost_costs_shift": True})
    table.choose("attack", target="foe").dice(FACES[3], FACES[0])
    table.choose("take the boost" if taken else "pass")
    assert table.last("hit")["shifts"] == hit
    assert table.boosts("foe") == (int(taken), 0)


@pytest.mark.rule("K2", "H1")
def test_a_failed_attack_costs_a_box() -> None:
    """The attacker marks its lowest open box; none open: nothing."""
    table = acting("war-of-ashes")
    for boxes in ([1], [1, 2], [1, 2, 3], [1, 2, 3]):
        table.turn("hero").choose("attack", target="foe").dice(FACES[-1], FACES[0]).settle()
        assert table.stress("hero") == boxes
    assert table.here("hero")
    assert table.wounds("hero") == []


@pytest.mark.rule("K2", "M6", "M7", "M8")
def test_style_brings_a_boost_or_a_maneuver() -> None:
    mace = {"Forceful": {"heavy": True}}
    shield = {
        "name": "Shield",
        "does": "bonus",
        "actions": ["defend"],
        "equipment": True,
        "amount": 1,
    }
    table = scene(
        "war-of-ashes",
        "hero@a Forceful 4 Quick 1",
        "foe@a",
        "a - b",
        sheets={"hero": {"attacks": mace}, "foe": {"stunts": [shield]}},
        pool=0,
    )
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Forceful")
    table.dice(FACES[0], FACES[0]).choose("absorb", box=3, consequences=())
    assert {one.split(" (")[0] for one in table.choices()} == {
        "take the boost",
        "knock back",
        "disarm",
        "footwork",
    }


@pytest.mark.rule("K5")
@pytest.mark.parametrize(
    ("ruleset", "against", "boost"),
    [
        ("fate-core", "attack", 1),
        ("accelerated", "attack", 1),
        ("war-of-ashes", "attack", 1),
        ("autarch", "attack", 1),
        ("minifate", "attack", 0),
        ("fate-core", "create", 1),
        ("accelerated", "create", 1),
        ("autarch", "create", 0),
        ("minifate", "create", 0),
        ("accelerated", "push", 1),
        ("war-of-ashes", "push", 1),
        ("fate-core", "push", 0),
    ],
)
def test_defending_with_style(ruleset: str, against: str, boost: int) -> None:
    table = acting(ruleset, ground="here - there", rules={"maneuvers": ["push"]})
    if against == "create":
        table.choose("create", aspect="Off Balance", on="foe")
    else:
        table.choose(against, target="foe")
    table.dice(FACES[-3], FACES[0])
    assert table.last("result")["shifts"] == -3
    assert table.boosts("hero") == (boost, 0)
    other = acting(ruleset).choose("attack", target="foe").dice(FACES[-1], FACES[0])
    assert other.settle().boosts("hero") == (0, 0)


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("attack", "answers"),
    [("Fight", {"Fight", "Athletics"}), ("Shoot", {"Athletics"}), ("Provoke", {"Will"})],
)
def test_pairs_of_attack_and_defence(attack: str, answers: set[str]) -> None:
    """Aspects tell the skills apart, so that all of them are choices."""
    skills = ("Fight", "Athletics", "Will", "Shoot", "Provoke", "Physique")
    told = [{"text": f"Of {skill}", "skills": [skill], "helps": "bearer"} for skill in skills]
    table = scene(
        "fate-core",
        f"hero {attack} 1 Notice 1",
        "foe Fight 1 Athletics 1 Will 1 Physique 2",
        sheets={"hero": {"aspects": told}, "foe": {"aspects": told}},
    )
    table.turn("hero").choose("attack", target="foe")
    if attack != "Fight":
        table.choose("use", skill=attack)
    assert table.answers() == answers


@pytest.mark.rule("E1")
def test_approaches_defend_with_any() -> None:
    told = [
        {"text": f"Of {skill}", "skills": [skill]}
        for skill in ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
    ]
    table = scene("accelerated", "hero Quick 1", "foe", sheets={"foe": {"aspects": told}})
    table.turn("hero").choose("attack", target="foe")
    assert len(table.answers()) == 6


@pytest.mark.rule("E2", "Z6")
@pytest.mark.parametrize(
    ("skill", "reached"),
    [("Fight", ["a"]), ("Shoot", ["a", "b", "c"]), ("Provoke", ["a", "b"])],
)
def test_reach(skill: str, reached: list[str]) -> None:
    """Each with the skill that reaches so far; anyone can provoke as far as the next zone (E5)."""
    foes = "; ".join(f"in_{zone}@{zone}" for zone in "abcd")
    table = scene("fate-core", f"hero@a {skill} 1 Notice 1", foes, "a - b - c - d")
    table.turn("hero")
    names = [f"in_{zone}" for zone in reached]
    assert table.values("attack", "target") == sorted({*names, "in_a", "in_b"})
    for name in names:
        far = scene("fate-core", f"hero@a {skill} 1 Notice 1", foes, "a - b - c - d").turn("hero")
        assert skill in skills_of(far.choose("attack", target=name))
    wall = [{"between": ["a", "b"], "barrier": True}]
    table = scene("fate-core", f"hero@a {skill} 1 Notice 1", foes, "a - d; b - c - d", edges=wall)
    assert "in_b" not in table.turn("hero").values("attack", "target"), "three zones round the wall"


def skills_of(table: Table) -> list[str]:
    """The skills that what was just declared can be rolled with."""
    return table.values("use", "skill") or [one["skill"] for one in table.all("skill")[-1:]]


@pytest.mark.rule("E5")
def test_shooting_beyond_the_own_zone_takes_the_skill_or_a_weapon() -> None:
    def skills(target: str, **sheet: Any) -> list[str]:
        table = scene(
            "fate-core", "hero@a Fight 2 Notice 1", "near@a; far@b; farther@c", "a - b - c",
            sheets={"hero": sheet},
        ).turn("hero")  # fmt: skip
        if not table.offers("attack", target=target):
            return []
        return skills_of(table.choose("attack", target=target))

    assert skills("near") == ["Fight", "Provoke", "Shoot"]
    assert skills("far") == ["Provoke"]
    assert skills("farther") == []
    assert skills("farther", attacks={"Shoot": {}}) == ["Shoot"]


@pytest.mark.rule("E5")
@pytest.mark.parametrize("skill", ["Shoot", "Provoke"])
def test_so_do_advantages_by_shooting_and_not_by_provoking(skill: str) -> None:
    for sheet, made in (("", skill == "Provoke"), (f"{skill} 1", True)):
        table = scene(
            "fate-core", f"hero@a {sheet} Notice 1", "foe@b", "a - b",
            templates=[{"text": "Pinned", "on": "enemy", "skills": [skill]}],
        )  # fmt: skip
        assert table.turn("hero").offers("create", aspect="Pinned") is made


@pytest.mark.rule("E5", "A15")
def test_an_aspect_invoked_for_a_shot_takes_no_skill() -> None:
    rubble = {"aspect": "Loose Rubble", "does": "zone attack", "skill": "Shoot", "range": 1}
    table = scene(
        "fate-core", "hero@a Notice 1", "foe@b", "a - b", aspects=["Loose Rubble"], effects=[rubble]
    )
    table.turn("hero").choose("effect", payer="hero").to_dice()
    assert table.last("skill")["skill"] == "Shoot"


@pytest.mark.rule("E2")
def test_advantages_reach_as_far_as_that_skills_attack() -> None:
    table = scene(
        "fate-core",
        "hero@a Shoot 1 Deceive 3 Provoke 2 Notice 1",
        "foe@c; near@b",
        "a - b - c",
        templates=[{"text": "Pinned", "on": "enemy"}],
    )
    table.turn("hero").choose("create", aspect="Pinned", on="foe").to_dice()
    assert table.all("skill")[0]["skill"] == "Shoot", "nothing else reaches two zones"
    table = scene(
        "fate-core",
        "hero@a Shoot 1 Deceive 3 Provoke 2 Notice 1",
        "foe@c; near@b",
        "a - b - c",
        templates=[{"text": "Cowed", "on": "enemy", "skills": ["Provoke"]}],
    )
    table.turn("hero")
    assert table.values("create", "on", aspect="Cowed") == ["near"]
    table = scene(
        "fate-core",
        "hero@a Deceive 3 Shoot 1 Notice 1",
        "foe@a; near@b",
        "a - b",
        templates=[{"text": "Fooled", "on": "enemy", "skills": ["Deceive"]}],
    )
    assert table.turn("hero").values("create", "on", aspect="Fooled") == ["foe"]


@pytest.mark.rule("M6", "M7", "M8")
@pytest.mark.parametrize(("range_", "offered"), [(0, True), (1, False)])
def test_a_thrown_weapon_is_no_melee(range_: int, offered: bool) -> None:
    table = scene(
        "war-of-ashes", "hero@a Forceful 4 Quick 1", "foe@a", "a - b", pool=0,
        sheets={"hero": {"attacks": {"Forceful": {"range": range_}}}},
    )  # fmt: skip
    table.turn("hero").choose("attack", target="foe")
    table.dice("0 0 0 0", "0 0 0 0").choose("absorb", box=0, consequences=(1,))
    assert table.offers("footwork") is offered
