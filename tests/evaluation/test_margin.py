"""The margin over a brawler: exact, against battles that are played, and zero for the brawler
itself.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent, seats
from autogm.engine.codes import CHANCE, PLAYERS
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.lab.progress import status_line
from autogm.lab.simulate import simulate
from evaluation.loss import HERE, PERFECT, solved
from evaluation.margin import Margin, main, measure, share

SMALL, BATTLES = "wharf", 20_000
GONE = 1e-12
Decide = Callable[[State], int]


def test_a_brawler_wins_nothing_from_itself() -> None:
    with status_line("") as say:
        found = measure(["brawler", PERFECT], [SMALL], 1, say)
    assert found["brawler"][0].both == pytest.approx(0.0, abs=1e-9)
    assert found[PERFECT][0].both > 0.1


def walked(start: State, players: Decide, gm: Decide) -> float:
    """The utility of a battle in which both sides decide so: the chances of all its ends, step by
    step."""
    worth, at = 0.0, {start: 1.0}
    while at:
        after: defaultdict[State, float] = defaultdict(float)
        for state, mass in at.items():
            if state.is_terminal():
                worth += mass * state.returns()[0]
            elif state.current_player() == CHANCE:
                for outcome, chance in state.chance_outcomes():
                    after[state.child(outcome)] += mass * chance
            else:
                decide = players if state.current_player() == PLAYERS else gm
                after[state.child(decide(state))] += mass
        at = {state: mass for state, mass in after.items() if mass > GONE}
    return worth


def test_the_perfect_margin_is_what_its_battles_come_to() -> None:
    found = solved(SMALL)
    start, brawler = found.game.new_initial_state(), agent("brawler")

    def brawl(state: State) -> int:
        return brawler.decide(state, RandomSource(0)).action

    with status_line("") as say:
        (told,) = measure([PERFECT], [SMALL], 1, say)[PERFECT]
    assert told.players == pytest.approx(walked(start, found.act, brawl), abs=1e-6)
    assert told.gm == pytest.approx(-walked(start, brawl, found.act), abs=1e-6)


@pytest.mark.parametrize("side", ["players", "gm"])
def test_the_margin_is_what_battles_show(side: str) -> None:
    """Random play against the brawler, played out: the exact margin lies within four standard
    errors of the mean."""
    with status_line("") as say:
        exact = getattr(measure(["random"], [SMALL], 1, say)["random"][0], side)
    other = {"players": "gm", "gm": "players"}[side]
    told = simulate(
        load_game(HERE / f"{SMALL}.yaml"), BATTLES, 1, seats(f"{side}=random,{other}=brawler")
    )
    mean = told.wins[side].share - told.wins[other].share
    assert abs(mean - exact) < 4 / np.sqrt(BATTLES)


def test_the_share_is_of_all_conflicts_together() -> None:
    own = [Margin("one", 0.25, 0.75), Margin("other", 0.0, 0.0)]
    perfect = [Margin("one", 0.5, 0.5), Margin("other", 1.0, 2.0)]
    assert share(own, perfect) == pytest.approx(0.25)


def test_the_command_prints_one_json_value(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--json", "--agents", "tactician", "--conflicts", SMALL])
    told = json.loads(capsys.readouterr().out)
    assert list(told["agents"]) == ["tactician", PERFECT]
    assert told["agents"]["tactician"]["share"] > 0
    main(["--agents", "brawler", "--conflicts", SMALL])
    assert "share of the perfect one's" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--agents", "brawlr"], "Did you mean `brawler`"),
        (["--conflicts", "knol"], "no conflict is called `knol`"),
        (["--conflicts", ""], "name one conflict at least"),
    ],
)
def test_unknown_names_are_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as told:
        main(arguments)
    assert told.value.code == 2
    assert words in capsys.readouterr().err
