"""A scenario with other heroes: sheets of somebody's own take the places of those who are written
in it. The first has the id and the place of the first hero, and so on, so that what the scenario
says of them holds for who comes in their stead, but for compels of their aspects; further ones
begin where the last one does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from autogm.model.absent import forget
from autogm.model.cast import merge_characters, read_character
from autogm.model.faults import Fault, ScenarioError
from autogm.model.source import Place, Source, read_source
from autogm.model.texts import GIVEN, given

OF_THE_PLACE = ("zone", "arrives", "protects")
"""What a fighter has from the scenario and not from its sheet."""
SHEET = "sheet.yaml"
STRANGE = re.compile(r"` is not an? \w+ of ")
"""What faults say of skills that a ruleset does not know."""
FEW = 3
"""So many of them in a sheet are told one by one."""
LONGEST = 40
"""Letters of an id, at most."""


def sheet_of(text: str) -> dict[str, Any]:
    """The fields of a sheet by its text.

    Raises:
        ScenarioError: with every fault of it.
    """
    with given({SHEET: text}):
        _, source = read_character(GIVEN / SHEET)
    return dict(source.data)


def sheet_in(path: Path) -> Source:
    """A character file; its fields are `data`.

    Raises:
        ScenarioError: with every fault of it.
    """
    return read_character(path)[1]


def with_party(files: Mapping[str, str], party: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The texts of a scenario, itself first, with the fields of these sheets for its heroes.

    Raises:
        ScenarioError: for a file that cannot be read, and one without heroes.
    """
    first = next(iter(files))
    with given(files):
        source = read_source(GIVEN / first)
        data = merge_characters(source).data
    heroes = _heroes(data)
    if not heroes:
        raise ScenarioError([Fault(Path(first), 0, 0, "", "the players' side has no heroes here")])
    return {**files, first: _text(source, heroes, party)}


@contextmanager
def blaming_sheets(texts: Mapping[str, str], party: Sequence[Source | str]) -> Iterator[None]:
    """Has faults that are found in the texts of `with_party` told where they were written: each
    of a hero in its sheet, by line where the sheet is a source and else by its name; the rest of
    the scenario, whose lines are others now, by its fields alone.

    Raises:
        ScenarioError: with those faults, where any are found meanwhile.
    """
    try:
        yield
    except ScenarioError as error:
        first = next(iter(texts))
        there = yaml.safe_load(texts[first])["sides"]["players"]["fighters"]
        sheets = dict(zip(there, party, strict=False))
        found = [_blamed(one, first, sheets) for one in error.faults]
        raise ScenarioError(_of_another_ruleset(found)) from None


def _of_another_ruleset(faults: Sequence[Fault]) -> list[Fault]:
    """The same where a sheet has many skills that the ruleset does not know: the first stands for
    all of them."""
    strange = [one for one in faults if STRANGE.search(one.message)]
    number = Counter(one.file for one in strange)
    seen, kept = set[Path](), list[Fault]()
    for one in faults:
        if one not in strange or number[one.file] <= FEW:
            kept.append(one)
        elif one.file not in seen:
            seen.add(one.file)
            more = f", nor are {number[one.file] - 1} more: the sheet is for another ruleset"
            kept.append(replace(one, message=f"{one.message}{more}"))
    return kept


def _blamed(fault: Fault, scenario: str, sheets: Mapping[str, Source | str]) -> Fault:
    for key, sheet in sheets.items():
        inside = fault.field.removeprefix(f"sides.players.fighters.{key}")
        if inside == fault.field or inside[:1] not in ("", ".", "["):
            continue
        path = tuple(
            int(one) if one.isdecimal() else one for one in re.split(r"[.\[\]]+", inside) if one
        )
        where, place = (Path(f"the sheet of {sheet}"), Place(0, 0))
        if not isinstance(sheet, str):
            where, place = sheet.path, sheet.find(path).key_place
        return replace(
            fault, file=where, line=place.line, column=place.column, field=inside.lstrip(".")
        )
    if fault.file == GIVEN / scenario:
        return replace(fault, file=Path(scenario), line=0, column=0)
    return fault


def fresh_id(name: str, taken: set[str]) -> str:
    """An id made of a name that nobody has yet."""
    made = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:LONGEST] or "newcomer"
    key, number = made, 2
    while key in taken:
        ending = f"-{number}"
        key, number = f"{made[: LONGEST - len(ending)].rstrip('-')}{ending}", number + 1
    return key


def _heroes(data: Mapping[str, Any]) -> list[str]:
    """The ids of the player characters; of everybody on their side, where there is none."""
    try:
        there = dict(data["sides"]["players"]["fighters"])
    except (KeyError, TypeError, ValueError):
        return []
    known = [key for key, one in there.items() if isinstance(one, dict) and "zone" in one]
    return [key for key in known if there[key].get("type", "player") == "player"] or known


def _text(source: Source, heroes: Sequence[str], party: Sequence[Mapping[str, Any]]) -> str:
    data = dict(source.data)
    sides = {name: dict(side) for name, side in data["sides"].items()}
    written = dict(sides["players"]["fighters"])
    taken = {key for side in sides.values() for key in side["fighters"]}
    there: dict[str, Any] = {}
    place: dict[str, Any] = {}
    for number, sheet in enumerate(party):
        if number < len(heroes):
            key = heroes[number]
            place = {name: written[key][name] for name in OF_THE_PLACE if name in written[key]}
        else:
            key = fresh_id(str(sheet.get("name", "")), taken)
            taken.add(key)
        there[key] = {**sheet, **place}
    rest = {key: one for key, one in written.items() if key not in heroes}
    sides["players"]["fighters"] = {**there, **rest}
    data["sides"] = sides
    data = deepcopy(data)
    for gone in heroes[len(party) :]:
        forget(data, gone)
    if "compels" in data:  # those of the written heroes are about aspects that nobody has now
        data["compels"] = [
            one
            for one in data["compels"]
            if not (isinstance(one, dict) and one.get("victim") in heroes)
        ]
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
