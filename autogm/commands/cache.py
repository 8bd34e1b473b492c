"""The command `cache`: where compiled code is kept, how much of it, and how to be rid of it."""

from __future__ import annotations

from typing import Annotated

import typer

from autogm.commands.frame import AsJson, RunError, console, print_json


def cache(
    clear: Annotated[
        bool,
        typer.Option("--clear", help="Delete it; what is needed is compiled anew."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell where compiled code is kept and how large it is, or delete it."""
    from autogm.game.code_cache import code_cache

    kept = code_cache()
    try:
        size = kept.clear() if clear else kept.size()
    except OSError as error:
        raise RunError(f"{kept.folder}: {error.strerror}") from None
    if as_json:
        print_json({"folder": str(kept.folder), "bytes": size, "cleared": clear})
        return
    told = f"{kept.folder}: {amount(size)} of compiled code"
    console().print(f"{told} deleted" if clear else told)


def amount(size: int) -> str:
    """A number of bytes in the unit that fits."""
    for unit, bytes_of in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= bytes_of:
            return f"{size / bytes_of:.1f} {unit}"
    return f"{size} byte{'' if size == 1 else 's'}"
