"""The margin over a brawler: exact, against battles that are played, and nothing for the brawler
itself.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.lab.progress import status_line
from autogm.lab.simulate import simulate
from evaluation.loss import HERE, PERFECT
from evaluation.margin import main, measure

SMALL, BATTLES = "wharf", 20_000


def test_a_brawler_wins_nothing_from_itself() -> None:
    with status_line("") as say:
        found = measure(["brawler", PERFECT], [SMALL], 1, say)
    assert found["brawler"][0].both == pytest.approx(0.0, abs=1e-9)
    assert found[PERFECT][0].both > 0.1


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


def test_the_command_prints_one_json_value(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--json", "--agents", "tactician", "--conflicts", SMALL])
    told = json.loads(capsys.readouterr().out)
    assert told["agents"][PERFECT]["share"] == 1.0
    assert told["agents"]["tactician"]["share"] > 0
    main(["--agents", "brawler", "--conflicts", SMALL])
    assert "share of the perfect one's" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--agents", "brawlr"], "Did you mean `brawler`"),
        (["--conflicts", "knol"], "no conflict is called `knol`"),
        (["--conflicts", ""], "names one at least"),
    ],
)
def test_unknown_names_are_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as told:
        main(arguments)
    assert told.value.code == 2
    assert words in capsys.readouterr().err
