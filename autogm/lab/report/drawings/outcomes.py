"""Charts of how battles end: who wins, in which way, in which exchange, how many fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autogm.analysis.intervals import Share
from autogm.analysis.outcomes import about
from autogm.lab.charts import drawn, lines
from autogm.lab.report.along import Along
from autogm.lab.report.drawings.common import (
    FILLS,
    LABEL,
    UNDECIDED,
    WIDE,
    legend,
    names_down,
    share_cells,
    step,
)
from autogm.lab.report.parts import Figure, Table
from autogm.model.words import SIDES
from autogm.view.picture.svg import CARD, COLOURS, INK
from autogm.view.words.grammar import start
from autogm.view.words.names import Names


def outcome(parts: Sequence[tuple[str, str, Share]], runs: str = "battles") -> Figure:
    """Who wins how often, as one bar: each with its side (`undecided` for none), how it is said,
    and its share; `runs` is what is counted."""
    data = [
        {"who": said, "share": one.share, "n": n} for n, (_, said, one) in enumerate(parts)
        if one.count
    ]  # fmt: skip
    domain = [said for _, said, one in parts if one.count]
    svg = drawn({
        "width": WIDE, "height": 38, "data": {"values": data},
        "mark": {"type": "bar", "stroke": CARD, "strokeWidth": 2},
        "encoding": {
            "x": {"field": "share", "type": "quantitative", "stack": "normalize", "title": None,
                  "axis": {"format": "%", "grid": False}},
            "order": {"field": "n"},
            "color": legend(domain, [FILLS[who] for who, _, one in parts if one.count], None),
        },
    })  # fmt: skip
    told = ", ".join(f"{said}: {about(one)}" for _, said, one in parts)
    rows = tuple((said, str(one.count), *share_cells(one)) for _, said, one in parts)
    table = Table("Who wins", ("outcome", runs, "share", "95% interval"), rows)
    return Figure("who-wins", f"A bar of the outcomes. {told}.", svg, table)


def lengths(names: Names, found: Along) -> Figure:
    """In which exchange battles end, by who wins."""
    called = {**names.sides, UNDECIDED: "undecided"}
    counts = {
        (exchange, SIDES[winner - 1] if winner in (1, 2) else UNDECIDED): count
        for (exchange, winner), count in found.lengths.items()
    }
    order = [one for one in ("players", "gm", UNDECIDED) if any(who == one for _, who in counts)]
    data = [{"exchange": exchange, "who": called[who], "battles": count, "n": order.index(who)}
            for (exchange, who), count in sorted(counts.items())]  # fmt: skip
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
            "color": legend([called[one] for one in order], [FILLS[one] for one in order],
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
    rows = tuple((str(n), str(one.count), *share_cells(one)) for n, one in enumerate(numbers))
    said = ", ".join(f"{n} in {about(one)}" for n, one in enumerate(numbers))
    return Figure("fallen", f"Bars of how many fall: {said}.", svg,
                  Table(f"How many {whom} fall", ("taken out", "battles", "share",
                                                  "95% interval"), rows))  # fmt: skip


def shares(
    name: str,
    title: str,
    told: Mapping[str, Share],
    what: str = "ending",
    runs: str = "battles",
    whose: Sequence[str] = (),
) -> Figure:
    """Shares by what they are of, as bars with their intervals, in the colours of those `whose`
    they are, if they are somebody's; `runs` is what is counted."""
    order = [lines(one, LABEL) for one in told]
    data = [
        {"who": order[n], "share": one.share, "low": one.low, "high": one.high,
         "fill": FILLS[whose[n] if whose else "players"]}
        for n, one in enumerate(told.values())
    ]  # fmt: skip
    svg = drawn({
        "title": title, "width": WIDE - LABEL - 20, "height": {"step": step(order)},
        "data": {"values": data}, "encoding": {"y": names_down(order)},
        "layer": [
            {"mark": {"type": "bar", "opacity": 0.75},
             "encoding": {"x": {"field": "share", "type": "quantitative", "title": "share",
                                "axis": {"format": "%"}},
                          "color": {"field": "fill", "type": "nominal", "scale": None}}},
            {"mark": {"type": "rule", "color": INK, "strokeWidth": 2}, "encoding": {
                "x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}},
        ],
    })  # fmt: skip
    rows = tuple((said, str(one.count), *share_cells(one)) for said, one in told.items())
    words = ", ".join(f"{said.rstrip('.')} {about(one)}" for said, one in told.items())
    return Figure(name, f"Bars with intervals: {words}.", svg,
                  Table(title, (what, runs, "share", "95% interval"), rows))  # fmt: skip
