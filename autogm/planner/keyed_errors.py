"""Errors that depend on nothing but what is looked at: numbers drawn from a hash of plain data, so
that the same is misread in the same way whenever it is met.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from statistics import NormalDist
from typing import Any


def digest(data: dict[str, Any], key: bytes = b"") -> bytes:
    """A hash of plain data, 16 bytes."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), key=key, digest_size=16).digest()


def share(half: bytes) -> float:
    """A uniform number between 0 and 1, neither of which it is, from the first eight bytes of a
    hash. A bit more of them, and the half that is added to the greatest would round it up to 1."""
    return ((int.from_bytes(half[:8], "little") >> 12) + 0.5) / 2**52


def draws(position: bytes, action: dict[str, Any]) -> tuple[float, float]:
    """Two numbers that depend only on a position, given by its hash, and an action: one uniform
    between 0 and 1, one normal."""
    both = digest(action, key=position)
    return share(both[:8]), NormalDist().inv_cdf(share(both[8:]))
