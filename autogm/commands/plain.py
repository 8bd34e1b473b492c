"""What commands do with games of other kinds than conflicts, by the contract alone; and how what
needs a conflict says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

from autogm.agents.names import LEVELLED, MOST_SEED
from autogm.commands.frame import (
    DONE,
    InputError,
    console,
    print_json,
    progress,
    terminable,
)
from autogm.commands.states import Given, given_start, given_state
from autogm.game.registry import CONFLICT
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.agents.plain import Taken
    from autogm.commands.sides import Audience
    from autogm.commands.stored import Storing
    from autogm.game.registry import ReadFile
    from autogm.lab.playouts import Playouts
    from autogm.lab.skill import SkillResult
    from autogm.planner.levels import Level

MOST_STATES = 500_000
"""States that are stored for a game that is not compiled, unless more are asked for."""
MOST_LAID_OUT = 5_000_000
"""The same, for one that lays its graph out."""
MANY, FEW = 10_000, 100
"""How often a game is played where nobody says it; where one plays who looks ahead."""


def is_conflict(found: ReadFile) -> bool:
    """Whether a file describes a conflict."""
    return found.kind.name == CONFLICT


def usual_plays(players: Sequence[Agent]) -> int:
    """How often a game that is no conflict is played where nobody says it."""
    return FEW if any(one.name.startswith(LEVELLED) for one in players) else MANY


def only_conflicts(found: ReadFile, **options: bool) -> None:
    """Refuse options that need a conflict, by name; each says whether it was given.

    Raises:
        InputError: naming what was given, and the kind of game that the file describes.
    """
    given = [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
    if given and not is_conflict(found):
        if given[0] == "--files":
            raise InputError(
                "several files are compared where all are conflicts, and "
                f"{found.path} is a game of the kind `{found.kind.name}`; `autogm report` sets "
                "several side by side"
            )
        raise InputError(
            f"{given[0]} takes games of the kind `{CONFLICT}`, and {found.path} is a game of the "
            f"kind `{found.kind.name}`"
        )


def simulate(
    found: ReadFile,
    number: int | None,
    seed: int,
    agents: str | None,
    given: Given,
    as_json: bool,
    storing: Storing,
    levels: bool = False,
) -> None:
    """Play many times, and count who wins; where nobody says how often, as often as soon shows
    something. With `levels` also as players of several levels of skill would."""
    from autogm.agents.names import Seating, UnknownAgentError, seating
    from autogm.commands.counting import tell_none_over
    from autogm.commands.skills import by_skill
    from autogm.lab.skill import SKILLS, agents_for, battles_for

    players = seats_of(found, agents, seed)
    for skill in SKILLS if levels else ():  # who cannot play it is told before it is played
        try:
            seating(agents_for(skill, players[1].name, found.kind.name), found.kind.name)
        except UnknownAgentError as error:
            raise InputError(f"--levels: {error}") from None
    if number is None:
        number = usual_plays(players)
    game = found.game()
    start = given_start(found, game, *given)
    if storing.out is not None:
        from autogm.commands.variants import texts_of

        line = None if start is None else game.serialize(start)
        names = {"players": players[0].name, "gm": players[1].name}
        counted, leave = storing.counted(texts_of(found.path, ()), names, number, seed, line)
    else:
        counted, leave = _counted(game, number, seed, players, start)
        if counted is None:
            tell_none_over(number)
    if counted is None:
        raise typer.Exit(leave)
    skilled: list[SkillResult] = []
    if levels and leave == DONE:
        skilled, leave = by_skill(
            found.kind.name,
            Seating(players[0].name, players[1].name, {}),
            {},
            counted,
            battles_for(min(counted.battles, FEW * 2)),
            lambda who, often: _counted(game, often, seed, seats_of(found, who, seed), start),
        )
    _tell(game, counted, as_json, skilled)
    raise typer.Exit(leave)


def _counted(
    game: Any, number: int, seed: int, players: tuple[Agent, Agent], start: Any
) -> tuple[Playouts | None, int]:
    """Plays counted with progress on stderr, and the exit code: where they are interrupted, those
    that are over (None: not one), and the code that says so."""
    from autogm.lab.playouts import StoppedPlaying, play_many
    from autogm.lab.progress import battle_progress

    with terminable() as stopped, battle_progress(number, progress) as told:
        try:
            return play_many(game, number, seed, players, start, told), DONE
        except StoppedPlaying as stop:
            return stop.found, stopped()
        except KeyboardInterrupt:
            return None, stopped()


def _tell(game: Any, counted: Playouts, as_json: bool, skilled: Sequence[SkillResult] = ()) -> None:
    from autogm.lab.playout_tables import playout_tables
    from autogm.lab.skill import as_dict, skill_lines

    if as_json:
        print_json({**counted.as_dict(), **({"skill": as_dict(skilled)} if skilled else {})})
    else:
        _print([*playout_tables(game, counted), *(skill_lines(skilled) if skilled else ())])


def replay(
    found: ReadFile,
    battle: int,
    seed: int,
    agents: str | None,
    given: Given,
    to: int | None,
    as_json: bool,
    draw: Callable[[dict[str, str]], None] | None = None,
    keep: Callable[[Iterable[Any]], None] | None = None,
) -> None:
    """Tell one of those plays, as much of it as the side `to` may know, and `draw` it: the table at
    the beginning, whenever dice are about to fall, and in the end; `keep` takes all its states."""
    from autogm.agents.plain import played
    from autogm.lab.told import told_lines, told_values

    players, game = seats_of(found, agents, seed), found.game()
    if draw is not None and not hasattr(game, "tableau"):
        only_conflicts(found, svg_dir=True)
    start = given_start(found, game, *given)
    steps: Iterator[Taken] = played(game, seed, battle, players, start)
    if draw is not None or keep is not None:
        taken = list(steps)
        if draw is not None:
            draw(_pictures(taken, to))
        if keep is not None:
            keep([*(one.before for one in taken[:1]), *(one.after for one in taken)])
        steps = iter(taken)
    if as_json:
        print_json(told_values(game, steps, to))
    else:
        out = console()
        for line in told_lines(game, steps, start, to):  # unwrapped, as a battle's
            out.print(line)


def _pictures(steps: Sequence[Taken], to: int | None) -> dict[str, str]:
    """The pictures of a play of a game that lays out a table, by name."""
    from autogm.game.contract import CHANCE
    from autogm.view.picture.tableau import tableau_picture

    rolls = [one.before for one in steps[1:] if one.before.current_player() == CHANCE]
    shown = [*(one.before for one in steps[:1]), *rolls, *(one.after for one in steps[-1:])]
    return {
        f"table-{number:02}.svg": tableau_picture(state.game.tableau(state, to))
        for number, state in enumerate(shown)
    }


def solve(found: ReadFile, most: int | None, given: Given, as_json: bool) -> None:
    """Solve by backward induction."""
    from autogm.analysis.plainly import solved_parts, solved_values
    from autogm.game.graph import CircleError, TooLargeError
    from autogm.planner.solving.expectimax import expectimax

    try:
        usual = MOST_LAID_OUT if found.kind.graphed else MOST_STATES
        game = found.game()
        solved = expectimax(_asked(found, game, given), most or usual)
    except TooLargeError as error:
        raise InputError(f"{error}; --max-states allows more") from None
    except CircleError as error:
        raise InputError(
            f"only games that never come back to a state are solved: {error}"
        ) from None
    if as_json:
        print_json(solved_values(solved))
    else:
        _print(solved_parts(solved))


def advise(
    found: ReadFile,
    given: Given,
    battles: int,
    seed: int,
    level: Level | None,
    audience: Audience | None,
    as_json: bool,
) -> None:
    """Weigh the choices of a state, as a level of the planner does if one is given, from what the
    audience may know."""
    from autogm.analysis.plainly import HiddenError, advice_parts, weigh

    game = found.game()
    asked = _asked(found, game, given)
    if battles < 1:
        raise InputError(f"--battles says how often each choice is played on: not {battles}")
    to, everything = (None, False) if audience is None else (audience.side, audience.side is None)
    try:
        advice = weigh(asked, battles, seed, level, to=to, everything=everything)
    except HiddenError as error:
        raise InputError(str(error)) from None
    except ValueError as error:
        raise InputError(f"--for {audience}: {error}") from None
    if as_json:
        print_json(advice.as_dict())
    else:
        _print(advice_parts(advice))


def show(found: ReadFile, given: Given, side: str | None) -> None:
    """Show a state: the table, where the game lays one out, or lines."""
    from autogm.analysis.plainly import state_lines
    from autogm.view.tableau import tableau_parts

    game = found.game()
    shown = _asked(found, game, given)
    if hasattr(game, "tableau"):
        _print(tableau_parts(game.tableau(shown, _number(side))))
    else:
        _print(state_lines(shown, side))


def picture(found: ReadFile, given: Given, side: str | None) -> tuple[str, str]:
    """A game's title, and its table as a picture.

    Raises:
        InputError: for a game that lays out no table.
    """
    game: Any = found.game()
    if not hasattr(game, "tableau"):
        only_conflicts(found, svg=True)
    from autogm.view.picture.tableau import tableau_picture

    shown = _asked(found, game, given)
    return game.title, tableau_picture(game.tableau(shown, _number(side)))


def _number(side: str | None) -> int | None:
    return None if side is None else SIDES.index(side)


def row(found: ReadFile) -> dict[str, Any]:
    """What `check` says of a file without faults."""
    game = found.game()
    return {
        "file": str(found.path),
        "ok": True,
        "faults": [],
        "title": game.title,
        "kind": found.kind.name,
        "choices": game.max_actions,
        "outcomes": game.max_chance_outcomes,
        "steps": game.max_game_length,
        "facts": list(getattr(found.content, "facts", ())),
        "reasons": list(found.reasons),
        "warnings": list(map(str, found.notes)),
    }


def check_seed(seed: int) -> None:
    """Whether a number is a seed.

    Raises:
        InputError: saying which are.
    """
    if not 0 <= seed <= MOST_SEED:
        raise InputError(f"a seed is a number from 0 to {MOST_SEED}, not {seed}")


def seats_of(found: ReadFile, agents: str | None, seed: int) -> tuple[Agent, Agent]:
    """Who plays, by what the command line says."""
    from autogm.agents.names import UnknownAgentError, seating

    try:
        seating(agents, found.kind.name)
    except UnknownAgentError as error:
        raise InputError(f"--agents: {error}") from None
    check_seed(seed)
    from autogm.agents.roster import seats

    return seats(agents, found.kind.name)


def _asked(found: ReadFile, game: Any, given: Given) -> Any:
    """The state that a command is asked about: the first where none is given."""
    state = given_state(found, game, *given)
    return game.new_initial_state() if state is None else state


def _print(parts: Any) -> None:
    out = console()
    for part in parts:
        out.print(part, soft_wrap=False)
