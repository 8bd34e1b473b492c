"""Handing battles to the loop costs little, whatever is noted of them."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.agents.playing import Recording, play_chunk
from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.game.kernels import INTERPRETED


@pytest.mark.skipif(INTERPRETED, reason="the compiler is off")
@pytest.mark.parametrize("measures", [False, True])
def test_the_compiler_knows_at_a_glance_what_it_is_handed(
    monkeypatch: pytest.MonkeyPatch, measures: bool
) -> None:
    """It works out the kind of a record from its fields but once: that takes longer than a battle.
    A pointer within a tuple would make it do so at every call."""
    from numba.np import numpy_support

    game, agents = load_game("duel"), seats("tactician")
    asked: list[Any] = []
    whole = numpy_support.from_struct_dtype

    def counted(kind: Any) -> Any:
        asked.append(kind)
        return whole(kind)

    play_chunk(game, 1, 0, 1, agents, None, measures, Recording.NOTHING)
    monkeypatch.setattr(numpy_support, "from_struct_dtype", counted)
    play_chunk(game, 1, 1, 3, agents, None, measures, Recording.NOTHING)
    assert not asked
