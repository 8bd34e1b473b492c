"""Conflicts written so that what seldom comes up does: style after charges and with heavy weapons,
weapons knocked away, boxes cleared, twists, Roars that are paid for, things carried off, actions
that were paid for and interrupted by who concedes.
"""

from __future__ import annotations

from typing import Any

from autogm.model.scenario import Scenario

Fields = dict[str, Any]

LINE: Fields = {
    "zones": {name: {"aspect": {"text": f"Flat {name}", "adverse": False, "helps": "both"}}
              for name in ("west", "middle", "east")},
    "edges": [["west", "middle"], ["middle", "east"]],
}  # fmt: skip

MELEE: Fields = {
    **LINE,
    "title": "Heavy weapons on open ground",
    "ruleset": "war-of-ashes",
    "exchanges": 6,
    "rules": {"rearm_difficulty": 0, "style_at": 1},
    "actions": ["move", "attack", "charge", "invoke", "recover", "stunt", "full defense", "push"],
    "sides": {
        "players": {
            "fighters": {
                "axe": {
                    "zone": "west",
                    "skills": {"Forceful": 5, "Quick": 1},
                    "attacks": {"Forceful": {"heavy": True}},
                    "boxes": 6,
                    "stunts": [
                        {"name": "Axe", "does": "weapon", "amount": 1, "equipment": True},
                        {"name": "Second Wind", "does": "clear-box", "limit": "exchange"},
                        {"name": "Point", "does": "bonus", "amount": 3, "limit": "point"},
                        {"name": "Answer", "does": "riposte", "amount": 2},
                    ],
                }
            }
        },
        "gm": {
            "pool": 3,
            "fighters": {
                "mace": {
                    "type": "main",
                    "zone": "east",
                    "skills": {"Forceful": 4, "Quick": 2},
                    "attacks": {"Forceful": {"heavy": True}},
                    "boxes": 6,
                    "stunts": [{"name": "Mace", "does": "weapon", "amount": 1, "equipment": True}],
                },
                "rabble": {"type": "group", "members": 4, "zone": "middle", "skills": {"Quick": 1}},
            },
        },
    },
}

APPROACHES = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
SENT_FLYING: Fields = {
    **LINE,
    "title": "Nothing but heavy blows",
    "ruleset": "war-of-ashes",
    "exchanges": 4,
    "rules": {"boost_maneuvers": ["knock back"], "style_at": 1},
    "actions": ["attack", "move"],
    "sides": {
        "players": {
            "fighters": {
                name: {"zone": "middle", "skills": dict.fromkeys(APPROACHES, 8),
                       "attacks": {"Forceful": {"heavy": True}}}
                for name in ("maul", "hammer")
            }
        },
        "gm": {
            "fighters": {
                name: {"type": "main", "zone": "middle", "skills": {"Quick": 0}}
                for name in ("ogre", "brute", "giant", "hulk")
            }
        },
    },
}  # fmt: skip

STONES: Fields = {
    **LINE,
    "title": "Stones that send people home",
    "ruleset": "fate-core",
    "exchanges": 6,
    "actions": ["effect", "move", "concede"],
    "sides": {
        "players": {
            "fighters": {
                "lone": {"zone": "west", "skills": {"Fight": 2}, "fate_points": 5},
                "late": {"zone": "east", "skills": {"Fight": 1}, "fate_points": 3, "arrives": 4},
            }
        },
        "gm": {
            "pool": 5,
            "fighters": {
                "foe": {"type": "main", "zone": "west", "skills": {"Fight": 2}},
                "other": {"type": "main", "zone": "east", "skills": {"Fight": 1}},
            },
        },
    },
    "aspects": [{"text": "Loose Stones", "actions": ["attack"], "helps": "both"}],
    "effects": [{"aspect": "Loose Stones", "does": "zone attack", "skill": "Fight", "range": 2}],
}  # fmt: skip

ROARING: Fields = {
    **LINE,
    "title": "Who roars must go on roaring",
    "ruleset": "war-of-ashes",
    "roar": True,
    "exchanges": 4,
    "actions": ["attack", "create", "invoke", "compel"],
    "sides": {
        "players": {
            "fighters": {
                "bard": {"zone": "west", "skills": {"Flashy": 3}, "aspects": ["Loud"],
                         "consequences": {"mild": 1}, "fate_points": 2},
            }
        },
        "gm": {"fighters": {"wolf": {"type": "main", "zone": "west", "skills": {"Quick": 3}}}},
    },
    "compels": [{"victim": "bard", "aspect": "Loud", "effect": "free invoke"}],
}  # fmt: skip

TWISTED: Fields = {
    **LINE,
    "title": "Everything takes a turn",
    "ruleset": "minifate",
    "exchanges": 6,
    "actions": ["attack", "create", "invoke", "compel", "declare"],
    "sides": {
        "players": {
            "fighters": {
                "lucky": {"zone": "west", "skills": {"Fight": 4, "Agility": 3},
                          "aspects": ["Unlucky in Love", "Owes Everyone"]},
            }
        },
        "gm": {"pool": 1, "fighters": {
            "rival": {"type": "main", "zone": "west", "skills": {"Fight": 2},
                      "aspects": ["Proud"], "boxes": 4}}},
    },
    "templates": [{"text": "Knee-Deep", "on": "zone", "declare": True}],
    "compels": [
        {"victim": "lucky", "aspect": "Unlucky in Love", "effect": "twist"},
        {"victim": "lucky", "aspect": "Owes Everyone", "effect": "twist"},
        {"victim": "rival", "aspect": "Proud", "effect": "attack nearest"},
    ],
}  # fmt: skip

ERRAND: Fields = {
    "title": "Over the wall with it",
    "ruleset": "fate-core",
    "exchanges": 6,
    "zones": {"yard": {"aspect": "Bare Yard"}, "gate": {"aspect": "Iron Gate", "exit": True}},
    "edges": [{"between": ["yard", "gate"], "difficulty": 1}],
    "actions": ["move", "sprint", "attack", "grab", "leave", "block", "invoke", "attack everyone"],
    "sides": {
        "players": {
            "fighters": {
                "thief": {
                    "zone": "yard",
                    "skills": {"Athletics": 4, "Physique": 3, "Shoot": 2},
                    "tracks": {"physical": 1},
                    "stunts": [
                        {"name": "Bombs", "does": "area", "skills": ["Shoot"], "limit": "scene"}
                    ],
                }
            }
        },
        "gm": {
            "pool": 1,
            "fighters": {
                "guards": {"type": "group", "members": 3, "quality": "average", "zone": "yard",
                           "skills": {"Fight": 1}},
                "late": {"type": "nameless", "quality": "fair", "zone": "gate", "arrives": 2,
                         "skills": {"Shoot": 2}},
            },
        },
    },
    "item": {"name": "The Seal", "zone": "yard", "difficulty": 1},
    "objectives": {"players": [{"do": "get out", "item": True}]},
}  # fmt: skip

ROUND: Fields = {
    "title": "Past the guards or round them",
    "rules": {"maneuvers": ["charge"]},
    "ruleset": "fate-core",
    "exchanges": 4,
    "zones": {
        "gate": {"aspect": "Open Gate"},
        "yard": {"aspect": {"text": "Mud to the Knees", "adverse": True, "helps": "against",
                            "actions": ["oppose"], "free": {"gm": 1}}},
        "well": {"aspect": "Slippery Steps"},
        "wall": {"aspect": "Crumbling Wall"},
        "keep": {"aspect": "Heavy Door", "exit": True},
    },
    "edges": [["gate", "yard"], ["yard", "keep"], ["gate", "well"], ["well", "wall"],
              ["wall", "keep"]],
    "actions": ["move", "sprint", "block", "attack", "charge", "invoke", "leave"],
    "sides": {
        "players": {
            "fighters": {
                "scout": {"zone": "gate", "skills": {"Athletics": 4, "Fight": 1}},
                "friend": {"zone": "well", "skills": {"Athletics": 2, "Fight": 2}},
            }
        },
        "gm": {
            "pool": 2,
            "fighters": {
                "guard": {"type": "main", "zone": "yard", "skills": {"Fight": 2}},
                "archer": {"type": "supporting", "zone": "wall", "skills": {"Fight": 1}},
                "dogs": {"type": "nameless", "zone": "keep", "quality": "fair",
                         "skills": {"Fight": 2}},
            },
        },
    },
}  # fmt: skip

PARTING: Fields = {
    "title": "They scatter, and some of them get away",
    "ruleset": "fate-core",
    "exchanges": 2,
    "rules": {"attacks": {"Provoke": None, "Shoot": None}, "spread": []},
    "templates": [],
    "zones": {"yard": {"aspect": {"text": "Bare Yard", "helps": "bearer", "actions": ["create"]},
                       "exit": True}},
    "actions": ["attack", "divide", "leave", "concede"],
    "sides": {
        "players": {"fighters": {"hero": {"zone": "yard", "skills": {"Fight": 3},
                                          "tracks": {"physical": 2},
                                          "consequences": {"mild": 0, "moderate": 0}}}},
        "gm": {
            "pool": 0,
            "fighters": {
                "gang": {"type": "group", "members": 4, "boxes": 0, "zone": "yard",
                         "skills": {"Fight": 1, "Notice": 1}},
            },
        },
    },
    "objectives": {"players": [{"do": "take out", "who": ["gang"]}],
                   "gm": [{"do": "get out", "who": ["gang"]}]},
    "stakes": {"preset": "careful"},
}  # fmt: skip

TAILORED: tuple[Scenario, ...] = tuple(
    Scenario.model_validate(fields)
    for fields in (MELEE, SENT_FLYING, STONES, ROARING, TWISTED, ERRAND, ROUND, PARTING)
)
