"""Looking several turns ahead, against recursion over the plain contract; budgets; and the planner,
which plays perfectly what it can solve.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import CHANCE, PLAYERS, V_CONCEDE, V_PASS
from autogm.engine.game import load_game
from autogm.engine.pack import verb_of
from autogm.engine.state import State
from autogm.planner.levels import UNERRING, setting
from autogm.planner.planner import Budget, Planner, positions_for
from autogm.planner.search.beam import EXPANDED, search
from autogm.planner.solving.solver import solve
from autogm.planner.turn.conceding import ERROR
from autogm.planner.turn.tactician import NO_LIMIT, Tactician
from autogm.view.words.reasons import reason
from tests.planner.plainly import Plain
from tests.planner.roots import ROOTS
from tests.planner.test_tactician import duel
from tests.planner.wandering import random_game, wander
from tests.soak import some
from tests.table import scene

END_OF_TURN = " by the end of the turn"
WHARF = Path(__file__).parents[2] / "evaluation" / "conflicts" / "wharf.yaml"


@pytest.mark.parametrize("ruleset", ["fate-core", "war-of-ashes"])
@pytest.mark.parametrize("turns", [1, 2])
def test_later_turns_are_weighed_exactly(ruleset: str, turns: int) -> None:
    """With no more choices than are expanded, and nothing to invoke."""
    tracks = {"tracks": {"physical": 1, "mental": 0}} if ruleset == "fate-core" else {"boxes": 1}
    bare = {"consequences": {"mild": 0, "moderate": 0, "severe": 0}, **tracks}
    game = duel(ruleset, sheets={"ann": bare, "bob": bare}, exchanges=9)
    tactician, state = Tactician(game), game.new_initial_state()
    for place, exact in enumerate(Plain(tactician).weigh(state, turns)):
        assert tactician.deepen(state, place, turns, NO_LIMIT) == pytest.approx(exact, abs=1e-9)
        assert tactician.positions > 10


WHO_IS_NEXT = ("all at once", "an attack on everyone, a friend among them")
"""Positions after which several fighters can be next."""
FOLLOWED = [
    *((name, 1) for name in ROOTS if name not in WHO_IS_NEXT),
    *((name, 2) for name in ("a step before the blow", "a step after the blow", "two against one",
                             "a hit with careful stakes", "ground to create")),
]  # fmt: skip
"""Positions that are expanded further, and how many turns."""


@pytest.mark.parametrize(("name", "turns"), some(FOLLOWED, 14))
def test_turns_after_choices_of_every_kind_are_weighed_exactly(name: str, turns: int) -> None:
    """Steps before and after the action, points and advantages carried over; if it is clear who is
    next, and there are no more choices than are expanded."""
    state = ROOTS[name][0]().state
    tactician = Tactician(state.game)
    for place, exact in enumerate(Plain(tactician).weigh(state, turns)):
        found = tactician.deepen(state, place, turns, NO_LIMIT)
        assert found == pytest.approx(exact, abs=1e-9)


def test_budgets_are_kept_and_repeatable() -> None:
    fields = {"actions": ["attack", "create", "invoke"], "pool": 2}
    game = duel("fate-core", **fields)
    state, thoughts = game.new_initial_state(), []
    for budget in (1, 2_000, 20_000, 20_000):
        thought = search(Tactician(game), state, budget)
        assert thought.positions < 2 * budget + 200, "at most one choice too many is begun"
        assert len(thought.lines) == len(state.legal_actions())
        thoughts.append(thought)
    assert thoughts[2] == thoughts[3]
    assert [one.best.turns for one in thoughts] == sorted(one.best.turns for one in thoughts)
    assert (thoughts[0].best.turns, thoughts[2].best.turns > 0) == (0, True)
    shallow = Tactician(game).weigh(state)
    assert thoughts[0].best.place == int(np.argmax(shallow))
    for bad in ((0, None), (-5, None), (100, 0.0)):
        with pytest.raises(ValueError, match="above zero"):
            search(Tactician(game), state, bad[0], seconds=bad[1])


class Scripted:
    """Stands in for a tactician: what each choice is worth, by turns looked ahead; each expansion
    costs ten positions."""

    def __init__(self, *worths: tuple[float, ...]) -> None:
        self.worths = worths
        self.positions, self.looked = 0, 0
        self.deepened: list[tuple[int, int]] = []

    def expand(self, _: State, most: int) -> Any:
        self.positions = 10
        return np.array([line[0] for line in self.worths])

    def doubt(self, _: State, u: float) -> float:
        return 1.0 - abs(u)

    def expanded(self, number: int) -> Any:
        return np.arange(number) < EXPANDED

    def deepen(self, _: State, place: int, turns: int, budget: int, looks: int) -> float:
        self.positions = 10
        self.deepened.append((place, turns))
        return self.worths[place][turns]


def test_a_line_not_followed_stands_by_how_others_changed() -> None:
    """Eight are expanded: the first turns out bad, behind one that was not expanded."""
    state = duel("fate-core").new_initial_state()
    sight = Scripted((0.9, -0.8), *[(0.5, 0.4)] * 7, (0.3, 0.0), (-0.9, 0.0))
    thought = search(cast(Tactician, sight), state, 1_000, deepest=1)
    change = (-1.7 - 7 * 0.1) / 8
    by_place = {line.place: line for line in thought.lines}
    assert by_place[8].worth == pytest.approx(0.3 + change)
    assert (by_place[8].turns, by_place[1].turns) == (0, 1)
    order = [line.place for line in thought.lines]
    assert order == [*range(1, 8), 8, 0, 9]
    assert thought.positions == 90
    assert not thought.estimated


def test_what_was_only_estimated_is_known() -> None:
    """Those beyond the expanded ones, at either depth, are the estimated."""
    state = duel("fate-core").new_initial_state()
    lines = [(0.5 - place / 100, 0.2) for place in range(14)]
    for deepest in (0, 1):
        thought = search(cast(Tactician, Scripted(*lines)), state, 1_000, deepest=deepest)
        assert thought.estimated == {10, 11, 12, 13}


def test_what_was_not_estimated_is_exact() -> None:
    """All but those expanded to the end of the turn are estimated."""
    game, met = random_game(2), 0
    for state in wander(game, 2, 60):
        thought = search(Tactician(game), state, 1, deepest=0)
        exact = Tactician(game).weigh(state)
        assert len(thought.estimated) == max(0, len(exact) - EXPANDED)
        for line in thought.lines:
            if line.place not in thought.estimated:
                assert line.worth == pytest.approx(exact[line.place], abs=1e-9)
        met += len(thought.estimated)
    assert met


def how_far(line: dict[str, Any]) -> str:
    """The words for how far a line of a decision was expanded."""
    if not line["followed"]:
        return " by the static estimate"
    number, turns = {1: ("one", "turn"), 2: ("two", "turns"), 3: ("three", "turns")}.get(
        line["turns"], ("", "")
    )
    return f", looking at most {number} {turns} past this one" if number else END_OF_TURN


@pytest.mark.parametrize(
    ("level", "beside"),
    [
        ("legendary:turns=0:states=0", ""),
        ("legendary:turns=1:states=0:positions=8000", END_OF_TURN),
        ("great:turns=3:states=0:positions=8000", END_OF_TURN),
        ("mediocre", ""),
    ],
)
def test_it_tells_how_far_each_choice_was_followed(level: str, beside: str) -> None:
    """For the best, and for the next best where that differs. A level that misjudges knows it too,
    may take what was only estimated, and tells no chance."""
    game, player, met = random_game(4), agent(f"planner:{level}"), set()
    known = setting(level)
    planner = Planner(game, known.budget, known.misjudgement)
    for state in wander(game, 4, 60):
        decision = player.decide(state, RandomSource(1))
        lines = decision.facts["lines"]
        legal, thought = state.legal_actions(), planner.think(state)[0]
        estimated = [game.describe(state, legal[place]).as_dict() for place in thought.estimated]
        for line in lines:
            assert line["followed"] == (line["action"] not in estimated)
        said = reason(state, decision).removesuffix(".")
        if known.misjudgement != UNERRING:
            assert "which errs" in said
            assert "%" not in said
            met.add("")
            continue
        told, *after = said.split("; ", 1)
        assert told.endswith(how_far(lines[0]))
        if after:
            rest = re.sub(r"^.*( worse| better| is as good|, with \d+\.\d%)", "", after[0])
            assert rest == (how_far(lines[1]) if how_far(lines[1]) != how_far(lines[0]) else "")
            met.add(rest)
    assert {"", beside} <= met


def beside_fighting_on(*ahead: float) -> tuple[State, Scripted]:
    """Whether to concede, where that is so much ahead of fighting on, by turns looked ahead, beyond
    the error there. What a tactician answers for the first is less the error already."""
    state = ROOTS["to concede"][0]().state
    assert [verb_of(action) for action in state.legal_actions()] == [V_PASS, V_CONCEDE]
    sign = 1.0 if state.current_player() == PLAYERS else -1.0
    off = ERROR * Scripted().doubt(state, 0.5)
    after = [0.5 + sign * (more + (off if turns else 0.0)) for turns, more in enumerate(ahead)]
    return state, Scripted((0.5,) * len(ahead), tuple(after))


@pytest.mark.parametrize(
    ("ahead", "best", "turns"),
    [
        ((0.1, 0.1, 0.1), "concede", 2),
        ((0.1, 0.1, -0.01), "pass", 2),
        ((0.1, -0.01, 0.3), "pass", 1),
        ((-0.01, 0.3, 0.3), "pass", 0),
    ],
)
def test_a_concession_beats_fighting_on_at_every_depth_or_not(
    ahead: tuple[float, ...], best: str, turns: int
) -> None:
    """By more than the error. One that has failed is expanded no further."""
    state, sight = beside_fighting_on(*ahead)
    thought = search(cast(Tactician, sight), state, 1_000, deepest=2)
    assert (thought.best.place == 1) == (best == "concede")
    assert {line.turns for line in thought.lines} == {turns}


def test_a_concession_found_wanting_is_not_taken_when_the_budget_ends() -> None:
    for budget in (20, 25, 1_000):
        state, sight = beside_fighting_on(0.1, -0.01)
        assert search(cast(Tactician, sight), state, budget, deepest=1).best.place == int(
            budget < 30
        )


def test_time_ends_a_search_with_an_answer() -> None:
    game = duel("fate-core", actions=["attack", "create", "invoke"], pool=2)
    state = game.new_initial_state()
    thought = search(Tactician(game), state, 10**9, seconds=1e-6)
    assert len(thought.lines) == len(state.legal_actions())
    assert thought.best.turns == 0


def test_it_sees_what_only_a_later_turn_brings() -> None:
    """Full Attack brings nothing by the end of its own turn; the lethal blow after it takes out an
    enemy with ten boxes left and no consequences."""
    stout = {"boxes": 10, "consequences": {"mild": 0, "moderate": 0, "severe": 0}}
    table = scene(
        "war-of-ashes", "ann Forceful 4 Quick 3", "bob Forceful 0", exchanges=4,
        sheets={"bob": stout}, templates=[], actions=["attack", "full attack"],
    )  # fmt: skip
    table.turn("ann")
    deep = search(Tactician(table.game), table.state, 200_000)
    action = table.state.legal_actions()[deep.best.place]
    assert table.game.describe(table.state, action).verb == "full attack"


def test_solving_from_a_later_state_agrees() -> None:
    game = load_game(WHARF)
    whole, random = solve(game), np.random.default_rng(2)
    for _ in range(6):
        state = game.new_initial_state()
        for _ in range(int(random.integers(4, 30))):
            if not state.is_terminal():
                state.apply_action(int(random.choice(state.legal_actions())))
        if state.is_terminal() or state.exchange > 20:
            continue
        part = solve(game, start=state)
        assert part.states <= whole.states
        if state.current_player() != CHANCE:
            assert dict(part.choices(state)) == pytest.approx(dict(whole.choices(state)), abs=1e-3)


def test_what_can_be_solved_is_played_perfectly() -> None:
    """Every choice of the planner in random battles is among the best by the whole solution."""
    game = load_game(WHARF)
    whole, random = solve(game), np.random.default_rng(3)
    planner, player, asked = Planner(game, Budget()), agent("planner"), 0
    for _ in range(8):
        state = game.new_initial_state()
        while not state.is_terminal() and state.exchange < 12:
            if state.current_player() != CHANCE:
                worths = dict(whole.choices(state))
                best = (max if state.current_player() == PLAYERS else min)(worths.values())
                decision = player.decide(state, RandomSource(1))
                assert worths[decision.action] == pytest.approx(best, abs=1e-6)
                assert decision.facts["solved"]
                assert "with best play of both sides; next best is " in reason(state, decision)
                asked += 1
            state.apply_action(int(random.choice(state.legal_actions())))
    assert asked > 40
    thought, solution = planner.think(game.new_initial_state())
    assert solution is not None
    assert thought.positions == solution.states


def test_what_cannot_be_solved_is_searched() -> None:
    game = duel("fate-core", actions=["attack", "create", "invoke"], pool=3, exchanges=40)
    state = game.new_initial_state()
    thought, solution = Planner(game, Budget(states=1_000, positions=5_000)).think(state)
    assert solution is None
    searched = search(Tactician(game), state, positions_for(state, 5_000))
    assert thought.lines == searched.lines
    assert thought.positions > searched.positions, "with those of the graph that was given up"
    assert thought.best.turns > 0
    again, _ = Planner(game, Budget(states=1_000, positions=5_000)).think(state)
    assert again == thought
