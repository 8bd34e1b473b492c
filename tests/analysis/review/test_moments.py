"""The moments and decisions that a review names: the largest ones, in order, and to a side its own
decisions alone."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.analysis.review import Review, review_moves
from autogm.analysis.review.moments import LOST, MOVED, SHOWN, costliest
from autogm.engine.game import load_game
from autogm.game.contract import GM, PLAYERS
from autogm.game.registry import load_game as load_any
from autogm.planner.levels import setting
from tests.analysis.review.playing import battle_of
from tests.analysis.review.test_account import plain_moves

QUICK = setting("good")


def reviewed(to: int | None = None) -> Review:
    game = load_game("guild-debate")
    return review_moves(game.new_initial_state(), battle_of(game, "brawler"), level=QUICK, to=to)


def test_moments_are_those_that_dice_and_choices_moved_most() -> None:
    found = reviewed()
    assert 0 < len(found.moments) <= SHOWN
    numbers = [one.number for one in found.moments]
    assert numbers == sorted(numbers)
    least = 1e9
    for one in found.moments:
        if one is found.beats[-1]:  # the end, which counts whole
            assert abs(one.moved(PLAYERS)) >= MOVED
            continue
        done = one.totals(PLAYERS).luck + sum(one.totals(PLAYERS).judgement)
        assert done * one.moved(PLAYERS) > 0
        least = min(least, abs(done), abs(one.moved(PLAYERS)))
    assert least >= MOVED
    for one in (beat for beat in found.beats if beat.number not in numbers):
        done = one.totals(PLAYERS).luck + sum(one.totals(PLAYERS).judgement)
        explained = min(abs(done), abs(one.moved(PLAYERS))) if done * one.moved(PLAYERS) > 0 else 0
        assert explained <= least or explained < MOVED


def test_decisions_are_those_that_gave_most_away() -> None:
    found = reviewed()
    lost = sorted((one.lost for one in found.account.changes), reverse=True)
    assert [one.lost for one in found.decisions] == lost[: len(found.decisions)]
    assert len(found.decisions) == SHOWN
    assert found.decisions[-1].lost >= LOST
    for one in found.decisions:
        assert one.change.best in one.change.seen.legal_actions()
        assert one.chosen != one.better
        assert one.sentence().startswith(f"In exchange {one.exchange} ")
        assert one.sentence().endswith(f"better was to {one.better}.")


@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_a_side_is_told_its_own_decisions(side: int) -> None:
    found = reviewed(side)
    every = costliest(found.account, (1e-9, 1e-9), None, 10_000)
    own = costliest(found.account, (1e-9, 1e-9), side, 10_000)
    assert {one.change.side for one in own} == {side}
    assert len(own) < len(every)
    assert all(one.change.side == side for one in found.decisions)


def test_what_matters_in_a_scene_is_measured_by_its_stakes() -> None:
    """Its endings are worth −0.7 to 1 to the players, and −0.5 to 0.5 to the GM: three and one per
    cent of that are told, however much points and rolls could add."""
    game: Any = load_any("the-trial")
    small = 0
    for seed in range(8):
        found = review_moves(game.new_initial_state(), plain_moves(game, seed))
        moments, matter = {one.number for one in found.moments}, set[int]()
        for beat in found.beats[:-1]:
            done = beat.totals(PLAYERS).luck + sum(beat.totals(PLAYERS).judgement)
            moved = beat.moved(PLAYERS)
            if done * moved > 0 and min(abs(done), abs(moved)) >= 0.03 * 1.7:
                matter.add(beat.number)
                small += min(abs(done), abs(moved)) < MOVED * game.max_utility
        assert matter <= moments or len(moments) == SHOWN
        assert moments - {found.beats[-1].number} <= matter
        for one in found.decisions:
            assert one.lost >= 0.01 * (1.0 if one.side else 1.7)
    assert small, "none that points and rolls would have drowned"
