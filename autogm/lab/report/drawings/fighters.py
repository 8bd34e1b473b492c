"""Charts of fighters: who is still there, what they take, and who deals it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from autogm.analysis.intervals import Mean, wilson
from autogm.analysis.outcomes import about
from autogm.lab.charts import LINES, drawn, lines
from autogm.lab.report.along import Along
from autogm.lab.report.drawings.common import (
    LABEL,
    WIDE,
    legend,
    mean_cell,
    names_down,
    step,
    whole_numbers,
)
from autogm.lab.report.parts import Figure, Table
from autogm.lab.simulate import FighterCount, Simulation
from autogm.model.words import SIDES
from autogm.view.figures import whole
from autogm.view.picture.svg import COLOURS, INK, TINTS
from autogm.view.words.grammar import start
from autogm.view.words.names import Names

PANEL, PANEL_HIGH, PER_ROW = 128, 64, 3
WORN = (TINTS["open"], COLOURS["open"], COLOURS["gm"])
"""Consequences from mild to severe."""


def survival(names: Names, fighters: Sequence[tuple[int, str, str]],
             found: Along) -> Figure:  # fmt: skip
    """How often each fighter (its index, id and side) is still there after each exchange, a panel
    for each."""
    last, total = found.exchanges, found.battles
    there = {index: [wilson(n, total) for n in found.there(index)] for index, _, _ in fighters}
    called = {index: start(names.of(who)) for index, who, _ in fighters}
    order = [lines(called[index], PANEL) for index, _, _ in fighters]
    data = [
        {"who": lines(called[index], PANEL), "side": start(names.sides[side]), "exchange": k,
         "share": there[index][k].share, "low": there[index][k].low, "high": there[index][k].high}
        for index, _, side in fighters
        for k in range(last + 1)
    ]  # fmt: skip
    sides = [side for side in SIDES if any(one == side for _, _, one in fighters)]
    svg = drawn({
        "title": {"text": "Who is still there after each exchange",
                  "subtitle": "share of the battles, with 95% intervals"},
        "data": {"values": data},
        "facet": {"field": "who", "type": "nominal", "title": None, "sort": order,
                  "header": {"labelExpr": LINES, "labelFontWeight": "bold"}},
        "columns": PER_ROW, "spacing": {"row": 14, "column": 18},
        "spec": {
            "width": PANEL, "height": PANEL_HIGH,
            "encoding": {"x": {"field": "exchange", "type": "quantitative",
                               **whole_numbers(None, [0, last], 6)}},
            "layer": [
                {"mark": {"type": "area", "interpolate": "step-after", "opacity": 0.3},
                 "encoding": {
                     "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"},
                     "color": legend([start(names.sides[one]) for one in sides],
                                      [COLOURS[one] for one in sides], None, "side")}},
                {"mark": {"type": "line", "interpolate": "step-after"},
                 "encoding": {
                     "y": {"field": "share", "type": "quantitative", "title": None,
                           "scale": {"domain": [0, 1]}, "axis": {
                               "format": "%", "values": [0, 0.5, 1], "gridDash": [2, 3]}},
                     "color": legend([start(names.sides[one]) for one in sides],
                                      [COLOURS[one] for one in sides], None, "side")}},
            ],
        },
    })  # fmt: skip
    step = max(1, ceil(last / 8))
    shown = [*range(0, last, step), last]
    rows = tuple(
        (called[index], *(about(there[index][k]) for k in shown)) for index, _, _ in fighters
    )
    ends = ", ".join(f"{called[index]} {whole(there[index][last].share)}"
                     for index, _, _ in fighters)  # fmt: skip
    heads = ("fighter", *(f"after {k}" if k else "at the start" for k in shown))
    return Figure("survival", f"A curve for each fighter. Still there at the end: {ends}.", svg,
                  Table("Still there after each exchange", heads, rows))  # fmt: skip


def wounds(names: Names, found: Simulation) -> Figure | None:
    """Consequences a battle, by fighter; nothing where there are none."""
    hurt = [one for one in found.fighters if any(m.mean for m in one.consequences.values())]
    if not hurt:
        return None
    order = [lines(start(names.of(one.id)), LABEL) for one in hurt]
    data = [
        {"who": order[n], "severity": severity, "mean": one.consequences[severity].mean, "n": level}
        for n, one in enumerate(hurt)
        for level, severity in enumerate(one.consequences)
    ]
    severities = list(hurt[0].consequences)
    svg = drawn({
        "title": "Consequences a battle", "width": WIDE - LABEL - 20,
        "height": {"step": step(order)}, "data": {"values": data},
        "mark": {"type": "bar", "stroke": INK, "strokeWidth": 0.6},
        "encoding": {
            "y": names_down(order),
            "x": {"field": "mean", "type": "quantitative", "title": "consequences, mean of a "
                  "battle"},
            "order": {"field": "n"},
            "color": legend(severities, list(WORN[:len(severities)]), None, "severity"),
        },
    })  # fmt: skip
    rows = tuple(
        (start(names.of(one.id)), *(mean_cell(one.consequences[name]) for name in severities),
         about(one.taken_out), about(one.conceded))
        for one in found.fighters
    )  # fmt: skip
    heads = ("fighter", *severities, "taken out", "conceded")
    worst = max(hurt, key=lambda one: sum(m.mean for m in one.consequences.values()))
    alt = f"Bars of the consequences that each fighter takes; {names.of(worst.id)} takes most."
    return Figure("consequences", alt, svg, Table("Consequences a battle", heads, rows))


def stress(names: Names, found: Simulation) -> Figure | None:
    """Boxes of stress that each fighter marks; nothing where nobody does."""
    marked = [one for one in found.fighters if one.boxes.mean]
    if not marked:
        return None
    svg = _bars(
        names, "Stress", "boxes marked, mean of a battle", [(one, one.boxes) for one in marked]
    )
    rows = tuple((start(names.of(one.id)), mean_cell(one.boxes)) for one in marked)
    most = max(marked, key=lambda one: one.boxes.mean)
    alt = f"Bars of the boxes that each fighter marks; {names.of(most.id)} marks most."
    return Figure("stress", alt, svg, Table("Boxes marked a battle", ("fighter", "boxes"), rows))


def dealt(names: Names, found: Simulation) -> Figure | None:
    """Who does the harm; nothing where nobody does."""
    doers = sorted((one for one in found.fighters if one.damage.mean), key=lambda o: -o.damage.mean)
    if not doers:
        return None
    svg = _bars(names, "Who does the harm", "shifts a battle", [(one, one.damage) for one in doers])
    rows = tuple(
        (start(names.of(one.id)), start(names.sides[one.side]), mean_cell(one.damage),
         f"{one.hits.mean:.1f}")
        for one in doers
    )  # fmt: skip
    alt = f"Bars of the shifts that each fighter deals; {names.of(doers[0].id)} deals most."
    return Figure("harm", alt, svg, Table("Who does the harm, a battle",
                  ("fighter", "side", "shifts", "hits"), rows))  # fmt: skip


def _bars(names: Names, title: str, axis: str, means: Sequence[tuple[FighterCount, Mean]]) -> str:
    """A bar for each fighter in the colour of its side, with the interval of the mean."""
    order = [lines(start(names.of(one.id)), LABEL) for one, _ in means]
    data = [
        {"who": order[n], "side": start(names.sides[one.side]), "mean": mean.mean,
         "low": mean.low, "high": mean.high}
        for n, (one, mean) in enumerate(means)
    ]  # fmt: skip
    sides = [side for side in SIDES if any(one.side == side for one, _ in means)]
    return drawn({
        "title": title, "width": WIDE - LABEL - 20, "height": {"step": step(order)},
        "data": {"values": data},
        "encoding": {"y": names_down(order)},
        "layer": [
            {"mark": {"type": "bar", "opacity": 0.75}, "encoding": {
                "x": {"field": "mean", "type": "quantitative", "title": axis},
                "color": legend([start(names.sides[one]) for one in sides],
                                 [COLOURS[one] for one in sides], None, "side")}},
            {"mark": {"type": "rule", "color": INK, "strokeWidth": 2}, "encoding": {
                "x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}},
        ],
    })  # fmt: skip
