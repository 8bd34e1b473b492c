"""Reasons as sentences, out of the facts of a decision alone."""

from __future__ import annotations

from autogm.agents.base import Decision
from autogm.view.words.reasons import reason
from tests.table import Table, scene


def turn() -> Table:
    """Rolf's turn."""
    return scene("fate-core", "rolf Fight 3 Notice 2", "hans").turn("rolf")


def test_an_agent_that_nobody_knows_is_told_by_its_choice() -> None:
    table = turn()
    (attack,) = table.legal("attack", target="hans")
    said = reason(table.state, Decision(attack))
    assert said == f"Attacking Hans, out of {len(table.state.legal_actions())} choices"
    assert reason(table.state, Decision(attack, {"by": "somebody", "choices": 3})).endswith(
        "out of 3 choices"
    )


def test_facts_are_all_that_a_reason_is_made_of() -> None:
    """A side that is sure of one line and has only estimated the other."""
    table = turn()
    (attack,) = table.legal("attack", target="hans")
    action = table.game.describe(table.state, attack).as_dict()
    lines = [
        {"action": action, "value": 0.5, "turns": 2, "followed": True},
        {"action": {"verb": "pass"}, "value": 0.0, "turns": 0, "followed": False},
    ]
    facts = {"by": "planner", "choices": 2, "action": action, "solved": False, "lines": lines}
    assert reason(table.state, Decision(attack, facts)) == (
        "Attacking Hans looks best for the players, looking at most two turns past this one; next "
        "best is passing, 25 percentage points worse by the static estimate."
    )
    careful = scene("fate-core", "rolf Fight 3 Notice 2", "hans", stakes="careful").turn("rolf")
    assert reason(careful.state, Decision(attack, facts)) == (
        "Attacking Hans looks best for the players, looking at most two turns past this one; next "
        "best is passing, worse by what 25 percentage points of a chance to win would be worth "
        "by the static estimate."
    )
    other = {**lines[0], "action": {"verb": "pass"}, "value": 0.4995}
    alike = {**facts, "lines": [lines[0], other]}
    assert reason(careful.state, Decision(attack, alike)) == (
        "Attacking Hans looks best for the players, looking at most two turns past this one; "
        "passing is as good."
    )
    worse = {**facts, "lines": [{**lines[0], "value": -0.2}, lines[1]]}
    assert reason(table.state, Decision(attack, worse)).endswith(
        "; passed over is passing, 10 percentage points better by the static estimate."
    )
    assert reason(careful.state, Decision(attack, worse)).endswith(
        "; passed over is passing, better by what 10 percentage points of a chance to win would be "
        "worth by the static estimate."
    )
    erring = {**facts, "level": "mediocre"}
    assert reason(table.state, Decision(attack, erring)) == (
        "Attacking Hans looks best to Mediocre, which errs; next best is passing."
    )
    cruel = {"is": "cruel", "instead_of": {"verb": "pass"}, "costs": 0.2}
    assert reason(table.state, Decision(attack, {**erring, "temper": cruel})) == (
        "Attacking Hans; as the cruel do, instead of passing, which looks best to Mediocre, "
        "which errs."
    )
    assert reason(careful.state, Decision(attack, {**facts, "temper": cruel})).endswith(
        "; as the cruel do, instead of passing, at a cost of what 10 percentage points of a chance "
        "to win would be worth."
    )
    graph = {**facts, "estimate": 0.02}
    assert reason(table.state, Decision(attack, graph)) == (
        "Attacking Hans gives the players an estimated chance to win of 75.0%, with best play of "
        "both sides, of which 2.0% is estimated; next best is passing, with 50.0%."
    )
    solved = {**facts, "solved": True, "lines": lines[:1]}
    assert reason(table.state, Decision(attack, solved)) == (
        "Attacking Hans gives the players a chance to win of 75.0%, with best play of both sides."
    )
