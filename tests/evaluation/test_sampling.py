"""What samples gain: each dealt once and as they fall, and choices held against samples that no
search has seen."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.search.rollouts import ENDLESS, Root, Sampler, fighters_in, key_of
from autogm.planner.search.samples import END_OF_SAMPLE
from autogm.planner.turn.tactician import Tactician
from autogm.rules.loading import settle
from evaluation import sampling
from evaluation.foresight import drawn_turn
from tests.large import large_scenario


@cache
def turn() -> State:
    """A turn of some who fight, with something to sample."""
    state = drawn_turn(Game(settle(large_scenario(sampling.FIRST))), Random(2))
    assert state is not None
    assert fighters_in(state) >= sampling.FEWEST
    return state


def asked(state: State, end: int, most: int) -> tuple[Root, int, int, int, int, int, int, int]:
    """The arguments for samples of the turn as it stands."""
    mover = int(state.record[0]["pending"][int(state.record[0]["depth"]) - 1, 1])
    begun = int(state.record["acted"][0]).bit_count()
    root = Root(0, 0.0, state.record, mover)
    return root, state.current_player(), state.exchange, begun, key_of(state), 0, end, most


@pytest.mark.parametrize("turns", [2, ENDLESS])
def test_what_is_dealt_is_what_falls(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "HELD", 4)
    deck, sampler = sampling.Deck(Tactician(turn().game)), Sampler(Tactician(turn().game))
    fallen, steps = sampler.play(*asked(turn(), 12, 1 << 40), turns)
    for _ in range(2):
        dealt, taken = deck.play(*asked(turn(), 12, 1 << 40), turns)
        assert np.array_equal(dealt, fallen)
        assert taken == steps
    cut, taken = deck.play(*asked(turn(), 12, steps // 2), turns)
    assert taken == steps // 2
    assert 0 < len(cut) < 12
    assert np.array_equal(cut, fallen[: len(cut)])


def test_what_a_choice_is_truly_worth_is_seen_by_no_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "ASKED", 6)
    monkeypatch.setattr(sampling, "HELD", 10)
    deck = sampling.Deck(Tactician(turn().game))
    dealt, _ = deck.play(*asked(turn(), 100, 1 << 40))
    assert len(dealt) == 6
    fallen, _ = Sampler(Tactician(turn().game)).play(*asked(turn(), 16, 1 << 40))
    assert deck.ends[0] == pytest.approx(fallen[6:, END_OF_SAMPLE].mean())


def test_a_choice_is_held_against_the_tacticians(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a choice is truly worth its number, better is by how many numbers, and none for the
    tactician's own."""

    class Rigged(sampling.Deck):
        def play(self, root: Root, *others: int) -> tuple[np.ndarray[Any, Any], int]:
            self.ends[root.place] = float(root.place)
            return super().play(root, *others)

    monkeypatch.setattr(sampling, "ASKED", 20)
    monkeypatch.setattr(sampling, "HELD", 20)
    monkeypatch.setattr(sampling, "Deck", Rigged)
    swing = float(Tactician(turn().game).parameters["swing"][0])
    found = sampling.taken_on(turn(), [5_000, 20_000, 400_000])
    assert len(found) == 4
    assert all(0 < one.samples <= 20 for one in found)
    for one in found:
        numbers = one.better * swing
        assert numbers == pytest.approx(round(numbers))
        assert one.otherwise == (round(numbers) != 0)
    assert any(one.otherwise for one in found)


def test_figures_are_printed_or_told_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sampling, "ASKED", 8)
    monkeypatch.setattr(sampling, "HELD", 8)
    sampling.main(["--levels", "great", "--turns", "2", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert [one["who"] for one in told] == ["great", sampling.KNOWING]
    assert all(one["turns"] == 2 for one in told)
    sampling.main(["--levels", "great", "--turns", "2"])
    shown = capsys.readouterr().out
    assert "positions of" in shown
    assert f"{told[0]['better']['mean']:.4f}" in shown
