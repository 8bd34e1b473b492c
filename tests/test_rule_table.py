"""Which tests exercise which rule: a table made from the marks `@pytest.mark.rule` of the tests
themselves. Every rule and worked example of `rule_ids.txt` has one.

    python -m tests.test_rule_table
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
TEXT = HERE.parents[1] / "shared" / "design" / "RULES.md"
"""The text that the ids come from, where it lies beside the project."""
NOT_YET = ("12", "14")
"""Its sections that are not played."""
NOT_BUILT: set[str] = set()
"""Decisions of the text that the game does not heed yet, or that no test names yet."""


@cache
def titles() -> dict[str, str]:
    """Every id with its title."""
    lines = (HERE / "rule_ids.txt").read_text("utf-8").splitlines()
    entries = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    return {entry[0]: entry[1] for entry in entries}


@cache
def table() -> dict[str, tuple[str, ...]]:
    """For every id that a test names, the tests that do."""
    found: dict[str, list[str]] = {}
    for file in sorted(HERE.rglob("test_*.py")):
        for name, ids in _marked(ast.parse(file.read_text("utf-8"))):
            for one in ids:
                test = f"{file.relative_to(HERE).as_posix()}::{name}"
                found.setdefault(one, []).append(test)
    return {one: tuple(tests) for one, tests in found.items()}


def _marked(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """The test functions of a file with the ids that they are marked with."""
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                yield node.name, [ast.literal_eval(argument) for argument in mark.args]


def test_every_rule_has_a_test() -> None:
    missing = [f"{name} {title}" for name, title in titles().items() if name not in table()]
    assert not missing, f"no test is marked with: {missing}"


def test_marks_name_rules() -> None:
    unknown = {name: tests for name, tests in table().items() if name not in titles()}
    assert not unknown


def test_marked_functions_are_tests() -> None:
    assert all(
        test.partition("::")[2].startswith("test_") for one in table().values() for test in one
    )


def test_the_ids_are_those_of_the_text() -> None:
    """Compared where the text lies beside the project."""
    if not TEXT.exists():
        return
    wanted, section = set(), ""
    for line in TEXT.read_text("utf-8").splitlines():
        if heading := re.match(r"## (\w+)", line):
            section = heading[1]
        if not section or section in NOT_YET:
            continue
        wanted.update(re.findall(r"\*\*(EX-[A-Z]+-\d+)\*\*", line))
        if entry := re.match(r"(?:- |\| )\*\*([A-Z]\d+)\*\*", line):
            wanted.add(entry[1])
    assert set(titles()) | NOT_BUILT == wanted
    assert not set(titles()) & NOT_BUILT


def main() -> None:
    """Print the table."""
    for name, title in titles().items():
        print(f"{name:9}{title}")
        for test in table().get(name, ("no test",)):
            print(f"{'':9}  {test}")


if __name__ == "__main__":
    main()
