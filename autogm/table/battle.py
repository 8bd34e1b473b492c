"""A battle that is being played at this table: a session that many look at. Whoever does something
to it holds its lock for a moment, agents think beside it in a pool that all battles share, one
thought of each at a time, and a bell rings for whoever listens when something has changed.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from secrets import token_hex
from typing import Any

from autogm.agents.base import Decision
from autogm.game.building import build, is_built
from autogm.game.kernels import runs_interpreted
from autogm.session.begun import needed, since_changed
from autogm.session.errors import AgentFailedError, KeptElsewhereError, StaleError
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.session.store import Store, StoreError
from autogm.session.thought import Thought
from autogm.table.beside import Beside
from autogm.table.feed import Feed

DEEDS_KEPT = 32
"""Requests of a battle that are known again when a browser sends them twice."""


class Bell:
    """Rings for everybody who listens, in whatever thread they wait."""

    def __init__(self) -> None:
        self._listening: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._lock = threading.Lock()

    def ring(self) -> None:
        """Wake whoever listens."""
        with self._lock:
            for loop, heard in self._listening:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(heard.set)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event of the running loop that is set at each ring."""
        pair = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listening.add(pair)
        try:
            yield pair[1]
        finally:
            with self._lock:
                self._listening.discard(pair)


class Battle:
    """One battle. `number` grows with everything that changes, `pending` says who is thinking, as
    the key of a seat, or that dice are rolled (`dice`), `compiling` that all wait until the rules
    are compiled for this machine, and `trouble` what went wrong."""

    def __init__(
        self, name: str, store: Store, pool: ThreadPoolExecutor, reviewer: ThreadPoolExecutor
    ) -> None:
        """Open a battle that is kept.

        Raises:
            KeyError, SaveError, ScenarioError, SeatError, PlayError, StoreError: as `Store.open`.
        """
        self.name, self._store, self._pool, self.reviewer = name, store, pool, reviewer
        self.lock = threading.RLock()
        self.session: Session = store.open(name)
        self.bell, self.number, self._opened = Bell(), 0, token_hex(4)
        self.pending, self.trouble, self.compiling = "", "", False
        self._unproposed: tuple[tuple[Any, ...], str] | None = None
        self.beside = Beside(self._ring)
        self._feeds: dict[int | None, Feed] = {}
        self._told: dict[int | None, dict[int, Any]] = {}
        self._done: deque[str] = deque(maxlen=DEEDS_KEPT)
        self._closed = self._busy = False

    @property
    def change(self) -> str:
        """What pages call its last change: `number`, and this opening of it, which begins anew."""
        return f"{self._opened}-{self.number}"

    @cached_property
    def differences(self) -> list[str]:
        """How the scenario's file differs from what the battle goes on with. It is read when this
        is first asked for, which may take as long as a disk takes: nobody should hold a lock."""
        return since_changed(self.session.saved)

    def feed(self, see: int | None) -> Feed:
        """What a side is told of it; None: what everybody who may know all is told."""
        with self.lock:
            if see not in self._feeds:
                self._feeds[see] = Feed(self.session, see)
            return self._feeds[see]

    def told_to(self, see: int | None) -> dict[int, Any]:
        """What a side was told of each branch, by the entry at its end: whoever tells it puts it
        there."""
        with self.lock:
            return self._told.setdefault(see, {})

    def do(self, deed: Callable[[Session], Step | None], once: str = "") -> None:
        """Have something done to the battle: a step taken, or the place, the seats or the name
        changed. What a browser sends a second time (`once` names it) is not done again. Whatever of
        it was kept before something failed is told to all, and gone on with.

        Raises:
            SessionError, SeatError, PlayError: as what is done.
            StaleError: where this opening of the battle is closed.
            StoreError: where it could not be kept.
        """
        try:
            with self.lock:
                if once and once in self._done:
                    return
                if self._closed:
                    raise StaleError("the battle was opened anew meanwhile; look again")
                stood = self._standing()
                try:
                    step = deed(self.session)
                    if once:
                        self._done.append(once)
                    self.trouble = ""
                    self._tell(step)
                except KeptElsewhereError:
                    self._look_again()
                    raise
                except Exception:
                    if self._standing() != stood:
                        self._tell(None)
                    raise
        finally:
            self.go_on()

    def forget_trouble(self) -> None:
        """Try again what went wrong."""
        with self.lock:
            self.trouble, self._unproposed = "", None
            self._changed()
        self.go_on()

    def _standing(self) -> tuple[Any, ...]:
        """What a deed may change, to be compared."""
        session = self.session
        return session, session.here, dict(session.seats.seats), session.own_dice, session.title

    def _tell(self, step: Step | None) -> None:
        """Tell everybody of a step, or of something else that has changed."""
        if step is None:
            self._feeds.clear()
        else:
            self._follow(step)
        self._changed()

    def go_on(self) -> None:
        """Let the program go on, if it is its turn, until a person is asked."""
        with self.lock:
            if self._closed or self._busy or self.trouble:
                return
            if self.session.waits().on != "program":
                return
            self._busy = True
            self.pending = self.pending or (self.session.waits().seat or "dice")
        self._pool.submit(self._advance)

    @property
    def asks_for_proposal(self) -> bool:
        """Whether an agent proposes to the person who chooses now."""
        with self.lock:
            return self.session.proposal() is not None

    def proposal(self) -> Decision | str | None:
        """What an agent proposes to the person who chooses now, once it has thought; or why it has
        nothing to propose. None where nobody is asked for a proposal, and until it is there."""
        with self.lock:
            thought = self.session.proposal()
        if thought is None:
            return None

        key = ("proposal", thought.at, thought.seat, thought.agent.name)
        with self.lock:
            if self._unproposed is not None and self._unproposed[0] == key:
                return self._unproposed[1]  # for all who look: begun anew, it would ring them again
        try:
            found: Decision | None = self.beside.later(key, thought.decide, self._pool)
        except Exception as error:
            said = f"{thought.agent.name} has failed ({type(error).__name__}: {error})"
            with self.lock:
                self._unproposed = key, said
            return said
        return found

    def _ring(self) -> None:
        with self.lock:
            self._changed()

    def close(self) -> None:
        """Let nothing go on here any more."""
        with self.lock:
            self._closed = True
            self.number += 1
        self.bell.ring()

    @property
    def closed(self) -> bool:
        """Whether somebody has closed it."""
        return self._closed

    def _advance(self) -> None:
        """One thought of an agent, and all that follows on it without thinking."""
        try:
            self._prepare()
            thought = self._without_thinking()
            if thought is not None:
                self._think(thought)
        except StoreError as error:
            self.trouble = str(error)
        except StaleError:
            pass  # somebody has taken something back, or sits elsewhere now
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"
        finally:
            with self.lock:
                self._busy, self.pending = False, ""
                self._changed()
            self.go_on()

    def _prepare(self) -> None:
        """Have compiled what agents, odds and advice need."""
        entries = needed(self.session)
        if runs_interpreted() or is_built(entries):
            return
        with self.lock:
            self.compiling = True
            self._changed()
        try:
            build(entries)
        finally:
            self.compiling = False

    def _without_thinking(self) -> Thought | None:
        """Take the steps that nobody has to think about; the thought that comes next."""
        with self.lock:
            while not self._closed:
                thought = self.session.thought()
                if thought is not None:
                    if self.pending != thought.seat:
                        self.pending = thought.seat
                        self._changed()
                    return thought
                step = self._going_on()
                if step is None:
                    return None
                self._follow(step)
        return None

    def _going_on(self) -> Step | None:
        try:
            return self.session.go_on()
        except KeptElsewhereError:
            self._look_again()
            raise

    def _think(self, thought: Thought) -> None:
        decision, failure = None, None
        try:
            decision = thought.decide()
        except Exception as error:
            failure = error
        with self.lock:
            if self._closed:  # whoever has opened it anew thinks for itself
                return
            try:
                if decision is not None:
                    self._follow(self.session.decided(thought, decision))
                elif failure is not None:
                    told: AgentFailedError = self.session.failed(thought, failure)
                    self._feeds.clear()
                    self.trouble = str(told)
            except KeptElsewhereError:
                self._look_again()
                raise

    def _follow(self, step: Step) -> None:
        """Tell a step that is kept; what cannot be told so is told anew when it is asked for."""
        try:
            for feed in self._feeds.values():
                feed.follow(step)
        except Exception:
            self._feeds.clear()
            raise

    def _look_again(self) -> None:
        """Take the battle as the store has it: another program has gone on with it, or has removed
        it."""
        try:
            self.session = self._store.open(self.name)
        except KeyError:
            self.trouble = "this battle has been removed elsewhere"
            self._closed = True
        self._feeds.clear()
        self._told.clear()
        self._changed()

    def _changed(self) -> None:
        self.number += 1
        self.bell.ring()
