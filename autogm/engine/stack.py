"""The stack of pending nodes: what must still happen, innermost last. A node pushes what follows
from it and never names its successor. Entries that are popped are zeroed, since equal futures
have equal bytes.
"""

from __future__ import annotations

from autogm.engine.codes import MAX_DEPTH, N_TURN
from autogm.engine.records import State
from autogm.game.kernels import kernel


@kernel
def push(state: State, kind: int, who: int, side: int, argument: int) -> None:
    """Put a pending node on top: its kind, the fighter it belongs to, the side that decides it,
    and one number. A conflict that loads never needs more than `MAX_DEPTH` entries."""
    depth = state.depth
    if depth >= MAX_DEPTH:
        raise OverflowError("pending nodes")
    state.pending[depth, 0] = kind
    state.pending[depth, 1] = who
    state.pending[depth, 2] = side
    state.pending[depth, 3] = argument
    state.depth = depth + 1


@kernel
def pop(state: State) -> None:
    """Forget the innermost pending node."""
    depth = state.depth - 1
    state.pending[depth, 0] = 0
    state.pending[depth, 1] = 0
    state.pending[depth, 2] = 0
    state.pending[depth, 3] = 0
    state.depth = depth


@kernel
def unwind(state: State, kind: int) -> None:
    """Pop until a node of `kind` is innermost, or nothing is left."""
    while state.depth > 0 and state.pending[state.depth - 1, 0] != kind:
        pop(state)


@kernel
def kind_at(state: State) -> int:
    """The kind of the innermost node."""
    return state.pending[state.depth - 1, 0] + 0


@kernel
def side_at(state: State) -> int:
    """The side that chooses at the innermost node."""
    return state.pending[state.depth - 1, 2] + 0


@kernel
def dice_flag(state: State, flag: int) -> bool:
    """Whether the pending dice have a flag: `DICE_ANSWER` or `DICE_REROLL`."""
    return state.pending[state.depth - 1, 3] & flag != 0


@kernel
def on_turn(state: State, fighter: int) -> bool:
    """Whether it is that fighter's turn, whatever else is pending in it."""
    return state.pending[0, 0] == N_TURN and state.pending[0, 1] == fighter


@kernel
def here_still(state: State, fighter: int) -> bool:
    """Whether a fighter is still in the scene."""
    return (state.present >> fighter) & 1 == 1


@kernel
def lowest_bit(mask: int) -> int:
    """The index of the lowest set bit of a mask that is not zero: how many bits are below it. All
    64 bits may be used, so a mask may be negative."""
    return count_bits(~mask & (mask - 1))


@kernel
def count_bits(mask: int) -> int:
    """How many bits are set. The compiler knows this loop, and makes one instruction of it."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
