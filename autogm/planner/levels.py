"""The nine levels of the planner, named by the ladder: what each may spend on a choice, and how it
misjudges. One player is behind all of them. A weaker one looks less far, overlooks what is less
plain to see and misreads what it sees (`planner.misjudge`), but it never rolls dice for its
choices.

Nothing here needs a kernel, so that a name can be refused before any is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

LARGEST = 1_000_000_000
"""The most positions, states or seconds that a budget can name."""
MOST_TURNS, MOST_THREADS = 40, 64


class LevelError(ValueError):
    """A level that does not exist, or a budget that is out of range."""


@dataclass(frozen=True)
class Budget:
    """What a turn may cost: `positions` of which each choice's search takes a share at most (its
    node budget, `planner.planner.positions_for`: a turn takes fewer, unless it has many rolls or
    answers, or graphs), at most `turns` turns after the current one along a beam (four or more
    limit nothing where more than two fight, nor does any number but none in a crowd; with none,
    only the turn is looked at), and at most `states` of a conflict that is solved instead.
    Positions are counted, and those found in the transposition table count as if they were new, so
    that the same budget gives the same choice anywhere. Only a limit in `seconds` (None: no limit),
    which is for a whole turn, too (`planner.turn_clock`), makes it depend on the machine: it ends
    each search with the best found so far. Lines are expanded, and samples played, on `threads`
    search threads, which saves time and changes no choice; with a limit in seconds it reaches
    farther.

    The beam always finishes the current turn, whatever the budget: the limits bound only the turns
    after it, so that with no `turns` the `positions` change nothing. Rollouts always finish the
    estimate of every choice, unless time is up. A graph of what follows, which takes the place of
    both where it is small, has a budget of its own (`planner.planner.states_for`); it takes no
    limit in seconds, and what it took before it was given up counts besides.

    Raises:
        LevelError: for fewer than one position or thread, for turns or states below zero, for a
            time that is not above zero, or for more than can be counted.
    """

    positions: int = 150_000
    turns: int = 4
    states: int = 30_000
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        least = {"positions": 1, "turns": 0, "states": 0, "threads": 1}
        for name, lowest in least.items():
            if getattr(self, name) < lowest:
                raise LevelError(f"{name} are {lowest} at least, not {getattr(self, name)}")
        most = {
            "positions": LARGEST,
            "turns": MOST_TURNS,
            "states": LARGEST,
            "threads": MOST_THREADS,
        }
        for name, highest in most.items():
            if getattr(self, name) > highest:
                raise LevelError(f"at most {highest:,} {name}, not {getattr(self, name):,}")
        if self.seconds is not None and not 0 < self.seconds < LARGEST:
            raise LevelError(f"seconds are more than 0 and finite, not {self.seconds:g}")


@dataclass(frozen=True)
class Misjudgement:
    """How a player errs, as people do. Each part alone is measured in evaluation/HISTORY.md, «Human
    levels».

    Of what it counts, wherever it chooses, as multiples of what that is worth:

    - `hoards`: a fate point where it is to pay one; above 1 it keeps them, below 1 it spends them
      on trifles.
    - `combines`: free invokes and help, what one fighter sets up for another.
    - `weight`: dice that weight turns; 0 overlooks them, above 1 it fears and seeks them.
    - `expects`: those who are still to come to the conflict, on either side.
    - `follows`: who still acts in this exchange; 0 sees only its own turn.

    Of what it sees, drawn once for all choices that people judge as one, where it is chosen what a
    turn is about (within a roll, of these, it only forgets):

    - `noise`: the standard deviation of its error, in log-odds of the win chance.
    - `overlooks`: the share of the least salient choices that it does not see.
    - `neglects`: by how much it underrates what brings nothing at once, in log-odds: preparing,
      guarding, waiting where there is a way to go, leaving where there is somebody to hurt.
    - `fixates`: by how much it overrates going for whoever hurts it, in log-odds.
    - `forgets`: the share of free invokes away from its own sheet that slip its mind for an
      exchange.
    - `cap`: by its own estimate, what it chooses is at most so much worse, in log-odds, than the
      best that it sees.
    """

    noise: float = 0.0
    overlooks: float = 0.0
    neglects: float = 0.0
    fixates: float = 0.0
    forgets: float = 0.0
    hoards: float = 1.0
    combines: float = 1.0
    weight: float = 1.0
    expects: float = 1.0
    follows: float = 1.0
    cap: float = 9.0


UNERRING = Misjudgement()


@dataclass(frozen=True)
class Level:
    """A named strength; `suits` says whom to play against, as the end of a sentence."""

    number: int
    name: str
    suits: str
    budget: Budget
    misjudgement: Misjudgement = UNERRING


OWN_TURN = Budget(2_000, 0, 0)
"""What looks at the turn at hand alone."""
LEVELS = (
    Level(
        0, "mediocre", "whoever reads the rules for the first time", OWN_TURN,
        Misjudgement(
            noise=2.5, overlooks=1.0, neglects=0.3, fixates=1.0, forgets=1.0, hoards=30.0,
            combines=0.0, weight=0.0, expects=0.0, follows=0.0, cap=5.0,
        ),
    ),
    Level(
        1, "average", "whoever knows the rules and plays now and then", OWN_TURN,
        Misjudgement(
            noise=0.55, overlooks=0.7, neglects=0.3, fixates=0.5, forgets=0.6, hoards=0.4,
            combines=0.4, weight=0.0, expects=0.3, follows=0.3, cap=2.0,
        ),
    ),
    Level(
        2, "fair", "a group that has fought some conflicts together", OWN_TURN,
        Misjudgement(
            noise=0.2, overlooks=0.5, neglects=0.2, fixates=0.3, forgets=0.35, hoards=0.7,
            combines=0.6, weight=1.5, expects=0.6, follows=0.6, cap=1.0,
        ),
    ),
    Level(
        3, "good", "players who plan and spend well", OWN_TURN,
        Misjudgement(
            noise=0.05, overlooks=0.2, neglects=0.1, fixates=0.1, forgets=0.1, hoards=0.9,
            combines=0.9, weight=1.2, expects=0.8, follows=0.8, cap=0.5,
        ),
    ),
    Level(4, "great", "experienced players, and conflicts that are meant to be hard",
          Budget(40_000, 4, 30_000)),
    Level(5, "superb", "players who beat Great, above all where many fight",
          Budget(100_000, 5, 60_000)),
    Level(6, "fantastic", "judging whether a conflict is fair",
          Budget(200_000, 6, 100_000)),
    Level(7, "epic", "trying out what a conflict can come to", Budget(400_000, 7, 200_000)),
    Level(8, "legendary", "finding out what is best, with time to wait for it",
          Budget(900_000, 8, 300_000)),
)  # fmt: skip
"""How the numbers were found: evaluation/HISTORY.md, «Where the levels' numbers come from»."""
DEFAULT = LEVELS[4]
BY_NAME = {level.name: level for level in LEVELS}

_READ: dict[str, Callable[[str], int | float]] = {
    "positions": int, "turns": int, "states": int, "seconds": float,
    "threads": int,
}  # fmt: skip


def level_of(text: str) -> Level:
    """The level with that name or number.

    Raises:
        LevelError: naming the known ones.
    """
    found = find_level(text)
    if found is None:
        close = get_close_matches(text, BY_NAME, 1)
        hint = f" Did you mean `{close[0]}`?" if close else ""
        raise LevelError(f"no level is called `{text}`.{hint} {there_are()}")
    return found


def find_level(text: str) -> Level | None:
    """The level with that name or number, if there is one."""
    if text.isdecimal() and int(text) < len(LEVELS):
        return LEVELS[int(text)]
    return BY_NAME.get(text)


def there_are() -> str:
    """Which levels there are, as a sentence."""
    *most, last = (f"{level.name} ({level.number})" for level in LEVELS)
    return f"The levels of the planner are {', '.join(most)} and {last}."


def setting(text: str) -> Level:
    """Read a level as users write it, with or without changes to its budget: `great`, `4`,
    `great:positions=5000:seconds=0.05`, `turns=2` (of the default level).

    Raises:
        LevelError: for a level or a part of a budget that does not exist, a part named twice, or a
            budget that is out of range.
    """
    first, *rest = text.split(":")
    chosen = DEFAULT
    if "=" in first:
        rest = [first, *rest]
    else:
        chosen = level_of(first)
    changes: dict[str, Any] = {}
    for part in rest:
        name, equals, number = part.partition("=")
        if not equals or name not in _READ:
            raise LevelError(
                f"`{part}` is no part of a budget: write {', '.join(f'{one}=N' for one in _READ)}"
            )
        if name in changes:
            raise LevelError(f"`{name}` is named twice, as `{changes[name]}` and `{number}`")
        try:
            changes[name] = _READ[name](number)
        except ValueError:
            raise LevelError(f"`{part}`: {name} are a number, not `{number}`") from None
    return replace(chosen, budget=replace(chosen.budget, **changes))


def spelling(level: Level) -> str:
    """A level as `setting` reads it."""
    usual = BY_NAME[level.name].budget
    changed = [
        f"{one.name}={getattr(level.budget, one.name)}"
        for one in fields(Budget)
        if getattr(level.budget, one.name) != getattr(usual, one.name)
    ]
    return ":".join([level.name, *changed])
