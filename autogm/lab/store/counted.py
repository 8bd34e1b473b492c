"""What a run in a store says, counted there: the simulation that `autogm simulate` tells, and plays
of other games, without a battle being held in memory.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from autogm.agents import counting
from autogm.agents.measured import WORTH, exchanges_noted
from autogm.agents.seated import names_of_agents
from autogm.analysis.intervals import Z95, wilson
from autogm.engine.codes import POOL
from autogm.engine.event_names import REASONS
from autogm.engine.layout import TALLIES
from autogm.game.contract import WINNERS
from autogm.lab.ends import Ends
from autogm.lab.playouts import Playouts
from autogm.lab.records import POOL_NAME
from autogm.lab.simulate import MOST_MEASURED, Simulation, summary
from autogm.lab.store.base import Store
from autogm.lab.store.jobs import Job, Ready
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.evaluation.weights import FEATURES

COLUMNS = {
    counting.T_MILD: "mild", counting.T_MODERATE: "moderate", counting.T_SEVERE: "severe",
    counting.T_DAMAGE: "dealt", counting.T_HITS: "hits", counting.T_BOXES: "boxes",
    counting.T_GAINED: "gained",
}  # fmt: skip
"""The columns of fighters that tallies count, too."""
ONCE = {
    counting.T_OUT: "taken out", counting.T_CONCEDED: "conceded", counting.T_LEFT: "left",
}  # fmt: skip
"""How fighters go, as tallies count it."""


def simulation_of(
    store: Store, run: int, job: Job, made: Ready, asked: int, seconds: float, *,
    each: bool = False, z: float = Z95,
) -> Simulation:  # fmt: skip
    """The simulation that a run of a conflict comes to, of its first `asked` battles; how they
    ended one by one is told of those that were measured, or of `each`, where that is wanted."""
    ends = store.ask(
        "SELECT winner, exchanges, fallen, count(*) FROM battles WHERE run = ? AND battle < ? "
        "GROUP BY ALL ORDER BY ALL",
        [run, asked],
    )
    numbers = np.array([(WINNERS.index(one[0]) + 1, *one[1:]) for one in ends], np.int64)
    found = summary(
        made.game, job.seed, made.agents, made.start, Ends(*numbers.T), asked,
        _sums(store, run, made, asked), seconds, z,
    )  # fmt: skip
    told = store.columns(
        f"SELECT list_position({list(WINNERS)}, winner)::UTINYINT AS winner, "
        "exchanges::UTINYINT AS exchanges FROM battles WHERE run = ? AND battle < ? "
        "ORDER BY battle",
        [run, asked if each else min(asked, MOST_MEASURED)],
    )
    winners, lengths = (told[one].tobytes() for one in ("winner", "exchanges"))
    state = None if made.start is None else made.game.serialize(made.start)
    luck, course = _measured(store, run, made, min(found.battles, MOST_MEASURED))
    return replace(found, winners=winners, lengths=lengths, state=state, luck=luck, course=course)


def _measured(store: Store, run: int, made: Ready, number: int) -> tuple[Any, Any]:
    """The luck of the dice and the course of the first `number` battles, as loops note them."""
    places = {name: number for number, name in enumerate(made.lists.fighters)}
    worths = store.ask(
        "SELECT battle, luck_worth FROM battles WHERE run = ? AND battle < ? AND "
        "luck_worth IS NOT NULL",
        [run, number],
    )
    luck = np.zeros((number, WORTH + (len(worths) > 0)))
    for battle, worth in worths:
        luck[battle, WORTH] = worth
    for battle, fighter, attacks, other in store.ask(
        "SELECT battle, fighter, luck_attacks, luck_else FROM fighters WHERE run = ? AND "
        "battle < ?",
        [run, number],
    ):
        luck[battle, places[fighter]] = attacks
        luck[battle, MAX_FIGHTERS + places[fighter]] = other
    course = np.full((number, exchanges_noted(made.game), len(FEATURES)), np.nan)
    columns = ", ".join(FEATURES)
    for battle, exchange, *noted in store.ask(
        f"SELECT battle, exchange, {columns} FROM standing WHERE run = ? AND battle < ?",
        [run, number],
    ):
        course[battle, exchange - 1] = noted
    return luck, course.reshape(number, -1)


def _sums(store: Store, run: int, made: Ready, asked: int) -> Any:
    """The sums of what battles counted, and of their squares, as compiled loops keep them."""
    sums = np.zeros(1, TALLIES)[0]
    places = {name: number for number, name in enumerate(made.lists.fighters)}
    told = [f"sum({one}), sum({one}::BIGINT * {one})" for one in COLUMNS.values()]
    told += [f"count(*) FILTER (fate = '{one}')" for one in ONCE.values()]
    first = [run, asked]
    for fighter, *values in store.ask(
        f"SELECT fighter, {', '.join(told)} FROM fighters WHERE run = ? AND battle < ? GROUP BY 1",
        first,
    ):
        who = places[fighter]
        for number, column in enumerate(COLUMNS):
            sums["count"][who, column] = values[2 * number]
            sums["squares"][who, column] = values[2 * number + 1]
        for column, value in zip(ONCE, values[2 * len(COLUMNS) :], strict=True):
            sums["count"][who, column] = sums["squares"][who, column] = value
    codes = {words: code for code, words in REASONS.items()}
    for holder, purpose, total, squares in store.ask(
        "SELECT holder, purpose, sum(points), sum(points::BIGINT * points) FROM spending "
        "WHERE run = ? AND battle < ? GROUP BY 1, 2",
        first,
    ):
        who = POOL if holder == POOL_NAME else places[holder]
        sums["count"][who, counting.T_SPENT + codes[purpose]] = total
        sums["squares"][who, counting.T_SPENT + codes[purpose]] = squares
    gained = "sum(pool_gained), sum(pool_gained::BIGINT * pool_gained)"
    [(total, squares)] = store.ask(
        f"SELECT {gained} FROM battles WHERE run = ? AND battle < ?", first
    )
    sums["count"][POOL, counting.T_GAINED], sums["squares"][POOL, counting.T_GAINED] = (
        total,
        squares,
    )
    return sums


def playouts_of(
    store: Store, run: int, job: Job, made: Ready, asked: int, seconds: float
) -> Playouts:
    """The plays that a run of another game comes to."""
    first = [run, asked]
    ways = store.ask(
        "SELECT winner, count(*) FROM battles WHERE run = ? AND battle < ? GROUP BY 1", first
    )
    wins = dict(ways)
    total = sum(wins.values())
    [(players, gm, steps)] = store.ask(
        "SELECT avg(worth), avg(gm_worth), avg(choices) FROM battles WHERE run = ? AND battle < ?",
        first,
    )
    endings = store.ask(
        "SELECT ending, count(*), min(battle) FROM battles WHERE run = ? AND battle < ? AND "
        "ending IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 3",
        first,
    )
    shares = [wilson(wins.get(one, 0), total) for one in WINNERS]
    return Playouts(
        battles=total,
        asked=asked,
        seed=job.seed,
        agents=names_of_agents(made.agents),
        wins=dict(zip(WINNERS[:2], shares[:2], strict=True)),
        undecided=shares[2],
        state=None if made.start is None else made.game.serialize(made.start),
        value=players - gm + 0.0,
        worth=(players, gm),
        steps=steps,
        seconds=seconds,
        endings={name: count for name, count, _ in endings},
    )
