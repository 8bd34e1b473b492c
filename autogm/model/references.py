"""Checks that every zone, fighter and aspect that a scenario names is there. Names of skills and
of ruleset fields are checked by `autogm.rules`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from autogm.model.base import Gapless
from autogm.model.faults import FieldPath, nearest
from autogm.model.places import problem
from autogm.model.scenario import Fighter, Scenario
from autogm.model.shape import Problem
from autogm.model.words import SIDES


def faults(
    scenario: Scenario, zones: Collection[str], fighters: Collection[str]
) -> Iterator[Problem]:
    """Names of zones and fighters that are not among those given. Of a part of which nothing is
    given none is told: that the part is missing says it."""
    called = {key: zone.name or "" for key, zone in scenario.zones.items()}
    for path, zone in _named_zones(scenario):
        if zones and zone not in zones:
            yield _nobody(path, f"there is no zone `{zone}`", zone, zones, called)
    called = {str(path[-1]): one.name or "" for path, one in fighters_of(scenario)}
    for path, fighter in _named_fighters(scenario):
        if fighters and fighter not in fighters:
            message = f"there is no fighter `{fighter}`"
            yield _nobody(path, message, fighter, fighters, called)
    yield from _protected(scenario, fighters)


def _nobody(
    path: FieldPath, message: str, said: str, ids: Collection[str], called: Mapping[str, str]
) -> Problem:
    """That there is no such id. What is nearly one is meant to be it; else what is nearly the name
    that something is `called`, or a part of one name alone, means the id of that."""
    found = problem(path, message, said, ids)
    names = {name: key for key, name in called.items() if name and key in ids}
    words = set(said.casefold().split())
    parts = [name for name in names if words and words <= set(name.casefold().split())]
    named = parts[0] if len(parts) == 1 else nearest(said, names)
    if named is None or found.suggestion is not None:
        return found
    return found._replace(suggestion=names[named])


def _protected(scenario: Scenario, fighters: Collection[str]) -> Iterator[Problem]:
    """Who is to be protected, and is nobody, an enemy, or who protects."""
    sides: dict[str, dict[str, None]] = {name: {} for name in SIDES}  # in the file's order
    for path, one in fighters_of(scenario):
        sides[str(path[1])] |= dict.fromkeys((one.origin or str(path[-1]), str(path[-1])))
    everybody = {*fighters, *(name for names in sides.values() for name in names)}
    for path, one in fighters_of(scenario):
        whom, own = one.protects, str(path[1])
        if whom is None:
            continue
        at = (*path, "protects")
        if whom not in everybody:
            yield problem(at, f"there is no fighter `{whom}`", whom, sides[own])
        elif any(whom in names and side != own for side, names in sides.items()):
            yield problem(at, f"`{whom}` is an enemy; one protects a fighter of its own side", whom)
        elif whom in (path[-1], one.origin):
            yield problem(at, "nobody protects itself; name another fighter of its side", whom)


def gap_faults(scenario: Scenario) -> Iterator[Problem]:
    """Fields that others call for and that are missing."""
    for path, one in _gapless(scenario):
        for name, message in one.gaps():
            yield problem((*path, name), message)


def aspect_faults(scenario: Scenario, others: Iterable[str] = ()) -> Iterator[Problem]:
    """Aspects that compels, effects and stunts name and that nobody and nothing has (X1, A15,
    N5), and that are not among the `others` either. A battle ritual's effect may name the Roar
    aspect that comes into being in play (R7)."""
    texts = list(dict.fromkeys(_all_aspects(scenario)))
    unsure = set(others)
    for index, compel in enumerate(scenario.compels):
        if compel.aspect not in texts and compel.aspect not in unsure:
            message = f"nobody and nothing has the aspect `{compel.aspect}`"
            yield problem(("compels", index, "aspect"), message, compel.aspect, texts)
    for index, effect in enumerate(scenario.effects):
        is_ritual = effect.does == "lethal" and scenario.roar is not False
        if effect.aspect not in texts and not is_ritual and effect.aspect not in unsure:
            message = f"nobody and nothing has the aspect `{effect.aspect}`"
            yield problem(("effects", index, "aspect"), message, effect.aspect, texts)
    for path, fighter in fighters_of(scenario):
        own = [aspect.text for aspect in fighter.aspects]
        for index, stunt in enumerate(fighter.stunts):
            known = stunt.aspect is None or stunt.aspect in own or stunt.aspect in unsure
            if not known:
                message = f"its bearer has no aspect `{stunt.aspect}`"
                yield problem((*path, "stunts", index, "aspect"), message, stunt.aspect, own)


def fighters_of(scenario: Scenario) -> Iterator[tuple[FieldPath, Fighter]]:
    """Every fighter with the path of its field."""
    for name in SIDES:
        for key, fighter in getattr(scenario.sides, name).fighters.items():
            yield ("sides", name, "fighters", key), fighter


def _gapless(scenario: Scenario) -> Iterator[tuple[FieldPath, Gapless]]:
    for name in SIDES:
        for index, objective in enumerate(getattr(scenario.objectives, name)):
            yield ("objectives", name, index), objective
    for index, compel in enumerate(scenario.compels):
        yield ("compels", index), compel
    for index, effect in enumerate(scenario.effects):
        yield ("effects", index), effect
    for path, fighter in fighters_of(scenario):
        for index, stunt in enumerate(fighter.stunts):
            yield (*path, "stunts", index), stunt


def _named_zones(scenario: Scenario) -> Iterator[tuple[FieldPath, str]]:
    for index, edge in enumerate(scenario.edges):
        for end, zone in enumerate(edge.between):
            yield ("edges", index, "between", end), zone
    for path, fighter in fighters_of(scenario):
        yield (*path, "zone"), fighter.zone
    for name in SIDES:
        for index, objective in enumerate(getattr(scenario.objectives, name)):
            if objective.zone is not None:
                yield ("objectives", name, index, "zone"), objective.zone
    if scenario.item is not None:
        yield ("item", "zone"), scenario.item.zone
    for index, compel in enumerate(scenario.compels):
        if compel.zone is not None:
            yield ("compels", index, "zone"), compel.zone


def _named_fighters(scenario: Scenario) -> Iterator[tuple[FieldPath, str]]:
    for name in SIDES:
        for index, objective in enumerate(getattr(scenario.objectives, name)):
            for place, fighter in enumerate(objective.who):
                yield ("objectives", name, index, "who", place), fighter
    for index, compel in enumerate(scenario.compels):
        yield ("compels", index, "victim"), compel.victim


def _all_aspects(scenario: Scenario) -> Iterator[str]:
    for _, fighter in fighters_of(scenario):
        yield from (aspect.text for aspect in fighter.aspects)
    for zone in scenario.zones.values():
        yield from (aspect.text for aspect in (zone.aspect, zone.reveals) if aspect)
    yield from (aspect.text for aspect in scenario.aspects)
    yield from (template.text for template in scenario.templates or ())
