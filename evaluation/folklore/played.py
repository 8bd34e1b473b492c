"""Battles of the conflicts, and the file that keeps them: a line for each conflict and agent, added
as soon as it is played, so that a run that was stopped goes on where it was. A line is known by
what the conflict says, by agent and seed; for more battles only those that are missing are played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from autogm.agents.battles import R_EXCHANGES, R_FALLEN, R_WINNER
from autogm.agents.playing import play_chunk
from autogm.agents.roster import seats
from autogm.analysis.intervals import Mean, mean_of
from autogm.engine.game import Game
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle

PLAYERS = "players"
WINNERS = {1: "1", 2: "2"}
"""How a battle is written that a side won, by its number; another is undecided."""


class Sums(NamedTuple):
    """What was counted in each of some battles: the sum, and that of the squares."""

    total: int
    squares: int

    def __add__(self, other: object) -> Sums:
        """Those of more battles."""
        if not isinstance(other, Sums):
            return NotImplemented
        return Sums(self.total + other.total, self.squares + other.squares)


@dataclass(frozen=True)
class Played:
    """The battles of one conflict: who won each («1» the players, «2» the GM's side, «0» nobody),
    exchanges and heroes taken out."""

    key: str
    agent: str
    seed: int
    winners: str
    exchanges: Sums
    fallen: Sums

    def mean(self, of: Sums) -> Mean:
        """The mean a battle."""
        return mean_of(of.total, of.squares, len(self.winners))


@dataclass(frozen=True)
class Cell:
    """A conflict to be played: its fields and who plays both sides."""

    fields: str
    agent: str

    @property
    def key(self) -> str:
        """What it is known by, whatever its title."""
        return sha256(self.fields.encode()).hexdigest()[:16]


def cell(fields: Mapping[str, Any], agent: str) -> Cell:
    """The conflict of those fields."""
    told = {name: value for name, value in fields.items() if name != "title"}
    return Cell(json.dumps(told, sort_keys=True), agent)


@cache
def game_of(fields: str) -> Game:
    """The conflict, compiled; a sheet that breaks the ruleset is refused."""
    found = json.loads(fields) | {"title": "A Fight", "strict": True}
    return Game(settle(Scenario.model_validate(found)))


def play(one: Cell, battles: int, seed: int, before: Played | None = None) -> Played:
    """Play them, or those that are missing to those that were played before."""
    game = game_of(one.fields)
    first = 0 if before is None else len(before.winners)
    agents = seats(one.agent, encounter=game.encounter)
    found = play_chunk(game, seed, first, battles, agents).results
    winners = "".join(WINNERS.get(int(number), "0") for number in found[:, R_WINNER])
    heroes = sum(1 << at for at, who in enumerate(game.encounter.fighters) if who.side == PLAYERS)
    fallen = [(int(mask) & heroes).bit_count() for mask in found[:, R_FALLEN]]
    exchanges = [int(number) for number in found[:, R_EXCHANGES]]
    more = Played(one.key, one.agent, seed, winners, _sums(exchanges), _sums(fallen))
    if before is None:
        return more
    return Played(
        one.key,
        one.agent,
        seed,
        before.winners + more.winners,
        before.exchanges + more.exchanges,
        before.fallen + more.fallen,
    )


def _sums(numbers: Sequence[int]) -> Sums:
    return Sums(sum(numbers), sum(number * number for number in numbers))


class KeptError(ValueError):
    """A file of battles that cannot be read: where and why."""


class Kept:
    """What has been played, in a file if there is one."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.found: dict[tuple[str, str, int], Played] = {}
        if file is None or not file.exists():
            return
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            if number == len(lines) and not line.endswith("\n"):
                file.write_text("".join(lines[:-1]), encoding="utf-8")  # cut off as it was written
                break
            try:
                self._take(_read(json.loads(line)))
            except (ValueError, TypeError, KeyError) as error:
                raise KeptError(
                    f"{file}, line {number}: this is no line of battles that this command wrote"
                ) from error

    def _take(self, one: Played) -> None:
        place = one.key, one.agent, one.seed
        if place not in self.found or len(one.winners) >= len(self.found[place].winners):
            self.found[place] = one

    def of(self, one: Cell, seed: int) -> Played | None:
        """The battles of a conflict, if there are any."""
        return self.found.get((one.key, one.agent, seed))

    def add(self, one: Played) -> None:
        """Keep them, and write them down at once."""
        self._take(one)
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(asdict(one), separators=(",", ":")) + "\n")


def _read(told: dict[str, Any]) -> Played:
    if not set(told["winners"]) <= {"0", "1", "2"} or not told["winners"]:
        raise ValueError("no winners")
    return Played(
        str(told["key"]),
        str(told["agent"]),
        int(told["seed"]),
        str(told["winners"]),
        _two(told["exchanges"]),
        _two(told["fallen"]),
    )


def _two(numbers: Sequence[int]) -> Sums:
    total, squares = (int(number) for number in numbers)
    return Sums(total, squares)
