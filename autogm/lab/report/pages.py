"""Reports as one page: HTML that needs nothing but itself, no script, no network, and prints. Two
or more reports stand side by side at its top, and follow each other below. The pictures keep their
colours by day as they are drawn; rules of the style sheet turn them where the reader prefers the
dark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from markupsafe import Markup, escape

from autogm.lab.report.parts import Figure, Report, Table
from autogm.view.palette import palette
from autogm.view.picture.night import night_rules

GENERATOR = "autogm report"
HALF = 700.0
"""Pixels of a picture that can still be read on half a page."""
_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_ID = re.compile(r'(?<= id=")|(?<=url\(#)|(?<=url\(&quot;#)|(?<=href="#)')
_CODE = re.compile(r"`([^`]+)`")
_SIZE = re.compile(r' (width|height)="([0-9.]+)"')


@dataclass(frozen=True)
class Side:
    """Reports beside each other: a table with a column for each, and a figure."""

    table: Table
    figure: Figure | None = None
    says: tuple[str, ...] = ()


def page(reports: Sequence[Report], beside: Side | None = None, made: str = "") -> str:
    """The page."""
    title = reports[0].title if len(reports) == 1 else f"{len(reports)} reports side by side"
    text: str = _template().render(
        title=title, generator=GENERATOR, reports=reports, beside=beside, made=made,
        css=_css() + night_rules(".drawn").replace("@media (", "@media screen and ("),
        inline=inline, is_tall=is_tall, is_wide=is_wide,
    )  # fmt: skip
    return text if text.endswith("\n") else text + "\n"


def coded(text: str) -> Markup:
    """A sentence for the page, with what stands between backticks as code."""
    parts = [escape(one) for one in _CODE.split(text)]
    return Markup("").join(
        Markup("<code>{}</code>").format(one) if place % 2 else one
        for place, one in enumerate(parts)
    )


def is_report(text: str) -> bool:
    """Whether a file is a page that was made here."""
    return f'<meta name="generator" content="{GENERATOR}">' in text[:2000]


def is_wide(figure: Figure) -> bool:
    """Whether a picture needs the whole page to be read: half of it would halve its letters."""
    return _measures(figure)[0] > HALF


def is_tall(figure: Figure) -> bool:
    """Whether a picture is so tall that its table has room beside it."""
    wide, high = _measures(figure)
    return high > wide


def _measures(figure: Figure) -> tuple[float, float]:
    """The width and the height of a picture, in pixels; nothing where it does not say them."""
    head = _TAG.search(figure.svg)
    found = {} if head is None else dict(_SIZE.findall(head[0]))
    return float(found.get("width", 0)), float(found.get("height", 0))


def inline(figure: Figure, place: str) -> str:
    """A picture as it stands in a page: its ids are its own, since several pictures use the same,
    and it says nothing to who cannot see it, for whom its words stand beside it."""
    svg = re.sub(r"^<\?xml[^>]*>\s*", "", figure.svg)
    own = f"{place}-{figure.name}-"
    svg = _TAG.sub(lambda tag: _ID.sub(own, tag[0]), svg)
    head = _TAG.match(svg)
    assert head is not None, "every figure is an SVG"
    first = re.sub(r' role="[^"]*"| aria-[a-z]+="[^"]*"', "", head[0])
    wide = re.search(r' width="([0-9.]+)', first)
    size = f' style="max-width: {float(wide[1]):.0f}px"' if wide else ""
    first = _SIZE.sub("", first)[:-1] + f'{size} aria-hidden="true" focusable="false">'
    rest = re.sub(r' (?:role|aria-roledescription)="[^"]*"', "", svg[head.end() :])
    return first + re.sub(r"<title>[^<]*</title>", "", rest)


@cache
def _css() -> str:
    own = resources.files("autogm.lab.report").joinpath("report.css").read_text("utf-8")
    return palette() + own


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    source = resources.files("autogm.lab.report").joinpath("report.html").read_text("utf-8")
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                       lstrip_blocks=True)  # fmt: skip
    made.filters["coded"] = coded
    return made.from_string(source)
