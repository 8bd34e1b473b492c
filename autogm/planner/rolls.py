"""One roll of the look ahead: its dice, those of the answer and the duel after them are one chance.
They are laid out (`lay_out`, `let_fall`), a glance at what follows is opened (`open_glance`), and
the books of who may invoke what (`open_books`). `resolve` then finds out what each margin comes to
that the dice (`outcomes_of`) and invokes (`reach`) can bring: at a glance, or by following
it (`end_with`). Here it is summed up, every duel played to its end (`sum_up`).

A roll is known by two levels: `source`, where the last of its dice are to be rolled, or its duel
is, and `row` right above, where both dice have shown 0, or the duel. What is found out about it
stands in row `row` of the work record.
"""

from __future__ import annotations

import math

from numba import types

from autogm.engine.codes import DICE_ANSWER, DUEL_OPEN, DUEL_PASSED, N_DICE, N_DUEL, SETTLE
from autogm.engine.jit import kernel
from autogm.engine.nodes.area import others_follow, raise_total
from autogm.engine.nodes.roll import apply_dice
from autogm.planner.aftermath import as_it_is, copy_sums, open_eyes
from autogm.planner.desk import DESK_TYPE, step, try_out
from autogm.planner.duel import list_invokes, loss_of, solve_duel
from autogm.planner.glance import can_be_glanced_at
from autogm.planner.judge import JUDGE_TYPE, MOST_DIFFERENCE
from autogm.planner.margins import index_of, same_margin
from autogm.planner.scratch import DEPTH, MARGINS, MIDDLE, WORK_TYPE
from autogm.planner.turns import PASS, dice_flag, kind_at
from autogm.planner.value import settled, worth_of, write_sums

# By how many rolls of a turn were before: at 0 all outcomes of the dice are taken, then three; from
# HASTY on short cuts besides, and from MIDDLE_ONLY on the middle alone
EXACT, HASTY, MIDDLE_ONLY = 0, 2, 3


@kernel(desk=DESK_TYPE)
def lay_out(desk, level, count):
    """Where the roll of `states[level]` stands, which is at its dice (the step to it answered
    `count`) or in its duel. Answers `source`, this level or the one above; `own` and `second`, the
    dice of the roll and of the answer to it that weight replaces, + 1, 0: none are rolled any more;
    and whether what they show adds to the margin (1) or takes from it (-1: the answer alone)."""
    states = desk.line.states
    if kind_at(states[level]) != N_DICE:
        return level, 0, 0, 1
    if dice_flag(states[level], DICE_ANSWER):
        return level, -count, 0, -1
    after = try_out(desk, level, -desk.scene.lowest)
    if after < 0 and dice_flag(states[level + 1], DICE_ANSWER):
        return level + 1, -count, -after, 1
    return level, -count, 0, 1


@kernel(desk=DESK_TYPE)
def let_fall(desk, source):
    """Let the dice of `states[source]` show 0, one level above. Answers the margin then, and what
    the step to what follows answered."""
    states = desk.line.states
    row = source + 1
    show_zero(desk, source)
    middle = states[row].margin + 0
    if kind_at(states[source]) != N_DICE:
        return middle, step(desk, row, SETTLE)
    return middle, try_out(desk, source, -desk.scene.lowest)


@kernel(desk=DESK_TYPE)
def show_zero(desk, source):
    """The dice of `states[source]`, if any are still to be rolled, show 0 one level above, where
    nothing comes of it yet."""
    scene, states = desk.scene, desk.line.states
    states[source + 1] = states[source]
    if kind_at(states[source]) == N_DICE:
        apply_dice(scene, states[source + 1], -scene.lowest, desk.log)


@kernel(desk=DESK_TYPE)
def open_glance(desk, source, duel):
    """Take down what margins of a roll are told from at a glance; `duel`: a duel follows the dice.
    Answers what the step to where the turn goes on without it answered, which is in the state above
    the row then; 0: this roll has to be followed."""
    row = source + 1
    if not duel:
        show_zero(desk, source)
    if not can_be_glanced_at(desk.line.states[row]):
        return 0
    desk.work.to_come[row] = 0.0
    return open_eyes(desk, row)


@kernel(desk=DESK_TYPE, to_follow=types.float64)
def expect_the_rest(desk, row, acting, to_follow):
    """Take down what the enemies of a group lose to those of it who have not attacked yet, when the
    turn comes to u `to_follow` without the attack at hand; for that the eyes are opened again."""
    work = desk.work
    open_eyes(desk, row)
    sure = work.sure[row]
    if_not = as_it_is(desk, row) - sure
    work.to_come[row] = loss_of(desk.judge, 1 - acting, if_not, to_follow - sure)


@kernel(desk=DESK_TYPE)
def open_books(desk, row, count, quick):
    """List the invokes of both sides at the duel of `states[row]`, whose `count` legal actions
    stand in its buffer; `quick`: a glance is open. Levels above are scratch. Answers the side that
    is to move, and whether the other has passed."""
    scene, states, judge, work = desk.scene, desk.line.states, desk.judge, desk.work
    top = states[row].depth - 1
    side, passed = states[row].pending[top, 2] + 0, states[row].pending[top, 3] & DUEL_PASSED
    if quick and work.exchange[row] == states[row].exchange:
        copy_sums(work, row, DEPTH)  # nothing but the roll is between
    else:
        write_sums(scene, states[row], judge, work, DEPTH)
    if not quick:
        work.sure[row] = settled(scene, states[row])
    exchange = states[row].exchange + 0
    before = worth_of(scene, judge, work, DEPTH, exchange, work.sure[row] + 0.0)
    list_invokes(desk, row, row, count, side, before)
    states[row + 1] = states[row]
    if passed:
        states[row + 1].pending[top, 3] = DUEL_OPEN
    then = step(desk, row + 1, PASS)
    if then > 0 and kind_at(states[row + 1]) == N_DUEL:
        then_side = 1 - side
        list_invokes(desk, row, row + 1, then, then_side, before)
    if others_follow(states[row]):
        work.follows[row] = 1
    return side, passed


@kernel(work=WORK_TYPE)
def close_books(work, row):
    """Nobody invokes anything at a roll, unless `open_books` says so."""
    work.invokes[row, 0], work.invokes[row, 1], work.follows[row] = 0, 0, 0


@kernel(work=WORK_TYPE)
def count_raises(work, row, acting):
    """In how many ways the acting side's invokes can have raised a roll for those who meet it
    later, none included. What the margins come to is not known in any of them yet."""
    raises = 1 + work.follows[row] * work.invokes[row, acting]
    for raised in range(raises):
        for place in range(MARGINS):
            work.final[row, raised, place] = math.nan
    return raises


@kernel(work=WORK_TYPE)
def gain_of(work, row, side, number):
    """By how much the first so many invokes of a side move a roll."""
    total = 0
    for one in range(number):
        total += work.gain[row, side, one]
    return total


@kernel(judge=JUDGE_TYPE)
def area_outcome(scene, judge, dice, third):
    """The outcome that stands for the lower third (-1), the middle or the upper third (1) of the
    one roll of an area attack; `dice` that weight replaces, + 1."""
    shown = judge.middle[dice, 0] + third * judge.spread[dice, 0]
    return min(max(shown - scene.lowest, 0), scene.outcomes - 1)


@kernel(judge=JUDGE_TYPE)
def outcomes_of(judge, rolls, own, second):
    """The least and the greatest difference of the dice that a roll is looked at with, and how far
    apart they are; so many `rolls` of the turn were before."""
    if rolls == EXACT:
        return -MOST_DIFFERENCE, MOST_DIFFERENCE, 1
    mean, spread = judge.middle[own, second] + 0, max(1, judge.spread[own, second])
    reach = spread if rolls < MIDDLE_ONLY else 0
    return mean - reach, mean + reach, spread


@kernel(judge=JUDGE_TYPE)
def chance_of(judge, rolls, own, second, difference):
    """The chance of a difference of the dice, or the weight of one that stands for others."""
    if rolls == EXACT:
        return judge.chance[own, second, difference + MOST_DIFFERENCE] + 0.0
    return 1.0


@kernel(work=WORK_TYPE)
def reach(work, row, acting):
    """How far all invokes of both sides can lower a margin, and how far they can raise it."""
    lower, raised = 1 - acting, acting
    return (
        gain_of(work, row, lower, work.invokes[row, lower] + 0),
        gain_of(work, row, raised, work.invokes[row, raised] + 0),
    )


@kernel(work=WORK_TYPE)
def is_known(work, row, raised, margin):
    """Whether it was found out what a margin comes to, `raised` invokes having raised the roll for
    those who meet it later."""
    return not math.isnan(work.final[row, raised, index_of(margin)])


@kernel
def stands_for(scene, state, margin):
    """The margin that is looked at for one of the roll of `state`: it does the same, and the tables
    reach so far."""
    return index_of(same_margin(scene, state.roll_verb + 0, margin)) - MIDDLE


@kernel(desk=DESK_TYPE)
def end_with(desk, source, middle, opened, margin, gain):
    """End the roll of `states[source]` one level above with a margin: what `let_fall` answered
    shifted so far, `gain` of it by invokes on an area attack, and nobody invokes any more. Answers
    what the last step answered."""
    states = desk.line.states
    row, then = source + 1, opened
    states[row] = states[source]
    if kind_at(states[source]) == N_DICE:
        shifted = states[row].margin + margin - middle
        states[row].margin = shifted
        then = step(desk, row, -desk.scene.lowest)
    else:
        states[row].margin = margin
    if gain:
        raise_total(states[row], gain)
    while then > 0 and kind_at(states[row]) == N_DUEL:
        then = step(desk, row, PASS)
    return then


@kernel(work=WORK_TYPE, u=types.float64)
def learn(work, row, raised, margin, ends, u):
    """Take down what a margin comes to, and the one that was looked at for it."""
    work.final[row, raised, index_of(margin)] = u
    work.final[row, raised, index_of(ends)] = u


@kernel(judge=JUDGE_TYPE, work=WORK_TYPE)
def sum_up(judge, work, row, rolls, own, second, toward, middle, acting, side, passed):
    """u of a roll once it is known what each margin in reach comes to: each difference of the dice
    by its chance, with the duel that follows it if anybody has something to invoke."""
    worth, weight = 0.0, 0.0
    invokes = work.invokes[row, 0] + work.invokes[row, 1]
    least, most, apart = outcomes_of(judge, rolls, own, second)
    for difference in range(least, most + 1, apart):
        chance = chance_of(judge, rolls, own, second, difference)
        if chance > 0.0:
            margin = middle + toward * difference
            if invokes:
                worth += chance * solve_duel(judge, work, row, margin, acting, side, passed)
            else:
                worth += chance * work.final[row, 0, index_of(margin)]
            weight += chance
    return worth / weight
