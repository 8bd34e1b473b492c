"""Whom the search of the policy's weights plays against."""

from __future__ import annotations

import argparse

import pytest

from autogm.agents.roster import agent
from autogm.planner.policy.weights import WEIGHTS, shipped_policy
from evaluation.policy_search import AGAINST_OTHERS, Search, opponent


def test_an_opponent_is_a_file_of_weights_or_an_agent() -> None:
    assert opponent(str(WEIGHTS)) == shipped_policy()
    assert type(opponent("tactician")) is type(agent("tactician"))


@pytest.mark.parametrize("named", ["", "nobody-at-all", "tactician,brawler"])
def test_what_is_neither_is_refused(named: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        opponent(named)


def test_weights_and_agents_share_what_battles_against_them_count() -> None:
    """Brawlers have the rest, and equal weights share the points of both sides."""
    weights = shipped_policy()
    battles = Search(weights, [weights, agent("skirmisher")], 2)
    assert sum(share for _, share in battles.opponents) == pytest.approx(1.0)
    assert [share for _, share in battles.opponents[1:]] == [AGAINST_OTHERS / 2] * 2
    score = battles.score(battles.places.read(weights), [0, 1], 5)
    brawlers = battles._points(battles.games[0], battles.opponents[0][0], 5)
    brawlers += battles._points(battles.games[1], battles.opponents[0][0], 5)
    expected = (1 - AGAINST_OTHERS) * brawlers / 2 + AGAINST_OTHERS / 2
    assert score == pytest.approx(expected)
