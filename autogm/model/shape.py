"""Pydantic's errors in plain words: which field, what it holds, what it might hold, and for a
misspelt word the nearest right one. It also finds what can be kept of a faulty file, so that one
misspelt key does not hide the faults behind it.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ValidationError

from autogm.model.base import GAPS_ALLOWED
from autogm.model.faults import FieldPath, nearest, shorten
from autogm.model.source import resolve
from autogm.model.synonyms import elsewhere, meant_by, rating_called
from autogm.model.syntax import as_text, quoted

MAX_ERRORS = 100
"""Faults of one file that are put into words; a file with more is not worth listing further."""

_ROUNDS = 12
_HOPELESS = 1000
"""Errors from which on it is not worth looking for what is sound."""


class Problem(NamedTuple):
    """A fault before its place in a file is known. `at_key`: the key is wrong, not the value; a
    `breach` is of a rule for sheets (N6)."""

    path: FieldPath
    message: str
    value: str | None = None
    allowed: tuple[str, ...] = ()
    suggestion: str | None = None
    at_key: bool = False
    breach: bool = False


def problems_of(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """Every error of a validation in plain words, at most `MAX_ERRORS` and one that counts the
    rest."""
    rows = error.errors(include_url=False)
    found = [_problem(row, model) for row in rows[:MAX_ERRORS]]
    found = _cut_texts(found, rows, model)
    meant = {(p.path[:-1], p.suggestion) for p in found if p.at_key and p.suggestion}
    kept = [p for p in found if (p.path[:-1], p.path[-1] if p.path else None) not in meant]
    if len(rows) > MAX_ERRORS:
        last = tuple(rows[MAX_ERRORS]["loc"])
        kept.append(Problem(last, f"and {len(rows) - MAX_ERRORS} more faults", at_key=True))
    return kept


def _cut_texts(
    problems: list[Problem], rows: Sequence[Any], model: type[BaseModel]
) -> list[Problem]:
    """The problems with those texts put right that an unquoted `: ` made a mapping of: `- Never:
    Again` where a text may stand by itself."""
    keys = {
        tuple(row["loc"]): row["input"]
        for row in rows[:MAX_ERRORS]
        if row["type"] == "extra_forbidden" and not isinstance(row["input"], dict | tuple)
    }
    cut = {
        problem.path[:-1]: path
        for problem in problems
        if problem.path[-1:] == ("text",) and problem.message == _missing("text")
        for path in keys
        if path[:-1] == problem.path[:-1]
        and _is_short_form(annotation_at(model, path[:-1]))
        and nearest(path[-1], ("text",)) is None
    }
    told = []
    for problem in problems:
        path = cut.get(problem.path[:-1])
        if path == problem.path:
            whole = shorten(f"{path[-1]}: {show(keys[path])}")
            message = f"a text that holds `: ` stands in quotes; write {quoted(whole)}"
            kind = str(path[-1]).casefold()
            if kind in _kinds_of(annotation_at(model, path[:-1])):
                text = as_text(shorten(show(keys[path])))
                message = (
                    "the kind of an aspect is written beside it; "
                    f"write {{text: {text}, kind: {kind}}}"
                )
            told.append(Problem(path[:-1], message, whole))
        elif path is None or problem.path[-1:] != ("text",):
            told.append(problem)
    return told


def _is_short_form(model: Any) -> bool:
    """Whether a text alone may stand for the model."""
    return isinstance(model, type) and issubclass(model, BaseModel) and hasattr(model, "_from_text")


def _kinds_of(model: Any) -> tuple[Any, ...]:
    """The words for the kind of what a model describes; none where there are no kinds."""
    field = model.model_fields.get("kind")
    return () if field is None else typing.get_args(_bare(field.annotation))


def _missing(field: object) -> str:
    return f"`{field}` is missing"


class Salvage(NamedTuple):
    """What is left of faulty data, and where list items that moved up were written."""

    data: Any
    moved: dict[FieldPath, FieldPath]


def salvage(
    data: Any, model: type[BaseModel], stand_ins: Mapping[FieldPath, Any] | None = None
) -> Salvage | None:
    """The data without its faulty parts, as far as it then fits the model, gaps allowed; `None`
    where nothing is left that does. `stand_ins` take the place of required fields that are not
    there, by their paths, and a word that was probably meant that of one that is not known."""
    for _ in range(_ROUNDS):
        moved: dict[FieldPath, FieldPath] = {}
        left = _closed_up(data, (), (), moved)
        try:
            model.model_validate(left, strict=True, context=GAPS_ALLOWED)
            return Salvage(left, moved)
        except ValidationError as error:
            if error.error_count() > _HOPELESS:
                return None
            for row in error.errors(include_url=False, include_context=False):
                loc = row["loc"]
                if row["type"] == "missing" and loc in (stand_ins or {}):
                    data = _with(data, loc, (stand_ins or {})[loc])
                    continue
                path = written_path(_blamed(row), moved)
                meant = _meant(row, model) if row["type"] == "literal_error" else None
                data = _without(data, path) if meant is None else _with(data, path, meant)
                if data is None:
                    return None
    return None


def written_path(path: FieldPath, moved: Mapping[FieldPath, FieldPath]) -> FieldPath:
    """The path that a field has in the file, given what moved."""
    for length in range(len(path), 0, -1):
        if path[:length] in moved:
            return (*moved[path[:length]], *path[length:])
    return path


def annotation_at(model: type[BaseModel], path: FieldPath) -> Any:
    """The type that a field may have, or `None` where the path leads nowhere."""
    here: Any = model
    for step in path:
        here = _bare(here)
        arguments = typing.get_args(here)
        if isinstance(here, type) and issubclass(here, BaseModel):
            field = here.model_fields.get(str(step))
            here = field.annotation if field else None
        elif typing.get_origin(here) is tuple and isinstance(step, int):
            here = arguments[min(step, 0 if arguments[-1] is ... else len(arguments) - 1)]
        elif typing.get_origin(here) is dict:
            here = arguments[1]
        else:
            return None
    return _bare(here)


def show(value: Any) -> str:
    """A value as it might be written, on one line."""
    if isinstance(value, Mapping):
        return shorten("{" + ", ".join(str(key) for key in list(value)[:8]) + "}")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return shorten("[" + ", ".join(show(one) for one in value[:8]) + "]")
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else shorten(str(value))


def _bare(annotation: Any) -> Any:
    """A type without its bounds and without «or nothing»."""
    while typing.get_origin(annotation) in (Annotated, typing.Union, types.UnionType):
        arguments = [one for one in typing.get_args(annotation) if one is not type(None)]
        annotation = arguments[0]
    return annotation


def _problem(row: Any, model: type[BaseModel]) -> Problem:
    kind, path, value = row["type"], tuple(row["loc"]), row["input"]
    context = row.get("ctx", {})
    at_key = bool(path) and path[-1] == "[key]"
    if at_key:
        path, value = path[:-1], path[-2]
    shown = show(value)
    if kind == "extra_forbidden":
        return _unknown_key(path, model)
    if kind == "missing":
        if path and isinstance(path[-1], int):
            return Problem(path[:-1], "too few values: a pair needs two", shown)
        return Problem(path, _missing(path[-1]) if path else "something is missing")
    if kind == "literal_error":
        allowed = tuple(str(one) for one in typing.get_args(annotation_at(model, path)))
        message = f"`{shown}` is not known here"
        near = nearest(value, allowed) or meant_by(value, allowed)
        return Problem(path, message, shown, allowed, near)
    if kind == "string_pattern_mismatch":
        message = f"`{shown}` can't be an id: small letters, digits, `-` and `_`, no spaces"
        return Problem(path, message, shown, (), _as_id(value), at_key)
    if kind == "value_error":
        return Problem(path, str(context.get("error", row["msg"])))
    message = _WORDS[kind](context, shown) if kind in _WORDS else str(row["msg"]).lower()
    if kind == "too_long" and path[:1] == ("edges",) and isinstance(value[2], int):
        message += f"; write {{between: {show(value[:2])}, difficulty: {show(value[2])}}}"
    if kind == "string_type" and isinstance(value, int | float):
        message += f'; put it in quotes: "{shown}"'
    if kind in ("int_type", "float_type") and isinstance(value, str):
        if type(resolve(value)) in (int, float):
            message += ", which its quotes make a text; leave them out"
        rating = rating_called(value)
        if rating is not None:
            message += f"; on the ladder (D3) that is {rating}"
            return Problem(path, message, shown, (), str(rating))
    if kind == "tuple_type" and isinstance(value, str) and value:
        message += f"; write [{as_text(shown)}]"
    if kind in ("dict_type", "model_type") and (example := _example(model, path)):
        message = message.replace("`name: …`", f"such as `{example}`")
    if kind == "model_type" and isinstance(value, str):
        names = list(annotation_at(model, path).model_fields)[:2]
        message = f"should be a mapping (`{': …`, `'.join(names)}: …`), not the text {shown}"
    if kind == "bool_type" and isinstance(value, str) and value.lower() in _SWITCHES:
        return Problem(path, message, shown, (), _SWITCHES[value.lower()])
    return Problem(path, message, shown, at_key=at_key)


def _example(model: type[BaseModel], path: FieldPath) -> str | None:
    """What a field's description shows as an example of it."""
    around = annotation_at(model, path[:-1])
    if not (path and isinstance(around, type) and issubclass(around, BaseModel)):
        return None
    field = around.model_fields.get(str(path[-1]))
    told = "" if field is None else field.description or ""
    found = re.search(r"Example: `(.+?)`\.?$", told, re.DOTALL)
    return found[1] if found else None


_SWITCHES = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}

_WORDS: dict[str, Any] = {
    "string_type": lambda c, v: f"should be text, not {v}",
    "int_type": lambda c, v: f"should be a whole number, not {v}",
    "float_type": lambda c, v: f"should be a number, not {v}",
    "bool_type": lambda c, v: f"should be `true` or `false`, not {v}",
    "finite_number": lambda c, v: f"should be a number that is not infinite, not {v}",
    "dict_type": lambda c, v: f"should be a mapping (`name: …`), not {v}",
    "model_type": lambda c, v: f"should be a mapping (`name: …`), not {v}",
    "tuple_type": lambda c, v: f"should be a list (`[…]` or lines that begin with `- `), not {v}",
    "greater_than_equal": lambda c, v: f"{v} is too small: the least is {c['ge']}",
    "less_than_equal": lambda c, v: f"{v} is too large: the most is {c['le']}",
    "string_too_short": lambda c, v: "the text is empty",
    "string_too_long": lambda c, v: f"the text is too long: at most {c['max_length']} characters",
    "too_long": lambda c, v: (
        f"{c['actual_length'] or 'these'} are too many: at most {c['max_length']}"
    ),
    "too_short": lambda c, v: f"{c['actual_length']} are too few: at least {c['min_length']}",
}


def _unknown_key(path: FieldPath, model: type[BaseModel]) -> Problem:
    around = annotation_at(model, path[:-1])
    is_model = isinstance(around, type) and issubclass(around, BaseModel)
    allowed = tuple(around.model_fields) if is_model else ()
    key = str(path[-1])
    if key == "<<":
        message = "merging (`<<`) is not known here; use `character:` or `copies:` instead"
        return Problem(path, message, key, at_key=True)
    message = f"`{shorten(key)}` is not known here"
    if hint := elsewhere(key, allowed):
        meant = meant_by(key, allowed)
        return Problem(path, f"{message}; {hint}", shorten(key), (), meant, at_key=True)
    near = nearest(key, allowed) or meant_by(key, allowed)
    return Problem(path, message, shorten(key), allowed, near, at_key=True)


def _as_id(value: object) -> str | None:
    plain = "-".join(str(value).lower().split())[:40]
    fits = plain.isascii() and plain.replace("-", "").replace("_", "").isalnum()
    return plain if fits and plain[0].isalnum() else None


class _Gone:
    """Stands where a list item was taken out."""


def _blamed(row: Any) -> FieldPath:
    path = tuple(row["loc"])
    return path[:-1] if path and (row["type"] == "missing" or path[-1] == "[key]") else path


def _meant(row: Any, model: type[BaseModel]) -> str | None:
    """The known word to go on with where there is an unknown one."""
    path = tuple(row["loc"])
    allowed = typing.get_args(annotation_at(model, path))
    around = annotation_at(model, path[:-1])
    stands_in: Mapping[str, str] = getattr(around, "stands_in", {})
    return nearest(row["input"], allowed) or stands_in.get(str(path[-1]))


def _with(data: Any, path: FieldPath, value: Any) -> Any:
    """The data with another value in one place."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(data, dict) and (head in data or not rest):
        return {**data, head: _with(data.get(head), rest, value)}
    if isinstance(data, tuple) and isinstance(head, int) and head < len(data):
        return (*data[:head], _with(data[head], rest, value), *data[head + 1 :])
    return value  # the one field that a short form is


def _without(data: Any, path: FieldPath) -> Any | None:
    """The data without one part; a part of a short form takes the whole short form with it."""
    if not path:
        return None
    head, rest = path[0], path[1:]
    if isinstance(data, dict):
        if head not in data:
            return data
        inner = _without(data[head], rest)
        if inner is None:
            return {key: value for key, value in data.items() if key != head}
        return {**data, head: inner}
    if isinstance(data, tuple) and isinstance(head, int) and head < len(data):
        inner = _without(data[head], rest)
        return (*data[:head], _Gone if inner is None else inner, *data[head + 1 :])
    return None


def _closed_up(
    data: Any, path: FieldPath, written: FieldPath, moved: dict[FieldPath, FieldPath]
) -> Any:
    """The data without the gaps in its lists; `moved` learns where the later items were."""
    if isinstance(data, dict):
        return {
            key: _closed_up(value, (*path, key), (*written, key), moved)
            for key, value in data.items()
        }
    if not isinstance(data, tuple):
        return data
    kept: list[Any] = []
    for index, item in enumerate(data):
        if item is not _Gone:
            here, there = (*path, len(kept)), (*written, index)
            if index != len(kept):
                moved[here] = there
            kept.append(_closed_up(item, here, there, moved))
    return tuple(kept)
