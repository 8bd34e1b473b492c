"""How wide letters are, and where a line of text breaks, without a font at hand: an SVG is drawn by
whatever fonts its reader has, so every width here is that of the widest common face, and a line
that fits by it fits anywhere. Carries no rule; must never look at the machine's own fonts.
"""

from __future__ import annotations

import re
import unicodedata

_PLAIN = {
    0.35: " ',./:;\\ijl|",
    0.40: "()-I[]f",
    0.45: "!Jt",
    0.50: '"*_`r',
    0.55: "?sz",
    0.60: "cvxy",
    0.65: "$0123456789abdeghknopqu{}",
    0.70: "FLPSTYZ",
    0.75: "ABEKVX",
    0.80: "CGR",
    0.85: "#+<=>DOQU^~",
    0.90: "&HNw",
    1.00: "%@m",
    1.05: "MW",
}
_BOLD = {
    0.40: " ',./:;\\ijl|",
    0.45: "-f",
    0.50: "!()IJ[]_`t",
    0.55: '"*r',
    0.60: "?sz",
    0.65: "cx",
    0.70: "$0123456789aekovy",
    0.75: "FLSTYZbdghnpqu{}",
    0.80: "ACEPVX",
    0.85: "#+<=>BR^~",
    0.90: "DGKOQU",
    0.95: "&HNw",
    1.00: "@",
    1.05: "%",
    1.10: "m",
    1.15: "MW",
}
"""Advance widths in em, the greater of DejaVu Sans and DejaVu Serif, rounded up to a twentieth."""

_WIDTHS = {
    bold: {letter: em for em, letters in table.items() for letter in letters}
    for bold, table in ((False, _PLAIN), (True, _BOLD))
}
_FULL_WIDTH = 1.35
_OTHER = 1.3
_BLANKS = re.compile(r"[^\S\u00a0]+")
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(text: str) -> str:
    """The text on one line, safe to show: control, bidirectional and unassigned characters become
    replacement marks, and every run of blanks one space, but for those at which no line breaks."""
    shown = (
        "\ufffd" if unicodedata.category(c) in _HIDDEN and not c.isspace() else c for c in text
    )
    return _BLANKS.sub(" ", "".join(shown)).strip()


def width(text: str, size: float, bold: bool = False) -> float:
    """How much room a line of text of this font size takes at most, in the size's units."""
    return size * sum(_em(letter, bold) for letter in text)


def wrap(text: str, size: float, room: float, bold: bool = False) -> tuple[str, ...]:
    """Break a text into lines no wider than `room`, at blanks where possible, inside a word where
    it must be. At least one line; every letter but the blanks at breaks is kept."""
    lines: list[str] = []
    line = ""
    for word in clean(text).split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _break(word, size, room, bold)
        lines.extend(full)
    return (*lines, line) if line or not lines else tuple(lines)


def _break(word: str, size: float, room: float, bold: bool) -> list[str]:
    """One word in pieces that fit; a single letter always does."""
    pieces, piece = [], ""
    for letter in word:
        if piece and width(piece + letter, size, bold) > room:
            pieces.append(piece)
            piece = ""
        piece += letter
    return [*pieces, piece]


def _em(letter: str, bold: bool) -> float:
    known = _WIDTHS[bold].get(" " if letter == "\u00a0" else letter)
    if known is not None:
        return known
    base = unicodedata.normalize("NFD", letter)[0]
    if base != letter and base in _WIDTHS[bold]:
        return _WIDTHS[bold][base] + 0.05
    if unicodedata.combining(letter):
        return 0.0
    return _FULL_WIDTH if unicodedata.east_asian_width(letter) in "WF" else _OTHER
