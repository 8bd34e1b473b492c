"""The moments and decisions that a review names: the largest ones, in order, and to a side its own
decisions alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from autogm.analysis.review import Review, review_moves
from autogm.analysis.review.moments import LOST, MOVED, SHOWN, costliest
from autogm.analysis.review.recap import recap
from autogm.engine.game import load_game
from autogm.game.contract import GM, PLAYERS
from autogm.game.registry import load_game as load_any
from autogm.planner.levels import setting
from tests.analysis.review.playing import battle_of
from tests.analysis.review.test_account import plain_moves

QUICK = setting("good")


@cache
def reviewed(to: int | None = None) -> Review:
    game = load_game("guild-debate")
    return review_moves(game.new_initial_state(), battle_of(game, "brawler"), level=QUICK, to=to)


def test_moments_are_the_turns_that_moved_most() -> None:
    """Worked out from the worths of the account alone: a turn ends where the first move of the next
    one was looked at."""
    found, anew = reviewed(), 0
    begins = [beat for beat in found.beats if beat.changes]
    stood = [beat.changes[0] for beat in begins]
    worths = [one.worth.players - one.luck.players - one.judgement.players for one in stood] + [
        found.account.result.players
    ]
    moved = {beat.number: after - before
             for beat, before, after in zip(begins, worths, worths[1:], strict=False)}  # fmt: skip
    ranked = sorted(moved, key=lambda one: -abs(moved[one]))
    ending = begins[-1].number  # its last blow is told as well, if it moved anything
    also = {ending} if abs(moved[ending]) >= MOVED else set()
    assert [one.number for one in found.moments] == sorted({*ranked[:SHOWN]} | also)
    for one in found.moments:
        assert one.moved(PLAYERS) == pytest.approx(moved[one.number])
        assert abs(moved[one.number]) >= MOVED
        done = one.totals(PLAYERS).luck + sum(one.totals(PLAYERS).judgement)
        anew += abs(moved[one.number] - done) > abs(done)
    assert anew, "a battle in which dice and choices explain the largest steps does not tell"


def test_the_turn_that_ends_it_is_told_beside_them() -> None:
    """Of this duel the blow that ends it moved less than three turns before it, and more than what
    is worth telling."""
    game = load_game("duel")
    found = review_moves(game.new_initial_state(), battle_of(game, "brawler", 6), level=QUICK)
    ranked = sorted(found.beats, key=lambda one: -abs(one.moved(PLAYERS)))
    last = found.beats[-1]
    assert last not in ranked[:SHOWN]
    assert [one.number for one in found.moments] == sorted(
        one.number for one in (*ranked[:SHOWN], last)
    )
    started = found.moves[: last.changes[0].move.number]
    unfinished = review_moves(game.new_initial_state(), started, level=QUICK)
    assert len(unfinished.moments) == SHOWN


def test_the_recap_names_the_largest_step_and_that_it_was_seen_later() -> None:
    found = reviewed()
    told = recap(found)
    largest = max(found.beats, key=lambda one: abs(one.moved(PLAYERS)))
    ends = [found.scale.told(one[PLAYERS]) for one in (largest.before, largest.after)]
    assert f"from {ends[0]} to {ends[1]}" in told
    later = 0
    for one in found.moments:
        done = one.totals(PLAYERS).luck + sum(one.totals(PLAYERS).judgement)
        later += abs(one.moved(PLAYERS) - done) > abs(done)
    assert told.count(", most of it seen only on looking again.") == later > 0


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
        found = review_moves(game.new_initial_state(), plain_moves(game, seed), level=QUICK)
        moments, matter = {one.number for one in found.moments}, set[int]()
        for beat in found.beats:
            moved = abs(beat.moved(PLAYERS))
            if moved >= 0.03 * 1.7:
                matter.add(beat.number)
                small += moved < MOVED * game.max_utility
        assert matter <= moments or len(moments) == SHOWN
        assert moments <= matter
        for one in found.decisions:
            assert one.lost >= 0.01 * (1.0 if one.side else 1.7)
    assert small, "none that points and rolls would have drowned"
