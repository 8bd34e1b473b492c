"""Playing battles out without leaving compiled code: agents choose, keyed dice fall, and what
happens is counted from the same events that logs are written from.
"""

from __future__ import annotations

from autogm.agents.choose import OUTSIDE, SKIRMISHER, TACTICIAN, choose, consider, skirmish
from autogm.engine.codes import LOG_FULL, OWED, POOL, SETTLE
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
from autogm.game.kernels import entry, kernel
from autogm.game.keyed import FIRST_SALT, SECOND_SALT, battle_key
from autogm.game.kinds import IntTable
from autogm.planner.turn.tactician import Evaluator, Weigh

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

# Columns of `results`, a row for each battle. The last is a bit mask of the fighters that were
# taken out, written only where events are counted.
R_WINNER, R_EXCHANGES, R_CHOICES, R_ROLLS, R_FALLEN = range(5)
RESULT_COLUMNS = 5

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
def play_on(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    state: State,
    buffer: Buffer,
    log: Log,
    tallies: Tallies,
    key_one: int,
    key_two: int,
    players: int,
    gm: int,
    evaluators: tuple[Evaluator, Evaluator],
    count: int,
    results: IntTable,
    row: int,
) -> int:
    """Play a battle on from a state whose `count` legal actions are in the buffer, until it is over
    (returns 0) or somebody outside has to choose (returns the number of legal actions).
    `evaluators` are the players' and the GM's, where a tactician plays."""
    scene = scenes[0]
    counting = log.on + 0
    while count != 0:
        if count < 0:
            action = sample_dice(scene, state, -1 - count, key_one, key_two, buffer)
            results[row, R_ROLLS] += 1
        else:
            side = state.pending[state.depth - 1, 2]
            agent = gm if side else players
            if agent == OUTSIDE:
                return count
            step = results[row, R_CHOICES]
            if agent == TACTICIAN:
                action = consider(apply, weigh, scenes, state, evaluators[side])
            elif agent == SKIRMISHER:
                action = skirmish(scene, state, buffer, count, evaluators[side])
            else:
                action = choose(scene, state, buffer, count, agent, key_one, key_two, step)
            results[row, R_CHOICES] += 1
        count = apply(scene, state, action, buffer, log)
        if counting:
            tally(scene, state, log, tallies)
        while count == LOG_FULL:
            count = apply(scene, state, SETTLE, buffer, log)
            tally(scene, state, log, tallies)
    results[row, R_WINNER] = state.winner
    results[row, R_EXCHANGES] = state.exchange
    if counting:
        results[row, R_FALLEN] = close_battle(scene, tallies)
    return 0


@entry
def play_battles(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    states: States,
    seed: int,
    first: int,
    last: int,
    players: int,
    gm: int,
    evaluators: tuple[Evaluator, Evaluator],
    buffers: Buffers,
    logs: Logs,
    counts: TalliesRows,
    results: IntTable,
) -> None:
    """Play battles `first` up to `last` of `seed`: compiled agents `players` and `gm` by number,
    with their `evaluators`, which only tacticians need.

    `states[0]` is the first state and `states[1]` the one that is played; `buffers[0]` keeps the
    first state's legal actions and `buffers[1]` lists those of the play. A log that is off counts
    nothing. Each battle's row of `results` is its winner, exchanges, choices and rolls, and who
    was taken out in it, where the log is on.
    """
    scene, opening, buffer = scenes[0], buffers[0], buffers[1]
    log, tallies = logs[0], counts[0]
    states[1] = states[0]
    first_count = apply(scene, states[1], SETTLE, opening, log)
    for battle in range(first, last):
        states[1] = states[0]
        key_one = battle_key(seed, battle, FIRST_SALT)
        key_two = battle_key(seed, battle, SECOND_SALT)
        reset_counters(buffer)
        results[battle - first, R_CHOICES] = 0
        results[battle - first, R_ROLLS] = 0
        for place in range(first_count):
            buffer.action[place] = opening.action[place]
        play_on(
            apply, weigh, scenes, states[1], buffer, log, tallies, key_one, key_two, players, gm,
            evaluators, first_count, results, battle - first,
        )  # fmt: skip


@entry
def play_until_asked(
    apply: Apply,
    weigh: Weigh,
    scenes: Scenes,
    states: States,
    seed: int,
    battle: int,
    row: int,
    players: int,
    gm: int,
    evaluators: tuple[Evaluator, Evaluator],
    action: int,
    buffers: Buffers,
    logs: Logs,
    counts: TalliesRows,
    results: IntTable,
) -> int:
    """Apply an action to `states[0]` (`SETTLE`: a battle begins) and play on until agent `OUTSIDE`
    has to choose or the battle is over. Returns how many legal actions are in `buffers[0]`, or
    0."""
    scene, buffer, log, tallies = scenes[0], buffers[0], logs[0], counts[0]
    if action == SETTLE:
        reset_counters(buffer)
    else:
        results[row, R_CHOICES] += 1
    count = apply(scene, states[0], action, buffer, log)
    if log.on:
        tally(scene, states[0], log, tallies)
    while count == LOG_FULL:
        count = apply(scene, states[0], SETTLE, buffer, log)
        tally(scene, states[0], log, tallies)
    key_one = battle_key(seed, battle, FIRST_SALT)
    key_two = battle_key(seed, battle, SECOND_SALT)
    return play_on(
        apply, weigh, scenes, states[0], buffer, log, tallies, key_one, key_two, players, gm,
        evaluators, count, results, row,
    )  # fmt: skip
