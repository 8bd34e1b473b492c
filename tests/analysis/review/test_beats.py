"""Beats: all that happens is in one, turns begin them, and they add up to the play."""

from __future__ import annotations

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
    for side in (PLAYERS, GM):
        for beat in found.beats[:-1]:
            if beat.changes:
                first = beat.changes[0].reappraisal[side]
                moved = beat.totals(side).change - first
                assert beat.moved(side) == pytest.approx(moved, abs=1e-9)
    assert found.beats[-1].after == found.account.result
