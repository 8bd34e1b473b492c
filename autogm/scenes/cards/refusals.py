"""Why something is not among what may be chosen now, as a number: what is asked are the sets and
conditions by which legal actions are listed (`masks`, `framing`, `outcomes`), one after the other,
and whatever fails first is the reason. It is asked only where somebody has a choice, so that there
are no reasons for what the machine does by itself.
"""

from __future__ import annotations

from autogm.game.kernels import entry, kernel
from autogm.game.rows import rows
from autogm.scenes.cards.codes import (
    ARGUMENT,
    ARGUMENT_BITS,
    BARGAIN,
    CHANGE_GM,
    CHANGE_PLAYERS,
    FAILURE,
    FRAME,
    FREE,
    GM_ANSWERS,
    GM_PURSE,
    LAST_WORD,
    MAX_INTENTIONS,
    PAY,
    PLAYER,
    SUCCESS,
    V_ACCEPT,
    V_ADD,
    V_BEGIN,
    V_CHANGE,
    V_FRAME,
    V_FRAME_LEAVING,
    V_GIVE_IN,
    V_INVOKE,
    V_KEEP,
    V_NOTHING,
    V_OFFER,
    V_PASS,
    V_REFUSE,
    V_REMOVE,
    V_RESOLVE,
    V_REVEAL,
    V_ROLL,
    V_TRY,
    V_TURN,
    WHO,
)
from autogm.scenes.cards.framing import framable, framable_leaving
from autogm.scenes.cards.masks import helpful, invokable, revealable, turnable
from autogm.scenes.cards.outcomes import (
    DUE,
    FEW_FAILURES,
    FEW_SUCCESSES,
    GONE_STANDS,
    bargains,
    can_be_offered,
    comes_now,
    is_theirs,
    why_not_due,
)
from autogm.scenes.cards.records import Scene, Scenes, State, States
from autogm.scenes.cards.state import CardState

(
    NOTHING, ONLY_RESOLVED, NO_SETUP, OTHERS_PURSE, EMPTY_PURSE, FRAMED_ONCE, NOT_FRAMED,
    CANNOT_PAY, NOTHING_TO_TAKE, FIRST_IS_FREE, EMPTY_BOWL, NOT_BETWEEN, NOT_TRIED, NO_ROLL,
    ONLY_ACTOR, FREE_FIRST, ROLLED, NO_DICE, ABSENT, NO_HELP, TURNED_AGAINST, INVOKED, NO_ANSWER,
    OPEN, NO_OBSTACLE, REVEALED, NOT_BORDERLINE, TURNED, HELPED, UNSETTLED, BARGAINED_FOR,
    OTHERS_ENDING, AT_THE_END, MUST_GO, MUST_STAND, TOO_FEW_SUCCESSES, TOO_FEW_FAILURES, ENDS_NOW,
    FIXED, NOT_REMOVED_BY, STANDS, NOT_ADDED, NOT_BY_ACTOR, NOT_ADDED_BY, NO_FAILURE, RESOLVED_TO,
    REFUSED, NOT_OFFERED, MUST_PICK,
) = range(49)  # fmt: skip
"""Why not; `NOTHING` is against what is legal. What they mean is told in `refusing`."""


@kernel
def why_not(scene: Scene, state: State, action: int) -> int:
    """What is against an action of this scene."""
    verb, argument = action >> ARGUMENT_BITS, action & ARGUMENT
    if state.phase == LAST_WORD and verb != V_RESOLVE:
        return ONLY_RESOLVED
    if verb in (V_KEEP, V_CHANGE):
        return why_not_full(state, verb, argument)
    if verb in (V_FRAME, V_FRAME_LEAVING, V_BEGIN):
        return why_not_framed(scene, state, verb, argument)
    if verb in (V_TRY, V_GIVE_IN):
        return why_not_tried(scene, state, verb, argument)
    if verb == V_INVOKE:
        return why_not_invoked(scene, state, argument)
    if verb == V_ROLL:
        return why_not_rolled(state)
    if verb == V_PASS:
        if state.phase == FREE:
            return FREE_FIRST
        return NOTHING if state.phase in (PLAYER, GM_ANSWERS) else NO_DICE
    if verb == V_REVEAL:
        return why_not_revealed(scene, state, argument)
    if verb == V_TURN:
        return why_not_turned(scene, state, argument)
    if verb == V_RESOLVE:
        return why_not_resolved(scene, state, argument)
    if verb == V_OFFER:
        return why_not_offered(scene, state, argument)
    if verb in (V_ACCEPT, V_REFUSE):
        return NOTHING if state.phase == BARGAIN else NOT_OFFERED
    return why_not_changed(scene, state, verb, argument)


@kernel
def why_not_full(state: State, verb: int, purse: int) -> int:
    """What is against keeping a scene simple, or paying for a full one (G22)."""
    if state.phase not in (CHANGE_PLAYERS, CHANGE_GM):
        return NO_SETUP
    if verb == V_KEEP:
        return NOTHING
    if (purse == GM_PURSE) != (state.phase == CHANGE_GM):
        return OTHERS_PURSE
    if purse == GM_PURSE:
        return NOTHING  # with an empty purse the GM is not asked at all
    return NOTHING if state.points[purse] > 0 else EMPTY_PURSE


@kernel
def why_not_framed(scene: Scene, state: State, verb: int, aspect: int) -> int:
    """What is against framing an aspect, with or without its point, or beginning (G1, G11)."""
    bit = 1 << aspect
    if state.phase != FRAME:
        return FRAMED_ONCE
    if verb == V_BEGIN:
        return NOTHING
    if state.standing & bit:
        return STANDS
    if scene.frames & bit == 0:
        return NOT_FRAMED
    if verb == V_FRAME:
        return NOTHING if framable(scene, state) & bit else CANNOT_PAY
    if framable_leaving(scene, state) & bit:
        return NOTHING
    if scene.beneficial & bit == 0:
        return NOTHING_TO_TAKE
    return FIRST_IS_FREE if (state.standing & scene.on_cards) == 0 else EMPTY_BOWL


@kernel
def why_not_tried(scene: Scene, state: State, verb: int, argument: int) -> int:
    """What is against somebody's trying something, or giving in (G10)."""
    if state.phase != WHO:
        return NOT_BETWEEN
    if verb == V_GIVE_IN:
        return NOTHING
    who, intention = argument // MAX_INTENTIONS, argument % MAX_INTENTIONS
    return NOTHING if (scene.tries[who] >> intention) & 1 else NOT_TRIED


@kernel
def why_not_invoked(scene: Scene, state: State, aspect: int) -> int:
    """What is against invoking an aspect on this roll (G3, G13, G15). Whoever has no point for it
    is not asked."""
    bit = 1 << aspect
    if state.phase == GM_ANSWERS:
        return ONLY_ACTOR
    if state.phase not in (FREE, PAY, PLAYER):
        return NO_ROLL
    if state.standing & bit == 0:
        return ABSENT
    if scene.helps[state.intention] & bit == 0:
        return NO_HELP
    if helpful(scene, state, state.intention) & bit == 0:
        return TURNED_AGAINST
    return NOTHING if invokable(scene, state) & bit else INVOKED


@kernel
def why_not_rolled(state: State) -> int:
    """What is against rolling the dice (G14)."""
    if state.phase == FREE:
        return FREE_FIRST
    if state.phase in (PLAYER, GM_ANSWERS):
        return ROLLED
    return NOTHING if state.phase == PAY else NO_ROLL


@kernel
def why_not_revealed(scene: Scene, state: State, aspect: int) -> int:
    """What is against the GM's revealing an aspect (G4)."""
    bit = 1 << aspect
    if state.phase != GM_ANSWERS:
        return NO_ANSWER
    if revealable(scene, state) & bit:
        return NOTHING
    if scene.hidden & bit == 0:
        return OPEN
    return NO_OBSTACLE if scene.opposes[state.intention] & bit == 0 else REVEALED


@kernel
def why_not_turned(scene: Scene, state: State, aspect: int) -> int:
    """What is against the GM's turning an aspect against the roll (G4, G15, G16)."""
    bit = 1 << aspect
    if state.phase != GM_ANSWERS:
        return NO_ANSWER
    if turnable(scene, state) & bit:
        return NOTHING
    if state.standing & bit == 0:
        return ABSENT
    if scene.turns[state.intention] & bit == 0:
        return NOT_BORDERLINE
    return TURNED if state.turned & bit else HELPED


@kernel
def why_not_resolved(scene: Scene, state: State, ending: int) -> int:
    """What is against a resolution (G6, G10, G20)."""
    if state.phase not in (SUCCESS, FAILURE, LAST_WORD):
        return UNSETTLED
    if bargains(scene, ending):
        return BARGAINED_FOR
    if not is_theirs(scene, ending, 0 if state.phase == SUCCESS else 1):
        return OTHERS_ENDING
    if not comes_now(scene, state, ending):
        return AT_THE_END
    found = why_not_due(scene, state, ending)
    if found == DUE:
        return NOTHING
    if found == GONE_STANDS:
        return MUST_GO
    if found == FEW_SUCCESSES:
        return TOO_FEW_SUCCESSES
    return TOO_FEW_FAILURES if found == FEW_FAILURES else MUST_STAND


@kernel
def why_not_offered(scene: Scene, state: State, ending: int) -> int:
    """What is against a bargain (G21)."""
    if state.phase != FAILURE:
        return NO_FAILURE
    if not bargains(scene, ending):
        return RESOLVED_TO
    if state.refused:
        return REFUSED
    return NOTHING if can_be_offered(scene, state, ending) else EMPTY_BOWL


@kernel
def why_not_changed(scene: Scene, state: State, verb: int, aspect: int) -> int:
    """What is against adding an aspect, removing one, or changing nothing (G5, G17-G19)."""
    bit = 1 << aspect
    if state.phase not in (SUCCESS, FAILURE):
        return UNSETTLED
    if verb == V_NOTHING:
        if state.phase == FAILURE:
            return MUST_PICK
        return ENDS_NOW if state.simple else NOTHING
    if state.simple:
        return ENDS_NOW
    if verb == V_REMOVE:
        if state.standing & bit == 0:
            return ABSENT
        if state.changes & bit:
            return NOTHING
        return NOT_REMOVED_BY if scene.removable & bit else FIXED
    assert verb == V_ADD
    if state.standing & bit:
        return STANDS
    if state.changes & bit:
        return NOTHING
    return why_not_added(scene, state, bit)


@kernel
def why_not_added(scene: Scene, state: State, bit: int) -> int:
    """What is against adding an aspect that does not stand and is not among the changes."""
    theirs, after = 0, 0
    for intention in range(scene.intentions):
        theirs = theirs | scene.gm_adds[intention]
        after = after | scene.adds_after[intention]
    if state.phase == FAILURE:
        return NOT_ADDED_BY if theirs & bit else NOT_ADDED
    if after & bit == 0:
        return NOT_ADDED
    return NOT_ADDED_BY if scene.adds_by[state.actor] & bit else NOT_BY_ACTOR


@entry
def why_not_at(scenes: Scenes, states: States, index: int, action: int) -> int:
    """What is against an action in `states[index]`, in which somebody has a choice."""
    return why_not(scenes[0], states[index], action)


def refusal(state: CardState, action: int) -> int:
    """Why an action of its scene is not legal in a state in which somebody has a choice, as one of
    the numbers above; `NOTHING` where it is."""
    return int(why_not_at(state.game.scene_rows, rows(state.record), 0, action))
