"""States of a conflict with equal futures, told apart by their bytes, and what they differ in."""

from __future__ import annotations

import numpy as np

from autogm.engine.game import Game
from autogm.engine.layout import STATE
from autogm.engine.state import State
from autogm.game.graph import Futures, TooLargeError
from autogm.game.graph import futures as futures_of


def futures(root: State, most: int) -> Futures | None:
    """The classes of everything below a state, or none if that is more than `most` states."""
    try:
        return futures_of(root, most, lambda state: state.record.tobytes())
    except TooLargeError:
        return None


def differences(game: Game, first: bytes, second: bytes) -> list[str]:
    """The fields in which two states differ, with their values."""
    one, other = (np.frombuffer(key, STATE)[0] for key in (first, second))
    return [
        f"{name}: {one[name].tolist()} or {other[name].tolist()}"
        for name in STATE.names or ()
        if not np.array_equal(one[name], other[name])
    ]
