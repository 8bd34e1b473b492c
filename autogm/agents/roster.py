"""The agents by name, and who plays which side. An unknown name is refused with the known ones."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from autogm.agents.base import Decision, RandomSource
from autogm.agents.choose import BRAWLER, RANDOM
from autogm.agents.entries import choose_at
from autogm.engine.game import State, new_buffer
from autogm.engine.jit import rows

SIDES = ("players", "gm")


@dataclass(frozen=True)
class CompiledAgent:
    """An agent whose choice is a kernel; `number` is its number there."""

    name: str
    number: int
    manner: str

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Choose by the kernel."""
        legal = state.legal_actions()
        chosen = int(
            choose_at(
                state.game.scene_rows,
                rows(state.record),
                self.number,
                source.seed,
                source.battle,
                source.step,
                new_buffer(),
            )
        )
        action = state.game.describe(state, chosen)
        reason = f"{self.manner}: {action}, out of {len(legal)}"
        return Decision(chosen, reason, {"choices": len(legal), "action": action.as_dict()})


AGENTS: dict[str, CompiledAgent] = {
    "random": CompiledAgent("random", RANDOM, "any legal action is as good as another"),
    "brawler": CompiledAgent(
        "brawler", BRAWLER, "hits the first enemy in reach and spends nothing"
    ),
}
DEFAULT = "brawler"


class UnknownAgentError(ValueError):
    """A name that no agent has."""


def agent(name: str) -> CompiledAgent:
    """The agent of that name.

    Raises:
        UnknownAgentError: naming the known ones.
    """
    if name in AGENTS:
        return AGENTS[name]
    close = get_close_matches(name, AGENTS, 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    raise UnknownAgentError(f"no agent is called `{name}`.{hint} Known: {', '.join(AGENTS)}.")


def seats(text: str | None) -> tuple[CompiledAgent, CompiledAgent]:
    """Who plays the players' and the gm's side: `players=brawler,gm=random`; a name alone plays
    both; a side left out is played by the default.

    Raises:
        UnknownAgentError: for names of agents or sides that do not exist.
    """
    chosen = dict.fromkeys(SIDES, DEFAULT)
    for part in (text or "").split(","):
        if not part.strip():
            continue
        side, equals, name = (piece.strip() for piece in part.partition("="))
        if not equals:
            chosen = dict.fromkeys(SIDES, side)
        elif side in chosen:
            chosen[side] = name
        else:
            raise UnknownAgentError(f"no side is called `{side}`. The sides are players and gm.")
    return agent(chosen["players"]), agent(chosen["gm"])
