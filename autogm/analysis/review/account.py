"""A play's account: what each step of it changed, split into luck, judgement and reappraisal, which
add up from what the beginning is worth to what the end is (`autogm.analysis.review` defines them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, Protocol

from autogm.agents.base import Decision
from autogm.analysis.review.measures import NOTHING, Measure, Utility
from autogm.engine.observation import opposed, public
from autogm.engine.state import State
from autogm.game.contract import CHANCE, GM, PLAYERS
from autogm.game.dice import OUTCOME_MASK
from autogm.game.plays import PlayError


@dataclass(frozen=True)
class Move:
    """One entry of a play: its number from 1, the states before and after it, the action or the
    outcome of dice with the faces that fell, and who decided (None: nobody said)."""

    number: int
    before: Any
    action: int
    after: Any
    by: str | None = None

    @property
    def taken(self) -> int:
        """The action; of dice the outcome without its faces."""
        legal: list[int] = self.before.legal_actions()
        dice = self.before.current_player() == CHANCE
        return self.action & OUTCOME_MASK if dice and self.action not in legal else self.action


class Taken(Protocol):
    """A step of a battle or a play, as they are told (`autogm.lab.replay`, `autogm.agents.plain`):
    who decided what, or nobody, and the state that it led to."""

    @property
    def decision(self) -> Decision | None: ...

    @property
    def action(self) -> int: ...

    @property
    def after(self) -> Any: ...


def moves_of(
    start: Any, entries: Sequence[Mapping[str, Any]], by: Sequence[str | None] = ()
) -> Iterator[Move]:
    """The moves that entries of `Game.entry` are, from a state on; `by` says of each who decided
    it.

    Raises:
        PlayError: at the first entry that this version of the game does not accept, with its
            number.
        ValueError: where `by` says it of more or fewer than there are.
    """
    if by and len(by) != len(entries):
        raise ValueError(f"who decided is said of {len(by)} entries, and there are {len(entries)}")
    state = start.clone()
    for number, entry in enumerate(entries, 1):
        try:
            action = state.game.action_of(state, entry)
        except ValueError as error:
            raise PlayError(f"entry {number} of {len(entries)}: {error}") from None
        after = state.child(action)
        yield Move(number, state, action, after, by[number - 1] if by else None)
        state = after


def moves_of_steps(start: Any, steps: Iterable[Taken]) -> tuple[Move, ...]:
    """The moves that steps of a battle, or of a play of another game, were, from a state on."""
    state, moves = start, list[Move]()
    for number, step in enumerate(steps, 1):
        by = None if step.decision is None else str(step.decision.facts.get("by"))
        moves.append(Move(number, state, step.action, step.after, by))
        state = step.after
    return tuple(moves)


@dataclass(frozen=True)
class Change:
    """What a move changed, to each side: by looking again before it, by dice, and by the judgement
    of the side that chose. `worth` is what the state after it was then worth, `best` the best
    action of a choice, in the game in which it was looked at (`seen`: None where whoever is told
    may not know what went on, so that nothing was measured), `taken` the one that was taken there;
    `exact` says whether its worths are."""

    move: Move
    worth: Utility
    reappraisal: Utility = NOTHING
    luck: Utility = NOTHING
    judgement: Utility = NOTHING
    seen: Any = None
    taken: int | None = None
    best: int | None = None
    exact: bool = False

    @property
    def side(self) -> int | None:
        """The side that chose; None for dice."""
        player: int = self.move.before.current_player()
        return None if player == CHANCE else player

    @property
    def lost(self) -> float:
        """What the choice gave away, to the side that made it."""
        return 0.0 if self.side is None else -self.judgement[self.side] + 0.0


@dataclass(frozen=True)
class Totals:
    """What moves changed to one side: by luck, by the judgement of the players and of the GM, and
    by reappraisal."""

    luck: float
    judgement: tuple[float, float]
    reappraisal: float

    @property
    def change(self) -> float:
        """All of it."""
        return fsum((self.luck, *self.judgement, self.reappraisal))


@dataclass(frozen=True)
class Account:
    """The changes of a play, in order, from what its first state was worth (`start`) to what its
    end is (`result`), and what looking at the end changed (`last`: where it is over, by how much
    the worth before it was still open)."""

    start: Utility
    changes: tuple[Change, ...]
    last: Utility
    result: Utility

    @property
    def exact(self) -> bool:
        """Whether all of it was measured by solving, up to its end: where nothing was seen, or it
        still goes on, it was not."""
        measured = [one.exact for one in self.changes if one.seen is not None]
        over = bool(measured) and self.changes[-1].move.after.is_terminal()
        return over and all(measured)

    def totals(self, side: int) -> Totals:
        """What all moves changed to a side."""
        found = totals(self.changes, side)
        return Totals(found.luck, found.judgement, fsum((found.reappraisal, self.last[side])))


def totals(changes: Sequence[Change], side: int) -> Totals:
    """What some moves changed to a side."""
    players, gm = (
        fsum(one.judgement[side] for one in changes if one.side == chooser)
        for chooser in (PLAYERS, GM)
    )
    luck = fsum(one.luck[side] for one in changes)
    return Totals(luck, (players, gm), fsum(one.reappraisal[side] for one in changes))


def account(
    measure: Measure,
    start: Any,
    moves: Sequence[Move],
    to: int | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> Account:
    """The account of a play: from everything, or from what a side may know (`to`). `told` is called
    with 1 for each move that is done.

    Raises:
        UnmeasuredError: for a game that cannot be measured.
    """
    held, first, changes = NOTHING, None, list[Change]()
    for move in moves:
        seen, taken = _seen(move, to)
        if seen is None or taken is None:
            changes.append(Change(move, held))
        else:
            look = measure.look(seen, taken)
            again = NOTHING if first is None else look.worth.less(held)
            first = first or look.worth
            rest = look.after.less(look.worth)
            luck, judgement = (rest, NOTHING) if look.best is None else (NOTHING, rest)
            held = look.after
            changes.append(
                Change(move, held, again, luck, judgement, seen, taken, look.best, look.exact)
            )
        told(1)
    end = moves[-1].after if moves else start
    result = _worth_of_end(measure, end, to, held)
    return Account(first or result, tuple(changes), result.less(held) if first else NOTHING, result)


def _worth_of_end(measure: Measure, end: Any, to: int | None, held: Utility) -> Utility:
    """What the last state is worth; where it is not over, as a side knows it."""
    known = end if end.is_terminal() else known_to(end, to)
    return held if known is None else measure.worth(known)


def _seen(move: Move, to: int | None) -> tuple[Any, int | None]:
    """The state before a move as a side knows it, and what was taken there in its terms; None each
    where the side may not know it."""
    before, taken = move.before, move.taken
    seen = known_to(before, to)
    if seen is before or seen is None:
        return seen, taken
    if seen.current_player() != before.current_player():
        return None, None
    if before.current_player() == CHANCE:
        return seen, taken if taken in seen.legal_actions() else None
    said = _said(before, taken)
    return seen, next((one for one in seen.legal_actions() if _said(seen, one) == said), None)


def _said(state: Any, action: int) -> Any:
    """A choice in words that name nothing hidden."""
    words = state.game.describe(state, action)
    return public(words) if isinstance(state, State) else words


def known_to(state: Any, to: int | None) -> Any:
    """A state as a side knows it; None where it may not know what is going on, and where nobody of
    the other side is in sight."""
    if to is None:
        return state
    try:
        known = state.game.as_known_to(state, to)
    except ValueError:
        return None
    return None if isinstance(known, State) and not opposed(known, to) else known
