"""The past of a battle as its page shows it: what persons chose on every branch and what came of
it, in the words that a side is told, to go back to or on from. A branch is told once as far as it
goes, beside the battle, which goes on meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from autogm.engine.state import State
from autogm.game.contract import CHANCE
from autogm.game.plays import BY_HAND, PlayError
from autogm.model.words import SIDES
from autogm.session.history import ROOT
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.table.battle import Battle
from autogm.table.feed import lines_of
from autogm.table.viewers import Viewer
from autogm.view.options import offer, place_of
from autogm.view.telling import Telling
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import start
from autogm.view.words.sides import CALLED


@dataclass(frozen=True)
class PastChoice:
    """A choice of a person: its number on its line, from 1, the entry that it made, where one
    stands before it, what was chosen, what came of it up to the next, and in which exchange of a
    conflict it was made."""

    number: int
    entry: int
    before: int
    chosen: str
    came: tuple[str, ...]
    exchange: int | None = None


@dataclass(frozen=True)
class Branch:
    """A branch: its end, whether the battle stands on it, the choices of persons along it that no
    branch before it has shown, the choice after which it leaves those, if there is one, what came
    before all choices, if no branch before it has told that, and why it cannot be told to its end,
    if it cannot."""

    end: int
    current: bool
    choices: tuple[PastChoice, ...]
    after: PastChoice | None = None
    opening: tuple[str, ...] = ()
    fault: str = ""

    def exchanges(self) -> list[tuple[int | None, list[PastChoice]]]:
        """Its choices by the exchanges in which they were made."""
        return [(one, list(made)) for one, made in groupby(self.choices, lambda it: it.exchange)]


@dataclass(frozen=True)
class ToldLine:
    """The choices of persons from the beginning to an end, what came before the first, and why they
    cannot be told to there, if they cannot."""

    choices: tuple[PastChoice, ...]
    opening: tuple[str, ...] = ()
    fault: str = ""


def branches(battle: Battle, viewer: Viewer) -> list[Branch]:
    """The branches on which a person has chosen something: first the one on which the battle
    stands, then the newest."""
    with battle.lock:
        session, told = battle.session, battle.told_to(viewer.see)
        history = session.history
        tip, ends = history.tip, history.ends()
        lines = {end: told[end] for end in ends if end in told}
        chosen = {one.entry: one.chosen for line in told.values() for one in line.choices}
    for end in ends:
        if end not in lines:
            lines[end] = _tell(session, end, viewer.see, chosen)
    with battle.lock:
        told.clear()
        told.update(lines)
    shown, opened = set[int](), set[tuple[str, ...]]()
    found = []
    for end in sorted(ends, key=lambda one: (one != tip, -one)):
        line = lines[end]
        choices = tuple(one for one in line.choices if one.entry not in shown)
        before = [one for one in line.choices if one.entry in shown]
        shown.update(one.entry for one in choices)
        if choices or line.fault:
            after = before[-1] if before else None
            opening = () if line.opening in opened else line.opening
            opened.add(line.opening)
            found.append(Branch(end, end == tip, choices, after, opening, line.fault))
    return found


def _tell(session: Session, end: int, see: int | None, chosen: dict[int, str]) -> ToldLine:
    """Tell the choices of persons on the line to an end, to where this version accepts it. What was
    `chosen` is put into words once for each entry, whose words all branches share."""
    telling, choices, fault = Telling(session.beginning, see), list[PastChoice](), ""
    opening: list[str] = []
    try:
        for step in session.steps(ROOT, end):
            lines = telling.step(step.before, step.action, step.after, step.position)
            entry = step.entry
            if entry.asked:
                if entry.number not in chosen:
                    chosen[entry.number] = _described(step, see)
                words = chosen[entry.number]
                before = step.before
                exchange = int(before.exchange) if isinstance(before, State) else None
                choices.append(
                    PastChoice(len(choices) + 1, entry.number, entry.parent, words, (), exchange)
                )
            said = tuple(
                "".join(text for text, _ in one.parts).strip()
                for one in lines_of(lines, entry.number)
                if not one.heading
            )
            if choices:
                choices[-1] = replace(choices[-1], came=(*choices[-1].came, *said))
            else:
                opening += said
    except PlayError as error:
        fault = str(error)
    return ToldLine(tuple(choices), tuple(opening), fault)


def _described(step: Step, see: int | None) -> str:
    """What was chosen or fell, as a side may know it."""
    before, side = step.before, step.before.current_player()
    if step.action == BY_HAND:
        return "Things were set by hand"
    if side == CHANCE:
        return "Dice were rolled by hand"
    if see in (None, side):
        found = offer(before, side)
        number = place_of(before, found, step.action)
        if number is not None:
            words = found.options[number].words
            if not isinstance(before, State):
                return start(words)
            return f"{start(ChoiceWords(before.game).chooser(before))}: {words}"
    return f"{start(CALLED[SIDES[side]])} chose something that is not told"
