"""Agents and plays of any kind of game, by the contract alone and without compiled code. Whatever
is drawn is keyed by seed, battle, and number of the choice or roll in it, so that every battle has
dice of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.game.contract import CHANCE, Playing


class Taken(NamedTuple):
    """One step of a play: the state before it, who decided what (nobody, for dice), the action or
    outcome, and the state after."""

    before: Any
    decision: Decision | None
    action: int
    after: Any


def any_choice(name: str, state: Any, source: RandomSource) -> Decision:
    """Any legal action of a state of any kind of game."""
    if isinstance(state.game, Playing):
        return own_choice(name, state, source)
    legal = state.legal_actions()
    chosen = legal[int(_drawn("choice", source) * len(legal))]
    action = state.game.describe(state, chosen).as_dict()
    return Decision(chosen, {"by": name, "choices": len(legal), "action": action})


def own_choice(name: str, state: Any, source: RandomSource) -> Decision:
    """What an agent chooses that is a kernel of the game."""
    chosen = state.game.chosen(state, name, source.seed, source.battle, source.step)
    action = state.game.describe(state, chosen).as_dict()
    return Decision(chosen, {"by": name, "choices": len(state.legal_actions()), "action": action})


def fallen(state: Any, source: RandomSource) -> int:
    """How the dice that are pending fall; `step` of the source is the number of the roll."""
    if isinstance(state.game, Playing):
        return state.game.fallen(state, source.seed, source.battle, source.step)
    outcomes = state.chance_outcomes()
    return _by_chance(outcomes, _drawn("dice", source))


def played(
    game: Any, seed: int, battle: int, agents: tuple[Agent, Agent], start: Any = None
) -> Iterator[Taken]:
    """The steps of one play, from `start` on or from the beginning."""
    state = game.new_initial_state() if start is None else start.clone()
    choices, rolls = 0, 0
    while not state.is_terminal():
        player, decision = state.current_player(), None
        if player == CHANCE:
            action = fallen(state, RandomSource(seed, battle, rolls))
            rolls += 1
        else:
            decision = agents[player].decide(state, RandomSource(seed, battle, choices))
            action, choices = decision.action, choices + 1
        after = state.child(action)
        yield Taken(state, decision, action, after)
        state = after


def _drawn(what: str, source: RandomSource) -> float:
    return Random(f"{what} {source.seed} {source.battle} {source.step}").random()


def _by_chance(outcomes: Sequence[tuple[int, float]], drawn: float) -> int:
    for (outcome, _), total in zip(outcomes, accumulate(one for _, one in outcomes), strict=True):
        if drawn < total:
            return outcome
    return outcomes[-1][0]
