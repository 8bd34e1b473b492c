"""What battles of conflicts count, from the same events that logs are written from: a row of counts
for each fighter and one for the GM's pool.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autogm.engine.codes import N_ANSWER, N_PURSES, N_TWISTED, OWED, POOL, SUPPLY
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
    P_EFFECT,
    P_RETURNED,
    P_STAKE,
    P_STAKE_BACK,
)
from autogm.engine.game import Game
from autogm.engine.layout import TALLY_COLUMNS
from autogm.engine.nodes.compel import PAYER_SHIFT
from autogm.engine.payments import HOW_BITS, POINT, SLOT_BITS, is_owed
from autogm.engine.records import Log, Scene, State, Tallies
from autogm.game.kernels import kernel, plain
from autogm.game.rows import Row

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


@kernel
def count_up(tallies: Tallies, who: int, column: int, more: int) -> None:
    """Add to one count."""
    tallies.count[who, column] = tallies.count[who, column] + more


@kernel
def purse_of(account: int) -> int:
    """Whose an account is, also one of points that are owed after the scene."""
    return account - OWED if account >= OWED else account


@kernel
def tally(scene: Scene, state: State, log: Log, tallies: Tallies) -> None:
    """Count what the events of one step report, and empty the log. A point that comes back, as a
    stake or from an effect that does not come about, was neither spent nor gained by whoever had
    got it; nor are those that arrive or leave with their owner. What a part of a mob does and
    suffers is the mob's, and how it leaves once the last of it has (N4)."""
    for row in range(log.rows):
        kind, who = log.row[row, 0], log.row[row, 1]
        if kind in (EV_DAMAGE, EV_STRESS, EV_CONSEQUENCE):
            who = scene.mob_of[who] + 0
        if kind == EV_POINT:
            source, target, count, reason = who, log.row[row, 2], log.row[row, 3], log.row[row, 4]
            if reason in (P_STAKE_BACK, P_RETURNED):
                paid = P_STAKE if reason == P_STAKE_BACK else P_EFFECT
                if target != SUPPLY:
                    count_up(tallies, purse_of(target), T_SPENT + paid, -count)
                if source != SUPPLY:
                    count_up(tallies, purse_of(source), T_GAINED, -count)
            elif reason not in (P_ASIDE, P_ARRIVES):
                if source != SUPPLY:
                    count_up(tallies, purse_of(source), T_SPENT + reason, count)
                if target != SUPPLY:
                    count_up(tallies, purse_of(target), T_GAINED, count)
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


def paid_before(game: Game, record: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What was paid before a state and may still come back, in the rows and columns of `tallies`:
    the stake of a compel that is not answered, and the point of an effect that a concession may
    keep from coming about. Battles that begin there count it as their own, so that they never
    spend less than nothing."""
    found = np.zeros((N_PURSES, TALLY_COLUMNS), np.int64)
    scene, state = game.scene[0], record[0]
    for node, _, _, argument in state["pending"][: state["depth"]].tolist():
        if node in (N_ANSWER, N_TWISTED) and argument >> PAYER_SHIFT:
            found[(argument >> PAYER_SHIFT) - 1, T_SPENT + P_STAKE] += 1
    price = int(state["roll_price"])
    how = (price >> SLOT_BITS) & ((1 << HOW_BITS) - 1)
    if price and how >= POINT:
        found[how - POINT, T_SPENT + P_EFFECT] += 1
        if receiver := price >> (SLOT_BITS + HOW_BITS):
            found[receiver - 1, T_GAINED] += 1
        slot = (price & ((1 << SLOT_BITS) - 1)) - 1
        if plain(is_owed)(Row(scene), slot, int(scene["side"][state["roll_actor"]])):
            bearer = int(scene["purse"][scene["slot_subject"][slot]])
            if bearer >= 0:
                found[bearer, T_GAINED] += 1
    return found
