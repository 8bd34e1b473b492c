"""Standard output and error as they are found: of another encoding than UTF-8, closed, a pipe that
nobody reads any more, a full disk. None of them may end a command with a traceback.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
import unicodedata
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

PLAINLY = "autogm-plainly"
"""The name under which Python knows how letters are written that an encoding has not."""
UNWRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Why a write may fail that is nobody's mistake here: no room, or a device that fails."""

_PLAIN = {
    **dict.fromkeys("«»“”„‟″", '"'),
    **dict.fromkeys("‘’‚‛‹›′", "'"),
    **dict.fromkeys("‐‑‒–—―−─━═╌┄┈", "-"),
    **dict.fromkeys("│┃║┆┊", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╟╢╞╡╪╫╴╵╶╷╸╹╺╻╼╽╾╿┠┨┯┷┿┝┥╇╈╉╊", "+"),
    **dict.fromkeys("▏▎▍▌▋▊▉█▓▒░▁▂▃▄▅▆▇■▪▬", "#"),
    **dict.fromkeys("·•◦‣∙", "."),
    **dict.fromkeys("→►▶▸⇒↦", ">"),
    **dict.fromkeys("←◄◀◂⇐", "<"),
    **dict.fromkeys("↑▲△⇑", "^"),
    **dict.fromkeys("↓▼▽⇓", "v"),
    **dict.fromkeys("●◉", "*"),
    **dict.fromkeys("□☐○▫", "o"),
    **dict.fromkeys("▣☑☒✓✔✗✘", "x"),
    **dict.fromkeys("↔⇔", "="),
    "…": "...",
    "×": "x",
    "÷": "/",
    "±": "+-",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "≈": "~",
    "∞": "inf",
    "σ": "sigma",
    "†": "+",
    "§": "S.",
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ł": "l",
    "Ł": "L",
    "\xa0": " ",
    "\u2009": " ",
    "\u202f": " ",
}


def plainly(text: str) -> str:
    """A text in ASCII, as like itself as can be: quotes and dashes as ASCII has them, bars as `#`,
    letters without their accents, and `?` for what is like nothing."""
    return "".join(map(_plain_letter, text))


def _plain_letter(letter: str) -> str:
    if letter.isascii():
        return letter
    if letter in _PLAIN:
        return _PLAIN[letter]
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in parts if part.isascii()) or "?"


def _written_plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plainly(error.object[error.start : error.end]), error.end


codecs.register_error(PLAINLY, _written_plainly)


def ready() -> None:
    """Make the standard streams ready for any letter; one that was closed before the start goes
    nowhere, and the command does the rest of its work."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAINLY)


def unicode_out() -> bool:
    """Whether standard output can show every letter."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return encoding.lower().replace("_", "-").startswith("utf")


def write_svg(text: str) -> None:
    """Write a drawing to standard output: UTF-8, or ASCII in which every other letter is named by
    its number, as XML has it."""
    if not unicode_out():
        text = text.encode("ascii", "xmlcharrefreplace").decode("ascii")
    sys.stdout.write(text)


def flush() -> None:
    """Write out what is still to be written, so that a failure comes while it can be told.

    Raises:
        OSError: as writing it does.
    """
    for stream in (sys.stdout, sys.stderr):
        if not stream.closed:
            stream.flush()


def give_up(*given: TextIO) -> None:
    """Let what is still to be written to those streams go nowhere, so that Python does not try it
    once more when it ends."""
    for stream in given:
        with suppress(OSError, ValueError):  # a stream without a file
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
