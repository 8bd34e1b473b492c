"""The exact value of a small conflict and the best action in each of its states. First all states
are found; then the conflict is let last one exchange longer at a time (`induction`), until the
bounds meet or the horizon is reached. The kept policy can be checked against a best response, as
can any other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autogm.engine.codes import GM, PLAYERS
from autogm.engine.game import Game
from autogm.engine.layout import N_OUTCOMES
from autogm.engine.stake_bounds import stake_bounds
from autogm.engine.state import State
from autogm.game.graph import DICE, OVER, PLAYERS_CHOOSE, TooLargeError
from autogm.planner.solving.flow import expanded_by, spread
from autogm.planner.solving.induction import (
    CLOSED,
    HIGH,
    LIMIT,
    LOW,
    NO_CHOICE,
    choose_where_open,
    number_openings,
    sort_states,
    sweep,
)
from autogm.planner.solving.space import StateSpace, explore
from autogm.planner.solving.store import (
    MAX_BYTES,
    MAX_STATES,
    place_of,
    rehash,
)

__all__ = ["Horizon", "Solution", "TooLargeError", "solve", "victory_alone"]

Array = np.ndarray[Any, Any]
ENTRIES = (
    explore, place_of, rehash, sort_states, number_openings, sweep, choose_where_open, spread,
    expanded_by,
)  # fmt: skip
"""The compiled entries that solving calls."""
NO_DICE = np.eye(1, N_OUTCOMES)[0]  # what waiting leads to


@dataclass(frozen=True)
class Horizon:
    """What the conflict is worth to the players (utility) if it lasts at most `exchanges`: at least
    `low` and at most `high` whatever comes after, and `limit` if it is undecided then."""

    exchanges: int
    low: float
    high: float
    limit: float


class Solution:
    """A solved conflict.

    `value` is the utility of its first state, exact for the horizon it was solved to; `low` and
    `high` bound it for every longer one. `horizons` has the values of shorter horizons.

    Beside the graph in `space`: `order` (states,) has children within an exchange after their
    parents; `opening` (states,) numbers the first states of exchanges, others have -1; `homes`
    (openings,) are those states, and edges to them are -1 - number; `chances` (kinds of dice,
    outcomes) are those of the outcomes; `best` (states,) is the kept policy, the number of the
    legal action.
    """

    def __init__(self, space: StateSpace, horizon: int, say: Callable[[str], None]) -> None:
        began = time.perf_counter()
        self.game = space.game
        self.space = space
        self.horizon = horizon
        self.order = np.zeros(space.states, np.int32)
        waiting = np.zeros(space.states, np.int32)
        ordered = sort_states(space.starts, space.edges, waiting, self.order)
        if ordered != space.states:
            raise AssertionError("an exchange of this conflict has a cycle of states")
        self.opening = np.full(space.states, -1, np.int32)
        number_openings(space.edges, self.opening)
        places = (self.opening >= 0).nonzero()[0]
        self.homes: Array = places[np.argsort(self.opening[places])].astype(np.int32)
        dice = self.game.scene[0]["dice"]
        self.chances = np.array([*(squeezed(row) for row in dice), NO_DICE])
        self._values, before = self._start()
        self.best: Array = np.full(space.states, NO_CHOICE, np.int32)
        self.horizons: list[Horizon] = []
        for exchange in range(1, horizon + 1):
            self._later = before.copy()  # what the first states of the next exchange are worth
            gap = self._sweep(before, self._values, self.best, follow=0)
            low, high, limit = (float(one) for one in self._values[0])
            self.horizons.append(Horizon(exchange, low, high, limit))
            say(f"exchange {exchange}: between {low:.6f} and {high:.6f}")
            if gap < CLOSED:
                break
        else:
            choose_where_open(
                space.kinds, space.starts, space.edges, self._later, self._values, self.best
            )
        self.seconds = time.perf_counter() - began + space.seconds

    def altered(self, kinds: Array, edges: Array) -> tuple[Array, Array]:
        """The utility of every state (states,) within the horizon, and of each side the policy that
        guarantees it most, shaped as `best`, if states were of these kinds (states,) and their
        edges (edges,) led elsewhere within the same exchange."""
        space, best = self.space, np.full(self.space.states, NO_CHOICE, np.int32)
        values, before = self._start()
        for _ in range(self.horizon):
            gap = sweep(
                kinds, space.starts, edges, self.order, self.opening, self.chances, before, values,
                best, 0,
            )  # fmt: skip
            if gap < CLOSED:
                break
        return values[:, LIMIT], best

    def _start(self) -> tuple[Array, Array]:
        """Values before the first sweep: an end has its own worth; a state that opens an exchange
        has the worst, the best, and what the stakes say."""
        stakes = self.space.stakes
        worst, top = stake_bounds(self.game.scene[0])
        values = np.repeat(stakes[:, None], 3, axis=1)
        going_on = self.space.kinds != OVER
        values[going_on, LOW], values[going_on, HIGH] = worst, top
        return values, values[self.homes]

    def _sweep(self, before: Array, values: Array, best: Array, follow: int) -> float:
        space = self.space
        return float(
            sweep(
                space.kinds, space.starts, space.edges, self.order, self.opening, self.chances,
                before, values, best, follow,
            )
        )  # fmt: skip

    @property
    def first(self) -> State:
        """The state that it is solved from."""
        return self.space.first

    @property
    def value(self) -> float:
        """The utility of the first state with best play of both sides, within the horizon."""
        return self.horizons[-1].limit

    @property
    def low(self) -> float:
        """The utility that the players can guarantee, however long the conflict may last."""
        return self.horizons[-1].low

    @property
    def high(self) -> float:
        """The utility that the GM can hold the players to, however long the conflict may last."""
        return self.horizons[-1].high

    @property
    def values(self) -> Array:
        """The utility of every state with best play, within the horizon (states,)."""
        return self._values[:, LIMIT]

    @property
    def later(self) -> Array:
        """What the first states of the next exchange are worth (openings,): with one exchange
        less."""
        return self._later[:, LIMIT]

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.space.states

    def counts(self) -> tuple[int, int, int]:
        """The numbers of decisions, dice and ends."""
        kinds = self.space.kinds
        ends, dice = int((kinds == OVER).sum()), int((kinds >= DICE).sum())
        return len(kinds) - ends - dice, dice, ends

    def choices(self, state: State) -> list[tuple[int, float]]:
        """Each legal action, or outcome of dice, of a state of the first exchange with the utility
        it leads to, in legal order; in a later exchange, what it would lead to in the first.

        Raises:
            KeyError: for a state that the conflict cannot reach.
        """
        place = self.space.place(state)
        first = int(self.space.starts[place])
        return [
            (action, self._worth(int(self.space.edges[first + number])))
            for number, action in enumerate(state.legal_actions())
        ]

    def _worth(self, edge: int) -> float:
        if edge >= 0:
            return float(self._values[edge, LIMIT])
        return float(self._later[-1 - edge, LIMIT])

    def act(self, state: State) -> int:
        """The best action of a state where somebody chooses.

        Raises:
            KeyError: for a state that the conflict cannot reach.
            ValueError: where nobody chooses.
        """
        choice = int(self.best[self.space.place(state)])
        if choice == NO_CHOICE:
            raise ValueError("nobody chooses here")
        return state.legal_actions()[choice]

    def grows_beyond(self, state: State, growth: Sequence[tuple[int, float]]) -> bool:
        """Whether `growth` would give up what follows a state of the conflict, if that were solved
        by itself.

        Raises:
            KeyError: for a state that the conflict cannot reach.
        """
        space, place = self.space, self.space.place(state)
        for found, share in growth:
            if found < space.states:
                reached, queue = np.zeros(space.states, np.int8), np.zeros(space.states, np.int32)
                expanded = int(
                    expanded_by(space.starts, space.edges, self.homes, place, found, reached, queue)
                )
                if 0 <= expanded < share * int(reached.sum()):
                    return True
        return False

    def policy(self, decide: Callable[[State], int], side: int) -> Array:
        """What `decide` does as the number of the legal action, shape (states,): in every state
        that `side` (0 players, 1 GM) can reach when it decides like that, whatever the other side
        does. Elsewhere it is what the kept policy does, so that `decide` is asked no more than
        necessary.
        """
        space, chooser, chosen = self.space, PLAYERS_CHOOSE + side, self.best.copy()
        reached, queue = np.zeros(space.states, np.int8), np.zeros(space.states, np.int32)
        reached[0], count = 1, 1
        if space.kinds[0] == chooser:
            chosen[0] = self._chosen(decide, 0)
        while count:
            count = spread(
                space.kinds, space.starts, space.edges, self.homes, chosen, chooser, reached,
                queue, count,
            )  # fmt: skip
            for place in queue[:count]:
                chosen[place] = self._chosen(decide, int(place))
        return chosen

    def _chosen(self, decide: Callable[[State], int], place: int) -> int:
        state = self.space.state(place)
        return state.legal_actions().index(decide(state))

    def worth(self, policy: Array, *sides: int) -> float:
        """The utility when `sides` follow a policy and a side not named plays a best response,
        within the horizon. `policy` has the shape and meaning of `best`."""
        follow = sum(1 << side for side in set(sides))
        values, before = self._start()
        for _ in range(self.horizon):
            previous = before.copy()
            self._sweep(before, values, policy, follow)
            if np.abs(before - previous).max(initial=0.0) < CLOSED:
                break
        return float(values[0, LIMIT])

    def losses(self) -> tuple[float, float]:
        """What the kept policy gives away against a best response: for the players, for the GM."""
        return self.value - self.worth(self.best, PLAYERS), self.worth(self.best, GM) - self.value


def solve(
    game: Game,
    horizon: int | None = None,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    say: Callable[[str], None] = lambda _: None,
    start: State | None = None,
    growth: Sequence[tuple[int, float]] = (),
) -> Solution:
    """Solve a conflict from `start` (None: from its first state) over at most `horizon` exchanges
    (None: what is left of its own limit), the current one included. By `growth` it is given up
    early where it grows too fast, as in `StateSpace`.

    Raises:
        TooLargeError: for a conflict of more states or bytes than allowed, or given up.
        ValueError: for a horizon below 1.
    """
    if horizon is None:
        played = 0 if start is None else max(0, start.exchange - 1)
        horizon = int(game.scene[0]["exchanges"]) - played
    if horizon < 1:
        raise ValueError("a horizon has at least one exchange")
    return Solution(StateSpace(game, max_states, max_bytes, say, start, growth), horizon, say)


def victory_alone(game: Game) -> bool:
    """Whether nothing but who wins is at stake, so that (1 + u) / 2 is the players' chance of
    winning."""
    scene = game.scene[0]
    others = ("out_value", "conceded_value", "wound_value", "point_value")
    return list(scene["win_value"]) == [0.0, 1.0, -1.0, 0.0] and not any(
        scene[name].any() for name in others
    )


def squeezed(row: Array) -> Array:
    """Chances of the outcomes that can happen, moved to the front."""
    kept = np.zeros_like(row)
    possible = row[row > 0]
    kept[: len(possible)] = possible
    return kept
