"""Heroes of somebody's own, kept as character files in the data folder: made on a form, or taken
from a sheet. Their names come from what the program makes of them, so nothing that a browser sends
ever becomes a path.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from autogm.model.faults import ScenarioError
from autogm.model.library import ENDING
from autogm.model.party import fresh_id, sheet_of
from autogm.model.source import read_text
from autogm.model.writing import write_whole

FOLDER = "heroes"
MOST_HEROES = 200
MOST_TEXT = 100_000
ASPECTS = 5
STUNTS = 3
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


class HeroError(ValueError):
    """A hero that cannot be kept, and why."""


@dataclass(frozen=True)
class Hero:
    """A hero that is kept: its id, its name, the text of its sheet, and what is wrong with that, if
    anything is."""

    id: str
    name: str
    text: str
    fault: str = ""


class Heroes:
    """The heroes of a data folder."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER
        self._lock = threading.Lock()

    def all(self) -> list[Hero]:
        """Everybody, by name; those whose sheet has faults by the name of their file."""
        try:
            files = sorted(self._folder.glob(f"*{ENDING}"))
        except OSError:
            return []
        found = [self.get(one.name.removesuffix(ENDING)) for one in files[:MOST_HEROES]]
        return sorted((one for one in found if one is not None), key=lambda one: (one.name, one.id))

    def get(self, name: str) -> Hero | None:
        """A hero by its id; none where there is none."""
        path = self._folder / (name + ENDING)
        if not (ID.fullmatch(name) and path.is_file()):
            return None
        text = ""
        try:
            text = read_text(path)
            return Hero(name, str(sheet_of(text)["name"]), text)
        except ScenarioError as error:
            return Hero(name, path.name, text, error.faults[0].says)

    def keep(self, text: str) -> Hero:
        """Keep a hero by the text of a sheet.

        Raises:
            ScenarioError: with every fault of the sheet.
            HeroError: for too many, and where it cannot be written.
        """
        if len(text) > MOST_TEXT:
            raise HeroError(f"a sheet has at most {MOST_TEXT:,} letters")
        name = str(sheet_of(text)["name"])
        with self._lock:
            there = {one.name.removesuffix(ENDING) for one in self._folder.glob(f"*{ENDING}")}
            if len(there) >= MOST_HEROES:
                raise HeroError(f"{MOST_HEROES} heroes are kept already: remove one first")
            key = fresh_id(name, there)
            try:
                self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                write_whole(self._folder / (key + ENDING), text)
            except OSError as error:
                raise HeroError(f"it cannot be kept: {error.strerror}") from None
        return Hero(key, name, text)

    def remove(self, name: str) -> None:
        """Forget a hero, if there is one of that id."""
        if ID.fullmatch(name):
            (self._folder / (name + ENDING)).unlink(missing_ok=True)


def sheet_text(form: Mapping[str, str], skills: tuple[str, ...]) -> str:
    """The text of the sheet that a form says: `name`, `aspect.N`, `skill.NAME`, `stunt.N`,
    `skill-of.N` and `action.N` of bonuses, and `refresh`. What is left empty is left out."""
    fields: dict[str, Any] = {"name": form.get("name", "").strip()}
    said = [form.get(f"aspect.{number}", "").strip() for number in range(ASPECTS)]
    kinds = {0: "high concept", 1: "trouble"}
    fields["aspects"] = [
        {"text": text, "kind": kinds.get(number, "character")}
        for number, text in enumerate(said)
        if text
    ]
    rated = {name: form.get(f"skill.{name}", "").strip() for name in skills}
    fields["skills"] = {name: _number(one) for name, one in rated.items() if one not in ("", "0")}
    fields["stunts"] = [
        {
            "name": form[f"stunt.{number}"].strip(),
            "does": "bonus",
            "amount": 2,
            "skills": [form.get(f"skill-of.{number}", "")],
            "actions": [form.get(f"action.{number}", "")],
        }
        for number in range(STUNTS)
        if form.get(f"stunt.{number}", "").strip()
    ]
    if refresh := form.get("refresh", "").strip():
        fields["refresh"] = _number(refresh)
    kept = {name: one for name, one in fields.items() if one or name == "name"}
    return yaml.safe_dump(kept, sort_keys=False, allow_unicode=True)


def _number(said: str) -> int | str:
    """The number that is meant; what is none stays as it is, for whoever reads the sheet to say."""
    return int(said) if re.fullmatch(r"-?\d{1,3}", said) else said
