"""Words that people wrote, within Markdown: they are shown as they are, whatever they look like."""

from __future__ import annotations

import re

MARKS = "\\`*_[]<>|#"
"""What Markdown takes for something else than itself."""
_MARK = re.compile(f"([{re.escape(MARKS)}])")
_ESCAPED = re.compile(rf"\\([{re.escape(MARKS)}])")


def as_markdown(words: str) -> str:
    """Words as Markdown shows them, in one line."""
    return _MARK.sub(r"\\\1", words).replace("\n", " ")


def from_markdown(text: str) -> str:
    """The words that `as_markdown` made it from."""
    return _ESCAPED.sub(r"\1", text)
