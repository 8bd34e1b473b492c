"""Compiled agents by number, so that battles run without leaving compiled code."""

from __future__ import annotations

from autogm.agents.brawler import brawler
from autogm.engine.codes import N_CONCEDE
from autogm.engine.records import Buffer, Scene, Scenes, State
from autogm.engine.stack import kind_at, side_at
from autogm.engine.step import Apply
from autogm.game.kernels import kernel
from autogm.game.keyed import CHOICE_TAG, below, draw
from autogm.planner.policy.preferred import preferred
from autogm.planner.temper.sway import leans, sway_scores, sway_worths
from autogm.planner.turn.ranking import best_of
from autogm.planner.turn.tactician import AT_ONCE, NO_LIMIT, Evaluator, Weigh
from autogm.planner.turn.ties import first_of_equals
from autogm.planner.turn.weighing import ALL

RANDOM, BRAWLER, TACTICIAN, SKIRMISHER = range(4)


@kernel
def choose(
    scene: Scene,
    state: State,
    buffer: Buffer,
    count: int,
    agent: int,
    key_one: int,
    key_two: int,
    step: int,
) -> int:
    """The choice of an agent that needs nothing but a kernel, among the `count` legal actions in
    the buffer; `step` numbers the choices of the battle."""
    if agent == BRAWLER:
        return brawler(scene, state, buffer, count)
    return buffer.action[below(draw(key_one ^ CHOICE_TAG, key_two, step), count)]


@kernel
def skirmish(scene: Scene, state: State, buffer: Buffer, count: int, evaluator: Evaluator) -> int:
    """The skirmisher's choice, with an evaluator of its own."""
    parameters, policy = evaluator.all_parameters[0], evaluator.policies[0]
    if leans(scene, state, evaluator.tempers[0]) and kind_at(state) != N_CONCEDE:
        temper = evaluator.tempers[0]
        place = sway_scores(scene, state, parameters, temper, policy, buffer, count)
        return buffer.action[place]
    return preferred(scene, state, parameters, policy, buffer, count)


@kernel
def consider(apply: Apply, weigh: Weigh, scenes: Scenes, state: State, evaluator: Evaluator) -> int:
    """The tactician's choice, with an evaluator of its own."""
    line = evaluator.lines[0]
    line.states[0] = state
    count = weigh(apply, scenes, evaluator, ALL, AT_ONCE, NO_LIMIT, NO_LIMIT, 0)
    work, buffer, temper = evaluator.works[0], line.buffers[0], evaluator.tempers[0]
    parameters = evaluator.all_parameters[0]
    best = best_of(work, count, side_at(state))
    place = first_of_equals(scenes[0], state, parameters, buffer, work, count, best)
    if leans(scenes[0], state, temper):
        place = sway_worths(scenes[0], state, parameters, temper, buffer, work, count, place)
    return buffer.action[place]
