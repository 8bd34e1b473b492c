"""What a person at the table is not asked: what they have left to the program, by kinds of choices,
and whether to invoke where no invoke can change anything any more. What is left is decided from
what their side may know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from autogm.engine.carry import NotKnownError
from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    N_ABSORB,
    N_BLOCK,
    N_BLOCKED,
    N_BONUS,
    N_DEFEND,
    N_DUEL,
    N_NAME_COST,
    N_OPPOSE,
    N_SKILL,
    N_SPOIL,
    N_TAKE_COST,
    PASS,
    R_AREA,
    V_INVOKE_FREE,
    VERB_SHIFT,
)
from autogm.engine.observation import public
from autogm.engine.state import State

if TYPE_CHECKING:
    from autogm.agents.base import Agent, Decision, RandomSource

Left = Literal["skills", "invokes", "blocks", "costs"]
LEFT: tuple[Left, ...] = get_args(Left)
"""What can be left to the program."""
NODES: dict[Left, tuple[int, ...]] = {
    "skills": (N_SKILL, N_DEFEND),
    "invokes": (N_DUEL,),
    "blocks": (N_BLOCK, N_BLOCKED, N_OPPOSE),
    "costs": (N_ABSORB, N_BONUS, N_NAME_COST, N_TAKE_COST, N_SPOIL),
}
"""The nodes of each kind of choice."""
WORDS: dict[Left, str] = {
    "skills": "which skill to roll",
    "invokes": "whether to invoke",
    "blocks": "whom to block, and who opposes",
    "costs": "what a hit, a cost or style comes to",
}
"""Each kind of choice as a person is told of it."""
FARTHEST = 32
"""No roll goes so far by all the invokes that there are; beyond style more shifts change nothing
but the harm of a hit."""


def kind_left(node: int) -> Left | None:
    """The kind of choice that a node belongs to; None where it can only be made oneself."""
    return next((kind for kind, nodes in NODES.items() if node in nodes), None)


def is_known(state: State) -> bool:
    """Whether whoever chooses may know all that their choice is about."""
    try:
        state.game.as_known_to(state, state.current_player())
    except NotKnownError:
        return False
    return True


@dataclass(frozen=True)
class Delegate:
    """Decides as an agent does for a person, from what their side may know."""

    agent: Agent

    @property
    def name(self) -> str:
        """The agent's."""
        return self.agent.name

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """Choose.

        Raises:
            NotKnownError: where what is going on is about somebody or something hidden.
            ValueError: where what the side would do cannot be done, for a reason hidden from it.
        """
        side = state.current_player()
        seen = state.game.as_known_to(state, side)
        found = self.agent.decide(seen, source)
        if seen is state:
            return found
        said = public(seen.game.describe(seen, found.action))
        return replace(found, action=state.game.choice(state, side, said))


def no_invoke_matters(state: State) -> bool:
    """Whether a duel of invokes (A6) goes on where whoever is asked need not invoke: however much
    better their side's result were, all would be as it is if both passed. Whatever the other side
    does, they are asked again. It matters who takes a free invoke that is open to both (A4), and of
    an attack on several how each is met (E4): there everybody is asked."""
    record = state.record[0]
    if state.node() != N_DUEL or int(record["roll_flags"]) & R_AREA:
        return False
    if any(_is_open(state, action) for action in state.legal_actions()):
        return False
    acting = int(state.game.scene[0]["side"][int(record["roll_actor"])])
    better = 1 if acting == state.current_player() else -1
    margin = int(record["margin"])
    passed = _both_pass(state, margin)
    return all(
        _both_pass(state, margin + better * more) == passed for more in range(1, FARTHEST + 1)
    )


def _is_open(state: State, action: int) -> bool:
    """Whether an action invokes an aspect freely on which either side may use free invokes."""
    slot = (action >> A_SHIFT) & A_MASK
    return action >> VERB_SHIFT == V_INVOKE_FREE and bool(state.record[0]["free"][slot, 2])


def _both_pass(state: State, margin: int) -> State:
    """How things stand after a duel that ends here, by a margin."""
    here = state.clone()
    depth = int(here.record[0]["depth"])
    here.record[0]["margin"] = margin
    while not here.is_terminal() and here.node() == N_DUEL:
        if int(here.record[0]["depth"]) != depth:
            break
        here.apply_action(PASS)
    return here
