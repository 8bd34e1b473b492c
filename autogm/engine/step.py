"""The machine: it pops the innermost pending node, runs what needs no choice, takes forced moves,
and stops where somebody has a real choice or dice must fall. It has two compiled entry points,
`legal` and `apply`; nothing else of the engine is compiled as an entry.

What an entry point answers: the number of legal actions it has written into the buffer; 0 when the
conflict is over; -1 - k where dice are rolled with k of them replaced by [+]; `LOG_FULL` where the
log, if it is on, has to be read and emptied before the step goes on (with a negative action).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from autogm.engine.codes import (
    LOG_FULL,
    N_ABSORB,
    N_ANSWER,
    N_AREA,
    N_ARRIVE,
    N_BLOCK,
    N_BLOCKED,
    N_BONUS,
    N_COMPEL,
    N_CONCEDE,
    N_DEFEND,
    N_DICE,
    N_DRIVE,
    N_DUEL,
    N_GRANT,
    N_LAST_AUTO,
    N_NAME_COST,
    N_OPPOSE,
    N_ORDER,
    N_OUTCOME,
    N_PLACE,
    N_ROAR,
    N_SKILL,
    N_SPOIL,
    N_TAKE_COST,
    N_TURN,
    N_TWIST,
    N_TWISTED,
    N_WAY,
)
from autogm.engine.layout import LOG_FULL_AT
from autogm.engine.nodes.absorb import apply_absorb, legal_absorb
from autogm.engine.nodes.act import apply_turn
from autogm.engine.nodes.area import run_area
from autogm.engine.nodes.bonus import (
    apply_bonus,
    apply_drive,
    apply_place,
    legal_bonus,
    legal_drive,
    legal_place,
)
from autogm.engine.nodes.compel import (
    apply_answer,
    apply_compel,
    legal_answer,
    legal_compel,
)
from autogm.engine.nodes.concede import apply_concede, legal_concede
from autogm.engine.nodes.cost import (
    apply_name_cost,
    apply_spoil,
    apply_take_cost,
    legal_name_cost,
    legal_spoil,
    legal_take_cost,
)
from autogm.engine.nodes.finish import forget_turn, run_finish
from autogm.engine.nodes.grant import apply_grant, legal_grant
from autogm.engine.nodes.invoke import apply_duel, legal_duel
from autogm.engine.nodes.move import (
    apply_block,
    apply_blocked,
    legal_block,
    legal_blocked,
    run_arrive,
)
from autogm.engine.nodes.oppose import apply_oppose, legal_oppose
from autogm.engine.nodes.order import apply_order, legal_order, next_turn
from autogm.engine.nodes.outcome import run_outcome
from autogm.engine.nodes.roar import apply_roar, legal_roar
from autogm.engine.nodes.roll import apply_dice, dice_replaced
from autogm.engine.nodes.skill import apply_defend, apply_skill, legal_defend, legal_skill
from autogm.engine.nodes.turn import legal_turn
from autogm.engine.nodes.twist import apply_twist, apply_twisted, legal_twist, legal_twisted
from autogm.engine.nodes.way import apply_way, legal_way
from autogm.engine.objectives import test_end
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import pop
from autogm.game.kernels import PointerKind, entry, kernel

if TYPE_CHECKING:
    Apply: TypeAlias = Any
else:
    Apply = PointerKind(int, (Scene, State, int, Buffer, Log))
"""How other entries are handed `apply`: as a pointer, so that none of them compiles the engine."""


@kernel
def list_choices(scene: Scene, state: State, buffer: Buffer) -> int:
    """What may be chosen at the innermost node."""
    kind = state.pending[state.depth - 1, 0]
    if kind == N_DICE:
        return -1 - dice_replaced(scene, state)
    if kind == N_TURN:
        return legal_turn(scene, state, buffer)
    if kind == N_DUEL:
        return legal_duel(scene, state, buffer)
    if kind == N_SKILL:
        return legal_skill(scene, state, buffer)
    if kind == N_DEFEND:
        return legal_defend(scene, state, buffer)
    if kind == N_CONCEDE:
        return legal_concede(scene, state, buffer)
    if kind == N_ABSORB:
        return legal_absorb(scene, state, buffer)
    if kind == N_ORDER:
        return legal_order(scene, state, buffer)
    if kind == N_WAY:
        return legal_way(scene, state, buffer)
    if kind == N_OPPOSE:
        return legal_oppose(scene, state, buffer)
    if kind == N_BLOCK:
        return legal_block(scene, state, buffer)
    if kind == N_BLOCKED:
        return legal_blocked(scene, state, buffer)
    if kind == N_BONUS:
        return legal_bonus(scene, state, buffer)
    if kind == N_DRIVE:
        return legal_drive(scene, state, buffer)
    if kind == N_PLACE:
        return legal_place(scene, state, buffer)
    if kind == N_NAME_COST:
        return legal_name_cost(scene, state, buffer)
    if kind == N_TAKE_COST:
        return legal_take_cost(buffer)
    if kind == N_SPOIL:
        return legal_spoil(buffer)
    if kind == N_COMPEL:
        return legal_compel(scene, state, buffer)
    if kind == N_ANSWER:
        return legal_answer(scene, state, buffer)
    if kind == N_ROAR:
        return legal_roar(scene, state, buffer)
    if kind == N_TWIST:
        return legal_twist(scene, state, buffer)
    if kind == N_TWISTED:
        return legal_twisted(buffer)
    return legal_grant(buffer)


@kernel
def carry_out(scene: Scene, state: State, action: int, buffer: Buffer, log: Log) -> None:
    """What a choice, or an outcome of dice, does at the innermost node."""
    kind = state.pending[state.depth - 1, 0]
    if kind == N_DICE:
        apply_dice(scene, state, action, log)
    elif kind == N_TURN:
        apply_turn(scene, state, action, log)
    elif kind == N_DUEL:
        apply_duel(scene, state, action, log)
    elif kind == N_SKILL:
        apply_skill(scene, state, action, log)
    elif kind == N_DEFEND:
        apply_defend(scene, state, action, log)
    elif kind == N_CONCEDE:
        apply_concede(scene, state, action, log)
    elif kind == N_ABSORB:
        apply_absorb(scene, state, action, log)
    elif kind == N_ORDER:
        apply_order(scene, state, action, buffer, log)
    elif kind == N_WAY:
        apply_way(scene, state, action, log)
    elif kind == N_OPPOSE:
        apply_oppose(scene, state, action, log)
    elif kind == N_BLOCK:
        apply_block(scene, state, action, log)
    elif kind == N_BLOCKED:
        apply_blocked(scene, state, action, log)
    elif kind == N_BONUS:
        apply_bonus(scene, state, action, buffer, log)
    elif kind == N_DRIVE:
        apply_drive(scene, state, action, log)
    elif kind == N_PLACE:
        apply_place(scene, state, action, log)
    elif kind == N_NAME_COST:
        apply_name_cost(scene, state, action, log)
    elif kind == N_TAKE_COST:
        apply_take_cost(scene, state, action, buffer, log)
    elif kind == N_SPOIL:
        apply_spoil(scene, state, action, buffer, log)
    elif kind == N_COMPEL:
        apply_compel(scene, state, action, log)
    elif kind == N_ANSWER:
        apply_answer(scene, state, action, log)
    elif kind == N_ROAR:
        apply_roar(scene, state, action, log)
    elif kind == N_TWIST:
        apply_twist(scene, state, action, log)
    elif kind == N_TWISTED:
        apply_twisted(scene, state, action, log)
    elif kind == N_GRANT:
        apply_grant(scene, state, action, log)


@kernel
def run_automatic(scene: Scene, state: State, kind: int, buffer: Buffer, log: Log) -> None:
    """Nodes that nobody decides."""
    if kind == N_OUTCOME:
        run_outcome(scene, state, buffer, log)
    elif kind == N_AREA:
        run_area(scene, state)
    elif kind == N_ARRIVE:
        run_arrive(scene, state, log)
    else:
        run_finish(scene, state, log)


@kernel
def advance(scene: Scene, state: State, buffer: Buffer, log: Log) -> int:
    """Go on to the next real choice, chance or end.

    Raises:
        RuntimeError: where a choice has no legal action; a conflict that loads has none such.
    """
    while state.winner == 0:
        if log.on and log.rows >= LOG_FULL_AT:
            return LOG_FULL
        depth = state.depth
        kind = 0 if depth == 0 else state.pending[depth - 1, 0]
        if depth == 0 or kind == N_TURN:
            test_end(scene, state, log)
            if state.winner:
                return 0
            if depth == 0:
                next_turn(scene, state, buffer, log)
                continue
            if (state.present >> state.pending[depth - 1, 1]) & 1 == 0:
                pop(state)
                forget_turn(state)
                continue
        if kind <= N_LAST_AUTO:
            run_automatic(scene, state, kind, buffer, log)
            continue
        count = list_choices(scene, state, buffer)
        if count == 0:
            raise RuntimeError("a choice without legal actions")
        if count != 1:
            return count
        carry_out(scene, state, buffer.action[0], buffer, log)
    return 0


@entry
def legal(scene: Scene, state: State, buffer: Buffer) -> int:
    """The legal actions of a settled state."""
    if state.winner:
        return 0
    return list_choices(scene, state, buffer)


@entry
def apply(scene: Scene, state: State, action: int, buffer: Buffer, log: Log) -> int:
    """Carry out an action (a negative one: nothing, only go on to the first choice), and go on to
    the next choice, whose legal actions stand in the buffer."""
    if action >= 0:
        carry_out(scene, state, action, buffer, log)
    return advance(scene, state, buffer, log)
