"""What speaks for a choice: each term of the value is left out in turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autogm.agents.base import Decision
from autogm.agents.roster import seats
from autogm.analysis.grounds import SETTLED, TERMS, decided_by, grounds, in_words, reasoned
from autogm.engine.codes import N_CONCEDE, PLAYERS
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.lab.replay import replay
from autogm.planner.evaluation import parameters
from autogm.planner.evaluation.weights import FEATURES, Weights, shipped_weights
from autogm.view.telling import why
from tests.table import scene


def decisions(name: str, seed: int = 1, who: str = "tactician") -> Iterator[tuple[State, Decision]]:
    game = load_game(name)
    for step in replay(game, seed, 0, seats(who, encounter=game.encounter)):
        if step.decision is not None and step.before is not None:
            yield step.before, step.decision


def test_every_term_has_words() -> None:
    assert tuple(TERMS) == (SETTLED, *FEATURES)


def test_a_blow_that_may_end_it_is_struck_for_that() -> None:
    """Whoever attacks may win now, and whoever creates an advantage may not."""
    sheets = {"bob": {"tracks": {"physical": 1}, "consequences": {"mild": 0, "moderate": 0}}}
    table = scene("fate-core", "ann Fight 4", "bob Fight 1", sheets=sheets).turn("ann")
    attack, create = table.legal("attack", target="bob")[0], table.legal("create")[0]
    found = grounds(table.state, attack, create)
    assert found[0].term == SETTLED
    assert in_words(table.state, found).startswith(
        "What speaks for it most is what it may settle at once ("
    )


def test_where_one_term_is_all_that_is_weighed_no_other_brings_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = {name: 0.6 if name == "invokes" else 0.0 for name in FEATURES}
    only = Weights(alone, shipped_weights().undecided)
    monkeypatch.setattr(parameters, "shipped_weights", lambda: only)
    told = 0
    for state, decision in decisions("loading-bay"):
        by_name = {one.term: one.brings for one in decided_by(state, decision)}
        told += abs(by_name.pop("invokes", 0.0)) > 0.01
        by_name.pop(SETTLED, None)
        assert list(by_name.values()) == pytest.approx([0.0] * len(by_name), abs=1e-9)
    assert told > 5


def test_what_is_not_in_a_conflict_brings_nothing() -> None:
    """No weight counts in this ruleset, and nobody has an objective."""
    told = [decided_by(*one) for one in decisions("duel", 3)]
    assert sum(bool(one) for one in told) > 3
    for one in told:
        brings = {ground.term: ground.brings for ground in one}
        assert brings.get("objective", 0.0) == pytest.approx(0.0, abs=1e-12)


def test_what_is_behind_has_nothing_that_speaks_for_it() -> None:
    compared = 0
    for state, decision in decisions("loading-bay"):
        if found := decided_by(state, decision):
            other = state.game.action_of(state, decision.facts["lines"][1]["action"])
            assert grounds(state, decision.action, other) == found
            assert grounds(state, other, decision.action) == ()
            compared += 1
        if state.node() == N_CONCEDE:
            assert found == ()
    assert compared > 5


def test_the_most_telling_is_said_first_and_what_speaks_against_it() -> None:
    said = []
    for state, decision in decisions("lizardfolk-camp", 11):
        found = decided_by(state, decision)
        words = in_words(state, found)
        if not words:
            continue
        said.append(words)
        first = max(found, key=lambda one: one.brings)
        assert words.startswith(f"What speaks for it most is {TERMS[first.term]} (")
        against = min(found, key=lambda one: one.brings)
        if "against it" in words:
            assert f"what speaks against it is {TERMS[against.term]} (" in words
    assert len(said) > 10
    assert any("against it" in one for one in said)


def test_nothing_speaks_for_what_a_level_that_errs_takes_for_best() -> None:
    """It does not see what the terms would say."""
    weighed = [one for one in decisions("duel", 3) if decided_by(*one)]
    assert weighed
    for state, decision in weighed:
        erring = Decision(decision.action, {**decision.facts, "level": "mediocre"})
        assert decided_by(state, erring) == ()


def test_facts_of_a_save_may_be_anything() -> None:
    state, decision = next(decisions("duel"))
    cost = {"action": {"verb": "name cost", "cost": "zzz"}, "value": 0.0}
    juggle = {"action": {"verb": "juggle"}, "value": 0.0}
    broken: list[Any] = [[{}, {}], [juggle] * 2, [cost] * 2, "ab", [None, 1], 5, None]
    for lines in broken:
        assert decided_by(state, Decision(decision.action, {"lines": lines})) == ()
    assert reasoned(state, Decision(decision.action)) == why(state, Decision(decision.action))


def test_whoever_may_not_know_everything_is_told_what_it_could_find_itself(tmp_path: Path) -> None:
    """What speaks for a choice is worked out from the conflict as it is known: the players are told
    the same whoever is still to come."""
    text = Path("scenarios/hold-the-bridge.yaml").read_text("utf-8")
    later = "skills: {Forceful: 1, Careful: 1}"  # of the shield-bearers, who arrive in exchange 4
    assert later in text
    stronger = tmp_path / "stronger.yaml"
    stronger.write_text(text.replace(later, "skills: {Forceful: 4, Careful: 3}"))
    other, told, spoken = load_game(stronger), 0, 0
    for state, decision in decisions("hold-the-bridge", 3):
        plain, said = why(state, decision, PLAYERS), reasoned(state, decision, PLAYERS)
        if state.exchange < 4:
            assert state.game.known(state, PLAYERS) is not None
            assert said.startswith(plain)
            assert said == reasoned(State(other, state.record.copy()), decision, PLAYERS)
            spoken += "As far as you know, what speaks for it" in said.removeprefix(plain)
        told += said != plain
        if spoken > 5 and told > spoken:
            return
    raise AssertionError("nothing is hidden there, or nothing comes to light")
