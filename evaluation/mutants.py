"""Whether tests notice a change: `python -m evaluation.mutants [--count 200] [--seed 1]
[--parts autogm/engine,autogm/rules] [--of K/N] [--into FILE] [--json]`.

A mutant is the source with one change made at random: a comparison, a sign or another operation on
numbers, a constant, an `and`, a `not`. A place in the source is drawn first, then what happens to
it, so that a place with twelve possible changes counts as often as one with two. Each mutant is
made in a copy of the project, where the tests run in stages, the quickest first, up to the first
that fails. Results are kept in a file as they come; a run goes on where another stopped, and
`--of 1/2` takes the first half of the mutants, so that two runs share them.

Cosmic Ray makes the mutants (the extra `mutants` of pyproject.toml).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
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
STAGES = (
    ("interpreted", 240, "tests/engine tests/rules tests/seen", {"NUMBA_DISABLE_JIT": "1"}),
    ("compiled", 900, "tests", {}),
)
"""Name, seconds that it may take, what pytest is given, environment. A stage that takes longer has
noticed: the change made something endless."""


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
    """What became of a mutant: the stage whose tests noticed it, or nothing; and the change."""

    place: Place
    noticed: str | None
    change: str

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Verdict:
        """From plain data."""
        return cls(Place(**data["place"]), data["noticed"], data["change"])


def wanted(operator: str) -> bool:
    """Whether a change is one that somebody might make by mistake."""
    return any(word in operator for word in CHANGES) and not operator.endswith(SENSELESS)


def sample(places: Iterable[Place], number: int, seed: int) -> list[Place]:
    """So many places drawn at random, each with one of its changes; all of them if there are no
    more."""
    there: dict[tuple[str, int, int], list[Place]] = defaultdict(list)
    for place in places:
        there[place.path, place.line, place.column].append(place)
    lots = Random(seed)
    drawn = lots.sample(sorted(there), min(number, len(there)))
    return [lots.choice(there[one]) for one in drawn]


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
            for occurrence, (start, _) in enumerate(found):
                yield Place(str(path.relative_to(root)), *start, name, occurrence)


def tried(place: Place, root: Path) -> Verdict:
    """Make a change in the copy of the project at `root`, run the tests, and undo it."""
    path = root / place.path
    source = path.read_text(encoding="utf-8")
    mutant = changed(source, place)
    try:
        path.write_text(mutant, encoding="utf-8")
        noticed = next((stage[0] for stage in STAGES if fails(root, *stage[1:])), None)
    finally:
        path.write_text(source, encoding="utf-8")
    return Verdict(place, noticed, line_of(source, mutant))


def changed(source: str, place: Place) -> str:
    """A source with a change made."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    mutant: str = mutate_code(source, get_operator(place.operator)(), place.occurrence)
    return mutant


def line_of(source: str, mutant: str) -> str:
    """The first line that differs, before and after."""
    pairs = zip(source.splitlines(), mutant.splitlines(), strict=False)
    was, is_now = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    return f"{was.strip()}  →  {is_now.strip()}"


def fails(root: Path, seconds: int, tests: str, environment: dict[str, str]) -> bool:
    """Whether a test fails, or takes too long."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests.split()]
    surroundings = os.environ | environment | {"PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        command,
        cwd=root,
        env=surroundings | {"PYTHONPATH": str(root)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(seconds) != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        end_all(process)


def end_all(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait()


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


def measure(places: Sequence[Place], kept: Path) -> list[Verdict]:
    """Try every place that the file has no verdict on yet, and return all verdicts."""
    known = {one.place for one in read(kept)}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in NEEDED + NEEDED_TOO:
            whole, to = ROOT / name, root / name
            shutil.copytree(whole, to) if whole.is_dir() else shutil.copy(whole, to)
        for place in places:
            if place not in known:
                keep(tried(place, root), kept)
    return [one for one in read(kept) if one.place in set(places)]


def show(verdicts: Sequence[Verdict]) -> None:
    """Print how many were noticed, by which stage, and every survivor."""
    table = plain_table(
        "Changes that tests notice", "noticed by", "mutants", "share", "95% interval"
    )
    for stage in [*(stage[0] for stage in STAGES), None]:
        number = sum(one.noticed == stage for one in verdicts)
        share = wilson(number, len(verdicts))
        bounds = f"{share.low:.0%} – {share.high:.0%}"
        table.add_row(stage or "nothing", str(number), f"{share.share:.0%}", bounds)
    console().print(table)
    for one in verdicts:
        if one.noticed is None:
            console().print(
                f"{one.place.path}:{one.place.line}: {one.change}", markup=False, highlight=False
            )


def main() -> None:
    """Parse the command line, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.mutants", description=__doc__)
    parser.add_argument("--count", type=count, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", type=names, default=list(PARTS))
    parser.add_argument("--of", default="1/1", help="K/N: the K-th of N shares of the mutants")
    parser.add_argument("--into", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    part, parts = (int(word) for word in given.of.split("/"))
    places = sample(possible(ROOT, given.parts), given.count, given.seed)
    verdicts = measure(share_of(places, part, parts), given.into)
    if given.json:
        print(json.dumps([one.as_dict() for one in verdicts], ensure_ascii=False, indent=1))
    else:
        show(verdicts)


if __name__ == "__main__":
    main()
