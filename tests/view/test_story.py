"""Stories: what several events say is told once, in the order and the words of a game master."""

from __future__ import annotations

import pytest

from autogm.engine.game import Game
from autogm.rules.loading import settle
from autogm.view.story import story, story_to
from tests.engine.gangs import HERO, divided, fell, thugs
from tests.table import Table, scene


def lines(table: Table) -> list[str]:
    """The story so far, without headings and empty lines."""
    told = [line.plain for line in story(table.game, [table.log])]
    return [line.strip() for line in told if line.startswith("  ")]


def on_the_way(gm: str = "bats@here type=swarm") -> Table:
    """Rolf's turn, who could go on or charge, with an enemy beside him who may block."""
    sheets = {"bats": {"name": "Bats of the Nave"}}
    return scene(
        "war-of-ashes", "rolf@here Quick 2", gm, "here - there", sheets=sheets
    ).turn("rolf")  # fmt: skip


@pytest.mark.rule("Z4", "M3")
def test_a_blocked_move_that_is_given_up_is_one_sentence() -> None:
    table = on_the_way().choose("move", zone="there").choose("block", target="bats").choose("stay")
    assert lines(table) == [
        "Rolf sets out for there, but the Bats of the Nave block the way and Rolf stays put.  (Z4)"
    ]
    table = on_the_way("bats@here type=swarm; rat@there").choose("charge", target="rat")
    table.choose("block", target="bats")
    assert lines(table) == [
        "Rolf charges Rat, but the Bats of the Nave block the way and Rolf stays put.  (Z4)"
    ]


@pytest.mark.rule("Z4")
def test_a_blocked_move_that_goes_on_is_told_step_by_step() -> None:
    table = on_the_way().choose("move", zone="there").choose("block", target="bats")
    table.choose("go on").to_dice()
    assert lines(table) == [
        "Rolf sets out for there.",
        "The Bats of the Nave block Rolf's way.  (Z4)",
        "Rolf uses Quick.",
        "The Bats of the Nave answer with Careful.",
    ]


@pytest.mark.rule("C5")
def test_who_opposes_an_advantage_is_told_behind_it() -> None:
    hill = {"text": "High Ground", "on": "zone"}
    table = scene("fate-core", "rolf Notice 3", "foe Will 1", templates=[hill], pool=0)
    table.turn("rolf").choose("create", aspect="High Ground").choose("oppose", target="foe")
    table.dice("0 0 0 0", "0 0 0 0").settle_duel().settle().passes()
    table.turn("rolf").choose("create", aspect="High Ground").passes().dice("0 0 0 0").settle()
    told = lines(table)
    assert told[:3] == [
        "Rolf tries to create the advantage «High Ground» in here with Notice.",
        "Foe opposes Rolf.  (C5)",
        "Foe answers with Will.",
    ]
    assert (
        "Rolf rolls [0 0 0 0] = +0, with +3: 3 against 4 (2, and 2 more for the free invoke held "
        "on it).  (D4)"
    ) in told


@pytest.mark.rule("R1")
def test_roaring_comes_before_the_first_exchange() -> None:
    table = scene("war-of-ashes", "rolf Forceful 3 Quick 2; olivia Quick 1", "foe", roar=True)
    for name in ("rolf", "foe"):
        table.choose("roar", target=name, skill="Quick").dice("+ + 0 0")
    table.turn("rolf").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    told = [line.plain for line in story(table.game, [table.log]) if line.plain.startswith("\n")]
    assert told == ["\nBefore the first exchange", "\nExchange 1", "\nRolf's turn"]


@pytest.mark.rule("A1", "A2")
def test_ones_own_roar_is_the_roar() -> None:
    """Nobody invokes «Rolf's Roar» of Rolf."""
    table = scene("war-of-ashes", "rolf Forceful 3 Quick 2; olivia Quick 1", "foe", roar=True)
    table.choose("roar", target="rolf", skill="Forceful").dice("+ + 0 0").settle()
    table.turn("rolf").choose("attack", target="foe").choose("use", skill="Forceful", lethal=False)
    table.dice("0 0 0 0", "0 0 0 0").choose("invoke free", aspect="Rolf's Roar", mode="+2")
    table.settle().absorb().turn("olivia").choose("create", aspect="Rolf's Roar").to_dice()
    told = lines(table)
    assert any(line.startswith("Rolf invokes the Roar with a free invoke for +2") for line in told)
    assert told[-1].startswith("Olivia tries to take advantage of Rolf's Roar with ")


@pytest.mark.rule("A15")
def test_an_invoke_for_effect_is_told_once() -> None:
    rocks = {"aspect": "Loose Rocks", "does": "zone attack", "skill": "Forceful"}
    table = scene(
        "war-of-ashes", "rolf@here Quick 2", "foe@here", "here [Loose Rocks]", effects=[rocks],
        sheets={"rolf": {"fate_points": 1}},
    ).turn("rolf")  # fmt: skip
    table.choose("effect", payer="rolf").to_dice()
    assert lines(table)[0] == (
        "Rolf invokes «Loose Rocks» with a fate point, to attack everyone in here.  (A15)"
    )
    assert not [line for line in lines(table) if "for effect" in line]


@pytest.mark.rule("M1", "M6", "M8")
@pytest.mark.parametrize(
    ("follow", "told"),
    [
        (False, ["Foe is pushed from here to there.  (M1)"]),
        (
            True,
            ["Foe is pushed from here to there.  (M1)", "Rolf follows from here to there.  (M1)"],
        ),
    ],
)
def test_who_is_moved_does_not_go(follow: bool, told: list[str]) -> None:
    table = scene("war-of-ashes", "rolf@here Quick 2", "foe@here", "here - there").turn("rolf")
    table.choose("push", target="foe").dice("+ + + 0", "0 0 0 0")
    table.choose("put", zone="there", follow=follow)
    assert [line for line in lines(table) if "from here" in line] == told


@pytest.mark.rule("O3")
def test_a_failure_with_a_cost_is_no_contradiction() -> None:
    """Failing, and still getting there; or failing and paying nothing."""
    where = "here - there [Deep Mud]"
    for choice, told in (
        ("pay the cost", "Rolf succeeds all the same, at a cost: "),
        ("fail", "Rolf fails rather than pay a cost.  (O3)"),
    ):
        table = scene("war-of-ashes", "rolf@here Quick 0", "foe@there", where).turn("rolf")
        table.choose("sprint", zone="there").dice("- 0 0 0").settle()
        table.choose("name cost", cost="a consequence")
        table.choose(choice)
        assert any(line.startswith(told) for line in lines(table))


@pytest.mark.rule("N4", "N5")
def test_a_hit_and_those_who_fall_by_it_are_told_once() -> None:
    """Four thugs without boxes defend at 3, the last one at 0: a hit of 2 and one more by weapons
    fells three, the next the last, who is then taken out; no hit is told twice."""
    thugs = "thugs Fight 0 Notice 1 type=group members=4 boxes=0"
    steel = {"name": "Steel", "does": "weapon", "amount": 1, "skills": ["Fight"]}
    table = scene(
        "fate-core", "rolf Fight 5 Notice 3", thugs,
        sheets={"rolf": {"stunts": [steel]}, "thugs": {"name": "Street Toughs"}},
    ).turn("rolf")  # fmt: skip
    for dice in ("0 0 0 0", "+ + + +"):
        table.turn("rolf").choose("attack", target="thugs").dice(dice, "0 0 0 0").settle()
    told = [line for line in lines(table) if " roll" not in line]
    hits = [line for line in told if "hit" in line or "fall" in line or "out" in line]
    assert hits == [
        "Rolf hits the Street Toughs for 3, 1 more by weapons.  (N5)",
        "Three of the Street Toughs fall, one is left.  (N4)",
        "Rolf hits the Street Tough for 10, 1 more by weapons.  (N5)",
        "The Street Tough is taken out.  (N4)",
    ]


@pytest.mark.rule("X1", "F3")
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("accept", "Rolf gets a fate point for accepting a compel.  (F3)"),
        ("refuse", "Rolf pays a fate point for refusing a compel.  (F3)"),
    ],
)
def test_a_compel_is_told_in_two_lines(answer: str, told: str) -> None:
    """What it demands, and how it was answered."""
    compel = {"victim": "rolf", "aspect": "Hot-Headed", "effect": "attack nearest"}
    table = scene(
        "fate-core", "rolf Fight 2 Notice 2", "foe", compels=[compel],
        sheets={"rolf": {"aspects": ["Hot-Headed"]}},
    )  # fmt: skip
    table.until("compel").choose("compel", compel=0).choose(answer)
    if answer == "refuse":
        table.choose("attack", target="foe")
    table.to_dice()
    assert lines(table)[:3] == [
        "Rolf is offered a compel of «Hot-Headed», to attack the nearest enemy in reach.  (X1)",
        told,
        "Rolf attacks Foe with Fight.",
    ]


@pytest.mark.rule("F5")
def test_what_the_gm_refuses_is_declared_before() -> None:
    smoke = {"text": "Thick Smoke", "on": "zone", "declare": True}
    table = scene("minifate", "hero@yard fate_points=1", "foe@yard", "yard", templates=[smoke])
    table.turn("hero").choose("declare", aspect="Thick Smoke", payer="hero").choose("deny")
    table.turn("foe")
    assert lines(table)[:2] == [
        "Hero declares «Thick Smoke» in yard.",
        "The GM refuses.  (F5)",
    ]


NAMED = {"thugs": {"name": "Street Toughs"}}


@pytest.mark.rule("N4")
def test_who_breaks_off_and_who_leaves_is_told_with_how_many_stay() -> None:
    """Four send two off and then one; the two fall, and then the others one by one."""
    table = thugs(4, players=HERO, gm="boss", sheets=NAMED).turn("thugs")
    table.choose("divide", target="thugs-b", members=2).choose("divide", members=1)
    for part in ("thugs-b", "thugs", "thugs-c"):
        fell(table, part)
    told = [line for line in lines(table) if " send " in line or " out" in line]
    assert told == [
        "The Street Toughs send two off as the Other Street Toughs, two stay.",
        "The Street Toughs send one off as the Third Street Tough, one stays.",
        "The Other Street Toughs are taken out; two of the mob are left.  (N4)",
        "The Street Tough is taken out; one of the mob is left.  (N4)",
        "The Third Street Tough is taken out.  (N4)",
    ]


@pytest.mark.rule("N4")
def test_a_mob_that_goes_as_a_whole_leaves_nobody_to_tell_of() -> None:
    table = fell(thugs(4, players=HERO, gm="boss", sheets=NAMED), "thugs")
    assert "The Street Toughs are taken out.  (N4)" in lines(table)


@pytest.mark.rule("N4")
def test_of_a_group_of_which_one_is_left_a_story_speaks_as_of_one() -> None:
    """Those who stay have the name that they had until the sentence is over. A story that begins
    later, and one in another game's terms, knows it too."""
    table = divided(3, 1, players="hero", gm="boss", sheets=NAMED)
    begun, before = table.state.clone(), len(table.log)
    table.turn("thugs-b").choose("help", target="thugs")
    helps = "The Other Street Tough helps the Street Toughs.  (E3)"
    assert helps in lines(table)
    told = [line.plain.strip() for line in story(table.game, [table.log[before:]], begun)]
    assert helps in told
    again = Game(settle(table.game.encounter.scenario))
    steps = [(again, [one]) for one in table.log]
    assert helps in [line.plain.strip() for line in story_to(table.game, steps)]


@pytest.mark.rule("N4")
def test_a_swarm_is_never_one() -> None:
    table = on_the_way().choose("move", zone="there").choose("block", target="bats").choose("stay")
    assert table.members("bats") == 1
    assert "the Bats of the Nave block" in lines(table)[0]


@pytest.mark.rule("E4")
def test_each_who_defends_against_an_area_attack_meets_what_it_comes_to() -> None:
    """Zird has 4 by his dice; over the first, an aspect of his makes it 6 against both."""
    sheets = {"zird": {"attacks": {"Shoot": {"area": True}}, "aspects": ["Wizard for Hire"]}}
    table = scene("fate-core", "zird Shoot 3 Notice 3 fate_points=1", "one; two", sheets=sheets,
                  pool=0).turn("zird")  # fmt: skip
    table.choose("attack everyone", zone="here").dice("+ 0 0 0", "+ 0 0 0")
    table.choose("invoke", payer="zird", mode="+2").settle_duel().absorb()
    if table.offers("take the boost"):
        table.choose("take the boost")
    table.dice("0 0 0 0")
    told = [line for line in lines(table) if " rolls " in line]
    assert told == [
        "Zird rolls [+ 0 0 0] = +1, with +3: 4.  (D4)",
        "One rolls [+ 0 0 0] = +1, with +0: 1 against 4.  (D4)",
        "Two rolls [0 0 0 0] = +0, with +0: 0 against 6.  (D4)",
    ]
