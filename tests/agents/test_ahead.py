"""The planner in games that lay out their graphs: what it solves it plays exactly, what it does not
it chooses the same way every time, and only from what its side knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.agents.ahead import LookingAhead
from autogm.agents.base import RandomSource
from autogm.agents.plain import played
from autogm.agents.roster import agent
from autogm.game.contract import GM, PLAYERS
from autogm.game.registry import load_game
from autogm.planner.levels import LEVELS, setting
from autogm.planner.solving.expectimax import expectimax
from tests.soak import some

SCENES = Path(__file__).parents[2] / "scenarios" / "scenes"
MOST = 2_000_000
BOTH = (agent("random"), agent("frugal"))


@pytest.mark.parametrize("name", ["one-question", "moonrise-ritual"])
def test_what_is_solved_within_the_budget_is_played_exactly(name: str) -> None:
    game = load_game(SCENES / f"{name}.yaml")
    solved = expectimax(game.new_initial_state(), MOST)
    best = agent("planner:legendary")
    asked = 0
    for battle in range(3):
        for step in played(game, 4, battle, (best, best)):
            if step.decision is not None and step.before.current_player() == GM:
                asked += 1
                assert step.decision.facts["solved"]
                worths = dict(solved.choices(step.before))
                assert worths[step.action] == pytest.approx(max(worths.values()), abs=1e-9)
    assert asked


@pytest.mark.parametrize(
    "level", some([LEVELS[0], LEVELS[2], LEVELS[4]], 1), ids=lambda one: one.name
)
def test_a_level_chooses_the_same_whenever_it_is_asked(level: object) -> None:
    for name in ("party-crashers", "the-trial"):
        game = load_game(SCENES / f"{name}.yaml")
        asked = [
            step.before
            for step in played(game, 6, 0, BOTH)
            if step.before.current_player() in (PLAYERS, GM)
        ]
        found = []
        for order in (asked, asked[::-1]):
            one = LookingAhead(level)  # type: ignore[arg-type]
            own = {str(state): one.decide(state, RandomSource(1, 0, 0)).action for state in order}
            found.append(own)
        assert found[0] == found[1]


def test_the_players_are_played_from_what_they_know() -> None:
    asked = 0
    for name in ("party-crashers", "the-vault"):
        game = load_game(SCENES / f"{name}.yaml")
        one = LookingAhead(LEVELS[1])
        for step in played(game, 2, 1, BOTH):
            state = step.before
            if state.current_player() == PLAYERS:
                seen = game.as_known_to(state, PLAYERS)  # type: ignore[attr-defined]
                own, known = (
                    one.decide(given, RandomSource(1, 0, 0)).facts["action"]
                    for given in (state, seen)
                )
                assert own == known
                asked += seen.game is not game
    assert asked


def test_who_misreads_a_choice_says_so() -> None:
    """The worths are exact, so that a worse one cannot be the reason why a choice was made."""
    game = load_game(SCENES / "one-question.yaml")
    one, misread = LookingAhead(LEVELS[0]), set()
    for battle in range(6):
        for step in played(game, 2, battle, BOTH):
            if step.before.current_player() not in (PLAYERS, GM):
                continue
            facts = one.decide(step.before, RandomSource(1, 0, 0)).facts
            solved, _ = one.weighed(step.before)
            chosen = next(line["value"] for line in facts["lines"])
            worse = chosen < solved.choices(step.before)[0][1] - 1e-6
            assert ("which this level misread" in facts["says"]) is worse
            assert ("next comes" not in facts["says"]) or not worse
            misread.add(worse)
    assert misread == {True, False}


def test_the_positions_of_a_budget_count_at_every_level() -> None:
    """A weak level looks as far as Great by itself, and less far where so it is told; turns change
    nothing."""
    state = load_game(SCENES / "moonrise-ritual.yaml").new_initial_state()

    def states(name: str) -> int:
        return LookingAhead(setting(name)).weighed(state)[0].states

    assert states("fair") == states("great") == states("great:turns=0")
    assert states("fair:positions=500") == states("great:positions=500") < states("great")
