"""How strong the levels are: who meets whom, and what is made of the results."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.agents.names import UnknownAgentError
from autogm.agents.strengths import AVERAGE, Strengths
from autogm.planner.levels import LEVELS
from evaluation import levels
from evaluation.levels import MODEL, NAMES, USUAL, all_meetings, strengths
from evaluation.players import player
from evaluation.timed import Times
from evaluation.tournament import BattleLog, Meeting, Played

TIMES = [Times(1.0, 2.0, 3.0, 10)] * len(LEVELS)


def test_each_level_meets_its_neighbour_or_great_and_the_average_player() -> None:
    groups = all_meetings(["mirrored-01"], ["large-01"], 1, 1)
    met = [frozenset((group[0].first, group[0].second)) for group in groups]
    model, usual = f"planner:{AVERAGE}", NAMES[USUAL]
    assert (NAMES[MODEL], usual) == (model, "planner:great")
    for place in range(1, len(NAMES)):
        assert {NAMES[place - 1] if place <= USUAL else usual, NAMES[place]} in met
        assert NAMES[place] == model or {model, NAMES[place]} in met
    assert all(len(two) == 2 for two in met)
    assert len(met) == len(set(met)) == 5 + 2 + 4 + 4


def test_what_takes_long_is_played_last_and_less_often() -> None:
    """And levels above Great meet it where many fight."""
    groups = all_meetings(["mirrored-01", "mirrored-02"], ["large-01", "large-02"], 3, 1)
    found = [meeting for group in groups for meeting in group]
    assert all(len({(one.first, one.second) for one in group}) == 1 for group in groups)
    assert [one.field for one in groups[0]] == ["mirrored-01", "mirrored-02"] * 3
    slow = next(number for number, group in enumerate(groups) if len(group) == 2)
    assert all(len(group) == 2 for group in groups[slow:])
    assert {groups[slow][0].first, groups[slow][0].second} == {"planner:great", "planner:superb"}
    for group in groups[slow:]:
        where = "large" if "planner:great" in (group[0].first, group[0].second) else "mirrored"
        assert [one.field for one in group] == [f"{where}-01", f"{where}-02"]
    legendary = [n for n, one in enumerate(found) if "planner:legendary" in (one.first, one.second)]
    brawler = [n for n, one in enumerate(found) if "brawler" in (one.first, one.second)]
    assert max(brawler) < min(legendary)
    assert (len(brawler), len(legendary)) == (2 * 3, 2 * 2)


def test_the_minutes_are_shared_equally(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a group leaves goes to those after it."""
    now, given = [0.0], []

    def take(group: list[Meeting], *_: Any, minutes: float, workers: int) -> list[Played]:
        given.append(minutes)
        now[0] += 60 * min(minutes, len(group))
        return []

    monkeypatch.setattr(levels, "run", take)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    one = Meeting.between("mirrored-01", "brawler", NAMES[1], 0)
    assert list(levels.play_all([[one], [one] * 9, [one] * 9], BattleLog(None, 1, ""), 9, 1)) == []
    assert given == pytest.approx([3, 4, 4])


def test_figures_come_from_the_results() -> None:
    """Where each level takes three points of four from every weaker one that it meets, the average
    player takes a quarter from each stronger one, and the ratings rise step by step to the first
    level that meets Great from above: those after it do as well."""
    played = []
    both = {
        tuple(sorted((one.first, one.second), key=NAMES.index))
        for group in all_meetings(["x"], ["y"], 1, 1)
        for one in group
    }
    for number in range(20):
        for weaker, stronger in both:
            meeting = Meeting.between("x", weaker, stronger, number)
            points = (1.0, 0.5) if meeting.first == stronger else (0.0, 0.5)
            played.append(Played(meeting, 1, "", points, (1, 1)))
    found = strengths(played, TIMES, "a command", "no conflicts")
    assert [one.level for one in found.levels] == [level.name for level in LEVELS]
    for place, one in enumerate(found.levels, 1):
        if place <= USUAL + 1:
            assert one.step.value > 0
        else:
            assert one.step.value == pytest.approx(0, abs=1e-6)
        if one.average_takes is None:
            assert place == MODEL
        else:
            assert one.average_takes.value == pytest.approx(0.25 if place > MODEL else 0.75)
            assert one.average_takes.low <= one.average_takes.value <= one.average_takes.high
        assert (one.turn, one.turn_most) == (1.0, 2.0)
    assert Strengths.from_text(found.as_text()) == found


def test_with_too_little_played_nothing_is_rated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(levels, "turns_of", lambda *_: (TIMES[0], TIMES[0]))
    alone = [Meeting.between("mirrored-01", "brawler", NAMES[1], 0)]
    monkeypatch.setattr(levels, "all_meetings", lambda *_: [alone])
    with pytest.raises(SystemExit) as left:
        levels.main(["--json"])
    assert left.value.code == 1
    assert "give it more time" in capsys.readouterr().err


def test_a_player_that_errs_in_what_is_named_alone() -> None:
    one = player("errs:forgets=0.5:hoards=3")
    assert one.name == "errs:forgets=0.5:hoards=3"
    for wrong, words in (
        ("errs:forgts=1", "`forgts=1` is no mistake: write noise=N, overlooks=N"),
        ("errs:forgets", "`forgets` is no mistake"),
        ("errs:forgets=much", "`forgets=much` is no mistake"),
    ):
        with pytest.raises(UnknownAgentError, match=words):
            player(wrong)
