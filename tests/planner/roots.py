"""Positions of tiny conflicts at which somebody chooses, one for each thing that a search to the
end of a turn has to get right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autogm.engine import codes
from tests.table import Table, scene

NO_CONSEQUENCES = {"mild": 0, "moderate": 0, "severe": 0}
FRAIL: dict[str, Any] = {
    "tracks": {"physical": 1, "mental": 0}, "consequences": NO_CONSEQUENCES
}  # fmt: skip
READY = {**FRAIL, "aspects": [{"text": "Always Ready", "actions": ["attack", "defend"]}]}
ONLY_BLOWS = {"Provoke": None, "Shoot": None}
OPENING = {"text": "An Opening", "on": "enemy"}
HEIGHT = {"text": "High Ground", "on": "zone", "helps": "bearer", "actions": ["attack"]}


def fight(players: str, gm: str, ground: str = "here", **fields: Any) -> Table:
    """A fight between frail fighters, without points unless a test sets them; the players are
    first."""
    fields.setdefault("actions", ["move", "attack"])
    fields.setdefault("sheets", {})
    for text in (*players.split(";"), *gm.split(";")):
        name = text.split()[0].split("@")[0]
        fields["sheets"].setdefault(name, FRAIL)
    for name in (text.split()[0].split("@")[0] for text in players.split(";")):
        fields["sheets"][name] = {"fate_points": 0, **fields["sheets"][name]}
    fields.setdefault("templates", [])
    fields.setdefault("pool", 0)
    fields.setdefault("exchanges", 9)
    ruleset = fields.pop("ruleset", "fate-core")
    fields.setdefault("turn_order", {"first": "players"})
    return scene(ruleset, players, gm, ground, **fields)


def apart(**fields: Any) -> Table:
    """Ann has to step to Bob before she can strike him, or away from him afterwards; nobody can
    provoke him from afar."""
    rules = {"blocking": False, "attacks": ONLY_BLOWS, **fields.pop("rules", {})}
    return fight("ann@yard Fight 3", "bob@hall Fight 2", "yard - hall", rules=rules, **fields)


def after_a_blow() -> Table:
    """Ann has struck and missed; she may step back."""
    table = apart().turn("ann").choose("move", zone="hall").turn("bob").passes().turn("ann")
    return table.choose("attack", target="bob").dice("0 0 - -", "0 0 + +").settle()


def two_against_one() -> Table:
    """Two outweigh one, whose defence has no dice replaced."""
    weak = {"boxes": 1, "consequences": NO_CONSEQUENCES}
    sheets = dict.fromkeys(("ann", "eve", "bob"), weak)
    return fight(
        "ann Forceful 2; eve Forceful 1", "bob Forceful 2", ruleset="war-of-ashes",
        actions=["attack"], sheets=sheets,
    )  # fmt: skip


def struck(**fields: Any) -> Table:
    """Ann has struck Bob, who has several ways to take it."""
    sheets = {"bob": {"tracks": {"physical": 2, "mental": 0}, "fate_points": 0}}
    table = fight("ann Fight 3", "bob Fight 1", sheets=sheets, actions=["attack"], **fields)
    return table.turn("ann").choose("attack", target="bob").dice("0 0 0 0", "0 0 0 0").settle()


def duelling(**fields: Any) -> Table:
    """Dice lie, points and free invokes on either side."""
    sheets = {"ann": {**READY, "fate_points": 2}, "bob": READY}
    table = fight(
        "ann Fight 2", "bob Fight 2", sheets=sheets, pool=1, actions=["attack", "invoke"], **fields
    )
    return table.turn("ann").choose("attack", target="bob").dice("0 0 0 -", "0 0 0 0")


def preparing(on: str, **fields: Any) -> Table:
    """Ann may strike, or create an advantage, which succeeds with style more than rarely."""
    return fight(
        "ann Fight 2 Athletics 3 Notice 3", "bob Fight 2", actions=["attack", "create", "invoke"],
        templates=[OPENING if on == "bob" else HEIGHT], **fields,
    )  # fmt: skip


def playing_minifate() -> Table:
    """Style is two shifts, and what one side spends the other has."""
    plain = {"tracks": {"physical": 1}, "consequences": {"mild": 0, "moderate": 0, "severe": 0}}
    return fight(
        "ann Fight 2 Agility 3", "bob Fight 2 Agility 1", ruleset="minifate", templates=[HEIGHT],
        actions=["attack", "create", "invoke"], sheets={"ann": plain, "bob": plain},
    )  # fmt: skip


def to_pass(blocks: bool) -> Table:
    """Ann wants to get to an exit, past Bob, who may stop her."""
    table = fight(
        "ann@yard Fight 3 Athletics 2", "bob@hall Fight 2 Athletics 1", "yard - hall - lane",
        rules={"attacks": ONLY_BLOWS}, actions=["move", "attack", "block"],
    )  # fmt: skip
    table.turn("ann").choose("move", zone="hall")
    return table.choose("block", target="bob") if blocks else table


def driven() -> Table:
    """Ann has struck with style and a heavy weapon: a boost, or Bob goes back."""
    weak = {"boxes": 5, "consequences": NO_CONSEQUENCES}
    heavy = {**weak, "attacks": {"Forceful": {"heavy": True}}}
    table = fight(
        "ann@yard Forceful 3", "bob@yard Forceful 1", "yard - hall", ruleset="war-of-ashes",
        sheets={"ann": heavy, "bob": weak}, actions=["move", "attack", "invoke"],
    )  # fmt: skip
    return table.turn("ann").choose("attack", target="bob").dice("0 0 + +", "0 0 - 0").absorb()


def taking_turns(**fields: Any) -> Table:
    """The GM chooses which of two is next."""
    table = fight(
        "ann Fight 2", "bob Fight 2; cid Fight 1", actions=["attack"],
        rules={"npcs": "together"}, **fields,
    )  # fmt: skip
    return table.turn("ann").passes()


def several_skills(answer: bool) -> Table:
    """Which skill to strike or to defend with."""
    table = fight("ann Fight 2 Shoot 3", "bob Fight 2 Athletics 3", actions=["attack"])
    table.turn("ann").choose("attack", target="bob")
    return table.choose("use", skill="Fight") if answer else table


def worse_but_in_the_lead() -> Table:
    """Ann fights better than she shoots; Bob parries far better than he dodges."""
    return fight("ann Fight 3 Shoot 2", "bob Fight 4 Athletics 0", actions=["attack"]).turn("ann")


def hot_tempered(victim: str) -> Table:
    """As Ann's turn begins the GM may compel her, and if it does not, she may compel herself; or as
    Bob's begins she may compel him. Points can be invoked with."""
    taunt = {"text": "Cannot Let a Taunt Pass", "kind": "trouble", "actions": ["attack"]}
    sheets = {"ann": {**FRAIL, "aspects": [taunt], "fate_points": 2 if victim == "bob" else 0}}
    sheets["bob"] = {**FRAIL, "aspects": [taunt]}
    table = fight(
        "ann Fight 2", "bob Fight 2", sheets=sheets, actions=["attack", "invoke", "compel"],
        compels=[{"victim": victim, "aspect": taunt["text"], "effect": "lose action"}],
    )  # fmt: skip
    return table if victim == "ann" else table.turn("ann").passes()


def scattering() -> Table:
    """Ann may hurt two at once; each defends alone, and points may be spent on the first."""
    grenade = {**READY, "attacks": {"Shoot": {"area": True, "range": 1}}, "fate_points": 1}
    return fight(
        "ann Shoot 3", "bob Athletics 1; cid Athletics 2", sheets={"ann": grenade},
        actions=["attack", "attack everyone", "invoke"],
    ).turn("ann")  # fmt: skip


def scattering_among_friends(who: str) -> Table:
    """One bomb for two enemies and a friend, for the players or for the GM; a point may go into the
    attack, or get the friend out of its way."""
    bomb = {**READY, "attacks": {"Shoot": {"area": True, "friends": True}}}
    sheets = {"ann": READY, "eve": READY, "bob": READY, "cid": READY}
    sheets[who] = bomb
    sheets["ann"] = {**sheets["ann"], "fate_points": 1}
    return fight(
        "ann Shoot 3; eve Athletics 1", "bob Shoot 3; cid Athletics 2", sheets=sheets, pool=1,
        actions=["attack", "attack everyone", "invoke"],
    ).turn(who)  # fmt: skip


def in_parts() -> Table:
    """A mob may strike with all of its members, or divide first."""
    gang = {"type": "group", "members": 2, "quality": "average", "skills": {"Fight": 1}}
    return fight(
        "ann Fight 2; eve Fight 1", "gang", sheets={"gang": gang}, actions=["attack", "divide"]
    ).turn("gang")


def riposting() -> Table:
    """Who defends a blow with style strikes back: a second roll."""
    swift = {"name": "Swift", "does": "riposte", "skills": ["Fight"]}
    sheets = {"ann": {**READY, "fate_points": 1}, "bob": {**READY, "stunts": [swift]}}
    return fight(
        "ann Fight 2", "bob Fight 4", sheets=sheets, pool=1, actions=["attack", "invoke"],
        rules={"attacks": ONLY_BLOWS},
    ).turn("ann")  # fmt: skip


def conceding() -> Table:
    """Ann has much to lose and may give in before the dice."""
    table = fight("ann Fight 1", "bob Fight 3", stakes="careful", actions=["attack", "concede"])
    return table.turn("bob").choose("attack", target="ann").choose("use", skill="Fight")


def round_or_past() -> Table:
    """Ann may go past Bob, who can block her, or the longer way round."""
    table = fight(
        "ann@a Fight 3 Athletics 2; eve@c", "bob@b Fight 2 Athletics 1; cid@e",
        "a - b - e; a - c - d - e", actions=["sprint", "attack", "block"],
    )  # fmt: skip
    return table.turn("ann").choose("sprint", zone="e")


def going_along() -> Table:
    """Bob has conceded to Ann's blow; Cid, who has much to lose as well, may go with him."""
    table = fight(
        "ann Fight 3; eve Fight 3", "bob Fight 1; cid Fight 1; dan Fight 2", stakes="careful",
        actions=["attack", "concede"],
    )  # fmt: skip
    return table.turn("ann").choose("attack", target="bob").choose("concede", target="bob")


def opposing(**fields: Any) -> Table:
    """Ann works on the ground; of two enemies near one could answer better, and the difficulty may
    be higher than either."""
    return fight(
        "ann Fight 2 Notice 3", "bob Fight 1 Athletics 3; cid Athletics 1", templates=[HEIGHT],
        actions=["attack", "create", "invoke"], turn_order={"first": "players", "npcs": "each"},
        **fields,
    ).turn("ann")  # fmt: skip


def at_a_cost(dice: str = "- - 0 0", **fields: Any) -> Table:
    """Ann has not got over a fence; she may at the cost of a consequence, which Bob can use."""
    hurt = {"tracks": {"physical": 2, "mental": 0}, "consequences": {**NO_CONSEQUENCES, "mild": 1}}
    table = fight(
        "ann@yard Fight 3 Athletics 1", "bob@hall Fight 2", "yard - hall", sheets={"ann": hurt},
        edges=[{"between": ["yard", "hall"], "difficulty": 2}],
        actions=["move", "sprint", "attack"], **fields,
    )  # fmt: skip
    return table.turn("ann").choose("sprint", zone="hall").dice(dice).settle()


ROOTS: dict[str, tuple[Callable[[], Table], int]] = {
    "a step before the blow": (lambda: apart().turn("ann"), codes.N_TURN),
    "a step done": (lambda: apart().turn("ann").choose("move", zone="hall"), codes.N_TURN),
    "a step after the blow": (after_a_blow, codes.N_TURN),
    "a barrier to climb": (
        lambda: apart(
            edges=[{"between": ["yard", "roof"], "difficulty": 2}],
            zone={"roof": {"aspect": "Steep Roof"}}, actions=["move", "sprint", "attack"],
            rules={"max_zones_moved": 1},
        ).turn("ann"),
        codes.N_TURN,
    ),
    "who is next": (taking_turns, codes.N_ORDER),
    "past an enemy or round": (round_or_past, codes.N_WAY),
    "to concede with another": (going_along, codes.N_CONCEDE),
    "to block": (lambda: to_pass(False), codes.N_BLOCK),
    "to go on against a block": (lambda: to_pass(True), codes.N_BLOCKED),
    "a skill to strike with": (lambda: several_skills(False), codes.N_SKILL),
    "a skill to defend with": (lambda: several_skills(True), codes.N_DEFEND),
    "a worse skill that is in the lead": (worse_but_in_the_lead, codes.N_TURN),
    "to compel her or leave it to her": (lambda: hot_tempered("ann"), codes.N_COMPEL),
    "to compel herself": (lambda: hot_tempered("ann").passes(), codes.N_COMPEL),
    "to stake a point on a compel": (lambda: hot_tempered("bob"), codes.N_COMPEL),
    "to concede": (conceding, codes.N_CONCEDE),
    "to pay a cost": (at_a_cost, codes.N_TAKE_COST),
    "invokes": (duelling, codes.N_DUEL),
    "invokes once the other has passed": (lambda: duelling().passes(), codes.N_DUEL),
    "invokes with careful stakes": (lambda: duelling(stakes="careful"), codes.N_DUEL),
    "a hit": (struck, codes.N_ABSORB),
    "a hit with careful stakes": (lambda: struck(stakes="careful"), codes.N_ABSORB),
    "what style brings": (driven, codes.N_BONUS),
    "an opening to create": (lambda: preparing("bob").turn("ann"), codes.N_TURN),
    "ground to create": (lambda: preparing("here").turn("ann"), codes.N_TURN),
    "ground that somebody may oppose": (opposing, codes.N_TURN),
    "ground that is harder than anybody": (
        lambda: opposing(rules={"advantage_difficulty": 4}), codes.N_TURN
    ),
    "to oppose": (lambda: opposing().choose("create", aspect="High Ground", on="here"),
                  codes.N_OPPOSE),
    "style from two": (lambda: playing_minifate().turn("ann"), codes.N_TURN),
    "two dice": (lambda: preparing("bob", rules={"dice": "d6-d6"}).turn("ann"), codes.N_TURN),
    "careful stakes": (lambda: preparing("bob", stakes="careful").turn("bob"), codes.N_TURN),
    "all at once": (scattering, codes.N_TURN),
    "an attack on everyone, a friend among them": (
        lambda: scattering_among_friends("ann"), codes.N_TURN
    ),
    "the same for the GM": (lambda: scattering_among_friends("bob"), codes.N_TURN),
    "a mob that may divide": (in_parts, codes.N_TURN),
    "a riposte": (riposting, codes.N_TURN),
    "two against one": (lambda: two_against_one().turn("ann"), codes.N_TURN),
    "one against two": (lambda: two_against_one().turn("bob"), codes.N_TURN),
}  # fmt: skip
"""A position for each, and the kind of node that it is at."""
