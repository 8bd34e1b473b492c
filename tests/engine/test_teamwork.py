"""Helping an ally, which takes the turn and adds to its next roll (E3)."""

from __future__ import annotations

import pytest

from tests.seen.test_seen import position
from tests.table import scene


@pytest.mark.rule("E3")
def test_teamwork() -> None:
    """The named ally's next roll before the helper's next turn gets +1."""
    players = "helper Forceful 1 Quick 3; hero Quick 2"
    table = scene("accelerated", players, "foe")
    table.turn("helper").choose("help", target="hero").turn("hero")
    table.choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0").settle()
    assert [one["bonus"] for one in table.all("roll")] == [1, 0]
    table.absorb().turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    assert table.last("roll")["bonus"] == 0, "used up"
    table = scene("accelerated", players, "foe").turn("helper").choose("help", target="hero")
    table.turn("helper").turn("foe").choose("attack", target="hero").dice("0 0 0 0", "0 0 0 0")
    assert table.last("roll")["bonus"] == 0, "too late"


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("helpers", "leader", "bonus"), [("Fight 1", 2, 2), ("Fight 1", 1, 1), ("Fight 0", 2, 0)]
)
def test_teamwork_by_skill(helpers: str, leader: int, bonus: int) -> None:
    """A helper's skill at least 1, total help at most the leader's rating."""
    table = scene(
        "fate-core",
        f"one {helpers} Notice 3; two {helpers} Notice 2; hero Fight {leader} Notice 1",
        "foe",
    )
    table.turn("one").choose("help", target="hero")
    table.turn("two").choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").dice("0 0 0 0")
    assert table.last("roll")["bonus"] == bonus


@pytest.mark.rule("E3", "N5")
@pytest.mark.parametrize(
    ("stunted", "helper", "leader", "help"),
    [("one", 0, 2, 1), ("one", 1, 2, 2), ("hero", 1, 1, 1), ("hero", 1, 0, 0)],
)
def test_teamwork_goes_by_skills_without_stunts(
    stunted: str, helper: int, leader: int, help: int
) -> None:
    """A stunt for whatever one does with a skill makes nobody better at it."""
    knack = {"name": "Born Fighter", "does": "bonus", "amount": 2, "skills": ["Fight"]}
    table = scene(
        "fate-core",
        f"one Fight {helper} Notice 3; two Fight 1 Notice 2; hero Fight {leader} Notice 1",
        "foe",
        sheets={stunted: {"stunts": [knack]}},
    )
    table.turn("one").choose("help", target="hero").turn("two").choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight").dice("0 0 0 0")
    expected = leader + (2 if stunted == "hero" else 0) + help
    assert table.last("roll")["total"] == expected


@pytest.mark.rule("E3")
def test_only_allies_in_the_zone_are_helped() -> None:
    table = scene("fate-core", "one@a Notice 3; two@a; three@b", "foe@a", "a - b").turn("one")
    assert table.values("help", "target") == ["two"]
    table.choose("help", target="two")
    assert not table.offers("attack"), "helping is the action"


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("helper", "leader", "counts"),
    [(None, None, True), ("b", None, False), (None, "b", False), ("b", "b", True)],
)
def test_help_counts_in_the_zone_where_it_is_used(
    helper: str | None, leader: str | None, counts: bool
) -> None:
    """Whoever has walked away helps nobody, and is not told to; it was for that one roll."""
    near = {"name": "Infighter", "does": "bonus", "amount": 2, "skills": ["Fight"],
            "actions": ["attack"], "when": "target in same zone"}  # fmt: skip
    table = scene("fate-core", "one@a Notice 3 Fight 1; two@a Notice 2 Fight 2",
                  "foe@a; far@b", "a - b", pool=0, sheets={"two": {"stunts": [near]}})  # fmt: skip
    table.turn("one").choose("help", target="two")
    if helper:
        table.choose("move", zone=helper)
    table.turn("two")
    if leader:
        table.choose("move", zone=leader)
    target = "far" if leader else "foe"
    table.choose("attack", target=target).choose("use", skill="Fight").dice("0 0 0 0", "0 0 0 0")
    own = table.all("roll")[-2]
    assert own["total"] == 2 + 2 + counts
    help = {"by": "help", "who": ["one"], "amount": 1}
    assert own["bonuses"][1:] == [help] * counts
    table.settle().absorb().turn(target)
    table.choose("attack", target="two").dice("0 0 0 0", "0 0 0 0")
    assert table.last("roll")["bonus"] == 0, "it was for the next roll, and no other"


@pytest.mark.rule("E3")
def test_help_from_elsewhere_is_not_told() -> None:
    """The thugs' helpers have gone to the tavern when they roll: 3 and 1 for their numbers."""
    state = position("help-from-elsewhere", 16)
    told = state.game.events(state, state.legal_actions()[0])
    roll = next(one.facts for one in told if one.kind == "roll")
    assert roll["bonuses"] == [{"by": "numbers", "amount": 3}]


@pytest.mark.rule("E3")
def test_only_those_are_told_to_help_whose_help_counts() -> None:
    """Of two helpers one knows how to fight; who leads without knowing it has no help at all."""
    players = "able Fight 1 Notice 3; unable Fight 0 Notice 2; hero Fight 2"
    table = scene("fate-core", players, "foe")
    for name in ("able", "unable"):
        table.turn(name).choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight").dice("0 0 0 0")
    assert table.last("roll")["bonuses"] == [{"by": "help", "who": ["able"], "amount": 1}]
    players = players.replace("hero Fight 2", "hero Fight 0")
    table = scene("fate-core", players, "foe").turn("able").choose("help", target="hero")
    table.turn("hero").choose("attack", target="foe").choose("use", skill="Fight").dice("0 0 0 0")
    assert "bonuses" not in table.last("roll")
