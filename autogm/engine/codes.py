"""The small integers of the compiled game, named: kinds of node and of roll, flags, accounts, and
the verbs by their rows. Kernels read them as constants; `actions.py` and `events.py` give them
words.
"""

from autogm.model.verbs import *  # noqa: F403
from autogm.model.verbs import V_PASS

SETTLE = -1  # stands for no action: a step that only goes on to the first choice

# Who chooses.
PLAYERS, GM = 0, 1
CHANCE, TERMINAL = -1, -4
LOG_FULL = -64  # what a step answers that goes on once its log has been read

# Kinds of roll, in the order of `autogm.model.words.ROLL_KINDS`.
ATTACK_ROLL, DEFEND_ROLL, CREATE_ROLL, OVERCOME_ROLL, MOVE_ROLL, OPPOSE_ROLL = range(6)

# Kinds of node: what a pending entry asks for. Those up to N_LAST_AUTO are never asked: the
# machine runs them.
N_NONE = 0
N_OUTCOME = 1  # what a settled roll does
N_AREA = 2  # the next target of an area attack
N_ARRIVE = 3  # the mover reaches its zone
N_FINISH = 4  # the action is over: the roll is forgotten
N_LAST_AUTO = 4
N_ORDER = 5  # T2: which NPC acts next
N_COMPEL = 6  # X1: offer a compel to the fighter whose turn it is
N_ANSWER = 7  # accept or refuse it
N_TURN = 8  # move, act or pass
N_SKILL = 9  # which skill to roll
N_CONCEDE = 10  # H6: concede before the dice
N_DEFEND = 11  # which skill to defend or oppose with
N_DICE = 12  # chance
N_DUEL = 13  # A6: invoke or pass
N_ABSORB = 14  # how to absorb a hit
N_BONUS = 15  # what style brings
N_DRIVE = 16  # M3: drive the target of a charge one zone on
N_PLACE = 17  # M1, M2, M6: where the target goes, and whether the actor follows
N_NAME_COST = 18  # O3: the other side names a cost
N_TAKE_COST = 19  # O3: the actor takes it or fails
N_SPOIL = 20  # C1: a failed advantage: nothing, or the aspect with an invoke for the others
N_BLOCK = 21  # Z4: block a move
N_BLOCKED = 22  # stay, or move against opposition
N_ROAR = 23  # R1
N_TWIST = 24  # F6: offer a twist of a roll
N_TWISTED = 25  # accept or decline it
N_GRANT = 26  # F5: may the declared aspect stand
N_WAY = 27  # Z3: by which zones a longer move goes
N_OPPOSE = 28  # C5: who opposes an advantage
N_KINDS = 29

# An action is one integer: verb, then three arguments. Sorted actions are sorted by them.
A_BITS, B_BITS, C_BITS = 10, 7, 7
B_SHIFT = C_BITS
A_SHIFT = B_BITS + C_BITS
VERB_SHIFT = A_BITS + B_BITS + C_BITS
A_MASK, B_MASK, C_MASK = (1 << A_BITS) - 1, (1 << B_BITS) - 1, (1 << C_BITS) - 1
PASS = V_PASS << VERB_SHIFT  # the action that is passed with, wherever that can be

# A chance outcome is an index of the sum, and may carry the faces for the log above it.

# Effects of outcomes (see `effects`): free invokes, a boost, an aspect, a hidden one made known,
# what hid a zone gone; a box, a consequence, shifts dealt and the hit that they are; a riposte;
# what style brings, driving on, spoiling to be chosen; what was overcome for, or a cost of it to be
# named; a Full Defense up, a Roar; somebody moved or disarmed.
(
    FX_FREE,
    FX_BOOST,
    FX_ASPECT,
    FX_REVEAL,
    FX_EXPLORED,
    FX_BOX,
    FX_CONSEQUENCE,
    FX_DAMAGE,
    FX_HIT,
    FX_RIPOSTE,
    FX_STYLE,
    FX_DRIVE,
    FX_SPOIL,
    FX_ACHIEVE,
    FX_COST,
    FX_GUARD,
    FX_ROAR,
    FX_MOVE,
    FX_DISARM,
) = range(19)

# How an invoke counts.
PLUS, REROLL = 0, 1
INVOKE_ADDS = 2  # to its side's roll (A2)

# Where aspects stand.
K_CHARACTER, K_SCENE, K_ZONE, K_TEMPLATE, K_CONSEQUENCE, K_ON, K_FOR, K_ROAR, K_GUARD = range(9)
ZONE_SUBJECT = 32  # subjects: 0-31 fighters, 32-63 zones, 64 the scene
SCENE_SUBJECT = 64

# Bits of `here`.
HERE, HIDDEN_PLAYERS, HIDDEN_GM = 1, 2, 4
HELPS_BEARER, HELPS_AGAINST = 1, 2

# Bits of a fighter's `flags`.
F_LETHAL = 1  # the next attack is lethal (M5, R7)
F_DISARMED = 4  # M7
F_HINDERED = 8  # loses its next free move (A15)
F_BLOCKED = 16  # has blocked this exchange (Z4)
F_KEEPS_ROAR = 64  # R5

# Bits of the roll's `roll_flags`.
R_LETHAL, R_CHARGE, R_AREA, R_OPPOSED, R_FREE_MOVE = 1, 2, 4, 8, 16
R_GAINED = 32  # an area attack has brought its maker a boost or a maneuver (E4)
R_TOUCHED = 64  # … has not missed everybody (K2)
R_FRIENDS = 128  # … hits friends too, one of whom is still to defend (E4)
R_UNSUITED = 256  # the skill does not suit the aspect that is created (C6)

# Bits of the turn's `turn_flags`.
T_MOVED, T_ACTED, T_MUST_ATTACK, T_STOOD, T_DECLARED, T_BOUND = 1, 2, 4, 8, 16, 32
T_INVOKED = 64  # a mob that could divide has invoked something for an effect, and cannot any more

# How somebody has left, the better the higher.
OUT, CONCEDED, ESCAPED = 0, 1, 2

# Accounts of fate points: 0-31 purses, the pool, the endless supply; owed ones above.
POOL, SUPPLY, OWED = 32, 33, 64
N_PURSES = 33

# Kinds of stunt, in the order of `autogm.model.words.STUNT_KINDS`.
(
    S_BONUS,
    S_SWAP,
    S_LETHAL,
    S_TERRAIN,
    S_RANGE,
    S_AREA,
    S_ARMOUR,
    S_WEAPON,
    S_WEIGHT,
    S_CLEAR,
    S_BOX,
    S_FREE,
    S_RIPOSTE,
) = range(13)

# Limits of stunts.
L_NONE, L_ONCE, L_EXCHANGE, L_POINT = 0, 1, 2, 3

# Circumstances, in the order of `autogm.model.words.CIRCUMSTANCES`.
(
    W_ALWAYS,
    W_OUTNUMBERED,
    W_OUTNUMBERING,
    W_OUTWEIGHED,
    W_OUTWEIGHING,
    W_ALONE,
    W_WITH_ALLY,
    W_AFTER_MOVING,
    W_CHARGING,
    W_WOUNDED,
    W_TARGET_WOUNDED,
    W_SAME_ZONE,
    W_OTHER_ZONE,
    W_FIRST_EXCHANGE,
    W_ZONE_TAGGED,
    W_TARGET_TAGGED,
) = range(16)

# Effects of compels and of invokes.
(E_LOSE_ACTION, E_ATTACK_NEAREST, E_TOWARD, E_AWAY, E_SKILL_OUT, E_FREE_INVOKE, E_TWIST) = range(7)
X_ZONE_ATTACK, X_MOVE, X_HINDER, X_LETHAL = range(4)

# Objectives.
O_HOLD, O_GET_OUT, O_SURVIVE, O_TAKE_OUT, O_GET_ITEM = 1, 2, 3, 4, 5

# Costs (O3), and how large one is.
MINOR, SERIOUS = 1, 2
COST_BOOST, COST_STRESS, COST_CONSEQUENCE, COST_ASPECT = 1, 2, 3, 4

# Who has won.
UNDECIDED_WIN = 3  # `winner` holds 0 for nobody yet, side + 1, or this

# Choices among a ruleset's named options.
ABSORB_COMBINED, ABSORB_SINGLE = 0, 1
SPOIL_NOTHING, SPOIL_CHOICE, SPOIL_ASPECT = 0, 1, 2
TIE_FREE, TIE_BOOST = 0, 1
FAIL_FAILS, FAIL_COST = 0, 1
TIE_COST, TIE_GIVES_BOOST, TIE_SUCCEEDS = 0, 1, 2
TEAM_NONE, TEAM_SKILL, TEAM_ANY = 0, 1, 2

MAX_DEPTH = 12

# Bits of the number of pending dice: whether they answer the roll, whether they are rolled again.
DICE_ANSWER, DICE_REROLL = 1, 2

# Bits of a duel's number: a side has passed since the last invoke; what can be invoked is counted.
DUEL_PASSED, DUEL_OPEN = 1, 4

# A hit as one number: its shifts, above them its harm and whether it is lethal. In the number of
# style's choice there is also whether the attack was a melee attack, since who is out stands
# nowhere; and whether it was tied, which in an area attack brings a boost that may be declined.
SHIFTS_MASK, HARM_SHIFT, LETHAL_SHIFT, MELEE_SHIFT, TIED_SHIFT = 127, 7, 8, 9, 10

# The number of an action's end: the zone of a footwork that comes then, + 1, and whether ripostes
# do. A riposte that comes then as one number: its shifts, above them its harm.
FINISH_ZONE, FINISH_RIPOSTES = 63, 64
RIPOSTE_MASK, RIPOSTE_HARM_SHIFT = 63, 6

# Where the item is: 0 nowhere, a zone + 1, with a fighter who carries it, or out of the field with
# a side.
ITEM_CARRIED, ITEM_GONE = 64, 126

ZONE_MASK = 63  # zones and fighters packed into one number
OUTSIDE = 63  # in place of a zone: out of the field, by an exit
MAX_FIGHTERS_MASK = 31
