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
    """One stunt (N5). Which of the fields count depends on what it `does`."""

    stands_in: ClassVar[Mapping[str, str]] = {"does": "bonus"}

    name: Annotated[str, Field(min_length=1, max_length=80)] = Field(
        description="What the stunt is called. Example: `name: Back to the Wall`."
    )
    does: StuntKind = Field(description="What it does (N5). Example: `does: bonus`.")
    amount: Annotated[int, Field(ge=-8, le=8)] = Field(
        2,
        description="By how much: a bonus, zones, shifts, boxes, weight or free invokes. "
        "Example: `{does: armour, amount: 1}`.",
    )
    skills: tuple[str, ...] = Field(
        (),
        description="The skills or approaches that it works with; empty: all, where a kind needs "
        "none. Example: `skills: [Forceful]`.",
    )
    actions: tuple[RollKind, ...] = Field(
        (),
        description="The kinds of roll that a `bonus` or `swap` counts on; of a bonus, empty: all. "
        "Example: `actions: [defend]`.",
    )
    instead_of: str | None = Field(
        None,
        description="The skill whose place a `swap` takes. Left out: no swap. "
        "Example: `{does: swap, skills: [Deceive], actions: [create], instead_of: Empathy}`.",
    )
    when: Circumstance = Field(
        "always",
        description="The circumstance in which it counts; fighters and weight are compared in its "
        "bearer's zone. Example: `when: outnumbered`.",
    )
    tag: str | None = Field(
        None,
        description="The tag that `when: in zone tagged` and `when: target tagged` ask for, and "
        "that `ignore-terrain` is limited to. Left out: none. "
        "Example: `{when: target tagged, tag: undead}`.",
    )
    friends: bool = Field(
        False,
        description="Whether attacks that `area` spreads over a zone hit friends there too, but "
        "never who makes them (E4). Left out: enemies alone. "
        "Example: `{does: area, skills: [Shoot], friends: true}`.",
    )
    harm: Harm = Field(
        "physical",
        description="The track or kind of hit that `armour`, `clear-box` and `extra-box` are for. "
        "Example: `harm: mental`.",
    )
    aspect: str | None = Field(
        None,
        description="The text of the bearer's aspect that `free-invoke` is for. Left out: none. "
        "Example: `{does: free-invoke, amount: 1, aspect: Knows Every Ford}`.",
    )
    limit: Limit = Field(
        "none",
        description="How often it may be used: without limit (`none`), once an `exchange`, once a "
        "`scene`, `conflict` or `session` (each of which is this battle), or each time for a fate "
        "`point`. Example: `limit: scene`.",
    )
    equipment: bool = Field(
        False,
        description="A weapon or shield: it is off while its bearer is disarmed (M7). "
        "Example: `equipment: true`.",
    )
    text: str | None = Field(
        None,
        description="The stunt in the player's words; nothing is read out of it. Left out: none. "
        "Example: `text: Because I know these woods I get +2 to sneak in them.`.",
    )

    @property
    def always(self) -> bool:
        """Whether it counts whatever the circumstances and as often as one likes, while it is at
        hand: equipment can be knocked away (M7)."""
        return self.when == "always" and self.limit == "none"

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
