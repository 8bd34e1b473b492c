"""What is known of a conflict before it begins, where it depends on rules that play has too."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.planner.evaluation.parameters import POINT, expected_shifts, parameters_of
from autogm.planner.evaluation.weights import FEATURES, Weights, shipped_weights
from tests.table import scene

MEMBERS = 3


@pytest.mark.rule("N4")
@pytest.mark.parametrize("teamwork", ["any", "skill", "none"])
@pytest.mark.parametrize("rating", [0, 1])
def test_a_group_threatens_by_its_numbers_however_little_its_members_know(
    teamwork: str, rating: int
) -> None:
    """Three are two more; what help asks for (E3) does not matter."""
    gang = {"type": "group", "members": MEMBERS, "skills": {"Fight": rating}}
    game = scene(
        "fate-core", "ann Fight 2 Athletics 1", "bob", sheets={"bob": gang},
        rules={"teamwork": teamwork, "attacks": {"Provoke": None, "Shoot": None}},
    ).game  # fmt: skip
    ann, bob = (game.words.fighters.index(name) for name in ("ann", "bob"))
    expected = expected_shifts("4dF", rating + 2 - 2)
    assert parameters_of(game)[0]["threat"][0, bob, ann] == pytest.approx(expected)


@pytest.mark.rule("N4")
def test_fewer_of_a_mob_deal_less_and_are_dealt_more() -> None:
    """The gang strikes with 1 + 2 against 2, Ann with 2 against 1 + 2; of two of the three its
    rolls are one less. `threat` is that of the whole gang."""
    gang = {"type": "group", "members": MEMBERS, "skills": {"Fight": 1}}
    game = scene(
        "fate-core", "ann Fight 2 Athletics 1", "bob", sheets={"bob": gang},
        rules={"attacks": {"Provoke": None, "Shoot": None}},
    ).game  # fmt: skip
    ann, bob = (game.words.fighters.index(name) for name in ("ann", "bob"))
    numbers, threat = (parameters_of(game)[0][name] for name in ("numbers", "threat"))
    assert numbers[:, bob, MEMBERS].tolist() == [1.0, 1.0]
    assert numbers[:, bob, 0].tolist() == [1.0, 1.0], "it is still to come"
    deals, takes = numbers[:, bob, MEMBERS - 1]
    assert deals == pytest.approx(expected_shifts("4dF", 0) / expected_shifts("4dF", 1))
    assert takes == pytest.approx(expected_shifts("4dF", 0) / expected_shifts("4dF", -1))
    assert threat[0, ann, bob] == pytest.approx(expected_shifts("4dF", -1))


@pytest.mark.rule("N4")
def test_a_mob_defends_by_as_many_as_are_left_of_it() -> None:
    """A hero with 4 against six thugs with 1: 1 + 5 answer, of three 1 + 2, the last one 1."""
    gang = {"type": "group", "members": 6, "skills": {"Fight": 1}}
    game = scene(
        "fate-core", "hero Fight 4", "thugs", sheets={"thugs": gang},
        rules={"attacks": {"Provoke": None, "Shoot": None}},
    ).game  # fmt: skip
    hero, thugs = (game.words.fighters.index(name) for name in ("hero", "thugs"))
    one = parameters_of(game)[0]
    for members, edge in ((6, -2), (3, 1), (1, 3)):
        dealt = one["threat"][0, hero, thugs] * one["numbers"][1, thugs, members]
        assert dealt == pytest.approx(expected_shifts("4dF", edge))


@pytest.mark.rule("E5")
def test_whoever_knows_little_threatens_where_the_target_knows_less() -> None:
    """Bob strikes at 1 against 3, shoots at 0 against 2, and provokes at 0 against 0."""
    game = scene("fate-core", "ann Fight 3 Athletics 2", "bob Fight 1").game
    ann, bob = (game.words.fighters.index(name) for name in ("ann", "bob"))
    threat = parameters_of(game)[0]["threat"][0, bob, ann]
    assert threat == pytest.approx(expected_shifts("4dF", 0))


@pytest.mark.rule("N5")
@pytest.mark.parametrize(
    ("fields", "armed", "disarmed"),
    [
        ({}, 2, 2),
        ({"equipment": True}, 2, 0),
        ({"when": "outnumbered"}, 0, 0),
        ({"skills": ["Shoot"]}, 0, 0),
    ],
)
def test_weapons_that_always_count_make_a_threat(
    fields: dict[str, Any], armed: int, disarmed: int
) -> None:
    """Those in the hand, for the skill that hits: bob strikes at 4 against 4, and shoots at 0."""
    axe = {"name": "Axe", "does": "weapon", "amount": 2, "skills": ["Fight"], **fields}
    game = scene(
        "fate-core", "ann Fight 1 Athletics 4", "bob Fight 4",
        sheets={"bob": {"stunts": [axe]}}, actions=["attack"],
    ).game  # fmt: skip
    ann, bob = (game.words.fighters.index(name) for name in ("ann", "bob"))
    threat = parameters_of(game)[0]["threat"]
    for hands, more in ((0, armed), (1, disarmed)):
        assert threat[hands, bob, ann] == pytest.approx(expected_shifts("4dF", 0, more))


def test_weights_of_one_call_are_not_those_of_the_next() -> None:
    """What is kept of a game is handed out as a copy."""
    game, shipped = scene("fate-core", "ann Fight 2", "bob").game, shipped_weights()
    others = Weights(dict.fromkeys(FEATURES, 2.0), shipped.undecided)
    before = parameters_of(game)
    before["point"] = 99.0
    assert set(parameters_of(game, others)[0]["weights"]) == {2.0}
    after = parameters_of(game)
    assert list(after[0]["weights"]) == [shipped.win[name] for name in FEATURES]
    assert after[0]["point"] == POINT
