"""The battles of a store: begun, opened as somebody looks at them, removed. Nothing is kept here
that the store does not have.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from autogm.game.plays import PlayError, read_kept, read_noted
from autogm.model.faults import ScenarioError
from autogm.model.party import sheet_of
from autogm.model.texts import GIVEN, given
from autogm.model.variants import Change, read_changes, with_changes
from autogm.session.begun import begin
from autogm.session.errors import SessionError
from autogm.session.saved import Saved
from autogm.session.seats import Seat, proposed_to_gm
from autogm.session.session import Session
from autogm.session.store import FILE, Store
from autogm.table.battle import Battle
from autogm.table.hardness import Judge
from autogm.table.heroes import Heroes
from autogm.table.seating import PERSON, NewBattle

THINKERS = 2
"""Agents that think at the same time, a choice each; further ones wait their turn. Reviews, which
take longer, are worked out by a thread of their own, one after the other."""
MOST_OPEN = 30
"""Battles that are kept in memory; those that nobody looked at for longest are closed first."""
MOMENT = 5.0
"""Seconds within which a form that is sent again begins nothing more: it was clicked twice."""
POSITION = "position.yaml"


class Battles:
    """The battles of a store, opened as somebody looks at them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.heroes = Heroes(store.path.parent)
        self._pool = ThreadPoolExecutor(THINKERS, "thinker")
        self._reviewer = ThreadPoolExecutor(1, "reviewer")
        self._open: OrderedDict[str, Battle] = OrderedDict()
        self._lock, self._beginning = threading.Lock(), threading.Lock()
        self._opening: WeakValueDictionary[str, Any] = WeakValueDictionary()
        """Locks of the battles that are being opened."""
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

    def can_begin(self, new: NewBattle) -> bool:
        """Whether a battle can be begun as it was filled in."""
        try:
            self._begun_of(new)
        except (ScenarioError, PlayError, SessionError, ValueError):
            return False
        return True

    def begin(self, new: NewBattle) -> str:
        """Begin a battle as it was filled in; returns its id.

        Raises:
            ScenarioError: where the file cannot be opened any more, and for a position with faults.
            ValueError: for a position of a game that has none.
            SeatError: where somebody cannot sit so.
            ChangeError: where a version's changes cannot be made.
            SessionError: where a hero that was chosen is there no more.
            StoreError: where it cannot be kept.
        """
        return self.store.add(self._begun_of(new))

    def _begun_of(self, new: NewBattle) -> Saved:
        """A battle as it was filled in, which is not kept yet.

        Raises:
            Exception: as `begin`.
        """
        own = tuple(side for side, dice in new.dice.items() if dice == "own")
        heroes = [self.heroes.get(one) for one in new.heroes]
        if any(one is None or one.fault for one in heroes):
            raise SessionError("somebody who was chosen is not kept any more: choose again")
        party = [sheet_of(one.text) for one in heroes if one is not None]
        path, content, title = new.found.path, new.found.content, None
        changes: tuple[Change, ...] = ()
        if new.version is not None:
            changes = read_changes(new.version.changes)
            content = read_kept(with_changes(read_noted(path)[1], changes)).content
            if not party and not new.position:  # else nothing is known of how hard it is
                title = f"{content.scenario.title} ({new.version.word})"
        seats = seats_of(new, content)

        if not new.position:
            return begin(path, seats, new.seed, own, title, None, party, changes)
        with given({POSITION: new.position}):
            position = GIVEN / POSITION
            return begin(path, seats, new.seed, own, title, position, party, changes)

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
            opening = self._opening.setdefault(name, threading.Lock())
        with opening:  # no other battle waits while this one is opened
            with self._lock:
                found = self._open.get(name)
            if found is None or found.closed:  # removed elsewhere: the store knows
                found = Battle(name, self.store, self._pool, self._reviewer)
            with self._lock:
                self._open[name] = found
                self._open.move_to_end(name)
                left = self._make_room()
            for one in left:  # which may wait for what is under way in it, as nobody else should
                one.close()
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

    def _make_room(self) -> list[Battle]:
        """The battles that are kept in memory no more, to be closed."""
        over = len(self._open) - MOST_OPEN
        return [self._open.popitem(last=False)[1] for _ in range(over)]


def seats_of(new: NewBattle, content: Any) -> dict[str, Seat]:
    """Who sits where, by the ids of those who are in the game's `content`."""
    from autogm.agents.names import fighters_of

    seats = {str(side): seat_of(who) for side, who in new.sides.items()}
    means = fighters_of(content) if hasattr(content, "fighters") else {}
    for written, who in new.fighters.items():
        seats |= {one: seat_of(who) for one in means.get(written, ())}
    return proposed_to_gm(seats) if new.assist else seats


def seat_of(who: str) -> Seat:
    """The seat of `PERSON` or of an agent by its full name.

    Raises:
        SeatError: where that is nobody's name.
    """
    person = Seat(person="a person")
    return person if who == PERSON else person.changed(person=None, agent=who)
