"""Looking one turn ahead, against recursion over the plain contract (`plainly`), in conflicts made
for it and in random ones; the duel of invokes, against a recursion over who moves next; the value,
against its mirror image.
"""

from __future__ import annotations

import re
from itertools import product
from math import atanh, tanh
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent, seats
from autogm.engine import codes
from autogm.engine.actions import Action
from autogm.engine.codes import N_ABSORB, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.game.rows import rows
from autogm.lab.replay import replay
from autogm.lab.simulate import simulate
from autogm.planner.evaluation.parameters import CONTEMPT, PARAMETERS, parameters_of
from autogm.planner.evaluation.scratch import MARGINS, MIDDLE, WORK
from autogm.planner.turn.duel import solve_duel
from autogm.planner.turn.tactician import Tactician
from autogm.planner.turn.weighing import MOST_A_LINE
from autogm.view.words.reasons import reason
from tests.planner.plain_duel import Invoke, solve
from tests.planner.plain_states import is_area, whose_turn
from tests.planner.plainly import Plain
from tests.planner.roots import ROOTS
from tests.planner.wandering import random_game, wander
from tests.soak import times
from tests.table import scene

FENCERS = {
    "fate-core": ("ann Fight 3", "bob Fight 2"),
    "war-of-ashes": ("ann Forceful 3", "bob Forceful 2"),
    "minifate": ("ann Fight 3 Agility 1", "bob Fight 2 Agility 2"),
}


def duel(ruleset: str, **fields: Any) -> Game:
    """Two fencers who attack and invoke nothing."""
    fields.setdefault("templates", [])
    fields.setdefault("actions", ["attack"])
    return scene(ruleset, *FENCERS[ruleset], **fields).game


@pytest.mark.parametrize("ruleset", FENCERS)
def test_a_turn_without_invokes_is_weighed_exactly(ruleset: str) -> None:
    game = duel(ruleset)
    tactician, state = Tactician(game), game.new_initial_state()
    assert tactician.weigh(state) == pytest.approx(Plain(tactician).weigh(state), abs=1e-9)


@pytest.mark.parametrize("name", ROOTS)
def test_choices_of_every_kind_are_weighed_exactly(name: str) -> None:
    place, kind = ROOTS[name]
    state = place().state
    assert (state.node(), state.current_player() >= 0) == (kind, True)
    tactician = Tactician(state.game)
    exact = Plain(tactician).weigh(state)
    assert tactician.weigh(state) == pytest.approx(exact, abs=1e-9)
    assert max(exact) - min(exact) > 0.002, "something hangs on the choice"


def test_stakes_reach_beyond_victory() -> None:
    """Winning unhurt is worth more than a victory if its cost matters."""
    state = ROOTS["a hit with careful stakes"][0]().state
    assert max(Tactician(state.game).weigh(state)) > 1.1


@pytest.mark.parametrize(
    ("first", "last", "u"), [("gm", "ann", -CONTEMPT), ("players", "bob", CONTEMPT)]
)
def test_whoever_thinks_counts_a_conflict_that_nobody_wins_as_half_lost(
    first: str, last: str, u: float
) -> None:
    """The last choice of the last exchange, to stay or to walk to the other."""
    table = scene(
        "fate-core", "ann@yard Fight 3", "bob@hall Fight 3", "yard - hall",
        exchanges=1, actions=["move"], turn_order={"first": first},
    )  # fmt: skip
    state = table.turn(last).state
    assert Tactician(state.game).weigh(state) == pytest.approx([u, u])


@pytest.mark.parametrize(
    ("stakes", "counts"),
    [
        ({}, CONTEMPT),
        ({"players": {"undecided": 0.5}}, CONTEMPT / 2),
        ({"gm": {"undecided": 1.0}}, 0.0),
        ({"players": {"undecided": 1.5}}, 0.0),
    ],
    ids=["a draw", "better than a draw", "as good as won", "better than won"],
)
def test_contempt_shrinks_as_the_stake_of_no_victory_nears_an_end(
    stakes: dict[str, Any], counts: float
) -> None:
    game = duel("fate-core", **({"stakes": stakes} if stakes else {}))
    assert parameters_of(game)["contempt"][0] == pytest.approx([-counts, counts])


SMALL = 500
"""Positions up to which recursion is quick."""
CHOICES = (codes.N_ABSORB, codes.N_ANSWER, codes.N_BLOCK, codes.N_BLOCKED, codes.N_BONUS,
           codes.N_DRIVE, codes.N_GRANT, codes.N_NAME_COST, codes.N_PLACE, codes.N_SPOIL,
           codes.N_TAKE_COST)  # fmt: skip
"""Nodes within a turn at which everything is expanded, without short cuts."""


@settings(max_examples=times(40, briefly=12))
@example(seed=2101, steps=1)
@example(seed=900388, steps=3)
@example(seed=901660, steps=27)
@example(seed=249, steps=16)  # who pays a consequence has won by it
@given(seed=st.integers(0, 10**6), steps=st.integers(1, 40))
def test_choices_of_random_conflicts_are_weighed_exactly(seed: int, steps: int) -> None:
    *_, state = wander(random_game(seed), seed, steps)
    tactician = Tactician(state.game)
    weighed = tactician.weigh(state)
    assume(tactician.positions <= SMALL)
    assert weighed == pytest.approx(Plain(tactician).weigh(state), abs=1e-9)


def test_a_choice_comes_to_what_the_best_after_it_comes_to() -> None:
    """If one choice of a turn follows another, the first is worth what the second brings, to a
    player with the same contempt for a conflict that nobody wins."""
    met = set()
    for seed in range(times(80, briefly=30)):
        for state in wander(random_game(seed), seed, 30):
            after = [(place, state.child(one)) for place, one in enumerate(state.legal_actions())]
            after = [(place, one) for place, one in after if one.node() in CHOICES]
            mover = whose_turn(state, state.legal_actions()[0])
            if not after or state.node() == codes.N_ORDER or mover < 0:
                continue
            if any(is_area(one) for _, one in after):  # within it less is expanded
                continue
            tactician = Tactician(state.game)
            tactician.parameters["contempt"] = 0.0
            weighed = tactician.weigh(state)
            if tactician.positions > MOST_A_LINE:
                continue
            for place, one in after:
                best = max if one.current_player() == PLAYERS else min
                assert weighed[place] == pytest.approx(best(tactician.weigh(one)), abs=1e-9)
                met.add(one.node())
    assert len(met) > 5


@pytest.mark.parametrize("seed", range(60))
def test_duels_are_solved(seed: int) -> None:
    random = np.random.default_rng(seed)
    work, parameters = np.zeros(1, WORK), np.zeros(1, PARAMETERS)
    parameters["swing"] = 1.0
    finals = np.sort(np.tanh(random.normal(size=MARGINS)))
    acting = int(random.integers(2))
    finals = finals if acting == 0 else -finals
    work["final"][0, 3, 0] = finals
    gains, prices = [], []
    for side in (0, 1):
        number = int(random.integers(0, 5))
        gains.append([int(one) for one in random.integers(1, 4, number)])
        prices.append(sorted(float(one) for one in random.uniform(0, 0.4, number)))
        work["invokes"][0, 3, side] = number
        work["gain"][0, 3, side, :number] = gains[side]
        work["price"][0, 3, side, :number] = prices[side]
    margin, mover, passed = (int(random.integers(*ends)) for ends in ((-3, 4), (0, 2), (0, 2)))
    found = solve_duel(rows(parameters)[0], rows(work)[0], 3, margin, acting, mover, passed)
    pairs = [zip(gains[side], prices[side], strict=True) for side in (0, 1)]
    books = [[Invoke(gain, price, ()) for gain, price in one] for one in pairs]

    def paid(side: int, u: float, price: float) -> float:
        return tanh(atanh(u) - (1 if side == 0 else -1) * atanh(price))

    toward = 1 if acting == 0 else -1
    start = (margin, toward, mover, bool(passed))
    exact = solve(lambda now, _: float(finals[now + MIDDLE]), books, paid, start)
    assert found == pytest.approx(exact, abs=1e-12)


def test_it_finishes_who_can_be_finished() -> None:
    """Of two equal enemies, the one with nothing left is attacked."""
    bare = {"tracks": {"physical": 0, "mental": 0}, "consequences": {"mild": 0, "moderate": 0}}
    bare["consequences"]["severe"] = 0
    table = scene(
        "fate-core", "hero Fight 3", "hale Fight 2; spent Fight 2", sheets={"spent": bare}
    )
    table.turn("hero")
    decision = agent("tactician").decide(table.state, RandomSource(1))
    action = table.game.describe(table.state, decision.action)
    assert (action.verb, action.target) == ("attack", "spent")
    assert decision.facts["lines"][0]["action"] == action.as_dict()
    assert re.fullmatch(
        r"Attacking Spent looks best for the players by the end of the turn; next best is "
        r"[a-z]+ing .*, \d+ percentage points worse( by the static estimate)?\.",
        reason(table.state, decision),
    )


def test_a_free_step_comes_before_the_longer_move_that_it_makes_easier() -> None:
    """By a step and a roll against nothing rather than by a roll against 2 for two zones (Z3)."""
    table = scene(
        "fate-core", "ann Athletics 0 Notice 3", "bob@z Notice 1", "a - b - c - d - z",
        actions=["move", "sprint"], templates=[], exchanges=4, rules={"blocking": False},
        objectives={"players": [{"do": "hold", "zone": "c", "exchanges": 1}]},
    ).turn("ann")  # fmt: skip
    worths = Tactician(table.game).weigh(table.state)
    stepping, rolling = (
        worths[table.state.legal_actions().index(table.legal(verb, zone=zone)[0])]
        for verb, zone in (("move", "b"), ("sprint", "c"))
    )
    assert stepping > rolling + 0.01


@pytest.mark.parametrize("name", ["tactician", "planner:good", "planner:great"])
def test_whoever_has_to_get_out_goes_where_nobody_is_in_its_way(name: str) -> None:
    """Not back to the one that chases it, which the policy would rather be near."""
    table = scene(
        "accelerated", "nan@steps Quick 2", "beadle@street Forceful 2", "street - steps - ferry",
        zone={"ferry": {"exit": True}}, rules={"max_zones_moved": 1}, exchanges=200,
        objectives={"players": [{"do": "get out", "who": ["nan"]}],
                    "gm": [{"do": "survive", "exchanges": 5}]},
        actions=["move", "attack", "sprint", "leave", "block"],
    )  # fmt: skip
    table.settle()
    decided = agent(name).decide(table.state, RandomSource(1, 0, 0))
    entry = table.game.entry(table.state, decided.action)
    assert (entry["verb"], entry.get("zone")) == ("move", "ferry")


def test_it_tells_what_it_only_estimated() -> None:
    """What it chooses was expanded and is reported as it is; of the next best it is said that it
    was not, and none is reported as better."""
    game = random_game(2)
    for state in wander(game, 2, 60):
        if len(state.legal_actions()) > 1:
            decision = agent("tactician").decide(state, RandomSource(1))
            exact = dict(zip(state.legal_actions(), Tactician(game).weigh(state), strict=True))
            best, *others = decision.facts["lines"]
            worth = exact[game.encode(Action(**best["action"]))]
            assert best["followed"]
            assert best["value"] == pytest.approx(worth, abs=1e-9)
            sign = 1.0 if state.current_player() == PLAYERS else -1.0
            assert all(sign * one["value"] <= sign * worth for one in others)
            assert not any(one["followed"] for one in others)
            told = reason(state, decision)
            assert told.endswith(" by the static estimate.") == bool(others)


def test_it_beats_the_brawler_from_both_sides() -> None:
    """With points and advantages at hand, out of 40 battles each."""
    fields = {"actions": ["attack", "create", "invoke"], "exchanges": 60}
    game = duel("fate-core", **fields, pool=3)
    as_players = simulate(game, 40, 3, (agent("tactician"), agent("brawler")))
    as_gm = simulate(game, 40, 3, (agent("brawler"), agent("tactician")))
    nobody = simulate(game, 40, 3, (agent("brawler"), agent("brawler")))
    assert as_players.wins["players"].count > nobody.wins["players"].count
    assert as_gm.wins["gm"].count > nobody.wins["gm"].count


def test_the_same_battles_whatever_the_number_of_workers() -> None:
    game = duel("minifate", exchanges=20)
    agents = (agent("tactician"), agent("tactician"))
    one, two = (simulate(game, 12, 4, agents, workers=workers) for workers in (1, 2))
    alike = ("wins", "undecided", "exchanges", "fighters")
    assert [one.as_dict()[name] for name in alike] == [two.as_dict()[name] for name in alike]


def test_of_equal_ways_to_take_a_hit_the_smaller_consequence_is_taken() -> None:
    """A box and a mild consequence instead of a moderate one, which may stand for more later; to
    be taken out is no such way."""
    tied = 0
    tactician = agent("tactician")
    for name, seed in product(("royal-court", "foredeck-boarding"), range(3)):
        game = load_game(name)
        weighing = Tactician(game)
        for step in replay(game, seed, 0, seats("skirmisher", encounter=game.encounter)):
            state = step.before
            if step.decision is None or state is None or state.node() != N_ABSORB:
                continue
            legal, sign = state.legal_actions(), 1 if state.current_player() == PLAYERS else -1
            worths = [round(sign * float(one), 7) for one in weighing.estimate(state)[:-1]]
            best = [place for place, one in enumerate(worths) if one == max(worths)]
            chosen = tactician.decide(state, RandomSource(1, 0, 0)).action
            if chosen != legal[-1]:
                assert chosen == legal[best[-1]]
                tied += len(best) > 1
    assert tied
