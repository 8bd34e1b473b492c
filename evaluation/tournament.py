"""Tournaments: everybody plays everybody in the same conflicts, always in pairs of battles, once on
each side, with the same seed and so with the same dice wherever they do the same. What has been
played is kept in a file that a later run continues.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from joblib import Parallel, delayed

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.roster import CompiledAgent
from autogm.engine.codes import UNDECIDED_WIN
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.rules.loading import settle
from evaluation.arguments import some_of
from evaluation.fresh import SETS, fresh_game
from evaluation.lines import Lines
from evaluation.players import player
from evaluation.told import Ended, Follower, play_battle

FIELDS = Path(__file__).resolve().parent / "fields"
ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("autogm", "evaluation")
WRITER = "tests/generator.py"  # of random conflicts
TOLD = (
    "autogm/agents/strengths.json", "autogm/table/hardness.json",
    "evaluation/manners/before.json", "evaluation/manners/limits.yaml",
)  # fmt: skip
"""What such results come to, and nobody plays by."""
ASIDE = tuple(
    f"autogm/{one}/" for one in ("analysis", "commands", "lab", "session", "table", "view")
)
"""Packages that tell and serve what was played: no battle of a tournament comes out otherwise by
them."""
FILE = "battles.jsonl"
MILLISECONDS = 1000.0


@dataclass(frozen=True, order=True)
class Meeting:
    """One pair of battles to be played: the `number`-th of two players, `first` by name before
    `second`, in a field."""

    field: str
    first: str
    second: str
    number: int

    @classmethod
    def between(cls, where: str, one: str, other: str, number: int) -> Meeting:
        """The meeting, whoever is named first."""
        return cls(where, min(one, other), max(one, other), number)

    def seed(self, seed: int) -> int:
        """The seed of both battles, different for every two players; the battle's number is the
        meeting's. `autogm replay` can show either."""
        return crc32(f"{seed} {self.field} {self.first} {self.second}".encode())


@dataclass(frozen=True)
class Played:
    """The result of a meeting: `scores` of the first player, on the players' side and on the GM's,
    an undecided battle half; the `exchanges` of both battles; and for each player the `choices` it
    made and the milliseconds it took over them, with saying why (0 for random and brawler, which
    are not asked one by one)."""

    meeting: Meeting
    seed: int
    code: str
    scores: tuple[float, float]
    exchanges: tuple[int, int]
    choices: tuple[int, int] = (0, 0)
    spent: tuple[float, float] = (0.0, 0.0)

    def as_line(self) -> str:
        """As a line of the file."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Played | None:
        """What a line says; None if it is incomplete, or something else's."""
        try:
            fields = json.loads(line)
            meeting = Meeting(**fields.pop("meeting"))
            told: dict[str, Any] = {
                name: tuple(one) if isinstance(one, list) else one for name, one in fields.items()
            }
            return cls(meeting, **told)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None


@dataclass
class Clocked:
    """A player whose time is measured on its own thread's clock, so that others on the machine
    matter less; one that thinks in another process says itself how long it took."""

    player: Agent
    choices: int = 0
    spent: float = 0.0

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    def decide(self, state: State, source: RandomSource) -> Decision:
        """The player's decision."""
        began = time.thread_time()
        decision = self.player.decide(state, source)
        here = MILLISECONDS * (time.thread_time() - began)
        self.spent += decision.facts.get("milliseconds", here)
        self.choices += 1
        return decision


def code(root: Path = ROOT) -> str:
    """What names everything a result depends on besides its meeting and seed: the sources, data and
    fields of a checkout by which battles are played."""
    digest = hashlib.sha256()
    found = [path for one in SOURCES for path in sorted((root / one).rglob("*"))]
    for path in [*found, root / WRITER]:
        name = path.relative_to(root).as_posix()
        if name in TOLD or name.startswith(ASIDE):
            continue
        if path.suffix in (".py", ".yaml", ".json") and path.exists():
            digest.update(name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


class BattleLog:
    """Results in a folder (`evaluation.lines`); without a folder they are only remembered.

    Raises:
        OSError: if the folder cannot be written to.
    """

    def __init__(self, folder: Path | None, seed: int, code: str) -> None:
        self.seed, self.code = seed, code
        self.known: dict[Meeting, Played] = {}
        self.others = 0
        self._lines = Lines(folder, FILE)
        for line in self._lines.found:
            found = Played.from_line(line)
            if found and found.code == code and found.seed == found.meeting.seed(seed):
                self.known[found.meeting] = found
            else:
                self.others += 1

    def add(self, played: Played) -> None:
        """Save a result."""
        self.known[played.meeting] = played
        self._lines.add(played.as_line())


@dataclass
class Field:
    """A conflict to meet in: a file's, or a random one (`evaluation.fresh`). `rules` are overrides
    of its ruleset besides those that it has."""

    name: str
    folder: Path = field(default=FIELDS)
    rules: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game:
        """The conflict, compiled."""
        fresh = any(self.name in names for names in SETS.values())
        found = fresh_game(self.name) if fresh else load_game(self.folder / f"{self.name}.yaml")
        if not self.rules:
            return found
        scenario = found.encounter.scenario
        changed = {"rules": {**scenario.rules, **self.rules}}
        return Game(settle(scenario.model_copy(update=changed)))

    @property
    def size(self) -> tuple[int, int]:
        """How many fighters the players and the gm have."""
        sides = [one.side for one in self.game.encounter.fighters]
        return sides.count("players"), sides.count("gm")


def fields_known() -> tuple[str, ...]:
    """The names of all fields that are files."""
    return tuple(sorted(path.stem for path in FIELDS.glob("*.yaml")))


def fields_of(text: str) -> list[str]:
    """Names of fields separated by commas, each once: files, random conflicts, or a set of those
    by its own name.

    Raises:
        ArgumentTypeError: for one that does not exist, or for none at all.
    """
    known = fields_known()
    fresh = [name for names in SETS.values() for name in names]
    chosen = some_of("field", (*known, *SETS, *fresh), (*known, *SETS))(text)
    return list(dict.fromkeys(one for name in chosen for one in SETS.get(name, (name,))))


def meetings(
    fields: Sequence[str], between: Iterable[tuple[str, str]], pairs: int
) -> list[Meeting]:
    """Everything to be played, in an order in which whoever stops early has played all of it
    equally often."""
    two = list(between)
    return [
        Meeting.between(where, one, other, number)
        for number in range(pairs)
        for where in fields
        for one, other in two
    ]


def play(meeting: Meeting, where: Game, players: dict[str, Agent], seed: int, code: str) -> Played:
    """Play both battles of a meeting."""
    both = [players[name] for name in (meeting.first, meeting.second)]
    followers = [one for one in both if isinstance(one, Follower)]
    seats = [one if isinstance(one, CompiledAgent) else Clocked(one) for one in both]
    own = meeting.seed(seed)

    def fight(first: int) -> Ended:
        return play_battle(where, own, meeting.number, (seats[first], seats[1 - first]), followers)

    there, back = fight(0), fight(1)
    counted = [one if isinstance(one, Clocked) else Clocked(one) for one in seats]
    return Played(
        meeting, own, code,
        scores=(_score(there.winner, 1), _score(back.winner, 2)),
        exchanges=(there.exchanges, back.exchanges),
        choices=(counted[0].choices, counted[1].choices),
        spent=(round(counted[0].spent, 3), round(counted[1].spent, 3)),
    )  # fmt: skip


def _score(winner: int, side: int) -> float:
    return 0.5 if winner == UNDECIDED_WIN else float(winner == side)


def run(
    todo: Sequence[Meeting],
    log: BattleLog,
    *,
    minutes: float | None = None,
    workers: int = 1,
    rules: Mapping[str, Any] | None = None,
) -> Iterator[Played]:
    """Play what the log does not have yet, on so many threads; after `minutes` nothing more is
    begun. `rules` are overrides of the fields' rulesets. Yields each result once it is saved."""
    fields = {one.field: Field(one.field, rules=rules or {}) for one in todo}
    players = {name: player(name) for one in todo for name in (one.first, one.second)}
    until = None if minutes is None else time.monotonic() + 60 * minutes

    def one(meeting: Meeting) -> Played | None:
        if until is not None and time.monotonic() > until:
            return None
        return play(meeting, fields[meeting.field].game, players, log.seed, log.code)

    missing = [meeting for meeting in todo if meeting not in log.known]
    for name in {meeting.field for meeting in missing}:
        fields[name].game  # noqa: B018  compiled once, before threads ask for it
    work: Callable[..., Any] = delayed(one)
    done = Parallel(n_jobs=workers, prefer="threads", return_as="generator_unordered")(
        work(meeting) for meeting in missing
    )
    for played in done:
        if played is not None:
            log.add(played)
            yield played
