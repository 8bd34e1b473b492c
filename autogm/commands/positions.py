"""Positions in files: written by `show --yaml` and `replay --yaml-dir`, looked over by `check`."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autogm.commands.frame import InputError, tell, unwritten
from autogm.commands.states import Given, given_state
from autogm.commands.streams import unicode_out
from autogm.game.contract import CHANCE
from autogm.model.faults import ScenarioError
from autogm.model.words import SIDES
from autogm.model.writing import write_whole

if TYPE_CHECKING:
    from autogm.game.registry import ReadFile

STDOUT = "-"
ENDINGS = (".yaml", ".yml")


def write_position(target: Path, found: ReadFile, given: Given, others: Mapping[str, bool]) -> None:
    """Write the state that `show` is given as a position. `others` are options that say otherwise
    how to show it, and whether they were given.

    Raises:
        InputError: for those; for a kind of games without positions; for a state that no position
            says; where something else would be overwritten.
        RunError: where the file cannot be written.
    """
    for name, is_given in others.items():
        if is_given:
            raise InputError(f"--yaml writes the whole position as text: leave --{name} out")
    if str(target) != STDOUT:
        _check_target(target)
    from autogm.game.positions import CannotSayError, written

    _prepare(found, "--yaml")
    game: Any = found.game()
    asked = given_state(found, game, *given)
    state = game.new_initial_state() if asked is None else asked
    plain = str(target) == STDOUT and not unicode_out()
    folder = Path() if str(target) == STDOUT else target.parent
    try:
        text = written(found, state, folder, plain=plain)
    except CannotSayError as error:
        raise InputError(
            f"--yaml: a position is one at the beginning of a turn, and {error}"
        ) from None
    if str(target) == STDOUT:
        sys.stdout.write(text)
        return
    try:
        write_whole(target, text)
    except OSError as error:
        raise unwritten(target, error) from None
    tell("written", f"the position to {target}", "green")


def write_positions(
    folder: Path, found: ReadFile, states: Iterable[tuple[Hashable, Any]], named: str
) -> None:
    """Write positions of a battle into a folder, which is made where it is not there. Each state
    has a part of the battle that it belongs to: of each part the first is written that can be
    said, in a file `named` by its part or its place among them. Nothing is written where one would
    be written over something else.

    Raises:
        InputError: for a kind of games without positions; naming what would be overwritten.
        RunError: where the files cannot be written.
    """
    from autogm.game.positions import CannotSayError, positions_of, written

    try:
        positions_of(found.kind)
    except ValueError as error:
        raise InputError(f"--yaml-dir: {error}") from None
    texts: dict[Hashable, tuple[Path, str]] = {}
    for part, state in states:
        if part in texts:
            continue
        try:
            text = written(found, state, folder)
        except CannotSayError:
            continue
        texts[part] = (folder / named.format(part=part, place=len(texts) + 1), text)
    for target, _ in texts.values():
        if target.exists() and not (target.is_file() and _is_position(target)):
            raise InputError(
                f"--yaml-dir: {target} is there and holds no position; name another folder"
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for target, text in texts.values():
            write_whole(target, text)
    except OSError as error:
        raise unwritten(folder, error) from None
    number = "one position" if len(texts) == 1 else f"{len(texts)} positions"
    tell("written", f"{number} to {folder}", "green")


def position_row(file: Path) -> dict[str, Any]:
    """What `check` says of a position without faults; of that which names its scenario.

    Raises:
        ScenarioError: with every fault of the position, or those of its scenario.
    """
    from autogm.game.positions import read_position, scenario_of
    from autogm.game.registry import read_file
    from autogm.model.source import read_source

    found = read_file(scenario_of(read_source(file)))
    _prepare(found, str(file))
    game: Any = found.game()
    state = read_position(found, game, file)
    player = state.current_player()
    return {
        "file": str(file),
        "ok": True,
        "faults": [],
        "title": game.title,
        "scenario": str(found.path),
        "chooses": "dice" if player == CHANCE else SIDES[player],
        "fighter": state.actor(),
        "state": game.serialize(state),
        "warnings": [],
    }


def _prepare(found: ReadFile, where: str) -> None:
    """Have compiled what positions of that kind call; a few steps are played without.

    Raises:
        InputError: for a kind of games without positions.
    """
    from autogm.commands.building import INTERPRETED_BATTLE, prepare
    from autogm.game.positions import positions_of

    try:
        entries = positions_of(found.kind).entries
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None
    prepare(entries, INTERPRETED_BATTLE)


def _check_target(target: Path) -> None:
    """Refuse to write over anything but another position.

    Raises:
        InputError: saying what would do.
    """
    if target.suffix.lower() not in ENDINGS or target.is_dir():
        raise InputError(f"--yaml writes YAML: write --yaml {target.with_suffix(ENDINGS[0])}")
    if target.exists() and not _is_position(target):
        raise InputError(f"--yaml: {target} is there and holds no position; write another file")


def _is_position(file: Path) -> bool:
    from autogm.model.position import is_position
    from autogm.model.source import read_source

    try:
        return is_position(read_source(file).data)
    except ScenarioError:
        return False
