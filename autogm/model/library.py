"""The scenarios that ship with the program, found by name from anywhere. In an installed package
they lie inside it, in a source tree beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autogm.model.faults import nearest
from autogm.model.source import read_source

PACKAGE = Path(__file__).resolve().parents[1]
ENDING = ".yaml"
CHARACTERS = "characters"
"""The folder of what is no scenario; other folders hold scenarios of some kind."""
CONFLICTS = PACKAGE.parent / "evaluation" / "conflicts"
"""Where a source tree has its small conflicts that are solved; they do not ship."""


@dataclass(frozen=True)
class Shipped:
    """A scenario that ships: the name it is found by, and what its file says of itself."""

    name: str
    path: Path
    title: str
    ruleset: str
    shows: str


@cache
def folder() -> Path:
    """Where the scenarios lie that ship."""
    inside = PACKAGE / "scenarios"
    return inside if inside.is_dir() else PACKAGE.parent / "scenarios"


def shipped() -> dict[str, Path]:
    """The files of the scenarios that ship, by name, sorted; those of other kinds than conflicts,
    which have folders of their own, come last."""
    here = folder()
    found = [*here.glob(f"*{ENDING}"), *here.glob(f"*/*{ENDING}")]
    kept = (path for path in found if path.parent.name != CHARACTERS)
    return {path.stem: path for path in sorted(kept, key=lambda one: (one.parent != here, one))}


def described() -> list[Shipped]:
    """What the scenarios that ship say of themselves."""
    found = []
    for name, path in shipped().items():
        data = read_source(path).data
        shows = " ".join(str(data.get("shows") or "").split())
        found.append(Shipped(name, path, str(data["title"]), str(data["ruleset"]), shows))
    return found


def find(path: Path) -> Path:
    """The file that somebody means: the one at that path; else the scenario that ships under that
    name. A path that is neither is answered as it is, for whoever reads it to say so."""
    if path.exists() or path.parent != Path():
        return path
    return shipped().get(path.name.removesuffix(ENDING), path)


def sheets() -> dict[str, Path]:
    """The character files that ship, by name."""
    return {path.stem: path for path in sorted((folder() / CHARACTERS).glob(f"*{ENDING}"))}


def find_sheet(path: Path) -> Path:
    """The character file that somebody means, as `find` finds a scenario."""
    if path.exists() or path.parent != Path():
        return path
    return sheets().get(path.name.removesuffix(ENDING).casefold(), path)


def shipped_in_place_of(path: Path) -> Path:
    """The character file that ships, for one that a scenario looks for in a folder of its own and
    that is not there: so that a copy of a shipped scenario can be played from anywhere."""
    own = path.parent.name == CHARACTERS and path.suffix == ENDING
    return sheets().get(path.stem, path) if own else path


def not_there(path: Path) -> str:
    """That there is no such file, where it was looked for, and which one may be meant: one beside
    it, or by a bare name one that ships."""
    tried = "" if path.is_absolute() else f"; {path.absolute()} was tried"
    name = path.name.removesuffix(ENDING)
    beside = {one.stem: one for one in path.parent.glob(f"*{ENDING}")}
    near = nearest(name, beside)
    meant = str(beside[near]) if near else None
    if meant is None and path.parent == Path():
        sheet, solved = nearest(name, sheets()), CONFLICTS / f"{name}{ENDING}"
        meant = nearest(name, shipped()) or (
            f"the sheet characters/{sheet}{ENDING}" if sheet else None
        )
        meant = str(solved) if solved.exists() else meant
    return f"there is no such file{tried}" + (f"; did you mean {meant}?" if meant else "")
