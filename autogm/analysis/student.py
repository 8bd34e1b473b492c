"""Student's t: how many standard errors the interval of a mean takes where the spread is known
only from the few battles that were counted, too (W. S. Gosset, 1908).
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, erf, pi, sin, sqrt, tan

EXACT = 30
"""Up to so many degrees of freedom the distribution is added up; above, it is expanded."""
HALVINGS = 60
"""As many as tell two neighbouring numbers apart."""


@lru_cache(maxsize=1024)
def student(z: float, freedom: int) -> float:
    """The quantile of Student's t with so many degrees of freedom that has the same chance above it
    as `z` of the normal distribution. Beyond `EXACT` it is found by the expansion 26.7.5 of M.
    Abramowitz and I. Stegun (Handbook of Mathematical Functions, 1964), right to five digits for
    intervals of up to 99.9%.

    Raises:
        ValueError: for no degree of freedom.
    """
    if freedom < 1:
        raise ValueError(f"Student's t has 1 degree of freedom at least, not {freedom}")
    if freedom > EXACT:
        return _expanded(z, freedom)
    wanted, low, high = erf(z / sqrt(2)), 0.0, pi / 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _within(middle, freedom) < wanted:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t, by the angle whose tangent is t over the
    root of the degrees of freedom (Abramowitz and Stegun, 26.7.3 and 4)."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for number in range(2 + odd, freedom + 1, 2):
        total += term
        term *= (number - 1) / number * cos(angle) ** 2
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def _expanded(z: float, freedom: int) -> float:
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
