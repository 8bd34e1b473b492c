"""The published JSON schemas: kept up to date, and agreeing with the reader."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from autogm.model.faults import ScenarioError
from autogm.model.reading import read_scenario
from autogm.model.schema import character_schema, scenario_schema, schema_text
from autogm.model.source import read_source
from tests.model.examples import CAMP, changed, write

SHIPPED = sorted(Path("scenarios").glob("*.yaml"))
CHARACTERS = sorted(Path("scenarios/characters").glob("*.yaml"))


@pytest.mark.parametrize(
    ("name", "schema"), [("scenario", scenario_schema()), ("character", character_schema())]
)
def test_the_kept_schemas_are_what_the_code_makes(name: str, schema: dict[str, Any]) -> None:
    """To renew them: `autogm schema > scenarios/scenario.schema.json`, and with `--character`."""
    assert Path(f"scenarios/{name}.schema.json").read_text("utf-8") == schema_text(schema)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_scenario_names_its_schema_and_keeps_to_it(path: Path) -> None:
    line = path.read_text("utf-8").splitlines()[0]
    assert line == "# yaml-language-server: $schema=scenario.schema.json"
    assert breaches(read_source(path).data, scenario_schema()) == []


@pytest.mark.parametrize("path", CHARACTERS, ids=lambda path: path.stem)
def test_every_shipped_character_keeps_to_its_schema(path: Path) -> None:
    line = path.read_text("utf-8").splitlines()[0]
    assert line == "# yaml-language-server: $schema=../character.schema.json"
    assert breaches(read_source(path).data, character_schema()) == []


@pytest.mark.parametrize(
    ("old", "new", "sound"),
    [
        ("aspects: [Bold as Brass]", "aspects: [{text: Bold as Brass, helps: bearer}]", True),
        ("aspects: [Bold as Brass]", "aspects: [7]", False),
        ("aspects: [Bold as Brass]", "aspects: [{text: Bold, hlps: bearer}]", False),
        ("[camp, ford]", "{between: [camp, ford], sight: false}", True),
        ("[camp, ford]", "[camp]", False),
        ("[camp, ford]", "[camp, ford, camp]", False),
        ("edges:", "stakes: careful\nedges:", True),
        ("edges:", "stakes: {preset: careful, gm: {victory: 2}}\nedges:", True),
        ("edges:", "stakes: reckless\nedges:", False),
        ("quality: fair", "skilled_at: [Fighting, {text: Riding, skills: [Ride]}]", True),
        ("quality: fair", "skilled_at: [[Fighting]]", False),
        ("copies: 2", "copies: 33", False),
        ("copies: 2", "copies: '2'", False),
        ("exit: true", "exit: yes", False),
        ("  ford: {", "  Ford!: {aspect: Wet}\n  ford: {", False),
        ("edges:", "kind: sozial\nedges:", False),
        ("title: The Camp\n", "", False),
    ],
)
def test_schema_and_reader_agree(tmp_path: Path, old: str, new: str, sound: bool) -> None:
    path = write(tmp_path, changed((old, new)))
    assert (breaches(read_source(path).data, scenario_schema()) == []) == sound
    with nullcontext() if sound else pytest.raises(ScenarioError):
        read_scenario(path)


def test_schemas_use_only_words_that_the_checker_of_these_tests_knows() -> None:
    def words(part: Any) -> set[str]:
        if isinstance(part, list):
            return set().union(*map(words, part))
        if not isinstance(part, dict):
            return set()
        inner = [
            v
            for k in ("properties", "definitions", "patternProperties")
            for v in part.get(k, {}).values()
        ]
        rest = [v for k, v in part.items() if k in ("items", "anyOf", "additionalProperties")]
        return set(part).union(*map(words, [*inner, *rest]))

    notes = {"$schema", "title", "description", "default", "definitions"}
    for schema in (scenario_schema(), character_schema()):
        assert words(schema) <= KNOWN | notes


def test_the_example_keeps_to_the_schema(tmp_path: Path) -> None:
    assert breaches(read_source(write(tmp_path, CAMP)).data, scenario_schema()) == []
    json.loads(schema_text(scenario_schema()))


KNOWN = {
    "$ref", "additionalProperties", "anyOf", "enum", "items", "maxItems", "maxLength",
    "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum",
    "pattern", "patternProperties", "properties", "propertyNames", "required", "type", "const",
}  # fmt: skip

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (tuple,),
    "object": (dict,),
}


def breaches(value: Any, schema: dict[str, Any], root: dict[str, Any] | None = None) -> list[str]:
    """A checker for as much of JSON schema, draft 7, as the schemas use."""
    root = root or schema
    if "$ref" in schema:
        return breaches(value, root["definitions"][schema["$ref"].rpartition("/")[2]], root)
    if "anyOf" in schema:
        choices = [breaches(value, one, root) for one in schema["anyOf"]]
        return [] if [] in choices else min(choices, key=len)
    if "type" in schema:
        is_flag = isinstance(value, bool)
        if not isinstance(value, TYPES[schema["type"]]) or is_flag != (schema["type"] == "boolean"):
            return [f"{value!r} is not of type {schema['type']}"]
    if value not in schema.get("enum", [value]):
        return [f"{value!r} is none of {schema['enum']}"]
    found: list[str] = []
    sizes = {"Length": str, "Items": tuple, "Properties": dict}
    for word, kind in sizes.items():
        if isinstance(value, kind):
            least, most = schema.get(f"min{word}", 0), schema.get(f"max{word}", len(value))
            found += [] if least <= len(value) <= most else [f"{len(value)} of {value!r}"]
    if isinstance(value, int | float):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            found.append(f"{value} is out of range")
    if isinstance(value, tuple):
        found += [one for item in value for one in breaches(item, schema.get("items", {}), root)]
    if isinstance(value, dict):
        found += [f"{key} is missing" for key in schema.get("required", ()) if key not in value]
        for key, inner in value.items():
            found += _key_breaches(key, inner, schema, root)
    return found


def _key_breaches(key: str, value: Any, schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    if key in schema.get("properties", {}):
        return breaches(value, schema["properties"][key], root)
    for pattern, inner in schema.get("patternProperties", {}).items():
        if re.search(pattern, key):
            return breaches(value, inner, root)
    others = schema.get("additionalProperties", True)
    if isinstance(others, bool):
        return [] if others else [f"{key} is not known"]
    return breaches(value, others, root)
