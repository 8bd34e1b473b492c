"""Conflicts that tempers are measured in: each gives every temper something to do, and is the same
for both sides."""

from __future__ import annotations

import networkx
import pytest

from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from evaluation.fresh import MIDDLE, reflected
from evaluation.temper_scenes import CAPTAIN, RULESETS, WARD, mirrored, plain, scene_of, shown
from evaluation.temper_signs import SIGNS
from evaluation.tempers import TEMPERS, gather, scores

NUMBERS = range(4 * len(RULESETS))


@pytest.mark.parametrize("number", NUMBERS)
def test_every_temper_can_show_itself(number: int) -> None:
    fields = scene_of(number)
    heroes = fields["sides"]["players"]["fighters"]
    best = {name: max(one["skills"].values()) for name, one in heroes.items()}
    others = [best[name] for name in best if name not in (f"hero{CAPTAIN}", f"hero{WARD}")]
    assert best[f"hero{WARD}"] <= min(others) <= max(others) <= best[f"hero{CAPTAIN}"]
    held = fields["objectives"]["players"]
    assert held == fields["objectives"]["gm"]
    assert held[0]["zone"] == MIDDLE
    ways: networkx.Graph[str] = networkx.Graph(fields["edges"])
    assert networkx.has_path(ways, "west0", MIDDLE)
    ways.remove_node(MIDDLE)
    assert networkx.has_path(ways, "west0", "east0"), "one may keep away from the goal"


@pytest.mark.parametrize("number", NUMBERS)
def test_west_is_east_reflected(number: int) -> None:
    fields = scene_of(number)
    players, gm = fields["sides"]["players"], fields["sides"]["gm"]
    assert sum(one.pop("fate_points") for one in players["fighters"].values()) == gm["pool"]
    for one in (*players["fighters"].values(), *gm["fighters"].values()):
        assert one.pop("type") in ("player", "main")
    assert reflected(players["fighters"]) == gm["fighters"]
    west = {name: one for name, one in fields["zones"].items() if name.startswith("west")}
    assert west
    assert reflected(west).items() <= fields["zones"].items()
    ways = {tuple(sorted(way)) for way in fields["edges"]}
    assert ways == {tuple(sorted(way)) for way in reflected({"ways": fields["edges"]})["ways"]}


def test_numbers_are_skipped() -> None:
    assert shown(3)[2] == shown(1, 2)[0]
    assert mirrored(1, 50)[0] not in mirrored(3)
    for one in (*shown(len(NUMBERS)), *mirrored(2)):
        settle(one)


def test_tempers_are_played_and_counted() -> None:
    """By the skirmisher, from both seats: shares of points, and signs with chances."""
    one: Scenario = shown(1)[0]
    assert all(
        0.0 <= share <= 1.0 and (4 * share) % 1 == 0 for share in scores(one, "skirmisher", 1, 1)
    )
    counts = gather(one, "skirmisher", 2, 1)
    assert counts.shape == (len(TEMPERS), 2, 2, 2, len(SIGNS))
    done, chances = counts[:, :, :, 0], counts[:, :, :, 1]
    assert (chances.sum(axis=-1) > 0).all(), "both sides did something in every battle"
    assert not done[chances == 0].any()


def test_plain_ones_have_no_goal_and_somebody_to_protect_on_either_side() -> None:
    for scenario in plain(2, 18):
        assert scenario.objectives is None or not scenario.objectives.players
        assert "hero1" in scenario.sides.players.fighters
        assert "foe1" in scenario.sides.gm.fighters
    assert len(plain(30)) == 20
