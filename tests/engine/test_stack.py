"""The stack's bit masks, on which every list of choices walks: compiled, the lowest bit is one
instruction of the processor."""

from __future__ import annotations

import pytest

from autogm.engine.stack import count_bits, lowest_bit


def signed(mask: int) -> int:
    """64 bits as kernels have them: the last one makes a number negative."""
    return mask - (1 << 64) if mask >> 63 else mask


@pytest.mark.parametrize("bit", range(64))
def test_the_lowest_bit_of_a_mask(bit: int) -> None:
    everything = (1 << 64) - 1
    for mask in (1 << bit, everything >> bit << bit, (0b1011 << bit) & everything):
        assert lowest_bit(signed(mask)) == bit


@pytest.mark.parametrize("bit", range(64))
def test_the_bits_of_a_mask(bit: int) -> None:
    assert count_bits((1 << bit) - 1) == bit
