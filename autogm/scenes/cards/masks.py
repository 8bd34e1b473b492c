"""Sets of aspects as bit masks, and what of the scene speaks to a roll (G2, G3, G4, G13, G15)."""

from __future__ import annotations

from autogm.game.kernels import kernel
from autogm.scenes.cards.codes import ARGUMENT_BITS
from autogm.scenes.cards.records import Buffer, Scene, State


@kernel
def count_of(mask: int) -> int:
    """How many are in a set."""
    count = 0
    while mask:
        mask = mask & (mask - 1)
        count += 1
    return count


@kernel
def list_one(buffer: Buffer, count: int, verb: int, argument: int) -> int:
    """Write an action into the buffer; returns how many there are now."""
    buffer.action[count] = (verb << ARGUMENT_BITS) | argument
    return count + 1


@kernel
def list_each(buffer: Buffer, count: int, verb: int, mask: int) -> int:
    """Write an action for each of a set; returns how many there are now."""
    one = 0
    while mask >> one:
        if (mask >> one) & 1:
            count = list_one(buffer, count, verb, one)
        one += 1
    return count


@kernel
def helpful(scene: Scene, state: State, intention: int) -> int:
    """What stands and helps an intention. A turned aspect opposes what it was turned for and no
    longer helps that (G15)."""
    turned = state.turned & scene.turns[intention]
    return state.standing & scene.helps[intention] & ~turned


@kernel
def opposing(scene: Scene, state: State, intention: int) -> int:
    """What stands and opposes an intention (G2), what was turned for it included (G4)."""
    turned = state.turned & scene.turns[intention]
    return (state.standing & scene.opposes[intention]) | turned


@kernel
def difficulty_of(scene: Scene, state: State, intention: int) -> int:
    """Zero, and 2 for each aspect that opposes (G2)."""
    return 2 * count_of(opposing(scene, state, intention))


@kernel
def invokable(scene: Scene, state: State) -> int:
    """What the acting player may still invoke on this roll (G13)."""
    return helpful(scene, state, state.intention) & ~state.invoked


@kernel
def revealable(scene: Scene, state: State) -> int:
    """What the GM may still reveal against this roll (G4)."""
    return scene.hidden & scene.opposes[state.intention] & ~state.revealed


@kernel
def turnable(scene: Scene, state: State) -> int:
    """What the GM may still turn against this roll (G4): not what was invoked on it (G15)."""
    open_ = state.standing & ~state.turned & ~state.invoked
    return open_ & scene.turns[state.intention]


@kernel
def gm_can_answer(scene: Scene, state: State) -> bool:
    """Whether the GM may answer this roll: it has a point, there is something to reveal or turn,
    and the scene is not a simple one (G22)."""
    if state.simple or state.gm == 0:
        return False
    return (revealable(scene, state) | turnable(scene, state)) != 0


@kernel
def forget_invoked(scene: Scene, state: State) -> None:
    """Which aspects were invoked matters as long as another may be, or the GM may answer, or could
    if none had been."""
    if state.points[state.actor] > 0:
        return
    turnable_else = state.standing & ~state.turned & scene.turns[state.intention]
    answers = revealable(scene, state) | turnable_else
    if state.simple or state.gm == 0 or answers == 0:
        state.invoked = 0


@kernel
def total_of(state: State) -> int:
    """What the dice and the invokes of this roll come to."""
    return state.dice + 2 * state.bonus
