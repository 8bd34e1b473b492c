"""Battles of conflicts in compiled code: the loop of all games (`autogm.game.loop`) with agents who
decide for fighters, and what happens counted from the same events that logs are written from.
"""

from __future__ import annotations

from autogm.agents.choose import TACTICIAN, choose, consider, skirmish
from autogm.engine.codes import LOG_FULL, OWED, POOL
from autogm.engine.event_codes import (
    EV_CONCEDES,
    EV_CONSEQUENCE,
    EV_DAMAGE,
    EV_LEAVES,
    EV_POINT,
    EV_STRESS,
    EV_TAKEN_OUT,
    P_ARRIVES,
    P_ASIDE,
    P_STAKE,
    P_STAKE_BACK,
)
from autogm.engine.layout import TALLY_COLUMNS
from autogm.engine.records import (
    Buffer,
    Buffers,
    Log,
    Logs,
    Scene,
    Scenes,
    State,
    States,
    Tallies,
    TalliesRows,
)
from autogm.engine.sampling import reset_counters, sample_dice
from autogm.engine.step import Apply
from autogm.game.kernels import kernel
from autogm.game.kinds import IntTable
from autogm.game.loop import (
    R_CHOICES,
    R_END,
    R_LENGTH,
    R_ROLLS,
    R_WINNER,
    RESULT_COLUMNS,
    battle_loop,
)
from autogm.planner.turn.tactician import Evaluator, Weigh

__all__ = ["RESULT_COLUMNS", "R_CHOICES", "R_ROLLS", "R_WINNER"]

# Columns of `tallies`, a row for each fighter and one for the gm's pool.
(
    T_OUT,
    T_CONCEDED,
    T_LEFT,
    T_MILD,
    T_MODERATE,
    T_SEVERE,
    T_DAMAGE,
    T_HITS,
    T_BOXES,
    T_GAINED,
    T_SPENT,
) = range(11)
# From T_SPENT on, the columns count points spent, by reason.

# Columns of `results` as a conflict counts: the exchanges, and a bit mask of the fighters that were
# taken out, written only where events are counted.
R_EXCHANGES, R_FALLEN = R_LENGTH, R_END

MAX_BATTLES = 10_000_000


@kernel
def count_up(tallies: Tallies, who: int, column: int, more: int) -> None:
    """Add to one count."""
    tallies.count[who, column] = tallies.count[who, column] + more


@kernel
def tally(scene: Scene, state: State, log: Log, tallies: Tallies) -> None:
    """Count what the events of one step report, and empty the log. A stake that comes back was not
    spent; points that arrive or leave with their owner are neither spent nor gained. What a part of
    a mob does and suffers is the mob's, and how it leaves once the last of it has (N4)."""
    for row in range(log.rows):
        kind, who = log.row[row, 0], log.row[row, 1]
        if kind in (EV_DAMAGE, EV_STRESS, EV_CONSEQUENCE):
            who = scene.mob_of[who] + 0
        if kind == EV_POINT:
            source, target, count, reason = who, log.row[row, 2], log.row[row, 3], log.row[row, 4]
            if reason == P_STAKE_BACK:
                count_up(tallies, target, T_SPENT + P_STAKE, -count)
            elif reason not in (P_ASIDE, P_ARRIVES):
                if source <= POOL:
                    count_up(tallies, source, T_SPENT + reason, count)
                if target <= POOL:
                    count_up(tallies, target, T_GAINED, count)
                elif target >= OWED:
                    count_up(tallies, target - OWED, T_GAINED, count)
        elif kind == EV_DAMAGE:
            count_up(tallies, who, T_DAMAGE, log.row[row, 2])
            count_up(tallies, who, T_HITS, 1 if log.row[row, 2] > 0 else 0)
        elif kind == EV_STRESS:
            count_up(tallies, who, T_BOXES, 1)
        elif kind == EV_CONSEQUENCE:
            count_up(tallies, who, T_MILD + log.row[row, 3], 1)
        elif kind in (EV_TAKEN_OUT, EV_CONCEDES, EV_LEAVES) and log.row[row, 2] == 0:
            who = scene.mob_of[who] + 0
            some = (tallies.conceded >> who) & 1
            tallies.conceded = tallies.conceded & ~(1 << who)
            if (state.escaped >> who) & 1:
                count_up(tallies, who, T_LEFT, 1)
            elif kind == EV_CONCEDES or some:
                count_up(tallies, who, T_CONCEDED, 1)
            else:
                count_up(tallies, who, T_OUT, 1)
        elif kind == EV_CONCEDES:  # states keep it only where stakes ask for it
            tallies.conceded = tallies.conceded | (1 << scene.mob_of[who])
    log.rows = 0


@kernel
def close_battle(scene: Scene, tallies: Tallies) -> int:
    """Add the squares of what one battle counted, which show how far battles differ. Returns the
    bit mask of those who were taken out in it."""
    tallies.conceded = 0
    fallen = 0
    for row in range(scene.fighters + 1):
        who = row if row < scene.fighters else POOL
        for column in range(TALLY_COLUMNS):
            count = tallies.count[who, column]
            more = count - tallies.before[who, column]
            if more:
                if column == T_OUT and row < scene.fighters:
                    fallen = fallen | (1 << row)
                tallies.squares[who, column] = tallies.squares[who, column] + more * more
                tallies.before[who, column] = count
    return fallen


@kernel
def side_at_choice(state: State) -> int:
    """The side that chooses."""
    return state.pending[state.depth - 1, 2] + 0


@kernel
def considered(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    state: State,
    buffer: Buffer,
    count: int,
    agent: int,
    evaluators: tuple[Evaluator, Evaluator],
) -> int:
    """What an agent chooses with the evaluator of its side, among the `count` legal actions in the
    buffer."""
    evaluator = evaluators[side_at_choice(state)]
    if agent == TACTICIAN:
        return consider(apply, weigh, scenes, state, evaluator)
    return skirmish(scenes[0], state, buffer, count, evaluator)


@kernel
def seen_to_fall(
    apply: Apply, scenes: Scenes, state: State, dice: int, action: int, counts: TalliesRows,
    row: int,
) -> None:  # fmt: skip
    """Dice are not measured here (`autogm.agents.measured`)."""


@kernel
def count_step(scene: Scene, state: State, log: Log, counts: TalliesRows) -> None:
    """Count what the events of one step report, and empty the log."""
    tally(scene, state, log, counts[0])


@kernel
def close(
    scene: Scene, state: State, log: Log, counts: TalliesRows, results: IntTable, row: int
) -> None:
    """Write who has won, when, and who was taken out, into a battle's row of the results."""
    results[row, R_WINNER] = state.winner
    results[row, R_EXCHANGES] = state.exchange
    if log.on:
        results[row, R_FALLEN] = close_battle(scene, counts[0])


play_on, play_battles, play_until_asked = battle_loop(
    __name__,
    Scene=Scene, Scenes=Scenes, State=State, States=States, Buffer=Buffer, Buffers=Buffers,
    Log=Log, Logs=Logs, Apply=Apply, Counts=TalliesRows, Weigh=Weigh,
    Minds=tuple[Evaluator, Evaluator], LOG_FULL=LOG_FULL, THINKING=TACTICIAN,
    side_of=side_at_choice, decided=choose, considered=considered, fallen=sample_dice,
    seen_to_fall=seen_to_fall, begin=reset_counters, count_step=count_step, close=close,
)  # fmt: skip
