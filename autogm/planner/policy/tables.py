"""What the policy reads of a game besides its state, worked out once: the named features with their
weights, the chances of margins, whose attack meets whom at what edge.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from autogm.engine.codes import CREATE_ROLL, DEFEND_ROLL, N_KINDS
from autogm.engine.game import Game
from autogm.engine.layout import MAX_ACTIONS
from autogm.engine.suiting import suiting
from autogm.game.kernels import ArrayKind, RecordKind, plain
from autogm.game.rows import Row
from autogm.model.verbs import VERBS
from autogm.model.words import MAX_FIGHTERS, MAX_SLOTS, MAX_TEMPLATES
from autogm.planner.evaluation.parameters import MOST_DIFFERENCE, bits_of, edge_of, more_of
from autogm.planner.policy.weights import MOST_FEATURES, PolicyWeights, shipped_policy

Array = np.ndarray[Any, Any]

MOST_EDGE = 40  # ratings that differ by more are as good as certain
EDGES = 2 * MOST_EDGE + 1
MOST_USES = 4  # invokes of a side in a duel that are looked at
FARTHEST = 24  # margins beyond are worth no more
N_FAMILIES = 5
N_VERBS = len(VERBS)

POLICY = np.dtype(
    [
        ("weight", np.float64, (N_FAMILIES, MOST_FEATURES)),
        ("constant", np.float64, (N_KINDS, N_VERBS)),  # by kind of node and verb
        # By dice of the roll and of the answer that weight replaces, + 1 (0: none are rolled), and
        # edge + MOST_EDGE: the chance that the margin is 0 or more, and the sum of all up to it
        ("fine", np.float64, (4, 4, EDGES)),
        ("fines", np.float64, (4, 4, EDGES)),
        # Of the best attack of one fighter on another, armed and disarmed: its rating less the best
        # answer's, whole mobs' numbers included, and what a hit deals besides the margin
        ("edge", np.int32, (2, MAX_FIGHTERS, MAX_FIGHTERS)),
        ("more", np.int32, (2, MAX_FIGHTERS, MAX_FIGHTERS)),
        (
            "power",
            np.float64,
            (MAX_FIGHTERS,),
        ),  # the shifts its best attack can be expected to deal
        # The best rating for creating an advantage on an aspect, a skill that does not suit counted
        # with what it has against it (C6)
        ("make", np.int16, (MAX_FIGHTERS, MAX_SLOTS)),
        ("best", np.int64, (MAX_FIGHTERS,)),  # … on any
        ("lead", np.int32, (MAX_FIGHTERS, MAX_FIGHTERS)),  # … over the best answer of each
        # Scratch: what is the same for all candidates of a node, and one candidate's features
        ("feature", np.float64, (MOST_FEATURES,)),
        ("score", np.float64, (MAX_ACTIONS,)),
        ("held", np.float64),
        ("other_power", np.float64),
        ("other_soak", np.float64),
        ("rich", np.float64),
        ("own_soak", np.float64),
        ("reached", np.float64),
        ("facing", np.float64),
        ("late", np.float64),
        ("steps", np.float64),
        ("goal", np.float64),
        # Of the turn: the best score of what can be done after a free step as well
        ("best_else", np.float64),
        # Of the duel (`duelling`): by side, the log odds that an invoke costs and that a free one
        # more brings, and how many are left; by margin, what it is worth to the acting side
        ("price", np.float64, (2,)),
        ("gift", np.float64, (2,)),
        ("uses", np.int64, (2,)),
        ("worth", np.float64, (FARTHEST + 1,)),
        ("below", np.float64),
        ("hit_soak", np.float64),  # of the side that is attacked: soak, threat that lasts, heads
        ("hit_power", np.float64),
        ("hit_heads", np.float64),
        ("acting", np.int64),
        ("passing", np.float64),  # what passing brings it, by best play
        ("replied_at", np.int64),  # … and the last margin that was played out, with what it does
        ("replied", np.float64),
        ("duel", np.float64, (MOST_USES + 1, MOST_USES + 1, 2)),
    ],
    align=True,
)
"""The policy of one game, and scratch of its kernels."""

if TYPE_CHECKING:
    Policy: TypeAlias = Any
    Policies: TypeAlias = Any
else:
    Policy = RecordKind("Policy", POLICY)
    Policies = ArrayKind(Policy)


_KEPT: WeakKeyDictionary[Game, Array] = WeakKeyDictionary()
"""What a policy reads of a game alone, kept as long as the game: a planner needs it three times,
and in a large conflict it takes longer than much of the thinking."""


def policy_of(game: Game, parameters: Array, weights: PolicyWeights | None = None) -> Array:
    """The policy of a game whose evaluation parameters are known: one record in an array, as
    kernels take it. Weights left out are those that are shipped.

    Raises:
        WeightsError: where the shipped weights cannot be used.
    """
    weights = weights or shipped_policy()
    kept = _KEPT.get(game)
    if kept is None:
        kept = _KEPT[game] = _of_game(game)
    policy = kept.copy()
    one = policy[0]
    one["weight"], one["constant"] = weights.by_family(), weights.by_node()
    _write_margins(one, parameters[0])
    fighters = int(game.scene[0]["fighters"])
    one["power"][:fighters] = parameters[0]["threat"][0, :fighters].max(axis=1)
    return policy


def _of_game(game: Game) -> Array:
    """A policy without weights, and without what depends on evaluation parameters."""
    policy = np.zeros(1, POLICY)
    one, scene = policy[0], game.scene[0]
    fighters = int(scene["fighters"])
    for fighter in range(fighters):
        made = bits_of(scene["create_skills"][fighter, MAX_TEMPLATES])
        ratings = {skill: int(scene["rating"][fighter, CREATE_ROLL, skill]) for skill in made}
        one["best"][fighter] = max(ratings.values(), default=0)
        for slot in range(int(scene["slots"])):
            one["make"][fighter, slot] = _making(scene, fighter, slot)
        for target in range(fighters):
            if scene["side"][fighter] == scene["side"][target]:
                continue
            answers = {
                skill: _best(scene, target, scene["answer_skills"][target, skill]) for skill in made
            }
            leads = [rating - answers[skill] for skill, rating in ratings.items()]
            one["lead"][fighter, target] = max(leads, default=0)
            for hands in (0, 1):
                edge, more = _attack(game, fighter, target, hands)
                one["edge"][hands, fighter, target] = edge
                one["more"][hands, fighter, target] = more
    return policy


def _making(scene: Any, fighter: int, slot: int) -> int:
    """The best rating for creating an advantage on an aspect (C6)."""
    lost = int(scene["unsuited"])
    able = bits_of(scene["create_skills"][fighter, int(scene["slot_template"][slot])])
    suit = bits_of(plain(suiting)(Row(scene), fighter, slot)) if lost else able
    if lost:
        able = set(range(int(scene["skills"])))
    ratings = (
        int(scene["rating"][fighter, CREATE_ROLL, one]) - (0 if one in suit else lost)
        for one in able
    )
    return max(ratings, default=0)


def _best(scene: Any, fighter: int, skills: Any) -> int:
    ratings = (int(scene["rating"][fighter, DEFEND_ROLL, one]) for one in bits_of(skills))
    return max(ratings, default=0)


def _attack(game: Game, fighter: int, target: int, hands: int) -> tuple[int, int]:
    """The edge of the best attack, and what its hits deal besides."""
    scene = game.scene[0]
    able = set[int]()
    for row in scene["attack_skills"][fighter, hands]:
        able |= bits_of(row)
    found = [
        (edge_of(scene, fighter, target, skill), more_of(game, fighter, target, skill, hands))
        for skill in sorted(able)
    ]
    return max(found, key=sum, default=(-MOST_EDGE, 0))


def _write_margins(one: Any, parameters: Any) -> None:
    """The chance of a margin of 0 or more by edge, and the sums up to each edge."""
    sums = np.arange(-MOST_DIFFERENCE, MOST_DIFFERENCE + 1)
    edges = np.arange(-MOST_EDGE, MOST_EDGE + 1)
    for own, answer in product(range(4), range(4)):
        chance = parameters["chance"][own, answer]
        fine = ((edges[:, None] + sums[None, :]) >= 0) @ chance
        one["fine"][own, answer] = fine
        one["fines"][own, answer] = np.cumsum(fine)
