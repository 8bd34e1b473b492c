"""Why a roll has a bonus or something against it (C6, N4, N5, E3), written to the log before the
roll that has it. Nothing here changes a state.
"""

from __future__ import annotations

from autogm.engine.event_codes import B_HELP, B_NUMBERS, B_STUNT, B_UNSUITED, EV_BONUS, rule
from autogm.engine.log import emit
from autogm.engine.records import Log, Scene, State
from autogm.engine.stunts import adds
from autogm.engine.teamwork import helpers, helping
from autogm.game.kernels import kernel

C6, E3, N4, N5 = rule("C6"), rule("E3"), rule("N4"), rule("N5")


@kernel
def tell_bonuses(
    scene: Scene,
    state: State,
    log: Log,
    roller: int,
    kind: int,
    skill: int,
    opponent: int,
    numbers: int,
    lost: int,
) -> None:
    """One event for each stunt that adds to the roll, one for the members of a group beyond the
    first (`numbers`), one for what the roll has `lost` by a skill that does not suit, and one for
    all whose help counts, as a bit mask."""
    if lost:
        emit(log, EV_BONUS, roller, B_UNSUITED, -lost, skill, 0, C6)
    if numbers:
        emit(log, EV_BONUS, roller, B_NUMBERS, numbers, 0, 0, N4)
    mask = scene.bonus_stunts[roller]
    stunt = 0
    while mask >> stunt:
        if (mask >> stunt) & 1 and adds(scene, state, roller, stunt, kind, skill, opponent):
            emit(log, EV_BONUS, roller, B_STUNT, scene.stunt_amount[roller, stunt], stunt, 0, N5)
        stunt += 1
    if scene.teamwork == 0:
        return
    help = helpers(scene, state, roller, kind, skill)
    if help:
        who = helping(scene, state, roller, kind, skill)
        emit(log, EV_BONUS, roller, B_HELP, help, who, 0, E3)
