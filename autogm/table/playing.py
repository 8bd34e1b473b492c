"""The addresses of a battle that is played: its page, what has happened since, what can be done,
and what is told on demand. Everything is worked out for who asks, by what their side knows;
nothing is sent that a browser would have to hide.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from autogm.agents.base import Decision
from autogm.game.plays import PlayError
from autogm.game.tableau import Tableau
from autogm.model.faults import ScenarioError
from autogm.model.words import SIDES
from autogm.planner.levels import DEFAULT, LEVELS
from autogm.session.saved import SaveError
from autogm.session.seats import SeatError
from autogm.session.session import Session, SessionError, StaleError, Step
from autogm.session.store import StoreError
from autogm.table import asides
from autogm.table.access import GM, OF, Access
from autogm.table.answers import message, only_gm, page, sent
from autogm.table.battles import Battle, Battles, seat_of
from autogm.table.by_hand import by_hand_page, settled
from autogm.table.feed import Frame, drawn, look_at
from autogm.table.files import FILES, saved, taken_in
from autogm.table.looking_back import BATTLES, looking_back
from autogm.table.offers import choices
from autogm.table.seating import AS_SIDE, DICE, PERSON
from autogm.table.viewers import VIEWS, Viewer, viewer_of
from autogm.view.board import Board
from autogm.view.options import Offer, chosen, offer

QUIET = 15.0
"""Seconds after which a stream of events says that it is still there."""
MOST_BY_HAND = 1_000_000
BY_HAND_PAGE = "by-hand"
FACES = {"-": -1, "0": 0, "+": 1}
Form = Mapping[str, str]


class Play:
    """The handlers of battles."""

    def __init__(self, access: Access, battles: Battles) -> None:
        self.access, self.battles = access, battles

    def routes(self) -> list[Route]:
        """Every address."""
        one = "/battles/{id}"
        asked: dict[str, Callable[[Battle, Viewer, Form], Any]] = {
            "odds": asides.odds,
            "coach": asides.coaching,
            "threats": asides.threatened,
            "why": asides.why_so,
            "why-not": asides.why_not_so,
        }
        deeds = tuple(DEEDS)
        return [
            Route("/saves", self.take_in, methods=["POST"]),
            Route(f"{one}/save", self.save),
            *(Route(f"{one}/{name}", self._file(work)) for name, work in FILES.items()),
            Route(one, self.page),
            Route(f"{one}/now", self.now),
            Route(f"{one}/events", self.events),
            Route(f"{one}/by-hand", self.by_hand),
            Route(f"{one}/by-hand", self.set_by_hand, methods=["POST"]),
            Route(f"{one}/history", self.history),
            Route(f"{one}/review", self.review),
            *(Route(f"{one}/{name}", self._aside(work)) for name, work in asked.items()),
            *(Route(f"{one}/{name}", self._deed(name), methods=["POST"]) for name in deeds),
            Route(f"{one}/again", self.again, methods=["POST"]),
            Route(f"{one}/removal", self.remove, methods=["POST"]),
        ]

    # What is shown

    def page(self, request: Request) -> Response:
        """The page of a battle: everything that has happened, and what is asked."""
        battle, viewer = self._at(request)
        with battle.lock:
            frame = battle.feed(viewer.see).all()
        return page("battle.html", **self._values(battle, viewer, frame), reset=True)

    def now(self, request: Request) -> Response:
        """What has happened after an entry: the next thing to look at, or all of it (`at_once`).
        Whoever has seen an entry that was taken back is given everything anew."""
        battle, viewer = self._at(request)
        seen = _number(request.query_params.get("after"))
        at_once = "at_once" in request.query_params
        with battle.lock:
            feed = battle.feed(viewer.see)
            reset = seen is None or not feed.knows(seen)
            frame = feed.all() if reset else feed.after(seen or 0, at_once=at_once)
        return page("now.html", **self._values(battle, viewer, frame), reset=reset)

    def history(self, request: Request) -> Response:
        """All that was done, with its branches, to go back to or on from."""
        battle, viewer = self._at(request)
        with battle.lock:
            return page(
                "history.html",
                battle=battle.name,
                title=battle.session.title,
                viewer=viewer,
                branches=asides.branches(battle, viewer),
                here=battle.session.here,
            )

    def review(self, request: Request) -> Response:
        """The review of what was played; a page that looks again until it is there."""
        battle, viewer = self._at(request)
        by_battles = "battles" in request.query_params
        return page(
            "review.html",
            battle=battle.name,
            title=battle.session.title,
            viewer=viewer,
            battles=BATTLES,
            found=battle.beside(*looking_back(battle, viewer.see, by_battles)),
        )

    def _values(self, battle: Battle, viewer: Viewer, frame: Frame) -> dict[str, Any]:
        """What templates lay out. It is drawn while the battle may go on; what can be done is only
        told where it still stands there then."""
        seen = look_at(frame.state, frame.events, viewer.see)
        svg = None if seen is None else Markup(drawn(seen))
        with battle.lock:
            return {**self._moment(battle, viewer, frame, seen), "svg": svg}

    def _moment(
        self, battle: Battle, viewer: Viewer, frame: Frame, seen: Board | Tableau | None
    ) -> dict[str, Any]:
        session = battle.session
        more = frame.more or frame.here != session.here
        board = seen if isinstance(seen, Board) else None
        known = (
            None if viewer.see is None else {one.id for one in board.fighters} if board else set()
        )

        def called(key: str | None) -> str:
            """A seat's name; that of its side where nobody may know of it."""
            if key and known is not None and key not in (*SIDES, *known):
                key = key if key not in session.seats.seats else SIDES[session.seats.side_of(key)]
            return asides.seat_name(session, key)

        waits = session.waits()
        yours = not more and viewer.chooses(session)
        asked = asides.asked(battle, waits.side) if yours and waits.on == "choice" else None
        proposed = asides.proposed(battle, asked, viewer.see) if asked else None
        return {
            "battle": battle.name,
            "title": session.title,
            "viewer": viewer,
            "views": VIEWS,
            "change": battle.number,
            "here": frame.here,
            "more": more,
            "lines": frame.lines,
            "board": board,
            "tableau": None if board else seen,
            "waits": waits,
            "who": called(waits.seat),
            "pending": battle.pending,
            "thinks": called(battle.pending) if battle.pending in session.seats.seats else "",
            "trouble": battle.trouble,
            "asked": asked,
            "groups": asides.groups(asked),
            "proposed": proposed,
            "dice": asides.dice_of(session) if yours and waits.on == "dice" else "",
            "undo": not more and viewer.takes_back(session),
            "redo": not more and viewer.does_again(session),
            "seats": [
                one
                for one in asides.seat_rows(session)
                if one.key in SIDES or known is None or one.key in known
            ],
            "choices": choices(session.kind),
            "person": PERSON,
            "own_dice": session.own_dice,
            "sides": SIDES,
            "levels": [one.name for one in LEVELS],
            "level": DEFAULT.name,
            "links": self._links(battle),
            "changed": battle.changed if viewer.owner and viewer.see is None else [],
            "has_changed": bool(battle.changed),
            "proposer": next(
                (
                    one.proposer
                    for key, one in session.seats.seats.items()
                    if one.proposer and session.seats.side_of(key) == 1
                ),
                "",
            ),
            "conceding": waits.seat in viewer.keys and session.seats.seats[waits.seat].conceding,
            "may_concede": board is not None and waits.seat in viewer.keys,
        }

    def _links(self, battle: Battle) -> dict[str, str]:
        """The links of the persons' seats, where others can come at all."""
        if self.access.only_here:
            return {}
        return {
            asides.seat_name(battle.session, key): self.access.link(f"{key}{OF}{battle.name}")
            for key, one in battle.session.seats.seats.items()
            if one.person is not None
        }

    async def events(self, request: Request) -> Response:
        """A stream that says whenever something has changed: its number, where the battle stands,
        and who is thinking. It tells nothing else, so that it is the same for everybody."""
        battle, _ = await run_in_threadpool(self._at, request)

        async def told() -> AsyncIterator[str]:
            last = -1
            with battle.bell.listening() as heard:
                while not battle.closed:
                    heard.clear()
                    if battle.number != last:
                        last = battle.number
                        data = {"here": battle.session.here, "pending": bool(battle.pending)}
                        yield f"id: {last}\nevent: change\ndata: {json.dumps(data)}\n\n"
                    try:
                        await asyncio.wait_for(heard.wait(), QUIET)
                    except TimeoutError:
                        yield ": still here\n\n"
                yield "event: gone\ndata: {}\n\n"

        return StreamingResponse(told(), media_type="text/event-stream")

    # What is done

    def _deed(self, name: str) -> Callable[[Request], Any]:
        async def handler(request: Request) -> Response:
            form = await sent(request)
            return await run_in_threadpool(self._do, request, name, form)

        return handler

    def _do(self, request: Request, name: str, form: Form) -> Response:
        battle, viewer = self._at(request)
        deed = DEEDS[name](battle, viewer, form)
        then = BY_HAND_PAGE if form.get("then") == BY_HAND_PAGE else ""
        return _told(request, battle, lambda: battle.do(deed, form.get("once", "")[:80]), then)

    async def again(self, request: Request) -> Response:
        """Tries again what went wrong."""
        await sent(request)
        battle, _ = await run_in_threadpool(self._at, request)

        def clear() -> None:
            battle.trouble = ""
            battle.go_on()

        return await run_in_threadpool(_told, request, battle, clear)

    async def remove(self, request: Request) -> Response:
        """Forgets a battle."""
        only_gm(request)
        await sent(request)
        try:
            await run_in_threadpool(self.battles.remove, request.path_params["id"])
        except KeyError:
            raise HTTPException(404) from None
        except StoreError as error:
            return message(507, "This battle cannot be removed", str(error))
        return RedirectResponse("/", 303)

    def save(self, request: Request) -> Response:
        """The battle as a file, all of it, so it is the owner's alone."""
        only_gm(request)
        return saved(self.battles.store, request.path_params["id"])

    async def take_in(self, request: Request) -> Response:
        """A battle that was saved as a file: where its page is, or what is wrong with it."""
        only_gm(request)
        return await taken_in(self.battles, request, run_in_threadpool)

    def _file(self, work: Callable[[Battle, Viewer], Response]) -> Callable[[Request], Response]:
        return lambda request: work(*self._at(request))

    def by_hand(self, request: Request) -> Response:
        """The page on which things are set as they stand at a real table."""
        only_gm(request)
        return by_hand_page(self._at(request)[0])

    async def set_by_hand(self, request: Request) -> Response:
        """Sets what a form of that page says."""
        only_gm(request)
        form = await sent(request, MOST_BY_HAND, 5000)
        battle, _ = await run_in_threadpool(self._at, request)
        try:
            return await run_in_threadpool(settled, battle, form)
        except StoreError as error:
            return message(507, "That was not kept", f"{error}.")

    # What is told on demand

    def _aside(self, work: Callable[[Battle, Viewer, Form], Any]) -> Callable[[Request], Response]:
        def handler(request: Request) -> Response:
            battle, viewer = self._at(request)
            try:
                return JSONResponse(work(battle, viewer, request.query_params))
            except StaleError:
                return JSONResponse({"gone_on": True})  # no fault of who asks: somebody was quicker
            except SessionError as error:
                return JSONResponse({"says": f"{error}."}, status_code=422)

        return handler

    def _at(self, request: Request) -> tuple[Battle, Viewer]:
        """The battle of an address, and who asks.

        Raises:
            HTTPException: where there is none, or not for them.
            BattleError: where it cannot be opened.
        """
        name, seat = request.path_params["id"], request.state.seat
        try:
            battle = self.battles.get(name)
        except KeyError:
            raise HTTPException(404) from None
        except (SaveError, SeatError, PlayError, StoreError, ScenarioError) as error:
            raise BattleError(name, str(error), seat == GM) from None
        wanted = request.query_params.get("view", "")
        viewer = viewer_of(seat, name, battle.session, wanted)
        if viewer is None:
            raise HTTPException(403)
        return battle, viewer


class BattleError(Exception):
    """A battle that is kept and cannot be opened: its id, why, and whether whoever asks may save
    it."""

    def __init__(self, name: str, why: str, owner: bool) -> None:
        self.name, self.why, self.owner = name, why, owner
        super().__init__(why)


Deed = Callable[[Session], Step | None]


def _choose(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> Step:
        _yours(viewer, session)
        _place(session, form)
        waits = session.waits()
        if waits.side is None or waits.on != "choice":
            raise SessionError("nobody is asked to choose now")
        found: Offer = offer(session.state, waits.side)
        number = _number(form.get("choice"))
        if number is None or number >= len(found.options):
            raise SessionError("there is no such choice")
        action = chosen(session.state, waits.side, found.options[number].action)
        decision = battle.proposal()
        return session.take(action, None, decision if isinstance(decision, Decision) else None)

    return deed


def _roll(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> Step:
        _yours(viewer, session)
        _place(session, form)
        if form.get("sum", "").strip():
            return session.roll({"sum": _signed(form["sum"])})
        faces = [form[name] for name in sorted(form) if name.startswith("die")]
        fudge = asides.dice_of(session) == asides.FUDGE
        if not faces or not all(one in FACES if fudge else one in "123456" for one in faces):
            raise SessionError("say how each die fell, or what they come to together")
        return session.roll({"dice": [FACES[one] if fudge else int(one) for one in faces]})

    return deed


def _undo(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> None:
        _place(session, form)
        if not viewer.takes_back(session):
            raise SessionError("nothing of yours can be taken back here")
        session.undo()

    return deed


def _redo(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> None:
        _place(session, form)
        if not viewer.does_again(session):
            raise SessionError("nothing of yours can be done again here")
        session.redo()

    return deed


def _go(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> None:
        _owner(viewer)
        place = _number(form.get("to"))
        if place is None:
            raise SessionError("this names no place in the battle")
        session.go(place)

    return deed


def _seat(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """Somebody else sits there from now on: a person, an agent, or who sits for the side."""

    def deed(session: Session) -> None:
        key, who = form.get("key", ""), form.get("who", PERSON)
        if not viewer.owner and key not in viewer.keys:
            raise SessionError("that seat is not yours to give away")
        if who == AS_SIDE and key not in SIDES:
            session.leave(key)
        else:
            session.seat(key, seat_of(who))

    return deed


def _proposer(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    """An agent proposes from now on what the GM's side does, or nobody: persons sit there."""

    def deed(session: Session) -> None:
        _owner(viewer)
        who = form.get("who", "") or None
        for key, seat in list(session.seats.seats.items()):
            if session.seats.side_of(key) == 1:
                changed = {"person": seat.person or "the GM", "agent": None, "proposer": who}
                session.seat(key, seat.model_copy(update=changed))

    return deed


def _dice_of(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> None:
        _owner(viewer)
        session.roll_own(tuple(side for side in SIDES if form.get(side) == DICE[1]))

    return deed


def _conceding(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> None:
        key = session.waits().seat
        if key is None or key not in viewer.keys:
            raise SessionError("it is not your choice now")
        seat = session.seats.seats[key]
        session.seat(key, seat.model_copy(update={"conceding": not seat.conceding}))

    return deed


def _title(battle: Battle, viewer: Viewer, form: Form) -> Deed:
    def deed(session: Session) -> None:
        _owner(viewer)
        session.rename(form.get("title", ""))

    return deed


DEEDS: dict[str, Callable[[Battle, Viewer, Form], Deed]] = {
    "choices": _choose,
    "dice": _roll,
    "undo": _undo,
    "redo": _redo,
    "go": _go,
    "seats": _seat,
    "proposer": _proposer,
    "dice-of": _dice_of,
    "conceding": _conceding,
    "title": _title,
}
"""What can be done to a battle, by the end of its address."""


def _told(request: Request, battle: Battle, deed: Callable[[], None], then: str = "") -> Response:
    """Does something and answers: a script with what is wrong, if anything is; a form with the
    battle's page or the one of its pages that comes `then`, or one that says what is wrong."""
    script = "application/json" in request.headers.get("accept", "")
    try:
        deed()
    except (SessionError, SeatError, PlayError, StoreError, ValueError) as error:
        status = 409 if isinstance(error, StaleError) else 422
        status = 507 if isinstance(error, StoreError) else status
        if script:
            return JSONResponse({"says": f"{error}.".replace("..", ".")}, status_code=status)
        return message(status, "That was not done", f"{error}.", link=f"/battles/{battle.name}")
    if script:
        return JSONResponse({"change": battle.number})
    return RedirectResponse(f"/battles/{battle.name}/{then}".rstrip("/"), 303)


def _yours(viewer: Viewer, session: Session) -> None:
    if not viewer.chooses(session):
        raise StaleError("this is not your choice, or not any more")


def _owner(viewer: Viewer) -> None:
    if not viewer.owner:
        raise SessionError("only whoever has started the program can do that")


def _place(session: Session, form: Form) -> None:
    if _number(form.get("at")) != session.here:
        raise StaleError("the battle has gone on meanwhile; look again how things stand")


def _number(said: str | None) -> int | None:
    return int(said) if said and said.isascii() and said.isdigit() and len(said) < 12 else None


def _signed(said: str) -> int:
    text = said.strip().replace("−", "-")
    try:
        return int(text) if len(text) < 4 else 1 << 20
    except ValueError:
        raise SessionError("a sum of dice is a number, such as 2 or -1") from None
