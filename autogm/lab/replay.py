"""One battle of a simulation step by step: the same seed and number play it again to the last die,
here with every event in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.battles import MAX_BATTLES
from autogm.agents.falls import Falls
from autogm.agents.playing import check_start
from autogm.engine.codes import CHANCE, TERMINAL
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.view.telling import BETWEEN_ROLLS
from autogm.view.totals import Totals
from autogm.view.words.events import EventWords
from autogm.view.words.reasons import reason


@dataclass(frozen=True)
class Step:
    """One step of a battle: who chose what and why (nobody, for dice), and what happened. `after`
    is the state that it led to, `before` the one in which somebody chose. What is told `to` a side
    alone is in the terms of `game`, the conflict as that side knows it after the step."""

    number: int
    side: str | None
    decision: Decision | None
    action: int
    events: tuple[Event, ...]
    after: State
    before: State | None = None
    game: Game | None = None
    to: int | None = None

    def as_dict(self, game: Game) -> dict[str, Any]:
        """As plain data; `state` is the line of the state before a choice. For a side, what
        happened alone: states, codes and reasons are about everything there is."""
        said = None
        words = EventWords(self.game or game)
        if self.to is not None:
            return {"step": self.number, "events": [words.as_dict(one) for one in self.events]}
        if self.decision is not None and self.before is not None:
            said = {
                "side": self.side,
                "action": self.decision.facts.get("action"),
                "reason": reason(self.before, self.decision),
            }
        return {
            "step": self.number,
            "code": self.action,
            "state": None if self.before is None else game.serialize(self.before),
            "decision": said,
            "events": [words.as_dict(event) for event in self.events],
        }


def replay(
    game: Game,
    seed: int,
    battle: int,
    agents: tuple[Agent, Agent],
    start: State | None = None,
    to: int | None = None,
) -> Iterator[Step]:
    """The steps of battle number `battle`, as `simulate` plays it, from `start` on or from the
    beginning; with all events, or with those that may be told `to` a side. What happened before a
    start is unknown, so that the first step has no events, and a roll that is under way there has
    no running totals.

    Raises:
        ValueError: at once, for a battle number out of range, and for a start of another conflict,
            or one at which it is over.
    """
    if not 0 <= battle < MAX_BATTLES:
        raise ValueError(f"battles are numbered from 0 to {MAX_BATTLES - 1}, so none is {battle}")
    check_start(game, start)
    return _steps(game, seed, battle, agents, start, to)


def _steps(
    game: Game,
    seed: int,
    battle: int,
    agents: tuple[Agent, Agent],
    start: State | None,
    to: int | None,
) -> Iterator[Step]:
    state = game.new_initial_state() if start is None else start.clone()
    opening = tuple(game.opening(to)) if start is None else ()
    yield Step(0, None, None, -1, opening, state.clone(), None, _known(state, to), to)
    falls = Falls(seed, battle)
    totals = Totals(known=start is None or start.node() in BETWEEN_ROLLS)
    choices, number = 0, 0
    while (player := state.current_player()) != TERMINAL:
        number += 1
        decision: Decision | None = None
        before: State | None = None
        if player == CHANCE:
            action = falls.fall(state)
        else:
            before = state.clone()
            decision = agents[player].decide(state, RandomSource(seed, battle, choices))
            action = decision.action
            choices += 1
        side = state.side()
        events = totals.follow(game.events(state, action, to))
        state.apply_action(action)
        after = state.clone()
        yield Step(number, side, decision, action, events, after, before, _known(after, to), to)


def _known(state: State, to: int | None) -> Game:
    """The conflict in whose terms a side is told what has happened."""
    known = None if to is None else state.game.known(state, to)
    return state.game if known is None else known.game
