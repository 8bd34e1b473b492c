"""Reads the file of a card scene: every fault of it is told at its line, also where a part of it
has the wrong form. What the file says is settled by `settling`, and judged by `soundness` and
`doubts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from autogm.model.faults import Fault, FieldPath, ScenarioError, part_of
from autogm.model.places import Places
from autogm.model.shape import Problem, problems_of, salvage
from autogm.model.source import read_source
from autogm.scenes.cards.doubts import doubts
from autogm.scenes.cards.file import SceneFile
from autogm.scenes.cards.settled import SettledScene
from autogm.scenes.cards.settling import Settling
from autogm.scenes.cards.soundness import unsound

_STAND_INS: dict[FieldPath, str] = {("title",): "untitled", ("ruleset",): "aspect-cards"}
"""So that a fault in these does not hide what else is wrong."""

_MISPLACED = {
    ("sheet", "opposes"): "an aspect of a sheet opposes only once the GM turns it (G4, G15): write "
    "`borderline`",
    (
        "sheet",
        "kind",
    ): "an aspect of a sheet has no price, so nobody asks what it is (G1); leave it out",
    ("sheet", "fixed"): "nothing removes an aspect of a sheet (G18); leave it out",
    ("sheet", "lasts"): "what ends is no aspect of a sheet; it stands under `status` (G9)",
    ("card", "lasts"): "`lasts` is for status cards (G23); on a card, `kept: true` sets an aspect "
    "aside at clean-up (G7)",
    ("card", "on"): "an aspect of a card is on that card; leave it out",
    ("status", "kept"): "on a status card `lasts` says how long an aspect stays (G23)",
    ("status", "hidden"): "what is on a status card is known; hidden aspects are on cards (G16)",
    ("status", "framed"): "what is on a status card stands; the GM frames aspects of cards (G1)",
    ("addition", "framed"): "what a side may add is not framed; leave it out",
    ("addition", "hidden"): "what a side may add is known; hidden aspects are on cards (G16)",
}
"""Fields that an aspect has elsewhere, and what to do about them here."""


def read_scene(path: Path) -> SettledScene:
    """The scene of a file.

    Raises:
        ScenarioError: with every fault of the file. Where the form of a part is wrong, whatever
            refers to something is checked all the same; what needs the whole scene is not.
    """
    source = read_source(path)
    faults = list(source.faults)
    try:
        written = SceneFile.model_validate(source.data, strict=True)
    except ValidationError as error:
        shape = [_explained(one) for one in problems_of(error, SceneFile)]
        told = [*faults, *map(Places(source).fault, shape)]
        kept = salvage(source.data, SceneFile, _STAND_INS)
        if kept is not None:
            partly = Settling(SceneFile.model_validate(kept.data, strict=True), source.data)
            partly.scene()
            places = Places(source, moved=kept.moved)
            told += _further(told, map(places.fault, partly.problems))
        raise ScenarioError(_in_order(told)) from None
    settling, places = Settling(written), Places(source)
    scene = settling.scene()
    faults += [places.fault(one) for one in settling.problems]
    faults += [places.fault(one) for one in unsound(scene, settling.paths)]
    if faults:
        raise ScenarioError(_in_order(faults))
    notes = [places.fault(one) for one in doubts(scene, settling.paths, settling.plain)]
    return replace(scene, notes=tuple(_in_order(notes)))


def _further(told: list[Fault], found: Iterable[Fault]) -> Iterator[Fault]:
    """Those faults that are not about a part whose form was found wrong already."""
    fields = [one.field for one in told if one.field]
    for fault in found:
        if not any(part_of(fault.field, one) for one in fields):
            yield fault


def _explained(problem: Problem) -> Problem:
    """A problem with an aspect's field that stands in the wrong place told as such."""
    where = _place(problem.path)
    if where is None or not problem.at_key:
        return problem
    message = _MISPLACED.get((where, str(problem.path[-1])))
    if message is not None:
        return problem._replace(message=message, allowed=(), suggestion=None)
    return problem


def _place(path: FieldPath) -> str | None:
    """What kind of aspect a field belongs to."""
    names: dict[tuple[Any, ...], str] = {
        ("characters", "aspects"): "sheet",
        ("characters", "status"): "status",
        ("cards", "aspects"): "card",
    }
    if len(path) == 5:
        return names.get((path[0], path[2]))
    return "addition" if len(path) == 4 and path[0] == "additions" else None


def _in_order(faults: Iterable[Fault]) -> list[Fault]:
    return sorted(dict.fromkeys(faults), key=lambda one: (one.line, one.column))
