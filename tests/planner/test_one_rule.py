"""A rule lives once: what an outcome is worth by the static estimate against what it is worth when
it is played out to the end of the turn, wherever both reach the same leaf. Over every option of a
ruleset that the estimate depends on, every number at its bounds and at what is usual, and every two
of these together; in conflicts of each kind that it knows, whichever side acts.

Left out are the options that the estimate says it leaves out
(`autogm.planner.estimate.outcomes`), which `test_estimate.py` bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from autogm.engine.codes import GM, PLAYERS
from autogm.engine.game import Game
from autogm.planner.turn.tactician import Tactician
from tests.planner.one_rule import (
    AXE,
    BINDING,
    BRAVE,
    COVER,
    CREATING,
    EXIT,
    HEIGHT,
    HOT,
    MAIL,
    MOVING,
    OPENING,
    OVERCOMING,
    SWARM,
    WARDED,
    fight,
)
from tests.planner.options import OPTIONS, PASSING, REFRESHING, WEIGHING, covering
from tests.planner.wandering import wander
from tests.soak import some
from tests.staging import PLAIN
from tests.table import scene

EXACT = 1e-9
BATTLES, STEPS = 2, 30
LONG = 20_000
"""Positions, beyond which not all of a turn is followed."""


def both_harms(ruleset: str, **fields: Any) -> Game:
    """Where some attacks hurt the body and others the mind, and consequences are of three sizes."""
    tough = {"tracks": {"physical": 2, "mental": 1}, "fate_points": 1}
    return scene(
        ruleset, "ann Fighting 3 Intimidation 2 Will 1; eve Fighting 1 Athletics 2",
        "bob Fighting 2 Intimidation 3; cid Intimidation 1 Will 2", "a - b",
        sheets={name: dict(tough) for name in ("ann", "eve", "bob", "cid")},
        templates=[], pool=1, exchanges=9, **fields,
    ).game  # fmt: skip


def leaving(**fields: Any) -> Game:
    """Where who would leave the field has to overcome the ground first."""
    mud = {"text": "Deep Mud", "adverse": True}
    return fight(
        actions=["move", "attack", "invoke", "sprint", "leave"],
        zone={"b": {"exit": True, "aspect": mud}},
        objectives={"players": [{"do": "get out", "who": ["eve"]}]}, **fields,
    )  # fmt: skip


KINDS: dict[str, tuple[Callable[..., Game], dict[str, Any]]] = {
    "attacks": (
        partial(
            fight, "fate-core", actions=["attack", "move", "invoke"], pool=1,
            sheets={"ann": {"fate_points": 1, **AXE, **BRAVE}, "bob": {**MAIL, **BRAVE}},
        ), {},
    ),
    "attacks on body and mind": (
        partial(both_harms, "autarch", actions=["attack", "invoke"]), {},
    ),
    "advantages on enemies": (
        partial(fight, "autarch", actions=CREATING, templates=[OPENING]), REFRESHING,
    ),
    "advantages on ground": (
        partial(fight, "autarch", actions=CREATING, templates=[HEIGHT]), REFRESHING,
    ),
    "advantages on friends": (
        partial(fight, "autarch", actions=CREATING, templates=[WARDED]), REFRESHING,
    ),
    "ground that enemies near may oppose": (
        partial(fight, "fate-core", actions=CREATING, templates=[HEIGHT]), {},
    ),
    "help for friends that enemies near may oppose": (
        partial(fight, "war-of-ashes", actions=CREATING, templates=[COVER]), WEIGHING,
    ),
    "removing aspects": (
        partial(fight, "fate-core", actions=OVERCOMING, templates=[OPENING, HEIGHT]), {},
    ),
    "hindered moves": (
        partial(
            fight, "fate-core", actions=[*MOVING, "sprint"],
            edges=[{"between": ["a", "roof"], "difficulty": 2}],
            zone={"roof": {"aspect": "Steep Roof"}},
        ), {},
    ),
    "moves past enemies": (
        partial(
            fight, "fate-core", actions=["attack", "sprint", "block", "invoke"],
            edges=[["b", "c"], {"between": ["a", "d"], "difficulty": 1}, ["d", "c"]],
            zone={"c": {"aspect": "Steep Roof"}, "d": {"aspect": {"text": "Ledge", **PLAIN}}},
        ), PASSING,
    ),
    "leaving the field": (leaving, {}),
    "a thing to pick up": (
        partial(
            fight, "fate-core", actions=["attack", "move", "grab", "leave", "invoke"], zone=EXIT,
            item={"name": "Idol", "zone": "a", "difficulty": 2},
            objectives={"players": [{"do": "get out", "item": True}]},
        ), {},
    ),
    "maneuvers": (
        partial(fight, "war-of-ashes", actions=["attack", "full defense", "full attack", "invoke"]),
        WEIGHING,
    ),
    "pulling": (partial(fight, "war-of-ashes", actions=[*MOVING, "pull"]), WEIGHING),
    "swarms": (
        partial(fight, "war-of-ashes", actions=["attack", "invoke"], sheets={"cid": SWARM}),
        WEIGHING,
    ),
    "compels": (
        partial(
            fight, "fate-core", actions=[*CREATING, "compel"], compels=BINDING, templates=[OPENING],
            sheets={name: {**HOT, "fate_points": 1} for name in ("ann", "eve")},
        ), {},
    ),
}  # fmt: skip
"""Conflicts by what is tried in them, and the options that they have besides those of all."""
FIXED: dict[str, dict[str, Any]] = {
    "help for friends that enemies near may oppose": {"boost_maneuvers": []},
    "maneuvers": {"boost_maneuvers": []},
    "pulling": {"boost_maneuvers": []},
    "swarms": {"boost_maneuvers": []},
}


@pytest.mark.parametrize("kind", some(list(KINDS), 6))
def test_estimates_are_what_following_finds_by_every_pair_of_options(kind: str) -> None:
    """Estimates and positions followed differ by nothing but rounding."""
    make, more = KINDS[kind]
    sides, wrong = set(), {}
    for rules in covering({**OPTIONS, **more}):
        game = make(rules={**rules, **FIXED.get(kind, {})})
        difference, seen = farthest(game)
        sides |= seen
        if difference >= EXACT:
            wrong[str(rules)] = difference
    assert sides == {PLAYERS, GM}
    assert not wrong


def farthest(game: Game) -> tuple[float, set[int]]:
    """How far estimates are from following at most, at random positions; and the sides that had
    something to choose there which matters."""
    tactician, difference, sides = Tactician(game), 0.0, set()
    for seed in range(BATTLES):
        for state in wander(game, seed, STEPS):
            followed = tactician.weigh(state)
            if tactician.positions <= LONG:
                difference = max(difference, float(abs(tactician.estimate(state) - followed).max()))
                if np.ptp(followed) > 0.001:
                    sides.add(state.current_player())
    return difference, sides
