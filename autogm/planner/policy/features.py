"""What a candidate looks like before anything is followed: the named features of each legal
action, by the family of its node. The policy weighs them (`policy.preferred`). No state is copied:
each feature reads what stands in the position, exact odds out of tables, and the strengths that the
value is made from.

Every feature is the chooser's: more of what is good for its side. Shares lie between 0 and 1 or
little beyond, so that weights of different conflicts mean the same.
"""

from __future__ import annotations

from autogm.engine.aspects import is_boost
from autogm.engine.codes import (
    ATTACK_ROLL,
    DUEL_PASSED,
    N_ABSORB,
    N_DUEL,
    N_ORDER,
    N_TURN,
    PLAYERS,
    POOL,
    R_LETHAL,
    REROLL,
    V_BE_TAKEN_OUT,
    V_BLOCK,
    V_CALL_ON_STUNT,
    V_DRIVE_ON,
    V_FOOTWORK,
    V_INVOKE,
    V_INVOKE_FREE,
    V_KNOCK_BACK,
    V_PASS,
    V_PUT,
)
from autogm.engine.invokable import part_of
from autogm.engine.kinds import acting_roll
from autogm.engine.nodes.absorb import worth
from autogm.engine.nodes.invoke import adds_to_roll
from autogm.engine.pack import first, second, third, verb_of
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.engine.stunts import hands_of
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.strength import soak_of, still_to_act, threat_of
from autogm.planner.policy.duelling import after_invoke, open_duel, worth_at
from autogm.planner.policy.following import NOTHING
from autogm.planner.policy.margins import above, share_of, takes_at_once
from autogm.planner.policy.names import (
    A_BOX,
    A_LEFT,
    A_OUT,
    A_OUT_UNHURT,
    A_SHIFTS,
    A_WOUNDS,
    ABSORB,
    D_ANSWERED,
    D_AT_ONCE,
    D_BOOST,
    D_BOTH_CAN,
    D_DANGER,
    D_DOES,
    D_DOES_WITH_STYLE,
    D_FIRST,
    D_FOR_NOTHING,
    D_FREE,
    D_FREE_OF_MANY,
    D_GUARD,
    D_HIT,
    D_HURT,
    D_LATE,
    D_OUT,
    D_OWED,
    D_PAID,
    D_PAID_OF_FEW,
    D_REROLL,
    D_REROLL_BEHIND,
    D_REROLL_LOW,
    D_SECOND,
    D_SOLVED,
    D_SOLVED_ELSE,
    D_STUNT,
    D_STYLE,
    D_TIE,
    D_TIES,
    D_TOLL,
    DUEL,
    O_HARRIED,
    O_POWER,
    O_REACHED,
    O_REACHES,
    O_SOAK,
    ORDER,
    R_CROWD,
    R_FOLLOWS,
    R_POINTS,
    R_POWER,
    R_WEIGHT,
    REST,
    TURN,
)
from autogm.planner.policy.on_turn import write_turn
from autogm.planner.policy.surroundings import ENOUGH, free_of_side, look_round
from autogm.planner.policy.tables import Policy

IN_TENTHS = 10.0  # log odds are written in tenths, so that weights are of the usual size


@kernel
def family_of(kind: int) -> int:
    """The family of a kind of node."""
    if kind == N_TURN:
        return TURN
    if kind == N_DUEL:
        return DUEL
    if kind == N_ABSORB:
        return ABSORB
    return ORDER if kind == N_ORDER else REST


@kernel
def open_node(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    family: int,
    buffer: Buffer,
    count: int,
) -> None:
    """Record what the candidates of a node, the `count` legal actions in the buffer, have in
    common."""
    fighter = state.pending[state.depth - 1, 1] + 0
    if family == TURN:
        look_round(scene, state, parameters, policy, fighter)
        policy.best_else = NOTHING
    elif family == ABSORB:
        policy.own_soak = soak_of(scene, state, parameters, fighter)
    elif family == DUEL:
        open_duel(scene, state, parameters, policy, buffer, count)
        policy.late = 1.0 / (2.0 + scene.exchanges - state.exchange)
        actor, power, soak = state.roll_actor + 0, 0.1, 0.5
        left = state.present & scene.side_mask[1 - scene.side[actor]]
        while left:
            power += policy.power[lowest_bit(left)]
            soak += soak_of(scene, state, parameters, lowest_bit(left))
            left &= left - 1
        policy.other_power, policy.other_soak = power, soak
        policy.held = min(
            1.0, free_of_side(scene, state, state.pending[state.depth - 1, 2]) / ENOUGH
        )


@kernel
def write_features(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, family: int, action: int
) -> None:
    """Write the features of one candidate of a node that `open_node` has opened."""
    for place in range(policy.feature.shape[0]):
        policy.feature[place] = 0.0
    top = state.depth - 1
    fighter, side = state.pending[top, 1] + 0, state.pending[top, 2] + 0
    if family == TURN:
        write_turn(scene, state, parameters, policy, fighter, action)
    elif family == DUEL:
        write_invoke(scene, state, parameters, policy, action, side)
    elif family == ABSORB:
        write_absorbing(scene, policy, fighter, action)
    elif family == ORDER:
        write_next(scene, state, parameters, policy, first(action))
    else:
        write_other(scene, state, policy, action, side)


@kernel
def write_invoke(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, action: int, side: int
) -> None:
    """The features of an invoke: what it costs, and what it changes of the outcome."""
    verb, feature = verb_of(action), policy.feature
    if verb == V_PASS:
        return
    part = part_of(scene, state, side)
    toward = 1 if part == 0 else -1
    feature[D_LATE] = policy.late
    if write_way(scene, state, policy, action):
        write_reroll(scene, state, parameters, policy, part, side)
        return
    margin = state.margin + 0
    gain = adds_to_roll(scene, state.roll_actor if part == 0 else state.roll_target - 1, action)
    after, sign = margin + toward * gain, 1.0 * toward
    paid = policy.price[side] if verb != V_CALL_ON_STUNT else 0.0
    solved = after_invoke(scene, state, parameters, policy, after, side) - sign * paid
    rest = worth_at(scene, state, parameters, policy, margin)
    at_once = worth_at(scene, state, parameters, policy, after) - sign * paid - rest
    write_solved(state, policy, sign * (solved - policy.passing), sign * at_once)
    if acting_roll(state.roll_verb) == ATTACK_ROLL and state.roll_target > 0:
        changed = write_hit(scene, state, parameters, policy, part, toward * gain)
    else:
        changed = write_success(scene, policy, margin, after, sign)
    answered = 0.0 if state.pending[state.depth - 1, 3] & DUEL_PASSED else 1.0
    feature[D_ANSWERED] = answered * changed
    other = state.paid_left[1 - part, 0] + state.paid_left[1 - part, 1]
    feature[D_BOTH_CAN] = answered * min(1, other) * changed
    feature[D_FOR_NOTHING] = 1.0 if changed == 0.0 else 0.0


@kernel
def write_way(scene: Scene, state: State, policy: Policy, action: int) -> bool:
    """How an invoke is paid for, and of how much; whether it is for a new roll."""
    verb, feature = verb_of(action), policy.feature
    if verb == V_INVOKE:
        payer = first(action)
        feature[D_PAID] = 1.0
        feature[D_PAID_OF_FEW] = 1.0 / (1.0 + state.points[payer])
        feature[D_OWED] = 1.0 if second(action) else 0.0
        return third(action) == REROLL
    if verb == V_INVOKE_FREE:
        feature[D_FREE] = 1.0
        feature[D_BOOST] = 1.0 if is_boost(scene, first(action)) else 0.0
        feature[D_FREE_OF_MANY] = policy.held
        return second(action) == REROLL
    if verb == V_CALL_ON_STUNT:
        feature[D_STUNT] = 1.0
        return False
    feature[D_GUARD] = 1.0
    return first(action) == REROLL


@kernel
def write_reroll(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, part: int, side: int
) -> None:
    """What new dice bring on average, and how low the old ones lie."""
    feature, margin = policy.feature, state.margin + 0
    toward = 1 if part == 0 else -1
    thrown = -policy.price[side] * toward
    for outcome in range(scene.outcomes):
        anew = margin + toward * (scene.lowest + outcome - state.die[part])
        thrown += scene.dice[0, outcome] * worth_at(scene, state, parameters, policy, anew)
    rest = worth_at(scene, state, parameters, policy, margin)
    write_solved(state, policy, toward * (thrown - policy.passing), toward * (thrown - rest))
    feature[D_REROLL] = 1.0
    feature[D_REROLL_LOW] = -1.0 * state.die[part]
    behind = margin < 0 if part == 0 else margin >= 0
    feature[D_REROLL_BEHIND] = 1.0 if behind else 0.0


@kernel
def write_hit(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, part: int, change: int
) -> float:
    """What changing the margin of an attack does to its target; how much of the outcome changes."""
    feature, target = policy.feature, state.roll_target - 1
    margin, sign = state.margin + 0, 1.0 if part == 0 else -1.0
    after = margin + change
    soak = soak_of(scene, state, parameters, target)
    actor, lethal = state.roll_actor + 0, state.roll_flags & R_LETHAL
    more = policy.more[hands_of(state, actor), actor, target] + 0
    limit = max(0, takes_at_once(scene, state, parameters, target, lethal) - more)
    share = policy.power[target] / policy.other_power if part == 0 else 0.5
    now, then = share_of(margin, soak), share_of(after, soak)
    feature[D_HURT] = sign * (then - now)
    feature[D_DANGER] = sign * (then - now) * share
    alone = 1.0 if state.members[target] <= 1 else 0.0
    feature[D_OUT] = sign * alone * (above(after, limit) - above(margin, limit))
    feature[D_HIT] = sign * (above(after, 0) - above(margin, 0))
    feature[D_TIE] = sign * (above(after, -1) - above(margin, -1))
    feature[D_STYLE] = sign * (above(after, scene.style_at - 1) - above(margin, scene.style_at - 1))
    feature[D_SECOND] = sign * (share_of(margin + 2 * change, soak) - then)
    feature[D_TOLL] = (then - now) * sign * soak / policy.other_soak
    if still_to_act(state, target):
        feature[D_FIRST] = feature[D_OUT] * share
    return feature[D_HURT] + feature[D_OUT] + feature[D_HIT]


@kernel
def write_success(scene: Scene, policy: Policy, margin: int, after: int, sign: float) -> float:
    """What another margin makes of a roll that hits nobody; how much of the outcome changes."""
    feature, style = policy.feature, scene.style_at - 1
    feature[D_DOES] = sign * (above(after, 0) - above(margin, 0))
    feature[D_TIES] = sign * (above(after, -1) - above(margin, -1))
    feature[D_DOES_WITH_STYLE] = sign * (above(after, style) - above(margin, style))
    return feature[D_DOES] + feature[D_TIES] + feature[D_DOES_WITH_STYLE]


@kernel
def write_solved(state: State, policy: Policy, solved: float, at_once: float) -> None:
    """What an invoke brings in log odds, times ten: beside passing, by best play on both sides, and
    beside what lies on the table, if nobody invokes any more."""
    feature = policy.feature
    hits = acting_roll(state.roll_verb) == ATTACK_ROLL and state.roll_target > 0
    feature[D_SOLVED if hits else D_SOLVED_ELSE] = IN_TENTHS * max(-1.0, min(1.0, solved))
    feature[D_AT_ONCE] = IN_TENTHS * max(-1.0, min(1.0, at_once))


@kernel
def write_absorbing(scene: Scene, policy: Policy, fighter: int, action: int) -> None:
    """What absorbing a hit in a way uses up."""
    feature = policy.feature
    if verb_of(action) == V_BE_TAKEN_OUT:
        feature[A_OUT] = 1.0
        feature[A_OUT_UNHURT] = policy.own_soak
        return
    box, chosen = first(action), second(action)
    taken = worth(scene, fighter, chosen)
    feature[A_BOX] = 0.25 * box
    feature[A_SHIFTS] = 0.2 * taken
    feature[A_WOUNDS] = 0.5 * count_bits(chosen)
    feature[A_LEFT] = 1.0 / (1.0 + max(0.0, policy.own_soak - taken - box))


@kernel
def write_next(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, fighter: int
) -> None:
    """What a fighter who might act next has to act with."""
    feature, side = policy.feature, scene.side[fighter] + 0
    enemies = state.present & scene.side_mask[1 - side]
    look_round(scene, state, parameters, policy, fighter)
    feature[O_POWER] = threat_of(scene, state, parameters, fighter, enemies)
    feature[O_SOAK] = 1.0 / (1.0 + policy.own_soak)
    feature[O_REACHES] = policy.reached
    feature[O_REACHED] = policy.facing
    feature[O_HARRIED] = policy.facing / (1.0 + policy.own_soak)


@kernel
def write_other(scene: Scene, state: State, policy: Policy, action: int, side: int) -> None:
    """What can be said of all other choices."""
    verb, feature = verb_of(action), policy.feature
    purse = POOL
    if side == PLAYERS:
        purse = state.pending[state.depth - 1, 1] + 0
    feature[R_POINTS] = 1.0 / (1.0 + state.points[purse]) if verb != V_PASS else 0.0
    if verb == V_BLOCK:
        feature[R_POWER] = policy.power[first(action)]
    elif verb in (V_PUT, V_KNOCK_BACK, V_DRIVE_ON, V_FOOTWORK):
        zone = first(action)
        own, other = state.weight[zone, side] + 0, state.weight[zone, 1 - side] + 0
        feature[R_CROWD] = 1.0 * count_bits(state.present_in[zone] & scene.side_mask[side])
        feature[R_CROWD] -= count_bits(state.present_in[zone] & scene.side_mask[1 - side])
        if scene.weight_on:
            feature[R_WEIGHT] = 1.0 * (own > other) - 1.0 * (other > own)
        feature[R_FOLLOWS] = 1.0 * second(action) if verb == V_PUT else 0.0
