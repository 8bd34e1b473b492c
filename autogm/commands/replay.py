"""The command `replay`: one battle told."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.commands import plain
from autogm.commands.arguments import Scenario
from autogm.commands.frame import (
    AsJson,
    InputError,
    console,
    print_json,
    tell,
    unwritten,
)
from autogm.commands.pictures import check_folder, write_pictures
from autogm.commands.players import Agents, Seed, prepared, seating_of
from autogm.commands.positions import write_positions
from autogm.commands.sides import Audience
from autogm.commands.states import PositionFile, StateLine, given_start, position_entries

if TYPE_CHECKING:
    from autogm.game.registry import ReadFile
    from autogm.lab.replay import Step


def replay(
    file: Scenario,
    battle: Annotated[int, typer.Option("--battle", metavar="N", help="Which battle, from 0.")] = 0,
    seed: Seed = 1,
    agents: Agents = None,
    state: StateLine = None,
    position: PositionFile = None,
    svg_dir: Annotated[
        Path | None,
        typer.Option(
            "--svg-dir",
            metavar="DIR",
            help="Draw the beginning and the end of every exchange into this folder, as "
            "exchange-00.svg and so on; of a scene of cards the table before each roll, as "
            "table-00.svg.",
            show_default=False,
        ),
    ] = None,
    yaml_dir: Annotated[
        Path | None,
        typer.Option(
            "--yaml-dir",
            metavar="DIR",
            help="Write how things stood as every exchange began into this folder, as "
            "exchange-01.yaml and so on, to be gone on from with --position; of a scene of cards "
            "before each intention, as position-01.yaml.",
            show_default=False,
        ),
    ] = None,
    audience: Annotated[
        Audience,
        typer.Option(
            "--for",
            help="players, gm: tell and draw only what that side may know; with --json nothing but "
            "the events, since states and reasons are about everything.",
            show_default="everything",
        ),
    ] = Audience.all,
    as_json: AsJson = False,
) -> None:
    """Tell one of the battles of `simulate` step by step; `autogm rules D4` says what (D4) is."""
    if battle < 0:
        raise InputError(f"battles are numbered from 0, so none is {battle}")
    if svg_dir is not None:
        check_folder(svg_dir, "--svg-dir", "the pictures")
    if yaml_dir is not None:
        check_folder(yaml_dir, "--yaml-dir", "the positions")
        if audience is not Audience.all:
            raise InputError("--yaml-dir writes all there is to a position: leave --for out")
    from autogm.game.registry import read_file

    found_file = read_file(file)
    if not plain.is_conflict(found_file):
        draw = None if svg_dir is None else partial(_write_drawn, svg_dir)
        to = audience.side
        keep = None if yaml_dir is None else partial(_write_plain, yaml_dir, found_file)
        plain.replay(found_file, battle, seed, agents, (state, position), to, as_json, draw, keep)
        return
    seating_of(found_file.content, agents)
    plain.check_seed(seed)
    more = position_entries(found_file, position)
    game, players = prepared(found_file.content, agents, more=more)
    start = given_start(found_file, game, state, position)
    from autogm.lab.replay import replay as run
    from autogm.view.story import story_to

    try:
        steps: Iterable[Step] = run(game, seed, battle, players, start, audience.side)
        if svg_dir is not None:
            steps = list(steps)
            _draw(svg_dir, steps, audience)
        if yaml_dir is not None:
            steps = list(steps)
            parts = ((one.after.exchange, one.after) for one in steps)
            write_positions(yaml_dir, found_file, parts, "exchange-{part:02}.yaml")
        if as_json:
            print_json([step.as_dict(game) for step in steps])
            return
        out = console()
        told = ((step.game or game, step.events) for step in steps)
        for line in story_to(game, told, start, audience.side):
            out.print(line)
    except ValueError as error:
        raise InputError(str(error)) from None


def _write_plain(folder: Path, found: ReadFile, states: Iterable[Any]) -> None:
    """Write the positions of a game of another kind."""
    write_positions(folder, found, enumerate(states), "position-{place:02}.yaml")


def _draw(folder: Path, steps: Iterable[Step], audience: Audience) -> None:
    """Draw a battle, a picture an exchange, as it is known to whom it is for."""
    from autogm.view.exchanges import exchange_boards
    from autogm.view.picture.drawing import picture
    from autogm.view.secrets import seen_by

    boards = exchange_boards((step.events, step.after) for step in steps)
    side, drawn = audience.name_of_side, {}
    for number, board in boards:
        known = board if side is None else seen_by(board, side)
        drawn[f"exchange-{number:02}.svg"] = picture(known)
    _write_drawn(folder, drawn)


def _write_drawn(folder: Path, drawn: dict[str, str]) -> None:
    """Write pictures into a folder, and say so.

    Raises:
        InputError: where something else would be overwritten, or the folder takes no files.
        RunError: where there is no room for them.
    """
    try:
        write_pictures(folder, drawn, "--svg-dir")
    except OSError as error:
        raise unwritten(folder, error) from None
    tell("drawn", f"{len(drawn)} pictures to {folder}", "green")
