"""Running totals: added up from dice, ratings, invokes and rerolls alone, they give every margin
that the game itself settles.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.agents.base import RandomSource
from autogm.engine.codes import CHANCE, TERMINAL
from autogm.engine.events import Event
from autogm.engine.game import Game, load_game
from autogm.rules.loading import settle
from autogm.view.totals import Totals
from tests.conformance.tailored import TAILORED
from tests.golden.tales import Experimenter

SCENARIOS = Path(__file__).parents[2] / "scenarios"
GAMES = [load_game(path) for path in sorted(SCENARIOS.glob("*.yaml"))]
GAMES += [Game(settle(written)) for written in TAILORED]


def event(kind: str, who: str | None, **facts: object) -> Event:
    """An event as the game tells it."""
    return Event(kind, who, "", dict(facts))


def test_a_reroll_and_invokes_by_hand() -> None:
    """Rolf has 1 + 3 = 4 against 2. He rerolls to -2: 1. An invoke: 3. The others raise what he
    has to beat to 4, so that he is behind by 1."""
    totals = Totals()
    told = totals.follow(
        [
            event("skill", "rolf", answering=False),
            event("roll", "rolf", sum=1, total=4, against=2),
            event("reroll", "rolf", sum=-2),
            event("invoke", "rolf", gain="+2"),
            event("invoke", None, gain="+2"),
        ]
    )
    assert [one.facts.get("total") for one in told[2:]] == [1, 3, 4]
    assert totals.margin() == -1


def test_what_raises_an_area_attack_counts_against_those_whom_it_speaks_to() -> None:
    """Zird has 2. Against the first, who has 3, he invokes for 4, which counts against the third
    too, who answers with 6; the second, whom it does not speak to, has 3 against 2."""
    totals = Totals()
    totals.follow([event("skill", "zird", answering=False), event("roll", "zird", sum=0, total=2)])
    margins = []
    for target, own, meets in (("one", 3, 2), ("two", 3, 2), ("three", 6, 4)):
        totals.follow([event("skill", target, answering=True)])
        totals.follow([event("roll", target, sum=0, total=own, meets=meets)])
        if target == "one":
            totals.follow([event("invoke", "zird", gain="+2")])
        margins.append(totals.margin())
        totals.follow([event("result", "zird", shifts=margins[-1])])
    assert margins == [1, -1, -2]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.encounter.scenario.title)
def test_totals_give_the_margins(game: Game) -> None:
    """And the parts of a difficulty give the one that the next roll meets."""
    checked = 0
    for battle in range(4):
        state, totals, who = game.new_initial_state(), Totals(), Experimenter()
        difficulty: Event | None = None
        for step in range(260):
            player = state.current_player()
            if player == TERMINAL:
                break
            source = RandomSource(3, battle, step)
            if player == CHANCE:
                outcomes = [outcome for outcome, _ in state.chance_outcomes()]
                action = outcomes[hash((battle, step)) % len(outcomes)]
            else:
                action = who.decide(state, source).action
            for one in game.events(state, action):
                if one.kind == "difficulty":
                    parts = sum(part["amount"] for part in one.facts["parts"])
                    assert parts == one.facts["difficulty"], f"battle {battle}, step {step}"
                    difficulty = one
                elif one.kind in ("turn", "action"):  # a concession may end one before its dice
                    difficulty = None
                elif one.kind == "roll" and difficulty is not None:
                    assert (one.who, one.facts["against"]) == (
                        difficulty.who, difficulty.facts["difficulty"]
                    )  # fmt: skip
                    difficulty = None
                if one.kind == "result":
                    assert totals.margin() == one.facts["shifts"], f"battle {battle}, step {step}"
                    checked += 1
                totals.follow([one])
            state.apply_action(action)
    assert checked


def test_a_difficulty_is_told_with_the_roll_against_it_and_no_other() -> None:
    """Rolf's move is called off before its dice, as a concession can do; what he then rolls against
    is another difficulty."""
    hard = event("difficulty", "rolf", difficulty=4, parts=[{"by": "base", "amount": 4}])
    roll = event("roll", "rolf", sum=0, total=0, against=4)
    told = Totals().follow([event("action", "rolf"), hard, event("concedes", "foe"), roll, roll])
    assert ["parts" in one.facts for one in told[-2:]] == [True, False]
    told = Totals().follow([event("action", "rolf"), hard, event("action", "rolf"), roll])
    assert "parts" not in told[-1].facts
    told = Totals().follow([hard, event("roll", "olivia", sum=0, total=0, against=4)])
    assert "parts" not in told[-1].facts
