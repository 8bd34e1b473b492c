"""Fitting the policy: a conditional logit finds the weights that choices were made by, and what it
writes is what is read again; the search in battles changes nothing but what it is to.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autogm.engine.codes import N_TURN, V_ATTACK
from autogm.planner.policy.names import TURN
from autogm.planner.policy.tables import N_VERBS
from autogm.planner.policy.weights import FEATURES, MOST_FEATURES, read_policy, shipped_policy
from evaluation.policy_fit import SOFT, Choices, as_text, fit, given_away, problem
from evaluation.policy_search import Places, Search, search


def test_it_finds_the_weights_that_choices_were_made_by() -> None:
    random = np.random.default_rng(1)
    width = len(FEATURES["turn"])
    true = np.zeros(MOST_FEATURES)
    true[:width] = random.normal(size=width)
    choices = Choices()
    for conflict in range(3000):
        rows = random.normal(size=(5, MOST_FEATURES))
        choices.rows.append(rows)
        choices.verbs.append(np.full(5, N_TURN * N_VERBS + V_ATTACK))
        choices.worths.append(SOFT * (rows @ true))
        choices.conflicts.append(conflict)
    one = problem(choices, TURN)
    weights = fit(one)
    assert weights[:width] == pytest.approx(true[:width], abs=0.3)  # drawn to 0 a little
    lost, blind, number = given_away(one, weights)
    assert number == 600
    assert lost < 0.02 * blind


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    path.write_text(as_text(shipped_policy()))
    assert (read_policy(path).by_family() == shipped_policy().by_family()).all()
    assert (read_policy(path).by_node() == shipped_policy().by_node()).all()


def test_weights_in_a_row_are_the_policy() -> None:
    weights = shipped_policy()
    places = Places.of(weights)
    row = places.read(weights)
    again = places.policy(row)
    assert (again.by_family() == weights.by_family()).all()
    assert (again.by_node() == weights.by_node()).all()
    assert not (places.policy(row + 1.0).by_family() == weights.by_family()).all()


def test_a_search_writes_a_policy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "found.yaml"
    weights = shipped_policy()
    search(Search(weights, [weights], 1), weights, 1, 5, path)
    assert set(read_policy(path).features) == set(FEATURES)
    assert "after 1 steps" in capsys.readouterr().out
