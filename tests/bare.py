"""Random conflicts with little in them, many of them small enough to be solved: what `generator`
writes, with few people, tracks, points and things to do.
"""

from __future__ import annotations

from autogm.model.scenario import Scenario
from tests.generator import Fields, Writer

VERBS = ("move", "create", "invoke", "concede", "overcome", "sprint", "full defense")


def bare_scenario(seed: int) -> Scenario:
    """The conflict of that number: one or two fighters a side in one to three zones, for two to
    eight exchanges. What its ruleset cannot do without may be missing: then it does not settle."""
    return Scenario.model_validate(_BareWriter(seed).whole())


class _BareWriter(Writer):
    """Writes one of them."""

    FIGHTERS, ZONES, EXCHANGES = (1, 2), (1, 3), (2, 8)

    def whole(self) -> Fields:
        fields = super().whole()
        fields["actions"] = ["attack", *self.some(VERBS, 0, 4)]
        for name in ("compels", "effects", "templates", "aspects"):
            if self.chance(0.7):
                fields[name] = []
        fields["sides"]["gm"]["pool"] = self.rng.choice((0, 0, 1, 2))
        for side in fields["sides"].values():
            for one in side["fighters"].values():
                self._strip(one)
        return fields

    def _strip(self, one: Fields) -> None:
        one["stunts"] = one["stunts"][:1]
        one["aspects"] = one["aspects"][: self.rng.choice((0, 0, 1))]
        if one["type"] == "player":
            one["fate_points"] = self.rng.choice((0, 0, 1, 2))

    def _toughness(self, kind: str) -> Fields:
        fields = super()._toughness(kind)
        if kind in ("player", "main"):
            fields["consequences"] = {"mild": self.rng.randint(0, 1), "moderate": 0}
            if self.rules.one_track:
                fields["boxes"] = self.rng.randint(0, 2)
            else:
                fields["tracks"] = {"physical": self.rng.randint(0, 2), "mental": 0}
        return fields
