"""Recording battles: besides the counts of every battle, who was hit and where, when fighters went,
what ended it, and how each stood at the end of each exchange.
"""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.agents.counting import T_DAMAGE, T_MILD, tally
from autogm.engine.codes import N_PURSES, POOL
from autogm.engine.event_codes import (
    EV_CONCEDES,
    EV_DAMAGE,
    EV_END,
    EV_EXCHANGE,
    EV_LEAVES,
    EV_MOVES,
    EV_TAKEN_OUT,
)
from autogm.engine.layout import TALLY_COLUMNS
from autogm.engine.records import Log, Scene, State, TalliesRows
from autogm.engine.stack import count_bits
from autogm.game.kernels import ArrayKind, RecordKind, kernel
from autogm.model.words import MAX_FIGHTERS, MAX_ZONES

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
        ("hurt", np.int32, (MAX_ZONES, 2)),  # shifts of the hits, by zone and side of whom they hit
        ("objective", np.int32),  # the number + 1 of the objective that ended it, 0: none did
        ("stood", np.int32, (MAX_FIGHTERS,)),  # where each is, or was when it went
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
def keep_moment(
    scene: Scene, state: State, counts: TalliesRows, record: Record, exchange: int
) -> None:
    """How everybody stands, as the end of an exchange."""
    if exchange >= MOST_EXCHANGES:
        return
    for who in range(scene.fighters):
        here = (state.present >> who) & 1
        if here:
            record.moment[exchange, who, M_ZONE] = state.zone[who] + 1
            record.moment[exchange, who, M_MEMBERS] = state.members[who]
            boxes = count_bits(state.stress[who, 0]) + count_bits(state.stress[who, 1])
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
    """What the tallies do not count: who was hit and where, in which exchange fighters go, and
    whether an objective ends it."""
    for row in range(log.rows):
        kind, who = log.row[row, 0], log.row[row, 1]
        if kind == EV_EXCHANGE:
            record.exchange = log.row[row, 2]
        elif kind == EV_MOVES:
            record.stood[who] = log.row[row, 3]
        elif kind == EV_END:
            record.objective = log.row[row, 4]
        elif kind == EV_DAMAGE and log.row[row, 2] > 0 and log.row[row, 3] >= 0:
            zone, side = record.stood[log.row[row, 3]] + 0, scene.side[log.row[row, 3]] + 0
            record.hurt[zone, side] = record.hurt[zone, side] + log.row[row, 2]
            target = scene.mob_of[log.row[row, 3]] + 0
            record.taken[target] = record.taken[target] + log.row[row, 2]
            record.struck[target] = record.struck[target] + 1
        elif kind in (EV_TAKEN_OUT, EV_CONCEDES, EV_LEAVES) and log.row[row, 2] == 0:
            record.gone[scene.mob_of[who]] = record.exchange


@kernel
def record_step(
    scene: Scene, state: State, log: Log, tallies: TalliesRows, records: Records
) -> None:
    """Count and record what the events of one step report, and empty the log. Exchanges end between
    two steps: what is left of the step that ended one belongs to it, too."""
    record = records[records[0].current]
    record_events(scene, log, record)
    for who in range(scene.fighters):  # who arrived, or was put somewhere, moved without an event
        if (state.present >> who) & 1:
            record.stood[who] = state.zone[who]
    tally(scene, state, log, tallies[0])
    if records[0].moments:
        while record.kept < state.exchange - 1:
            record.kept = record.kept + 1
            keep_moment(scene, state, tallies, record, record.kept + 0)


@kernel
def close_record(
    scene: Scene, state: State, tallies: TalliesRows, records: Records, row: int
) -> None:
    """Record how a battle has ended, and what it counted; the next one is recorded after it."""
    record = records[row]
    keep_moment(scene, state, tallies, record, state.exchange + 0)
    record.kept = state.exchange
    for place in range(scene.fighters + 1):
        who = place if place < scene.fighters else POOL
        for column in range(TALLY_COLUMNS):
            more = tallies[0].count[who, column] - tallies[0].before[who, column]
            if more:
                record.count[who, column] = more
    records[0].current = row + 1


class _Rooms(local):
    """The memory that each thread reuses."""

    records: Any = None


_rooms = _Rooms()


def recording(battles: int, opening: Any, *, moments: bool, reused: bool) -> Any:
    """Empty records for so many battles that begin with the record `opening` of a state, and one
    more, since the loop points there after the last. Where memory is `reused`, which takes far less
    time, they hold until the next call by the same thread."""
    records = _room(battles + 1) if reused else np.zeros(battles + 1, RECORD)
    opened = max(1, int(opening["exchange"]))
    records["exchange"], records["kept"] = opened, opened - 1
    records["stood"] = opening["zone"]
    records[0]["moments"] = moments
    return records


def _room(number: int) -> Any:
    """So many empty records: those that this thread had before, cleared as far as they were used,
    since most of a record's exchanges are never reached."""
    if _rooms.records is None or len(_rooms.records) < number:
        _rooms.records = np.zeros(number, RECORD)
        return _rooms.records
    records = _rooms.records
    for name in ("count", "taken", "struck", "gone", "hurt", "objective", "current", "moments"):
        records[name] = 0
    used = int(records["kept"].max()) + 2  # the last exchange of a battle does not end
    records["moment"][:, :used] = 0
    return records[:number]
