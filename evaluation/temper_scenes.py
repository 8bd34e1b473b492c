"""Random conflicts that tempers are measured in, written from their numbers and kept nowhere. West
is east reflected in both kinds of them.

In those of the first kind (`shown`) every temper can show itself. Each side has a captain whom none
is above, somebody weak to be protected, and two or three more; ground to be held lies between them,
and two ways lead round it, so that one may strike at the equal, the hurt or whoever menaces the
weak, go for the ground, or keep away. The rules are those of the rulesets, but for sheets that fit
none of their columns.

The second (`mirrored`) are of all rules and stunts and nobody's in particular: three or four fight
on a side, one of whom is protected, and there is one thing to hold. The others (`plain`) are twenty
that strength is measured in, one to five on a side, where nothing is to be held: whoever steps
forward there meets somebody who waited.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from autogm.engine.game import Game
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from evaluation.fresh import MIDDLE, SETS, FreshWriter, fresh_scenario, reflected

Fields = dict[str, Any]

FIRST = 1_500_000_000  # numbers of those that are mirrored are from here on
RULESETS = ("fate-core", "accelerated", "war-of-ashes")  # in turn
CAPTAIN, WARD = 0, 1  # numbers of heroes, and of foes
APPROACHES = ("Forceful", "Clever", "Quick", "Sneaky", "Flashy", "Careful")
BESIDE = ("Athletics", "Physique", "Will", "Notice", "Stealth")  # skills that nobody attacks with
WAYS_ROUND = ("north", "south")


def shown(number: int, skipped: int = 0) -> list[Scenario]:
    """So many conflicts in which every temper can show itself, after so many that are `skipped`."""
    return [Scenario.model_validate(scene_of(one)) for one in range(skipped, skipped + number)]


def mirrored(number: int, skipped: int = 0) -> list[Scenario]:
    """So many of the other kind, after so many numbers that are `skipped`."""
    found: list[Scenario] = []
    place = FIRST + skipped
    while len(found) < number:
        place += 1
        try:
            whole = FreshWriter(place, *((3, 3), (4, 4))[len(found) % 2]).whole()
            if MIDDLE not in whole["zones"]:
                continue
            hold = {"do": "hold", "zone": MIDDLE, "exchanges": 4}
            goals = {"title": "temper", "objectives": {"players": [hold], "gm": [hold]}}
            scenario = Scenario.model_validate(whole | goals)
            Game(settle(scenario))
        except ScenarioError:  # one in many asks for what cannot be settled
            continue
        found.append(scenario)
    return found


def plain(number: int, skipped: int = 0) -> list[Scenario]:
    """So many of the twenty mirrored conflicts that strength is measured in, without a goal."""
    return [fresh_scenario(name) for name in SETS["mirrored"][skipped : skipped + number]]


KINDS: dict[str, Callable[[int, int], list[Scenario]]] = {
    "shown": shown, "mirrored": mirrored, "plain": plain,
}  # fmt: skip


def scene_of(number: int) -> Fields:
    """The fields of the first kind's scenario of that number."""
    rng = Random(f"temper {number}")
    ruleset = RULESETS[number % len(RULESETS)]
    size = rng.choice((4, 4, 5))
    heroes = {f"hero{n}": _hero(rng, ruleset, n) for n in range(size)}
    zones, edges = _ground(rng)
    hold = {"do": "hold", "zone": MIDDLE, "exchanges": rng.randint(5, 7)}
    return {
        "title": f"temper {number}",
        "ruleset": ruleset,
        "rules": {"spread": [], "character_aspects": 0},
        "weight": False,
        "zones": zones,
        "edges": edges,
        "sides": {
            "players": {"fighters": heroes},
            "gm": {
                "fighters": {name: _foe(one) for name, one in reflected(heroes).items()},
                "pool": sum(one["fate_points"] for one in heroes.values()),
            },
        },
        "objectives": {"players": [hold], "gm": [hold]},
        "templates": [
            {"text": "Off Balance", "on": "enemy", "helps": "against", "actions": ["attack"]},
            {"text": "Cover", "on": "zone", "helps": "bearer", "actions": ["defend"]},
            {"text": "Shielded", "on": "ally", "helps": "bearer", "actions": ["defend"]},
        ],
        "stakes": "victory",
        "exchanges": 20,
    }


def _ground(rng: Random) -> tuple[Fields, list[Any]]:
    """Two zones of each side, the middle and the ways round it; what leads where."""
    zones: Fields = {zone: _zone(rng, zone) for zone in ("west0", "west1")}
    zones |= reflected(zones)
    zones |= {zone: _zone(rng, zone) for zone in (MIDDLE, *WAYS_ROUND)}
    north, south = WAYS_ROUND
    half = [["west0", "west1"], ["west0", MIDDLE], ["west1", north], ["west0", south]]
    if rng.random() < 0.5:
        half.append(["west1", MIDDLE])
    around = [[zone, MIDDLE] for zone in WAYS_ROUND]
    return zones, [*half, *reflected({"ways": half})["ways"], *around]


def _zone(rng: Random, name: str) -> Fields:
    actions = rng.sample(["attack", "defend", "create"], rng.randint(1, 2))
    helps = rng.choice(("bearer", "both"))
    text = f"Ground of {name}"
    return {"aspect": {"text": text, "helps": helps, "actions": actions, "adverse": False}}


def _hero(rng: Random, ruleset: str, number: int) -> Fields:
    """Hero number `number`, unhurt, in one of the two zones of its side."""
    best = {CAPTAIN: 4, WARD: 2}.get(number) or rng.choice((2, 3, 3, 4))
    skilled = _by_skills if ruleset == "fate-core" else _by_approaches
    worn = {"mild": 1, "moderate": 1} | ({"severe": 1} if number == CAPTAIN else {})
    return skilled(rng, best) | {
        "type": "player",
        "zone": f"west{number % 2}",
        "fate_points": rng.randint(1, 2),
        "consequences": worn,
        "aspects": [
            {
                "text": f"hero{number} is {word}",
                "helps": "both",
                "actions": rng.sample(["attack", "defend", "create"], 2),
            }
            for word in ("brave", "known")
        ],
    }


def _by_skills(rng: Random, best: int) -> Fields:
    """One attack at its best, some defence, and little else."""
    beside = rng.sample(BESIDE, 3)
    skills = {
        rng.choice(("Fight", "Shoot")): best,
        beside[0]: max(1, best - 1),
        beside[1]: rng.randint(1, 2),
        beside[2]: 1,
    }
    skills["Athletics"] = max(skills.get("Athletics", 0), best - 1)
    return {"skills": skills}


def _by_approaches(rng: Random, best: int) -> Fields:
    """An approach at its best, with a weapon that may reach into the next zone."""
    approaches = rng.sample(APPROACHES, len(APPROACHES))
    ratings = (best - 1, max(1, best - 2), 1, 1, 1, 0)
    reach = {"range": rng.choice((0, 1, 1))}
    return {
        "skills": dict(zip(approaches, ratings, strict=True)),
        "attacks": {approaches[0]: reach},
    }


def _foe(hero: Fields) -> Fields:
    """The same on the GM's side, which has its points in common."""
    return {name: value for name, value in hero.items() if name != "fate_points"} | {"type": "main"}
