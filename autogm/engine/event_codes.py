"""The kinds of event and the reasons for moving a fate point, as the integers that kernels
write. `events.py` gives them words."""

(
    EV_EXCHANGE,
    EV_TURN,
    EV_ARRIVES,
    EV_MOVES,
    EV_ACTION,
    EV_ROLL,
    EV_REROLL,
    EV_INVOKE,
    EV_PASS,
    EV_RESULT,
    EV_HIT,
    EV_STRESS,
    EV_CLEAR,
    EV_CONSEQUENCE,
    EV_MEMBER_FALLS,
    EV_TAKEN_OUT,
    EV_CONCEDES,
    EV_LEAVES,
    EV_ASPECT,
    EV_FREE,
    EV_GONE,
    EV_BOOST,
    EV_POINT,
    EV_COMPEL,
    EV_ANSWER,
    EV_STUNT,
    EV_COST,
    EV_STATUS,
    EV_DISCOVER,
    EV_ITEM,
    EV_END,
    EV_DAMAGE,
    EV_SKILL,
    EV_BLOCK,
    EV_BONUS,
    EV_OPPOSE,
    EV_PART,
    EV_DIFFICULTY,
) = range(38)

(
    P_INVOKE,
    P_OWED,
    P_LOOP,
    P_COMPEL,
    P_REFUSAL,
    P_STAKE,
    P_STAKE_BACK,
    P_STUNT,
    P_DECLARE,
    P_EFFECT,
    P_TWIST,
    P_CONCESSION,
    P_ROAR,
    P_ASIDE,
    P_ARRIVES,
    P_RETURNED,
) = range(16)

# What an EV_STATUS tells of.
(
    X_GUARD_UP,
    X_GUARD_DOWN,
    X_LETHAL_READY,
    X_DISARMED,
    X_REARMED,
    X_HINDERED,
    X_HELPS,
    X_ROARS,
    X_ROAR_ENDS,
    X_ROAR_KEPT,
    X_LOSES_ACTION,
    X_MUST_ATTACK,
    X_MUST_MOVE,
    X_MUST_FLEE,
    X_SKILL_OUT,
    X_TWISTED,
    X_WAITS,
    X_STAYS,
    X_UNPAID,
) = range(19)

# Added to the verb of an EV_ACTION: the aspect it is about stands already.
STANDS = 1 << 8

# What an EV_BONUS comes from, and why X_WAITS.
# What an answer to an area attack meets stands in the row of its roll, never zero by this.
MEETS_OFFSET = 4096
B_STUNT, B_HELP, B_NUMBERS, B_UNSUITED = range(4)
# Above the difficulty in the row of a roll: the free invokes that have made it harder (C5).
HELD_SHIFT = 12
# What an EV_PART of a difficulty comes from.
(
    PART_BASE,
    PART_ASPECT,
    PART_EDGE,
    PART_FARTHER,
    PART_FREE,
    PART_HIDING,
    PART_DISTANCE,
) = range(7)
HOLDS_BACK, NOBODY_HERE, OUT_OF_REACH, HEMMED_IN, UNTOUCHABLE, NO_SKILL = range(6)

# How an EV_INVOKE was paid.
I_PAID, I_FREE, I_OPEN, I_GUARD, I_STUNT = range(5)


def rule(name: str) -> int:
    """The code of a rule id: `A6` is 106. Kernels write the number, logs show the id."""
    return (ord(name[0]) - 64) * 100 + int(name[1:])
