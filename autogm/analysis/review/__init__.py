"""A play looked at afterwards: what it was worth to each side at every moment, and why that
changed.

Each change is one of three things, in utility to a side:

- **Luck**, where dice fell: what the state after them is worth, less the mean over all ways in
  which they could have fallen, by their chances. So luck has the mean zero.
- **Judgement**, where a side chose: what the choice leads to, less what the best one does, both by
  one look at the state. To the side that chose it is never above zero.
- **Reappraisal**, everywhere: what the next look says of the same state, less what the one before
  said of it. It is what the measure did not foresee, and no deed of anybody: nothing where all is
  solved. At the end of a play it is what was still open before it was over.

Each look begins where the one before ended, so that what the beginning was worth, luck, judgement
of both sides and reappraisal add up to what the end is worth, exactly. Where a conflict is not
solved, what a state is worth is the estimate of its best choice at the end of the turn under way,
and a choice has given away only what the level's search and a second look at what both choices lead
to agree on (`measures`): judgement is then what is sure to have been given away by these, rather
too little than too much, and reappraisal has the rest; so it has what battles that were played on
from the beginning of an exchange show beyond the estimates of the exchange before.

A review for a side is worked out from what that side knew at each moment (`Game.as_known_to`):
where it may not know what is going on nothing is measured, and what comes to light is reappraisal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autogm.analysis.review.account import (
    Account,
    Change,
    Move,
    Totals,
    account,
    known_to,
    moves_of,
    moves_of_steps,
)
from autogm.analysis.review.beats import Beat, beats_of, known_game
from autogm.analysis.review.measures import (
    LevelMeasure,
    Measure,
    UnmeasuredError,
    Utility,
    measure_for,
)
from autogm.analysis.review.moments import LOST, MOVED, Decision, costliest, turning_points
from autogm.analysis.review.scale import Scale
from autogm.analysis.review.tallies import Tally, tallies_of
from autogm.engine.state import State
from autogm.game.contract import GM, PLAYERS
from autogm.planner.levels import DEFAULT, Level
from autogm.view.words.stakes import at_stake

__all__ = [
    "Account", "Beat", "Change", "Decision", "LevelMeasure", "Measure", "Move", "Review", "Scale",
    "Tally", "Totals", "UnmeasuredError", "Utility", "moves_of", "moves_of_steps",
    "review", "review_moves",
]  # fmt: skip


@dataclass(frozen=True)
class Review:
    """A play reviewed: its first state and its moves, for whom (`to`: a side's number, or None for
    everything), what it was measured with, its account, its beats, the moments where it moved most
    in order, the decisions that cost most, costliest first, and the tallies of fighters by id
    (empty for games that are no conflicts)."""

    start: Any
    moves: tuple[Move, ...]
    to: int | None
    measured: str
    account: Account
    beats: tuple[Beat, ...]
    moments: tuple[Beat, ...]
    decisions: tuple[Decision, ...]
    tallies: Mapping[str, Tally]

    @property
    def end(self) -> Any:
        """The last state."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def side(self) -> int:
        """The side from which it is told: that of whom it is for, else the players'."""
        return PLAYERS if self.to is None else self.to

    @property
    def told_game(self) -> Any:
        """The game as it is known in the end to whom it is for."""
        return known_game(self.end, self.to)

    @property
    def is_conflict(self) -> bool:
        """Whether it is a conflict."""
        return isinstance(self.start, State)

    @property
    def scale(self) -> Scale:
        """How what it is worth to the side from which it is told is told."""
        return self.scale_of(self.side)

    def scale_of(self, side: int) -> Scale:
        """How what it is worth to a side is told."""
        return Scale(self.start.game, side)

    @property
    def shown(self) -> tuple[Change, ...]:
        """The changes that whoever it is for may count: a side those alone that were measured by
        what it knew, so that nothing hidden shows by what is passed over."""
        changes = self.account.changes
        return changes if self.to is None else tuple(one for one in changes if one.seen is not None)

    def line(self, side: int) -> list[float]:
        """What it was worth to a side, in utility: at the beginning, after each move that is
        `shown` as it was then looked at, and at the end."""
        found = [self.account.start[side]]
        found += [one.worth[side] for one in self.shown]
        return [*found, self.account.result[side]]


def review(
    start: Any,
    entries: Sequence[Mapping[str, Any]],
    *,
    by: Sequence[str | None] = (),
    level: Level = DEFAULT,
    chances: Sequence[tuple[State, float]] = (),
    to: int | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> Review:
    """Review a play of any kind of game from a state on: `entries` are made by `Game.entry`, and
    `by` says of each who decided it. It may still be going on. `chances` are those of the players
    to win from some of its states on, draws counted half, as battles that were played on show them
    (`playing_on`): of states as the side knows them that is told. `told` is called with 1 for each
    entry that is done.

    Raises:
        PlayError: at the first entry that this version of the game does not accept.
        UnmeasuredError: for a game that can come back to a state, or is too large, and no conflict.
        ValueError: where `by` is of another length than the entries, and for a chance that says
            nothing (`measures.measure_for`).
    """
    moves = tuple(moves_of(start, entries, by))
    return review_moves(start, moves, level=level, chances=chances, to=to, told=told)


def review_moves(
    start: Any,
    moves: tuple[Move, ...],
    *,
    level: Level = DEFAULT,
    chances: Sequence[tuple[State, float]] = (),
    to: int | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> Review:
    """The same of moves that were played.

    Raises:
        UnmeasuredError: as `review`.
    """
    known = known_to(start, to)
    measure = measure_for(start if known is None else known, level, chances)
    found = account(measure, start, moves, to, told)
    beats = beats_of(start, found, to)
    end = moves[-1].after if moves else start
    told_to = PLAYERS if to is None else to
    halves = [at_stake(start.game, side) / 2 for side in (PLAYERS, GM)]
    happened = [one for beat in beats for one in beat.events]
    return Review(
        start,
        moves,
        to,
        measure.name,
        found,
        beats,
        tuple(turning_points(beats, MOVED * halves[told_to], told_to)),
        tuple(costliest(found, (LOST * halves[PLAYERS], LOST * halves[GM]), to)),
        tallies_of(happened, end) if isinstance(start, State) else {},
    )
