"""The manners that agents are held to: a few battles are played, always the same, and none is seen
more often than it may be.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autogm.engine.game import load_game
from evaluation.manners import rates
from evaluation.manners.__main__ import place
from evaluation.manners.battle import watch
from evaluation.manners.limits import LIMITS, beyond, limit_of, limits
from evaluation.manners.rates import Rate, Row
from evaluation.players import player

CURED = {
    "unhurt-concession", "empty-turn", "to-and-fro", "creates", "third-advantage", "invokes-left",
    "worse-skill", "grave-cost",
}  # fmt: skip
"""What was seen of the first tactician more often than it may be today. By its other manners it
would be within the limits."""


def test_the_tactician_keeps_to_the_limits() -> None:
    most, rows = limits(), []
    for name in most.scenarios:
        game, row = load_game(place(name)), Row(most.agent, name)
        for battle in range(most.battles):
            row.add(watch(game, most.seed, battle, player(most.agent)))
        rows.append(row)
    assert beyond(rows, most) == {}


def test_the_first_tactician_was_beyond_them() -> None:
    kept = json.loads(Path(rates.__file__).with_name("before.json").read_text("utf-8"))
    rows = [Row.from_dict(one) for one in kept["rows"] if one["agent"] == "tactician"]
    assert set(beyond(rows, limits())) == CURED


def test_a_limit_leaves_room_for_the_chance_of_few_battles() -> None:
    """A hundred sightings in a hundred battles, as rare events come: of a Poisson count of mean 4,
    more than 11 come once in a thousand times, more than 10 oftener."""
    found = Rate(1.0, 0.8, 1.2, 0.01, None, None)
    assert limit_of(found, counted=100, held=4) == pytest.approx(11 / 4)


def test_what_comes_in_heaps_has_more_room() -> None:
    """The same rate in heaps of four: of a count of mean 1 more than 5 come so seldom."""
    found = Rate(1.0, 0.6, 1.5, 0.04, None, None)
    assert limit_of(found, counted=100, held=4) == pytest.approx(5 * 4 / 4)


def test_a_single_sighting_is_within_the_limit() -> None:
    assert limit_of(Rate(0.0, 0.0, 0.04, 0.0, None, None), counted=100, held=16) == 1 / 16


def test_every_manner_has_a_limit(tmp_path: Path) -> None:
    lines = LIMITS.read_text("utf-8").splitlines(keepends=True)
    file = tmp_path / "limits.yaml"
    file.write_text("".join(one for one in lines if "grave-cost" not in one), "utf-8")
    with pytest.raises(ValueError, match="a limit for each manner, and no other: grave-cost"):
        limits(file)
