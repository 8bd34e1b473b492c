"""Checks that every skill, verb and mechanism that a scenario names is one that its ruleset knows
(E1, N5, X1, F5, F6, R7, M1-M8). Names of zones, fighters and aspects are the model's to check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from autogm.model.aspect import Aspect
from autogm.model.aspect_uses import Template
from autogm.model.faults import FieldPath, nearest
from autogm.model.references import fighters_of
from autogm.model.scenario import Fighter, Scenario
from autogm.model.words import MANEUVERS, MAX_SKILLS
from autogm.rules.findings import Findings
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import named_skills


def skills_of(scenario: Scenario, rules: Ruleset, findings: Findings) -> tuple[str, ...]:
    """The skills that a conflict knows: the ruleset's and, where it lets a scenario name others,
    those on its sheets and in its overrides. What no one knows is a fault (E1, C4)."""
    known = dict.fromkeys(rules.skills)
    if rules.any_skill:
        for _, skill in named_skills(rules):
            known.setdefault(skill)
        for path, skill in _own_skills(scenario):
            near = nearest(skill, rules.skills)
            if skill not in known and near is not None:
                message = f"`{skill}` is taken for a skill of its own; did you mean `{near}`?"
                findings.warn(path, message)
            known.setdefault(skill)
    else:
        for path, skill in _own_skills(scenario):
            _known(path, skill, rules, tuple(known), findings, at_key=True)
    for path, skill in _named_elsewhere(scenario):
        _known(path, skill, rules, tuple(known), findings)
    if len(known) > MAX_SKILLS:
        message = f"there are {len(known)} different skills; at most {MAX_SKILLS} fit in a conflict"
        findings.fault(("sides",), message)
    return tuple(known)


def check_mechanisms(scenario: Scenario, rules: Ruleset, findings: Findings) -> None:
    """Notes every verb, compel, effect and template that the ruleset has no rule for."""
    missing = dict(_verbs_without_rules(scenario, rules))
    for place, verb in enumerate(scenario.actions or ()):
        if verb in missing:
            findings.fault(("actions", place), f"`{verb}` needs {missing[verb]}", value=verb)
    for place, compel in enumerate(scenario.compels):
        if not rules.compels:
            message = f"{rules.title} has no compels in a conflict (P3, `compels`)"
            findings.fault(("compels", place), message)
        elif compel.effect == "twist" and not rules.twists:
            message = f"{rules.title} has no twists (F6, `twists`)"
            findings.fault(("compels", place, "effect"), message, value="twist")
    for place, effect in enumerate(scenario.effects):
        if effect.does == "zone attack" and not rules.area_attacks:
            message = "attacks on a whole zone are off (E4, `area_attacks`)"
            findings.fault(("effects", place, "does"), message, value=effect.does)
        if effect.does == "lethal" and not rules.rituals:
            message = "battle rituals, which make attacks lethal, are off (R7, `rituals`)"
            findings.fault(("effects", place, "does"), message, value=effect.does)
    for place, template in enumerate(scenario.templates or ()):
        if template.declare and rules.declare == "none":
            message = f"{rules.title} lets nobody declare aspects; `declare: aspect` does (F5)"
            findings.fault(("templates", place, "declare"), message, value="true")


def _verbs_without_rules(scenario: Scenario, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Verbs that can't come up, with what each of them would need."""
    for verb in MANEUVERS:
        if verb not in rules.maneuvers:
            yield verb, f"`{verb}` among the ruleset's `maneuvers` (M1-M5)"
    if "disarm" not in rules.boost_maneuvers:
        yield "recover", "`disarm` among the ruleset's `boost_maneuvers` (M7)"
    needs = (
        ("attack everyone", rules.area_attacks, "`area_attacks` (E4)"),
        ("help", rules.teamwork != "none", "`teamwork` (E3)"),
        ("declare", rules.declare != "none", "`declare: aspect` (F5)"),
        ("concede", rules.concede, "`concede` (H6)"),
        ("compel", rules.compels, "`compels` (X1)"),
        ("block", rules.blocking, "`blocking` (Z4)"),
        ("grab", scenario.item is not None, "an `item` to pick up"),
        ("effect", bool(scenario.effects), "`effects` to invoke for (A15)"),
        ("divide", rules.group == "teamwork", "`group: teamwork` (N4)"),
    )
    for verb, there, what in needs:
        if not there:
            yield verb, what
    mobs = (one.type == "group" and (one.members or 1) > 1 for _, one in fighters_of(scenario))
    if rules.group == "teamwork" and not any(mobs):
        yield "divide", "a `group` of more than one of `members` (N4)"


def _own_skills(scenario: Scenario) -> Iterator[tuple[FieldPath, str]]:
    """Skills that a sheet has or attacks with: with a free list of skills these make the list."""
    for path, fighter in fighters_of(scenario):
        for part in ("skills", "attacks"):
            for skill in getattr(fighter, part):
                yield (*path, part, skill), skill


def _named_elsewhere(scenario: Scenario) -> Iterator[tuple[FieldPath, str]]:
    for path, fighter in fighters_of(scenario):
        yield from _of_sheet(path, fighter)
    for place, aspect in enumerate(scenario.aspects):
        yield from _of_aspect(("aspects", place), aspect)
    for zone, there in scenario.zones.items():
        for name in ("aspect", "reveals"):
            aspect_there = getattr(there, name)
            if aspect_there is not None:
                yield from _of_aspect(("zones", zone, name), aspect_there)
    for place, template in enumerate(scenario.templates or ()):
        yield from _of_template(("templates", place), template)
    for place, compel in enumerate(scenario.compels):
        if compel.skill is not None:
            yield ("compels", place, "skill"), compel.skill
    for place, effect in enumerate(scenario.effects):
        if effect.skill is not None:
            yield ("effects", place, "skill"), effect.skill
    if scenario.turn_order.skill is not None:
        yield ("turn_order", "skill"), scenario.turn_order.skill


def _of_sheet(path: FieldPath, fighter: Fighter) -> Iterator[tuple[FieldPath, str]]:
    for skill, attack in fighter.attacks.items():
        yield from _listed((*path, "attacks", skill, "against"), attack.against)
    for name in ("skilled_at", "bad_at"):
        for place, knack in enumerate(getattr(fighter, name)):
            yield from _listed((*path, name, place, "skills"), knack.skills)
    for place, aspect in enumerate(fighter.aspects):
        yield from _of_aspect((*path, "aspects", place), aspect)
    for place, stunt in enumerate(fighter.stunts):
        yield from _listed((*path, "stunts", place, "skills"), stunt.skills)
        if stunt.instead_of is not None:
            yield (*path, "stunts", place, "instead_of"), stunt.instead_of


def _of_aspect(path: FieldPath, aspect: Aspect) -> Iterator[tuple[FieldPath, str]]:
    yield from _listed((*path, "skills"), aspect.skills)
    yield from _listed((*path, "suits"), aspect.suits)


def _of_template(path: FieldPath, template: Template) -> Iterator[tuple[FieldPath, str]]:
    yield from _listed((*path, "skills"), template.skills)
    yield from _listed((*path, "relevant_skills"), template.relevant_skills)


def _listed(path: FieldPath, skills: Iterable[str] | None) -> Iterator[tuple[FieldPath, str]]:
    for place, skill in enumerate(skills or ()):
        yield (*path, place), skill


def _known(
    path: FieldPath,
    skill: str,
    rules: Ruleset,
    known: tuple[str, ...],
    findings: Findings,
    *,
    at_key: bool = False,
) -> None:
    if skill in known:
        return
    what = "an approach" if rules.approaches else "a skill"
    message = f"`{skill}` is not {what} of {rules.title}"
    findings.fault(path, message, value=skill, allowed=known, at_key=at_key)
