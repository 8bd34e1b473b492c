"""An agent that proposes to a person what to do."""

from __future__ import annotations

import pytest

from autogm.session.seats import Seat, SeatError
from tests.session.sitting import table


def test_an_agent_proposes_to_a_person_and_its_reasons_are_kept() -> None:
    session = table("duel", players=Seat(person="Ada", proposer="tactician"))
    thought = session.proposal()
    assert thought is not None
    assert session.thought() is None
    decision = thought.decide()
    step = session.take(decision.action, proposed=decision)
    assert step.decision is not None
    assert step.decision.facts["by"] == "tactician"
    agents = table("duel", players=Seat(agent="tactician"))
    first = next(one for one in agents.steps() if one.entry.by == "players")
    assert first.action == decision.action


def test_only_persons_have_proposers_who_can_play() -> None:
    with pytest.raises(ValueError, match="no proposer"):
        Seat(agent="brawler", proposer="tactician")
    with pytest.raises(SeatError):
        table("duel", players=Seat(person="Ada", proposer="frugal"))
