"""Whom an aspect helps, and against whom (A8, A13): by what it speaks to and where it is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.acting import FACES
from tests.table import Table, scene

FIRST = {"first": "players"}
WHERE = ("scene", "zone", "hero", "foe")


def fought(
    where: str, foe_tags: tuple[str, ...] = (), hero_tags: tuple[str, ...] = (), **aspect: Any
) -> Table:
    """The hero has attacked the foe with Fight; each side has a point, and there is one aspect that
    speaks to anything."""
    whole = {"text": "Word", "adverse": False, **aspect}
    if where in ("scene", "zone"):
        whole["free"] = {"open": 0}
    fields: dict[str, Any] = {}
    sheets: dict[str, Any] = {"foe": {"tags": [*foe_tags]}, "hero": {"tags": [*hero_tags]}}
    if where == "scene":
        fields["aspects"] = [whole]
    elif where == "zone":
        fields["zone"] = {"a": {"aspect": whole}}
    else:
        sheets[where]["aspects"] = [whole]
    table = scene(
        "fate-core", "hero@a Fight 2 Notice 1 fate_points=1", "foe@a Fight 2", "a - b", pool=1,
        sheets=sheets, turn_order=FIRST, **fields,
    )  # fmt: skip
    return table.turn("hero")


def helped(table: Table) -> tuple[bool, bool]:
    """Whether the players' side may invoke in this duel now, and, after it has passed, the GM's."""
    players = table.state.side() == "players" and table.offers("invoke", mode="+2")
    if table.state.side() == "players" and table.offers("pass"):
        table.passes()
    is_open = table.state.current_player() >= 0 and table.state.side() == "gm"
    return players, is_open and table.offers("invoke", mode="+2")


@pytest.mark.rule("A8", "A1")
@pytest.mark.parametrize(
    ("where", "helps", "attacker", "defender"),
    [
        ("scene", "both", True, True),
        ("scene", "bearer", True, True),
        ("scene", "against", True, True),
        ("zone", "both", True, True),
        ("zone", "bearer", True, True),
        ("zone", "against", True, True),
        ("hero", "both", True, True),
        ("hero", "bearer", True, False),
        ("hero", "against", False, True),
        ("foe", "both", True, True),
        ("foe", "bearer", False, True),
        ("foe", "against", True, False),
    ],
)
def test_whom_an_aspect_helps_in_a_fight(
    where: str, helps: str, attacker: bool, defender: bool
) -> None:
    """What is on somebody helps its bearer, or whoever is against it; what all stand in, both."""
    table = fought(where, helps=helps).choose("attack", target="foe")
    table.dice(FACES[0], FACES[0])
    assert helped(table) == (attacker, defender)


@pytest.mark.rule("A13")
@pytest.mark.parametrize("tags", [(), ("flyer",), ("swimmer",), ("swimmer", "flyer")])
@pytest.mark.parametrize("where", ["scene", "zone"])
def test_whom_ground_spares_it_does_not_count_against(where: str, tags: tuple[str, ...]) -> None:
    """It counts against the hero all the same."""
    table = fought(where, tags, helps="against", spares=["flyer"]).choose("attack", target="foe")
    table.dice(FACES[0], FACES[0])
    assert helped(table) == ("flyer" not in tags, True)


@pytest.mark.rule("A13")
@pytest.mark.parametrize("where", ["scene", "zone"])
@pytest.mark.parametrize("tag", ["flyer", "swimmer"])
def test_ground_spares_the_first_of_all_fighters_too(where: str, tag: str) -> None:
    """The foe attacks the hero."""
    table = fought(where, hero_tags=(tag,), helps="against", spares=["flyer"]).passes().turn("foe")
    table.choose("attack", target="hero").dice(FACES[0], FACES[0])
    gm = table.state.current_player() == 1 and table.offers("invoke", mode="+2")
    assert gm is (tag != "flyer")


@pytest.mark.rule("A8")
@pytest.mark.parametrize(
    ("actions", "attacker", "defender"),
    [
        (["attack"], True, False),
        (["defend"], False, True),
        (["attack", "defend"], True, True),
        (["create"], False, False),
        (["overcome", "oppose"], False, False),
    ],
)
def test_what_an_aspect_speaks_to(actions: list[str], attacker: bool, defender: bool) -> None:
    table = fought("scene", actions=actions).choose("attack", target="foe")
    table.dice(FACES[0], FACES[0])
    assert helped(table) == (attacker, defender)


@pytest.mark.rule("A8")
@pytest.mark.parametrize("skill", ["Fight", "Athletics", "Shoot", "Notice"])
def test_which_skill_an_aspect_speaks_to(skill: str) -> None:
    """Both roll Fight."""
    table = fought("scene", skills=[skill]).choose("attack", target="foe")
    table.choose("use", skill="Fight", lethal=False).dice(FACES[0])
    table.dice(FACES[0])
    assert helped(table) == (skill == "Fight", skill == "Fight")


@pytest.mark.rule("A2", "A8")
@pytest.mark.parametrize(
    ("helps", "raised"), [("both", True), ("against", True), ("bearer", False)]
)
@pytest.mark.parametrize("where", ["scene", "zone", "hero"])
def test_opposition_without_dice_is_raised_by_what_is_against_the_roller(
    where: str, helps: str, raised: bool
) -> None:
    """It bears nothing itself."""
    table = fought(where, helps=helps).choose("create", aspect="The Tide Is Turning")
    table.dice(FACES[0])
    assert helped(table)[1] is raised
