"""How rolls end when both sides invoke what is best for them: the end of a solved duel against a
recursion over who moves next, the chances against exact sums of dice, and both in real conflicts.
"""

from __future__ import annotations

from math import atanh, tanh
from random import Random

import numpy as np
import pytest

from autogm.engine.codes import CHANCE, N_DUEL, N_TURN
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.evaluation.parameters import PARAMETERS
from autogm.planner.evaluation.scratch import MARGINS, MIDDLE, WORK
from autogm.planner.roll_odds import before_dice, odds_of
from autogm.planner.turn.invoked import Duels, end_of_duel
from autogm.planner.turn.tactician import Tactician
from tests.conformance.plays import Seen, choose
from tests.table import scene

NAMES = ["duel", "street-fight", "autarch-skirmish", "lizardfolk-camp", "royal-court"]


def moments(name: str, seed: int, node: int, most: int) -> list[State]:
    state, rng, seen = load_game(name).new_initial_state(), Random(seed), Seen()
    found: list[State] = []
    for _ in range(2000):
        if state.is_terminal() or len(found) == most:
            break
        if state.current_player() != CHANCE and state.node() == node:
            found.append(state.clone())
        state.apply_action(choose(state, rng, seen))
    return found


@pytest.mark.rule("A6")
@pytest.mark.parametrize("seed", range(200))
def test_a_duel_ends_where_perfect_players_stop(seed: int) -> None:
    random = np.random.default_rng(seed)
    work, parameters = np.zeros(1, WORK), np.zeros(1, PARAMETERS)
    parameters["swing"] = 1.0
    acting = int(random.integers(2))
    finals = np.sort(np.tanh(random.normal(size=MARGINS))) * (1 if acting == 0 else -1)
    work["final"][0, 3, 0] = finals
    books: list[list[tuple[int, float]]] = []
    for side in (0, 1):
        number = int(random.integers(0, 5))
        gains = [int(one) for one in random.integers(1, 4, number)]
        prices = sorted(float(one) for one in random.uniform(0, 0.4, number))
        books.append(list(zip(gains, prices, strict=True)))
        work["invokes"][0, 3, side] = number
        work["gain"][0, 3, side, :number] = gains
        work["price"][0, 3, side, :number] = prices
    margin, mover, passed = (int(random.integers(*ends)) for ends in ((-3, 4), (0, 2), (0, 2)))

    def play(here: int, used: tuple[int, int], side: int, ends: bool) -> tuple[float, int]:
        """What a duel is worth from here on, and where it ends."""
        sign, rest = (1 if side == 0 else -1), (float(finals[here + MIDDLE]), here)
        best = rest if ends else play(here, used, 1 - side, True)
        if used[side] < len(books[side]):
            gain, price = books[side][used[side]]
            after = (used[0] + (side == 0), used[1] + (side == 1))
            u, end = play(here + (gain if side == acting else -gain), after, 1 - side, False)
            paid = tanh(atanh(u) - sign * atanh(price))
            if sign * paid > sign * best[0] + 1e-12:
                best = (paid, end)
        return best

    found = end_of_duel(rows(parameters)[0], rows(work)[0], 3, margin, acting, mover, passed)
    assert found == play(margin, (0, 0), mover, bool(passed))[1]


@pytest.mark.parametrize("name", NAMES)
def test_the_chances_are_those_of_the_dice(name: str) -> None:
    """Invokes move margins, each way in which dice fall by itself: the chances of all ends are sums
    of chances of margins, and what can be moved is within what can be invoked."""
    compared = 0
    for state in moments(name, 3, N_TURN, 4):
        tactician, duels = Tactician(state.game), Duels(state.game)
        for action in state.legal_actions():
            here = before_dice(tactician, state, action)
            if here is not None:
                plain, ends = odds_of(state.game, here).margin, duels.ends(here)
                assert ends is not None
                assert sum(chance for _, chance in ends) == pytest.approx(1.0, abs=1e-12)
                assert len(ends) <= len(plain.chances)
                compared += 1
    assert compared >= 3


def test_where_nobody_can_invoke_rolls_end_as_the_dice_fall() -> None:
    sheet = {"aspects": ["Stubborn as a Mule"]}
    game = scene(
        "war-of-ashes", "ann@a Forceful 2 boxes=3", "bo@a Forceful 1 boxes=3", "a",
        pool=0, sheets={"ann": sheet, "bo": sheet},
    ).game  # fmt: skip
    state = game.new_initial_state()
    while state.current_player() == CHANCE or state.node() != N_TURN:
        state.apply_action(state.legal_actions()[0])
    state.record[0]["points"] = 0
    tactician, duels, compared = Tactician(game), Duels(game), 0
    for action in state.legal_actions():
        here = before_dice(tactician, state, action)
        if here is None:
            continue
        exact = {margin: float(chance) for margin, chance in odds_of(game, here).margin}
        assert dict(duels.ends(here) or ()) == pytest.approx(exact, abs=1e-12)
        compared += 1
    assert compared >= 2


def test_some_duels_are_moved_by_invokes_and_end_at_one_margin() -> None:
    moved = 0
    for state in moments("street-fight", 1, N_DUEL, 40):
        ends = Duels(state.game).ends(state)
        assert ends is not None
        assert len(ends) == 1
        moved += ends[0][0] != int(state.record[0]["margin"])
    assert moved > 3


def test_on_a_turn_there_is_no_roll_yet() -> None:
    state = moments("duel", 1, N_TURN, 1)[0]
    assert Duels(state.game).ends(state) is None


def followed(state: State, tactician: Tactician) -> int:
    """The margin at which a duel ends if both sides go by the static estimate of each choice, as it
    comes up, and nobody rerolls."""
    while True:
        game, worths = state.game, tactician.estimate(state)
        sign, legal = (1 if state.current_player() == 0 else -1), state.legal_actions()
        able = [n for n, one in enumerate(legal) if game.describe(state, one).mode != "reroll"]
        action = legal[max(able, key=lambda n: (sign * float(worths[n]), -n))]
        told = [one for one in game.events(state, action) if one.kind == "result"]
        if told:
            return int(told[0].facts["shifts"])
        after = state.child(action)
        if after.node() != N_DUEL:
            return int(state.record[0]["margin"])
        state = after


def compared(name: str, seeds: int) -> list[tuple[int, int, int]]:
    """Where duels of plays at random stand, where they end, and where they end if followed."""
    game, found = load_game(name), list[tuple[int, int, int]]()
    duels, tactician = Duels(game), Tactician(game)
    for seed in range(seeds):
        state, rng, seen, before = game.new_initial_state(), Random(seed), Seen(), len(found)
        while not state.is_terminal() and len(found) < before + 60:
            if state.current_player() != CHANCE and state.node() == N_DUEL:
                ends = duels.ends(state)
                if ends is not None:
                    stands = int(state.record[0]["margin"])
                    found.append((stands, ends[0][0], followed(state, tactician)))
            state.apply_action(choose(state, rng, seen))
    return found


def test_mostly_it_ends_where_following_the_estimate_ends() -> None:
    """The two differ mostly where choices are worth nearly the same to the estimate."""
    found = [one for name in NAMES for one in compared(name, 2)]
    assert len(found) > 300
    assert sum(end != stands for stands, end, _ in found) > 30
    assert sum(end == other for _, end, other in found) >= 0.93 * len(found)
