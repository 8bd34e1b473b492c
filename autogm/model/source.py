"""A YAML file as data whose every part knows its line and column. It reads plain data only: any
tag but the core ones is a fault, nothing in a file is ever executed, and size, nesting and
aliases are bounded before anything is built. Words mean what YAML 1.2 says: only `true` and
`false` are booleans, so `on`, `off`, `yes` and `no` stay words.
"""

from __future__ import annotations

import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import yaml

from autogm.model import texts
from autogm.model.faults import Fault, FieldPath, ScenarioError, field_name, shorten
from autogm.model.syntax import explain_syntax

STANDARD_INPUT = Path("<stdin>")
"""Stands for standard input where a file is wanted. What it refers to is looked for in the working
directory."""
MAX_BYTES = 1_000_000
STORE, STORE_AT = b"DUCK", 8
"""By what a file of stored battles is known, and at which byte it stands."""
TOP_LEVELS = {
    "scenario": ("`title: …`, `zones: …`", "; `autogm new FILE` writes a scenario to start from"),
    "sheet": ("`name: …`, `skills: …`", ""),
}
"""What stands at the top of a file, by what it is, and what helps whoever wrote something else."""
MAX_DEPTH = 40
MAX_NODES = 20_000
MAX_ALIASES = 100

Scalar = str | int | float | bool | None

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL = {"", "~", "null", "Null", "NULL"}
_TRUE = {"true", "True", "TRUE"}
_FALSE = {"false", "False", "FALSE"}
_INT = re.compile(r"[-+]?[0-9]{1,18}|0o[0-7]{1,18}|0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]{1,40}|[0-9]{1,40}(\.[0-9]{0,40})?)([eE][-+]?[0-9]{1,3})?")
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Control characters, those that end lines or turn the direction of writing unseen, and
surrogates."""
_CORE = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands, counted from 1."""

    line: int
    column: int


class Found(NamedTuple):
    """Where a field stands and where its key does. `path` is the field's path without the steps
    that a short form leaves out (a bare aspect text has no field `text`); `written` says whether
    the field is in the file at all."""

    place: Place
    key_place: Place
    path: FieldPath
    written: bool


@dataclass(slots=True)
class Node:
    """One part of a file: a scalar, a list (`items`) or a mapping (`entries`, each with the place
    of its key). `size` and `depth` count aliases as if they were written out."""

    place: Place
    value: Scalar = None
    items: list[Node] | None = None
    entries: dict[str, tuple[Place, Node]] | None = None
    size: int = 1
    depth: int = 1

    @property
    def is_scalar(self) -> bool:
        """Whether the part is a single value."""
        return self.items is None and self.entries is None

    def plain(self) -> Any:
        """The part as plain data: scalars, tuples and dicts."""
        if self.items is not None:
            return tuple(item.plain() for item in self.items)
        if self.entries is not None:
            return {key: node.plain() for key, (_, node) in self.entries.items()}
        return self.value


@dataclass(frozen=True)
class Source:
    """A file that was read: its root, and the faults that don't keep the rest from being
    checked (keys written twice, tags)."""

    path: Path
    root: Node
    faults: tuple[Fault, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    def find(self, path: FieldPath) -> Found:
        """Where a field is written, or the nearest part around it that is."""
        node, place, key_place = self.root, self.root.place, self.root.place
        taken: list[str | int] = []
        for position, step in enumerate(path):
            if node.entries is not None and step in node.entries:
                key_place, node = node.entries[str(step)]
                place = node.place if node.is_scalar else key_place
            elif node.items is not None and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
                place = key_place = node.place
            elif node.items is not None and isinstance(step, str):
                continue
            else:
                unwritten = () if node.is_scalar else path[position:]
                return Found(place, key_place, (*taken, *unwritten), False)
            taken.append(step)
        return Found(place, key_place, tuple(taken), True)


def read_source(path: Path, what: str = "scenario") -> Source:
    """Reads a YAML file whose top level is a mapping; `what` it is to be is one of `TOP_LEVELS`.

    Raises:
        ScenarioError: with the one fault that keeps the file from being read at all.
    """
    text = read_text(path)
    composer = _Composer(path)
    try:
        root = composer.compose(text)
    except yaml.YAMLError as error:
        line, column, message = explain_syntax(error, text)
        if "maximum nesting depth" in message:  # the parser's own bound, met while it reads ahead
            message = f"nested more than {MAX_DEPTH} deep"
        raise ScenarioError([Fault(path, line, column, "", message)]) from None
    if root is None or (root.is_scalar and root.value is None):
        raise ScenarioError([Fault(path, 0, 0, "", "the file is empty")])
    if root.entries is None:
        found = "a list" if root.items is not None else "a single value"
        fields, help_with = TOP_LEVELS[what]
        message = f"the top level should be a mapping ({fields}), not {found}{help_with}"
        raise ScenarioError([Fault(path, root.place.line, root.place.column, "", message)])
    return Source(path, root, tuple(composer.faults), root.plain())


def read_text(path: Path) -> str:
    """The file's text; every way in which it can't be had is a fault."""

    def fault(message: str, line: int = 0, column: int = 0) -> ScenarioError:
        return ScenarioError([Fault(path, line, column, "", message)])

    try:
        raw = _bytes_of(path)
    except _NotReadError as error:
        raise fault(str(error)) from None
    except FileNotFoundError:
        from autogm.model.library import not_there

        raise fault(not_there(path)) from None
    except PermissionError:
        raise fault("the file may not be read (permission denied)") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise fault(f"the file can't be read ({reason})") from None
    if raw[STORE_AT : STORE_AT + len(STORE)] == STORE:
        raise fault("battles are stored in this file; `autogm report` or `autogm export` reads it")
    texts.note(path, raw)
    if len(raw) > MAX_BYTES:
        raise fault(f"the file is longer than {MAX_BYTES:,} bytes, the most that is read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise fault("the file is not UTF-8 text; save it as UTF-8", line, column) from None
    odd = _UNPRINTABLE.search(text)
    if odd:
        line, column = (
            text.count("\n", 0, odd.start()) + 1,
            odd.start() - text.rfind("\n", 0, odd.start()),
        )
        raise fault(f"a character that is not text (U+{ord(odd[0]):04X})", line, column)
    return text


class _NotReadError(Exception):
    """Why nothing was read."""


def _bytes_of(path: Path) -> bytes:
    """The beginning of a file, a byte more than may be read."""
    try:
        saved = texts.given_text(path)
    except KeyError:
        raise _NotReadError("it is not among the texts that were saved") from None
    if saved is not None:
        return saved
    if path == STANDARD_INPUT:
        return _standard_input(sys.stdin)
    if not path.exists():
        from autogm.model.library import shipped_in_place_of

        path = shipped_in_place_of(path)
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise _NotReadError("this is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise _NotReadError("this is not a regular file; - reads standard input")
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


@lru_cache(maxsize=1)
def _standard_input(stream: TextIO | None) -> bytes:
    """The beginning of what a stream holds. It is read once, however often it is asked for."""
    if stream is None or stream.closed:
        raise _NotReadError("nothing can be read: standard input is closed")
    return stream.buffer.read(MAX_BYTES + 1)


class _Composer:
    """Builds nodes from YAML events and keeps within the limits while doing so."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[Fault] = []
        self.anchors: dict[str, Node | None] = {}
        self.events: Iterator[Any] = iter(())
        self.nodes = 0
        self.aliases = 0

    def compose(self, text: str) -> Node | None:
        """The root of the file's one document, or `None` if it has none."""
        self.events = iter(yaml.parse(text, Loader=_LOADER))
        root: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    place = _place(event)
                    raise self._stop(place, (), "a second document (`---`); a file holds one")
                root = self._node(next(self.events), ())
        return root

    def _node(self, event: Any, path: FieldPath) -> Node:
        place = _place(event)
        if len(path) >= MAX_DEPTH:
            raise self._stop(place, path, f"nested more than {MAX_DEPTH} deep")
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, place, path)
        self.nodes += 1
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        if isinstance(event, yaml.ScalarEvent):
            node = Node(place, self._scalar(event, place, path))
        elif isinstance(event, yaml.SequenceStartEvent):
            self._check_tag(event.tag, ("seq",), place, path)
            node = self._list(place, path)
        else:
            self._check_tag(event.tag, ("map",), place, path)
            node = self._mapping(place, path)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        self._bound(place, path)
        return node

    def _alias(self, event: Any, place: Place, path: FieldPath) -> Node:
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            raise self._stop(place, path, f"more than {MAX_ALIASES} aliases (`*name`)")
        if event.anchor not in self.anchors:
            message = f"`*{shorten(event.anchor)}` repeats a part that is not marked before it"
            raise self._stop(place, path, message)
        node = self.anchors[event.anchor]
        if node is None:
            message = f"`*{shorten(event.anchor)}` stands inside the part that it repeats"
            raise self._stop(place, path, message)
        if len(path) + node.depth > MAX_DEPTH:
            raise self._stop(place, path, f"nested more than {MAX_DEPTH} deep")
        self.nodes += node.size
        self._bound(place, path)
        return node

    def _list(self, place: Place, path: FieldPath) -> Node:
        node = Node(place, items=[])
        assert node.items is not None
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            item = self._node(event, (*path, len(node.items)))
            node.items.append(item)
            node.size += item.size
            node.depth = max(node.depth, item.depth + 1)
        return node

    def _mapping(self, place: Place, path: FieldPath) -> Node:
        node = Node(place, entries={})
        assert node.entries is not None
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            at = _place(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise self._stop(at, path, "a key should be a word, not a list, mapping or alias")
            self._check_tag(event.tag, ("str",), at, path)
            self._check_text(event.value, at, path)
            key = event.value
            inner = (*path, key)
            self.nodes += 1
            value = self._node(next(self.events), inner)
            if key in node.entries:
                first = node.entries[key][0].line
                message = f"the key is written twice; the first is in line {first}"
                self._fault(at, inner, message, value=key)
                continue
            node.entries[key] = (at, value)
            node.size += value.size + 1
            node.depth = max(node.depth, value.depth + 1)
        return node

    def _scalar(self, event: Any, place: Place, path: FieldPath) -> Scalar:
        self._check_text(event.value, place, path)
        kinds = ("str", "int", "float", "bool", "null")
        self._check_tag(event.tag, kinds, place, path)
        if event.implicit[0] and event.tag in (None, "!"):
            return resolve(event.value)
        kind = (event.tag or "").removeprefix(_CORE)
        return event.value if kind not in kinds[1:] else resolve(event.value)

    def _check_tag(
        self, tag: str | None, kinds: tuple[str, ...], place: Place, path: FieldPath
    ) -> None:
        if tag is None or tag == "!" or tag in {_CORE + kind for kind in kinds}:
            return
        short = f"!!{tag.removeprefix(_CORE)}" if tag.startswith(_CORE) else tag
        message = f"the tag `{shorten(short)}` is not allowed here: a file holds plain data only"
        self._fault(place, path, message, value=short)

    def _check_text(self, text: str, place: Place, path: FieldPath) -> None:
        """Escapes in double quotes can make characters that the file itself may not hold."""
        odd = _UNPRINTABLE.search(text)
        if odd:
            self._fault(place, path, f"a character that is not text (U+{ord(odd[0]):04X})")

    def _bound(self, place: Place, path: FieldPath) -> None:
        if self.nodes > MAX_NODES:
            raise self._stop(place, path, f"the file holds more than {MAX_NODES:,} parts")

    def _fault(self, place: Place, path: FieldPath, message: str, value: str | None = None) -> None:
        shown = None if value is None else shorten(value)
        self.faults.append(
            Fault(self.path, place.line, place.column, field_name(path), message, shown)
        )

    def _stop(self, place: Place, path: FieldPath, message: str) -> ScenarioError:
        self._fault(place, path, message)
        return ScenarioError(self.faults)


def resolve(text: str) -> Scalar:
    """What an unquoted word means by YAML 1.2's core schema. Numbers beyond any use stay words,
    so that the field they stand in refuses them."""
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _INT.fullmatch(text):
        base = {"0o": 8, "0x": 16}.get(text[:2], 10)
        return int(text, base)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def _place(event: Any) -> Place:
    return Place(event.start_mark.line + 1, event.start_mark.column + 1)
