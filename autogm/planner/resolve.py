"""What a choice comes to by the end of its turn, exactly: dice by their chances, duels of invokes
solved, every further choice (how to absorb, what style brings, which cost) made by whoever it is
for, by the value of what follows. Nothing is sampled. The engine itself is stepped, so that every
rule counts as it is played.

What is simplified, inside the look ahead only: nobody concedes; skills are chosen by their rating;
nobody invokes for a reroll; only the first roll of a turn is taken at all its outcomes, the next
two at three each and later ones at their middle; the one roll of an area attack, which meets each
defender in turn, is taken at three outcomes. After a free step only what may be its reason is
looked at (`worth_a_step`). After two rolls of a turn nobody invokes any more; what follows then or
an area attack, and the free step of who has acted, is chosen by the value of the position right
after the choice. A group that attacks with some of its members at a time is followed for two rolls.

Asked for -1 turns, it tells what most rolls come to at a glance (`glance`) instead. Where turns are
followed, those of the choices of each turn that look best at a glance are (`work.glances`).
"""

from __future__ import annotations

import math

import numpy as np

from autogm.engine.codes import (
    DICE_ANSWER,
    DICE_REROLL,
    DUEL_OPEN,
    DUEL_PASSED,
    N_DICE,
    N_DUEL,
    N_TURN,
    R_AREA,
    SETTLE,
    T_MOVED,
    T_SPLIT,
    T_STOOD,
)
from autogm.engine.jit import BUFFERS_TYPE, STATES_TYPE, kernel
from autogm.engine.nodes.area import others_follow, raise_total
from autogm.engine.nodes.roll import apply_dice
from autogm.engine.pack import verb_of
from autogm.engine.stakes import stake
from autogm.engine.step import APPLY_POINTER
from autogm.planner.aftermath import as_it_is, copy_sums, open_eyes
from autogm.planner.duel import list_invokes, loss_of, solve_duel
from autogm.planner.glance import can_be_glanced_at, glance
from autogm.planner.judge import (
    JUDGE_TYPE,
    LEVELS,
    MARGINS,
    MIDDLE,
    MOST_DIFFERENCE,
    WORK_TYPE,
)
from autogm.planner.margins import index_of, same_margin
from autogm.planner.transpositions import HIGHEST, WORDS_TYPE, digest, keep, known
from autogm.planner.turns import (
    PASS,
    dice_flag,
    is_move,
    is_over_turn,
    kind_at,
    to_dice,
    to_next_turn,
    worth_a_step,
)
from autogm.planner.value import settled, value, worth_of, write_sums

# By how many rolls of a turn were before: all outcomes, short cuts, only the middle
EXACT, HASTY, MIDDLE_ONLY = 0, 2, 3
FINE = 1e9  # parts of u that tell what whoever stays has
BEAM = 3  # choices of a later turn that are followed further
LAST_BEAM = 2  # … of the last one
AHEAD = 0.05
"""No further choice is followed to the end of its turn once the best is so much, of half of what
lies between losing and winning, ahead of what the next comes to at a glance."""
SKIPPED = -1e9

TYPES = {
    "apply": APPLY_POINTER,
    "states": STATES_TYPE,
    "words": WORDS_TYPE,
    "buffers": BUFFERS_TYPE,
    "judge": JUDGE_TYPE,
    "work": WORK_TYPE,
}


@kernel(
    apply=APPLY_POINTER, states=STATES_TYPE, buffers=BUFFERS_TYPE, judge=JUDGE_TYPE, work=WORK_TYPE
)
def open_books(apply, scene, states, buffers, log, judge, work, row, count, side, passed, quick):
    """List the invokes of both sides at the duel of `states[row]`, where `side` is to move, into
    row `row` of the work record. Levels above are scratch."""
    work.invokes[row, 0], work.invokes[row, 1] = 0, 0
    if quick and work.exchange[row] == states[row].exchange:
        copy_sums(work, row, LEVELS)  # nothing but the roll is between
    else:
        write_sums(scene, states[row], judge, work, LEVELS)
    if not quick:
        work.sure[row] = settled(scene, states[row])
    exchange = states[row].exchange + 0
    before = worth_of(scene, judge, work, LEVELS, exchange, work.sure[row] + 0.0)
    list_invokes(scene, states, buffers, log, judge, work, row, row, count, side, before)
    states[row + 1] = states[row]
    if passed:
        states[row + 1].pending[states[row].depth - 1, 3] = DUEL_OPEN
    then = apply(scene, states[row + 1], PASS, buffers[row + 1], log)
    if then > 0 and kind_at(states[row + 1]) == N_DUEL:
        then_side = 1 - side
        list_invokes(
            scene, states, buffers, log, judge, work, row, row + 1, then, then_side, before
        )


@kernel(work=WORK_TYPE)
def sum_of_gains(work, row, side):
    """By how much a side's invokes can move a roll in all."""
    total = 0
    for one in range(work.invokes[row, side]):
        total += work.gain[row, side, one]
    return total


@kernel(work=WORK_TYPE)
def best_left(work, level, ranked):
    """The best-ranked choice of a level that was not taken yet; -1: none is left."""
    chosen = 0
    for place in range(1, ranked):
        if work.rank[level, place] > work.rank[level, chosen]:
            chosen = place
    return chosen if work.rank[level, chosen] > SKIPPED else -1


@kernel(**TYPES)
def expected(
    apply, scene, states, words, buffers, log, judge, work, level, count, mover,
    exchange, rolls, turns,
):  # fmt: skip
    """u that `states[level]` can be expected to end with, as seen at the end of the turn of `mover`
    in `exchange`, or `turns` turns later: there everybody takes the best of the `BEAM` choices that
    look best a turn less deep. `count` is what the step to the state answered, its legal actions
    stand in `buffers[level]`; `rolls` counts the rolls of the turn followed so far. This level and
    higher ones are scratch, `words` is another view of the states. Beyond `work.budget` calls no
    turn is followed further; beyond `work.stop`, or once more than `work.looks` of them were not
    known before, nothing is."""
    state = states[level]
    before, reached = work.calls + 0, work.highest + 0
    work.calls, work.highest = before + 1, level
    count = to_dice(apply, scene, states, buffers, log, level, count)
    if count == 0:
        work.highest = reached
        return stake(scene, state)
    over = is_over_turn(state, mover, exchange) or (rolls >= HASTY and kind_at(state) == N_TURN)
    rest = over and kind_at(state) == N_TURN and state.exchange == exchange
    rest = rest and state.pending[state.depth - 1, 1] == mover
    leaf = (over and (turns <= 0 or work.calls > work.budget)) or work.calls > work.stop
    leaf = leaf or work.looked > work.looks
    asked = 0
    if not leaf:
        asked = 1 + min(rolls, MIDDLE_ONLY) + 4 * (turns + 64 * (mover + 1 + 64 * exchange))
        asked = 4 * asked + 2 * work.glances
        if not math.isnan(work.stay):
            asked = (asked + 1) ^ (int(work.stay * FINE) << 20)
    key = digest(words, judge, level, asked)
    place = known(work, key, level)
    if place >= 0:
        work.highest = max(reached, work.highest)
        return work.known_worth[place] + 0.0
    work.looked = work.looked + 1
    kind, worth = kind_at(state), 0.0
    if over and not leaf and not rest:
        count = to_next_turn(apply, scene, states, buffers, log, judge, level, count)
        leaf = count <= 0 or kind_at(state) != N_TURN
        mover, exchange = state.pending[state.depth - 1, 1] + 0, state.exchange + 0
        kind, rolls, turns = N_TURN, 0, turns - 1
    if leaf or level >= HIGHEST:
        worth = stake(scene, state) if count == 0 else value(scene, state, judge, work)
    elif kind == N_TURN and turns < 0 and state.turn_flags & T_STOOD and not math.isnan(work.stay):
        worth = work.stay + 0.0
    elif kind == N_DICE and dice_flag(state, DICE_REROLL):
        for outcome in range(scene.outcomes):
            chance = scene.dice[-1 - count, outcome] + 0.0
            if chance > 0.0:
                states[level + 1] = state
                after = apply(scene, states[level + 1], outcome, buffers[level + 1], log)
                worth += chance * expected(
                    apply, scene, states, words, buffers, log, judge, work, level + 1,
                    after, mover, exchange, rolls, turns,
                )  # fmt: skip
    elif kind == N_DICE and state.roll_flags & R_AREA and not dice_flag(state, DICE_ANSWER):
        middle, spread = judge.middle[-count, 0], judge.spread[-count, 0]
        for third in range(-1, 2):
            states[level + 1] = state
            outcome = min(max(middle + third * spread - scene.lowest, 0), scene.outcomes - 1)
            after = apply(scene, states[level + 1], outcome, buffers[level + 1], log)
            worth += expected(
                apply, scene, states, words, buffers, log, judge, work, level + 1,
                after, mover, exchange, rolls + 1, turns,
            ) / 3.0  # fmt: skip
    elif kind in (N_DICE, N_DUEL):
        # All dice of the roll are one chance: `row` is where both have shown 0, or the duel
        zero = -scene.lowest
        source, own, second, answers = level, -1, -1, False
        if kind == N_DICE:
            own, answers = -1 - count, dice_flag(state, DICE_ANSWER)
            if not answers:
                states[level + 1] = state
                after = apply(scene, states[level + 1], zero, buffers[level + 1], log)
                if after < 0 and dice_flag(states[level + 1], DICE_ANSWER):
                    source, second = level + 1, -1 - after
        row = source + 1
        states[row] = states[source]
        if kind == N_DICE:
            apply_dice(scene, states[row], zero, log)
            middle = states[row].margin + 0
            states[row] = states[source]
            opened = apply(scene, states[row], zero, buffers[row], log)
        else:
            middle = states[row].margin + 0
            opened = apply(scene, states[row], SETTLE, buffers[row], log)
        acting = scene.side[states[source].roll_actor] + 0
        duel = opened > 0 and kind_at(states[row]) == N_DUEL
        if turns < 0 and not duel:
            states[row] = states[source]
            if kind == N_DICE:
                apply_dice(scene, states[row], zero, log)
        quick = turns < 0 and can_be_glanced_at(states[row])
        if quick:
            after = open_eyes(apply, scene, states, buffers, log, judge, work, row)
            quick = after != 0
            work.to_come[row] = 0.0
            if quick and states[row + 1].turn_flags & T_SPLIT:
                # What those can do who have not attacked yet, whatever comes of this attack
                to_follow = expected(
                    apply, scene, states, words, buffers, log, judge, work, row + 1, after,
                    mover, exchange, rolls + 1, turns,
                )  # fmt: skip
                open_eyes(apply, scene, states, buffers, log, judge, work, row)
                if_not = as_it_is(scene, judge, work, row) - work.sure[row]
                work.to_come[row] = loss_of(judge, 1 - acting, if_not, to_follow - work.sure[row])
        side, passed, more, less = 0, 0, 0, 0
        in_duel = duel and judge.duels != 0 and rolls < HASTY
        if in_duel:
            side = states[row].pending[states[row].depth - 1, 2] + 0
            passed = states[row].pending[states[row].depth - 1, 3] & DUEL_PASSED
            open_books(
                apply, scene, states, buffers, log, judge, work, row, opened, side, passed, quick
            )
            more, less = sum_of_gains(work, row, acting), sum_of_gains(work, row, 1 - acting)
        work.follows[row], raises = 0, 1
        if in_duel and others_follow(states[row]):
            work.follows[row], raises = 1, 1 + work.invokes[row, acting]
        for raised in range(raises):
            for margin in range(MARGINS):
                work.final[row, raised, margin] = np.nan
        most, step, mean = MOST_DIFFERENCE, 1, 0
        if rolls > EXACT:
            mean = judge.middle[own + 1, second + 1] + 0
            step = max(1, judge.spread[own + 1, second + 1])
            most = step if rolls < MIDDLE_ONLY else 0
        verb, weight = states[source].roll_verb + 0, 0.0
        for difference in range(mean - most, mean + most + 1, step):
            chance = 1.0
            if rolls == EXACT:
                chance = judge.chance[own + 1, second + 1, difference + MOST_DIFFERENCE] + 0.0
            if chance == 0.0:
                continue
            delta = -difference if answers else difference
            gain = 0
            for raised in range(raises):
                if raised:
                    gain += work.gain[row, acting, raised - 1]
                high = middle + delta + (gain if raises > 1 else more)
                for margin in range(middle + delta + gain - less, high + 1):
                    at = index_of(margin)
                    if not math.isnan(work.final[row, raised, at]):
                        continue
                    stands = index_of(same_margin(scene, verb, margin))
                    if math.isnan(work.final[row, raised, stands]) and quick:
                        ends = stands - MIDDLE
                        work.final[row, raised, stands] = glance(
                            apply, scene, states, buffers, log, judge, work, row, ends
                        )
                    elif math.isnan(work.final[row, raised, stands]):
                        states[row] = states[source]
                        then = opened
                        if kind == N_DICE:
                            shifted = states[row].margin + stands - MIDDLE - middle
                            states[row].margin = shifted
                            then = apply(scene, states[row], zero, buffers[row], log)
                        else:
                            states[row].margin = stands - MIDDLE
                        if gain:
                            raise_total(states[row], gain)
                        while then > 0 and kind_at(states[row]) == N_DUEL:
                            then = apply(scene, states[row], PASS, buffers[row], log)
                        work.final[row, raised, stands] = expected(
                            apply, scene, states, words, buffers, log, judge, work, row,
                            then, mover, exchange, rolls + 1, turns,
                        )  # fmt: skip
                    work.final[row, raised, at] = work.final[row, raised, stands]
            if in_duel:
                worth += chance * solve_duel(judge, work, row, middle + delta, acting, side, passed)
            else:
                worth += chance * work.final[row, 0, index_of(middle + delta)]
            weight += chance
        worth /= weight
    else:
        chooser = state.pending[state.depth - 1, 2] + 0
        sign = 1.0 if chooser == 0 else -1.0
        under = turns  # a literal would make it another function that calls this one
        by_glance = work.glances != 0 and kind == N_TURN and turns >= 0
        if by_glance:
            under = -work.glances
        elif turns > 0:
            under = 0 * turns
        hasty = kind != N_TURN and (rolls >= HASTY or state.roll_flags & R_AREA != 0)
        hasty = hasty or rest
        stepped = kind == N_TURN and not rest and state.turn_flags & T_MOVED != 0
        moves_last = under < 0 and kind == N_TURN
        stay = work.stay + 0.0
        if moves_last:
            work.stay = math.nan
        for place in range(count):
            work.rank[level, place] = SKIPPED
        for moving in range(2):
            if moving:
                chosen = best_left(work, level, count)
                if moves_last and chosen >= 0:
                    work.stay = sign * work.rank[level, chosen]
            for place in range(count):
                action = buffers[level].action[place]
                if (moves_last and is_move(verb_of(action))) != (moving == 1):
                    continue
                if stepped and not worth_a_step(verb_of(action)):
                    continue
                states[level + 1] = state
                after = apply(scene, states[level + 1], action, buffers[level + 1], log)
                if hasty:
                    one = value(scene, states[level + 1], judge, work)
                else:
                    one = expected(
                        apply, scene, states, words, buffers, log, judge, work, level + 1,
                        after, mover, exchange, rolls, under,
                    )  # fmt: skip
                work.rank[level, place] = sign * one
        work.stay = stay
        chosen = best_left(work, level, count)
        if chosen < 0:
            worth = value(scene, state, judge, work)
        elif turns <= 0 and not hasty and not by_glance:
            worth = sign * work.rank[level, chosen]
        else:
            best, followed = SKIPPED, 1
            if kind == N_TURN and not rest:
                followed = BEAM if turns > 0 else LAST_BEAM
            for _ in range(followed):
                if chosen < 0:
                    break
                if turns == 0 and best - work.rank[level, chosen] > AHEAD * judge.swing:
                    break
                work.rank[level, chosen] = SKIPPED
                states[level + 1] = state
                action = buffers[level].action[chosen]
                after = apply(scene, states[level + 1], action, buffers[level + 1], log)
                one = sign * expected(
                    apply, scene, states, words, buffers, log, judge, work, level + 1,
                    after, mover, exchange, rolls, turns,
                )  # fmt: skip
                best = max(best, one)
                chosen = best_left(work, level, count)
            worth = sign * best
    whole = work.calls <= min(work.budget, work.stop) and work.looked <= work.looks
    if judge.remembers != 0 and (asked == 0 or (whole and work.highest < HIGHEST)):
        keep(work, key, worth, work.calls - before, work.highest - level)
    work.highest = max(reached, work.highest)
    return worth
