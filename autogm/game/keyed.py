"""Keyed randomness: whoever draws takes a hash of a place in the battle, never the next number of a
stream, so that two variants of a game meet the same dice where they do the same. All arithmetic
stays within 63 bits, so that compiled and interpreted runs agree.
"""

from __future__ import annotations

from zlib import crc32

from autogm.game.kernels import kernel

WORD = 0xFFFFFFFF
FIRST_SALT, SECOND_SALT = 0x2C1B3C6D, 0x297A2D39
"""What tells the two keys of a battle apart."""
CHOICE_TAG = 0x5BF03635
"""Xored into the first key where a choice is drawn, so that choices and dice draw from different
keys."""


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


def name_key(name: str) -> int:
    """32 bits that stand for a name in every variant of a game; two names share them by a chance
    of one in 2^32."""
    return crc32(name.encode())


@kernel
def draw(key_one: int, key_two: int, packed: int) -> int:
    """32 random bits for a packed place in the battle."""
    return mix((mix(key_one ^ packed) + key_two) & WORD)


@kernel
def below(bits: int, count: int) -> int:
    """A number from 0 up to `count` out of 32 random bits, by the high half of a product: no
    division, and as even as a remainder."""
    return (bits * count) >> 32
