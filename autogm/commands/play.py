"""The command `play`: somebody sits down and plays, in a browser or in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autogm.commands.arguments import Party, file_or_input, said
from autogm.commands.frame import InputError
from autogm.commands.page import play_page
from autogm.commands.plain import check_seed
from autogm.commands.players import AGENTS_HELP, Seed
from autogm.commands.text import LATEST, Asked, play_text
from autogm.table import HOST, PORT

_OF_TEXT = {
    "assist": "--assist",
    "party": "--party",
    "changes": "--set",
    "seated": "--as",
    "agents": "--agents",
    "seed": "--seed",
    "own_dice": "--own-dice",
    "resume": "--resume",
}
"""What the page asks itself."""
_OF_NEW_GAMES = {name: option for name, option in _OF_TEXT.items() if name != "resume"}
"""What a game that is kept has said already."""
_OF_PAGE = {"port": "--port", "host": "--host", "no_browser": "--no-browser"}
"""What there is no use for in the terminal."""


def play(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A scenario file, or the name of one that ships.",
            show_default=False,
            parser=file_or_input,
        ),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Play in the terminal instead of a browser.")
    ] = False,
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65535, help="Where to listen; 0 takes any that is free."),
    ] = PORT,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            help="The address to listen at. 0.0.0.0 lets other machines of the network come, each "
            "with a secret link.",
        ),
    ] = HOST,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the link, and open no browser.")
    ] = False,
    seated: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="WHO",
            help="Whom you play: players, gm, both with a comma between them, the ids of fighters, "
            "or nobody to look on.",
        ),
    ] = "players",
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            metavar="WHO",
            help=f"Who plays all others: {AGENTS_HELP}",
            show_default="planner",
        ),
    ] = None,
    seed: Seed = 1,
    own_dice: Annotated[
        bool, typer.Option("--own-dice", help="Roll your side's dice yourself, and type them.")
    ] = False,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="ID",
            help=f"Go on with a game that is kept; {LATEST}: with the one played last.",
            show_default=False,
        ),
    ] = None,
    position: Annotated[
        Path | None,
        typer.Option(
            "--position",
            metavar="FILE",
            help="Begin from a position in a file, as `autogm show --yaml` writes one.",
            show_default=False,
        ),
    ] = None,
    party: Party = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PATH=VALUE",
            help="Play a variant: gm.fighters.chief.skills.Forceful=4; several changes with ; "
            "between them, or each after a --set of its own.",
            show_default=False,
        ),
    ] = None,
    assist: Annotated[
        bool,
        typer.Option(
            "--assist",
            help="Help the GM of a real table: type in what the players do and roll; what the NPCs "
            "do is proposed, with reasons.",
        ),
    ] = False,
) -> None:
    """Open the table in a browser: choose a scenario, and who sits where. With --text, play in the
    terminal against the GM's side, or as the GM; every step is kept."""
    elsewhere, where = (_OF_PAGE, "without --text") if text else (_OF_TEXT, "with --text")
    for name, option in elsewhere.items():
        if said(context, name):
            raise InputError(f"{option} can be said only {where}")
    if position is not None and (file is None or resume is not None):
        raise InputError("--position: name the scenario that it is a position of, and no --resume")
    if resume is not None:
        _only_resumed(context, file)
    if not text:
        play_page(file, host, port, no_browser, position)
        return
    if assist and seated != "players":
        raise InputError("--assist: the GM answers for everybody; leave --as out")
    check_seed(seed)
    heroes, change = tuple(party or ()), None if changes is None else "; ".join(changes)
    play_text(Asked(file, seated, agents, seed, own_dice, resume, position, assist, heroes, change))


def _only_resumed(context: typer.Context, file: Path | None) -> None:
    """Refuse what a game that is gone on with has said already.

    Raises:
        InputError: naming it.
    """
    if file is not None:
        raise InputError(f"--resume goes on with a game of its own file: leave {file.name} out")
    for name, option in _OF_NEW_GAMES.items():
        if said(context, name):
            raise InputError(
                f"{option} is for a new game: --resume goes on with one as it was begun"
            )
