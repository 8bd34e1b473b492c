"""Charts of fate points: what the sides hold over time, and what points buy."""

from __future__ import annotations

from autogm.lab.charts import drawn, lines
from autogm.lab.report.along import Along
from autogm.lab.report.drawings.common import (
    LABEL,
    WIDE,
    legend,
    mean_cell,
    names_down,
    whole_numbers,
)
from autogm.lab.report.parts import Figure, Table
from autogm.lab.simulate import Simulation
from autogm.model.words import SIDES
from autogm.view.picture.svg import COLOURS
from autogm.view.words.grammar import start
from autogm.view.words.names import Names

FEWEST = 5
"""Battles under way at least, for a mean of them to be drawn."""


def points_over_time(names: Names, found: Along) -> Figure | None:
    """The points that each side holds as each exchange begins, in the battles that get there;
    nothing where there are none."""
    held = found.points(max(1, min(FEWEST, found.battles)))
    means = {place: mean for place, (mean, _) in held.items()}
    if not any(one.mean for one in means.values()):
        return None
    sides = [start(names.sides[side]) for side in SIDES]
    data = [
        {"exchange": exchange, "side": sides[side], "mean": one.mean,
         "low": one.mean if one.low is None else one.low,
         "high": one.mean if one.high is None else one.high}
        for (exchange, side), one in means.items()
    ]  # fmt: skip
    color = legend(sides, [COLOURS[one] for one in SIDES], None, "side")
    svg = drawn({
        "title": {"text": "Fate points held as each exchange begins",
                  "subtitle": "mean of the battles that get there, with 95% intervals"},
        "width": WIDE - 50, "height": 150, "data": {"values": data},
        "encoding": {"x": {"field": "exchange", "type": "quantitative",
                           **whole_numbers("exchange", [exchange for exchange, _ in means])}},
        "layer": [
            {"mark": {"type": "area", "opacity": 0.2}, "encoding": {
                "y": {"field": "low", "type": "quantitative", "title": "points"},
                "y2": {"field": "high"}, "color": color}},
            {"mark": {"type": "line", "point": {"filled": True, "size": 40}}, "encoding": {
                "y": {"field": "mean", "type": "quantitative"}, "color": color,
                "strokeDash": {"field": "side", "type": "nominal", "legend": None,
                               "scale": {"domain": sides, "range": [[1, 0], [6, 3]]}}}},
        ],
    })  # fmt: skip
    exchanges = sorted({exchange for exchange, _ in means})
    rows = tuple(
        (str(exchange), str(held[exchange, 0][1]), *(mean_cell(means[exchange, n]) for n in (0, 1)))
        for exchange in exchanges
    )
    alt = (
        f"Two lines of the points held: {sides[0]} begin with {means[exchanges[0], 0].mean:.1f}, "
        f"{sides[1]} with {means[exchanges[0], 1].mean:.1f}."
    )
    return Figure("points", alt, svg, Table("Points held as each exchange begins",
                  ("exchange", "battles", *sides), rows))  # fmt: skip


def bought(names: Names, found: Simulation) -> Figure | None:
    """What points bought, by side; nothing where none were spent."""
    spent: dict[tuple[str, str], float] = {}
    for one in found.fighters:
        for reason, mean in one.points_spent.items():
            spent[one.side, reason] = spent.get((one.side, reason), 0.0) + mean.mean
    for reason, mean in found.pool.items():
        spent["gm", reason] = spent.get(("gm", reason), 0.0) + mean.mean
    if not spent:
        return None
    reasons = sorted({reason for _, reason in spent},
                     key=lambda r: -sum(spent.get((side, r), 0.0) for side in SIDES))  # fmt: skip
    sides = [start(names.sides[side]) for side in SIDES]
    order = [lines(one, LABEL) for one in reasons]
    data = [
        {"what": order[n], "side": sides[k], "mean": spent.get((side, reason), 0.0)}
        for n, reason in enumerate(reasons)
        for k, side in enumerate(SIDES)
    ]
    svg = drawn({
        "title": "What points bought", "width": WIDE - LABEL - 20, "height": {"step": 16},
        "data": {"values": data}, "mark": {"type": "bar"},
        "encoding": {
            "y": names_down(order, "what"),
            "yOffset": {"field": "side", "sort": sides},
            "x": {"field": "mean", "type": "quantitative", "title": "points a battle"},
            "color": legend(sides, [COLOURS[one] for one in SIDES], None, "side"),
        },
    })  # fmt: skip
    rows = tuple(
        (reason, *(f"{spent.get((side, reason), 0.0):.2f}" for side in SIDES)) for reason in reasons
    )
    alt = f"Bars of what points were spent on; most went on {reasons[0]}."
    return Figure("points-bought", alt, svg, Table("Points spent, a battle",
                  ("on", *sides), rows))  # fmt: skip
