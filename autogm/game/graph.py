"""Everything that can follow on a state, from the ends up, in games without circles: what backward
induction goes through, and what shows which states have equal futures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from autogm.game.contract import CHANCE, TERMINAL

Key = Callable[[Any], Hashable]
Signature = tuple[Any, ...]


class TooLargeError(ValueError):
    """There are more states than may be gone through."""


class CircleError(ValueError):
    """A state follows on itself, so that there is no first of the last states."""


class Branch(NamedTuple):
    """What an action or an outcome leads to; the chance of an action is 1."""

    action: int
    chance: float
    state: Any
    key: Hashable


def upwards(
    root: Any, most: int, key: Key = lambda state: state
) -> Iterator[tuple[Any, Hashable, list[Branch]]]:
    """Each state below `root` once, and `root` last, after all that it leads to; with its key, by
    which states are told apart.

    Raises:
        TooLargeError: where there are more than `most` states.
        CircleError: where a state follows on itself.
    """
    done, open_ = set[Hashable](), set[Hashable]()
    waiting: list[tuple[Any, Hashable, list[Branch] | None]] = [(root, key(root), None)]
    while waiting:
        state, name, below = waiting.pop()
        if below is not None:
            open_.discard(name)
            done.add(name)
            yield state, name, below
        elif name in open_:
            raise CircleError(f"what follows on the state {state} leads back to it")
        elif name not in done:
            if len(done) + len(open_) >= most:
                raise TooLargeError(f"there are more than {most:,} states")
            open_.add(name)
            below = _below(state, key)
            waiting.append((state, name, below))
            waiting += [(one.state, one.key, None) for one in below if one.key not in done]


def _below(state: Any, key: Key) -> list[Branch]:
    if state.current_player() == CHANCE:
        outcomes = state.chance_outcomes()
    else:
        outcomes = [(action, 1.0) for action in state.legal_actions()]
    children = [(action, chance, state.child(action)) for action, chance in outcomes]
    return [Branch(action, chance, child, key(child)) for action, chance, child in children]


@dataclass
class Futures:
    """Every state below one by its key; the class of equal futures that each is in; the key of one
    state of each class; and pairs of states with equal futures that are not equal."""

    classes: dict[Any, int] = field(default_factory=dict)
    firsts: dict[int, Any] = field(default_factory=dict)
    twins: list[tuple[Any, Any]] = field(default_factory=list)


def futures(root: Any, most: int, key: Key = lambda state: state) -> Futures:
    """The classes of everything below a state. Ends are told apart by their keys; choices by what
    each leads to; dice by the chance of each class.

    Raises:
        TooLargeError: where there are more than `most` states.
        CircleError: where a state follows on itself.
    """
    found, numbers = Futures(), dict[Signature, int]()
    for state, name, below in upwards(root, most, key):
        number = numbers.setdefault(_signature(state, name, below, found), len(numbers))
        found.classes[name] = number
        first = found.firsts.setdefault(number, name)
        if first != name:
            found.twins.append((first, name))
    return found


def _signature(state: Any, name: Hashable, below: list[Branch], found: Futures) -> Signature:
    player = state.current_player()
    if player == TERMINAL:
        return (TERMINAL, name)
    if player == CHANCE:
        chances: dict[int, float] = {}
        for one in below:
            number = found.classes[one.key]
            chances[number] = chances.get(number, 0.0) + one.chance
        return (CHANCE, *sorted((number, round(sum_, 12)) for number, sum_ in chances.items()))
    return (player, *((one.action, found.classes[one.key]) for one in below))
