"""Random conflicts to be measured on, written from their names and kept nowhere: forty large ones
(`large-01` to `large-40`) of four against four up to eight against twelve, two hundred more of
these (`broad-01` to `broad-200`) for narrower intervals over conflicts, and twenty smaller mirrored
ones (`mirrored-01` to `mirrored-20`). Their numbers belong to them alone: nothing is fitted to such
a conflict, and nothing may be. What has to be fitted to battles, such as the lowest level's
mistakes, is fitted to forty others of the mirrored kind (`practice-01` to `practice-40`).

Ground, sheets, points, objectives and compels of one side are those of the other, reflected. Where
the GM's side is larger its fighters are weaker, so that either side may win; whoever compares
players gives each of them both sides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise

from autogm.engine.game import Game
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.generator import Fields, Writer

FIRST = 2_000_000_000  # numbers from here on are written for nothing else
SPARE = 100  # numbers of a conflict: the first that can be settled is the one
LARGE_SIZES = ((4, 4), (4, 8), (5, 5), (6, 9), (6, 6), (4, 6), (8, 8), (5, 10), (5, 5), (8, 12))
MIRRORED_SIZES = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5))
MIDDLE = "middle"
REFLECTED = {"west": "east", "hero": "foe", "players": "gm"}
OTHER = REFLECTED | {there: here for here, there in REFLECTED.items()}
TOKEN = re.compile(r"\b(west|east|hero|foe)(?=\d)|\b(players|gm)(?=\")")


def _named(kind: str, number: int) -> tuple[str, ...]:
    return tuple(f"{kind}-{one:02}" for one in range(1, number + 1))


SETS: dict[str, tuple[str, ...]] = {
    "large": _named("large", 40),
    "mirrored": _named("mirrored", 20),
    "practice": _named("practice", 40),
    "broad": _named("broad", 200),
}
"""The names of the conflicts, by what all of a kind are called."""


@cache
def fresh_scenario(name: str) -> Scenario:
    """The conflict of that name.

    Raises:
        KeyError: for a name that no set has.
    """
    kind, _, digits = name.partition("-")
    place = SETS[kind].index(name)
    sizes = LARGE_SIZES if kind in ("large", "broad") else MIRRORED_SIZES
    offset = FIRST + 1_000_000 * [*SETS].index(kind)
    for number in range(offset + SPARE * place, offset + SPARE * (place + 1)):
        try:
            writer = FreshWriter(number, *sizes[place % len(sizes)])
            scenario = Scenario.model_validate(writer.whole() | {"title": f"{kind} {digits}"})
            Game(settle(scenario))
        except ScenarioError:  # one in many asks for what cannot be settled
            continue
        return scenario
    raise RuntimeError(f"no conflict for {name}")


def fresh_game(name: str) -> Game:
    """The same, compiled."""
    return Game(settle(fresh_scenario(name)))


def reflected(fields: Fields) -> Fields:
    """Fields of one side as the other's: west is east, who was a hero is a foe."""
    swap: Callable[[re.Match[str]], str] = lambda found: OTHER[found[0]]  # noqa: E731
    mirrored: Fields = json.loads(TOKEN.sub(swap, json.dumps(fields)))
    return mirrored


class FreshWriter(Writer):
    """Writes one of them, for so many players and so many others."""

    EXCHANGES = (25, 35)

    def __init__(self, number: int, players: int, gm: int) -> None:
        super().__init__(number)
        self.sizes = players, gm
        self.uneven = gm / players
        self.heroes: Fields = {}

    def whole(self) -> Fields:
        """The scenario's fields."""
        fields = super().whole()
        sides = fields["sides"]
        sides["gm"]["pool"] = sum(one["fate_points"] for one in self.heroes.values())
        return fields | {
            "aspects": [self._both(one) for one in fields["aspects"]],
            "stakes": "victory",
            "actions": None,
        }

    # The ground

    def _ground(self) -> None:
        """Two or three zones of each side and perhaps one between, in a row that can be walked
        freely; perhaps one can see and shoot past the one between. A way that has to be fought for
        would stop brawlers for good."""
        half = [f"west{number}" for number in range(self.rng.randint(2, 3))]
        for zone in half:
            aspect = self._open(self._aspect(f"Ground of {zone}"))
            self.texts.append(aspect["text"])
            self.zones[zone] = {"aspect": aspect, "tags": self.some(("undead", "burning"), 0, 1)}
        row = list(half)
        if self.chance(0.7):
            aspect = self._both(self._open(self._aspect("Ground of the middle")))
            self.zones[MIDDLE] = {"aspect": aspect}
            self.texts.append(aspect["text"])
            row.append(MIDDLE)
        self.zones |= reflected({zone: self.zones[zone] for zone in half})
        ways = [list(pair) for pair in pairwise(row)]
        self.edges = [*ways, *reflected({"ways": ways})["ways"]]
        if MIDDLE not in self.zones:
            self.edges.append([half[-1], half[-1].replace("west", "east")])
        elif self.chance(0.5):
            across = [half[-1], half[-1].replace("west", "east")]
            self.edges.append({"between": across, "barrier": True, "sight": True})

    @staticmethod
    def _open(aspect: Fields) -> Fields:
        """An aspect of ground that everybody can walk on and nobody overlooks."""
        return aspect | {"adverse": False, "hides": False}

    @staticmethod
    def _both(aspect: Fields) -> Fields:
        """An aspect that belongs to no side."""
        aspect = {k: v for k, v in aspect.items() if k not in ("side", "hidden_from")}
        return aspect | {"free": {"open": 1}} if "free" in aspect else aspect

    # Who takes part

    def _fighters(self, side: str, exchanges: int) -> Fields:
        if side == "players":
            for number in range(self.sizes[0]):
                name = f"hero{number}"
                self.heroes[name] = self._fighter(name, side) | {"zone": "west0"}
            return self.heroes
        foes: Fields = {}
        for number in range(self.sizes[1]):
            text = json.dumps(self.heroes[f"hero{number % self.sizes[0]}"])
            text = re.sub(r"hero\d+", f"hero{number}", text)
            foe = reflected(json.loads(text)) | {"type": "main"}
            del foe["fate_points"]
            foes[f"foe{number}"] = self._weaker(foe) if self.uneven > 1 else foe
            self.own[f"foe{number}"] = [one["text"] for one in foe["aspects"]]
        return foes

    def _fighter(self, name: str, side: str) -> Fields:
        """Somebody who can fight, with all boxes of the ruleset."""
        fields = super()._fighter(name, side)
        for left_out in ("members", "size", "tough", "skilled_at", "bad_at", "boxes", "tracks"):
            fields.pop(left_out, None)
        skills = fields.get("skills", {})
        fields["stunts"] = fields["stunts"][:2]
        for row in fields.get("attacks", {}).values():
            row |= {"lethal": False, "range": min(1, row["range"])}
        attack = self.rng.choice([one for one in self.skills if one in self.rules.attacks])
        skills[attack] = self.rng.randint(3, 4)
        worn = {"mild": 1, "moderate": 1} if self.uneven == 1 else {"mild": 2, "moderate": 1}
        return fields | {
            "type": "player",
            "skills": skills,
            "fate_points": self.rng.randint(1, 2),
            "consequences": worn,
        }

    def _weaker(self, foe: Fields) -> Fields:
        """One of too many to be as good as the others."""
        less = 0 if self.uneven < 2 else 1
        foe["skills"] = {skill: max(0, rating - less) for skill, rating in foe["skills"].items()}
        foe["consequences"] = {"mild": 1}
        foe["stunts"] = foe["stunts"][:1]
        return foe

    # What may happen

    def _compels(self) -> list[Fields]:
        own = [one for one in super()._compels() if one["victim"].startswith("hero")][:2]
        return own + [reflected(one) for one in own]

    def _order(self) -> Fields:
        return {"first": self.rng.choice(("players", "gm"))} if self.chance(0.3) else {}

    def _templates(self) -> list[Fields]:
        found = super()._templates()
        return [{k: v for k, v in one.items() if k != "side"} for one in found[:3]]

    def _effects(self) -> list[Fields]:
        found = super()._effects()
        kept = [one for one in found if one["does"] in ("move", "hinder")]
        return [{k: v for k, v in one.items() if k != "side"} for one in kept]

    def _goals(self, exchanges: int) -> Fields:
        """The same for both: nothing but each other, the middle, or the other's first two."""
        own: list[Fields] = []
        if MIDDLE in self.zones and self.chance(0.4):
            own.append({"do": "hold", "zone": MIDDLE, "exchanges": self.rng.randint(3, 5)})
        if self.sizes[0] > 2 and self.chance(0.2):
            own.append({"do": "take out", "who": ["foe0", "foe1"]})
        other = [reflected(one) for one in own]
        return {"objectives": {"players": own, "gm": other}}
