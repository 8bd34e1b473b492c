"""The verbs: all that a player may choose to do, one row each. A verb has one name, in scenarios
and in actions; its number and every table that has something to say about each verb come from its
row, or `tests/test_verbs.py` checks that they leave none out. It carries no rule of its own; it
must never import anything but the vocabulary, because every layer reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from autogm.model.words import RollKind

RolledWith = Literal[
    "attacking",
    "spreading",
    "making",
    "making any",
    "named",
    "moving",
    "overcoming",
    "declared",
]
"""Which of the actor's skills a verb is rolled with: those that attack so far away, or attack a
whole zone there (E2, E4); that make the aspect, or any aspect (C1); that the scenario names (A15);
that move or overcome; or none to choose, since declaring it names the skill (R1)."""
ROLL_SKILLS: tuple[str, ...] = RolledWith.__args__  # type: ignore[attr-defined]

TURN = ("turn",)


@dataclass(frozen=True)
class Verb:
    """One verb.

    Attributes:
        code: its number, which actions and states hold; by it legal actions are sorted.
        name: what scenarios and actions call it.
        arguments: what the arguments of its actions are, three at most (`engine/actions.py`).
        at: the kinds of choice it comes up at, by name (`NODES` in `view/words/choices.py`). None:
            scenarios may name it, but no action does.
        means: what it does, for people; a scenario may list it under `actions`. Empty: it may not.
        rolls: the kind of roll it makes and the skills for that. None: it rolls no dice.
        about: which argument the roll itself is about: whom, which aspect, which zone. The first,
            unless the row says otherwise; empty: none.
        choice: how it is chosen, as it follows «should». Empty: it depends on more than the action
            names (`SAID` in `view/words/choices.py`).
        declared: how it is declared, without who does it, the skill and the full stop. Empty: it is
            not declared but tells of itself by what it does.
    """

    code: int
    name: str
    arguments: tuple[str, ...]
    at: tuple[str, ...]
    means: str
    rolls: tuple[RollKind, RolledWith] | None
    about: str
    choice: str
    declared: str


_rows: list[Verb] = []


def verb(
    name: str,
    arguments: tuple[str, ...] = (),
    *,
    at: tuple[str, ...],
    means: str = "",
    rolls: tuple[RollKind, RolledWith] | None = None,
    about: str | None = None,
    choice: str = "",
    declared: str = "",
) -> int:
    """Add a row; returns its number, the next one."""
    code = len(_rows)
    if about is None:
        about = arguments[0] if rolls and arguments else ""
    _rows.append(Verb(code, name, arguments, at, means, rolls, about, choice, declared))
    return code


V_PASS = verb(
    "pass",
    at=("turn", "compel", "concede", "duel", "bonus", "drive", "place", "name cost", "spoil",
        "block", "roar", "twist", "oppose"),
)  # fmt: skip
V_MOVE = verb(
    "move",
    ("zone",),
    at=TURN,
    means="the free move into a neighbouring zone (Z2)",
    choice="move to {zone}",
    declared="sets out for {zone}",
)
V_SPRINT = verb(
    "sprint",
    ("zone", "by", "then by"),
    at=("turn", "way"),
    means="Overcome: move where something hinders it, or farther than one zone (Z3)",
    rolls=("move", "moving"),
    declared="makes for {zone}{by}",
)
V_ATTACK = verb(
    "attack",
    ("target",),
    at=TURN,
    means="attack somebody in reach (E1, E2)",
    rolls=("attack", "attacking"),
    choice="attack {target}",
    declared="attacks {target}",
)
V_CHARGE = verb(
    "charge",
    ("target",),
    at=TURN,
    means="move into a neighbouring zone and attack there with double weight (M3)",
    rolls=("attack", "attacking"),
    choice="charge {target}",
    declared="charges {target}",
)
V_ATTACK_EVERYONE = verb(
    "attack everyone",
    ("zone",),
    at=TURN,
    means="attack all enemies in a zone, with a skill or a stunt made for it; some hit friends too "
    "(E4)",
    rolls=("attack", "spreading"),
    declared="attacks everyone in {zone}",
)
V_CREATE = verb(
    "create",
    ("aspect",),
    at=TURN,
    means="Create an Advantage: put a template's aspect into play that is not there yet (C1)",
    rolls=("create", "making"),
    declared="tries to create the advantage {aspect}",
)
V_EXPLORE = verb(
    "explore",
    ("aspect",),
    at=TURN,
    means="find out the aspect of an unexplored zone (A14)",
    rolls=("create", "making"),
    choice="explore {place}",
    declared="explores {place}",
)
V_DISCOVER = verb(
    "discover",
    ("aspect",),
    at=TURN,
    means="find out an aspect that is hidden (A16)",
    rolls=("create", "making"),
    declared="looks for what is hidden",
)
V_OVERCOME = verb(
    "overcome",
    ("aspect",),
    at=TURN,
    means="Overcome: get rid of an aspect (A11)",
    rolls=("overcome", "overcoming"),
    choice="get rid of {aspect}",
    declared="tries to get rid of {aspect}",
)
V_PUSH = verb(
    "push",
    ("target",),
    at=TURN,
    means="Overcome: push somebody out of the zone (M1)",
    rolls=("overcome", "overcoming"),
    choice="push {target}",
    declared="tries to push {target}",
)
V_PULL = verb(
    "pull",
    ("target",),
    at=TURN,
    means="Overcome: go to the next zone and pull somebody along (M2)",
    rolls=("overcome", "overcoming"),
    choice="pull {target} along",
    declared="tries to pull {target} along",
)
V_FULL_DEFENSE = verb(
    "full defense",
    at=TURN,
    means="prepare an aspect that helps against every attack (M4)",
    rolls=("create", "making any"),
    choice="go into Full Defense",
    declared="goes into Full Defense",
)
V_FULL_ATTACK = verb(
    "full attack",
    at=TURN,
    means="prepare an attack that is lethal (M5)",
    rolls=("overcome", "overcoming"),
    choice="prepare a Full Attack",
    declared="prepares a Full Attack",
)
V_HELP = verb(
    "help",
    ("target",),
    at=TURN,
    means="help an ally in the zone with its next roll (E3)",
    choice="help {target}",
    declared="helps {target}",
)
V_RECOVER = verb(
    "recover",
    at=TURN,
    means="Overcome: take up what was knocked away (M7)",
    rolls=("overcome", "overcoming"),
    choice="take up what was knocked away",
    declared="tries to take up what was knocked away",
)
V_GRAB = verb(
    "grab",
    at=TURN,
    means="Overcome: pick up the `item`, which somebody is to get out with (H7)",
    rolls=("overcome", "overcoming"),
    choice="reach for {item}",
    declared="reaches for {item}",
)
V_LEAVE = verb(
    "leave",
    at=TURN,
    means="leave the scene by an exit (H7)",
    choice="leave the scene",
    declared="makes for the way out",
)
V_STUNT = verb(
    "stunt",
    ("stunt",),
    at=TURN,
    means="use a stunt that is an action: `clear-box` (N5)",
    choice="use the stunt {stunt}",
    declared="uses the stunt {stunt}",
)
V_EFFECT = verb(
    "effect",
    ("effect", "payment", "where"),
    at=TURN,
    means="spend an invoke on one of the `effects` (A15)",
    rolls=("attack", "named"),
    about="zone",
    declared="invokes for effect{effect}",
)
V_DECLARE = verb(
    "declare",
    ("aspect", "payer"),
    at=TURN,
    means="pay a fate point for a template's aspect with `declare` (F5, F7)",
    declared="declares {aspect}",
)
V_USE = verb("use", ("skill", "lethal"), at=("skill", "defend"))
V_CONCEDE = verb("concede", ("target",), at=("concede",), means="concede before the dice (H6)")
V_INVOKE = verb(
    "invoke",
    ("payer", "owed", "mode"),
    at=("duel",),
    means="invoke aspects after the dice, with points or free invokes (A2, A6)",
)
V_INVOKE_FREE = verb("invoke free", ("aspect", "mode"), at=("duel",))
V_INVOKE_FULL_DEFENSE = verb("invoke full defense", ("mode",), at=("duel",))
V_CALL_ON_STUNT = verb(
    "call on stunt", ("stunt",), at=("duel",), choice="call on the stunt {stunt}"
)
V_ABSORB = verb("absorb", ("box", "consequences"), at=("absorb",))
V_BE_TAKEN_OUT = verb("be taken out", at=("absorb",), choice="be taken out")
V_TAKE_THE_BOOST = verb("take the boost", at=("bonus",), choice="take the boost")
V_KNOCK_BACK = verb(
    "knock back", ("zone",), at=("bonus",), choice="knock {roll_target} back to {zone}"
)
V_DISARM = verb("disarm", at=("bonus",), choice="disarm {roll_target}")
V_FOOTWORK = verb("footwork", ("zone",), at=("bonus",), choice="step over to {zone}")
V_DRIVE_ON = verb("drive on", ("zone",), at=("drive",), choice="drive {roll_target} on to {zone}")
V_PUT = verb("put", ("zone", "follow"), at=("place",))
V_NAME_COST = verb("name cost", ("cost",), at=("name cost",), choice="name {cost} as the cost")
V_PAY_THE_COST = verb("pay the cost", at=("take cost",))
V_FAIL = verb("fail", at=("take cost",), choice="fail rather than pay")
V_LET_IT_STAND = verb("let it stand", at=("spoil",))
V_BLOCK = verb(
    "block",
    ("target",),
    at=("block",),
    means="stand in the way of a move (Z4)",
    choice="have {target} block {whose} way",
)
V_STAY = verb("stay", at=("blocked",), choice="stay put")
V_GO_ON = verb("go on", at=("blocked",))
V_COMPEL = verb(
    "compel",
    ("compel", "stake"),
    at=("compel", "twist"),
    means="offer one of the `compels` (X1, F6)",
)
V_ACCEPT = verb("accept", at=("answer", "twisted"))
V_REFUSE = verb("refuse", at=("answer", "twisted"))
V_PAY_TO_KEEP_ROARING = verb(
    "pay to keep roaring", at=("compel",), choice="offer {actor} a point to keep roaring"
)
V_ROAR = verb(
    "roar",
    ("target", "skill"),
    at=("roar",),
    rolls=("create", "declared"),
    about="",
    choice="have {target} roar with {skill}",
    declared="tries to roar",
)
V_ACT_NEXT = verb("act next", ("target",), at=("order",), choice="let {target} act next")
V_ALLOW = verb("allow", at=("grant",))
V_DENY = verb("deny", at=("grant",))
V_REFRESH = verb(
    "refresh",  # chosen as `create`, on an aspect that is there
    at=(),
    means="Create an Advantage on an aspect in play, for free invokes on it (A16; A10)",
)
V_DIVIDE = verb(
    "divide",
    ("target", "members"),
    at=TURN,
    means="have some of a mob act on their own, as its turn begins (N4)",
    choice="send {some} off as {target}",
    declared="sends {some} off as {target}",
)
V_OPPOSE = verb(
    "oppose", ("target",), at=("oppose",), choice="have {target} oppose {whose} advantage"
)

VERBS: tuple[Verb, ...] = tuple(_rows)
"""All rows, by their numbers."""

if TYPE_CHECKING:
    VerbName = str
else:
    VerbName = Literal[tuple(one.name for one in VERBS if one.means)]
VERB_NAMES: tuple[str, ...] = tuple(one.name for one in VERBS if one.means)
"""What a scenario may list under `actions`: the verbs in play. Passing is always legal (T3)."""
