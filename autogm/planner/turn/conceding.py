"""Whether to concede (H6): only where that beats fighting on at every depth that is looked at, by
more than the estimate errs there. Both are judged without contempt, and conceding never counts for
more than it settles: nobody is nearer to a victory without a fighter than with it, whatever the
estimate says.

Nearly all concessions are wrong, and a roll is long to expand. So what cannot bring enough by what
it settles, or looks hopeless by the value of the position right after it, is never expanded.
"""

from __future__ import annotations

from autogm.engine.codes import N_CONCEDE, PLAYERS
from autogm.engine.layout import MAX_CONSEQUENCES
from autogm.engine.pack import first
from autogm.engine.records import Scene, Scenes, State, States
from autogm.engine.stack import count_bits, kind_at, side_at
from autogm.game.kernels import entry, kernel
from autogm.planner.estimate.context import SearchContext, try_out
from autogm.planner.evaluation.parameters import AllParameters
from autogm.planner.evaluation.value import doubt, value
from autogm.planner.turn.choices import SKIPPED

ERROR = 0.5
"""The root mean square error of what conceding is estimated to bring over fighting on, as a share
of the doubt that there is (`doubt`), measured by `python -m evaluation.concessions`: by how many
turns are expanded makes no difference that can be told."""
RISES = 0.6
"""By how much more conceding brings, expanded, than by the values of the positions right before and
after it, at most, in halves of what lies between losing and winning: of the concessions that
`python -m evaluation.concessions` finds to be made."""
PASSED_OVER = 1e-6  # u by which a concession that is not expanded is behind fighting on at least


@kernel
def is_to_concede(state: State) -> bool:
    """Whether the choice at hand is whether to concede."""
    return kind_at(state) == N_CONCEDE


@kernel
def saves(scene: Scene, state: State, fighter: int) -> float:
    """The most that conceding can bring a fighter's side, in u: that it is not taken out, takes
    none of the consequences that it still could, and earns its points."""
    sign = 1.0 if scene.side[fighter] == PLAYERS else -1.0
    mob, purse, most = scene.mob_of[fighter] + 0, scene.purse[fighter] + 0, 0.0
    if scene.keep_exit:
        most += sign * (scene.conceded_value[mob] - scene.out_value[mob])
    for slot in range(MAX_CONSEQUENCES):
        if scene.severity[fighter, slot] and (state.wounds[fighter] >> slot) & 1 == 0:
            worth = scene.wound_value[fighter, scene.severity_class[fighter, slot]]
            most += max(0.0, -sign * worth)
    if purse >= 0:
        most += max(0.0, sign * scene.point_value[purse]) * (1 + count_bits(state.wounds[fighter]))
    return most


@kernel
def write_hopes(context: SearchContext, count: int) -> int:
    """Mark in the ranks of level 0 what of the choices of `states[0]` is worth expanding:
    concessions that are not hopeless, and if there is one, fighting on. Write the value of the
    position as it stands into `worths`, for concessions that are not expanded a little less.
    Answers how many are."""
    states, work, parameters = context.line.states, context.work, context.parameters
    sign = 1.0 if side_at(states[0]) == PLAYERS else -1.0
    stands, hopes = value(context.scene, states[0], parameters, work), 0
    work.worths[0] = stands
    for place in range(1, count):
        action = context.line.buffers[0].action[place]
        work.rank[0, place] = 0.0
        work.worths[place] = stands - sign * PASSED_OVER
        if saves(context.scene, states[0], first(action)) <= PASSED_OVER:
            continue
        try_out(context, 0, action)
        lead = sign * (value(context.scene, states[1], parameters, work) - stands)
        if lead > -RISES * parameters.swing:
            work.rank[0, place] = SKIPPED
            hopes += 1
    work.rank[0, 0] = SKIPPED if hopes else 0.0
    return hopes


@kernel
def weigh_down(context: SearchContext, count: int) -> None:
    """Let no concession that was expanded bring more than it saves, and take the error of the
    estimate from it; what was not expanded stays behind fighting on."""
    states, work = context.line.states, context.work
    sign = 1.0 if side_at(states[0]) == PLAYERS else -1.0
    error_now = ERROR * doubt(context.scene, states[0], context.parameters, work.worths[0])
    for place in range(1, count):
        fighter, ahead = first(context.line.buffers[0].action[place]), -PASSED_OVER
        if work.rank[0, place] == SKIPPED:
            ahead = sign * (work.worths[place] - work.worths[0])
            ahead = min(ahead, saves(context.scene, states[0], fighter))
            ahead -= error_now
        work.worths[place] = work.worths[0] + sign * ahead


@entry
def doubt_at(scenes: Scenes, states: States, all_parameters: AllParameters, u: float) -> float:
    """The doubt in `states[0]` where fighting on is worth `u`."""
    return doubt(scenes[0], states[0], all_parameters[0], u)


@entry
def saves_at(scenes: Scenes, states: States, fighter: int) -> float:
    """What conceding can bring a fighter's side in `states[0]` (`saves`)."""
    return saves(scenes[0], states[0], fighter)
