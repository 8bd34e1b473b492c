"""The command `review`: what a play was worth at every moment, where it turned, what was luck and
what judgement, and a recap of it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.agents.names import DEFAULT as PLAYS
from autogm.commands import plain
from autogm.commands.arguments import STDIN, count, file_or_input, said
from autogm.commands.frame import AsJson, InputError, console, print_json, progress, tell, unwritten
from autogm.commands.levels import level_alone
from autogm.commands.players import AGENTS_HELP, Seed, prepared
from autogm.commands.sides import Audience
from autogm.planner.levels import DEFAULT, LevelError, setting

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.analysis.review import Move, Review
    from autogm.analysis.review.playing_on import PlayedOn
    from autogm.engine.game import Game
    from autogm.game.registry import ReadFile
    from autogm.planner.levels import Level
    from autogm.session.saved import Saved

BATTLES = 100
"""How often a conflict is played on from each exchange to find out how likely victory was."""


def review(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A scenario file, or the name of one that ships; - is standard input.",
            show_default=False,
            parser=file_or_input,
        ),
    ] = None,
    battle: Annotated[int, typer.Option("--battle", metavar="N", help="Which battle, from 0.")] = 0,
    seed: Seed = 1,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", metavar="WHO", help=f"Who plays: {AGENTS_HELP}", show_default=PLAYS
        ),
    ] = None,
    play: Annotated[
        Path | None,
        typer.Option(
            "--play",
            metavar="PLAY",
            help="A battle that the table has saved as a file, or keeps under this id (as `play "
            "--text` lists them), or a play as JSON, to be reviewed in place of one of FILE.",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="What it is measured with: mediocre (0) to legendary (8), of which only what they "
            "may spend counts.",
        ),
    ] = DEFAULT.name,
    battles: Annotated[
        int,
        typer.Option(
            "--battles",
            metavar="N",
            parser=count,
            help="Play a conflict on so many times from the beginning of each exchange, of long "
            "ones from twelve of them, to find out how likely victory was there; 0: not.",
        ),
    ] = BATTLES,
    audience: Annotated[
        Audience,
        typer.Option(
            "--for",
            help="players, gm: review and tell it from what that side knew at each moment.",
            show_default="everything",
        ),
    ] = Audience.all,
    recap: Annotated[
        str | None,
        typer.Option(
            "--recap",
            metavar="FILE",
            help="Write the recap, as Markdown, to this file; -: print it, in place of the tables.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Review a battle of `replay`, or a saved play: who was how likely to win at each moment, what
    was luck and what judgement, where it turned, what would have been better, who did what; and
    with --recap a report of it to send around."""
    try:
        measuring = setting(level_alone(level))
    except LevelError as error:
        raise InputError(f"--level: {error}") from None
    if battle < 0:
        raise InputError(f"battles are numbered from 0, so none is {battle}")
    if battles < 0:
        raise InputError(f"--battles says how often to play: 0 for not, not {battles}")
    if as_json and recap == STDIN:
        raise InputError("--json and --recap - would both be on stdout; write the recap to a file")
    if recap is not None and recap != STDIN:
        _check_recap(Path(recap))
    if (file is None) == (play is None):
        raise InputError("name a scenario file, or a saved play by --play, and not both")
    if play is not None and said(context, "battle"):
        raise InputError("--battle is one of a scenario file: a saved play is one play")
    plain.check_seed(seed)
    found_file, start, moves = _played_before(play) if play else _played(file, agents, seed, battle)
    found = _reviewed(found_file, start, moves, measuring, audience, agents, battles, seed)
    if recap is not None:
        _tell_recap(found, recap)
    if as_json:
        from autogm.analysis.review.tables import review_values

        print_json(review_values(found))
    elif recap != STDIN:
        from autogm.analysis.review.tables import review_tables

        out = console()
        for part in review_tables(found):
            out.print(part, soft_wrap=False)


def _played(
    file: Path | None, agents: str | None, seed: int, battle: int
) -> tuple[ReadFile, Any, tuple[Move, ...]]:
    """A battle of a file: the file, its first state and its moves.

    Raises:
        InputError: for a file that is not there, agents that do not exist, a battle out of range.
    """
    assert file is not None
    from autogm.analysis.review import moves_of_steps
    from autogm.commands.arguments import there
    from autogm.game.registry import read_file

    found_file = read_file(there(file))
    if plain.is_conflict(found_file):
        from autogm.lab.replay import replay

        game, players = prepared(found_file.content, agents)
        try:
            first, *steps = replay(game, seed, battle, players)
        except ValueError as error:
            raise InputError(str(error)) from None
        return found_file, first.after, moves_of_steps(first.after, steps)
    from autogm.agents.plain import played

    both, own = plain.seats_of(found_file, agents, seed), found_file.game()
    start = own.new_initial_state()
    return found_file, start, moves_of_steps(start, played(own, seed, battle, both))


def _played_before(path: Path) -> tuple[ReadFile, Any, tuple[Move, ...]]:
    """A saved play: the file that its texts are, its first state and its moves.

    Raises:
        InputError: for what cannot be read, and for a play that this version does not accept.
    """
    from autogm.analysis.review import moves_of
    from autogm.commands.building import prepare
    from autogm.engine.entries import apply_at, legal_at
    from autogm.game.plays import Play, PlayError, read_kept

    try:
        kept = None if path.exists() else _kept(str(path))
        if kept is not None:
            return _of_table(kept)
        text = path.read_text(encoding="utf-8")
        data = _json_of(text)
        if "autogm" in data:
            return _of_table(_imported(text))
        play = Play.from_dict(data)
        found_file = read_kept(play.files)
        if plain.is_conflict(found_file):
            prepare([apply_at, legal_at])
        start = found_file.game().new_initial_state()
        return found_file, start, tuple(moves_of(start, play.entries))
    except (PlayError, OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        if isinstance(error, FileNotFoundError):
            why = f"{why}, and no battle is kept under this id"
        raise InputError(f"--play {path}: {why}") from None


def _kept(game: str) -> Saved | None:
    """The battle that is kept under an id; None where there is none.

    Raises:
        PlayError: where what is kept cannot be read.
    """
    from autogm.game.plays import PlayError
    from autogm.session.saved import SaveError
    from autogm.session.store import FILE, Store, StoreError, data_folder

    file = data_folder() / FILE
    if not file.exists():
        return None
    try:
        with Store(file) as store:
            return store.read(game)
    except KeyError:
        return None
    except (SaveError, StoreError) as error:
        raise PlayError(f"this kept battle cannot be read: {error}") from None


def _imported(text: str) -> Saved:
    from autogm.game.plays import PlayError
    from autogm.session.saved import SaveError, import_text

    try:
        return import_text(text)
    except SaveError as error:
        raise PlayError(f"this saved battle cannot be read: {error}") from None


def _of_table(saved: Saved) -> tuple[ReadFile, Any, tuple[Move, ...]]:
    """A battle that the table has saved, as far as it stands: what followed it and was taken back
    is left out.

    Raises:
        PlayError: for what cannot be read, and where nothing has been played.
    """
    from autogm.commands.building import prepare
    from autogm.game.plays import PlayError, read_kept
    from autogm.session.begun import needed
    from autogm.session.errors import SessionError
    from autogm.session.saved import SaveError
    from autogm.session.seats import SeatError
    from autogm.session.session import Session
    from autogm.table.looking_back import moves_of_session

    try:
        session = Session(saved)
        prepare(needed(session))
        start, moves = moves_of_session(session)
    except (SaveError, SeatError, SessionError) as error:
        raise PlayError(f"this saved battle cannot be read: {error}") from None
    if not moves:
        raise PlayError("nothing has been played in this battle")
    return read_kept(saved.files), start, moves


def _json_of(text: str) -> dict[str, Any]:
    from autogm.game.plays import PlayError

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # also for numbers of thousands of digits
        raise PlayError(f"this is no JSON that can be read: {error}") from None
    if not isinstance(data, dict):
        raise PlayError("this is no play: it is no JSON object")
    return data


def _reviewed(
    found_file: ReadFile,
    start: Any,
    moves: tuple[Move, ...],
    level: Level,
    audience: Audience,
    agents: str | None,
    battles: int,
    seed: int,
) -> Review:
    """The review, with progress on stderr.

    Raises:
        InputError: for a game that cannot be measured.
    """
    from autogm.analysis.review import UnmeasuredError, review_moves
    from autogm.lab.progress import battle_progress

    chances: tuple[PlayedOn, ...] = ()
    if plain.is_conflict(found_file):
        from autogm.commands.building import prepare
        from autogm.planner.planner import ENTRIES

        prepare(ENTRIES)
        chances = _chances(start, moves, audience, agents, battles, seed)
    try:
        with battle_progress(len(moves), progress, what="move") as told:
            return review_moves(
                start, moves, level=level, chances=[(one.state, one.chance) for one in chances],
                to=audience.side, told=told,
            )  # fmt: skip
    except UnmeasuredError as error:
        raise InputError(f"{found_file.path}: {error}") from None


def _chances(
    start: Any,
    moves: tuple[Move, ...],
    audience: Audience,
    agents: str | None,
    battles: int,
    seed: int,
) -> tuple[PlayedOn, ...]:
    """How likely the players were to win as exchanges began, by battles that are played on from
    there with other dice; none where nobody asks, or more than victory is at stake. For a side they
    are played as it knew the conflict, by the agents who play where nothing is said."""
    from autogm.agents.playing import needed
    from autogm.analysis.review.account import known_to
    from autogm.analysis.review.playing_on import (
        MOST_PLACES,
        OTHER_DICE,
        beginnings,
        in_kernels,
        play_on,
    )
    from autogm.commands.building import prepare
    from autogm.planner.solving.solver import victory_alone

    known = known_to(start, audience.side)
    if not battles or known is None or not victory_alone(known.game):
        return ()
    from autogm.lab.progress import battle_progress

    def players(game: Game) -> tuple[Agent, Agent]:
        who = agents if game is start.game else None
        given: tuple[Agent, Agent] = prepared(game.encounter, who, number)[1]
        both = in_kernels(given)
        if both != given:
            prepare(needed(both))
        return both

    places = beginnings(start, moves, audience.side)
    number = battles * min(len(places), MOST_PLACES)
    with battle_progress(number, progress) as told:
        return play_on(places, battles, seed + OTHER_DICE, players, told=told)


def _tell_recap(found: Review, target: str) -> None:
    """Print the recap, or write it to a file.

    Raises:
        InputError: where the file cannot be one.
        RunError: where there is no room for it.
    """
    from autogm.analysis.review.recap import recap
    from autogm.model.writing import write_whole

    words = recap(found)
    if target == STDIN:
        sys.stdout.write(words)
        return
    path = Path(target)
    try:
        write_whole(path, words)
    except OSError as error:
        raise unwritten(path, error) from None
    tell("written", f"the recap to {path}", "green")


def _check_recap(path: Path) -> None:
    """Refuses to write over a file that is no recap.

    Raises:
        InputError: naming it.
    """
    from autogm.analysis.review.recap import is_recap

    if path.is_file() and path.stat().st_size:
        if is_recap(path.read_text(encoding="utf-8", errors="replace")):
            return
        raise InputError(f"--recap: {path} is there and is no recap; name another file")
