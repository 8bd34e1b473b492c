"""The registry of agents: by name, with one more from elsewhere, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.agents import names
from autogm.agents.base import Agent
from autogm.agents.names import AgentKind, UnknownAgentError, known, register
from autogm.agents.roster import agent, brawler, seats

HERE = __name__


def gentle(name: str) -> Agent:
    """An agent of another layer."""
    return brawler(name)


def manners(text: str) -> str:
    """How it plays."""
    if text not in ("", "kind", "stern"):
        raise ValueError(f"nobody is {text}")
    return text or "kind"


@pytest.fixture
def gentle_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "KINDS", dict(names.KINDS))
    register(AgentKind("gentle", "plays softly", f"{HERE}:gentle", manners))


def test_every_agent_that_is_registered_is_made() -> None:
    assert names.names() == ("random", "brawler", "skirmisher", "tactician", "planner", "frugal")
    for name in names.names():
        assert agent(name).name == known(name)
        assert agent(name) is agent(name)


@pytest.mark.usefixtures("gentle_one")
def test_a_later_layer_adds_an_agent_of_its_own() -> None:
    assert known("gentle") == "gentle:kind"
    assert agent("gentle:stern").name == "gentle:stern"
    assert [one.name for one in seats("players=gentle,gm=random")] == ["gentle:kind", "random"]


@pytest.mark.usefixtures("gentle_one")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gentle:rude", "nobody is rude"),
        ("gentle:", "nothing stands behind the colon"),
        ("gentel", "Did you mean `gentle`"),
        ("brawler:kind", "`brawler` has no levels"),
    ],
)
def test_what_an_agent_does_not_know_is_refused(name: str, says: str) -> None:
    with pytest.raises(UnknownAgentError, match=says):
        known(name)


@pytest.mark.usefixtures("gentle_one")
def test_two_agents_cannot_have_one_name() -> None:
    other: Any = AgentKind("gentle", "another", f"{HERE}:gentle")
    with pytest.raises(ValueError, match="called `gentle` already"):
        register(other)
