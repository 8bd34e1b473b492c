"""A card scene as it stands at a table, as a person writes it: who has which points, what stands,
what the GM has turned and revealed, and how many rolls there have been. Only shape and ranges are
checked here; whether it fits the scene, in `set_up`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from autogm.model.base import Written
from autogm.model.position import PositionFile
from autogm.model.scenario import Id
from autogm.scenes.cards.codes import MAX_ROLLS
from autogm.scenes.cards.file import Text

MOST_POINTS = 99
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Rolls = Annotated[int, Field(ge=0, le=MAX_ROLLS)]


class PointsNow(Written):
    """Where the fate points are. All together they are as many as at the start (F8, G12)."""

    characters: dict[Id, Points] = Field(
        {},
        description="Those of the characters, by id. Who is not named has as many as at the start. "
        "Example: `characters: {piper: 2}`.",
    )
    gm: Points | None = Field(
        None, description="The GM's. Left out: as the scene opens. Example: `gm: 3`."
    )
    bowl: Points | None = Field(
        None,
        description="Those in the bowl. Left out: as the scene opens. Example: `bowl: 2`.",
    )


class ScenePosition(PositionFile):
    """A card scene before a roll, or while the GM frames it."""

    framing: bool = Field(
        False,
        description="Whether the GM is still framing the scene (G1). Example: `framing: true`.",
    )
    simple: bool | None = Field(
        None,
        description="Whether it is a simple scene still (G8, G22). Left out: as the scene says. "
        "Example: `simple: false`.",
    )
    points: PointsNow = Field(
        PointsNow(), description="Where the points are. Example: `points: {gm: 3, bowl: 2}`."
    )
    standing: tuple[Text, ...] | None = Field(
        None,
        description="The aspects that stand, but for those of sheets, which always do. Left out: "
        "as the scene opens, with nothing framed. Example: `standing: [Noisy, Guard Distracted]`.",
    )
    turned: tuple[Text, ...] = Field(
        (),
        description="Aspects that the GM has turned (G4). Example: `turned: [Born in the Gutter]`.",
    )
    revealed: tuple[Text, ...] = Field(
        (),
        description="Hidden aspects that are known and do not stand any more. "
        "Example: `revealed: [Silent Alarm]`.",
    )
    rolls: Rolls = Field(0, description="How many rolls are over. Example: `rolls: 2`.")
    successes: Rolls = Field(
        0,
        description="How many of them succeeded, as far as an ending asks. "
        "Example: `successes: 1`.",
    )
    failures: Rolls = Field(0, description="How many failed. Example: `failures: 1`.")
