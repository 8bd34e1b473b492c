"""Samples: a conflict played on from a position by a tactician for both sides, with dice, until an
exchange is over, or so many turns are. What it is worth then is the static value, or the stakes
where it has ended, and a lead over a draw counts a little less the later that is.
Kernels; what is sampled, and how often, `rollouts` decides. Who acts next, concessions and duels
are left to the learned policy, since they take a tactician much of its time, and who decides them
changes little of what samples say of choices. Of ways that are worth the same the first is taken,
not the cheaper one.

Dice are keyed by the position, the number of the sample, the exchange, the fighter and the roll, so
that choices that are compared meet the same dice where they do the same. The first two rolls are
spread evenly over their chances instead (a Kronecker sequence), so that few samples show them as
they are.
"""

from __future__ import annotations

from autogm.engine.codes import (
    N_COMPEL,
    N_CONCEDE,
    N_DUEL,
    N_ORDER,
    N_ROAR,
    N_TURN,
    SETTLE,
    UNDECIDED_WIN,
)
from autogm.engine.records import Scene, Scenes, State
from autogm.engine.sampling import reset_counters, sample_dice
from autogm.engine.stack import count_bits, kind_at, side_at
from autogm.engine.stakes import stake
from autogm.engine.step import Apply
from autogm.game.kernels import entry, kernel
from autogm.game.keyed import WORD, draw, mix
from autogm.game.kinds import FloatTable
from autogm.planner.evaluation.parameters import Parameters
from autogm.planner.evaluation.scratch import BEYOND, Work
from autogm.planner.evaluation.value import ending, value
from autogm.planner.policy.preferred import preferred
from autogm.planner.turn.ranking import best_of
from autogm.planner.turn.tactician import AT_ONCE, NO_LIMIT, Evaluator, Weigh
from autogm.planner.turn.turns import is_over_turn, is_turn_of
from autogm.planner.turn.weighing import ALL

BY_POLICY = (N_ORDER, N_CONCEDE, N_DUEL)
"""Where the policy chooses."""
LOOK = 120
"""Positions after which a tactician expands no more for a choice in a sample."""
PATIENCE = 0.99
"""What is left of the lead over a draw for each exchange that a sample goes on, and in part for
each turn, so that who wins whatever it chooses wins sooner (evaluation/HISTORY.md, «Wins that are
sure»). What is settled already is not in a hurry. Graphs of states, which tell smaller differences,
have one of their own (`graph.PATIENCE`)."""
SPREAD = 2  # rolls that are spread evenly
FIRST_STEP, SECOND_STEP = 0xC13FA9A9, 0x91E10DA5
"""The steps of that sequence, of 2^32: powers of the plastic number's reciprocal (M. Roberts, «The
Unreasonable Effectiveness of Quasirandom Sequences», 2018)."""
NOBODY = -1
UNIT = 4294967296.0
ONE_SALT, OTHER_SALT, SPREAD_SALT = 0x3C6EF372, 0x1B873593, 0x5851F42D
END_OF_TURN, END_OF_SAMPLE, LUCK, TURNS = 0, 1, 2, 3  # columns of what is found
FOUND = 4


@kernel
def quantile(scene: Scene, replaced: int, bits: int) -> int:
    """The outcome of dice at a place, in parts of 2^32, of their distribution."""
    left, last = bits / UNIT, 0
    for outcome in range(scene.outcomes):
        chance = scene.dice[replaced, outcome] + 0.0
        left -= chance
        if chance > 0.0:
            last = outcome
        if left < 0.0:
            return outcome
    return last


@kernel
def value_for(
    scene: Scene, state: State, parameters: Parameters, work: Work, side: int, thinker: int
) -> float:
    """The value as a side counts it, in a sample that is counted as side `thinker` does."""
    work.contempt = parameters.contempt[side] + 0.0
    found = value(scene, state, parameters, work)
    work.contempt = parameters.contempt[thinker] + 0.0
    return found


@kernel
def goes_on(state: State, fighter: int, exchange: int) -> bool:
    """Whether a turn goes on after its action: what was to come of it is settled, but not yet how
    its fighter moves."""
    return kind_at(state) == N_TURN and is_turn_of(state, fighter, exchange)


@kernel
def is_on_turn(state: State, mover: int, exchange: int) -> bool:
    """Whether somebody chooses on a turn, but not on that of `mover` in an exchange."""
    return kind_at(state) == N_TURN and not is_turn_of(state, mover, exchange)


@entry
def play_samples(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    evaluator: Evaluator,
    thinking: Evaluator,
    thinker: int,
    mover: int,
    exchange: int,
    acted: int,
    until: int,
    turns: int,
    key: int,
    first: int,
    last: int,
    most: int,
    found: FloatTable,
) -> int:
    """Play samples number `first` up to `last` from the settled `states[0]` of the line on, until
    exchange `until` is over, or `turns` turns after that of `mover` in `exchange` are. `thinking`
    is what the tactician thinks with, `acted` how many have begun a turn in that exchange. In
    `found` (samples, `FOUND`), whose row 0 is for number `first`, comes

    - u at the end of the action of that turn;
    - u at the end of the sample, an undecided end counted as side `thinker` does, and what is later
      than now by `PATIENCE`;
    - luck: what later turns ended with less what the tactician expected of what it chose there;
    - how many turns after that one are over.

    Returns how many positions that took, those that it looked at and the steps of the engine: about
    `most` at most, the last choice beyond it. Rows of samples that were not played to their end
    then keep what they had."""
    scene, line, log = scenes[0], evaluator.lines[0], evaluator.logs[0]
    parameters, policy = evaluator.all_parameters[0], evaluator.policies[0]
    state, buffer, opening, work = (
        line.states[1], line.buffers[1], line.buffers[0], evaluator.works[0],
    )  # fmt: skip
    ahead = thinking.lines[0]
    work.contempt = parameters.contempt[thinker] + 0.0
    begins = apply(scene, line.states[0], SETTLE, opening, log)
    steps = 0
    for number in range(first, last):
        line.states[1] = line.states[0]
        for place in range(begins):
            buffer.action[place] = opening.action[place]
        reset_counters(buffer)
        one = mix((key ^ ONE_SALT ^ mix(number)) & WORD)
        other = mix((key + number * OTHER_SALT) & WORD)
        count, rolls, own, over = begins, 0, True, False
        luck, ended, whose, when, expected = 0.0, 0, NOBODY, 0, 0.0
        while count != 0 and steps < most:
            if count < 0:
                if rolls < SPREAD:
                    step = FIRST_STEP if rolls == 0 else SECOND_STEP
                    offset = draw(key, SPREAD_SALT, rolls)
                    action = quantile(scene, -1 - count, (offset + number * step) & WORD)
                else:
                    action = sample_dice(scene, state, -1 - count, one, other, buffer)
                rolls += 1
            else:
                if kind_at(state) in (N_TURN, N_ORDER, N_COMPEL, N_ROAR):
                    if own and is_over_turn(state, mover, exchange):
                        own = False
                        found[number - first, END_OF_TURN] = value(scene, state, parameters, work)
                    if whose != NOBODY and is_over_turn(state, whose, when):
                        came = value_for(scene, state, parameters, work, scene.side[whose], thinker)
                        luck += came - expected
                        if not goes_on(state, whose, when):
                            ended += 1
                        whose = NOBODY
                    if state.exchange > until or ended >= turns:
                        over = True
                        break
                if kind_at(state) in BY_POLICY:
                    action = preferred(scene, state, parameters, policy, buffer, count)
                else:
                    ahead.states[0] = state
                    choices = weigh(apply, scenes, thinking, ALL, AT_ONCE, LOOK, NO_LIMIT, 0)
                    place = best_of(thinking.works[0], choices, side_at(state))
                    action = ahead.buffers[0].action[place]
                    if whose == NOBODY and not own and is_on_turn(state, mover, exchange):
                        whose, when = state.pending[state.depth - 1, 1] + 0, state.exchange + 0
                        expected = thinking.works[0].worths[place] + 0.0
                        if abs(expected) >= BEYOND:  # the only one to look at, and not weighed
                            side = side_at(state)
                            expected = value_for(scene, state, parameters, work, side, thinker)
                    steps += thinking.works[0].calls
            count = apply(scene, state, action, buffer, log)
            steps += 1
        if count != 0 and not over:
            break
        worth = value(scene, state, parameters, work) if over else ending(scene, state, work)
        if whose != NOBODY:
            side = scene.side[whose]
            luck += value_for(scene, state, parameters, work, side, thinker) - expected
            ended += 1
        ends = scene.win_value[UNDECIDED_WIN] - scene.win_value[state.winner]
        drawn = stake(scene, state) + ends  # what is settled, had nobody won
        begun = count_bits(state.acted) - acted
        waited = max(0.0, state.exchange - exchange + begun / scene.fighters)
        worth = drawn + PATIENCE**waited * (worth - drawn)
        found[number - first, END_OF_SAMPLE] = worth
        found[number - first, LUCK], found[number - first, TURNS] = luck, ended
        if own:
            found[number - first, END_OF_TURN] = worth
    return steps
