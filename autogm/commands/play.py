"""The command `play`: somebody sits down and plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autogm.commands.arguments import file_or_input
from autogm.commands.battles import AGENTS_HELP, Seed
from autogm.commands.plain import check_seed
from autogm.commands.text import LATEST, play_text


def play(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A scenario file, or the name of one that ships.",
            show_default=False,
            parser=file_or_input,
        ),
    ] = None,
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
) -> None:
    """Play a game against the GM's side, or as the GM, in the terminal; every step is kept."""
    check_seed(seed)
    play_text(file, seated, agents, seed, own_dice, resume)
