"""Exploring: what a zone is like is found from afar (A14)."""

from __future__ import annotations

import pytest

from tests.engine.acting import FACES
from tests.table import scene


@pytest.mark.rule("A14")
@pytest.mark.parametrize(
    ("ground", "fields", "difficulty"),
    [
        ("a - far?", {}, 1),
        ("a - b - far?", {}, 3),
        ("a - b - c - far?", {}, 5),
        ("a - b [Loose Scree] - far?", {}, 3),
        ("a [Thick Smoke] - far?", {}, 3),
        ("a - far?", {"aspects": ["Foggy Night"]}, 3),
        ("a - b [Thick Smoke] - far?; a - c - far?", {}, 3),
        ("a - c - far?; a - b [Thick Smoke] - far?", {}, 3),
        ("a - b - c [Fog] - far?; a - d [Smoke] - e [Mist] - far?; b - e", {}, 7),
        ("a - far?", {"zone": {"far": {"difficulty": 2}}}, 2),
        ("a - far?", {"rules": {"unexplored_difficulty": 2}}, 2),
    ],
)
def test_the_difficulty_of_exploring(
    ground: str, fields: dict[str, object], difficulty: int
) -> None:
    """1, +2 for each aspect in the way, +2 for each zone of distance beyond the first."""
    table = scene("war-of-ashes", "olivia@a Quick 1", "orc@a", ground, **fields)
    table.turn("olivia").choose("explore")
    assert table.difficulty == difficulty


@pytest.mark.rule("A14")
@pytest.mark.parametrize(("hides", "stays"), [(True, False), (False, True)])
def test_an_aspect_of_the_zone_is_replaced_only_if_it_hides_it(hides: bool, stays: bool) -> None:
    cloud = {"text": "A Cloud of Ash", "on": "zone", "hides": hides, "actions": ["attack"]}
    table = scene(
        "war-of-ashes",
        "olivia@camp Quick 1 Careful 4 fate_points=0",
        "orc@camp",
        "camp - far?",
        templates=[cloud],
        pool=0,
    )
    table.turn("olivia").choose("move", zone="far")
    table.choose("create", aspect="A Cloud of Ash", on="far").dice("0 0 0 0").settle()
    table.turn("olivia").choose("move", zone="camp").choose("explore")
    assert table.difficulty == (3 if hides else 1)
    table.dice("0 0 0 0").settle()
    assert table.stands("Open Ground", on="far")
    assert table.stands("A Cloud of Ash", on="far") is stays


@pytest.mark.rule("A14", "A17")
@pytest.mark.parametrize("tie", [False, True])
@pytest.mark.parametrize("ruleset", ["war-of-ashes", "minifate", "autarch"])
@pytest.mark.parametrize("shifts", [-1, 0, 1])
def test_what_hides_a_zone_is_replaced_where_it_is_explored(
    ruleset: str, shifts: int, tie: bool
) -> None:
    """By a tie too, whatever a tied advantage is else; only with `srd_tie` it stays unexplored."""
    replaced = shifts > 0 or (shifts == 0 and not tie)
    cloud = {"text": "A Cloud of Ash", "on": "zone", "hides": True, "declare": True}
    skill = {"war-of-ashes": "Quick", "minifate": "Insight", "autarch": "Notice"}[ruleset]
    table = scene(
        ruleset,
        f"olivia@far {skill} 1",
        "orc@camp",
        "camp - far?",
        templates=[cloud],
        rules={"declare": "aspect", "unexplored_difficulty": 0, "srd_tie": tie},
        turn_order={"skill": skill},
    )
    table.turn("olivia").choose("declare", aspect="A Cloud of Ash", on="far").choose("allow")
    table.choose("explore")
    assert table.difficulty == 2
    table.dice(FACES[shifts + 1]).settle_duel().settle()
    assert table.stands("A Cloud of Ash", on="far") is not replaced
    assert table.stands("Open Ground", on="far") is replaced
    if replaced:
        assert table.free("Open Ground", on="far") == (1, 0, 0)
        assert {one.rule for one in table.log if one.kind == "aspect gone"} == {"A14"}


@pytest.mark.rule("A14", "Z6")
def test_only_ground_in_sight_is_explored() -> None:
    ground = "camp - pass; pass - far?; camp | cellar"
    table = scene("war-of-ashes", "olivia@camp Quick 1", "orc@camp", ground)
    assert table.turn("olivia").offers("explore")
    blind = [{"between": ["camp", "pass"], "sight": False}]
    table = scene(
        "war-of-ashes", "olivia@camp Quick 1", "orc@camp", "pass - far?; camp", edges=blind
    )
    assert not table.turn("olivia").offers("explore")
