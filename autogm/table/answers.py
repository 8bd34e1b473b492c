"""How the table answers: pages out of templates, in which every text is escaped, messages that say
one thing, and what is read of a request.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from secrets import token_urlsafe
from time import time
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from autogm.rules.rulebook import ID, Rule, rule, rule_ids
from autogm.table.access import GM
from autogm.view.words.grammar import inside

_MARK = re.compile(rf"\(({ID.pattern})\)")
TEMPLATES = Path(__file__).parent / "templates"
MOST_TOLD = 50
"""Faults that are told at once."""
MOST_FORM = 20_000
"""Bytes of a form that was filled in."""


def page(template: str, status: int = 200, **values: Any) -> Response:
    """A page out of a template."""
    return HTMLResponse(_templates().get_template(template).render(values), status)


def message(
    status: int, title: str, says: str, link: str = "/", leads: str = "", remove: str = ""
) -> Response:
    """A page that says one thing, with a link to go on by; `leads` says where to. What it is about
    can be removed by a button, if `remove` is the address to do that."""
    leads = leads or ("To all scenarios" if link == "/" else "Back to the battle")
    return page(
        "message.html", status, title=title, says=says, link=link, leads=leads, remove=remove
    )


def for_script(request: Request) -> bool:
    """Whether a script asks, which is told in JSON what is wrong."""
    return "application/json" in request.headers.get("accept", "")


def only_gm(request: Request) -> None:
    """Refuse whoever has not started the program.

    Raises:
        HTTPException: saying so.
    """
    if request.state.seat != GM:
        raise HTTPException(403)


async def body(request: Request, most: int) -> bytes | None:
    """What was sent; None where it is more than so many bytes, which are never kept."""
    said = request.headers.get("content-length", "")
    if said.isdigit() and len(said) < 20 and int(said) > most:
        return None
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            return None
    return bytes(data)


async def sent(request: Request, most: int = MOST_FORM, fields: int = 50) -> dict[str, str]:
    """What a form or a script sends: of a field sent twice the last.

    Raises:
        HTTPException: 413 for more than `most` bytes; 400 for what is no form, or for one of more
            than `fields` fields.
    """
    data = await body(request, most)
    if data is None:
        raise HTTPException(413)
    try:
        return dict(parse_qsl(data.decode("utf-8"), keep_blank_values=True, max_num_fields=fields))
    except ValueError:
        raise HTTPException(400) from None


def faults(found: Sequence[tuple[str, str]], status: int = 422) -> JSONResponse:
    """The faults of what was sent, for a script: where each is and what it says, and how many there
    are besides."""
    told = [{"where": where, "says": says} for where, says in found[:MOST_TOLD]]
    return JSONResponse({"faults": told, "more": len(found) - len(told)}, status_code=status)


def number(said: str | None) -> int | None:
    """A whole number as a form or an address says it; None for anything else."""
    return int(said) if said and said.isascii() and said.isdigit() and len(said) < 12 else None


def when(moment: float, now: float | None = None) -> str:
    """A moment that has passed, in seconds since 1970, as one tells it here: `today at 16:45`, `24
    November`, with the year once that is another. `now` is the present, if it is another."""
    then, today = datetime.fromtimestamp(moment), datetime.fromtimestamp(now or time())
    days = (today.date() - then.date()).days
    if days in (0, 1):
        return f"{'yesterday' if days else 'today'} at {then:%H:%M}"
    year = "" if then.year == today.year else f" {then.year}"
    return f"{then.day} {then:%B}{year}"


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["nonce"] = token_urlsafe
    made.filters["rule"] = _rule_of
    made.filters["when"] = when
    made.filters["inside"] = inside
    return made


def _rule_of(mark: str) -> Rule | None:
    """The rule that a mark at the end of a line names, such as «(D4)»."""
    found = _MARK.fullmatch(mark.strip())
    return rule(found[1]) if found and found[1] in rule_ids() else None
