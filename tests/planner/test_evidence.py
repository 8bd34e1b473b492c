"""What samples say of choices: how far they are believed, what they tell apart, how much they err,
and when no more are needed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from autogm.planner.search import evidence
from autogm.planner.search.evidence import (
    ENOUGH,
    HALF_AT,
    LUCK_SHARE,
    Evidence,
    Played,
)

Array = np.ndarray[Any, Any]


def played(changes: Array, luck: Array | float = 0.0, steps: int = 10) -> Played:
    """Samples with those changes and that luck."""
    rows = np.stack([changes, np.broadcast_to(luck, changes.shape)], axis=-1)
    return Played(rows, steps, np.full(len(rows), 6))


def test_evidence_is_shrunk_by_what_is_known_of_its_error() -> None:
    """Without evidence it is the tactician's order; much of it counts in full, and noise hardly."""
    random, none = np.random.default_rng(1), Evidence(np.array([0.1, 0.0]))
    assert none.best([0, 1]) == [0, 1]
    for spread, turned in ((0.01, True), (20.0, False)):
        table = Evidence(np.array([0.02, 0.0]))
        noise = random.normal(0, spread, (2, 400))
        noise -= noise.mean(axis=1, keepdims=True)
        changes = {0: played(noise[0] - 0.05), 1: played(noise[1] + 0.05)}
        table.take([0, 1], changes)
        assert (table.best([0, 1]) == [1, 0]) == turned
        assert table.is_clear([0, 1]) == turned
        expected = 0.1 * (1 if turned else 0) - 0.02
        assert table.worths[1] - table.worths[0] == pytest.approx(expected, abs=0.01)


def test_what_samples_do_not_tell_apart_is_as_the_tactician_likes_it() -> None:
    """Of three choices the tactician likes the third most and the second least; samples speak
    against the third, and for the second by less than they err, or by far more."""
    for noise, taken in ((0.3, 0), (0.001, 1)):
        table = Evidence(np.array([0.01, 0.0, 0.02]))
        assert table.settled() == 2, "nothing is known but what the tactician thinks"
        scatter = np.random.default_rng(3).normal(0, noise, (3, 40))
        scatter -= scatter.mean(axis=1, keepdims=True)
        means = np.array([[-0.03], [0.03], [-0.5]])
        rows = {number: played(scatter[number] + means[number]) for number in range(3)}
        table.take([0, 1, 2], rows)
        assert table.best([0, 1, 2])[0] == 1
        assert table.settled() == taken


@pytest.mark.parametrize("choices", [2, 3, 12])
def test_errors_are_those_that_means_have(choices: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What all choices meet alike in a sample is no error of theirs, and of the rest nothing is
    missing, however few are compared."""
    monkeypatch.setattr(evidence, "PRIOR", 1e6)  # nothing is shrunk
    random, told, apart = np.random.default_rng(4), [], []
    for _ in range(400):
        changes = random.normal(0, 1, (choices, 50)) + random.normal(0, 3, 50)
        table = Evidence(np.zeros(choices))
        table.take(range(choices), {one: played(row) for one, row in enumerate(changes)})
        told.append(np.hypot(table.errors[0], table.errors[1]))
        apart.append(table.worths[0] - table.worths[1])
    assert np.mean(told) == pytest.approx(math.sqrt(2 / 50), rel=0.05)
    assert np.std(apart) == pytest.approx(np.mean(told), rel=0.15)


def test_who_was_dropped_is_compared_in_its_own_samples() -> None:
    """Luck that all had in the first samples is not held for what the others have seen since."""
    table, luck = Evidence(np.zeros(3)), np.array([0.3, 0.5, 0.4, 0.2])
    table.take([0, 1, 2], dict.fromkeys(range(3), played(luck)))
    table.take([0, 1], {one: played(np.full(40, -0.2)) for one in range(2)})
    assert table.worths == pytest.approx(np.zeros(3))


def test_luck_is_taken_out_the_less_the_more_samples_there_are() -> None:
    """A choice that is ahead by luck alone: of few samples most of it is taken out, of many next to
    nothing. What is left of an equal lead that was no luck is more by nearly that much."""
    left = list[float]()
    for samples in (2, HALF_AT, 40 * HALF_AT):
        ahead, leads = np.full(samples, 0.3), list[float]()
        for luck in (0.3, 0.0):
            table = Evidence(np.zeros(2))
            table.take([0, 1], {0: played(np.zeros(samples)), 1: played(ahead, luck)})
            leads.append(table.worths[1] - table.worths[0])
        left.append(leads[0] / leads[1])
    assert left[0] == pytest.approx(1 - LUCK_SHARE, abs=0.06)
    assert left[1] == pytest.approx(1 - LUCK_SHARE / 2, abs=0.01)
    assert left[2] > 0.97


def test_luck_that_explains_the_scatter_tells_choices_apart() -> None:
    """Two choices that differ by a tenth, each with luck of its own: errors are smaller, and
    differences nearer to the truth, where luck is known."""
    random, errors, off = np.random.default_rng(8), list[float](), list[float]()
    for known in (True, False):
        told, apart = list[float](), list[float]()
        for _ in range(300):
            luck = random.normal(0, 0.3, (2, 10))
            table = Evidence(np.zeros(2))
            found = {
                one: played(luck[one] + 0.1 * one, luck[one] if known else 0.0) for one in range(2)
            }
            table.take([0, 1], found)
            told.append(float(table.errors[0]))
            apart.append(table.worths[1] - table.worths[0] - 0.1)
        errors.append(float(np.mean(told)))
        off.append(float(np.abs(apart).mean()))
    assert errors[0] < 0.8 * errors[1]
    assert off[0] < 0.8 * off[1]


def test_clear_choices_cost_little() -> None:
    """Two choices, one ahead by far less than what is clear, one by far more."""
    alike, apart = Evidence(np.zeros(2)), Evidence(np.zeros(2))
    noise = np.random.default_rng(2).normal(0, 0.05, ENOUGH)
    alike.take([0, 1], {0: played(noise, steps=100), 1: played(-noise, steps=100)})
    apart.take([0, 1], {one: played(np.full(ENOUGH, far)) for one, far in ((0, 0.1), (1, -0.1))})
    assert not alike.is_clear([0, 1])
    assert apart.is_clear([0, 1])
