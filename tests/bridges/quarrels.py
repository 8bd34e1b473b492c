"""Conflicts of two fighters, small enough for OpenSpiel to walk through all of."""

from __future__ import annotations

from typing import Any

from autogm.engine.game import Game
from tests.table import scene

FLAT = {"boxes": 1, "consequences": {}}
TRACK = {
    "tracks": {"physical": 1, "mental": 0},
    "consequences": {"mild": 0, "moderate": 0, "severe": 0},
}
CALM = {
    "attack_tie": "nothing", "attack_style_boost": False, "defend_style_boost": [],
    "free_invoke_cap": 1,
}  # fmt: skip
ONLY_BLOWS = {"attacks": {"Provoke": None, "Shoot": None}}
"""For rulesets that know more to attack with: nobody chooses between them."""
OFF_BALANCE = {"text": "Off Balance", "on": "enemy", "helps": "against", "actions": ["attack"]}


def quarrel(ruleset: str = "fate-core", **fields: Any) -> Game:
    """Two fighters of one box, with whatever the fields add."""
    skill = {"minifate": "Persuasion", "fate-core": "Fight", "autarch": "Fighting"}
    rated = skill.get(ruleset, "Quick")
    sheet = TRACK if ruleset in ("fate-core", "autarch") else FLAT
    fields.setdefault("sheets", {"ann": sheet, "bob": sheet})
    fields.setdefault("templates", [])
    fields.setdefault("actions", ["attack"])
    fields.setdefault("exchanges", 2)
    fields.setdefault("pool", 0)
    return scene(ruleset, f"ann {rated} 2", f"bob {rated} 1", **fields).game
