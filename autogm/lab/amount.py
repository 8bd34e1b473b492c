"""How many battles are played where nobody says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autogm.agents.names import LEVELLED, THOUGHTLESS

if TYPE_CHECKING:
    from autogm.agents.names import Seating
    from autogm.rules.encounter import Encounter

MANY, FEW = 10_000, 20
"""By agents who do not think, and with a planner."""
THOUGHT_THROUGH, SOME = 12_600, (1_000, 500, 100, 50, 20, 10)
"""By others, such as tacticians, it is the most of these that comes to no more than so many, times
the square of the fighters: what two cores play within some ten seconds."""


def usual(encounter: Encounter, seating: Seating) -> int:
    """How many battles are played where nobody says it: as many as soon show something."""
    kinds = {name.partition(":")[0] for name in seating.names.values()}
    if THOUGHTLESS.issuperset(kinds):
        return MANY
    if LEVELLED in kinds:
        return FEW
    fighters = sum(one.part_of is None for one in encounter.fighters)
    return next((one for one in SOME if one * fighters**2 <= THOUGHT_THROUGH), SOME[-1])
