"""What a person wants to see of a review first: the moments where a play moved most, and the
decisions that cost most, with the better line and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from autogm.analysis.forecast import Forecaster, is_theirs
from autogm.analysis.review.account import Account, Change
from autogm.analysis.review.beats import Beat
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.contract import PLAYERS
from autogm.model.words import SIDES
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import inside, start
from autogm.view.words.sides import CALLED

SHOWN = 3
MOVED, LOST = 0.06, 0.02
"""What a moment moves, and a decision costs, at least, to be told, as a share of half of what is at
stake: three percentage points of a chance to win, or of the stakes, and one."""


@dataclass(frozen=True)
class Decision:
    """A choice that gave something away: whose it was, in words, what was asked, what was chosen
    and what should have been (as they follow «to»), what that cost the side in utility, and what is
    known of the rolls of both, before further invokes; `theirs`: they are the other side's."""

    change: Change
    exchange: int | None
    who: str
    question: str
    chosen: str
    better: str
    lost: float
    chosen_odds: str = ""
    better_odds: str = ""
    theirs: bool = False

    @property
    def side(self) -> int:
        """The number of the side that chose."""
        return PLAYERS if self.change.side is None else self.change.side

    def sentence(self) -> str:
        """What was chosen, and what was better."""
        who = (
            self.who if self.exchange is None else f"In exchange {self.exchange} {inside(self.who)}"
        )
        return f"{who} chose to {self.chosen}; better was to {self.better}."

    def why(self) -> str:
        """Why the better one is better, by its roll, as a sentence; nothing where that does not
        tell them apart."""
        if not self.better_odds or self.better_odds == self.chosen_odds:
            return ""
        beside = f"; what was chosen: {self.chosen_odds}" if self.chosen_odds else ""
        whose = "their roll" if self.theirs else "it"
        return f"Before further invokes {whose} would {self.better_odds}{beside}."


def turning_points(beats: Sequence[Beat], least: float, side: int = PLAYERS) -> list[Beat]:
    """The beats that moved a play most for a side, by `least` utility, in order. All of what a beat
    moved counts, by dice, by choices and by looking again at what it led to: a recap that passes
    the largest step over for its kind contradicts its own chart. One that ended the play is told
    beside them, however much of it the look before had seen coming."""
    moved = [one for one in beats if abs(one.moved(side)) >= least]
    moved.sort(key=lambda one: -abs(one.moved(side)))
    ending = [one for one in moved[SHOWN:] if one.ends]
    return sorted(moved[:SHOWN] + ending, key=lambda one: one.number)


def costliest(
    found: Account, least: tuple[float, float], to: int | None = None, most: int = SHOWN
) -> list[Decision]:
    """The decisions that gave most away, each at least what is `least` in utility to the side that
    made it, costliest first by that: of both sides, or of one that is told."""
    chosen = (one for one in found.changes if one.best is not None and to in (None, one.side))
    lost = [(one.lost / least[one.side], one) for one in chosen if one.side is not None]
    told = sorted((pair for pair in lost if pair[0] >= 1.0), key=lambda pair: -pair[0])
    forecasters: dict[Game, Forecaster] = {}  # of this review: those that are kept are the page's
    return [_decision(one, forecasters) for _, one in told[:most]]


def _decision(change: Change, forecasters: dict[Game, Forecaster]) -> Decision:
    state, taken, best = change.seen, change.taken, change.best
    assert taken is not None
    assert best is not None
    if isinstance(state, State):
        if state.game not in forecasters:
            forecasters[state.game] = Forecaster(state.game)
        return _in_conflict(change, forecasters[state.game], state, taken, best)
    who = start(CALLED[SIDES[state.current_player()]])
    chosen, better = (
        str(state.game.describe(state, one)).removesuffix(".") for one in (taken, best)
    )
    return Decision(change, None, who, "", chosen, better, change.lost)


def _in_conflict(
    change: Change, forecaster: Forecaster, state: State, taken: int, best: int
) -> Decision:
    words, theirs = ChoiceWords(state.game), is_theirs(state)
    them = words.chooser(state) if theirs else ""
    return Decision(
        change,
        state.exchange,
        start(words.chooser(state)),
        words.question(state),
        words.phrase(state, taken),
        words.phrase(state, best),
        change.lost,
        _odds(forecaster, state, taken, them),
        _odds(forecaster, state, best, them),
        theirs,
    )


def _odds(forecaster: Forecaster, state: Any, action: int, them: str) -> str:
    """The odds of a roll, which is the other side's where it is said who is `them` to it."""
    found = forecaster.of(state, action)
    if found is None or len(found.results) < 2:
        return ""
    return (replace(found, them=them) if them else found).words()
