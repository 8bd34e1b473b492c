"""A brawler duel with nothing but stress boxes is a Markov chain. Its exact win chance is computed
here by linear algebra, apart from the engine: with dice, turn order, absorption and the prices of
failure of its own. The simulation's interval has to cover it; and small duels are also solved
exactly over the engine's own tree of states.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent, seats
from autogm.analysis.intervals import wilson
from autogm.engine.codes import CHANCE
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.lab.simulate import simulate
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.soak import some

BATTLES, Z = 200_000, 4.0


@dataclass(frozen=True)
class Fencer:
    """The skills of a duellist, and how many boxes it has."""

    skills: dict[str, int]
    boxes: int


@dataclass(frozen=True)
class Duel:
    """Two fencers under a ruleset: skills that attack, that answer them, that decide who is first
    (ties: the player), and whether a failed attack costs its maker the lowest open box (K2)."""

    ruleset: str
    attack: tuple[str, ...]
    answer: tuple[str, ...]
    first: tuple[str, ...]
    fencers: tuple[Fencer, Fencer]
    exchanges: int = 200

    @property
    def failing_costs(self) -> bool:
        """K2."""
        return self.ruleset == "war-of-ashes"

    def edge(self, actor: int) -> int:
        """The best attack of one over the best answer of the other."""
        own, other = self.fencers[actor].skills, self.fencers[1 - actor].skills
        best = max(own.get(skill, 0) for skill in self.attack)
        return best - max(other.get(skill, 0) for skill in self.answer)

    @property
    def beginner(self) -> int:
        """Who acts first in each exchange."""
        ranks = [[one.skills.get(skill, 0) for skill in self.first] for one in self.fencers]
        return 1 if ranks[1] > ranks[0] else 0

    def game(self) -> Game:
        """The duel as a scenario of the engine."""
        sheets = [self._sheet(one) for one in self.fencers]
        written = {
            "title": "A duel", "ruleset": self.ruleset, "exchanges": self.exchanges,
            "zones": {"yard": {"aspect": {"text": "Yard", "actions": [], "adverse": False}}},
            "sides": {"players": {"fighters": {"ann": sheets[0]}},
                      "gm": {"fighters": {"bob": {**sheets[1], "type": "main"}}}},
            "templates": [], "actions": ["attack"],
        }  # fmt: skip
        return Game(settle(Scenario.model_validate(written)))

    def _sheet(self, one: Fencer) -> dict[str, Any]:
        track = "tracks" if self.ruleset == "fate-core" else "boxes"
        boxes = {"physical": one.boxes} if track == "tracks" else one.boxes
        none = {"mild": 0, "moderate": 0, "severe": 0}
        return {"zone": "yard", "skills": one.skills, track: boxes, "consequences": none}


def accelerated(ruleset: str, *fencers: tuple[int, int, int], exchanges: int = 200) -> Duel:
    """A duel of approaches: each fencer's Quick, Forceful and boxes."""
    ring = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
    one, two = (Fencer({"Quick": q, "Forceful": f}, boxes) for q, f, boxes in fencers)
    return Duel(ruleset, ring, ring, ("Quick", "Forceful"), (one, two), exchanges)


def core(*fencers: tuple[int, int, int, int]) -> Duel:
    """A duel of Fate Core: each fencer's Fight, Athletics, Notice and boxes."""
    one, two = (
        Fencer({"Fight": f, "Athletics": a, "Notice": n}, boxes) for f, a, n, boxes in fencers
    )
    first = ("Notice", "Athletics", "Physique")
    return Duel("fate-core", ("Fight",), ("Fight", "Athletics"), first, (one, two))


def mini(*fencers: tuple[int, int, int]) -> Duel:
    """A duel of MiniFate: each fencer's Fight, Agility and boxes."""
    one, two = (Fencer({"Fight": f, "Agility": a}, boxes) for f, a, boxes in fencers)
    return Duel("minifate", ("Fight",), ("Fight", "Agility"), ("Agility",), (one, two))


DUELS = {
    "even": accelerated("accelerated", (2, 2, 3), (2, 2, 3)),
    "quick against tough": accelerated("accelerated", (3, 1, 2), (1, 2, 4)),
    "failing hurts": accelerated("war-of-ashes", (2, 3, 3), (3, 2, 3)),
    "failing hurts the weak": accelerated("war-of-ashes", (1, 0, 4), (0, 3, 2)),
    "trained": core((3, 1, 2, 3), (2, 4, 1, 4)),
    "no boxes at all": core((1, 0, 0, 0), (2, 2, 3, 1)),
    "dodger": mini((2, 3, 3), (4, 1, 3)),
    "late and strong": mini((4, 0, 2), (1, 2, 5)),
}


def margins(edge: int) -> dict[int, float]:
    """The chances of attack minus defence: eight dice, four of them turned round."""
    sums = Counter(sum(faces) for faces in product((-1, 0, 1), repeat=4))
    found: Counter[int] = Counter()
    for (own, m), (other, n) in product(sums.items(), repeat=2):
        found[own - other + edge] += m * n
    return {margin: count / 81**2 for margin, count in found.items()}


def absorbed(checked: frozenset[int], boxes: int, shifts: int) -> frozenset[int] | None:
    """The smallest single box that suffices is checked; none: out."""
    suffice = [box for box in range(shifts, boxes + 1) if box not in checked]
    return checked | {min(suffice)} if suffice else None


def after(duel: Duel, actor: int, tracks: tuple[frozenset[int], ...], margin: int) -> Any:
    """The tracks after an attack, or whose attack has won."""
    both = list(tracks)
    if margin > 0:
        left = absorbed(both[1 - actor], duel.fencers[1 - actor].boxes, margin)
        if left is None:
            return actor
        both[1 - actor] = left
    elif margin < 0 and duel.failing_costs:
        still_open = set(range(1, duel.fencers[actor].boxes + 1)) - both[actor]
        if still_open:
            both[actor] = both[actor] | {min(still_open)}
    return tuple(both)


def exact(duel: Duel) -> tuple[float, float, float]:
    """The chances that the player wins, that the other wins, and that the exchanges run out.

    With Q the transitions of an exchange among tracks and R those into victories, the victories
    within N exchanges are (I - Q^N) (I - Q)^-1 R.
    """
    subsets = [
        [frozenset(b + 1 for b in range(n) if mask >> b & 1) for mask in range(1 << n)]
        for n in (one.boxes for one in duel.fencers)
    ]
    states = {pair: place for place, pair in enumerate(product(*subsets))}
    size = len(states)
    turns = []
    for actor in (duel.beginner, 1 - duel.beginner):
        step = np.zeros((size + 2, size + 2))
        step[size, size] = step[size + 1, size + 1] = 1.0
        for tracks, place in states.items():
            for margin, chance in margins(duel.edge(actor)).items():
                then = after(duel, actor, tracks, margin)
                step[place, size + then if isinstance(then, int) else states[then]] += chance
        turns.append(step)
    exchange = turns[0] @ turns[1]
    inner, won = exchange[:size, :size], exchange[:size, size:]
    whole = np.eye(size)
    within = (whole - np.linalg.matrix_power(inner, duel.exchanges)) @ np.linalg.solve(
        whole - inner, won
    )
    start = states[frozenset(), frozenset()]
    player, other = (float(one) for one in within[start])
    return player, other, 1.0 - player - other


@pytest.mark.rule("H2", "H3", "H5", "H7", "K1", "K2", "K4", "T1", "T3")
@pytest.mark.parametrize("name", some(list(DUELS), 3))
def test_the_interval_covers_the_exact_chance(name: str) -> None:
    duel = DUELS[name]
    player, other, undecided = exact(duel)
    found = simulate(duel.game(), BATTLES, 20260, seats("brawler"))
    counted = (found.wins["players"], found.wins["gm"], found.undecided)
    for share, chance in zip(counted, (player, other, undecided), strict=True):
        wide = wilson(share.count, BATTLES, Z)
        assert wide.low - 1e-12 <= chance <= wide.high + 1e-12, (name, share, chance)


def test_the_settings_tell_duels_apart() -> None:
    """The chances lie far enough apart that a mixed-up rule would be seen."""
    chances = sorted(exact(duel)[0] for duel in DUELS.values())
    assert chances[0] < 0.2
    assert chances[-1] > 0.6


def solved(state: State, known: dict[bytes, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """The chances of players, gm and undecided, over the engine's tree; equal bytes, once."""
    if state.is_terminal():
        return np.array([state.winner == one for one in ("players", "gm", "undecided")], float)
    key = state.record.tobytes()
    if key not in known:
        if state.current_player() == CHANCE:
            parts = [p * solved(state.child(one), known) for one, p in state.chance_outcomes()]
            known[key] = np.sum(parts, axis=0)
        else:
            decision = agent("brawler").decide(state, RandomSource(0))
            known[key] = solved(state.child(decision.action), known)
    return known[key]


@pytest.mark.parametrize(
    "duel",
    [
        accelerated("accelerated", (2, 0, 1), (1, 1, 2), exchanges=6),
        accelerated("war-of-ashes", (1, 1, 1), (2, 2, 1), exchanges=5),
        core((1, 0, 0, 1), (0, 1, 2, 1)),
    ],
    ids=lambda duel: duel.ruleset,
)
def test_the_tree_of_states_says_the_same(duel: Duel) -> None:
    limited = Duel(duel.ruleset, duel.attack, duel.answer, duel.first, duel.fencers, 5)
    over_states = solved(limited.game().new_initial_state(), {})
    assert np.abs(over_states - np.array(exact(limited))).max() < 1e-12
