"""The palette of all pages, as a style sheet: variables for colours and letters, by day and by
night."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def palette() -> str:
    """The style sheet."""
    return resources.files("autogm.view").joinpath("palette.css").read_text("utf-8")
