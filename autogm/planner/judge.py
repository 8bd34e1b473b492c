"""What a good player knows of a conflict before it begins: who threatens whom how much by exact
odds, at what distance, and the weights of the value. Computed once a game; kernels read it as one
record, `judge`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import floor, sqrt
from typing import Any

import numba
import numpy as np

from autogm.engine.codes import ATTACK_ROLL, DEFEND_ROLL
from autogm.engine.game import Game
from autogm.engine.layout import MAX_ACTIONS, MAX_RANGE, STATE
from autogm.model.words import MAX_FIGHTERS, MAX_SLOTS, MAX_ZONES
from autogm.planner.odds import Dice, Roll, margin_distribution

Array = np.ndarray[Any, Any]

FEATURES = (
    "soak", "threat", "free invokes", "fate points", "tempo", "weight", "numbers", "objective",
)  # fmt: skip
"""What the value weighs, each as players' less gm's (see `value`)."""
N_FEATURES = len(FEATURES)
FIRST_WEIGHTS = (0.75, 0.25, 0.5, 0.8, 1.7, 0.35, 0.2, 0.1)

MOST_DIFFERENCE = 10  # of two rolls' dice
RECORD_WORDS = STATE.itemsize // 8

JUDGE = np.dtype(
    [
        # Expected shifts of the best attack of one fighter on another, ties and misses none
        ("threat", np.float64, (MAX_FIGHTERS, MAX_FIGHTERS)),
        ("reach", np.int64, (MAX_FIGHTERS,)),  # zones that its attacks cover
        ("weights", np.float64, (N_FEATURES,)),
        ("harm", np.int64),  # the track that this conflict hurts
        # How much the dice of a roll can differ, and three outcomes that scatter as much: by dice
        # of the roll and of the answer that weight replaces, + 1; 0: none are rolled
        ("chance", np.float64, (4, 4, 2 * MOST_DIFFERENCE + 1)),
        ("middle", np.int64, (4, 4)),
        ("spread", np.int64, (4, 4)),
        ("words", np.int64),  # how many 64-bit words of a state can differ, a multiple of 4
        ("used", np.int64, (RECORD_WORDS,)),  # which
        ("fair", np.float64),  # u halfway between winning and losing
        ("swing", np.float64),  # half of what lies between them
        ("duels", np.int64),  # 0: invokes are left out of account (to measure what they bring)
        ("remembers", np.int64),  # 0: positions met again are looked at again (likewise)
    ],
    align=True,
)
LEVELS = 64  # decisions and rolls that turns are followed through
MARGINS, MIDDLE = 96, 48  # margins that are told apart, and where 0 stands
ENTRIES = 1 << 16  # positions that are remembered, a power of two
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
        ("column", np.int64, (LEVELS, 2, MOST_INVOKES)),  # of `paid_left`, -1: not paid for
        ("left", np.int64, (2,)),  # by column: how many may be used in all
        # By level: what each choice comes to, for the side that chooses
        ("rank", np.float64, (LEVELS, MAX_ACTIONS)),
        # What is known of positions met before (`transpositions`): in which decision, what
        ("known_in", np.int64, (ENTRIES,)),
        ("known_key", np.int64, (ENTRIES,)),
        ("known_worth", np.float64, (ENTRIES,)),
        ("calls", np.int64),  # positions looked at so far
        ("budget", np.int64),  # how many may be, before nothing is followed further
        ("decision", np.int64),  # the number of this decision: what is known of others is stale
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
    one["duels"], one["remembers"] = 1, 1
    won, lost = (float(one) for one in scene["win_value"][1:3])
    judge["fair"], judge["swing"] = (won + lost) / 2, (won - lost) / 2
    _write_chances(one, scene)
    used = used_words(game)
    one["words"] = len(used)
    one["used"][: len(used)] = used
    return judge


def _edge(scene: Any, fighter: int, target: int, skill: int) -> int:
    """The best attack's rating over the best answer's; a group has its bonus (N4)."""
    answers = _bits(scene["defend_skills"][target, scene["attack_answer"][fighter, skill]])
    answer = max((int(scene["rating"][target, DEFEND_ROLL, one]) for one in answers), default=0)
    group = max(0, int(scene["mob"][fighter]) - 1) if scene["mob"][fighter] else 0
    return int(scene["rating"][fighter, ATTACK_ROLL, skill]) + group - answer


def _bits(mask: Any) -> set[int]:
    return {bit for bit in range(64) if (int(mask) >> bit) & 1}


def _write_chances(one: Any, scene: Any) -> None:
    """The chances of the difference of any two rolls' dice."""
    sums = np.arange(-MOST_DIFFERENCE, MOST_DIFFERENCE + 1)
    none = np.zeros(len(sums))
    none[MOST_DIFFERENCE] = 1.0
    rolls = [none]
    for row in scene["dice"]:
        rolls.append(np.zeros(len(sums)))
        first = MOST_DIFFERENCE + int(scene["lowest"])
        rolls[-1][first : first + int(scene["outcomes"])] = row[: int(scene["outcomes"])]
    for own, answer in product(range(4), range(4)):
        if rolls[own].any() and rolls[answer].any():
            both = np.convolve(rolls[own], rolls[answer][::-1])
            chances = both[MOST_DIFFERENCE : MOST_DIFFERENCE + len(sums)]
            mean = float(chances @ sums)
            deviation = sqrt(max(0.0, float(chances @ sums**2) - mean**2))
            one["chance"][own, answer] = chances
            one["middle"][own, answer] = floor(0.5 + mean)
            # -a, 0 and a, equally likely, deviate by a √(2/3)
            one["spread"][own, answer] = floor(0.5 + sqrt(1.5) * deviation)


def used_words(game: Game) -> Array:
    """Which 64-bit words of a state's record (words,) a game can write to at all: of all fields
    that are counted by fighters, zones or aspects only those that it has. A multiple of four: the
    first may stand there again."""
    scene, mark = game.scene[0], np.zeros(1, STATE)
    has: dict[int, int] = {}
    for size, name in ((MAX_FIGHTERS, "fighters"), (MAX_ZONES, "zones"), (MAX_SLOTS, "slots")):
        has[size] = max(has.get(size, 0), int(scene[name]))
    for name in STATE.names or ():
        if name != "spare":
            cells = mark[name][0]
            if cells.ndim:
                cells[: has.get(cells.shape[0], cells.shape[0])] = -1
            else:
                mark[name] = -1
    used = mark.view(np.int64).nonzero()[0]
    return np.append(used, used[:1].repeat(-len(used) % 4))
