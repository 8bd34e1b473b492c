"""The registry of kinds of games: how a file of each is read and checked, and how a game is made of
what was read. A file says its kind in `kind`; one that says none is of the kind that its `ruleset`
belongs to, else a conflict. Layers above register their kinds, and so may installed packages, by an
entry point of the group `autogm.kinds` that names a function to be called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autogm.game.contract import Game
    from autogm.model.faults import Fault
    from autogm.model.source import Source
    from autogm.rules.encounter import Encounter

CONFLICT = "conflict"
"""The kind of a file that says none."""
FIELD, RULESET = "kind", "ruleset"
ENTRY_POINTS = "autogm.kinds"


@dataclass(frozen=True)
class GameKind:
    """A kind of games. `file` and `game` are «module:name», imported when a file of this kind is
    first asked for. `file` is a model of the file (a `GameFile`), or a function that takes its path
    and returns what was read, checked; it raises `ScenarioError` with every fault. `game` takes
    that and is the `Game`. `spellings` are what `kind` may say in a file, if not the name;
    `rulesets` those whose files are of this kind without saying so; `graphed` ones lay out their
    graphs (`autogm.game.graph.StateGraph`); `agents` are those that are kernels of such games
    (`autogm.game.contract.Playing`), by name and what they do. `schema` is a function that returns
    the JSON schema of its files, if it has one; `positions` reads and writes positions of them
    (`autogm.game.positions.Positions`), if they have any. What was read may have `notes`, faults
    that are probably not meant and can be played, and `reasons`, sentences on what was
    inferred."""

    name: str
    says: str
    file: str
    game: str
    spellings: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    graphed: bool = False
    agents: tuple[tuple[str, str], ...] = ()
    schema: str | None = None
    positions: str = ""

    @property
    def written(self) -> tuple[str, ...]:
        """What `kind` may say in a file of this kind."""
        return self.spellings or (self.name,)


@dataclass(frozen=True)
class ReadFile:
    """A file that was read and is without faults: what kind of game it describes, and what its
    reader made of it."""

    path: Path
    kind: GameKind
    content: Any

    def game(self) -> Game:
        """The game that it describes.

        Raises:
            ScenarioError: for what a game of this kind cannot hold.
        """
        made: Game = named(self.kind.game)(self.content)
        return made

    @property
    def notes(self) -> tuple[Fault, ...]:
        """What can be played and is probably not meant."""
        return tuple(getattr(self.content, "notes", ()))

    @property
    def reasons(self) -> tuple[str, ...]:
        """What was inferred from words, each in a sentence."""
        return tuple(getattr(self.content, "reasons", ()))


_KINDS: dict[str, GameKind] = {}
_asked_packages: list[bool] = []


def register(kind: GameKind) -> None:
    """Make a kind of games known.

    Raises:
        ValueError: for a name, or a word that files say, which another kind has.
    """
    for other in _KINDS.values():
        taken = {other.name, *other.written} & {kind.name, *kind.written}
        if taken and other != kind:
            raise ValueError(f"another kind of games is called `{min(taken)}` already")
    _KINDS[kind.name] = kind


def kinds() -> Mapping[str, GameKind]:
    """Every kind by its name, in the order in which they were registered, those of installed
    packages last."""
    if not _asked_packages:
        from importlib.metadata import entry_points

        _asked_packages.append(True)
        for one in entry_points(group=ENTRY_POINTS):
            one.load()()
    return dict(_KINDS)


def read_file(path: Path | str) -> ReadFile:
    """A file of any kind, read and checked. A bare name that is no file is that of a scenario that
    ships.

    Raises:
        ScenarioError: with every fault of the file; of one that says no known kind, only that,
            unless a known one was probably meant.
    """
    from autogm.model.faults import ScenarioError
    from autogm.model.library import find
    from autogm.model.source import read_source

    where = find(Path(path))
    source = read_source(where)
    said = source.data.get(FIELD)
    ruled = _ruled(source.data.get(RULESET))
    kind = (ruled or _spelt(CONFLICT)) if said is None else _spelt(said)
    if kind is None:
        fault = _unknown(source, said)
        raise ScenarioError(_and_further(fault, _spelt(fault.suggestion), where))
    if ruled is not None and ruled != kind:
        fault = _of_another(source, said, ruled)
        raise ScenarioError(_and_further(fault, ruled, where))
    try:
        return ReadFile(where, kind, _content(kind, where))
    except ScenarioError as error:
        if said is not None:
            raise
        raise ScenarioError(_with_rulesets(error.faults, where)) from None


def read_conflict(path: Path | str) -> Encounter:
    """The conflict of a file, read and checked.

    Raises:
        ScenarioError: with every fault of the file, or if it describes another kind of game.
    """
    from autogm.model.faults import Fault, ScenarioError

    found = read_file(path)
    if found.kind.name != CONFLICT:
        message = f"this is a game of the kind `{found.kind.name}`; a conflict is needed here"
        raise ScenarioError([Fault(found.path, 0, 0, FIELD, message)])
    encounter: Encounter = found.content
    return encounter


def load_game(path: Path | str) -> Game:
    """The game of a file of any kind.

    Raises:
        ScenarioError: with every fault of the file.
    """
    return read_file(path).game()


def kind_called(name: str) -> GameKind:
    """The kind of that name.

    Raises:
        ValueError: naming those that there are, for any other.
    """
    found = kinds()
    if name not in found:
        raise ValueError(f"no kind is called `{name}`; there are {', '.join(found)}")
    return found[name]


def schema_of_kind(name: str) -> dict[str, Any]:
    """The JSON schema of the files of a kind.

    Raises:
        ValueError: naming the kinds that have one, for any other.
    """
    found = {kind.name: kind.schema for kind in kinds().values() if kind.schema is not None}
    if name not in found:
        raise ValueError(f"no kind with a schema is called `{name}`; there are {', '.join(found)}")
    made: dict[str, Any] = named(found[name])()
    return made


def _spelt(said: object) -> GameKind | None:
    """The kind that a file means by that word."""
    for known in (lambda: _KINDS, kinds):
        for kind in known().values():
            if said in kind.written or said == kind.name:
                return kind
    return None


def _ruled(ruleset: object) -> GameKind | None:
    """The kind that a ruleset belongs to. A conflict's belong to none: it is what a file describes
    that says nothing else."""
    return next((kind for kind in kinds().values() if ruleset in kind.rulesets), None)


def _and_further(fault: Fault, meant: GameKind | None, path: Path) -> list[Fault]:
    """A fault for which the kind of a file is not known, and those that it has as one of the kind
    that was probably meant."""
    from autogm.model.faults import ScenarioError

    further: list[Fault] = []
    if meant is not None:
        try:
            _content(meant, path)
        except ScenarioError as error:
            further = [one for one in error.faults if one.field != fault.field]
    return sorted([fault, *further], key=lambda one: (one.line, one.column))


def _with_rulesets(faults: Sequence[Fault], path: Path) -> Sequence[Fault]:
    """The faults of a file that says no kind. If its ruleset is not known, those of all kinds are
    told; if that of another kind was probably meant, the file's faults as one of that kind."""
    from autogm.model.faults import nearest

    for fault in faults:
        if fault.field != RULESET or not fault.allowed:
            continue
        known = {name: kind for kind in kinds().values() for name in kind.rulesets}
        allowed = tuple(dict.fromkeys([*fault.allowed, *known]))
        suggestion = nearest(fault.value, allowed)
        told = replace(fault, allowed=allowed, suggestion=suggestion)
        if suggestion in known and suggestion not in fault.allowed:
            return _and_further(told, known[suggestion], path)
        return [told if one is fault else one for one in faults]
    return faults


def _content(kind: GameKind, path: Path) -> Any:
    """What the reader of a kind makes of a file."""
    from autogm.model.gamefile import GameFile, read_as

    reader = named(kind.file)
    if isinstance(reader, type) and issubclass(reader, GameFile):
        return read_as(reader, path)
    return reader(path)


def _unknown(source: Source, said: object) -> Fault:
    """A kind that is not known, with those that are."""
    from autogm.model.places import Places, problem

    allowed = [word for kind in kinds().values() for word in kind.written]
    message = "no kind of games is called so"
    return Places(source).fault(problem((FIELD,), message, said, allowed))


def _of_another(source: Source, said: object, kind: GameKind) -> Fault:
    """That a file says one kind, and a ruleset of another."""
    from autogm.model.places import Places, problem

    message = f"`ruleset: {source.data[RULESET]}` is for games of the kind `{kind.name}`"
    return Places(source).fault(problem((FIELD,), f"{message}; leave `kind` out", said))


def named(name: str) -> Any:
    """What a «module:name» of a kind stands for."""
    module, _, thing = name.partition(":")
    return getattr(import_module(module), thing)
