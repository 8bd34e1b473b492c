"""Serves the table until somebody ends it: finds a port, prints the links, opens a browser. Ctrl-C
and SIGTERM are how it is meant to end.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from autogm.session.store import data_folder
from autogm.table import PORT
from autogm.table.access import GM, PLAYERS, Access, kept_key

GRACE = 2
"""Seconds that answers have to end in once it is over; event streams never end by themselves."""
MOST_AT_ONCE = 200
"""Requests that are answered side by side; further ones are refused."""


class PortError(Exception):
    """It cannot be listened there; the message says why, and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any that is free.

    Raises:
        PortError: where that cannot be.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise PortError(f"--host: no address of this machine is called `{host}`") from None
    family, kind, protocol, _, address = found[0]
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two programs listen at one port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(128)
    except OSError as error:
        made.close()
        raise PortError(_why(error, host, port)) from None
    return made


def access_of(made: socket.socket, host: str) -> Access:
    """The links of a table that listens there.

    Raises:
        OSError: where the key can be neither read nor written.
    """
    return Access(kept_key(data_folder()), host, int(made.getsockname()[1]))


def told(access: Access) -> list[str]:
    """The lines that tell how to come in, the GM's link first."""
    if access.only_here:
        return [access.link(GM)]
    return [
        access.link(GM),
        f"For the players: {access.link(PLAYERS)}",
        "Whoever has a link has the seat, and in this network links can be overheard: give the "
        "players theirs, keep yours.",
    ]


def serve(
    app: ASGIApp, made: socket.socket, begun: Callable[[], None], browser: str | None = None
) -> None:
    """Answers requests until Ctrl-C or SIGTERM comes. `begun` is called, and a `browser` opened at
    that address, once they are answered."""
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_graceful_shutdown=GRACE,
    )
    sys.setswitchinterval(TURN)
    server = _Server(config, begun, browser)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[made])


class _Server(uvicorn.Server):
    """One that says when it has begun."""

    def __init__(
        self, config: uvicorn.Config, begun: Callable[[], None], browser: str | None
    ) -> None:
        super().__init__(config)
        self._begun, self._browser = begun, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._begun()
        if self._browser is not None:
            opening = threading.Thread(target=webbrowser.open, args=[self._browser], daemon=True)
            opening.start()


def _why(error: OSError, host: str, port: int) -> str:
    """Why it cannot be listened there."""
    import errno

    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} is in use, perhaps by another table: close that, or take another port "
            f"with --port {port + 1 if port < 65535 else 0} (--port 0 takes any that is free)"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} may not be used; ports from 1024 on may: --port {PORT}"
    return f"nobody can listen at {host}, port {port}: {error.strerror}"


TURN = 0.0005
"""Seconds after which a thread that draws lets another go on that only answers."""
