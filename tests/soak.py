"""How often tests do what they do at random: rather seldom in `make test`, and
for hours in `make soak`.
"""

from __future__ import annotations

import os

VARIABLE = "AUTOGM_SOAK"


def times(usually: int, soaking: int) -> int:
    """How often."""
    return soaking if os.environ.get(VARIABLE) else usually
