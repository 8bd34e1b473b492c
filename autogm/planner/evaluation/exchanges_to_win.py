"""How long a side can be expected to need until it has won: by force, or by the objectives that it
has (H7), each by its kind. Where several ways are open the fastest counts most.
"""

from __future__ import annotations

import math

from autogm.engine.codes import (
    ITEM_CARRIED,
    ITEM_GONE,
    O_GET_OUT,
    O_HOLD,
    O_SURVIVE,
    O_TAKE_OUT,
)
from autogm.engine.mobs import parts_here
from autogm.engine.movement import is_rooted
from autogm.engine.records import Scene, State
from autogm.engine.stack import count_bits, lowest_bit
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import NEVER, Parameters
from autogm.planner.evaluation.strength import (
    exchange_to_come,
    has_an_action,
    share_to_act,
    soak_of,
    threat_of,
)

LEAST = 0.5  # threat that a side which can hurt nobody still has
SOON = 0.05  # exchanges that an objective which is as good as reached still takes
WAITED = 0.5  # what an exchange that only has to pass counts: no dice can make it longer
BLOCKER = 0.7  # exchanges more for each enemy in the way
LATER = 0.5  # exchanges more for who has acted already
GRAB = 1.0  # exchanges that picking the item up takes


@kernel
def steps_to(scene: Scene, state: State, side: int, zone: int) -> int:
    """Steps that the nearest of a side has to a zone, of those who go there at all."""
    nearest, left = NEVER, state.present & scene.side_mask[side]
    while left:
        fighter = lowest_bit(left)
        left &= left - 1
        steps = scene.hops[state.zone[fighter], zone]
        if steps == 0 or not is_rooted(scene, fighter):
            nearest = min(nearest, steps)
    return nearest


@kernel
def to_hold(
    scene: Scene, state: State, parameters: Parameters, objective: int, threat: float
) -> float:
    """Exchanges until a side of so much threat can have held its zone: those that it holds already
    count while it is alone there; else it has to get there first and to take out who is."""
    zone, side = scene.objective_zone[objective], scene.objective_side[objective]
    needed = 1.0 * scene.objective_exchanges[objective]
    others = state.present_in[zone] & scene.side_mask[1 - side]
    if others == 0 and state.present_in[zone] & scene.side_mask[side]:
        return needed - state.held[objective] - 1.0 + share_to_act(scene, state, 1 - side)
    soak = 0.0
    while others:
        fighter = lowest_bit(others)
        others &= others - 1
        soak += soak_of(scene, state, parameters, fighter)
    return needed + steps_to(scene, state, side, zone) + soak / threat


@kernel
def way_out(scene: Scene, state: State, parameters: Parameters, fighter: int) -> float:
    """Exchanges that a fighter needs to leave by the nearest exit, those who stand in its way
    considered."""
    zone, side = state.zone[fighter], scene.side[fighter]
    far = parameters.exit[zone]
    if far >= NEVER or is_rooted(scene, fighter):
        return 1.0 * NEVER
    time = 1.0 + far
    if scene.blocking:
        there = state.present_in[zone]
        if far > 0:
            near = scene.near[zone] + 0
            while near:
                other = lowest_bit(near)
                near &= near - 1
                if parameters.exit[other] < far:
                    there |= state.present_in[other]
        time += BLOCKER * min(2, count_bits(there & scene.side_mask[1 - side]))
    if not has_an_action(state, fighter):
        time += LATER
    return time


@kernel
def to_get_out(scene: Scene, state: State, parameters: Parameters, objective: int) -> float:
    """Exchanges until as many of those that shall get out can have done so, the fastest first: the
    mean of all that have to, those who are out already at none."""
    who = scene.objective_who[objective]
    needed = scene.objective_number[objective] - count_bits(state.escaped & who)
    left = who & ~(state.out | state.conceded | state.escaped)
    if count_bits(left) < needed:
        return 1.0 * NEVER
    total = 0.0
    for _ in range(needed):
        fastest, least, going = 0, 1.0 * NEVER, left
        while going:
            fighter = lowest_bit(going)
            going &= going - 1
            time, parts = 0.0, parts_here(scene, state, fighter)
            while parts:
                time = max(time, way_out(scene, state, parameters, lowest_bit(parts)))
                parts &= parts - 1
            if parts_here(scene, state, fighter) == 0:
                time = 1.0 * parameters.exit[scene.home[fighter]]
                time += 1.0 + scene.arrives[fighter] - exchange_to_come(state)
            if time < least:
                fastest, least = fighter, time
        if least >= NEVER:
            return 1.0 * NEVER
        left &= ~(1 << fastest)
        total += least
    return total / scene.objective_number[objective]


@kernel
def to_get_item(
    scene: Scene, state: State, parameters: Parameters, objective: int, threat: float
) -> float:
    """Exchanges until a side of so much threat can have the item out of the field."""
    side, item = scene.objective_side[objective], state.item + 0
    if item >= ITEM_GONE:
        return 0.0 if item == ITEM_GONE + side else 1.0 * NEVER
    zone, delay = item - 1, GRAB
    if item >= ITEM_CARRIED:
        carrier = item - ITEM_CARRIED
        if scene.side[carrier] == side:
            return way_out(scene, state, parameters, carrier)
        zone = state.zone[carrier]
        delay += soak_of(scene, state, parameters, carrier) / threat
    if zone < 0:
        return 1.0 * NEVER
    return delay + 1.0 + steps_to(scene, state, side, zone) + parameters.exit[zone]


@kernel
def to_take_out(scene: Scene, state: State, parameters: Parameters, objective: int) -> float:
    """Exchanges until a side can have taken out those that it is after, whoever is to come too."""
    side, exchanges = scene.objective_side[objective], 0.0
    marked = scene.objective_who[objective] & ~(state.out | state.conceded)
    if marked & state.escaped:
        return 1.0 * NEVER
    late = 0.0
    while marked:
        target = lowest_bit(marked)
        marked &= marked - 1
        parts = parts_here(scene, state, target)
        if parts == 0:
            late = max(late, 1.0 * (scene.arrives[target] - exchange_to_come(state)))
            parts = 1 << target
        while parts:
            part = lowest_bit(parts)
            parts &= parts - 1
            power, left = LEAST, state.present & scene.side_mask[side]
            while left:
                fighter = lowest_bit(left)
                left &= left - 1
                power += threat_of(scene, state, parameters, fighter, 1 << part)
            exchanges += soak_of(scene, state, parameters, part) / power
    return late + exchanges


@kernel
def exchanges_left(
    scene: Scene, state: State, parameters: Parameters, objective: int, threat: float
) -> float:
    """Exchanges that an objective can be expected to take a side of so much threat, by its kind."""
    does = scene.objective_do[objective]
    if does == O_SURVIVE:
        whole = scene.objective_exchanges[objective] - state.exchange
        rest = share_to_act(scene, state, 1 - scene.objective_side[objective])
        return WAITED * (whole + rest)
    if does == O_HOLD:
        return to_hold(scene, state, parameters, objective, threat)
    if does == O_TAKE_OUT:
        return to_take_out(scene, state, parameters, objective)
    if does == O_GET_OUT:
        return to_get_out(scene, state, parameters, objective)
    return to_get_item(scene, state, parameters, objective, threat)


@kernel
def pace_of(scene: Scene, state: State, parameters: Parameters, side: int, threat: float) -> float:
    """What the objectives that a side of so much threat has, and can still reach, add to its pace
    to the win."""
    pace = 0.0
    for objective in range(scene.objectives):
        if scene.objective_side[objective] == side:
            time = exchanges_left(scene, state, parameters, objective, threat)
            if time < NEVER:
                time = SOON + max(0.0, time)
                pace += 1.0 / (time * time)
    return pace


@kernel
def exchanges_needed(force: float, pace: float) -> float:
    """Exchanges that a side can be expected to need: `force` by taking everybody out, or less at
    the pace of its objectives. Where one takes much less than force it counts alone, where it
    takes much longer not at all."""
    return 1.0 / math.sqrt(1.0 / (force * force) + pace)
