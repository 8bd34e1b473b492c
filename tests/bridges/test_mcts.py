"""OpenSpiel's tree search as an agent."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("pyspiel")

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.bridges.openspiel import MctsAgent
from autogm.engine import codes
from autogm.engine.codes import CHANCE
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.view.words.reasons import reason
from tests.bridges.quarrels import CALM, ONLY_BLOWS, TRACK, quarrel
from tests.table import scene

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def opening(name: str) -> State:
    """The first state of a shipped scenario."""
    return load_game(SCENARIOS / f"{name}.yaml").new_initial_state()


def doors() -> Game:
    """Ann has won if she holds the attic at the end of the only exchange, and Bob cannot come
    there; nobody rolls anything."""
    return scene(
        "autarch", "ann@hall", "bob@yard", "hall - attic; hall > yard", exchanges=1,
        objectives={"players": [{"do": "hold", "zone": "attic", "exchanges": 1}]},
        actions=["move"], rules={"blocking": False},
    ).game  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_mcts_finds_the_only_way_to_win(seed: int) -> None:
    decision = MctsAgent(200).decide(doors().new_initial_state(), RandomSource(seed))
    assert decision.facts["action"] == {"verb": "move", "zone": "attic"}
    assert decision.facts["value"] == 1.0


def losing() -> State:
    """Ann, who has one box, before the dice of a blow that she cannot survive: 10 and the worst
    dice against 0 and the best leave 2 shifts. To be taken out is worth -2 to her, to concede
    -1.25."""
    table = scene(
        "fate-core", "ann Fight 0", "bob Fight 10", exchanges=2, pool=0,
        sheets={"ann": TRACK, "bob": TRACK}, templates=[], actions=["attack", "concede"],
        rules=CALM | ONLY_BLOWS, stakes={"players": {"own_taken_out": -1, "own_conceded": -0.25}},
    )  # fmt: skip
    table.turn("bob").choose("attack", target="ann")
    while table.node != codes.N_CONCEDE or table.state.side() != "players":
        table.passes()
    return table.state


@pytest.mark.parametrize("simulations", [3, 20, 500])
def test_mcts_concedes_what_is_lost(simulations: int) -> None:
    decision = MctsAgent(simulations).decide(losing(), RandomSource(1))
    assert decision.facts["action"]["verb"] == "concede"
    assert decision.facts["value"] == -1.25


def test_decisions_repeat_and_carry_their_reasons() -> None:
    state = opening("duel")
    while state.current_player() == CHANCE:
        state.apply_action(4)
    agent, before = MctsAgent(60), state.game.serialize(state)
    decisions = [agent.decide(state, RandomSource(1, 2, step)) for step in (3, 3, 4, 5, 6)]
    assert state.game.serialize(state) == before
    assert decisions[0] == decisions[1]
    assert decisions[0].facts == decisions[1].facts
    assert len({reason(state, one) for one in decisions}) > 2, "each choice has dice of its own"
    one = decisions[0]
    assert one.action in state.legal_actions()
    assert str(state.game.describe(state, one.action)) in reason(state, one)
    assert one.facts["choices"] == len(state.legal_actions())
    assert 0 < one.facts["tried"] <= one.facts["simulations"] == 60
    assert agent.name == "mcts-60"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["aether-storm", "autarch-skirmish"])
def test_mcts_plays_a_battle(name: str) -> None:
    """Against the brawler, to the end: everything it decides is legal."""
    state, rng, step = opening(name), random.Random(1), 0
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        one = MctsAgent(2) if state.current_player() == 0 else agent("brawler")
        state.apply_action(one.decide(state, RandomSource(1, 0, step)).action)
        step += 1
    assert step > 10


def test_mcts_refuses() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        MctsAgent(1)
    state = quarrel().new_initial_state()
    while state.current_player() != CHANCE:
        state.apply_action(state.legal_actions()[-1])
    with pytest.raises(ValueError, match="nobody chooses"):
        MctsAgent(10).decide(state, RandomSource(1))
