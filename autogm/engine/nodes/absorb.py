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

from autogm.engine.codes import (
    ABSORB_SINGLE,
    HARM_SHIFT,
    LETHAL_SHIFT,
    SHIFTS_MASK,
    V_ABSORB,
    V_BE_TAKEN_OUT,
)
from autogm.engine.event_codes import rule
from autogm.engine.harm import (
    check_box,
    lowest_open_box,
    take_consequence,
    take_out,
)
from autogm.engine.pack import add, first, pack, second, verb_of
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import lowest_bit, pop
from autogm.game.kernels import kernel

H2, H3, H5 = rule("H2"), rule("H3"), rule("H5")


@kernel
def open_slots(scene: Scene, state: State, fighter: int, harm: int) -> int:
    """The consequence slots that may be taken now, as a bit mask."""
    left = scene.wound_slots[fighter, harm] & ~state.wounds[fighter]
    return left + 0


@kernel
def worth(scene: Scene, fighter: int, chosen: int) -> int:
    """What a set of consequences absorbs together."""
    total = 0
    while chosen:
        total += scene.severity[fighter, lowest_bit(chosen)]
        chosen &= chosen - 1
    return total


@kernel
def dominated(
    scene: Scene, fighter: int, chosen: int, available: int, total: int, shifts: int
) -> bool:
    """Whether a sufficient set, which with its box absorbs `total`, has something superfluous, or
    a smaller open slot could stand in for one of its members (of equal slots, an earlier one)."""
    members = chosen
    while members:
        slot = lowest_bit(members)
        members &= members - 1
        value = scene.severity[fighter, slot]
        if total - value >= shifts:
            return True
        others = available & ~chosen
        while others:
            other = lowest_bit(others)
            others &= others - 1
            smaller = scene.severity[fighter, other]
            if smaller < value or (smaller == value and other < slot):
                if total - value + smaller >= shifts:
                    return True
    return False


@kernel
def insert(buffer: Buffer, count: int, box: int, chosen: int) -> int:
    """Write an absorption into the buffer, in its place among those that are there."""
    action = pack(V_ABSORB, box, chosen, 0)
    place = count
    while place > 0 and buffer.action[place - 1] > action:
        buffer.action[place] = buffer.action[place - 1]
        place -= 1
    buffer.action[place] = action
    return count + 1


@kernel
def legal_absorb(scene: Scene, state: State, buffer: Buffer) -> int:
    """Every undominated combination that absorbs the whole hit, and being taken out (H2). Lethal
    hits pass by the track (H8). Where a hit takes exactly one thing (H3), only sets of one and
    boxes alone are tried."""
    top = state.depth - 1
    fighter, packed = state.pending[top, 1], state.pending[top, 3]
    shifts, harm = packed & SHIFTS_MASK, (packed >> HARM_SHIFT) & 1
    lethal = (packed >> LETHAL_SHIFT) & 1
    single = scene.absorb == ABSORB_SINGLE
    available = open_slots(scene, state, fighter, harm)
    count, chosen = 0, available
    while True:
        total, box = worth(scene, fighter, chosen), 0
        if total < shifts and not lethal and not (single and chosen):
            box = lowest_open_box(scene, state, fighter, harm, shifts - total)
        if total + box >= shifts and not (single and chosen & (chosen - 1)):
            if not dominated(scene, fighter, chosen, available, total + box, shifts):
                count = insert(buffer, count, box, chosen)
        if chosen == 0:
            return add(buffer, count, V_BE_TAKEN_OUT, 0, 0, 0)
        chosen = (chosen - 1) & available


@kernel
def apply_absorb(scene: Scene, state: State, action: int, log: Log) -> None:
    """Check the box, take the consequences, or go."""
    top = state.depth - 1
    fighter, harm = state.pending[top, 1], (state.pending[top, 3] >> HARM_SHIFT) & 1
    pop(state)
    if verb_of(action) == V_BE_TAKEN_OUT:
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
