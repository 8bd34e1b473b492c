"""What a good player knows of a conflict before it begins: who threatens whom how much by exact
odds, at what distance, and the weights of the value. Computed once a game; kernels read it as one
record, `parameters`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import floor, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from autogm.engine.codes import (
    ATTACK_ROLL,
    DEFEND_ROLL,
    HELPS_AGAINST,
    HELPS_BEARER,
    INVOKE_ADDS,
    L_ONCE,
    O_GET_ITEM,
    O_GET_OUT,
    O_HOLD,
    O_SURVIVE,
    O_TAKE_OUT,
    S_BONUS,
    S_LETHAL,
)
from autogm.engine.game import Game
from autogm.engine.layout import MAX_CONSEQUENCES, MAX_RANGE, STATE
from autogm.engine.stunts import bears_on_hit
from autogm.game.kernels import ArrayKind, RecordKind, plain
from autogm.game.rows import Row
from autogm.model.words import MAX_FIGHTERS, MAX_MEMBERS, MAX_SLOTS, MAX_STUNTS, MAX_ZONES
from autogm.planner.evaluation.weights import FEATURES, Weights, shipped_weights
from autogm.planner.odds.distributions import Dice, Roll, margin_distribution

Array = np.ndarray[Any, Any]

N_FEATURES = len(FEATURES)
ALL_WOUNDS = (1 << MAX_CONSEQUENCES) - 1
NEVER = 99  # steps or exchanges: nobody gets there
DEADLY_STUNT = 0.5  # a stunt once made lethal is worth half an invoke
KNOWN_OBJECTIVES = {
    O_HOLD: "hold", O_GET_OUT: "get out", O_SURVIVE: "survive", O_TAKE_OUT: "take out",
    O_GET_ITEM: "get out with the item",
}  # fmt: skip

MOST_DIFFERENCE = 10  # of two rolls' dice
RECORD_WORDS = STATE.itemsize // 8

PARAMETERS = np.dtype(
    [
        # Expected shifts of the best attack of one fighter on another, misses none: armed, and
        # with its equipment knocked away (M7)
        ("threat", np.float64, (2, MAX_FIGHTERS, MAX_FIGHTERS)),
        # By members: the share of what all of a mob deal that is left of its threat, and how much
        # more is dealt to so few of it (N4)
        ("numbers", np.float64, (2, MAX_FIGHTERS, MAX_MEMBERS + 1)),
        ("reach", np.int32, (2, MAX_FIGHTERS)),  # zones that its attacks cover, -1: none
        ("severity", np.float64, (MAX_FIGHTERS, ALL_WOUNDS + 1)),  # by the slots that are open
        ("once", np.int64, (MAX_FIGHTERS,)),  # priced stunts that can be used once, a bit mask
        ("stunt", np.float64, (MAX_FIGHTERS, MAX_STUNTS)),  # what they come to in invokes
        ("usable", np.float64, (2, MAX_SLOTS)),  # by side and aspect: 1.0, or 0.0 for free invokes
        # that could speak to no roll of that side's
        ("goers", np.int64, (2,)),  # by side: who shall get out, a bit mask
        ("exit", np.int64, (MAX_ZONES,)),  # steps to the nearest exit
        ("weights", np.float64, (N_FEATURES,)),
        (
            "draw_rate",
            np.float64,
        ),  # how often a fight ends undecided, for each exchange it still needs
        ("late", np.float64),  # how much an exchange too few for it counts
        ("harm", np.int64),  # the track that this conflict hurts
        # How much the dice of a roll can differ, and three outcomes that scatter as much: by dice
        # of the roll and of the answer that weight replaces, + 1; 0: none are rolled
        ("chance", np.float64, (4, 4, 2 * MOST_DIFFERENCE + 1)),
        ("middle", np.int64, (4, 4)),
        ("spread", np.int64, (4, 4)),
        ("words", np.int64),  # how many 64-bit words of a state can differ, a multiple of 4
        ("used", np.int64, (RECORD_WORDS,)),  # which
        ("free", np.float64),  # the share of what free invokes and help are worth that counts
        ("point", np.float64),  # what a fate point counts among the invokes in hand
        ("coming", np.float64),  # what of those counts who are still to come to the conflict
        ("consequence", np.float64),  # price of one taken to succeed, beyond the value (O3)
        ("contempt", np.float64, (2,)),  # by the side that thinks: what is added to u of a draw
        ("fair", np.float64),  # u halfway between winning and losing
        ("swing", np.float64),  # half of what lies between them
        ("remembers", np.int64),  # 0: positions met again are looked at again
    ],
    align=True,
)
POINT = 1.6
"""Free invokes that a fate point counts for: by prediction 1.05, by battles some half more
(evaluation/HISTORY.md, «Invokes and points that play better»)."""
CONSEQUENCE_PRICE = 0.15
"""By how much taking a consequence to succeed (O3) counts as worse than the value of what follows,
in halves of what lies between losing and winning where both are as likely. Over 222 such choices
that were played out it was 0.18 (evaluation/HISTORY.md, «Costs taken to succeed»)."""
CONTEMPT = 0.5
"""How far from its stake towards a loss whoever thinks counts a conflict that the limit ends: else
both sides wait for the other to step forward. Near either end the stake says enough by itself."""
if TYPE_CHECKING:
    Parameters: TypeAlias = Any
    AllParameters: TypeAlias = Any
else:
    Parameters = RecordKind("Parameters", PARAMETERS)
    AllParameters = ArrayKind(Parameters)


class UnknownObjectiveError(ValueError):
    """A conflict has an objective that the value does not know."""


@cache
def expected_shifts(dice: Dice, edge: int, more: int = 0) -> float:
    """The mean shifts of an attack whose rating is `edge` above the defence and whose hits count
    `more` shifts, a miss counting 0."""
    margins = margin_distribution(Roll(rating=edge, active=True, dice=dice))
    return float(sum(max(0, margin + more) * chance for margin, chance in margins if margin > 0))


_KEPT: WeakKeyDictionary[Game, Array] = WeakKeyDictionary()
"""What is the same whatever the weights, kept as long as the game, whose scene never changes:
forecasts, reviews and threads each think with parameters of their own, and these take ten
milliseconds in a large conflict."""


def parameters_of(game: Game, weights: Weights | None = None) -> Array:
    """The evaluation parameters of a game: one record in an array, as kernels take it. Weights left
    out are those that are shipped.

    Raises:
        UnknownObjectiveError: for an objective that the value does not know, by name.
        WeightsError: where the shipped weights cannot be used.
    """
    weights = weights or shipped_weights()
    kept = _KEPT.get(game)
    if kept is None:
        kept = _KEPT[game] = _of_game(game)
    parameters = kept.copy()
    one = parameters[0]
    one["weights"][:] = [weights.win[name] for name in FEATURES]
    one["draw_rate"], one["late"] = weights.undecided["draw_rate"], weights.undecided["late"]
    return parameters


def _of_game(game: Game) -> Array:
    """Parameters without weights."""
    parameters = np.zeros(1, PARAMETERS)
    one, scene = parameters[0], game.scene[0]
    _check_objectives(scene)
    fighters = int(scene["fighters"])
    harms = [
        int(scene["attack_harm"][f, k])
        for f in range(fighters)
        for k in bits_of(scene["attack_skills"][f, 0, 0])
    ]
    one["harm"] = max(set(harms), key=harms.count) if harms else int(scene["main_harm"])
    for fighter in range(fighters):
        for hands in (0, 1):
            _write_attacks(one, game, fighter, hands)
        row = 0 if scene["one_track"][fighter] else int(one["harm"])
        slots = int(scene["wound_slots"][fighter, row])
        for mask in range(ALL_WOUNDS + 1):
            one["severity"][fighter, mask] = sum(
                int(scene["severity"][fighter, slot]) for slot in bits_of(mask & slots)
            )
        _write_stunts(one, scene, fighter)
    for mob in range(fighters):
        if scene["mob"][mob]:
            _write_numbers(one, game, mob)
    zones = int(scene["zones"])
    for zone in range(zones):
        ways = [int(scene["hops"][zone, n]) for n in range(zones) if scene["zone_exit"][n]]
        one["exit"][zone] = min(ways, default=NEVER)
    for row in range(int(scene["objectives"])):
        if scene["objective_do"][row] == O_GET_OUT:
            one["goers"][scene["objective_side"][row]] |= int(scene["objective_who"][row])
    _write_usable(one, scene)
    one["remembers"] = 1
    one["free"], one["point"], one["coming"] = 1.0, POINT, 1.0
    one["consequence"] = CONSEQUENCE_PRICE
    won, lost = (float(one) for one in scene["win_value"][1:3])
    parameters["fair"], parameters["swing"] = (won + lost) / 2, (won - lost) / 2 or 1.0
    undecided = float(scene["win_value"][3])
    contempt = CONTEMPT * max(0.0, min(undecided - lost, won - undecided))
    one["contempt"][:] = -contempt, contempt
    _write_chances(one, scene)
    used = used_words(game)
    one["words"] = len(used)
    one["used"][: len(used)] = used
    return parameters


def _check_objectives(scene: Any) -> None:
    for row in range(int(scene["objectives"])):
        does = int(scene["objective_do"][row])
        if does not in KNOWN_OBJECTIVES:
            known = ", ".join(KNOWN_OBJECTIVES.values())
            raise UnknownObjectiveError(
                f"objective {row + 1} is of kind {does}, which the value does not know; "
                f"it knows {known}"
            )


def _write_attacks(one: Any, game: Game, fighter: int, hands: int) -> None:
    """How far a fighter reaches, and whom it threatens how much."""
    scene, dice = game.scene[0], game.encounter.ruleset.dice
    skills = [bits_of(scene["attack_skills"][fighter, hands, zones]) for zones in range(MAX_RANGE)]
    most = max(0, int(scene["skilled_reach"][fighter, hands]))  # E5: not by what anybody can do
    reached = (zones for zones in range(most + 1) if skills[zones])
    one["reach"][hands, fighter] = max(reached, default=-1)
    able = sorted(set().union(*skills))
    for target in range(int(scene["fighters"])):
        if scene["side"][fighter] != scene["side"][target] and able:
            one["threat"][hands, fighter, target] = max(
                expected_shifts(
                    dice,
                    edge_of(scene, fighter, target, skill),
                    more_of(game, fighter, target, skill, hands),
                )
                for skill in able
            )


def edge_of(scene: Any, fighter: int, target: int, skill: int) -> int:
    """The attack's rating over the best answer's; whole mobs have their bonus on both (N4)."""
    answers = bits_of(scene["defend_skills"][target, scene["attack_answer"][fighter, skill]])
    answer = max((int(scene["rating"][target, DEFEND_ROLL, one]) for one in answers), default=0)
    more, less = (max(0, int(scene["mob"][one]) - 1) for one in (fighter, target))
    return int(scene["rating"][fighter, ATTACK_ROLL, skill]) + more - answer - less


def _write_numbers(one: Any, game: Game, mob: int) -> None:
    """How much of a mob's threat is left with fewer members, and how much more is dealt to it then,
    over all of its enemies."""
    scene, dice = game.scene[0], game.encounter.ruleset.dice
    enemies = [n for n in range(int(scene["fighters"])) if scene["side"][n] != scene["side"][mob]]
    pairs = [((mob, n) for n in enemies), ((n, mob) for n in enemies)]
    edges = [
        [
            edge_of(scene, fighter, target, skill)
            for fighter, target in both
            for skill in bits_of(scene["attack_skills"][fighter, 0, 0])
        ]
        for both in pairs
    ]
    whole = int(scene["mob"][mob])
    one["numbers"][:, mob, 0] = 1.0  # it is still to come
    for members in range(1, whole + 1):
        fewer = whole - members
        for row, change in ((0, -fewer), (1, fewer)):
            most = sum(expected_shifts(dice, edge) for edge in edges[row])
            now = sum(expected_shifts(dice, edge + change) for edge in edges[row])
            one["numbers"][row, mob, members] = now / most if most else 1.0


def more_of(game: Game, fighter: int, target: int, skill: int, hands: int) -> int:
    """What weapons add to a hit and armour takes, as far as they always count (N5)."""
    scene = game.scene[0]
    harm = int(scene["attack_harm"][fighter, skill])
    weapons = _amount(game, fighter, "weapon", skill, harm, hands)
    return weapons - _amount(game, target, "armour", skill, harm, 0)


def _amount(game: Game, fighter: int, does: str, skill: int, harm: int, hands: int) -> int:
    """What a fighter's stunts of a kind that always count add up to for such a hit; with empty
    `hands` without its equipment."""
    view = Row(game.scene[0])
    return sum(
        stunt.amount
        for number, stunt in enumerate(game.encounter.fighters[fighter].stunts)
        if (stunt.does, stunt.always) == (does, True)
        and not (hands and stunt.equipment)
        and plain(bears_on_hit)(view, fighter, number, skill, harm)
    )


def _write_stunts(one: Any, scene: Any, fighter: int) -> None:
    """The stunts of a fighter that can be used once, and what each comes to."""
    for stunt in range(int(scene["stunts"][fighter])):
        if scene["stunt_limit"][fighter, stunt] == L_ONCE:
            does = int(scene["stunt_does"][fighter, stunt])
            if does == S_BONUS:
                worth = float(scene["stunt_amount"][fighter, stunt]) / INVOKE_ADDS
            elif does == S_LETHAL:
                worth = DEADLY_STUNT
            else:
                continue
            one["once"][fighter] |= 1 << stunt
            one["stunt"][fighter, stunt] = worth


def _write_usable(one: Any, scene: Any) -> None:
    """Whose rolls an aspect can speak to (A8): on a fighter its own, or those against it; and who
    may use it at all."""
    one["usable"][:] = 1.0
    for slot in range(int(scene["slots"])):
        bearer = int(scene["slot_subject"][slot])
        if bearer < int(scene["fighters"]):
            own, helps = int(scene["side"][bearer]), int(scene["slot_helps"][slot])
            one["usable"][own, slot] = helps & HELPS_BEARER != 0
            one["usable"][1 - own, slot] = helps & HELPS_AGAINST != 0
        only = int(scene["slot_side"][slot])
        if only >= 0:
            one["usable"][1 - only, slot] = 0.0


def bits_of(mask: Any) -> set[int]:
    """The numbers of the bits that are set in a mask."""
    left = int(mask) & (1 << 64) - 1
    return {bit for bit in range(left.bit_length()) if (left >> bit) & 1}


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
