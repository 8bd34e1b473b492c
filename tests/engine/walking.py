"""A mark for tests that walk through thousands of states: compiled code does that. That interpreted
code comes to the same states, looking every index and every overflow over, `test_perft` shows.
"""

from __future__ import annotations

import pytest

from autogm.game.kernels import INTERPRETED

walks = pytest.mark.skipif(
    INTERPRETED, reason="walks through many states; interpreted ones are compared in test_perft"
)
