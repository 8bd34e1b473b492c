"""Playing in a browser: the table is served and opened."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from autogm.commands.arguments import there
from autogm.commands.frame import InputError, RunError, console, progress, terminable

if TYPE_CHECKING:
    from socket import socket

    from autogm.table.access import Access
    from autogm.table.shelf import Shelf

NEEDED = ("starlette", "uvicorn", "jinja2")
"""What only the page needs."""


def play_page(
    file: Path | None, host: str, port: int, no_browser: bool, position: Path | None = None
) -> None:
    """Serve the table until somebody ends it, and open it in a browser, at a scenario if one is
    named, which may be begun from a `position` on.

    Raises:
        InputError: where it cannot be opened so.
        RunError: where something is missing that it needs.
        ScenarioError: with every fault of the file.
    """
    missing = _missing()
    if missing:
        raise RunError(
            f"the table needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} "
            f"not installed here: `pip install {' '.join(missing)}` (installing autogm does it)"
        )
    from autogm.session.store import StoreError, data_folder
    from autogm.table import serving
    from autogm.table.access import GM
    from autogm.table.app import application
    from autogm.table.battles import Battles
    from autogm.table.shelf import Shelf

    shelf = Shelf()
    battles = None
    try:
        battles = Battles.in_folder(data_folder())
        start = "" if file is None else f"?open={_opened(shelf, file, position)}"
        with serving.listen(host, port) as made, terminable():
            access = _access(made, host)
            shelf.read_ahead()  # a second's work, while the browser starts
            browser = None if no_browser else access.link(GM) + start
            app = application(access, shelf, battles)
            serving.serve(app, made, lambda: _tell(*serving.told(access), start=start), browser)
    except serving.PortError as error:
        raise InputError(str(error)) from None
    except StoreError as error:
        raise RunError(str(error)) from None
    finally:
        shelf.close()
        if battles is not None:
            battles.close()


def _access(made: socket, host: str) -> Access:
    """Who may come, by the key that is kept.

    Raises:
        RunError: where it cannot be.
    """
    from autogm.session.store import data_folder
    from autogm.table.serving import access_of

    try:
        return access_of(made, host)
    except OSError as error:
        raise RunError(
            f"{data_folder()} keeps the key of the links, and cannot be written: {error.strerror}"
        ) from None


def _tell(link: str, *more: str, start: str) -> None:
    """Tells where the table is; the GM's link is the first line on stdout."""
    out = console()
    for line in (link + start, *more):
        out.print(line)
    sys.stdout.flush()
    progress("the table is open until Ctrl-C")


def _missing() -> list[str]:
    """What would have to be installed."""
    from importlib.util import find_spec

    return [name for name in NEEDED if find_spec(name) is None]


def _opened(shelf: Shelf, file: Path, position: Path | None) -> str:
    """The id of the scenario that is opened.

    Raises:
        ScenarioError: with every fault of the files.
    """
    item = shelf.open(_there(file))
    if position is not None:
        from autogm.game.positions import read_position
        from autogm.model.source import read_text

        read_position(item.found, item.found.game(), position)
        shelf.positions[item.id] = read_text(position)
    return item.id


def _there(file: Path) -> Path:
    """The file, if there is one.

    Raises:
        InputError: where there is none, or nothing that can be opened twice.
    """
    from autogm.model.source import STANDARD_INPUT

    if file == STANDARD_INPUT:
        raise InputError("the table reads no standard input: name a file")
    return there(file)
