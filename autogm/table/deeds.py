"""What a form or a script that is posted does to a battle: choosing, rolling, taking back, and who
sits where. A deed is made of what was sent and of who sent it, as they sat then. It is checked when
it is done, since the battle may have gone on until then and others may sit there, and does nothing
where something is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from autogm.agents.base import Decision
from autogm.model.words import SIDES
from autogm.session.errors import SessionError, StaleError
from autogm.session.leaving import LEFT
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.table.answers import number
from autogm.table.battle import Battle
from autogm.table.battles import seat_of
from autogm.table.seating import AS_SIDE, DICE, PERSON, offered
from autogm.table.typed import FUDGE, dice_by, dice_of
from autogm.table.viewers import Viewer
from autogm.view.options import chosen, offer

FACES = {"-": -1, "0": 0, "+": 1}
SIX = {str(one): one for one in range(1, 7)}
Form = Mapping[str, str]
Deed = Callable[[Session], Step | None]
"""What is done to a game, once it is locked. It raises SessionError or SeatError where it cannot
be."""


def choose(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """One of the choices that are listed is taken."""

    def deed(session: Session) -> Step:
        _check_yours(viewer, session)
        _check_place(session, form)
        waits = session.waits()
        if waits.side is None or waits.on != "choice":
            raise SessionError("nobody is asked to choose now")
        found = offer(session.state, waits.side)
        place = number(form.get("choice"))
        if place is None or place >= len(found.options):
            raise SessionError("there is no such choice")
        action = chosen(session.state, waits.side, found.options[place].action)
        decision = battle.proposal()
        return session.take(action, None, decision if isinstance(decision, Decision) else None)

    return deed


def roll(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """The dice fell so, at the table."""

    def deed(session: Session) -> Step:
        _check_yours(viewer, session)
        _check_place(session, form)
        if form.get("typed", "").strip():
            return session.roll(dice_by(form["typed"], dice_of(session)))
        faces = [form[name] for name in sorted(form) if name.startswith("die")]
        fudge = dice_of(session) == FUDGE
        values, dice = (FACES, "four") if fudge else (SIX, "two")
        if len(faces) != (4 if fudge else 2) or not set(faces) <= set(values):
            raise SessionError(f"say how each of the {dice} dice fell, or what they came to")
        return session.roll({"dice": [values[one] for one in faces]})

    return deed


def undo(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """What was chosen last is taken back."""

    def deed(session: Session) -> None:
        _check_place(session, form)
        if not viewer.takes_back(session):
            raise SessionError("nothing of yours can be taken back here")
        session.undo()

    return deed


def redo(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """What was taken back is done again."""

    def deed(session: Session) -> None:
        _check_place(session, form)
        if not viewer.does_again(session):
            raise SessionError("nothing of yours can be done again here")
        session.redo()

    return deed


def go_to(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """The battle stands at another place of its history from now on. Where agents sit on all seats,
    whoever goes back takes a seat, since agents alone would play on as they did, at once: of the
    side that they look at, else of the one for which a person chose last, else the seat that
    chooses or rolls there."""

    def deed(session: Session) -> None:
        _check_owner(viewer)
        place = number(form.get("to"))
        if place is None:
            raise SessionError("this names no place in the battle")
        side = _side_played(session, viewer)
        session.go(place)
        waits = session.waits()
        if waits.side is not None and not session.seats.persons():
            own = waits.seat if side in (None, waits.side) else None
            key = own or SIDES[waits.side if side is None else side]
            session.seat(key, seat_of(PERSON))

    return deed


def _side_played(session: Session, viewer: Viewer) -> int | None:
    """The side that a viewer looks at, or else the one for which a person chose last: not what was
    rolled or set by hand."""
    if viewer.see is not None:
        return viewer.see
    keys = {*SIDES, *session.seats.fighters()}
    chose = [one.by for one in session.history.entries if one.asked and one.by in keys]
    return session.seats.side_of(chose[-1]) if chose else None


def seat(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """Somebody else sits there from now on: a person, an agent, or who sits for the side. Whoever
    came by the link of a seat may give that one away, and take it again."""

    def deed(session: Session) -> None:
        key, who = form.get("key", ""), form.get("who", PERSON)
        if not viewer.owner and key != viewer.own:
            raise SessionError("that seat is not yours to give away")
        if who == AS_SIDE and key not in SIDES:
            _check_owner(viewer)
            session.leave(key)
        else:
            if not viewer.owner and who not in offered(session.kind):
                raise SessionError(f"no page offers `{who}` for a seat")
            now = session.seats.seats.get(key)
            if who == PERSON and now is not None and now.person is not None:
                return  # whoever sits there stays as they are
            session.seat(key, seat_of(who))

    return deed


def propose(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """An agent proposes from now on what the GM's side does, where persons sit then; or nobody does
    any more, which leaves everybody where they sit."""

    def deed(session: Session) -> None:
        _check_owner(viewer)
        who = form.get("who", "") or None
        theirs = {
            key: one for key, one in session.seats.seats.items() if session.seats.side_of(key) == 1
        }
        if who is None and not any(one.proposer for one in theirs.values()):
            raise SessionError("nobody proposes anything: say who is to")
        for key, seat in theirs.items():
            if who is not None or seat.proposer is not None:
                person = seat.person or "the GM"
                session.seat(key, seat.changed(person=person, agent=None, proposer=who))

    return deed


def share_dice(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """Persons roll for these sides from now on, and the program for the others."""

    def deed(session: Session) -> None:
        _check_owner(viewer)
        session.roll_own(tuple(side for side in SIDES if form.get(side) == DICE[1]))

    return deed


def ask_about(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """Whoever chooses is asked from now on what the form names: `conceding`, and kinds of choices
    that could be left to the program."""

    def deed(session: Session) -> None:
        key = session.waits().seat
        if key is None or key not in viewer.keys or key != form.get("key", key):
            raise StaleError("it is not your choice now")
        seat = session.seats.seats[key]
        if seat.person is None:
            raise StaleError("an agent sits there now")
        left = tuple(one for one in LEFT if one not in form)
        session.seat(key, seat.changed(conceding="conceding" in form, leaves=left))

    return deed


def rename(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """The battle is called something else."""

    def deed(session: Session) -> None:
        _check_owner(viewer)
        session.rename(form.get("title", ""))

    return deed


DEEDS: dict[str, Callable[[Battle, Viewer, Form], Deed]] = {
    "choices": choose,
    "dice": roll,
    "undo": undo,
    "redo": redo,
    "go": go_to,
    "seats": seat,
    "proposer": propose,
    "dice-of": share_dice,
    "asking": ask_about,
    "title": rename,
}
"""What can be done to a battle, by the end of its address."""


def _check_yours(viewer: Viewer, session: Session) -> None:
    if not viewer.chooses(session):
        raise StaleError("this is not your choice, or not any more")


def _check_owner(viewer: Viewer) -> None:
    if not viewer.owner:
        raise SessionError("only whoever has started the program can do that")


def _check_place(session: Session, form: Form) -> None:
    if number(form.get("at")) != session.here:
        raise StaleError("the battle has gone on meanwhile; look again how things stand")
