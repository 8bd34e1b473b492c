"""The simulation as a person reads it: the headline in the number of the sides, honest rounding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autogm.agents.roster import seats
from autogm.engine.telling.names import Names, names_of
from autogm.lab.intervals import wilson
from autogm.lab.simulate import Simulation, simulate
from autogm.lab.tables import headline, simulation_tables
from tests.table import scene

GAME = scene("accelerated", "rolf Quick 2", "foe Quick 2").game
FOUND = simulate(GAME, 60, 1, seats(None), workers=1)


def named(players: str, gm: str) -> Names:
    """Names of sides: the GM's speaks of many."""
    return replace(
        names_of(GAME.encounter), sides={"players": players, "gm": gm}, many=frozenset({gm})
    )


def counted(players: int, gm: int, total: int) -> Simulation:
    """A simulation with those wins."""
    wins = {"players": wilson(players, total), "gm": wilson(gm, total)}
    return replace(FOUND, battles=total, wins=wins, undecided=wilson(total - players - gm, total))


@pytest.mark.parametrize(
    ("players", "gm", "total", "words"),
    [
        # Wilson for 620 of 1000: 58.9 to 64.9; 380: 35.1 to 41.1.
        (620, 380, 1000, "The crew wins 62% (59–65%) of the battles, the Dockers 38% (35–41%)."),
        (380, 620, 1000, "The Dockers win 62% (59–65%) of the battles, the crew 38% (35–41%)."),
        # 50 and 40 of 100: 40.4 to 59.6, and 30.9 to 49.8.
        (
            50,
            40,
            100,
            "Too close to call: the crew wins 50% (40–60%) of the battles, the Dockers 40% "
            "(31–50%); 10% end undecided.",
        ),
        # 1 of 1000: 0.02 to 0.56; 2: 0.05 to 0.73; 997: 99.1 to 99.9.
        (2, 1, 1000, ">99% of the battles end undecided; the crew wins <1%, the Dockers <1%."),
        # 100 of 100: 96.3 to 100; none: 0 to 3.7. 1000 of 1000: 99.6 to 100.
        (100, 0, 100, "The crew wins 100% (96–100%) of the battles, the Dockers 0% (0–4%)."),
        (1000, 0, 1000, "The crew wins 100% (>99%) of the battles, the Dockers 0% (<1%)."),
    ],
)
def test_the_headline(players: int, gm: int, total: int, words: str) -> None:
    assert headline(named("the crew", "the Dockers"), counted(players, gm, total)) == words


def test_columns_that_say_nothing_are_left_out() -> None:
    """Brawlers neither concede nor leave."""
    table = next(part for part in simulation_tables(GAME, FOUND)[2:])
    shown = [str(column.header) for column in table.columns]  # type: ignore[union-attr]
    assert shown[0] == "fighter"
    assert shown[-2:] == ["hits", "shifts"]
    assert "conceded" not in shown
    assert "left" not in shown
