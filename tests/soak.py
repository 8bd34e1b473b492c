"""How much tests do: by themselves they do what they say; `make test` is brief and takes minutes,
where AUTOGM_BRIEF is set; and `make soak` does at random for hours what they do a few times.
AUTOGM_SOAK says what share of those hours: 1 is all, 0.05 a twentieth.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

VARIABLE, BRIEF = "AUTOGM_SOAK", "AUTOGM_BRIEF"

T = TypeVar("T")


def is_brief() -> bool:
    """Whether tests are to take minutes."""
    return bool(os.environ.get(BRIEF)) and not os.environ.get(VARIABLE)


def times(usually: int, soaking: int = 0, *, briefly: int | None = None) -> int:
    """How often."""
    share = float(os.environ.get(VARIABLE) or 0)
    if is_brief() and briefly is not None:
        return briefly
    return max(usually, round(soaking * share)) if share else usually


def some(cases: Sequence[T], briefly: int) -> list[T]:
    """All cases; in a brief run so many of them, from the whole length of the list."""
    if not is_brief() or briefly >= len(cases):
        return list(cases)
    return [cases[place * len(cases) // briefly] for place in range(briefly)]
