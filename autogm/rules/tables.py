"""What a ruleset does, as rows: every field with its value, the rules it carries by id, and what it
says; and the rows in which two rulesets differ. All of it comes from the data and the fields
themselves, so that the tables can never say anything else than what is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import FIXED, RULESETS, lineage, ruleset
from autogm.rules.shipped import shipped


@dataclass(frozen=True)
class Row:
    """A field of a ruleset: its value as plain data and in words, the ids of the rules that it
    carries, what it says, and the table that its value stands in (the ruleset's own or one that
    it extends)."""

    field: str
    value: Any
    text: str
    rules: tuple[str, ...]
    says: str
    origin: str


@dataclass(frozen=True)
class Difference:
    """A field in which two rulesets differ, with both values as plain data and in words; of
    tables the words have only the entries that differ."""

    field: str
    values: tuple[Any, Any]
    texts: tuple[str, str]
    rules: tuple[str, ...]
    says: str


def rules_of(field: str) -> tuple[str, ...]:
    """The ids of the rules that a field of a ruleset carries; empty for names and titles."""
    extra = Ruleset.model_fields[field].json_schema_extra
    ids = extra.get("rules", "-") if isinstance(extra, Mapping) else "-"
    return tuple(one for one in str(ids).split() if one != "-")


def rows(rules: Ruleset) -> tuple[Row, ...]:
    """Every field of a shipped ruleset but its id, in the order of `Ruleset`."""
    plain, brief = rules.model_dump(mode="json"), _brief(rules)
    return tuple(
        Row(
            field,
            plain[field],
            _words(brief[field]),
            rules_of(field),
            _says(field),
            _origin(rules, field),
        )
        for field in Ruleset.model_fields
        if field != "id"
    )


def differences(one: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """The fields in which two rulesets differ, in the order of `Ruleset`."""
    plain = one.model_dump(mode="json"), other.model_dump(mode="json")
    brief = _brief(one), _brief(other)
    return tuple(
        Difference(
            field,
            (plain[0][field], plain[1][field]),
            _both(brief[0][field], brief[1][field]),
            rules_of(field),
            _says(field),
        )
        for field in Ruleset.model_fields
        if field not in FIXED and plain[0][field] != plain[1][field]
    )


def texts_of(field: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The values that a field has, in words, each with the rulesets that have it."""
    found: dict[str, list[str]] = {}
    for name in RULESETS:
        found.setdefault(_words(_brief(ruleset(name))[field]), []).append(name)
    return tuple((text, tuple(names)) for text, names in found.items())


def _origin(rules: Ruleset, field: str) -> str:
    return next(name for name in lineage(rules.id) if field in shipped(name))


def _brief(rules: Ruleset) -> dict[str, Any]:
    """The fields as plain data, short enough to read: what an entry leaves open is left out, and
    a list of all skills is `all`."""
    everything = list(rules.skills)

    def shorter(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: shorter(inner) for key, inner in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return "all" if list(value) == everything else [shorter(one) for one in value]
        return value

    brief: dict[str, Any] = shorter(rules.model_dump(mode="json", exclude_defaults=True))
    return {**brief, "skills": everything}


def _both(one: Any, other: Any) -> tuple[str, str]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        apart = [key for key in {**one, **other} if one.get(key) != other.get(key)]
        one, other = ({k: side[k] for k in apart if k in side} for side in (one, other))
    return _words(one), _words(other)


def _words(value: Any) -> str:
    """A value as a person reads it: entries of a table apart by semicolons."""
    if value is None or value in ([], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_inner(one)}" for key, one in value.items())
    if isinstance(value, list):
        tables = any(isinstance(one, Mapping) for one in value)
        return ("; " if tables else ", ").join(_inner(one) for one in value)
    return str(value)


def _inner(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(
            _inner(one) if key == "text" else f"{key} {_inner(one)}" for key, one in value.items()
        )
    if isinstance(value, list):
        return "/".join(str(one) for one in value) or "none"
    return _words(value)


def _says(field: str) -> str:
    return Ruleset.model_fields[field].description or ""
