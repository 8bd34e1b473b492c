"""What a joint plan is made from: the survey of a position with its odds worked out, as plain
arrays in the fighters' own order. Equal facts give equal plans; nothing here decides anything.

Shapes: n fighters that still have their action, m enemies in the scene, z zones, 5 levels of weight
(dice turned for the side less dice turned against it, -2 … 2), p = `MOST_POINTS` + 1 numbers of
points spent on one attack. Worths are utilities u for the planning side, shifts are expected
values.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from autogm.engine.codes import ATTACK_ROLL, DEFEND_ROLL, INVOKE_ADDS, POOL
from autogm.engine.game import Game
from autogm.engine.layout import LOG, STATE
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.coordination.survey import (
    CLOSED_EDGE,
    FREE,
    LEVELS,
    ROLLED,
    STAYS,
    SURVEY,
    survey_at,
)
from autogm.planner.evaluation.scratch import WORK
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.odds.distributions import Dice, Roll, margin_distribution, outcome_classes

Array = np.ndarray[Any, Any]
MOST_POINTS = 1  # planned for one attack
HELP = 1  # what an ally's help adds to a roll (E3)
WEIGHT = FEATURES.index("weight")
ROLLS = (ATTACK_ROLL, DEFEND_ROLL)


@dataclass(frozen=True)
class Facts:
    """A position as a side that acts together sees it."""

    fighters: tuple[int, ...]
    enemies: tuple[int, ...]
    zones: int
    place: Array  # (n,) where each stands
    foe_place: Array  # (m,) where each enemy stands
    reach: Array  # (n, z) chance to get there this turn; 0: it cannot
    rolled: Array  # (n, z) whether that takes the action
    stand: Array  # (n, z) worth of standing there, weight left aside
    leave: Array  # (n, z) worth of leaving the scene there; NaN: no way out
    shifts: Array  # (n, z, m, 5, p) of the best attack from there; NaN: out of reach
    prepare: Array  # (n, z, m) chance to make an aspect on that enemy; 0: none
    advantage: Array  # (n, z) worth of making any aspect from there, by its chance; 0: none
    lift: Array  # (m,) shifts that one more invoke adds at least to somebody's attack
    boost: Array  # (m,) … that an ally's help adds at least; 0 where nobody may help
    guard: Array  # (n,) worth of Full Defense by its chance; 0: not open
    grab: Array  # (n, z) worth of taking the item by its chance; 0: it is not there
    swarm: Array  # (m,) whether only an outweighed swarm can be hurt (N3)
    weighs: Array  # (n,)
    standing: Array  # (z,) weight of those of the side that stay where they are
    against: Array  # (z,) the enemies' weight
    ratio: tuple[int, int]  # W2's two thresholds
    level: Array  # (z, 5) worth of each level of weight
    empty: Array  # (z,) … of having nobody there
    weight: bool  # whether weight counts at all
    soak: Array  # (m,) shifts that an enemy can still absorb
    worn: Array  # worth of an enemy that is nearly out but still stands
    out: Array  # (m,) worth of an enemy taken out
    purse: Array  # (n,) whose points a fighter spends, -1: nobody's
    points: Array  # (purses,) points there are
    price: Array  # (purses,) worth of a point kept

    @property
    def key(self) -> bytes:
        """Equal for equal facts."""
        parts = [getattr(self, one.name) for one in fields(self)]
        return b"|".join(
            part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode()
            for part in parts
        )


@cache
def shifts_at(dice: Dice, edge: int, own: int, other: int) -> float:
    """The mean shifts of an attack whose rating is `edge` above the defence, with that many dice
    turned for the attacker and for the defender (W2); a tie or a miss counts 0."""
    roll = Roll(rating=edge, active=True, dice=dice, weight=own, against_weight=other)
    return float(sum(max(0, margin) * chance for margin, chance in margin_distribution(roll)))


@cache
def shift_table(dice: Dice, edge: int, calls: int, weighed: tuple[bool, bool]) -> Array:
    """Mean shifts (5, p) by level of weight and points spent; points beyond the number of aspects
    to invoke (`calls`) add nothing. `weighed` is whether weight turns dice of attacks, and of
    defences."""
    most, least = LEVELS // 2 * weighed[0], -(LEVELS // 2) * weighed[1]
    levels = [min(most, max(least, one - LEVELS // 2)) for one in range(LEVELS)]
    table = [
        [
            shifts_at(dice, edge + INVOKE_ADDS * min(spent, calls), max(0, one), max(0, -one))
            for spent in range(MOST_POINTS + 1)
        ]
        for one in levels
    ]
    return np.array(table)


@cache
def success(dice: Dice, edge: int, active: bool) -> float:
    """The chance of a success, with style or without."""
    roll = Roll(rating=edge, active=active, dice=dice)
    return float(outcome_classes(roll).at_least_success)


class Surveyor:
    """Takes the facts of positions of one game; `parameters` are the evaluation parameters that the
    search uses."""

    def __init__(self, game: Game, parameters: Array) -> None:
        self.game = game
        self._parameters = parameters
        self._states = np.zeros(3, STATE)
        self._log = rows(np.zeros(1, LOG))
        self._work = np.zeros(1, WORK)
        self._survey = np.zeros(1, SURVEY)

    def facts(self, state: State, side: int) -> Facts:
        """What a position offers a side (0 the players, 1 the gm)."""
        all_parameters = np.concatenate([self._parameters, self._parameters])
        all_parameters[1]["weights"][WEIGHT] = 0.0
        self._states[0] = state.record[0]
        self._survey[:] = 0
        survey_at(
            self.game.scene_rows, rows(self._states), self._log, rows(all_parameters),
            rows(self._work), rows(self._survey), side,
        )  # fmt: skip
        return self._read(state.record[0])

    def _read(self, record: Any) -> Facts:
        scene, survey = self.game.scene[0], self._survey[0]
        dice: Dice = self.game.encounter.ruleset.dice
        zones = int(scene["zones"])
        fighters = _bits(survey["mine"])
        enemies = _bits(survey["enemies"])
        n, m = len(fighters), len(enemies)
        weight = bool(scene["weight_on"])
        turned = [weight and bool((int(scene["weight_rolls"]) >> roll) & 1) for roll in ROLLS]
        across = bool(scene["weight_across"])
        way = survey["way"][list(fighters), :zones]
        reach = np.isin(way, (STAYS, FREE)).astype(float)
        leave = np.full((n, zones), np.nan)
        shifts = np.full((n, zones, m, LEVELS, MOST_POINTS + 1), np.nan)
        prepare, grab, guard = np.zeros((n, zones, m)), np.zeros((n, zones)), np.zeros(n)
        advantage = np.zeros((n, zones))
        lift, boost = np.full(m, np.inf), np.full(m, np.inf)
        foe_place = record["zone"][list(enemies)].astype(int)
        for i, one in enumerate(fighters):
            if survey["guard_edge"][one] != CLOSED_EDGE:
                chance = success(dice, int(survey["guard_edge"][one]), False)
                guard[i] = float(survey["guard"][one]) * chance
            for z in range(zones):
                if way[i, z] == ROLLED:
                    edge = int(survey["move_rating"][one] - survey["difficulty"][one, z])
                    reach[i, z] = success(dice, edge, False)
                if way[i, z] in (STAYS, FREE) and survey["advantage_edge"][one, z] != CLOSED_EDGE:
                    active = bool(survey["advantage_opposed"][one, z])
                    chance = success(dice, int(survey["advantage_edge"][one, z]), active)
                    advantage[i, z] = max(0.0, float(survey["held"])) * chance
                if (int(survey["can_leave"][one]) >> z) & 1:
                    leave[i, z] = survey["leave"][one, z]
                if z == survey["item_zone"] and survey["grab_edge"][one] != CLOSED_EDGE:
                    chance = success(dice, int(survey["grab_edge"][one]), False)
                    grab[i, z] = float(survey["grab"][one]) * chance
                for j, foe in enumerate(enemies):
                    if (int(survey["strikes"][one, z]) >> foe) & 1:
                        edge = int(survey["edge"][one, z, foe])
                        near = across or foe_place[j] == z
                        weighed = (turned[0] and near, turned[1] and near)
                        calls = int(survey["calls"][one, z, foe])
                        shifts[i, z, j] = shift_table(dice, edge, calls, weighed)
                        plain = shifts_at(dice, edge, 0, 0)
                        more = shifts_at(dice, edge + INVOKE_ADDS, 0, 0) - plain
                        lift[j] = min(lift[j], more)
                        boost[j] = min(boost[j], shifts_at(dice, edge + HELP, 0, 0) - plain)
                    if (int(survey["prepares"][one, z]) >> foe) & 1:
                        active = bool(survey["opposed"][one, z, foe])
                        edge = int(survey["skill_edge"][one, z, foe])
                        prepare[i, z, j] = success(dice, edge, active)
        lift[np.isinf(lift)] = 0.0
        boost[np.isinf(boost)] = 0.0
        return Facts(
            fighters=fighters,
            enemies=enemies,
            zones=zones,
            place=record["zone"][list(fighters)].astype(int),
            foe_place=foe_place,
            reach=reach,
            rolled=way == ROLLED,
            stand=survey["stand"][list(fighters), :zones].copy(),
            leave=leave,
            shifts=shifts,
            prepare=prepare,
            advantage=advantage,
            lift=lift,
            boost=boost * bool(survey["helps"]),
            guard=guard,
            grab=grab,
            swarm=np.array([(int(survey["swarm"]) >> foe) & 1 for foe in enemies], bool),
            weighs=survey["weighs"][list(fighters)].copy(),
            standing=survey["standing"][:zones].copy(),
            against=survey["against"][:zones].copy(),
            ratio=(int(scene["weight_two"]), int(scene["weight_four"])),
            level=survey["level"][:zones].copy(),
            empty=survey["empty"][:zones].copy(),
            weight=weight,
            soak=survey["soak"][list(enemies)].copy(),
            worn=survey["worn"][list(enemies)].copy(),
            out=survey["out"][list(enemies)].copy(),
            purse=survey["purse"][list(fighters)].copy(),
            points=survey["points"][: POOL + 1].copy(),
            price=survey["point"][: POOL + 1].copy(),
        )


def _bits(mask: Any) -> tuple[int, ...]:
    return tuple(bit for bit in range(64) if (int(mask) >> bit) & 1)
