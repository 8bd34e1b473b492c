"""A game in which persons answer for both sides, and what a table sets in it by hand."""

from __future__ import annotations

from typing import Any

from autogm.game.positions import positions_of
from autogm.game.registry import kind_called
from autogm.session.begun import begin
from autogm.session.draft import Draft
from autogm.session.seats import Seat
from autogm.session.session import Session
from autogm.table.editing import edit
from autogm.view.snapshot import board_of


def table(name: str, **seats: Seat) -> Session:
    """A game in which persons answer for both sides."""
    sitting = {"players": Seat(person="Ada"), "gm": Seat(person="Ben"), **seats}
    session = Session(begin(name, sitting))
    go_on(session)
    return session


def go_on(session: Session) -> None:
    while session.go_on() is not None:
        pass


def told(session: Session) -> dict[str, Any]:
    fields = positions_of(kind_called(session.kind)).told(session.state)
    return {name: one for name, one in fields.items() if name != "no_compel"}


def set_by(session: Session, line: str) -> None:
    draft = Draft(session)
    edit(draft, line)
    session.set_by_hand(draft.position, draft.files, session.here)


def board_after(line: str, name: str = "ravine-ambush") -> Any:
    session = table(name)
    set_by(session, line)
    return board_of(session.state)
