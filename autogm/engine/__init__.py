"""Conflicts, compiled."""

from typing import get_args

from autogm.game.registry import CONFLICT, GameKind, register
from autogm.model.words import ConflictKind

register(
    GameKind(
        CONFLICT,
        "fighters and zones, until one side is out, gives in or has what it came for",
        "autogm.rules.loading:load",
        "autogm.engine.game:Game",
        get_args(ConflictKind),
        schema="autogm.model.schema:scenario_schema",
        positions="autogm.engine.set_up:ConflictPositions",
    )
)
