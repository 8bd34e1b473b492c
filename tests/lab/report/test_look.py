"""The look of a report: the palette of all pages, pictures that have a dark side, and maps that can
be read whatever they are coloured by."""

from __future__ import annotations

import re
from html import unescape
from importlib import resources
from itertools import pairwise
from typing import Any

import pytest

from autogm.lab.report.drawings import depends
from autogm.lab.report.pages import coded, page
from autogm.lab.report.sections import report
from autogm.view.palette import palette
from autogm.view.picture.cards import STRONGEST
from autogm.view.picture.night import NIGHT, by_night
from autogm.view.picture.svg import CARD, COLOURS, INK
from tests.lab.report.finding import findings

VARIABLE, NAMED = re.compile(r"var\(--([a-z-]+)\)"), re.compile(r"^\s*--([a-z-]+):", re.MULTILINE)
SHEETS = (("autogm.lab.report", "report.css"), ("autogm.table", "static/table.css"),
          ("autogm.table", "static/battle.css"))  # fmt: skip


@pytest.mark.parametrize(("package", "name"), SHEETS)
def test_pages_have_the_colours_of_one_palette(package: str, name: str) -> None:
    """What a style sheet uses is named in the palette, and none of it anew."""
    sheet = resources.files(package).joinpath(name).read_text("utf-8")
    named = set(NAMED.findall(palette()))
    assert set(VARIABLE.findall(sheet)) <= named | set(NAMED.findall(sheet))
    assert not named & set(NAMED.findall(sheet))


def test_every_colour_has_a_dark_side() -> None:
    day, _, night = palette().partition("prefers-color-scheme: dark")
    colours = re.compile(r"--([a-z-]+): #[0-9a-f]{6};")
    assert set(colours.findall(day)) == set(colours.findall(night))


@pytest.mark.parametrize("name", ["duel", "hold-the-bridge"])
def test_no_picture_has_a_colour_without_a_dark_side(name: str) -> None:
    for one in report(findings(name)).figures:
        dark = by_night(one.svg)  # raises for a colour that has none
        assert dark != one.svg, one.name
        assert not re.search(r'"#[0-9a-fA-F]{3}"', one.svg), one.name


def test_stress_is_told_of_whoever_marks_boxes() -> None:
    found = findings("duel")
    figure = next(one for one in report(found).figures if one.name == "stress")
    assert figure.table is not None
    marked = {one.name: one.boxes for one in found.simulation.fighters if one.boxes.mean}
    assert [row[0] for row in figure.table.rows] == [*marked]
    assert f"{max(marked, key=lambda one: marked[one].mean)} marks most" in figure.alt
    for row, one in zip(figure.table.rows, marked.values(), strict=True):
        assert row[1].startswith(f"{one.mean:.2f}"[:3])


@pytest.mark.parametrize("colour", ["players", "gm"])
@pytest.mark.parametrize("night", [False, True])
def test_a_coloured_map_can_be_read(colour: str, *, night: bool) -> None:
    """Letters keep a contrast of 4.5 on the strongest colour (WCAG 2.2, 1.4.3); the strongest
    differs from none in lightness by a fifth, so that it shows without colours, too."""
    ink, card, strong = ((NIGHT[one] if night else one) for one in (INK, CARD, COLOURS[colour]))
    painted = [STRONGEST * a + (1 - STRONGEST) * b
               for a, b in zip(_parts(strong), _parts(card), strict=True)]  # fmt: skip
    assert _contrast(_light(_parts(ink)), _light(painted)) >= 4.5
    assert _contrast(_light(_parts(card)), _light(painted)) >= 1.2


def _parts(colour: str) -> list[float]:
    return [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]


def _light(parts: list[float]) -> float:
    """The relative luminance."""
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_the_line_across_a_course_is_where_neither_side_is_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawings = list[Any]()

    def drawn(spec: Any) -> str:
        drawings.append(spec)
        return ""

    monkeypatch.setattr(depends, "drawn", drawn)
    points = [depends.Point(1.0, 0.6), depends.Point(2.0, 1.1)]
    depends.courses({"typical": points}, "Worth", (-0.2, 1.1))
    [spec] = drawings
    [line] = [one for one in spec["layer"] if one["mark"]["type"] == "rule"]
    assert line["encoding"]["y"] == {"datum": 0.5}


@pytest.mark.parametrize(("last", "ticks"), [(2, [1, 2]), (4, [1, 2, 3, 4]), (40, [1, 5, 9])])
def test_whole_numbers_stand_at_an_axis_once(last: int, ticks: list[int]) -> None:
    points = [depends.Point(1.0, 0.6, (0.5, 0.7)), depends.Point(float(last), 0.1, (0.0, 0.2))]
    svg = depends.courses({"typical": points}, "Worth", (0.0, 1.0)).svg
    labels = re.findall(r"<text[^>]*>(\d+)</text>", svg)
    assert labels[: len(ticks)] == [str(one) for one in ticks]
    assert len(set(labels)) == len(labels)
    steps = {int(b) - int(a) for a, b in pairwise(labels)}
    assert len(steps) == 1


def test_a_picture_that_half_a_page_would_shrink_has_all_of_it() -> None:
    made = report(findings("hold-the-bridge"))
    assert made.map is not None
    text = page([made])
    parts = text.split('<figure class="across">')[1:]
    across = [re.findall(r'aria-label="([^"]*)', part)[0] for part in parts]
    wide = [one for one in made.figures if _wide(one.svg) > 700]
    assert made.map in wide
    assert [unescape(one) for one in across] == [one.alt for one in wide]


def _wide(svg: str) -> float:
    found = re.search(r'viewBox="0 0 ([0-9.]+)', svg)
    assert found is not None
    return float(found[1])


def test_what_stands_between_backticks_is_code_and_nothing_else_is_markup() -> None:
    assert coded("say `stakes: <b>`, or `x") == "say <code>stakes: &lt;b&gt;</code>, or `x"
    assert coded("a <b> `` c") == "a &lt;b&gt; `` c"
