"""What dice that are about to fall may bring, exactly and sum by sum, if nobody invokes anything
after them: told to somebody who is about to roll them, from what their side knows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from autogm.analysis.forecast import Forecast, forecaster_of, of_odds
from autogm.analysis.rolls import fallen
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import R_AREA
from autogm.engine.state import State
from autogm.game.contract import CHANCE, DifficultyOdds
from autogm.planner.roll_odds import odds_of
from autogm.view.figures import signed, whole
from autogm.view.words.grammar import possessive
from autogm.view.words.names import names_in


@dataclass(frozen=True)
class Fall:
    """What the dice may come to, how often they do, the total of the roll then (None where that is
    not told), and what comes of it (None where that rests on choices, or on the dice of others)."""

    dice: int
    chance: float
    total: int | None
    forecast: Forecast | None

    def words(self) -> str:
        """What it makes of the roll, briefly."""
        if self.forecast is not None:
            return self.forecast.words()
        return "it depends on what follows" if self.total is None else f"{self.total} in all"


@dataclass(frozen=True)
class Falling:
    """The dice that are about to fall: each sum, the least first; what comes of the roll all in all
    (None where that rests on choices), and who rolls what against whom, in words."""

    falls: tuple[Fall, ...]
    whole: Forecast | None
    rolled: str = ""

    def words(self) -> str:
        """What comes of the roll all in all, briefly; nothing where that cannot be told."""
        if self.whole is None:
            return ""
        said = f"{self.rolled}: {self.whole.words()}" if self.rolled else self.whole.words()
        if invoked := self.whole.invoked_words():
            return f"{said}; {invoked}"
        return said

    def lines(self) -> list[tuple[str, str, str]]:
        """What the dice may come to, how often they do, and what that makes of the roll, in words.
        Sums that make the same of it stand together."""
        told = []
        for words, alike in groupby(self.falls, Fall.words):
            some = list(alike)
            least, most = signed(some[0].dice), signed(some[-1].dice)
            sums = least if len(some) == 1 else f"{least} to {most}"
            told.append((sums, whole(sum(one.chance for one in some)), words))
        return told


def falling(state: Any, side: int) -> Falling | None:
    """What the dice that are pending may bring, as a side knows it; None where no dice are pending,
    or what is rolled for is hidden from it."""
    if state.current_player() != CHANCE:
        return None
    try:
        seen = state.game.as_known_to(state, side) if hasattr(state.game, "as_known_to") else state
    except (NotKnownError, ValueError):
        return None
    return _of_conflict(seen) if isinstance(seen, State) else _of_other(seen)


def _of_conflict(state: State) -> Falling:
    if int(state.record[0]["roll_flags"]) & R_AREA:  # who is hit depends on the dice of each
        return Falling(
            tuple(Fall(*one, _total(state, code), None) for code, one in _sums(state)), None
        )
    odds, names = odds_of(state.game, state), names_in(state)
    rolled = f"{possessive(names.of(odds.roller))} {odds.skill}"
    if odds.opponent is not None:
        rolled += f" against {possessive(names.of(odds.opponent))} {odds.answer}"
    them = "them" if odds.opponent is None else names.of(odds.opponent)
    falls = []
    for outcome, one in _sums(state):
        ends = fallen(state, outcome)
        found = None if ends is None else Forecast(ends, odds.attack, them=them)
        falls.append(Fall(*one, _total(state, outcome), found))
    whole = forecaster_of(state.game).declared(state)
    return Falling(tuple(falls), None if whole is None else replace(whole, them=them), rolled)


def _total(state: State, outcome: int) -> int | None:
    """What a roll comes to in all with an outcome; None for dice that fall anew."""
    told = (one.facts for one in state.game.events(state, outcome) if one.kind == "roll")
    return next((int(one["total"]) for one in told), None)


def _of_other(state: Any) -> Falling | None:
    """What a game itself tells of the roll, of each way in which its dice fall."""
    if not hasattr(state.game, "odds"):
        return None
    falls, ends = [], defaultdict[int, float](float)
    most = least = difficulty = 0
    for outcome, (dice, chance) in _sums(state):
        odds = state.game.odds(state, outcome)
        if odds is None:
            return None
        falls.append(Fall(dice, chance, None, replace(of_odds(odds), between=None, against=None)))
        for shifts, share in odds.ends:
            ends[shifts] += chance * share
        most, least = most + chance * odds.most, least + chance * odds.least
        difficulty = odds.difficulty
    whole = DifficultyOdds(difficulty, tuple(sorted(ends.items())), most, least)
    return Falling(tuple(falls), of_odds(whole))


def _sums(state: Any) -> Iterator[tuple[int, tuple[int, float]]]:
    """Each way in which dice may fall: what they come to, and how likely that is."""
    for outcome, chance in state.chance_outcomes():
        yield outcome, (int(state.game.entry(state, outcome)["sum"]), chance)
