"""What was found by tuning, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from autogm.lab.tune.aims import Aim, Counted
from autogm.lab.tune.knobs import Edits
from autogm.lab.tune.tuned import Effect, Tried, Tuned
from autogm.model.variants import Change
from autogm.view.figures import Figures, signed

SHOWN = 12
"""Knobs whose effects are shown to a person: those that do most."""


def figure(aim: Aim, value: float) -> str:
    """A value of an aim as it is said."""
    return f"{100 * value:.1f}%" if aim.share else f"{value:.2f}"


def counted(aim: Aim, found: Counted) -> str:
    """What was counted, with its interval and the number of battles."""
    low, high = (figure(aim, one) for one in aim.interval(found))
    return f"{figure(aim, found.mean)} ({low} to {high}) of {found.battles:,} battles"


def wanted(tuned: Tuned) -> str:
    """The target, and how near to it is near enough."""
    return f"{figure(tuned.aim, tuned.target)} ± {figure(tuned.aim, tuned.within)}"


def tables(
    title: str,
    tuned: Tuned,
    files: Sequence[str],
    agents: str,
    others: Sequence[str | None],
    again: str = "",
) -> Iterator[RenderableType]:
    """The report: where it stood, with the command that plays the same battles `again`, the sets
    that bring it to its target with the file of each, and what each knob does. `agents` play it,
    of each answer those of `others` where it changes who does."""
    aim = tuned.aim
    even = f" {aim.note}" if aim.note else ""
    yield Text.assemble((title, "bold"), f"\nTarget: {aim.words}, {wanted(tuned)}.{even}")
    yield Text(f"Played by: {agents}.")
    yield Text(f"As it is: {counted(aim, tuned.start)}.")
    if again:
        yield Text(f"   the same battles: {again}", "dim")
    if tuned.open:
        sure, settled = "is" if tuned.reached else "may be", counted(aim, tuned.settled)
        keep = "; what follows would keep it there" if tuned.reached and tuned.answers else ""
        yield Text(f"It {sure} on target as it is: {settled}{keep}.")
    for number, one in enumerate(tuned.answers):
        yield Text("")
        cost = f"cost {tuned.cost(one.edits):g}"
        yield Text.assemble((f"{number + 1}. {cost}", "bold"), f": {counted(aim, one.verified)}")
        yield from _edits(tuned, one)
        if others[number]:
            yield Text(f"   played by: {others[number]}")
        if files:
            yield Text(f"   {files[number]}", "dim")
    if tuned.nearest is not None:
        yield from _nearest(tuned, tuned.nearest, files, others)
    elif tuned.bounds:
        found = len(tuned.answers)
        verb = "was" if found <= 1 else "were"
        many = found or "none"
        yield Text(f"\nOf the {tuned.wanted} sets that were looked for {many} {verb} found:")
        yield from _bounds(tuned)
    sets = tuned.answers or (tuned.nearest is not None and tuned.nearest.edits)
    if sets and aim.with_luck is not None:
        yield Text("\nWhat sets come to is told without the luck of the dice.", "dim")
    if any(_sure(one) for one in tuned.effects):
        yield Text("")
        yield _effects(tuned)
    elif tuned.effects:
        yield Text("")
        yield Text("No change by one step was seen to move it for sure.")


def _edits(tuned: Tuned, one: Tried) -> Iterator[Text]:
    for knob, value in one.edits:
        yield Text(f"   {tuned.knobs[knob].said(value)}")


def _nearest(
    tuned: Tuned, found: Tried, files: Sequence[str], others: Sequence[str | None]
) -> Iterator[Text]:
    yield Text("")
    told = counted(tuned.aim, found.told)
    yield Text(f"No set is known to be on target. The nearest: {told}")
    if not found.edits:
        yield Text("   as it is")
    yield from _edits(tuned, found)
    if others[0]:
        yield Text(f"   played by: {others[0]}")
    if files:
        yield Text(f"   {files[0]}", "dim")
    if tuned.bounds:
        yield Text("What bounds it:")
    yield from _bounds(tuned)


def _bounds(tuned: Tuned) -> Iterator[Text]:
    for one in tuned.bounds:
        yield Text(f"   {one}")


def strongest(tuned: Tuned) -> list[Effect]:
    """The effects, those first that are surely greatest: by how far the interval keeps from none,
    then by the mean."""
    return sorted(tuned.effects, key=lambda one: (-_sure(one), -abs(one.mean)))


def _sure(one: Effect) -> float:
    """How far an effect surely lies from none."""
    return max(0.0, one.low, -one.high)


def _effects(tuned: Tuned) -> RenderableType:
    """What surely does something; the rest would stand there with whatever figures."""
    aim, scale = tuned.aim, 100 if tuned.aim.share else 1
    rows = []
    for one in [one for one in strongest(tuned) if _sure(one)][:SHOWN]:
        mean, low, high = (scale * each for each in (one.mean, one.low, one.high))
        told = f"{signed(mean, 1)} ({signed(low, 1)} to {signed(high, 1)})"
        rows.append((Text(tuned.knobs[one.knob].said(one.value)), (told,)))
    head = "change, in points" if aim.share else "change"
    return Figures("what one does to a conflict on target, by the model", (head,), tuple(rows))


def as_dict(
    tuned: Tuned,
    changes: Sequence[Sequence[Change]],
    files: Sequence[str],
    agents: Sequence[str | None],
) -> dict[str, Any]:
    """All of it, as plain data; `changes`, `files` and `agents` are those of each answer, or of the
    nearest where there is none."""
    found = list(tuned.answers) or ([tuned.nearest] if tuned.nearest else [])
    told = [
        _one(tuned, one, changes[number], files[number] if files else None)
        | {"agents": agents[number]}
        for number, one in enumerate(found)
    ]
    return {
        "aim": tuned.aim.name,
        "target": tuned.target,
        "within": tuned.within,
        "complete": tuned.complete,
        "battles": tuned.battles,
        "start": _counted(tuned.aim, tuned.start),
        "settled": _counted(tuned.aim, tuned.settled),
        "reached": tuned.reached,
        "on_target": told if tuned.answers else [],
        "nearest": told[0] if told and not tuned.answers else None,
        "bounds": list(tuned.bounds),
        "effects": [
            {
                "path": tuned.knobs[one.knob].path,
                "change": _said(tuned, ((one.knob, one.value),))[0],
                "mean": one.mean,
                "low": one.low,
                "high": one.high,
            }
            for one in strongest(tuned)
        ],
    }


def _said(tuned: Tuned, edits: Edits) -> list[str]:
    return [tuned.knobs[knob].said(value) for knob, value in edits]


def _one(tuned: Tuned, one: Tried, changes: Sequence[Change], file: str | None) -> dict[str, Any]:
    return {
        "cost": tuned.cost(one.edits),
        "edits": _said(tuned, one.edits),
        "set": "; ".join(change.words for change in changes),
        "verified": _counted(tuned.aim, one.verified),
        "file": file,
    }


def _counted(aim: Aim, found: Counted) -> dict[str, float] | None:
    if not found.battles:
        return None
    low, high = aim.interval(found)
    return {"battles": found.battles, "mean": found.mean, "low": low, "high": high}
