"""The random agent is fair: every legal action as often as any other."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.choose import SKIRMISHER, TACTICIAN
from autogm.agents.names import UnknownAgentError, players_of
from autogm.agents.roster import CompiledAgent, agent, seats
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.registry import CONFLICT
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import gerund, start
from autogm.view.words.reasons import reason

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DRAWS = 12_000


def excess(counts: Counter[int], expected: dict[int, float]) -> float:
    """Chi-square of counts, in standard deviations above what it should be."""
    chi = sum((counts[one] - want) ** 2 / want for one, want in expected.items())
    freedom = len(expected) - 1
    return (chi - freedom) / sqrt(2 * freedom)


def node(name: str, least: int) -> State:
    """A choice among at least so many actions."""
    state = load_game(SCENARIOS / f"{name}.yaml").new_initial_state()
    while state.current_player() < 0 or len(state.legal_actions()) < least:
        state.apply_action(state.legal_actions()[-1])
    return state


@pytest.mark.parametrize(("name", "least"), [("duel", 3), ("street-fight", 7), ("bat-ruins", 12)])
@pytest.mark.parametrize("keyed", ["seed", "battle", "step"])
def test_is_uniform_over_every_key(name: str, least: int, keyed: str) -> None:
    state = node(name, least)
    legal = state.legal_actions()
    random = agent("random")
    counts = Counter(
        random.decide(state, RandomSource(**{"seed": 3, keyed: number})).action
        for number in range(DRAWS // 2)
    )
    assert set(counts) <= set(legal)
    assert abs(excess(counts, dict.fromkeys(legal, DRAWS / 2 / len(legal)))) < 4


def test_the_same_source_is_the_same_choice() -> None:
    state = node("street-fight", 7)
    source = RandomSource(12, 34, 56)
    decisions = {agent("random").decide(state, source).action for _ in range(5)}
    assert len(decisions) == 1


def test_decisions_carry_their_reasons() -> None:
    state = node("duel", 3)
    for one in map(agent, players_of(CONFLICT)):
        decision = one.decide(state, RandomSource(1))
        words = state.game.describe(state, decision.action)
        said = gerund(ChoiceWords(state.game).phrase(state, decision.action))
        if one.name in ("random", "brawler"):
            told = f": {said}, out of {len(state.legal_actions())} choices"
            assert reason(state, decision).endswith(told)
        else:
            assert reason(state, decision).startswith(start(said))
        assert decision.facts["by"] == one.name.partition(":")[0]
        assert decision.facts["choices"] == len(state.legal_actions())
        assert decision.facts["action"] == words.as_dict()


@pytest.mark.parametrize("number", [TACTICIAN, SKIRMISHER, 9])
def test_who_needs_an_evaluator_is_not_played_at_random(number: int) -> None:
    with pytest.raises(ValueError, match="needs an evaluator"):
        CompiledAgent("thinks", number)


def test_seats() -> None:
    assert [one.name for one in seats(None)] == ["tactician", "tactician"]
    assert [one.name for one in seats("random")] == ["random", "random"]
    assert [one.name for one in seats("gm=random")] == ["tactician", "random"]
    assert [one.name for one in seats(" gm = brawler, players=random,")] == ["random", "brawler"]

    assert [one.name for one in seats("random,gm=brawler")] == ["random", "brawler"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nobody is named"),
        (" , ", "nobody is named"),
        ("gm=brawler,gm=random", "`gm` is named twice, as `brawler` and `random`"),
        ("brawler,random", "`random` would play both sides, and `brawler` is named before it"),
        ("gm=random,brawler", "`brawler` would play both sides, and `gm=random` is named before"),
    ],
)
def test_nobody_and_two_for_a_side_are_refused(text: str, says: str) -> None:
    with pytest.raises(UnknownAgentError, match=says):
        seats(text)


@pytest.mark.parametrize("text", ["brawlr", "players=nobody", "left=random", "=random", "gm="])
def test_unknown_names_are_refused(text: str) -> None:
    with pytest.raises(UnknownAgentError):
        seats(text)
    with pytest.raises(UnknownAgentError, match="Did you mean `brawler`"):
        agent("brawlr")
