"""Joint plans in play: what they want of real positions, that they are a function of the position
alone and can be played, and how the planner weighs them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from autogm.agents.base import RandomSource
from autogm.agents.planner import PlannerAgent
from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.coordination.model import LEAVE, STRIKE
from autogm.planner.coordination.plan import Coordinator
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.levels import setting
from autogm.planner.planner import Planner
from tests.table import scene

NO_LIMIT = 10.0


def plan_of(game: Game, state: State | None = None) -> list[tuple[str, str, str, str | None]]:
    """Who does what where on whom, in words."""
    state = state or game.new_initial_state()
    while state.node() not in (N_ORDER, N_TURN):
        state.apply_action(state.legal_actions()[0])
    words = game.words
    return [
        (
            words.fighters[part.fighter],
            part.verb,
            words.zones[part.zone],
            None if part.target is None else words.fighters[part.target],
        )
        for part in Coordinator(game, parameters_of(game), NO_LIMIT).plan(state).parts
    ]


def test_objectives_count_as_the_value_counts_them() -> None:
    """H7: the marked fighter is struck, the exit is taken, the zone to be held is entered."""
    common: dict[str, Any] = {"turn_order": {"first": "players"}, "exchanges": 10, "templates": []}
    marked = scene(
        "fate-core", "ann Fight 4; bea Fight 4", "cut Fight 1; dan Fight 1",
        objectives={"players": [{"do": "take out", "who": ["dan"]}]}, **common,
    ).game  # fmt: skip
    struck = {target for _, verb, _, target in plan_of(marked) if verb == STRIKE}
    assert struck == {"dan"}
    away = scene(
        "fate-core", "ann@yard Fight 1; bea@yard Fight 1", "cut@yard Fight 4; dan@yard Fight 4",
        "yard - gate", zone={"gate": {"exit": True}},
        objectives={"players": [{"do": "get out", "who": ["ann"]}]}, **common,
    ).game  # fmt: skip
    assert ("ann", LEAVE, "gate", None) in plan_of(away)
    hold = scene(
        "fate-core", "ann@yard Fight 0; bea@yard Fight 0", "cut@far Fight 4; dan@far Fight 4",
        "far - yard - gate", **common,
        objectives={"players": [{"do": "hold", "zone": "gate", "exchanges": 1}]},
    ).game  # fmt: skip
    assert "gate" in {zone for _, _, zone, _ in plan_of(hold)}


def test_the_same_position_has_the_same_plan() -> None:
    """Whoever asks and whatever was asked before."""
    game = scene(
        "war-of-ashes", "ann@yard Forceful 3; bea@yard Forceful 3",
        "cut@gate Forceful 1; dan@yard Forceful 1", "yard - gate",
    ).game  # fmt: skip
    old, random, state = Coordinator(game, parameters_of(game)), np.random.default_rng(4), None
    plans = 0
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal() and plans < 40:
            if state.current_player() >= 0 and state.node() in (N_ORDER, N_TURN):
                plan = old.plan(state)
                plans += bool(plan.parts)
                assert plan == Coordinator(game, parameters_of(game)).plan(state)
                assert plan.side == state.current_player()
            state.apply_action(int(random.choice(state.legal_actions())))
    assert plans > 5


def test_without_a_plan_there_is_a_reason() -> None:
    game = scene("war-of-ashes", "ann Forceful 3; bea Forceful 2", "cut Forceful 2").game
    state = game.new_initial_state()
    while state.node() not in (N_ORDER, N_TURN) or state.current_player() != 0:
        state.apply_action(state.legal_actions()[0])
    rushed = Coordinator(game, parameters_of(game), 1e-12)
    plan = rushed.plan(state)
    assert (plan.parts, rushed.places(state)) == ((), ())
    assert "unknown" in plan.reason
    assert "search decides alone" in plan.reason


def test_a_plan_can_be_played() -> None:
    """Its places are legal, and lead step by step to what it says: the way, then the action; who is
    to act next comes first."""
    game = scene(
        "fate-core", "ann@yard Fight 3; bea@hall Fight 3", "cut@gate Fight 1; dan@gate Fight 2",
        "hall - yard - gate", pool=1,
    ).game  # fmt: skip
    coordinator, random = Coordinator(game, parameters_of(game), NO_LIMIT), np.random.default_rng(1)
    seen: Counter[str] = Counter()
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal() and state.exchange < 4:
            legal = state.legal_actions()
            chosen = int(random.choice(legal))
            places = coordinator.places(state) if state.current_player() >= 0 else ()
            if places:
                plan, action = coordinator.plan(state), game.describe(state, legal[places[0]])
                seen[action.verb] += 1
                part = plan.parts[0]
                if state.node() == N_TURN:
                    own = plan.part_of(game.words.fighters.index(str(state.actor())))
                    assert own is not None
                    part = own
                elif action.verb == "act next":
                    assert action.target == game.words.fighters[part.fighter]
                if action.verb == "attack":
                    assert part.target is not None
                    assert action.target == game.words.fighters[part.target]
                if action.verb == "move":
                    assert action.zone == game.words.zones[part.zone]
                chosen = legal[places[0]]
            state.apply_action(chosen)
    assert {"act next", "move", "attack"} <= set(seen), seen


def test_the_planner_has_its_part_judged_and_says_so() -> None:
    """The plan's part is expanded further than the best one turn deep, whatever comes of it."""
    game = scene(
        "fate-core", "ann@yard Fight 3; bea@yard Fight 3", "cut@yard Fight 2; dan@yard Fight 2",
        "yard - gate", turn_order={"first": "players"}, templates=[], actions=["attack", "move"],
    ).game  # fmt: skip
    state, level = game.new_initial_state(), setting("great:states=0:turns=1")
    while state.node() != N_TURN:
        state.apply_action(state.legal_actions()[0])
    agent = PlannerAgent("great", level)
    planner = agent._evaluators.of(game)
    assert planner.joint_plan(state) is None
    planner.coordinator = Coordinator(game, planner.tactician.parameters)
    places = planner.coordinator.places(state)
    thought, _ = planner.think(state)
    assert places
    assert {line.turns for line in thought.lines if line.place in places} == {1}
    told = agent.decide(state, RandomSource(1)).reasons()
    assert set(told["joint"]["parts"]) == {"ann", "bea"}
    planner.coordinator = Coordinator(game, planner.tactician.parameters, 1e-12)
    alone = Planner(game, level.budget, level.misjudgement)
    assert planner.think(state)[0] == alone.think(state)[0]
    plan = planner.joint_plan(state)
    assert plan is not None
    assert "search decides alone" in plan.reason


def test_choices_within_a_turn_need_no_plan() -> None:
    game = scene("fate-core", "ann Fight 3; bea Fight 2", "cut Fight 2").game
    state, random = game.new_initial_state(), np.random.default_rng(2)
    coordinator = Coordinator(game, parameters_of(game))
    while state.node() in (N_ORDER, N_TURN):
        state.apply_action(int(random.choice(state.legal_actions())))
    plan = coordinator.plan(state)
    assert plan.parts == ()
    assert "not a choice between turns" in plan.reason
