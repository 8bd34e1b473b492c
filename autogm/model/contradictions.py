"""Checks a scenario whose parts are each well formed for what does not go together: sides without
fighters, objectives nobody can reach, switches that contradict, more of something than a
conflict can hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from autogm.model.aspect import Aspect
from autogm.model.faults import FieldPath
from autogm.model.goals import Objective
from autogm.model.places import problem
from autogm.model.references import fighters_of
from autogm.model.scenario import Fighter, Scenario
from autogm.model.shape import Problem
from autogm.model.words import (
    MAX_COMPELS,
    MAX_FIGHTERS,
    MAX_SKILLS,
    MAX_SLOTS,
    MAX_TAGS,
    SIDES,
)

_TYPE_FIELDS = {
    "quality": ("nameless", "group"),
    "tough": ("supporting",),
    "members": ("group",),
    "size": ("swarm",),
}
_OBJECTIVE_FIELDS = {
    "last standing": (),
    "hold": ("zone", "exchanges"),
    "get out": ("who", "number", "item"),
    "survive": ("exchanges",),
    "take out": ("who",),
}
_WEIGHT_CIRCUMSTANCES = ("outweighed", "outweighing")


def faults(scenario: Scenario) -> Iterator[Problem]:
    """Everything that can't be played as written."""
    yield from _side_faults(scenario)
    yield from _size_faults(scenario)
    for path, fighter in fighters_of(scenario):
        yield from _fighter_faults(path, fighter, scenario)
    yield from _friends_faults(scenario)
    yield from objective_faults(scenario)
    yield from _item_faults(scenario)
    yield from _switch_faults(scenario)


def objective_faults(scenario: Scenario) -> Iterator[Problem]:
    """Objectives that nobody could reach as written."""
    for name in SIDES:
        for index, objective in enumerate(getattr(scenario.objectives, name)):
            yield from _objective_faults(("objectives", name, index), objective, scenario)


def warnings(scenario: Scenario) -> Iterator[Problem]:
    """What can be played but is probably not meant."""
    for key, fighter in scenario.sides.gm.fighters.items():
        if fighter.type == "player":
            message = "a player character on the gm's side; an NPC needs `type: main` or another"
            yield problem(("sides", "gm", "fighters", key), message, at_key=True)
    for key, zone in scenario.zones.items():
        for name in ("reveals", "difficulty"):
            if getattr(zone, name) is not None and not zone.unexplored:
                message = f"`{name}` counts only in a zone with `unexplored: true`"
                yield problem(("zones", key, name), message, at_key=True)
    for side in SIDES:
        for index, objective in enumerate(getattr(scenario.objectives, side)):
            unread = objective.model_fields_set - {"do", *_OBJECTIVE_FIELDS[objective.do]}
            for name in sorted(unread):
                message = f"`{objective.do}` does not use `{name}`"
                yield problem(("objectives", side, index, name), message, at_key=True)
    if scenario.weight is False:
        yield from _weight_warnings(scenario)


def _side_faults(scenario: Scenario) -> Iterator[Problem]:
    for name in SIDES:
        path = ("sides", name, "fighters")
        fighters = getattr(scenario.sides, name).fighters
        if not fighters:
            yield problem(path, "nobody is on this side; it needs at least one fighter")
        elif all(fighter.arrives > 1 for fighter in fighters.values()):
            message = "nobody of this side is there in exchange 1; someone needs `arrives: 1`"
            yield problem(path, message)
    if scenario.sides.players.pool is not None:
        message = "only the gm's side has a pool; players have `fate_points` of their own"
        yield problem(("sides", "players", "pool"), message, at_key=True)


def _size_faults(scenario: Scenario) -> Iterator[Problem]:
    fighters = [fighter for _, fighter in fighters_of(scenario)]
    number = sum(fighter.copies for fighter in fighters)
    skills = {skill for fighter in fighters for skill in fighter.skills}
    tags = {tag for fighter in fighters for tag in fighter.tags}
    tags |= {tag for zone in scenario.zones.values() for tag in zone.tags}
    tags |= {tag for aspect in _aspects(scenario) for tag in aspect.spares}
    tags |= {tag for template in scenario.templates or () for tag in template.spares}
    tags |= {stunt.tag for fighter in fighters for stunt in fighter.stunts if stunt.tag}
    sizes: tuple[tuple[FieldPath, int, int, str], ...] = (
        (("sides",), number, MAX_FIGHTERS, "fighters, copies counted"),
        (("sides",), len(skills), MAX_SKILLS, "different skills"),
        (("sides",), len(tags), MAX_TAGS, "different tags"),
        (("sides",), sum(1 for _ in _aspects(scenario)), MAX_SLOTS, "aspects"),
        (("compels",), len(scenario.compels), MAX_COMPELS, "compels, copies counted"),
    )
    for path, found, most, what in sizes:
        if found > most:
            yield problem(path, f"there are {found} {what}; at most {most} fit in a conflict")


def _fighter_faults(path: FieldPath, fighter: Fighter, scenario: Scenario) -> Iterator[Problem]:
    if fighter.arrives > scenario.exchanges:
        message = f"would arrive after the last exchange, which is {scenario.exchanges}"
        yield problem((*path, "arrives"), message, fighter.arrives)
    for name, types in _TYPE_FIELDS.items():
        if getattr(fighter, name) and fighter.type not in types:
            message = f"`{name}` is only for `{'` or `'.join(types)}`, not for `{fighter.type}`"
            yield problem((*path, name), message, at_key=True)
    for name, type_ in (("members", "group"), ("size", "swarm")):
        if fighter.type == type_ and getattr(fighter, name) is None:
            yield problem((*path, name), f"a {type_} needs `{name}`")


def _friends_faults(scenario: Scenario) -> Iterator[Problem]:
    """Friends are hit by attacks on a whole zone and no others (E4)."""
    for path, fighter in fighters_of(scenario):
        for skill, attack in fighter.attacks.items():
            if attack.friends and not attack.area:
                yield _no_area((*path, "attacks", skill), "area: true")
        for index, stunt in enumerate(fighter.stunts):
            if stunt.friends and stunt.does != "area":
                yield _no_area((*path, "stunts", index), "does: area")
    for index, effect in enumerate(scenario.effects):
        if effect.friends and effect.does != "zone attack":
            yield _no_area(("effects", index), "does: zone attack")


def _no_area(path: FieldPath, needed: str) -> Problem:
    message = f"`friends` is for attacks on a whole zone, those with `{needed}`"
    return problem((*path, "friends"), message, at_key=True)


def _objective_faults(
    path: FieldPath, objective: Objective, scenario: Scenario
) -> Iterator[Problem]:
    if objective.do in ("hold", "survive") and objective.exchanges > scenario.exchanges:
        message = f"more exchanges than the conflict has, which is {scenario.exchanges}"
        yield problem((*path, "exchanges"), message, objective.exchanges)
    if objective.do == "get out":
        if not any(zone.exit for zone in scenario.zones.values()):
            message = "nobody can get out: no zone has `exit: true`"
            yield problem((*path, "do"), message, objective.do)
        if objective.who and objective.number > len(objective.who):
            message = f"`who` names only {len(objective.who)}"
            yield problem((*path, "number"), message, objective.number)
    if objective.do == "take out":
        own = getattr(scenario.sides, str(path[1])).fighters
        for index, name in enumerate(objective.who):
            if name in own:
                message = f"`{name}` is on the side whose objective this is"
                yield problem((*path, "who", index), message, name)


def _item_faults(scenario: Scenario) -> Iterator[Problem]:
    wanted = [
        ("objectives", name, index)
        for name in SIDES
        for index, objective in enumerate(getattr(scenario.objectives, name))
        if objective.do == "get out" and objective.item
    ]
    if scenario.item is None:
        for path in wanted:
            message = "there is no item: write `item:` with its `name` and `zone`"
            yield problem((*path, "item"), message)
    elif not wanted:
        message = "nobody wants it: an objective needs `do: get out` and `item: true`"
        yield problem(("item",), message, at_key=True)


def _switch_faults(scenario: Scenario) -> Iterator[Problem]:
    order = scenario.turn_order
    if order.ambush and order.first and order.ambush != order.first:
        message = f"the side that ambushes goes first, and that is `{order.ambush}`"
        yield problem(("turn_order", "first"), message, order.first)
    if order.lethal_ambush and not order.ambush:
        message = "there is no ambush: say whose it is with `ambush: players` or `ambush: gm`"
        yield problem(("turn_order", "lethal_ambush"), message, at_key=True)
    for name in ("weight", "roar"):
        switch = getattr(scenario, name)
        if switch is not None and scenario.rules.get(name, switch) != switch:
            message = f"`{name}` says otherwise at the top of the file; keep one of the two"
            yield problem(("rules", name), message, scenario.rules[name])
    if scenario.narrative is not None and scenario.ruleset != "autarch":
        message = f"only `autarch` has a narrative phase, and the ruleset is `{scenario.ruleset}`"
        yield problem(("narrative",), message, at_key=True)
    if scenario.actions == ():
        yield problem(("actions",), "with no verb in play nobody can do anything")


def _weight_warnings(scenario: Scenario) -> Iterator[Problem]:
    for path, fighter in fighters_of(scenario):
        for index, stunt in enumerate(fighter.stunts):
            if stunt.does == "weight" or stunt.when in _WEIGHT_CIRCUMSTANCES:
                message = f"weight is off, so the stunt `{stunt.name}` does nothing"
                yield problem((*path, "stunts", index), message)


def _aspects(scenario: Scenario) -> Iterator[Aspect]:
    for _, fighter in fighters_of(scenario):
        yield from fighter.aspects
    for zone in scenario.zones.values():
        yield from (aspect for aspect in (zone.aspect, zone.reveals) if aspect)
    yield from scenario.aspects
