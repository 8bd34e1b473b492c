"""Equal futures have equal bytes: over whole graphs of small conflicts, over different orders of
equivalent choices, and over different dice with one margin (the contract; what makes solving and
transpositions possible).
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest

from autogm.engine.codes import (
    CHANCE,
    HERE,
    K_FOR,
    K_ON,
    N_ABSORB,
    N_BONUS,
    N_CONCEDE,
    N_DEFEND,
    N_DICE,
    N_DUEL,
    N_OPPOSE,
    N_SKILL,
    N_TAKE_COST,
    OUTSIDE,
    PLUS,
    V_INVOKE_FREE,
    V_PASS,
    V_SPRINT,
    VERB_SHIFT,
)
from autogm.engine.game import Game, load_game
from autogm.engine.layout import STATE
from autogm.engine.state import State
from autogm.game.graph import Futures
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.conformance.futures import differences, futures
from tests.conformance.plays import play
from tests.conformance.tailored import PARTING, TAILORED
from tests.engine.perft_table import FOLDER, NAMES
from tests.generator import random_scenario
from tests.soak import some

MOST_STATES = 1500
BEFORE_THE_OUTCOME = (N_OPPOSE, N_SKILL, N_CONCEDE, N_DEFEND, N_DICE, N_DUEL)
WITH_SHIFTS = (N_ABSORB, N_BONUS)
LOOKING_AHEAD = (109, 124, 200)
"""Random conflicts with states that only what is still to come shows to be the same."""
NUMBERS = range(0, 60, 6)


def unopposed(number: int) -> Scenario:
    """A random conflict in which enemies near oppose no advantages (C5)."""
    written = random_scenario(number)
    return written.model_copy(update={"rules": {**written.rules, "advantage_opposed": "nobody"}})


SCENARIOS = {
    one.title: one
    for one in (
        *TAILORED,
        *(random_scenario(number) for number in NUMBERS),
        *(unopposed(number) for number in LOOKING_AHEAD),
    )
}


@cache
def small(name: str) -> Game:
    """A small conflict by its name."""
    if name in SCENARIOS:
        return Game(settle(SCENARIOS[name]))
    return load_game(FOLDER / f"{name}.yaml")


@cache
def last_part(name: str, seed: int) -> Futures | None:
    """Everything reachable from as far back in a play as a limited graph allows."""
    states = [step.before for step in play(small(name), seed)]
    best, back = None, 1
    while back <= len(states):
        found = futures(states[-back], MOST_STATES)
        if found is None:
            break
        best, back = found, back + 1 + back // 2
    return best


class Twins:
    """Two states with equal futures that are not equal, and the fields in which they differ."""

    def __init__(self, game: Game, first: bytes, second: bytes) -> None:
        self.one, self.other = (np.frombuffer(key, STATE)[0] for key in (first, second))
        self.node = State(game, np.frombuffer(second, STATE).copy()).node()
        self.apart = differences(game, first, second)
        self.fields = {line.partition(":")[0] for line in self.apart}
        self.scene = game.scene[0]


def chance_of_numbers(twins: Twins) -> bool:
    """Where a roll is under way two states may come to the same by chance of the numbers alone:
    whether a hit is of six shifts or of seven may matter to nobody, and no rule of the game could
    know. So it is where the shifts of a hit are still pending, or whether the weapon is a heavy
    one."""
    if twins.node in WITH_SHIFTS:
        return bool(twins.fields & {"pending", "roll_skill"})
    return twins.node in BEFORE_THE_OUTCOME


def cost_of_leaving(twins: Twins) -> bool:
    """Which cost was named to somebody who leaves the field (O3, H7): a box, an aspect and a boost
    against who is gone are gone too. But what was paid is told, so its name has to be kept."""
    named = twins.one["pending"] != twins.other["pending"]
    return (
        twins.node == N_TAKE_COST
        and twins.fields == {"pending"}
        and np.argwhere(named).tolist() == [[int(twins.one["depth"]) - 1, 3]]
        and (twins.one["roll_verb"], twins.one["roll_argument"]) == (V_SPRINT, OUTSIDE)
    )


def useless_boost(twins: Twins) -> bool:
    """A boost more or less while a hit is pending (A5). Nobody can use it any more: another one is
    about to come where there is room for one, or the conflict ends before the next roll. Only going
    through all that may still follow would tell; it is zero where the boost is not."""
    if twins.node not in WITH_SHIFTS or not twins.fields <= OF_BOOSTS:
        return False
    here, free = (twins.one[name] != twins.other[name] for name in ("here", "free"))
    slots = np.flatnonzero(here | free.any(axis=1))
    boosts = np.isin(twins.scene["slot_kind"][slots], (K_ON, K_FOR)).all()
    whole = all(
        ((state["here"][slots] == HERE) == (state["free"][slots].sum(axis=1) > 0)).all()
        for state in (twins.one, twins.other)
    )
    return bool(boosts) and whole


OF_BOOSTS = {"here", "free", "slots_here", "slots_free"}
EXCUSES = (chance_of_numbers, cost_of_leaving, useless_boost)
"""Why states with equal futures may differ: somebody who knew it would have to look ahead, which no
step of the game could pay for."""


@cache
def excuses(name: str) -> Counter[str]:
    """How many pairs of states of a conflict have equal futures and differ, by what excuses it."""
    found = Counter[str]()
    for seed in range(2):
        graph = last_part(name, seed)
        for first, second in graph.twins if graph else ():
            twins = Twins(small(name), first, second)
            excuse = next((one.__name__ for one in EXCUSES if one(twins)), None)
            assert excuse is not None, (twins.node, twins.apart)
            found[excuse] += 1
    return found


@pytest.mark.parametrize("name", some([*NAMES, *SCENARIOS], 10))
def test_no_field_outlives_its_use(name: str) -> None:
    """Every pair of states with equal futures that differ is excused."""
    excuses(name)


def test_nothing_is_excused_for_nothing() -> None:
    found = Counter[str]()
    for number in LOOKING_AHEAD:
        found += excuses(random_scenario(number).title)
    assert set(found) == {one.__name__ for one in EXCUSES}


@pytest.mark.thorough
def test_how_a_mob_divided_outlives_no_part_of_it() -> None:
    """All of a conflict whose two thugs may go apart, get away and give in (N4)."""
    fields = dict(PARTING, sides=deepcopy(PARTING["sides"]))
    fields["sides"]["gm"]["fighters"]["gang"]["members"] = 2
    game = Game(settle(Scenario.model_validate(fields)))
    graph = futures(game.new_initial_state(), 40_000)
    assert graph is not None
    assert len(graph.classes) > 10_000
    nodes = Counter(State(game, np.frombuffer(one, STATE).copy()).node() for _, one in graph.twins)
    assert set(nodes) <= {*BEFORE_THE_OUTCOME, *WITH_SHIFTS}


def test_graphs_are_large_enough_to_tell() -> None:
    graphs = [graph for name in NAMES if (graph := last_part(name, 0))]
    assert sum(len(graph.classes) for graph in graphs) > 1500
    assert any(graph.twins for graph in graphs), "twins by chance of numbers should be found"


def test_dice_leave_nothing_but_the_margin() -> None:
    """In a conflict without invokes the 81 pairs of rolls lead to as many states as their
    differences lead to: one for each hit that can be told apart."""
    state = small("boxes").new_initial_state()
    attack = max(state.legal_actions())
    rolled = state.child(attack)
    while rolled.current_player() != CHANCE:  # a skill to attack or defend with
        rolled = rolled.child(rolled.legal_actions()[0])
    reached: dict[int, set[bytes]] = {}
    for own, other in product(range(9), repeat=2):
        after = rolled.child(own).child(other)
        reached.setdefault(max(0, own - other + 1), set()).add(after.record.tobytes())
    assert {len(states) for states in reached.values()} == {1}
    assert len(set.union(*reached.values())) > 3


@pytest.mark.thorough
def test_invokes_in_either_order_are_the_same() -> None:
    """Two free invokes for +2 with the other side passing in between."""
    found = Counter[bool]()
    for scenario in (random_scenario(number) for number in range(120)):
        game = Game(settle(scenario))
        for step in play(game, 3):
            state = step.before
            if state.current_player() == CHANCE or state.node() != N_DUEL:
                continue
            free = [one for one in state.legal_actions()
                    if one >> VERB_SHIFT == V_INVOKE_FREE and (one >> 7) & 127 == PLUS]  # fmt: skip
            for one, other in pairwise(free):
                ways = [_both(state, *order) for order in ((one, other), (other, one))]
                if None not in ways:
                    found[ways[0] == ways[1]] += 1
    assert found[True] > 10
    assert not found[False]


def _both(state: State, one: int, other: int) -> bytes | None:
    """The state after both invokes of one side, the other passing; none if it cannot be."""
    after = state.child(one)
    if not after.is_terminal() and after.current_player() != state.current_player():
        if after.node() != N_DUEL or V_PASS not in after.legal_actions():
            return None
        after = after.child(V_PASS)
    if after.node() != N_DUEL or other not in after.legal_actions():
        return None
    return after.child(other).record.tobytes()


def test_turns_in_either_order_are_the_same() -> None:
    """NPCs that act together choose their order anew (T2): two who only pass may do it in any."""
    fighters = {f"foe{n}": {"type": "nameless", "zone": "yard"} for n in range(3)}
    scenario = TAILORED[0].model_validate(
        {
            "title": "Three who wait",
            "ruleset": "accelerated",
            "exchanges": 2,
            "zones": {"yard": {"aspect": "Yard"}},
            "sides": {
                "players": {"fighters": {"hero": {"zone": "yard"}}},
                "gm": {"fighters": fighters},
            },
            "actions": ["attack"],
            "turn_order": {"first": "gm"},
        }
    )
    state = Game(settle(scenario)).new_initial_state()
    ends = set()
    for first in range(3):
        after = state.child(state.legal_actions()[first]).child(V_PASS)
        for second in after.legal_actions():
            ends.add(after.child(second).child(V_PASS).child(V_PASS).record.tobytes())
    assert len(ends) == 1
