"""Exact counts of small trees, against what is written down, against counts made without the
engine, and against the same engine interpreted (habits 4 and 7)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from autogm.engine.codes import CHANCE, TERMINAL
from autogm.engine.game import load_game
from autogm.engine.perft import perft
from autogm.engine.state import State
from autogm.game.kernels import INTERPRETED
from tests.engine import brawl
from tests.engine.digests import all_digests
from tests.engine.perft_table import FOLDER, NAMES, count, read
from tests.engine.walking import walks

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(INTERPRETED, reason="400,000 nodes take minutes interpreted")
@pytest.mark.parametrize("name", NAMES)
def test_counts_are_as_written(name: str) -> None:
    written = read(name)
    assert len(written) > 5
    assert count(name) == written


def test_there_are_enough_of_several_rulesets() -> None:
    rulesets = {load_game(FOLDER / f"{name}.yaml").encounter.ruleset.id for name in NAMES}
    assert len(NAMES) >= 6
    assert len(rulesets) == 5


def test_two_rooms_by_hand() -> None:
    # Each of two people stays or goes, twice: 1 + 2 + 4 + 8 choices, then 16 ends.
    rows = read("two-rooms")
    assert rows[:5] == [(0, 1, 0, 0), (1, 3, 0, 0), (2, 7, 0, 0), (3, 15, 0, 0), (4, 15, 0, 16)]
    assert {row[1:] for row in rows[4:]} == {(15, 0, 16)}


def test_boxes_by_another_program() -> None:
    assert read("boxes") == [(depth, *brawl.tree(depth)) for depth in range(len(read("boxes")))]


@walks
def test_a_count_is_a_count_of_the_contract() -> None:
    """The kernel's counts are those of walking the tree by hand, one `child` at a time."""

    def walk(state: State, depth: int) -> Counter[int]:
        total = Counter([min(state.current_player(), 0)])
        for action in state.legal_actions() if depth else ():
            total += walk(state.child(action), depth - 1)
        return total

    for name in NAMES:
        state = load_game(FOLDER / f"{name}.yaml").new_initial_state()
        found = perft(state, 4)
        walked = walk(state, 4)
        assert found.counts == (walked[0], walked[CHANCE], walked[TERMINAL])
        assert found.nodes == walked.total()


@pytest.mark.long
@pytest.mark.skipif(INTERPRETED, reason="compiled code is what interpreted code is compared with")
def test_interpreted_code_agrees_on_every_state() -> None:
    """In a Python of its own, where an index beyond an array is an error, too."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.engine.digests"],
        check=False, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True,
        text=True, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    assert json.loads(done.stdout) == all_digests()
