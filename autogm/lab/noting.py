"""What it takes to note the dice of battles, which is what taking their luck out costs: timed with
the battles at hand, on this machine.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from autogm.agents.playing import play_chunk

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.engine.game import Game
    from autogm.engine.state import State

ENOUGH = 0.02
"""Seconds that so many battles take that they can be timed."""
SLOW = 0.25
"""Seconds of one battle beside which noting its dice is nothing."""
TURNS = 7
"""Times that the same battles are played, each way; the quickest counts, since whatever else the
machine does can only make them slower."""


def noting_takes(
    game: Game, seed: int, agents: tuple[Agent, Agent], start: State | None = None
) -> float:
    """How many times as long battles take whose dice are noted: 1 where they think for so long that
    it makes no difference, on this thread or on those that search for them."""

    def seconds(battles: int, *, measures: bool) -> float:
        began = time.thread_time()
        play_chunk(game, seed, 0, battles, agents, start, measures)
        return time.thread_time() - began

    for measures in (False, True):  # loaded before anything is timed
        began = time.perf_counter()
        if max(seconds(1, measures=measures), time.perf_counter() - began) > SLOW:
            return 1.0
    battles = 1
    while seconds(battles, measures=False) < ENOUGH:
        battles *= 2
    plain = noted = float("inf")
    for _ in range(TURNS):
        plain = min(plain, seconds(battles, measures=False))
        noted = min(noted, seconds(battles, measures=True))
    return noted / plain
