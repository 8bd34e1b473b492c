"""The verbs that roll dice: the kind of roll each makes, what answers it (E1), and which of the
actor's skills it is rolled with; and which verbs a scenario has.

A new verb is a number in `codes.py` and, if it rolls, a row here. Besides, people need words for it
(`VERBS` in `actions.py`, a sentence in `view/words/sentences.py`, a phrase in
`view/words/choices.py`, and in `model/words.py` and `compiling/rules.py` what a scenario calls it),
and play needs to know when it is legal (`nodes/turn.py` and what that calls), what it does
(`nodes/act.py`) and what its roll brings (`nodes/outcome.py`).
"""

from __future__ import annotations

import numpy as np

from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    DEFEND_ROLL,
    MOVE_ROLL,
    OPPOSE_ROLL,
    OVERCOME_ROLL,
    V_AREA,
    V_ATTACK,
    V_CHARGE,
    V_CREATE,
    V_DISCOVER,
    V_EFFECT,
    V_EXPLORE,
    V_FULL_ATTACK,
    V_FULL_DEFENSE,
    V_GRAB,
    V_PULL,
    V_PUSH,
    V_REARM,
    V_REMOVE,
    V_ROAR,
    V_SPRINT,
)
from autogm.engine.records import Scene
from autogm.game.kernels import kernel

# The skills that a verb is rolled with: those that attack so far away, or attack a whole zone there
# (E2, E4); that make the aspect, or any aspect (C1); that the scenario names (A15); that move or
# overcome; or none to choose, since declaring it names the skill (R1).
ATTACKING, SPREADING, MAKING, MAKING_ANY, NAMED, MOVING, OVERCOMING, DECLARED = range(8)

ROLLS: dict[int, tuple[int, int]] = {
    V_ATTACK: (ATTACK_ROLL, ATTACKING),
    V_CHARGE: (ATTACK_ROLL, ATTACKING),
    V_AREA: (ATTACK_ROLL, SPREADING),
    V_EFFECT: (ATTACK_ROLL, NAMED),
    V_CREATE: (CREATE_ROLL, MAKING),
    V_EXPLORE: (CREATE_ROLL, MAKING),
    V_DISCOVER: (CREATE_ROLL, MAKING),
    V_FULL_DEFENSE: (CREATE_ROLL, MAKING_ANY),
    V_ROAR: (CREATE_ROLL, DECLARED),
    V_SPRINT: (MOVE_ROLL, MOVING),
    V_REMOVE: (OVERCOME_ROLL, OVERCOMING),
    V_PUSH: (OVERCOME_ROLL, OVERCOMING),
    V_PULL: (OVERCOME_ROLL, OVERCOMING),
    V_FULL_ATTACK: (OVERCOME_ROLL, OVERCOMING),
    V_REARM: (OVERCOME_ROLL, OVERCOMING),
    V_GRAB: (OVERCOME_ROLL, OVERCOMING),
}
"""Verb: the kind of roll it makes, and what it is rolled with."""


def _verbs(kind: int) -> int:
    """The verbs that make a kind of roll, as a bit mask: quicker to look up than an array."""
    return sum(1 << verb for verb, (makes, _) in ROLLS.items() if makes == kind)


ATTACKS, CREATES, MOVES = _verbs(ATTACK_ROLL), _verbs(CREATE_ROLL), _verbs(MOVE_ROLL)
ROLLED_WITH = np.full(max(ROLLS) + 1, OVERCOMING)
for _verb, (_, _skills) in ROLLS.items():
    ROLLED_WITH[_verb] = _skills


@kernel
def acting_roll(verb: int) -> int:
    """The kind of roll an action makes."""
    if (ATTACKS >> verb) & 1:
        return ATTACK_ROLL
    if (CREATES >> verb) & 1:
        return CREATE_ROLL
    if (MOVES >> verb) & 1:
        return MOVE_ROLL
    return OVERCOME_ROLL


@kernel
def rolled_with(verb: int) -> int:
    """What it is rolled with: `ATTACKING` and so on."""
    return ROLLED_WITH[verb]


@kernel
def answering_roll(verb: int) -> int:
    """The kind of roll, or of opposition without dice, that answers it."""
    kind = acting_roll(verb)
    return DEFEND_ROLL if kind in (ATTACK_ROLL, CREATE_ROLL) else OPPOSE_ROLL


@kernel
def in_play(scene: Scene, verb: int) -> bool:
    """Whether the scenario has this verb."""
    return (scene.verbs >> verb) & 1 == 1
