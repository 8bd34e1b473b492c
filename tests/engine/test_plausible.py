"""Records that come from outside: those that the game writes are read (`copies_are_independent` of
the conformance harness reads every state), those that it could not have written are refused by the
field that gives them away.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.engine import codes
from autogm.engine.game import Game, load_game
from autogm.engine.layout import STATE
from autogm.engine.state import State
from autogm.game.kernels import INTERPRETED
from tests.soak import times

SCENARIOS = Path(__file__).parents[2] / "scenarios"
CAMP = load_game(SCENARIOS / "lizardfolk-camp.yaml")
MUTANTS = times(200, briefly=80) if INTERPRETED else 100  # compiled code does not look indices over


def at(game: Game, kind: int, *, seed: int = 1) -> State:
    """The first node of that kind in random plays of a game."""
    rng = Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.node() == kind:
                return state
            state.apply_action(rng.choice(state.legal_actions()))


def put(field: str, value: int, *place: int) -> Callable[[Any], None]:
    def change(record: Any) -> None:
        if place:
            record[field][place] = value
        else:
            record[field] = value

    return change


def no_end_of_the_roll(record: Any) -> None:
    depth = int(record["depth"])
    record["pending"][1 : depth - 1] = record["pending"][2:depth]
    record["pending"][depth - 1] = 0
    record["depth"] = depth - 1


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        (codes.N_TURN, put("depth", codes.MAX_DEPTH + 1), "`depth` is 13, not 0 to 12"),
        (codes.N_TURN, put("depth", 0), "`depth` and `winner` differ"),
        (codes.N_TURN, put("winner", 2), "`depth` and `winner` differ"),
        (codes.N_TURN, put("depth", 2), "a node that there is not"),
        (codes.N_TURN, put("pending", codes.N_KINDS, 0, 0), "a node that there is not"),
        (codes.N_TURN, put("pending", codes.N_ABSORB, 0, 0), "in the middle of something"),
        (codes.N_TURN, put("pending", 31, 0, 1), "a fighter that there is not"),
        (codes.N_TURN, put("pending", 2, 0, 2), "a side that there is not"),
        (codes.N_TURN, put("pending", 5, 0, 3), "a node 8 about 5"),
        (codes.N_TURN, put("pending", 3, 4, 3), "goes on above `depth`"),
        (codes.N_TURN, put("exchange", 0), "`exchange` is 0"),
        (codes.N_TURN, put("zone", 99, 0), r"`zone\[0\]` is 99"),
        (codes.N_TURN, put("zone", 0, 31), None),
        (codes.N_TURN, put("zone", 1, 31), r"`zone\[31\]` is 1, not 0"),
        (codes.N_TURN, put("present", 0), "not there"),
        (codes.N_TURN, put("out", 1), "`present` has somebody who is out"),
        (codes.N_TURN, put("weight", 7, 0, 1), "`weight` is not what it sums up"),
        (codes.N_TURN, put("slots_here", 0, 0), "`slots_here` is not what it sums up"),
        (codes.N_TURN, put("points", -1, 0), r"`points\[0\]` is -1"),
        (codes.N_TURN, put("item", 70), "`item` is nowhere"),
        (codes.N_TURN, put("spare", 1, 0), r"`spare\[0\]` is 1, not 0"),
        (codes.N_DEFEND, put("roll_target", 0), "`roll_target` is nobody"),
        (codes.N_DUEL, put("roll_verb", codes.V_HELP), "`roll_verb` is none that rolls"),
        (codes.N_DUEL, put("roll_guard", 1), "`roll_guard` is nobody's"),
        (codes.N_DICE, put("margin", 9999), "`margin` is 9999"),
        (codes.N_DICE, no_end_of_the_roll, "a roll without an end"),
    ],
)
def test_a_record_that_the_game_does_not_write_is_refused(
    kind: int, change: Callable[[Any], None], says: str | None
) -> None:
    state = at(CAMP, kind).clone()
    change(state.record[0])
    line = CAMP.serialize(state)
    if says is None:
        assert CAMP.deserialize(line) == state
        return
    with pytest.raises(ValueError, match=f"^this state line is damaged: .*{says}"):
        CAMP.deserialize(line)


def test_a_record_that_is_read_can_be_played_on() -> None:
    """Changed at random, records are refused, or go on like any other; interpreted, kernels look
    every index over."""
    rng, read = Random(7), 0
    kinds = (codes.N_TURN, codes.N_DICE, codes.N_DUEL, codes.N_ROAR, codes.N_ABSORB)
    whole = [at(CAMP, kind, seed=seed) for seed in range(3) for kind in kinds]
    for _ in range(MUTANTS):
        state = rng.choice(whole).clone()
        field = rng.choice(STATE.names or ())
        cells = state.record[field].reshape(-1)
        place = rng.randrange(min(len(cells), 12))
        cells[place] = (int(cells[place]) + rng.choice((-1, 1, 2, 3))) % 100
        try:
            state = CAMP.deserialize(CAMP.serialize(state))
        except ValueError:
            continue
        read += 1
        for _ in range(40):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
    assert 0 < read < MUTANTS
