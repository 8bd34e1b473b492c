"""How a hit is absorbed (H2, H3, H5, H8): one stress box and consequences, or being taken out.

Only combinations that are not dominated are offered. Of the boxes that suffice with a given set
of consequences only the smallest is: let A and B be the states after taking box i and box j > i.
A's open boxes are B's with i replaced by the larger j. Whatever later hit B's player absorbs with
i, A's absorbs with j (a larger box absorbs at least as much, and if it makes a consequence
superfluous, fewer are taken); what marks the lowest open box or clears the lowest checked one
keeps that order. So B is never better. The same exchange shows that a consequence is dominated by
a smaller open one of the same harm that also suffices, provided that no stakes prefer the larger
(`compile` refuses such stakes). Two open slots of one severity are one choice.
"""

from __future__ import annotations

from autogm.engine.codes import ABSORB_SINGLE, V_ABSORB, V_GIVE_IN
from autogm.engine.event_codes import rule
from autogm.engine.harm import (
    HARM_SHIFT,
    LETHAL_SHIFT,
    SHIFTS_MASK,
    check_box,
    lowest_open_box,
    take_consequence,
    take_out,
)
from autogm.engine.jit import kernel
from autogm.engine.pack import add, first, second, verb_of
from autogm.engine.stack import pop

H2, H3, H5 = rule("H2"), rule("H3"), rule("H5")


@kernel
def open_slots(scene, state, fighter, harm):
    """The consequence slots that may be taken now, as a bit mask; of equal ones the first."""
    mask = 0
    for slot in range(scene.severity.shape[1]):
        if scene.severity[fighter, slot] == 0 or (state.wounds[fighter] >> slot) & 1:
            continue
        kept = scene.severity_harm[fighter, slot]
        if kept < 0 or kept == harm:
            mask |= 1 << slot
    return mask


@kernel
def worth(scene, fighter, chosen):
    """What a set of consequences absorbs together."""
    total, slot = 0, 0
    while chosen >> slot:
        if (chosen >> slot) & 1:
            total += scene.severity[fighter, slot]
        slot += 1
    return total


@kernel
def dominated(scene, fighter, chosen, available, box, shifts):
    """Whether a sufficient set, with that box, has something superfluous or a smaller open slot
    could stand in for one of its members."""
    total = worth(scene, fighter, chosen) + box
    for slot in range(scene.severity.shape[1]):
        if (chosen >> slot) & 1 == 0:
            continue
        value = scene.severity[fighter, slot]
        if total - value >= shifts:
            return True
        for other in range(scene.severity.shape[1]):
            if (available >> other) & 1 and (chosen >> other) & 1 == 0:
                smaller = scene.severity[fighter, other]
                if smaller < value or (smaller == value and other < slot):
                    if total - value + smaller >= shifts:
                        return True
    return False


@kernel
def legal_absorb(scene, state, buffer):
    """Every undominated combination that absorbs the whole hit, and being taken out (H2). Lethal
    hits pass by the track (H8)."""
    top = state.depth - 1
    fighter, packed = state.pending[top, 1], state.pending[top, 3]
    shifts, harm = packed & SHIFTS_MASK, (packed >> HARM_SHIFT) & 1
    lethal = (packed >> LETHAL_SHIFT) & 1
    available = open_slots(scene, state, fighter, harm)
    count = 0
    if scene.absorb == ABSORB_SINGLE:
        for slot in range(scene.severity.shape[1]):
            if (available >> slot) & 1 and scene.severity[fighter, slot] >= shifts:
                if not dominated(scene, fighter, 1 << slot, available, 0, shifts):
                    count = add(buffer, count, V_ABSORB, 0, 1 << slot, 0)
        box = 0 if lethal else lowest_open_box(scene, state, fighter, harm, shifts)
        if box:
            count = add(buffer, count, V_ABSORB, box, 0, 0)
        return add(buffer, count, V_GIVE_IN, 0, 0, 0)
    for with_box in range(0, 2 - lethal):
        # Subsets of the available slots in rising order, by box so that actions stay sorted.
        if with_box == 0:
            for chosen in range(1, available + 1):
                if chosen & ~available == 0 and worth(scene, fighter, chosen) >= shifts:
                    if not dominated(scene, fighter, chosen, available, 0, shifts):
                        count = add(buffer, count, V_ABSORB, 0, chosen, 0)
            continue
        for box in range(1, scene.boxes[fighter, harm] + 1):
            if (state.stress[fighter, harm] >> (box - 1)) & 1:
                continue
            for chosen in range(0, available + 1):
                if chosen & ~available:
                    continue
                needed = shifts - worth(scene, fighter, chosen)
                if needed > 0 and lowest_open_box(scene, state, fighter, harm, needed) == box:
                    if not dominated(scene, fighter, chosen, available, box, shifts):
                        count = add(buffer, count, V_ABSORB, box, chosen, 0)
    return add(buffer, count, V_GIVE_IN, 0, 0, 0)


@kernel
def apply_absorb(scene, state, action, log):
    """Check the box, take the consequences, or go."""
    top = state.depth - 1
    fighter, harm = state.pending[top, 1], (state.pending[top, 3] >> HARM_SHIFT) & 1
    pop(state)
    if verb_of(action) == V_GIVE_IN:
        take_out(scene, state, log, fighter, H5)
        return
    box, chosen = first(action), second(action)
    cause = H3 if scene.absorb == ABSORB_SINGLE else H2
    if box:
        check_box(state, log, fighter, harm, box, cause)
    slot = 0
    while chosen >> slot:
        if (chosen >> slot) & 1:
            take_consequence(scene, state, log, fighter, slot, cause)
        slot += 1
