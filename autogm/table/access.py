"""Who may come to the table, and from where. Every person comes in by a secret link of their seat,
which leaves a cookie in their browser; whatever comes without it, under another host's name or from
another site's page is refused before any page is asked. Every answer goes out with the headers that
keep a browser from running or loading anything that is not the table's own.

Links are made of a key in the user's data folder: they stay what they were when the program is
started again, so that open pages find back to it.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import re
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

GM = "gm"
"""The seat of whoever started the program: the gallery, new battles, everything."""
PLAYERS = "players"
"""The seat of the players."""
OF = "@"
"""What stands in the name of a seat of one battle, between the seat's key and the battle's id."""
ENTER, STATIC = "/enter/", "/static/"
"""Where links lead, and what looks the same for everybody: both need no cookie."""
KEY_BYTES = 32
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SAFE_METHODS = frozenset({"GET", "HEAD"})

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    # Not `no-referrer`, under which browsers send forms with the origin `null`.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""What goes out with every answer."""
PRIVATE = "no-store"
"""How answers may be kept that say nothing else: not at all."""

_SEAT = re.compile(rf"[A-Za-z0-9_{OF}-]{{1,160}}")


def kept_key(folder: Path) -> bytes:
    """The key that links are made of: the one in that folder, made if there is none. Who deletes
    the file makes all links void.

    Raises:
        OSError: where it can be neither read nor written.
    """
    path = folder / "table.key"
    try:
        kept = path.read_bytes()
    except FileNotFoundError:
        kept = b""
    if len(kept) == KEY_BYTES:
        return kept
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = secrets.token_bytes(KEY_BYTES)
    fresh = path.with_name(f".{path.name}-{os.getpid()}")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(made)
    fresh.replace(path)
    return made


@dataclass(frozen=True)
class Access:
    """The links of a table, and where it listens. `host` is the name or address that the program
    was told to listen at, `port` the one it listens at."""

    key: bytes
    host: str
    port: int

    @property
    def only_here(self) -> bool:
        """Whether nobody but this machine can come."""
        return self.host in LOOPBACK

    @property
    def cookie(self) -> str:
        """The name of the cookie. Browsers tell hosts apart and no ports; two tables on one machine
        are two."""
        return f"autogm-{self.port}"

    def token(self, seat: str) -> str:
        """The secret of a seat.

        Raises:
            ValueError: for what cannot be the name of one.
        """
        if not _SEAT.fullmatch(seat):
            raise ValueError(f"no seat can be called `{seat}`")
        return f"{seat}.{hmac.new(self.key, seat.encode(), hashlib.sha256).hexdigest()}"

    def seat(self, token: str) -> str | None:
        """Whose secret that is; None if it is nobody's."""
        seat = token.partition(".")[0]
        if not _SEAT.fullmatch(seat):
            return None
        right = hmac.compare_digest(token.encode(), self.token(seat).encode())
        return seat if right else None

    def link(self, seat: str) -> str:
        """The address by which a seat is taken."""
        host = self.host
        if host in ("0.0.0.0", "::"):
            host = _address() or "127.0.0.1"
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}:{self.port}{ENTER}{self.token(seat)}"

    def known(self, host: str) -> bool:
        """Whether a `Host` header names this table. Another name that leads here is somebody else's
        page (DNS rebinding)."""
        try:
            parts = urlsplit(f"//{host}")
            name, port = (parts.hostname or "").rstrip("."), parts.port or 80
        except ValueError:
            return False
        if port != self.port or parts.username is not None or parts.path:
            return False
        if self.only_here:
            return name in LOOPBACK
        machine = socket.gethostname().lower()
        if name in {*LOOPBACK, self.host.lower(), machine, f"{machine}.local"}:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def fault(self, scope: Scope) -> str | None:
        """Why a request is refused, wherever it comes from; None if it is not."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self.known(host):
            return f"This table is not called {host[:80]!r}. Open the link that autogm printed."
        if origin is None and scope["method"] not in SAFE_METHODS:
            return "A browser says from which page it sends something, and this request did not."
        if origin is not None and origin != f"http://{host}":
            return "A page of another site asked for this, and may not."
        return None

    def seat_of(self, scope: Scope) -> str | None:
        """Who sends a request, by its cookie; None for somebody without one."""
        return self.seat(HTTPConnection(scope).cookies.get(self.cookie, ""))


class Guard:
    """Lets requests through to an application that may come, as `scope["state"]["seat"]` says from
    whom. `stranger` answers those of nobody's."""

    def __init__(self, app: ASGIApp, access: Access, stranger: ASGIApp) -> None:
        self.app, self.access, self.stranger = app, access, stranger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", PRIVATE)
            await send(message)

        if scope["type"] != "http":
            return
        await self._let_in(scope)(scope, receive, sealed)

    def _let_in(self, scope: Scope) -> ASGIApp:
        fault = self.access.fault(scope)
        if fault is not None:
            return PlainTextResponse(f"{fault}\n", status_code=403)
        seat = self.access.seat_of(scope)
        scope.setdefault("state", {})["seat"] = seat
        anybody = scope["path"].startswith((ENTER, STATIC))
        return self.app if anybody or seat is not None else self.stranger


def take_seat(response: Response, access: Access, token: str) -> Response:
    """The response with the cookie of a seat, which no script can read. It goes along when somebody
    follows a link from another site (`lax`), as players do to come here; nothing is ever changed by
    that."""
    response.set_cookie(
        access.cookie, token, max_age=365 * 24 * 3600, httponly=True, samesite="lax", path="/"
    )
    return response


def _address() -> str | None:
    """This machine's address in its network, as other machines there see it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; nothing is sent
        except OSError:
            return None
        return str(probe.getsockname()[0])
