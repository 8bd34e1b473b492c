"""A conflict whose truth is known: shares by a formula, battles by coins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any, cast

import numpy as np

from autogm.lab.tune.aims import Aim, Counted
from autogm.lab.tune.knobs import Edits, Knob, Value
from autogm.lab.tune.player import SIMULATED
from autogm.lab.tune.tuned import Tuned
from autogm.lab.tune.tuner import Tuner


def knob(number: int, values: int, now: int) -> Knob:
    made = tuple(Value(one, str(one), ()) for one in range(values))
    return Knob(f"k{number}", f"k{number}", made, now, lambda one: Value(one, str(one), ()))


class Coins:
    """A conflict whose share of wins is known: log odds that add up, but for what pairs do."""

    def __init__(self, seed: int, *, strength: float = 0.5, knobs: int = 8) -> None:
        draw = np.random.default_rng(seed)
        self.knobs = [knob(one, 5, 2) for one in range(knobs)]
        self._each = draw.normal(0, strength, knobs)
        self._brawlers = self._each * draw.uniform(0.3, 1.6, knobs) + draw.normal(0, 0.1, knobs)
        self._pairs = draw.normal(0, 0.1, (knobs, knobs))
        self._start = float(draw.normal(0, 0.8))
        self._draw = draw
        self.illegal: set[tuple[int, int]] = set()
        self.battles, self.played = 0, set[Edits]()
        self.stop_after: float = np.inf

    def share(self, edits: Edits) -> float:
        place = self._start + sum(self._each[one] * (value - 2) for one, value in edits)
        place += sum(self._pairs[one[0], other[0]] for one, other in combinations(edits, 2))
        return 1 / (1 + float(np.exp(-place)))

    def legal(self, edits: Edits) -> bool:
        return not self.illegal.intersection(edits)

    def brawl(self, edits: Edits, battles: int) -> Any:
        place = sum(self._brawlers[one] * (value - 2) for one, value in edits)
        return self._flip(1 / (1 + float(np.exp(-place))), battles)

    def play(self, edits: Edits, battles: int, first: int) -> Any:
        self.battles += battles
        self.played.add(edits)
        if first == SIMULATED:  # told, and nothing is learnt from it
            won = round(battles * self.share(edits))
            return Counted(battles, won, won)
        assert first >= 0
        if self.battles > self.stop_after:
            raise KeyboardInterrupt
        return self._flip(self.share(edits), battles)

    def _flip(self, share: float, battles: int) -> Counted:
        won = int(self._draw.binomial(battles, share))
        return Counted(battles, won, won)


class Unseen(Coins):
    """Brawlers, with the same dice each time, react to one knob; others to a second one as well."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, knobs=30)
        self._each = np.zeros(30)
        self._each[[4, 21]] = 0.2, -0.7
        self._pairs[:] = 0.0
        self._start = 0.0
        self.knobs = [replace(one, helps=-1 if one.path == "k21" else 1) for one in self.knobs]

    def brawl(self, edits: Edits, battles: int) -> Any:
        place = sum(self._each[one] * (value - 2) for one, value in edits if one == 4)
        share = 1 / (1 + float(np.exp(-place)))
        return Counted(battles, battles * share, battles * share)


class OneWay(Coins):
    """All battles go to one side, as long as the one knob that matters is not turned far."""

    def __init__(self, seed: int, way: int) -> None:
        super().__init__(seed, knobs=3)
        self.knobs = [replace(knob(one, 13, 2 if way > 0 else 10), helps=1) for one in range(3)]
        self._way = way

    def share(self, edits: Edits) -> float:
        turned = sum(abs(value - self.knobs[1].now) for one, value in edits if one == 1)
        return 1 / (1 + float(np.exp(-self._way * (10 - turned))))

    def brawl(self, edits: Edits, battles: int) -> Any:
        won = battles if self._way > 0 else 0
        return Counted(battles, won, won)


COINS = Aim("win", "heads", share=True, count=cast("Callable[..., Counted]", lambda found: found))


def tuned(coins: Coins, target: float, within: float = 0.02, **more: Any) -> Tuned:
    return Tuner(coins.knobs, cast("Any", coins), COINS, target, within, **more).run()


def sets_of(knobs: list[Knob], number: int) -> list[Edits]:
    from itertools import product

    found: list[Edits] = []
    for chosen in combinations(range(len(knobs)), number):
        values = [
            [(one, value) for value in range(len(knobs[one].values)) if value != knobs[one].now]
            for one in chosen
        ]
        found += [tuple(one) for one in product(*values)]
    return found
