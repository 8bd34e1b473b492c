"""Charts of what battles depend on: what each thing that is taken out changes, and how it stood on
the way of those that are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from autogm.lab.charts import LINES, drawn, lines
from autogm.lab.report.drawings.common import (
    LABEL,
    WIDE,
    legend,
    names_down,
    signed,
    step,
    whole_numbers,
)
from autogm.lab.report.parts import Figure, Table
from autogm.model.words import SIDES
from autogm.view.figures import in_points
from autogm.view.picture.svg import COLOURS, MUTED
from autogm.view.words.grammar import start


def effects(
    rows: Sequence[Mapping[str, Any]], sides: Mapping[str, str], whose: str, runs: str = "battles"
) -> Figure:
    """How much the players' share of wins changes with each thing taken out: `rows` have `name`,
    `kind`, `side` (or None), `mean`, `low` and `high` in shares, and `battles`, told as `runs`."""
    order = [lines(f"without {one['name']}", LABEL + 40) for one in rows]
    called = [start(sides[side]) for side in SIDES]
    data = [
        {"what": order[n], "mean": 100 * one["mean"], "low": 100 * one["low"],
         "high": 100 * one["high"],
         "of": start(sides[one["side"]]) if one["side"] else "the ground, the scene"}
        for n, one in enumerate(rows)
    ]  # fmt: skip
    svg = drawn({
        "title": {"text": "What mattered",
                  "subtitle": [f"change of the share of wins of {whose}, in percentage",
                               "points, with 95% intervals: left of the line it helped them"]},
        "width": WIDE - LABEL - 60, "height": {"step": step(order)}, "data": {"values": data},
        "encoding": {"y": {**names_down(order, "what"), "axis": {"labelExpr": LINES,
                                                            "labelLimit": LABEL + 60,
                                                            "title": None}}},
        "layer": [
            {"mark": {"type": "rule", "color": MUTED}, "encoding": {"x": {"datum": 0}, "y": None}},
            {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": {
                "x": {"field": "low", "type": "quantitative", "title": "percentage points",
                      "axis": signed("+d")},
                "x2": {"field": "high"},
                "color": legend([*called, "the ground, the scene"],
                                 [COLOURS["players"], COLOURS["gm"], COLOURS["open"]], None,
                                 "of")}},
            {"mark": {"type": "point", "filled": True, "size": 70, "opacity": 1}, "encoding": {
                "x": {"field": "mean", "type": "quantitative"},
                "color": {"field": "of", "type": "nominal"},
                "shape": {"field": "of", "type": "nominal", "title": None, "scale": {
                    "domain": [*called, "the ground, the scene"],
                    "range": ["circle", "square", "diamond"]}}}},
        ],
    })  # fmt: skip
    cells = tuple(
        (f"{one['name']}", one["kind"], in_points(one["mean"]),
         f"{in_points(one['low'])}\u00a0to\u00a0{in_points(one['high'])}", str(one["battles"]))
        for one in rows
    )  # fmt: skip
    first = rows[0]
    alt = (
        f"Dots with intervals. The most: without {first['name']} the share of wins changes by "
        f"{in_points(first['mean'])} points."
    )
    heads = ("without", "kind", "change, in points", "95% interval", runs)
    return Figure("what-mattered", alt, svg, Table("What mattered", heads, cells))


class Point(NamedTuple):
    """A point of a course: how far it has come, the value there, and its interval, where it has
    one."""

    x: float
    y: float
    interval: tuple[float, float] | None = None


def courses(
    told: Mapping[str, Sequence[Point]],
    title: str,
    domain: tuple[float, float],
    across: str = "exchange",
    run: str = "battle",
) -> Figure:
    """How it stood for the players over the course of some battles, or what else a `run` is, by
    what it is called. What was measured has its intervals as a band."""
    names = list(told)
    data = [
        {"battle": name, "x": one.x, "y": one.y, "low": low, "high": high}
        for name, points in told.items()
        for one in points
        for low, high in (one.interval or (one.y, one.y),)
    ]
    across_to = [one.x for points in told.values() for one in points]
    measured = any(one.interval for points in told.values() for one in points)
    dashes = [[1, 0], [7, 3], [2, 2]][: len(names)]
    fills = [COLOURS["players"], COLOURS["open"], COLOURS["gm"]][: len(names)]
    heading = {"text": title, **({"subtitle": "with 95% intervals"} if measured else {})}
    y = {"type": "quantitative", "title": None, "scale": {"domain": list(domain)},
         "axis": {"format": "%", "tickCount": 5}}  # fmt: skip
    color = legend(names, fills, None, "battle")
    band = {"mark": {"type": "area", "opacity": 0.15}, "encoding": {
        "y": {"field": "low", **y}, "y2": {"field": "high"}, "color": color}}  # fmt: skip
    svg = drawn({
        "title": heading, "width": WIDE - 50, "height": 200, "data": {"values": data},
        "encoding": {"x": {"field": "x", "type": "quantitative",
                           **whole_numbers(across, across_to)}},
        "layer": [
            *([band] if measured else []),
            {"mark": {"type": "rule", "color": MUTED, "strokeDash": [1, 3]},
             "encoding": {"y": {"datum": 0.5}, "x": None}},
            {"mark": {"type": "line", "strokeWidth": 2.5,
                      **({"point": {"filled": True, "size": 30}} if measured else {})},
             "encoding": {
                "y": {"field": "y", **y},
                "color": color,
                "strokeDash": {"field": "battle", "type": "nominal", "sort": names,
                               "scale": {"domain": names, "range": dashes},
                               "title": None}}},
        ],
    })  # fmt: skip
    alt = f"A line for each {run}: " + "; ".join(
        f"the {name} from {_level(points[0].y)} to {_level(points[-1].y)}"
        for name, points in told.items()
    )
    if measured:
        cells = tuple(
            (name, f"{one.x:g}" if n < len(points) - 1 else "end", _level(one.y),
             "" if one.interval is None or n == len(points) - 1
             else f"{_level(one.interval[0])} – {_level(one.interval[1])}")
            for name, points in told.items()
            for n, one in enumerate(points)
        )  # fmt: skip
        table = Table(title, (run, across, "chance", "95% interval"), cells)
    else:
        rows = tuple(
            (name, *(_level(points[round(part * (len(points) - 1) / 8)].y) for part in range(9)))
            for name, points in told.items()
        )
        heads = (run, "start", *(f"{part}/8" for part in range(1, 8)), "end")
        table = Table(title, heads, rows)
    return Figure("courses", f"{alt}.", svg, table)


def _level(value: float) -> str:
    return f"{value:.0%}".replace("-", "−")
