"""Battles of a conflict played from Python: in compiled code as far as the agents are kernels, and
asking those that are none. They are counted in runs of one after the other; the same seed gives the
same battles, whoever plays which run.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import numpy as np

from autogm.agents import battles, noted
from autogm.agents.base import Agent, RandomSource
from autogm.agents.counting import paid_before
from autogm.agents.measured import NO_MEASURES, measuring
from autogm.agents.recorded import recording
from autogm.agents.roster import CompiledAgent, entries_of
from autogm.agents.skirmisher import SkirmisherAgent
from autogm.agents.tactician import TacticianAgent
from autogm.engine.codes import SETTLE
from autogm.engine.entries import apply_at, legal_at
from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import LOG, STATE, TALLIES
from autogm.engine.state import State
from autogm.engine.step import apply
from autogm.game.kernels import pointer
from autogm.game.loop import OUTSIDE
from autogm.game.rows import copied, rows
from autogm.planner.turn.tactician import NO_EVALUATOR, Evaluator, weigh, weigh_nothing

Array = np.ndarray[Any, Any]
EvaluatingAgent = TacticianAgent | SkirmisherAgent


class Recording(Enum):
    """What is recorded of each battle besides what is counted: nothing, how it ended, or also how
    everybody stood at the end of each exchange."""

    NOTHING = auto()
    ENDS = auto()
    EXCHANGES = auto()


@dataclass(frozen=True)
class Chunk:
    """Battles `first`, `first + 1` and so on: their rows of results, what they counted in all, and
    the sums of their squares by battle; where they were measured, the luck of their dice and their
    course (`autogm.agents.measured`); where they were recorded, their records
    (`autogm.agents.recorded`). `opened` is the exchange that they began in, `gone` a bit mask of
    the fighters who were out of it before."""

    first: int
    opened: int
    gone: int
    results: Array
    tallies: Array
    squares: Array
    luck: Array | None = None
    course: Array | None = None
    records: Any = None


def needed(agents: tuple[Agent, Agent], measures: bool = False, records: bool = False) -> list[Any]:
    """The entries that battles of these agents call, noted or only counted, so that they can be
    compiled side by side before."""
    notes = measures or records
    outside, module = OUTSIDE in numbers_of(agents), noted if notes else battles
    loop = [module.play_until_asked, legal_at] if outside else [module.play_battles]
    thinks = any(isinstance(one, TacticianAgent) for one in agents)
    asked = entries_of(agents) if outside else []
    return [apply_at, *loop, weigh if thinks else weigh_nothing, *asked]


def check_start(game: Game, start: State | None) -> None:
    """Whether battles of a game can be played on from a state (none: from the beginning).

    Raises:
        ValueError: where it belongs to another conflict, or the conflict is over in it.
    """
    if start is None:
        return
    if start.game.fingerprint != game.fingerprint:
        raise ValueError("this state belongs to another conflict")
    if start.is_terminal():
        raise ValueError("the conflict is over in this state: there is nothing left to play")


def play_chunk(
    game: Game,
    seed: int,
    first: int,
    last: int,
    agents: tuple[Agent, Agent],
    start: State | None = None,
    measures: bool = False,
    records: Recording = Recording.NOTHING,
    *,
    reused: bool = False,
) -> Chunk:
    """Battles `first` up to `last`, counted, from `start` on or from the beginning; where it
    `measures`, with the luck of their dice and their course; where it `records`, with a record of
    each, which holds until the thread's next call if memory is `reused`."""
    opening = game.first_record if start is None else start.record
    opened = max(1, int(opening[0]["exchange"]))
    log, tallies = np.zeros(1, LOG), np.zeros(1, TALLIES)
    log["on"] = 1
    results = np.zeros((last - first, battles.RESULT_COLUMNS), np.int64)
    players, gm = numbers_of(agents)
    kept, luck, course, scratch = noted.NO_RECORDS, None, None, NO_MEASURES
    if measures:
        scratch, luck, course = measuring(game, last - first, weighs=_weighs(agents))
    if records is not Recording.NOTHING:
        moments = records is Recording.EXCHANGES
        kept = recording(last - first, opening[0], moments=moments, reused=reused)
    counts: Any = rows(tallies)
    loop: Any = battles
    if measures or len(kept):
        counts, loop = noted.Noted(counts, rows(kept), scratch), noted
    if OUTSIDE in (players, gm):
        for battle in range(first, last):
            record = opening.copy()
            _play_asking(
                game, record, seed, battle, battle - first, agents, log, counts, results,
                loop.play_until_asked,
            )  # fmt: skip
    else:
        states = np.zeros(2, STATE)
        states[0] = opening[0]
        loop.play_battles(
            pointer(apply), thinker_of(agents), game.scene_rows, rows(states), seed, first, last,
            players, gm, evaluators_of(game, agents), new_buffer(2), rows(log), counts, results,
        )  # fmt: skip
    made = kept[:-1] if len(kept) else None
    if start is not None and (before := paid_before(game, opening)).any():
        _include(before, last - first, tallies[0], made)
    gone = int(opening[0]["out"] | opening[0]["conceded"] | opening[0]["escaped"])
    return Chunk(
        first, opened, gone, results, tallies[0]["count"], tallies[0]["squares"], luck, course, made
    )


def _weighs(agents: tuple[Agent, Agent]) -> bool:
    """Whether somebody takes so long for a choice that weighing what dice bring is worth while."""
    asked = OUTSIDE in numbers_of(agents)
    return asked or any(isinstance(one, TacticianAgent) for one in agents)


def _include(before: Array, battles: int, tallies: Any, records: Any) -> None:
    """Count in each of so many battles what was paid before they began."""
    tallies["squares"] += before * (2 * tallies["count"] + battles * before)
    tallies["count"] += battles * before
    if records is not None:
        records["count"] += before.astype(records["count"].dtype)


def numbers_of(agents: tuple[Agent, Agent]) -> tuple[int, int]:
    """Both agents as kernels know them."""
    players, gm = (
        one.number if isinstance(one, CompiledAgent | EvaluatingAgent) else OUTSIDE
        for one in agents
    )
    return players, gm


def evaluators_of(game: Game, agents: tuple[Agent, Agent]) -> tuple[Evaluator, Evaluator]:
    """The evaluators of both agents, as kernels take them."""
    players, gm = (
        one.evaluator(game) if isinstance(one, EvaluatingAgent) else NO_EVALUATOR for one in agents
    )
    return players, gm


def thinker_of(agents: tuple[Agent, Agent]) -> Any:
    """The entry that weighs choices, as kernels take it."""
    thinks = any(isinstance(one, TacticianAgent) for one in agents)
    return pointer(weigh if thinks else weigh_nothing)


def _play_asking(
    game: Game, record: Array, seed: int, battle: int, row: int, agents: tuple[Agent, Agent],
    log: Array, counts: Any, results: Array, play_until_asked: Any,
) -> None:  # fmt: skip
    """One battle in which agents that are no kernels are asked, played on `record`."""
    (players, gm), evaluators = numbers_of(agents), evaluators_of(game, agents)
    buffer, action, weighs = new_buffer(), SETTLE, thinker_of(agents)
    while play_until_asked(
        pointer(apply), weighs, game.scene_rows, rows(record), seed, battle, row, players, gm,
        evaluators, action, buffer, rows(log), counts, results,
    ):  # fmt: skip
        state = State(game, copied(record))
        source = RandomSource(seed, battle, int(results[row, battles.R_CHOICES]))
        action = agents[state.current_player()].decide(state, source).action
