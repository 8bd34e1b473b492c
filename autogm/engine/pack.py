"""An action as one integer, inside kernels: verb and three arguments (see `codes`)."""

from __future__ import annotations

from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    B_MASK,
    B_SHIFT,
    C_MASK,
    VERB_SHIFT,
)
from autogm.engine.layout import MAX_ACTIONS
from autogm.engine.records import Buffer
from autogm.game.kernels import kernel


@kernel
def pack(verb: int, a: int, b: int, c: int) -> int:
    """The integer of an action."""
    return (verb << VERB_SHIFT) | (a << A_SHIFT) | (b << B_SHIFT) | c


@kernel
def verb_of(action: int) -> int:
    """The verb of an action."""
    return action >> VERB_SHIFT


@kernel
def first(action: int) -> int:
    """The first argument of an action."""
    return (action >> A_SHIFT) & A_MASK


@kernel
def second(action: int) -> int:
    """The second argument of an action."""
    return (action >> B_SHIFT) & B_MASK


@kernel
def third(action: int) -> int:
    """The third argument of an action."""
    return action & C_MASK


@kernel
def add(buffer: Buffer, count: int, verb: int, a: int, b: int, c: int) -> int:
    """Write an action into the buffer; answers the new count. A conflict that loads never has
    more of them than fit (see `compiling/bounds.py`)."""
    if count >= MAX_ACTIONS:
        raise OverflowError("legal actions")
    buffer.action[count] = pack(verb, a, b, c)
    return count + 1


@kernel
def add_each(buffer: Buffer, count: int, verb: int, mask: int) -> int:
    """Write an action for each of a bit mask of fighters or skills; answers the new count."""
    one = 0
    while mask >> one:
        if (mask >> one) & 1:
            count = add(buffer, count, verb, one, 0, 0)
        one += 1
    return count
