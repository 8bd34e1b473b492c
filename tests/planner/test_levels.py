"""The levels by name, and budgets as they are written."""

from __future__ import annotations

import itertools
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from autogm.agents.names import UnknownAgentError, known, seating
from autogm.agents.roster import agent
from autogm.planner.levels import (
    DEFAULT,
    LEVELS,
    UNERRING,
    Budget,
    LevelError,
    Misjudgement,
    setting,
    spelling,
)
from autogm.planner.mistakes import MISTAKES, mistakes_of, told


def test_the_ladder_has_nine_levels() -> None:
    assert [level.number for level in LEVELS] == list(range(9))
    assert [level.name for level in LEVELS] == (
        ["mediocre", "average", "fair", "good", "great", "superb", "fantastic", "epic", "legendary"]
    )
    assert DEFAULT.name == "great"


def test_each_level_thinks_at_least_as_far_and_errs_at_most_as_much_as_the_one_below() -> None:
    for weaker, stronger in itertools.pairwise(LEVELS):
        less, more = weaker.budget, stronger.budget
        assert less != more or weaker.misjudgement != stronger.misjudgement
        for name in ("positions", "turns", "states"):
            assert getattr(less, name) <= getattr(more, name)
        errs, better = weaker.misjudgement, stronger.misjudgement
        for name in ("noise", "overlooks", "neglects", "fixates", "forgets"):
            assert getattr(errs, name) >= getattr(better, name)
        for name in ("hoards", "combines", "weight", "expects", "follows"):
            far, near = (abs(getattr(one, name) - 1.0) for one in (errs, better))
            assert far >= near
        assert better == UNERRING or errs.cap >= better.cap
    assert all(level.misjudgement == UNERRING for level in LEVELS[4:])


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("planner", "planner:great"),
        ("planner:4", "planner:great"),
        ("planner:superb", "planner:superb"),
        ("planner:0", "planner:mediocre"),
        ("planner:positions=7", "planner:great:positions=7"),
        ("planner:5:turns=2:seconds=0.5", "planner:superb:turns=2:seconds=0.5"),
        ("tactician", "tactician"),
    ],
)
def test_names_in_full(written: str, full: str) -> None:
    assert known(written) == full
    assert known(full) == full
    assert agent(written).name == full
    assert agent(written) is agent(full)


def test_a_written_setting_is_read_back() -> None:
    for level in LEVELS:
        assert setting(spelling(level)) == level
    changed = setting("fair:positions=12:states=3:seconds=0.25")
    assert changed.budget == Budget(12, LEVELS[2].budget.turns, 3, 0.25)
    assert changed.misjudgement == LEVELS[2].misjudgement
    assert setting(spelling(changed)) == changed


def test_sides_with_levels_and_budgets() -> None:
    assert tuple(seating("players=planner:5, gm = planner:fair:positions=9"))[:2] == (
        "planner:superb",
        "planner:fair:positions=9",
    )
    assert tuple(seating("planner:0:turns=1"))[:2] == ("planner:mediocre:turns=1",) * 2
    assert tuple(seating("planner:0:turns=1,gm=brawler"))[:2] == (
        "planner:mediocre:turns=1",
        "brawler",
    )
    assert agent("planner") is agent("planner")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("planner:suprb", "Did you mean `superb`?"),
        ("planner:9", r"mediocre \(0\), .* and legendary \(8\)"),
        ("planner:", "nothing stands behind the colon"),
        ("planner:great:positions=0", "positions are 1 at least, not 0"),
        ("planner:great:positions=-5", "positions are 1 at least, not -5"),
        ("planner:great:turns=-1", "turns are 0 at least, not -1"),
        ("planner:great:states=-1", "states are 0 at least, not -1"),
        ("planner:great:threads=0", "threads are 1 at least, not 0"),
        ("planner:great:threads=65", "at most 64 threads, not 65"),
        (
            "planner:great:positions=9999999999",
            "at most 1,000,000,000 positions, not 9,999,999,999",
        ),
        ("planner:great:states=9999999999", "at most 1,000,000,000 states, not 9,999,999,999"),
        ("planner:great:turns=41", "at most 40 turns, not 41"),
        ("planner:great:seconds=0", "seconds are more than 0"),
        ("planner:great:seconds=nan", "seconds are more than 0"),
        ("planner:great:positions=x", "positions are a number, not `x`"),
        ("planner:great:nodes=4", "is no part of a budget: write positions=N"),
        ("planner:positions=7:positions=7", "`positions` is named twice, as `7` and `7`"),
        ("planner:great:turns=1:seconds=2:turns=3", "`turns` is named twice, as `1` and `3`"),
        ("planner:great:4", "is no part of a budget"),
        (
            "planner:crule",
            r"no level or temper is called `crule`\. Did you mean `cruel`\? The levels ",
        ),
        ("planner:great:Cruel", "`Cruel`. Did you mean `cruel`.* The tempers are even, "),
        ("planner:great:positions", "`positions` is no part of a budget: write positions=N"),
        ("planner:nonsense", r"legendary \(8\)\. The tempers are .* and protects=ID\."),
        ("brawler:great", "`brawler` has no levels; `planner` has"),
        ("planer:great", "Did you mean `planner`?"),
    ],
)
def test_what_is_no_agent_is_refused_by_name(name: str, words: str) -> None:
    with pytest.raises(UnknownAgentError, match=words):
        known(name)


def test_budgets_that_none_can_have() -> None:
    for wrong in ({"positions": 0}, {"turns": -1}, {"states": -1}, {"seconds": 0.0}):
        with pytest.raises(LevelError):
            Budget(**wrong)


def test_the_readme_tells_the_levels_as_they_are() -> None:
    text = (Path(__file__).parents[2] / "autogm" / "agents" / "README.md").read_text(
        encoding="utf-8"
    )
    rows = re.findall(r"^\| (\d) ([a-z]+) \|(.*)\|$", text, re.MULTILINE)
    assert [(int(number), name) for number, name, _ in rows] == [
        (level.number, level.name) for level in LEVELS
    ]
    for level, (_, _, cells) in zip(LEVELS, rows, strict=True):
        cells_told = [cell.strip().replace(",", "") for cell in cells.split("|")]
        budget, errs = level.budget, level.misjudgement
        figures = [getattr(errs, one.name) for one in fields(errs)]
        assert [float(cell) for cell in cells_told[:3]] == [
            budget.positions,
            budget.turns,
            budget.states,
        ]
        assert cells_told[3:] == (
            ["·"] * len(figures) if errs == UNERRING else [f"{one:g}" for one in figures]
        )


def test_the_mistakes_are_all_told_the_graver_the_plainer() -> None:
    parts = {one.name for one in fields(Misjudgement)} - {"cap"}
    assert {one.part for one in MISTAKES} == parts
    assert mistakes_of(UNERRING) == {}
    for one in fields(Misjudgement):
        words = mistakes_of(replace(UNERRING, **{one.name: 0.5}))
        assert len(words) == (one.name != "cap")
    assert mistakes_of(Misjudgement(noise=2.0, forgets=0.3, hoards=0.9, weight=3.0)) == {
        "": ["misjudges what a turn should be about", "fears weight"],
        "at times ": ["forgets free invokes"],
        "now and then ": ["spends points on trifles"],
    }
    assert mistakes_of(Misjudgement(hoards=0.0)) == {"": ["spends points on trifles"]}
    assert told(LEVELS[-1]) == "errs in nothing but how far it sees"
    assert told(LEVELS[0]).startswith("misjudges what a turn should be about, ")
