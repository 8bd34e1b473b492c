"""The published JSON schemas: kept up to date, and agreeing with the reader."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any, get_args

import pytest

from autogm.model import words
from autogm.model.faults import ScenarioError
from autogm.model.meanings import TABLES
from autogm.model.reading import read_scenario
from autogm.model.reference import END, mark, parts, reference, split_example, with_reference
from autogm.model.schema import (
    character_schema,
    position_schema,
    scenario_schema,
    schema_text,
)
from autogm.model.source import read_source
from autogm.model.verbs import VERB_NAMES
from autogm.scenes.cards.schema import scene_schema
from tests.model.examples import CAMP, changed, write

SHIPPED = sorted(Path("scenarios").glob("*.yaml"))
SCENES = sorted(Path("scenarios/scenes").glob("*.yaml"))
CHARACTERS = sorted(Path("scenarios/characters").glob("*.yaml"))


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("scenario", scenario_schema()),
        ("character", character_schema()),
        ("scene", scene_schema()),
        ("position", position_schema()),
    ],
)
def test_the_kept_schemas_are_what_the_code_makes(name: str, schema: dict[str, Any]) -> None:
    """To renew them: `autogm schema > scenarios/scenario.schema.json`, with `--character`, with
    `--kind aspect-cards`, and with `--position`."""
    assert Path(f"scenarios/{name}.schema.json").read_text("utf-8") == schema_text(schema)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_scenario_names_its_schema_and_keeps_to_it(path: Path) -> None:
    line = path.read_text("utf-8").splitlines()[0]
    assert line == "# yaml-language-server: $schema=scenario.schema.json"
    assert breaches(read_source(path).data, scenario_schema()) == []


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_shipped_scene_names_its_schema_and_keeps_to_it(path: Path) -> None:
    line = path.read_text("utf-8").splitlines()[0]
    assert line == "# yaml-language-server: $schema=../scene.schema.json"
    assert breaches(read_source(path).data, scene_schema()) == []


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
    def used(part: Any) -> set[str]:
        if isinstance(part, list):
            return set().union(*map(used, part))
        if not isinstance(part, dict):
            return set()
        inner = [
            v
            for k in ("properties", "definitions", "patternProperties")
            for v in part.get(k, {}).values()
        ]
        rest = [v for k, v in part.items() if k in ("items", "anyOf", "additionalProperties")]
        return set(part).union(*map(used, [*inner, *rest]))

    notes = {"$schema", "title", "description", "default", "definitions", "enumDescriptions"}
    for schema in SCHEMAS.values():
        assert used(schema) <= KNOWN | notes


SCHEMAS = {
    "scenario": scenario_schema(),
    "character": character_schema(),
    "scene": scene_schema(),
}


def objects(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every object of a schema by its name, those that have a short form too."""
    found = {"": schema}
    for name, definition in schema["definitions"].items():
        for part in (definition, *definition.get("anyOf", ())):
            if "properties" in part:
                found[name] = part
    return found


FIELDS = [
    pytest.param(root, name, field, id="-".join(filter(None, (root, name, field))))
    for root, schema in SCHEMAS.items()
    for name, one in objects(schema).items()
    for field in one["properties"]
]


@pytest.mark.parametrize(("root", "name", "field"), FIELDS)
def test_every_field_is_described_with_an_example_that_may_be_written(
    tmp_path: Path, root: str, name: str, field: str
) -> None:
    """A description ends in «Example: `…`.» with YAML in which the field stands, and says what
    holds where the field is left out, unless the schema has a default."""
    schema = SCHEMAS[root]
    one = objects(schema)[name]
    part = one["properties"][field]
    says, example = split_example(part["description"])
    assert says[0].isupper()
    assert says[-1] == "."
    if field not in one.get("required", ()) and "default" not in part:
        assert "Left out: " in says
    written = read_source(write(tmp_path, example)).data
    assert field in written
    for key, value in written.items():
        assert breaches(value, one["properties"][key], schema) == [], key


def test_every_object_is_described() -> None:
    for schema in SCHEMAS.values():
        for name, one in objects(schema).items():
            assert one["description"].endswith("."), name


@pytest.mark.parametrize(
    "text", ["What it is.", "What it is. Example: a ford.", "Example: `a: 1`."]
)
def test_a_description_without_an_example_is_noticed(text: str) -> None:
    with pytest.raises(ValueError, match="does not end in"):
        split_example(text)


def test_the_reference_is_what_the_code_makes() -> None:
    """To renew it: `python -m autogm.model.reference scenarios/README.md`."""
    text = Path("scenarios/README.md").read_text("utf-8")
    assert with_reference(text) == text


def test_the_reference_has_every_field() -> None:
    """A row for each in the section of its object, and links that lead somewhere."""
    text = reference()
    titles = re.findall(r"^### (.*)$", text, re.MULTILINE)
    made = objects(SCHEMAS["scenario"])
    assert len(titles) == len(made) + 1  # and character files
    rows = re.findall(r"^\| `([a-z_]+)` \|", text, re.MULTILINE)
    assert sorted(rows) == sorted(field for one in made.values() for field in one["properties"])
    anchors = {re.sub(r"[^a-z -]", "", one.lower()).replace(" ", "-") for one in titles}
    assert set(re.findall(r"\(#(fields-[^)]+)\)", text)) <= anchors


def test_a_reference_without_a_place_is_refused() -> None:
    whole = "".join(f"{mark(name)}{END}" for name in parts())
    with_reference(whole)
    first = mark("actions")
    for text in ("", whole + first, whole.replace(END, "", 1), whole.replace(first, "")):
        with pytest.raises(ValueError, match="between two lines"):
            with_reference(text)


def test_every_word_that_needs_it_has_a_meaning_beside_it() -> None:
    """In the order of the words: editors take them by their places."""
    known = {
        VERB_NAMES,
        words.STUNT_KINDS,
        words.CIRCUMSTANCES,
        get_args(words.CompelEffect),
        get_args(words.EffectKind),
        get_args(words.ObjectiveKind),
    }
    assert {tuple(table.meanings) for table in TABLES.values()} == known
    definitions = SCHEMAS["scenario"]["definitions"]
    circumstance = definitions["Stunt"]["properties"]["when"]
    beside = dict(zip(circumstance["enum"], circumstance["enumDescriptions"], strict=True))
    assert beside["charging"] == "on its own roll in a charge (M3)"
    verbs = SCHEMAS["scenario"]["properties"]["actions"]["items"]
    assert len(verbs["enumDescriptions"]) == len(VERB_NAMES)


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
