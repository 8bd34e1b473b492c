"""What a battle gives as a file to whoever asks, by what their side knows: what has happened as
text or as a page with the map of every exchange, the recap, how things stand as a position; and the
whole battle, which is its owner's alone, to be gone on with elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from autogm.engine.state import State
from autogm.game.plays import PlayError
from autogm.game.positions import CannotSayError
from autogm.model.faults import ScenarioError
from autogm.model.words import SIDES
from autogm.session.errors import SessionError
from autogm.session.saved import MOST_BYTES, SaveError, TooLongError, import_text
from autogm.session.seats import SeatError
from autogm.session.store import Store, StoreError
from autogm.table.answers import body, faults, message, number, page
from autogm.table.battle import Battle
from autogm.table.battles import Battles
from autogm.table.by_hand import position_text
from autogm.table.feed import Line, drawn, lines_of, look_at
from autogm.table.looking_back import judge_of, looking_back
from autogm.table.viewers import Viewer
from autogm.view.markdown import as_markdown
from autogm.view.picture.night import night_rules
from autogm.view.telling import Telling
from autogm.view.words.sides import CALLED

MOST_NAME = 60  # letters of a file's name, before its ending


def saved(store: Store, name: str) -> Response:
    """The battle, all of it; of one that is damaged, what is left.

    Raises:
        HTTPException: where there is none.
    """
    try:
        text = store.salvaged(name)
        title = next((one.title for one in store.listed() if one.id == name), "")
    except KeyError:
        raise HTTPException(404) from None
    except StoreError as error:
        return message(409, "This battle cannot be saved", str(error))
    return _file(text, title, "autogm.json", "application/json")


async def taken_in(battles: Battles, request: Request) -> Response:
    """A battle that was saved as a file: where its page is, or what is wrong with it."""
    data = await body(request, MOST_BYTES)
    try:
        if data is None:
            raise TooLongError
        name = await run_in_threadpool(lambda: battles.add(import_text(data)))
    except ScenarioError as error:
        return faults([(one.where, one.says) for one in error.faults])
    except (SaveError, SeatError, PlayError, SessionError, StoreError) as error:
        status = 507 if isinstance(error, StoreError) else 422
        return faults([("the saved battle:", str(error))], status)
    return JSONResponse({"page": f"/battles/{name}"}, status_code=201)


def _log(battle: Battle, viewer: Viewer, _: Mapping[str, str]) -> Response:
    """What has happened, as text."""
    with battle.lock:
        lines, title = battle.feed(viewer.see).all().lines, battle.session.title
    told = [as_markdown(" ".join("".join(text for text, _ in one.parts).split())) for one in lines]
    marked = [f"\n#{'#' * one.heading} {text}\n" if one.heading else f"- {text}"
              for text, one in zip(told, lines, strict=True)]  # fmt: skip
    text = "\n".join((f"# {as_markdown(title)}", *marked, ""))
    return _file(text, title, "log.md", "text/markdown")


def _recap(battle: Battle, viewer: Viewer, asked: Mapping[str, str]) -> Response:
    """The report of it, as text: of what the review was of, and measured as that was."""
    to = number(asked.get("to"))
    if to is not None and not battle.session.history.has(to):
        raise HTTPException(404)
    judge = judge_of(asked)
    found = looking_back(battle, viewer.see, "battles" in asked, to=to, level=judge, wait=True)
    assert found is not None  # it was waited for
    if found.fault:
        return message(409, "There is nothing to tell", found.fault, _page(battle, viewer))
    return _file(found.recap, battle.session.title, "recap.md", "text/markdown")


@dataclass(frozen=True)
class Chapter:
    """An exchange of a conflict, or a whole scene: how things stood when it began, as a picture,
    and what happened in it."""

    picture: Markup | None
    lines: tuple[Line, ...]


def _story(battle: Battle, viewer: Viewer, _: Mapping[str, str]) -> Response:
    """What has happened as a page that needs nothing else, with the map of every exchange."""
    with battle.lock:
        session = battle.session
        title, beginning, steps = session.title, session.beginning, list(session.steps())
    made = page(
        "story.html",
        title=title,
        knows="" if viewer.see is None else CALLED[SIDES[viewer.see]],
        chapters=list(_chapters(beginning, steps, viewer.see)),
        night=Markup(night_rules("figure svg")),
    )
    return _file(bytes(made.body).decode(), title, "html", "text/html")


def _chapters(beginning: Any, steps: list[Any], see: int | None) -> Iterator[Chapter]:
    """The chapters, the last of which shows how it ended, or how it stands."""
    telling = Telling(beginning, see)
    begun, conceded = beginning, telling.conceded
    state, lines = beginning, list(lines_of(telling.opening(), 0))
    for step in steps:
        told = lines_of(
            telling.step(step.before, step.action, step.after, step.position), step.entry.number
        )
        if _exchange(step.after) != _exchange(state):
            # The step that ends an exchange tells its last deeds, too, before the next one's head.
            head = next((place for place, one in enumerate(told) if one.heading == 1), 0)
            yield Chapter(_picture(begun, see, conceded), (*lines, *told[:head]))
            begun, conceded, lines, told = step.after, telling.conceded, [], told[head:]
        state = step.after
        lines += told
    yield Chapter(_picture(begun, see, conceded), tuple(lines))
    if state is not begun:
        yield Chapter(_picture(state, see, telling.conceded), ())


def _exchange(state: Any) -> int:
    return int(state.exchange) if isinstance(state, State) else 0


def _picture(state: Any, see: int | None, conceded: Collection[str]) -> Markup | None:
    seen = look_at(state, (), see, conceded)
    return None if seen is None else Markup(drawn(seen))


def _position(battle: Battle, viewer: Viewer, _: Mapping[str, str]) -> Response:
    """How things stand as a position; the owner's alone."""
    if not viewer.owner:
        raise HTTPException(403)
    try:
        with battle.lock:
            text, title = position_text(battle.session), battle.session.title
    except CannotSayError as error:
        link = _page(battle, viewer)
        return message(409, "No position says how things stand", f"{error}.", link)
    return _file(text, title, "position.yaml", "application/yaml")


FILES: dict[str, Callable[[Battle, Viewer, Mapping[str, str]], Response]] = {
    "log.md": _log,
    "recap.md": _recap,
    "story.html": _story,
    "position.yaml": _position,
}
"""What there is, by the end of its address; each is given what is asked for besides."""


def _page(battle: Battle, viewer: Viewer) -> str:
    """The page of the battle, showing what its viewer was shown."""
    return f"/battles/{battle.name}?view={viewer.view}"


def _file(text: str, title: str, ending: str, kind: str) -> Response:
    """A file that is called as the battle is, so that two of them can be told apart."""
    name = "-".join(re.findall(r"\w+", title.lower()))[:MOST_NAME] or "battle"
    headers = {"content-disposition": f"attachment; filename*=utf-8''{quote(f'{name}.{ending}')}"}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)
