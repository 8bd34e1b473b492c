"""Charts of comparisons, as SVG: bars of the players' share of wins with their intervals, or a
curve over the values of a sweep. They are written in Vega-Lite and drawn by vl-convert (the extra
`charts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autogm.lab.compare import Compared

BLUE, INK, PALE = "#1c6685", "#2a2520", "#ddd0b9"
WIDTH, ROW, HEIGHT = 420, 34, 260
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
PADDING = 16
LABELS = 320
"""Pixels of a variant's name at most."""
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


def bars(title: str, told: Sequence[Compared]) -> str:
    """A bar for each variant."""
    names = {"field": "name", "type": "nominal", "title": None, "sort": None,
             "axis": {"labelLimit": LABELS, "labelExpr": "split(datum.label, '; ')"}}  # fmt: skip
    ends = {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}}
    layer = [
        {"mark": {"type": "bar", "color": BLUE, "opacity": 0.75}, "encoding": {"x": _share()}},
        {"mark": {"type": "rule", "color": INK, "strokeWidth": 2}, "encoding": ends},
        {
            "mark": {"type": "text", "align": "left", "dx": 6, "color": INK},
            "encoding": {
                "x": {"field": "high", "type": "quantitative"},
                "text": {"field": "said", "type": "nominal"},
            },
        },
    ]
    return _svg(title, [_row(one) for one in told], {"y": names}, layer, ROW * len(told))


def curve(title: str, path: str, values: Sequence[float], told: Sequence[Compared]) -> str:
    """The share over the values of a field."""
    data = [{**_row(one), "value": value} for value, one in zip(values, told, strict=True)]
    across = {"field": "value", "type": "quantitative", "title": path,
              "axis": {"values": list(values)}, "scale": {"zero": False}}  # fmt: skip
    layer = [
        {
            "mark": {"type": "area", "color": BLUE, "opacity": 0.2},
            "encoding": {"y": _share("low"), "y2": {"field": "high"}},
        },
        {
            "mark": {"type": "line", "color": BLUE, "point": {"color": BLUE}},
            "encoding": {"y": _share()},
        },
    ]
    return _svg(title, data, {"x": across}, layer, HEIGHT)


def _row(one: Compared) -> dict[str, Any]:
    share = one.found.wins["players"]
    return {
        "name": one.name,
        "share": share.share,
        "low": share.low,
        "high": share.high,
        "said": f"{share.share:.0%}",
    }


def _share(field: str = "share") -> dict[str, Any]:
    """A share from none to all."""
    return {
        "field": field,
        "type": "quantitative",
        "title": "the players win",
        "scale": {"domain": [0, 1]},
        "axis": {"format": "%", "gridColor": PALE},
    }


def _svg(
    title: str, data: list[dict[str, Any]], encoding: Any, layer: list[Any], height: int
) -> str:
    import vl_convert

    spec = {
        "$schema": SCHEMA,
        "title": title,
        "background": "white",
        "config": {"view": {"stroke": None}, "font": FONT},
        "padding": PADDING,
        "width": WIDTH,
        "height": height,
        "data": {"values": data},
        "encoding": encoding,
        "layer": layer,
    }
    text: str = vl_convert.vegalite_to_svg(spec)
    return text if text.endswith("\n") else text + "\n"
