"""The duel of invokes (A6) solved for the policy: what each margin of an attack or an advantage is
worth in log odds, by the terms of the value (`evaluation.value`), what an invoke costs by them, and
both sides' best play from there. Coarser than the tactician's duel (`turn.duel`): every invoke adds
the same and costs its side the same, and no more than `MOST_USES` of a side are counted. No state
is copied.
"""

from __future__ import annotations

import math

from autogm.engine.codes import (
    ABSORB_SINGLE,
    ATTACK_ROLL,
    CREATE_ROLL,
    DUEL_PASSED,
    INVOKE_ADDS,
    PLUS,
    R_LETHAL,
    V_CALL_ON_STUNT,
    V_INVOKE,
    V_INVOKE_FREE,
    V_INVOKE_FULL_DEFENSE,
)
from autogm.engine.harm import lowest_open_box, track
from autogm.engine.invokable import part_of
from autogm.engine.kinds import acting_roll
from autogm.engine.nodes.absorb import open_slots, worth
from autogm.engine.nodes.outcome import free_gained
from autogm.engine.pack import first, second, third, verb_of
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.engine.stunts import hit_shifts
from autogm.game.kernels import kernel
from autogm.planner.evaluation.exchanges_to_win import LEAST
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.strength import lasting, soak_of, soak_with
from autogm.planner.evaluation.value import (
    F_INVOKES,
    F_NUMBERS,
    F_SOAK,
    F_THREAT,
    HEADS_PRIOR,
    HELD_PRIOR,
    SOAK_PRIOR,
    points_of,
)
from autogm.planner.policy.surroundings import free_of_side, free_on
from autogm.planner.policy.tables import FARTHEST, MOST_USES, Policy

BOOST = 0.6  # free invokes that a boost counts for
UNKNOWN = -1000  # below every margin
DONE, TIED = 0.15, 0.07  # log odds of what is overcome, where its worth is not told


@kernel
def open_duel(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, buffer: Buffer, count: int
) -> None:
    """Record what margins are worth at the duel of `state`, its `count` legal actions in the
    buffer, and how many invokes both sides have left at what price."""
    side = state.pending[state.depth - 1, 2] + 0
    part = part_of(scene, state, side)
    acting = side if part == 0 else 1 - side
    kind = acting_roll(state.roll_verb)
    weight, policy.acting = parameters.weights[F_INVOKES], acting
    for one in range(2):
        held = free_of_side(scene, state, one) + parameters.point * points_of(scene, state, one)
        policy.price[one] = weight * math.log(
            (held + HELD_PRIOR) / (max(0.0, held - 1.0) + HELD_PRIOR)
        )
        policy.gift[one] = weight * math.log((held + (HELD_PRIOR + 1.0)) / (held + HELD_PRIOR))
    own = usable_here(state, buffer, count, side)
    others = others_left(scene, state, part, 1 - side)
    policy.uses[side], policy.uses[1 - side] = min(MOST_USES, own), min(MOST_USES, others)
    if kind == ATTACK_ROLL and state.roll_target > 0:
        open_hits(scene, state, parameters, policy, acting)
    else:
        for margin in range(FARTHEST + 1):
            policy.worth[margin] = 0.0
            if kind == CREATE_ROLL:
                policy.worth[margin] = policy.gift[acting] * free_gained(scene, margin)
            elif margin > 0:
                policy.worth[margin] = DONE + (TIED if margin >= scene.style_at else 0.0)
            else:
                policy.worth[margin] = TIED
    policy.below = policy.gift[1 - acting] * BOOST if (scene.defend_style >> kind) & 1 else 0.0
    policy.replied_at = UNKNOWN
    passed = state.pending[state.depth - 1, 3] & DUEL_PASSED
    if passed:
        policy.passing = worth_at(scene, state, parameters, policy, state.margin)
    else:
        policy.passing = play_out(scene, state, parameters, policy, state.margin, 1 - side, 1, 0)


@kernel
def usable_here(state: State, buffer: Buffer, count: int, side: int) -> int:
    """The invokes for a bonus among the legal actions, each as often as it can be used."""
    found, paid = 0, 0
    for place in range(count):
        action = buffer.action[place]
        verb = verb_of(action)
        if verb == V_INVOKE_FREE and second(action) == PLUS:
            slot = first(action)
            found += state.free[slot, side] + state.free[slot, 2]
        elif verb == V_INVOKE and third(action) == PLUS:
            paid = max(paid, state.points[first(action)] + 0)
        elif verb == V_CALL_ON_STUNT or (verb == V_INVOKE_FULL_DEFENSE and first(action) == PLUS):
            found += 1
    return found + paid


@kernel
def others_left(scene: Scene, state: State, part: int, side: int) -> int:
    """About how many invokes the other side still has for its part of the roll."""
    actor, target = state.roll_actor + 0, state.roll_target - 1
    if target < 0:
        return 0
    found = free_on(scene, state, side, actor, target)
    paid = state.paid_left[1 - part, 0] + state.paid_left[1 - part, 1]
    purse = scene.purse[target if part == 0 else actor] + 0
    if purse >= 0:
        found += min(paid, state.points[purse])
    return found


@kernel
def open_hits(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, acting: int
) -> None:
    """Record what the side that is attacked has to fight with; what margins are worth is found
    as it is asked for (`worth_of_hit`)."""
    soak, power, left = SOAK_PRIOR, LEAST, state.present & scene.side_mask[1 - acting]
    policy.hit_heads = count_bits(left) + HEADS_PRIOR
    while left:
        fighter = lowest_bit(left)
        left &= left - 1
        stands = soak_of(scene, state, parameters, fighter)
        soak += stands
        power += policy.power[fighter] * lasting(stands)
    policy.hit_soak, policy.hit_power = soak, power
    for margin in range(FARTHEST + 1):
        policy.worth[margin] = math.nan
    policy.worth[0] = policy.gift[acting] * BOOST if scene.attack_tie_boost else 0.0


@kernel
def worth_of_hit(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, margin: int
) -> float:
    """The log odds that a hit of a margin brings the acting side: soak and threat that the target
    loses, a head less where it goes down, invokes of its consequences, and a boost for style."""
    actor, target = state.roll_actor + 0, state.roll_target - 1
    harm = scene.attack_harm[actor, state.roll_skill] + 0
    shifts = hit_shifts(scene, state, actor, target, state.roll_skill, harm, margin)
    boost = policy.gift[policy.acting] * BOOST
    plain = worth_of_shifts(scene, state, parameters, policy, target, shifts, harm)
    if margin < scene.style_at or not scene.style_boost:
        return plain
    if not scene.style_costs:
        return plain + boost
    fewer = worth_of_shifts(scene, state, parameters, policy, target, shifts - 1, harm)
    return max(plain, fewer + boost)


@kernel
def worth_of_shifts(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    target: int,
    shifts: int,
    harm: int,
) -> float:
    """The same of so many shifts, absorbed as costs the target least (H2, H3, N4)."""
    if shifts <= 0:
        return 0.0
    own, strikes = soak_of(scene, state, parameters, target), policy.power[target] + 0.0
    harm, gifts = track(scene, target, harm), 0
    if scene.mob[target]:
        soak, members = mob_after(scene, state, target, shifts, harm, own)
        then = strikes * members / state.members[target]
    else:
        soak, gifts = soak_after(scene, state, parameters, target, shifts, harm)
        then = strikes
    before, left = policy.hit_soak + 0.0, policy.hit_power - strikes * lasting(own)
    heads = policy.hit_heads + 0.0
    found = policy.gift[policy.acting] * gifts
    if soak <= 0.0:
        found += parameters.weights[F_NUMBERS] * math.log(heads / (heads - 1.0))
        soak = 0.0
    found += parameters.weights[F_SOAK] * math.log(before / (before - own + soak))
    found += parameters.weights[F_THREAT] * math.log(
        policy.hit_power / (left + then * lasting(soak))
    )
    return found


@kernel
def mob_after(
    scene: Scene, state: State, target: int, shifts: int, harm: int, own: float
) -> tuple[float, int]:
    """The soak and the members that a mob of the soak `own` has left after so many shifts."""
    boxes, members = scene.boxes[target, harm] + 0, state.members[target] + 0
    taken = state.stress[target, harm] + 0
    while members:
        highest = highest_open(boxes, taken)
        if shifts <= highest:
            return max(0.5, own - shifts), members
        shifts, members, taken = shifts - highest - 1, members - 1, 0
        own -= 1.0 + boxes
        if shifts <= 0:
            break
    return (max(0.5, own) if members else 0.0), members


@kernel
def highest_open(boxes: int, taken: int) -> int:
    """The highest box that is not checked; 0: none."""
    for box in range(boxes, 0, -1):
        if (taken >> (box - 1)) & 1 == 0:
            return box
    return 0


@kernel
def soak_after(
    scene: Scene, state: State, parameters: Parameters, target: int, shifts: int, harm: int
) -> tuple[float, int]:
    """The most soak that a fighter can have left after so many shifts, 0 where it is taken out, and
    how many consequences that takes."""
    shown = track(scene, target, parameters.harm)
    lethal = state.roll_flags & R_LETHAL
    single = scene.absorb == ABSORB_SINGLE
    available = open_slots(scene, state, target, harm)
    best, gifts, chosen = 0.0, 0, available
    while True:
        total, box = worth(scene, target, chosen), 0
        if total < shifts and not lethal and not (single and chosen):
            box = lowest_open_box(scene, state, target, harm, shifts - total)
        if total + box >= shifts and not (single and chosen & (chosen - 1)):
            stress = state.stress[target, shown] + 0
            if box and harm == shown:
                stress |= 1 << (box - 1)
            wounds = state.wounds[target] | chosen
            left = soak_with(scene, state, parameters, target, stress, wounds)
            number = count_bits(chosen)
            if left > best or (left == best and number < gifts):
                best, gifts = left, number
        if chosen == 0:
            return best, gifts
        chosen = (chosen - 1) & available


@kernel
def worth_at(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, margin: int
) -> float:
    """The log odds that a margin brings the acting side, if nobody invokes any more."""
    if margin < 0:
        return -policy.below if margin <= -scene.style_at else 0.0
    place = min(margin, FARTHEST)
    if math.isnan(policy.worth[place]):
        policy.worth[place] = worth_of_hit(scene, state, parameters, policy, place)
    return policy.worth[place] + 0.0


@kernel
def play_out(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    margin: int,
    mover: int,
    passed: int,
    used: int,
) -> float:
    """The log odds that a duel at `margin` brings the acting side by best play, with side `mover`
    to move, the other having `passed` or not, and `used` invokes of the other already used."""
    acting = policy.acting + 0
    most_a = policy.uses[acting] - (used if mover != acting else 0)
    most_b = policy.uses[1 - acting] - (used if mover == acting else 0)
    most_a, most_b = max(0, most_a), max(0, most_b)
    cost_a, cost_b = policy.price[acting] + 0.0, policy.price[1 - acting] + 0.0
    for i in range(most_a, -1, -1):
        for j in range(most_b, -1, -1):
            rest = (
                worth_at(scene, state, parameters, policy, margin + INVOKE_ADDS * (i - j))
                - cost_a * i
                + cost_b * j
            )
            last_a, last_b = rest, rest
            if i < most_a:
                last_a = max(rest, policy.duel[i + 1, j, 1])
            if j < most_b:
                last_b = min(rest, policy.duel[i, j + 1, 0])
            policy.duel[i, j, 0] = max(last_b, policy.duel[i + 1, j, 1]) if i < most_a else last_b
            policy.duel[i, j, 1] = min(last_a, policy.duel[i, j + 1, 0]) if j < most_b else last_a
            if i == 0 and j == 0 and passed:
                return last_a if mover == acting else last_b
    return policy.duel[0, 0, 0 if mover == acting else 1] + 0.0


@kernel
def after_invoke(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, margin: int, side: int
) -> float:
    """The log odds that it brings the acting side by best play that `side` has invoked, so that the
    margin is what it is now; what the invoke costs is left out."""
    if policy.replied_at != margin:
        policy.replied_at = margin
        policy.replied = play_out(scene, state, parameters, policy, margin, 1 - side, 0, 1)
    return policy.replied + 0.0
