"""What a position is worth before anything more is rolled: the chance that the players win, as a
logistic model on a few features, each the players' less the gm's, and u from it by the stakes.

A side wins once it has had the exchanges that it needs. By force these are the other's soak (what
it can still take) over its own threat (what its fighters can expect to deal in a turn,
`strength.threat_of`); an objective (H7) may be there first. What counts is the logarithm of both
sides' times: soak, threat and how much an objective shortens them, three features with the same
weight. If an objective counted for more, a side might wish for less soak, since that makes force
hopeless and the objective a larger gain. Besides count who still acts in this exchange, weight
where the fighting is, heads, and invokes in hand, free ones and points. A point counts for more
than a free invoke (`parameters.POINT`), since it can do what that does and serves
elsewhere too: so the free one is spent first. The model is antisymmetric: with sides exchanged its
value is turned round.

A conflict may also end with nobody having won. Whoever thinks counts it for less than its stake if
the limit comes first (`parameters.CONTEMPT`), so that the same position may be worth less than
nothing to both sides. But for what is settled, and as far as the features say so, nobody gains by
losing its own (`tests/planner/test_own_loss.py`).
"""

from __future__ import annotations

import math

from autogm.engine.codes import (
    F_LETHAL,
    GM,
    HERE,
    PLAYERS,
    POOL,
    SCENE_SUBJECT,
    UNDECIDED_WIN,
    V_INVOKE,
    ZONE_SUBJECT,
)
from autogm.engine.kinds import in_play
from autogm.engine.records import Scene, Scenes, State, States
from autogm.engine.stack import lowest_bit
from autogm.engine.stakes import stake
from autogm.game.kernels import entry, kernel
from autogm.game.kinds import Floats, FloatTable
from autogm.planner.evaluation.exchanges_to_win import LEAST, exchanges_needed, pace_of
from autogm.planner.evaluation.parameters import N_FEATURES, AllParameters, Parameters
from autogm.planner.evaluation.scratch import DEPTH, Work, Works
from autogm.planner.evaluation.strength import (
    DICE,
    HEADS,
    HELD,
    LASTING,
    PACE,
    SOAK,
    THREAT,
    WAITING,
    exchange_to_come,
    has_an_action,
    reach_of,
    write_strength,
)

F_SOAK, F_THREAT, F_OBJECTIVE, F_TEMPO, F_WEIGHT, F_NUMBERS, F_INVOKES = range(N_FEATURES)
SOAK_PRIOR, HEADS_PRIOR, HELD_PRIOR = 0.5, 0.5, 2.0
"""Added to the soak, heads and invokes in hand of each side before logarithms are taken, so that a
side which has nothing left of one is not worse beyond all measure."""
MOST_POINTS = 6  # further points of one purse are not worth more
ASIDE = 0.3  # a free invoke counts so much where nobody stands who could use it
GUARD, LETHAL, HELP = 0.8, 1.0, 0.5  # what a Full Defense, a lethal blow, help come to in invokes
HELP_LATER = 0.1  # … help for who strikes nobody before it lapses: it may still be attacked
FAR_FROM_LIMIT = 12.0  # exchanges to spare with which the limit is no matter
LONGEST = 50.0  # exchanges beyond which a fight cannot end undecided any more surely


@kernel
def usable_share(scene: Scene, state: State, parameters: Parameters, slot: int, side: int) -> float:
    """What a side's free invoke of an aspect counts: less where nobody stands who could use it, and
    nothing where it could speak to no roll of that side's."""
    zone = scene.slot_subject[slot] - ZONE_SUBJECT
    if 0 <= zone < SCENE_SUBJECT - ZONE_SUBJECT and state.present_in[zone] == 0:
        return ASIDE * parameters.usable[side, slot]
    return parameters.usable[side, slot] + 0.0


@kernel
def free_of(scene: Scene, state: State, parameters: Parameters) -> tuple[float, float]:
    """Free invokes that each side holds, by what they count (`usable_share`). What turns a roll
    like them is counted with them: a Full Defense in place, a lethal blow to come, help that was
    given (`help_of`), stunts that can be used once. Invokes and help, what one fighter sets up
    for another, count by `parameters.free` of it."""
    found_p, found_g = 0.0, 0.0
    for word in range(scene.words):
        mask = state.slots_free[word] + 0
        while mask:
            slot = (word << 6) + lowest_bit(mask)
            mask &= mask - 1
            free_p, free_g = state.free[slot, PLAYERS], state.free[slot, GM]
            if free_p:
                found_p += free_p * usable_share(scene, state, parameters, slot, PLAYERS)
            if free_g:
                found_g += free_g * usable_share(scene, state, parameters, slot, GM)
    found_p, found_g = parameters.free * found_p, parameters.free * found_g
    here = state.present + 0
    while here:
        fighter = lowest_bit(here)
        here &= here - 1
        more = 0.0
        if state.here[scene.slot_guard[fighter]] & HERE:
            more += GUARD
        if state.flags[fighter] & F_LETHAL:
            more += LETHAL
        helped = state.helps[fighter] - 1
        if helped >= 0 and state.helps[helped] == 0:
            more += parameters.free * help_of(scene, state, parameters, fighter, helped)
        unused = parameters.once[fighter] & ~state.used[fighter]
        while unused:
            stunt = lowest_bit(unused)
            unused &= unused - 1
            more += parameters.stunt[fighter, stunt]
        if scene.side[fighter] == PLAYERS:
            found_p += more
        else:
            found_g += more
    return found_p, found_g


@kernel
def help_of(scene: Scene, state: State, parameters: Parameters, helper: int, helped: int) -> float:
    """What help comes to in invokes: less where the helped has acted, or reaches nobody without
    leaving its helper, by which it would lose it (E3), and may only be attacked; nothing where it
    has left, or no enemy who is here reaches it by a step."""
    zone = state.zone[helped] + 0
    if state.zone[helper] != zone:
        return 0.0
    strikes, is_struck, own = False, False, reach_of(state, parameters, helped)
    enemies = state.present & scene.side_mask[1 - scene.side[helped]]
    while enemies:
        enemy = lowest_bit(enemies)
        enemies &= enemies - 1
        far, reach = scene.sight[zone, state.zone[enemy]], reach_of(state, parameters, enemy)
        strikes = strikes or far <= own
        is_struck = is_struck or (reach >= 0 and far <= reach + 1)
    if strikes and has_an_action(state, helped):
        return HELP
    return HELP_LATER if is_struck else 0.0


@kernel
def points_of(scene: Scene, state: State, side: int) -> float:
    """Points that a side can still spend."""
    if not in_play(scene, V_INVOKE):
        return 0.0
    total = 0.0
    purses = state.present & scene.purse_mask[side]
    while purses:
        purse = lowest_bit(purses)
        purses &= purses - 1
        total += min(MOST_POINTS, state.points[purse])
    if side == GM:
        total += min(2 * MOST_POINTS, state.points[POOL])
    return total


@kernel
def write_held(scene: Scene, state: State, parameters: Parameters, work: Work, row: int) -> None:
    """Write what each side has in hand of invokes into row `row` of the sums."""
    free_p, free_g = free_of(scene, state, parameters)
    for side in range(2):
        held = parameters.point * points_of(scene, state, side)
        work.sum[row, side, HELD] = held + (free_g if side else free_p)


@kernel
def write_sums(scene: Scene, state: State, parameters: Parameters, work: Work, row: int) -> None:
    """Write what each side has in a position that is not over into row `row` of the sums."""
    write_held(scene, state, parameters, work, row)
    for side in range(2):
        write_strength(scene, state, parameters, work, row, side)
        threat = work.sum[row, side, LASTING] + LEAST
        work.sum[row, side, PACE] = pace_of(scene, state, parameters, side, threat)


@kernel
def write_features(work: Work, row: int) -> tuple[float, float]:
    """Write the features of what the sides have; answers the exchanges that the players and the gm
    can be expected to need for a win."""
    soak_p, soak_g = work.sum[row, PLAYERS, SOAK] + SOAK_PRIOR, work.sum[row, GM, SOAK] + SOAK_PRIOR
    lasts_p, lasts_g = work.sum[row, PLAYERS, LASTING] + LEAST, work.sum[row, GM, LASTING] + LEAST
    needs_p, needs_g = needs_of(work, row)
    work.feature[F_SOAK] = math.log(soak_p / soak_g)
    work.feature[F_THREAT] = math.log(lasts_p / lasts_g)
    work.feature[F_OBJECTIVE] = math.log(needs_g / needs_p * soak_g * lasts_g / (soak_p * lasts_p))
    work.feature[F_TEMPO], work.feature[F_WEIGHT] = shares_of(work, row)
    work.feature[F_NUMBERS], work.feature[F_INVOKES] = logs_of(work, row)
    return needs_p, needs_g


@kernel
def too_late(parameters: Parameters, needs: float, left: float) -> float:
    """The chance that the limit, so many exchanges away, comes before a side that needs so many has
    won."""
    late = needs - left
    if late <= -FAR_FROM_LIMIT:
        return 0.0
    return 1.0 / (1.0 + math.exp(-parameters.late * late))


@kernel
def undecided(parameters: Parameters, needs: float, late: float) -> float:
    """The chance that a side which would win needs too long for it: that the limit comes first, or
    that the fight ends undecided before."""
    return max(late, 1.0 - math.exp(-parameters.draw_rate * min(needs, LONGEST)))


@kernel
def needs_of(work: Work, row: int) -> tuple[float, float]:
    """The exchanges that the players and the gm need."""
    soak_p, soak_g = work.sum[row, PLAYERS, SOAK] + SOAK_PRIOR, work.sum[row, GM, SOAK] + SOAK_PRIOR
    lasts_p, lasts_g = work.sum[row, PLAYERS, LASTING] + LEAST, work.sum[row, GM, LASTING] + LEAST
    return (
        exchanges_needed(soak_g / lasts_p, work.sum[row, PLAYERS, PACE]),
        exchanges_needed(soak_p / lasts_g, work.sum[row, GM, PACE]),
    )


@kernel
def shares_of(work: Work, row: int) -> tuple[float, float]:
    """The features of tempo and weight."""
    share = 1.0 / (work.sum[row, PLAYERS, THREAT] + work.sum[row, GM, THREAT] + 2.0 * LEAST)
    waiting = work.sum[row, PLAYERS, WAITING] - work.sum[row, GM, WAITING]
    dice = work.sum[row, PLAYERS, DICE] - work.sum[row, GM, DICE]
    return share * waiting, share * dice


@kernel
def logs_of(work: Work, row: int) -> tuple[float, float]:
    """The features of numbers and invokes."""
    heads_p = work.sum[row, PLAYERS, HEADS] + HEADS_PRIOR
    heads_g = work.sum[row, GM, HEADS] + HEADS_PRIOR
    held_p = work.sum[row, PLAYERS, HELD] + HELD_PRIOR
    held_g = work.sum[row, GM, HELD] + HELD_PRIOR
    return math.log(heads_p / heads_g), math.log(held_p / held_g)


@kernel
def score_of(parameters: Parameters, work: Work, row: int) -> tuple[float, float, float]:
    """The weighted sum of the features, and what `write_features` answers. Soak, threat and
    objective have one weight, and together are the logarithm of the exchanges that the other side
    needs over one's own."""
    tied = parameters.weights[F_SOAK] + 0.0
    if parameters.weights[F_THREAT] != tied or parameters.weights[F_OBJECTIVE] != tied:
        score = 0.0
        needs_p, needs_g = write_features(work, row)
        for place in range(N_FEATURES):
            score += parameters.weights[place] * work.feature[place]
        return score, needs_p, needs_g
    needs_p, needs_g = needs_of(work, row)
    tempo, weight = shares_of(work, row)
    numbers, invokes = logs_of(work, row)
    score = tied * math.log(needs_g / needs_p)
    score += parameters.weights[F_TEMPO] * tempo + parameters.weights[F_WEIGHT] * weight
    score += parameters.weights[F_NUMBERS] * numbers + parameters.weights[F_INVOKES] * invokes
    return score, needs_p, needs_g


@kernel
def worth_of(
    scene: Scene, parameters: Parameters, work: Work, row: int, exchange: int, sure: float
) -> float:
    """u that a position in an exchange can be expected to end with whose sides have what row `row`
    of the sums says, `sure` of the stakes being settled already.

    Each side's win is late by what that side needs for it, and contempt goes by what the side that
    thinks needs. If both went by what the conflict lasts, a side could make a draw less likely, or
    less contemptible, by losing its own; so it never can."""
    score, needs_p, needs_g = score_of(parameters, work, row)
    share = 1.0 / (1.0 + math.exp(-score))
    left = scene.exchanges - exchange + 1.0
    late_p, late_g = too_late(parameters, needs_p, left), too_late(parameters, needs_g, left)
    drawn_p = undecided(parameters, needs_p, late_p)
    drawn_g = undecided(parameters, needs_g, late_g)
    late = late_p if work.contempt < 0.0 else late_g  # of the side that thinks
    draw = scene.win_value[UNDECIDED_WIN] + work.contempt * late
    won = (1.0 - drawn_p) * scene.win_value[1] + drawn_p * draw
    lost = (1.0 - drawn_g) * scene.win_value[2] + drawn_g * draw
    return sure + share * won + (1.0 - share) * lost


@kernel
def ending(scene: Scene, state: State, work: Work) -> float:
    """u that a conflict which is over has ended with, as the side that thinks counts it."""
    u = stake(scene, state)
    if state.winner == UNDECIDED_WIN:
        u += work.contempt
    return u


@kernel
def settled(scene: Scene, state: State) -> float:
    """What of the stakes is settled already while nobody has won."""
    return stake(scene, state) - scene.win_value[0]


@kernel
def lead(scene: Scene, state: State, parameters: Parameters, u: float) -> float:
    """Where u lies between defeat of the players (-1) and their victory (+1), by the stakes that
    are still open."""
    return (u - settled(scene, state) - parameters.fair) / parameters.swing


@kernel
def doubt(scene: Scene, state: State, parameters: Parameters, u: float) -> float:
    """How open a conflict is, in u, where what follows is worth `u`: half of what lies between
    losing and winning if both are as likely, nothing where either is sure. The estimate errs in
    log-odds, so that it errs in u by the product of both chances."""
    ahead = lead(scene, state, parameters, u)
    return parameters.swing * max(0.0, 1.0 - ahead * ahead)


@kernel
def value(scene: Scene, state: State, parameters: Parameters, work: Work) -> float:
    """u that a position can be expected to end with."""
    if state.winner:
        return ending(scene, state, work)
    write_sums(scene, state, parameters, work, DEPTH)
    return worth_of(scene, parameters, work, DEPTH, exchange_to_come(state), settled(scene, state))


@entry
def value_at(
    scenes: Scenes, states: States, index: int, all_parameters: AllParameters, works: Works
) -> float:
    """The value of `states[index]`; its features are left in the work record."""
    if states[index].winner == 0:
        write_sums(scenes[0], states[index], all_parameters[0], works[0], DEPTH)
        write_features(works[0], DEPTH)
    return value(scenes[0], states[index], all_parameters[0], works[0])


@entry
def features_at(
    scenes: Scenes,
    states: States,
    all_parameters: AllParameters,
    works: Works,
    features: FloatTable,
    lasting: Floats,
) -> None:
    """Write the features of the first states, one for each row of `features` (states, features),
    and the exchanges that each can be expected to last."""
    for row in range(lasting.size):
        write_sums(scenes[0], states[row], all_parameters[0], works[0], DEPTH)
        needs_p, needs_g = write_features(works[0], DEPTH)
        lasting[row] = min(needs_p, needs_g)
        for place in range(N_FEATURES):
            features[row, place] = works[0].feature[place]
