"""The baseline opponent: a fighter who hits what is nearest and thinks no further. It is defined so
exactly that another implementation agrees with it to the last digit.

On its turn, until its action is spent, it attacks the enemy that comes first in scenario order
among those it can attack; a mob never divides; in another zone only as far as what its sheet speaks
of reaches, not by what anybody can do. With nobody to attack it takes one free step along a
shortest path (by open edges) to the nearest enemy (ties: scenario order; among steps: zone order).
Else, and once its action is spent, it passes. It rolls and defends with the skill of the highest
rating for that kind of roll, stunts that count by themselves included (ties: the order of the
conflict's skills); a skill that only a stunt with a limit lets it use comes last, and it never
makes an attack lethal by such a stunt.

It absorbs with the smallest box that suffices alone; else with the set of consequences of the
fewest shifts that its largest open box makes sufficient, or that suffices without one where boxes
and consequences don't combine (ties: the set whose largest slot comes first on the sheet, then the
next largest), together with the smallest box that is needed then; else it is out. It takes a boost
when offered one, and opposes every advantage that it may, with the first in scenario order who can.
It refuses compels when it can and declines twists. It never invokes, concedes, compels, declares,
blocks or roars. If these rules name no action, or a compel forbids what they name, it takes the
first legal action.
"""

from __future__ import annotations

from autogm.engine.codes import (
    N_ABSORB,
    N_ANSWER,
    N_BONUS,
    N_DEFEND,
    N_OPPOSE,
    N_SKILL,
    N_TURN,
    N_TWISTED,
    T_ACTED,
    V_ABSORB,
    V_ATTACK,
    V_MOVE,
    V_OPPOSE,
    V_PASS,
    V_REFUSE,
    V_TAKE_THE_BOOST,
)
from autogm.engine.nodes.absorb import worth
from autogm.engine.pack import first, second, verb_of
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stunts import skilled_reach_of
from autogm.game.kernels import kernel
from autogm.planner.policy.skills import skill_to_act, skill_to_answer

FAR = 99


@kernel
def brawler(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """The brawler's choice among `count` legal actions."""
    kind = state.pending[state.depth - 1, 0]
    if kind == N_TURN:
        return brawl(scene, state, buffer, count)
    if kind == N_SKILL:
        return skill_to_act(scene, state, buffer, count)
    if kind == N_DEFEND:
        return skill_to_answer(scene, state, buffer, count)
    if kind == N_ABSORB:
        return absorb(scene, state, buffer, count)
    if kind in (N_ANSWER, N_TWISTED):
        return find(buffer, count, V_REFUSE)
    if kind == N_OPPOSE:
        return find(buffer, count, V_OPPOSE)
    if kind == N_BONUS:
        return find(buffer, count, V_TAKE_THE_BOOST)
    return buffer.action[0]


@kernel
def find(buffer: Buffer, count: int, verb: int) -> int:
    """The first legal action with a verb, else the first legal action."""
    for place in range(count):
        if verb_of(buffer.action[place]) == verb:
            return buffer.action[place]
    return buffer.action[0]


@kernel
def brawl(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """Attack, else step closer, else pass."""
    fighter = state.pending[state.depth - 1, 1]
    zone, reach = state.zone[fighter], skilled_reach_of(scene, state, fighter)
    for place in range(count):
        action = buffer.action[place]
        if verb_of(action) == V_ATTACK:
            if scene.sight[zone, state.zone[first(action)]] <= max(0, reach):
                return action
    if state.turn_flags & T_ACTED == 0:
        return step_closer(scene, state, buffer, count)
    return find(buffer, count, V_PASS)


@kernel
def step_closer(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
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
def absorb(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
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
