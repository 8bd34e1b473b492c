"""Random conflicts of several fighters a side, with room to be decided: what `generator` writes,
but with more people, more ground and more time. In every second one both sides have the same
sheets; they begin apart, have all the boxes and consequences of their ruleset, and nothing but each
other to fight for, in every second one as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from autogm.engine.game import Game
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.generator import Fields, Writer

LATE = 4  # the last exchange in which somebody comes


def large_scenario(seed: int) -> Scenario:
    """The conflict of that number: three to six players against as many or twice as many others in
    three to eight zones, for 12 to 30 exchanges. It loads and compiles: what asks for more choices
    at once than the game has numbers for is written with less to choose from."""
    for fields in _with_ever_less(_LargeWriter(seed).whole()):
        scenario = Scenario.model_validate(fields)
        try:
            Game(settle(scenario))
        except ScenarioError:
            continue
        return scenario
    raise AssertionError(f"large conflict {seed} loads with nothing left out")  # a writer's fault


def _with_ever_less(fields: Fields) -> Iterator[Fields]:
    """The fields, and then without one part after another of what multiplies choices."""
    yield fields
    for name in ("templates", "compels", "effects"):
        fields = {key: value for key, value in fields.items() if key != name}
        yield fields


class _LargeWriter(Writer):
    """Writes one of them."""

    FIGHTERS, ZONES, EXCHANGES = (3, 6), (3, 8), (12, 30)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.mirrored, self.apart, self.tough = (self.chance(0.5) for _ in range(3))
        self.heroes: Fields = {}

    def whole(self) -> Fields:
        """The scenario's fields: what mirrored players have in points the gm has in its pool."""
        fields = super().whole()
        if self.chance(0.5):
            fields |= {"objectives": {"players": [], "gm": []}}
            fields.pop("item", None)
        if self.mirrored:
            refresh = [one.get("fate_points", 3) for one in self.heroes.values()]
            fields["sides"]["gm"]["pool"] = sum(
                points
                for points, one in zip(refresh, self.heroes.values(), strict=True)
                if one["type"] == "player"
            )
        return fields

    def _fighters(self, side: str, exchanges: int) -> Fields:
        if side == "gm" and self.mirrored:
            return self._reflected()
        fighters = super()._fighters(side, min(LATE, exchanges))
        if side == "gm" and self.chance(0.5):
            known = dict(self.own)
            more = super()._fighters(side, min(LATE, exchanges))
            self.own = known
            fighters |= {f"more{number}": one for number, one in enumerate(more.values())}
        if self.apart:
            camp = list(self.zones)[0 if side == "players" else -1]
            fighters = {name: {**one, "zone": camp} for name, one in fighters.items()}
        if side == "players":
            self.heroes = fighters
        return fighters

    def _toughness(self, kind: str) -> Fields:
        fields = super()._toughness(kind)
        if self.tough:
            for name in ("consequences", "tracks", "boxes"):
                fields.pop(name, None)
        return fields

    def _reflected(self) -> Fields:
        """The players' sheets under other names."""
        text = json.dumps(self.heroes).replace("hero", "foe").replace('"player"', '"main"')
        fighters: Fields = json.loads(text)
        places = list(self.zones)
        for name, one in fighters.items():
            one.pop("fate_points", None)
            one["zone"] = places[-1] if self.apart else self.rng.choice(places)
            self.own[name] = [aspect["text"] for aspect in one["aspects"]]
        return fighters
