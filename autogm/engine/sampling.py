"""Keyed dice: whoever samples draws from a hash of (seed, battle, exchange, fighter, roll, draw),
never from a stream, so that two variants of a scenario meet the same dice where they do the same.
All arithmetic stays within 63 bits, so that compiled and interpreted runs agree.
"""

from __future__ import annotations

from autogm.engine.codes import FACES_SHIFT
from autogm.engine.jit import kernel

WORD = 0xFFFFFFFF
COUNTERS = 66  # per fighter and part of the roll; then the exchange, and the rerolls of this roll
AT_EXCHANGE, AT_DRAW = 64, 65


@kernel
def mix(value):
    """Scramble 32 bits: two rounds of xor-shift and multiply, whose constants are those of a
    published search for low bias (hash-prospector's «21f0aaad 735a2d97»)."""
    value = (value ^ (value >> 16)) & WORD
    value = (value * 0x21F0AAAD) & WORD
    value = value ^ (value >> 15)
    value = (value * 0x735A2D97) & WORD
    return value ^ (value >> 15)


@kernel
def battle_key(seed, battle, salt):
    """One of the two 32-bit keys of a battle; `salt` tells them apart."""
    key = mix((seed & WORD) ^ salt)
    key = mix(key ^ ((seed >> 32) & WORD))
    key = mix(key ^ (battle & WORD))
    return mix(key + (battle >> 32) + salt)


@kernel
def draw(key_one, key_two, packed):
    """32 random bits for a packed place in the battle."""
    return mix((mix(key_one ^ packed) + key_two) & WORD)


@kernel
def sample_dice(scene, state, replaced, key_one, key_two, buffer):
    """An outcome of the pending dice, faces included, for the place in the battle where they are
    rolled. `buffer` counts this battle's rolls, `COUNTERS` numbers of it from the end."""
    base = buffer.shape[0] - COUNTERS
    if buffer[base + AT_EXCHANGE] != state.exchange:
        for place in range(AT_EXCHANGE):
            buffer[base + place] = 0
        buffer[base + AT_EXCHANGE] = state.exchange
    top = state.depth - 1
    fighter, number = state.pending[top, 1], state.pending[top, 3]
    place = 2 * fighter + (number & 1)
    if number & 2:
        buffer[base + AT_DRAW] = buffer[base + AT_DRAW] + 1
    else:
        buffer[base + place] = buffer[base + place] + 1
        buffer[base + AT_DRAW] = 0
    packed = (
        state.exchange
        | (place << 8)
        | ((buffer[base + place] & 1023) << 14)
        | ((buffer[base + AT_DRAW] & 255) << 24)
    )
    faces = draw(key_one, key_two, packed) % scene.face_count
    return scene.face_outcome[replaced, faces] | (scene.faces[faces] << FACES_SHIFT)


@kernel
def reset_counters(buffer):
    """Forget the rolls of the battle before."""
    base = buffer.shape[0] - COUNTERS
    for place in range(COUNTERS):
        buffer[base + place] = 0
