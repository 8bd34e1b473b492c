"""The words in which agents that weigh their choices say why, in the phrases that choices have
everywhere (`engine.telling.choices`).
"""

from __future__ import annotations

from autogm.engine.codes import PLAYERS
from autogm.engine.game import State
from autogm.engine.grammar import counted, gerund, start
from autogm.engine.telling.choices import ChoiceWords
from autogm.engine.telling.names import names_of
from autogm.planner.solving.solver import victory_alone


class Words:
    """Puts what choices in one state are worth into words: as the chance of the side that chooses
    to win, draws counted in part, or, if more than victory is at stake, as its utility u."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._words = ChoiceWords(state.game)
        self._side = names_of(state.game.encounter).sides[state.side() or ""]
        self._victory = victory_alone(state.game)

    def brings(self, action: int, worth: float, *, exact: bool = False) -> str:
        """What a choice with utility `worth`, for the players, brings the side that chooses:
        exactly (`exact`), or by an estimate that only ranks choices."""
        doing, number = start(self._doing(action)), self._number(worth)
        if self._victory:
            chance = "a chance" if exact else "an estimated chance"
            return f"{doing} gives {self._side} {chance} of {number}"
        return f"{doing} {'is' if exact else 'looks'} worth u = {number} to {self._side}"

    def followed(self, turns: int) -> str:
        """How far ahead a line was expanded, `turns` after the choice's own at most (a conflict may
        end before), as the end of its sentence."""
        if not turns:
            return " by the end of the turn"
        after = "turn" if turns == 1 else "turns"
        return f", looking at most {counted(turns)} {after} past this one"

    def beside(self, action: int, worth: float) -> str:
        """What the next best choice is worth, as the end of a sentence."""
        return f"; next best is {self._doing(action)}, with {self._number(worth)}"

    def estimated(self) -> str:
        """Says that the choice named last was not expanded so far."""
        return " by the static estimate"

    def _doing(self, action: int) -> str:
        return gerund(self._words.phrase(self._state, action))

    def _number(self, worth: float) -> str:
        own = worth if self._state.current_player() == PLAYERS else -worth
        return f"{(1 + own) / 2:.1%}" if self._victory else f"{own + 0.0:+.3f}"
