"""What many plays of a game of any kind tell, beside what follows exactly from its graph."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from autogm.agents.roster import seats
from autogm.analysis.intervals import Z95, wilson
from autogm.game.graph import OVER, worths
from autogm.game.registry import read_file
from autogm.lab.playout_tables import playout_tables
from autogm.lab.playouts import (
    Playouts,
    StoppedPlaying,
    dice_of,
    play_many,
)
from autogm.lab.told import told_lines


@pytest.fixture(scope="module")
def game() -> Any:
    return read_file("one-question").game()


@pytest.fixture(scope="module")
def found(game: Any) -> Playouts:
    return play_many(game, 400, 5, seats("planner", "aspect-cards"))


def exact_share(game: Any) -> float:
    """How likely the players win with best play, over all ends that there are."""
    solved = dice_of(game)
    assert solved is not None
    met = solved.met()
    return sum(
        float(met[place])
        for place in ((solved.graph.kinds == OVER) & (met > 0)).nonzero()[0]
        if solved.graph.state(int(place)).winner == "players"
    )


def test_without_luck_the_share_is_nearer_to_the_truth(game: Any, found: Playouts) -> None:
    """Great plays this scene perfectly, so that the truth is known: within four standard errors."""
    fair = found.adjusted
    assert fair is not None
    assert fair.gain > 2
    error = (fair.high - fair.low) / 2 / Z95
    assert abs(fair.mean - exact_share(game)) < 4 * error
    plain = found.wins["players"]
    assert fair.high - fair.low < 0.75 * (plain.high - plain.low)


def test_it_is_told_and_kept(game: Any, found: Playouts) -> None:
    told = found.as_dict()["without_luck"]
    assert found.adjusted is not None
    assert told["mean"] == found.adjusted.mean
    lines = [str(one) for one in playout_tables(game, found)]
    assert any("With the luck of the dice taken out, the players win" in one for one in lines)
    assert found.settled is not None
    assert any(f"After {found.settled.step} choices and rolls" in one for one in lines)
    assert found.as_dict()["settled"]["share"] == found.settled.share


def test_where_compiled_code_plays_nothing_is_noted(game: Any) -> None:
    assert play_many(game, 400, 5, seats("random", "aspect-cards")).adjusted is None


def test_a_game_without_a_graph_has_no_luck_to_take_out() -> None:
    assert dice_of(object()) is None


@pytest.mark.parametrize("broken", ["worths", "ending"])
def test_of_an_interrupted_play_all_is_counted_or_nothing(
    game: Any, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """Interrupted in the third play, wherever in its end that is: two are told."""
    number = 0
    real = worths if broken == "worths" else game.ending

    def stops(state: Any) -> Any:
        nonlocal number
        number += 1
        if number == 3:
            raise KeyboardInterrupt
        return real(state)

    if broken == "worths":
        monkeypatch.setattr("autogm.lab.playouts.worths", stops)
    else:
        monkeypatch.setattr(type(game), "ending", lambda _, state: stops(state))
    with pytest.raises(StoppedPlaying) as stopped:
        play_many(game, 5, 5, seats("players=frugal,gm=planner", "aspect-cards"))
    found = stopped.value.found
    assert found.battles == 2
    assert len(found.winners) == sum(found.endings.values()) == 2
    assert found.luck is not None
    assert len(found.luck) == 2


def test_no_plays_are_refused(game: Any) -> None:
    with pytest.raises(ValueError, match="at least one play"):
        play_many(game, 0, 5, seats("random", "aspect-cards"))


def text_of(parts: list[Any]) -> str:
    """What a person reads of it."""
    console = Console(file=io.StringIO(), width=200)
    for one in parts:
        console.print(one)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def test_endings_are_told_in_words_of_the_file_and_bargains_are_not_undecided() -> None:
    trial = read_file("the-trial").game()
    found = play_many(trial, 3, 1, seats("frugal", "aspect-cards"))
    found = replace(found, endings={"acquitted": 2, "banished": 1}, undecided=wilson(1, 3))
    told = text_of(playout_tables(trial, found))
    assert "3 plays, seed 1: frugal plays both sides" in told
    assert "acquitted: not guilty, and the miller weeps into his hat" in told
    assert "banished: the miller lives" in told
    assert "a bargain" in told
    assert "undecided" not in told


def test_an_end_that_is_nobodys_is_told_by_what_the_game_calls_it() -> None:
    trial = read_file("the-trial").game()
    end = cast("Any", SimpleNamespace(winner="undecided"))
    silent = cast("Any", SimpleNamespace(
        title="T", new_initial_state=trial.new_initial_state, opening=list,
        events=lambda *_: [], unwon="a bargain",
    ))  # fmt: skip
    steps = [SimpleNamespace(before=SimpleNamespace(game=silent), action=0, after=end)]
    assert [str(one) for one in told_lines(silent, iter(cast("Any", steps)))][-1] == (
        "Neither side wins."
    )
    del silent.unwon
    assert [str(one) for one in told_lines(silent, iter(cast("Any", steps)))][-1] == (
        "It ends undecided."
    )
