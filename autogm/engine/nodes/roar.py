"""The Roar phase (R1, R6): before the first exchange, players first, the sides in turn, the GM at
most as often as the players.
"""

from __future__ import annotations

from autogm.engine.codes import N_ROAR, PLAYERS, V_PASS, V_ROAR
from autogm.engine.event_codes import EV_ACTION, rule
from autogm.engine.log import emit
from autogm.engine.nodes.roll import begin_roll
from autogm.engine.pack import add, first, second, verb_of
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import pop, push
from autogm.game.kernels import kernel

R1 = rule("R1")


@kernel
def legal_roar(scene: Scene, state: State, buffer: Buffer) -> int:
    """Nobody (more), or someone of the side who has not roared, with one approach."""
    side = state.pending[state.depth - 1, 2]
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    members = state.present & scene.side_mask[side] & ~state.acted
    fighter = 0
    while members >> fighter:
        if (members >> fighter) & 1:
            skills, skill = scene.roar_skills[fighter], 0
            while skills >> skill:
                if (skills >> skill) & 1:
                    count = add(buffer, count, V_ROAR, fighter, skill, 0)
                skill += 1
        fighter += 1
    return count


@kernel
def apply_roar(scene: Scene, state: State, action: int, log: Log) -> None:
    """A roar is rolled for against the ruleset's difficulty; then it is the other side's turn.
    The phase ends when the players have nobody else who wants to."""
    side = state.pending[state.depth - 1, 2]
    pop(state)
    if verb_of(action) == V_PASS:
        if side == PLAYERS:
            state.acted = 0
        else:
            push(state, N_ROAR, 0, PLAYERS, 0)
        return
    push(state, N_ROAR, 0, 1 - side, 0)
    fighter, skill = first(action), second(action)
    emit(log, EV_ACTION, fighter, V_ROAR, fighter, skill, 0, R1)
    state.acted = state.acted | (1 << fighter)
    begin_roll(scene, state, V_ROAR, fighter, -1, 0, scene.roar_difficulty, 0)
    state.roll_skill = skill
