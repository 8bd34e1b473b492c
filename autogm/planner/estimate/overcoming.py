"""What overcoming something is worth by the static estimate (`estimate`), such as a hindered way,
an aspect, or who stands where it should not: that it is achieved, at a cost or not.
"""

from __future__ import annotations

from autogm.engine.codes import (
    COST_CONSEQUENCE,
    FX_COST,
    GM,
    N_ARRIVE,
    N_NAME_COST,
    N_PLACE,
    N_TAKE_COST,
    O_GET_ITEM,
    O_GET_OUT,
    O_HOLD,
    PLAYERS,
    V_PASS,
    V_PAY_THE_COST,
    V_SPRINT,
)
from autogm.engine.effects import achieve, place_of
from autogm.engine.nodes.bonus import legal_place, put_there
from autogm.engine.nodes.cost import legal_name_cost, write_cost
from autogm.engine.nodes.move import run_arrive
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Scene, State
from autogm.engine.stack import here_still, lowest_bit, pop, push
from autogm.game.kernels import kernel
from autogm.planner.estimate.baseline import (
    KEPT,
    LISTED,
    WRITTEN,
    as_it_is,
    go_on,
    hand_over,
    hurt,
    marked,
    more_held,
    stake_of_wounds,
    with_more,
)
from autogm.planner.estimate.context import SearchContext
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.scratch import BEYOND
from autogm.planner.evaluation.strength import HELD, reach_of
from autogm.planner.evaluation.value import doubt, ending


@kernel
def achieved(context: SearchContext, row: int) -> float:
    """u of what the actor overcomes something for, and of what else is written (O1, O2, Z5, M1, M2,
    M5)."""
    scene, states, work = context.scene, context.line.states, context.work
    succeed(context, row)
    if work.decides[row]:
        return ending(scene, states[row + 1], work)
    players, gm = more_held(context, row, states[row + 1].present + 0)
    return with_more(context, row + 1, players, gm)


@kernel
def at_a_cost(context: SearchContext, row: int) -> float:
    """u of a failure or a tie for which the other side names its price (O3): of those that can be
    paid the one that is best for it, and whoever acts pays, or fails."""
    scene, states = context.scene, context.line.states
    written, listed = context.line.buffers[row + WRITTEN], context.line.buffers[row + LISTED]
    state = states[row]
    actor, side = state.roll_actor + 0, scene.side[state.roll_actor] + 0
    sign, least = 1.0 if side == 0 else -1.0, BEYOND
    size = written.effect[place_of(written, FX_COST)].number + 0
    players, gm = more_held(context, row, states[row + KEPT].present + 0)
    failed = with_more(context, row, players, gm)
    succeed(context, row)
    present = states[row + 1].present + 0
    players, gm = more_held(context, row, present)
    push(state, N_NAME_COST, actor, 1 - side, size)
    count = legal_name_cost(scene, state, listed)
    pop(state)
    for place in range(count):
        action = listed.action[place]
        if verb_of(action) != V_PASS:
            write_cost(scene, state, written, actor, first(action))
            more_p, more_g = more_held(context, row, present)
            u = paying(context, row, players + more_p, gm + more_g)
            if first(action) == COST_CONSEQUENCE:
                u -= sign * price_of_consequence(scene, state, context.parameters, side, u)
            least = min(least, sign * u)
    return failed if least == BEYOND else sign * max(sign * failed, least)


@kernel
def ends_a_stand_off(scene: Scene, state: State, parameters: Parameters) -> bool:
    """Whether whoever acts makes for somewhere with no enemy in the reach of its attacks, in the
    last third of the exchanges."""
    left = scene.exchanges - state.exchange + 1
    if state.roll_verb != V_SPRINT or 3 * left > scene.exchanges:
        return False
    actor = state.roll_actor + 0
    reach = reach_of(state, parameters, actor)
    enemies = state.present & scene.side_mask[1 - scene.side[actor]]
    while enemies:
        enemy = lowest_bit(enemies)
        enemies &= enemies - 1
        if scene.sight[state.zone[actor], state.zone[enemy]] <= reach:
            return False
    return True


@kernel
def price_of_consequence(
    scene: Scene, state: State, parameters: Parameters, side: int, u: float
) -> float:
    """How much worse a consequence that one of a side takes to succeed is than the value of what
    follows says, which is `u`: most where both sides are as likely to win, nothing where either is
    sure. Who has ground to reach or something to bring out takes it for that, and the value says
    well what that is worth. So does who ends a stand-off: else both sides wait for the other to
    come, until the limit."""
    if ends_a_stand_off(scene, state, parameters):
        return 0.0
    for row in range(scene.objectives):
        does = scene.objective_do[row]
        if scene.objective_side[row] == side and does in (O_HOLD, O_GET_OUT, O_GET_ITEM):
            return 0.0
    return parameters.consequence * doubt(scene, state, parameters, u)


@kernel
def less_its_price(
    scene: Scene, state: State, parameters: Parameters, action: int, u: float
) -> float:
    """What a choice that leads to `u` is worth: less, where it is to take a consequence to succeed
    (O3)."""
    top = state.depth - 1
    if state.pending[top, 0] != N_TAKE_COST or verb_of(action) != V_PAY_THE_COST:
        return u
    if state.pending[top, 3] != COST_CONSEQUENCE:
        return u
    side = state.pending[top, 2] + 0
    worse = price_of_consequence(scene, state, parameters, side, u)
    return u - worse if side == PLAYERS else u + worse


@kernel
def paying(context: SearchContext, row: int, players: float, gm: float) -> float:
    """u had the actor what it overcomes something for at the cost that is written, and the players
    and the gm so many more invokes in hand. Of who has left only what the stakes count matters."""
    scene, states, work = context.scene, context.line.states, context.work
    state, actor = states[row + 1], states[row].roll_actor + 0
    stress, wounds = marked(context, row, actor)
    sure = stake_of_wounds(scene, actor, wounds & ~states[row].wounds[actor])
    if work.decides[row]:
        return ending(scene, state, work) + sure
    held_p, held_g = work.sum[row + 1, PLAYERS, HELD] + 0.0, work.sum[row + 1, GM, HELD] + 0.0
    hand_over(work, row + 1, players, gm)
    if here_still(state, actor):
        u = hurt(context, row + 1, state, actor, stress, wounds)
    else:
        u = sure + as_it_is(context, row + 1)
    work.sum[row + 1, PLAYERS, HELD] = held_p
    work.sum[row + 1, GM, HELD] = held_g
    return u


@kernel
def succeed(context: SearchContext, row: int) -> None:
    """Bring about what the actor overcomes something for, in the state above, if that is not done
    yet; `work.decides` tells then whether that decides the conflict."""
    scene, states, log, work = context.scene, context.line.states, context.log, context.work
    if work.decides[row] < 0:
        states[row + 1] = states[row]
        state = states[row + 1]
        achieve(scene, state, log)
        follows = state.pending[state.depth - 1, 0] + 0
        if follows == N_PLACE:
            place_best(context, row)
        elif follows == N_ARRIVE:
            run_arrive(scene, state, log)
        work.decides[row] = 0 if go_on(context, row + 1) != 0 else 1


@kernel
def place_best(context: SearchContext, row: int) -> None:
    """Put the target of a push or a pull, in the state above, where it is best for who moves it
    (M1, M2)."""
    scene, states, work = context.scene, context.line.states, context.work
    listed = context.line.buffers[row + LISTED]
    sign = 1.0 if scene.side[states[row].roll_actor] == 0 else -1.0
    best, chosen = -BEYOND, 0
    count = legal_place(scene, states[row + 1], listed)
    for place in range(count):
        states[row + 1] = states[row]
        put_there(scene, states[row + 1], listed.action[place], context.log)
        if go_on(context, row + 1) != 0:
            u = sign * as_it_is(context, row + 1)
        else:
            u = sign * ending(scene, states[row + 1], work)
        if u > best:
            best, chosen = u, place
    states[row + 1] = states[row]
    put_there(scene, states[row + 1], listed.action[chosen], context.log)
