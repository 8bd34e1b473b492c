"""What is known already of positions met before: turns that begin differently often come to the
same, and equal futures have equal bytes. A table is good for one decision; what it says never
depends on what was thought before.
"""

from __future__ import annotations

from numba import types

from autogm.engine.jit import INTERPRETED, kernel
from autogm.planner.judge import ENTRIES, JUDGE_TYPE, WORK_TYPE

WORDS_TYPE = types.Array(types.int64, 2, "C")

LOW = 0xFFFFFFFF
# Python's integers never run over; compiled ones do so by themselves
ALL = 0xFFFFFFFFFFFFFFFF if INTERPRETED else -1
MIX, OTHER_MIX = 0x2545F4914F6CDD1D, 0x1D8E4E27C47D124F


@kernel(words=WORDS_TYPE, judge=JUDGE_TYPE)
def digest(words, judge, row, salt):
    """A 64-bit number for the state in `words[row]` and what else tells apart what is asked."""
    one, two, three, four = salt ^ MIX, salt ^ OTHER_MIX, salt + MIX, salt + OTHER_MIX
    for place in range(0, judge.words, 4):  # four apart, so that none waits for another
        one = ((one ^ words[row, judge.used[place]]) * MIX) & ALL
        one ^= (one >> 32) & LOW
        two = ((two ^ words[row, judge.used[place + 1]]) * OTHER_MIX) & ALL
        two ^= (two >> 32) & LOW
        three = ((three ^ words[row, judge.used[place + 2]]) * MIX) & ALL
        three ^= (three >> 32) & LOW
        four = ((four ^ words[row, judge.used[place + 3]]) * OTHER_MIX) & ALL
        four ^= (four >> 32) & LOW
    one = ((one * MIX) & ALL) ^ two
    one = ((one * OTHER_MIX) & ALL) ^ three
    one = ((one * MIX) & ALL) ^ four
    return one ^ ((one >> 32) & LOW)


@kernel(work=WORK_TYPE)
def known(work, key):
    """Where in the table a key stands; -1: nowhere."""
    place = key & (ENTRIES - 1)
    if work.known_in[place] == work.decision and work.known_key[place] == key:
        return place
    return -1


@kernel(work=WORK_TYPE, worth=types.float64)
def keep(work, key, worth):
    """Write down what a position comes to; what stood in its place is forgotten."""
    place = key & (ENTRIES - 1)
    work.known_in[place] = work.decision
    work.known_key[place] = key
    work.known_worth[place] = worth
