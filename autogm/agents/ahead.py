"""The planner in games other than conflicts: it solves a game whose graph is within the level's
budget. Of a larger one it looks at a part before each choice, as many rolls ahead as a small share
of the budget allows, with the game's estimate beyond them. It plays from what its side may know.
The levels below Great look as far as Great, unless their budget says otherwise, and misread what
they see. Of a budget only `positions` count here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from threading import local
from typing import Any
from weakref import WeakKeyDictionary

from autogm.agents.base import Decision, RandomSource
from autogm.planner.keyed_errors import digest, draws
from autogm.planner.levels import BY_NAME, DEFAULT, Level
from autogm.planner.solving.expectimax import Solved, look_ahead

LINES = 5
KEPT = 12
"""Solved games of one thread: a scene as its players know it changes with what is revealed."""
STATES_A_POSITION = 20
"""A state of a graph that a game lays out costs so much less than a position of a conflict."""
PART = 32
"""Of a game that is too large to be solved, a choice looks at so small a share of what may be
solved: a game is solved once, a part is looked at again and again."""
LEAST_CHANCE = 0.001
HALF = math.sqrt(0.5)  # of a normal number, so that two have the variance of one
AS_GOOD = 1e-9


class LookingAhead:
    """The choices of one level in any game that lays out its graph."""

    def __init__(self, level: Level, *, whole: bool = True) -> None:
        """`whole`: whether a game that is small enough is solved; else every game is looked at in
        part, which is how the look at large ones is measured."""
        self.level, self._whole = level, whole
        self._own = local()

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """The choice that looks best to the level; of equals, the first."""
        seen = state.game.as_known_to(state, state.current_player())
        solved, read = self.weighed(seen)
        lines = solved.choices(seen)
        chosen = seen.game.describe(seen, read[0][0])
        facts = {
            "by": "planner",
            "level": self.level.name,
            "choices": len(lines),
            "action": chosen.as_dict(),
            "solved": solved.open == 0 and read == lines,
            "positions": solved.states,
            "to_players": solved.to_players(seen, read[0][0]),
            "lines": [
                {"action": seen.game.describe(seen, action).as_dict(), "value": worth}
                for action, worth in read[:LINES]
            ],
            "says": _says(seen, read, solved),
        }
        return Decision(state.game.encode(chosen), facts)

    def weighed(self, state: Any) -> tuple[Solved, list[tuple[int, float]]]:
        """What was looked at below a state as its side knows it, and its choices with what they are
        worth, in the order in which the level likes them."""
        solved = self._looked(state)
        return solved, self._misread(state, state.current_player(), solved.choices(state))

    def _looked(self, state: Any) -> Solved:
        """The values below a state. What was solved to the end is kept."""
        most = STATES_A_POSITION * _positions(self.level)
        if not self._whole:
            return look_ahead(state, most // PART)
        self._solve(state.game, most)
        found = self._kept(state)
        if found is None:
            found = look_ahead(state, most if self._small[state.game] else most // PART)
        if found.open == 0:
            self._keep(found)
        return found

    def _solve(self, game: Any, most: int) -> None:
        """Find out once whether all of a game has no more states than that, and keep its solution
        then. Games that lay out no parts are taken to be so small."""
        if game in self._small:
            return
        self._small[game] = True
        if hasattr(game, "graph"):
            whole = look_ahead(game.new_initial_state(), most)
            self._small[game] = whole.open == 0
            if self._small[game]:
                self._keep(whole)

    @property
    def _small(self) -> WeakKeyDictionary[Any, bool]:
        """Which games this thread knows to be small enough to be solved, or too large."""
        small: WeakKeyDictionary[Any, bool] = self._own.__dict__.setdefault(
            "small", WeakKeyDictionary()
        )
        return small

    def _kept(self, state: Any) -> Solved | None:
        """What was solved and has the state in it."""
        for one in self._all_kept():
            if one.root.game is state.game and one.knows(state):
                return one
        return None

    def _keep(self, solved: Solved) -> None:
        """Keep it as the one used last."""
        kept = self._all_kept()
        kept[:] = [solved, *(one for one in kept if one is not solved)][:KEPT]

    def _all_kept(self) -> list[Solved]:
        kept: list[Solved] = self._own.__dict__.setdefault("kept", [])
        return kept

    def _misread(
        self, state: Any, side: int, lines: Sequence[tuple[int, float]]
    ) -> list[tuple[int, float]]:
        """The lines as the level reads them, best first: worths are off by an error in log-odds of
        how far they lie between the bounds of what a play can be worth (`max_utility`): levels are
        farther apart by that than by the ends that there are. It depends on what the side sees, on
        the verb, and on the choice itself, so that the same is misread alike whenever it is met;
        and what is far worse by its own estimate is not taken (`cap`)."""
        how = self.level.misjudgement
        if not how.noise:
            return list(lines)
        seen = digest(dict(state.game.observation(state, side)))
        most = state.game.max_utility or 1.0
        plain = {action: _log_odds((worth / most + 1.0) / 2.0) for action, worth in lines}
        least = max(plain.values()) - how.cap
        read = []
        for action, worth in lines:
            said = state.game.describe(state, action).as_dict()
            error = HALF * (draws(seen, {"verb": said["verb"]})[1] + draws(seen, said)[1])
            read.append((plain[action] < least, -plain[action] - how.noise * error, action, worth))
        return [(action, worth) for _, _, action, worth in sorted(read)]


def _positions(level: Level) -> int:
    """How many positions a level may look at. One that looks in conflicts at the turn at hand alone
    has too few for a look ahead: it has those of the default level, unless others were named."""
    usual = BY_NAME.get(level.name, level).budget
    if usual.turns or level.budget.positions != usual.positions:
        return level.budget.positions
    return DEFAULT.budget.positions


def _says(state: Any, lines: Sequence[tuple[int, float]], solved: Solved) -> str:
    """Why the first line is taken, in a sentence; where the level misread what it saw, also that it
    did, and what was better."""
    best = lines[0][1]
    how = "exactly" if solved.open == 0 else "by its estimate"
    said = f"it is worth {best + 0.0:+.3f} to this side {how}"
    if len(lines) > 1:
        other, worth = max(lines[1:], key=lambda one: one[1])
        words = state.game.describe(state, other)
        if abs(best - worth) < AS_GOOD:
            said += f"; {words} is as good"
        elif best < worth:
            said += f"; to {words} is worth {worth + 0.0:+.3f}, which this level misread"
        else:
            said += f"; next comes {words}, with {worth + 0.0:+.3f}"
    return said


def _log_odds(share: float) -> float:
    """Log-odds of a share, short of certainty."""
    chance = min(1.0 - LEAST_CHANCE, max(LEAST_CHANCE, share))
    return math.log(chance / (1.0 - chance))
