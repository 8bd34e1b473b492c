"""Where an expanded turn begins and ends, and the steps on the way that are no choice here: who is
next, which skill is rolled, whether somebody concedes. These are short cuts of the lookahead alone;
`resolve` expands everything else.
"""

from __future__ import annotations

from autogm.engine.area import before_defence
from autogm.engine.codes import (
    N_COMPEL,
    N_CONCEDE,
    N_DEFEND,
    N_DUEL,
    N_OPPOSE,
    N_ORDER,
    N_ROAR,
    N_SKILL,
    N_TURN,
    PASS,
    T_ACTED,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_DECLARE,
    V_DISCOVER,
    V_DIVIDE,
    V_EFFECT,
    V_EXPLORE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_OVERCOME,
    V_PASS,
    V_PULL,
    V_PUSH,
    V_RECOVER,
    V_SPRINT,
    V_STUNT,
)
from autogm.engine.kinds import mask_of
from autogm.engine.pack import first
from autogm.engine.records import Buffer, Scene, State
from autogm.engine.stack import kind_at
from autogm.game.kernels import kernel
from autogm.planner.estimate.context import SearchContext, step
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.strength import threat_of
from autogm.planner.policy.skills import skill_in_the_lead, skill_to_answer
from autogm.planner.turn.opposing import who_opposes

REASON, MOVES = 1, 2
TURN_VERBS = {
    V_PASS: REASON, V_MOVE: MOVES, V_SPRINT: REASON | MOVES, V_LEAVE: REASON | MOVES,
    V_ATTACK: REASON, V_CHARGE: REASON | MOVES, V_ATTACK_EVERYONE: REASON,
    V_CREATE: 0, V_EXPLORE: REASON, V_DISCOVER: 0, V_OVERCOME: 0,
    V_PUSH: REASON, V_PULL: REASON, V_FULL_DEFENSE: 0, V_FULL_ATTACK: 0,
    V_HELP: 0, V_RECOVER: 0, V_GRAB: REASON, V_STUNT: 0, V_EFFECT: 0, V_DECLARE: 0,
    V_DIVIDE: 0,
}  # fmt: skip
"""What may be chosen on a turn: whether it can be the reason for a free step before it, and whether
it moves its fighter, so that it can be blocked."""
REASONS = mask_of(verb for verb, does in TURN_VERBS.items() if does & REASON)
BLOCKED = mask_of(verb for verb, does in TURN_VERBS.items() if does & MOVES)


@kernel
def worth_a_step(verb: int) -> bool:
    """Whether an action can be the reason for a step before it. All others can be had without the
    step, and are weighed without it. A longer move is easier by the zone of the step (Z3)."""
    return (REASONS >> verb) & 1 == 1


@kernel
def is_move(verb: int) -> bool:
    """Whether an action can be blocked, so that its fighter stays where it is and acts there."""
    return (BLOCKED >> verb) & 1 == 1


@kernel
def is_over_turn(state: State, mover: int, exchange: int) -> bool:
    """Whether a node ends the expansion of a turn: a choice between turns, the compels with which
    somebody else's turn begins, that turn, or one's own once its action is spent. A compel that is
    still to come as one's own turn begins belongs to it: who passes on one must see the next."""
    kind = kind_at(state)
    if kind in (N_ORDER, N_ROAR):
        return True
    if kind not in (N_COMPEL, N_TURN):
        return False
    if not is_turn_of(state, mover, exchange):
        return True
    return kind == N_TURN and state.turn_flags & T_ACTED != 0


@kernel
def is_turn_of(state: State, fighter: int, exchange: int) -> bool:
    """Whether a turn, or a compel as it begins, is that of a fighter in an exchange."""
    return state.pending[state.depth - 1, 1] == fighter and state.exchange == exchange


@kernel
def most_threatening(
    scene: Scene, state: State, parameters: Parameters, buffer: Buffer, count: int
) -> int:
    """Of the fighters that may act next, the one whose attacks promise most."""
    chosen, most = buffer.action[0], -1.0
    for place in range(count):
        fighter = first(buffer.action[place])
        enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
        threat = threat_of(scene, state, parameters, fighter, enemies)
        if threat > most:
            chosen, most = buffer.action[place], threat
    return chosen


@kernel
def to_next_turn(context: SearchContext, level: int, count: int) -> int:
    """Step `states[level]` on to a turn: nobody compels or roars, and the most threatening fighter
    is next. Returns what the last step answered."""
    state, buffer = context.line.states[level], context.line.buffers[level]
    while count > 0 and kind_at(state) in (N_COMPEL, N_ROAR, N_ORDER):
        action = PASS
        if kind_at(state) == N_ORDER:
            action = most_threatening(context.scene, state, context.parameters, buffer, count)
        count = step(context, level, action)
    return count


@kernel
def to_dice(context: SearchContext, level: int, count: int) -> int:
    """Step `states[level]` on while what was declared only has to be rolled: nobody concedes,
    nobody rerolls an area attack (E4), an advantage is opposed by whoever leaves it the least
    chance, an action's skill is the one in the lead, and its answer's the best. Returns what the
    last step answered."""
    state, buffer = context.line.states[level], context.line.buffers[level]
    while count > 0:
        kind = kind_at(state)
        rerolls = kind == N_DUEL and before_defence(state)
        if not rerolls and kind not in (N_CONCEDE, N_OPPOSE, N_SKILL, N_DEFEND):
            break
        action = PASS
        if kind_at(state) == N_SKILL:
            action = skill_in_the_lead(context.scene, state, buffer, count)
        elif kind_at(state) == N_DEFEND:
            action = skill_to_answer(context.scene, state, buffer, count)
        elif kind_at(state) == N_OPPOSE:
            action = who_opposes(context.scene, state, context.parameters, buffer, count)
        count = step(context, level, action)
    return count
