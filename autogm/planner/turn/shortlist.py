"""Which choices of a turn a tactician looks at, where many are much alike: of the aspects on which
it could create an advantage those that promise most, by what a free invoke there counts and by how
likely the roll is; of free steps, of longer moves, of pushes and pulls the one that the policy
prefers, and of both ways of going the one that leads whoever should get out, or the item, nearest
to where it leaves or takes it; in a turn that is only looked ahead at also of all else only what
the policy prefers, and beside an enemy that can be hit no way of going elsewhere. Whoever weighs
choices themselves leaves none out. To look at more plays no better (evaluation/HISTORY.md, «Shorter
lists»).

The policy (`planner.policy`) tells apart well what is of one kind, and kinds less well: it is a sum
of features and does not see what follows a move. So each kind keeps its best, and what meets a
whole zone, where it errs most, is never left out; nor what ends a way, to leave or to take what
lies there.
"""

from __future__ import annotations

from autogm.engine.aspects import making_difficulty
from autogm.engine.codes import (
    DEFEND_ROLL,
    HERE,
    T_MOVED,
    T_STOOD,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_EFFECT,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_PULL,
    V_PUSH,
    V_RECOVER,
    V_SPRINT,
    ZONE_SUBJECT,
)
from autogm.engine.kinds import mask_of
from autogm.engine.nodes.oppose import opponents
from autogm.engine.pack import first, verb_of
from autogm.engine.records import Scene, State
from autogm.engine.stack import lowest_bit
from autogm.game.kernels import kernel
from autogm.model.words import MAX_TEMPLATES
from autogm.planner.estimate.context import SearchContext
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.value import usable_share
from autogm.planner.policy.preferred import score_each
from autogm.planner.policy.skills import best_rating, best_to_create
from autogm.planner.policy.surroundings import steps_to_end
from autogm.planner.turn.turns import is_move

LEFT_OUT, TAKEN = 0.0, 1.0
OWN, AHEAD_OF = 2, 1
"""Aspects that are looked at, in one's own choice and in a turn looked ahead at."""
MINOR = mask_of((V_FULL_ATTACK, V_FULL_DEFENSE, V_HELP, V_PULL, V_PUSH, V_RECOVER))
"""What is rarely the best of a whole turn, and then not by much."""
STEPS = mask_of((V_MOVE,))
RUNS = mask_of((V_SPRINT,))
SHOVES = mask_of((V_PUSH, V_PULL))
WHOLE_ZONES = mask_of((V_EFFECT, V_ATTACK_EVERYONE))
ENDS = mask_of((V_LEAVE, V_GRAB))  # of a way to a goal
ALL_ELSE = ~(STEPS | RUNS | SHOVES | WHOLE_ZONES | ENDS)
A_KIND = 1  # of steps, of runs, of shoves
AFTER_A_STEP, AT_FIRST = 2, 1  # of all else that is looked ahead at: after a free step, and before
SHARPEST = 4  # how far a lead counts either way


@kernel
def mark_shortlist(context: SearchContext, level: int, count: int, ahead: int) -> None:
    """Mark in row `level` of `rank` which of the `count` choices of the turn at `states[level]` are
    looked at; `ahead`: in a turn that is looked ahead at."""
    scene, state, work = context.scene, context.line.states[level], context.work
    buffer = context.line.buffers[level]
    hits, creates = False, 0
    for place in range(count):
        verb = verb_of(buffer.action[place])
        hits = hits or verb == V_ATTACK
        creates += verb == V_CREATE
        work.rank[level, place] = TAKEN
    most = AHEAD_OF if ahead else OWN
    if creates > most:
        fighter = state.pending[state.depth - 1, 1] + 0
        for place in range(count):
            if verb_of(buffer.action[place]) == V_CREATE:
                slot = first(buffer.action[place])
                work.asked[place] = promise(scene, state, context.parameters, fighter, slot)
                work.rank[level, place] = LEFT_OUT
        for _ in range(most):
            chosen = -1
            for place in range(count):
                if work.rank[level, place] == LEFT_OUT:
                    if chosen < 0 or work.asked[place] > work.asked[chosen]:
                        chosen = place
            work.rank[level, chosen] = TAKEN
    if ahead:
        begins = state.turn_flags & (T_MOVED | T_STOOD) == 0
        for place in range(count):
            verb = verb_of(buffer.action[place])
            goes = hits and scene.objectives == 0 and is_move(verb) and verb != V_CHARGE
            if goes or (begins and (MINOR >> verb) & 1):
                work.rank[level, place] = LEFT_OUT
    leave_preferred(context, level, count, ahead)


@kernel
def leave_preferred(context: SearchContext, level: int, count: int, ahead: int) -> None:
    """Of what is marked leave those of each kind that the policy prefers."""
    scene, state, policy = context.scene, context.line.states[level], context.policy
    score_each(scene, state, context.parameters, policy, context.line.buffers[level], count)
    begins = state.turn_flags & (T_MOVED | T_STOOD) == 0
    step, run = on_its_way(context, level, count, STEPS), on_its_way(context, level, count, RUNS)
    leave_best(context, level, count, STEPS, A_KIND)
    leave_best(context, level, count, RUNS, A_KIND)
    leave_best(context, level, count, SHOVES, A_KIND)
    if ahead:
        leave_best(context, level, count, ALL_ELSE, AT_FIRST if begins else AFTER_A_STEP)
    for place in (step, run):
        if place >= 0:
            context.work.rank[level, place] = TAKEN


@kernel
def on_its_way(context: SearchContext, level: int, count: int, verbs: int) -> int:
    """The number of the choice marked, among those whose verb is in the bit mask `verbs`, that
    brings the fighter nearest to where it leaves or takes the item, as it should; −1 where none
    brings it nearer."""
    scene, state, work = context.scene, context.line.states[level], context.work
    buffer, fighter = context.line.buffers[level], state.pending[state.depth - 1, 1] + 0
    least = steps_to_end(scene, state, context.parameters, fighter, state.zone[fighter] + 0)
    chosen = -1
    for place in range(count):
        action = buffer.action[place]
        if work.rank[level, place] == TAKEN and (verbs >> verb_of(action)) & 1:
            left = steps_to_end(scene, state, context.parameters, fighter, first(action))
            if left < least:
                chosen, least = place, left
    return chosen


@kernel
def leave_best(context: SearchContext, level: int, count: int, verbs: int, most: int) -> None:
    """Of the choices marked whose verb is in the bit mask `verbs` leave the `most` of the highest
    score; of equal ones the later."""
    work, policy, buffer = context.work, context.policy, context.line.buffers[level]
    taken = 0
    for place in range(count):
        if work.rank[level, place] == TAKEN and (verbs >> verb_of(buffer.action[place])) & 1:
            taken += 1
    while taken > most:
        worst = -1
        for place in range(count):
            if work.rank[level, place] == TAKEN and (verbs >> verb_of(buffer.action[place])) & 1:
                if worst < 0 or policy.score[place] < policy.score[worst]:
                    worst = place
        work.rank[level, worst] = LEFT_OUT
        taken -= 1


@kernel
def begins_turn(state: State) -> bool:
    """Whether nothing has been done in the turn yet."""
    return state.turn_flags == 0 and state.roll_verb == 0


@kernel
def shorten(context: SearchContext, level: int, count: int) -> int:
    """Leave only those choices of a turn that is looked ahead at in the buffer of its level that
    are looked at, and return how many they are."""
    work, buffer = context.work, context.line.buffers[level]
    own = work.whole != 0 and begins_turn(context.line.states[level])
    mark_shortlist(context, level, count, 0 if own else 1)
    kept = 0
    for place in range(count):
        if work.rank[level, place] == TAKEN:
            buffer.action[kept] = buffer.action[place]
            kept += 1
    return kept


@kernel
def promise(scene: Scene, state: State, parameters: Parameters, fighter: int, slot: int) -> float:
    """What creating an advantage on an aspect promises: the free invokes that there is room for, by
    what they count, and how far the best skill is ahead of what answers it."""
    side, subject = scene.side[fighter] + 0, scene.slot_subject[slot] + 0
    room = min(2, scene.free_cap - state.free[slot, side])
    skills = scene.create_skills[fighter, min(MAX_TEMPLATES, scene.slot_template[slot])]
    lead = best_to_create(scene, state, fighter, slot, skills)
    able, refreshes = 0, scene.refresh and state.here[slot] & HERE
    if scene.slot_target[slot] < 0 and not refreshes:
        if subject < ZONE_SUBJECT and scene.side[subject] != side:
            able = 1 << subject
        else:
            able = opponents(scene, state, fighter, slot)
    if refreshes:
        lead -= scene.slot_refresh[slot]
    elif able == 0:
        lead -= making_difficulty(scene, state, slot, side)
    else:
        lead -= best_against(scene, state, fighter, skills, able)
    share = usable_share(scene, state, parameters, slot, side)
    return share * room * (1.0 + SHARPEST + max(-SHARPEST, min(SHARPEST, lead)))


@kernel
def best_against(scene: Scene, state: State, fighter: int, skills: int, able: int) -> int:
    """The best rating with which any of the fighters `able` can oppose an advantage that `fighter`
    creates with one of `skills`."""
    best = 0
    while able:
        opponent, answers, left = lowest_bit(able), 0, skills + 0
        able &= able - 1
        while left:
            answers |= scene.answer_skills[opponent, lowest_bit(left)]
            left &= left - 1
        best = max(best, best_rating(scene, state, opponent, DEFEND_ROLL, answers, fighter))
    return best
