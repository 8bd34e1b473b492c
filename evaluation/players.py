"""The players that can be rated, by name: the agents that everybody can choose, the same with one
part switched off (only to see what that part brings), OpenSpiel's tree search, scripted exploiters
(`exploiter:never-pays`), and agents of other checkouts (`frozen:PATH:AGENT`).

`mcts-1000` searches 1,000 simulations per decision. `mcts-50ms` searches as many as take 50 ms, by
what simulations have taken so far in the same conflict; its choices depend on the machine and
cannot be repeated exactly.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import fields, replace
from difflib import get_close_matches
from weakref import WeakKeyDictionary

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.evaluators import Evaluators
from autogm.agents.names import UnknownAgentError, players_of
from autogm.agents.planner import PlannerAgent
from autogm.agents.roster import agent
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.registry import CONFLICT
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.levels import LEVELS, Budget, Level, Misjudgement
from autogm.planner.planner import Planner
from evaluation import exploiters, frozen

MCTS = re.compile(r"mcts-([1-9]\d*)(ms)?$")
FIRST_SIMULATIONS = 20
ERRING = "errs:"
MISTAKES = tuple(one.name for one in fields(Misjudgement))


class Variant(PlannerAgent):
    """A planner with something changed in each evaluator, before it searches."""

    def __init__(self, name: str, level: Level, change: Callable[[Planner], None]) -> None:
        super().__init__(name, level)

        def changed(game: Game) -> Planner:
            planner = Planner(game, level.budget, level.misjudgement)
            change(planner)
            return planner

        self._evaluators = Evaluators(changed)


def soak_alone(planner: Planner) -> None:
    """The value knows only who can take how much harm."""
    weights = planner.tactician.parameters[0]["weights"]
    weights[[place for place, name in enumerate(FEATURES) if name != "soak"]] = 0.0


def unchanged(planner: Planner) -> None:
    """For variants of the budget alone."""


WHOLE = replace(LEVELS[-1], budget=Budget(positions=15_000, turns=4, states=4_000))
"""A planner that errs as little as possible on less than the default level's budget, so that enough
battles can be played."""


def budget(**changes: int) -> Level:
    """The whole planner with another budget."""
    return replace(WHOLE, budget=replace(WHOLE.budget, **changes))


VARIANTS: dict[str, tuple[Level, Callable[[Planner], None]]] = {
    "whole": (WHOLE, unchanged),
    "with-soak-alone": (WHOLE, soak_alone),
    "without-solving": (budget(states=0), unchanged),
    "without-looking-ahead": (budget(turns=0), unchanged),
}
"""The whole planner, and variants without one of its parts, otherwise at the same budget."""


def erring(name: str) -> Agent:
    """A planner that looks no further than its turn and errs in what is named alone, such as
    `errs:fixates=1:hoards=3`.

    Raises:
        ValueError: for what is no part of a misjudgement.
    """
    figures = {}
    for part in filter(None, name.removeprefix(ERRING).split(":")):
        known, _, number = part.partition("=")
        try:
            figures[known] = float(number)
        except ValueError:
            known = ""
        if known not in MISTAKES:
            there_are = ", ".join(f"{one}=N" for one in MISTAKES)
            raise ValueError(f"`{part}` is no mistake: write {there_are}")
    errs = Misjudgement(**figures)
    return PlannerAgent(name, Level(0, ERRING[:-1], "nobody", Budget(turns=0, states=0), errs))


class TimedMcts:
    """OpenSpiel's tree search for so many milliseconds per decision."""

    def __init__(self, name: str, milliseconds: int) -> None:
        self.name = name
        self._seconds = milliseconds / 1000
        self._rates: WeakKeyDictionary[Game, float] = WeakKeyDictionary()

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Search as many simulations as the last ones show to fit in the time."""
        from autogm.bridges.openspiel import MctsAgent

        each = self._rates.get(state.game)
        simulations = FIRST_SIMULATIONS if each is None else max(2, int(self._seconds / each))
        began = time.thread_time()
        decision = MctsAgent(simulations).decide(state, source)
        spent = (time.thread_time() - began) / max(1, decision.facts["simulations"])
        self._rates[state.game] = spent if each is None else 0.8 * each + 0.2 * spent
        return decision


def player(name: str) -> Agent:
    """The player with that name.

    Raises:
        UnknownAgentError: naming those that are known.
    """
    kind = name.partition(":")[0]
    if kind in players_of(CONFLICT):
        return agent(name)
    if name in VARIANTS:
        return Variant(name, *VARIANTS[name])
    try:
        if name.startswith(exploiters.PREFIX):
            return exploiters.exploiter(name)
        if name.startswith(ERRING):
            return erring(name)
        if name.startswith(frozen.PREFIX):
            return frozen.frozen(name)
    except ValueError as error:
        raise UnknownAgentError(str(error)) from None
    found = MCTS.match(name)
    if found and found[2]:
        return TimedMcts(name, int(found[1]))
    if found and int(found[1]) >= 2:
        from autogm.bridges.openspiel import MctsAgent

        return MctsAgent(int(found[1]))
    there_are = (*players_of(CONFLICT), *VARIANTS)
    close = get_close_matches(name, there_are, 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    raise UnknownAgentError(
        f"nobody is called `{name}`.{hint} There are {', '.join(there_are)}, OpenSpiel's "
        "search by simulations (`mcts-1000`, 2 at least) or by time (`mcts-50ms`), exploiters "
        "(`exploiter:never-pays`) and agents of other checkouts (`frozen:PATH:AGENT`)."
    )
