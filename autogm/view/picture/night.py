"""A picture for dark surroundings: the same drawing in other colours. A picture's colours are few
and named (`autogm.view.picture.svg`), so each has its counterpart here; no other is touched, and
no text.
"""

from __future__ import annotations

import re

NIGHT = {
    "#2a2520": "#ece3d3",  # ink
    "#75695c": "#b0a392",  # muted
    "#5d5246": "#a3957f",  # lines
    "#f5efe3": "#1c1916",  # paper
    "#fffdf8": "#2a2622",  # cards
    "#ebe1ce": "#393229",  # bands
    "#ddd0b9": "#4a4237",  # rules
    "#e2d8c5": "#100e0c",  # shades
    "#1c6685": "#7fbcd8",  # players
    "#a63a2e": "#ef9486",  # gm
    "#b97d0a": "#f0cc66",  # open
    "#d9e8ee": "#1f3a46",  # tints of the same
    "#f3dcd8": "#4a2722",
    "#f7e7c3": "#463615",
    "#ffffff": "#191613",  # letters on a colour, empty boxes
    "#8a7a5c": "#8f8066",
    "#b9a98c": "#8c7e66",
    "#fbf6eb": "#24201c",  # unexplored
    "#eee4d1": "#312b24",
}
"""The colour by night of each colour by day."""
_TAG = re.compile(r"<[a-z][^<>]*>")
"""In an SVG of ours text holds neither `<` nor `>`, so that this finds tags alone."""
_COLOUR = re.compile(r'(?<==")#[0-9a-f]{6}(?=")')


def by_night(svg: str) -> str:
    """The same picture, light on dark.

    Raises:
        KeyError: for a colour that has no counterpart.
    """
    return _TAG.sub(lambda tag: _COLOUR.sub(lambda found: NIGHT[found[0]], tag[0]), svg)


def night_rules(within: str) -> str:
    """The same as rules of a style sheet, for a picture by day that stands in a page: they hold
    where its reader prefers the dark, below what the selector `within` finds."""
    rules = "\n".join(
        f'  {within} [{what}="{day}"] {{ {what}: {night}; }}'
        for day, night in NIGHT.items()
        for what in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme: dark) {{\n{rules}\n}}\n"
