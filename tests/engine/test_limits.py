"""The sizes a conflict may have: the largest one that is promised loads and plays to its end, and
what is larger is refused as a fault of the scenario, not as an error of the program."""

from __future__ import annotations

import random

import pytest

from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.table import scene

FIGHTERS, ZONES, STUNTS, EXCHANGES = 32, 32, 16, 200


def largest(*, templates: int = 3) -> Scenario:
    """32 fighters with 16 stunts each, 32 zones, 96 aspects, 200 exchanges, every rule on."""
    zones = {f"z{n}": {"aspect": f"Hall {n}"} for n in range(ZONES)}
    edges = [[f"z{n}", f"z{(n + 1) % ZONES}"] for n in range(ZONES)]
    stunts = [
        {"name": f"Trick {n}", "does": "bonus", "limit": "scene", "actions": ["attack"]}
        for n in range(STUNTS)
    ]
    fighters = [
        {
            "type": "player" if n < 4 else "minion",
            "zone": f"z{n % 3}",
            "aspects": [f"Name of {n}"],
            "skills": {"Forceful": 2, "Careful": 1},
            "stunts": stunts,
        }
        for n in range(FIGHTERS)
    ]
    half = FIGHTERS // 2
    return Scenario.model_validate(
        {
            "title": "As large as it gets",
            "ruleset": "war-of-ashes",
            "rules": {"max_stunts": 16},
            "roar": True,
            "exchanges": EXCHANGES,
            "zones": zones,
            "edges": edges,
            "aspects": [f"Truth {n}" for n in range(96 - ZONES - FIGHTERS)],
            "templates": [
                {"text": f"Opening {n}", "on": "enemy" if n == 0 else "zone"}
                for n in range(templates)
            ],
            "sides": {
                "players": {"fighters": {f"p{n}": fighters[n] for n in range(half)}},
                "gm": {"fighters": {f"g{n}": fighters[half + n] for n in range(half)}},
            },
        }
    )


def play(state: State, rng: random.Random, steps: int) -> None:
    """Play at random, conceding only where nothing else is legal."""
    game = state.game
    for _ in range(steps):
        if state.is_terminal():
            return
        choices = state.legal_actions()
        if state.current_player() >= 0:
            staying = [a for a in choices if game.describe(state, a).verb != "concede"]
            choices = staying or choices
        state.apply_action(rng.choice(choices))


def test_the_largest_promised_conflict_plays() -> None:
    state = Game(settle(largest(templates=2))).new_initial_state()
    assert len(state.game.encounter.fighters) == FIGHTERS
    assert len(state.game.encounter.zones) == ZONES
    play(state, random.Random(1), 4000)
    assert state.is_terminal() or state.exchange > 1


def test_a_larger_one_is_refused_by_its_faults() -> None:
    with pytest.raises(ScenarioError, match="places for aspects"):
        Game(settle(largest(templates=9)))


@pytest.mark.rule("Z3")
def test_what_somebody_bears_hinders_in_no_zone() -> None:
    """Not even the last of 32 fighters."""
    foes = "; ".join(f"foe{n}" for n in range(31))
    slippery = {"text": "Slippery", "adverse": True}
    table = scene("fate-core", "hero", foes, sheets={"foe30": {"aspects": [slippery]}})
    assert table.stands("Slippery", on="foe30")
    assert not table.state.record[0]["adverse"].any()
