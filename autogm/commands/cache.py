"""The command `cache`: where compiled code is kept, how much of it, and how to be rid of it."""

from __future__ import annotations

from typing import Annotated

import typer

from autogm.commands.frame import AsJson, InputError, RunError, console, print_json


def cache(
    clear: Annotated[
        bool,
        typer.Option("--clear", help="Delete it; what is needed is compiled anew."),
    ] = False,
    build: Annotated[
        bool,
        typer.Option("--build", help="Compile all that autogm calls, ahead of its first use."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell where compiled code is kept and how large it is, delete it, or compile it ahead."""
    if clear and build:
        raise InputError("--clear deletes and --build compiles: one of them at a time")
    if build:
        from autogm.commands.building import prepare_everything

        prepare_everything()
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
