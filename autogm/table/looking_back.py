"""The review of a battle as a page shows it: the chance to win over time as a line, what it was
made of, the moments and decisions that mattered with the places to play on from, and the recap. It
is worked out beside the battle, once for each place where that stands and each side; where somebody
wants to know it better, estimates are set to what battles played on from exchanges show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from autogm.agents.base import Agent
from autogm.agents.playing import needed
from autogm.agents.roster import seats
from autogm.analysis.review import Move, Review, UnmeasuredError, review_moves
from autogm.analysis.review.account import known_to
from autogm.analysis.review.playing_on import PlayedOn, beginnings, in_kernels, play_on
from autogm.analysis.review.prose import Narrator
from autogm.analysis.review.recap import (
    account_rows,
    measured_words,
    moment_words,
    recap,
    split_words,
    tally_rows,
)
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.building import build
from autogm.game.kernels import runs_interpreted
from autogm.game.plays import BY_HAND
from autogm.planner.levels import BY_NAME, DEFAULT, LEVELS, Level
from autogm.planner.solving.solver import victory_alone
from autogm.session.errors import StaleError
from autogm.session.history import ROOT
from autogm.session.session import DICE, Session
from autogm.table.battle import Battle
from autogm.table.chart import Chart, chart
from autogm.view.words.grammar import start as sentence

SEED = 1
"""The seed of the battles that show what it was worth."""
BATTLES = 60
"""So many from each exchange."""
JUDGES = LEVELS[LEVELS.index(DEFAULT) - 1 :]
"""The levels that may judge: those below have the budget of the first, and who reviews does not err
as they do."""


def judge_of(asked: Mapping[str, str]) -> Level:
    """The level that is asked to judge; the usual one where that is none."""
    found = BY_NAME.get(asked.get("level", ""), DEFAULT)
    return found if found in JUDGES else DEFAULT


@dataclass(frozen=True)
class Turned:
    """A moment or a decision: what it moved or cost, in words, and the entry of the history before
    it, to play on from."""

    moved: str
    words: str
    why: str
    before: int


@dataclass(frozen=True)
class LookedBack:
    """A review, laid out: whose chance the chart is about, what it was at both ends, how each kind
    of change adds up, what mattered, the tallies and the recap in Markdown. `fault` says why there
    is none."""

    whose: str = ""
    chart: Chart | None = None
    ends: tuple[str, str] = ("", "")
    account: tuple[tuple[str, str], ...] = ()
    moments: tuple[Turned, ...] = ()
    decisions: tuple[Turned, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    measured: str = ""
    recap: str = ""
    fault: str = ""
    can_be_set: bool = False
    """Whether battles could show what it was worth at the beginning."""
    estimated: bool = False
    """Whether another level may judge otherwise."""


def looking_back(
    battle: Battle,
    see: int | None,
    by_battles: bool = False,
    *,
    to: int | None = None,
    level: Level = DEFAULT,
    wait: bool = False,
) -> LookedBack | None:
    """The review of what was played up to an entry, or to where a battle stands, as a level judges
    it: None until it is there, unless somebody can `wait` for it. One that fails says so, and is
    begun anew when it is asked for again."""
    battles, to = BATTLES if by_battles else 0, battle.session.here if to is None else to
    key = _key(to, see, battles, level)

    def told(share: float) -> None:
        battle.beside.tell_share(key, share)

    def work() -> LookedBack:
        try:
            return look_back(battle, see, battles, to, told, level)
        finally:
            battle.beside.tell_share(key, None)

    try:
        found: LookedBack | None = battle.beside.later(key, work, battle.reviewer, wait=wait)
    except StaleError as error:
        return LookedBack(fault=f"{sentence(str(error))}.")
    except Exception as error:
        return LookedBack(
            fault=f"It could not be looked back at ({type(error).__name__}: {error})."
        )
    return found


def share_done(
    battle: Battle, see: int | None, by_battles: bool, to: int, level: Level = DEFAULT
) -> float | None:
    """How much of a review that is worked out is done; None before it is begun, and after."""
    return battle.beside.share(_key(to, see, BATTLES if by_battles else 0, level))


def _key(to: int, see: int | None, battles: int, level: Level) -> tuple[Any, ...]:
    """What a review is kept under, beside a battle."""
    return ("review", to, see, battles, level.name)


def moves_of_session(session: Session, to: int | None = None) -> tuple[Any, tuple[Move, ...]]:
    """The moves of a battle up to an entry, or to where it stands, and the state that they begin
    from: since things were set by hand for the last time, since what was measured before would be
    about another position."""
    start, steps = session.beginning, list(session.steps(ROOT, to))
    by_hand = [place for place, one in enumerate(steps) if one.action == BY_HAND]
    if by_hand:
        start, steps = steps[by_hand[-1]].after, steps[by_hand[-1] + 1 :]
    moves = tuple(
        Move(number, one.before, one.action, one.after, None if one.entry.by == DICE else
             str(one.entry.facts.get("by") or "a person"))
        for number, one in enumerate(steps, 1)
    )  # fmt: skip
    return start, moves


def look_back(
    battle: Battle,
    see: int | None,
    battles: int = 0,
    to: int | None = None,
    told: Callable[[float], None] = lambda _: None,
    level: Level = DEFAULT,
) -> LookedBack:
    """The review of what was played up to an entry, or to where a battle stands, as a side may know
    it and as a level judges it; estimates are set to what so many `battles` show that are played on
    from the beginnings of exchanges. `told` is called with the share of it that is done.

    Raises:
        InterruptedError: where the battle is closed meanwhile.
    """
    with battle.lock:
        session = battle.session
        to = session.here if to is None else to
        line = session.history.line(to)
    start, moves = moves_of_session(session, to)
    by_hand = len(line) - 1 > len(moves)
    line = line[len(line) - 1 - len(moves) :]
    if not moves:
        since = " since things were set by hand" if by_hand else ""
        return LookedBack(fault=f"Nothing has been played yet{since}.")
    known = known_to(start, see)
    settable = isinstance(known, State) and victory_alone(known.game) and not known.is_terminal()

    begun = beginnings(start, moves, see) if settable and battles else []
    counted, of, counting = 0, len(moves) + battles * len(begun), Lock()

    def done(more: int) -> None:
        nonlocal counted
        if battle.closed:
            raise InterruptedError("the battle was closed")
        with counting:  # several battles are played on at once
            counted += more
            told(min(1.0, counted / of))

    chances = [(one.state, one.chance) for one in played_on(begun, battles, done)]
    try:
        found = review_moves(start, moves, level=level, chances=chances, to=see, told=done)
    except UnmeasuredError as error:
        return LookedBack(fault=f"{error}.")
    estimated = not found.account.exact
    settable = settable and not chances and estimated
    return replace(laid_out(found, line), can_be_set=settable, estimated=estimated)


def played_on(
    states: Sequence[State], battles: int, told: Callable[[int], None]
) -> tuple[PlayedOn, ...]:
    """How likely the players were to win from states on, by battles that the agents play on who
    play where nothing is said. `told` is called as `play_on` does."""

    def players(game: Game) -> tuple[Agent, Agent]:
        agents = seats(None, encounter=game.encounter)
        if not runs_interpreted():
            build(needed(in_kernels(agents)))
        return agents

    return play_on(states, battles, SEED, players, told=told) if states else ()


def laid_out(found: Review, line: Sequence[int]) -> LookedBack:
    """A review for the page; `line` has the numbers of the entries that it is about, from the
    beginning on."""
    scale, side = found.scale, found.side
    told = moment_words(found, Narrator())
    moments = tuple(told[beat.number] for beat in found.moments)
    decisions = tuple(one.sentence() for one in found.decisions)
    heads, rows = tally_rows(found) if found.tallies else ((), [])
    return LookedBack(
        scale.sides[side],
        chart(found, moments, decisions),
        (scale.told(found.account.start[side]), scale.told(found.account.result[side]) + scale.of),
        tuple(account_rows(found)),
        tuple(
            Turned(
                scale.points(beat.moved(side)),
                told[beat.number],
                split_words(found, beat),
                line[max(0, beat.changes[0].move.number - 1)] if beat.changes else 0,
            )
            for beat in found.moments
        ),
        tuple(
            Turned(
                found.scale_of(one.side).points(-one.lost),
                one.sentence(),
                one.why(),
                line[max(0, one.change.move.number - 1)],
            )
            for one in found.decisions
        ),
        tuple(heads),
        tuple(rows),
        measured_words(found),
        recap(found),
    )
