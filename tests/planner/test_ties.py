"""Which of several choices that are worth the same is taken: in positions of random conflicts and
in small ones, all choices of a kind told to be worth the same."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine import codes
from autogm.engine.game import Game
from autogm.engine.pack import first, verb_of
from autogm.engine.state import State
from autogm.planner.turn.tactician import Tactician
from evaluation.tournament import Field
from tests.planner.wandering import random_game, wander
from tests.table import Table, scene

SEEDS = range(40)
LARGER = Field("mirrored-07")


def of_kind(verb: int) -> Iterator[tuple[State, list[int], int]]:
    """Positions with several choices of that verb; their numbers, and that of the one to take where
    these are worth the same, and all else less."""
    for seed in SEEDS:
        yield from _of_kind(verb, random_game(seed), seed, 60)
        yield from _of_kind(verb, LARGER.game, seed, 300)


def _of_kind(
    verb: int, game: Game, seed: int, steps: int
) -> Iterator[tuple[State, list[int], int]]:
    tactician = Tactician(game)
    for state in wander(game, seed, steps):
        places = [n for n, one in enumerate(state.legal_actions()) if verb_of(one) == verb]
        if len(places) > 1:
            yield state, places, taken(tactician, state, places)


def taken(tactician: Tactician, state: State, places: list[int]) -> int:
    """The one of several choices that is taken where they are worth the same, and all else less."""
    worths = np.zeros(len(state.legal_actions()))
    worths[places] = 0.25
    chosen = tactician.first_of_equals(state, worths, places[0])
    assert chosen in places
    nearly = worths.copy()
    nearly[chosen] -= 1e-6
    if chosen != places[0]:
        assert tactician.first_of_equals(state, nearly, places[0]) != chosen
    return chosen


def chosen(table: Table, verb: str) -> str:
    """Whom the choice of that verb is about that is taken at a table of several equal ones."""
    table.settle()
    state, game = table.state, table.game
    legal = state.legal_actions()
    told = [game.describe(state, action).as_dict() for action in legal]
    places = [place for place, one in enumerate(told) if one["verb"] == verb]
    assert len(places) > 1
    return str(told[taken(Tactician(game), state, places)]["target"])


def breadth(state: State, action: int) -> int:
    """How many a free invoke or an advantage may serve, in words: nobody for long, those about one
    fighter, those in a zone, everybody."""
    game, slot = state.game, first(action)
    if game.scene[0]["slot_kind"][slot] in (codes.K_ON, codes.K_FOR):
        return 0
    on = game.describe(state, action).as_dict()["on"]
    return 1 if on in game.words.fighters else 2 if on != "scene" else 3


def test_an_advantage_is_made_where_it_serves_most() -> None:
    apart = 0
    for state, places, place in of_kind(codes.V_CREATE):
        legal = state.legal_actions()
        found = [breadth(state, legal[one]) for one in places]
        assert breadth(state, legal[place]) == max(found)
        assert place == places[found.index(max(found))]
        apart += found[0] < max(found)
    assert apart > 5


def test_of_free_invokes_what_serves_least_is_used_first() -> None:
    """Boosts before all others: they vanish."""
    boosts, later = 0, 0
    for state, places, place in of_kind(codes.V_INVOKE_FREE):
        legal = state.legal_actions()
        found = [breadth(state, legal[one]) for one in places]
        assert place == places[found.index(min(found))]
        boosts += min(found) == 0 < max(found)
        later += found[0] > min(found)
    assert boosts
    assert later > 5


def test_of_ways_to_take_a_hit_the_last_costs_least_but_to_be_taken_out() -> None:
    checked = 0
    for state, places, place in of_kind(codes.V_ABSORB):
        assert place == places[-1]
        everything = list(range(len(state.legal_actions())))
        assert taken(Tactician(state.game), state, everything) == places[-1]
        checked += verb_of(state.legal_actions()[-1]) == codes.V_BE_TAKEN_OUT
    assert checked


def test_nobody_pays_for_what_is_as_good_without() -> None:
    checked = 0
    for seed in SEEDS:
        game = random_game(seed)
        for state in wander(game, seed, 200):
            if state.node() == codes.N_TAKE_COST:
                legal = state.legal_actions()
                chosen = taken(Tactician(game), state, list(range(len(legal))))
                assert verb_of(legal[chosen]) == codes.V_FAIL
                checked += 1
    assert checked


def test_a_free_invoke_goes_before_a_point_that_does_the_same() -> None:
    """Be it of the last blow, which either would be."""
    spare = {"tracks": {"physical": 0, "mental": 0}, "fate_points": 0,
             "consequences": {"mild": 0, "moderate": 0, "severe": 0}}  # fmt: skip
    aspect = {"text": "Wet Stones", "free": {"players": 1}}
    table = scene(
        "fate-core", "ann Fight 1", "bob Fight 1", zone={"here": {"aspect": aspect}}, pool=0,
        sheets={"ann": {"fate_points": 1, "aspects": ["Quick"]}, "bob": spare},
    )  # fmt: skip
    table.turn("ann").choose("attack", target="bob").dice("0 0 0 0", "0 0 0 0")
    state, told = table.state, table.game.describe
    assert state.node() == codes.N_DUEL
    verbs = [told(state, action).verb for action in state.legal_actions()]
    assert verbs.index("invoke") < verbs.index("invoke free")
    for name in ("tactician", "planner:great:states=0", "planner:great"):
        chosen = told(state, agent(name).decide(state, RandomSource(1, 0, 0)).action)
        assert chosen.verb == "invoke free", name


def test_choices_of_different_kinds_go_by_their_order() -> None:
    """So that nothing is done rather than something that brings nothing."""
    checked = 0
    for seed in SEEDS:
        game = random_game(seed)
        for state in wander(game, seed, 30):
            verbs = [verb_of(action) for action in state.legal_actions()]
            if state.node() in (codes.N_TURN, codes.N_DUEL) and len(verbs) > 1:
                assert verbs[0] == codes.V_PASS
                assert taken(Tactician(game), state, list(range(len(verbs)))) == 0
                checked += 1
    assert checked


@pytest.mark.parametrize("strong", ["b", "c"])
def test_help_goes_to_whose_attacks_promise_most(strong: str) -> None:
    fighters = "; ".join(f"{one} Fight {3 if one == strong else 1}" for one in "bc")
    table = scene("fate-core", f"a Fight 1; {fighters}", "foe", turn_order={"first": "players"})
    assert chosen(table.turn("a"), "help") == strong


@pytest.mark.parametrize("strong", ["a", "b", "c"])
def test_whose_attacks_promise_most_acts_first(strong: str) -> None:
    fighters = "; ".join(f"{one} Fight {3 if one == strong else 1}" for one in "abc")
    table = scene("fate-core", "foe", fighters, turn_order={"first": "gm"})
    assert chosen(table, "act next") == strong
