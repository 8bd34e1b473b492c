"""What the page of a battle shows: how things stand as whoever looks knows them, what is waited
for, what can be done, and who sits where; as the values that its templates lay out.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from markupsafe import Markup

from autogm.agents.names import opponent_of
from autogm.engine.state import State
from autogm.game.tableau import Tableau
from autogm.model.words import SIDES
from autogm.planner.levels import DEFAULT, LEVELS
from autogm.session.leaving import LEFT, WORDS
from autogm.session.session import Session
from autogm.table import asides
from autogm.table.access import OF, Access
from autogm.table.battle import Battle
from autogm.table.feed import Frame, drawn, look_at
from autogm.table.gallery import choices
from autogm.table.seating import PERSON
from autogm.table.typed import dice_of
from autogm.table.viewers import VIEWS, Viewer
from autogm.view.board import Board
from autogm.view.options import grouped


def shown(access: Access, battle: Battle, viewer: Viewer, frame: Frame) -> dict[str, Any]:
    """What templates lay out of a frame. It is drawn while the battle may go on; what can be done
    is only told where it still stands there then."""
    seen = look_at(frame.state, frame.events, viewer.see, frame.conceded)
    svg, changed = None if seen is None else Markup(drawn(seen)), battle.differences
    with battle.lock:
        told = _moment(access, battle, viewer, frame, seen)
    return {
        **told,
        "svg": svg,
        "changed": changed if viewer.owner and viewer.see is None else [],
        "has_changed": bool(changed),
    }


MANY = 12
"""With more choices than these, a page offers to show those of one kind alone."""


def _moment(
    access: Access, battle: Battle, viewer: Viewer, frame: Frame, seen: Board | Tableau | None
) -> dict[str, Any]:
    """How things stand, what is asked, and who sits where."""
    session = battle.session
    board = seen if isinstance(seen, Board) else None
    known = None if viewer.see is None else {one.id for one in board.fighters} if board else set()
    more = frame.more or frame.here != session.here

    def called(key: str | None) -> str:
        """A seat's name; that of its side where nobody may know of it."""
        if key and known is not None and key not in (*SIDES, *known):
            key = key if key not in session.seats.seats else SIDES[session.seats.side_of(key)]
        return asides.seat_name(session, key)

    waits = session.waits()
    roller = session.state.actor() if waits.on == "dice" else None
    return {
        "battle": battle.name,
        "title": session.title,
        "viewer": viewer,
        "views": VIEWS,
        "change": battle.change,
        "here": frame.here,
        "more": more,
        "lines": frame.lines,
        "board": board,
        "tableau": None if board else seen,
        "waits": waits,
        "who": called(waits.seat),
        "pending": battle.pending,
        "compiling": battle.compiling,
        "thinks": called(battle.pending) if battle.pending in session.seats.seats else "",
        "trouble": _trouble(battle, viewer, known),
        "rolls": called(roller) if board and (known is None or roller in known) else "",
        **_asked(access, battle, viewer, more),
        **_seated(access, battle, viewer, known),
    }


def _asked(access: Access, battle: Battle, viewer: Viewer, more: bool) -> dict[str, Any]:
    """What whoever looks may do now: choose, roll, take back; nothing where there is `more` to be
    seen before."""
    session = battle.session
    waits, yours = session.waits(), not more and viewer.chooses(session)
    asked = asides.asked(battle, waits.side) if yours and waits.on == "choice" else None
    conflict = isinstance(session.state, State)
    return {
        "elsewhere": not more and not yours and viewer.chooses_elsewhere(session),
        "asked": asked,
        "groups": grouped(asked),
        "many": MANY,
        "proposed": asides.proposed(battle, asked, viewer.see) if asked else None,
        "asked_apart": _asked_apart(access, session, viewer) if asked else "",
        "asking": _asking(session, viewer) if asked and conflict else [],
        "dice": dice_of(session) if yours and waits.on == "dice" else "",
        "stood_in": _agent_of(session, waits.side) if waits.on == "dice" else "",
        "undo": not more and viewer.takes_back(session),
        "redo": not more and viewer.does_again(session),
        "levels": [one.name for one in LEVELS],
        "level": DEFAULT.name,
    }


def _seated(
    access: Access, battle: Battle, viewer: Viewer, known: Collection[str] | None
) -> dict[str, Any]:
    """Who sits where, as far as the fighters are `known`, who could, and whose dice fall."""
    session = battle.session
    seats, rows = session.seats, asides.seat_rows(session)
    theirs = (one for key, one in seats.seats.items() if seats.side_of(key) == 1)
    proposer = next((one.proposer for one in theirs if one.proposer), "")
    return {
        "seats": [one for one in rows if known is None or one.key in (*SIDES, *known)],
        "own": next((one for one in rows if one.key == viewer.own), None),
        "choices": choices(session.kind),
        "person": PERSON,
        "own_dice": session.own_dice,
        "sides": SIDES,
        "links": _links(access, battle, viewer.see, known),
        "only_here": access.only_here,
        "proposer": proposer,
        "may_propose": proposer or seats.seats[SIDES[1]].agent or opponent_of(session.kind),
    }


def _asked_apart(access: Access, session: Session, viewer: Viewer) -> str:
    """Who is asked the same at a seat of their own, by the name of the seat; nobody where all sit
    at one page."""
    seat = session.waits().seat
    if access.only_here or seat is None or seat in SIDES or seat == viewer.own:
        return ""
    return asides.seat_name(session, seat)


def _asking(session: Session, viewer: Viewer) -> list[tuple[str, str, bool]]:
    """What whoever chooses may be asked or not: the name in a form, the words, and whether they are
    asked now."""
    key = session.waits().seat
    if key is None or key not in viewer.keys:
        return []
    seat = session.seats.seats[key]
    kinds = [(one, WORDS[one], one not in seat.leaves) for one in LEFT]
    return [*kinds, ("conceding", "before rolls, whether to concede", seat.conceding)]


def _agent_of(session: Session, side: int | None) -> str:
    """Who plays a side where that is an agent; nothing where a person does."""
    seat = session.seats.seats[SIDES[side or 0]]
    return "" if seat.agent is None else seat.agent


def _trouble(battle: Battle, viewer: Viewer, known: Collection[str] | None) -> str:
    """What went wrong: to the owner alone, without what it says of anybody hidden; others are told
    that something did."""
    said, seats = battle.trouble, battle.session.seats
    hidden = [] if known is None else [one for one in seats.fighters() if one not in known]
    names = {*hidden, *(asides.seat_name(battle.session, one) for one in hidden)}
    if not said or (viewer.owner and not any(one in said for one in names)):
        return said
    if viewer.owner:
        return "an agent has failed; where everything is shown it is told which, and why"
    return "something has failed; whoever has started the program is told what, and why"


def _links(
    access: Access, battle: Battle, see: int | None, known: Collection[str] | None
) -> dict[str, str]:
    """The links of the persons' seats, where others can come at all: of those of the side whose
    knowledge is shown who are `known`, since others may look at such a page, too."""
    if access.only_here:
        return {}
    seats = battle.session.seats
    return {
        asides.seat_name(battle.session, key): access.link(f"{key}{OF}{battle.name}")
        for key, one in seats.seats.items()
        if one.person is not None
        and (see is None or seats.side_of(key) == see)
        and (known is None or key in (*SIDES, *known))
    }
