"""Area attacks (E4): the attacker rolls once, then every enemy in the zone defends, and every
friend where the attack says so, in scenario order, with a duel of invokes and an outcome of its
own. What the one roll comes to against each stands in `autogm.engine.area`.
"""

from __future__ import annotations

from autogm.engine.area import spare_absent, to_defend
from autogm.engine.codes import N_DEFEND, N_DICE, N_DUEL, N_OUTCOME, R_FRIENDS, R_OPPOSED
from autogm.engine.records import Scene, State
from autogm.engine.stack import lowest_bit, pop, push
from autogm.game.kernels import kernel


@kernel
def run_area(scene: Scene, state: State) -> None:
    """The next target of the attack, or the end of it. The entry's number is the first fighter not
    looked at yet; with 0 nobody was, and the roll stands."""
    top = state.depth - 1
    actor, left = state.pending[top, 1] + 0, to_defend(scene, state)
    if state.pending[top, 3] == 0:
        for target in range(scene.fighters):
            if (left >> target) & 1:
                state.roll_totals[target] = state.margin
    state.margin = 0
    state.die[0] = 0
    state.roll_answer = 0
    if left == 0:
        pop(state)
        return
    target, side = lowest_bit(left), scene.side[actor]
    if left & (left - 1):
        state.pending[top, 3] = target + 1
        spare_absent(scene, state)
    else:
        pop(state)
        state.roll_flags = state.roll_flags & ~R_FRIENDS
    state.margin = state.roll_totals[target]
    state.roll_totals[target] = 0
    state.roll_target = target + 1
    state.roll_flags = state.roll_flags | R_OPPOSED
    push(state, N_OUTCOME, actor, side, 0)
    push(state, N_DUEL, actor, side, 0)
    push(state, N_DICE, target, scene.side[target], 1)
    push(state, N_DEFEND, target, scene.side[target], 0)
