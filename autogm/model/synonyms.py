"""Words that people know from other games for words of the vocabulary. They are no spellings of it:
a file that says one is told which word it means.
"""

from __future__ import annotations

from collections.abc import Collection

LADDER = {
    -2: "Terrible",
    -1: "Poor",
    0: "Mediocre",
    1: "Average",
    2: "Fair",
    3: "Good",
    4: "Great",
    5: "Superb",
    6: "Fantastic",
    7: "Epic",
    8: "Legendary",
}
"""The names of ratings (D3); beyond them the number stands alone."""
MEANT: dict[str, tuple[str, ...]] = {
    "player": ("pc", "hero", "player character", "protagonist"),
    "main": ("boss", "villain", "major", "antagonist", "named"),
    "supporting": ("npc", "lieutenant", "ally", "sidekick"),
    "nameless": ("mook", "goon", "thug", "extra", "grunt", "henchman", "nobody"),
    "group": ("mob", "crowd", "gang", "squad"),
    "swarm": ("horde", "pack", "flock"),
    "good": ("great", "superb", "fantastic", "epic", "legendary"),
    "average": ("mediocre", "poor", "terrible"),
    "take out": ("kill", "defeat", "slay", "eliminate", "destroy", "knock out"),
    "get out": ("escape", "flee", "leave", "exit", "run away"),
    "hold": ("defend", "guard", "occupy", "capture"),
    "survive": ("endure", "last", "outlast"),
    "last standing": ("win", "rout", "eliminate all"),
    "riposte": ("counterattack", "counter", "counterstrike", "retaliate"),
    "armour": ("protection", "shield", "resistance", "soak"),
    "ignore-terrain": ("fly", "flight", "flying", "climb"),
    "clear-box": ("heal", "healing", "recover", "regeneration"),
    "extra-box": ("tough", "toughness", "stress"),
    "area": ("blast", "burst", "explosion", "splash"),
    "bonus": ("plus", "modifier", "boost"),
    "swap": ("substitute", "replace", "instead"),
    "lose action": ("skip turn", "stun", "stunned"),
    "attack nearest": ("rage", "berserk", "taunt"),
    "move away": ("retreat", "fear"),
    "physical": ("combat", "fight", "battle"),
    "social": ("debate", "argument", "talk"),
    "never": ("false", "no", "off"),
    "any": ("true", "yes", "on", "always"),
    "copies": ("count", "number", "amount", "how many", "quantity"),
    "boxes": ("stress", "stress boxes", "hp", "hit points", "health"),
    "fate_points": ("points", "fate", "fp"),
    "gm": ("enemies", "opposition", "foes", "npcs", "monsters", "opponents"),
    "players": ("heroes", "party", "pcs"),
}
"""Words that are meant by others, each with those."""


ELSEWHERE: dict[str, dict[str, str]] = {
    "stunts": {
        "high concept": "write it under `aspects`, as `{text: …, kind: high concept}`",
        "trouble": "write it under `aspects`, as `{text: …, kind: trouble}`",
        "weapon": "write a stunt, as `stunts: [{name: Axe, does: weapon, amount: 2}]`",
        "armour": "write a stunt, as `stunts: [{name: Mail, does: armour, amount: 1}]`",
        "armor": "write a stunt, as `stunts: [{name: Mail, does: armour, amount: 1}]`",
        "stress": "where there are two tracks, write `tracks: {physical: 3, mental: 2}`",
    },
    "reveals": {
        "aspects": "a zone has one, which is its `aspect`; what else is true there may be created "
        "in play (`templates`)",
    },
}
"""What to write for words that say something which is written otherwise, each by a field that
stands only where the word was sought."""


def elsewhere(word: object, fields: Collection[str]) -> str | None:
    """What to write instead of a word among such fields, if that is known."""
    said = str(word).casefold().replace("_", " ").replace("-", " ").strip()
    for beside, words in ELSEWHERE.items():
        if beside in fields and said in words:
            return words[said]
    return None


def meant_by(word: object, allowed: Collection[str]) -> str | None:
    """The allowed word that somebody means who uses another game's, if there is one."""
    said = str(word).casefold().replace("_", " ").replace("-", " ").strip()
    for one in allowed:
        if said in MEANT.get(one, ()):
            return one
    return None


def rating_called(word: object) -> int | None:
    """The rating of that name, with or without its number: `Great`, `great (+4)`."""
    said = str(word).casefold().split("(")[0].strip()
    return next((rating for rating, name in LADDER.items() if name.casefold() == said), None)
