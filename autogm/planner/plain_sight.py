"""What is plain to see on a turn, whoever plays: which attacks take somebody out for all but sure,
whether an attack could hurt anybody, where to go if none could, who hurts the fighter most, and
which skill is best. By the exact chances of its best skill, before anybody invokes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    N_TURN,
    O_SURVIVE,
    T_ACTED,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_MOVE,
    V_SPRINT,
    VERB_SHIFT,
)
from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import MAX_ACTIONS
from autogm.engine.state import State
from autogm.engine.stunts import hands_of
from autogm.game.kernels import plain
from autogm.game.rows import Row, rows
from autogm.planner.policy.names import T_CLOSER, T_ENGAGE, T_GOAL, T_MISS, T_OUT
from autogm.planner.policy.preferred import features_of, preferred_at
from autogm.planner.policy.tables import policy_of
from autogm.planner.policy.weights import MOST_FEATURES

NEARLY_SURE = 0.8
"""From this chance on that an attack takes its target out, nobody does anything else."""
NO_CHANCE = 0.9
"""An attack that misses more often hurts nobody."""
ATTACKS = (V_ATTACK, V_CHARGE)
WAYS = (V_MOVE, V_SPRINT)
"""The verbs by which a fighter goes elsewhere within the conflict."""


class Sight(NamedTuple):
    """What is plain in a state: the legal actions, by number, that take an enemy out for all but
    sure; those that attack whoever hurts the fighter most; whether an attack from where it
    stands could hurt anybody, and the likeliest that does (-1: there is none); and if none could,
    the way to a goal or to the nearest enemy (-1), and whether that is a free step to where one
    could."""

    kills: frozenset[int] = frozenset()
    at_the_worst: frozenset[int] = frozenset()
    can_hurt: bool = False
    hit: int = -1
    way: int = -1
    engages: bool = False


class PlainSight:
    """What is plain in the states of a game with those evaluation parameters."""

    def __init__(self, game: Game, parameters: Any) -> None:
        self._parameters = parameters
        self._policy = policy_of(game, parameters)
        self._features = np.zeros((MAX_ACTIONS, MOST_FEATURES))

    def of(self, state: State) -> Sight:
        """What is plain in a state; nothing where no turn begins or the action is spent."""
        record = state.record[0]
        if state.node() != N_TURN or int(record["turn_flags"]) & T_ACTED:
            return Sight()
        features_of(
            state.game.scene_rows, rows(state.record), rows(self._parameters), rows(self._policy),
            new_buffer(), self._features,
        )  # fmt: skip
        kills, worst, can_hurt, hit, least = set[int](), set[int](), False, -1, NO_CHANCE
        whom = self._hurts_most(state)
        for place, action in enumerate(state.legal_actions()):
            verb = action >> VERB_SHIFT
            if verb in ATTACKS:
                if verb == V_ATTACK and self._features[place, T_OUT] >= NEARLY_SURE:
                    kills.add(place)
                if (action >> A_SHIFT) & A_MASK == whom:
                    worst.add(place)
            if verb == V_ATTACK and self._features[place, T_MISS] < least:
                hit, least = place, float(self._features[place, T_MISS])
            can_hurt = can_hurt or verb == V_ATTACK_EVERYONE
        can_hurt = can_hurt or hit >= 0
        way, engages = (-1, False) if can_hurt else self._way(state)
        return Sight(frozenset(kills), frozenset(worst), can_hurt, hit, way, engages)

    def best_skill(self, state: State) -> int:
        """The skill that leads by most, as a legal action, where one is chosen to act or to answer
        with."""
        chosen = preferred_at(
            state.game.scene_rows, rows(state.record), rows(self._parameters), rows(self._policy),
            new_buffer(),
        )  # fmt: skip
        return int(chosen)

    def _way(self, state: State) -> tuple[int, bool]:
        """The way to go by the features that were written last, and whether it is a free step that
        brings somebody into reach: to a goal, else to the nearest enemy, but not away from a goal;
        rather a free step, rather into reach, rather a longer way. -1 for none. A side that only
        has to last goes no farther for an enemy than such a step."""
        scene = state.game.scene[0]
        own = scene["objective_side"] == state.current_player()
        lasts = bool((own & (scene["objective_do"] == O_SURVIVE)).any())
        ways = list[tuple[float, bool, float, float, int]]()
        for place, action in enumerate(state.legal_actions()):
            feature, verb = self._features[place], action >> VERB_SHIFT
            goal, closer = feature[T_GOAL], feature[T_CLOSER]
            engages = verb == V_MOVE and feature[T_ENGAGE] > 0.0
            if verb in WAYS and goal >= 0.0 and (goal > 0.0 or (closer > 0.0 and engages >= lasts)):
                ways.append((goal, verb == V_MOVE, feature[T_ENGAGE], closer, -place))
        if not ways:
            return -1, False
        _, steps, reached, _, place = max(ways)
        return -place, steps and reached > 0.0

    def _hurts_most(self, state: State) -> int:
        """Of the enemies that can attack the fighter whose turn it is from where they stand, the
        one whose attacks do most to it; -1 for nobody, or while it is not hurt. A position does not
        say who has hit whom: this is who most likely has."""
        record, scene = state.record[0], state.game.scene[0]
        fighter = int(record["pending"][int(record["depth"]) - 1, 1])
        hurt = int(record["wounds"][fighter]) or record["stress"][fighter].any()
        if not hurt:
            return -1
        threat, reach = self._parameters[0]["threat"], self._parameters[0]["reach"]
        here, found, most = int(record["zone"][fighter]), -1, 0.0
        for enemy in range(int(scene["fighters"])):
            if not (int(record["present"]) >> enemy) & 1:
                continue
            hands = plain(hands_of)(Row(record), enemy)
            near = int(scene["sight"][int(record["zone"][enemy]), here]) <= reach[hands, enemy]
            if near and threat[hands, enemy, fighter] > most:
                found, most = enemy, float(threat[hands, enemy, fighter])
        return found
