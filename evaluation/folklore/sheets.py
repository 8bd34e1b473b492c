"""The people of the conflicts: parties of heroes and kinds of opponents, of Fate Core and of War of
Ashes, as plain fields of a scenario. Sheets are legal by the checks of the model and plain: a
fighter's aspects speak to fighting for and against it alike, its stunts are the book's usual +2,
and whatever a sheet has besides is of no use in a fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Fields = dict[str, Any]

CORE, ASHES = "fate-core", "war-of-ashes"
HERE, THERE = "near", "far"
"""The zones where the heroes and their opponents start."""
MOST_HEROES = 5


def _aspects(concept: str, trouble: str, *others: str) -> list[Fields]:
    """Two aspects that help in a fight, a trouble that helps against, and others that come up
    rarely in one."""
    made: list[Fields] = [
        {"text": concept, "kind": "high concept", "helps": "bearer",
         "actions": ["attack", "defend", "create"]},
        {"text": trouble, "kind": "trouble", "helps": "against", "actions": ["attack", "create"]},
    ]  # fmt: skip
    uses = (["attack", "defend"], ["move", "overcome"], ["create", "oppose"])
    for text, actions in zip(others, uses, strict=False):
        made.append({"text": text, "kind": "character", "helps": "bearer", "actions": actions})
    return made


def _bonus(name: str, skill: str, action: str, when: str = "always") -> Fields:
    return {"name": name, "does": "bonus", "amount": 2, "skills": [skill], "actions": [action],
            "when": when}  # fmt: skip


def _pyramid(*skills: str) -> dict[str, int]:
    """Ten skills, the best first: one at 4, two at 3, three at 2, four at 1."""
    return dict(zip(skills, (4, 3, 3, 2, 2, 2, 1, 1, 1, 1), strict=True))


_CORE_PARTY: tuple[Fields, ...] = (
    {
        "name": "Ansel",
        "aspects": _aspects("Captain of the Lantern Watch", "Answers Every Insult",
                            "Sword Drill before Breakfast", "Knows Each Cobble by Name",
                            "Stands Where He Is Needed"),
        "skills": _pyramid("Fight", "Athletics", "Physique", "Will", "Provoke", "Notice", "Rapport",
                           "Shoot", "Contacts", "Empathy"),
        "stunts": [_bonus("Back to the Wall", "Fight", "defend", "outnumbered")],
    },
    {
        "name": "Brisa",
        "aspects": _aspects("Archer from the Salt Marsh", "Cannot Bear Walls",
                            "Never Two Arrows Alike", "Light on Any Footing",
                            "Sees the Weak Plank First"),
        "skills": _pyramid("Shoot", "Athletics", "Notice", "Stealth", "Fight", "Physique", "Will",
                           "Crafts", "Lore", "Empathy"),
        "stunts": [_bonus("Long Sight", "Shoot", "attack", "target in another zone")],
    },
    {
        "name": "Corvin",
        "aspects": _aspects("Rooftop Thief on Parole", "Too Pretty to Hide", "Knife in Each Sleeve",
                            "Over the Wall and Gone", "A Handful of Sand Is a Weapon"),
        "skills": _pyramid("Athletics", "Fight", "Stealth", "Burglary", "Deceive", "Physique",
                           "Notice", "Will", "Contacts", "Provoke"),
        "stunts": [_bonus("Dirty Tricks", "Stealth", "create")],
    },
    {
        "name": "Dorrit",
        "aspects": _aspects("Scholar of Forbidden Siegecraft", "Old Wounds in Wet Weather",
                            "Reads a Fight like a Page", "A Tool for Every Lock",
                            "Always a Second Plan"),
        "skills": _pyramid("Lore", "Fight", "Will", "Athletics", "Crafts", "Physique", "Notice",
                           "Investigate", "Rapport", "Shoot"),
        "stunts": [_bonus("Names the Weak Point", "Lore", "create")],
    },
    {
        "name": "Edda",
        "aspects": _aspects("Bargee with Arms like Oars", "Owes Money Everywhere",
                            "A Boathook Is a Spear", "Born on a Moving Deck",
                            "Nobody Gets Past Me"),
        "skills": _pyramid("Physique", "Fight", "Athletics", "Shoot", "Provoke", "Will", "Notice",
                           "Crafts", "Drive", "Rapport"),
        "stunts": [_bonus("Broad as a Door", "Physique", "oppose")],
    },
)  # fmt: skip


def _approaches(*names: str) -> dict[str, int]:
    return dict(zip(names, (3, 2, 2, 1, 1, 0), strict=True))


_ASHES_PARTY: tuple[Fields, ...] = (
    {
        "name": "Ulfa",
        "aspects": _aspects("Axe of the Northern Holds", "Never Backs Down",
                            "Strong as a Draught Ox", "Sure Feet on Ice", "Louder than the Storm"),
        "skills": _approaches("Forceful", "Quick", "Flashy", "Careful", "Clever", "Sneaky"),
        "stunts": [_bonus("Swings Through", "Forceful", "attack", "charging")],
    },
    {
        "name": "Marten",
        "aspects": _aspects("Duellist of the Merchant Isles", "Wants to Be Watched",
                            "Faster than the Eye", "Climbs like a Cat", "A Cloak Is a Shield"),
        "skills": _approaches("Quick", "Flashy", "Sneaky", "Clever", "Forceful", "Careful"),
        "stunts": [_bonus("One against Many", "Quick", "defend", "outnumbered")],
    },
    {
        "name": "Sefa",
        "aspects": _aspects("Hunter of the Grey Woods", "Trusts Nobody from Town",
                            "Patient till the Last Breath", "Leaves No Track", "Snares Everywhere"),
        "skills": _approaches("Careful", "Sneaky", "Clever", "Quick", "Forceful", "Flashy"),
        "attacks": {"Careful": {"range": 2}},
        "stunts": [_bonus("Takes Her Time", "Careful", "create", "first exchange")],
    },
    {
        "name": "Odo",
        "aspects": _aspects("Ruin-Robbing Tinker", "Curious beyond Reason",
                            "Always Finds the Lever", "Knows the Old Stairs",
                            "Smoke, Oil and a Spark"),
        "skills": _approaches("Clever", "Forceful", "Careful", "Flashy", "Quick", "Sneaky"),
        "stunts": [_bonus("Drops Something on Them", "Clever", "create")],
    },
    {
        "name": "Hedda",
        "aspects": _aspects("Skald with a Broken Nose", "Must Have the Last Word",
                            "Sings as She Strikes", "Dances through a Crowd",
                            "Makes Cowards Remember"),
        "skills": _approaches("Flashy", "Forceful", "Quick", "Sneaky", "Careful", "Clever"),
        "stunts": [_bonus("Stirring Verse", "Flashy", "create")],
    },
)  # fmt: skip


def party(ruleset: str, number: int) -> dict[str, Fields]:
    """The first so many heroes of a ruleset's party, by their ids."""
    heroes = _CORE_PARTY if ruleset == CORE else _ASHES_PARTY
    if not 1 <= number <= len(heroes):
        raise ValueError(f"a party is of 1 to {len(heroes)}, not of {number}")
    return {
        hero["name"].lower(): {"type": "player", **hero, "zone": HERE} for hero in heroes[:number]
    }


# Opponents of Fate Core

_QUALITIES: Mapping[str, dict[str, int]] = {
    "average": {"Fight": 1, "Notice": 1},
    "fair": {"Fight": 2, "Athletics": 1, "Notice": 1},
    "good": {"Fight": 3, "Athletics": 2, "Notice": 1},
}


def _nameless(quality: str) -> Fields:
    return {
        "name": f"{quality.capitalize()} Thug",
        "quality": quality,
        "zone": THERE,
        "aspects": [
            {"text": "Paid to Break Bones", "helps": "both", "actions": ["attack", "create"]}
        ],
        "skills": dict(_QUALITIES[quality]),
    }


def thugs(quality: str, number: int) -> dict[str, Fields]:
    """Nameless NPCs of a quality, each with a turn of its own."""
    return {"thug": _nameless(quality) | {"type": "nameless", "copies": number}}


def mobs(quality: str, number: int, members: int) -> dict[str, Fields]:
    """Mobs of so many of them, which act as one."""
    mob = _nameless(quality) | {"type": "group", "members": members, "copies": number}
    return {"mob": mob | {"name": f"{quality.capitalize()} Mob"}}


_LADDER_COLUMN = ("Fight", "Athletics", "Physique", "Notice", "Will", "Provoke")


def lieutenants(number: int, peak: int = 4) -> dict[str, Fields]:
    """Supporting NPCs: a column of skills from that peak down, one mild consequence."""
    skills = dict(zip(_LADDER_COLUMN, range(peak, 0, -1), strict=False))
    return {
        "lieutenant": {
            "name": "Lieutenant",
            "type": "supporting",
            "zone": THERE,
            "copies": number,
            "aspects": _aspects("Right Hand of the Guild", "Not Paid Enough to Die",
                                "Has Done This Before"),
            "skills": skills,
            "stunts": [_bonus("Presses the Advantage", "Fight", "attack", "target wounded")],
        }
    }  # fmt: skip


_BOSS_SKILLS = (
    ("Fight", "Will"),
    ("Athletics", "Provoke"),
    ("Physique", "Notice"),
    ("Deceive", "Contacts"),
    ("Resources", "Rapport"),
    ("Shoot", "Crafts"),
    ("Lore", "Empathy"),
    ("Stealth", "Burglary"),
)


def boss(peak: int) -> dict[str, Fields]:
    """A main NPC: two columns of skills from that peak down, five aspects, all consequences."""
    columns = zip(_BOSS_SKILLS, range(peak, 0, -1), strict=False)
    return {
        "boss": {
            "name": "The Guildmaster",
            "type": "main",
            "zone": THERE,
            "aspects": _aspects("Guildmaster of Knives", "Never Forgives a Debt",
                                "A Lifetime of Duels", "This Is My House",
                                "Eyes in Every Wall"),
            "skills": {skill: rating for pair, rating in columns for skill in pair},
            "stunts": [_bonus("Turns the Blade", "Fight", "defend", "outnumbered")],
        }
    }  # fmt: skip


def peers(number: int, peak: int = 4) -> dict[str, Fields]:
    """Main NPCs with the heroes' own sheets, and all ratings lower by as much as their peak."""
    made: dict[str, Fields] = {}
    for place in range(number):
        hero = _CORE_PARTY[place % MOST_HEROES]
        again = "" if place < MOST_HEROES else "-too"
        skills = {name: rating - (4 - peak) for name, rating in hero["skills"].items()}
        made[f"rival-{hero['name'].lower()}{again}"] = hero | {
            "name": f"{hero['name']}'s Rival",
            "type": "main",
            "zone": THERE,
            "aspects": [one | {"text": f"{one['text']} Too"} for one in hero["aspects"]],
            "skills": {name: rating for name, rating in skills.items() if rating > 0},
        }
    return made


# Opponents of War of Ashes


def _minion(boxes: int, weight: int = 1) -> Fields:
    return {
        "name": "Raider",
        "zone": THERE,
        "boxes": boxes,
        "weight": weight,
        "aspects": [
            {"text": "Here for the Silver", "helps": "both", "actions": ["attack", "create"]}
        ],
        "skilled_at": [{"text": "Fighting with axes", "actions": ["attack", "defend"],
                        "skills": ["Forceful", "Quick"]}],
        "bad_at": [{"text": "Thinking ahead", "actions": ["create", "overcome"]}],
    }  # fmt: skip


def minions(number: int, boxes: int) -> dict[str, Fields]:
    """Minions of a weight of 1 each, with so many boxes, each with a turn of its own."""
    return {"raider": _minion(boxes) | {"type": "minion", "copies": number}}


def warbands(number: int, members: int) -> dict[str, Fields]:
    """Groups of minions with a box each, who act as one and weigh as many as they are."""
    group = _minion(1) | {"type": "group", "members": members, "copies": number}
    del group["weight"]
    return {"warband": group | {"name": "Warband"}}


def trolls(number: int) -> dict[str, Fields]:
    """Creatures of the size of a small building: a minion's boxes, and a weight of 4."""
    troll = _minion(2, 4) | {"type": "minion", "copies": number, "name": "Troll"}
    return {"troll": troll}


def adversaries(number: int, best: int = 4, weight: int = 1) -> dict[str, Fields]:
    """Adversaries written out like heroes, of a weight; all approaches move with the best one."""
    more = best - 3
    made = {
        name: rating + more
        for name, rating in _approaches(
            "Forceful", "Quick", "Clever", "Careful", "Flashy", "Sneaky"
        ).items()
    }
    return {
        "chief": {
            "name": "Chief" if weight == 1 else "Giant Chief",
            "type": "main",
            "zone": THERE,
            "weight": weight,
            "copies": number,
            "aspects": _aspects("Warchief of the Cold Coast", "Despises the Weak",
                                "Scars from a Hundred Raids", "First over Every Wall",
                                "Followed out of Fear"),
            "skills": made,
            "stunts": [_bonus("Breaks the Line", "Forceful", "attack", "charging")],
        }
    }  # fmt: skip


# The whole

_GROUND: Mapping[str, tuple[str, str]] = {
    CORE: ("Crates and Barrels", "Straw over Wet Stone"),
    ASHES: ("Frozen Ruts", "Smoke from the Huts"),
}


def conflict(
    ruleset: str,
    heroes: Mapping[str, Fields],
    *foes: Mapping[str, Fields],
    title: str = "A Fight",
    **more: Any,
) -> Fields:
    """A scenario of two zones in which a party meets those foes. Everything else, the GM's pool
    too, is as the ruleset has it, unless `more` says otherwise."""
    near, far = _GROUND[ruleset]
    use = {"helps": "both", "actions": ["attack", "defend"], "adverse": False, "hides": False}
    pool = more.pop("pool", None)
    gm: Fields = {"fighters": {name: one for each in foes for name, one in each.items()}}
    if pool is not None:
        gm["pool"] = pool
    return {
        "title": title,
        "ruleset": ruleset,
        "zones": {
            HERE: {"aspect": {"text": near, **use}},
            THERE: {"aspect": {"text": far, **use}},
        },
        "edges": [[HERE, THERE]],
        "sides": {"players": {"fighters": dict(heroes)}, "gm": gm},
        "exchanges": 30,
        **more,
    }


def changed(fighters: Mapping[str, Fields], **fields: Any) -> dict[str, Fields]:
    """The same fighters with other fields."""
    return {name: one | fields for name, one in fighters.items()}


def with_stunts(fighters: Mapping[str, Fields], *stunts: Fields) -> dict[str, Fields]:
    """The same fighters with stunts besides their own."""
    return {
        name: one | {"stunts": [*one.get("stunts", ()), *stunts]} for name, one in fighters.items()
    }


def arriving(fighters: Mapping[str, Fields], exchange: int) -> dict[str, Fields]:
    """The same fighters, later and under other ids."""
    return {f"late-{name}": one | {"arrives": exchange} for name, one in fighters.items()}
