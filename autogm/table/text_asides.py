"""What somebody at the terminal asks beside a choice: what may come of it, what the dice may bring,
what a good player would do, and why something cannot be done. As lines, none where nothing can be
told.
"""

from __future__ import annotations

from typing import Any

from autogm.analysis.blocks import may_block
from autogm.analysis.coach import coach
from autogm.analysis.falling import falling
from autogm.analysis.forecast import Forecast, forecasts
from autogm.analysis.remains import remains
from autogm.analysis.threats import threat_lines, threats
from autogm.planner.levels import Level
from autogm.view.options import Offer
from autogm.view.why_not import meant, why_not
from autogm.view.words.grammar import start


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


def falling_lines(state: Any, side: int) -> list[str]:
    """What the dice may bring that somebody is to type, as far as a side may know."""
    found = falling(state, side)
    if found is None:
        return []
    said = found.words()
    first = [f"  {start(said)}."] if said else []
    return first + [f"  {dice:>8}  {often:>4}  {words}" for dice, often, words in found.lines()]


def coach_lines(state: Any, side: int, level: Level) -> list[str]:
    """What a player of a level would do, and what other choices cost against it."""
    found = coach(state, side, level)
    return [found.sentence, *(f"      {one.words}: {one.told}" for one in found.lines)]


def threatening_lines(state: Any, side: int) -> list[str]:
    """What each enemy of a side could do on its next turn, as the side knows it."""
    found = threats(state, side)
    return [f"  {one}" for one in threat_lines(state, side, found)] if found else []


def why_not_lines(state: Any, side: int, words: str) -> list[str]:
    """Why what somebody would do is not offered, with the rule; none where it is."""
    found = why_not(state, side, meant(state, side, words))
    if found is None:
        return []
    rule = f" ({found.rule})" if found.rule else ""
    return [f"  {found.sentence}{rule}"]


def _words(found: Forecast) -> str:
    """What may come of an option, and what that rests on."""
    rolled = f"{found.skill} against {found.answer}" if found.answer else found.skill
    said = f"{found.words()} ({rolled})" if rolled else found.words()
    if invoked := found.invoked_words():
        return f"{said}; {invoked}"
    return f"{said}, unless they invoke" if not rolled and found.answered else said
