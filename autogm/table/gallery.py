"""What the gallery has: scenarios that were read, with what somebody wants to know who chooses
one. It decides nothing about games; it counts who takes part and says who may play.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from autogm.agents.names import LEVELLED, everybody, fighters_of, players_of
from autogm.analysis.verdict import Word
from autogm.game.registry import CONFLICT, ReadFile, read_file
from autogm.model.source import read_source
from autogm.model.texts import noted
from autogm.model.words import SIDES, SideName
from autogm.planner.levels import LEVELS
from autogm.table.known import Known, name_of, shipped_hardness

Length = Literal["short", "medium", "long"]
Stamp = tuple[int, ...]
COMPANY = ("solo", "group")
_DRAWN = re.compile(r"---|[|\\/+] +[|\\/+]")
"""What a map made of letters has, and prose has not."""
SHORT, MEDIUM = 5, 8
"""So many who take part at most make it short, or medium."""


@dataclass(frozen=True)
class Somebody:
    """Who takes part and may be seated apart: what is written for them, their side, and what they
    are called; `copies` of one are seated together."""

    id: str
    side: SideName
    name: str
    copies: int = 1


@dataclass(frozen=True)
class GalleryItem:
    """A scenario to choose. `id` stands in addresses; `situation` is what the file's first comment
    tells, in paragraphs; `players` and `gm` are how many take part on each side, of the GM's
    those whom the players see at the beginning (of a scene of cards: how many characters, and
    nobody); `people` can be seated apart. `tag` is a name for the
    texts that make it, `known` how hard it is, where that was measured beforehand, and `stamps` say
    of each file that was read when it was written and how long it was."""

    id: str
    found: ReadFile
    title: str
    shows: str
    situation: tuple[str, ...]
    ruleset: str
    kind: str
    players: int
    gm: int
    people: tuple[Somebody, ...]
    own: bool = False
    tag: str = ""
    known: Known | None = None
    stamps: tuple[tuple[Path, Stamp], ...] = ()

    @property
    def fresh(self) -> bool:
        """Whether all its files are as they were read."""
        return all(stamp_of(path) == stamp for path, stamp in self.stamps)

    @property
    def conflict(self) -> bool:
        """Whether it is a conflict."""
        return self.found.kind.name == CONFLICT

    @property
    def length(self) -> Length:
        """How long it takes, judged by how many take part, seen or not."""
        number = sum(one.copies for one in self.people) or self.players
        return "short" if number <= SHORT else "medium" if number <= MEDIUM else "long"

    @property
    def company(self) -> str:
        """Whether one character stands for the players, or several."""
        return COMPANY[self.players > 1]

    @property
    def against(self) -> str:
        """Who takes part, in words."""
        if not self.conflict:
            return "1 character" if self.players == 1 else f"{self.players} characters"
        return f"{self.players} against {self.gm}"

    @property
    def words(self) -> str:
        """What a search looks through, which is nothing that the players may not know."""
        names = " ".join(one.name for one in self.people if one.side == SIDES[0])
        return " ".join(
            (self.title, self.shows, *self.situation, self.ruleset, self.kind, names)
        ).lower()  # as the page's script does


@dataclass(frozen=True)
class Choice:
    """Who may take a seat: a name as `--agents` takes it, and what it is like."""

    name: str
    label: str
    says: str = ""


def read_item(name: str, path: Path, own: bool = False) -> GalleryItem:
    """A file as something to choose.

    Raises:
        ScenarioError: with every fault of the file.
    """
    before = stamp_of(path)
    with noted() as texts:
        found = read_file(path)
    situation = _first_comment(path)
    makes = _conflict if found.kind.name == CONFLICT else _other
    stamps = {one: stamp_of(one) for one in texts} | {path: before}
    tag = fingerprint(repr([(str(one), text) for one, text in texts.items()]).encode())
    known = None if own else shipped_hardness().get(name)
    if known is not None and known.text != name_of(texts):
        known = None  # it was changed since
    item = makes(name, found, situation, own)
    return replace(item, tag=tag, known=known, stamps=tuple(stamps.items()))


def stamp_of(path: Path) -> Stamp:
    """When a file was written, in nanoseconds, and how long it is; nothing where it is not
    there."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_size


def in_order(made: Iterable[GalleryItem]) -> list[GalleryItem]:
    """As they are offered: those for one at first, then by title."""
    return sorted(made, key=lambda one: (not one.conflict, one.players + one.gm, one.title))


def words_of(items: Iterable[GalleryItem]) -> list[Word]:
    """The words for how hard some of them are known to be, the easiest first."""
    return sorted({Word[one.known.word] for one in items if one.known is not None})


def choices(kind: str) -> list[Choice]:
    """Who plays games of a kind, best known first: the levels by name, then other agents."""
    able = players_of(kind)
    found: list[Choice] = []
    if LEVELLED in able:
        found = [
            Choice(f"{LEVELLED}:{one.name}", one.name.capitalize(), f"suits {one.suits}")
            for one in LEVELS
        ]
    known = everybody()
    return found + [
        Choice(name, name.capitalize(), known[name].says) for name in able if name != LEVELLED
    ]


def fingerprint(data: bytes) -> str:
    """A short name for what a file holds."""
    return hashlib.sha256(data).hexdigest()[:16]


def _conflict(name: str, found: ReadFile, situation: tuple[str, ...], own: bool) -> GalleryItem:
    from autogm.view.secrets import seen_by
    from autogm.view.snapshot import opening_board

    encounter = found.content
    scenario = encounter.scenario
    fighters = [one for one in encounter.fighters if one.part_of is None]
    sides = Counter(one.side for one in fighters)
    by_id = {one.id: one for one in fighters}
    seen = {one.id for one in seen_by(opening_board(encounter), SIDES[0]).fighters}
    parts = {one.part_of for one in encounter.fighters if one.id in seen}
    enemies = [one for one in fighters if one.side == SIDES[1] and one.id in seen | parts]
    people: list[Somebody] = []
    for key, ids in fighters_of(encounter).items():
        first = by_id[ids[0]]
        if key != first.origin:
            continue  # a copy alone; it is seated with the others
        copies = sum(one.origin == key for one in fighters)
        called = first.name if copies == 1 else first.name.removesuffix(" 1")
        people.append(Somebody(key, first.side, called, copies))
    return GalleryItem(
        name,
        found,
        scenario.title,
        _flat(scenario.shows),
        situation,
        scenario.ruleset,
        scenario.kind,
        sides["players"],
        len(enemies),
        tuple(sorted(people, key=lambda one: SIDES.index(one.side))),
        own,
    )


def _other(name: str, found: ReadFile, situation: tuple[str, ...], own: bool) -> GalleryItem:
    game: Any = found.game()
    written = read_source(found.path).data
    cast = written.get("characters", ())
    return GalleryItem(
        name,
        found,
        game.title,
        _flat(written.get("shows")),
        situation,
        next(iter(found.kind.rulesets), found.kind.name),
        found.kind.name,
        len(cast),
        0,
        (),
        own,
    )


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())


def _first_comment(path: Path) -> tuple[str, ...]:
    """What the comment on top of a file tells in prose, without the line that editors read."""
    lines: list[str] = []
    for line in path.read_text("utf-8-sig").splitlines():
        if not line.startswith("#"):
            break
        said = line.lstrip("#").strip()
        if not re.match(r"yaml-language-server:", said):
            lines.append(said)
    paragraphs = "\n".join(lines).replace("`", "").split("\n\n")  # marks of fields, in files
    return tuple(_flat(one) for one in paragraphs if one.strip() and not _DRAWN.search(one))
