"""A roll, from what somebody tries to whether it succeeds: difficulty (G2), the free invoke (G14)
and paid ones (G3), the dice, and the answers after them (G4, G16).
"""

from __future__ import annotations

from autogm.game.dice import OUTCOME_MASK
from autogm.game.kernels import kernel
from autogm.scenes.cards.codes import (
    BOWL,
    D5,
    DICE,
    DIFFICULTY_BITS,
    EV_FAILED,
    EV_GAVE_IN,
    EV_INVOKED,
    EV_LAPSED,
    EV_REVEALED,
    EV_ROLLED,
    EV_SUCCEEDED,
    EV_TRIES,
    EV_TURNED,
    FAILURE,
    FOR_ANSWER,
    FOR_INVOKE,
    FREE,
    G2,
    G3,
    G4,
    G10,
    G14,
    GM_ANSWERS,
    GM_PURSE,
    LAST_WORD,
    MAX_INTENTIONS,
    PAY,
    PLAYER,
    SUCCESS,
    V_GIVE_IN,
    V_INVOKE,
    V_PASS,
    V_REVEAL,
    V_ROLL,
    V_TRY,
    V_TURN,
)
from autogm.scenes.cards.masks import (
    difficulty_of,
    forget_invoked,
    gm_can_answer,
    invokable,
    list_each,
    list_one,
    opposing,
    revealable,
    total_of,
    turnable,
)
from autogm.scenes.cards.points import emit, move_point
from autogm.scenes.cards.records import Buffer, Log, Scene, State


@kernel
def legal_who(scene: Scene, buffer: Buffer) -> int:
    """Whatever a character may try, or to give in (G10)."""
    count = 0
    for who in range(scene.characters):
        for intention in range(scene.intentions):
            if (scene.tries[who] >> intention) & 1:
                count = list_one(buffer, count, V_TRY, MAX_INTENTIONS * who + intention)
    return list_one(buffer, count, V_GIVE_IN, 0)


@kernel
def apply_who(scene: Scene, state: State, verb: int, argument: int, log: Log) -> None:
    """Somebody tries something, or the players give in."""
    if verb == V_GIVE_IN:
        emit(log, EV_GAVE_IN, 0, 0, 0, 0, G10)
        forget_rolls(scene, state, 0)
        state.phase = LAST_WORD
        return
    state.actor = argument // MAX_INTENTIONS
    state.intention = argument % MAX_INTENTIONS
    against = opposing(scene, state, state.intention)
    difficulty = difficulty_of(scene, state, state.intention)
    emit(log, EV_TRIES, state.actor, state.intention, difficulty, against, G2)
    if state.rolls + 1 >= scene.max_rolls:  # what concerns other intentions alone is over
        matters = scene.opposes[state.intention] | scene.gm_adds[state.intention]
        state.turned = state.turned & scene.turns[state.intention]
        state.revealed = state.revealed & matters
    state.phase = FREE


@kernel
def legal_free(scene: Scene, state: State, buffer: Buffer) -> int:
    """Whatever helps; where nothing does, the free invoke lapses (G14)."""
    count = list_each(buffer, 0, V_INVOKE, invokable(scene, state))
    return count if count else list_one(buffer, 0, V_PASS, 0)


@kernel
def apply_free(scene: Scene, state: State, verb: int, aspect: int, log: Log) -> None:
    """Invoke an aspect free."""
    if verb == V_PASS:
        emit(log, EV_LAPSED, state.actor, 0, 0, 0, G14)
    else:
        emit(log, EV_INVOKED, state.actor, aspect, 1, 0, G3)
        state.invoked = 1 << aspect
        state.bonus = 1
    forget_invoked(scene, state)
    state.phase = PAY


@kernel
def list_paid(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """What the acting player may invoke for a point; returns how many actions there are now."""
    if state.points[state.actor] == 0:
        return count
    return list_each(buffer, count, V_INVOKE, invokable(scene, state))


@kernel
def invoke_paid(scene: Scene, state: State, aspect: int, log: Log) -> None:
    """Invoke an aspect for a point, which goes to the bowl (G3, G12)."""
    emit(log, EV_INVOKED, state.actor, aspect, 0, 0, G3)
    move_point(state, state.actor, BOWL, FOR_INVOKE, G3, log)
    state.invoked = state.invoked | (1 << aspect)
    state.bonus = state.bonus + 1
    forget_invoked(scene, state)


@kernel
def legal_pay(scene: Scene, state: State, buffer: Buffer) -> int:
    """Pay for one more, or roll."""
    return list_paid(scene, state, buffer, list_one(buffer, 0, V_ROLL, 0))


@kernel
def apply_pay(scene: Scene, state: State, verb: int, aspect: int, log: Log) -> None:
    """Pay for one more, or roll."""
    if verb == V_ROLL:
        state.phase = DICE
    else:
        invoke_paid(scene, state, aspect, log)


@kernel
def apply_dice(scene: Scene, state: State, outcome: int, log: Log) -> None:
    """The dice have fallen; the player goes first (G16)."""
    state.dice = (outcome & OUTCOME_MASK) - 4
    difficulty = difficulty_of(scene, state, state.intention)
    packed = (state.bonus << DIFFICULTY_BITS) | difficulty
    emit(log, EV_ROLLED, state.actor, state.intention, outcome, packed, D5)
    give_turn(scene, state, PLAYER)


@kernel
def give_turn(scene: Scene, state: State, phase: int) -> None:
    """It is somebody's turn to answer the dice. Whoever cannot answer any more has passed."""
    state.phase = phase
    if state.passes == 0:
        if phase == PLAYER:
            waits = gm_can_answer(scene, state)
        else:
            waits = state.points[state.actor] > 0 and invokable(scene, state) != 0
        state.passes = 0 if waits else 1


@kernel
def legal_player(scene: Scene, state: State, buffer: Buffer) -> int:
    """Invoke one more after the dice, or leave it (G3, G16)."""
    return list_paid(scene, state, buffer, list_one(buffer, 0, V_PASS, 0))


@kernel
def legal_gm_answers(scene: Scene, state: State, buffer: Buffer) -> int:
    """Reveal an aspect, turn one, or leave it (G4, G16)."""
    count = list_one(buffer, 0, V_PASS, 0)
    if gm_can_answer(scene, state):
        count = list_each(buffer, count, V_REVEAL, revealable(scene, state))
        count = list_each(buffer, count, V_TURN, turnable(scene, state))
    return count


@kernel
def answer_as_gm(scene: Scene, state: State, verb: int, aspect: int, log: Log) -> None:
    """Reveal or turn an aspect; the acting player is paid a point for it (G4)."""
    if verb == V_REVEAL:
        state.standing = state.standing | (1 << aspect)
        state.revealed = state.revealed | (1 << aspect)
    else:
        state.turned = state.turned | (1 << aspect)
    difficulty = difficulty_of(scene, state, state.intention)
    kind = EV_REVEALED if verb == V_REVEAL else EV_TURNED
    emit(log, kind, aspect, difficulty, 0, 0, G4)
    move_point(state, GM_PURSE, state.actor, FOR_ANSWER, G4, log)
    forget_invoked(scene, state)


@kernel
def apply_answer(scene: Scene, state: State, verb: int, aspect: int, log: Log) -> None:
    """One answer to the dice, of whose turn it is; two passes in a row end it (G16)."""
    if verb == V_PASS:
        state.passes = state.passes + 1
    else:
        state.passes = 0
        if verb == V_INVOKE:
            invoke_paid(scene, state, aspect, log)
        else:
            answer_as_gm(scene, state, verb, aspect, log)
    if state.passes == 2:
        conclude(scene, state, log)
    else:
        give_turn(scene, state, GM_ANSWERS if state.phase == PLAYER else PLAYER)


@kernel
def conclude(scene: Scene, state: State, log: Log) -> None:
    """The roll meets its difficulty, or does not (D5). Of it remains what may be added or removed
    now, and on a success who chooses."""
    actor, intention = state.actor + 0, state.intention + 0
    total, difficulty = total_of(state), difficulty_of(scene, state, intention)
    if total >= difficulty:
        emit(log, EV_SUCCEEDED, actor, intention, total, difficulty, D5)
        state.successes = state.successes + 1
        adds = scene.adds_after[intention] & scene.adds_by[actor] & ~state.standing
        state.changes = adds | (scene.removes[intention] & state.standing)
        state.phase = SUCCESS
    else:
        emit(log, EV_FAILED, actor, intention, total, difficulty, D5)
        state.failures = state.failures + 1
        known = scene.hidden & state.revealed
        adds = scene.gm_adds[intention] & ~state.standing & ~known
        state.changes = adds | (scene.removable & state.standing)
        state.actor = 0
        state.phase = FAILURE
    if state.simple:
        state.changes = 0
    forget_rolls(scene, state, scene.max_rolls - state.rolls - 1)
    state.intention, state.invoked, state.bonus = 0, 0, 0
    state.dice, state.passes = 0, 0


@kernel
def forget_rolls(scene: Scene, state: State, left: int) -> None:
    """Forget what matters no more when so many rolls are left. Successes and failures do as far as
    conditions ask for them that hold already, or can still come to hold (G6): of others, the least
    that is as good is kept."""
    if left <= 0:
        state.turned, state.revealed = 0, 0
    successes, failures = 0, 0
    for ending in range(scene.endings):
        wanted = scene.successes[ending] + 0
        if wanted <= state.successes:
            successes = max(successes, wanted)
        elif wanted <= state.successes + left:
            successes = state.successes + 0
            break
    for ending in range(scene.endings):
        wanted = scene.failures[ending] + 0
        if wanted <= state.failures:
            failures = max(failures, wanted)
        elif wanted <= state.failures + left:
            failures = state.failures + 0
            break
    state.successes, state.failures = successes, failures
