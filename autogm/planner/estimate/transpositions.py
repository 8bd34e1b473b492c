"""The transposition table: what is known of positions met before. Turns that begin differently
often lead to the same position, equal futures have equal bytes, and the next decision is mostly a
part of the last one. A table lives as long as its planner. It saves time and never changes a
choice: its entries were expanded to their end, and a hit is charged what the expansion took with
nothing known. So a budget reaches equally far whatever was searched before; if what is left of it
would not have been enough, the position is expanded again.

Several threads may use one table, and none waits for another. An entry that two have written half
each is detected, since its key is kept mixed with all else that it holds (R. Hyatt and T. Mann, "A
lock-less transposition table implementation for parallel search", ICGA Journal 25, 2002).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.game.kernels import INTERPRETED, ArrayKind, RecordKind, kernel
from autogm.planner.evaluation.parameters import RECORD_WORDS, Parameters
from autogm.planner.evaluation.scratch import DEPTH, Line, Work

ENTRIES = 1 << 16  # positions that are remembered, a power of two
KEY, COST, WORTH = range(3)
TABLE = np.dtype([("known", np.int64, (ENTRIES, 3))])
"""The entries: which position, what it took to expand, and the bits of its worth."""
if TYPE_CHECKING:
    Table: TypeAlias = Any
    Tables: TypeAlias = Any
else:
    Table = RecordKind("Table", TABLE)
    Tables = ArrayKind(Table)
LOW = 0xFFFFFFFF
BELOW = (1 << RECORD_WORDS.bit_length()) - 1
"""The bits that the number of a word can have: an index that is seen to be no less than 0 is not
counted from the end, and a digest takes less than half of the time."""
# Python's integers never overflow; compiled ones wrap by themselves
ALL = 0xFFFFFFFFFFFFFFFF if INTERPRETED else -1
MIX, OTHER_MIX = 0x2545F4914F6CDD1D, 0x1D8E4E27C47D124F
ROOM = 6  # levels that a roll may need above it
HIGHEST = DEPTH - ROOM  # no position is expanded further from there


@kernel
def word_at(line: Line, parameters: Parameters, row: int, place: int) -> int:
    """One of the words that can differ of the state of a level."""
    return line.words[row, parameters.used[place & BELOW] & BELOW]


@kernel
def digest(line: Line, parameters: Parameters, row: int, salt: int) -> int:
    """A 64-bit hash of the state of a level and of what else distinguishes the question."""
    one, two, three, four = salt ^ MIX, salt ^ OTHER_MIX, salt + MIX, salt + OTHER_MIX
    for place in range(0, parameters.words, 4):  # four apart, so that none waits for another
        one = ((one ^ word_at(line, parameters, row, place)) * MIX) & ALL
        one ^= (one >> 32) & LOW
        two = ((two ^ word_at(line, parameters, row, place + 1)) * OTHER_MIX) & ALL
        two ^= (two >> 32) & LOW
        three = ((three ^ word_at(line, parameters, row, place + 2)) * MIX) & ALL
        three ^= (three >> 32) & LOW
        four = ((four ^ word_at(line, parameters, row, place + 3)) * OTHER_MIX) & ALL
        four ^= (four >> 32) & LOW
    one = ((one * MIX) & ALL) ^ two
    one = ((one * OTHER_MIX) & ALL) ^ three
    one = ((one * MIX) & ALL) ^ four
    return one ^ ((one >> 32) & LOW)


@kernel
def known(table: Table, work: Work, key: int, level: int) -> float:
    """The known worth of the position digested last, if it could be expanded to its end from this
    level within what is left of the budget, which is then charged; NaN if it is not known or could
    not."""
    place = key & (ENTRIES - 1)
    spent, bits = table.known[place, COST] + 0, table.known[place, WORTH] + 0
    if spent == 0 or table.known[place, KEY] != (key ^ spent ^ bits) & ALL:
        return math.nan
    cost = spent // DEPTH
    calls, highest = work.calls + cost - 1, level + spent % DEPTH
    if cost > 1 and (calls > min(work.budget, work.stop) or highest >= HIGHEST):
        return math.nan
    work.calls, work.highest = calls, max(work.highest, highest)
    return float(np.uint64(bits).view(np.float64))


@kernel
def keep(table: Table, key: int, worth: float, cost: int, height: int) -> None:
    """Store what a position is worth, how many positions that took, itself included, and how many
    levels above its own; the entry in its place is forgotten."""
    place, spent = key & (ENTRIES - 1), cost * DEPTH + height
    bits = int(np.float64(worth).view(np.int64)) & ALL
    table.known[place, KEY] = (key ^ spent ^ bits) & ALL
    table.known[place, COST] = spent
    table.known[place, WORTH] = bits
