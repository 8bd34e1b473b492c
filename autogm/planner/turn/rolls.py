"""One roll of the lookahead: its dice, those of the answer and the duel after them are one chance
node. The dice are laid out (`lay_out`, `let_fall`), the static estimate of what follows is prepared
(`open_estimate`), and so is the list of each side's invokes (`open_books`). `resolve` then works
out what each margin is worth that the dice (`outcomes_of`) and invokes (`reach`) can bring, by the
static estimate (`estimate_margins`) or by expanding it (`end_with`). Finally the roll is summed up,
every duel played to its end (`sum_up`).

Two levels identify a roll: `source`, where the last of its dice or its duel is pending, and `row`
right above, where both dice have shown 0, or the duel. What is found out about it is in row `row`
of the work record.
"""

from __future__ import annotations

import math

from autogm.engine.area import others_follow, raising_side
from autogm.engine.codes import DICE_ANSWER, DUEL_OPEN, DUEL_PASSED, N_DICE, N_DUEL, PASS, SETTLE
from autogm.engine.nodes.roll import apply_dice
from autogm.engine.records import Scene, State
from autogm.engine.stack import dice_flag, kind_at, lowest_bit
from autogm.game.kernels import kernel
from autogm.planner.estimate.baseline import KEPT, copy_sums, open_baseline
from autogm.planner.estimate.context import SearchContext, step, try_out
from autogm.planner.estimate.outcomes import can_be_estimated, estimate
from autogm.planner.evaluation.parameters import MOST_DIFFERENCE, Parameters
from autogm.planner.evaluation.scratch import DEPTH, MARGINS, MIDDLE, Work
from autogm.planner.evaluation.strength import exchange_to_come
from autogm.planner.evaluation.value import settled, worth_of, write_sums
from autogm.planner.turn.duel import list_invokes, solve_duel
from autogm.planner.turn.margins import index_of, same_margin

# By the number of rolls before in the turn: at 0 all outcomes of the dice are expanded, then three;
# from HASTY on further short cuts apply, and from MIDDLE_ONLY on only the middle is expanded
EXACT, HASTY, MIDDLE_ONLY = 0, 2, 3
UNLIKELY = 0.012  # the chance below which an outcome is left out of a brief look


@kernel
def lay_out(context: SearchContext, level: int, count: int) -> tuple[int, int, int, int]:
    """Where the roll of `states[level]` stands, which is at its dice (the step to it answered
    `count`) or in its duel. Returns `source`, this level or the one above; `own` and `second`, the
    dice of the roll and of its answer that weight replaces, + 1, or 0 if none are rolled any more;
    and whether what they show adds to the margin (1) or takes from it (-1: the answer alone)."""
    states = context.line.states
    if kind_at(states[level]) != N_DICE:
        return level, 0, 0, 1
    if dice_flag(states[level], DICE_ANSWER):
        return level, -count, 0, -1
    after = try_out(context, level, -context.scene.lowest)
    if after < 0 and dice_flag(states[level + 1], DICE_ANSWER):
        return level + 1, -count, -after, 1
    return level, -count, 0, 1


@kernel
def let_fall(context: SearchContext, source: int) -> tuple[int, int]:
    """Let the dice of `states[source]` show 0, one level above. Returns the margin then, and what
    the step to what follows answered."""
    states = context.line.states
    row = source + 1
    show_zero(context, source)
    middle = states[row].margin + 0
    if kind_at(states[source]) != N_DICE:
        return middle, step(context, row, SETTLE)
    return middle, try_out(context, source, -context.scene.lowest)


@kernel
def show_zero(context: SearchContext, source: int) -> None:
    """The dice of `states[source]`, if any are still to be rolled, show 0 one level above, before
    anything comes of it."""
    scene, states = context.scene, context.line.states
    states[source + 1] = states[source]
    if kind_at(states[source]) == N_DICE:
        apply_dice(scene, states[source + 1], -scene.lowest, context.log)


@kernel
def open_estimate(context: SearchContext, source: int, duel: int) -> int:
    """Prepare the static estimate of a roll's margins; `duel`: a duel follows the dice. Returns
    what the step to where the turn goes on without the roll answered; that state is in the level
    above the row then. 0 if this roll has to be expanded."""
    row = source + 1
    if not duel:
        show_zero(context, source)
    if not can_be_estimated(context.line.states[row]):
        return 0
    return open_baseline(context, row)


@kernel
def open_books(context: SearchContext, row: int, count: int, quick: int) -> tuple[int, int]:
    """List the invokes of both sides at the duel of `states[row]`, whose `count` legal actions
    stand in its buffer; `quick`: a static estimate is prepared. Levels above are scratch. Returns
    the side that is to move, and whether the other has passed."""
    scene, states, parameters, work = (
        context.scene,
        context.line.states,
        context.parameters,
        context.work,
    )
    top = states[row].depth - 1
    side, passed = states[row].pending[top, 2] + 0, states[row].pending[top, 3] & DUEL_PASSED
    if quick and states[row + KEPT].exchange == states[row].exchange:
        copy_sums(work, row, DEPTH)  # only the roll lies between
    else:
        write_sums(scene, states[row], parameters, work, DEPTH)
    if not quick:
        work.sure[row] = settled(scene, states[row])
    exchange = exchange_to_come(states[row])
    before = worth_of(scene, parameters, work, DEPTH, exchange, work.sure[row] + 0.0)
    list_invokes(context, row, row, count, side, before)
    states[row + 1] = states[row]
    if passed:
        states[row + 1].pending[top, 3] = DUEL_OPEN
    then = step(context, row + 1, PASS)
    if then > 0 and kind_at(states[row + 1]) == N_DUEL:
        then_side = 1 - side
        list_invokes(context, row, row + 1, then, then_side, before)
    acting = raising_side(scene, states[row])
    if others_follow(states[row]):
        for place in range(work.invokes[row, acting]):
            if work.spread[row, acting, place]:
                work.follows[row] = 1
    return side, passed


@kernel
def close_books(work: Work, row: int) -> None:
    """Nobody invokes at a roll, unless `open_books` says so."""
    work.invokes[row, 0], work.invokes[row, 1], work.follows[row] = 0, 0, 0


@kernel
def count_raises(work: Work, row: int, acting: int) -> int:
    """The number of ways in which the acting side's invokes can have raised a roll for those who
    meet it later, by how many of them are used, none included. Marks the worth of every margin as
    unknown in each."""
    raises = 1 + work.follows[row] * work.invokes[row, acting]
    for raised in range(raises):
        for place in range(MARGINS):
            work.final[row, raised, place] = math.nan
    return raises


@kernel
def gain_of(work: Work, row: int, side: int, number: int) -> int:
    """How far the first `number` invokes of a side move a roll."""
    total = 0
    for one in range(number):
        total += work.gain[row, side, one]
    return total


@kernel
def area_outcome(scene: Scene, parameters: Parameters, dice: int, third: int) -> int:
    """The outcome that stands for the lower third (-1), the middle or the upper third (1) of the
    one roll of an area attack; `dice` that weight replaces, + 1."""
    shown = parameters.middle[dice, 0] + third * parameters.spread[dice, 0]
    return min(max(shown - scene.lowest, 0), scene.outcomes - 1)


@kernel
def outcomes_of(parameters: Parameters, rolls: int, own: int, second: int) -> tuple[int, int, int]:
    """The least and the greatest difference of the dice at which a roll is expanded, and the step
    between them; `rolls` of the turn were before."""
    if rolls == EXACT:
        return -MOST_DIFFERENCE, MOST_DIFFERENCE, 1
    mean, spread = parameters.middle[own, second] + 0, max(1, parameters.spread[own, second])
    reach = spread if rolls < MIDDLE_ONLY else 0
    return mean - reach, mean + reach, spread


@kernel
def chance_of(
    parameters: Parameters, work: Work, rolls: int, own: int, second: int, difference: int
) -> float:
    """The chance of a difference of the dice, or the weight of one that stands for others; where
    turns are looked at briefly none that is next to nothing."""
    if rolls == EXACT:
        chance = parameters.chance[own, second, difference + MOST_DIFFERENCE] + 0.0
        return 0.0 if work.brief != 0 and chance < UNLIKELY else chance
    return 1.0


@kernel
def reach(work: Work, row: int, acting: int) -> tuple[int, int]:
    """How far all invokes of both sides can lower a margin, and how far they can raise it."""
    lower, raised = 1 - acting, acting
    return (
        gain_of(work, row, lower, work.invokes[row, lower] + 0),
        gain_of(work, row, raised, work.invokes[row, raised] + 0),
    )


@kernel
def is_known(work: Work, row: int, raised: int, margin: int) -> bool:
    """Whether the worth of a margin is known, with `raised` invokes having raised the roll for
    those who meet it later."""
    return not math.isnan(work.final[row, raised, index_of(margin)])


@kernel
def stands_for(scene: Scene, state: State, margin: int) -> int:
    """The margin that stands for another one of the roll of `state`: it has the same effect, and is
    within the tables."""
    return index_of(same_margin(scene, state.roll_verb + 0, margin)) - MIDDLE


@kernel
def end_with(
    context: SearchContext, source: int, middle: int, opened: int, margin: int, raised: int
) -> int:
    """End the roll of `states[source]` one level above with `margin`: the margin from `let_fall` is
    shifted that far. The first `raised` invokes of the acting side count against later targets of
    an area attack too (E4). Nobody invokes any more. Returns what the last step answered."""
    states = context.line.states
    row, then = source + 1, opened
    states[row] = states[source]
    if kind_at(states[source]) == N_DICE:
        shifted = states[row].margin + margin - middle
        states[row].margin = shifted
        then = step(context, row, -context.scene.lowest)
    else:
        states[row].margin = margin
    if raised:
        acting = raising_side(context.scene, states[row])
        raise_later(context.work, row, states[row], acting, raised)
    while then > 0 and kind_at(states[row]) == N_DUEL:
        then = step(context, row, PASS)
    return then


@kernel
def raise_later(work: Work, row: int, state: State, side: int, raised: int) -> None:
    """Count the first `raised` invokes of a side against those later targets of an area attack that
    their aspects speak to."""
    for place in range(raised):
        spread = work.spread[row, side, place] + 0
        while spread:
            target = lowest_bit(spread)
            spread &= spread - 1
            gain = work.gain[row, side, place]
            state.roll_totals[target] = state.roll_totals[target] + gain


@kernel
def learn(work: Work, row: int, raised: int, margin: int, ends: int, u: float) -> None:
    """Record what a margin is worth, also for the margin that stands for it."""
    work.final[row, raised, index_of(margin)] = u
    work.final[row, raised, index_of(ends)] = u


@kernel
def estimate_margins(
    context: SearchContext, source: int, raised: int, least: int, most: int
) -> None:
    """Learn by the static estimate, which is prepared (`open_estimate`), what each margin from
    `least` up to `most` is worth that is not known yet."""
    work, row = context.work, source + 1
    for margin in range(least, most + 1):
        if is_known(work, row, raised, margin):
            continue
        ends = stands_for(context.scene, context.line.states[source], margin)
        if is_known(work, row, raised, ends):
            u = work.final[row, raised, index_of(ends)] + 0.0
        else:
            u = estimate(context, row, ends)
        learn(work, row, raised, margin, ends, u)


@kernel
def sum_up(
    parameters: Parameters,
    work: Work,
    row: int,
    rolls: int,
    own: int,
    second: int,
    toward: int,
    middle: int,
    acting: int,
    side: int,
    passed: int,
) -> float:
    """The utility of a roll once the worth of each margin in reach is known: each difference of the
    dice by its chance, with the duel that follows it if anybody has something to invoke."""
    worth, weight = 0.0, 0.0
    invokes = work.invokes[row, 0] + work.invokes[row, 1]
    least, most, apart = outcomes_of(parameters, rolls, own, second)
    for difference in range(least, most + 1, apart):
        chance = chance_of(parameters, work, rolls, own, second, difference)
        if chance > 0.0:
            margin = middle + toward * difference
            if invokes:
                worth += chance * solve_duel(parameters, work, row, margin, acting, side, passed)
            else:
                worth += chance * work.final[row, 0, index_of(margin)]
            weight += chance
    return worth / weight
