"""What absorbing a hit leaves, against hits that come then."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from autogm.analysis.remains import Remains, remains
from autogm.engine.actions import Action
from autogm.engine.codes import CHANCE, HARM_SHIFT, N_ABSORB, V_BE_TAKEN_OUT, VERB_SHIFT
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.view.options import offer
from tests.conformance.plays import Seen, choose

NAMES = ["duel", "street-fight", "autarch-skirmish", "lizardfolk-camp", "aether-storm"]


def moments(name: str, seeds: int) -> list[State]:
    found = []
    for seed in range(seeds):
        state, rng, seen = load_game(name).new_initial_state(), Random(seed), Seen()
        for _ in range(400):
            if state.is_terminal():
                break
            if state.current_player() != CHANCE and state.node() == N_ABSORB:
                found.append(state.clone())
            state.apply_action(choose(state, rng, seen))
    return found


def can_absorb(state: State, fighter: int, harm: int, shifts: int) -> bool:
    """Whether a hit could be absorbed, asked of the game as of a hit that has come."""
    record = state.record.copy()
    side = int(state.game.scene[0]["side"][fighter])
    record[0]["pending"], record[0]["depth"] = 0, 1
    record[0]["pending"][0] = np.array([N_ABSORB, fighter, side, shifts | (harm << HARM_SHIFT)])
    legal = State(state.game, record).legal_actions()
    return legal != [V_BE_TAKEN_OUT << VERB_SHIFT]


@pytest.mark.rule("H2")
@pytest.mark.parametrize("name", NAMES)
def test_the_greatest_hit_that_is_left_can_be_absorbed_and_no_greater_one(name: str) -> None:
    compared = 0
    for state in moments(name, 3)[:25]:
        asked = offer(state, state.current_player())
        record = state.record[0]
        harm = (int(record["pending"][int(record["depth"]) - 1, 3]) >> HARM_SHIFT) & 1
        fighter = state.game.words.fighters.index(str(state.actor()))
        for option, left in zip(asked.options, remains(state, asked), strict=True):
            if left is None:
                continue
            assert left.out == (option.action["verb"] == "be taken out")
            if not left.out:
                after = state.child(
                    state.game.choice(state, asked.side, Action.from_dict(option.action))
                )
                hits = [can_absorb(after, fighter, harm, one) for one in range(1, left.absorbs + 2)]
                assert hits == [True] * left.absorbs + [False]
                assert sum(left.boxes[-1:]) <= left.absorbs
                compared += 1
    assert compared > 3


def test_what_is_left_is_told_briefly() -> None:
    assert Remains(out=True).words() == "out"
    assert Remains().words() == "any further hit takes out"
    left = Remains((2, 3), ("mild", "moderate"), 9)
    said = "boxes 2 and 3, a mild consequence and a moderate consequence left"
    assert left.words() == f"{said}; a hit of 10 would take out"
    assert Remains((1,), ("mild", "mild"), 5).words().startswith("box 1 and two mild consequences")


def test_where_no_hit_is_to_be_taken_there_is_nothing() -> None:
    state = load_game("duel").new_initial_state()
    asked = offer(state, state.current_player())
    assert not any(remains(state, asked))
