"""What is wrong with a file that is not YAML, in words that help someone who has never read the
YAML standard: what to write instead, where that can be told.
"""

from __future__ import annotations

import re

import yaml

from autogm.model.faults import shorten

_MEANINGS: tuple[tuple[str, str], ...] = (
    (
        "mapping values are not allowed",
        "a `:` where none can stand; put quotes around text that holds `: `, or check the "
        "indentation of this line and the one above",
    ),
    (
        "could not find expected ':'",
        "a key without `:` (or a text over several lines without quotes)",
    ),
    (
        "did not find expected key",
        "this line does not fit the ones above: check its indentation, and that quotes and "
        "brackets before it are closed",
    ),
    (
        "expected <block end>",
        "this line does not fit the ones above: check its indentation, and that quotes and "
        "brackets before it are closed",
    ),
    (
        "did not find expected '-' indicator",
        "this line does not fit the list above: give its items the same indentation",
    ),
    (
        "block sequence entries are not allowed",
        "a list item (`- `) where none can stand: put it on a line of its own",
    ),
    (
        "did not find expected ',' or",
        "a `[…]` or `{…}` is not closed, or a `,` is missing in it",
    ),
    ("expected ',' or", "a `[…]` or `{…}` is not closed, or a `,` is missing in it"),
    ("unexpected end of stream", "a quote is opened and never closed"),
    ("undefined alias", "an alias (`*name`) of something that is not marked before it"),
    ("duplicate anchor", "the same mark (`&name`) is given twice"),
    (
        "did not find expected <document start>",
        "more text after the end of the document; check the indentation of this line",
    ),
    ("expected '<document start>'", "more text after the end of the document"),
    ("did not find expected node content", "a value is missing here"),
    ("expected the node content", "a value is missing here"),
    ("unknown escape character", r"a `\` in double quotes that starts no known escape; write `\\`"),
    ("undefined tag handle", "a tag (`!…`) that is not known; a file holds plain data only"),
    ("found unknown directive", "a line that begins with `%`"),
    ("incompatible YAML document", "a YAML version that is not known; leave the `%YAML` line out"),
)


def explain_syntax(error: yaml.YAMLError, text: str) -> tuple[int, int, str]:
    """Line, column (both from 1) and meaning of an error that the YAML parser reports."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML")
    if mark is None:
        position = min(int(getattr(error, "position", 0)), len(text))
        line = text.count("\n", 0, position) + 1
        return line, position - text.rfind("\n", 0, position), f"this is not YAML: {problem}"
    return mark.line + 1, mark.column + 1, _meaning(problem, text, mark.line, mark.column)


def as_text(text: str) -> str:
    """A text as it is written within `{…}`: bare where that means the same."""
    return (
        text if re.fullmatch(r"[^\W\d][\w ’'-]*", text) and text == text.strip() else quoted(text)
    )


def quoted(text: str) -> str:
    """A text as YAML keeps it whole: in the quotes that it does not hold itself."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _meaning(problem: str, text: str, line: int, column: int) -> str:
    lines = text.splitlines()
    here = lines[line] if line < len(lines) else ""
    rest = here[column:]
    if "\t" in here[: len(here) - len(here.lstrip())]:
        return _tabs(lines)
    if rest.startswith(":"):
        whole = _text_around(here, column)
        if whole is not None:
            return f"a text that holds `: ` stands in quotes; write {quoted(shorten(whole))}"
    if "cannot start any token" in problem:
        if rest.startswith("\t"):
            return "a tab where none can stand; write spaces instead"
        return f"an unquoted text can't begin with `{rest[:1]}`; put quotes around it"
    for key, meaning in _MEANINGS:
        if key in problem:
            return meaning
    return f"this is not YAML: {problem}"


def _tabs(lines: list[str]) -> str:
    number = sum("\t" in one[: len(one) - len(one.lstrip())] for one in lines)
    where = f" in {number} lines of this file" if number > 1 else ""
    return f"a tab in the indentation{where}; write spaces instead, two for each level"


_BLOCK_VALUE = re.compile(r"""\s*(?:- +)*[^\s'"\[{&*!|>#-][^:]*?: +(?=\S)""")
_KEY = re.compile(r"""\s*[^\s\[\]{},:'"]+\s*: +""")


def _text_around(line: str, column: int) -> str | None:
    """The whole unquoted text of a line that a `:` in that column cuts in two."""
    before, after = line[:column], line[column:]
    opened = [place for place, sign in enumerate(before) if sign in "[{"]
    closed = sum(before.count(sign) for sign in "]}")
    if len(opened) > closed:
        start = max(opened[-1], before.rfind(",")) + 1
        key = _KEY.match(before, start)
        if key is not None and before[opened[-1]] == "{":
            start = key.end()
        end = re.split(r"[\]},]", after, maxsplit=1)[0]
    else:
        value = _BLOCK_VALUE.match(before)
        start = value.end() if value else column
        end = after.split(" #", maxsplit=1)[0]
    whole = (line[start:column] + end).strip()
    return whole if start < column and whole[:1] not in ("", '"', "'", "[", "{") else None
