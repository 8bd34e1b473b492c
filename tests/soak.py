"""How often tests do what they do at random: rather seldom in `make test`, and for hours in
`make soak`. AUTOGM_SOAK says what share of those hours: 1 is all, 0.05 a twentieth.
"""

from __future__ import annotations

import os

VARIABLE = "AUTOGM_SOAK"


def times(usually: int, soaking: int) -> int:
    """How often."""
    share = float(os.environ.get(VARIABLE) or 0)
    return max(usually, round(soaking * share)) if share else usually
