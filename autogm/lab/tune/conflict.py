"""A conflict with edits, compiled and played: what a tuner tunes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from autogm.agents.base import Agent
from autogm.agents.names import UnknownAgentError, seating
from autogm.agents.roster import seats
from autogm.engine.game import Game
from autogm.game.plays import read_kept
from autogm.lab.simulate import Simulation, simulate
from autogm.lab.tune.knobs import LEVEL, Edits, Knob
from autogm.lab.tune.player import SIMULATED
from autogm.model.faults import ScenarioError
from autogm.model.variants import Change, ChangeError, with_changes
from autogm.rules.encounter import Encounter

KEPT = 64
"""Compiled conflicts that are kept: those that are being tried."""
APART = 7_000_003
"""Between the seeds of battles with other dice."""


class Conflict:
    """The texts of a conflict, its knobs, and who plays it: `agents` as `--agents` names them.
    `quick` are those who show what edits do before the agents are asked. Where it `measures`,
    the course of battles is noted."""

    def __init__(
        self,
        files: Mapping[str, str],
        encounter: Encounter,
        knobs: Sequence[Knob],
        agents: str | None,
        seed: int,
        workers: int | None = None,
        quick: str = "brawler",
        *,
        measures: bool = False,
    ) -> None:
        self._files, self._knobs = files, knobs
        self._agents, self._seed, self._workers = agents, seed, workers
        self._quick, self._measures = quick, measures
        self._warned = _breaches(encounter)
        self._encounter = encounter
        self._games: dict[Edits, Game | None] = {}

    def changes(self, edits: Edits) -> tuple[Change, ...]:
        """The changes of a set of edits."""
        return tuple(
            one for knob, value in edits for one in self._knobs[knob].values[value].changes
        )

    def files(self, edits: Edits) -> dict[str, str]:
        """The scenario's texts with a set of edits made.

        Raises:
            ChangeError: for edits that cannot be made together.
        """
        return with_changes(self._files, self.changes(edits))

    def agents(self, edits: Edits) -> str | None:
        """Who plays a set of edits, as `--agents` names them."""
        for knob, value in edits:
            if self._knobs[knob].path == LEVEL:
                level = self._knobs[knob].values[value].value
                names = seating(self._agents, encounter=self._encounter).names
                sits = names | {"gm": f"planner:{level}"}
                return ",".join(f"{who}={agent}" for who, agent in sits.items())
        return self._agents

    def legal(self, edits: Edits) -> bool:
        """Whether a set makes a conflict that breaks no rule of a ruleset that the first keeps, and
        in which all are there whom `agents` name."""
        return self._game(edits) is not None

    def brawl(self, edits: Edits, battles: int) -> Simulation:
        """Battles of the quick, always with the same dice."""
        game = self._of(edits)
        players = seats(self._quick, encounter=game.encounter)
        return self._simulated(game, battles, self._seed, players)

    def play(self, edits: Edits, battles: int, first: int) -> Simulation:
        """Battles of the agents; each `first` has dice of its own, `SIMULATED` those that
        `simulate` has for the seed."""
        game = self._of(edits)
        players = seats(self.agents(edits), encounter=game.encounter)
        seed = self._seed + APART * (first - SIMULATED)
        return self._simulated(game, battles, seed, players)

    def _simulated(
        self, game: Game, battles: int, seed: int, agents: tuple[Agent, Agent]
    ) -> Simulation:
        return simulate(game, battles, seed, agents, workers=self._workers, measures=self._measures)

    def _of(self, edits: Edits) -> Game:
        game = self._game(edits)
        assert game is not None, "only legal sets are played"
        return game

    def _game(self, edits: Edits) -> Game | None:
        if edits not in self._games:
            if len(self._games) >= KEPT:
                del self._games[next(iter(self._games))]
            self._games[edits] = self._compiled(edits)
        return self._games[edits]

    def _compiled(self, edits: Edits) -> Game | None:
        try:
            found = read_kept(self.files(edits)).content
            seats(self.agents(edits), encounter=found)
        except (ScenarioError, ChangeError, UnknownAgentError):
            return None
        return Game(found) if _breaches(found) <= self._warned else None


def _breaches(encounter: Encounter) -> Counter[str]:
    """Where sheets break the ruleset (N6), by field."""
    return Counter(one.field for one in encounter.notes if one.breach)
