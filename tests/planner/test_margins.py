"""Margins that the look ahead takes for one another do the same, by the engine's own effects; and
the classes of outcome that odds are told by part them where effects do (D5); and what the policy
takes a fighter to absorb of one hit is what the game offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from autogm.engine.codes import HARM_SHIFT, LETHAL_SHIFT, N_ABSORB
from autogm.engine.game import Game
from autogm.engine.layout import BUFFER
from autogm.engine.nodes.absorb import legal_absorb
from autogm.engine.nodes.outcome import write_outcome
from autogm.engine.records import Buffers, Scenes, States
from autogm.engine.state import State
from autogm.game.kernels import entry
from autogm.game.rows import rows
from autogm.planner.evaluation.parameters import AllParameters, parameters_of
from autogm.planner.odds.distributions import outcome
from autogm.planner.policy.margins import takes_at_once
from autogm.planner.turn.margins import same_margin
from tests.planner.one_rule import fight
from tests.planner.test_one_rule import FIXED, KINDS

MARGINS = range(-7, 8)
BATTLES, STEPS = 8, 40


@entry
def write_at(scenes: Scenes, states: States, margin: int, buffers: Buffers) -> int:
    """Write the effects of the roll of the first state into the first buffer; answers the margin
    that stands for it."""
    write_outcome(scenes[0], states[0], buffers[0], margin, 1)
    return same_margin(scenes[0], states[0].roll_verb + 0, margin)


def rolling(game: Game) -> Iterator[State]:
    """Rolls before their dice fall, one of each verb."""
    verbs = set[int]()
    for seed in range(BATTLES):
        random, state = Random(seed), game.new_initial_state()
        for _ in range(STEPS):
            if state.is_terminal():
                break
            if state.rolls_dice() and int(state.record[0]["roll_verb"]) not in verbs:
                verbs.add(int(state.record[0]["roll_verb"]))
                yield state
            state = state.child(random.choice(state.legal_actions()))


@pytest.mark.rule("D5", "K5")
@pytest.mark.parametrize("style_at", [1, 2, 3])
def test_margins_that_stand_for_each_other_have_the_same_effects(style_at: int) -> None:
    """Attacks count every shift, all else only how it came out."""
    verbs, buffers = set[int](), np.zeros(1, BUFFER)
    for kind, (make, _) in KINDS.items():
        game = make(rules={"style_at": style_at, **FIXED.get(kind, {})})
        for state in rolling(game):
            verbs.add(int(state.record[0]["roll_verb"]))
            effects, alike, classes = {}, {}, {}
            for margin in MARGINS:
                there = rows(state.record)
                alike[margin] = int(write_at(game.scene_rows, there, margin, rows(buffers)))
                count = int(buffers[0]["effects"])
                effects[margin] = buffers[0]["effect"][:count].tobytes()
                classes[margin] = outcome(margin, style_at=style_at)
            for margin in MARGINS:
                assert effects[margin] == effects[alike[margin]]
                if margin > MARGINS[0] and alike[margin] == alike[margin - 1] > -style_at:
                    assert classes[margin] == classes[margin - 1]
    assert len(verbs) > 5


@entry
def ways_to_absorb(scenes: Scenes, states: States, buffers: Buffers) -> int:
    """How many ways to take the hit that is pending the game offers, being taken out among them."""
    return legal_absorb(scenes[0], states[0], buffers[0])


@entry
def taken_at_once(
    scenes: Scenes, states: States, all_parameters: AllParameters, fighter: int, lethal: int
) -> int:
    """What the policy takes for the most that a fighter can absorb of one hit."""
    return takes_at_once(scenes[0], states[0], all_parameters[0], fighter, lethal)


def absorbs(state: State, fighter: int, harm: int, lethal: int) -> int:
    """The most shifts of a hit that the game offers to absorb."""
    asked, most = state.clone(), 0
    asked.record["depth"] = 1
    for shifts in range(1, 25):
        packed = shifts | (harm << HARM_SHIFT) | (lethal << LETHAL_SHIFT)
        asked.record["pending"][0, 0] = (N_ABSORB, fighter, 0, packed)
        there, buffers = rows(asked.record), rows(np.zeros(1, BUFFER))
        if ways_to_absorb(state.game.scene_rows, there, buffers) > 1:
            most = shifts
    return most


@pytest.mark.rule("H2", "H3", "H8")
@pytest.mark.parametrize("ruleset", ["fate-core", "autarch", "war-of-ashes", "minifate"])
def test_what_a_fighter_takes_at_once_is_what_the_game_offers(ruleset: str) -> None:
    """Wherever random fights lead, of plain hits and lethal ones."""
    tough = {"consequences": {"mild": 1, "moderate": 1, "severe": 1}}
    sheets = {name: dict(tough) for name in ("ann", "bob")}
    game, seen = fight(ruleset, actions=["attack"], sheets=sheets), set[tuple[int, int]]()
    parameters = parameters_of(game)
    harm = int(parameters[0]["harm"])
    for seed in range(12):
        random, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            state = state.child(random.choice(state.legal_actions()))
            for fighter in range(int(game.scene[0]["fighters"])):
                for lethal in (0, 1):
                    found = taken_at_once(
                        game.scene_rows, rows(state.record), rows(parameters), fighter, lethal
                    )
                    assert found == absorbs(state, fighter, harm, lethal), (seed, fighter, lethal)
                    seen.add((lethal, int(found)))
    assert len(seen) > 6
