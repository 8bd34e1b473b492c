"""Looking one turn ahead, against recursion over the plain contract; the duel of invokes, against a
plain recursion over who moves next; the value, against its mirror image.
"""

from __future__ import annotations

from functools import cache
from math import atanh, tanh
from typing import Any

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import AGENTS
from autogm.engine.codes import CHANCE, N_TURN, PLAYERS
from autogm.engine.game import Game, State
from autogm.engine.jit import rows
from autogm.lab.simulate import simulate
from autogm.planner.duel import solve_duel
from autogm.planner.judge import JUDGE, MARGINS, MIDDLE, WORK
from autogm.planner.tactician import Tactician
from autogm.planner.value import value_at
from tests.table import scene

FENCERS = {
    "fate-core": ("ann Fight 3", "bob Fight 2"),
    "war-of-ashes": ("ann Forceful 3", "bob Forceful 2"),
    "minifate": ("ann Fight 3 Agility 1", "bob Fight 2 Agility 2"),
}


def duel(ruleset: str, **fields: Any) -> Game:
    """Two fencers who attack and invoke nothing."""
    fields.setdefault("templates", [])
    fields.setdefault("actions", ["attack"])
    return scene(ruleset, *FENCERS[ruleset], **fields).game


def worth(tactician: Tactician, state: State) -> float:
    """The value of a position."""
    return float(
        value_at(
            tactician.game.scene_rows, rows(state.record), 0, rows(tactician.judge),
            rows(tactician._work),
        )
    )  # fmt: skip


def by_recursion(tactician: Tactician, state: State, mover: str | None, exchange: int) -> float:
    """u at the end of the turn of `mover`: dice by their chances, every choice by who makes it."""
    player = state.current_player()
    if state.is_terminal():
        return state.returns()[0]
    if state.node() == N_TURN and (state.actor() != mover or state.exchange != exchange):
        return worth(tactician, state)
    if player == CHANCE:
        return sum(
            chance * by_recursion(tactician, state.child(outcome), mover, exchange)
            for outcome, chance in state.chance_outcomes()
        )
    found = [
        by_recursion(tactician, state.child(one), mover, exchange) for one in state.legal_actions()
    ]
    return max(found) if player == PLAYERS else min(found)


@pytest.mark.parametrize("ruleset", FENCERS)
def test_a_turn_without_invokes_is_weighed_exactly(ruleset: str) -> None:
    game = duel(ruleset)
    tactician, state = Tactician(game), game.new_initial_state()
    weighed = tactician.weigh(state)
    for action, found in zip(state.legal_actions(), weighed, strict=True):
        after = state.child(action)
        exact = by_recursion(tactician, after, state.actor(), state.exchange)
        assert found == pytest.approx(exact, abs=1e-9), str(game.describe(state, action))


def test_choices_within_a_roll_are_weighed_exactly() -> None:
    """How to absorb a hit, for either side."""
    game = duel("fate-core")
    tactician = Tactician(game)
    seen = 0
    for battle in range(6):
        state, random = game.new_initial_state(), np.random.default_rng(battle)
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.current_player() != CHANCE and state.node() != N_TURN:
                owner = game.words.fighters[int(state.record["pending"][0, 0, 1])]
                weighed = tactician.weigh(state)
                for action, found in zip(actions, weighed, strict=True):
                    after = state.child(action)
                    exact = by_recursion(tactician, after, owner, state.exchange)
                    assert found == pytest.approx(exact, abs=1e-9)
                    seen += 1
            state.apply_action(int(random.choice(actions)))
    assert seen > 20


def plain_duel(finals: Any, gains: Any, prices: Any, margin: int, acting: int) -> float:
    """The duel of invokes by recursion: `gains` and `prices` by side, the players' move first."""

    @cache
    def best(i: int, j: int, side: int, passed: bool) -> float:
        toward = 1 if acting == 0 else -1
        now = margin + toward * (sum(gains[0][:i]) - sum(gains[1][:j]))
        found = [finals[now + MIDDLE] if passed else best(i, j, 1 - side, True)]
        if side == 0 and i < len(gains[0]):
            found.append(tanh(atanh(best(i + 1, j, 1, False)) - atanh(prices[0][i])))
        if side == 1 and j < len(gains[1]):
            found.append(tanh(atanh(best(i, j + 1, 0, False)) + atanh(prices[1][j])))
        return max(found) if side == 0 else min(found)

    return best(0, 0, 0, False)


@pytest.mark.parametrize("seed", range(12))
def test_duels_are_solved(seed: int) -> None:
    random = np.random.default_rng(seed)
    work, judge = np.zeros(1, WORK), np.zeros(1, JUDGE)
    judge["swing"] = 1.0
    finals = np.sort(np.tanh(random.normal(size=MARGINS)))
    acting = int(random.integers(2))
    finals = finals if acting == 0 else -finals
    work["final"][0, 3] = finals
    gains, prices = [], []
    for side in (0, 1):
        number = int(random.integers(0, 5))
        gains.append([int(one) for one in random.integers(1, 4, number)])
        prices.append(sorted(float(one) for one in random.uniform(0, 0.4, number)))
        work["invokes"][0, 3, side] = number
        work["gain"][0, 3, side, :number] = gains[side]
        work["price"][0, 3, side, :number] = prices[side]
    margin = int(random.integers(-3, 4))
    found = solve_duel(rows(judge)[0], rows(work)[0], 3, margin, acting, 0, 0)
    assert found == pytest.approx(plain_duel(finals, gains, prices, margin, acting), abs=1e-12)


def test_the_value_has_a_mirror_image() -> None:
    """The same position with the sides exchanged is worth the opposite."""
    strong = "Fight 4 Athletics 2 Notice 3"
    weak = "Fight 2 Athletics 1 Notice 1"
    sheets = {one: {"consequences": {"mild": 1, "moderate": 0, "severe": 0}} for one in "ab"}
    points = {"a": {"fate_points": 0, **sheets["a"]}, "b": {"fate_points": 0, **sheets["b"]}}
    one = scene(
        "fate-core", f"a {strong}", f"b {weak}", sheets={**points, "b": sheets["b"]}, pool=0
    )
    two = scene(
        "fate-core", f"b {weak}", f"a {strong}", sheets={**points, "a": sheets["a"]}, pool=0
    )
    values = [worth(Tactician(table.game), table.game.new_initial_state()) for table in (one, two)]
    assert values[0] == pytest.approx(-values[1], abs=1e-12)
    assert values[0] > 0.2


def test_it_finishes_who_can_be_finished() -> None:
    """Of two equal enemies the one who has nothing left is attacked."""
    bare = {"tracks": {"physical": 0, "mental": 0}, "consequences": {"mild": 0, "moderate": 0}}
    bare["consequences"]["severe"] = 0
    table = scene(
        "fate-core", "hero Fight 3", "hale Fight 2; spent Fight 2", sheets={"spent": bare}
    )
    table.turn("hero")
    decision = AGENTS["tactician"].decide(table.state, RandomSource(1))
    action = table.game.describe(table.state, decision.action)
    assert (action.verb, action.target) == ("attack", "spent")
    assert decision.facts["lines"][0]["action"] == action.as_dict()
    assert "comes to u" in decision.reason


def test_it_beats_the_brawler_from_both_sides() -> None:
    """With points and advantages at hand, out of 40 battles each."""
    fields = {"actions": ["attack", "create", "invoke"], "exchanges": 60}
    game = duel("fate-core", **fields, pool=3)
    as_players = simulate(game, 40, 3, (AGENTS["tactician"], AGENTS["brawler"]))
    as_gm = simulate(game, 40, 3, (AGENTS["brawler"], AGENTS["tactician"]))
    nobody = simulate(game, 40, 3, (AGENTS["brawler"], AGENTS["brawler"]))
    assert as_players.wins["players"].count > nobody.wins["players"].count
    assert as_gm.wins["gm"].count > nobody.wins["gm"].count


def test_the_same_battles_whatever_the_number_of_workers() -> None:
    game = duel("minifate", exchanges=20)
    agents = (AGENTS["tactician"], AGENTS["tactician"])
    one, two = (simulate(game, 12, 4, agents, workers=workers) for workers in (1, 2))
    alike = ("wins", "undecided", "exchanges", "fighters")
    assert [one.as_dict()[name] for name in alike] == [two.as_dict()[name] for name in alike]
