"""What a report on a conflict is made of: battles, played now or stored before, three of them told,
and everything that can be taken out taken out. For the players it is about the conflict as they
know it at its beginning, so that nothing hidden from them can be in it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from autogm.analysis.pairs import Results
from autogm.lab.replay import Step, replay
from autogm.lab.report.along import Along, Counting
from autogm.lab.report.came_up import CameUp, Key
from autogm.lab.report.course import Line, chosen, lines_of
from autogm.lab.report.mattered import Mattered, NotPlayable, what_mattered
from autogm.lab.report.removals import Removal, removals_of
from autogm.lab.report.telling import TellableBattle, tellable

if TYPE_CHECKING:
    from autogm.agents.base import Agent
    from autogm.engine.game import Game
    from autogm.lab.insight import Insight
    from autogm.lab.simulate import Simulation
    from autogm.rules.encounter import Encounter

PLAYING, TELLING, LOOKING, LEAST_LEFT = 0.4, 0.3, 0.1, 0.15
"""What of the time the battles may take at most, what telling three of them may, and looking for
what came up in others, and what finding out what mattered has at least; it has all that the others
leave."""
MOST_SEEN, FEWEST_SEEN = 1000, 4
"""Battles that are looked through for what came up in them."""
GOAL = "a goal is about that alone"
SECRET = "it is no conflict any more"
PROBED = 4
"""Battles by which it is told how long one takes, where they were played before."""


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
            NotPlayable: where it is none any more; why is told to those alone who may know
                everything, since it may name what is hidden.
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
            first = error.faults[0]
            why = GOAL if first.field.startswith("objectives") else _plainly(first.message)
        except (ChangeError, UnknownAgentError) as error:
            why = _plainly(str(error))
        raise NotPlayable(why if self.side is None else SECRET)

    def results_without(self, removal: Removal, battles: int) -> Results:
        """Who won each of so many battles without something, with the same dice.

        Raises:
            NotPlayable: as `without`.
        """
        from autogm.lab.simulate import simulate

        game, players = self.without(removal)
        found = simulate(game, battles, self.seed, players, workers=self.workers, measures=True)
        return found.results

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
class KeptIn:
    """Where the battles of a report were stored: the file as it was named, and whether it keeps how
    everybody stood at the end of each exchange."""

    file: Path
    exchanges: bool


@dataclass(frozen=True)
class PlayedMore:
    """What was found out by playing more: battles that are told, how many were looked through for
    what came up in them, and what mattered."""

    told: tuple[TellableBattle, ...]
    seen: int
    mattered: Mattered


@dataclass(frozen=True)
class Findings:
    """All that was found out about a conflict; `more` is what takes playing besides the battles,
    or playing them again (None: nothing was), `stored` where they came from (None: they were played
    for it)."""

    subject: Subject
    simulation: Simulation
    along: Along
    more: PlayedMore | None = None
    stored: KeptIn | None = None

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


def _plainly(message: str) -> str:
    """What a fault says, without how a file is mended: a page is for who plays."""
    first = message.split(";", maxsplit=1)[0]
    return SECRET if "`" in first else first


def as_known(encounter: Encounter, side: int | None) -> Game:
    """A conflict, as a side knows it at its beginning."""
    from autogm.engine.game import Game

    game = Game(encounter)
    if side is None:
        return game
    known = game.known(game.new_initial_state(), side)
    return game if known is None else known.game


def find_out(subject: Subject, seconds: float, tell: Callable[[str], None]) -> Findings:
    """Play, tell and take out, in so many seconds. `tell` is told what is being done."""
    began = time.perf_counter()
    tell(f"playing {subject.battles:,} battles")
    counting = Counting(subject.game)
    simulation = _played(subject, began + PLAYING * seconds, counting)
    found = Findings(subject, simulation, counting.found)
    pace = simulation.seconds / max(1, simulation.battles)
    return replace(found, more=play_more(found, began + seconds, seconds, pace, tell))


def play_more(
    found: Findings,
    until: float,
    seconds: float,
    pace: float | None,
    tell: Callable[[str], None],
) -> PlayedMore:
    """Tell three of the battles, and find out what mattered, until `until` (of
    `time.perf_counter`), in a report that takes so many `seconds`; a battle takes `pace` seconds of
    them (None: that has to be found out)."""
    clock, subject, game = time.perf_counter, found.subject, found.game
    tell("telling three of them")
    picked, ends = chosen(lines_of(found.simulation, found.score)), clock() + TELLING * seconds
    players, looked, came_up = subject.players(game), CameUp(game), Counter[Key]()
    battles: dict[str, tuple[Line, tuple[Step, ...]]] = {}
    for name, line in picked.items():
        steps = tuple(replay(game, subject.seed, line.number, players))
        came_up.update(looked.in_steps(steps))
        battles[name] = line, steps
    told = tellable(game, battles, subject, ends)
    tell("looking for what came up")
    seen, ends = {one.line.number for one in told}, clock() + LOOKING * seconds
    for number in range(min(found.simulation.battles, MOST_SEEN)):
        if len(seen) >= FEWEST_SEEN and clock() > ends:
            break
        if number not in seen:
            came_up.update(looked.in_steps(replay(game, subject.seed, number, players)))
            seen.add(number)
    mattered = what_mattered(
        subject.removals(), came_up, subject.results_without, found.simulation.results,
        _pace(subject) if pace is None else pace, max(until, clock() + LEAST_LEFT * seconds), tell,
    )  # fmt: skip
    return PlayedMore(tuple(told), len(seen), mattered)


def _pace(subject: Subject) -> float:
    """The seconds that a battle takes, with all workers."""
    from autogm.lab.simulate import simulate

    return simulate(subject.game, PROBED, subject.seed, subject.players(subject.game),
                    workers=subject.workers).seconds / PROBED  # fmt: skip


def _played(subject: Subject, until: float, counting: Counting) -> Simulation:
    """The battles, all of them or as many as are over in time; one at least."""
    from autogm.lab.simulate import simulate

    players = subject.players(subject.game)
    return simulate(subject.game, subject.battles, subject.seed, players,
                    workers=subject.workers, measures=True, seen=counting.add,
                    over=lambda: time.perf_counter() > until)  # fmt: skip
