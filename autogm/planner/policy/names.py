"""Families of nodes, each with weights of its own, and the features of each by their places: the
names and the order are those of `weights.FEATURES`.
"""

from __future__ import annotations

# Families of nodes: each has weights of its own.
TURN, DUEL, ABSORB, ORDER, REST = range(5)

# The features of each family, by the names and in the order of `weights.FEATURES`.
(
    T_HURT, T_DANGER, T_OUT, T_OUT_DANGER, T_MISS, T_BOOST, T_READY, T_GAIN, T_GAIN_HELD,
    T_GAIN_THERE, T_GAIN_LATE, T_GAIN_ON_ENEMY, T_GAIN_HARRIED, T_GAIN_HURT, T_CLOSER, T_ENGAGE,
    T_CROWD, T_COMPANY, T_WEIGHT, T_GOAL, T_SHELTER, T_BRACE, T_BRACE_HARRIED, T_LEAD,
    T_AGAINST_US, T_OUT_OF_THE_WAY, T_ATTACK_HELD, T_ATTACK_HURT, T_ATTACK_LATE, T_MOVE_ACTED,
    T_MOVE_HARRIED, T_MOVE_HURT, T_WAIT, T_WAIT_HARRIED, T_GOES_OUT, T_LETHAL, T_TOLL, T_HINDERED,
    T_GAIN_USED, T_BLAST, T_GUARDED, T_MET, T_FIRST, T_ATTACK_RICH, T_THEN, T_TAKES,
    T_HINDERS, T_BY_EFFECT, T_PAYS,
) = range(49)  # fmt: skip
(
    D_HURT, D_DANGER, D_OUT, D_HIT, D_TIE, D_STYLE, D_DOES, D_TIES, D_DOES_WITH_STYLE, D_SECOND,
    D_PAID, D_PAID_OF_FEW, D_FREE, D_STUNT, D_OWED, D_GUARD, D_REROLL, D_REROLL_LOW,
    D_REROLL_BEHIND, D_ANSWERED, D_LATE, D_FOR_NOTHING, D_TOLL, D_FIRST, D_BOOST, D_FREE_OF_MANY,
    D_BOTH_CAN, D_SOLVED, D_SOLVED_ELSE, D_AT_ONCE,
) = range(30)  # fmt: skip
(
    A_OUT, A_BOX, A_SHIFTS, A_WOUNDS, A_LEFT, A_OUT_UNHURT,
) = range(6)  # fmt: skip
(
    O_POWER, O_SOAK, O_REACHES, O_REACHED, O_HARRIED,
) = range(5)  # fmt: skip
(
    R_POINTS, R_POWER, R_CROWD, R_WEIGHT, R_FOLLOWS,
) = range(5)  # fmt: skip
