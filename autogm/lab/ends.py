"""How battles ended: who won, when, who was taken out, and what became of the heroes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autogm.agents import battles
from autogm.analysis.intervals import mean_of, wilson
from autogm.analysis.verdict import Heroes
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.rules.encounter import Encounter

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Ends:
    """How battles ended: rows with who has won, in which exchange, and the bit mask of those who
    were taken out; `number` says how many battles ended like that."""

    winners: Array
    exchanges: Array
    fallen: Array
    number: Array

    def quantile(self, part: float) -> float:
        """The exchange at which so great a part of the battles was over, by the nearest battle."""
        order = np.argsort(self.exchanges, kind="stable")
        place = np.round(part * (int(self.number.sum()) - 1))
        row = np.searchsorted(np.cumsum(self.number[order]), place, side="right")
        return float(self.exchanges[order][row])

    def count(self, which: Array) -> int:
        """How many battles are in the rows that a mask picks."""
        return int(self.number[which].sum())


def ends_of(results: Array) -> Ends:
    """The ends of battles, each a row."""
    return Ends(
        results[:, battles.R_WINNER],
        results[:, battles.R_EXCHANGES],
        results[:, battles.R_FALLEN],
        np.ones(len(results), np.int64),
    )


def still_here(game: Game, start: State | None) -> list[int]:
    """The numbers of the fighters that have not gone for good before a start: a mob has not while
    any of it is there, whose parts are not counted for themselves."""
    fighters = game.encounter.fighters
    alone = [number for number, one in enumerate(fighters) if one.part_of is None]
    if start is None:
        return alone
    present, begun = int(start.record[0]["present"]), start.exchange
    there = {one.part_of or one.id for number, one in enumerate(fighters) if present >> number & 1}
    return [n for n in alone if fighters[n].id in there or fighters[n].arrives > begun]


def heroes_of(encounter: Encounter, here: list[int]) -> list[int]:
    """The numbers of the heroes among those: the player characters of the players' side, or all of
    it where it has none."""
    fighters = encounter.fighters
    side = [number for number in here if fighters[number].side == "players"]
    return [number for number in side if fighters[number].is_player_character] or side


def heroes_in(game: Game, heroes: list[int], ends: Ends, z: float) -> Heroes | None:
    """What became of the heroes, from the bit mask of those who were taken out in each battle."""
    if not heroes:
        return None
    falls: Array = ((ends.fallen[:, None] >> np.array(heroes)) & 1).sum(axis=1)
    total = int(ends.number.sum())
    fell, squares = (int((ends.number * one).sum()) for one in (falls, falls * falls))
    return Heroes(
        len(heroes),
        game.encounter.fighters[heroes[0]].is_player_character,
        wilson(ends.count(falls == len(heroes)), total, z),
        wilson(ends.count(falls > 0), total, z),
        mean_of(fell, squares, total, z),
        tuple(wilson(ends.count(falls == number), total, z) for number in range(len(heroes) + 1)),
    )
