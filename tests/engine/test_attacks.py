"""Attacks and defences, reach, help, attacks on a zone (K1-K6, E1-E4)."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.model.faults import ScenarioError
from tests.engine.acting import FACES, acting
from tests.seen.test_seen import position
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


@pytest.mark.rule("E3")
def test_teamwork() -> None:
    """The named ally's next roll before the helper's next turn gets +1."""
    players = "helper Forceful 1 Quick 3; hero Quick 2"
    table = scene("accelerated", players, "foe")
    table.turn("helper").choose("help", target="hero").turn("hero")
    table.choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0").settle()
    assert [one["bonus"] for one in table.all("roll")] == [1, 0]
    table.absorb().turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    assert table.last("roll")["bonus"] == 0, "used up"
    table = scene("accelerated", players, "foe").turn("helper").choose("help", target="hero")
    table.turn("helper").turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    assert table.last("roll")["bonus"] == 0, "too late"


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("helpers", "leader", "bonus"), [("Fight 1", 2, 2), ("Fight 1", 1, 1), ("Fight 0", 2, 0)]
)
def test_teamwork_by_skill(helpers: str, leader: int, bonus: int) -> None:
    """A helper's skill at least 1, total help at most the leader's rating."""
    table = scene(
        "fate-core",
        f"one {helpers} Notice 3; two {helpers} Notice 2; hero Fight {leader} Notice 1",
        "foe",
    )
    table.turn("one").choose("help", target="hero")
    table.turn("two").choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0")
    assert table.last("roll")["bonus"] == bonus


@pytest.mark.rule("E3", "N5")
@pytest.mark.parametrize(
    ("stunted", "helper", "leader", "help"),
    [("one", 0, 2, 1), ("one", 1, 2, 2), ("hero", 1, 1, 1), ("hero", 1, 0, 0)],
)
def test_teamwork_goes_by_skills_without_stunts(
    stunted: str, helper: int, leader: int, help: int
) -> None:
    """A stunt for whatever one does with a skill makes nobody better at it."""
    knack = {"name": "Born Fighter", "does": "bonus", "amount": 2, "skills": ["Fight"]}
    table = scene(
        "fate-core",
        f"one Fight {helper} Notice 3; two Fight 1 Notice 2; hero Fight {leader} Notice 1",
        "foe",
        sheets={stunted: {"stunts": [knack]}},
    )
    table.turn("one").choose("help", target="hero").turn("two").choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight").dice("0 0 0 0")
    expected = leader + (2 if stunted == "hero" else 0) + help
    assert table.last("roll")["total"] == expected


@pytest.mark.rule("E3")
def test_only_allies_in_the_zone_are_helped() -> None:
    table = scene("fate-core", "one@a Notice 3; two@a; three@b", "foe@a", "a - b").turn("one")
    assert table.values("help", "target") == ["two"]
    table.choose("help", target="two")
    assert not table.offers("attack"), "helping is the action"


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("helper", "leader", "counts"),
    [(None, None, True), ("b", None, False), (None, "b", False), ("b", "b", True)],
)
def test_help_counts_in_the_zone_where_it_is_used(
    helper: str | None, leader: str | None, counts: bool
) -> None:
    """Whoever has walked away helps nobody, and is not told to; it was for that one roll."""
    near = {"name": "Infighter", "does": "bonus", "amount": 2, "skills": ["Fight"],
            "actions": ["attack"], "when": "target in same zone"}  # fmt: skip
    table = scene("fate-core", "one@a Notice 3 Fight 1; two@a Notice 2 Fight 2",
                  "foe@a; far@b", "a - b", pool=0, sheets={"two": {"stunts": [near]}})  # fmt: skip
    table.turn("one").choose("help", target="two")
    if helper:
        table.choose("move", zone=helper)
    table.turn("two")
    if leader:
        table.choose("move", zone=leader)
    target = "far" if leader else "foe"
    table.choose("attack", target=target).choose("use", skill="Fight").dice("0 0 0 0", "0 0 0 0")
    own = table.all("roll")[-2]
    assert own["total"] == 2 + 2 + counts
    help = {"by": "help", "who": ["one"], "amount": 1}
    assert own["bonuses"][1:] == [help] * counts
    table.settle().absorb().turn(target)
    table.choose("attack", target="two").dice("0 0 0 0", "0 0 0 0")
    assert table.last("roll")["bonus"] == 0, "it was for the next roll, and no other"


@pytest.mark.rule("E3")
def test_help_from_elsewhere_is_not_told() -> None:
    """The thugs' helpers have gone to the tavern when they roll: 3 and 1 for their numbers."""
    state = position("help-from-elsewhere", 16)
    told = state.game.events(state, state.legal_actions()[0])
    roll = next(one.facts for one in told if one.kind == "roll")
    assert roll["bonuses"] == [{"by": "numbers", "amount": 3}]


@pytest.mark.rule("E3")
def test_only_those_are_told_to_help_whose_help_counts() -> None:
    """Of two helpers one knows how to fight; who leads without knowing it has no help at all."""
    players = "able Fight 1 Notice 3; unable Fight 0 Notice 2; hero Fight 2"
    table = scene("fate-core", players, "foe")
    for name in ("able", "unable"):
        table.turn(name).choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight").dice("0 0 0 0")
    assert table.last("roll")["bonuses"] == [{"by": "help", "who": ["able"], "amount": 1}]
    players = players.replace("hero Fight 2", "hero Fight 0")
    table = scene("fate-core", players, "foe").turn("able").choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight").dice("0 0 0 0")
    assert "bonuses" not in table.last("roll")


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
