"""The addresses of a battle that is played: its page, what has happened since, what can be done,
and what is told on demand. Everything is worked out for who asks, by what their side knows;
nothing is sent that a browser would have to hide.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from autogm.game.plays import PlayError
from autogm.model.faults import ScenarioError
from autogm.planner.levels import DEFAULT
from autogm.session.begun import up_to
from autogm.session.errors import SessionError, StaleError
from autogm.session.saved import SaveError
from autogm.session.seats import SeatError
from autogm.session.session import Session
from autogm.session.store import StoreError
from autogm.table import asides
from autogm.table.access import GM, OF, Access
from autogm.table.answers import for_script, message, number, only_gm, page, sent
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.by_hand import by_hand_page, settled
from autogm.table.deeds import DEEDS, go_to
from autogm.table.files import FILES, saved, taken_in
from autogm.table.looking_back import BATTLES, JUDGES, judge_of, looking_back, share_done
from autogm.table.past import branches
from autogm.table.showing import shown
from autogm.table.viewers import VIEWS, Viewer, viewer_of
from autogm.view.words.grammar import full_stop

QUIET = 15.0
"""Seconds after which a stream of events says that it is still there."""
MOST_BY_HAND = 1_000_000
BY_HAND_PAGE = "by-hand"
NOT_KEPT = "It could not be kept; whoever has started the program is told why when they try."
LONGEST_TITLE = 180  # of what a title begins with that says more
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
            Route(f"{one}/branch", self.branch, methods=["POST"]),
            Route(f"{one}/again", self.again, methods=["POST"]),
            Route(f"{one}/removal", self.remove, methods=["POST"]),
        ]

    # What is shown

    def page(self, request: Request) -> Response:
        """The page of a battle: everything that has happened, and what is asked."""
        battle, viewer = self._at(request)
        with battle.lock:
            frame = battle.feed(viewer.see).all()
        return page("battle.html", **shown(self.access, battle, viewer, frame), reset=True)

    def now(self, request: Request) -> Response:
        """What has happened after an entry: the next thing to look at, or all of it (`at_once`).
        Whoever has seen an entry that was taken back is given everything anew."""
        battle, viewer = self._at(request)
        seen = number(request.query_params.get("after"))
        at_once = "at_once" in request.query_params
        with battle.lock:
            feed = battle.feed(viewer.see)
            reset = seen is None or not feed.knows(seen)
            frame = feed.all() if reset else feed.after(seen or 0, at_once=at_once)
        return page("now.html", **shown(self.access, battle, viewer, frame), reset=reset)

    def history(self, request: Request) -> Response:
        """All that was done, with its branches, to go back to or on from."""
        battle, viewer = self._at(request)
        return page(
            "history.html",
            battle=battle.name,
            title=battle.session.title,
            viewer=viewer,
            branches=branches(battle, viewer),
            here=battle.session.here,
        )

    def review(self, request: Request) -> Response:
        """The review of what was played; a page that looks again until it is there."""
        battle, viewer = self._at(request)
        asked, here = request.query_params, battle.session.here
        to = number(asked.get("to"))
        if to is None or not battle.session.history.has(to):
            to = here
        judge, by_battles = judge_of(asked), "battles" in asked
        return page(
            "review.html",
            battle=battle.name,
            title=battle.session.title,
            viewer=viewer,
            battles=BATTLES,
            to=to,
            by_battles=by_battles,
            gone_on=to != here,
            judge=judge,
            usual=DEFAULT.name,
            judges=JUDGES,
            found=looking_back(battle, viewer.see, by_battles, to=to, level=judge),
            share=share_done(battle, viewer.see, by_battles, to, judge),
        )

    async def events(self, request: Request) -> Response:
        """A stream that says whenever something has changed, and nothing of what has, so that it
        is the same for everybody."""
        battle, _ = await run_in_threadpool(self._at, request)

        async def told() -> AsyncIterator[str]:
            last = ""
            with battle.bell.listening() as heard:
                while not battle.closed:
                    heard.clear()
                    if battle.change != last:
                        last = battle.change
                        yield f"id: {last}\nevent: change\ndata: {{}}\n\n"
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

    async def branch(self, request: Request) -> Response:
        """Plays on from a place of a battle's history in a battle of its own: the one that is
        looked back at stays as it is."""
        form = await sent(request)
        return await run_in_threadpool(self._branched, request, form)

    def _branched(self, request: Request, form: Form) -> Response:
        battle, viewer = self._at(request)
        going = go_to(battle, viewer, form)
        with battle.lock:
            whole = battle.session.saved
        place = number(form.get("to"))
        title = f"{whole.title[:LONGEST_TITLE]}, played on"

        def played_on() -> str:
            kept = whole
            if place is not None and whole.history().has(place):  # what is none is refused below
                kept = up_to(whole, place)
            apart = Session(kept.model_copy(update={"title": title, "unlisted": True}))
            going(apart)
            return self.battles.add(apart.saved)

        try:
            name = self.battles.once(form.get("once", ""), played_on)
        except StoreError as error:
            return message(507, "That was not kept", f"{error}.", link=_page(request, battle.name))
        except (SessionError, PlayError, SeatError) as error:
            return message(422, "That was not done", f"{error}.", link=_page(request, battle.name))
        return RedirectResponse(_page(request, name), 303)

    async def again(self, request: Request) -> Response:
        """Tries again what went wrong."""
        await sent(request)
        battle, _ = await run_in_threadpool(self._at, request)

        return await run_in_threadpool(_told, request, battle, battle.forget_trouble)

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
        return await taken_in(self.battles, request)

    def _file(
        self, work: Callable[[Battle, Viewer, Mapping[str, str]], Response]
    ) -> Callable[[Request], Response]:
        return lambda request: work(*self._at(request), request.query_params)

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
        _, _, only = seat.partition(OF)
        if only not in ("", name):
            raise HTTPException(403)
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
    """A battle that is kept and cannot be opened: its id, why, and whether whoever asks may be told
    that and save it: a fault names what is hidden, and where the store lies."""

    def __init__(self, name: str, why: str, owner: bool) -> None:
        self.name, self.why, self.owner = name, why, owner
        super().__init__(why)


def _told(request: Request, battle: Battle, deed: Callable[[], None], then: str = "") -> Response:
    """Does something and answers: a script with what is wrong, if anything is; a form with the
    battle's page or the one of its pages that comes `then`, or one that says what is wrong."""
    script = for_script(request)
    try:
        deed()
    except (SessionError, SeatError, PlayError, StoreError, ValueError) as error:
        status = 409 if isinstance(error, StaleError) else 422
        status = 507 if isinstance(error, StoreError) else status
        says = full_stop(str(error))
        if status == 507 and request.state.seat != GM:  # whose disk is full is not theirs to know
            says = NOT_KEPT
        if script:
            return JSONResponse({"says": says}, status_code=status)
        return message(status, "That was not done", says, link=_page(request, battle.name))
    if script:
        return JSONResponse({"change": battle.change})
    return RedirectResponse(_page(request, battle.name, then), 303)


def _page(request: Request, name: str, then: str = "") -> str:
    """The address of a battle's page, or of one of its pages that comes `then`, showing what the
    page showed from which the request came: on a screen that others see that must never grow."""
    view = request.query_params.get("view", "")
    base = f"/battles/{name}/{then}".rstrip("/")
    return f"{base}?view={view}" if view in VIEWS else base
