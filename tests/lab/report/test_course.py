"""How battles stood on the way, which of them are told, and what came up in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autogm.agents.roster import seats
from autogm.game.registry import load_game
from autogm.lab.replay import replay
from autogm.lab.report.came_up import CameUp
from autogm.lab.report.course import Line, chosen, lines_of
from autogm.lab.report.telling import parted
from autogm.lab.simulate import simulate
from autogm.model.library import shipped
from autogm.planner.evaluation.weights import FEATURES

NUMBER = 25


def test_lines_begin_near_what_battles_showed_and_end_with_the_end() -> None:
    game: Any = load_game(shipped()["duel"])
    found = simulate(game, NUMBER, 3, seats("brawler"), workers=1, measures=True)
    lines = lines_of(found, 0.3)
    assert [one.number for one in lines] == list(range(NUMBER))
    assert [one.exchanges for one in lines] == list(found.lengths)
    for one in lines:
        assert one.winner == ("players", "gm", "undecided")[found.winners[one.number] - 1]
        assert one.chances[-1] == {"players": 1.0, "gm": 0.0, "undecided": 0.5}[one.winner]
        assert len(one.chances) == one.exchanges + 1
        assert all(0 < chance < 1 for chance in one.chances[:-1])
    begin = [one.chances[0] for one in lines]
    assert np.mean(begin) == pytest.approx(0.3, abs=0.05)


def test_whoever_stands_better_has_the_better_chance() -> None:
    """Of two battles that begin alike, the one in which the players' side has more soak after an
    exchange stands better for them."""
    game: Any = load_game(shipped()["duel"])
    found = simulate(game, 2, 3, seats("brawler"), workers=1, measures=True)
    assert found.course is not None
    shaped = found.course.reshape(2, -1, len(FEATURES))
    shaped[:] = np.nan
    shaped[:, 0], shaped[:, 1] = 0.0, 0.0
    shaped[0, 1, FEATURES.index("soak")], shaped[1, 1, FEATURES.index("soak")] = 1.0, -1.0
    better, worse = lines_of(found, 0.4)
    assert better.chances[0] == worse.chances[0] == pytest.approx(0.4)
    assert better.chances[1] > 0.4 > worse.chances[1]


def test_nothing_is_told_of_battles_that_were_not_measured() -> None:
    game: Any = load_game(shipped()["duel"])
    assert lines_of(simulate(game, 2, 3, seats("brawler"), workers=1), 0.4) == []


def line(number: int, winner: str, *chances: float) -> Line:
    """A battle with such chances as its exchanges begin, and at its end."""
    last = max(1, len(chances) - 1)
    return Line(number, winner, last, chances)


def test_the_battles_that_are_told_are_what_they_are_called() -> None:
    usual = [line(n, "players", 0.5, 0.75, 0.8, 1.0) for n in range(3)]
    even = line(7, "gm", 0.5, 0.505, 0.49, 0.0)
    swift = line(8, "players", 0.5, 0.99, 1.0)
    told = chosen([*usual, even, swift])
    assert {name: one.number for name, one in told.items()} == {
        "typical": 0, "closest": 7, "most one-sided": 8,
    }  # fmt: skip
    assert chosen([]) == {}
    assert list(chosen([usual[0]])) == ["typical"]
    assert list(chosen(usual)) == ["typical"], "all are alike"


@pytest.mark.parametrize("name", ["duel", "street-fight", "hold-the-bridge", "lizardfolk-camp"])
def test_what_came_up_is_somebodys(name: str) -> None:
    """Every aspect and stunt that came up is written somewhere, or was made in play, which no
    sheet has."""
    game: Any = load_game(shipped()[name])
    steps = [one for n in range(4) for one in replay(game, 3, n, seats("tactician"))]
    found = CameUp(game).in_steps(steps)
    written = {one.origin: one for one in game.encounter.fighters}
    stunts = [(whose, text) for kind, whose, text in found if kind == "stunt"]
    for whose, text in stunts:
        assert text in [one.name for one in written[whose].stunts]
    told = {event.facts["aspect"] for one in steps for event in one.events
            if event.kind == "invoke" and "aspect" in event.facts
            and "stunt" not in event.facts}  # fmt: skip
    compelled = {event.facts["aspect"] for one in steps for event in one.events
                 if event.kind == "compel" and "aspect" in event.facts}  # fmt: skip
    assert {text for kind, _, text in found if kind == "aspect"} == told | compelled
    assert found


def test_the_course_of_a_battle_is_parted_from_the_whole() -> None:
    """Each part stands in one of the two, in order, with the heading that it belongs to."""
    recap = (
        ("paragraph", "Ann faces Bob."), ("heading", "Exchange 1"), ("paragraph", "Ann attacks."),
        ("standing", "Ann is ahead."), ("heading", "Exchange 12"), ("paragraph", "Bob falls."),
        ("heading", "How it ends"), ("paragraph", "Ann wins."), ("heading", "Where it turned"),
        ("item", "Exchange 1: Ann attacks."),
    )  # fmt: skip
    whole, course = parted(recap)
    assert whole == (recap[0], *recap[6:])
    assert course == recap[1:6]
    assert parted(()) == ((), ())
