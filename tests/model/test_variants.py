"""Scenarios with something changed, by what leads to it."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.game.plays import read_kept, read_noted
from autogm.model.faults import Fault, ScenarioError
from autogm.model.library import shipped
from autogm.model.variants import Change, ChangeError, read_changes, read_sweep, whole, with_changes


def changed(name: str, text: str) -> Any:
    """The conflict of a shipped scenario with changes."""
    _, files = read_noted(shipped()[name])
    return read_kept(with_changes(files, read_changes(text))).content


def fighter(encounter: Any, who: str) -> Any:
    return next(one for one in encounter.fighters if one.id == who)


def test_a_skill_of_a_sheet_in_a_file_of_its_own_is_changed_and_no_other() -> None:
    before = read_noted(shipped()["ravine-ambush"])[0].content
    after = changed("ravine-ambush", "players.fighters.rolf.skills.Forceful=5")
    for one in before.fighters:
        rolls = {key: 5 for key in one.ratings if key[1] == "Forceful" and one.id == "rolf"}
        assert fighter(after, one.id).ratings == {**one.ratings, **rolls}


def test_fields_that_are_not_written_are_added() -> None:
    assert changed("duel", "exchanges=3").scenario.exchanges == 3
    assert changed("duel", "gm.pool=4").pool == 4
    assert fighter(changed("duel", "gm.fighters.bruno.weight=2"), "bruno").weight == 2
    assert changed("duel", "gm.fighters.bruno.consequences.mild=2")


def test_several_changes_are_one_variant() -> None:
    made = changed("duel", "gm.pool=4; exchanges=3 ;")
    assert (made.pool, made.scenario.exchanges) == (4, 3)


def test_somebody_is_taken_out_with_what_is_said_of_them() -> None:
    made = changed("lizardfolk-camp", "gm.fighters.grinner=")
    assert "grinner" not in [one.id for one in made.fighters]
    assert made.scenario.compels


def test_copies_and_aspects_in_lists_are_reached() -> None:
    scenario = changed("ravine-ambush", "gm.fighters.slinger.copies=1")
    assert [one.id for one in scenario.fighters if one.origin == "slinger"] == ["slinger"]
    made = changed("ravine-ambush", "aspects.0.text=Perfect Cover")
    assert made.scene_aspects[0].text == "Perfect Cover"


def test_a_change_within_what_another_one_sets_changes_no_later_variant() -> None:
    """The list that a change sets is its own again afterwards."""
    _, files = read_noted(shipped()["duel"])
    aspects = [{"text": "Fog"}]
    whole = Change(("aspects",), aspects)
    within = Change(("aspects", "0", "free"), {"gm": 2})
    before = with_changes(files, [whole])
    assert with_changes(files, [whole, within]) != before
    assert with_changes(files, [whole]) == before
    assert aspects == [{"text": "Fog"}]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gm.fighters.brno.skills.Quick=3", "did you mean `bruno`"),
        ("gm.fighters.brno=", "did you mean `bruno`"),
        ("gm.fighters.brno={zone: court}", "did you mean `bruno`"),
        ("zap.x=3", "has no `zap`"),
        ("gm.fighters.bruno.weight=", "has no `weight`"),
        ("aspects.7.text=x", "has no"),
        ("title.x=3", "has no `x`"),
        ("=3", "is no change"),
        ("pool", "is no change"),
        (" ; ", "changes nothing"),
        ("gm.pool=[", "is no value"),
    ],
)
def test_what_leads_nowhere_is_told_with_what_would(text: str, says: str) -> None:
    with pytest.raises(ChangeError, match=says):
        changed("duel", text)


@pytest.mark.parametrize("text", ["gm.pool=lots", "gm.fighters.bruno.skills.Quik=1", "zones="])
def test_what_is_no_conflict_any_more_has_faults(text: str) -> None:
    with pytest.raises(ScenarioError):
        changed("duel", text)


def test_a_sweep_is_a_change_for_each_value() -> None:
    path = ("sides", "gm", "pool")
    assert read_sweep("gm.pool=1..3") == tuple(Change(path, one) for one in (1, 2, 3))
    assert [one.value for one in read_sweep("gm.pool=1, 4,9")] == [1, 4, 9]
    assert [one.words for one in read_sweep("gm.pool=0..1")] == ["gm.pool=0", "gm.pool=1"]
    with pytest.raises(ChangeError, match=r"two points, gm\.pool=0\.\.4"):
        read_sweep("gm.pool=0-4")
    for bad in ("gm.pool", "gm.pool=", "gm.pool=5..1", "gm.pool=a..b", "gm.pool=1..100"):
        with pytest.raises(ChangeError):
            read_sweep(bad)


CONFLICTS = [name for name, one in shipped().items() if "scenes" not in one.parts]


@pytest.mark.parametrize("name", CONFLICTS)
def test_anybody_of_several_may_be_left_out(name: str) -> None:
    """What is said of them goes with them: that somebody protects them, that they are among those
    who are to get out, or to be taken out. Whom alone an objective is about has to be there."""
    _, files = read_noted(shipped()[name])
    sides = whole(files)["sides"]
    left_out = [
        (side, who)
        for side, one in sides.items()
        for who in one["fighters"]
        if len(one["fighters"]) > 1
    ]
    assert left_out or name == "duel"
    for side, who in left_out:
        texts = with_changes(files, read_changes(f"{side}.fighters.{who}.copies=0"))
        faults = _faults(texts)
        assert all(one.field.startswith("objectives.") for one in faults), who
        assert bool(faults) == _alone_in_a_goal(whole(files), who)
        assert faults or all(one.origin != who for one in read_kept(texts).content.fighters)


def _faults(texts: dict[str, str]) -> tuple[Fault, ...]:
    try:
        read_kept(texts)
    except ScenarioError as error:
        return error.faults
    return ()


def _alone_in_a_goal(data: dict[str, Any], who: str) -> bool:
    goals = [goal for side in data.get("objectives", {}).values() for goal in side]
    return any(goal.get("who") == [who] for goal in goals)
