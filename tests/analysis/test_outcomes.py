"""How battles that were played on ended, in a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autogm.analysis.intervals import wilson
from autogm.analysis.outcomes import Outcomes, played_on
from autogm.view.words.names import names_of
from tests.table import scene

GAME = scene("accelerated", "rolf Quick 2", "foe Quick 2").game


@pytest.mark.parametrize(
    ("players", "gm", "total", "words"),
    [
        # Wilson for 36 of 40: 76.9 to 96.0; 2: 1.4 to 16.5. 38: 83.5 to 98.6.
        (36, 2, 40, "40 times, both sides as the brawler: the crew won 90% (77–96%), the Dockers "
                    "5% (1–17%), 5% ended undecided."),
        (2, 38, 40, "40 times, both sides as the brawler: the Dockers won 95% (83–99%), the crew "
                    "5% (1–17%)."),
        (0, 1, 1, "once, both sides as the brawler: the Dockers won 100% (21–100%), the crew 0% "
                  "(0–79%)."),
    ],
)  # fmt: skip
def test_battles_played_on_in_a_sentence(players: int, gm: int, total: int, words: str) -> None:
    sides = {"players": "the crew", "gm": "the Dockers"}
    names = replace(names_of(GAME.encounter), sides=sides, many=frozenset({"the Dockers"}))
    found = Outcomes(
        battles=total,
        asked=total,
        seed=1,
        agents=dict.fromkeys(sides, "brawler"),
        wins={"players": wilson(players, total), "gm": wilson(gm, total)},
        undecided=wilson(total - players - gm, total),
    )
    assert played_on(names, found) == f"Played on from here {words}"
