"""Keyed dice: each roll draws from a hash of (seed, battle, exchange, fighter, roll, draw)
(`autogm.game.keyed`). A fighter's part in it is that of its id, whatever its number: who comes and
goes in a variant leaves the dice of the others as they are.
"""

from __future__ import annotations

from autogm.engine.layout import N_COUNTERS
from autogm.engine.records import Buffer, Scene, State
from autogm.game.dice import FACES_SHIFT
from autogm.game.kernels import kernel
from autogm.game.keyed import WORD, below, draw, mix

AT_EXCHANGE, AT_DRAW = 64, 65


@kernel
def sample_dice(
    scene: Scene, state: State, replaced: int, key_one: int, key_two: int, buffer: Buffer
) -> int:
    """An outcome of the pending dice, faces included, for the place in the battle where they are
    rolled. `buffer` counts this battle's rolls."""
    if buffer.rolls[AT_EXCHANGE] != state.exchange:
        for place in range(AT_EXCHANGE):
            buffer.rolls[place] = 0
        buffer.rolls[AT_EXCHANGE] = state.exchange
    top = state.depth - 1
    fighter, number = state.pending[top, 1], state.pending[top, 3]
    place = 2 * fighter + (number & 1)
    if number & 2:
        buffer.rolls[AT_DRAW] = buffer.rolls[AT_DRAW] + 1
    else:
        buffer.rolls[place] = buffer.rolls[place] + 1
        buffer.rolls[AT_DRAW] = 0
    packed = (
        state.exchange
        | ((number & 1) << 8)
        | ((buffer.rolls[place] & 1023) << 14)
        | ((buffer.rolls[AT_DRAW] & 255) << 24)
    )
    key = (key_two + mix(scene.dice_key[fighter])) & WORD
    faces = below(draw(key_one, key, packed), scene.face_count)
    return scene.face_outcome[replaced, faces] | (scene.faces[faces] << FACES_SHIFT)


@kernel
def reset_counters(buffer: Buffer) -> None:
    """Forget the rolls of the battle before."""
    for place in range(N_COUNTERS):
        buffer.rolls[place] = 0
