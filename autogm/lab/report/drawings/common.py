"""What all charts of a report share: their sizes, how labels, legends and cells are written."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Any

from autogm.analysis.intervals import Mean, Share
from autogm.lab.charts import LINES
from autogm.view.figures import percent
from autogm.view.picture.svg import COLOURS

WIDE = 470
"""Pixels across, as wide as a letter is still read on a telephone."""
LABEL = 150
MOST_TICKS = 12
"""Steps of an axis of whole numbers."""
UNDECIDED = "undecided"
FILLS = {"players": COLOURS["players"], UNDECIDED: COLOURS["open"], "gm": COLOURS["gm"]}
"""The colours of who wins."""


def signed(form: str) -> dict[str, Any]:
    """An axis of differences: numbers with their sign, but for 0, which has none."""
    return {"labelExpr": f"datum.value ? format(datum.value, '{form}') : '0'"}


def names_down(order: Sequence[str], field: str = "who") -> dict[str, Any]:
    """Names down the side, broken into lines."""
    return {"field": field, "type": "nominal", "title": None, "sort": list(order),
            "axis": {"labelExpr": LINES, "labelLimit": LABEL + 20}}  # fmt: skip


def whole_numbers(
    title: str | None, values: Sequence[float], most: int = MOST_TICKS
) -> dict[str, Any]:
    """An axis of numbers that are whole, such as exchanges, with ticks at whole numbers alone, and
    at most so many steps. Vega's own ticks stand at halves where there are few, rounded; of values
    that are given it drops those beyond its count of ticks."""
    first, last = floor(min(values, default=0)), ceil(max(values, default=1))
    each = max(1, ceil((last - first) / most))
    ticks = list(range(first, last + 1, each))
    axis = {"values": ticks, "tickCount": 2 * len(ticks), "format": "d", "grid": False}
    return {"title": title, "axis": axis, "scale": {"nice": False, "zero": False}}


def step(labels: Sequence[str]) -> int:
    """Pixels from one row to the next, so that the labels of all have room."""
    return 12 + 15 * max((label.count("\n") + 1 for label in labels), default=1)


def legend(domain: Sequence[str], colours: Sequence[str], title: str | None,
           field: str = "who") -> dict[str, Any]:  # fmt: skip
    """Colours with their names, in this order."""
    return {"field": field, "type": "nominal", "title": title, "sort": list(domain),
            "scale": {"domain": list(domain), "range": list(colours)}}  # fmt: skip


def share_cells(one: Share) -> tuple[str, str]:
    """A share and its interval."""
    return percent(one.share), f"{percent(one.low)} – {percent(one.high)}"


def mean_cell(one: Mean) -> str:
    """A mean with its interval, where it has one."""
    if one.low is None or one.high is None or one.low == one.high:
        return f"{one.mean:.2f}"
    return f"{one.mean:.2f} ({one.low:.2f}–{one.high:.2f})"
