"""The JSON schemas of scenario and character files, for editors that complete and check while one
writes. They are made from the models, short forms included, and kept beside the scenarios; a test
compares the two. Other kinds of games make theirs by `schema_of`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from autogm.model.base import Written
from autogm.model.character import Character
from autogm.model.meanings import TABLES
from autogm.model.position import Position
from autogm.model.scenario import Scenario

_SHORT_FORMS = {"Aspect": "text", "Knack": "text", "Edge": "between", "Stakes": "preset"}
"""Models that may be written as the value of one of their fields."""
POSITION_SHORT_FORMS = {
    "AspectMeant": "text",
    "AspectStanding": "text",
    "ConsequenceTaken": "severity",
}

_REPLACED = ("anyOf", "default")
_MEANINGS = {tuple(table.meanings): list(table.meanings.values()) for table in TABLES.values()}
"""What words mean, by the list of them."""


def scenario_schema() -> dict[str, Any]:
    """The schema of a scenario file."""
    return schema_of(Scenario, "autogm scenario", _SHORT_FORMS)


def character_schema() -> dict[str, Any]:
    """The schema of a character file."""
    return schema_of(Character, "autogm character", _SHORT_FORMS)


def position_schema() -> dict[str, Any]:
    """The schema of a file with a position of a conflict."""
    return schema_of(Position, "autogm position", POSITION_SHORT_FORMS)


def schema_of(model: type[Written], title: str, short_forms: Mapping[str, str]) -> dict[str, Any]:
    """The schema of a file of that model, under a title. `short_forms` are the models that may be
    written as the value of one of their fields, with that field."""
    made = _plainer(model.model_json_schema())
    definitions = made.pop("$defs")
    for name, field in short_forms.items():
        if name in definitions:
            definitions[name] = _with_short_form(definitions[name], field)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **made,
        "title": title,
        "definitions": dict(sorted(definitions.items())),
    }


def schema_text(schema: dict[str, Any]) -> str:
    """The schema as it is kept in a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _with_short_form(definition: dict[str, Any], field: str) -> dict[str, Any]:
    short = {
        key: value for key, value in definition["properties"][field].items() if key != "default"
    }
    return {"description": definition.get("description", ""), "anyOf": [short, definition]}


def _plainer(part: Any) -> Any:
    """The schema in the words of draft 7, which is what editors know: generated titles are
    dropped, pairs are lists of two, keys of mappings are checked, and a field that may be left
    out is left out, not written as `null`. What words mean stands beside them as
    `enumDescriptions`, which is not of draft 7 but known to editors."""
    if isinstance(part, list):
        return [_plainer(one) for one in part]
    if not isinstance(part, dict):
        return part
    plain: dict[str, Any] = {}
    for key, value in _without_null(part).items():
        if key == "properties":
            plain[key] = {name: _plainer(one) for name, one in value.items()}
        elif key == "$ref":
            plain[key] = value.replace("#/$defs/", "#/definitions/")
        elif key == "prefixItems":
            plain["items"] = _plainer(value[0])
        elif key == "patternProperties":
            plain |= {key: _plainer(value), "additionalProperties": False}
        elif key == "description":
            plain[key] = " ".join(value.split())
        elif key != "title":
            plain[key] = _plainer(value)
    if tuple(plain.get("enum", ())) in _MEANINGS:
        plain["enumDescriptions"] = _MEANINGS[tuple(plain["enum"])]
    return plain


def _without_null(part: dict[str, Any]) -> dict[str, Any]:
    if {"type": "null"} not in part.get("anyOf", ()):
        return part
    (choice,) = (one for one in part["anyOf"] if one != {"type": "null"})
    return {**choice, **{key: value for key, value in part.items() if key not in _REPLACED}}
