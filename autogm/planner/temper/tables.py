"""What kernels read of the tempers in one game: who leans to what, and whom it protects. An agent's
own temper goes before that of the scenario.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autogm.engine.game import Game
from autogm.engine.layout import MAX_ACTIONS
from autogm.game.kernels import ArrayKind, RecordKind
from autogm.model.words import MAX_FIGHTERS
from autogm.planner.temper.names import (
    A_WEIGHT,
    CAPS,
    EVEN,
    FEATURES,
    LEANINGS,
    OUTNUMBERED,
    PROTECTIVE,
    PROTECTIVE_CAP,
    Temperament,
)

Array = np.ndarray[Any, Any]

TEMPER = np.dtype(
    [
        ("leaning", np.int64),  # bit mask of those who lean to anything
        # By fighter, and whether its side is the larger one at hand (0) or not (1)
        ("weight", np.float64, (MAX_FIGHTERS, 2, len(FEATURES))),
        ("ward", np.int64, (MAX_FIGHTERS,)),  # whom each protects, a bit mask
        ("cap", np.float64, (MAX_FIGHTERS,)),  # of the win chance
        # Scratch: what each legal action gives its side as win chance (-inf: not looked at), and
        # the features of one
        ("chance", np.float64, (MAX_ACTIONS,)),
        ("feature", np.float64, (len(FEATURES),)),
    ],
    align=True,
)
"""The tempers of one game, and scratch of their kernels."""

if TYPE_CHECKING:
    Temper: TypeAlias = Any
    Tempers: TypeAlias = Any
else:
    Temper = RecordKind("Temper", TEMPER)
    Tempers = ArrayKind(Temper)


NO_TEMPERS = np.zeros(1, TEMPER)
"""Of those who lean to nothing."""


def tempers_of(game: Game, own: Temperament) -> Array:
    """The tempers in a game where an agent with `own` temper decides: one record in an array, as
    kernels take it."""
    tempers = np.zeros(1, TEMPER)
    one, fighters = tempers[0], game.encounter.fighters
    for number, fighter in enumerate(fighters):
        temper = fighter.temper if own.temper is None else own.temper
        whom = fighter.protects if own.protects is None else own.protects
        if own.temper == EVEN and own.protects is None:
            whom = None
        ward = sum(
            1 << other
            for other, who in enumerate(fighters)
            if whom in (who.id, who.origin) and who.side == fighter.side and other != number
        )
        usual = LEANINGS.get(temper, {})
        for row, leaning in enumerate((usual, OUTNUMBERED.get(temper, usual))):
            one["weight"][number, row] = [A_WEIGHT * leaning.get(name, 0.0) for name in FEATURES]
            if ward:
                one["weight"][number, row] += [
                    A_WEIGHT * PROTECTIVE.get(name, 0.0) for name in FEATURES
                ]
        one["ward"][number] = ward
        one["cap"][number] = CAPS.get(temper, PROTECTIVE_CAP if ward else 0.0)
        if temper != EVEN or ward:
            one["leaning"] |= 1 << number
    return tempers
