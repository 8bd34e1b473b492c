"""What is wrong with a file that is not YAML, in words that help someone who has never read the
YAML standard.
"""

from __future__ import annotations

import yaml

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


def _meaning(problem: str, text: str, line: int, column: int) -> str:
    if "cannot start any token" in problem:
        lines = text.splitlines()
        rest = lines[line][column:] if line < len(lines) else ""
        if rest.startswith("\t"):
            return "a tab; YAML is indented with spaces only"
        return f"an unquoted text can't begin with `{rest[:1]}`; put quotes around it"
    for key, meaning in _MEANINGS:
        if key in problem:
            return meaning
    return f"this is not YAML: {problem}"
