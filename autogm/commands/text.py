"""Playing in the terminal: a game of a file is begun, or one that is kept is gone on with."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autogm.commands.arguments import there
from autogm.commands.frame import InputError, RunError, console, tell
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.game.registry import ReadFile
    from autogm.model.variants import Change
    from autogm.rules.encounter import Encounter
    from autogm.session.seats import Seat
    from autogm.session.session import Session
    from autogm.session.store import Listed, Store

NOBODY = "nobody"
LATEST = "latest"


@dataclass(frozen=True)
class Asked:
    """What the command line says: a game of a `file`, with what `change` (`--set`) and `party` make
    of it, from a `position` on, or one that is kept to go on with (`resume`); with `assist` it is a
    real table's, whose GM answers for both sides."""

    file: Path | None
    seated: str
    agents: str | None
    seed: int
    own_dice: bool
    resume: str | None
    position: Path | None
    assist: bool
    party: tuple[Path, ...]
    change: str | None


def play_text(asked: Asked) -> None:
    """Play a new game, or go on with a kept one.

    Raises:
        InputError: for what cannot be played so.
        RunError: where games cannot be kept.
    """
    from autogm.session.store import FILE, Store, StoreError, data_folder

    try:
        with Store(data_folder() / FILE) as store:
            _play(store, asked)
    except StoreError as error:
        raise RunError(str(error)) from None


def _play(store: Store, asked: Asked) -> None:
    from autogm.commands.building import prepare
    from autogm.session.begun import needed, since_changed
    from autogm.table.text import TextTable

    if asked.resume is not None:
        game = _Kept(store, _meant(store, asked.resume))
    elif asked.file is not None:
        there(asked.file)
        game = _Kept(store, _begun(store, asked.file, asked))
    else:
        _list(store)
        return
    session = game.open()
    if asked.resume is None and (asked.own_dice or asked.assist):
        persons = [SIDES[side] for side in session.seats.persons()]
        session.roll_own(tuple(persons if asked.own_dice else SIDES[:1]))
    if since_changed(session.saved):
        tell(
            "note",
            "the file of this scenario has changed since the game was begun; the game goes on with "
            "its own text",
            "yellow",
        )
    prepare(needed(session))
    see = session.seats.sees()
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is answered as no choice is
    table = TextTable(session, console(), _line, see, game.open)
    table.run()
    on, back = f"autogm play --text --resume {game.id}", f"autogm review --play {game.id}"
    tell("kept", f"{back} looks back at it" if table.is_over else f"{on} goes on with it", "green")


def _begun(store: Store, file: Path, asked: Asked) -> str:
    """A new game; returns its id."""
    from autogm.model.library import find_sheet
    from autogm.model.party import sheet_in
    from autogm.session.begun import begin
    from autogm.session.errors import SessionError
    from autogm.session.seats import SeatError

    changes = _changes(asked.change)
    found = _changed(file, asked.party, changes)
    if asked.assist:
        seats = _assisted(found, asked.agents)
    else:
        seats = _seats(found, asked.seated, asked.agents)
    if asked.own_dice and all(one.person is None for one in seats.values()):
        raise InputError("--own-dice: nobody sits there who could roll")
    heroes = [sheet_in(find_sheet(one)).data for one in asked.party]
    try:
        made = begin(
            file, seats, asked.seed, position=asked.position, party=heroes, changes=changes
        )
    except SeatError as error:
        raise InputError(f"--as, --agents: {error}") from None
    except SessionError as error:
        raise InputError(f"--position: {error}") from None
    return store.add(made)


def _changes(said: str | None) -> tuple[Change, ...]:
    """What `--set` says.

    Raises:
        InputError: for what says no change.
    """
    from autogm.model.variants import ChangeError, read_changes

    try:
        return () if said is None else read_changes(said)
    except ChangeError as error:
        raise InputError(f"--set: {error}") from None


def _changed(file: Path, party: Sequence[Path], changes: Sequence[Change]) -> ReadFile:
    """A file with other heroes, and with changes made to that.

    Raises:
        InputError: for changes that cannot be made, with every fault that they bring.
        ScenarioError: with every fault of the file.
    """
    from autogm.commands.variants import texts_of, with_heroes
    from autogm.game.plays import read_kept
    from autogm.game.registry import read_file
    from autogm.model.faults import ScenarioError
    from autogm.model.variants import ChangeError, with_changes

    found = with_heroes(file, party) if party else read_file(file)
    if not changes:
        return found
    try:
        return read_kept(with_changes(texts_of(file, party), changes))
    except ChangeError as error:
        raise InputError(f"--set: {error}") from None
    except ScenarioError as error:
        raise InputError("\n".join(f"--set: {one.says}" for one in error.faults)) from None


def _assisted(found: ReadFile, agents: str | None) -> dict[str, Seat]:
    """A table whose GM types in what the players do, and has what the NPCs do proposed."""
    from autogm.session.seats import Seat, proposed_to_gm

    seats = proposed_to_gm(_seats(found, NOBODY, agents))
    return seats | {"players": Seat(person="the players")}


def _seats(found: ReadFile, seated: str, agents: str | None) -> dict[str, Seat]:
    """Who sits where, by what the command line says: persons as whom `--as` names, on all other
    seats agents."""
    from autogm.agents.names import UnknownAgentError, fighters_of, opponent_of, seating
    from autogm.session.seats import Seat

    encounter = found.content if hasattr(found.content, "fighters") else None
    means = {} if encounter is None else fighters_of(encounter)
    if agents is None:
        agents = opponent_of(found.kind.name)
    try:
        said = seating(agents, found.kind.name, encounter)
    except UnknownAgentError as error:
        raise InputError(f"--agents: {error}") from None
    seats = {key: Seat(agent=name) for key, name in (("players", said.players), ("gm", said.gm))}
    for written, name in said.fighters.items():
        seats |= {one: Seat(agent=name) for one in means[written]}
    persons = [part.strip() for part in seated.split(",") if part.strip()]
    for written in persons if persons != [NOBODY] else ():
        one = written
        if one not in SIDES and one not in means:
            seen = _in_sight(found, means)
            one = _by_name(encounter, seen, written)
            if not one:
                there = ", ".join((*SIDES, *seen, NOBODY))
                raise InputError(f"--as: nobody is called `{written}` here; there are {there}")
        seats |= {key: Seat(person="you") for key in means.get(one, (one,))}
    _check_tempers(seats, found.kind.name, encounter)
    return seats


def _check_tempers(seats: Mapping[str, Seat], kind: str, encounter: Encounter | None) -> None:
    """See that whom agents are to protect is on a side that they play: one that is named for both
    sides plays only what no person does.

    Raises:
        InputError: naming who could be protected.
    """
    from autogm.agents.names import UnknownAgentError, check_tempers

    playing = {key: one.agent for key, one in seats.items() if one.agent is not None}
    try:
        check_tempers(playing, kind, encounter)
    except UnknownAgentError as error:
        raise InputError(f"--agents: {error}") from None


def _by_name(encounter: Encounter | None, among: Collection[str], said: str) -> str:
    """Who of those `among` is called so, whatever the capitals; empty where it is nobody."""
    wanted = said.casefold()
    names = {} if encounter is None else {one.id: one.name for one in encounter.fighters}
    called = (one for one in among if wanted in (one, names.get(one, one).casefold()))
    return next(called, wanted if wanted in SIDES else "")


def _in_sight(found: ReadFile, means: Mapping[str, Collection[str]]) -> list[str]:
    """The names of those of whom both sides know at the start."""
    from autogm.view.secrets import hidden_from
    from autogm.view.snapshot import board_of

    if not means:
        return []
    board = board_of(found.game().new_initial_state())
    secret = set[str]().union(*(hidden_from(board, side) for side in SIDES))
    return [name for name, ids in means.items() if secret.isdisjoint(ids)]


class _Kept:
    """A kept game by its id: another one, once this version could play only a part of it."""

    def __init__(self, store: Store, id: str) -> None:
        self._store, self.id = store, id

    def open(self) -> Session:
        """The game, as far as this version can go on with it.

        Raises:
            InputError: for one that cannot be read.
            KeyError: where it is kept no more.
        """
        from autogm.game.plays import PlayError
        from autogm.session.saved import SaveError
        from autogm.session.seats import SeatError

        try:
            try:
                return self._store.open(self.id)
            except PlayError as error:
                return self._part(error)
        except (SaveError, SeatError) as error:
            raise InputError(f"--resume: this game cannot be read: {error}") from None

    def _part(self, error: Exception) -> Session:
        """What this version can play of the game, which it keeps as another."""
        from autogm.session.begun import readable
        from autogm.session.session import Session
        from autogm.view.words.grammar import counted_of

        saved = readable(self._store.read(self.id))
        Session(saved)  # which is kept only if it can be gone on with
        self.id = self._store.add(saved)
        tell(
            "note",
            f"this version does not accept all of this game ({error}); what was played before, "
            f"{counted_of(len(saved.entries), 'step')}, is kept as a game of its own",
            "yellow",
        )
        return self._store.open(self.id)


def _meant(store: Store, resume: str) -> str:
    """The id of a kept game that is meant: the one gone on with last, or one by its id."""
    listed = store.listed()
    found = [one.id for one in listed if resume in (one.id, LATEST)]
    if not found:
        kept = "; `autogm play --text` lists them" if listed else ": none is kept yet"
        raise InputError(f"--resume: no game is kept as `{resume}`{kept}")
    return found[0]


def _list(store: Store) -> None:
    """The games that are kept."""
    from rich.text import Text

    from autogm.view.figures import Figures
    from autogm.view.words.sides import WON

    listed = store.listed()
    if not listed:
        raise InputError("no game is kept yet: name a scenario, such as `autogm play duel --text`")
    rows = tuple(
        (Text(one.title), (one.id, _who(one), str(one.entries), WON.get(one.winner, "")))
        for one in listed
    )
    heads = ("id", "who plays", "steps", "over")
    console().print(Figures("game", heads, rows), soft_wrap=False)


def _who(one: Listed) -> str:
    return one.damage or ", ".join(f"{seat}: {name}" for seat, name in one.seats.items())


def _line() -> str | None:
    """The next line that is typed; None at the end, and at Ctrl-C."""
    with suppress(KeyboardInterrupt):
        line: Any = sys.stdin.readline()
        if line and not sys.stdin.isatty():
            console().print(line.rstrip("\n"))
        return line or None
    return None
