"""The numbers of a card scene: phases, verbs, purses, events. Kernels read them, and `actions` and
`events` have their names.
"""

from __future__ import annotations

MAX_ASPECTS, MAX_CHARACTERS, MAX_INTENTIONS, MAX_ENDINGS = 62, 8, 8, 16
MAX_ROLLS = 30
MAX_POINTS = 60  # of everybody together; any purse, a byte each, may come to hold them all

# Answers of `legal` and `apply` (see `step`), and the action that changes nothing.
DICE_PENDING = -1
SETTLE = -1

# Phases: what is to be chosen next. OVER is the end, OPENING before the first choice.
(
    OVER,
    OPENING,
    CHANGE_PLAYERS,  # whether the players pay for a full scene (G22)
    CHANGE_GM,  # whether the GM does
    FRAME,  # what the GM frames (G1)
    WHO,  # who tries what, or that the players give in (G10)
    FREE,  # the free invoke (G14)
    PAY,  # more invokes before the dice (G3)
    DICE,
    PLAYER,  # the acting player's answer after the dice (G16)
    GM_ANSWERS,  # the GM's (G4)
    SUCCESS,  # what the acting player makes of a success (G5)
    FAILURE,  # what the GM makes of a failure (G5, G19)
    BARGAIN,  # whether the acting player takes the bargain (G21)
    LAST_WORD,  # how the GM resolves what the players have given up, or what took too long (G10)
) = range(15)
GM_PHASES = (1 << CHANGE_GM) | (1 << FRAME) | (1 << GM_ANSWERS) | (1 << FAILURE) | (1 << LAST_WORD)
ROLL_PHASES = (1 << FREE) | (1 << PAY) | (1 << DICE) | (1 << PLAYER) | (1 << GM_ANSWERS)

# An action is a verb and one argument: an aspect, an ending, a purse, or who tries what. Verbs
# stand in the order in which they are taken where they are worth the same: what is free goes first.
ARGUMENT_BITS = 6
ARGUMENT = (1 << ARGUMENT_BITS) - 1
(
    V_KEEP,  # it stays a simple scene
    V_CHANGE,  # purse: pays for a full one
    V_FRAME,  # aspect
    V_FRAME_LEAVING,  # aspect, and its point stays in the bowl
    V_BEGIN,
    V_TRY,  # MAX_INTENTIONS * character + intention
    V_GIVE_IN,
    V_ROLL,
    V_PASS,
    V_INVOKE,  # aspect
    V_REVEAL,  # aspect
    V_TURN,  # aspect
    V_RESOLVE,  # ending
    V_REMOVE,  # aspect
    V_ADD,  # aspect
    V_OFFER,  # ending
    V_ACCEPT,
    V_REFUSE,
    V_NOTHING,
) = range(19)

# Where points are: characters by their numbers, then
GM_PURSE, BOWL = MAX_CHARACTERS, MAX_CHARACTERS + 1

# Who has won.
PLAYERS_WIN, GM_WINS, NOBODY_WINS = 1, 2, 3

# Why a point moved.
FOR_FRAMING, FOR_HELP, FOR_INVOKE, FOR_ANSWER, FOR_BARGAIN, FOR_FULL_SCENE = range(6)

# Events. Beside each the numbers a, b, c, d of its row.
(
    EV_STANDS,  # aspect: as the scene is presented
    EV_FRAMED,  # aspect
    EV_POINT,  # from purse, to purse, why
    EV_FULL,  # purse that paid
    EV_TRIES,  # character, intention, difficulty, mask of what opposes
    EV_LAPSED,  # character
    EV_INVOKED,  # character, aspect, whether it was free
    EV_ROLLED,  # character, intention, outcome with faces, bonus << DIFFICULTY_BITS | difficulty
    EV_REVEALED,  # aspect, difficulty
    EV_TURNED,  # aspect, difficulty
    EV_SUCCEEDED,  # character, intention, total, difficulty
    EV_FAILED,  # character, intention, total, difficulty
    EV_ADDED,  # side, aspect, character (of the players)
    EV_REMOVED,  # side, aspect, character (of the players)
    EV_LEFT,  # side, -, character: nothing is changed
    EV_OFFERED,  # ending
    EV_REFUSED,  # ending
    EV_GAVE_IN,
    EV_TIME_UP,
    EV_RESOLVED,  # side, ending, character (of the players)
    EV_BARGAINED,  # ending
    EV_CLEARED,  # -, -, -, mask of what goes at clean-up
    EV_KEPT,  # -, -, -, mask of what stays or is set aside
) = range(23)
EVENT_COLUMNS = 6  # kind, a, b, c, d, rule
DIFFICULTY_BITS = 8  # no roll is harder than twice MAX_ASPECTS
EVENT_ROWS = 512  # one step, what is forced after it included, never has more

# Rules, as events carry them: a letter's number and the rule's.
G1, G2, G3, G4, G5, G7, G8 = 701, 702, 703, 704, 705, 707, 708
G10, G11, G14, G19, G20, G21, G22, D5 = 710, 711, 714, 719, 720, 721, 722, 405
