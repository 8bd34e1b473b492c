"""Beats: all that happens is in one, turns begin them, and they add up to the play."""

from __future__ import annotations

from itertools import pairwise

import pytest

from autogm.analysis.review import review_moves
from autogm.engine.game import load_game
from autogm.game.contract import GM, PLAYERS
from autogm.planner.levels import setting
from tests.analysis.review.playing import battle_of

QUICK = setting("good")


@pytest.mark.parametrize("name", ["street-fight", "royal-court", "duel"])
def test_every_event_and_every_change_is_in_one_beat(name: str) -> None:
    game = load_game(name)
    moves = battle_of(game, "tactician")
    found = review_moves(game.new_initial_state(), moves, level=QUICK)
    events = [*game.opening(), *(e for one in moves for e in game.events(one.before, one.action))]
    told = [one.event for beat in found.beats for one in beat.events]
    assert [one.kind for one in told] == [one.kind for one in events]
    assert [one for beat in found.beats for one in beat.changes] == list(found.account.changes)
    for beat in found.beats:
        turns = [n for n, one in enumerate(beat.events) if one.event.kind == "turn"]
        assert len(turns) <= 1
        assert all(one.event.kind == "exchange" for one in beat.events[: turns[0] if turns else 0])
    assert [beat.number for beat in found.beats] == list(range(len(found.beats)))
    assert [beat.exchange for beat in found.beats] == sorted(
        beat.exchange or 0 for beat in found.beats
    )
    assert found.beats[-1].after == found.account.result


@pytest.mark.parametrize("to", [None, PLAYERS])
@pytest.mark.parametrize("name", ["royal-court", "guild-debate"])
def test_what_beats_moved_adds_up_and_ends_where_it_was_looked_at_again(
    name: str, to: int | None
) -> None:
    game, anew = load_game(name), 0.0
    moves = battle_of(game, "tactician", seed=2)
    found = review_moves(game.new_initial_state(), moves, level=QUICK, to=to)
    account, again = found.account, dict[int, float]()
    for before, one in pairwise(account.changes):
        again[before.move.number] = one.reappraisal[PLAYERS]
    for side in (PLAYERS, GM):
        assert found.beats[0].before == account.start
        assert all(one.after == other.before for one, other in pairwise(found.beats))
        moved = sum(one.moved(side) for one in found.beats)
        assert moved == pytest.approx(account.result[side] - account.start[side], abs=1e-9)
        for beat in found.beats:
            assert beat.totals(side).change == pytest.approx(beat.moved(side), abs=1e-9)
    for beat in found.beats:
        if beat.changes and beat.changes[-1] is not account.changes[-1]:
            left = beat.after[PLAYERS] - beat.changes[-1].worth[PLAYERS]
            assert left == pytest.approx(again[beat.changes[-1].move.number], abs=1e-9)
            anew += abs(left)
    assert anew > 0.1, "a play in which every look agreed with the one before"
