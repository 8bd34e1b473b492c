"""The machine of a card scene: it takes forced moves and stops where somebody has a real choice or
dice must fall. `legal` and `apply` answer the number of legal actions that they have written into
the buffer, 0 when the scene is over, and `DICE_PENDING`.
"""

from __future__ import annotations

from autogm.game.kernels import entry, kernel
from autogm.scenes.cards.codes import (
    ARGUMENT,
    ARGUMENT_BITS,
    BARGAIN,
    CHANGE_GM,
    CHANGE_PLAYERS,
    DICE,
    DICE_PENDING,
    FAILURE,
    FRAME,
    FREE,
    GM_ANSWERS,
    LAST_WORD,
    OPENING,
    OVER,
    PAY,
    PLAYER,
    ROLL_PHASES,
    SUCCESS,
    WHO,
)
from autogm.scenes.cards.framing import (
    apply_change,
    apply_frame,
    legal_change_gm,
    legal_change_players,
    legal_frame,
    open_scene,
)
from autogm.scenes.cards.masks import difficulty_of, forget_invoked
from autogm.scenes.cards.outcomes import (
    apply_bargain,
    apply_outcome,
    legal_bargain,
    legal_failure,
    legal_last_word,
    legal_success,
    resolve,
    stake,
)
from autogm.scenes.cards.records import Buffer, Buffers, Log, Logs, Scene, Scenes, State, States
from autogm.scenes.cards.rolls import (
    apply_answer,
    apply_dice,
    apply_free,
    apply_pay,
    apply_who,
    forget_rolls,
    give_turn,
    legal_free,
    legal_gm_answers,
    legal_pay,
    legal_player,
    legal_who,
)


@kernel
def list_choices(scene: Scene, state: State, buffer: Buffer) -> int:
    """What may be chosen in this phase."""
    phase = state.phase
    if phase == DICE:
        return DICE_PENDING
    if phase == PLAYER:
        return legal_player(scene, state, buffer)
    if phase == GM_ANSWERS:
        return legal_gm_answers(scene, state, buffer)
    if phase == PAY:
        return legal_pay(scene, state, buffer)
    if phase == FREE:
        return legal_free(scene, state, buffer)
    if phase == WHO:
        return legal_who(scene, buffer)
    if phase == SUCCESS:
        return legal_success(scene, state, buffer)
    if phase == FAILURE:
        return legal_failure(scene, state, buffer)
    if phase == BARGAIN:
        return legal_bargain(buffer)
    if phase == FRAME:
        return legal_frame(scene, state, buffer)
    if phase == CHANGE_PLAYERS:
        return legal_change_players(scene, state, buffer)
    if phase == CHANGE_GM:
        return legal_change_gm(state, buffer)
    return legal_last_word(scene, state, buffer)


@kernel
def carry_out(scene: Scene, state: State, action: int, log: Log) -> None:
    """What a choice, or an outcome of dice, does in this phase."""
    verb, argument = action >> ARGUMENT_BITS, action & ARGUMENT
    phase = state.phase
    if phase == DICE:
        apply_dice(scene, state, action, log)
    elif phase in (PLAYER, GM_ANSWERS):
        apply_answer(scene, state, verb, argument, log)
    elif phase == PAY:
        apply_pay(scene, state, verb, argument, log)
    elif phase == FREE:
        apply_free(scene, state, verb, argument, log)
    elif phase == WHO:
        apply_who(scene, state, verb, argument, log)
    elif phase in (SUCCESS, FAILURE):
        apply_outcome(scene, state, verb, argument, log)
    elif phase == BARGAIN:
        apply_bargain(scene, state, verb, log)
    elif phase == FRAME:
        apply_frame(scene, state, verb, argument, log)
    elif phase in (CHANGE_PLAYERS, CHANGE_GM):
        apply_change(state, verb, argument, log)
    elif phase == LAST_WORD:
        resolve(scene, state, argument, 1, log)


@kernel
def advance(scene: Scene, state: State, buffer: Buffer, log: Log) -> int:
    """Go on to the next real choice, dice or end.

    Raises:
        RuntimeError: where a choice has no legal action; a scene that loads has none such.
    """
    while state.phase != OVER:
        if state.phase == OPENING:
            open_scene(scene, state, log)
            continue
        count = list_choices(scene, state, buffer)
        if count == 0:
            raise RuntimeError("a choice without legal actions")
        if count != 1:
            return count
        carry_out(scene, state, buffer.action[0], log)
    return 0


@entry
def legal(scene: Scene, state: State, buffer: Buffer) -> int:
    """The legal actions of a settled state."""
    if state.phase == OVER:
        return 0
    return list_choices(scene, state, buffer)


@entry
def apply(scene: Scene, state: State, action: int, buffer: Buffer, log: Log) -> int:
    """Carry out an action or outcome (`SETTLE`: nothing, only go on to the first choice), and go on
    to the next choice, whose legal actions stand in the buffer."""
    if action >= 0:
        carry_out(scene, state, action, log)
    return advance(scene, state, buffer, log)


@entry
def legal_at(scenes: Scenes, states: States, index: int, buffers: Buffers) -> int:
    """The legal actions of `states[index]`."""
    return legal(scenes[0], states[index], buffers[0])


@entry
def apply_at(
    scenes: Scenes, states: States, index: int, action: int, buffers: Buffers, logs: Logs
) -> int:
    """Apply an action to `states[index]` in place."""
    return apply(scenes[0], states[index], action, buffers[0], logs[0])


@entry
def stake_at(scenes: Scenes, states: States, index: int, side: int) -> float:
    """What the end `states[index]` is worth to a side."""
    return stake(scenes[0], states[index], side)


@entry
def difficulty_at(scenes: Scenes, states: States, index: int) -> int:
    """The difficulty of the roll of `states[index]`."""
    return difficulty_of(scenes[0], states[index], states[index].intention)


@entry
def settle_roll_at(scenes: Scenes, states: States, index: int) -> None:
    """Forget of the roll of `states[index]` what cannot matter any more."""
    scene, state = scenes[0], states[index]
    if (ROLL_PHASES >> state.phase) & 1:
        forget_invoked(scene, state)
        if state.phase in (PLAYER, GM_ANSWERS):
            give_turn(scene, state, state.phase)


@entry
def forget_rolls_at(scenes: Scenes, states: States, index: int) -> None:
    """Forget of the rolls of `states[index]` that are over what cannot matter any more."""
    forget_rolls(scenes[0], states[index], scenes[0].max_rolls - states[index].rolls)
