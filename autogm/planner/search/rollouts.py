"""The search where a conflict is too large to look far ahead with all dice by their chances:
rollouts. What each choice of a turn is worth at its end is worked out as a tactician does; how
that changes until the end of the next exchange, or sooner where there would be few samples, is
sampled (`samples`), a tactician playing both sides (rollouts: G. Tesauro and G. Galperin, «On-line
Policy Improvement using Monte-Carlo Search», 1996), and how far that is believed stands in
`evidence`.

Samples go where they decide something (sequential halving: Z. Karnin and others, «Almost Optimal
Exploration in Multi-Armed Bandits», 2013): choices of all kinds that are nearly as good as the best
share the first part of the budget, the better half of them the next one, and so on until two are
left, or the best is clear. All meet the same dice. What is found depends on the position and the
budget alone, on any number of threads.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from autogm.engine.codes import N_ORDER, N_TURN, PLAYERS, T_ACTED
from autogm.engine.layout import LOG
from autogm.engine.pack import first
from autogm.engine.state import State
from autogm.engine.step import apply
from autogm.game.kernels import plain, pointer
from autogm.game.rows import copied, rows
from autogm.planner.estimate.transpositions import TABLE
from autogm.planner.evaluation.scratch import LINE, WORK
from autogm.planner.policy.tables import policy_of
from autogm.planner.search.beam import EXPANDED, Line, Thought, lines_of
from autogm.planner.search.evidence import Evidence, Played
from autogm.planner.search.samples import (
    END_OF_SAMPLE,
    END_OF_TURN,
    FOUND,
    LUCK,
    TURNS,
    play_samples,
)
from autogm.planner.search.worth_sampling import worth_sampling
from autogm.planner.temper.tables import NO_TEMPERS
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import NO_LIMIT, Evaluator, Tactician, weigh
from autogm.planner.turn.weighing import LEAD

Array = np.ndarray[Any, Any]

EXCHANGES = 1
"""Exchanges after the one at hand until whose end samples are played."""
EACH = 3
"""Samples of each choice, about: they end sooner where there would be fewer, or fewer choices are
sampled…"""
LEAST_TURNS = 6
"""… but not before so many turns after the one at hand: what is not answered yet looks too good."""
ENDLESS = 1 << 30  # turns
PILOTS = 2
"""Samples of each choice before anything is known of how long they are."""
MOST_SAMPLES = 4_000
"""Samples of a choice, at most."""
FULL = 0.9
"""The share of what is left for samples that is planned by their mean length so far."""
CHUNK = 0.004
"""Seconds of samples at a time where the clock decides."""
EXPANDS = 100_000
"""Positions a second that a tactician is trusted to expand."""
STEPS = 11.0
"""Steps of samples that count as one position, over the fighters in play: what a value takes, and
how far a tactician looks, grows with their number."""
SLOW = 3e5
"""Steps of samples a second that are assumed until some were taken."""


class Root(NamedTuple):
    """A choice to be sampled: the number of the legal action, what it is worth to the side that
    chooses at the end of its turn, in units of the swing, where its samples begin, and whose turn
    that is."""

    place: int
    worth: float
    record: Array
    mover: int


@dataclass
class SamplingBudget:
    """What a choice may still take: positions, and the moment by `time.perf_counter` when it
    ends."""

    positions: float
    until: float | None = None
    rate: float = 1.0
    """Steps of samples that count as one position."""
    spent: float = 0.0
    sampled: int = 0
    took: float = 0.0

    def pay(self, positions: float) -> None:
        """Count positions that were expanded."""
        self.spent += positions

    def pay_steps(self, steps: int, seconds: float) -> None:
        """Count steps of samples, all that were taken side by side, and the seconds until the last
        was."""
        self.spent += steps / self.rate
        self.sampled, self.took = self.sampled + steps, self.took + seconds

    @property
    def speed(self) -> float:
        """Steps of samples in a second."""
        return self.sampled / self.took if self.took else SLOW

    @property
    def steps(self) -> int:
        """The steps of samples that are left."""
        left = self.rate * (self.positions - self.spent)
        if self.until is not None:
            left = min(left, self.speed * (self.until - time.perf_counter()))
        return max(0, int(left))

    def batch(self, length: float) -> int:
        """How many samples of so many steps are played at a time."""
        return MOST_SAMPLES if self.until is None else max(1, int(CHUNK * self.speed / length))

    @property
    def is_over(self) -> bool:
        """Whether time is up, or nothing is left."""
        late = self.until is not None and time.perf_counter() >= self.until
        return late or self.steps <= 0


class Sampler:
    """Plays samples of one game, on one thread at a time."""

    def __init__(self, tactician: Tactician) -> None:
        self._scenes = tactician.game.scene_rows
        self._line = np.zeros(1, LINE)
        policy = policy_of(tactician.game, tactician.parameters)
        kept = (self._line, np.zeros(1, LOG), tactician.parameters, np.zeros(1, WORK),
                np.zeros(0, TABLE), policy, NO_TEMPERS)  # fmt: skip
        self._evaluator = Evaluator(*(rows(one) for one in kept))
        self._thinking = tactician.partner().evaluator

    def play(
        self,
        root: Root,
        side: int,
        exchange: int,
        acted: int,
        key: int,
        begin: int,
        end: int,
        most: int,
        turns: int = ENDLESS,
    ) -> tuple[Array, int]:
        """Samples number `begin` up to `end` of a choice that a side makes in an exchange in which
        so many have begun their turns, of so many `turns` after its own: what was found by each
        (`play_samples`) that could be finished within `most` steps (samples, `FOUND`), and the
        steps taken."""
        found = np.full((end - begin, FOUND), math.nan)
        self._line["states"][0, 0] = root.record[0]
        steps = play_samples(
            pointer(apply), pointer(weigh), self._scenes, self._evaluator, self._thinking, side,
            root.mover, exchange, acted, exchange + EXCHANGES, turns, key, begin, end, most, found,
        )  # fmt: skip
        cut = np.isnan(found[:, END_OF_SAMPLE])
        return found[: int(cut.argmax()) if cut.any() else len(found)], int(steps)


class Rollouts:
    """The search of one game, on so many threads, by `samplers` if there are any."""

    def __init__(
        self, tactician: Tactician, threads: int = 1, samplers: Sequence[Sampler] = ()
    ) -> None:
        self.tactician = tactician
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._idle: SimpleQueue[Sampler] = SimpleQueue()
        for one in samplers or [Sampler(tactician) for _ in range(threads)]:
            self._idle.put(one)
        self._swing = float(tactician.parameters["swing"][0])

    def search(self, state: State, positions: int, seconds: float | None = None) -> Thought:
        """Weigh the choices of a state within a number of positions, and within so many seconds.
        That every choice is estimated, and the best one followed to the end of its turn, is
        finished whatever it takes, unless time is up.

        Raises:
            ValueError: for a budget or a time limit that is not above zero.
        """
        if positions <= 0 or (seconds is not None and seconds <= 0):
            raise ValueError("a search needs a budget above zero")
        until = None if seconds is None else time.perf_counter() + seconds
        looks = NO_LIMIT if seconds is None else max(1, int(seconds * EXPANDS))
        budget = SamplingBudget(positions, until, STEPS / fighters_in(state))
        side = state.current_player()
        worths = self.tactician.expand(state, EXPANDED, positions, looks)
        expanded = self.tactician.expanded(len(worths))
        budget.pay(self.tactician.positions)
        lines = lines_of(side, worths)
        taken = self.tactician.first_of_equals(state, worths, lines[0].place)
        lines.sort(key=lambda line: line.place != taken)  # samples may tell nothing of them
        near = worth_sampling(state, lines, self._swing)
        if len(near) > 1 and not budget.is_over:
            lines = self._sampled(state, lines, near, budget)
        estimated = (line.place for line in lines if not (line.samples or expanded[line.place]))
        return Thought(tuple(lines), math.ceil(budget.spent), frozenset(estimated))

    def _root(self, state: State, line: Line, scale: float, budget: SamplingBudget) -> Root:
        """Where the samples of a choice begin: after it, and after the further choices of the same
        turn that come before any dice and before anybody else's, as a tactician makes them."""
        action = state.legal_actions()[line.place]
        side, exchange = state.current_player(), state.exchange
        whose = plain(first)(action) if state.node() == N_ORDER else _fighter(state)
        after = state.child(action)
        while (
            not budget.is_over
            and after.node() == N_TURN
            and (_fighter(after), after.exchange, after.current_player()) == (whose, exchange, side)
            and not int(after.record["turn_flags"][0]) & T_ACTED
        ):
            worths = self.tactician.quick_estimate(after)
            budget.pay(self.tactician.positions)
            looked = np.flatnonzero(~np.isnan(worths))
            best = min(looked, key=lambda place: rank(side, float(worths[place]), int(place)))
            taken = self.tactician.first_of_equals(after, worths, int(best))
            after.apply_action(after.legal_actions()[taken])
        return Root(line.place, line.worth * scale, after.record, whose)

    def _sampled(
        self, state: State, lines: list[Line], near: Sequence[Line], budget: SamplingBudget
    ) -> list[Line]:
        """The lines, so many of the near ones as the budget allows with what their samples say,
        best first."""
        side = state.current_player()
        scale = (1.0 if side == PLAYERS else -1.0) / self._swing
        roots = [self._root(state, near[0], scale, budget)]
        affordable = budget.steps * PILOTS // (2 * EACH + PILOTS)
        turns = LEAST_TURNS
        begun = self._play(state, roots, [0], 0, PILOTS, budget, turns, affordable)
        if len(begun[0].rows) < PILOTS:
            return lines  # two choices cannot be compared
        if begun[0].turns.max() == turns:
            turns = turns_of(begun[0], budget.steps, len(near), fighters_in(state))
        if turns > LEAST_TURNS:
            longer = self._play(state, roots, [0], 0, PILOTS, budget, turns, affordable)
            if len(longer[0].rows) == PILOTS:
                begun = longer
            else:
                turns = LEAST_TURNS
        several = int(budget.steps * PILOTS / (EACH * max(1, begun[0].steps)))
        if several < 2:
            return lines
        roots += [self._root(state, line, scale, budget) for line in near[1:several]]
        alive = list(range(len(roots)))
        table = Evidence(np.array([root.worth for root in roots]))
        rounds = max(1, math.ceil(math.log2(len(roots))))
        table.take(alive, begun | self._play(state, roots, alive[1:], 0, PILOTS, budget, turns))
        for left in range(rounds, 0, -1):
            taken = len(table.rows[alive[0]])
            if not taken or table.is_clear(alive):
                break
            more = int(FULL * budget.steps / (left * len(alive) * table.length))
            end = min(taken + more, MOST_SAMPLES)
            while taken < end and not budget.is_over:
                each = min(end - taken, budget.batch(len(alive) * table.length))
                more_of_each = self._play(state, roots, alive, taken, taken + each, budget, turns)
                table.take(alive, more_of_each)
                if len(table.rows[alive[0]]) < taken + each:
                    break
                taken += each
            alive = table.best(alive)[: max(2, (len(alive) + 1) // 2)]
        best = table.settled()
        places = {root.place: number for number, root in enumerate(roots)}
        found, most = [], float(table.worths[best])
        for line in lines:
            number = places.get(line.place)
            behind = most - (LEAD if number != best else 0.0)
            if number is None:
                worth = min(line.worth * scale, behind)
                found.append(Line(line.place, worth / scale, 0))
            else:
                worth, samples = min(float(table.worths[number]), behind), len(table.rows[number])
                error = table.errors[number] if samples else 0.0
                found.append(
                    Line(line.place, worth / scale, 0, samples, float(error) * self._swing)
                )
        return sorted(found, key=lambda line: rank(side, line.worth, line.place))

    def _play(
        self,
        state: State,
        roots: Sequence[Root],
        alive: Sequence[int],
        begin: int,
        end: int,
        budget: SamplingBudget,
        turns: int,
        affordable: int | None = None,
    ) -> dict[int, Played]:
        """Samples number `begin` up to `end` of each root that is alive, of so many turns, each
        within its share of the steps that are left, or of those that are `affordable`, for the side
        that chooses, in units of the swing."""
        side, exchange, key = state.current_player(), state.exchange, key_of(state)
        acted = int(state.record["acted"][0]).bit_count()
        scale = (1.0 if side == PLAYERS else -1.0) / self._swing
        most = (budget.steps if affordable is None else affordable) // len(alive)

        def one(number: int) -> tuple[Array, int]:
            sampler = self._idle.get()
            try:
                return sampler.play(
                    roots[number], side, exchange, acted, key, begin, end, most, turns
                )
            finally:
                self._idle.put(sampler)

        began = time.perf_counter()
        each = list(self._pool.map(one, alive) if self._pool else map(one, alive))
        budget.pay_steps(sum(steps for _, steps in each), time.perf_counter() - began)
        return {
            number: Played(_rows(played, scale), steps, played[:, TURNS])
            for number, (played, steps) in zip(alive, each, strict=True)
        }


def turns_of(pilots: Played, steps: int, choices: int, fighters: int) -> int:
    """After how many turns samples of so many choices end, where so many steps are left and so many
    fighters are in play: with the next exchange, unless there would be fewer than `EACH` of each.
    What a turn takes is told by pilots, with what their first turn did."""
    a_turn = max(1, pilots.steps) / max(1, pilots.turns.sum())
    affordable = int(steps / ((EACH * choices + PILOTS) * a_turn))
    return ENDLESS if affordable >= (1 + EXCHANGES) * fighters else max(LEAST_TURNS, affordable)


def _rows(found: Array, scale: float) -> Array:
    changed = found[:, END_OF_SAMPLE] - found[:, END_OF_TURN]
    return scale * np.stack([changed, found[:, LUCK]], axis=1)


def key_of(state: State) -> int:
    """A number of 32 bits for a position, that its dice are keyed by."""
    record = copied(state.record)
    record["spare"] = 0
    return crc32(record.tobytes())


def fighters_in(state: State) -> int:
    """How many fighters are in play."""
    return int(state.record["present"][0]).bit_count()


def _fighter(state: State) -> int:
    """Whose node it is."""
    record = state.record[0]
    return int(record["pending"][int(record["depth"]) - 1, 1])
