"""What tests of weaker levels ask: a brawl, the choices in it, and how a player who errs reads
them.
"""

from __future__ import annotations

import numpy as np

from autogm.engine.codes import CHANCE, N_DUEL, N_TURN, V_PASS, VERB_SHIFT
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.levels import Budget, Misjudgement
from autogm.planner.misjudge import OPENINGS, PREPARES, Perception
from autogm.planner.plain_sight import PlainSight, Sight
from autogm.planner.search.beam import Line, Thought
from autogm.planner.turn.tactician import Tactician
from tests.table import scene

LOOK = Budget(positions=500, turns=0, states=0)


def brawl() -> Game:
    return scene(
        "fate-core", "ann@a Fight 3; cid@a Fight 1", "bob@b Fight 2; dan@a Fight 2", "a - b",
        pool=2,
    ).game  # fmt: skip


def asked(game: Game, battles: int = 2, seed: int = 3, within: bool = False) -> list[State]:
    """States of random play in which it is decided what a turn is about; the choices `within` its
    rolls instead."""
    random, found = np.random.default_rng(seed), []
    for _ in range(battles):
        state = game.new_initial_state()
        while not state.is_terminal():
            chooses = state.current_player() != CHANCE
            if chooses and (state.node() in OPENINGS) != within:
                found.append(state.clone())
            state.apply_action(int(random.choice(state.legal_actions())))
    return found


def perception(game: Game, how: Misjudgement) -> Perception:
    """The perception of who misjudges so."""
    return Perception(Tactician(game), how)


def sight(state: State) -> Sight:
    """What is plain to see in a state."""
    return PlainSight(state.game, parameters_of(state.game)).of(state)


def idle(state: State) -> int:
    """How many of the choices would be idle beside an enemy, or a step away from one, or where
    there is something to prepare that is as good."""
    verbs = [one >> VERB_SHIFT for one in state.legal_actions()]
    prepares = state.node() == N_TURN and any(verb in PREPARES for verb in verbs)
    return verbs.count(V_PASS) if prepares or not_to_wait(state) else 0


def not_to_wait(state: State) -> bool:
    """Whether somebody could be hurt, here or a step away."""
    return sight(state).can_hurt or sight(state).engages


def thrown_again(state: State) -> set[int]:
    """The choices that would throw dice again which have succeeded."""
    record, scene = state.record[0], state.game.scene[0]
    acts = int(scene["side"][int(record["roll_actor"])]) == state.current_player()
    ahead = int(record["margin"]) * (1 if acts else -1) > 0
    said = [state.game.describe(state, one) for one in state.legal_actions()]
    again = {place for place, one in enumerate(said) if one.mode == "reroll"}
    return again if ahead and state.node() == N_DUEL else set()


def even(state: State, worth: float = 0.0) -> Thought:
    """A thought in which all choices are worth the same."""
    count = len(state.legal_actions())
    return Thought(tuple(Line(place, worth, 0) for place in range(count)), count)
