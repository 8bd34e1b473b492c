"""What the facts of events say, and the rules that they cite."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from tests.engine.acting import FACES
from tests.table import scene

FIRST = {"first": "players"}


@pytest.mark.rule("M1", "M2")
@pytest.mark.parametrize(("verb", "rule"), [("push", "M1"), ("pull", "M2")])
def test_who_is_pushed_and_who_is_pulled(verb: str, rule: str) -> None:
    table = scene("war-of-ashes", "hero@a Forceful 1", "foe@a", "w - a - b", turn_order=FIRST)
    table.turn("hero").choose(verb, target="foe").dice(FACES[2], FACES[0]).settle_duel()
    table._apply(table.legal("put")[0])
    moved = [(one.who, one.rule) for one in table.log if one.kind == "moves"]
    assert ("foe", rule) in moved
    assert {cited for _, cited in moved} == {rule}


@pytest.mark.rule("H7")
@pytest.mark.parametrize(("gone", "winner"), [("hero", "gm"), ("foe", "players")])
def test_the_last_side_standing_has_reached_no_objective(gone: str, winner: str) -> None:
    table = scene("fate-core", "hero", "foe", turn_order=FIRST).turn("hero")
    table.choose("attack", target="foe").choose("concede", target=gone)
    assert table.last("end")["winner"] == winner
    assert "objective" not in table.last("end")


@pytest.mark.rule("H7")
@pytest.mark.parametrize("number", [0, 1])
def test_an_objective_is_told_by_its_number(number: int) -> None:
    goals = [{"do": "survive", "exchanges": 2 if number == 0 else 9},
             {"do": "survive", "exchanges": 2}]  # fmt: skip
    table = scene("fate-core", "hero", "foe", objectives={"players": goals}, exchanges=5)
    while not table.state.is_terminal():
        table.settle()
        if table.offers("pass"):
            table.passes()
    assert table.last("end") | {"who": None} == {
        "who": None, "winner": "players", "exchange": 2, "objective": number
    }  # fmt: skip


@pytest.mark.rule("X1")
@pytest.mark.parametrize(
    ("number", "effect"), [(0, "lose action"), (1, "free invoke"), (2, "lose action")]
)
def test_a_compel_tells_what_it_does(number: int, effect: str) -> None:
    """Three on the same victim, of which the middle one is another."""
    compels = [
        {"victim": "hero", "aspect": aspect, "effect": "free invoke" if aspect == "Rash" else
         "lose action"} for aspect in ("Proud", "Rash", "Tired")
    ]  # fmt: skip
    sheets = {"hero": {"aspects": ["Proud", "Rash", "Tired"]}}
    table = scene("fate-core", "hero", "foe", compels=compels, sheets=sheets, turn_order=FIRST)
    table.until("compel").choose("compel", compel=number)
    told = table.last("compel")
    assert (told["compel"], told["effect"]) == (number, effect)
    assert told["aspect"] == ("Proud", "Rash", "Tired")[number]


@pytest.mark.rule("H2", "H4")
@pytest.mark.parametrize(
    ("consequences", "severities"),
    [((0,), ["mild"]), ((1,), ["moderate"]), ((2,), ["severe"]), ((0, 1), ["mild", "moderate"])],
)
def test_a_consequence_tells_how_severe_it_is(
    consequences: tuple[int, ...], severities: list[str]
) -> None:
    """Absorbed 2, 4 and 6; the hit is as many shifts as that and no box helps."""
    worth = {"mild": 2, "moderate": 4, "severe": 6}
    shifts = sum(worth[one] for one in severities)
    table = scene("fate-core", f"hero Fight {shifts}", "foe", turn_order=FIRST,
                  sheets={"foe": {"tracks": {"physical": 0}}})  # fmt: skip
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight", lethal=False)
    table.dice(FACES[0], FACES[0]).choose("absorb", box=0, consequences=consequences)
    told = table.all("consequence")
    assert [(one["severity"], one["absorbs"]) for one in told] == [
        (one, worth[one]) for one in severities
    ]
    assert [one["slot"] for one in told] == list(consequences)
    assert table.wounds("foe") == severities


@pytest.mark.rule("H1", "H4")
@pytest.mark.parametrize(
    ("slot", "severity", "absorbs"),
    [(0, "mild", 2), (2, "moderate", 4), (3, "severe", 6)],
)
def test_one_more_mild_consequence_is_a_mild_one(slot: int, severity: str, absorbs: int) -> None:
    """Superb Physique brings it, before the moderate one; of two alike the first is offered."""
    table = scene("fate-core", f"hero Fight {absorbs}", "foe Physique 5", turn_order=FIRST,
                  sheets={"foe": {"tracks": {"physical": 0}}})  # fmt: skip
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight", lethal=False)
    table.dice(FACES[0], FACES[0]).choose("absorb", box=0, consequences=(slot,))
    told = table.last("consequence")
    assert (told["slot"], told["severity"], told["absorbs"]) == (slot, severity, absorbs)


@pytest.mark.rule("N5", "H9")
@pytest.mark.parametrize("target", ["foe", "other"])
def test_a_lethal_stunt_asks_about_the_target_of_the_attack(target: str) -> None:
    """One of them bears the mark."""
    stunt = {"name": "Deadly", "does": "lethal", "when": "target tagged", "tag": "marked"}
    table = scene("fate-core", "hero Fight 1", "foe; other", turn_order=FIRST,
                  sheets={"hero": {"stunts": [stunt]}, "other": {"tags": ["marked"]}})  # fmt: skip
    table.turn("hero").choose("attack", target=target)
    assert table.offers("use", skill="Fight", lethal=True) is (target == "other")


@pytest.mark.rule("H9", "T1")
@pytest.mark.parametrize("lethal", [True, False])
def test_an_ambush_is_lethal_where_the_scenario_says_so(lethal: bool) -> None:
    order = {"ambush": "players", "lethal_ambush": lethal}
    table = scene("war-of-ashes", "hero Forceful 2", "foe", turn_order=order)
    table.turn("hero").choose("attack", target="foe").dice(FACES[2], FACES[0]).settle()
    assert table.last("hit")["lethal"] is lethal


@pytest.mark.rule("A16")
@pytest.mark.parametrize("hidden", [True, False])
def test_what_is_done_with_a_hidden_aspect_is_told_without_its_name(hidden: bool) -> None:
    """The foe works on its trapdoor: the players see it at work on something. The free invoke on it
    is no news for them either."""
    trap = {"text": "Trapdoor", "free": {"open": 0}}
    if hidden:
        trap |= {"hidden_from": "players", "side": "gm"}
    table = scene("fate-core", "hero", "foe Notice 3", aspects=[trap],
                  turn_order={"first": "gm"}).turn("foe")  # fmt: skip
    action = table.legal("create", aspect="Trapdoor")[0]
    told = table.game.events(table.state, action, to=codes.PLAYERS)
    named = [one.facts["action"].get("aspect") for one in told if one.kind == "action"]
    assert len(named) == 1
    assert (named[0] == "Trapdoor") is not hidden
    seen = table.game.events(table.state, action, to=codes.GM)
    assert [one.facts["action"]["aspect"] for one in seen if one.kind == "action"] == ["Trapdoor"]
