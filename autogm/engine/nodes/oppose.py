"""Who opposes an advantage on a zone, the scene, its maker or one of its maker's side (C5): the
other side names one of its fighters near, or nobody, and then the advantage has a passive
difficulty. An advantage on an enemy never comes here: that enemy opposes it.
"""

from __future__ import annotations

from autogm.engine.aspects import making_difficulty
from autogm.engine.codes import SCENE_SUBJECT, V_CREATE, V_OPPOSE, V_PASS, ZONE_SUBJECT
from autogm.engine.event_codes import EV_OPPOSE, rule
from autogm.engine.log import emit
from autogm.engine.nodes.roll import begin_roll
from autogm.engine.pack import add, add_each, first, verb_of
from autogm.engine.records import Buffer, Log, Scene, State
from autogm.engine.stack import pop
from autogm.game.kernels import kernel

C5 = rule("C5")


@kernel
def opponents(scene: Scene, state: State, maker: int, slot: int) -> int:
    """The enemies who could oppose what `maker` creates on that aspect, as a bit mask: those in its
    zone and in the zone that bears the aspect or whoever bears it. Who lies in ambush stays hidden,
    and is not even asked, since that would tell of it."""
    if scene.advantage_nearby == 0:
        return 0
    subject = scene.slot_subject[slot] + 0
    there = state.present_in[state.zone[maker]] + 0
    if subject < ZONE_SUBJECT:
        there |= state.present_in[state.zone[subject]]
    elif subject < SCENE_SUBJECT:
        there |= state.present_in[subject - ZONE_SUBJECT]
    if state.exchange == 1:
        there &= ~(scene.ambushers & ~state.acted)
    return there & scene.side_mask[1 - scene.side[maker]]


@kernel
def legal_oppose(scene: Scene, state: State, buffer: Buffer) -> int:
    """Nobody, or one of those who could."""
    top = state.depth - 1
    maker, slot = state.pending[top, 1] + 0, state.pending[top, 3] + 0
    count = add(buffer, 0, V_PASS, 0, 0, 0)
    return add_each(buffer, count, V_OPPOSE, opponents(scene, state, maker, slot))


@kernel
def apply_oppose(scene: Scene, state: State, action: int, log: Log) -> None:
    """The advantage is rolled for, against whoever opposes it or against its difficulty."""
    top = state.depth - 1
    maker, slot = state.pending[top, 1] + 0, state.pending[top, 3] + 0
    pop(state)
    if verb_of(action) == V_PASS:
        difficulty = making_difficulty(scene, state, slot, scene.side[maker])
        begin_roll(scene, state, V_CREATE, maker, -1, slot, difficulty, 0)
        return
    opponent = first(action)
    emit(log, EV_OPPOSE, opponent, maker, 0, 0, 0, C5)
    begin_roll(scene, state, V_CREATE, maker, opponent, slot, 0, 0)
