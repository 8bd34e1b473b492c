"""Charts of what battles depend on: what each thing that is taken out changes, and how it stood on
the way of those that are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autogm.lab.charts import LINES, drawn, lines
from autogm.lab.report.drawings.common import (
    LABEL,
    WIDE,
    in_points,
    legend,
    names_down,
    signed,
    step,
)
from autogm.lab.report.parts import Figure, Table
from autogm.model.words import SIDES
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
         f"{in_points(one['low'])} to {in_points(one['high'])}", str(one["battles"]))
        for one in rows
    )  # fmt: skip
    first = rows[0]
    alt = (
        f"Dots with intervals. The most: without {first['name']} the share of wins changes by "
        f"{in_points(first['mean'])} points."
    )
    heads = ("without", "kind", "change, in points", "95% interval", runs)
    return Figure("what-mattered", alt, svg, Table("What mattered", heads, cells))


def courses(
    told: Mapping[str, Sequence[tuple[float, float]]],
    title: str,
    domain: tuple[float, float],
    across: str = "exchange",
    run: str = "battle",
) -> Figure:
    """How it stood for the players over the course of some battles, or what else a `run` is: points
    (exchange, a chance or another share) by what it is called."""
    names = list(told)
    data = [{"battle": name, "x": x, "y": y} for name, points in told.items() for x, y in points]
    dashes = [[1, 0], [7, 3], [2, 2]][: len(names)]
    fills = [COLOURS["players"], COLOURS["open"], COLOURS["gm"]][: len(names)]
    svg = drawn({
        "title": title, "width": WIDE - 50, "height": 200, "data": {"values": data},
        "encoding": {
            "x": {"field": "x", "type": "quantitative", "title": across,
                  "axis": {"tickMinStep": 1, "format": "d", "grid": False},
                  "scale": {"nice": False, "zero": False}},
        },
        "layer": [
            {"mark": {"type": "rule", "color": MUTED, "strokeDash": [1, 3]},
             "encoding": {"y": {"datum": 0.5}, "x": None}},
            {"mark": {"type": "line", "strokeWidth": 2.5}, "encoding": {
                "y": {"field": "y", "type": "quantitative", "title": None,
                      "scale": {"domain": list(domain)},
                      "axis": {"format": "%", "tickCount": 5}},
                "color": legend(names, fills, None, "battle"),
                "strokeDash": {"field": "battle", "type": "nominal", "sort": names,
                               "scale": {"domain": names, "range": dashes},
                               "title": None}}},
        ],
    })  # fmt: skip
    alt = f"A line for each {run}: " + "; ".join(
        f"the {name} from {_level(points[0][1])} to {_level(points[-1][1])}"
        for name, points in told.items()
    )
    rows = tuple(
        (name, *(_level(points[round(part * (len(points) - 1) / 8)][1]) for part in range(9)))
        for name, points in told.items()
    )  # fmt: skip
    heads = (run, "start", *(f"{part}/8" for part in range(1, 8)), "end")
    return Figure("courses", f"{alt}.", svg, Table(title, heads, rows))


def _level(value: float) -> str:
    return f"{value:.0%}".replace("-", "−")
