"""The charts of a report on a conflict. Each is drawn from the very rows that stand in the table
behind it; the two sides have the colours that they have everywhere, and never the colour alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from autogm.analysis.intervals import Mean, Share, wilson
from autogm.analysis.outcomes import about, whole
from autogm.lab.charts import LINES, drawn, lines
from autogm.lab.report.along import Along
from autogm.lab.report.parts import Figure, Table
from autogm.lab.simulate import Simulation
from autogm.model.words import SIDES
from autogm.view.figures import percent
from autogm.view.picture.svg import CARD, COLOURS, INK, MUTED, TINTS
from autogm.view.words.grammar import start
from autogm.view.words.names import Names

WIDE = 470
"""Pixels across, as wide as a letter is still read on a telephone."""
LABEL = 150
PANEL, PANEL_HIGH, PER_ROW = 128, 64, 3
FEWEST = 5
"""Battles under way at least, for a mean of them to be drawn."""
WORN = (TINTS["open"], COLOURS["open"], COLOURS["gm"])
"""Consequences from mild to severe."""
OPEN = "undecided"


def outcome(parts: Sequence[tuple[str, str, Share]]) -> Figure:
    """Who wins how often, as one bar: each with its side (`undecided` for none), how it is said,
    and its share."""
    data = [
        {"who": said, "share": one.share, "n": n} for n, (_, said, one) in enumerate(parts)
        if one.count
    ]  # fmt: skip
    fills = {"players": COLOURS["players"], OPEN: COLOURS["open"], "gm": COLOURS["gm"]}
    domain = [said for _, said, one in parts if one.count]
    svg = drawn({
        "width": WIDE, "height": 38, "data": {"values": data},
        "mark": {"type": "bar", "stroke": CARD, "strokeWidth": 2},
        "encoding": {
            "x": {"field": "share", "type": "quantitative", "stack": "normalize", "title": None,
                  "axis": {"format": "%", "grid": False}},
            "order": {"field": "n"},
            "color": _legend(domain, [fills[who] for who, _, one in parts if one.count], None),
        },
    })  # fmt: skip
    told = ", ".join(f"{said}: {about(one)}" for _, said, one in parts)
    rows = tuple((said, str(one.count), *_share_cells(one)) for _, said, one in parts)
    table = Table("Who wins", ("outcome", "battles", "share", "95% interval"), rows)
    return Figure("who-wins", f"A bar of the outcomes. {told}.", svg, table)


def lengths(names: Names, found: Simulation) -> Figure:
    """In which exchange battles end, by who wins."""
    called = {**names.sides, OPEN: "undecided"}
    counts = Counter(
        (exchange, SIDES[winner - 1] if winner in (1, 2) else OPEN)
        for exchange, winner in zip(found.lengths, found.winners, strict=True)
    )
    order = [one for one in ("players", "gm", OPEN) if any(who == one for _, who in counts)]
    data = [{"exchange": exchange, "who": called[who], "battles": count, "n": order.index(who)}
            for (exchange, who), count in sorted(counts.items())]  # fmt: skip
    fills = {"players": COLOURS["players"], OPEN: COLOURS["open"], "gm": COLOURS["gm"]}
    most = max(exchange for exchange, _ in counts)
    svg = drawn({
        "title": "In which exchange it ends",
        "width": WIDE - 50, "height": 150, "data": {"values": data},
        "mark": {"type": "bar", "stroke": CARD, "strokeWidth": 1},
        "encoding": {
            "x": {"field": "exchange", "type": "ordinal", "title": "exchange",
                  "scale": {"domain": list(range(1, most + 1))}, "axis": {"labelAngle": 0,
                  "labelOverlap": True}},
            "y": {"field": "battles", "type": "quantitative", "title": "battles",
                  "axis": {"tickMinStep": 1}},
            "order": {"field": "n"},
            "color": _legend([called[one] for one in order], [fills[one] for one in order],
                             "won by"),
        },
    })  # fmt: skip
    rows = tuple(
        (str(exchange), *(str(counts.get((exchange, who), 0)) for who in order))
        for exchange in range(1, most + 1)
    )
    heads = ("exchange", *(start(called[one]) for one in order))
    usual = max(range(1, most + 1), key=lambda e: sum(counts.get((e, who), 0) for who in order))
    alt = f"Bars of how many battles end in each exchange; most end in exchange {usual}."
    return Figure("lengths", alt, svg, Table("Battles that end in each exchange", heads, rows))


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
            "encoding": {"x": {"field": "exchange", "type": "quantitative", "title": None,
                               "scale": {"domain": [0, last], "nice": False},
                               "axis": {"tickMinStep": 1, "tickCount": 5, "grid": False,
                                        "format": "d"}}},
            "layer": [
                {"mark": {"type": "area", "interpolate": "step-after", "opacity": 0.3},
                 "encoding": {
                     "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"},
                     "color": _legend([start(names.sides[one]) for one in sides],
                                      [COLOURS[one] for one in sides], None, "side")}},
                {"mark": {"type": "line", "interpolate": "step-after"},
                 "encoding": {
                     "y": {"field": "share", "type": "quantitative", "title": None,
                           "scale": {"domain": [0, 1]}, "axis": {
                               "format": "%", "values": [0, 0.5, 1], "gridDash": [2, 3]}},
                     "color": _legend([start(names.sides[one]) for one in sides],
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


def fallen(numbers: Sequence[Share], whom: str) -> Figure:
    """In how many battles none of the heroes falls, one, two and so on."""
    data = [
        {"falls": str(n), "share": one.share, "low": one.low, "high": one.high}
        for n, one in enumerate(numbers)
    ]
    svg = drawn({
        "title": f"How many {whom} fall", "width": min(WIDE - 60, 60 + 60 * len(numbers)),
        "height": 150, "data": {"values": data},
        "encoding": {"x": {"field": "falls", "type": "ordinal", "title": "taken out",
                           "axis": {"labelAngle": 0}}},
        "layer": [
            {"mark": {"type": "bar", "color": COLOURS["players"], "opacity": 0.75}, "encoding": {
                "y": {"field": "share", "type": "quantitative", "title": "share of the battles",
                      "axis": {"format": "%"}}}},
            {"mark": {"type": "rule", "color": INK, "strokeWidth": 2}, "encoding": {
                "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}}},
        ],
    })  # fmt: skip
    rows = tuple((str(n), str(one.count), *_share_cells(one)) for n, one in enumerate(numbers))
    said = ", ".join(f"{n} in {about(one)}" for n, one in enumerate(numbers))
    return Figure("fallen", f"Bars of how many fall: {said}.", svg,
                  Table(f"How many {whom} fall", ("taken out", "battles", "share",
                                                  "95% interval"), rows))  # fmt: skip


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
        "height": {"step": _step(order)}, "data": {"values": data},
        "mark": {"type": "bar", "stroke": INK, "strokeWidth": 0.6},
        "encoding": {
            "y": _names(order),
            "x": {"field": "mean", "type": "quantitative", "title": "consequences, mean of a "
                  "battle"},
            "order": {"field": "n"},
            "color": _legend(severities, list(WORN[:len(severities)]), None, "severity"),
        },
    })  # fmt: skip
    rows = tuple(
        (start(names.of(one.id)), *(_mean(one.consequences[name]) for name in severities),
         about(one.taken_out), about(one.conceded))
        for one in found.fighters
    )  # fmt: skip
    heads = ("fighter", *severities, "taken out", "conceded")
    worst = max(hurt, key=lambda one: sum(m.mean for m in one.consequences.values()))
    alt = f"Bars of the consequences that each fighter takes; {names.of(worst.id)} takes most."
    return Figure("consequences", alt, svg, Table("Consequences a battle", heads, rows))


def dealt(names: Names, found: Simulation) -> Figure | None:
    """Who does the harm; nothing where nobody does."""
    doers = sorted((one for one in found.fighters if one.damage.mean), key=lambda o: -o.damage.mean)
    if not doers:
        return None
    order = [lines(start(names.of(one.id)), LABEL) for one in doers]
    data = [
        {"who": order[n], "side": start(names.sides[one.side]), "mean": one.damage.mean,
         "low": one.damage.low, "high": one.damage.high}
        for n, one in enumerate(doers)
    ]  # fmt: skip
    sides = [one for one in SIDES if any(doer.side == one for doer in doers)]
    svg = drawn({
        "title": "Who does the harm", "width": WIDE - LABEL - 20, "height": {"step": _step(order)},
        "data": {"values": data},
        "encoding": {"y": _names(order)},
        "layer": [
            {"mark": {"type": "bar", "opacity": 0.75}, "encoding": {
                "x": {"field": "mean", "type": "quantitative", "title": "shifts a battle"},
                "color": _legend([start(names.sides[one]) for one in sides],
                                 [COLOURS[one] for one in sides], None, "side")}},
            {"mark": {"type": "rule", "color": INK, "strokeWidth": 2}, "encoding": {
                "x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}},
        ],
    })  # fmt: skip
    rows = tuple(
        (start(names.of(one.id)), start(names.sides[one.side]), _mean(one.damage),
         f"{one.hits.mean:.1f}")
        for one in doers
    )  # fmt: skip
    alt = f"Bars of the shifts that each fighter deals; {names.of(doers[0].id)} deals most."
    return Figure("harm", alt, svg, Table("Who does the harm, a battle",
                  ("fighter", "side", "shifts", "hits"), rows))  # fmt: skip


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
    color = _legend(sides, [COLOURS[one] for one in SIDES], None, "side")
    svg = drawn({
        "title": {"text": "Fate points held as each exchange begins",
                  "subtitle": "mean of the battles that get there, with 95% intervals"},
        "width": WIDE - 50, "height": 150, "data": {"values": data},
        "encoding": {"x": {"field": "exchange", "type": "quantitative", "title": "exchange",
                           "axis": {"tickMinStep": 1, "format": "d", "grid": False},
                           "scale": {"nice": False}}},
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
        (str(exchange), str(held[exchange, 0][1]), *(_mean(means[exchange, n]) for n in (0, 1)))
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
            "y": _names(order, "what"),
            "yOffset": {"field": "side", "sort": sides},
            "x": {"field": "mean", "type": "quantitative", "title": "points a battle"},
            "color": _legend(sides, [COLOURS[one] for one in SIDES], None, "side"),
        },
    })  # fmt: skip
    rows = tuple(
        (reason, *(f"{spent.get((side, reason), 0.0):.2f}" for side in SIDES)) for reason in reasons
    )
    alt = f"Bars of what points were spent on; most went on {reasons[0]}."
    return Figure("points-bought", alt, svg, Table("Points spent, a battle",
                  ("on", *sides), rows))  # fmt: skip


def effects(rows: Sequence[Mapping[str, Any]], sides: Mapping[str, str], whose: str) -> Figure:
    """How much the players' share of wins changes with each thing taken out: `rows` have `name`,
    `kind`, `side` (or None), `mean`, `low` and `high` in shares, and `battles`."""
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
        "width": WIDE - LABEL - 60, "height": {"step": _step(order)}, "data": {"values": data},
        "encoding": {"y": {**_names(order, "what"), "axis": {"labelExpr": LINES,
                                                            "labelLimit": LABEL + 60,
                                                            "title": None}}},
        "layer": [
            {"mark": {"type": "rule", "color": MUTED}, "encoding": {"x": {"datum": 0}, "y": None}},
            {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": {
                "x": {"field": "low", "type": "quantitative", "title": "percentage points",
                      "axis": {"format": "+d"}},
                "x2": {"field": "high"},
                "color": _legend([*called, "the ground, the scene"],
                                 [COLOURS["players"], COLOURS["gm"], COLOURS["open"]], None,
                                 "of")}},
            {"mark": {"type": "point", "filled": True, "size": 70, "opacity": 1}, "encoding": {
                "x": {"field": "mean", "type": "quantitative"},
                "color": {"field": "of", "type": "nominal"},
                "shape": {"field": "of", "type": "nominal", "legend": None, "scale": {
                    "domain": [*called, "the ground, the scene"],
                    "range": ["circle", "square", "diamond"]}}}},
        ],
    })  # fmt: skip
    cells = tuple(
        (f"{one['name']}", one["kind"], _points(one["mean"]),
         f"{_points(one['low'])} to {_points(one['high'])}", str(one["battles"]))
        for one in rows
    )  # fmt: skip
    first = rows[0]
    alt = (
        f"Dots with intervals. The most: without {first['name']} the share of wins changes by "
        f"{_points(first['mean'])} points."
    )
    heads = ("without", "kind", "change, in points", "95% interval", "battles")
    return Figure("what-mattered", alt, svg, Table("What mattered", heads, cells))


def courses(
    told: Mapping[str, Sequence[tuple[float, float]]],
    title: str,
    domain: list[float],
    chances: bool,
    across: str = "exchange",
) -> Figure:
    """How it stood for the players over the course of some battles: points (exchange, value) by
    what the battle is called."""
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
             "encoding": {"y": {"datum": sum(domain) / 2}, "x": None}},
            {"mark": {"type": "line", "strokeWidth": 2.5}, "encoding": {
                "y": {"field": "y", "type": "quantitative", "title": None,
                      "scale": {"domain": domain},
                      "axis": {"format": "%" if chances else "+.1f", "tickCount": 5}},
                "color": _legend(names, fills, None, "battle"),
                "strokeDash": {"field": "battle", "type": "nominal", "sort": names,
                               "scale": {"domain": names, "range": dashes},
                               "title": None}}},
        ],
    })  # fmt: skip
    alt = "A line for each battle: " + "; ".join(
        f"the {name} from {_level(points[0][1], chances)} to {_level(points[-1][1], chances)}"
        for name, points in told.items()
    )
    rows = tuple(
        (name, *(_level(points[round(part * (len(points) - 1) / 8)][1], chances)
                 for part in range(9)))
        for name, points in told.items()
    )  # fmt: skip
    heads = ("battle", "start", *(f"{part}/8" for part in range(1, 8)), "end")
    return Figure("courses", f"{alt}.", svg, Table(title, heads, rows))


def shares(name: str, title: str, told: Mapping[str, Share], what: str = "ending") -> Figure:
    """Shares by what they are of, as bars with their intervals."""
    order = [lines(one, LABEL) for one in told]
    data = [
        {"who": order[n], "share": one.share, "low": one.low, "high": one.high}
        for n, one in enumerate(told.values())
    ]
    svg = drawn({
        "title": title, "width": WIDE - LABEL - 20, "height": {"step": _step(order)},
        "data": {"values": data}, "encoding": {"y": _names(order)},
        "layer": [
            {"mark": {"type": "bar", "color": COLOURS["players"], "opacity": 0.75},
             "encoding": {"x": {"field": "share", "type": "quantitative", "title": "share",
                                "axis": {"format": "%"}}}},
            {"mark": {"type": "rule", "color": INK, "strokeWidth": 2}, "encoding": {
                "x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}},
        ],
    })  # fmt: skip
    rows = tuple((said, str(one.count), *_share_cells(one)) for said, one in told.items())
    words = ", ".join(f"{said.rstrip('.')} {about(one)}" for said, one in told.items())
    return Figure(name, f"Bars with intervals: {words}.", svg,
                  Table(title, (what, "battles", "share", "95% interval"), rows))  # fmt: skip


def _names(order: Sequence[str], field: str = "who") -> dict[str, Any]:
    """Names down the side, broken into lines."""
    return {"field": field, "type": "nominal", "title": None, "sort": list(order),
            "axis": {"labelExpr": LINES, "labelLimit": LABEL + 20}}  # fmt: skip


def _step(labels: Sequence[str]) -> int:
    """Pixels from one row to the next, so that the labels of all have room."""
    return 12 + 15 * max((label.count("\n") + 1 for label in labels), default=1)


def _legend(domain: Sequence[str], colours: Sequence[str], title: str | None,
            field: str = "who") -> dict[str, Any]:  # fmt: skip
    return {"field": field, "type": "nominal", "title": title, "sort": list(domain),
            "scale": {"domain": list(domain), "range": list(colours)}}  # fmt: skip


def _share_cells(one: Share) -> tuple[str, str]:
    return percent(one.share), f"{percent(one.low)} – {percent(one.high)}"


def _mean(one: Mean) -> str:
    if one.low is None or one.high is None or one.low == one.high:
        return f"{one.mean:.2f}"
    return f"{one.mean:.2f} ({one.low:.2f}–{one.high:.2f})"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def _level(value: float, chances: bool) -> str:
    return f"{value:.0%}" if chances else f"{value:+.2f}".replace("-", "−")
