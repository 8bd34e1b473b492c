"""The text of a YAML file that is to say something else: only what differs is written anew, so that
comments, order and style stay as somebody wrote them. Where places in the text are edited, they are
those that the parser names; the result is read again, and must say exactly what it should.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

import yaml

from autogm.model.faults import ScenarioError
from autogm.model.source import read_source
from autogm.model.texts import GIVEN, given

NARROW = 80
"""A list or mapping of more letters is written over several lines, where it may be."""
NAME = "text.yaml"


def rewritten(text: str, wanted: Mapping[str, Any]) -> str:
    """A text that says what is `wanted`, as near to `text` as can be; all anew where its places
    cannot be edited one by one (what an anchor repeats, say).

    Raises:
        ScenarioError: where `text` cannot be read.
    """
    now = _read(text)
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    try:
        made = _Edits(text).of(root, now, wanted)
        if _same(_read(made), _plain(wanted)):
            return made
    except (_CannotBeEditedError, ScenarioError, yaml.YAMLError):
        pass
    return yaml.safe_dump(_plain(wanted), sort_keys=False, allow_unicode=True)


def _read(text: str) -> dict[str, Any]:
    with given({NAME: text}):
        data: dict[str, Any] = _plain(read_source(GIVEN / NAME).data)
    return data


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(name): _plain(one) for name, one in data.items()}
    return [_plain(one) for one in data] if isinstance(data, list | tuple) else data


def _same(one: Any, other: Any) -> bool:
    """Whether two values say the same: `1` and `true` do not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other)


class _CannotBeEditedError(Exception):
    """Something differs where only a whole text written anew can say it."""


class _Edit(NamedTuple):
    """What stands from `start` to before `end` becomes `text`."""

    start: int
    end: int
    text: str


class _Edits:
    """The edits of one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def of(self, root: Any, now: Any, wanted: Any) -> str:
        """The text with all edits made."""
        found = sorted(self._differing(root, now, _plain(wanted)))
        made, at = [], 0
        for one in found:
            if one.start < at:
                raise _CannotBeEditedError
            made += [self._text[at : one.start], one.text]
            at = one.end
        return "".join([*made, self._text[at:]])

    def _differing(self, node: Any, now: Any, wanted: Any) -> Iterator[_Edit]:
        """The edits that make a node, which says `now`, say what is wanted."""
        if _same(now, wanted):
            return
        if isinstance(node, yaml.MappingNode) and isinstance(wanted, dict) and wanted and now:
            yield from self._mapping(node, now, wanted)
        elif isinstance(node, yaml.SequenceNode) and isinstance(wanted, list) and wanted and now:
            yield from self._sequence(node, now, wanted)
        elif isinstance(node, yaml.CollectionNode) and not node.flow_style:
            raise _CannotBeEditedError  # whoever holds it writes it anew
        else:
            yield _Edit(node.start_mark.index, self._end(node), _flow(wanted))

    def _mapping(self, node: Any, now: dict[str, Any], wanted: dict[str, Any]) -> Iterator[_Edit]:
        entries = {key.value: (key, value) for key, value in node.value}
        if entries.keys() != now.keys():
            raise _CannotBeEditedError  # merged in, or written twice
        gone = [place for place, name in enumerate(entries) if name not in wanted]
        if len(gone) == len(entries):
            raise _CannotBeEditedError
        yield from self._left_out(node, list(entries.values()), gone)
        for name, (key, value) in entries.items():
            if name in wanted:
                yield from self._entry(node, key, value, now[name], wanted[name])
        new = {name: one for name, one in wanted.items() if name not in entries}
        if new:
            left = [value for name, (_, value) in entries.items() if name in wanted]
            yield self._added(node, left, new)

    def _entry(self, node: Any, key: Any, value: Any, now: Any, wanted: Any) -> Iterator[_Edit]:
        """The edits of one entry: within its value, or of all of it where that is simpler."""
        try:
            within = list(self._differing(value, now, wanted))
        except _CannotBeEditedError:
            within = []
            if node.flow_style:
                raise
        much = isinstance(wanted, dict) and isinstance(now, dict) and value.flow_style
        if not _same(now, wanted) and not node.flow_style and (
            not within or (much and len(wanted.keys() - now.keys()) > 1)
        ):  # fmt: skip
            column = key.start_mark.column
            yield _Edit(key.start_mark.index, self._end(value), _line(key.value, wanted, column))
        else:
            yield from within

    def _sequence(self, node: Any, now: list[Any], wanted: list[Any]) -> Iterator[_Edit]:
        if len(now) == len(wanted):
            for item, one, other in zip(node.value, now, wanted, strict=True):
                yield from self._differing(item, one, other)
            return
        gone, left = [], list(wanted)
        for place, one in enumerate(now):
            if left and one == left[0]:
                left.pop(0)
            else:
                gone.append(place)
        if not left:
            yield from self._left_out(node, [(item, item) for item in node.value], gone)
        elif node.flow_style:
            yield _Edit(node.start_mark.index, self._end(node), _flow(wanted))
        elif wanted[: len(now)] == now:
            dash = self._text.rfind("-", 0, node.value[-1].start_mark.index)
            column = dash - self._text.rfind("\n", 0, dash) - 1
            at = self._line_end(self._end(node))
            items = (f"\n{' ' * column}- {_flow(one)}" for one in wanted[len(now) :])
            yield _Edit(at, at, "".join(items))
        else:
            raise _CannotBeEditedError

    def _left_out(
        self, node: Any, parts: Sequence[tuple[Any, Any]], gone: Sequence[int]
    ) -> Iterator[_Edit]:
        """The edits that leave out some of the parts of a node, not all: whole lines of it with the
        comment right above, or up to the next comma."""
        kept = [place for place in range(len(parts)) if place not in gone]
        for place in gone:
            first, last = parts[place]
            start, end = first.start_mark.index, self._end(last)
            if not node.flow_style:
                yield self._lines(start, end)
            elif place < kept[-1]:
                yield _Edit(start, parts[place + 1][0].start_mark.index, "")
        if node.flow_style and kept[-1] + 1 < len(parts):  # all that is left out at the end
            yield _Edit(self._end(parts[kept[-1]][1]), self._end(parts[-1][1]), "")

    def _lines(self, start: int, end: int) -> _Edit:
        """Leaves out the lines from a place to another, and a comment right above them."""
        top = self._text.rfind("\n", 0, start) + 1
        indent = self._text[top:start]
        if indent.strip(" -"):
            raise _CannotBeEditedError
        while top > 0:
            above = self._text.rfind("\n", 0, top - 1) + 1
            line = self._text[above:top]
            if not line.startswith(f"{' ' * indent.find('-') if '-' in indent else indent}#"):
                break
            top = above
        return _Edit(top, min(self._line_end(end) + 1, len(self._text)), "")

    def _added(self, node: Any, left: Sequence[Any], new: Mapping[str, Any]) -> _Edit:
        """Writes new entries of a mapping: after what is left there, and of a block rather after
        what stands in a line than below the last list or mapping, which may be long."""
        if node.flow_style:
            end = self._end(left[-1])
            return _Edit(end, end, "".join(f", {_flow({n: o})[1:-1]}" for n, o in new.items()))
        column = node.value[0][0].start_mark.column
        short = [one for one in left if isinstance(one, yaml.ScalarNode) or one.flow_style]
        at = self._line_end(self._end((short or left)[-1]))
        lines = "".join(f"\n{' ' * column}{_line(name, one, column)}" for name, one in new.items())
        return _Edit(at, at, lines)

    def _end(self, node: Any) -> int:
        """Where a node ends, without the empty lines and comments below it."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self._end(last[1] if isinstance(last, tuple) else last)
        start, end = node.start_mark.index, node.end_mark.index
        return int(start + len(self._text[start:end].rstrip()))

    def _line_end(self, place: int) -> int:
        found = self._text.find("\n", place)
        return len(self._text) if found < 0 else found


def _flow(value: Any) -> str:
    """A value in one line."""
    said = yaml.safe_dump(
        value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=inf
    )
    return said.removesuffix("...\n").strip()


def _line(name: str, value: Any, column: int) -> str:
    """An entry of a block: in one line where that is short, else over several."""
    key, short = _flow(name), _flow(value)
    if not isinstance(value, dict | list) or len(short) + len(key) + column < NARROW:
        return f"{key}: {short}"
    said = yaml.safe_dump(
        value, default_flow_style=None, sort_keys=False, allow_unicode=True, width=NARROW
    )
    return f"{key}:" + "".join(f"\n{' ' * (column + 2)}{one}" for one in said.splitlines())
