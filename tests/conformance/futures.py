"""Which states have equal futures: the graph of everything reachable below a state, and its states
by what can still happen in them. The graph has no cycles, so classes are found from the ends up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autogm.engine.codes import CHANCE, TERMINAL
from autogm.engine.game import Game, State
from autogm.engine.layout import STATE

Signature = tuple[Any, ...]


@dataclass
class Futures:
    """Every state below one, by its bytes; the class of equal futures that each is in; and one
    state of each class."""

    classes: dict[bytes, int]
    firsts: dict[int, bytes]
    twins: list[tuple[bytes, bytes]]


def futures(root: State, most: int) -> Futures | None:
    """The classes of everything below a state, or none if that is more than `most` states. Ends
    are told apart by all that is left of the conflict; choices by what each leads to; dice by the
    chance of each class. A pair of states with equal futures and other bytes is a pair of twins.
    """
    found = Futures({}, {}, [])
    numbers: dict[Signature, int] = {}
    waiting: list[tuple[State, list[tuple[int, float, State]] | None]] = [(root, None)]
    while waiting:
        state, below = waiting.pop()
        key = state.record.tobytes()
        if key in found.classes:
            continue
        if below is None:
            if len(found.classes) + len(waiting) > most:
                return None
            below = _below(state)
            waiting.append((state, below))
            waiting += [(child, None) for _, _, child in below]
            continue
        number = numbers.setdefault(_signature(state, below, found), len(numbers))
        found.classes[key] = number
        first = found.firsts.setdefault(number, key)
        if first != key:
            found.twins.append((first, key))
    return found


def _below(state: State) -> list[tuple[int, float, State]]:
    if state.current_player() == CHANCE:
        return [(one, chance, state.child(one)) for one, chance in state.chance_outcomes()]
    return [(action, 1.0, state.child(action)) for action in state.legal_actions()]


def _signature(state: State, below: list[tuple[int, float, State]], found: Futures) -> Signature:
    player = state.current_player()
    if player == TERMINAL:
        return (TERMINAL, state.record.tobytes())
    classes = [found.classes[child.record.tobytes()] for _, _, child in below]
    if player == CHANCE:
        chances: dict[int, float] = {}
        for number, (_, chance, _) in zip(classes, below, strict=True):
            chances[number] = chances.get(number, 0.0) + chance
        return (CHANCE, *sorted((number, round(sum_, 12)) for number, sum_ in chances.items()))
    return (player, *((action, n) for n, (action, _, _) in zip(classes, below, strict=True)))


def differences(game: Game, first: bytes, second: bytes) -> list[str]:
    """The fields in which two states differ, with their values."""
    one, other = (np.frombuffer(key, STATE)[0] for key in (first, second))
    return [
        f"{name}: {one[name].tolist()} or {other[name].tolist()}"
        for name in STATE.names or ()
        if not np.array_equal(one[name], other[name])
    ]
