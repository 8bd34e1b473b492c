"""Random conflicts that load: every ruleset, kind of zone, edge, fighter, stunt, compel, effect and
objective comes up. `random_scenario` is a plain function of its seed, so a failure is repeated by
one number; nothing here knows the engine.
"""

from __future__ import annotations

from random import Random
from typing import Any

from autogm.model.scenario import Scenario
from autogm.model.words import CIRCUMSTANCES, ROLL_KINDS, STUNT_KINDS
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import RulesetError, override, ruleset

Fields = dict[str, Any]

RULESETS = ("fate-core", "accelerated", "war-of-ashes", "autarch", "minifate")
KINDS = ("physical", "physical", "social", "mental", "mass")
MANEUVERS = ("push", "pull", "charge", "full defense", "full attack")
TAGS = ("flying", "swimming", "undead", "burning")
SETTLED_KINDS = ("range", "weight", "extra-box", "free-invoke")
"""Kinds of stunt that always count: they have no circumstance, no limit and no equipment."""
UNLIMITED_KINDS = ("ignore-terrain", "armour", "weapon")
"""Kinds that cannot be used up; `riposte` can, but not for a point."""
PLAIN_VERBS = ("move", "attack", "create", "discover", "explore", "overcome", "sprint",
               "leave", "stunt", "invoke")  # fmt: skip
OVERRIDES: dict[str, tuple[Any, ...]] = {
    "absorb": ("combined", "single"),
    "advantage_fail": ("nothing", "maker chooses", "aspect without invoke"),
    "advantage_tie": ("free invoke", "boost"),
    "area_attacks": (True,),
    "attack_fail_stress": (True, False),
    "attack_style_boost": (True, False),
    "attack_tie": ("boost", "nothing"),
    "blocking": (True, False),
    "boost_maneuvers": (("knock back", "disarm", "footwork"), ("disarm",), ()),
    "closed_loop": (True, False),
    "compel_from_supply": (True, False),
    "compel_refusal_cost": (0, 1, 2),
    "compels": (True, False),
    "concede": (True, False),
    "declare": ("none", "aspect"),
    "defend_style_boost": (("attack", "create", "overcome", "move"), ()),
    "dice": ("4dF", "d6-d6"),
    "existing_fail_gives": (True, False),
    "free_invoke_cap": (1, 2, 4),
    "full_attack_always_exposes": (True, False),
    "group": ("teamwork", "boxes", "boxes and weight"),
    "invoke_for_ally": (True, False),
    "invoke_for_opposition": (True, False),
    "maneuvers": (MANEUVERS, ("charge",), ()),
    "max_zones_moved": (1, 2, 3),
    "move_before_or_after": (True, False),
    "move_fail": ("fails", "serious cost"),
    "move_tie": ("minor cost", "boost", "succeeds"),
    "npcs": ("together", "each"),
    "overcome_fail": ("fails", "serious cost"),
    "overcome_tie": ("minor cost", "boost", "succeeds"),
    "owed_invokes": (True, False),
    "player_compels_stake": (True, False),
    "pool_base": (0, 1, 3),
    "removal_opposed": (True, False),
    "srd_tie": (True, False),
    "style_boost_costs_shift": (True, False),
    "teamwork": ("none", "skill", "any"),
    "tie_succeeds_passive": (True, False),
    "twists": (True, False),
    "weight_across_zones": (True, False),
    "weight_rolls": (("attack", "defend"), ("attack", "defend", "overcome", "oppose", "create")),
    "zone_free_invokes": (0, 1, 2),
}


def random_scenario(seed: int) -> Scenario:
    """The conflict of that number: up to three fighters a side in up to four zones, for up to four
    exchanges. It loads and compiles."""
    return Scenario.model_validate(Writer(seed).whole())


class Writer:
    """Writes one scenario, part by part, as a person would: so many fighters a side, zones and
    exchanges at least and at most."""

    FIGHTERS, ZONES, EXCHANGES = (1, 3), (1, 4), (1, 4)

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"scenario {seed}")
        self.coin = Random(f"friends {seed}")  # of its own, for whatever was thought of later
        self.seed = seed
        self.ruleset = self.rng.choice(RULESETS)
        self.weight = self.chance(0.6)
        self.changes, self.rules = self._overrides()
        self.skills = self.some(self.rules.skills, 4, 7)
        self.skills += [s for s in list(self.rules.attacks)[:2] if s not in self.skills]
        self.zones: dict[str, Fields] = {}
        self.texts: list[str] = []
        self.own: dict[str, list[str]] = {}

    def chance(self, share: float) -> bool:
        """A coin."""
        return self.rng.random() < share

    def some(self, among: Any, least: int = 1, most: int = 2) -> list[Any]:
        """A few of them, in their order."""
        among = list(among)
        number = min(len(among), self.rng.randint(least, most))
        return [among[n] for n in sorted(self.rng.sample(range(len(among)), number))]

    def _overrides(self) -> tuple[Fields, Ruleset]:
        """Changes of the ruleset that go together, each dropped where it contradicts the others."""
        base = ruleset(self.ruleset)
        changes: Fields = {"weight": self.weight}
        if base.approaches and self.chance(0.5):
            changes |= {"roar": True, "rituals": True}
        for name, values in OVERRIDES.items():
            if self.chance(0.25):
                tried = {**changes, name: self.rng.choice(values)}
                try:
                    override(base, tried)
                except RulesetError:
                    continue
                changes = tried
        del changes["weight"]
        return changes, override(base, {**changes, "weight": False})

    def whole(self) -> Fields:
        """The scenario's fields."""
        kind = self.rng.choice(KINDS)
        self._ground()
        exchanges = self.rng.randint(*self.EXCHANGES)
        sides = {
            "players": {"fighters": self._fighters("players", exchanges)},
            "gm": {"fighters": self._fighters("gm", exchanges), "pool": self.rng.randint(0, 3)},
        }
        scene = [self._aspect(f"Scene {n}") for n in range(self.rng.randint(0, 2))]
        self.texts += [one["text"] for one in scene]
        weight = self.weight and self.changes.get("dice") != "d6-d6"
        fields: Fields = {
            "title": f"Random conflict {self.seed}",
            "ruleset": self.ruleset,
            "rules": {k: list(v) if isinstance(v, tuple) else v for k, v in self.changes.items()},
            "kind": kind,
            "weight": weight,
            "zones": self.zones,
            "edges": self.edges,
            "aspects": scene,
            "sides": sides,
            "templates": self._templates() if self.chance(0.8) else None,
            "exchanges": exchanges,
            "turn_order": self._order(),
            "stakes": self.rng.choice(("victory", "careful")),
            "actions": self._verbs() if self.chance(0.2) else None,
        }
        fields["compels"] = self._compels() if self.rules.compels else []
        fields["effects"] = self._effects()
        fields |= self._goals(exchanges)
        return {name: value for name, value in fields.items() if value is not None}

    # The ground

    def _ground(self) -> None:
        ids = [f"zone{n}" for n in range(self.rng.randint(*self.ZONES))]
        for place, zone in enumerate(ids):
            aspect = self._aspect(f"Ground of {zone}")
            if place and self.chance(0.3):
                self.zones[zone] = {"unexplored": True, "difficulty": self.rng.randint(0, 2)}
                if self.chance(0.7):
                    self.zones[zone]["reveals"] = aspect
                    self.texts.append(aspect["text"])
            else:
                self.zones[zone] = {"aspect": aspect}
                self.texts.append(aspect["text"])
            self.zones[zone]["tags"] = self.some(TAGS, 0, 1)
            self.zones[zone]["exit"] = self.chance(0.3)
        self.edges: list[Any] = []
        joined = set()
        for place in range(1, len(ids)):
            pair = (self.rng.choice(ids[:place]), ids[place])
            joined.add(pair)
            self.edges.append(self._way(pair))
        for first in ids:
            for second in ids:
                if first < second and (first, second) not in joined and self.chance(0.5):
                    self.edges.append(self._odd_way((first, second)))

    def _way(self, pair: tuple[str, str]) -> Any:
        """A way that can be gone in both directions."""
        if self.chance(0.7):
            return list(pair)
        return {"between": list(pair), "difficulty": self.rng.randint(1, 3),
                "sight": self.chance(0.5)}  # fmt: skip

    def _odd_way(self, pair: tuple[str, str]) -> Fields:
        """Any kind of way besides."""
        return {
            "between": list(pair),
            **self.rng.choice(
                ({}, {"one_way": True}, {"barrier": True}, {"barrier": True, "sight": True},
                 {"difficulty": 2}, {"one_way": True, "sight": False})
            ),
        }  # fmt: skip

    def _aspect(self, text: str) -> Fields:
        fields: Fields = {"text": text}
        if self.chance(0.8):
            fields["helps"] = self.rng.choice(("bearer", "against", "both"))
        if self.chance(0.7):
            fields["actions"] = self.some(ROLL_KINDS, 1, 4)
        if self.chance(0.2):
            fields["skills"] = self.some(self.skills, 1, 3)
        if self.chance(0.15):
            fields["side"] = self.rng.choice(("players", "gm"))
        elif self.chance(0.2):
            fields["hidden_from"] = self.rng.choice(("players", "gm"))
        if self.chance(0.3):
            fields["adverse"] = self.chance(0.6)
        if self.chance(0.3):
            fields["free"] = {self.rng.choice(("players", "gm", "open")): self.rng.randint(1, 2)}
        if self.chance(0.3):
            fields["spares"] = self.some(TAGS)
        fields["hides"] = self.chance(0.1)
        if self.chance(0.2):
            fields["difficulty"] = self.rng.randint(0, 3)
        fields["removable"] = self.chance(0.8)
        return fields

    # Who takes part

    def _fighters(self, side: str, exchanges: int) -> Fields:
        fighters: Fields = {}
        for number in range(self.rng.randint(*self.FIGHTERS)):
            name = f"{'hero' if side == 'players' else 'foe'}{number}"
            fighters[name] = self._fighter(name, side)
            if number and exchanges > 1 and self.chance(0.2):
                fighters[name]["arrives"] = self.rng.randint(2, exchanges)
        return fighters

    def _fighter(self, name: str, side: str) -> Fields:
        types = ("player",) * 5 + ("supporting", "group")
        if side == "gm":
            types = ("main", "supporting", "nameless", "minion", "group", "swarm", "group")
        kind = self.rng.choice(types)
        fields: Fields = {"type": kind, "zone": self.rng.choice(list(self.zones))}
        aspects = [self._aspect(f"{name} is {n}") for n in range(self.rng.randint(0, 2))]
        self.own[name] = [one["text"] for one in aspects]
        fields["aspects"] = aspects
        if kind == "minion" or (kind in ("swarm", "group") and self.chance(0.5)):
            fields["skilled_at"] = [{"text": "this", "skills": self.some(self.skills)}]
            fields["bad_at"] = [{"text": "that", "skills": self.some(self.skills, 1, 1)}]
        else:
            fields["skills"] = {s: self.rng.randint(0, 4) for s in self.some(self.skills, 2, 5)}
        fields |= self._toughness(kind)
        if kind == "player" and self.chance(0.7):
            fields["fate_points"] = self.rng.randint(0, 3)
        if self.weight and self.chance(0.3):
            fields["weight"] = self.rng.choice((1, 2, 4))
        fields["tags"] = self.some(TAGS, 0, 1)
        attacks = [s for s in self.rules.attacks if s in self.skills]
        if self.chance(0.4):
            fields["attacks"] = {
                skill: {
                    "heavy": self.chance(0.5),
                    "area": self.chance(0.4) and self.rules.area_attacks,
                    "lethal": self.chance(0.2),
                    "range": self.rng.randint(0, 2),
                }
                for skill in self.some(attacks)
            }
            for row in fields["attacks"].values():
                row["friends"] = row["area"] and self.coin.random() < 0.5
        fields["stunts"] = [self._stunt(name, n) for n in range(self.rng.randint(0, 4))]
        return fields

    def _toughness(self, kind: str) -> Fields:
        """Short tracks, so that conflicts come to an end."""
        fields: Fields = {}
        if kind == "group":
            fields["members"] = self.rng.randint(1, 4)
        if kind == "swarm":
            fields["size"] = self.rng.choice(("small", "big", "huge"))
        if kind == "supporting":
            fields["tough"] = self.chance(0.5)
        if kind == "nameless":
            fields["quality"] = self.rng.choice(("average", "fair", "good"))
        if kind in ("player", "main") and self.chance(0.6):
            fields["consequences"] = {
                "mild": self.rng.randint(0, 2), "moderate": self.rng.randint(0, 1)
            }  # fmt: skip
            if not self.rules.one_track:
                fields["tracks"] = {"physical": self.rng.randint(0, 3), "mental": 1}
            else:
                fields["boxes"] = self.rng.randint(0, 3)
        return fields

    def _stunt(self, name: str, number: int) -> Fields:
        does = self.rng.choice(STUNT_KINDS)
        fields: Fields = {"name": f"{name}'s {does} {number}", "does": does}
        fields["skills"] = self.some(self.skills, 1, 3)
        fields["harm"] = "mental" if self.chance(0.2) else "physical"
        fields["amount"] = self.rng.randint(1, 3)
        if does == "free-invoke":
            if not self.own[name]:
                return {**fields, "does": "bonus"}
            fields["aspect"] = self.rng.choice(self.own[name])
        if does in ("bonus", "swap"):
            fields["actions"] = self.some(ROLL_KINDS, 1, 3)
        if does == "swap":
            fields["instead_of"] = self.rng.choice(self.skills)
        if does in ("range", "area"):
            fields["skills"] = self.some(self.rules.attacks)
            fields["friends"] = does == "area" and self.coin.random() < 0.5
        if does in SETTLED_KINDS:
            fields["equipment"] = does == "range" and self.chance(0.5)
            return fields
        fields["equipment"] = self.chance(0.3)
        if does == "ignore-terrain":
            return fields | ({"tag": self.rng.choice(TAGS)} if self.chance(0.5) else {})
        if self.chance(0.5):
            fields["when"] = self.rng.choice(CIRCUMSTANCES)
        if fields.get("when", "").endswith("tagged"):
            fields["tag"] = self.rng.choice(TAGS)
        if does not in UNLIMITED_KINDS and self.chance(0.5):
            limits = ("exchange", "scene", "conflict", "session", "point")
            fields["limit"] = self.rng.choice(limits[: 4 if does == "riposte" else 5])
        return fields

    # What may happen

    def _templates(self) -> list[Fields]:
        templates = []
        places = ("enemy", "zone", "scene", "ally", "self")
        for number, on in enumerate(self.some(places, 0, 4)):
            fields: Fields = {"text": f"Made {number}", "on": on}
            self.texts.append(fields["text"])
            fields["helps"] = "against" if on == "enemy" else self.rng.choice(("bearer", "both"))
            if self.chance(0.5):
                fields["actions"] = self.some(ROLL_KINDS, 1, 4)
            if self.chance(0.3):
                fields["difficulty"] = self.rng.randint(0, 3)
            if self.chance(0.3):
                fields["skills"] = self.some(self.skills, 1, 3)
            if self.chance(0.2):
                fields["side"] = self.rng.choice(("players", "gm"))
            fields["adverse"] = on == "zone" and self.chance(0.4)
            fields["declare"] = self.rules.declare == "aspect" and self.chance(0.7)
            templates.append(fields)
        return templates

    def _compels(self) -> list[Fields]:
        compels = []
        effects = ["lose action", "attack nearest", "move toward", "move away", "skill out",
                   "free invoke"] + ["twist"] * self.rules.twists  # fmt: skip
        for _ in range(self.rng.randint(0, 4)):
            victim = self.rng.choice(list(self.own))
            known = [text for text in self.texts if not text.startswith("Made")]
            fields: Fields = {
                "victim": victim,
                "aspect": self.rng.choice(self.own[victim] or known or [""]),
                "effect": self.rng.choice(effects),
            }
            if not fields["aspect"]:
                continue
            if fields["effect"] == "skill out":
                fields["skill"] = self.rng.choice(self.skills)
            if fields["effect"].startswith("move"):
                fields["zone"] = self.rng.choice(list(self.zones))
            compels.append(fields)
        return compels

    def _effects(self) -> list[Fields]:
        effects: list[Fields] = []
        kinds = ["move", "hinder"] + ["zone attack"] * self.rules.area_attacks
        kinds += ["lethal"] * self.rules.rituals
        for _ in range(self.rng.randint(0, 3) if self.texts else 0):
            does = self.rng.choice(kinds)
            fields: Fields = {"aspect": self.rng.choice(self.texts), "does": does}
            if does == "zone attack":
                attacks = [s for s in self.rules.attacks if s in self.skills]
                fields["skill"] = self.rng.choice(attacks)
                fields["friends"] = self.coin.random() < 0.5
            fields["range"] = self.rng.randint(0, 2)
            if self.chance(0.3):
                fields["side"] = self.rng.choice(("players", "gm"))
            effects.append(fields)
        return effects

    def _order(self) -> Fields:
        order: Fields = {}
        if self.chance(0.3):
            order = {"ambush": self.rng.choice(("players", "gm")), "lethal_ambush": True}
        elif self.chance(0.3):
            order = {"first": self.rng.choice(("players", "gm"))}
        if self.chance(0.3):
            order["npcs"] = self.rng.choice(("together", "each"))
        return order

    def _verbs(self) -> list[str]:
        verbs = ["attack", *self.some(PLAIN_VERBS, 3, len(PLAIN_VERBS))]
        return list(dict.fromkeys(verbs))

    def _goals(self, exchanges: int) -> Fields:
        """Objectives, and the item that one of them is about."""
        fields: Fields = {}
        exits = any(zone["exit"] for zone in self.zones.values())
        goals: dict[str, list[Fields]] = {"players": [], "gm": []}
        for side, prefix, other in (("players", "hero", "foe"), ("gm", "foe", "hero")):
            if self.chance(0.3):
                goals[side].append({"do": "hold", "zone": self.rng.choice(list(self.zones)),
                                    "exchanges": self.rng.randint(1, exchanges)})  # fmt: skip
            if self.chance(0.15):
                goals[side].append({"do": "survive", "exchanges": exchanges})
            if self.chance(0.2):
                goals[side].append({"do": "take out", "who": [f"{other}0"]})
            if exits and self.chance(0.3):
                goals[side].append({"do": "get out", "who": [f"{prefix}0"]})
        if exits and self.chance(0.3):
            fields["item"] = {"name": "The chest", "zone": self.rng.choice(list(self.zones)),
                              "difficulty": self.rng.randint(0, 2)}  # fmt: skip
            goals["players"].append({"do": "get out", "item": True})
        return {**fields, "objectives": goals}
