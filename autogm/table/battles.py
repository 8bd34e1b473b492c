"""The battles that are being played at this table. A battle is a session that many look at: whoever
does something to it holds its lock for a moment, agents think beside it in a pool that all battles
share, one thought of each at a time, and a bell rings for whoever listens when something has
changed. Nothing is kept here that the store does not have.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import Any

from autogm.agents.base import Decision
from autogm.game.building import build, is_built
from autogm.game.kernels import runs_interpreted
from autogm.model.party import sheet_of
from autogm.model.texts import GIVEN, given
from autogm.session.begun import begin, needed, since_changed
from autogm.session.errors import AgentFailedError, KeptElsewhereError, StaleError
from autogm.session.saved import Saved
from autogm.session.seats import Seat
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.session.store import FILE, Store, StoreError
from autogm.session.thought import Thought
from autogm.table.feed import Feed
from autogm.table.hardness import Judge
from autogm.table.heroes import Heroes
from autogm.table.seating import PERSON, NewBattle

THINKERS = 2
"""Agents that think at the same time, a choice each; further ones wait their turn. Reviews, which
take longer, are worked out by a thread of their own, one after the other."""
MOST_OPEN = 30
"""Battles that are kept in memory; those that nobody looked at for longest are closed first."""
REMEMBERED = 32
"""Requests of a battle that are known again when a browser sends them twice."""
MOMENT = 5.0
"""Seconds within which a form that is sent again begins nothing more: it was clicked twice."""
LOOKED_BACK = 6
"""Reviews of a battle that are kept."""
POSITION = "position.yaml"
COMPILING = "the rules are compiled for this machine, which is done once and takes a minute or two"


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
    the key of a seat, or why else it is not anybody's turn yet, and `trouble` what went wrong."""

    def __init__(
        self, name: str, store: Store, pool: ThreadPoolExecutor, reviewer: ThreadPoolExecutor
    ) -> None:
        """Open a battle that is kept.

        Raises:
            KeyError, SaveError, ScenarioError, SeatError, PlayError, StoreError: as `Store.open`.
        """
        self.name, self._store, self._pool, self.reviewer = name, store, pool, reviewer
        self.lock, self.aside = threading.RLock(), threading.Lock()
        """`aside` is for what is worked out beside the battle (odds, coach): one at a time."""
        self.session: Session = store.open(name)
        self.bell, self.number, self._opened = Bell(), 0, token_hex(4)
        self.pending, self.trouble = "", ""
        self.worked: OrderedDict[tuple[Any, ...], dict[str, Any]] = OrderedDict()
        """What was worked out beside it, by what was asked."""
        self._works: OrderedDict[tuple[Any, ...], Future[Any]] = OrderedDict()
        self._feeds: dict[int | None, Feed] = {}
        self._done: deque[str] = deque(maxlen=REMEMBERED)
        self._closed = self._busy = False

    @property
    def change(self) -> str:
        """What pages call its last change: `number`, and this opening of it, which begins anew."""
        return f"{self._opened}-{self.number}"

    @cached_property
    def changed(self) -> list[str]:
        """How the scenario's file differs from what the battle goes on with. It is read when this
        is first asked for, which may take as long as a disk takes: nobody should hold a lock."""
        return since_changed(self.session.saved)

    def feed(self, see: int | None) -> Feed:
        """What a side is told of it; None: what everybody who may know all is told."""
        with self.lock:
            if see not in self._feeds:
                self._feeds[see] = Feed(self.session, see)
            return self._feeds[see]

    def do(self, deed: Callable[[Session], Step | None], once: str = "") -> None:
        """Have something done to the battle: a step taken, or the place, the seats or the name
        changed. What a browser sends a second time (`once` names it) is not done again.

        Raises:
            SessionError, SeatError, PlayError: as what is done; nothing has changed.
            StoreError: where it could not be kept; nothing has changed.
        """
        with self.lock:
            if once and once in self._done:
                return
            try:
                step = deed(self.session)
            except KeptElsewhereError:
                self._look_again()
                raise
            if once:
                self._done.append(once)
            self.trouble = ""
            if step is None:
                self._feeds.clear()
            else:
                self._follow(step)
            self._changed()
        self.go_on()

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

    def beside(
        self,
        key: tuple[Any, ...],
        work: Callable[[], Any],
        *,
        by: ThreadPoolExecutor | None = None,
        wait: bool = False,
    ) -> Any:
        """What takes long to work out: None until it is there, unless somebody can wait for it. It
        is begun when it is first asked for, `by` those who think if nobody else, and those who
        listen are told when it is done; what fails is raised to who asks, and begun anew when it is
        asked for again."""
        with self.lock:
            if key not in self._works:
                self._works[key] = (by or self._pool).submit(work)
                self._works[key].add_done_callback(lambda _: self._ring())
                while len(self._works) > LOOKED_BACK:
                    self._works.popitem(last=False)[1].cancel()
            found = self._works[key]
        if not (wait or found.done()):
            return None
        try:
            return found.result()
        except Exception:
            with self.lock:
                if self._works.get(key) is found:
                    del self._works[key]
            raise

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

        def work() -> Decision | str:
            try:
                return thought.decide()
            except Exception as error:
                return f"{thought.agent.name} has failed ({type(error).__name__}: {error})"

        found: Decision | str | None = self.beside(
            ("proposal", thought.at, thought.seat, thought.agent.name), work
        )
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
            self.pending = COMPILING
            self._changed()
        build(entries)

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
        for feed in self._feeds.values():
            feed.follow(step)

    def _look_again(self) -> None:
        """Take the battle as the store has it: another program has gone on with it, or has removed
        it."""
        try:
            self.session = self._store.open(self.name)
        except KeyError:
            self.trouble = "this battle has been removed elsewhere"
            self._closed = True
        self._feeds.clear()
        self._changed()

    def _changed(self) -> None:
        self.number += 1
        self.bell.ring()


class Battles:
    """The battles of a store, opened as somebody looks at them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.heroes = Heroes(store.path.parent)
        self._pool = ThreadPoolExecutor(THINKERS, "thinker")
        self._reviewer = ThreadPoolExecutor(1, "reviewer")
        self._open: OrderedDict[str, Battle] = OrderedDict()
        self._lock, self._beginning = threading.Lock(), threading.Lock()
        self.judge = Judge()
        self._begun: dict[str, tuple[str, float]] = {}
        """The ids of battles that forms have begun a moment ago, and when."""

    @classmethod
    def in_folder(cls, folder: Path) -> Battles:
        """Those of a data folder.

        Raises:
            StoreError: where the store cannot be opened.
        """
        return cls(Store(folder / FILE))

    def close(self) -> None:
        """Let everything stand as it is. Thoughts that are under way are waited for, since a thread
        that Python ends within compiled code would end the program."""
        for one in self._open.values():
            one.close()
        self.judge.close()
        self._reviewer.shutdown(wait=True, cancel_futures=True)
        self._pool.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    def begin(self, new: NewBattle) -> str:
        """Begin a battle as it was filled in; returns its id.

        Raises:
            ScenarioError: where the file cannot be opened any more, and for a position with faults.
            ValueError: for a position of a game that has none.
            SeatError: where somebody cannot sit so.
            StoreError: where it cannot be kept.
        """
        own = tuple(side for side, dice in new.dice.items() if dice == "own")
        path, seats = new.found.path, seats_of(new)
        heroes = (self.heroes.get(one) for one in new.heroes)
        party = [sheet_of(one.text) for one in heroes if one is not None]
        if not new.position:
            return self.store.add(begin(path, seats, new.seed, own, party=party))
        with given({POSITION: new.position}):
            position = GIVEN / POSITION
            return self.store.add(begin(path, seats, new.seed, own, position=position, party=party))

    def once(self, form: str, begins: Callable[[], str]) -> str:
        """The id of a battle that is begun; the same where the same form (`form` names it, if
        anything does) is sent again within a moment.

        Raises:
            Exception: whatever `begins` raises; nothing has begun.
        """
        if not form:
            return begins()
        with self._beginning:
            now = time.monotonic()
            recent = {one: it for one, it in self._begun.items() if now - it[1] < MOMENT}
            if form not in recent:
                recent[form] = begins(), time.monotonic()
            self._begun = recent
            return recent[form][0]

    def get(self, name: str) -> Battle:
        """A battle by its id, going on.

        Raises:
            KeyError: where there is none.
            SaveError, ScenarioError, SeatError, PlayError, StoreError: as `Store.open`.
        """
        with self._lock:
            if name not in self._open or self._open[name].closed:
                self._open.pop(name, None)  # removed elsewhere: the store knows
                self._open[name] = Battle(name, self.store, self._pool, self._reviewer)
                self._make_room()
            self._open.move_to_end(name)
            found = self._open[name]
        found.go_on()
        return found

    def remove(self, name: str) -> None:
        """Forget a battle.

        Raises:
            KeyError: where there is none.
            StoreError: where the store cannot be written.
        """
        self.store.remove(name)
        with self._lock:
            gone = self._open.pop(name, None)
        if gone is not None:
            gone.close()

    def add(self, saved: Saved) -> str:
        """Keep a battle that comes from elsewhere; returns its id.

        Raises:
            SaveError, ScenarioError, SeatError, PlayError: where it cannot be played.
            StoreError: where it cannot be kept.
        """
        return self.store.add(saved, Session(saved).winner)

    def _make_room(self) -> None:
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)[1].close()


def seats_of(new: NewBattle) -> dict[str, Seat]:
    """Who sits where, by the ids of the game."""
    from autogm.agents.names import fighters_of

    seats = {str(side): seat_of(who) for side, who in new.sides.items()}
    content = new.found.content
    means = fighters_of(content) if hasattr(content, "fighters") else {}
    for written, who in new.fighters.items():
        seats |= {one: seat_of(who) for one in means[written]}
    if new.assist:
        seats = {
            key: Seat(person="the GM", proposer=seat.agent) if seat.agent else seat
            for key, seat in seats.items()
        }
    return seats


def seat_of(who: str) -> Seat:
    """The seat of `PERSON` or of an agent by its full name."""
    return Seat(person="a person") if who == PERSON else Seat(agent=who)
