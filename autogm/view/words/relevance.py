"""What an aspect speaks to (A8), in words: whom it helps, and in which rolls."""

from __future__ import annotations

from typing import Any

from autogm.rules.encounter import Encounter, SettledAspect
from autogm.rules.relevance import ALL_ROLLS, judge_aspect, judge_template
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


def by_words_alone(encounter: Encounter) -> dict[str, SettledAspect]:
    """The same aspects as their words alone would have it, whatever is written of whom they help
    and in which rolls."""
    scenario = encounter.scenario
    found = [judge_aspect(_unsaid(one), "situation") for one in scenario.aspects]
    zones = (zone.aspect for zone in scenario.zones.values())
    found += [judge_aspect(_unsaid(one), "zone") for one in zones if one is not None]
    found += [judge_template(_unsaid(one.template)) for one in encounter.templates]
    return {one.text: one for one in found}


def _unsaid(written: Any) -> Any:
    return written.model_copy(update={"helps": None, "actions": None})


def said_and_inferred(aspect: SettledAspect, alone: SettledAspect | None) -> str:
    """What an aspect does of which somebody may have said it, as a predicate; and beside it what
    its words alone would suggest, where that is something else."""
    said = speaks_to(aspect)
    if alone is None or speaks_to(alone) == said:
        return said
    return f"{said}, as was said by hand; its words alone would suggest that it {speaks_to(alone)}"
