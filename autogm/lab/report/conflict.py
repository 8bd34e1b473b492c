"""A report on a conflict: played many times, some battles followed step by step, three of them
told, and everything that can be taken out taken out. For the players it is about the conflict as
they know it at its beginning, so that nothing hidden from them can be in it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autogm.lab.report.along import Along
from autogm.lab.report.course import Followed, Follower, chosen
from autogm.lab.report.mattered import Mattered, NotPlayable, what_mattered
from autogm.lab.report.removals import Removal, removals_of
from autogm.lab.report.telling import TellableBattle, tellable

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.engine.game import Game
    from autogm.lab.insight import Insight
    from autogm.lab.simulate import Simulation
    from autogm.rules.encounter import Encounter

PLAYING, FOLLOWING, TELLING, LEAST_LEFT = 0.4, 0.15, 0.2, 0.15
"""What of the time the battles may take at most, what following some of them and telling three may,
and what finding out what mattered has at least; it has all that the others leave."""
MOST_FOLLOWED = 1000
FEWEST_FOLLOWED = 3


class OutOfTime(KeyboardInterrupt):
    """The time for the battles is over: those that are played are counted."""


@dataclass(frozen=True)
class Subject:
    """What is reported on: the texts of a scenario, itself first, the conflict that they are, who
    plays, and for which side (None: for whoever may know everything)."""

    files: Mapping[str, str]
    encounter: Encounter
    agents: str | None
    seed: int
    battles: int
    side: int | None = None
    workers: int | None = None

    @cached_property
    def game(self) -> Game:
        """The conflict, as whoever it is for knows it at its beginning."""
        return as_known(self.encounter, self.side)

    def players(self, game: Game) -> tuple[Agent, Agent]:
        """Who plays a game."""
        from autogm.agents.roster import seats

        return seats(self.agents, encounter=game.encounter)

    def without(self, removal: Removal) -> tuple[Game, tuple[Agent, Agent]]:
        """The conflict without something, and who plays it.

        Raises:
            NotPlayable: where it is none any more.
        """
        from autogm.agents.names import UnknownAgentError
        from autogm.game.plays import read_kept
        from autogm.model.faults import ScenarioError
        from autogm.model.variants import ChangeError, with_changes

        try:
            found = read_kept(with_changes(self.files, removal.changes))
            game = as_known(found.content, self.side)
            return game, self.players(game)
        except ScenarioError as error:
            raise NotPlayable(error.faults[0].says) from None
        except (ChangeError, UnknownAgentError) as error:
            raise NotPlayable(str(error)) from None

    def removals(self) -> list[Removal]:
        """What can be taken out, of what whoever it is for knows."""
        from autogm.model.variants import whole

        found = removals_of(whole(self.files))
        return found if self.side is None else [one for one in found if self._knows(one)]

    def _knows(self, removal: Removal) -> bool:
        known = self.game.encounter
        fighters = [one for one in known.fighters if one.origin == removal.whose]
        if removal.kind == "aspect":
            texts = [one.text for one in known.scene_aspects]
            texts += [aspect.text for one in fighters for aspect in one.aspects]
            zone = known.zone_aspects.get(removal.whose)
            texts += [zone.text] if zone is not None else []
            return removal.text in texts
        return bool(fighters) or removal.kind == "zone"


@dataclass(frozen=True)
class Findings:
    """All that was found out about a conflict."""

    subject: Subject
    simulation: Simulation
    followed: tuple[Followed, ...]
    told: tuple[TellableBattle, ...]
    mattered: Mattered
    along: Along

    @property
    def game(self) -> Game:
        """The conflict as it was played."""
        return self.subject.game

    @cached_property
    def insight(self) -> Insight:
        """What the battles tell besides who wins."""
        from autogm.lab.insight import insight

        return insight(self.game, self.simulation)

    @property
    def score(self) -> float:
        """The players' share of wins, draws counted half, short of none and all."""
        found = self.simulation
        won = found.wins["players"].count + found.undecided.count / 2
        return (won + 0.5) / (found.battles + 1)


def as_known(encounter: Encounter, side: int | None) -> Game:
    """A conflict, as a side knows it at its beginning."""
    from autogm.engine.game import Game

    game = Game(encounter)
    if side is None:
        return game
    known = game.known(game.new_initial_state(), side)
    return game if known is None else known.game


def find_out(
    subject: Subject,
    seconds: float,
    tell: Callable[[str], None],
    played: Callable[[int], None] = lambda _: None,
) -> Findings:
    """Play, follow, tell and take out, in so many seconds. `tell` is told what is being done,
    `played` of each part of the battles that is over."""
    clock = time.perf_counter
    began = clock()
    game = subject.game
    tell(f"playing {subject.battles:,} battles")
    along = Along(game)
    simulation = _played(subject, began + PLAYING * seconds, played, along)
    pace = simulation.seconds / max(1, simulation.battles)
    tell("following battles step by step")
    followed = _followed(subject, simulation.battles, clock() + FOLLOWING * seconds)
    found = Findings(subject, simulation, tuple(followed), (), Mattered(), along)
    tell("telling three of them")
    picked, ends = chosen(followed, found.score), clock() + TELLING * seconds
    told = list[TellableBattle]()
    for left, (name, one) in zip(range(len(picked), 0, -1), picked.items(), strict=True):
        until = clock() + (ends - clock()) / left
        players = subject.players(game)
        told.append(tellable(game, players, subject.seed, one, name, found.score, until))
    came_up = Counter(key for one in followed for key in one.came_up)
    until = max(began + seconds, clock() + LEAST_LEFT * seconds)
    mattered = what_mattered(
        subject.removals(), came_up, subject.without, simulation.winners, subject.seed, pace,
        until, subject.workers, tell,
    )  # fmt: skip
    return Findings(subject, simulation, found.followed, tuple(told), mattered, along)


def _played(
    subject: Subject, until: float, played: Callable[[int], None], along: Along
) -> Simulation:
    """The battles, all of them or as many as are over in time; one at least."""
    from autogm.lab.simulate import Stopped, simulate

    def told(more: int) -> None:
        played(more)
        if time.perf_counter() > until:
            raise OutOfTime

    players = subject.players(subject.game)
    try:
        return simulate(subject.game, subject.battles, subject.seed, players,
                        workers=subject.workers, progress=told, measures=True,
                        seen=along.add)  # fmt: skip
    except Stopped as stop:
        if time.perf_counter() <= until:  # somebody else stopped it
            raise
        return stop.found


def _followed(subject: Subject, battles: int, until: float) -> list[Followed]:
    """The first battles, step by step, as many as there is time for."""
    from autogm.lab.replay import replay
    from autogm.planner.levels import OWN_TURN
    from autogm.planner.planner import Planner

    game, found = subject.game, list[Followed]()
    players = subject.players(game)
    follower = Follower(game, Planner(game, OWN_TURN))
    for number in range(min(battles, MOST_FOLLOWED)):
        if len(found) >= FEWEST_FOLLOWED and time.perf_counter() > until:
            break
        steps = replay(game, subject.seed, number, players)
        found.append(follower.follow(number, steps))
    return found


def harm_by_zone(followed: Sequence[Followed]) -> Counter[tuple[str, str]]:
    """Over the battles that were followed, the shifts taken, by zone and side."""
    hurt = Counter[tuple[str, str]]()
    for one in followed:
        hurt.update(one.harm)
    return hurt
