"""Why an aspect cannot be invoked on the roll whose invokes are being chosen, as a number (A2-A5,
A8, E4). What is asked are the kernels that list what can be (`invokable.py`), one after the other.
"""

from __future__ import annotations

from autogm.engine.area import before_defence, counts_now, others_follow
from autogm.engine.aspects import is_boost, known, speaks_to
from autogm.engine.codes import N_DUEL, R_AREA
from autogm.engine.invokable import (
    bearing_on,
    column_of,
    in_duel,
    kind_of,
    nth_aspect,
    one_for_all,
    opponent_of,
    part_of,
    roller_of,
    skill_of,
    usable_free,
)
from autogm.engine.points import any_payer
from autogm.engine.records import Scene, Scenes, State, States
from autogm.engine.state import State as Moment
from autogm.game.kernels import entry, kernel
from autogm.game.rows import rows

NO_ROLL, NOT_RAISED, ABSENT, SILENT, NOT_ALL, EQUAL, BOOST, NO_POINT, PAID, SAME = range(10)
"""Why not: no dice lie there; this side of the roll is not raised; the aspect is not there; it does
not speak to the roll, or not to all whom it meets; an equal one is offered for it; it is a boost of
the others; nobody can pay; it has been paid for; or points give the same by another that is
offered."""


@kernel
def why_not_invoked(scene: Scene, state: State, slot: int) -> int:
    """What is against invoking the aspect of a slot in the duel that is open."""
    side = state.pending[state.depth - 1, 2] + 0
    part = part_of(scene, state, side)
    if not in_duel(scene, state, side):
        return NOT_RAISED
    if not known(scene, state, slot, side):
        return ABSENT
    if before_defence(state) and state.roll_flags & R_AREA:
        if not counts_now(scene, state, slot):
            return NOT_ALL
    elif not speaks_now(scene, state, slot, part):
        return SILENT
    if usable_free(scene, state, slot, side, part):
        return EQUAL
    if is_boost(scene, slot):
        return BOOST
    if state.paid_left[part, 0] + state.paid_left[part, 1] > 0:
        return SAME if counted_still(scene, state, slot, side, part) else PAID
    return PAID if any_payer(scene, state, side, roller_of(scene, state, part)) else NO_POINT


@kernel
def speaks_now(scene: Scene, state: State, slot: int, part: int) -> bool:
    """Whether an aspect speaks to that part of the roll."""
    kind, bit = kind_of(state, part), slot & 63
    if (bearing_on(scene, state, slot >> 6, kind, column_of(state, part)) >> bit) & 1 == 0:
        return False
    roller, opponent = roller_of(scene, state, part), opponent_of(state, part)
    return speaks_to(scene, state, slot, kind, skill_of(state, part), roller, opponent)


@kernel
def counted_still(scene: Scene, state: State, slot: int, side: int, part: int) -> bool:
    """Whether a slot's aspect is among those that points can still invoke: they are told apart by
    their places in one order, the last of which are invoked first."""
    if one_for_all(state, part) and others_follow(state):
        word, bit = slot >> 6, slot & 63
        return (state.roll_spent[word] >> bit) & 1 == 0
    for owed in range(2):
        for nth in range(state.paid_left[part, owed]):
            if nth_aspect(scene, state, side, part, owed, nth)[0] == slot:
                return True
    return False


@entry
def why_not_invoked_at(scenes: Scenes, states: States, slot: int) -> int:
    """What is against invoking an aspect on the roll of `states[0]`."""
    return why_not_invoked(scenes[0], states[0], slot)


def refusal(state: Moment, slot: int) -> int:
    """Why the aspect of a slot cannot be invoked now, if it is not among what can be: one of the
    numbers above."""
    if state.node() != N_DUEL:
        return NO_ROLL
    return int(why_not_invoked_at(state.game.scene_rows, rows(state.record), slot))
