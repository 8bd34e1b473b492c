"""What an attack promises, for the features of a turn."""

from __future__ import annotations

from autogm.engine.codes import F_LETHAL, HERE
from autogm.engine.records import Scene, State
from autogm.engine.stunts import hands_of
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.strength import soak_of, still_to_act
from autogm.planner.policy.margins import capped, edge_on, fine, takes_at_once, weight_dice
from autogm.planner.policy.names import (
    T_ATTACK_HELD,
    T_ATTACK_RICH,
    T_BOOST,
    T_DANGER,
    T_FIRST,
    T_GUARDED,
    T_HURT,
    T_MET,
    T_MISS,
    T_OUT,
    T_OUT_DANGER,
    T_READY,
    T_TOLL,
)
from autogm.planner.policy.surroundings import free_on
from autogm.planner.policy.tables import Policy


@kernel
def write_attack_on(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    fighter: int,
    target: int,
    charging: int,
) -> None:
    """Add what an attack on a target promises to the features."""
    own, answer = weight_dice(scene, state, fighter, target, charging)
    edge = edge_on(scene, state, policy, fighter, target)
    more = policy.more[hands_of(state, fighter), fighter, target] + 0
    soak = soak_of(scene, state, parameters, target)
    most = int(soak)
    hit = fine(policy, own, answer, edge - 1)
    hurt = min(1.0, (capped(policy, own, answer, edge, most) + more * hit) / soak)
    share = policy.power[target] / policy.other_power
    lethal = state.flags[fighter] & F_LETHAL
    limit = takes_at_once(scene, state, parameters, target, lethal) - more
    out = 0.0
    if state.members[target] <= 1:
        out = fine(policy, own, answer, edge - max(0, limit) - 1)
    ready = free_on(scene, state, scene.side[fighter] + 0, fighter, target)
    theirs = free_on(scene, state, 1 - scene.side[fighter], target, fighter)
    waits = 1.0 if still_to_act(state, target) else 0.0
    feature = policy.feature
    feature[T_TOLL] += hurt * soak / policy.other_soak
    feature[T_GUARDED] += 1.0 if state.here[scene.slot_guard[target]] & HERE else 0.0
    feature[T_MET] += 0.25 * min(4, theirs)
    feature[T_FIRST] += out * share * waits
    feature[T_ATTACK_RICH] = policy.rich
    feature[T_HURT] += hurt
    feature[T_DANGER] += hurt * share
    feature[T_OUT] += out
    feature[T_OUT_DANGER] += out * share
    feature[T_MISS] += 1.0 - fine(policy, own, answer, edge)
    feature[T_BOOST] += fine(policy, own, answer, edge - scene.style_at)
    if ready:
        with_all = edge + 2 * min(3, ready)
        feature[T_READY] += min(1.0, capped(policy, own, answer, with_all, most) / soak) - hurt
        feature[T_ATTACK_HELD] += 0.25 * min(3, ready)
