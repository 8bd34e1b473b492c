"""The reference of what may be written, as Markdown: what the words of each list mean, and every
object that a scenario or character file may hold, each field with what may stand in it, its
default, its description and an example. It is made from the JSON schemas, which are made from the
models, so that a field and a word are described in one place.

`python -m autogm.model.reference scenarios/README.md` writes each part into that file between its
marks; without a file it prints the fields.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from autogm.model.meanings import TABLES
from autogm.model.schema import character_schema, position_schema, scenario_schema

EXAMPLE = re.compile(r"^(?P<says>.+) Example: `(?P<example>[^`]+)`\.$")
"""How every description of a field ends: with YAML in which the field stands."""

END = "<!-- End of what is made -->"
"""The line below each part of a file that is made; above it stands `mark` of its name."""

ROOT, POSITION = "Scenario", "Position"


def reference() -> str:
    """Every object: the scenario, then what its fields hold, each followed by what it holds."""
    schema = scenario_schema()
    objects = objects_of(ROOT, schema)
    sheet, fighter = (
        set(made["properties"])
        for made in (character_schema(), _whole(schema["definitions"]["Fighter"]))
    )
    own = ", ".join(f"`{one}`" for one in sorted(fighter - sheet))
    objects.append(
        "### Fields: character file\n\nA sheet in a file of its own, to which a fighter refers "
        f"with `character`. It has the fields of a [fighter]({anchor('Fighter')}) but {own}, "
        "and it needs `name`.\n"
    )
    return "\n".join(objects)


def positions() -> str:
    """Every object of a position that is none of a scenario's."""
    scenario = scenario_schema()["definitions"]
    return "\n".join(objects_of(POSITION, position_schema(), scenario))


def objects_of(root: str, schema: Mapping[str, Any], known: Collection[str] = ()) -> list[str]:
    """The object of a schema, called `root`, then what its fields hold, each followed by what it
    holds; but for those that are `known`."""
    definitions: dict[str, Any] = {root: schema, **schema["definitions"]}
    return [
        _object(name, _whole(definitions[name]), definitions)
        for name in _ordered(root, schema)
        if name not in known
    ]


def words(name: str) -> str:
    """A table of words with what they mean."""
    table = TABLES[name]
    rows = [f"| `{word}` | {says} |" for word, says in table.meanings.items()]
    return "\n".join([f"| {table.word} | {table.says} |", "|---|---|", *rows])


def parts() -> dict[str, str]:
    """All that is made, by name."""
    return {
        **{name: words(name) for name in TABLES},
        "fields": reference().rstrip(),
        "positions": positions().rstrip(),
    }


def mark(name: str) -> str:
    """The line above a part."""
    return f"<!-- Made: {name} -->"


def with_reference(text: str, made: Mapping[str, str] | None = None) -> str:
    """A text with every part of what is made, by name, written anew between its marks; those of
    scenarios for None.

    Raises:
        ValueError: where the marks of a part are not there, or a part is there twice.
    """
    for name, part in (parts() if made is None else made).items():
        before, begin, rest = text.partition(mark(name))
        former, end, after = rest.partition(END)
        if not begin or not end or mark(name) in rest or "<!-- Made:" in former:
            raise ValueError(f"«{name}» belongs between two lines, «{mark(name)}» and «{END}»")
        text = f"{before}{mark(name)}\n\n{part}\n\n{END}{after}"
    return text


def split_example(description: str) -> tuple[str, str]:
    """A field's description and the YAML of its example.

    Raises:
        ValueError: where it has none.
    """
    found = EXAMPLE.match(description)
    if found is None:
        raise ValueError(f"«{description}» does not end in «Example: `…`.»")
    return found["says"], found["example"]


def anchor(name: str) -> str:
    """Where an object's heading is within the file."""
    return f"#fields-{_words(name).replace(' ', '-')}"


def _words(name: str) -> str:
    """An object's name as words: `SideStakes` is «side stakes», `CardWritten` is «card»."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix("Written")).lower()


def _whole(definition: Mapping[str, Any]) -> Mapping[str, Any]:
    """The object of a definition that may also be written in a short form."""
    return next((one for one in definition.get("anyOf", ()) if "properties" in one), definition)


def _ordered(root: str, schema: Mapping[str, Any]) -> list[str]:
    names: list[str] = []

    def visit(name: str, part: Mapping[str, Any]) -> None:
        names.append(name)
        for inner in _referred(_whole(part)):
            if inner not in names:
                visit(inner, schema["definitions"][inner])

    visit(root, schema)
    return names


def _referred(part: Any) -> Iterator[str]:
    """The objects that a part of the schema leads to, definitions left out."""
    if isinstance(part, list):
        for one in part:
            yield from _referred(one)
    elif isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].rpartition("/")[2]
        for key, one in part.items():
            if key not in ("definitions", "default", "description"):
                yield from _referred(one)


def _object(name: str, made: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    required = made.get("required", ())
    rows = []
    for field, part in made["properties"].items():
        says, example = split_example(part["description"])
        kind, default = _kind(part, definitions), _default(field, part, required)
        rows.append(f"| `{field}` | {kind} | {default} | {says} | `{example}` |")
    head = ["| field | holds | default | what it says | example |", "|---|---|---|---|---|"]
    return "\n".join([f"### Fields: {_words(name)}", "", made["description"], "", *head, *rows, ""])


def _kind(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """What may stand in a field, in words."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return f"[{_words(name)}]({anchor(name)})"
    if "anyOf" in part:
        return " or ".join(_kind(one, definitions) for one in part["anyOf"])
    if "enum" in part:
        for table in TABLES.values():
            if part["enum"] == list(table.meanings):
                return f"[one of these words](#{table.section})"
        return ", ".join(f"`{word}`" for word in part["enum"])
    kind = part.get("type")
    if kind == "array":
        if part.get("minItems") == part.get("maxItems") == 2:
            return "two texts"
        most = f", at most {part['maxItems']}" if "maxItems" in part else ""
        items = _kind(part["items"], definitions)
        many = items.replace("[one of these words]", "[these words]")
        many = "texts" if many == "text" else many
        return f"list of {many}{most}"
    if kind == "object":
        inner = next(iter(part.get("patternProperties", {}).values()), None)
        inner = inner or part.get("additionalProperties")
        if isinstance(inner, Mapping):
            return f"names, each with {_kind(inner, definitions)}"
        return "names, each with a value"
    if kind == "integer":
        low, high = part.get("minimum"), part.get("maximum")
        return f"{low} to {high}"
    return {"boolean": "`true`, `false`", "number": "number", "string": "text"}[str(kind)]


def _default(field: str, part: Mapping[str, Any], required: Any) -> str:
    if field in required:
        return "needed"
    value = part.get("default")
    if value in (None, []) or isinstance(value, dict) or " Left out: " in part["description"]:
        return ""
    number = isinstance(value, float) and value.is_integer()
    return f"`{value if isinstance(value, str) else json.dumps(int(value) if number else value)}`"


def main(arguments: list[str], made: Mapping[str, str] | None = None) -> int:
    """Print the reference, or write what is made, by name, into each file that is named."""
    if not arguments:
        sys.stdout.write(reference() if made is None else "\n\n".join([*made.values(), ""]))
    for name in arguments:
        path = Path(name)
        before = path.read_text("utf-8")
        after = with_reference(before, made)
        path.write_text(after, "utf-8")
        sys.stdout.write("nothing has changed\n" if after == before else f"wrote {path}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
