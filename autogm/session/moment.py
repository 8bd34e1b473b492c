"""Where a game in progress stands: the game, the state, the rolls so far. It follows the entries of
a history: choices and rolls, and what a table has set by hand because the program did not foresee
it, which may make the game another one (a newcomer, an aspect in the table's own words).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from autogm.agents.falls import Falls
from autogm.game.contract import CHANCE
from autogm.game.plays import BY_HAND, PlayError, read_kept
from autogm.game.positions import position_of
from autogm.game.registry import ReadFile
from autogm.model.faults import ScenarioError

KEPT = 8
"""Games made of changed texts that are kept."""
FAULTS_TOLD = 3


class SetByHand(BaseModel):
    """What an entry says that sets by hand how things stand: the whole position from then on, and
    all texts of the game, where it needed others; what changes was told in words when it was
    set."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    position: dict[str, Any]
    files: dict[str, str] | None = Field(None, min_length=1)


KEY = "by hand"


def entry_by_hand(position: Mapping[str, Any], files: Mapping[str, str] | None) -> dict[str, Any]:
    """The data of such an entry."""
    said: dict[str, Any] = {"position": dict(position)}
    if files is not None:
        said["files"] = dict(files)
    return {KEY: said}


def texts_of(data: Mapping[str, Any]) -> Mapping[str, str] | None:
    """The texts of the game from an entry on, if it has changed them."""
    said = data.get(KEY)
    found = said.get("files") if isinstance(said, Mapping) else None
    return found if isinstance(found, Mapping) else None


def position_set(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of the position that such an entry sets."""
    fields: Mapping[str, Any] = data[KEY]["position"]
    return fields


@dataclass(frozen=True)
class Played:
    """A game with the file that it was made of."""

    found: ReadFile
    game: Any

    @classmethod
    def of(cls, files: Mapping[str, str]) -> Played:
        """The game of the texts of a save.

        Raises:
            ScenarioError: where this version finds faults in them.
        """
        found = read_kept(files)
        return cls(found, found.game())


@dataclass
class Moment:
    """A place in a game: what is played, the state, its rolls so far, and how many choices were
    made."""

    played: Played
    state: Any
    falls: Falls
    choices: int = 0

    @classmethod
    def first(cls, played: Played, seed: int) -> Moment:
        """The beginning of a game."""
        return cls(played, played.game.new_initial_state(), Falls(seed))

    @property
    def winner(self) -> str:
        """Who has won here, a side or undecided; empty while it goes on."""
        return self.state.winner or ""

    def copy(self) -> Moment:
        """The same place, to go on from without changing this one."""
        return Moment(self.played, self.state.clone(), self.falls.copy(), self.choices)

    def action_of(self, data: Mapping[str, Any]) -> int:
        """The action or outcome that an entry says here; `BY_HAND` for what was set.

        Raises:
            ValueError, TypeError, KeyError: for what this version does not accept here.
        """
        if KEY in data:
            return BY_HAND
        action: int = self.played.game.action_of(self.state, data)
        return action

    def follow(self, data: Mapping[str, Any], action: int) -> None:
        """Go one step further, by an entry and its `action_of`. Dice are asked for even where
        others fell, so that later ones are those of a game in which they had not.

        Raises:
            ValueError: for a position that this version does not accept.
        """
        if action == BY_HAND:
            self.played, self.state = _set_up(self.played, data)
            return
        if self.state.current_player() == CHANCE:
            self.falls.fall(self.state)
        else:
            self.choices += 1
        self.state.apply_action(action)


def followed(moment: Moment, number: int, entries: int, data: Mapping[str, Any]) -> int:
    """Have a moment follow the entry of that number, of so many; returns its action.

    Raises:
        PlayError: where this version does not accept it.
    """
    try:
        action = moment.action_of(data)
        moment.follow(data, action)
    except (ValueError, TypeError, KeyError) as error:
        raise PlayError(f"entry {number} of {entries}: {error}") from None
    return action


def _set_up(played: Played, data: Mapping[str, Any]) -> tuple[Played, Any]:
    """The game and the state of an entry that sets them.

    Raises:
        ValueError: where it is none, or sets none.
    """
    try:
        said = SetByHand.model_validate(data[KEY])
    except ValidationError as error:
        raise ValueError(f"set by hand: {error.errors()[0]['msg']}") from None
    try:
        if said.files is not None:
            played = _played(tuple(said.files.items()))
        return played, position_of(played.found, played.game, said.position)
    except ScenarioError as error:
        raise ValueError(faults_in_words(error)) from None


@lru_cache(maxsize=KEPT)
def _played(files: Sequence[tuple[str, str]]) -> Played:
    return Played.of(dict(files))


def faults_in_words(error: ScenarioError) -> str:
    """The first faults of a file in a sentence."""
    told = [one.says for one in error.faults[:FAULTS_TOLD]]
    more = len(error.faults) - len(told)
    return "; ".join(told) + (f"; and {more} more" if more else "")
