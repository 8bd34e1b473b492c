"""The verbs that roll dice, from their rows in `autogm.model.verbs`: the kind of roll each makes,
what answers it (E1), and which of the actor's skills it is rolled with; and which verbs a scenario
has.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from autogm.engine.codes import (
    ATTACK_ROLL,
    CREATE_ROLL,
    DEFEND_ROLL,
    MOVE_ROLL,
    OPPOSE_ROLL,
    OVERCOME_ROLL,
)
from autogm.engine.records import Scene
from autogm.game.kernels import kernel
from autogm.model.verbs import ROLL_SKILLS, VERBS
from autogm.model.words import ROLL_KINDS

ATTACKING, SPREADING, MAKING, MAKING_ANY, NAMED, MOVING, OVERCOMING, DECLARED = range(8)
"""What a verb is rolled with, in the order of `autogm.model.verbs.ROLL_SKILLS`."""

ROLLS: dict[int, tuple[int, int]] = {
    one.code: (ROLL_KINDS.index(one.rolls[0]), ROLL_SKILLS.index(one.rolls[1]))
    for one in VERBS
    if one.rolls
}
"""Verb: the kind of roll it makes, and what it is rolled with."""


def mask_of(verbs: Iterable[int]) -> int:
    """Verbs as a bit mask: quicker to look up than an array."""
    return sum(1 << verb for verb in verbs)


ATTACKS, CREATES, MOVES = (
    mask_of(verb for verb, (makes, _) in ROLLS.items() if makes == kind)
    for kind in (ATTACK_ROLL, CREATE_ROLL, MOVE_ROLL)
)
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
