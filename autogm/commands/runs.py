"""What a report is made of: scenario files, or runs of a store that `simulate --out` has written.
A run has rows, which are counted; and it keeps its scenario, seed, agents and number of battles,
with which every battle can be played again, to the last die, by the version that stored it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from autogm.commands.frame import InputError
from autogm.commands.stored import STORES, of_store
from autogm.commands.variants import AS_IT_IS

if TYPE_CHECKING:
    from autogm.game.registry import ReadFile


@dataclass(frozen=True)
class ReportOn:
    """One report that is asked for: the file, what it is, its texts, itself first, how many battles
    (None: nobody said it), the seed, who plays; of a run of a store its number and the version that
    stored it. `title` is what the report is called where that is not what its scenario is."""

    file: Path
    found: ReadFile
    texts: dict[str, str]
    number: int | None
    seed: int
    agents: str | None
    run: int | None = None
    title: str = ""
    version: str = ""


def asked_for(
    files: Sequence[Path], number: int | None, seed: int, agents: str | None
) -> list[ReportOn]:
    """What is asked for: each scenario, and each run of each store.

    Raises:
        InputError: for a store that cannot be read, or has nothing to report on.
        ScenarioError: with every fault of a file.
    """
    from autogm.game.plays import read_noted

    found: list[ReportOn] = []
    for file in files:
        if file.suffix.lower() in STORES:
            runs = list(_runs(file))
            if not runs:
                raise InputError(f"{file} has no battles from the beginning of a scenario yet")
            found += [replace(one, number=min(number or one.number or 1, one.number or 1))
                      for one in runs]  # fmt: skip
        else:
            read, texts = read_noted(file)
            found.append(ReportOn(file, read, texts, number, seed, agents))
    return _told_apart(found)


def _told_apart(found: Sequence[ReportOn]) -> list[ReportOn]:
    """The same with titles that differ where there are several: those of one title have their
    file's name too, or the number of their run."""
    if len(found) == 1:
        return [*found]
    titles = [one.title or one.found.game().title for one in found]
    return [
        one
        if titles.count(title) == 1
        else replace(
            one, title=f"{title} ({one.file.name if one.run is None else f'run {one.run}'})"
        )
        for one, title in zip(found, titles, strict=True)
    ]


def _runs(file: Path) -> Iterator[ReportOn]:
    """The runs of a store that begin where their scenarios do."""
    from autogm.game.plays import PlayError, read_kept
    from autogm.lab.store.base import Store, StoreError

    try:
        with Store(file, read_only=True) as store:
            rows = store.ask(
                "SELECT run, files, agents, seed, done, title, name, version FROM runs "
                "WHERE start IS NULL AND done > 0 ORDER BY run"
            )
    except StoreError as error:
        raise of_store(error) from None
    for run, files, agents, seed, done, scenario, name, made_by in rows:
        title = scenario if name == AS_IT_IS else f"{scenario}, {name}"
        texts: dict[str, str] = json.loads(files)
        try:
            found = read_kept(texts)
            yield ReportOn(file, found, texts, done, seed, agents or None, run, title, made_by)
        except PlayError as error:
            raise InputError(f"{file}: «{title}»: {error}") from None
