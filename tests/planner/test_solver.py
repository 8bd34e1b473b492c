"""The exact value of small conflicts, against recursion over the plain contract, against linear
algebra, and against itself: bounds that close, a policy that nobody can exploit.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE, GM, PLAYERS
from autogm.engine.game import Game
from autogm.engine.layout import MAX_ACTIONS
from autogm.engine.state import State
from autogm.planner.solving.solver import Solution, TooLargeError, solve
from tests.lab.test_markov import DUELS, exact
from tests.table import scene

BARE = {"physical": 1, "mental": 0}
NO_SLOTS = {"mild": 0, "moderate": 0, "severe": 0}
CALM = {
    "attack_tie": "nothing", "attack_style_boost": False, "defend_style_boost": [],
    "free_invoke_cap": 1,
}  # fmt: skip
OFF_BALANCE = {"text": "Off Balance", "on": "enemy", "helps": "against", "actions": ["attack"]}

QUICK = {
    "name": "Quick on the Draw", "does": "bonus", "amount": 2, "skills": ["Fight"],
    "actions": ["attack"], "when": "first exchange", "text": "Because I am quick, +2 at first.",
}  # fmt: skip


def duel(ruleset: str = "fate-core", **fields: Any) -> Game:
    """Two fencers of one box, with whatever the fields add."""
    sheet = {"tracks": BARE, "consequences": NO_SLOTS}
    fields.setdefault("sheets", {"ann": sheet, "bob": sheet})
    fields.setdefault("templates", [])
    fields.setdefault("actions", ["attack"])
    fields.setdefault("rules", CALM)
    return scene(ruleset, "ann Fight 2", "bob Fight 1", **fields).game


def brute(state: State, known: dict[bytes, float]) -> float:
    """The utility with best play of both sides, by recursion over every child."""
    if state.is_terminal():
        return state.returns()[0]
    key = state.record.tobytes()
    if key not in known:
        player = state.current_player()
        if player == CHANCE:
            parts = (p * brute(state.child(one), known) for one, p in state.chance_outcomes())
            known[key] = sum(parts)
        else:
            worths = [brute(state.child(one), known) for one in state.legal_actions()]
            known[key] = max(worths) if player == PLAYERS else min(worths)
    return known[key]


SMALL = {
    "boxes": duel(exchanges=3),
    "advantages": duel(
        exchanges=1, templates=[OFF_BALANCE], actions=["attack", "create", "invoke"]
    ),
    "a wave": scene(
        "fate-core", "ann Fight 3", "bob Fight 0; cid Fight 0", exchanges=4, rules=CALM,
        sheets={one: {"tracks": BARE, "consequences": NO_SLOTS} for one in ("ann", "bob")}
        | {"cid": {"tracks": BARE, "consequences": NO_SLOTS, "arrives": 3}},
        templates=[], actions=["attack"],
    ).game,
    "surviving": duel(
        exchanges=5, objectives={"players": [{"do": "survive", "exchanges": 2}]}
    ),
    "careful": duel(exchanges=2, stakes={"preset": "careful"}, actions=["attack", "concede"]),
    "a first exchange": scene(
        "fate-core", "ann Fight 1", "bob Fight 1", exchanges=3, rules=CALM,
        sheets={"ann": {"tracks": BARE, "consequences": NO_SLOTS, "stunts": [QUICK]},
                "bob": {"tracks": BARE, "consequences": NO_SLOTS}},
        templates=[], actions=["attack"],
    ).game,
}  # fmt: skip
WALKED = SMALL | {
    "an ambush": scene(
        "fate-core", "ann Fight 2 Notice 4", "bob Fight 1", exchanges=3, rules=CALM,
        sheets={one: {"tracks": BARE, "consequences": NO_SLOTS} for one in ("ann", "bob")},
        templates=[{"text": "Smoke", "on": "zone", "actions": ["attack"]}],
        actions=["attack", "create", "invoke"], pool=0,
        turn_order={"ambush": "gm", "npcs": "each", "first": "players"},
    ).game,
}  # fmt: skip
KNOWN: dict[str, dict[bytes, float]] = {name: {} for name in SMALL}
"""What recursion has found out about each: a state is worth the same wherever it is met."""


@pytest.mark.parametrize("name", SMALL)
def test_values_are_those_of_recursion(name: str) -> None:
    game = SMALL[name]
    found = solve(game)
    assert found.horizon == int(game.scene[0]["exchanges"])
    assert found.value == pytest.approx(brute(game.new_initial_state(), KNOWN[name]), abs=1e-12)


@pytest.mark.parametrize("name", ["boxes", "a wave", "careful"])
def test_every_choice_of_the_first_state_is_worth_what_recursion_says(name: str) -> None:
    game = SMALL[name]
    found, state = solve(game), game.new_initial_state()
    while state.current_player() == CHANCE:
        state = state.child(state.legal_actions()[0])
    for action, worth in found.choices(state):
        assert worth == pytest.approx(brute(state.child(action), KNOWN[name]), abs=1e-9)


@pytest.mark.parametrize("name", ["boxes", "a wave", "surviving", "a first exchange"])
def test_a_conflict_can_be_solved_from_any_of_its_states(name: str) -> None:
    """Along one line of play into later exchanges, with the length that is left."""
    state, after = SMALL[name].new_initial_state(), 0
    while not state.is_terminal() and after < 12:
        found = solve(state.game, start=state)
        assert found.horizon == int(state.game.scene[0]["exchanges"]) - state.exchange + 1
        assert found.value == pytest.approx(brute(state, KNOWN[name]), abs=1e-12)
        assert found.space.place(state) == 0
        if state.current_player() != CHANCE:
            for action, worth in found.choices(state):
                assert worth == pytest.approx(brute(state.child(action), KNOWN[name]), abs=1e-9)
        options = state.legal_actions()
        state = state.child(options[after % len(options)])
        after += 1
    assert after >= 4
    assert state.exchange >= 2


@pytest.mark.parametrize("name", WALKED)
def test_whatever_play_comes_to_is_in_the_graph_with_its_choices(name: str) -> None:
    """Also in later exchanges, where rules may no longer hold that are about the first."""
    found, rng = solve(WALKED[name]), Random(1)
    latest = 1
    for _ in range(30):
        state = WALKED[name].new_initial_state()
        while not state.is_terminal():
            options = state.legal_actions()
            assert [action for action, _ in found.choices(state)] == options
            latest = max(latest, state.exchange)
            state = state.child(rng.choice(options))
    assert latest >= min(2, int(WALKED[name].scene[0]["exchanges"]))


def test_an_end_is_worth_its_stake() -> None:
    state = SMALL["boxes"].new_initial_state()
    while not state.is_terminal():
        state = state.child(state.legal_actions()[-1])
    found = solve(state.game, 1, start=state)
    assert (found.states, found.value) == (1, state.returns()[0])


@pytest.mark.parametrize("name", ["even", "failing hurts", "no boxes at all", "dodger"])
def test_followed_policies_are_a_markov_chain(name: str) -> None:
    """Both sides as the brawler plays: what linear algebra, used separately, says of the duel."""
    found = solve(DUELS[name].game())

    def brawl(state: State) -> int:
        return agent("brawler").decide(state, RandomSource(0)).action

    policy = found.policy(brawl, PLAYERS)
    both = np.where(found.space.kinds == 2, found.policy(brawl, GM), policy)
    player, other, _ = exact(DUELS[name])
    assert found.worth(both, PLAYERS, GM) == pytest.approx(player - other, abs=1e-9)
    assert found.worth(policy, PLAYERS) <= found.value + 1e-12
    assert found.worth(found.policy(brawl, GM), GM) >= found.value - 1e-12


@cache
def fenced() -> Solution:
    """A duel with advantages and points, to any length. One consequence is enough to have every
    kind of choice, and one for each would make five times as many states."""
    hurt = {"tracks": BARE, "consequences": {"mild": 1, "moderate": 0, "severe": 0}}
    bare = {"tracks": BARE, "consequences": NO_SLOTS, "fate_points": 0}
    game = duel(
        exchanges=60, templates=[OFF_BALANCE], actions=["attack", "create", "invoke"],
        sheets={"ann": bare, "bob": hurt}, pool=0,
    )  # fmt: skip
    return solve(game)


@pytest.fixture
def fencing() -> Solution:
    """The same for all tests of a process, which no test changes."""
    return fenced()


def test_bounds_close_from_both_sides(fencing: Solution) -> None:
    lows = [one.low for one in fencing.horizons]
    highs = [one.high for one in fencing.horizons]
    assert lows == sorted(lows)
    assert highs == sorted(highs, reverse=True)
    assert all(one.low <= one.limit <= one.high for one in fencing.horizons)
    assert fencing.high - fencing.low < 1e-9


def test_nobody_can_exploit_the_kept_policy(fencing: Solution) -> None:
    assert max(abs(one) for one in fencing.losses()) < 1e-6


def test_a_poor_policy_gives_something_away(fencing: Solution) -> None:
    def first(state: State) -> int:
        return state.legal_actions()[0]

    assert fencing.worth(fencing.policy(first, PLAYERS), PLAYERS) < fencing.value - 0.1
    assert fencing.worth(fencing.policy(first, GM), GM) > fencing.value + 0.1


def test_states_are_found_again_and_acted_in(fencing: Solution) -> None:
    random = np.random.default_rng(5)
    for _ in range(20):
        state = fencing.game.new_initial_state()
        while not state.is_terminal():
            place = fencing.space.place(state)
            assert fencing.space.state(place).legal_actions() == state.legal_actions()
            actions = state.legal_actions()
            if state.current_player() != CHANCE:
                assert fencing.act(state) in actions
            state.apply_action(int(random.choice(actions)))


def test_too_large_a_conflict_is_refused_with_its_count() -> None:
    game = duel(
        exchanges=200, rules={}, sheets={}, templates=[OFF_BALANCE],
        actions=["attack", "create", "invoke", "overcome"],
    )  # fmt: skip
    with pytest.raises(TooLargeError, match="too many states") as told:
        solve(game, max_states=50_000)
    assert 50_000 < (told.value.count or 0) <= 50_000 + MAX_ACTIONS
    with pytest.raises(TooLargeError, match="GB"):
        solve(game, max_bytes=1 << 20)
    states = solve(SMALL["boxes"]).states
    assert solve(SMALL["boxes"], max_states=states).states == states
    with pytest.raises(TooLargeError, match=f"at most {states - 1:,} may be stored"):
        solve(SMALL["boxes"], max_states=states - 1)


def test_a_strange_state_is_not_found() -> None:
    found = solve(SMALL["boxes"])
    state = SMALL["boxes"].new_initial_state()
    state.record["stress"][0, 0] = (7, 7)
    with pytest.raises(KeyError, match="cannot be reached"):
        found.act(state)
    with pytest.raises(ValueError, match="at least one"):
        solve(SMALL["boxes"], horizon=0)
