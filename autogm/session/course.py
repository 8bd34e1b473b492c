"""The course of a game in progress: its history, and how things stand at the place in it where the
game is. An entry, or another place, goes to the keeper first and counts only once that has it, so
that whatever was acknowledged is kept. It knows nothing of who chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from autogm.game.plays import BY_HAND
from autogm.session.errors import SessionError
from autogm.session.history import ROOT, Entry, History
from autogm.session.moment import Moment, Played, entry_by_hand, followed, texts_of
from autogm.session.steps import Change, Keeper, Step


class Course:
    """What was played, and where it stands."""

    def __init__(self, files: Mapping[str, str], seed: int, history: History, keep: Keeper) -> None:
        """Follow a history to where it stands.

        Raises:
            ScenarioError: where this version finds faults in the files.
            PlayError: where this version does not accept an entry on the line to there.
        """
        self._files, self._seed, self.history, self.keep = files, seed, history, keep
        self.first = Played.of(files)
        self.moment = self._moment_at(history.here)

    @property
    def here(self) -> int:
        """The number of the last entry, or `ROOT`."""
        return self.history.here

    @property
    def files(self) -> Mapping[str, str]:
        """The texts of what is played now, the file itself first."""
        line = reversed(self.history.line(self.here)[1:])
        changed = (texts_of(self.history[one].data) for one in line)
        return next((one for one in changed if one), self._files)

    @property
    def changed_texts(self) -> bool:
        """Whether another game was ever made of it by hand, on any branch."""
        return any(texts_of(one.data) for one in self.history.entries)

    def steps(self, since: int = ROOT, to: int | None = None) -> Iterator[Step]:
        """What was played on the line to where it stands (or to another entry), after `since`.

        Raises:
            PlayError: at an entry that this version does not accept.
        """
        line = self.history.line(self.here if to is None else to)
        moment, told = Moment.first(self.first, self._seed), since == ROOT
        for number in line[1:]:
            entry, before = self.history[number], moment.state.clone()
            action = followed(moment, number, len(self.history), entry.data)
            if told:
                yield Step(entry, before, action, moment.state.clone())
            told = told or number == since

    def play(
        self, action: int, by: str, *, asked: bool = False, facts: Mapping[str, Any] | None = None
    ) -> Step:
        """Keep an action or outcome and take it. What was done here before is done again."""
        data = plain(self.moment.played.game.entry(self.moment.state, action))
        return self._enter(data, action, by, asked, plain(facts or {}))

    def set_by_hand(
        self, position: Mapping[str, Any], files: Mapping[str, str] | None, by: str, asked: bool
    ) -> Step:
        """Keep a position, and other files of the game where it needs them, and stand in it.

        Raises:
            SessionError: for a position that is none of this game, and where nothing would change.
        """
        data, trial = plain(entry_by_hand(position, files)), self.moment.copy()
        try:
            trial.follow(data, BY_HAND)
        except ValueError as error:
            raise SessionError(str(error)) from None
        if files is None and trial.state == self.moment.state:
            raise SessionError("nothing would change: everything stands so already")
        return self._enter(data, BY_HAND, by, asked, {})

    def go(self, to: int) -> None:
        """Stand at another entry of the history, of any branch.

        Raises:
            KeyError: where there is no such entry.
            PlayError: where this version does not accept an entry on the way.
        """
        self._move(to, self._moment_at(to))

    def _enter(
        self, data: dict[str, Any], action: int, by: str, asked: bool, facts: dict[str, Any]
    ) -> Step:
        """Keep an entry and follow it."""
        history, before = self.history, self.moment.state
        entry, moment = history.same(self.here, data, by, asked), self.moment.copy()
        moment.follow(data, action)
        if entry is None:
            entry = Entry(history.next_number(), self.here, data, by, asked, facts)
            self.keep(Change(entry.number, entry.number, entry, moment.winner))
            history.add(entry)
            history.here = history.tip = entry.number
            self.moment = moment
        else:
            self._move(entry.number, moment)
        return Step(entry, before, action, moment.state.clone())

    def _move(self, to: int, moment: Moment) -> None:
        """Stand at an entry that there is, where things stand so."""
        history = self.history
        here, tip = history.here, history.tip
        history.move(to)
        try:
            self.keep(Change(history.here, history.tip, winner=moment.winner))
        except Exception:
            history.here, history.tip = here, tip
            raise
        self.moment = moment

    def _moment_at(self, number: int) -> Moment:
        """How things stand at an entry."""
        moment = Moment.first(self.first, self._seed)
        for one in self.history.line(number)[1:]:
            followed(moment, one, len(self.history), self.history[one].data)
        return moment


def plain(data: Any) -> Any:
    """Data as JSON has it, with its lists and without types of their own."""
    if isinstance(data, Mapping):
        return {str(key): plain(one) for key, one in data.items()}
    if isinstance(data, list | tuple | set | frozenset):
        return [plain(one) for one in data]
    if hasattr(data, "item"):
        return data.item()
    return data
