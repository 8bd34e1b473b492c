"""What a side has to fight with: what its fighters can still take, what they can expect to deal
and to whom, who of them has an action left. What the value weighs is made from these.
"""

from __future__ import annotations

from autogm.engine.codes import ATTACK_ROLL, DEFEND_ROLL, N_TURN, T_ACTED
from autogm.engine.harm import track
from autogm.engine.mobs import nobody
from autogm.engine.movement import is_rooted
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.engine.stunts import hands_of
from autogm.engine.weight import dice_by_weight
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import ALL_WOUNDS, NEVER, Parameters
from autogm.planner.evaluation.scratch import N_SUMS, Work

HARDLY = 0.1  # shifts a turn that everybody deals somehow, also to whom its attacks cannot hurt
OUT_OF_REACH = 0.2  # what is left of it against whom a fighter never gets to by itself
AT_HAND = 0.5  # the share of a fighter's threat that goes by whom it can hit best of the nearest
HALF_THREAT = 1.0  # the threat of who has so much soak left counts half: it may fall first

# What a side has, in the order of `work.sum`: soak; threat, and how much of it will last, since who
# is nearly out may not strike again; the threat of those who have an action left in this exchange,
# or of all where nobody has, since the next one is beginning; threat times the dice that weight
# turns; heads; invokes in hand; the pace of its objectives.
SOAK, THREAT, LASTING, WAITING, DICE, HEADS, HELD, PACE = range(N_SUMS)


@kernel
def soak_of(scene: Scene, state: State, parameters: Parameters, fighter: int) -> float:
    """The shifts that a fighter can be expected to absorb before it is out. A box beyond the third
    takes no more than a usual hit. A group that is not there, since it is still to come or has got
    out, counts whole."""
    row = track(scene, fighter, parameters.harm)
    return soak_with(
        scene, state, parameters, fighter, state.stress[fighter, row], state.wounds[fighter]
    )


@kernel
def soak_with(
    scene: Scene, state: State, parameters: Parameters, fighter: int, stress: int, wounds: int
) -> float:
    """The same, were those boxes of its track checked and those consequences taken."""
    boxes = scene.boxes[fighter, track(scene, fighter, parameters.harm)] + 0
    left = 1.0 + parameters.severity[fighter, ~wounds & ALL_WOUNDS]
    open_boxes = ((1 << boxes) - 1) & ~stress
    left += 3.0 * count_bits(open_boxes >> 2) + 1.0 * (open_boxes & 3)
    members = state.members[fighter] + 0
    if members == 0:
        members = scene.members[fighter] + 0
    if members > 1:
        left += (members - 1) * (1.0 + 1.0 * boxes)
    return left


@kernel
def in_conflict(scene: Scene, state: State, side: int) -> int:
    """Those of a side who are in the conflict or still to come, as a bit mask."""
    gone = state.out | state.conceded | state.escaped
    if scene.reserves:
        gone |= nobody(scene, state)
    return scene.side_mask[side] & ~gone


@kernel
def threat_of(
    scene: Scene, state: State, parameters: Parameters, fighter: int, enemies: int
) -> float:
    """The shifts that a fighter can expect to deal in a turn: the mean of what it deals to the
    softest of the nearest enemies, whom it will hit first, and of what it deals until all are out,
    which is the harmonic mean over them, since the turns add up that each takes. Less the farther
    it has to go to the nearest, and least to whom it never gets by itself; where all are still to
    come, they will be in its reach. One that is still to come itself begins where it will
    arrive."""
    zone = state.zone[fighter] if (state.present >> fighter) & 1 else scene.home[fighter]
    hands, reach = hands_of(state, fighter), reach_of(state, parameters, fighter)
    near, best, turns, left = NEVER, 0.0, 0.0, enemies
    at_hand = enemies & state.present if enemies & state.present else enemies
    while left:
        enemy = lowest_bit(left)
        left &= left - 1
        far = 0
        if (state.present >> enemy) & 1:
            there = state.zone[enemy]
            if scene.sight[zone, there] > reach:
                far = max(0, scene.hops[zone, there] - max(0, reach))
                if is_rooted(scene, fighter):
                    far = NEVER
        power = parameters.threat[hands, fighter, enemy] + 0.0
        if scene.mob[fighter]:
            power *= parameters.numbers[0, fighter, state.members[fighter]]
        if scene.mob[enemy]:
            power *= parameters.numbers[1, enemy, state.members[enemy]]
        share = OUT_OF_REACH if far >= NEVER // 2 else 1.0
        if (at_hand >> enemy) & 1 and (far < near or (far == near and share * power > best)):
            best, near = share * power, far
        turns += 1.0 / (share * (power + HARDLY))
    if turns == 0.0:
        return 0.0
    found = AT_HAND * best + (1.0 - AT_HAND) * count_bits(enemies) / turns
    return found if near >= NEVER // 2 else found / (1.0 + 0.35 * near)


@kernel
def reach_of(state: State, parameters: Parameters, fighter: int) -> int:
    """Zones that a fighter's attacks cover as it is armed now; -1: it has none."""
    return parameters.reach[hands_of(state, fighter), fighter] + 0


@kernel
def dice_of_weight(scene: Scene, state: State, zone: int, side: int) -> int:
    """Dice that weight turns for a side in a zone where it is attacked, less those that it turns
    for the other (W2)."""
    if scene.weight_rolls & (1 << ATTACK_ROLL | 1 << DEFEND_ROLL) == 0:
        return 0
    own, other = state.weight[zone, side] + 0, state.weight[zone, 1 - side] + 0
    if own == 0 or other == 0:
        return 0
    two, four = scene.weight_two + 0, scene.weight_four + 0
    return dice_by_weight(own, other, two, four) - dice_by_weight(other, own, two, four)


@kernel
def still_to_act(state: State, fighter: int) -> bool:
    """Whether a fighter has an action left in this exchange."""
    if (state.acted >> fighter) & 1 == 0:
        return True
    if state.pending[0, 0] != N_TURN or state.pending[0, 1] != fighter:
        return False
    return state.turn_flags & T_ACTED == 0


@kernel
def exchange_is_spent(state: State) -> bool:
    """Whether nobody who is here has an action left in this exchange. Whoever acted last may still
    go somewhere, and the exchange is as good as over."""
    if state.present & ~state.acted:
        return False
    return state.pending[0, 0] != N_TURN or state.turn_flags & T_ACTED != 0


@kernel
def exchange_to_come(state: State) -> int:
    """The exchange of the next action, as far as the limit lets there be one."""
    return state.exchange + (1 if exchange_is_spent(state) else 0)


@kernel
def has_an_action(state: State, fighter: int) -> bool:
    """Whether a fighter who is here has an action left: in this exchange, or in the next one where
    nobody has in this."""
    return still_to_act(state, fighter) or exchange_is_spent(state)


@kernel
def lasting(soak: float) -> float:
    """The share of the threat of a fighter of so much soak that can be counted on."""
    return soak / (soak + HALF_THREAT)


@kernel
def write_strength(
    scene: Scene, state: State, parameters: Parameters, work: Work, row: int, side: int
) -> None:
    """Write what a side has to fight with, those still to come among it, into row `row` of the
    sums: all but what it holds of invokes and the pace of its objectives. It fights those who are
    still to come, too. Who has got out, as it should, is no loss: it counts among the heads, with
    what it could still take."""
    left, enemies = in_conflict(scene, state, side), in_conflict(scene, state, 1 - side)
    soak, threat, lasts, waiting, dice = 0.0, 0.0, 0.0, 0.0, 0.0
    spent, safe = exchange_is_spent(state), state.escaped & parameters.goers[side]
    heads = 1.0 * count_bits(safe)
    while safe:
        fighter = lowest_bit(safe)
        safe &= safe - 1
        soak += soak_of(scene, state, parameters, fighter)
    while left:
        fighter = lowest_bit(left)
        left &= left - 1
        comes = (state.present >> fighter) & 1 == 0
        if comes and spent and scene.arrives[fighter] == state.exchange + 1:
            comes = False  # it will be here before anybody acts
        counts = parameters.coming + 0.0 if comes else 1.0
        heads += counts
        stands = soak_of(scene, state, parameters, fighter)
        soak += counts * stands
        power = counts * threat_of(scene, state, parameters, fighter, enemies)
        if comes:
            power *= 0.5
        elif spent or still_to_act(state, fighter):
            waiting += power
        threat += power
        lasts += power * lasting(stands)
        if scene.weight_on and (state.present >> fighter) & 1:
            dice += power * dice_of_weight(scene, state, state.zone[fighter], side)
    work.sum[row, side, SOAK] = soak
    work.sum[row, side, THREAT] = threat
    work.sum[row, side, LASTING] = lasts
    work.sum[row, side, WAITING] = waiting
    work.sum[row, side, DICE] = dice
    work.sum[row, side, HEADS] = heads


@kernel
def share_to_act(scene: Scene, state: State, side: int) -> float:
    """The share of those of a side who are here that have an action left in this exchange: none
    once it is spent, unlike `has_an_action`, since what is held or survived counts it with its
    end."""
    here = state.present & scene.side_mask[side]
    if here == 0:
        return 0.0
    number, waiting = 0, 0
    while here:
        fighter = lowest_bit(here)
        here &= here - 1
        number += 1
        if still_to_act(state, fighter):
            waiting += 1
    return 1.0 * waiting / number
