"""Numbers drawn from hashes lie strictly between 0 and 1, so that each gives a normal one."""

from __future__ import annotations

from math import isfinite
from statistics import NormalDist

import pytest

from autogm.planner.keyed_errors import share


@pytest.mark.parametrize("half", [bytes(8), b"\xff" * 8])
def test_no_hash_is_certain(half: bytes) -> None:
    found = share(half)
    assert 0.0 < found < 1.0
    assert isfinite(NormalDist().inv_cdf(found))


def test_the_shares_of_hashes_are_spread_evenly() -> None:
    """The top byte of the number decides in which 256th it lies."""
    for top in (0, 1, 127, 128, 255):
        assert int(256 * share(bytes(7) + bytes([top]))) == top
