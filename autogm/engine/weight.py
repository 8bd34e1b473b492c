"""Weight (W1-W6, N3): who outweighs whom in a zone, and how many dice that replaces. Sums per
zone and side are kept up by `enter` and `leave`, never recounted.
"""

from __future__ import annotations

from autogm.engine.codes import R_CHARGE
from autogm.engine.records import Scene, State
from autogm.game.kernels import kernel


@kernel
def weight_of(scene: Scene, state: State, fighter: int) -> int:
    """What a fighter weighs now: a teamwork group only what its members left do (N4)."""
    if scene.mob[fighter]:
        return min(scene.weight[fighter], scene.member_weight[fighter] * state.members[fighter])
    return scene.weight[fighter] + 0


@kernel
def enter(scene: Scene, state: State, fighter: int, zone: int) -> None:
    """Put a fighter into a zone."""
    state.zone[fighter] = zone
    side = scene.side[fighter]
    state.weight[zone, side] = state.weight[zone, side] + weight_of(scene, state, fighter)
    state.present_in[zone] = state.present_in[zone] | (1 << fighter)


@kernel
def leave(scene: Scene, state: State, fighter: int) -> None:
    """Take a fighter out of its zone."""
    zone, side = state.zone[fighter], scene.side[fighter]
    state.weight[zone, side] = state.weight[zone, side] - weight_of(scene, state, fighter)
    state.present_in[zone] = state.present_in[zone] & ~(1 << fighter)
    state.zone[fighter] = 0


@kernel
def plus_dice(scene: Scene, state: State, roller: int, opponent: int, roll: int) -> int:
    """How many dice of a roll are replaced by [+] (W2): one at 2:1, two at 4:1, anything against
    nothing counts as 4:1, and no side outweighs itself. `opponent` is -1 without one; a charge
    doubles the charger's weight (W4)."""
    if scene.weight_on == 0 or (scene.weight_rolls >> roll) & 1 == 0:
        return 0
    zone = state.zone[roller]
    side = scene.side[roller]
    if opponent >= 0 and scene.side[opponent] == side:
        return 0
    own, against = state.weight[zone, side], state.weight[zone, 1 - side]
    if opponent >= 0 and state.zone[opponent] != zone:
        if scene.weight_across == 0:
            return 0
        against = state.weight[state.zone[opponent], 1 - side]
    if state.roll_flags & R_CHARGE:
        if roller == state.roll_actor:
            own += weight_of(scene, state, roller)
        else:
            against += weight_of(scene, state, state.roll_actor)
    return dice_by_weight(own, against, scene.weight_two, scene.weight_four)


@kernel
def dice_by_weight(own: int, against: int, two: int, four: int) -> int:
    """How many of its dice a side of weight `own` may replace against another (W2): one from the
    ratio `two` on, two from the ratio `four` on, which is also what anything against nothing counts
    as; nothing outweighs nobody."""
    if own == 0:
        return 0
    if against == 0 or own >= four * against:
        return 2
    return 1 if own >= two * against else 0


@kernel
def untouchable(scene: Scene, state: State, fighter: int) -> bool:
    """N3: while a swarm's side outweighs the other in its zone, only what affects a whole zone
    hurts it, and nobody moves it. So nothing else is offered against it as things stand."""
    return outweighs(scene, state, fighter, 0)


@kernel
def stands_fast(scene: Scene, state: State, fighter: int) -> bool:
    """N3, taken at the roll: whether what comes of it moves `fighter`, its actor or its target, as
    little as it hurts it unless it affects the whole zone. A charge counts its maker's weight twice
    (W4), on whichever side. What was declared before the weights changed is no help: a shot, a push
    or a riposte does nothing to a swarm that outweighs now."""
    if scene.swarm[fighter] == 0:
        return False
    actor, coming = state.roll_actor + 0, 0
    if state.roll_from and state.zone[actor] == state.zone[fighter]:
        coming = weight_of(scene, state, actor)
        if scene.side[actor] == scene.side[fighter]:
            coming = -coming
    return outweighs(scene, state, fighter, coming)


@kernel
def outweighs(scene: Scene, state: State, fighter: int, coming: int) -> bool:
    """Whether a swarm's side outweighs the other in its zone and what is `coming` to it."""
    if scene.swarm[fighter] == 0 or scene.weight_on == 0:
        return False
    zone, side = state.zone[fighter], scene.side[fighter]
    return state.weight[zone, side] > state.weight[zone, 1 - side] + coming
