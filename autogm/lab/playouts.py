"""Many plays of any kind of game, counted, by the contract alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from autogm.agents.base import Agent
from autogm.agents.plain import played
from autogm.agents.roster import OwnAgent, RandomAgent
from autogm.analysis.intervals import wilson
from autogm.analysis.luck import Adjusted, adjusted
from autogm.analysis.outcomes import Outcomes
from autogm.analysis.pairs import Results
from autogm.analysis.swing import Settled, settled
from autogm.game.contract import CHANCE, UNDECIDED, WINNERS, Playing
from autogm.game.graph import CircleError, TooLargeError, worths
from autogm.model.words import SIDES
from autogm.planner.solving.expectimax import Solved, expectimax

Array = np.ndarray[Any, Any]
CHUNK = 1_000
"""Plays at a time where compiled code plays them."""
SOLVED = 1_000_000
"""States of a game at most that is solved to know what its dice were worth."""


@dataclass(frozen=True, kw_only=True)
class Playouts(Outcomes):
    """How plays ended: besides the shares of the winners, what they were worth on average, to the
    players less to the GM (`value`) and to each side (`worth`), how many choices and dice one took,
    and how many ended in which way, where the game names its endings; `winners` has the number of
    the side that won each, 3 for nobody. Where the game could be solved, `luck` (plays, 1) is what
    dice brought to each, `adjusted` the share of the players' wins with that taken out, if it makes
    the share more precise, and `settled` how much of what plays come to follows their first
    third."""

    value: float
    worth: tuple[float, float]
    steps: float
    seconds: float
    endings: dict[str, int] = field(default_factory=dict)
    adjusted: Adjusted | None = None
    settled: Settled | None = None
    winners: bytes = field(default=b"", repr=False, compare=False)
    luck: Array | None = field(default=None, repr=False, compare=False)

    @property
    def results(self) -> Results:
        """Who won each play, with the luck of its dice where that is known."""
        return Results(self.winners, self.luck)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        more: dict[str, Any] = {
            "value": self.value,
            "worth": dict(zip(SIDES, self.worth, strict=True)),
            "steps": self.steps,
            "seconds": round(self.seconds, 6),
            "without_luck": None if self.adjusted is None else self.adjusted.as_dict(),
            "settled": None if self.settled is None else self.settled.as_dict(),
        }
        if self.endings:
            more["endings"] = {
                name: wilson(count, self.battles).as_dict() for name, count in self.endings.items()
            }
        return {**self.ends(), **more}


def in_kernels(game: Any, agents: tuple[Agent, Agent]) -> bool:
    """Whether whole plays by these agents can be had from compiled code."""
    own = all(isinstance(one, OwnAgent | RandomAgent) for one in agents)
    return own and isinstance(game, Playing)


def dice_of(game: Any, start: Any = None) -> Solved | None:
    """A game solved from a state on, or from its beginning, to say what its dice were worth; None
    where it is too large, or lays out no graph."""
    if not hasattr(game, "graph"):
        return None
    try:
        return expectimax(game.new_initial_state() if start is None else start, SOLVED)
    except (TooLargeError, CircleError):
        return None


class StoppedPlaying(KeyboardInterrupt):
    """Interrupted; `found` counts the plays that were over."""

    def __init__(self, found: Playouts) -> None:
        super().__init__(f"stopped after {found.battles} of {found.asked}")
        self.found = found


class Play(NamedTuple):
    """One play that is over. The ending is empty where the game names none; what dice brought and
    the course are told where the game is solved."""

    winner: str
    worths: tuple[float, float]
    steps: int
    ending: str
    luck: float = 0.0
    course: Sequence[float] = ()


def play_many(
    game: Any,
    count: int,
    seed: int,
    agents: tuple[Agent, Agent],
    start: Any = None,
    progress: Callable[[int], None] | None = None,
    over: Callable[[], bool] = lambda: False,
) -> Playouts:
    """Play a game so many times, from `start` on or from the beginning. `progress` is told of each;
    `over` is asked then whether the time for more is over.
    Where plays go through Python and the game can be solved, what dice brought is noted: what the
    state that they led to is worth with best play, less the mean of all that they could lead to.
    That has the mean zero whoever plays, and is taken out of the share of wins.

    Raises:
        ValueError: for fewer than one play.
        StoppedPlaying: when it is interrupted and some plays are over.
    """
    if count < 1:
        raise ValueError(f"at least one play can be counted, not {count:,}")
    began = time.perf_counter()
    plays = list[Play]()
    solved = None if in_kernels(game, agents) else dice_of(game, start)

    def found() -> Playouts:
        over, winners = len(plays), [one.winner for one in plays]
        ends = [one.worths for one in plays]
        won = np.array([one == SIDES[0] for one in winners], np.float64)
        luck = None if solved is None else np.array([one.luck for one in plays])[:, None]
        return Playouts(
            battles=over,
            asked=count,
            seed=seed,
            agents=dict(zip(SIDES, (one.name for one in agents), strict=True)),
            wins={side: wilson(winners.count(side), over) for side in SIDES},
            undecided=wilson(winners.count(UNDECIDED), over),
            state=None if start is None else game.serialize(start),
            value=fmean(players - gm for players, gm in ends) + 0.0,
            worth=(fmean(one for one, _ in ends), fmean(one for _, one in ends)),
            steps=fmean(one.steps for one in plays),
            seconds=time.perf_counter() - began,
            endings=dict(Counter(one.ending for one in plays if one.ending).most_common()),
            adjusted=None if luck is None else adjusted(won, luck),
            settled=None if luck is None else settled([one.course for one in plays]),
            winners=bytes(WINNERS.index(one) + 1 for one in winners),
            luck=luck,
        )

    try:
        size = CHUNK if in_kernels(game, agents) else 1
        for first in range(0, count, size):
            part = plays_of(game, seed, first, min(first + size, count), agents, start, solved)
            plays += part
            if progress is not None:
                progress(len(part))
            if over():
                break
    except KeyboardInterrupt:
        if not plays:
            raise
        raise StoppedPlaying(found()) from None
    return found()


def plays_of(
    game: Any,
    seed: int,
    first: int,
    last: int,
    agents: tuple[Agent, Agent],
    start: Any = None,
    solved: Solved | None = None,
) -> list[Play]:
    """Plays `first` up to `last`, from `start` on or from the beginning: by compiled code where the
    game and its agents have it, else one after the other, with what dice brought where the game
    is solved."""
    opening = game.new_initial_state() if start is None else start
    if in_kernels(game, agents):
        names = (agents[0].name, agents[1].name)
        out = game.play_out(names, seed, first, last, opening)
        return list(map(Play, out.winners, out.worths, out.steps, out.endings))
    return [_play(game, seed, battle, agents, opening, solved) for battle in range(first, last)]


def _play(
    game: Any,
    seed: int,
    battle: int,
    agents: tuple[Agent, Agent],
    opening: Any,
    solved: Solved | None,
) -> Play:
    end, steps, brought = opening, 0, 0.0
    course = [] if solved is None else [solved.worth(end)]
    for step in played(game, seed, battle, agents, opening):
        end, steps = step.after, steps + 1
        if solved is not None:
            course.append(solved.worth(end))
            rolled = step.before.current_player() == CHANCE
            brought += course[-1] - course[-2] if rolled else 0.0
    ending = game.ending(end) if hasattr(game, "ending") else ""
    return Play(end.winner, worths(end), steps, ending, brought, course)
