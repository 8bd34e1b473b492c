"""What a good player knows of a conflict before it begins: who threatens whom how much by exact
odds, at what distance, and the weights of the value. Computed once a game; kernels read it as one
record, `judge`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np

from autogm.engine.codes import ATTACK_ROLL, DEFEND_ROLL
from autogm.engine.game import Game
from autogm.engine.layout import MAX_RANGE
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.odds import Dice, Roll, margin_distribution

Array = np.ndarray[Any, Any]

FEATURES = (
    "soak", "threat", "free invokes", "fate points", "tempo", "weight", "numbers", "objective",
)  # fmt: skip
"""What the value weighs, each as players' less gm's (see `value`)."""
N_FEATURES = len(FEATURES)
FIRST_WEIGHTS = (0.75, 0.25, 0.5, 0.8, 1.7, 0.35, 0.2, 0.1)

JUDGE = np.dtype(
    [
        # Expected shifts of the best attack of one fighter on another, ties and misses none
        ("threat", np.float64, (MAX_FIGHTERS, MAX_FIGHTERS)),
        ("reach", np.int64, (MAX_FIGHTERS,)),  # zones that its attacks cover
        ("weights", np.float64, (N_FEATURES,)),
        ("harm", np.int64),  # the track that this conflict hurts
    ],
    align=True,
)
LEVELS = 64  # decisions and rolls that turns are followed through
MARGINS, MIDDLE = 96, 48  # margins that are told apart, and where 0 stands
MOST_RANKED = 256  # choices of one node that are thought through
MOST_INVOKES = 6  # of one side in one duel that are thought through

WORK = np.dtype(
    [
        ("feature", np.float64, (N_FEATURES,)),
        # By level: what each margin of a roll comes to, once nobody invokes any more; NaN: unknown
        ("final", np.float64, (LEVELS, MARGINS)),
        # By level and side: how many invokes it may use in a duel, what each adds to its roll and
        # what it costs
        ("invokes", np.int64, (LEVELS, 2)),
        ("gain", np.int64, (LEVELS, 2, MOST_INVOKES)),
        ("price", np.float64, (LEVELS, 2, MOST_INVOKES)),
        # By level: what each choice comes to, for the side that chooses
        ("rank", np.float64, (LEVELS, MOST_RANKED)),
        ("calls", np.int64),  # positions looked at so far
        ("budget", np.int64),  # how many may be, before nothing is followed further
        # The duel: by invokes used of both sides, who moves, whether the other has just passed
        ("duel", np.float64, (MOST_INVOKES + 1, MOST_INVOKES + 1, 2, 2)),
    ],
    align=True,
)
"""Scratch of the planner's kernels."""
WORK_TYPE = numba.from_dtype(WORK)
WORKS_TYPE = numba.types.Array(WORK_TYPE, 1, "C")
JUDGE_TYPE = numba.from_dtype(JUDGE)
JUDGES_TYPE = numba.types.Array(JUDGE_TYPE, 1, "C")


@cache
def expected_shifts(dice: Dice, edge: int) -> float:
    """The mean shifts of an attack whose rating is `edge` above the defence, a miss counting 0."""
    margins = margin_distribution(Roll(rating=edge, active=True, dice=dice))
    return float(sum(max(0, margin) * chance for margin, chance in margins))


def judge_of(game: Game, weights: tuple[float, ...] = FIRST_WEIGHTS) -> Array:
    """The judge of a game: one record in an array, as kernels take it."""
    judge = np.zeros(1, JUDGE)
    one, scene = judge[0], game.scene[0]
    dice = game.encounter.ruleset.dice
    fighters = int(scene["fighters"])
    for fighter in range(fighters):
        skills = [_bits(scene["attack_skills"][fighter, 0, zones]) for zones in range(MAX_RANGE)]
        one["reach"][fighter] = max(
            (zones for zones in range(MAX_RANGE) if skills[zones]), default=-1
        )
        able = sorted(set().union(*skills))
        for target in range(fighters):
            if scene["side"][fighter] == scene["side"][target] or not able:
                continue
            edge = max(_edge(scene, fighter, target, skill) for skill in able)
            one["threat"][fighter, target] = expected_shifts(dice, edge)
    harms = [
        int(scene["attack_harm"][f, k])
        for f in range(fighters)
        for k in _bits(scene["attack_skills"][f, 0, 0])
    ]
    one["harm"] = max(set(harms), key=harms.count) if harms else int(scene["main_harm"])
    one["weights"][:] = weights
    return judge


def _edge(scene: Any, fighter: int, target: int, skill: int) -> int:
    """The best attack's rating over the best answer's; a group has its bonus (N4)."""
    answers = _bits(scene["defend_skills"][target, scene["attack_answer"][fighter, skill]])
    answer = max((int(scene["rating"][target, DEFEND_ROLL, one]) for one in answers), default=0)
    group = max(0, int(scene["mob"][fighter]) - 1) if scene["mob"][fighter] else 0
    return int(scene["rating"][fighter, ATTACK_ROLL, skill]) + group - answer


def _bits(mask: Any) -> set[int]:
    return {bit for bit in range(64) if (int(mask) >> bit) & 1}
