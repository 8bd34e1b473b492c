"""A side whose fighters have agents of their own: each decides what is that fighter's own choice,
the side's agent the rest (who acts next, compels, blocks, costs). Whether to concede is asked of a
side at once, and here of each of those agents about its own fighter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autogm.agents.base import Agent, Decision, RandomSource
from autogm.agents.whose import fighter_who_chooses
from autogm.engine.codes import A_MASK, A_SHIFT, N_CONCEDE, PASS, V_CONCEDE, VERB_SHIFT

if TYPE_CHECKING:
    from autogm.engine.state import State


class Seated:
    """An agent for a side, and for each of some fighters, by id: what was written for it on the
    command line, and its agent."""

    def __init__(self, side: Agent, fighters: dict[str, tuple[str, Agent]]) -> None:
        self.side = side
        self.fighters = fighters

    @property
    def name(self) -> str:
        """The side's agent."""
        return self.side.name

    @property
    def own(self) -> dict[str, str]:
        """The names of the fighters' agents, by what was written."""
        return {written: one.name for written, one in self.fighters.values()}

    @property
    def entries(self) -> tuple[Any, ...]:
        """The compiled entries that deciding calls."""
        agents = {id(one): one for one in (self.side, *(one for _, one in self.fighters.values()))}
        return tuple(entry for one in agents.values() for entry in getattr(one, "entries", ()))

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Choose by the agent whose choice it is."""
        who = fighter_who_chooses(state)
        if state.node() == N_CONCEDE and who is None:
            return self._concede(state, source)
        return self._agent(who).decide(state, source)

    def _agent(self, who: str | None) -> Agent:
        return self.fighters[who][1] if who in self.fighters else self.side

    def _concede(self, state: State, source: RandomSource) -> Decision:
        """The first concession that the agent of its own fighter would make; if there is none,
        nobody concedes."""
        names, asked = state.game.words.fighters, dict[int, Decision]()
        decided: Decision | None = None
        for action in state.legal_actions():
            if action >> VERB_SHIFT != V_CONCEDE:
                continue
            one = self._agent(names[(action >> A_SHIFT) & A_MASK])
            decided = asked.get(id(one)) or one.decide(state, source)
            asked[id(one)] = decided
            if decided.action == action:
                return decided
        for decided in asked.values():
            if decided.action == PASS:
                return decided
        return Decision(PASS, {"by": self.name, "choices": len(state.legal_actions())})


def names_of_agents(agents: tuple[Agent, Agent]) -> dict[str, str]:
    """Who plays, by side and by what was written for fighters."""
    own: dict[str, str] = {}
    for one in agents:
        own |= one.own if isinstance(one, Seated) else {}
    return {"players": agents[0].name, "gm": agents[1].name, **own}
