"""Keyed dice: whoever samples draws from a hash of (seed, battle, exchange, fighter, roll, draw),
never from a stream, so that two variants of a scenario meet the same dice where they do the same.
All arithmetic stays within 63 bits, so that compiled and interpreted runs agree.
"""

from __future__ import annotations

from autogm.engine.codes import FACES_SHIFT
from autogm.engine.layout import N_COUNTERS
from autogm.engine.records import Buffer, Scene, State
from autogm.game.kernels import kernel

WORD = 0xFFFFFFFF
AT_EXCHANGE, AT_DRAW = 64, 65


@kernel
def mix(value: int) -> int:
    """Scramble 32 bits: two rounds of xor-shift and multiply, whose constants are those of a
    published search for low bias (hash-prospector's «21f0aaad 735a2d97»)."""
    value = (value ^ (value >> 16)) & WORD
    value = (value * 0x21F0AAAD) & WORD
    value = value ^ (value >> 15)
    value = (value * 0x735A2D97) & WORD
    return value ^ (value >> 15)


@kernel
def battle_key(seed: int, battle: int, salt: int) -> int:
    """One of the two 32-bit keys of a battle; `salt` tells them apart."""
    key = mix((seed & WORD) ^ salt)
    key = mix(key ^ ((seed >> 32) & WORD))
    key = mix(key ^ (battle & WORD))
    return mix(key + (battle >> 32) + salt)


@kernel
def draw(key_one: int, key_two: int, packed: int) -> int:
    """32 random bits for a packed place in the battle."""
    return mix((mix(key_one ^ packed) + key_two) & WORD)


@kernel
def below(bits: int, count: int) -> int:
    """A number from 0 up to `count` out of 32 random bits, by the high half of a product: no
    division, and as even as a remainder."""
    return (bits * count) >> 32


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
        | (place << 8)
        | ((buffer.rolls[place] & 1023) << 14)
        | ((buffer.rolls[AT_DRAW] & 255) << 24)
    )
    faces = below(draw(key_one, key_two, packed), scene.face_count)
    return scene.face_outcome[replaced, faces] | (scene.faces[faces] << FACES_SHIFT)


@kernel
def reset_counters(buffer: Buffer) -> None:
    """Forget the rolls of the battle before."""
    for place in range(N_COUNTERS):
        buffer.rolls[place] = 0
