"""What a finished conflict is worth: u = stake(players) - stake(gm), from the values that the
scenario's stakes have been compiled into. Zero-sum whatever the stakes are.
"""

from __future__ import annotations

from autogm.engine.codes import N_PURSES
from autogm.engine.records import Scene, Scenes, State, States
from autogm.game.kernels import entry, kernel


@kernel
def stake(scene: Scene, state: State) -> float:
    """u of a state whose winner is settled: the result, who was taken out or conceded, the
    consequences taken, the points left or owed."""
    value = scene.win_value[state.winner] + 0.0
    for fighter in range(scene.fighters):
        if (state.conceded >> fighter) & 1:
            value += scene.conceded_value[fighter]
        elif (state.out >> fighter) & 1:
            value += scene.out_value[fighter]
        wounds, slot = state.wounds[fighter] + 0, 0
        while wounds:
            if wounds & 1 and scene.severity[fighter, slot]:
                value += scene.wound_value[fighter, scene.severity_class[fighter, slot]]
            wounds >>= 1
            slot += 1
    if scene.keep_owed:
        for purse in range(N_PURSES):
            value += scene.point_value[purse] * (state.points[purse] + state.owed[purse])
    return value


@entry
def stake_at(scenes: Scenes, states: States, index: int) -> float:
    """u of `states[index]`."""
    return stake(scenes[0], states[index])
