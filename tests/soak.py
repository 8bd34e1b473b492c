"""How much tests do: by themselves they do what they say; `make test` is brief and takes minutes,
where AUTOGM_BRIEF is set; and `make soak` does at random for hours what they do a few times.
AUTOGM_SOAK says what share of those hours: 1 is all, 0.05 a twentieth.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar
from zlib import crc32

VARIABLE, BRIEF = "AUTOGM_SOAK", "AUTOGM_BRIEF"
MANY, PART = 8, 3
"""In a brief run a test of at least so many scenarios takes one of so many."""

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


def left_out(test: str, scenarios: Iterable[str]) -> set[str]:
    """The scenarios that a test of all of them leaves out in a brief run: it takes each third one,
    from another one on for each test, so that a third of the tests sees each scenario."""
    every = sorted(set(scenarios))
    if not is_brief() or len(every) < MANY:
        return set()
    first = crc32(test.encode())
    return {name for place, name in enumerate(every, first) if place % PART}
