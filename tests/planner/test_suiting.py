"""Agents count what is against a skill that does not suit (C6)."""

from __future__ import annotations

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import seats
from autogm.engine.codes import N_SKILL
from tests.table import scene

TEMPLATES = [
    {"text": "Warded", "on": "zone", "skills": ["Lore"], "difficulty": 2},
    {"text": "Eyed", "on": "enemy", "skills": ["Lore"]},
]


@pytest.mark.rule("C6")
@pytest.mark.parametrize("agent", ["brawler", "tactician"])
@pytest.mark.parametrize("aspect", ["Warded", "Eyed"])
@pytest.mark.parametrize(("lost", "skill"), [(1, "Fight"), (5, "Lore")])
def test_the_skill_that_is_best_with_what_is_against_it(
    agent: str, aspect: str, lost: int, skill: str
) -> None:
    """Fight 3 or Lore 1, against a number or a foe who has nothing against either."""
    table = scene(
        "fate-core", "hero Fight 3 Lore 1", "foe", pool=0, templates=TEMPLATES,
        sheets={"hero": {"fate_points": 0}}, rules={"unsuited_skill": lost},
    ).turn("hero")  # fmt: skip
    table.choose("create", aspect=aspect)
    assert table.state.node() == N_SKILL
    player = seats(agent)[table.state.current_player()]
    action = player.decide(table.state, RandomSource(1, 0, 0)).action
    assert table.game.describe(table.state, action).skill == skill
