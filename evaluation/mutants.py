"""Whether tests notice a change: `python -m evaluation.mutants [--count 200] [--seed 1]
[--parts autogm/engine,autogm/rules] [--of K/N] [--into FOLDER] [--json]`.

A mutant is the source with one change made at random: a comparison, a sign or another operation on
numbers, a constant, an `and`, a `not`. A place in the source is drawn first, then what happens to
it, so that a place with twelve possible changes counts as often as one with two. What does not
compile, or changes only annotations of functions, is drawn again.

The tests of `TESTS` run once under coverage, interpreted. Those that pass within
`mutant_runs.LONGEST` seconds may notice a mutant. For each mutant those of them run that execute
the changed statement, those of the same package first, one case of each before the next, as many
as take `BUDGET` seconds together, up to the first that fails or does not end. A change that no test
executes is a survivor at once. What runs when a module is imported counts for all tests, and what
runs when a file of tests is imported for those of that file.

Everything is kept in a folder as it comes, with the source that it is about; a run goes on where
another stopped. `--of 1/2` takes the first half of the mutants; two runs with a folder each share
them. Cosmic Ray makes the mutants, and coverage tells the lines (the extra `mutants` of
pyproject.toml).
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from autogm.analysis.intervals import wilson
from evaluation.arguments import count, names
from evaluation.tables import console, plain_table

ROOT = Path(__file__).parent.parent
PARTS = ("autogm/engine", "autogm/rules")
NEEDED = ("autogm", "tests", "evaluation", "scenarios", "pyproject.toml", "README.md")
NEEDED_TOO = ("Makefile", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "NOTICE")
TESTS = (
    "tests/engine",
    "tests/rules",
    "tests/seen",
    "tests/examples",
    "tests/model",
    "tests/test_verbs.py",
    "tests/test_rule_table.py",
    "tests/game/test_plays.py",
    "tests/agents/test_random.py",
    "tests/agents/test_keyed_dice.py",
)
"""The fast part of the tests: none searches, plays many battles or draws pictures."""
BUDGET = 90.0
"""Seconds of processor time that the tests of a mutant take under coverage together, at most."""
PATIENCE = (30.0, 20.0)
"""A test that runs longer than so many seconds and so many times its usual ones never ends. Others
may be at work on the same machine."""
CHANGES = (
    "Comparison",
    "Binary",
    "Unary",
    "Number",
    "AndWithOr",
    "OrWithAnd",
    "AddNot",
    "True",
    "False",
)
"""Words in the names of Cosmic Ray's operators."""
SENSELESS = ("_Is", "_IsNot", "_Pow", "_Div", "_RShift", "_LShift", "_Mod", "_FloorDiv")
"""Changes that nobody makes by mistake in kernels, by the end of their names."""


@dataclass(frozen=True)
class Place:
    """One possible change: where, and which of the changes that Cosmic Ray makes there."""

    path: str
    line: int
    column: int
    operator: str
    occurrence: int


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the test that noticed it, or nothing; the change; and how many tests
    ran at most."""

    place: Place
    noticed: str | None
    change: str
    tests: int

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Verdict:
        """From plain data."""
        return cls(Place(**data["place"]), data["noticed"], data["change"], data["tests"])


def wanted(operator: str) -> bool:
    """Whether a change is one that somebody might make by mistake."""
    return any(word in operator for word in CHANGES) and not operator.endswith(SENSELESS)


def sample(
    places: Iterable[Place],
    number: int,
    seed: int,
    fit: Callable[[Place], bool] = lambda place: True,
) -> list[Place]:
    """So many places drawn at random, each with one of its changes that is fit; all of them if
    there are no more."""
    there: dict[tuple[str, int, int], list[Place]] = defaultdict(list)
    for place in places:
        there[place.path, place.line, place.column].append(place)
    lots = Random(seed)
    drawn: list[Place] = []
    for where in lots.sample(sorted(there), len(there)):
        changes = there[where]
        found = (one for one in lots.sample(changes, len(changes)) if fit(one))
        drawn += [one for one in [next(found, None)] if one is not None]
        if len(drawn) == number:
            break
    return drawn


def share_of(places: Sequence[Place], part: int, parts: int) -> list[Place]:
    """Every so-manieth of the places, from `part` (1 the first)."""
    return list(places[part - 1 :: parts])


def possible(root: Path, parts: Sequence[str]) -> Iterator[Place]:
    """Every change that could be made below some folders."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.modules import find_modules
    from cosmic_ray.plugins import get_operator, operator_names

    operators = {name: get_operator(name)() for name in operator_names() if wanted(name)}
    for path in sorted(find_modules([root / part for part in parts])):
        nodes = list(ast_nodes(get_ast_from_path(path)))
        for name, operator in operators.items():
            found = (where for node in nodes for where in operator.mutation_positions(node))
            for occurrence, ((line, column), _) in enumerate(found):
                yield Place(str(path.relative_to(root)), line, column, name, occurrence)


def changed(source: str, place: Place) -> str:
    """A source with a change made."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    mutant: str = mutate_code(source, get_operator(place.operator)(), place.occurrence)
    return mutant


def runs_otherwise(source: str, mutant: str) -> bool:
    """Whether a mutant compiles, and differs in more than annotations of functions."""
    try:
        compile(mutant, "mutant", "exec")
    except SyntaxError:
        return False
    return without_annotations(source) != without_annotations(mutant)


def without_annotations(source: str) -> str:
    """A source as a tree in words, without the annotations of functions."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.dump(tree)


def line_of(source: str, mutant: str) -> str:
    """The first line that differs, before and after."""
    pairs = zip(source.splitlines(), mutant.splitlines(), strict=False)
    was, is_now = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    return f"{was.strip()}  →  {is_now.strip()}"


def statement_at(source: str, line: int) -> tuple[range, bool]:
    """The lines of the innermost statement at a line, of a compound one those before its body; and
    whether it belongs to a function, so that it does not run at import."""
    lines, inside = range(line, line + 1), False

    def visit(node: ast.AST, in_function: bool) -> None:
        nonlocal lines, inside
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                end = child.end_lineno or child.lineno
                body = getattr(child, "body", getattr(child, "cases", None))
                first = (
                    min((one.lineno for one in body if hasattr(one, "lineno")), default=0)
                    if body
                    else 0
                )
                header = range(child.lineno, max(child.lineno + 1, first) if body else end + 1)
                if line in header:
                    lines, inside = header, in_function
            visit(child, in_function or isinstance(child, ast.FunctionDef))

    visit(ast.parse(source), False)
    return lines, inside


class Known:
    """Which of the tests execute a line, and how long they usually take."""

    def __init__(self, folder: Path) -> None:
        """Read what `mutant_runs` has measured."""
        from coverage import CoverageData

        self.times: dict[str, float] = json.loads((folder / "times.json").read_text("utf-8"))
        self.data = CoverageData(str(folder / "lines.sqlite"))
        self.data.read()

    def tests_of(self, path: str, source: str, line: int) -> dict[str, float]:
        """The tests to run for a change in that line, with the seconds that each takes."""
        by_line = self.data.contexts_by_lineno(path)
        lines, inside = statement_at(source, line)
        found = {one for at in lines for one in by_line.get(at, ())} - {""}
        files = tuple(f"{one}::" for one in found if "::" not in one)
        found |= {one for one in self.times if one.startswith(files) or not inside}
        found &= set(self.times)
        near = "/".join(("tests", *path.split("/")[1:2], ""))
        return within(BUDGET, in_turn({one: self.times[one] for one in found}, near))


def in_turn(times: dict[str, float], near: str) -> dict[str, float]:
    """The order in which tests run: of each function its quickest case first, then the next one of
    each; those below `near` before the others."""
    rank: dict[str, tuple[bool, int, float]] = {}
    cases: Counter[str] = Counter()
    for name, seconds in sorted(times.items(), key=lambda one: (one[1], one[0])):
        function = name.partition("[")[0]
        rank[name] = (not name.startswith(near), cases[function], seconds)
        cases[function] += 1
    return {name: times[name] for name in sorted(rank, key=lambda one: (rank[one], one))}


def within(budget: float, times: dict[str, float]) -> dict[str, float]:
    """The first tests that take no longer than that together, and one at least."""
    taken: dict[str, float] = {}
    for name, seconds in times.items():
        if taken and sum(taken.values()) + seconds > budget:
            break
        taken[name] = seconds
    return taken


class Runner:
    """The process that runs tests in a copy of the project; see `evaluation.mutant_runs`."""

    def __init__(self, root: Path) -> None:
        """Start it in that copy."""
        self.root = root
        surroundings = {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("mutant_runs.py"))],
            cwd=root,
            env=os.environ | surroundings | {"PYTHONPATH": str(root)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **request: Any) -> Any:
        """Send a request and return the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def tried(self, place: Place, known: Known) -> Verdict:
        """Make a change in the copy, run the tests, and undo it."""
        path = self.root / place.path
        source = path.read_text(encoding="utf-8")
        tests = known.tests_of(place.path, source, place.line)
        mutant = changed(source, place)
        try:
            path.write_text(mutant, encoding="utf-8")
            noticed = self.ask(run=tests, patience=PATIENCE)
        finally:
            path.write_text(source, encoding="utf-8")
        return Verdict(place, noticed, line_of(source, mutant), len(tests))


@contextmanager
def runner_of(source: Path) -> Iterator[Runner]:
    """A process that runs tests in a copy of the project at `source`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        shutil.copytree(source, root)
        runner = Runner(root)
        with runner.process:
            yield runner


def keep_source(folder: Path) -> Path:
    """The project as it was when the first run into that folder began."""
    source = folder / "source"
    if not source.exists():
        source.mkdir(parents=True)
        for name in NEEDED + NEEDED_TOO:
            whole, to = ROOT / name, source / name
            shutil.copytree(whole, to) if whole.is_dir() else shutil.copy(whole, to)
    return source


def read(kept: Path) -> list[Verdict]:
    """The verdicts that a file has."""
    if not kept.exists():
        return []
    lines = kept.read_text(encoding="utf-8").splitlines()
    return [Verdict.from_dict(json.loads(line)) for line in lines]


def keep(verdict: Verdict, kept: Path) -> None:
    """Add a verdict to a file."""
    with kept.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(verdict.as_dict(), ensure_ascii=False) + "\n")


def measure(places: Sequence[Place], folder: Path, parts: Sequence[str]) -> list[Verdict]:
    """Try every place that the folder has no verdict on yet, and return all verdicts."""
    kept = folder / "verdicts.jsonl"
    judged = {one.place for one in read(kept)}
    with runner_of(keep_source(folder)) as runner:
        if not (folder / "times.json").exists():
            left_out = runner.ask(watch=str(folder.resolve()), of=parts, tests=TESTS)
            (folder / "left_out.txt").write_text("".join(f"{one}\n" for one in left_out), "utf-8")
        known = Known(folder)
        for place in places:
            if place not in judged:
                keep(runner.tried(place, known), kept)
    return [one for one in read(kept) if one.place in set(places)]


def show(verdicts: Sequence[Verdict]) -> None:
    """Print how many were noticed, and every survivor."""
    table = plain_table("Changes that tests notice", "a change", "mutants", "share", "95% interval")
    groups = {
        "noticed": [one for one in verdicts if one.noticed],
        "executed, not noticed": [one for one in verdicts if not one.noticed and one.tests],
        "not executed": [one for one in verdicts if not one.tests],
    }
    for name, group in groups.items():
        share = wilson(len(group), len(verdicts))
        bounds = f"{share.low:.0%} – {share.high:.0%}"
        table.add_row(name, str(len(group)), f"{share.share:.0%}", bounds)
    console().print(table)
    for one in verdicts:
        if one.noticed is None:
            words = f"{one.place.path}:{one.place.line}: {one.change}"
            console().print(words, markup=False, highlight=False, soft_wrap=True)


def main() -> None:
    """Parse the command line, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.mutants", description=__doc__)
    parser.add_argument("--count", type=count, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", type=names, default=list(PARTS))
    parser.add_argument("--of", default="1/1", help="K/N: the K-th of N shares of the mutants")
    parser.add_argument("--into", type=Path, default=Path("mutants"))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    part, parts = (int(word) for word in given.of.split("/"))
    root = keep_source(given.into)

    def fit(place: Place) -> bool:
        source = (root / place.path).read_text(encoding="utf-8")
        return runs_otherwise(source, changed(source, place))

    places = sample(possible(root, given.parts), given.count, given.seed, fit)
    verdicts = measure(share_of(places, part, parts), given.into, given.parts)
    if given.json:
        print(json.dumps([one.as_dict() for one in verdicts], ensure_ascii=False, indent=1))
    else:
        show(verdicts)


if __name__ == "__main__":
    main()
