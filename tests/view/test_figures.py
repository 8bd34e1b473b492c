"""Tables of figures, none of which is ever cut."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from rich.console import Console
from rich.text import Text

from autogm.view.figures import BAR, Figures, in_points, percent, whole


@pytest.mark.parametrize("width", [28, 32, 40, 47, 60, 80, 120])
def test_no_figure_is_cut(width: int) -> None:
    """Each has its line with the name it belongs to, beside the others or below them; bars are
    drawn where there is room for whole ones."""
    names = ("Zird the Arcane", "Ada")
    heads = ("out", "moderate", "if undecided then")
    cells = (("72.3%", "0.8312345", "+0.123456"), ("100%", "·", "-11.123456"))
    bars = tuple(Text("█" * BAR) for _ in names)
    table = Figures("fighter", heads, tuple(zip(map(Text, names), cells, strict=True)), bars)
    out = io.StringIO()
    Console(file=out, width=width).print(table)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    words = out.getvalue().split()
    for one in (*cells[0], *cells[1], "out", "moderate", "undecided"):
        assert words.count(one) == 1, one
    ada = [line for line in lines if line.startswith("Ada")]
    assert " ".join(line.removeprefix("Ada").rstrip(" █") for line in ada).split() == list(cells[1])
    assert out.getvalue().count("█" * BAR) == out.getvalue().count("█") / BAR
    assert ("█" in out.getvalue()) == (width >= 80)


def test_percentages_never_lie() -> None:
    assert percent(1 / 3, 2) == "33.33%"
    assert (percent(1e-6, 2), percent(1 - 1e-6, 2)) == ("<0.01%", ">99.99%")
    assert (percent(0.0, 2), percent(1.0)) == ("0%", "100%")
    assert (percent(1 - 1e-10), percent(1 + 1e-15), percent(-1e-12)) == ("100%", "100%", "0%")
    assert (percent(Fraction(1, 81**6)), percent(1 - Fraction(1, 81**9))) == ("<0.1%", ">99.9%")
    assert [whole(one) for one in (0.0, 0.004, 0.006, 0.5, 0.994, 0.996, 1.0)] == [
        "0%", "<1%", "1%", "50%", "99%", ">99%", "100%",
    ]  # fmt: skip


def test_points_have_their_sign() -> None:
    assert [in_points(one) for one in (0.1234, -0.05, 0.0)] == ["+12.3", "−5.0", "0.0"]
