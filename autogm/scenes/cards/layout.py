"""The records of a card scene, field by field: `SCENE`, its constants, and `STATE`, what changes.
Sets of aspects are bit masks over their places in `SettledScene.aspects`. Integers are signed, as
in all records that kernels read; a field that no later rule can read is zero.
"""

from __future__ import annotations

import numpy as np

from autogm.scenes.cards.codes import (
    EVENT_COLUMNS,
    EVENT_ROWS,
    MAX_CHARACTERS,
    MAX_ENDINGS,
    MAX_INTENTIONS,
)

FACES = 81  # equally likely falls of four Fate dice
OUTCOMES = 9  # sums -4 to 4; an outcome is the sum and 4
MAX_ACTIONS = 128  # legal actions of one choice
N_COUNTERS = 4

_C, _I, _E = MAX_CHARACTERS, MAX_INTENTIONS, MAX_ENDINGS
_i1, _i4, _i8, _f8 = np.int8, np.int32, np.int64, np.float64

SCENE = np.dtype(
    [
        # what speaks to each intention
        ("helps", _i8, (_I,)),
        ("opposes", _i8, (_I,)),
        ("turns", _i8, (_I,)),  # opposes it once it is turned
        # what may be added after a roll: by the players, after an intention and by a character; by
        # the GM, after an intention
        ("adds_after", _i8, (_I,)),
        ("adds_by", _i8, (_C,)),
        ("gm_adds", _i8, (_I,)),
        ("removes", _i8, (_I,)),  # what the players may remove after an intention
        # aspects by what they are
        ("always", _i8),  # on cards from the beginning
        ("frames", _i8),  # the GM may frame them
        ("on_cards", _i8),
        ("detrimental", _i8),
        ("beneficial", _i8),
        ("hidden", _i8),
        ("removable", _i8),
        ("sheets", _i8),
        ("remains", _i8),  # after clean-up, sheets among it
        # endings
        ("gone", _i8, (_E,)),
        ("stands", _i8, (_E,)),
        ("worth", _f8, (_E, 2)),  # to the players and to the GM
        ("chances", _f8, (OUTCOMES,)),
        ("point", _f8, (2,)),  # what each point left with a side is worth to it
        ("roll", _f8, (2,)),  # and each roll
        ("tries", _i4, (_C,)),  # bit mask of intentions
        ("faces", _i4, (FACES,)),  # packed, as `autogm.game.dice` packs them
        ("outcome_of", _i4, (FACES,)),
        ("of_players", _i4, (_E,)),  # a resolution of the players
        ("of_gm", _i4, (_E,)),  # a resolution of the GM
        ("at_the_end", _i4, (_E,)),
        ("implicit", _i4, (_E,)),  # a bargain for a point of the bowl
        ("winner", _i4, (_E,)),
        ("successes", _i4, (_E,)),
        ("failures", _i4, (_E,)),
        ("slots", _i4),
        ("characters", _i4),
        ("intentions", _i4),
        ("endings", _i4),
        ("max_rolls", _i4),
        ("spare", _i4, (3,)),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("standing", _i8),
        ("turned", _i8),  # standing ones that the GM has turned
        ("revealed", _i8),  # hidden ones that are known, standing or not
        ("invoked", _i8),  # on this roll, as long as somebody may still answer it
        ("changes", _i8),  # what may be added or removed after this roll
        ("points", _i1, (_C,)),  # all together are at most MAX_POINTS
        ("gm", _i1),
        ("bowl", _i1),
        ("phase", _i1),
        ("actor", _i1),  # who rolls
        ("intention", _i1),  # what for
        ("bonus", _i1),  # invokes of this roll
        ("dice", _i1),  # their sum
        ("passes", _i1),  # since the last answer
        ("rolls", _i1),  # that are over
        ("successes", _i1),
        ("failures", _i1),
        ("simple", _i1),  # it is a simple scene still
        ("refused", _i1),  # a bargain, after this failure
        ("ending", _i1),  # that is offered, or that it came to
        ("winner", _i1),
        ("spare", _i1),
    ],
    align=True,
)

MASKS = ("standing", "turned", "revealed", "invoked", "changes")
"""The fields of `STATE` that are sets of aspects."""

BUFFER = np.dtype([("action", _i8, (MAX_ACTIONS,)), ("rolls", _i8, (N_COUNTERS,))])
LOG = np.dtype([("on", _i8), ("rows", _i8), ("row", _i8, (EVENT_ROWS, EVENT_COLUMNS))])
