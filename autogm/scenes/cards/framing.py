"""Before the first roll: what stands from the beginning, what the GM frames (G1, G11), and whether
somebody pays for a full scene (G22).
"""

from __future__ import annotations

from autogm.game.kernels import kernel
from autogm.scenes.cards.codes import (
    BOWL,
    CHANGE_GM,
    CHANGE_PLAYERS,
    EV_FRAMED,
    EV_FULL,
    EV_STANDS,
    FOR_FRAMING,
    FOR_FULL_SCENE,
    FOR_HELP,
    FRAME,
    G1,
    G8,
    G22,
    GM_PURSE,
    V_BEGIN,
    V_CHANGE,
    V_FRAME,
    V_FRAME_LEAVING,
    V_KEEP,
    WHO,
)
from autogm.scenes.cards.masks import list_each, list_one
from autogm.scenes.cards.points import emit, move_point
from autogm.scenes.cards.records import Buffer, Log, Scene, State


@kernel
def place_aspect(scene: Scene, state: State, aspect: int, takes: int, log: Log) -> None:
    """The GM puts an aspect into the scene by framing it: a detrimental one costs a point, for a
    beneficial one it may take one (G1); the first aspect of the scene does neither (G11)."""
    first = (state.standing & scene.on_cards) == 0
    state.standing = state.standing | (1 << aspect)
    emit(log, EV_FRAMED, aspect, 0, 0, 0, G1)
    if first:
        return
    if (scene.detrimental >> aspect) & 1:
        move_point(state, GM_PURSE, BOWL, FOR_FRAMING, G1, log)
    elif takes and (scene.beneficial >> aspect) & 1 and state.bowl > 0:
        move_point(state, BOWL, GM_PURSE, FOR_HELP, G1, log)


@kernel
def open_scene(scene: Scene, state: State, log: Log) -> None:
    """What stands from the beginning. Simple scenes skip the setup, and what it costs (G8)."""
    for aspect in range(scene.slots):
        if (scene.always >> aspect) & 1:
            if state.simple:
                state.standing = state.standing | (1 << aspect)
                emit(log, EV_STANDS, aspect, 0, 0, 0, G8)
            else:
                place_aspect(scene, state, aspect, 1, log)
    state.phase = CHANGE_PLAYERS if state.simple else FRAME


@kernel
def legal_change_players(scene: Scene, state: State, buffer: Buffer) -> int:
    """It stays simple, or one of the characters pays (G22)."""
    count = list_one(buffer, 0, V_KEEP, 0)
    for who in range(scene.characters):
        if state.points[who] > 0:
            count = list_one(buffer, count, V_CHANGE, who)
    return count


@kernel
def legal_change_gm(state: State, buffer: Buffer) -> int:
    """It stays simple, or the GM pays (G22)."""
    count = list_one(buffer, 0, V_KEEP, 0)
    if state.gm > 0:
        count = list_one(buffer, count, V_CHANGE, GM_PURSE)
    return count


@kernel
def apply_change(state: State, verb: int, who: int, log: Log) -> None:
    """Somebody pays for a full scene, or does not."""
    if verb == V_KEEP:
        state.phase = CHANGE_GM if state.phase == CHANGE_PLAYERS else WHO
        return
    emit(log, EV_FULL, who, 0, 0, 0, G22)
    move_point(state, who, BOWL, FOR_FULL_SCENE, G22, log)
    state.simple = 0
    state.phase = FRAME


@kernel
def framable(scene: Scene, state: State) -> int:
    """What the GM may frame and can pay for (G1); the first aspect costs nothing (G11)."""
    left = scene.frames & ~state.standing
    if state.gm > 0 or (state.standing & scene.on_cards) == 0:
        return left
    return left & ~scene.detrimental


@kernel
def framable_leaving(scene: Scene, state: State) -> int:
    """What the GM may frame without the point that it may take for it (G1, G11)."""
    if state.bowl == 0 or (state.standing & scene.on_cards) == 0:
        return 0
    return scene.frames & ~state.standing & scene.beneficial


@kernel
def legal_frame(scene: Scene, state: State, buffer: Buffer) -> int:
    """Any of what the GM may frame and can pay for, or to begin (G1)."""
    count = list_each(buffer, 0, V_FRAME, framable(scene, state))
    count = list_each(buffer, count, V_FRAME_LEAVING, framable_leaving(scene, state))
    return list_one(buffer, count, V_BEGIN, 0)


@kernel
def apply_frame(scene: Scene, state: State, verb: int, aspect: int, log: Log) -> None:
    """Frame an aspect, or begin."""
    if verb == V_BEGIN:
        state.phase = WHO
    else:
        place_aspect(scene, state, aspect, 1 if verb == V_FRAME else 0, log)
