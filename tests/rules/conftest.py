"""What the tests of the rulesets share: a scenario in a line, and its settled fighters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autogm.model.scenario import Scenario
from autogm.rules.encounter import Encounter, SettledFighter
from autogm.rules.loading import settle

Fields = dict[str, Any]


def scenario(ruleset: str, **fields: Any) -> Scenario:
    """Two fighters in one zone; `hero`, `foe` are the fields of their sheets."""
    sheets = {name: {"zone": "yard", **fields.pop(name, {})} for name in ("hero", "foe")}
    sheets["foe"].setdefault("type", "main")
    whole: Fields = {
        "title": "A test",
        "ruleset": ruleset,
        "zones": {"yard": {"aspect": "Yard"}},
        "sides": {
            "players": {"fighters": {"hero": sheets["hero"]}},
            "gm": {"fighters": {"foe": sheets["foe"]}, **fields.pop("gm", {})},
        },
    }
    return Scenario.model_validate({**whole, **fields})


@pytest.fixture
def write() -> Callable[..., Scenario]:
    """Writes a scenario; see `scenario`."""
    return scenario


@pytest.fixture
def play() -> Callable[..., Encounter]:
    """Settles a scenario; see `scenario`."""
    return lambda ruleset, **fields: settle(scenario(ruleset, **fields))


@pytest.fixture
def foe() -> Callable[..., SettledFighter]:
    """The settled foe of a scenario under a ruleset, by the fields of its sheet."""

    def settled(ruleset: str, rules: Fields | None = None, **sheet: Any) -> SettledFighter:
        return settle(scenario(ruleset, rules=rules or {}, foe=sheet)).fighters[1]

    return settled


@pytest.fixture
def hero() -> Callable[..., SettledFighter]:
    """The settled player character of a scenario under a ruleset, by the fields of its sheet."""

    def settled(ruleset: str, rules: Fields | None = None, **sheet: Any) -> SettledFighter:
        return settle(scenario(ruleset, rules=rules or {}, hero=sheet)).fighters[0]

    return settled
