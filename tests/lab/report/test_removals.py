"""What is taken out is out, and nothing else; what was found to matter is what `simulate --set`
finds."""

from __future__ import annotations

import time
from typing import Any

import pytest

from autogm.analysis.intervals import Difference
from autogm.analysis.pairs import Results, difference
from autogm.game.plays import read_kept, read_noted
from autogm.lab.charts import lines
from autogm.lab.report.conflict import Subject
from autogm.lab.report.mattered import LEAST, Effect, Mattered, NotPlayable, what_mattered
from autogm.lab.report.mattered_section import mattered_section
from autogm.lab.report.removals import Removal, removals_of
from autogm.lab.simulate import simulate
from autogm.lab.tune.knobs import knobs_of
from autogm.model.library import shipped
from autogm.model.variants import Change, whole, with_changes
from autogm.rules.encounter import Encounter
from tests.lab.report.finding import subject
from tests.soak import some

CONFLICTS = ("duel", "street-fight", "hold-the-bridge", "guild-debate")


def texts(encounter: Encounter) -> list[str]:
    """Everything that could be taken out, as it stands in a conflict."""
    fighters = [one for one in encounter.fighters if one.part_of is None]
    found = [f"fighter {one.name}" for one in fighters]
    found += [f"stunt {s.name} {one.origin}" for one in fighters for s in one.stunts]
    found += [f"aspect {a.text} {one.origin}" for one in fighters for a in one.aspects]
    found += [f"aspect {one.text} scene" for one in encounter.scene_aspects]
    found += [f"aspect {one.text} {zone}" for zone, one in encounter.zone_aspects.items()]
    return [*found, *(f"zone {one}" for one in encounter.zones)]


@pytest.mark.parametrize("name", some(CONFLICTS, 1))
def test_one_thing_is_taken_out_and_the_rest_stays(name: str) -> None:
    found, files = read_noted(shipped()[name])
    before, kinds, about = texts(found.content), set[str](), subject(name)
    for one in removals_of(whole(files)):
        try:
            made = about.without(one)[0].encounter
        except NotPlayable:
            continue
        kinds.add(one.kind)
        after = texts(made)
        lost = [each for each in before if each not in after]
        if one.kind == "aspect":
            assert f"aspect {one.text} {one.whose}" not in after, one.words
            assert all(each.startswith("aspect ") for each in lost), one.words
        elif one.kind == "stunt":
            assert set(lost) <= {f"stunt {one.text} {one.whose}"}, one.words
            assert len(after) < len(before), one.words
        elif one.kind == "fighter":
            assert [each for each in lost if each.startswith("fighter ")], one.words
            assert len(after) < len(before), one.words
        elif one.kind == "zone":
            assert one.whose not in made.zones
    assert kinds <= {"fighter", "weapon", "stunt", "aspect", "zone"}
    assert "aspect" in kinds


@pytest.mark.parametrize("name", ["aether-storm", "bat-ruins", "guild-debate"])
def test_with_an_aspect_go_the_compels_that_it_brings(name: str) -> None:
    """Any aspect can be taken out of a conflict, and of its compels those stay that something else
    brings."""
    about = subject(name)
    compels = about.encounter.scenario.compels
    assert compels
    for one in about.removals():
        if one.kind != "aspect":
            continue
        after = about.without(one)[0].encounter.scenario.compels
        assert set(after) <= set(compels)
        lost = [each for each in compels if each not in after]
        assert all(each.aspect == one.text for each in lost), one.words
        own = [each for each in compels if (each.victim, each.aspect) == (one.whose, one.text)]
        others = [each for each in about.removals() if each.text == one.text and each != one]
        assert not own or others or lost == own, one.words


@pytest.mark.thorough
def test_what_mattered_is_what_simulate_finds() -> None:
    """The difference is that of two simulations with the same seed."""
    about = subject("street-fight", 300)
    found, files = read_noted(shipped()["street-fight"])
    del found
    players = about.players(about.game)
    as_it_is = simulate(about.game, 300, 1, players, workers=1, measures=True)
    fighters = [one for one in about.removals() if one.kind == "fighter"]
    told = what_mattered(
        fighters, {}, about.results_without, as_it_is.results, 1e-5, time.perf_counter() + 60
    )
    assert {one.removal.words for one in told.effects} == {one.words for one in fighters}
    for one in told.effects[:3]:
        other: Any = read_kept(with_changes(files, one.removal.changes)).game()
        again = simulate(other, 300, 1, about.players(other), workers=1, measures=True)
        assert one.difference == difference(as_it_is.results, again.results)
        assert one.battles == 300
    means = [abs(one.difference.mean) for one in told.effects]
    assert means == sorted(means, reverse=True)


def test_without_time_what_is_not_tried_is_named() -> None:
    about = subject("street-fight", LEAST)
    fighters = [one for one in about.removals() if one.kind == "fighter"]
    told = what_mattered(
        fighters, {}, about.results_without, Results(bytes(LEAST)), 1.0, time.perf_counter() - 1
    )
    assert told.effects == ()
    assert [one.words for one in told.untried] == [one.words for one in fighters]


def test_what_came_up_in_no_battle_is_not_played() -> None:
    unused = Removal("aspect", "Old Scars (Ann)", "ann", "players", (), "Old Scars")
    hidden = Removal("stunt", "Bow (Ann)", "ann", "players", (), "Bow", shows=False)

    def refused(one: Removal, battles: int) -> Results:
        raise NotPlayable(f"no {one.text}")

    until = time.perf_counter() + 9
    told = what_mattered([unused, hidden], {}, refused, Results(bytes(50)), 1e-6, until)
    assert told.unused == (unused,)
    assert told.impossible == ((hidden, "no Bow"),)


def test_who_a_goal_is_about_stays_and_it_is_said_why() -> None:
    _, files = read_noted(shipped()["autarch-diplomacy"])
    [lady] = [one for one in removals_of(whole(files))
              if one.kind == "fighter" and one.whose == "ysolde"]  # fmt: skip
    with pytest.raises(NotPlayable, match="a goal is about that alone"):
        subject("autarch-diplomacy").without(lady)


def test_why_somebody_stays_is_no_hint_for_a_file() -> None:
    """Bruno alone is there at the beginning; what a file would need for it to begin without him is
    nothing for a page."""
    _, files = read_noted(shipped()["duel"])
    late = {"name": "Carla", "type": "main", "zone": "court", "arrives": 3,
            "skills": {"Quick": 1}}  # fmt: skip
    both = {**whole(files)["sides"]["gm"]["fighters"], "carla": late}
    files = with_changes(files, [Change(("sides", "gm", "fighters"), both)])
    about = Subject(files, read_kept(files).content, "brawler", 1, LEAST)
    [bruno] = [one for one in about.removals() if (one.kind, one.whose) == ("fighter", "bruno")]
    with pytest.raises(NotPlayable, match="nobody of this side is there") as told:
        about.without(bruno)
    assert "`" not in str(told.value)


def test_who_shares_a_name_is_told_apart() -> None:
    _, files = read_noted(shipped()["duel"])
    twin = {"name": "Bruno", "type": "main", "zone": "court", "skills": {"Quick": 1}}
    both = {**whole(files)["sides"]["gm"]["fighters"], "twin": twin}
    files = with_changes(files, [Change(("sides", "gm", "fighters"), both)])
    words = [one.words for one in removals_of(whole(files)) if one.kind == "fighter"]
    assert [one for one in words if "Bruno" in one] == ["Bruno (bruno)", "Bruno (twin)"]
    knobs = knobs_of(read_kept(files).content, whole(files))
    assert len({one.words for one in knobs}) == len(knobs)


def test_how_many_there_are_of_somebody_is_not_broken_off() -> None:
    _, files = read_noted(shipped()["duel"])
    files = with_changes(files, [Change(("sides", "gm", "fighters", "bruno", "copies"), 4)])
    [one] = [one for one in removals_of(whole(files))
             if (one.kind, one.whose) == ("fighter", "bruno")]  # fmt: skip
    assert one.words.split(" ")[-1] == "of\u00a04"
    for room in range(60, 300, 10):
        assert not any(line.split() == ["4"] for line in lines(one.words, room).split("\n"))


def test_what_is_told_to_matter_most_leaves_out_nothing_that_matters_as_much() -> None:
    def effect(number: int, mean: float) -> Effect:
        removal = Removal("fighter", f"one {number}", f"one-{number}", "players", ())
        return Effect(removal, Difference(mean, mean - 0.1, mean + 0.1), 44)

    found = [effect(place, one) for place, one in enumerate((-0.7, -0.65, -0.614, -0.611, -0.3))]
    section = mattered_section(
        Mattered(tuple(found), 0.75, 200), {"players": "the crew", "gm": "them"}, "fight", "battles"
    )
    assert "As it is they win 75% of 200 battles, and that those with the same" in section.says[0]
    assert section.says[1] == (
        "What mattered most, in percentage points: without one 0 (−70), one 1 (−65), one 2 (−61) "
        "and one 3 (−61)."
    )
