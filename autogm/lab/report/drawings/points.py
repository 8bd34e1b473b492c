"""Charts of fate points: what the sides hold over time, and what points buy."""

from __future__ import annotations

from autogm.analysis.intervals import Mean
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
from autogm.view.picture.svg import COLOURS, INK
from autogm.view.words.grammar import start
from autogm.view.words.names import Names

FEWEST = 5
"""Battles under way at least, for a mean of them to be drawn."""
NONE = (0.0, 0.0)


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
    """What points bought, by side; nothing where none were spent. How far those of a side go
    together is not known: half an interval is the sum of the fighters' halves, the most that it
    can be."""
    spent: dict[tuple[str, str], tuple[float, float]] = {}
    paid = [(one.side, *each) for one in found.fighters for each in one.points_spent.items()]
    paid += [("gm", *each) for each in found.pool.items()]
    for side, reason, mean in paid:
        before, half = spent.get((side, reason), NONE)
        own = 0.0 if mean.high is None else mean.high - mean.mean
        spent[side, reason] = before + mean.mean, half + own
    if not spent:
        return None
    both = {reason: sum(spent.get((side, reason), NONE)[0] for side in SIDES)
            for _, reason in spent}  # fmt: skip
    reasons = sorted(both, key=lambda reason: -both[reason])
    sides = [start(names.sides[side]) for side in SIDES]
    order = [lines(one, LABEL) for one in reasons]
    data = [
        {"what": order[n], "side": sides[k], "mean": mean, "low": max(0.0, mean - half),
         "high": mean + half}
        for n, reason in enumerate(reasons)
        for k, side in enumerate(SIDES)
        for mean, half in (spent.get((side, reason), NONE),)
    ]  # fmt: skip
    svg = drawn({
        "title": "What points bought", "width": WIDE - LABEL - 20, "height": {"step": 16},
        "data": {"values": data},
        "encoding": {
            "y": names_down(order, "what"),
            "yOffset": {"field": "side", "sort": sides},
        },
        "layer": [
            {"mark": {"type": "bar", "opacity": 0.75}, "encoding": {
                "x": {"field": "mean", "type": "quantitative", "title": "points a battle"},
                "color": legend(sides, [COLOURS[one] for one in SIDES], None, "side")}},
            {"mark": {"type": "rule", "color": INK, "strokeWidth": 2}, "encoding": {
                "x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}},
        ],
    })  # fmt: skip

    def cell(side: str, reason: str) -> str:
        mean, half = spent.get((side, reason), NONE)
        return mean_cell(Mean(mean, max(0.0, mean - half), mean + half)) if mean else "none"

    rows = tuple((reason, *(cell(side, reason) for side in SIDES)) for reason in reasons)
    alt = f"Bars of what points were spent on; most went on {reasons[0]}."
    return Figure("points-bought", alt, svg, Table("Points spent, a battle",
                  ("on", *sides), rows))  # fmt: skip
