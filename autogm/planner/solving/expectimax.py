"""Games without circles solved exactly, whatever their kind, by backward induction over the graph
that they lay out: each side chooses what is worth most to it, dice are worth the mean of what they
lead to, an end what it is to either side. Where one side's gain is the other's loss, that is
expectimax; where it is not, as with a bargain, it is an equilibrium in which no side gains by any
other choices, wherever it is in the game (subgame perfect). What is worth the same to a side it
chooses for the other's good. Where only part of a graph is laid out, what is left open is worth
what the game estimates, and so are the values.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from autogm.game.contract import GM, PLAYERS
from autogm.game.graph import (
    DICE,
    GM_CHOOSES,
    OPEN,
    OVER,
    PLAYERS_CHOOSE,
    CircleError,
    StateGraph,
    TooLargeError,
    laid_out,
)
from autogm.game.kernels import entry
from autogm.game.kinds import Floats, FloatTable, Ints, Kinds, Shorts
from autogm.game.rows import cells
from autogm.planner.solving.induction import STRICT, sort_states

Array = np.ndarray[Any, Any]
DIGITS = 10  # of worths; farther ones are rounding


@entry
def back_up(
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    order: Shorts,
    chances: FloatTable,
    values: FloatTable,
    best: Shorts,
    follow: int,
) -> None:
    """Work `values` (states, 2) out from the last state of `order` to the first; those of ends and
    of open states are given. A side whose bit of `follow` is set takes the child `best` (states,)
    of each choice, any other what is best for it, which is then written there: of equals what is
    best for the other side, then the first."""
    for at in range(order.shape[0] - 1, -1, -1):
        place = order[at]
        kind = kinds[place]
        if kind in (OPEN, OVER):
            continue
        begin, end = starts[place], starts[place + 1]
        if kind >= DICE:
            players, gm = 0.0, 0.0
            for edge in range(begin, end):
                chance, child = chances[kind - DICE, edge - begin], edges[edge]
                players += chance * values[child, PLAYERS]
                gm += chance * values[child, GM]
            values[place, PLAYERS], values[place, GM] = players, gm
            continue
        side = kind - PLAYERS_CHOOSE
        if (follow >> side) & 1 == 0:
            most, other, arg = -np.inf, -np.inf, 0
            for edge in range(begin, end):
                own, theirs = values[edges[edge], side], values[edges[edge], 1 - side]
                if own > most + STRICT or (own > most - STRICT and theirs > other + STRICT):
                    most, other, arg = own, theirs, edge - begin
            best[place] = arg
        child = edges[begin + best[place]]
        values[place, PLAYERS] = values[child, PLAYERS]
        values[place, GM] = values[child, GM]


@entry
def carry_down(
    kinds: Kinds,
    starts: Ints,
    edges: Shorts,
    order: Shorts,
    chances: FloatTable,
    best: Shorts,
    mass: Floats,
) -> None:
    """From the chance `mass` (states,) of being in the first states of `order` on, the chance of
    meeting each other state when both sides take the child `best` of their choices."""
    for at in range(order.shape[0]):
        place = order[at]
        kind = kinds[place]
        if mass[place] == 0.0 or kind in (OPEN, OVER):
            continue
        begin = starts[place]
        if kind >= DICE:
            for edge in range(begin, starts[place + 1]):
                mass[edges[edge]] += mass[place] * chances[kind - DICE, edge - begin]
        else:
            mass[edges[begin + best[place]]] += mass[place]


class Solved:
    """What every state of a graph is worth to either side with best play of both, and the choice
    that each side keeps. `values` are (states, 2): to the players, to the GM; `seconds` is how long
    `look_ahead` took."""

    def __init__(self, root: Any, graph: StateGraph) -> None:
        """Work the values of a graph out.

        Raises:
            CircleError: where a state follows on itself.
        """
        self.root, self.graph = root, graph
        self.seconds = 0.0
        states = len(graph.kinds)
        self._order = np.zeros(states, np.int32)
        waiting = np.zeros(states, np.int32)
        if int(sort_states(cells(graph.starts), cells(graph.edges), cells(waiting),
                           cells(self._order))) < states:  # fmt: skip
            raise CircleError("a state follows on itself")
        self.values = graph.values.copy()
        self.best = np.zeros(states, np.int32)
        self._back_up(self.values, 0)

    def _back_up(self, values: Array, follow: int) -> None:
        graph = self.graph
        back_up(
            cells(graph.kinds), cells(graph.starts), cells(graph.edges), cells(self._order),
            cells(graph.chances), cells(values), cells(self.best), follow,
        )  # fmt: skip

    @property
    def value(self) -> float:
        """What the root is worth to the players."""
        return float(self.values[0, PLAYERS])

    @property
    def worth_to_gm(self) -> float:
        """What the root is worth to the GM."""
        return float(self.values[0, GM])

    @property
    def zero_sum(self) -> bool:
        """Whether one side's gain is the other's loss everywhere."""
        return bool(np.allclose(self.values.sum(axis=1), 0.0, atol=1e-9))

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.values)

    def met(self, place: int = 0) -> Array:
        """The chance of each state (states,) to be met from one on, by its number, when both sides
        play as they keep to."""
        graph, mass = self.graph, np.zeros(self.states)
        mass[place] = 1.0
        carry_down(
            cells(graph.kinds), cells(graph.starts), cells(graph.edges), cells(self._order),
            cells(graph.chances), cells(self.best), cells(mass),
        )  # fmt: skip
        return mass

    @property
    def decisions(self) -> int:
        """How many of them are choices."""
        kinds = self.graph.kinds
        return int(((kinds == PLAYERS_CHOOSE) | (kinds == GM_CHOOSES)).sum())

    @property
    def dice(self) -> int:
        """How many are dice."""
        return int((self.graph.kinds >= DICE).sum())

    @property
    def ends(self) -> int:
        """How many are ends."""
        return int((self.graph.kinds == OVER).sum())

    @property
    def open(self) -> int:
        """How many were not looked at: none, where the values are exact."""
        return int((self.graph.kinds == OPEN).sum())

    def knows(self, state: Any) -> bool:
        """Whether a state is below the root."""
        try:
            self.graph.place(state)
        except KeyError:
            return False
        return True

    def worth(self, state: Any) -> float:
        """What a state is worth to the players.

        Raises:
            KeyError: for one that is not below the root.
        """
        return float(self.values[self.graph.place(state), PLAYERS])

    def choices(self, state: Any) -> list[tuple[int, float]]:
        """Each legal action of a state with what it is worth to the side that chooses, best first;
        of equals, what is best for the other side, then the lower action."""
        side = state.current_player()
        place = self.graph.place(state)
        begin, end = self.graph.starts[place : place + 2]
        own, theirs = (self.values[self.graph.edges[begin:end], one] for one in (side, 1 - side))
        rows = zip(state.legal_actions(), map(float, own), map(float, theirs), strict=True)
        found = sorted(
            rows, key=lambda one: (*(-round(worth, DIGITS) for worth in one[1:]), one[0])
        )
        return [(action, worth) for action, worth, _ in found]

    def to_players(self, state: Any, action: int) -> float:
        """What a legal action of a state is worth to the players, whoever chooses.

        Raises:
            KeyError: for a state that is not below the root.
            ValueError: for an action that is not legal there.
        """
        place = state.legal_actions().index(action)
        edge = int(self.graph.starts[self.graph.place(state)]) + int(place)
        return float(self.values[self.graph.edges[edge], PLAYERS])

    def kept(self, state: Any) -> int:
        """The action that the side which chooses keeps.

        Raises:
            ValueError: where nobody chooses.
        """
        if state.current_player() not in (PLAYERS, GM):
            raise ValueError("nobody chooses here")
        legal: list[int] = state.legal_actions()
        return legal[int(self.best[self.graph.place(state)])]

    def answered(self, side: int) -> float:
        """What the root is worth to the other side when `side` acts by the choices that it keeps
        and the other plays a best response to them. It differs from what `values` say by rounding
        alone."""
        values, best = self.graph.values.copy(), self.best.copy()
        self._back_up(values, 1 << side)
        self.best = best
        return float(values[0, 1 - side])


def expectimax(root: Any, most: int) -> Solved:
    """Solve everything that can follow on a state.

    Raises:
        TooLargeError: where there are more than `most` states.
        CircleError: where a state follows on itself.
    """
    solved = look_ahead(root, most)
    if solved.open:
        raise TooLargeError(f"there are more than {most:,} states")
    return solved


def look_ahead(root: Any, most: int) -> Solved:
    """The values of about `most` states from one on: exact where these are all, else by what the
    game estimates of those that are left open.

    Raises:
        TooLargeError: where there are more than `most` states and the game lays out no part.
        CircleError: where a state follows on itself.
    """
    began = time.perf_counter()
    found = Solved(root, laid_out(root, most))
    found.seconds = time.perf_counter() - began
    return found
