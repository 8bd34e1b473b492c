"""What may come of each choice, as lines of the terminal."""

from __future__ import annotations

from typing import Any

from autogm.analysis.blocks import may_block
from autogm.analysis.forecast import Forecast, forecasts
from autogm.analysis.remains import remains
from autogm.view.options import Offer


def odds_lines(state: Any, asked: Offer) -> list[str]:
    """A line for each option of which something can be told, by its number: what a way to take a
    hit leaves, what may come of a roll, or who may block a move."""
    told = []
    every = zip(
        asked.options, forecasts(state, asked), remains(state, asked), may_block(state, asked),
        strict=True,
    )  # fmt: skip
    for number, (option, one, kept, block) in enumerate(every, 1):
        said = block if one is None else _words(one)
        if kept is not None:
            said = kept.words()
        if said:
            told.append(f"  {number:>2}  {option.words}: {said}")
    return told


def _words(found: Forecast) -> str:
    """What may come of an option, and what that rests on."""
    rolled = f"{found.skill} against {found.answer}" if found.answer else found.skill
    said = f"{found.words()} ({rolled})" if rolled else found.words()
    if invoked := found.invoked_words():
        return f"{said}; {invoked}"
    return f"{said}, unless they invoke" if not rolled and found.answered else said
