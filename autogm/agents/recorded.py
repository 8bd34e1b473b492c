"""Battles of conflicts in compiled code that keep a record of each: the same loop, agents and dice
as `autogm.agents.battles`, and besides the counts of every battle how each fighter stood at the end
of each exchange. It is a binding of its own, so that battles which are only counted pay nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.agents.battles import (
    R_FALLEN,
    T_DAMAGE,
    T_MILD,
    close_battle,
    considered,
    side_at_choice,
    tally,
)
from autogm.agents.choose import TACTICIAN, choose
from autogm.engine.codes import LOG_FULL, N_PURSES, POOL
from autogm.engine.event_codes import (
    EV_CONCEDES,
    EV_DAMAGE,
    EV_EXCHANGE,
    EV_LEAVES,
    EV_TAKEN_OUT,
)
from autogm.engine.layout import TALLY_COLUMNS
from autogm.engine.records import (
    Buffer,
    Buffers,
    Log,
    Logs,
    Scene,
    Scenes,
    States,
    TalliesRows,
)
from autogm.engine.records import State as StateRecord
from autogm.engine.sampling import reset_counters, sample_dice
from autogm.engine.step import Apply
from autogm.game.kernels import ArrayKind, RecordKind, kernel
from autogm.game.kinds import IntTable
from autogm.game.loop import R_LENGTH, R_WINNER, battle_loop
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.turn.tactician import Evaluator, Weigh

MOST_EXCHANGES = 201
"""Exchanges that a record has room for: as many as any conflict has, and what comes after them."""

# How a fighter stood: its zone + 1 (0: not here), members, boxes marked, points that it may spend
# and points owed to it; then what it has taken and dealt since the battle began.
(
    M_ZONE,
    M_MEMBERS,
    M_BOXES,
    M_POINTS,
    M_OWED,
    M_MILD,
    M_MODERATE,
    M_SEVERE,
    M_DEALT,
    M_TAKEN,
) = range(10)
MOMENT_COLUMNS = 10

RECORD = np.dtype(
    [
        ("count", np.int32, (N_PURSES, TALLY_COLUMNS)),  # as `Tallies` counts, of this battle
        ("taken", np.int32, (MAX_FIGHTERS,)),  # shifts of the hits on each fighter
        ("struck", np.int32, (MAX_FIGHTERS,)),  # how many hits
        ("gone", np.int32, (MAX_FIGHTERS,)),  # the exchange in which it went, 0: it did not
        ("moment", np.int16, (MOST_EXCHANGES, N_PURSES, MOMENT_COLUMNS)),  # by exchange
        ("exchange", np.int32),  # of the event that was told last
        ("kept", np.int32),  # the last exchange whose end is recorded
        ("current", np.int64),  # of the first record: which battle is played
        ("moments", np.int64),  # of the first record: whether they are asked for
    ]
)

if TYPE_CHECKING:
    Record: TypeAlias = Any
    Records: TypeAlias = Any
else:
    Record = RecordKind("Record", RECORD)
    Records = ArrayKind(Record)


@kernel
def marked(boxes: int) -> int:
    """How many bits are set."""
    count = 0
    while boxes:
        count += boxes & 1
        boxes = boxes >> 1
    return count


@kernel
def keep_moment(
    scene: Scene, state: StateRecord, counts: TalliesRows, record: Record, exchange: int
) -> None:
    """How everybody stands, as the end of an exchange."""
    if exchange >= MOST_EXCHANGES:
        return
    for who in range(scene.fighters):
        here = (state.present >> who) & 1
        if here:
            record.moment[exchange, who, M_ZONE] = state.zone[who] + 1
            record.moment[exchange, who, M_MEMBERS] = state.members[who]
            boxes = marked(state.stress[who, 0]) + marked(state.stress[who, 1])
            record.moment[exchange, who, M_BOXES] = boxes
        record.moment[exchange, who, M_POINTS] = state.points[who]
        record.moment[exchange, who, M_OWED] = state.owed[who]
        for severity in range(3):
            column = T_MILD + severity
            got = counts[0].count[who, column] - counts[0].before[who, column]
            record.moment[exchange, who, M_MILD + severity] = got
        dealt = counts[0].count[who, T_DAMAGE] - counts[0].before[who, T_DAMAGE]
        record.moment[exchange, who, M_DEALT] = dealt
        record.moment[exchange, who, M_TAKEN] = record.taken[who]
    record.moment[exchange, POOL, M_POINTS] = state.points[POOL]
    record.moment[exchange, POOL, M_OWED] = state.owed[POOL]


@kernel
def record_events(scene: Scene, log: Log, record: Record) -> None:
    """What the tallies do not count: who was hit, and in which exchange fighters go."""
    for row in range(log.rows):
        kind, who = log.row[row, 0], log.row[row, 1]
        if kind == EV_EXCHANGE:
            record.exchange = log.row[row, 2]
        elif kind == EV_DAMAGE and log.row[row, 2] > 0 and log.row[row, 3] >= 0:
            target = scene.mob_of[log.row[row, 3]] + 0
            record.taken[target] = record.taken[target] + log.row[row, 2]
            record.struck[target] = record.struck[target] + 1
        elif kind in (EV_TAKEN_OUT, EV_CONCEDES, EV_LEAVES) and log.row[row, 2] == 0:
            record.gone[scene.mob_of[who]] = record.exchange


@kernel
def record_step(
    scene: Scene, state: StateRecord, log: Log, counts: tuple[TalliesRows, Records]
) -> None:
    """Count and record what the events of one step report, and empty the log. Exchanges end between
    two steps: what is left of the step that ended one belongs to it, too."""
    tallies, records = counts
    record = records[records[0].current]
    record_events(scene, log, record)
    tally(scene, state, log, tallies[0])
    if records[0].moments:
        while record.kept < state.exchange - 1:
            record.kept = record.kept + 1
            keep_moment(scene, state, tallies, record, record.kept + 0)


@kernel
def close_record(
    scene: Scene,
    state: StateRecord,
    log: Log,
    counts: tuple[TalliesRows, Records],
    results: IntTable,
    row: int,
) -> None:
    """Write how a battle has ended, and what it counted; the next one is recorded after it."""
    tallies, records = counts
    record = records[row]
    keep_moment(scene, state, tallies, record, state.exchange + 0)
    record.kept = state.exchange
    for place in range(scene.fighters + 1):
        who = place if place < scene.fighters else POOL
        for column in range(TALLY_COLUMNS):
            more = tallies[0].count[who, column] - tallies[0].before[who, column]
            if more:
                record.count[who, column] = more
    results[row, R_WINNER] = state.winner
    results[row, R_LENGTH] = state.exchange
    results[row, R_FALLEN] = close_battle(scene, tallies[0])
    records[0].current = row + 1


@kernel
def seen_to_fall(
    apply: Apply, scenes: Scenes, state: StateRecord, dice: int, action: int,
    counts: tuple[TalliesRows, Records], row: int,
) -> None:  # fmt: skip
    """Dice are not measured here."""


play_on, play_battles, play_until_asked = battle_loop(
    __name__,
    Scene=Scene, Scenes=Scenes, State=StateRecord, States=States, Buffer=Buffer, Buffers=Buffers,
    Log=Log, Logs=Logs, Apply=Apply, Counts=tuple[TalliesRows, Records], Weigh=Weigh,
    Minds=tuple[Evaluator, Evaluator], LOG_FULL=LOG_FULL, THINKING=TACTICIAN,
    side_of=side_at_choice, decided=choose, considered=considered, fallen=sample_dice,
    seen_to_fall=seen_to_fall, begin=reset_counters, count_step=record_step, close=close_record,
)  # fmt: skip
