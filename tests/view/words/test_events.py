"""What events say, in words: reasons for bonuses, costs of failing, why somebody waits or stays,
how it ends, and the grammar of sides and groups.
"""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import observation
from autogm.view.totals import Totals
from autogm.view.words.events import EventWords
from tests.table import Table, scene


def told(table: Table) -> list[str]:
    """Every event so far as a sentence."""
    words = EventWords(table.game)
    return [words.tell(one) for one in table.log]


def said(table: Table, kind: str) -> str:
    """The sentence of the latest event of a kind."""
    found = [text for one, text in zip(table.log, told(table), strict=True) if one.kind == kind]
    assert found, f"no event «{kind}»"
    return found[-1]


SHARP = {"name": "Sharp Eye", "does": "bonus", "amount": 2, "skills": ["Fight"],
         "actions": ["attack"]}  # fmt: skip
PAIRED = {**SHARP, "when": "with an ally"}


@pytest.mark.rule("N5", "E3")
@pytest.mark.parametrize("stunt", [SHARP, PAIRED])
def test_a_bonus_gives_its_reasons(stunt: dict[str, Any]) -> None:
    """Fight 3, +2 by the stunt, whether it always counts or only here, +1 by the ally's help: 6
    with even dice."""
    table = scene(
        "fate-core", "rolf Fight 3 Notice 1; deliah Fight 1 Notice 2", "foe",
        sheets={"rolf": {"stunts": [stunt]}},
    )  # fmt: skip
    table.turn("deliah").choose("help", target="rolf")
    table.turn("rolf").choose("attack", target="foe").dice("0 0 0 0")
    assert said(table, "roll") == (
        "Rolf rolls [0 0 0 0] = +0, with +3, +2 by Sharp Eye and +1 by help from Deliah: 6."
    )
    assert table.last("roll")["bonuses"] == [
        {"by": "stunt", "stunt": "Sharp Eye", "amount": 2},
        {"by": "help", "who": ["deliah"], "amount": 1},
    ]
    table.dice("0 0 0 0")
    assert "bonuses" not in table.last("roll")


@pytest.mark.rule("C1")
def test_advantages_are_created_where_they_are_told_to_be() -> None:
    """One's own need no place."""
    templates = [{"text": "Off Balance", "on": "enemy"}, {"text": "Braced", "on": "self"}]
    table = scene("fate-core", "rolf Fight 3", "foe", templates=templates)
    table.turn("rolf").choose("create", aspect="Off Balance")
    assert said(table, "action") == "Rolf tries to create the advantage «Off Balance» on Foe."
    table = scene("fate-core", "rolf Fight 3", "foe", templates=templates)
    table.turn("rolf").choose("create", aspect="Braced")
    assert said(table, "action") == "Rolf tries to create the advantage «Braced»."


@pytest.mark.rule("C1", "A10")
@pytest.mark.parametrize("ruleset", ["fate-core", "autarch"])
def test_an_advantage_that_stands_is_not_created(ruleset: str) -> None:
    """What was created once is taken advantage of, as is what a sheet or the scene has."""
    sheets = {"rolf": {"aspects": [{"text": "Quick of Hand", "actions": ["attack"]}]}}
    table = scene(
        ruleset, "rolf", "foe", sheets=sheets, templates=[{"text": "Braced", "on": "self"}],
        exchanges=9,
    )  # fmt: skip
    for _ in range(2):
        table.turn("rolf").choose("create", aspect="Braced").dice("+ + + +").settle()
    table.turn("rolf").choose("create", aspect="Quick of Hand")
    actions = [text for one, text in zip(table.log, told(table), strict=True)
               if one.kind == "action"]  # fmt: skip
    assert actions == [
        "Rolf tries to create the advantage «Braced».",
        "Rolf tries to take advantage of «Braced».",
        "Rolf tries to take advantage of «Quick of Hand».",
    ]


def test_a_name_with_a_comma_is_short_in_a_sentence() -> None:
    """Unless that would be two people's."""
    names = {"foe": {"name": "Ssarak, Keeper of the Watch"}, "kin": {"name": "Orm, a Guard"},
             "kin2": {"name": "Orm, a Cook"}}  # fmt: skip
    table = scene("fate-core", "rolf Fight 3", "foe; kin; kin2", sheets=names)
    table.turn("foe").choose("attack", target="rolf")
    assert said(table, "action") == "Ssarak attacks Rolf."
    table = scene("fate-core", "rolf Fight 3", "foe; kin; kin2", sheets=names)
    table.turn("kin").choose("attack", target="rolf")
    assert said(table, "action") == "Orm, a Guard attacks Rolf."


@pytest.mark.rule("N4")
def test_numbers_are_a_reason_and_groups_are_many() -> None:
    """Three thugs attack with Fight 1: +2 for those beyond the first, 3 in all."""
    table = scene(
        "fate-core", "rolf Fight 2", "thugs Fight 1 Notice 3 type=group members=3 boxes=0",
        sheets={"thugs": {"name": "Street Toughs"}},
    )  # fmt: skip
    table.turn("thugs").choose("attack", target="rolf").dice("0 0 0 0")
    assert said(table, "turn") == "The Street Toughs' turn."
    assert said(table, "action") == "The Street Toughs attack Rolf."
    assert said(table, "roll") == (
        "The Street Toughs roll [0 0 0 0] = +0, with +1 and +2 by numbers: 3."
    )
    table.dice("+ + + 0").settle()
    assert said(table, "result") == "The Street Toughs fail by 2."
    table.turn("rolf").choose("attack", target="thugs").dice("+ + + +", "0 0 0 0").settle()
    falls = [text for text in told(table) if " falls" in text]
    assert falls == [
        "One of the Street Toughs falls, two are left.",
        "One of the Street Toughs falls, one is left.",
        "The last of the Street Toughs falls.",
    ]
    assert said(table, "taken out") == "The Street Toughs are taken out."
    assert said(table, "end") == "The players win: nobody is left of the GM's side."


@pytest.mark.rule("N5")
@pytest.mark.parametrize(
    ("bearer", "stunt", "told"),
    [
        ("rolf", {"does": "weapon", "amount": 2, "skills": ["Fight"]}, "4, 2 more by weapons."),
        ("foe", {"does": "armour", "amount": 1}, "1, 1 less by armour."),
        ("foe", {"does": "armour", "amount": 5}, "0, 2 less by armour."),
        ("foe", {"does": "armour", "amount": 1, "harm": "mental"}, "2."),
    ],
)
def test_a_hit_says_what_weapons_and_armour_do(
    bearer: str, stunt: dict[str, Any], told: str
) -> None:
    """Fight 2 hits by 2."""
    sheets = {bearer: {"stunts": [{"name": "Steel", **stunt}]}}
    table = scene("fate-core", "rolf Fight 2 Notice 1", "foe", sheets=sheets)
    table.turn("rolf").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0").settle()
    assert said(table, "damage") == f"Rolf hits Foe for {told}"


@pytest.mark.rule("N5")
def test_a_riposte_names_its_stunt() -> None:
    sheets = {"rolf": {"stunts": [{"name": "Answer", "does": "riposte", "amount": 2}]}}
    table = scene("fate-core", "rolf Fight 3", "foe Notice 1", sheets=sheets)
    table.turn("foe").choose("attack", target="rolf").dice("0 0 0 0", "0 0 0 0").settle()
    assert said(table, "stunt") == "Rolf ripostes for 2 with Answer."


@pytest.mark.rule("K2")
def test_a_failed_attack_says_why_a_box_is_marked() -> None:
    table = scene("war-of-ashes", "rolf Forceful 1 Quick 2", "foe Quick 1")
    table.turn("rolf").choose("attack", target="foe").dice("- - - -", "0 0 0 0").settle()
    assert said(table, "stress") == "The failed attack costs Rolf stress box 1."


@pytest.mark.rule("T3")
@pytest.mark.parametrize(
    ("ground", "where", "why"),
    [
        ("here", "here", ""),
        ("here - there - far", "far", "no enemy is in reach"),
        (
            "here [Icy Ground] - there - far",
            "far",
            "no enemy is in reach, and no way is free",
        ),
    ],
)  # fmt: skip
def test_who_waits_says_why(ground: str, where: str, why: str) -> None:
    table = scene("accelerated", "rolf@here Quick 2", f"foe@{where}", ground)
    table.turn("rolf").passes()
    waits = [one for one in table.log if one.facts.get("status") == "waits"]
    assert [(one.who, one.facts["why"]) for one in waits] == [("rolf", why)]
    assert EventWords(table.game).tell(waits[0]) == (
        f"Rolf waits: {why}." if why else "Rolf holds back."
    )


@pytest.mark.rule("T3", "Z4")
def test_who_waits_where_it_was_blocked_says_that_no_way_was_free() -> None:
    """It stays where it is, keeps its action and lets it go."""
    table = scene("accelerated", "rolf@here", "foe@far", "here - there - far")
    table.turn("rolf").choose("sprint", zone="far").choose("block", target="foe").choose("stay")
    assert waits(table) == "Rolf waits: no enemy is in reach, and no way is free."


def waits(table: Table) -> str:
    """What is told of the hero, who lets its action go."""
    table.turn("rolf").passes()
    return [text for text in told(table) if text.startswith("Rolf")][-1]


@pytest.mark.rule("N3", "E4", "M3")
def test_a_swarm_in_reach_is_not_told_to_be_out_of_reach() -> None:
    """Beside a swarm that outweighs one waits, unless one has a weapon for a whole zone; a charge
    at a small one in the next zone is possible, and counts double."""
    bats = "bats type=swarm size=big Quick 1"
    hurt = "only an attack on a whole zone would hurt the swarm in reach"
    assert waits(scene("war-of-ashes", "rolf Quick 2", bats)) == f"Rolf waits: {hurt}."
    torch = {"rolf": {"stunts": [{"name": "Torch", "does": "area", "skills": ["Quick"]}]}}
    assert waits(scene("war-of-ashes", "rolf Quick 2", bats, sheets=torch)) == "Rolf holds back."
    small = "bats@there type=swarm size=small Quick 1"
    table = scene("war-of-ashes", "rolf@here Quick 2", small, "here - there")
    assert table.turn("rolf").offers("charge")
    assert waits(table) == "Rolf holds back."


@pytest.mark.rule("X1", "T3")
def test_who_may_not_attack_is_not_told_to_reach_nobody() -> None:
    oath = {"victim": "rolf", "aspect": "Sworn Off", "effect": "skill out", "skill": "Fight"}
    table = scene(
        "fate-core", "rolf Fight 2 Notice 2", "foe", compels=[oath],
        rules={"attacks": {"Shoot": None, "Provoke": None}},
        sheets={"rolf": {"aspects": ["Sworn Off"]}},
    )  # fmt: skip
    table.until("compel").choose("compel", compel=0).choose("accept")
    assert waits(table) == (
        "Rolf waits: every skill that attacks who is in reach is forbidden this turn."
    )


def test_nobody_to_fight_yet_is_a_cause() -> None:
    table = scene("accelerated", "rolf Quick 2", "foe arrives=3")
    table.turn("rolf").passes()
    assert said(table, "status") == "Rolf waits: no enemy is there."


def test_who_has_acted_does_not_wait() -> None:
    table = scene("accelerated", "rolf Quick 2", "foe")
    table.turn("rolf").choose("attack", target="foe").dice("0 0 0 0", "+ + 0 0").turn("foe")
    assert not [one for one in table.log if one.facts.get("status") == "waits"]


@pytest.mark.rule("Z4")
def test_a_blocked_mover_stays_put() -> None:
    table = scene("war-of-ashes", "rolf@here Quick 2", "foe@here", "here - there")
    table.turn("rolf").choose("move", zone="there").choose("block", target="foe").choose("stay")
    assert told(table)[-3:] == [
        "Rolf sets out for there.",
        "Foe blocks Rolf's way.",
        "Rolf stays put.",
    ]


@pytest.mark.rule("C5")
def test_free_invokes_that_make_an_advantage_harder_are_counted() -> None:
    smoke = {"text": "Smoke", "free": {"players": 2}}
    table = scene("fate-core", "rolf Notice 2", "foe@there", "here - there", aspects=[smoke])
    table.turn("rolf").choose("create", aspect="Smoke").dice("0 0 0 0")
    assert said(table, "roll").endswith(
        "against 6 (2, and 4 more for the two free invokes held on it)."
    )


@pytest.mark.rule("F5")
def test_a_refused_declaration_is_told() -> None:
    fog = {"text": "Thick Fog", "on": "zone", "declare": True}
    table = scene("minifate", "rolf fate_points=1", "foe", templates=[fog])
    table.turn("rolf").choose("declare", aspect="Thick Fog", payer="rolf").choose("deny")
    assert said(table, "answer") == "The GM refuses."
    assert not table.stands("Thick Fog")


@pytest.mark.rule("H7")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        (None, "The players win"),
        ("Dockers", "The Dockers win"),
        ("The crew", "The crew wins"),
    ],
)
def test_the_end_says_by_what(name: str | None, words: str) -> None:
    """A side in its number, and the objective it has reached."""
    rolf = {"zone": "here", "skills": {"Quick": 2}}
    table = scene(
        "accelerated", "rolf", "foe", "here - there",
        objectives={"players": [{"do": "hold", "zone": "here"}]},
        sides={
            "players": {"name": name, "fighters": {"rolf": rolf}},
            "gm": {"fighters": {"foe": {"type": "main", "zone": "there"}}},
        },
    )  # fmt: skip
    table.turn("rolf").passes().turn("foe").passes()
    assert said(table, "end") == f"{words}: they have held here alone for an exchange."


def test_no_winner_within_the_exchanges() -> None:
    table = scene("accelerated", "rolf Quick 2", "foe", exchanges=1)
    table.turn("rolf").passes().turn("foe").passes()
    assert said(table, "end") == "Nobody has won: exchange 1 was the last."


def against(table: Table, faces: str = "0 0 0 0") -> str:
    """What the next roll is said to be against."""
    words, log = EventWords(table.game), table.dice(faces).log
    rolls = [one for one in Totals().follow(log) if one.kind == "roll"]
    return words.tell(rolls[-1]).partition(" against ")[2]


@pytest.mark.rule("Z3", "Z6")
def test_a_move_says_what_makes_it_hard() -> None:
    """Out of the mud into the smoke is 2 and 2; past that up the ladder 2 more for the zone and 3
    for the climb. One thing alone needs no sum."""
    climb = [{"between": ["b", "c"], "difficulty": 3}]
    ground = "a [Deep Mud] - b [Choking Smoke]; c"
    for zone, said_so in (
        ("b", "4 («Deep Mud» 2, «Choking Smoke» 2)."),
        ("c", "9 («Deep Mud» 2, «Choking Smoke» 2, the way from b to c 3, a zone farther 2)."),
    ):
        table = scene("war-of-ashes", "hero@a Quick 1", "foe@c", ground, edges=climb)
        assert against(table.turn("hero").choose("sprint", zone=zone)) == said_so
    table = scene("war-of-ashes", "hero@b Quick 1", "foe@c", "a - b [Deep Mud]; c", edges=climb)
    assert against(table.turn("hero").choose("sprint", zone="a")) == "2 («Deep Mud»)."


@pytest.mark.rule("N5", "Z3")
def test_what_does_not_hinder_a_mover_is_not_told() -> None:
    """Sure feet in the mud; the zone farther is left."""
    feet = {"name": "Sure Feet", "does": "ignore-terrain"}
    table = scene(
        "war-of-ashes", "hero@a Quick 1", "foe@c", "a [Deep Mud] - b - c",
        sheets={"hero": {"stunts": [feet]}},
    )  # fmt: skip
    assert against(table.turn("hero").choose("sprint", zone="c")) == "2 (a zone farther)."


@pytest.mark.rule("A11")
@pytest.mark.parametrize(
    ("free", "said_so"),
    [(0, "2."), (1, "4 (to begin with 2, a free invoke on it 2)."),
     (2, "6 (to begin with 2, two free invokes on it 4).")],
)  # fmt: skip
def test_an_aspect_says_what_makes_it_hard_to_remove(free: int, said_so: str) -> None:
    aspects = [{"text": "Darkness", "free": {"gm": free}}]
    table = scene("fate-core", "hero", "foe", aspects=aspects)
    assert against(table.turn("hero").choose("overcome", aspect="Darkness")) == said_so


@pytest.mark.rule("A14")
def test_unexplored_ground_says_what_makes_it_hard_to_make_out() -> None:
    """EX-WOA-1: 1 + 2 + 2."""
    table = scene("war-of-ashes", "hero@a Quick 1", "foe@a", "a - b [Fog] - far?")
    assert against(table.turn("hero").choose("explore")) == (
        "5 (to begin with 1, an aspect that hides it 2, a zone farther away 2)."
    )


@pytest.mark.rule("Z3", "A12")
def test_hidden_ground_that_hinders_is_not_named() -> None:
    """Its maker's side knows it; the other is told that there is something."""
    mud = {"text": "Deep Mud", "hidden_from": "players"}
    table = scene(
        "fate-core", "hero@a", "foe@b", "a - b [Choking Smoke]", zone={"a": {"aspect": mud}}
    )
    table.turn("hero").choose("sprint", zone="b").to_dice()
    told = next(one for one in table.log if one.kind == "difficulty")
    known = table.game.known(table.state, 0)
    assert known is not None
    (shown,) = observation.told(known, [told], 0)
    assert "Mud" not in str(shown.facts)
    assert EventWords(known.game).tell(shown) == (
        "Hero rolls against 4 (something hidden 2, «Choking Smoke» 2)."
    )
