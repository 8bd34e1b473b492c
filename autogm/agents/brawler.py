"""The yardstick: a fighter who hits what is nearest and thinks no further. Defined so exactly that
another implementation agrees with it to the last digit.

On its turn it attacks the enemy it can attack that comes first in scenario order (a group with
all its members), with the skill of the highest rating, stunts that count by themselves included
(ties: sheet order), and never calls on a stunt with a limit. With nobody to attack it takes one
free step along a shortest path (by open edges) to the nearest enemy (ties: scenario order; among
steps: zone order); else it passes, and it passes once it has acted. It defends with the allowed
skill of the highest rating in the same way. It never invokes, concedes, compels, blocks, roars or
goes on when blocked, refuses compels when it can and declines twists. It absorbs with the
smallest box that suffices alone; else with the set of consequences of the fewest shifts that the
largest free box makes sufficient (ties: the milder slots), together with the smallest box that is
needed then; else it is out. It takes a boost when offered one. Wherever it has no opinion it
takes the first legal action.
"""

from __future__ import annotations

from autogm.engine.codes import (
    N_ABSORB,
    N_ANSWER,
    N_BONUS,
    N_DEFEND,
    N_SKILL,
    N_TURN,
    N_TWISTED,
    T_ACTED,
    V_ABSORB,
    V_ATTACK,
    V_BOOST,
    V_MOVE,
    V_PASS,
    V_REFUSE,
)
from autogm.engine.jit import kernel
from autogm.engine.kinds import acting_roll, answering_roll
from autogm.engine.nodes.absorb import worth
from autogm.engine.pack import first, second, verb_of
from autogm.engine.stunts import roll_bonus

FAR = 99


@kernel
def brawler(scene, state, buffer, count):
    """The brawler's choice among `count` legal actions."""
    kind = state.pending[state.depth - 1, 0]
    if kind == N_TURN:
        return brawl(scene, state, buffer, count)
    if kind == N_SKILL:
        roll = acting_roll(state.roll_verb)
        return best_skill(
            scene, state, buffer, count, state.roll_actor, roll, state.roll_target - 1
        )
    if kind == N_DEFEND:
        roll = answering_roll(state.roll_verb)
        return best_skill(
            scene, state, buffer, count, state.roll_target - 1, roll, state.roll_actor
        )
    if kind == N_ABSORB:
        return absorb(scene, state, buffer, count)
    if kind in (N_ANSWER, N_TWISTED):
        return find(buffer, count, V_REFUSE)
    if kind == N_BONUS:
        return find(buffer, count, V_BOOST)
    return buffer.action[0]


@kernel
def find(buffer, count, verb):
    """The first legal action with a verb, else the first legal action."""
    for place in range(count):
        if verb_of(buffer.action[place]) == verb:
            return buffer.action[place]
    return buffer.action[0]


@kernel
def brawl(scene, state, buffer, count):
    """Attack, else step closer, else pass."""
    target, chosen = -1, -1
    for place in range(count):
        action = buffer.action[place]
        if verb_of(action) == V_ATTACK and (target < 0 or first(action) == target):
            target, chosen = first(action), action  # the last one commits the most members
    if chosen >= 0:
        return chosen
    if state.turn_flags & T_ACTED == 0:
        return step_closer(scene, state, buffer, count)
    return find(buffer, count, V_PASS)


@kernel
def step_closer(scene, state, buffer, count):
    """The free step along a shortest path to the nearest enemy, if there is one."""
    fighter = state.pending[state.depth - 1, 1]
    zone = state.zone[fighter]
    enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
    nearest, goal = FAR, -1
    for enemy in range(scene.fighters):
        if (enemies >> enemy) & 1 and scene.hops[zone, state.zone[enemy]] < nearest:
            nearest, goal = scene.hops[zone, state.zone[enemy]], state.zone[enemy]
    for place in range(count):
        action = buffer.action[place]
        if goal >= 0 and verb_of(action) == V_MOVE:
            if scene.hops[first(action), goal] < nearest:
                return action
    return find(buffer, count, V_PASS)


@kernel
def best_skill(scene, state, buffer, count, fighter, roll, opponent):
    """The highest rating, stunts that count by themselves included."""
    best, chosen = -1000, buffer.action[0]
    for place in range(count):
        action = buffer.action[place]
        if second(action):
            continue
        skill = first(action)
        value = scene.rating[fighter, roll, skill] + 0
        if scene.bonus_stunts[fighter]:
            value += roll_bonus(scene, state, fighter, roll, skill, opponent)
        if value > best:
            best, chosen = value, action
    return chosen


@kernel
def absorb(scene, state, buffer, count):
    """A box alone; else the cheapest consequences; else out."""
    fighter = state.pending[state.depth - 1, 1]
    least, chosen = 1000, -1
    for place in range(count):
        action = buffer.action[place]
        if verb_of(action) == V_ABSORB:
            cost = worth(scene, fighter, second(action))
            if cost < least:
                least, chosen = cost, action
    if chosen >= 0:
        return chosen
    return buffer.action[count - 1]
