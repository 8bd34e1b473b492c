"""What the policy prefers: the candidate of the highest score, a weighted sum of its features
(`policy.features`) and what its verb counts at such a node. A skill is chosen by its lead, as
everywhere; nobody concedes.
"""

from __future__ import annotations

from autogm.engine.codes import N_CONCEDE, N_DEFEND, N_SKILL
from autogm.engine.pack import verb_of
from autogm.engine.records import Buffer, Buffers, Scene, Scenes, State, States
from autogm.engine.step import legal
from autogm.game.kernels import entry, kernel
from autogm.game.kinds import FloatTable
from autogm.planner.evaluation.parameters import AllParameters, Parameters
from autogm.planner.policy.features import family_of, open_node, write_features
from autogm.planner.policy.following import FROM_WHERE_ONE_IS, is_step, score_of_features
from autogm.planner.policy.names import TURN
from autogm.planner.policy.skills import skill_in_the_lead, skill_to_answer
from autogm.planner.policy.tables import Policies, Policy


@kernel
def score_each(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, buffer: Buffer, count: int
) -> int:
    """Write the score of each of the `count` legal actions into `score`; answers the number of the
    best, the first of equals."""
    kind = state.pending[state.depth - 1, 0] + 0
    family, best = family_of(kind), 0
    open_node(scene, state, parameters, policy, family, buffer, count)
    if family == TURN:  # steps last: they are scored by what else can be done
        for place in range(count):
            if not is_step(scene, buffer.action[place]):
                score = score_one(scene, state, parameters, policy, family, buffer, place)
                if (FROM_WHERE_ONE_IS >> verb_of(buffer.action[place])) & 1 == 0:
                    policy.best_else = max(policy.best_else, score)
    for place in range(count):
        if family != TURN or is_step(scene, buffer.action[place]):
            score_one(scene, state, parameters, policy, family, buffer, place)
    for place in range(count):
        if policy.score[place] > policy.score[best]:
            best = place
    return best


@kernel
def score_one(
    scene: Scene,
    state: State,
    parameters: Parameters,
    policy: Policy,
    family: int,
    buffer: Buffer,
    place: int,
) -> float:
    """Write the score of the legal action number `place` into `score`, and answer it."""
    action, kind = buffer.action[place], state.pending[state.depth - 1, 0]
    write_features(scene, state, parameters, policy, family, action)
    score = policy.constant[kind, verb_of(action)] + score_of_features(policy, family)
    policy.score[place] = score
    return score


@kernel
def preferred(
    scene: Scene, state: State, parameters: Parameters, policy: Policy, buffer: Buffer, count: int
) -> int:
    """The choice that the policy prefers among the `count` legal actions."""
    kind = state.pending[state.depth - 1, 0] + 0
    if kind == N_SKILL:
        return skill_in_the_lead(scene, state, buffer, count)
    if kind == N_DEFEND:
        return skill_to_answer(scene, state, buffer, count)
    if kind == N_CONCEDE:
        return buffer.action[0]
    return buffer.action[score_each(scene, state, parameters, policy, buffer, count)]


@entry
def features_of(
    scenes: Scenes,
    states: States,
    all_parameters: AllParameters,
    policies: Policies,
    buffers: Buffers,
    features: FloatTable,
) -> int:
    """Write the features of each legal action of `states[0]` into a row of `features` (actions,
    features), and their scores into `score`; answers how many there are."""
    scene, state, policy, buffer = scenes[0], states[0], policies[0], buffers[0]
    count = legal(scene, state, buffer)
    parameters = all_parameters[0]
    score_each(scene, state, parameters, policy, buffer, count)
    family = family_of(state.pending[state.depth - 1, 0] + 0)
    for place in range(count):
        write_features(scene, state, parameters, policy, family, buffer.action[place])
        for one in range(policy.feature.shape[0]):
            features[place, one] = policy.feature[one]
    return count


@entry
def preferred_at(
    scenes: Scenes,
    states: States,
    all_parameters: AllParameters,
    policies: Policies,
    buffers: Buffers,
) -> int:
    """The choice that the policy prefers at `states[0]`."""
    scene, state, buffer = scenes[0], states[0], buffers[0]
    count = legal(scene, state, buffer)
    return preferred(scene, state, all_parameters[0], policies[0], buffer, count)
