"""The floor plan: cells without collisions, short ways where the graph allows them, lines that
break where they fit."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from autogm.view.lettering import clean, width, wrap
from autogm.view.picture.geometry import Rect, along, crosses_rect, crossing, distance, measure
from autogm.view.picture.layout import floor_plan, place


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    number = draw(st.integers(0, 9))
    ends = st.integers(0, max(0, number - 1))
    return number, draw(st.lists(st.tuples(ends, ends), max_size=14)) if number else []


@given(graphs())
@settings(max_examples=30)
def test_cells_are_distinct_and_repeatable(graph: tuple[int, list[tuple[int, int]]]) -> None:
    number, links = graph
    cells = place(number, links)
    assert len(set(cells)) == len(cells) == number
    assert cells == place(number, links)
    if number:
        assert min(x for x, _ in cells) == min(y for _, y in cells) == 0


def test_easy_graphs_have_no_long_ways() -> None:
    grid = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    for number, links in ((4, [(0, 1), (1, 2), (2, 3)]), (6, grid), (4, [(0, 1), (0, 2), (0, 3)])):
        cells = place(number, links)
        for a, b in links:
            (ax, ay), (bx, by) = cells[a], cells[b]
            assert abs(ax - bx) + abs(ay - by) == 1


def test_reads_in_the_order_of_the_file() -> None:
    cells = place(3, [(0, 1), (1, 2)])
    assert cells == ((0, 0), (1, 0), (2, 0))


@given(graphs(), st.data())
@settings(max_examples=25)
def test_cards_of_any_size_keep_apart(
    graph: tuple[int, list[tuple[int, int]]], data: st.DataObject
) -> None:
    number, links = graph
    size = st.tuples(st.integers(20, 400), st.integers(20, 400))
    sizes = [data.draw(size) for _ in range(number)]
    floor = floor_plan(sizes, links, (90, 70))
    for index, one in enumerate(floor.cards):
        assert (one.w, one.h) == sizes[index]
        for other in floor.cards[:index]:
            assert not one.grown(30).overlaps(other)


def test_geometry_by_hand() -> None:
    square = Rect(0, 0, 10, 10)
    assert crosses_rect((-5, 5), (15, 5), square)
    assert not crosses_rect((-5, 0), (15, 0), square)
    assert not crosses_rect((11, -5), (11, 5), square)
    assert crossing((0, 0), (2, 2), (0, 2), (2, 0))
    assert not crossing((0, 0), (1, 1), (1, 1), (2, 0))
    assert distance((0, 3), (-1, 0), (1, 0)) == 3
    corner = ((0.0, 0.0), (4.0, 0.0), (4.0, 6.0))
    assert measure(corner) == 10
    assert along(corner, 5) == (4, 1)
    assert along(corner, 99) == (4, 6)


@given(st.text(max_size=80), st.floats(8, 30), st.floats(20, 300), st.booleans())
def test_lines_fit_and_keep_every_letter(text: str, size: float, room: float, bold: bool) -> None:
    lines = wrap(text, size, room, bold)
    assert "".join(lines).replace(" ", "") == clean(text).replace(" ", "")
    assert all(width(line, size, bold) <= room or len(line) == 1 for line in lines)


def test_clean_text() -> None:
    assert clean("a\x1b[31m\n b\u202e") == "a\ufffd[31m b\ufffd"
