"""Small conflicts in which one rule each decides what rolls come to: two against two in one zone,
with a second one next to it, where somebody always has something left to choose.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from autogm.engine.game import Game
from tests.table import scene

SKILLS = {
    "fate-core": ("Fight 3 Athletics 2 Notice 2", "Fight 1 Athletics 2",
                  "Fight 2 Athletics 2 Notice 1", "Fight 1 Athletics 1"),
    "autarch": ("Fighting 3 Athletics 2 Will 2", "Fighting 1 Athletics 2",
                "Fighting 2 Athletics 2", "Fighting 1"),
    "minifate": ("Fight 3 Agility 1", "Fight 1 Agility 1", "Fight 2 Agility 1",
                 "Fight 1 Agility 2"),
    "war-of-ashes": ("Forceful 3 Quick 2", "Forceful 1 Quick 1", "Forceful 2 Quick 2",
                     "Forceful 1 Quick 1"),
}  # fmt: skip
"""Of ann and eve, whom the players play, and of bob and cid."""
TOUGHNESS: dict[str, dict[str, Any]] = {
    "fate-core": {"tracks": {"physical": 2, "mental": 0}},
    "autarch": {"tracks": {"physical": 2, "mental": 0}},
    "minifate": {"tracks": {"physical": 1}},
    "war-of-ashes": {"boxes": 2},
}
OPENING = {"text": "An Opening", "on": "enemy"}
HEIGHT = {"text": "High Ground", "on": "zone", "helps": "bearer"}
COVER = {"text": "Covered", "on": "ally"}
WARDED = {"text": "Warded", "on": "ally", "skills": ["Lore"]}
MOVING = ["move", "attack", "invoke"]
CREATING = ["attack", "create", "invoke"]
OVERCOMING = [*CREATING, "overcome"]
AXE = {"stunts": [{"name": "Axe", "does": "weapon", "amount": 2, "equipment": True}]}
MAIL = {"stunts": [{"name": "Mail", "does": "armour", "amount": 1}]}
FEINT = {"stunts": [{"name": "Feint", "does": "bonus", "amount": 2, "skills": ["Fight"],
                     "actions": ["attack"], "limit": "scene"}]}  # fmt: skip
BRAVE = {"aspects": [{"text": "Brave", "actions": ["attack", "defend"]}]}
HOT = {"aspects": [{"text": "Hot-Headed", "kind": "trouble", "actions": ["attack"]}]}
BINDING = [{"victim": name, "aspect": "Hot-Headed", "effect": "skill out", "skill": "Fight"}
           for name in ("ann", "eve")]  # fmt: skip
SWARM = {"type": "swarm", "size": "small"}
GANG = {"type": "group", "members": 3, "skills": {"Fight": 1}}
EXIT = {"b": {"exit": True}}
GOALS: dict[str, dict[str, Any]] = {
    "holding a zone": {"do": "hold", "zone": "b", "exchanges": 2},
    "taking somebody out": {"do": "take out", "who": ["cid"]},
    "surviving": {"do": "survive", "exchanges": 3},
}


def fight(ruleset: str = "fate-core", **fields: Any) -> Game:
    """Two against two, with few boxes, one mild consequence, and no points but those given."""
    plain = {**TOUGHNESS[ruleset], "consequences": {"mild": 1, "moderate": 0, "severe": 0}}
    sheets: dict[str, Any] = {name: dict(plain) for name in ("ann", "eve", "bob", "cid")}
    for name in ("ann", "eve"):
        sheets[name]["fate_points"] = 0
    for name, extra in fields.pop("sheets", {}).items():
        sheets[name] = extra if extra.get("type") == "group" else {**sheets[name], **extra}
    ann, eve, bob, cid = (
        name if sheets[name].get("type") == "group" else f"{name} {skills}"
        for name, skills in zip(sheets, SKILLS[ruleset], strict=True)
    )
    fields = {"templates": [], "pool": 0, "exchanges": 9, **fields}
    return scene(ruleset, f"{ann}; {eve}", f"{bob}; {cid}", "a - b", sheets=sheets, **fields).game


def ashes(**fields: Any) -> Game:
    """With weight, and style that brings boosts alone unless a test says so."""
    fields["rules"] = {"boost_maneuvers": [], **fields.get("rules", {})}
    return fight("war-of-ashes", **fields)


def climbing(tie: str, fail: str) -> Game:
    """A way with a barrier, at some cost."""
    return fight(
        edges=[{"between": ["a", "roof"], "difficulty": 2}], actions=[*MOVING, "sprint"],
        zone={"roof": {"aspect": "Steep Roof"}}, rules={"move_tie": tie, "move_fail": fail},
    )  # fmt: skip


def overcoming(tie: str, fail: str) -> Game:
    """Aspects that can be removed, at some cost."""
    rules = {"overcome_tie": tie, "overcome_fail": fail}
    return fight(actions=OVERCOMING, templates=[OPENING], rules=rules)


def fetching() -> Game:
    """Something to be picked up and brought out."""
    return fight(
        actions=["attack", "move", "grab", "leave"], zone=EXIT, item={"name": "Idol", "zone": "a"},
        objectives={"players": [{"do": "get out", "item": True}]},
    )  # fmt: skip


TELLING: dict[str, Callable[[], Game]] = {
    "attacks": partial(fight, actions=["attack"]),
    "attacks of a mob and on it": partial(
        fight, actions=["attack", "divide"], sheets={"bob": GANG}
    ),
    "attacks after a step": partial(fight, actions=["move", "attack"]),
    "boosts": partial(fight, actions=["attack", "invoke"]),
    "a boost for a shift": partial(
        fight, actions=["attack", "invoke"], rules={"style_boost_costs_shift": True}
    ),
    "stress for who fails": partial(
        fight, actions=["attack", "invoke"], rules={"attack_fail_stress": True}
    ),
    "weapon and armour": partial(fight, actions=["attack"], sheets={"ann": AXE, "bob": MAIL}),
    "attacks on everyone": partial(
        fight, actions=["attack", "attack everyone"],
        sheets={"ann": {"attacks": {"Fight": {"area": True}}}},
    ),
    "attacks on everyone, friends too": partial(
        fight, actions=["attack", "attack everyone", "invoke"], pool=1,
        sheets={"ann": {"attacks": {"Fight": {"area": True, "friends": True}}, "fate_points": 1},
                "eve": BRAVE, "bob": {"attacks": {"Fight": {"area": True, "friends": True}}},
                "cid": BRAVE},
    ),
    "an advantage on an enemy": partial(fight, actions=CREATING, templates=[OPENING]),
    "an advantage on ground": partial(fight, actions=CREATING, templates=[HEIGHT]),
    "an advantage on a friend": partial(fight, actions=CREATING, templates=[COVER]),
    "an advantage on ground that enemies oppose": partial(
        fight, actions=CREATING, templates=[HEIGHT],
        rules={"advantage_opposed": "nearby", "advantage_per_free_invoke": 2},
    ),
    "refreshing what is on an enemy": partial(
        fight, "autarch", actions=CREATING, templates=[OPENING]
    ),
    "refreshing ground": partial(fight, "autarch", actions=CREATING, templates=[HEIGHT]),
    "room for one free invoke": partial(
        fight, actions=CREATING, templates=[OPENING], rules={"free_invoke_cap": 1}
    ),
    "careful stakes": partial(fight, actions=CREATING, templates=[OPENING], stakes="careful"),
    "invokes open to all": partial(
        fight, actions=["attack", "invoke"],
        zone={"a": {"aspect": {"text": "Fog", "free": {"open": 2}}},
              "b": {"aspect": {"text": "Smoke", "free": {"gm": 1}}}},
    ),
    "an advantage by a skill that does not suit": partial(
        fight, actions=CREATING, templates=[WARDED], rules={"unsuited_skill": 2}
    ),
    "an advantage by a skill that suits": partial(
        fight, actions=CREATING, templates=[WARDED], rules={"unsuited_skill": 5}
    ),
    "points": partial(
        fight, actions=["attack", "invoke"], sheets={"ann": {"fate_points": 2, **BRAVE},
                                                     "bob": BRAVE}, pool=2,
    ),
    "points that count among the stakes": partial(
        fight, actions=["attack", "invoke"], stakes="careful", pool=2,
        sheets={"ann": {"fate_points": 2, **BRAVE}, "bob": BRAVE},
    ),
    "points that change sides": partial(
        fight, "minifate", actions=CREATING, templates=[HEIGHT], sheets={"ann": {"fate_points": 2}},
        pool=2,
    ),
    "a stunt used once": partial(fight, actions=["attack", "invoke"], sheets={"ann": FEINT}),
    **{
        f"{what}: {tie} or {fail}": partial(made, tie, fail)
        for what, made in (("overcoming", overcoming), ("climbing", climbing))
        for tie in ("minor cost", "boost", "succeeds")
        for fail in ("fails", "serious cost")
    },
    "Full Defense": partial(ashes, actions=[*MOVING, "full defense"]),
    "Full Attack": partial(ashes, actions=[*MOVING, "full attack"]),
    "Full Attack that exposes who succeeds": partial(
        ashes, actions=[*MOVING, "full attack"], rules={"full_attack_always_exposes": False}
    ),
    "Full Attack with room for one boost": partial(
        ashes, actions=["attack", "full attack", "invoke"], rules={"free_invoke_cap": 1}
    ),
    "pulling": partial(ashes, actions=[*MOVING, "pull"]),
    **{
        f"a goal: {name}": partial(
            fight, actions=["attack", "move"], objectives={"players": [goal]}
        )
        for name, goal in GOALS.items()
    },
    "a goal: an item": fetching,
    "who was blocked stays after its action": partial(
        fight, actions=[*OVERCOMING, "move", "sprint", "block"], templates=[OPENING],
        rules={"defend_style_boost": ["attack", "create", "overcome", "move"],
               "removal_opposed": True},
    ),
}  # fmt: skip
"""Where a static estimate leaves nothing out."""

LEFT_OUT: dict[str, tuple[Callable[[], Game], float, bool]] = {
    "where a charge drives its target": (partial(ashes, actions=[*MOVING, "charge"]), 0.08, True),
    "what style may bring instead of a boost": (
        partial(ashes, actions=["attack", "recover"], rules={"boost_maneuvers": ["disarm"]},
                sheets={"ann": AXE, "bob": AXE}),
        0.02, True,
    ),
    "where a push puts its target once it has cost something": (
        partial(ashes, actions=[*MOVING, "sprint", "push"]), 0.01, True,
    ),
}  # fmt: skip
"""Where it leaves out what is named; how much that changes at most, and whether it is a choice of
whoever acts, so that a static estimate never tells too much of it."""
