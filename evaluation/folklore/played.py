"""Battles of the conflicts, and the file that keeps them: a line for each conflict and agent, added
as soon as it is played, so that a run that was stopped goes on where it was. A line is known by
what the conflict says, by agent and seed, and is played anew only for more battles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from autogm.agents.roster import seats
from autogm.engine.game import Game
from autogm.lab.simulate import Simulation, simulate
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle


class Mean(NamedTuple):
    """A mean a battle, with its 95% interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Played:
    """The battles of one conflict: who won each («1» the players, «2» the GM's side, «0» nobody),
    exchanges and heroes taken out a battle."""

    key: str
    agent: str
    seed: int
    winners: str
    exchanges: Mean
    fallen: Mean


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


def play(one: Cell, battles: int, seed: int) -> Played:
    """Play them."""
    game = game_of(one.fields)
    found = simulate(game, battles, seed, seats(one.agent, encounter=game.encounter), workers=1)
    return _counted(one, seed, found)


def _counted(one: Cell, seed: int, found: Simulation) -> Played:
    marks = {1: "1", 2: "2"}
    winners = "".join(marks.get(number, "0") for number in found.winners)
    mean = found.exchanges
    exchanges = Mean(*(round(mean[name] or 0.0, 4) for name in ("mean", "low", "high")))
    heroes = found.heroes
    fallen = Mean(0.0, 0.0, 0.0)
    if heroes is not None:
        told = heroes.fallen
        low = told.mean if told.low is None else told.low
        high = told.mean if told.high is None else told.high
        fallen = Mean(round(told.mean, 4), round(low, 4), round(high, 4))
    return Played(one.key, one.agent, seed, winners, exchanges, fallen)


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
        Mean(*map(float, told["exchanges"])),
        Mean(*map(float, told["fallen"])),
    )
