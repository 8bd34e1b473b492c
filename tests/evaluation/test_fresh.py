"""Random conflicts to be measured on: functions of their names, as large as they are said to be,
and what one side has the other has, reflected.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent
from autogm.engine.codes import UNDECIDED_WIN
from autogm.rules.loading import settle
from evaluation.fresh import (
    FIRST,
    LARGE_SIZES,
    SETS,
    SPARE,
    FreshWriter,
    fresh_game,
    fresh_scenario,
    reflected,
)
from evaluation.tournament import Field, fields_of
from evaluation.value_play import FIRST as PLAYED_FROM


def test_there_are_forty_large_ones_two_hundred_more_twenty_mirrored_and_forty_to_fit_to() -> None:
    assert len(SETS["large"]) == 40
    assert len(SETS["broad"]) == 200
    assert len(SETS["mirrored"]) == 20
    assert len(SETS["practice"]) == 40
    assert min(LARGE_SIZES) == (4, 4)
    assert max(LARGE_SIZES) == (8, 12)
    assert fields_of("large,mirrored-01") == [*SETS["large"], "mirrored-01"]


@pytest.mark.parametrize(
    "name", ["large-01", "large-02", "large-10", "mirrored-01", "practice-06", "broad-200"]
)
def test_one_is_a_function_of_its_name_and_of_the_size_of_its_set(name: str) -> None:
    one = fresh_scenario(name)
    fresh_scenario.cache_clear()
    assert fresh_scenario(name) == one
    sizes = {
        "large-01": (4, 4), "large-02": (4, 8), "large-10": (8, 12), "mirrored-01": (1, 1),
        "practice-06": (1, 1), "broad-200": (8, 12),
    }  # fmt: skip
    assert Field(name).size == sizes[name]


def test_their_numbers_are_those_of_no_conflict_that_anything_was_fitted_to() -> None:
    """The fit numbers its conflicts in millions by seed, and so do comparisons of weights."""
    assert FIRST > 1000 * PLAYED_FROM
    assert max(map(len, SETS.values())) * SPARE < 1_000_000, "two sets would meet"


def test_the_two_hundred_are_none_of_the_forty() -> None:
    zones = [fresh_scenario(name).zones for name in (*SETS["large"][:10], *SETS["broad"][:10])]
    assert all(zones[number] != zones[number + 10] for number in range(10))


def test_no_conflict_to_fit_to_is_one_to_be_measured_on() -> None:
    to_fit = [fresh_scenario(name) for name in SETS["practice"][:5]]
    measured = [fresh_scenario(name) for name in SETS["mirrored"][:5]]
    assert not any(
        one.zones == other.zones and one.sides == other.sides
        for one in to_fit
        for other in measured
    )


def _plain(side: Any) -> list[dict[str, Any]]:
    return [one.model_dump(mode="json", exclude_unset=True) for one in side.fighters.values()]


@pytest.mark.parametrize("name", SETS["mirrored"][:5])
def test_both_sides_have_the_same_sheets_ground_and_goals(name: str) -> None:
    scenario = fresh_scenario(name)
    own, other = (_plain(side) for side in (scenario.sides.players, scenario.sides.gm))
    for hero, foe in zip(own, other, strict=True):
        points = hero.pop("fate_points")
        assert points > 0
        assert reflected(hero) == foe | {"type": "player"}
    assert scenario.sides.gm.pool == sum(
        one.fate_points or 0 for one in scenario.sides.players.fighters.values()
    )
    fields = json.loads(scenario.model_dump_json(exclude_unset=True))
    assert reflected(fields["zones"]) == fields["zones"]
    ways = [sorted(one["between"]) for one in fields["edges"]]
    assert sorted(sorted(one) for one in reflected({"ways": ways})["ways"]) == sorted(ways)
    goals = fields["objectives"]
    assert reflected(goals) == goals


def test_reflecting_twice_changes_nothing() -> None:
    fields = {"players": {"who": ["hero1"]}, "zone": "west0", "text": "hero1 is 0", "n": 2}
    assert reflected(fields) == {
        "gm": {"who": ["foe1"]}, "zone": "east0", "text": "foe1 is 0", "n": 2
    }  # fmt: skip
    assert reflected(reflected(fields)) == fields


def test_of_more_fighters_each_is_weaker() -> None:
    scenario = fresh_scenario("large-02")
    heroes, foes = scenario.sides.players.fighters, scenario.sides.gm.fighters
    for number, foe in enumerate(foes.values()):
        hero = heroes[f"hero{number % len(heroes)}"]
        assert all(foe.skills[skill] <= rating for skill, rating in hero.skills.items())
        assert sum(foe.skills.values()) < sum(hero.skills.values())


def test_brawlers_reach_each_other() -> None:
    """What has to be overcome on the shortest way would stop them until the limit."""
    brawler = agent("brawler")
    decided = 0
    for name in SETS["large"][:10]:
        results = play_chunk(fresh_game(name), 1, 0, 10, (brawler, brawler)).results
        decided += (results[:, 0] != UNDECIDED_WIN).mean() > 0
    assert decided >= 8


def test_each_can_be_written_with_its_sizes() -> None:
    writer = FreshWriter(FIRST, 3, 3)
    assert len(writer.whole()["sides"]["gm"]["fighters"]) == 3


def test_a_field_is_played_by_other_rules_where_they_are_overridden() -> None:
    name = "mirrored-03"
    cap = Field(name).game.encounter.ruleset.free_invoke_cap
    changed = Field(name, rules={"free_invoke_cap": cap + 1}).game
    assert changed.encounter.ruleset.free_invoke_cap == cap + 1
    assert settle(fresh_scenario(name)).ruleset.free_invoke_cap == cap
