"""What becomes of a roll: something added or removed (G5, G17, G18, G19), a bargain (G21), the end
of the scene (G6, G10, G20), and clean-up (G7, G9, G23).
"""

from __future__ import annotations

from autogm.game.kernels import kernel
from autogm.scenes.cards.codes import (
    BARGAIN,
    BOWL,
    EV_ADDED,
    EV_BARGAINED,
    EV_CLEARED,
    EV_KEPT,
    EV_LEFT,
    EV_OFFERED,
    EV_REFUSED,
    EV_REMOVED,
    EV_RESOLVED,
    EV_TIME_UP,
    FAILURE,
    FOR_BARGAIN,
    G5,
    G7,
    G10,
    G19,
    G20,
    G21,
    GM_PURSE,
    LAST_WORD,
    OVER,
    SUCCESS,
    V_ACCEPT,
    V_ADD,
    V_NOTHING,
    V_OFFER,
    V_REFUSE,
    V_REMOVE,
    V_RESOLVE,
    WHO,
)
from autogm.scenes.cards.masks import list_each, list_one
from autogm.scenes.cards.points import emit, move_point
from autogm.scenes.cards.records import Buffer, Log, Scene, State

DUE, GONE_STANDS, STANDS_NOT, FEW_SUCCESSES, FEW_FAILURES = range(5)
"""Whether the conditions of a resolution hold, or which of them does not."""


@kernel
def why_not_due(scene: Scene, state: State, ending: int) -> int:
    """Which condition of a resolution does not hold (G6). In a simple scene there are none
    (G22)."""
    if state.simple:
        return DUE
    if state.standing & scene.gone[ending]:
        return GONE_STANDS
    if (state.standing & scene.stands[ending]) != scene.stands[ending]:
        return STANDS_NOT
    if state.successes < scene.successes[ending]:
        return FEW_SUCCESSES
    return FEW_FAILURES if state.failures < scene.failures[ending] else DUE


@kernel
def is_theirs(scene: Scene, ending: int, side: int) -> bool:
    """Whether a resolution is that side's."""
    return (scene.of_gm[ending] if side else scene.of_players[ending]) != 0


@kernel
def bargains(scene: Scene, ending: int) -> bool:
    """Whether an ending is a bargain, and no resolution of either side."""
    return not (scene.of_players[ending] or scene.of_gm[ending])


@kernel
def comes_now(scene: Scene, state: State, ending: int) -> bool:
    """Whether a resolution may come now: those for the end are the GM's when time is up or the
    players gave in, and in simple scenes (G10, G22)."""
    return state.phase == LAST_WORD or state.simple != 0 or scene.at_the_end[ending] == 0


@kernel
def can_be_offered(scene: Scene, state: State, ending: int) -> bool:
    """Whether a bargain can be paid for: an implicit one takes a point from the bowl (G21)."""
    return state.bowl > 0 or scene.implicit[ending] == 0


@kernel
def list_resolutions(scene: Scene, state: State, buffer: Buffer, count: int, side: int) -> int:
    """The resolutions of a side that are due; returns how many actions there are now."""
    for ending in range(scene.endings):
        theirs = is_theirs(scene, ending, side) and comes_now(scene, state, ending)
        if theirs and why_not_due(scene, state, ending) == DUE:
            count = list_one(buffer, count, V_RESOLVE, ending)
    return count


@kernel
def list_changes(state: State, buffer: Buffer, count: int) -> int:
    """What may be removed and added after this roll; returns how many actions there are now."""
    count = list_each(buffer, count, V_REMOVE, state.changes & state.standing)
    return list_each(buffer, count, V_ADD, state.changes & ~state.standing)


@kernel
def legal_success(scene: Scene, state: State, buffer: Buffer) -> int:
    """Add, remove, resolve, or leave all as it is (G5). A simple scene ends (G8)."""
    if state.simple:
        return list_resolutions(scene, state, buffer, 0, 0)
    count = list_resolutions(scene, state, buffer, 0, 0)
    count = list_changes(state, buffer, count)
    return list_one(buffer, count, V_NOTHING, 0)


@kernel
def legal_failure(scene: Scene, state: State, buffer: Buffer) -> int:
    """Add, remove, resolve or offer a bargain (G5); nothing only where none of it is legal (G19).
    In a simple scene, resolve or offer a bargain (G8)."""
    count = list_resolutions(scene, state, buffer, 0, 1)
    count = list_changes(state, buffer, count)
    if not state.refused:
        for ending in range(scene.endings):
            if bargains(scene, ending) and can_be_offered(scene, state, ending):
                count = list_one(buffer, count, V_OFFER, ending)
    return count if count else list_one(buffer, 0, V_NOTHING, 0)


@kernel
def legal_bargain(buffer: Buffer) -> int:
    """Accept or refuse (G21)."""
    return list_one(buffer, list_one(buffer, 0, V_ACCEPT, 0), V_REFUSE, 0)


@kernel
def legal_last_word(scene: Scene, state: State, buffer: Buffer) -> int:
    """How the GM resolves (G10). A scene that loads has a resolution without conditions."""
    return list_resolutions(scene, state, buffer, 0, 1)


@kernel
def apply_outcome(scene: Scene, state: State, verb: int, argument: int, log: Log) -> None:
    """What is made of a success (by the players) or a failure (by the GM)."""
    side = 1 if state.phase == FAILURE else 0
    actor = state.actor + 0
    rule = G19 if side else G5
    bit = 1 << argument
    if verb == V_OFFER:
        emit(log, EV_OFFERED, argument, 0, 0, 0, G21)
        state.ending = argument
        state.phase = BARGAIN
        return
    if verb == V_RESOLVE:
        resolve(scene, state, argument, side, log)
        return
    if verb == V_ADD:
        emit(log, EV_ADDED, side, argument, actor, 0, rule)
        state.standing = state.standing | bit
        if state.rolls + 1 < scene.max_rolls:
            state.revealed = state.revealed | (bit & scene.hidden)
    elif verb == V_REMOVE:
        emit(log, EV_REMOVED, side, argument, actor, 0, rule)
        state.standing = state.standing & ~bit
        state.turned = state.turned & ~bit
    else:
        emit(log, EV_LEFT, side, 0, actor, 0, rule)
    next_roll(scene, state, log)


@kernel
def next_roll(scene: Scene, state: State, log: Log) -> None:
    """The roll is over; the next one follows, unless there were enough (G10)."""
    state.changes, state.refused, state.actor = 0, 0, 0
    state.rolls = state.rolls + 1
    state.phase = WHO
    if state.rolls >= scene.max_rolls:
        emit(log, EV_TIME_UP, 0, 0, 0, 0, G10)
        state.phase = LAST_WORD


@kernel
def apply_bargain(scene: Scene, state: State, verb: int, log: Log) -> None:
    """The acting player takes the bargain, or the GM picks another option (G21)."""
    ending = state.ending + 0
    if verb == V_REFUSE:
        emit(log, EV_REFUSED, ending, 0, 0, 0, G21)
        state.ending, state.refused = 0, 1
        state.phase = FAILURE
        return
    emit(log, EV_BARGAINED, ending, 0, 0, 0, G21)
    if scene.implicit[ending]:
        move_point(state, BOWL, GM_PURSE, FOR_BARGAIN, G21, log)
    end_scene(scene, state, ending, log)


@kernel
def resolve(scene: Scene, state: State, ending: int, side: int, log: Log) -> None:
    """A side ends the scene on its terms (G20)."""
    rule = G10 if state.phase == LAST_WORD else G20
    emit(log, EV_RESOLVED, side, ending, state.actor, 0, rule)
    end_scene(scene, state, ending, log)


@kernel
def end_scene(scene: Scene, state: State, ending: int, log: Log) -> None:
    """The scene is over, and is cleaned up: what stays is what lasts on status cards and what is
    set aside (G7, G9, G23); nothing is cleaned up after a simple scene (G8). A roll that has just
    been made counts to how long it lasted."""
    if state.phase in (SUCCESS, FAILURE, BARGAIN):
        state.rolls = state.rolls + 1
    if not state.simple:
        emit(log, EV_CLEARED, 0, 0, 0, state.standing & ~scene.remains, G7)
        kept = state.standing & scene.remains & ~scene.sheets
        if kept:
            emit(log, EV_KEPT, 0, 0, 0, kept, G7)
    state.standing = state.standing & scene.remains
    state.turned, state.revealed, state.changes = 0, 0, 0
    state.successes, state.failures, state.refused, state.actor = 0, 0, 0, 0
    state.simple = 0
    state.ending = ending
    state.winner = scene.winner[ending]
    state.phase = OVER


@kernel
def kept_worth(scene: Scene, state: State, side: int) -> float:
    """What the points that a side has, and the rolls made, are worth to it."""
    points = state.gm + 0
    if side == 0:
        points = 0
        for who in range(scene.characters):
            points = points + state.points[who]
    return scene.point[side] * points + scene.roll[side] * state.rolls


@kernel
def stake(scene: Scene, state: State, side: int) -> float:
    """What an end is worth to a side: the ending, points left, rolls made."""
    return scene.worth[state.ending, side] + kept_worth(scene, state, side)
