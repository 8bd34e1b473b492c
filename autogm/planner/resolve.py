"""What a choice comes to by the end of its turn, exactly: dice by their chances, duels of invokes
solved, every further choice (how to absorb, what style brings, which cost) made by whoever it is
for, by the value of what follows. Nothing is sampled. The engine itself is stepped, so that every
rule counts as it is played.

Three simplifications, all inside the look ahead only: nobody concedes, skills are chosen by their
rating, and a second roll within the same turn is taken at three of its outcomes.
"""

from __future__ import annotations

import math

import numpy as np

from autogm.engine.codes import (
    ATTACK_ROLL,
    DICE_ANSWER,
    DICE_REROLL,
    DUEL_OPEN,
    N_COMPEL,
    N_CONCEDE,
    N_DEFEND,
    N_DICE,
    N_DUEL,
    N_ORDER,
    N_ROAR,
    N_SKILL,
    N_TURN,
    SETTLE,
    T_ACTED,
    V_AREA,
    V_ATTACK,
    V_CHARGE,
    V_EXPLORE,
    V_GRAB,
    V_LEAVE,
    V_PASS,
    V_PULL,
    V_PUSH,
)
from autogm.engine.jit import BUFFERS_TYPE, STATES_TYPE, kernel
from autogm.engine.kinds import acting_roll
from autogm.engine.nodes.roll import apply_dice
from autogm.engine.pack import first, verb_of
from autogm.engine.stakes import stake
from autogm.engine.step import APPLY_POINTER
from autogm.planner.duel import list_invokes, solve_duel
from autogm.planner.judge import JUDGE_TYPE, LEVELS, MARGINS, MIDDLE, MOST_RANKED, WORK_TYPE
from autogm.planner.skills import skill_to_act, skill_to_answer
from autogm.planner.value import threat_of, value

PASS = 0
SPAN = 10  # dice differ from their middle by no more, or twice that where both sides roll
NESTED = 2  # the outcomes of a second roll: this much below its middle, at it, above it
BEAM = 3  # choices of a later turn that are followed further
SKIPPED = -1e9
ROOM = 6  # levels that a roll may need below it

TYPES = {
    "apply": APPLY_POINTER,
    "states": STATES_TYPE,
    "buffers": BUFFERS_TYPE,
    "judge": JUDGE_TYPE,
    "work": WORK_TYPE,
}


@kernel
def same_margin(scene, verb, margin):
    """The margin that stands for all that do the same (D5, K5): attacks count every shift, other
    rolls only how they came out."""
    if margin <= -3:
        return -3
    if margin < 0:
        return -1
    if acting_roll(verb) == ATTACK_ROLL or margin == 0:
        return min(margin, MARGINS - MIDDLE - 1)
    return scene.style_at + 0 if margin >= scene.style_at else 1


@kernel
def worth_a_step(verb):
    """Whether an action can be the reason for a step before it. All others can be had without the
    step, and are weighed without it."""
    return verb in (V_PASS, V_ATTACK, V_CHARGE, V_AREA, V_PUSH, V_PULL, V_GRAB, V_LEAVE, V_EXPLORE)


@kernel
def is_over_turn(state, mover, exchange):
    """Whether a node is a boundary: a choice between turns, somebody else's turn, or one's own once
    its action is spent."""
    kind = state.pending[state.depth - 1, 0]
    if kind in (N_ORDER, N_ROAR, N_COMPEL):
        return True
    if kind != N_TURN:
        return False
    if state.pending[state.depth - 1, 1] != mover or state.exchange != exchange:
        return True
    return state.turn_flags & T_ACTED != 0


@kernel
def kind_at(state):
    """The kind of the innermost node."""
    return state.pending[state.depth - 1, 0] + 0


@kernel
def answering(state):
    """Whether the dice that are pending answer the roll."""
    return state.pending[state.depth - 1, 3] & DICE_ANSWER != 0


@kernel
def index_of(margin):
    """Where a margin stands in a row of `work.final`."""
    return min(MARGINS - 1, max(0, margin + MIDDLE))


@kernel
def chance_of(scene, replaced, total):
    """The chance that dice, `replaced` of them turned to [+], sum to `total`."""
    outcome = total - scene.lowest
    if outcome < 0 or outcome >= scene.outcomes:
        return 0.0
    return scene.dice[replaced, outcome] + 0.0


@kernel
def chance_of_delta(scene, own, second, answers, nested, delta):
    """The chance that a roll's margin differs by `delta` from where all dice show 0: of dice with
    `own` replaced (-1: none are rolled), less dice with `second` replaced (-1: none); with
    `answers` they are those that answer. A `nested` roll has three outcomes."""
    if own < 0:
        return 1.0 if delta == 0 else 0.0
    if nested:
        return 1.0 / 3.0 if delta in (-NESTED, 0, NESTED) else 0.0
    if second < 0:
        return chance_of(scene, own, -delta if answers else delta)
    total = 0.0
    for other in range(-SPAN, SPAN + 1):
        total += chance_of(scene, own, delta + other) * chance_of(scene, second, other)
    return total


@kernel(judge=JUDGE_TYPE)
def most_threatening(scene, state, judge, buffer, count):
    """Of the fighters that may act next the one whose attacks promise most."""
    chosen, most = buffer.action[0], -1.0
    for place in range(count):
        fighter = first(buffer.action[place])
        enemies = state.present & scene.side_mask[1 - scene.side[fighter]]
        threat = threat_of(scene, state, judge, fighter, enemies)
        if threat > most:
            chosen, most = buffer.action[place], threat
    return chosen


@kernel(**TYPES)
def open_books(apply, scene, states, buffers, log, judge, work, row, count, side, passed):
    """List the invokes of both sides at the duel of `states[row]`, where `side` is to move, into
    row `row` of the work record. Levels above are scratch."""
    work.invokes[row, 0], work.invokes[row, 1] = 0, 0
    list_invokes(apply, scene, states, buffers, log, judge, work, row, row, count, side)
    states[row + 1] = states[row]
    if passed:
        states[row + 1].pending[states[row].depth - 1, 3] = DUEL_OPEN
    then = apply(scene, states[row + 1], PASS, buffers[row + 1], log)
    if then > 0 and kind_at(states[row + 1]) == N_DUEL:
        other = 1 - side
        list_invokes(apply, scene, states, buffers, log, judge, work, row, row + 1, then, other)


@kernel(**TYPES)
def expected(
    apply, scene, states, buffers, log, judge, work, level, count, mover, exchange, rolls, turns
):  # fmt: skip
    """u that `states[level]` can be expected to end with, as seen at the end of the turn of `mover`
    in `exchange`, or `turns` turns later: there everybody takes the best of the `BEAM` choices that
    look best a turn less deep. `count` is what the step to the state answered, its legal actions
    stand in `buffers[level]`; `rolls` counts the rolls of the turn followed so far. Higher levels
    are scratch, and beyond `work.budget` calls nothing is followed further."""
    state = states[level]
    work.calls = work.calls + 1
    if count == 0:
        return stake(scene, state)
    kind = kind_at(state)
    if level >= LEVELS - ROOM:
        return value(scene, state, judge, work)
    stepped = True
    if is_over_turn(state, mover, exchange):
        if turns <= 0 or work.calls > work.budget:
            return value(scene, state, judge, work)
        while count > 0 and kind_at(states[level]) in (N_COMPEL, N_ORDER):
            action = PASS
            if kind_at(states[level]) == N_ORDER:
                action = most_threatening(scene, states[level], judge, buffers[level], count)
            states[level + 1] = states[level]
            level += 1
            count = apply(scene, states[level], action, buffers[level], log)
        state = states[level]
        if count <= 0 or kind_at(state) != N_TURN:
            return value(scene, state, judge, work)
        kind = N_TURN
        mover, exchange = state.pending[state.depth - 1, 1] + 0, state.exchange + 0
        rolls, turns, stepped = 0, turns - 1, False
    if kind == N_DICE and state.pending[state.depth - 1, 3] & DICE_REROLL:
        total = 0.0
        for outcome in range(scene.outcomes):
            chance = scene.dice[-1 - count, outcome] + 0.0
            if chance > 0.0:
                states[level + 1] = states[level]
                after = apply(scene, states[level + 1], outcome, buffers[level + 1], log)
                total += chance * expected(
                    apply, scene, states, buffers, log, judge, work, level + 1, after, mover,
                    exchange, rolls, turns,
                )  # fmt: skip
        return total
    if kind in (N_DICE, N_DUEL):
        zero = -scene.lowest
        source, own, second = level, -1, -1
        if kind == N_DICE:
            own = -1 - count
            if state.pending[state.depth - 1, 3] & DICE_ANSWER == 0:
                states[level + 1] = states[level]
                after = apply(scene, states[level + 1], zero, buffers[level + 1], log)
                if after < 0:
                    source, second = level + 1, -1 - after
                elif after > 0 and kind_at(states[level + 1]) == N_DEFEND:
                    # The one roll of an area attack: what answers it is rolled later
                    return expected(
                        apply, scene, states, buffers, log, judge, work, level + 1, after, mover,
                        exchange, rolls, turns,
                    )  # fmt: skip
        row = source + 1
        states[row] = states[source]
        middle, opened = states[row].margin + 0, count
        if kind == N_DICE:
            apply_dice(scene, states[row], zero, log)
            middle = states[row].margin + 0
            states[row] = states[source]
            opened = apply(scene, states[row], zero, buffers[row], log)
        else:
            opened = apply(scene, states[row], SETTLE, buffers[row], log)
        side, passed, more, less = 0, 0, 0, 0
        acting = scene.side[states[source].roll_actor] + 0
        in_duel = opened > 0 and kind_at(states[row]) == N_DUEL
        if in_duel:
            side = states[row].pending[states[row].depth - 1, 2] + 0
            passed = states[row].pending[states[row].depth - 1, 3] & 1
            open_books(apply, scene, states, buffers, log, judge, work, row, opened, side, passed)
            for one in range(work.invokes[row, acting]):
                more += work.gain[row, acting, one]
            for one in range(work.invokes[row, 1 - acting]):
                less += work.gain[row, 1 - acting, one]
        for place in range(MARGINS):
            work.final[row, place] = np.nan
        verb, answers = states[source].roll_verb + 0, second < 0 and answering(states[source])
        total, weight = 0.0, 0.0
        for delta in range(-2 * SPAN, 2 * SPAN + 1):
            chance = chance_of_delta(scene, own, second, answers, rolls > 0, delta)
            if chance == 0.0:
                continue
            for margin in range(middle + delta - less, middle + delta + more + 1):
                at = index_of(margin)
                if not math.isnan(work.final[row, at]):
                    continue
                stands = index_of(same_margin(scene, verb, margin))
                if math.isnan(work.final[row, stands]):
                    states[row] = states[source]
                    states[row].margin = states[row].margin + stands - MIDDLE - middle
                    then = opened
                    if kind == N_DICE:
                        then = apply(scene, states[row], zero, buffers[row], log)
                    else:
                        states[row].margin = stands - MIDDLE
                    while then > 0 and kind_at(states[row]) == N_DUEL:
                        then = apply(scene, states[row], PASS, buffers[row], log)
                    work.final[row, stands] = expected(
                        apply, scene, states, buffers, log, judge, work, row, then, mover,
                        exchange, rolls + 1, turns,
                    )  # fmt: skip
                work.final[row, at] = work.final[row, stands]
            if in_duel:
                total += chance * solve_duel(work, row, middle + delta, acting, side, passed)
            else:
                total += chance * work.final[row, index_of(middle + delta)]
            weight += chance
        return total / weight
    if kind in (N_CONCEDE, N_SKILL, N_DEFEND):
        action = PASS
        if kind == N_SKILL:
            action = skill_to_act(scene, state, buffers[level], count)
        elif kind == N_DEFEND:
            action = skill_to_answer(scene, state, buffers[level], count)
        states[level + 1] = states[level]
        after = apply(scene, states[level + 1], action, buffers[level + 1], log)
        return expected(
            apply, scene, states, buffers, log, judge, work, level + 1, after, mover, exchange,
            rolls, turns,
        )  # fmt: skip
    side = state.pending[state.depth - 1, 2] + 0
    ranked = min(count, MOST_RANKED)
    no_turns = 0 * turns  # a literal would make it another function that calls this one
    best, found = 0.0, False
    for place in range(ranked):
        action = buffers[level].action[place]
        work.rank[level, place] = SKIPPED
        if kind == N_TURN and stepped and not worth_a_step(verb_of(action)):
            continue
        states[level + 1] = states[level]
        after = apply(scene, states[level + 1], action, buffers[level + 1], log)
        one = expected(
            apply, scene, states, buffers, log, judge, work, level + 1, after, mover, exchange,
            rolls, no_turns,
        )  # fmt: skip
        work.rank[level, place] = one if side == 0 else -one
        if not found or (one > best if side == 0 else one < best):
            best, found = one, True
    if not found:
        return value(scene, states[level], judge, work)
    if turns == 0:
        return best
    deepest, found = 0.0, False
    for _ in range(BEAM if kind == N_TURN else 1):
        chosen = 0
        for place in range(ranked):
            if work.rank[level, place] > work.rank[level, chosen]:
                chosen = place
        if work.rank[level, chosen] == SKIPPED:
            break
        work.rank[level, chosen] = SKIPPED
        states[level + 1] = states[level]
        action = buffers[level].action[chosen]
        after = apply(scene, states[level + 1], action, buffers[level + 1], log)
        one = expected(
            apply, scene, states, buffers, log, judge, work, level + 1, after, mover, exchange,
            rolls, turns,
        )  # fmt: skip
        if not found or (one > deepest if side == 0 else one < deepest):
            deepest, found = one, True
    return deepest
