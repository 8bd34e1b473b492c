"""The entry point to a conflict that can be played: a scenario with its ruleset applied and
nothing left to guess (A8, A12, F2, N1-N6). All faults that need the ruleset to be seen are found at
once and raised together; what can be played but is worth a look becomes a warning. Nothing here
plays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from autogm.model.aspect import Aspect, FreeInvokes
from autogm.model.cast import expand_copies
from autogm.model.faults import Fault, ScenarioError, field_name
from autogm.model.reading import Reading, in_order, survey
from autogm.model.scenario import Scenario, Zone
from autogm.model.shape import Problem
from autogm.model.words import SIDES
from autogm.rules.doubts import doubts
from autogm.rules.encounter import Encounter, SettledAspect, SettledFighter, SettledTemplate
from autogm.rules.findings import Findings, Setting
from autogm.rules.references import check_mechanisms, skills_of
from autogm.rules.relevance import judge_aspect, judge_template
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import RulesetError, override, ruleset, suited
from autogm.rules.sheets import settle_fighter
from autogm.rules.suiting import suited_by

SWITCHES = ("roar", "weight")
"""Fields of a scenario that switch fields of the ruleset of the same name."""

PLAIN_GROUND = "Open Ground"
"""The aspect that exploring a zone reveals where the scenario names none (A14)."""


def load(path: Path | str) -> Encounter:
    """The conflict that a scenario file describes, ready to be compiled.

    Raises:
        ScenarioError: with every fault of the file and its character files, those that need the
            ruleset to be seen included.
    """
    reading = survey(Path(path))
    if any(one.field == "ruleset" and one.suggestion is None for one in reading.faults):
        raise ScenarioError(reading.faults)  # by which rules the rest is wrong, nobody can say
    try:
        encounter = settle(reading.scenario, reading=reading)
    except ScenarioError as error:
        refused = {(one.file, one.field) for one in reading.faults}
        further = [one for one in error.faults if (one.file, one.field) not in refused]
        raise ScenarioError(in_order(_once([*reading.faults, *further]), reading.path)) from None
    if reading.faults:
        raise ScenarioError(reading.faults)
    return encounter


def settle(
    scenario: Scenario, *, source: Path | None = None, reading: Reading | None = None
) -> Encounter:
    """A scenario with its ruleset applied. `reading` says where its fields were written; without
    one, faults name the field alone.

    Raises:
        ScenarioError: with every fault that needs the ruleset to be seen.
    """
    findings = Findings(strict=scenario.strict)
    scenario = expand_copies(scenario).scenario
    rules = effective_rules(scenario, findings)
    skills = skills_of(scenario, rules, findings)
    check_mechanisms(scenario, rules, findings)
    setting = Setting(rules, skills, scenario.kind, findings)
    fighters = tuple(
        settle_fighter(key, fighter, side, ("sides", side, "fighters", key), setting)
        for side in SIDES
        for key, fighter in getattr(scenario.sides, side).fighters.items()
    )
    fighters = told_apart(fighters, findings)
    scenario = zones_told_apart(scenario, findings)
    origin = reading.path if reading is not None else source
    if findings.faults:
        raise ScenarioError(_once(_placed(findings.faults, reading, origin)))
    templates = rules.templates if scenario.templates is None else scenario.templates
    encounter = Encounter(
        scenario=scenario,
        ruleset=rules,
        skills=skills,
        fighters=fighters,
        zone_aspects={
            key: _zone_aspect(zone, rules, skills) for key, zone in scenario.zones.items()
        },
        scene_aspects=tuple(
            suited_by(judge_aspect(one, "situation"), one, rules, skills)
            for one in scenario.aspects
        ),
        templates=tuple(
            SettledTemplate(one, suited_by(judge_template(one), one, rules, skills))
            for one in templates
        ),
        pool=pool_of(scenario, rules, fighters),
        source=origin,
    )
    warned = [] if reading is None else list(reading.warnings)
    warned += _placed([*findings.warnings, *doubts(encounter)], reading, origin)
    return replace(encounter, notes=tuple(_once(warned)))


def told_apart(
    fighters: tuple[SettledFighter, ...], findings: Findings
) -> tuple[SettledFighter, ...]:
    """The fighters under names that differ, which is noted as worth a look."""
    names = numbered([fighter.name for fighter in fighters])
    apart = []
    for fighter, name in zip(fighters, names, strict=True):
        if name is not None:
            path = ("sides", fighter.side, "fighters", fighter.id)
            _note_name(path, fighter.name, name, findings)
        apart.append(replace(fighter, name=name or fighter.name))
    return tuple(apart)


def zones_told_apart(scenario: Scenario, findings: Findings) -> Scenario:
    """A scenario whose zones have names that differ, which is noted as worth a look. A zone without
    a name goes by its id."""
    zones = dict(scenario.zones)
    written = [zone.name or key for key, zone in zones.items()]
    for key, called, name in zip(scenario.zones, written, numbered(written), strict=True):
        if name is not None:
            _note_name(("zones", key), called, name, findings)
            zones[key] = zones[key].model_copy(update={"name": name})
    return scenario.model_copy(update={"zones": zones})


def _note_name(path: tuple[str, ...], written: str, name: str, findings: Findings) -> None:
    message = f"others are called `{written}` too; here this one is `{name}`"
    findings.warn((*path, "name"), message)


def numbered(names: Sequence[str]) -> list[str | None]:
    """What to call each instead, so that all differ, capitals and spaces aside: several of one name
    are numbered, as copies are, in their order. Nothing for a name that nothing else has."""
    called = Counter(map(_folded, names))
    taken = {name for name, number in called.items() if number == 1}
    apart: list[str | None] = []
    for name in names:
        if called[_folded(name)] == 1:
            apart.append(None)
            continue
        bare = re.sub(r" \d+$", "", name)
        fresh = next(
            one for one in (f"{bare} {number}" for number in count(1)) if _folded(one) not in taken
        )
        taken.add(_folded(fresh))
        apart.append(fresh)
    return apart


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def effective_rules(scenario: Scenario, findings: Findings) -> Ruleset:
    """The scenario's ruleset, suited to its kind, with its overrides. Overrides that can't be are
    noted, and the ruleset without them is returned, so that the rest can still be checked."""
    base = ruleset(scenario.ruleset)
    changes: dict[str, Any] = dict(scenario.rules)
    for name in SWITCHES:
        wish = getattr(scenario, name)
        if wish is None:
            continue
        if changes.get(name, wish) != wish:
            message = f"`{name}` says one thing here and another in the scenario's `{name}`"
            findings.fault(("rules", name), message, value=str(changes[name]).lower())
        changes[name] = wish
    try:
        return suited(override(base, changes), scenario.kind, changes)
    except RulesetError as error:
        for problem in error.problems:
            switched = problem.path[:1] != () and problem.path[0] in SWITCHES
            inside = not switched or problem.path[0] in scenario.rules
            path = ("rules", *problem.path) if inside else problem.path
            findings.faults.append(problem._replace(path=path))
        return suited(base, scenario.kind)


def pool_of(scenario: Scenario, rules: Ruleset, fighters: Iterable[SettledFighter]) -> int:
    """The GM's fate points (F2): the number written, or the ruleset's with so many for each player
    character; and more for each roll by which the narrative phase overran its budget."""
    written = scenario.sides.gm.pool
    characters = sum(one.is_player_character for one in fighters)
    pool = rules.pool_base + rules.pool_per_player * characters if written is None else written
    if scenario.narrative is not None:
        overrun = max(0, scenario.narrative.rolls - scenario.narrative.budget)
        pool += rules.pool_per_overrun * overrun
    return pool


def _zone_aspect(zone: Zone, rules: Ruleset, skills: Sequence[str]) -> SettledAspect:
    """A zone's aspect with the free invokes it starts with (A12), or what exploring the zone
    reveals, whose free invokes come from the roll (A14)."""
    if zone.aspect is not None:
        judged = judge_aspect(zone.aspect, "zone", FreeInvokes(open=rules.zone_free_invokes))
        return suited_by(judged, zone.aspect, rules, skills)
    revealed = zone.reveals if zone.reveals is not None else Aspect(text=PLAIN_GROUND)
    return suited_by(judge_aspect(revealed, "zone"), revealed, rules, skills)


def _placed(
    problems: Iterable[Problem], reading: Reading | None, source: Path | None
) -> list[Fault]:
    if reading is not None:
        return [reading.places.fault(problem) for problem in problems]
    file = source if source is not None else Path("scenario")
    return [
        Fault(
            file,
            0,
            0,
            field_name(problem.path),
            problem.message,
            problem.value,
            problem.allowed,
            problem.suggestion,
        )
        for problem in problems
    ]


def _once(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once, the same one of several copies of a fighter counting as one."""
    first: dict[tuple[object, ...], Fault] = {}
    for fault in faults:
        at = (fault.line, fault.column) if fault.line else fault.field
        first.setdefault((fault.file, at, fault.message), fault)
    return list(first.values())
