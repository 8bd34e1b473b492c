"""Solved card scenes against values worked out another way: a recursion over the rules in plain
Python, and, where nobody has a choice that matters, a Markov chain in linear algebra."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autogm.game.graph import OPEN, TooLargeError, WalkedGraph
from autogm.game.registry import load_game
from autogm.planner.solving.expectimax import Solved, expectimax, look_ahead
from autogm.scenes.cards import graph
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.settled import SettledScene
from tests.scenes.cards.parties import PIPER, SHORT, SMALL, aspect, ending
from tests.scenes.cards.plainly import DICE, Plainly, Position

NEAR = 1e-9
SHIPPED = Path(__file__).parents[3] / "scenarios" / "scenes"
SOLVED = ("moonrise-ritual", "one-question", "party-crashers", "rooftop-chase", "truce-table")


def equilibrium(plainly: Plainly) -> tuple[float, float]:
    """What the first position is worth to players and GM, each choosing what is best for itself,
    of equals what is best for the other: a recursion written for this test."""
    known: dict[Position, tuple[float, float]] = {}

    def worth(at: Position) -> tuple[float, float]:
        if at in known:
            return known[at]
        chooser = plainly.chooser(at)
        if chooser == "over":
            found = plainly.worth(at)
        elif chooser == "dice":
            parts = [(chance, worth(plainly.after(at, sum_))) for sum_, chance in DICE.items()]
            found = (
                sum(chance * one[0] for chance, one in parts),
                sum(chance * one[1] for chance, one in parts),
            )
        else:
            own = 0 if chooser == "players" else 1
            after = [worth(plainly.after(at, option)) for option in plainly.options(at)]
            most = max(one[own] for one in after)
            found = max(
                (one for one in after if one[own] > most - NEAR), key=lambda one: one[1 - own]
            )
        known[at] = found
        return found

    return worth(plainly.first())


@pytest.mark.parametrize("name", SMALL)
def test_values_are_those_of_a_recursion_over_the_rules(name: str) -> None:
    solved = expectimax(CardGame(SMALL[name]).new_initial_state(), 1_000_000)
    assert tuple(solved.values[0]) == pytest.approx(equilibrium(Plainly(SMALL[name])), abs=1e-9)


@pytest.mark.parametrize("name", SMALL)
def test_the_compiled_graph_is_the_one_that_is_walked(name: str) -> None:
    root = CardGame(SMALL[name]).new_initial_state()
    own, walked = expectimax(root, 1_000_000), Solved(root, WalkedGraph(root, 1_000_000))
    assert (own.states, own.decisions, own.dice, own.ends) == (
        walked.states, walked.decisions, walked.dice, walked.ends,
    )  # fmt: skip
    assert own.values[0] == pytest.approx(walked.values[0], abs=1e-12)
    for state in (walked.graph.state(place) for place in range(0, walked.states, 37)):
        assert own.worth(state) == pytest.approx(walked.worth(state), abs=1e-12)


def test_a_roll_that_is_too_large_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_STATES", 20)
    with pytest.raises(TooLargeError, match="more than 20 states up to the next roll"):
        look_ahead(CardGame(SHORT).new_initial_state(), 10)


def ladder(rolls: int, needed: int) -> SettledScene:
    """Piper's bluff against 4 with one aspect that helps, and nothing else: nobody has points,
    nothing can be added or removed, so many successes win, and time decides otherwise."""
    return replace(
        SHORT,
        max_rolls=rolls,
        gm_points=2,
        characters=(replace(PIPER, points=0, tries=frozenset({"bluff"})),),
        intentions=SHORT.intentions[:1],
        aspects=(
            aspect("Swanky", fixed=True),
            aspect("Locked", valence="detrimental", opposes=("bluff",), fixed=True),
            aspect("Goons", valence="detrimental", opposes=("bluff",), fixed=True),
            aspect("Charming", "piper", "sheet", helps=("bluff",)),
        ),
        endings=(
            ending("inside", "players", 1, -1, successes=needed),
            ending("away", "gm", -1, 1, at_the_end=True),
        ),
        stakes={side: type(one)() for side, one in SHORT.stakes.items()},
    )


@pytest.mark.parametrize(("rolls", "needed"), [(1, 1), (3, 1), (4, 2), (6, 4)])
def test_a_scene_without_choices_is_a_markov_chain(rolls: int, needed: int) -> None:
    """States are so many successes, so many rolls; the chance of each ending is what the
    fundamental matrix of the chain says."""
    hit = sum(chance for sum_, chance in DICE.items() if sum_ + 2 >= 4)
    transient = [(done, made) for made in range(rolls) for done in range(needed)]
    index = {one: place for place, one in enumerate(transient)}
    inner, out = np.zeros((len(transient),) * 2), np.zeros((len(transient), 2))
    for (done, made), place in index.items():
        for chance, more in ((hit, 1), (1 - hit, 0)):
            if done + more >= needed:
                out[place, 0] += chance
            elif made + 1 >= rolls:
                out[place, 1] += chance
            else:
                inner[place, index[done + more, made + 1]] += chance
    absorbed = np.linalg.solve(np.eye(len(transient)) - inner, out)[index[0, 0]]
    assert absorbed.sum() == pytest.approx(1.0)
    solved = expectimax(CardGame(ladder(rolls, needed)).new_initial_state(), 10_000)
    # Each is worth 1 to one side and -1 to the other. Who gives in loses.
    assert solved.value == pytest.approx(absorbed[0] - absorbed[1], abs=1e-12)


@pytest.mark.parametrize("name", SOLVED)
def test_five_shipped_scenes_are_solved_and_nobody_gains_by_other_choices(name: str) -> None:
    game = load_game(SHIPPED / f"{name}.yaml")
    solved = expectimax(game.new_initial_state(), 3_000_000)
    assert solved.answered(0) == pytest.approx(solved.values[0, 1], abs=1e-9)
    assert solved.answered(1) == pytest.approx(solved.values[0, 0], abs=1e-9)


@pytest.mark.parametrize("name", ["the-vault", "the-trial"])
def test_what_is_too_large_is_refused_by_name(name: str) -> None:
    game = load_game(SHIPPED / f"{name}.yaml")
    with pytest.raises(TooLargeError, match="more than 50,000 states"):
        expectimax(game.new_initial_state(), 50_000)


def test_looking_farther_ahead_comes_nearer_to_the_value() -> None:
    root = CardGame(SMALL["short"]).new_initial_state()
    whole = look_ahead(root, 1_000_000)
    assert whole.open == 0
    one_roll = look_ahead(root, 1)
    assert one_roll.open == int((one_roll.graph.kinds == OPEN).sum()) > 0
    assert one_roll.states < whole.states
