"""Conflicts at the limits of what may be written: the highest numbers, the most of everything.
What loads must play, in fields that hold it; what cannot be played is refused by name.
"""

from __future__ import annotations

from typing import Any

from autogm.model.scenario import Scenario

Fields = dict[str, Any]


def _scenario(title: str, heroes: Fields, foes: Fields, **fields: Any) -> Scenario:
    """Two sides in a yard, whose every fighter is put there."""
    zones = fields.pop("zones", {"yard": {"aspect": "Yard"}})
    first = next(iter(zones))
    sides: Fields = {
        "players": {"fighters": {name: {"zone": first, **one} for name, one in heroes.items()}},
        "gm": {
            "pool": fields.pop("pool", 3),
            "fighters": {
                name: {"zone": first, "type": "main", **one} for name, one in foes.items()
            },
        },
    }
    whole = {"title": title, "ruleset": "fate-core", "exchanges": 3, "templates": [], **fields}
    return Scenario.model_validate({**whole, "zones": zones, "sides": sides})


def _stunts(number: int, **fields: Any) -> list[Fields]:
    return [{"name": f"stunt {n}", "amount": 8, **fields} for n in range(number)]


HIDDEN = {f"z{n}": {"unexplored": True, "difficulty": 12,
                    "reveals": {"text": f"Fog {n}", "hides": True}} for n in range(32)}  # fmt: skip
STRONG: Fields = {"skills": {"Quick": 12}, "attacks": {"Quick": {"area": True}}}
WEAK: Fields = {"skills": {"Quick": -4}}
FULL_FREE = {"players": 9, "gm": 9, "open": 9}
ASPECTS = [{"text": f"Aspect {n}", "helps": "both"} for n in range(200)]
RICH = {f"hero{n}": {"fate_points": 20} for n in range(16)}

PLAYED: tuple[Scenario, ...] = (
    _scenario(
        "Difficulties past all reckoning",
        {"far": {}},
        {"there": {"zone": "z31"}},
        zones=HIDDEN,
        edges=[[f"z{n}", f"z{n + 1}"] for n in range(31)],
        rules={"hindrance": 20},
        actions=["explore", "sprint", "move"],
    ),
    _scenario(
        "Sixteen stunts that always count",
        {"hero": {**STRONG, "stunts": _stunts(15, does="bonus")}},
        {"foe": WEAK},
        ruleset="accelerated",
        actions=["attack", "attack everyone"],
    ),
    _scenario(
        "Sixteen stunts that never help",
        {"hero": {**WEAK, "attacks": STRONG["attacks"],
                  "stunts": _stunts(16, does="bonus", when="alone") }},
        {"foe": {**STRONG, "stunts": _stunts(16, does="bonus")}},
        ruleset="accelerated",
        actions=["attack", "attack everyone"],
    ),
    _scenario(
        "Sixteen weapons",
        {"hero": {**STRONG, "stunts": _stunts(16, does="weapon")}},
        {"foe": WEAK},
        ruleset="accelerated",
        rules={"style_boost_costs_shift": True},
        actions=["attack"],
    ),
    _scenario(
        "As heavy as can be",
        {"hero": {"weight": 16, "stunts": _stunts(16, does="weight")}},
        {"foe": {}, "group": {"type": "group", "members": 16, "weight": 16}},
        ruleset="war-of-ashes",
        actions=["attack"],
    ),
    _scenario(
        "All points to one side",
        RICH,
        {"foe": {}},
        ruleset="minifate",
        exchanges=12,
        pool=99,
        aspects=ASPECTS[:60],
        actions=["attack", "invoke"],
    ),
    _scenario(
        "Two hundred aspects",
        {"hero": {"fate_points": 20}},
        {"foe": {}},
        pool=99,
        stakes="careful",
        aspects=ASPECTS,
        actions=["attack", "invoke"],
    ),
    _scenario(
        "Free invokes everywhere",
        {"hero": {}},
        {"foe": {}},
        rules={"free_invoke_cap": 20, "removal_per_free_invoke": 20, "removal_difficulty": 20},
        aspects=[{**one, "free": FULL_FREE} for one in ASPECTS[:100]],
        actions=["attack", "invoke", "overcome"],
    ),
    _scenario(
        "Sixteen groups of sixteen on each side",
        {f"mob{n}": {"type": "group", "members": 16} for n in range(16)},
        {f"pack{n}": {"type": "group", "members": 16} for n in range(16)},
    ),
)  # fmt: skip

REFUSED: tuple[Scenario, ...] = (
    _scenario(
        "Everybody may compel one foe for anything",
        {f"hero{n}": {"fate_points": 20} for n in range(24)},
        {"foe": {"aspects": [f"Flaw {n}" for n in range(48)]}},
        compels=[{"victim": "foe", "aspect": f"Flaw {n}", "effect": "lose action"}
                 for n in range(48)],
    ),
    _scenario(
        "Everybody may pay for everything",
        RICH,
        {"foe": {}},
        zones={f"z{n}": {"aspect": f"Place {n}"} for n in range(6)},
        edges=[[f"z{n}", f"z{m}"] for n in range(6) for m in range(n)],
        aspects=["The Wind"],
        effects=[{"aspect": "The Wind", "does": "move"}] * 16,
    ),
)  # fmt: skip
