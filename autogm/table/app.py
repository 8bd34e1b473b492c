"""The application: which address answers what. Handlers are short: they find what is meant, ask the
layers below, and hand plain values to a template (`autogm/table/templates`), in which every text is
escaped. What is unknown is refused, what was filled in wrongly is told, and neither changes
anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from autogm.agents.names import opponent_of
from autogm.game.plays import PlayError
from autogm.model.faults import ScenarioError
from autogm.model.library import sheets
from autogm.model.source import MAX_BYTES
from autogm.model.variants import ChangeError
from autogm.model.words import SIDES, RollKind, SideName
from autogm.rules.rulebook import chapters, find_rules, rule
from autogm.rules.rulesets import RULESETS, ruleset
from autogm.session.errors import SessionError
from autogm.session.moment import FAULTS_TOLD, faults_in_words
from autogm.session.seats import SeatError
from autogm.session.store import Listed, StoreError
from autogm.table.access import ENTER, GM, OF, STATIC, Access, Guard, take_seat
from autogm.table.answers import body, faults, for_script, message, only_gm, page, sent
from autogm.table.battles import Battles
from autogm.table.gallery import COMPANY, GalleryItem, choices, words_of
from autogm.table.hardness import NotPlayedError
from autogm.table.heroes import ASPECTS, STUNTS, HeroError, sheet_text
from autogm.table.pictures import Part, Scheme, opening
from autogm.table.playing import BattleError, Play
from autogm.table.seating import DICE, PERSON, FormError, NewBattle, new_battle
from autogm.table.sheets import sides_of
from autogm.table.shelf import Shelf, too_long
from autogm.table.viewers import leads_to
from autogm.view.board import Board
from autogm.view.words.sides import WON

HERE = Path(__file__).parent
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FIRST_RULESET = "accelerated"
"""Whose skills a new hero has where nobody says."""
MOST_BEGUN = 200_000
MOST_FIELDS = 400
SHOWN = 8
"""Kept battles that are in sight at once; the others are folded away."""
VIEWERS: dict[str, SideName | None] = {"players": "players", "all": None}
"""Who looks at a scenario: as the players may, or at everything."""


class Pages:
    """The handlers, with what they look things up in."""

    def __init__(self, access: Access, shelf: Shelf, battles: Battles) -> None:
        self.access, self.shelf, self.battles = access, shelf, battles

    def routes(self) -> list[Route]:
        """Every address."""
        return [
            Route("/", self.gallery),
            Route(f"{ENTER}{{token}}", self.enter),
            Route(f"{STATIC}{{name}}", self.static),
            Route("/scenarios", self.drop, methods=["POST"]),
            Route("/scenarios/{id}", self.scenario),
            Route("/scenarios/{id}/hardness", self.hard),
            Route("/pictures/{id}/{part}/{viewer}/{scheme}.svg", self.picture),
            Route("/rules", self.rules),
            Route("/battles", self.play, methods=["POST"]),
            Route("/heroes", self.heroes),
            Route("/heroes", self.keep_hero, methods=["POST"]),
            Route("/heroes/{id}/removal", self.remove_hero, methods=["POST"]),
        ]

    def enter(self, request: Request) -> Response:
        """Takes the seat of a link; `open` may name the scenario that it then leads to. The browser
        of whoever started the program stays theirs, and looks at the battle as the link's side."""
        token = request.path_params["token"]
        seat = self.access.seat(token)
        if seat is None:
            return message(403, "This link leads to no seat", "It is incomplete, or too old.")
        wanted = request.query_params.get("open", "")
        where = f"/scenarios/{wanted}" if self.shelf.has(wanted) else "/"
        key, _, battle = seat.partition(OF)
        if battle:
            where = f"/battles/{battle}"
        if request.state.seat == GM != seat:
            return RedirectResponse(
                f"{where}?view={key}" if battle and key in SIDES else where, 303
            )
        return take_seat(RedirectResponse(where, 303), self.access, token)

    def static(self, request: Request) -> Response:
        """A file of the page itself, by its name among those that there are."""
        found = _static().get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        body, kind = found
        return Response(body, media_type=kind, headers={"cache-control": "no-cache"})

    def rules(self, request: Request) -> Response:
        """What the rules say that lines of a battle name, by chapters: all, or those that speak of
        the words that are searched for, or have one of them for their id."""
        search = request.query_params.get("search", "").strip()[:100]
        words = search.split()
        found = {one.id for one in find_rules(words)} | {word.upper() for word in words}
        kept = {
            title: [rule(one) for one in ids if one in found] for title, ids in chapters().items()
        }
        titles = {
            name: _ruleset_title(name)
            for ids in kept.values()
            for one in ids
            for name in one.at_home
        }
        return page(
            "rules.html",
            search=search,
            chapters={title: ids for title, ids in kept.items() if ids},
            titles=titles,
            conflicts=RULESETS,
            owner=request.state.seat == GM,
        )

    def gallery(self, request: Request) -> Response:
        """Every scenario, and the battles that are kept; to others those that their link leads to.
        Who has been `waiting` for one is led to it."""
        try:
            listed, trouble = self.battles.store.listed(), ""
        except StoreError as error:
            listed, trouble = [], str(error)
        if request.state.seat != GM:
            theirs = [one for one in listed if _leads_to(request.state.seat, one)]
            if "waiting" in request.query_params and len(theirs) == 1:
                return RedirectResponse(f"/battles/{theirs[0].id}", 303)
            return page("seats.html", battles=theirs, won=WON)
        items, unread = self.shelf.everything()
        there = {one.ruleset for one in items}
        titles = {name: _ruleset_title(name) for name in [*RULESETS, *sorted(there)]}
        return page(
            "gallery.html",
            words=[(one.name, one.name.capitalize()) for one in words_of(items)],
            items=items,
            unread=unread,
            rulesets={name: title for name, title in titles.items() if name in there},
            company=COMPANY,
            most_bytes=MAX_BYTES,
            battles=[one for one in listed if not one.winner],
            finished=[one for one in listed if one.winner],
            shown=SHOWN,
            won=WON,
            trouble=trouble,
        )

    def scenario(self, request: Request) -> Response:
        """A scenario's own page."""
        return self._scenario(self._item(request), request.query_params.get("for", "players"))

    def _scenario(
        self,
        item: GalleryItem,
        viewer: str,
        form: Mapping[str, str] | None = None,
        faults: Mapping[str, str] | None = None,
    ) -> Response:
        if viewer not in VIEWERS:
            raise HTTPException(404)
        shown = opening(item, VIEWERS[viewer])
        board = shown if isinstance(shown, Board) else None
        form, faults = form or {}, faults or {}
        seen = SIDES if viewer == "all" else SIDES[:1]
        return page(
            "scenario.html",
            status=422 if faults else 200,
            item=item,
            ruleset=_ruleset_title(item.ruleset),
            viewer=viewer,
            sides=sides_of(board) if board else (),
            board=board,
            tableau=None if board else shown,
            people=[
                one for one in item.people if one.side in seen or f"fighter.{one.id}" in faults
            ],
            person=PERSON,
            choices=choices(item.found.kind.name),
            usual={SIDES[0]: PERSON, SIDES[1]: opponent_of(item.found.kind.name)},
            dice=DICE,
            heroes=[one for one in self.battles.heroes.all() if not one.fault] if board else [],
            form={"position": self.shelf.positions.get(item.id, ""), **form},
            faults=faults,
        )

    def hard(self, request: Request) -> Response:
        """How hard a conflict is, or, while that is played, that it is."""
        item = self._item(request)
        if not item.conflict:
            raise HTTPException(404)
        try:
            hardness = self.battles.judge.of(item)
        except NotPlayedError as error:
            return message(500, "It could not be played out", f"{error}.", f"/scenarios/{item.id}")
        return page("hardness.html", item=item, hardness=hardness)

    def picture(self, request: Request) -> Response:
        """A picture of a scenario."""
        item, asked = self._item(request), request.path_params
        part, viewer, scheme = asked["part"], asked["viewer"], asked["scheme"]
        if part not in ("field", "whole") or viewer not in VIEWERS:
            raise HTTPException(404)
        if scheme not in ("day", "night"):
            raise HTTPException(404)
        drawn = self.shelf.pictures.of(
            item, cast("Part", part), VIEWERS[viewer], cast("Scheme", scheme)
        )
        headers = {"etag": f'"{drawn.tag}"', "cache-control": "private, no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(drawn.svg, media_type=TYPES[".svg"], headers=headers)

    async def drop(self, request: Request) -> Response:
        """A file that was dropped onto the page: where its own page is, or its faults."""
        only_gm(request)
        name = request.query_params.get("name", "")
        data = await body(request, MAX_BYTES)
        try:
            if data is None:
                raise ScenarioError([too_long(Path(name[:80] or "the file"))])
            made = await run_in_threadpool(self.shelf.drop, name, data)
        except ScenarioError as error:
            return faults([(one.where, one.says) for one in error.faults])
        return JSONResponse({"page": f"/scenarios/{made.id}"}, status_code=201)

    async def play(self, request: Request) -> Response:
        """Begins a battle as it was filled in."""
        only_gm(request)
        return await run_in_threadpool(self._begin, await sent(request, MOST_BEGUN, MOST_FIELDS))

    def _begin(self, form: dict[str, str]) -> Response:
        item = self.shelf.get(form.get("scenario", ""))
        if item is None:
            raise HTTPException(404)
        try:
            new = new_battle(item, form)
        except FormError as error:
            viewer = form.get("for", "players")
            return self._scenario(item, viewer, form, error.faults)
        try:
            name = self.battles.once(form.get("once", ""), lambda: self.battles.begin(new))
            return RedirectResponse(f"/battles/{name}", 303)
        except (ScenarioError, PlayError, SessionError, ChangeError) as error:
            field = self._at_fault(new)
            if not field:
                raise
            told = faults_in_words(error) if isinstance(error, ScenarioError) else str(error)
            return self._scenario(item, form.get("for", "players"), form, {field: told})
        except SeatError as error:
            return message(422, "Nobody can sit so", f"{error}.", f"/scenarios/{item.id}", "Back")
        except StoreError as error:
            return message(507, "This battle cannot be kept", f"{error}.")

    def _at_fault(self, new: NewBattle) -> str:
        """The field of what cannot be begun that is to blame: the first without which it can be."""
        for field, without in (
            ("position", replace(new, position="")),
            ("heroes", replace(new, position="", heroes=())),
            ("version", replace(new, position="", heroes=(), version=None)),
        ):
            if without != new and self.battles.can_begin(without):
                return field
        return ""

    # Heroes of somebody's own

    def heroes(self, request: Request) -> Response:
        """The heroes that are kept, and a form that makes one for a ruleset."""
        only_gm(request)
        return self._heroes(request.query_params.get("ruleset", ""), {})

    def _heroes(self, name: str, form: Mapping[str, str], said: str = "") -> Response:
        name = name if name in RULESETS else FIRST_RULESET
        return page(
            "heroes.html",
            status=422 if said else 200,
            heroes=self.battles.heroes.all(),
            rulesets={one: ruleset(one).title for one in RULESETS},
            ruleset=name,
            skills=ruleset(name).skills,
            aspects=ASPECTS,
            stunts=STUNTS,
            rolls=get_args(RollKind),
            shipped=sorted(sheets()),
            form=form,
            said=said,
        )

    async def keep_hero(self, request: Request) -> Response:
        """Keeps a hero that was made on the form, or taken from a sheet."""
        only_gm(request)
        form = await sent(request, MAX_BYTES, MOST_FIELDS)
        return await run_in_threadpool(self._keep_hero, form)

    def _keep_hero(self, form: Mapping[str, str]) -> Response:
        name = form.get("ruleset", "")
        if "show" in form:
            return self._heroes(name, form)
        skills = ruleset(name if name in RULESETS else FIRST_RULESET).skills
        try:
            if form.get("part") == "form":
                text = sheet_text(form, skills)
            elif form.get("shipped") in sheets():
                text = sheets()[form["shipped"]].read_text(encoding="utf-8")
            else:
                text = form.get("sheet", "")
            self.battles.heroes.keep(text)
        except (ScenarioError, HeroError) as error:
            told = faults_in_words(error) if isinstance(error, ScenarioError) else str(error)
            return self._heroes(name, form, told)
        return RedirectResponse(f"/heroes?{urlencode({'ruleset': name})}", 303)

    async def remove_hero(self, request: Request) -> Response:
        """Forgets a hero."""
        only_gm(request)
        await sent(request)
        await run_in_threadpool(self.battles.heroes.remove, request.path_params["id"])
        return RedirectResponse("/heroes", 303)

    def _item(self, request: Request) -> GalleryItem:
        """The scenario of an address."""
        only_gm(request)
        found = self.shelf.get(request.path_params["id"])
        if found is None:
            raise HTTPException(404)
        return found


def application(access: Access, shelf: Shelf, battles: Battles) -> ASGIApp:
    """The application behind its guard."""
    handlers = {
        HTTPException: _refused,
        ScenarioError: _unreadable,
        BattleError: _damaged,
    }
    app = Starlette(
        routes=[*Pages(access, shelf, battles).routes(), *Play(access, battles).routes()],
        exception_handlers=cast("Mapping[Any, Callable[..., Any]]", handlers),
    )
    app.router.redirect_slashes = False
    return Guard(app, access, _stranger)


async def _stranger(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers who has no seat."""
    says = "Open the link that autogm printed when it was started, or the one you were sent."
    await message(403, "This table has a door", says)(scope, receive, send)


async def _refused(request: Request, error: HTTPException) -> Response:
    """What is not there, or may not be."""
    title, says = {
        403: ("This is the GM's", "Your seat is another one."),
        404: ("There is nothing here", "What this address named is gone, or never was."),
        405: ("This address takes nothing", "It can only be looked at, or only sent to."),
        413: ("That is too much", "No form of this page holds so much."),
    }.get(error.status_code, ("That cannot be read", "What was sent is no form of this page."))
    if for_script(request):
        return JSONResponse({"says": f"{title}. {says}"}, status_code=error.status_code)
    return message(error.status_code, title, says)


async def _unreadable(request: Request, error: ScenarioError) -> Response:
    """A scenario that was there and cannot be opened any more, with its faults and their places,
    but for the folder."""
    title = "This scenario cannot be opened any more"
    says = "; ".join(
        str(replace(one, file=Path(one.file.name))) for one in error.faults[:FAULTS_TOLD]
    )
    if for_script(request):
        return JSONResponse({"says": f"{title}: {says}"}, status_code=409)
    return message(409, title, says)


async def _damaged(request: Request, error: BattleError) -> Response:
    """A battle that is kept and cannot be gone on with; its owner may have it as a file."""
    why = error.why if error.owner else "Whoever has started the program is told why"
    says = f"{why}. What is kept of it stays where it is."
    base, title = f"/battles/{error.name}", "This battle cannot be opened"
    if for_script(request):
        return JSONResponse({"says": f"{title}: {says}"}, status_code=409)
    if not error.owner:
        return message(409, title, says)
    return message(409, title, says, f"{base}/save", "Have it as a file", f"{base}/removal")


def _leads_to(seat: str, listed: Listed) -> bool:
    """Whether the link of a seat leads to a battle."""
    key, _, only = seat.partition(OF)
    if listed.damage:
        return False
    if only:  # also to who is seated with their side now, and may sit down again
        return only == listed.id
    return key in listed.seats and leads_to(key, listed.persons, listed.unlisted)


def _ruleset_title(name: str) -> str:
    """What a ruleset is called; one of another kind of games by its name."""
    return ruleset(name).title if name in RULESETS else name.replace("-", " ").capitalize()


@cache
def _static() -> dict[str, tuple[bytes, str]]:
    """The files of the page itself, by name."""
    from autogm.view.palette import palette
    from autogm.view.picture.night import night_rules

    found = {
        path.name: (path.read_bytes(), TYPES[path.suffix])
        for path in (HERE / "static").iterdir()
        if path.suffix in TYPES
    }
    found["palette.css"] = (palette().encode(), TYPES[".css"])
    found["night.css"] = (night_rules("figure.map svg").encode(), TYPES[".css"])
    return found
