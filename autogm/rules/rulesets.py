"""The rulesets by id, and what a scenario changes in them. The values stand in `data/*.yaml`,
which extend one another; here they are put together, overridden and checked as a whole (D2, F6,
R3, A10). It must never invent a value: what no table says is a fault of the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, get_args

from pydantic import ValidationError

from autogm.model.faults import FieldPath, nearest
from autogm.model.shape import Problem, problems_of
from autogm.model.words import SEVERITIES, ConflictKind, RulesetId
from autogm.rules.ruleset import Ruleset
from autogm.rules.shipped import shipped

RULESETS: tuple[str, ...] = get_args(RulesetId)
"""The ids of the rulesets that can be played."""

FIXED = ("id", "title", "source")
"""Fields that say what a ruleset is, and so can't be overridden."""


class RulesetError(ValueError):
    """A ruleset that can't be played. `problems` has everything wrong with it, each with the path
    of its field from the ruleset's top."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset with that id.

    Raises:
        RulesetError: when there is none, naming the nearest.
    """
    if name not in RULESETS:
        message = f"`{name}` is not a ruleset"
        raise RulesetError([Problem((), message, name, RULESETS, nearest(name, RULESETS))])
    return _checked({"id": name, **table(name)})


def knowing(skills: Collection[str]) -> tuple[str, ...]:
    """The ids of the rulesets that have all these skills or approaches in their lists."""
    return tuple(name for name in RULESETS if set(ruleset(name).skills).issuperset(skills))


def table(name: str) -> dict[str, Any]:
    """The fields of a ruleset as plain data, inherited ones included."""
    own = dict(shipped(name))
    parent = own.pop("extends", None)
    return merge(table(parent), own) if parent is not None else own


def lineage(name: str) -> tuple[str, ...]:
    """The tables a ruleset is made of, its own first."""
    parent = shipped(name).get("extends")
    return (name, *(lineage(parent) if parent is not None else ()))


def merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base with changes on top: tables are merged entry by entry, `None` removes an entry of
    a table, and anything else replaces what was there."""
    merged = dict(base)
    for key, value in changes.items():
        before = merged.get(key)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            inner = merge(before, value)
            merged[key] = {k: v for k, v in inner.items() if v is not None}
        else:
            merged[key] = value
    return merged


def suited(rules: Ruleset, kind: ConflictKind, written: Collection[str] = ()) -> Ruleset:
    """The ruleset as it is in a conflict of that kind: in social and mental ones, where zones are
    abstract ground (Z1), the skills of `social` take the place of the bodily ones, except in the
    fields that were `written`."""
    if kind not in ("social", "mental") or rules.social is None:
        return rules
    social = {
        "overcome_skills": rules.social.overcome,
        "move_skills": rules.social.move,
        "oppose_skills": rules.social.oppose,
    }
    return rules.model_copy(
        update={name: skills for name, skills in social.items() if name not in written}
    )


def override(rules: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """The ruleset with some fields changed. Tables (attacks, consequences, initiative …) are merged
    entry by entry, and `None` removes an entry; every other field is replaced.

    Raises:
        RulesetError: with every unknown field, bad value and combination that can't be played.
    """
    allowed = tuple(name for name in Ruleset.model_fields if name not in FIXED)
    problems = [
        Problem(
            (name,), f"`{name}` is not a field of a ruleset", name, (), nearest(name, allowed), True
        )
        for name in changes
        if name not in allowed
    ]
    known = {name: value for name, value in changes.items() if name in allowed}
    try:
        changed = _checked(merge(rules.model_dump(exclude_none=False), known))
    except RulesetError as error:
        raise RulesetError([*problems, *error.problems]) from None
    if problems:
        raise RulesetError(problems)
    return changed


def named_skills(rules: Ruleset) -> Iterator[tuple[FieldPath, str]]:
    """Every skill that a field of the ruleset names, with the path of the field."""
    for skill, row in rules.attacks.items():
        yield ("attacks", skill), skill
        for defence in row.against:
            yield ("attacks", skill, "against"), defence
    for skill, defences in rules.advantage_defence.items():
        if skill != "default":
            yield ("advantage_defence", skill), skill
        for defence in defences:
            yield ("advantage_defence", skill), defence
    for name in ("overcome_skills", "move_skills", "oppose_skills"):
        for skill in getattr(rules, name):
            yield (name,), skill
    for part in ("overcome", "move", "oppose"):
        for skill in getattr(rules.social, part, ()):
            yield ("social", part), skill
    for harm, skill in rules.track_skills.items():
        yield ("track_skills", harm), skill
    for part in ("physical", "mental", "ambush"):
        for skill in getattr(rules.initiative, part):
            yield ("initiative", part), skill
    for place, template in enumerate(rules.templates):
        for part in ("skills", "relevant_skills"):
            for skill in getattr(template, part) or ():
                yield ("templates", place, part), skill


def _checked(data: Mapping[str, Any]) -> Ruleset:
    try:
        rules = Ruleset.model_validate(_tuples(data), strict=True)
    except ValidationError as error:
        raise RulesetError(problems_of(error, Ruleset)) from None
    problems = [*_unplayable(rules), *_unresolved(rules)]
    if problems:
        raise RulesetError(problems)
    return rules


def _unresolved(rules: Ruleset) -> Iterator[Problem]:
    if rules.any_skill:
        return
    for path, skill in named_skills(rules):
        if skill not in rules.skills:
            message = f"`{skill}` is not among the ruleset's `skills`"
            yield Problem(path, message, skill, rules.skills, nearest(skill, rules.skills))


def _unplayable(rules: Ruleset) -> Iterator[Problem]:
    if rules.dice == "d6-d6" and rules.weight:
        yield Problem(("dice",), "d6-d6 can't be combined with `weight: true` (D2)", rules.dice)
    if rules.roar and not rules.approaches:
        message = "the Roar phase needs the six approaches in `skills` (R3)"
        yield Problem(("roar",), message, "true")
    if rules.refresh_aspects and rules.scopes is None:
        message = "aspects can be refreshed only where they have `scopes` (A10)"
        yield Problem(("refresh_aspects",), message, "true")
    if rules.twists and not rules.compels:
        yield Problem(("twists",), "a twist is a compel: it needs `compels: true` (F6)", "true")
    if rules.closed_loop and rules.owed_invokes:
        message = "in a closed loop points change hands at once, so none are owed (F4)"
        yield Problem(("owed_invokes",), message, "true")
    if rules.weight_ratio[0] < 2 or rules.weight_ratio[1] <= rules.weight_ratio[0]:
        message = "the ratios for one and for two [+] rise from 2 (W2)"
        yield Problem(("weight_ratio",), message, str(list(rules.weight_ratio)))
    if rules.style_at < 1:
        yield Problem(("style_at",), "style needs at least one shift (D5)", str(rules.style_at))
    if rules.tracks == "by skill" and not rules.track_skills:
        message = "tracks by skill need `track_skills` (H1)"
        yield Problem(("tracks",), message, rules.tracks)
    if rules.free_invoke_cap < 1:
        message = "an aspect has to hold at least one free invoke (C1)"
        yield Problem(("free_invoke_cap",), message, str(rules.free_invoke_cap))
    if rules.refresh < 1:
        message = "refresh is at least 1 (F1); a fighter's own `fate_points: 0` leaves it none"
        yield Problem(("refresh",), message, str(rules.refresh))
    if not rules.attacks:
        yield Problem(("attacks",), "no skill attacks (E1)", "{}")
    for skill, row in rules.attacks.items():
        if not row.against:
            message = f"nothing defends against `{skill}` (E1)"
            yield Problem(("attacks", skill, "against"), message, "[]")
    if not rules.advantage_defence.get("default"):
        message = "`default` says what defends against all other advantages (E1)"
        yield Problem(("advantage_defence",), message)
    for skill, against in rules.advantage_defence.items():
        if skill != "default" and not against:
            message = f"nothing defends against advantages by `{skill}` (E1)"
            yield Problem(("advantage_defence", skill), message, "[]")
    for when in ("physical", "mental", "ambush"):
        if not getattr(rules.initiative, when):
            yield Problem(("initiative", when), "some skill has to decide turn order (T1)", "[]")
    for severity in rules.consequences:
        if severity not in SEVERITIES:
            message = f"`{severity}` is not a severity (H4)"
            suggestion = nearest(severity, SEVERITIES)
            where = ("consequences", severity)
            yield Problem(where, message, severity, SEVERITIES, suggestion, True)


def _tuples(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _tuples(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_tuples(inner) for inner in value)
    return value
