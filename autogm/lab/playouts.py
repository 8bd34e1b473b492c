"""Many plays of any kind of game, counted, and one of them told, by the contract alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from autogm.agents.base import Agent
from autogm.agents.plain import Taken, played
from autogm.agents.roster import OwnAgent, RandomAgent
from autogm.analysis.intervals import wilson
from autogm.analysis.luck import Adjusted, adjusted
from autogm.analysis.outcomes import Outcomes
from autogm.analysis.pairs import Results
from autogm.analysis.swing import Settled, how_settled, settled
from autogm.game.contract import CHANCE, PLAYERS, UNDECIDED, WINNERS, Playing
from autogm.game.graph import CircleError, TooLargeError, worths
from autogm.lab.progress import counted_battles
from autogm.model.words import SIDES
from autogm.planner.solving.expectimax import Solved, expectimax
from autogm.view.figures import Figures, percent, whole
from autogm.view.words.endings import ending_told, ends_unwon, unwon
from autogm.view.words.grammar import start as sentence
from autogm.view.words.sides import CALLED, says
from autogm.view.words.stakes import share_of_stakes, stakes_explained

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


def playout_tables(game: Any, found: Playouts) -> list[RenderableType]:
    """The tables of many plays."""
    number = counted_battles(found.battles, "play")
    if found.battles < found.asked:
        number = f"Interrupted after {found.battles:,} of {counted_battles(found.asked, 'play')}"
    who = who_plays(found.agents)
    head = Text.assemble((game.title, "bold"), f"\n{number}, seed {found.seed}: {who}")
    shares = [*((sentence(says(side, "win", "wins")), share) for side, share in found.wins.items()),
              (unwon(game), found.undecided)]  # fmt: skip
    rows = tuple(
        (Text(name), (percent(one.share), f"{percent(one.low)} – {percent(one.high)}"))
        for name, one in shares
    )
    steps = f"{found.steps:.1f} choices and rolls a play."
    tail = Text(f"{worth_told(game, found, steps)}\n{found.seconds:.2f} s.", style="dim")
    shown: list[RenderableType] = [head, Figures("outcome", ("share", "95% interval"), rows)]
    if found.endings:
        ways = tuple(
            (Text(ending_told(game, name)), _share(count, found))
            for name, count in found.endings.items()
        )
        shown.append(Figures("how it ends", ("share", "95% interval"), ways))
    return [*shown, *(Text(one) for one in luck_lines(found)), tail]


def worth_told(game: Any, found: Playouts, steps: str) -> str:
    """What plays were worth to the players on average, how many `steps` they had, and what the
    figure is a share of."""
    share = 100 * share_of_stakes(game, PLAYERS, found.worth[PLAYERS])
    worth = f"It is worth {share:.1f}% of the stakes to the players on average"
    return f"{worth}; {steps}\n{stakes_explained(game, CALLED[SIDES[PLAYERS]])}"


def who_plays(agents: Mapping[str, str]) -> str:
    """Who plays which side: `planner:great plays both sides`."""
    if len(set(agents.values())) == 1:
        return f"{agents[SIDES[0]]} plays both sides"
    return ", ".join(f"{name} plays for {CALLED[side]}" for side, name in agents.items())


def luck_lines(found: Playouts) -> Iterator[str]:
    """The share with the luck of the dice taken out, and how much is settled early, where that is
    known."""
    fair = found.adjusted
    if fair is not None:
        yield (
            f"With the luck of the dice taken out, {says(SIDES[0], 'win', 'wins')} "
            f"{percent(fair.mean)} ({percent(fair.low)} – {percent(fair.high)}): worth "
            f"{fair.gain:.1f} times as many plays; dice explain {whole(fair.decided)} of who wins."
        )
    early = found.settled
    if early is not None:
        yield (
            f"After {early.step} choices and rolls, a third of a play, {whole(early.share)} "
            f"({whole(early.low)} – {whole(early.high)}) of the result is decided; "
            f"{how_settled(early.share)}."
        )


def _share(count: int, found: Playouts) -> tuple[str, ...]:
    one = wilson(count, found.battles)
    return percent(one.share), f"{percent(one.low)} – {percent(one.high)}"


def told_lines(
    game: Any, steps: Iterator[Taken], start: Any = None, to: int | None = None
) -> Iterator[Text]:
    """One play as lines: every event that a side may be told of, a line for each, with a blank line
    before it where the game says that a paragraph begins; and who has won."""
    yield Text(game.title, style="bold")
    end = game.new_initial_state() if start is None else start

    def events() -> Iterator[Any]:
        nonlocal end
        yield from game.opening() if start is None else ()
        for step in steps:
            yield from told_of(game, step, to)
            end = step.after

    opens, begun = False, False
    for event in events():
        opens = opens or getattr(event, "opens", False)
        if str(event):
            yield _line(event, opens and begun)
            opens, begun = False, True
    won = sentence(f"{says(end.winner, 'win', 'wins')}.") if end.winner in SIDES else ""
    yield Text(won or ends_unwon(game), style="bold")


def told_of(game: Any, step: Taken, to: int | None) -> Sequence[Any]:
    """What happened in a step: all of it, or what may be told to a side; of games that hide
    nothing everything."""
    if to is None or not hasattr(game, "as_known_to"):
        told: Sequence[Any] = game.events(step.before, step.action)
    else:
        told = game.events(step.before, step.action, to)
    return told


def _line(event: Any, apart: bool) -> Text:
    """An event with its rule, perhaps set apart from those before it."""
    line = Text(f"{chr(10) if apart else ''}  {event}")
    return line.append(f"  ({event.rule})" if event.rule else "", style="dim")


def told_values(game: Any, steps: Iterator[Taken], to: int | None = None) -> list[dict[str, Any]]:
    """One play as plain data; `entry` is what is kept of a step, `state` the line before it. For a
    side, what happened alone: states, entries and reasons are about everything there is."""
    if to is not None:
        return [
            {"step": number, "events": [_value(one) for one in told_of(game, step, to)]}
            for number, step in enumerate(steps, 1)
        ]
    return [
        {
            "step": number,
            "code": step.action,
            "state": game.serialize(step.before),
            "entry": game.entry(step.before, step.action),
            "decision": None
            if step.decision is None
            else {"side": SIDES[step.before.current_player()], **step.decision.reasons()},
            "events": [_value(one) for one in game.events(step.before, step.action)],
        }
        for number, step in enumerate(steps, 1)
    ]


def _value(event: Any) -> dict[str, Any]:
    return {**event.as_dict(), "text": str(event)}
