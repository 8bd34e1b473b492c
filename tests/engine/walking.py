"""A mark for tests that walk through thousands of states of conflicts: compiled code does that.
That interpreted code, which looks over every index and what is written, comes to the same states
and events, `test_perft` shows.
"""

from __future__ import annotations

import pytest

from autogm.game.kernels import INTERPRETED

walks = pytest.mark.skipif(
    INTERPRETED, reason="walks through many states; interpreted ones are compared in test_perft"
)
