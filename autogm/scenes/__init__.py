"""Other games than conflicts, under the same contract (`autogm.game.contract`)."""

from __future__ import annotations

from autogm.game.registry import GameKind, register

register(
    GameKind(
        "aspect-cards",
        "a scene of aspect cards, which every roll changes",
        "autogm.scenes.cards.reading:read_scene",
        "autogm.scenes.cards.game:CardGame",
        rulesets=("aspect-cards",),
        graphed=True,
        agents=(("frugal", "takes the best odds, and pays only where that turns a roll"),),
        schema="autogm.scenes.cards.schema:scene_schema",
        positions="autogm.scenes.cards.set_up:CardPositions",
    )
)
