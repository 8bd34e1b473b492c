"""The look of a report: the colours of the table, and pictures that have a dark side."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from autogm.lab.report.sections import report
from autogm.view.picture.night import by_night
from tests.lab.report.finding import findings

COLOUR = re.compile(r"--([a-z]+): (#[0-9a-f]{6});")


def test_the_colours_are_those_of_the_table() -> None:
    ours = resources.files("autogm.lab.report").joinpath("report.css").read_text("utf-8")
    theirs = resources.files("autogm.table").joinpath("static/table.css").read_text("utf-8")
    for scheme, (one, other) in enumerate(zip(_schemes(ours), _schemes(theirs), strict=True)):
        assert one, scheme
        assert one.items() <= other.items(), scheme


def _schemes(css: str) -> tuple[dict[str, str], dict[str, str]]:
    """The colours by day and by night."""
    day, _, night = css.partition("prefers-color-scheme: dark")
    return dict(COLOUR.findall(day)), dict(COLOUR.findall(night.split("\n*", 1)[0]))


@pytest.mark.parametrize("name", ["duel", "hold-the-bridge"])
def test_no_picture_has_a_colour_without_a_dark_side(name: str) -> None:
    for one in report(findings(name)).figures:
        dark = by_night(one.svg)  # raises for a colour that has none
        assert dark != one.svg, one.name
        assert not re.search(r'"#[0-9a-fA-F]{3}"', one.svg), one.name
