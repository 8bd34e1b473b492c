"""What may be changed about a conflict, and that a knob's value is what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autogm.game.plays import read_kept, read_noted
from autogm.lab.tune.conflict import Conflict
from autogm.lab.tune.knobs import MORE, Allowed, Knob, bounded, knobs_of, level_knob
from autogm.model.library import shipped
from autogm.model.variants import ChangeError, read_changes, read_sweep, whole, with_changes
from autogm.rules.encounter import Encounter

CONFLICTS = sorted(name for name, one in shipped().items() if one.parent.name == "scenarios")


def opened(name: str) -> tuple[Encounter, dict[str, str], dict[str, Any], list[Knob]]:
    found, files = read_noted(shipped()[name])
    data = whole(files)
    return found.content, files, data, knobs_of(found.content, data)


def settled(encounter: Encounter) -> dict[str, Any]:
    """Everything that is played, without why it was judged so."""
    ground = [*encounter.zone_aspects.values(), *encounter.scene_aspects]
    return {
        "fighters": [replace(one, aspects=(), why=()) for one in encounter.fighters],
        "ways": [(edge.between, edge.difficulty) for edge in encounter.scenario.edges],
        "pool": encounter.pool,
        "ground": [replace(one, why=()) for one in ground],
    }


@pytest.mark.parametrize("name", CONFLICTS)
def test_what_stands_there_now_changes_nothing(name: str) -> None:
    """All knobs set to the values that they have now make the same conflict."""
    encounter, files, _, knobs = opened(name)
    assert knobs
    changes = [change for one in knobs for change in one.values[one.now].changes]
    again = read_kept(with_changes(files, changes)).content
    assert settled(again) == settled(encounter)


@pytest.mark.parametrize("name", CONFLICTS)
def test_another_value_changes_the_conflict(name: str) -> None:
    """A value of another knob each time, so that all kinds of them come up."""
    encounter, files, _, knobs = opened(name)
    for one in knobs[:: max(1, len(knobs) // 8)]:
        value = one.now + 1 if one.now + 1 < len(one.values) else one.now - 1
        changed = with_changes(files, one.values[value].changes)
        try:
            again = read_kept(changed).content
        except ValueError:
            continue  # such as nobody left on a side: the tuner finds it out as well
        assert settled(again) != settled(encounter), one.said(value)


def test_units_and_prices() -> None:
    _, _, _, knobs = opened("lizardfolk-camp")
    by_path = {one.path: one for one in knobs}
    pool = by_path["gm.pool"]
    up = pool.now + 2
    assert (pool.units(up), pool.price(up)) == (2, 2.0)
    assert pool.units(pool.now - 1) == -1
    someone = next(one for one in knobs if one.path.endswith(".copies"))
    assert someone.price(someone.now + 1) == 2.0
    assert someone.values[0].said == "0"
    start = next(one for one in knobs if one.path.endswith(".zone"))
    assert {start.price(value) for value in range(1, len(start.values))} == {1.0}


def test_nobody_with_a_name_is_tuned_to_be_there_twice() -> None:
    """Unless somebody says so."""
    _, _, data, knobs = opened("street-fight")
    most = {one.path.split(".")[2]: one.values[-1].value for one in knobs if "copies" in one.path}
    assert most["og"] == most["teran"] == 1
    assert most["trained"] > 1
    path = "gm.fighters.og.copies"
    (ranged,) = bounded(knobs, data, [Allowed(path, read_sweep(f"{path}=1..3"))])
    assert [one.value for one in ranged.values] == [1, 2, 3]


def test_the_gms_side_may_get_an_aspect_more() -> None:
    encounter, files, _, knobs = opened("lizardfolk-camp")
    (more,) = [one for one in knobs if one.path == "aspects.more.free.gm"]
    assert more.said(2) == f"a new aspect of the scene, «{MORE}», the GM's free invokes: none → 2"
    again = read_kept(with_changes(files, more.values[2].changes)).content
    *others, new = again.scene_aspects
    assert [one.text for one in others] == [one.text for one in encounter.scene_aspects]
    assert (new.text, new.side, new.free.gm, new.free.players) == (MORE, "gm", 2, 0)


def test_an_aspect_more_leaves_room_to_change_those_that_stand_there() -> None:
    _, files, _, knobs = opened("lizardfolk-camp")
    free = next(one for one in knobs if one.path == "aspects.0.free.gm")
    more = next(one for one in knobs if one.path == "aspects.more.free.gm")
    assert knobs.index(more) < knobs.index(free)
    changes = (*more.values[1].changes, *free.values[free.now + 1].changes)
    first, *_, last = read_kept(with_changes(files, changes)).content.scene_aspects
    assert first.free.gm == free.values[free.now + 1].value
    assert last.text == MORE


def test_a_range_for_the_aspect_more_leaves_it_before_the_others() -> None:
    _, _, data, knobs = opened("lizardfolk-camp")
    path = "aspects.more.free.gm"
    may = [Allowed("aspects.0.free.gm"), Allowed(path, read_sweep(f"{path}=1..2"))]
    assert [one.path for one in bounded(knobs, data, may)] == [path, "aspects.0.free.gm"]


def test_nobody_who_is_seated_is_removed() -> None:
    encounter, files, _, knobs = opened("lizardfolk-camp")
    path = next(one.path for one in knobs if one.path.endswith(".copies"))
    (name,) = path.split(".")[2:3]
    number = next(place for place, one in enumerate(knobs) if one.path == path)
    for agents, legal in ((f"tactician,{name}=brawler", False), ("tactician", True)):
        conflict = Conflict(files, encounter, knobs, agents, 1)
        assert conflict.legal(((number, 0),)) is legal
        assert conflict.legal(())


def test_the_gms_level_changes_who_plays_and_no_file() -> None:
    encounter, files, _, _ = opened("duel")
    knob = level_knob(("fair", "good", "great"), "good")
    assert knob.said(2) == "the GM's side plays at: Good → Great"
    assert (knob.units(0), knob.price(2)) == (-1, 1.0)
    seated = "players=planner:fair,gm=planner:good"
    conflict = Conflict(files, encounter, [knob], seated, 1)
    assert conflict.agents(()) == seated
    assert conflict.agents(((0, 2),)) == "players=planner:fair,gm=planner:great"
    assert not conflict.changes(((0, 2),))
    apart = Conflict(files, encounter, [knob], f"{seated},bruno=brawler", 1)
    assert apart.agents(((0, 2),)) == "players=planner:fair,gm=planner:great,bruno=brawler"
    assert apart.legal(((0, 2),))


def test_bounds_leave_what_they_say() -> None:
    _, _, data, knobs = opened("lizardfolk-camp")
    assert {one.path for one in bounded(knobs, data, [Allowed("gm.pool")])} == {"gm.pool"}
    kept = bounded(knobs, data, keep=["gm.fighters.*"])
    assert kept
    assert not [one for one in kept if one.path.startswith("gm.fighters")]
    dear = bounded(knobs, data, costs={"gm.pool": 5.0})
    assert next(one for one in dear if one.path == "gm.pool").cost == 5.0


def test_a_range_of_ones_own_holds_what_stands_there() -> None:
    encounter, _, data, knobs = opened("lizardfolk-camp")
    (pool,) = bounded(knobs, data, [Allowed("gm.pool", read_sweep("gm.pool=7..9"))])
    assert [one.value for one in pool.values] == [encounter.pool, 7, 8, 9]
    assert pool.values[pool.now].value == encounter.pool
    path = "players.fighters.gavril.boxes"
    (hero,) = bounded(knobs, data, [Allowed(path, read_sweep(f"{path}=1..3"))])
    assert [one.value for one in hero.values] == [1, 2, 3]
    assert hero.values[hero.now].value == 2


@pytest.mark.parametrize(
    ("may", "keep", "says"),
    [
        ([Allowed("gm.fighters.nobody.copies")], [], "nothing that can be tuned"),
        ([], ["gm.pol"], "did you mean `gm.pool`"),
        ([], ["*"], "nothing is left"),
        ([Allowed("gm.pool", read_sweep("gm.pool=0..3"))], ["gm.*"], "say one"),
        ([Allowed("gm.mood", read_sweep("gm.mood=0..3"))], [], "has no `mood`"),
        ([Allowed("gm.pool", read_sweep("gm.pool=3..3"))], [], "`gm.pool` is 3 now"),
    ],
)
def test_bounds_that_mean_nothing(may: list[Allowed], keep: list[str], says: str) -> None:
    _, _, data, knobs = opened("lizardfolk-camp")
    with pytest.raises(ChangeError, match=says):
        bounded(knobs, data, may, keep)


def test_paths_are_those_of_simulate() -> None:
    """`simulate --set` takes the paths of all numbers about fighters."""
    _, files, _, knobs = opened("duel")
    for one in knobs:
        if one.path.startswith("gm.") and not one.path.endswith(("consequences", "zone")):
            value = one.values[one.now].value
            read_kept(with_changes(files, read_changes(f"{one.path}={value}")))
