"""The past of a battle as its page shows it: what persons chose on every branch, in the words that
a side is told, to go back to or on from. What is told of a choice hangs on the line up to it alone,
so that each is told once; and it is told beside the battle, which goes on meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass

from autogm.game.plays import BY_HAND, PlayError
from autogm.model.words import SIDES
from autogm.session.history import ROOT
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.table.asides import SIDE_NAMES
from autogm.table.battle import Battle
from autogm.table.feed import lines_of
from autogm.table.viewers import Viewer
from autogm.view.options import offer, place_of
from autogm.view.telling import Telling


@dataclass(frozen=True)
class Moment:
    """A choice of a person: the entry that it made, where one stands before it, what it told."""

    entry: int
    before: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Branch:
    """A branch: its end, whether the battle stands on it, the choices of persons along it that no
    branch before it has shown, and why it cannot be told to its end, if it cannot."""

    end: int
    current: bool
    moments: tuple[Moment, ...]
    fault: str = ""


def branches(battle: Battle, viewer: Viewer) -> list[Branch]:
    """The branches on which a person has chosen something: first the one on which the battle
    stands, then the newest."""
    with battle.lock:
        session, told = battle.session, battle.told_to(viewer.see)
        history = session.history
        tip, ends = history.tip, history.ends()
        lines = {end: [history[one] for one in history.line(end)[1:]] for end in ends}
    shown: set[int] = set()
    found = []
    for end in sorted(ends, key=lambda one: (one != tip, -one)):
        made = [one for one in lines[end] if one.asked and one.number not in shown]
        fault = ""
        if any(one.number not in told for one in made):
            fault = _tell(session, end, viewer.see, told)
        shown.update(one.number for one in made)
        moments = tuple(
            Moment(one.number, one.parent, told[one.number]) for one in made if one.number in told
        )
        if moments or fault:
            found.append(Branch(end, end == tip, moments, fault))
    return found


def _tell(session: Session, end: int, see: int | None, told: dict[int, tuple[str, ...]]) -> str:
    """Tell the choices of persons on the line to an end, by the entries that they made; what is
    wrong with an entry that this version does not accept, and nothing from there on."""
    telling = Telling(session.beginning, see)
    try:
        for step in session.steps(ROOT, end):
            lines = telling.step(step.before, step.action, step.after, step.position)
            entry = step.entry
            if not entry.asked or entry.number in told:
                continue
            said = tuple(
                "".join(text for text, _ in one.parts).strip()
                for one in lines_of(lines, entry.number)
                if not one.heading
            )
            told[entry.number] = said or (_described(step, see),)
    except PlayError as error:
        return str(error)
    return ""


def _described(step: Step, see: int | None) -> str:
    """What was chosen where nothing else tells it, as a side may know it."""
    before, side = step.before, step.before.current_player()
    if step.action == BY_HAND:
        return "How things stand was set by hand."
    if see in (None, side):
        found = offer(before, side)
        number = place_of(before, found, step.action)
        if number is not None:
            return f"{found.question.removesuffix('.')}: {found.options[number].words}."
    return f"{SIDE_NAMES[SIDES[side]]} chose something that is not told."
