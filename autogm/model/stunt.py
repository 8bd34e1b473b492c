"""Stunts as data (N5): a kind, numbers, a circumstance, a limit. What the kernel can't express
as numbers does not exist in play, so an unknown kind is a fault of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from autogm.model.base import Gapless
from autogm.model.words import Circumstance, Harm, Limit, RollKind, StuntKind


class Stunt(Gapless):
    """One stunt. Which fields a kind reads:

    - `bonus`: +`amount` to rolls of `skills` for `actions`, `when` the circumstance holds
    - `swap`: `skills` may be used for `actions` in place of `instead_of`
    - `lethal`: attacks with `skills` (any, if empty) are lethal (H9)
    - `ignore-terrain`: adverse aspects do not hinder movement (those tagged `tag`, or all)
    - `range`: attacks and advantages with `skills` reach `amount` zones further
    - `area`: `skills` may attack everyone in a zone in reach (E4)
    - `armour`: hits of `harm` lose `amount` shifts; `weapon`: hits by `skills` gain them
    - `weight`: the bearer's weight changes by `amount`
    - `clear-box`: clears the bearer's lowest checked box of `harm`, as an action
    - `extra-box`: `amount` more boxes of `harm`
    - `free-invoke`: `amount` free invokes at the start on the aspect named `aspect`
    - `riposte`: defending with style deals a hit of `amount` instead of giving a boost
    """

    stands_in: ClassVar[Mapping[str, str]] = {"does": "bonus"}

    name: Annotated[str, Field(min_length=1, max_length=80)]
    does: StuntKind
    amount: Annotated[int, Field(ge=-8, le=8)] = 2
    skills: tuple[str, ...] = ()
    actions: tuple[RollKind, ...] = ()
    instead_of: str | None = None
    when: Circumstance = "always"
    tag: str | None = None
    harm: Harm = "physical"
    aspect: str | None = None
    limit: Limit = "none"
    equipment: bool = Field(False, description="off while its bearer is disarmed (M7)")
    text: str | None = Field(None, description="the stunt in the player's words")

    def gaps(self) -> Iterator[tuple[str, str]]:
        """What its kind or its circumstance needs and it has not."""
        missing = [one for one in ("skills", "instead_of", "actions") if not getattr(self, one)]
        if self.does == "swap" and missing:
            yield missing[0], f"a swap needs {' and '.join(f'`{one}`' for one in missing)}"
        if self.does in ("range", "area") and not self.skills:
            yield "skills", f"a stunt of kind {self.does} needs `skills`"
        if self.does == "free-invoke" and not self.aspect:
            message = "a free-invoke stunt needs `aspect`, the text of one of its bearer's"
            yield "aspect", message
        if self.when in ("in zone tagged", "target tagged") and not self.tag:
            yield "tag", f"`when: {self.when}` needs `tag`"
