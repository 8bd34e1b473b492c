"""Everything that can follow on a state, from the ends up, in games without circles: what backward
induction goes through, and what shows which states have equal futures. A game that is compiled lays
its graph out itself, as arrays; of any other it is laid out by the contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from autogm.game.contract import CHANCE, TERMINAL

Array = np.ndarray[Any, Any]

Key = Callable[[Any], Hashable]
Signature = tuple[Any, ...]


# What a node of a laid out graph is: not looked at yet, over, a side's choice, dice (and the row of
# their chances).
OPEN = -1
OVER, PLAYERS_CHOOSE, GM_CHOOSES, DICE = range(4)
MOST_DICE = 120


class StateGraph(ABC):
    """The states that can follow on a first one, which is number 0, as arrays. `kinds` (states,)
    says what each is; the children of state s are `edges[starts[s] : starts[s + 1]]`, in the order
    of its legal actions, or of the outcomes of its dice; row k of `chances` has those of dice of
    kind `DICE + k`. `values` (states, 2) are what ends are worth to the players and to the GM
    (`worths`), and what states that are open probably are. A game says which class of this it has
    by its `graph`."""

    game: Any
    kinds: Array
    starts: Array
    edges: Array
    values: Array
    chances: Array

    @abstractmethod
    def place(self, state: Any) -> int:
        """The number of a state.

        Raises:
            KeyError: for one that is not in the graph.
        """

    @abstractmethod
    def state(self, place: int) -> Any:
        """A state by its number."""


class WalkedGraph(StateGraph):
    """The graph of any game, by the contract alone: whole, or not at all."""

    def __init__(self, root: Any, most: int) -> None:
        """Go through everything below `root`.

        Raises:
            TooLargeError: where there are more than `most` states.
            CircleError: where a state follows on itself.
        """
        self.game = root.game
        walked = list(upwards(root, most))
        walked.reverse()  # the root first
        self._states = [state for state, _, _ in walked]
        self._places = {state: place for place, state in enumerate(self._states)}
        rows: dict[tuple[float, ...], int] = {}
        kinds, edges, starts = list[int](), list[int](), [0]
        for state, _, below in walked:
            player = state.current_player()
            kinds.append(OVER if player == TERMINAL else PLAYERS_CHOOSE + player)
            if player == CHANCE:
                chances = tuple(one.chance for one in below)
                kinds[-1] = DICE + rows.setdefault(chances, len(rows))
            edges += [self._places[one.state] for one in below]
            starts.append(len(edges))
        if len(rows) > MOST_DICE:
            raise TooLargeError(f"there are more than {MOST_DICE} kinds of dice")
        self.kinds, self.starts = np.array(kinds, np.int8), np.array(starts)
        self.edges = np.array(edges, np.int32)
        self.values = np.array([worths(state) for state in self._states], float)
        self.chances = np.zeros((max(1, len(rows)), max(map(len, rows), default=1)))
        for chances, row in rows.items():
            self.chances[row, : len(chances)] = chances

    def place(self, state: Any) -> int:
        """The number of a state.

        Raises:
            KeyError: for one that is not in the graph.
        """
        return self._places[state]

    def state(self, place: int) -> Any:
        """A state by its number."""
        return self._states[place].clone()


def worths(state: Any) -> tuple[float, float]:
    """What an end is worth to the players and to the GM: its `stakes`, where the gain of one side
    is not always the other's loss, else its returns."""
    own: Callable[[], tuple[float, float]] = getattr(state, "stakes", state.returns)
    return own()


def laid_out(root: Any, most: int) -> StateGraph:
    """The graph below a state: as the game lays it out, up to about `most` states, or by the
    contract.

    Raises:
        TooLargeError: where there are more than `most` states, and the game lays out no part of
            them; or more than can be stored.
        CircleError: where a state follows on itself.
    """
    own: Callable[[Any, int], StateGraph] | None = getattr(root.game, "graph", None)
    return WalkedGraph(root, most) if own is None else own(root, most)


class TooLargeError(ValueError):
    """There are more states than may be gone through; `count` were found, where that is known."""

    def __init__(self, reason: str, count: int | None = None) -> None:
        super().__init__(reason)
        self.count = count


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


def futures(root: Any, most: int, key: Key = lambda state: state, *, told: bool = False) -> Futures:
    """The classes of everything below a state. Ends are told apart by their keys; choices by what
    each leads to; dice by the chance of each class; and all of them by the events of each step,
    where what is `told` counts.

    Raises:
        TooLargeError: where there are more than `most` states.
        CircleError: where a state follows on itself.
    """
    found, numbers = Futures(), dict[Signature, int]()
    for state, name, below in upwards(root, most, key):
        signature = _signature(state, name, below, found)
        if told:
            steps = ((str(one) for one in state.game.events(state, each.action)) for each in below)
            signature = (*signature, *map(tuple, steps))
        number = numbers.setdefault(signature, len(numbers))
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
