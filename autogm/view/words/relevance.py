"""What an aspect speaks to (A8), in words: whom it helps, and in which rolls."""

from __future__ import annotations

from autogm.rules.encounter import Encounter, SettledAspect
from autogm.rules.relevance import ALL_ROLLS
from autogm.view.words.grammar import listed

WHOM = {
    (True, True): "anyone",
    (True, False): "whoever bears it or stands there",
    (False, True): "against whoever bears it or stands there",
    (False, False): "nobody",
}
"""By whether it helps its bearer, and against it."""


def aspects_of(encounter: Encounter) -> dict[str, SettledAspect]:
    """The aspects of the scene and of zones, and those that may be created, by their texts."""
    templates = (one.aspect for one in encounter.templates)
    every = (*encounter.scene_aspects, *encounter.zone_aspects.values(), *templates)
    return {one.text: one for one in every}


def speaks_to(aspect: SettledAspect) -> str:
    """What an aspect does, as a predicate: `helps anyone in attack and defend rolls`."""
    whom = WHOM[aspect.helps_bearer, aspect.helps_against]
    every = aspect.actions >= ALL_ROLLS - {"oppose"}
    rolls = "every roll" if every else f"{listed(sorted(aspect.actions))} rolls"
    return f"helps {whom} in {rolls}"
