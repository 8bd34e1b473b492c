"""Exact chances of rolls by their edge, out of the policy's tables, and what a margin would do."""

from __future__ import annotations

from autogm.engine.codes import ABSORB_SINGLE, ATTACK_ROLL, DEFEND_ROLL
from autogm.engine.harm import track
from autogm.engine.records import Scene, State
from autogm.engine.stunts import hands_of
from autogm.engine.weight import dice_by_weight, weight_of
from autogm.game.kernels import kernel
from autogm.planner.evaluation.parameters import ALL_WOUNDS, Parameters
from autogm.planner.policy.tables import MOST_EDGE, Policy


@kernel
def fine(policy: Policy, own: int, answer: int, edge: int) -> float:
    """The chance that a roll with that edge ends with a margin of 0 or more."""
    return policy.fine[own, answer, max(0, min(2 * MOST_EDGE, edge + MOST_EDGE))] + 0.0


@kernel
def capped(policy: Policy, own: int, answer: int, edge: int, most: int) -> float:
    """The mean margin of a roll, below 1 counted as 0 and above `most` as that."""
    high = max(0, min(2 * MOST_EDGE, edge - 1 + MOST_EDGE))
    low = max(0, min(2 * MOST_EDGE, edge - 1 - most + MOST_EDGE))
    return policy.fines[own, answer, high] - policy.fines[own, answer, low]


@kernel
def gains_by(scene: Scene, policy: Policy, answer: int, edge: int) -> float:
    """The free invokes that an advantage is expected to bring with that edge."""
    return fine(policy, 1, answer, edge) + fine(policy, 1, answer, edge - scene.style_at)


@kernel
def takes_at_once(
    scene: Scene, state: State, parameters: Parameters, fighter: int, lethal: int
) -> int:
    """The shifts that one hit may have and leave the fighter in: its highest open box, which a
    `lethal` hit passes by (H8), and all its open consequences (H2); where one thing absorbs all,
    the larger of that box and the worst open consequence (H3). Compared with what the game offers
    by tests/planner/test_margins.py."""
    row = track(scene, fighter, parameters.harm)
    open_boxes = ((1 << scene.boxes[fighter, row]) - 1) & ~state.stress[fighter, row]
    highest = 0
    while open_boxes and not lethal:
        highest, open_boxes = highest + 1, open_boxes >> 1
    wounds = ~state.wounds[fighter] & ALL_WOUNDS
    if scene.absorb != ABSORB_SINGLE:
        return highest + int(parameters.severity[fighter, wounds])
    while wounds:
        highest = max(highest, int(parameters.severity[fighter, wounds & -wounds]))
        wounds &= wounds - 1
    return highest


@kernel
def weight_dice(
    scene: Scene, state: State, fighter: int, target: int, charging: int
) -> tuple[int, int]:
    """How many dice of the attack and of its answer weight replaces, each + 1: rows of tables. It
    says before the attack what `engine.weight.plus_dice` says of its rolls (compared by
    tests/planner/test_policy.py)."""
    if scene.weight_on == 0:
        return 1, 1
    there, here = state.zone[target] + 0, state.zone[fighter] + 0
    side = scene.side[fighter] + 0
    if here != there and charging == 0:
        if scene.weight_across == 0:
            return 1, 1
        own, against = state.weight[here, side] + 0, state.weight[there, 1 - side] + 0
    else:
        own, against = state.weight[there, side] + 0, state.weight[there, 1 - side] + 0
        if charging:
            own += 2 * weight_of(scene, state, fighter)
    two, four, attack, answer = scene.weight_two + 0, scene.weight_four + 0, 1, 1
    if (scene.weight_rolls >> ATTACK_ROLL) & 1:
        attack += dice_by_weight(own, against, two, four)
    if (scene.weight_rolls >> DEFEND_ROLL) & 1:
        answer += dice_by_weight(against, own, two, four)
    return attack, answer


@kernel
def edge_on(scene: Scene, state: State, policy: Policy, fighter: int, target: int) -> int:
    """The edge of an attack as many as mobs are now."""
    edge = policy.edge[hands_of(state, fighter), fighter, target] + 0
    if scene.mob[fighter]:
        edge -= scene.mob[fighter] - state.members[fighter]
    if scene.mob[target]:
        edge += scene.mob[target] - state.members[target]
    return edge


@kernel
def share_of(margin: int, soak: float) -> float:
    """The share of somebody's soak that a margin takes."""
    return min(1.0, max(0, margin) / soak)


@kernel
def above(margin: int, least: int) -> float:
    """1.0 where a margin is above a number, else 0.0."""
    return 1.0 if margin > least else 0.0
