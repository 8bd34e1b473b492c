"""How many choices a node of a conflict can have at most. Kernels write them into a buffer of fixed
size; what could ever run over is refused here by name, so that it never does in play.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.codes import (
    POOL,
    X_HINDER,
    X_LETHAL,
    X_MOVE,
)
from autogm.engine.compiling.words import refuse
from autogm.engine.layout import MAX_ACTIONS
from autogm.model.words import MAX_STUNTS
from autogm.rules.encounter import Encounter

EVERY_TURN = 12
"""Choices of which a turn has one each: passing, leaving, the maneuvers on oneself, …"""


def check_bounds(encounter: Encounter, scene: Any) -> None:
    """Refuse a conflict whose nodes could have more choices than fit.

    Raises:
        ScenarioError: for those.
    """
    for field, most in (
        ("compels", _most_offers(scene)),
        ("effects", _most_effects(scene)),
        ("sides", _most_at_a_turn(scene)),
    ):
        if most > MAX_ACTIONS:
            message = (
                f"up to {most} choices at once; at most {MAX_ACTIONS} are played: fewer fighters "
                "with points, compels, effects, groups or templates would do"
            )
            raise refuse(encounter, message, field)


def _payers(scene: Any) -> int:
    """Those of one side who may pay for something together."""
    count = int(scene["fighters"])
    sides = [int(scene["side"][n]) for n in range(count) if 0 <= scene["purse"][n] < POOL]
    return max(1, sides.count(0), sides.count(1)) + 1


def _most_offers(scene: Any) -> int:
    """Compels of one victim, each with whoever stakes a point."""
    victims = scene["compel_victim"][: int(scene["compels"])].tolist()
    return 2 + max((victims.count(one) for one in victims), default=0) * _payers(scene)


def _most_effects(scene: Any) -> int:
    """Invokes for effect, by what pays and where they go."""
    zones, enemies = int(scene["zones"]), _largest_side(scene)
    degree = int(scene["edge"].sum(axis=1).max())
    total = 0
    for does in scene["effect_does"][: int(scene["effects"])].tolist():
        places = {X_MOVE: degree, X_HINDER: enemies, X_LETHAL: 1}.get(does, zones)
        total += places * (1 + _payers(scene))
    return total


def _most_at_a_turn(scene: Any) -> int:
    """Everything that a turn could ever offer together."""
    zones, side = int(scene["zones"]), _largest_side(scene)
    members = max(1, int(scene["mob"].max()))
    slots = sum(_bits(scene[name]) for name in ("mask_removable", "mask_hidden", "mask_declare"))
    created = max(_bits(mask) for mask in scene["mask_create"])
    ways = 4 * zones  # moves, sprints, attacks on everyone, exploring
    return (
        EVERY_TURN
        + ways
        + side * 5  # attacks, charges, pushes, pulls, help
        + members // 2  # how many break off
        + slots
        + created
        + MAX_STUNTS
        + _most_effects(scene)
    )


def _largest_side(scene: Any) -> int:
    return max(int(mask).bit_count() for mask in scene["side_mask"])


def _bits(words: Any) -> int:
    return sum((int(word) & ((1 << 64) - 1)).bit_count() for word in words)
