"""The simulation as a person reads it: the headline in the number of the sides, honest rounding."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console

from autogm.agents.roster import seats
from autogm.analysis.intervals import Mean, mean_of, wilson
from autogm.analysis.verdict import Heroes
from autogm.lab.insight import Decisive, Insight
from autogm.lab.insight_words import decisive_line
from autogm.lab.simulate import Simulation, simulate
from autogm.lab.tables import first_lines, headline, simulation_tables
from autogm.model.library import shipped
from autogm.rules.loading import load
from autogm.view.figures import Figures
from autogm.view.words.names import Names, names_of
from tests.table import scene

GAME = scene("accelerated", "rolf Quick 2", "foe Quick 2").game
FOUND = simulate(GAME, 60, 1, seats("brawler"), workers=1)


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
        # 3 of 3: 43.8 to 100; none: 0 to 56.2. 1 of 1: 20.7 to 100; none: 0 to 79.3.
        (
            3,
            0,
            3,
            "Three battles are too few to tell who is ahead: the crew wins 100% (44–100%) of the "
            "battles, the Dockers 0% (0–56%).",
        ),
        (
            1,
            0,
            1,
            "One battle is too few to tell who is ahead: the crew wins 100% (21–100%) of the "
            "battles, the Dockers 0% (0–79%).",
        ),
        # 9800 of 10000: 97.71 to 98.26, and 1.74 to 2.29 of the others.
        (
            9800,
            200,
            10000,
            "The crew wins 98.0% (97.7–98.3%) of the battles, the Dockers 2.0% (1.7–2.3%).",
        ),
        # 5 of 1000: 0.21 to 1.16; 995: 98.84 to 99.79.
        (
            995,
            5,
            1000,
            "The crew wins 99.5% (98.8–99.8%) of the battles, the Dockers 0.5% (0.2–1.2%).",
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


def test_an_interval_never_has_two_equal_ends() -> None:
    """500000 of a million: 49.902 to 50.098; five million of ten: 49.969 to 50.031."""
    for count, total, ends in ((500_000, 10**6, "49.9% – 50.1%"),
                               (5_000_000, 10**7, "49.97% – 50.03%")):  # fmt: skip
        wins = simulation_tables(GAME, counted(count, total - count, total))[1]
        assert isinstance(wins, Figures)
        assert ends in [cells[1] for _, cells in wins.rows]


def test_the_table_says_how_many_were_played() -> None:
    for asked, says in ((60, "60 battles, seed 1"), (90, "Interrupted after 60 of 90 battles, ")):
        head = simulation_tables(GAME, replace(FOUND, asked=asked))[0]
        assert says in str(head)


@pytest.mark.parametrize(
    ("number", "characters", "fallen", "words"),
    [
        # Wilson for 12 of 40: 18.1 to 45.4; 2: 1.4 to 16.5. The mean: 0.4 ± 1.96 · 0.1167.
        (3, True, [3] * 2 + [1] * 10 + [0] * 28,
         "All three heroes fall in 5% (1–17%) of the battles, at least one in 30% (18–45%); 0.4 "
         "(0.2–0.6) on average."),
        (2, True, [2] * 2 + [1] * 10 + [0] * 28,
         "Both heroes fall in 5% (1–17%) of the battles, at least one in 30% (18–45%); 0.3 "
         "(0.2–0.5) on average."),
        (1, True, [1] * 2 + [0] * 38, "The hero falls in 5% (1–17%) of the battles."),
        # None of 40: 0 to 8.8.
        (2, False, [0] * 40, "No fighter of the crew falls in any of the battles; that means in "
                             "8.8% of them at most."),
    ],
)  # fmt: skip
def test_who_falls(number: int, characters: bool, fallen: list[int], words: str) -> None:
    heroes = Heroes(
        number,
        characters,
        wilson(fallen.count(number), 40),
        wilson(40 - fallen.count(0), 40),
        mean_of(sum(fallen), sum(one * one for one in fallen), 40),
    )
    lines = first_lines(named("the crew", "the Dockers"), replace(FOUND, heroes=heroes))
    assert lines[1] == words
    debate = replace(named("the crew", "the Dockers"), social=True)
    debated = words.replace("falls", "is talked down").replace("fall ", "are talked down ")
    assert first_lines(debate, replace(FOUND, heroes=heroes))[1] == debated


def test_a_brawl_is_labelled() -> None:
    """Where all brawl the word is for nobody who thinks; where some do, they are marked."""
    names = named("the crew", "the Dockers")
    verdict = replace(counted(62, 38, 100), heroes=None)
    assert first_lines(names, verdict)[-1] == (
        "If nobody thought, this would be fair for the crew."
    )
    thinking = replace(verdict, agents={"players": "tactician", "gm": "brawler"})
    assert first_lines(names, thinking)[-1] == "For the crew, played by veterans, this is fair."
    assert "brawler («if nobody thought») for " in str(simulation_tables(GAME, thinking)[0])


def test_columns_that_say_nothing_are_left_out() -> None:
    """But those of how fighters go, although brawlers neither concede nor leave."""
    unhurt = [replace(one, consequences={**one.consequences, "severe": Mean(0.0, 0.0, 0.0)})
              for one in FOUND.fighters]  # fmt: skip
    table = next(
        part for part in simulation_tables(GAME, replace(FOUND, fighters=tuple(unhurt)))[2:]
    )
    assert isinstance(table, Figures)
    shown = list(table.heads)
    assert table.first == "fighter"
    assert shown[-2:] == ["hits", "shifts"]
    assert shown[:3] == ["out", "conceded", "left"]
    assert "severe" not in shown


@pytest.mark.parametrize(
    ("seconds", "says"), [(0.5, "0.50 s, 40 battles a second."), (45.0, "45.00 s, 2.2 s a battle.")]
)
def test_the_pace_is_told_by_the_second_or_by_the_battle(seconds: float, says: str) -> None:
    tail = simulation_tables(GAME, replace(counted(10, 10, 20), seconds=seconds))[-1]
    assert str(tail).endswith(says)


@pytest.mark.parametrize("width", [30, 40, 60])
def test_no_share_of_a_simulation_is_cut(width: int) -> None:
    out = io.StringIO()
    console = Console(file=out, width=width)
    for part in simulation_tables(GAME, FOUND):
        console.print(part)
    assert "…" not in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= width
    for one in FOUND.fighters:
        assert f"{one.damage.mean:.1f}" in out.getvalue().split()


@pytest.mark.parametrize(
    ("quartiles", "words"),
    [
        ((2, 5, 8), "2 to 5 in half of them, more than 8 in at most a tenth"),
        ((2, 2, 8), ", 2 in half of them or more, more than 8 in at most a tenth"),
        ((2, 2, 2), "on average, mostly 2"),
    ],
)
def test_a_length_is_told_once(quartiles: tuple[int, int, int], words: str) -> None:
    length = dict(zip(("p25", "p75", "p90"), map(float, quartiles), strict=True))
    found = replace(FOUND, exchanges={**FOUND.exchanges, **length})
    assert words in " ".join(first_lines(names_of(GAME.encounter), found))


def test_whoever_is_many_deals_harm_in_the_plural() -> None:
    bats = load(shipped()["bat-ruins"])
    names = names_of(bats)
    harm = {"Bats from the Stair": 0.8, "Bats from the Nave": 0.2}
    decisive = [
        Decisive(one.id, one.name, "gm", harm[one.name], None, 10 * harm[one.name])
        for one in bats.fighters
        if one.name in harm
    ]
    told = decisive_line(cast("Insight", SimpleNamespace(decisive=decisive)), names)
    assert told == "The Bats from the Stair deal 80% of the harm of the bats."
    little = [replace(one, shifts=one.shifts / 20) for one in decisive]
    assert decisive_line(cast("Insight", SimpleNamespace(decisive=little)), names) is None
