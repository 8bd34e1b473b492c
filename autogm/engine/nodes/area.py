"""Area attacks (E4): the attacker rolls once, then every enemy in the zone defends in turn, with a
duel of invokes and an outcome of its own. What raises the one roll in a duel counts against all who
defend from then on, and what is settled stands; so no aspect is paid for twice on it (A3).
"""

from __future__ import annotations

from autogm.engine.codes import (
    N_AREA,
    N_DEFEND,
    N_DICE,
    N_DUEL,
    N_OUTCOME,
    NEXT_SHIFT,
    R_OPPOSED,
    TOTAL_MASK,
    TOTAL_OFFSET,
)
from autogm.engine.records import Scene, State
from autogm.engine.stack import pop, push
from autogm.game.kernels import kernel


@kernel
def run_area(scene: Scene, state: State) -> None:
    """The next target of the attack, or the end of it. The entry's number holds the attacker's
    total and the first fighter not looked at yet, packed; `compiling/bounds` sees that they fit."""
    top = state.depth - 1
    actor, number = state.pending[top, 1], state.pending[top, 3]
    if number == 0:
        number = state.margin + TOTAL_OFFSET
    total, following = (number & TOTAL_MASK) - TOTAL_OFFSET, number >> NEXT_SHIFT
    state.margin = 0
    state.die[0] = 0
    state.roll_answer = 0
    if (state.present >> actor) & 1 == 0:  # a riposte has taken it out
        pop(state)
        return
    side = scene.side[actor]
    enemies = state.present & scene.side_mask[1 - side]
    enemies &= state.present_in[state.roll_argument]
    for target in range(following, scene.fighters):
        if (enemies >> target) & 1:
            if enemies >> (target + 1):
                state.pending[top, 3] = (number & TOTAL_MASK) | ((target + 1) << NEXT_SHIFT)
            else:
                pop(state)
            state.margin = total
            state.roll_target = target + 1
            state.roll_flags = state.roll_flags | R_OPPOSED
            push(state, N_OUTCOME, actor, side, 0)
            push(state, N_DUEL, actor, side, 0)
            push(state, N_DICE, target, 1 - side, 1)
            push(state, N_DEFEND, target, 1 - side, 0)
            return
    pop(state)


@kernel
def others_follow(state: State) -> bool:
    """Whether, in the duel over one target of an area attack, another is still to defend."""
    return state.depth > 2 and state.pending[state.depth - 3, 0] == N_AREA


@kernel
def raise_total(state: State, gain: int) -> None:
    """The one roll of an area attack is raised in the duel over a target."""
    if others_follow(state):
        entry = state.depth - 3
        state.pending[entry, 3] = state.pending[entry, 3] + gain
