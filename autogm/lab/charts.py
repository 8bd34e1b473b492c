"""Charts as SVG, and as PNG: how every chart here is drawn, and those of comparisons. They are
written in Vega-Lite and drawn by vl-convert (the extra `charts`), in the colours of the
battlefield's picture, so that `autogm.view.picture.night` turns them dark like any picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autogm.lab.compare import Compared
from autogm.view.figures import whole
from autogm.view.lettering import wrap
from autogm.view.picture.svg import CARD, COLOURS, INK, MUTED, RULE, TINTS

BLUE, PALE = COLOURS["players"], RULE
WIDTH, ROW, HEIGHT = 420, 34, 260
FONT = "DejaVu Sans, Verdana, Arial, Liberation Sans, sans-serif"
"""The wide ones first: what is measured with them has room in every other."""
SIZE = 12
PADDING = 12
LABELS = 320
"""Pixels of a variant's name at most."""
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
EXTRA = "autogm[charts]"
LOOK: dict[str, Any] = {
    "aria": False,
    "font": FONT,
    "view": {"stroke": None},
    "title": {"color": INK, "fontSize": SIZE + 2, "anchor": "start", "offset": 10,
              "subtitleColor": MUTED, "subtitleFontSize": SIZE},
    "axis": {"labelColor": INK, "titleColor": MUTED, "titleFontWeight": "normal",
             "labelFontSize": SIZE, "titleFontSize": SIZE, "gridColor": RULE, "domainColor": MUTED,
             "tickColor": MUTED, "labelLimit": LABELS, "labelOverlap": "greedy",
             "labelSeparation": 4, "labelFlush": False},
    "axisQuantitative": {"tickCount": 5},
    "legend": {"labelColor": INK, "titleColor": MUTED, "labelFontSize": SIZE,
               "titleFontSize": SIZE, "titleFontWeight": "normal", "orient": "top",
               "labelLimit": LABELS, "symbolStrokeColor": INK, "symbolOpacity": 1,
               "columnPadding": 18},
    "header": {"labelColor": INK, "labelFontSize": SIZE, "labelAnchor": "start",
               "titleColor": MUTED, "labelLimit": LABELS},
    "text": {"color": INK, "fontSize": SIZE},
    "range": {"category": [BLUE, COLOURS["gm"], COLOURS["open"]]},
    "style": {"cell": {"stroke": None}, "group-title": {"fill": INK}},
}  # fmt: skip
"""No colour but those that have a counterpart by night."""
LINES = "split(datum.label, '\\n')"
"""What an axis says where its labels are broken into lines by `lines`."""


class Undrawn(RuntimeError):  # noqa: N818
    """There is nothing to draw charts with."""


def drawn(spec: Mapping[str, Any]) -> str:
    """A chart, written in Vega-Lite, as an SVG document that ends with a line break.

    Raises:
        Undrawn: where vl-convert is not installed.
    """
    vl_convert = _converter()
    whole = {"$schema": SCHEMA, "background": CARD, "padding": PADDING, "config": LOOK, **spec}
    text: str = vl_convert.vegalite_to_svg(whole)
    return text if text.endswith("\n") else text + "\n"


def png(svg: str) -> bytes:
    """A picture as PNG, twice as large, for screens that have as many pixels.

    Raises:
        Undrawn: where vl-convert is not installed.
    """
    image: bytes = _converter().svg_to_png(svg, scale=2)
    return image


def can_draw() -> bool:
    """Whether there is something to draw with."""
    from importlib.util import find_spec

    return find_spec("vl_convert") is not None


def lines(text: str, room: float) -> str:
    """A label, broken so that no line is wider than so many pixels."""
    return "\n".join(wrap(text, SIZE, room))


def _converter() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise Undrawn(f"charts are drawn with vl-convert: pip install '{EXTRA}'") from None
    return vl_convert


def bars(title: str, told: Sequence[Compared]) -> str:
    """A bar for each variant."""
    names = {"field": "key", "type": "nominal", "title": None, "sort": None,
             "axis": {"labelLimit": LABELS,
                      "labelExpr": "slice(split(datum.label, '; '), 1)"}}  # fmt: skip
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
    rows = [{**_row(one), "key": f"{number}; {one.name}"} for number, one in enumerate(told)]
    return _svg(title, rows, {"y": names}, layer, ROW * len(told))


def curve(title: str, path: str, values: Sequence[float], told: Sequence[Compared]) -> str:
    """The share over the values of a field."""
    data = [{**_row(one), "value": value} for value, one in zip(values, told, strict=True)]
    across = {"field": "value", "type": "quantitative", "title": path,
              "axis": {"values": list(values)}, "scale": {"zero": False}}  # fmt: skip
    layer = [
        {
            "mark": {"type": "area", "color": TINTS["players"]},
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
        "said": whole(share.share),
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
    return drawn(
        {
            "title": title,
            "width": WIDTH,
            "height": height,
            "data": {"values": data},
            "encoding": encoding,
            "layer": layer,
        }
    )
