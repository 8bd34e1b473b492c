"""Recorded battles of a conflict, played from Python: `autogm.agents.playing` with a record of each
battle (`autogm.agents.recorded`).
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import local
from typing import Any

import numpy as np

from autogm.agents import battles
from autogm.agents.base import Agent, RandomSource
from autogm.agents.playing import evaluators_of, numbers_of, thinker_of
from autogm.agents.recorded import RECORD, play_battles, play_until_asked
from autogm.agents.roster import entries_of
from autogm.agents.tactician import TacticianAgent
from autogm.engine.codes import SETTLE
from autogm.engine.entries import apply_at, legal_at
from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import LOG, STATE, TALLIES
from autogm.engine.state import State
from autogm.engine.step import apply
from autogm.game.kernels import pointer
from autogm.game.loop import OUTSIDE, RESULT_COLUMNS
from autogm.game.rows import rows
from autogm.planner.turn.tactician import weigh, weigh_nothing


class _Rooms(local):
    """The memory that each thread reuses."""

    records: Any = None


_rooms = _Rooms()


def _room(number: int) -> Any:
    """So many empty records: those that this thread had before, cleared as far as they were used,
    since most of a record's exchanges are never reached."""
    if _rooms.records is None or len(_rooms.records) < number:
        _rooms.records = np.zeros(number, RECORD)
        return _rooms.records
    records = _rooms.records
    for name in ("count", "taken", "struck", "gone", "current", "moments"):
        records[name] = 0
    used = int(records["kept"].max()) + 2  # the last exchange of a battle does not end
    records["moment"][:, :used] = 0
    return records[:number]


@dataclass(frozen=True)
class Recorded:
    """Battles `first`, `first + 1` and so on: their rows of results as `autogm.agents.battles`
    writes them, and their records (`RECORD`). `opened` is the exchange they began in."""

    first: int
    opened: int
    results: Any
    records: Any


def needed(agents: tuple[Agent, Agent]) -> list[Any]:
    """The entries that recorded battles of these agents call."""
    outside = OUTSIDE in numbers_of(agents)
    loop = [play_until_asked, legal_at] if outside else [play_battles]
    thinks = any(isinstance(one, TacticianAgent) for one in agents)
    asked = entries_of(agents) if outside else []
    return [apply_at, *loop, weigh if thinks else weigh_nothing, *asked]


def record_battles(
    game: Game, seed: int, first: int, last: int, agents: tuple[Agent, Agent],
    start: State | None = None, *, moments: bool = True, reused: bool = False,
) -> Recorded:  # fmt: skip
    """Battles `first` up to `last`, from `start` on or from the beginning. Without `moments` how
    everybody stood is recorded for the end of the battle alone. Where memory is `reused`, which
    takes far less time, the records hold until the next call by the same thread. (There is one more
    than battles: the loop points there after the last.)"""
    opening = game.first_record if start is None else start.record
    opened = max(1, int(opening[0]["exchange"]))
    log, tallies = np.zeros(1, LOG), np.zeros(1, TALLIES)
    log["on"] = 1
    results = np.zeros((last - first, RESULT_COLUMNS), np.int64)
    records = _room(last - first + 1) if reused else np.zeros(last - first + 1, RECORD)
    records["exchange"], records["kept"] = opened, opened - 1
    records[0]["moments"] = moments
    players, gm = numbers_of(agents)
    counts = (rows(tallies), rows(records))
    weighs = thinker_of(agents)
    if OUTSIDE in (players, gm):
        for battle in range(first, last):
            _ask(game, opening.copy(), seed, battle, battle - first, agents, log, counts, results)
        return Recorded(first, opened, results, records[:-1])
    states = np.zeros(2, STATE)
    states[0] = opening[0]
    play_battles(
        pointer(apply), weighs, game.scene_rows, rows(states), seed, first, last, players, gm,
        evaluators_of(game, agents), new_buffer(2), rows(log), counts, results,
    )  # fmt: skip
    return Recorded(first, opened, results, records[:-1])


def _ask(
    game: Game, record: Any, seed: int, battle: int, row: int, agents: tuple[Agent, Agent],
    log: Any, counts: Any, results: Any,
) -> None:  # fmt: skip
    """One battle in which agents that are no kernels are asked, played on `record`."""
    (players, gm), evaluators = numbers_of(agents), evaluators_of(game, agents)
    buffer, action, weighs = new_buffer(), SETTLE, thinker_of(agents)
    while play_until_asked(
        pointer(apply), weighs, game.scene_rows, rows(record), seed, battle, row, players, gm,
        evaluators, action, buffer, rows(log), counts, results,
    ):  # fmt: skip
        state = State(game, record.copy())
        source = RandomSource(seed, battle, int(results[row, battles.R_CHOICES]))
        action = agents[state.current_player()].decide(state, source).action
