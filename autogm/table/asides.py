"""What is told beside a battle, to whoever asks: the odds of each choice, what a good player would
do, what the enemies could do, why an agent chose what it did, why something cannot be done; and who
sits where, by name. All of it is plain data, worked out from what the side knows that asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from autogm.analysis.blocks import may_block
from autogm.analysis.coach import coach
from autogm.analysis.falling import falling
from autogm.analysis.forecast import forecasts
from autogm.analysis.grounds import reasoned
from autogm.analysis.remains import remains
from autogm.analysis.threats import threat_lines, threats
from autogm.model.words import SIDES
from autogm.planner.levels import DEFAULT, LevelError, level_of
from autogm.session.errors import SessionError, StaleError
from autogm.session.history import ROOT
from autogm.session.session import Session
from autogm.table.answers import number
from autogm.table.battle import Battle
from autogm.table.viewers import Viewer
from autogm.view.options import Offer, offer, place_of
from autogm.view.telling import why
from autogm.view.why_not import attempts, why_not
from autogm.view.words.grammar import start
from autogm.view.words.names import names_of
from autogm.view.words.sides import CALLED

Form = Mapping[str, str]


def asked(battle: Battle, side: int | None) -> Offer | None:
    """What a side is asked now."""
    if side is None:
        return None
    return offer(battle.session.state, side)


THINKING = "Thinking about what to propose…"


@dataclass(frozen=True)
class Proposed:
    """What an agent proposes: the number of the choice (none: it is still thinking, or has nothing
    to propose; `words` say so), its words, who proposes it and why."""

    choice: int | None
    words: str
    by: str = ""
    why: str = ""


def proposed(battle: Battle, found: Offer, see: int | None) -> Proposed | None:
    """What an agent proposes to who is asked, or that it is still thinking; None where nobody
    does."""
    decision = battle.proposal()
    if decision is None:
        return Proposed(None, THINKING) if battle.asks_for_proposal else None
    if isinstance(decision, str):
        return Proposed(None, decision)
    state = battle.session.state
    place = place_of(state, found, decision.action)
    if place is None:
        return None
    by = str(decision.facts.get("by", "an agent"))
    return Proposed(place, found.options[place].words, by, why(state, decision, see))


def odds(battle: Battle, viewer: Viewer, form: Form) -> dict[str, Any]:
    """What may come of each choice, by its number: in words, with the chance to succeed and to take
    out; and what each way to take a hit leaves. Of dice that somebody is about to enter, what they
    may bring."""
    if (rolls := _dice(battle, viewer, form)) is not None:
        return rolls
    here, state, found = _moment(battle, viewer, form)

    def work() -> dict[str, Any]:
        told: dict[str, Any] = {}
        left, blocked = remains(state, found), may_block(state, found)
        every = zip(forecasts(state, found), left, blocked, strict=True)
        for place, (one, rest, block) in enumerate(every):
            if rest is not None:
                told[str(place)] = {"words": rest.words()}
            elif one is not None:
                rolled = f"{one.skill} against {one.answer}" if one.answer else one.skill
                told[str(place)] = {
                    "words": one.words(),
                    "rolled": rolled,
                    "invoked": one.invoked_words(),
                    "invoked_succeeds": one.invoked_hits,
                    "succeeds": one.hits if len(one.results) > 1 and not one.theirs else None,
                    "out": one.out,
                }
            elif block:
                told[str(place)] = {"words": block}
        return {"odds": told}

    return battle.beside.at_once(("odds", here, found.side), work)


def _dice(battle: Battle, viewer: Viewer, form: Form) -> dict[str, Any] | None:
    """What the dice may bring that the viewer is to enter, as the side knows it that rolls them, or
    the one whose knowledge is shown; None where none are."""
    with battle.lock:
        session = battle.session
        waits, here, state = session.waits(), session.here, session.state
        if waits.on != "dice" or form.get("at") != str(here) or not viewer.chooses(session):
            return None
    side = viewer.see if viewer.see is not None else waits.side or 0

    def work() -> dict[str, Any]:
        found = falling(state, side)
        told = {} if found is None else {"words": found.words(), "lines": found.lines()}
        return {"odds": {}, "dice": told}

    return battle.beside.at_once(("dice", here, side), work)


def coaching(battle: Battle, viewer: Viewer, form: Form) -> dict[str, Any]:
    """What a level would do, and what its best choices cost against the best."""
    here, state, found = _moment(battle, viewer, form)
    try:  # by its name alone: nobody waits for a huge budget, or is told what a small one found
        level = level_of(form.get("level") or DEFAULT.name)
    except LevelError as error:
        raise SessionError(str(error)) from None

    def work() -> dict[str, Any]:
        said = coach(state, found.side, level)
        by_action = [one.action for one in found.options]
        return {
            "says": said.sentence,
            "exact": said.exact,
            "lines": [
                {
                    "choice": by_action.index(one.action) if one.action in by_action else None,
                    "words": one.words,
                    "told": one.told,
                    "best": one.best,
                }
                for one in said.lines
            ],
        }

    return battle.beside.at_once(("coach", here, found.side, level.name), work)


def threatened(battle: Battle, viewer: Viewer, form: Form) -> dict[str, Any]:
    """What each enemy could do to whom on its next turn, as the side knows it that asks; with
    everything shown, as the players do."""
    side = viewer.see or 0
    with battle.lock:
        here, state = battle.session.here, battle.session.state

    def work() -> dict[str, Any]:
        found = threats(state, side)
        lines = threat_lines(state, side, found) if found else ()
        return {"threats": [one.as_dict() for one in found], "lines": list(lines)}

    return battle.beside.at_once(("threats", here, side), work)


def why_so(battle: Battle, viewer: Viewer, form: Form) -> dict[str, Any]:
    """Why an agent chose what it did at an entry."""
    entry = number(form.get("entry"))
    with battle.lock:
        session = battle.session
        line = session.history.line(session.here)
        if entry in (None, ROOT) or entry not in line:
            raise SessionError("nothing was chosen there")
        parent = line[line.index(entry) - 1]
        step = next(iter(session.steps(parent, entry)))
    if step.decision is None:
        raise SessionError("no agent chose there")
    decision = step.decision
    key = ("why", entry, viewer.see)
    return battle.beside.at_once(key, lambda: {"says": reasoned(step.before, decision, viewer.see)})


def why_not_so(battle: Battle, viewer: Viewer, form: Form) -> dict[str, Any]:
    """Why something cannot be done about what has been pointed at: going to a zone, attacking a
    fighter, invoking an aspect, trying an intention, ending a scene so."""
    _, state, found = _moment(battle, viewer, form)
    told = []
    for what, action in attempts(state, found.side, form):
        answer = why_not(state, found.side, action)
        if answer is not None:
            told.append({"about": what, "says": answer.sentence, "rule": answer.rule})
    by_sentence = {one["says"]: one for one in reversed(told)}  # what is asked now is told once
    return {"told": [one for one in told if by_sentence[one["says"]] is one]}


# Who sits where


def seat_name(session: Session, key: str | None) -> str:
    """What a seat is called: as its fighter, or its side."""
    if not key:
        return ""
    if key in SIDES:
        return start(CALLED[key])
    encounter = getattr(session.game, "encounter", None)
    return key if encounter is None else str(names_of(encounter).of(key))


@dataclass(frozen=True)
class SeatRow:
    """A seat as the list of seats shows it: its key, what it is called, its side, and who sits
    there: `person`, an agent's full name, or nothing where it is its side's."""

    key: str
    name: str
    side: str
    sits: str


def seat_rows(session: Session) -> list[SeatRow]:
    """Both sides, and everybody who may sit apart."""
    seats = session.seats.seats
    rows = []
    for key in (*SIDES, *session.seats.fighters()):
        seat = seats.get(key)
        sits = "" if seat is None else "person" if seat.person is not None else seat.agent or ""
        side = SIDES[session.seats.side_of(key)]
        rows.append(SeatRow(key, seat_name(session, key), side, sits))
    return rows


def _moment(battle: Battle, viewer: Viewer, form: Form) -> tuple[int, Any, Offer]:
    """Where the battle stands, the state and what is asked in it, if it is the viewer's to be
    asked, and still as it saw it.

    Raises:
        StaleError: where it is not, or not any more.
    """
    with battle.lock:
        session = battle.session
        waits = session.waits()
        if form.get("at") != str(session.here):
            raise StaleError("the battle has gone on meanwhile")
        found = asked(battle, waits.side) if waits.on == "choice" else None
        if found is None or not viewer.chooses(session):
            raise StaleError("you are not asked anything now")
        return session.here, session.state, found
