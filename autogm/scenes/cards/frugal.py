"""A rule of thumb for both sides of a card scene, which looks no roll ahead and knows no more than
its side does. It tries what brings a resolution nearer with the best odds, pays for an invoke or an
answer only after the dice and only where that turns the result, removes what is most in the way,
and resolves as soon as it can.
"""

from __future__ import annotations

from autogm.game.kernels import kernel
from autogm.scenes.cards.codes import (
    ARGUMENT,
    ARGUMENT_BITS,
    FREE,
    GM_ANSWERS,
    MAX_INTENTIONS,
    PLAYER,
    SUCCESS,
    V_ACCEPT,
    V_ADD,
    V_CHANGE,
    V_FRAME,
    V_FRAME_LEAVING,
    V_INVOKE,
    V_OFFER,
    V_REMOVE,
    V_RESOLVE,
    V_REVEAL,
    V_TRY,
    V_TURN,
)
from autogm.scenes.cards.estimate import at_least, best_chance, chance_of, estimate, lacking
from autogm.scenes.cards.masks import (
    count_of,
    difficulty_of,
    helpful,
    invokable,
    revealable,
    total_of,
    turnable,
)
from autogm.scenes.cards.outcomes import kept_worth
from autogm.scenes.cards.records import Buffer, Scene, State

RESOLVES, PROGRESS, CHANGES = 1000.0, 100.0, 1.0
"""What comes first after a roll: to resolve, to bring a resolution nearer, to change what counts in
rolls to come."""
CHANGING, USELESS = 0.1, 0.001
"""What a success is good for that only changes the odds of rolls to come, and one that changes
nothing, where one that brings the goal nearer has 1."""
UNPAID = 0.01  # of two rolls with the same odds, the one that needs fewer points


@kernel
def frugal(scene: Scene, state: State, buffer: Buffer, count: int) -> int:
    """The choice among the `count` legal actions in the buffer; of equals, the first."""
    goal = goal_of(scene, state)
    pays = is_paying(scene, state)
    most, chosen = -1e18, buffer.action[0]
    for place in range(count):
        action = buffer.action[place]
        worth = worth_of(scene, state, action, goal, pays)
        if worth > most:
            most, chosen = worth, action
    return int(chosen)


@kernel
def worth_of(scene: Scene, state: State, action: int, goal: int, pays: bool) -> float:
    """How much an action recommends itself: what changes nothing, and costs nothing, has zero."""
    verb, argument = action >> ARGUMENT_BITS, action & ARGUMENT
    if verb == V_TRY:
        who, intention = argument // MAX_INTENTIONS, argument % MAX_INTENTIONS
        odds = odds_of(scene, state, who, intention)
        return odds * use_of(scene, state, who, intention, goal)
    if verb == V_RESOLVE:
        return resolving_worth(scene, state, argument)
    if verb in (V_INVOKE, V_REVEAL, V_TURN):
        return 1.0 if pays or state.phase == FREE else -1.0
    if verb == V_OFFER:
        return bargain_worth(scene, state, argument)
    if verb == V_ACCEPT:
        return over_going_on(scene, state, state.ending, 0)
    if verb == V_FRAME:
        return framing_worth(scene, state, argument)
    if verb == V_FRAME_LEAVING:
        return -1.0
    if verb == V_CHANGE:
        return -1.0
    if verb == V_ADD:
        return change_worth(scene, state, argument, goal, 1)
    if verb == V_REMOVE:
        return change_worth(scene, state, argument, goal, -1)
    return 0.0


@kernel
def over_going_on(scene: Scene, state: State, ending: int, side: int) -> float:
    """What an ending is worth to a side over what going on probably is."""
    players, gm = estimate(scene, state)
    now = scene.worth[ending, side] + kept_worth(scene, state, side)
    return now - (gm if side else players)


@kernel
def resolving_worth(scene: Scene, state: State, ending: int) -> float:
    """The best resolution comes first, if going on is not probably better; in the end one has to be
    taken."""
    side = 0 if scene.of_players[ending] else 1
    first = RESOLVES if over_going_on(scene, state, ending, side) >= 0.0 else -RESOLVES
    return first + scene.worth[ending, side]


@kernel
def goal_of(scene: Scene, state: State) -> int:
    """The resolution of the players that they have the best hopes of; none: -1."""
    chance, rolls = best_chance(scene, state), scene.max_rolls - state.rolls
    goal, most = -1, -1e18
    for ending in range(scene.endings):
        if scene.of_players[ending]:
            comes = at_least(max(1, lacking(scene, state, ending)), rolls, chance)
            if comes * scene.worth[ending, 0] > most:
                goal, most = ending, comes * scene.worth[ending, 0]
    return goal


@kernel
def odds_of(scene: Scene, state: State, who: int, intention: int) -> float:
    """How good a roll looks: its odds with every point that could be spent, and a little for its
    odds without."""
    helps = count_of(helpful(scene, state, intention))
    difficulty = difficulty_of(scene, state, intention)
    paid = chance_of(scene, 2 * min(helps, 1 + state.points[who]) - difficulty)
    return paid + UNPAID * chance_of(scene, 2 * min(helps, 1) - difficulty)


@kernel
def use_of(scene: Scene, state: State, who: int, intention: int, goal: int) -> float:
    """What a success would be good for: how much it brings the goal nearer, and a little for
    whatever else it lets the players change; the least for a roll that changes nothing."""
    adds = scene.adds_after[intention] & scene.adds_by[who] & ~state.standing
    removes = scene.removes[intention] & state.standing
    use = USELESS
    for aspect in range(scene.slots):
        if ((adds >> aspect) & 1 and weight_of(scene, aspect) < 0) or (
            (removes >> aspect) & 1 and weight_of(scene, aspect) > 0
        ):
            use = CHANGING
    if goal < 0:
        return use
    if lacking(scene, state, goal) <= max(0, min(1, scene.successes[goal] - state.successes)):
        return 1.0  # any success resolves the scene
    if state.successes < scene.successes[goal]:
        use += 1.0
    if (adds & scene.stands[goal]) | (removes & scene.gone[goal]):
        use += 1.0
    return use


@kernel
def is_paying(scene: Scene, state: State) -> bool:
    """Whether points that are spent now, after the dice, turn the result of the roll; the GM sees
    too whether the player could turn it back."""
    lead = total_of(state) - difficulty_of(scene, state, state.intention)
    spends = min(state.points[state.actor] + 0, count_of(invokable(scene, state)))
    if state.phase == PLAYER:
        return lead < 0 and lead + 2 * spends >= 0
    if state.phase == GM_ANSWERS and lead >= 0:
        answers = min(state.gm + 0, count_of(revealable(scene, state) | turnable(scene, state)))
        back = min(state.points[state.actor] + answers, count_of(invokable(scene, state)))
        return lead - 2 * answers + 2 * back < 0
    return False


@kernel
def weight_of(scene: Scene, aspect: int) -> float:
    """In whose way an aspect is: what it opposes less what it helps, of all that is tried."""
    weight = 0.0
    for who in range(scene.characters):
        for intention in range(scene.intentions):
            if (scene.tries[who] >> intention) & 1:
                weight += (scene.opposes[intention] >> aspect) & 1
                weight -= (scene.helps[intention] >> aspect) & 1
    return weight


@kernel
def change_worth(scene: Scene, state: State, aspect: int, goal: int, way: int) -> float:
    """What it is worth to add (`way` 1) or remove (-1) an aspect, to the side whose choice that
    is."""
    nearer = 0.0
    if goal >= 0:
        nearer -= way * ((scene.gone[goal] >> aspect) & 1)
        nearer += way * ((scene.stands[goal] >> aspect) & 1)
    worth = PROGRESS * nearer - CHANGES * way * weight_of(scene, aspect)
    return worth if state.phase == SUCCESS else -worth


@kernel
def framing_worth(scene: Scene, state: State, aspect: int) -> float:
    """Whether the GM frames an aspect: what opposes more than it helps, as long as a point is left
    for an answer."""
    weight = weight_of(scene, aspect)
    costs = (scene.detrimental >> aspect) & 1
    if costs and state.standing & scene.on_cards and state.gm <= 1:
        return -1.0
    return weight if weight > 0 else -1.0


@kernel
def bargain_worth(scene: Scene, state: State, ending: int) -> float:
    """Whether the GM offers a bargain: where it should be worth more to both than going on."""
    gains = over_going_on(scene, state, ending, 1)
    if gains <= 0.0 or over_going_on(scene, state, ending, 0) < 0.0:
        return -1.0
    return PROGRESS + gains
