"""Every table that has something to say about each verb has it for all of them. A verb that one
leaves out is named; CONTRIBUTING's «a verb» says what belongs there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from autogm.engine import actions, codes, kinds
from autogm.engine.layout import STATE
from autogm.model import meanings, verbs
from autogm.model.verbs import VERBS, Verb
from autogm.model.words import MANEUVERS, ROLL_KINDS, BoostManeuver
from autogm.planner.estimate import outcomes
from autogm.planner.misjudge import OVERLOOKED, PLAIN
from autogm.planner.turn.turns import TURN_VERBS
from autogm.view.words.choices import NODES, PHRASES, SAID
from autogm.view.words.sentences import DECLARED
from tests.table import scene

ENGINE = Path(kinds.__file__).parent
CHOSEN = [one for one in VERBS if one.at]
ON_TURNS = [one for one in VERBS if "turn" in one.at]
ROLLING = [one for one in VERBS if one.rolls]
NODE_NAMES = {name for name, _ in NODES.values()}
EXPANDED = {
    verbs.V_ATTACK_EVERYONE,
    verbs.V_EFFECT,
    verbs.V_EXPLORE,
    verbs.V_DISCOVER,
    verbs.V_ROAR,
}
"""Verbs whose rolls the planner expands, instead of estimating them."""
UNWRITTEN = {"payment": "payer", "stake": "payer", "where": "zone", "then by": "by"}
"""Arguments that go by another name in the structured form."""


def constant(one: Verb) -> str:
    """What kernels call a verb."""
    return "V_" + one.name.upper().replace(" ", "_")


def names(rows: Iterable[Verb]) -> set[str]:
    """The names of verbs."""
    return {one.name for one in rows}


def called(numbers: Iterable[int]) -> set[str]:
    """The names of the verbs with these numbers."""
    return {VERBS[number].name for number in numbers}


def named_in(*modules: str) -> set[str]:
    """The constants of verbs that the code of modules of the engine reads, imports left out."""
    found = set()
    for module in modules:
        tree = ast.parse((ENGINE / f"{module}.py").read_text("utf-8"))
        found |= {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    return {name for name in found if name.startswith("V_")}


def test_a_verb_has_one_name() -> None:
    numbers = {name: one for name, one in vars(verbs).items() if name.startswith("V_")}
    assert numbers == {constant(one): one.code for one in VERBS}
    assert {name: getattr(codes, name) for name in numbers} == numbers
    assert [one.code for one in VERBS] == list(range(len(VERBS)))
    assert len(names(VERBS)) == len(VERBS)
    assert set(MANEUVERS) <= names(VERBS)
    assert set(BoostManeuver.__args__) <= names(VERBS)  # type: ignore[attr-defined]


def test_numbers_fit_where_they_are_kept() -> None:
    most = len(VERBS) - 1
    assert most < 63  # the bits of the mask of verbs in play, but for its sign
    assert most <= 127
    assert STATE["roll_verb"].itemsize == 1
    assert all(len(one.arguments) <= 3 for one in VERBS)


def test_a_row_says_what_it_may_say() -> None:
    known = {one.name for one in fields(actions.Action)} - {"verb"} | set(UNWRITTEN)
    for one in VERBS:
        assert set(one.at) <= NODE_NAMES, one.name
        assert set(one.arguments) <= known, one.name
        assert one.about in ("", "target", "aspect", "zone"), one.name
        assert one.at or one.means, one.name
        assert not one.about or one.rolls, one.name
    assert {name for one in VERBS for name in one.at} == NODE_NAMES


def test_kinds_of_rolls_are_in_the_order_of_their_words() -> None:
    order = ("ATTACK", "DEFEND", "CREATE", "OVERCOME", "MOVE", "OPPOSE")
    assert [getattr(codes, f"{name}_ROLL") for name in order] == [
        ROLL_KINDS.index(name.lower()) for name in order
    ]
    for number, word in enumerate(verbs.ROLL_SKILLS):
        assert getattr(kinds, word.upper().replace(" ", "_")) == number


def test_every_verb_that_is_chosen_is_an_action() -> None:
    assert {name for name, _ in actions.VERBS.values()} == names(CHOSEN)
    assert set(actions.BY_NAME) == names(CHOSEN)


def test_every_verb_has_words() -> None:
    assert not set(PHRASES) & set(SAID)
    assert called({*PHRASES, *SAID}) == names(CHOSEN)


def test_every_verb_of_a_turn_and_every_roll_can_be_declared() -> None:
    assert set(DECLARED) == names([*ON_TURNS, *ROLLING]) - {"pass"}


def test_every_verb_that_can_be_left_out_means_something() -> None:
    """What comes up on a turn may be left out of a scenario."""
    assert set(verbs.VERB_NAMES) == set(meanings.ACTIONS)
    assert names(ON_TURNS) - {"pass"} <= set(verbs.VERB_NAMES)


def in_play(**fields: Any) -> set[str]:
    """The verbs in play in a small conflict."""
    mask = int(scene("war-of-ashes", "rolf", "hans", **fields).game.scene[0]["verbs"])
    return called(one.code for one in VERBS if (mask >> one.code) & 1)


def test_the_verbs_of_a_file_are_in_play_by_their_names() -> None:
    everything = {"area_attacks": True, "declare": "aspect"}
    assert in_play(rules=everything) == set(verbs.VERB_NAMES)
    assert in_play(actions=["attack", "full defense"]) == {"attack", "full defense"}
    assert in_play(rules={**everything, "maneuvers": []}) == set(verbs.VERB_NAMES) - set(MANEUVERS)


def test_the_planner_says_of_every_verb_whether_it_is_overlooked() -> None:
    assert not set(OVERLOOKED) & set(PLAIN)
    assert called({*OVERLOOKED, *PLAIN}) == names(CHOSEN)


def test_the_planner_says_of_every_roll_whether_it_is_estimated() -> None:
    assert not set(outcomes.ESTIMATED) & set(EXPANDED)
    assert called({*outcomes.ESTIMATED, *EXPANDED}) == names(ROLLING)


def test_the_planner_says_of_every_verb_of_a_turn_whether_it_moves() -> None:
    assert called(TURN_VERBS) == names(ON_TURNS)


def test_every_verb_of_a_turn_is_listed_and_carried_out() -> None:
    wanted = {constant(one) for one in ON_TURNS}
    assert wanted - named_in("nodes/turn", "nodes/fight", "nodes/work") == set()
    assert wanted - named_in("nodes/act") == set()


def test_every_verb_that_overcomes_achieves_something() -> None:
    overcoming = {
        constant(one) for one in VERBS if one.rolls and one.rolls[0] in ("overcome", "move")
    }
    assert overcoming - named_in("effects") == set()


def test_every_other_choice_is_listed_by_its_node() -> None:
    nodes = {f"nodes/{path.stem}" for path in (ENGINE / "nodes").glob("*.py")}
    assert {constant(one) for one in CHOSEN} - named_in(*nodes, "invokable") == set()
