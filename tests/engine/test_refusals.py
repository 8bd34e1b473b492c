"""Why something cannot be done on a turn: a reason for whatever is covered and not legal, and none
for what is legal, over every action that could be said.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from autogm.engine.codes import (
    A_SHIFT,
    CHANCE,
    N_TURN,
    V_ATTACK,
    V_ATTACK_EVERYONE,
    V_CHARGE,
    V_CREATE,
    V_HELP,
    V_MOVE,
    V_OVERCOME,
    V_PULL,
    V_PUSH,
    V_SPRINT,
    VERB_SHIFT,
)
from autogm.engine.game import load_game
from autogm.engine.refusals import COVERED, NO_WAY_OUT, NOTHING, UNTOLD, refusal
from autogm.game.kernels import INTERPRETED
from tests.conformance.plays import Seen, choose

NAMES = [
    "duel", "street-fight", "autarch-skirmish", "lizardfolk-camp", "aether-storm", "royal-court",
    "harbour-run", "undercrypt", "mountain-path", "bat-ruins", "loading-bay", "hold-the-bridge",
]  # fmt: skip
PLAYS = range(1 if INTERPRETED else 3)
ABOUT = {
    **dict.fromkeys((V_MOVE, V_SPRINT, V_ATTACK_EVERYONE), "zones"),
    **dict.fromkeys((V_ATTACK, V_CHARGE, V_PUSH, V_PULL, V_HELP), "fighters"),
    **dict.fromkeys((V_CREATE, V_OVERCOME), "slots"),
}


@cache
def reasons(name: str) -> tuple[set[int], int]:
    """The reasons that come up in plays at random, each checked against what is legal, and how many
    there were."""
    game, found, compared = load_game(name), set[int](), 0
    for seed in PLAYS:
        state, rng, seen = game.new_initial_state(), Random(seed), Seen()
        for _ in range(250):
            if state.is_terminal():
                break
            if state.current_player() != CHANCE and state.node() == N_TURN:
                legal = set(state.legal_actions())
                for verb in range(64):
                    if not (COVERED >> verb) & 1:
                        continue
                    number = int(game.scene[0][ABOUT[verb]]) if verb in ABOUT else 1
                    for about in range(number):
                        action = (verb << VERB_SHIFT) | (about << A_SHIFT)
                        why = refusal(state, action)
                        assert (why == NOTHING) == (action in legal), (verb, about, why)
                        assert why != UNTOLD
                        found.add(why)
                        compared += 1
                for action in legal:
                    assert refusal(state, action) in (NOTHING, UNTOLD)
            state.apply_action(choose(state, rng, seen))
    return found, compared


@pytest.mark.parametrize("name", NAMES)
def test_only_what_is_not_legal_is_refused_and_each_time_with_a_reason(name: str) -> None:
    assert reasons(name)[1] > 100


def test_many_reasons_come_up() -> None:
    found = set[int]()
    for name in ("street-fight", "lizardfolk-camp", "bat-ruins", "undercrypt"):
        found |= reasons(name)[0]
    assert len(found) > 20, set(range(NO_WAY_OUT + 1)) - found
