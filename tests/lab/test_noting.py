"""What taking the luck of the dice out is worth in as much time, and that it is told only then."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from autogm.agents.roster import seats
from autogm.analysis.luck import Adjusted
from autogm.cli import app
from autogm.commands.frame import guarded
from autogm.engine.game import load_game
from autogm.lab import noting
from autogm.lab.insight import insight
from autogm.lab.insight_words import more_lines
from autogm.lab.noting import noting_takes
from autogm.lab.simulate import simulate
from autogm.view.words.names import names_of

MORE_PRECISE = Adjusted(0.5, 0.4, 0.6, gain=1.5)


@pytest.mark.parametrize(
    ("takes", "says"),
    [
        (None, "worth 1.50 times as many battles; dice"),
        (1.2, "worth 1.50 times as many battles, 1.25 times in as much time; dice"),
        (1.6, "makes nothing more precise here"),
    ],
)
def test_it_is_told_where_it_gains_in_as_much_time(takes: float | None, says: str) -> None:
    game = load_game("duel")
    found = insight(game, simulate(game, 20, 1, seats("brawler"), measures=True))
    told = replace(found, adjusted=MORE_PRECISE, noting=takes)
    assert says in "\n".join(more_lines(names_of(game.encounter), told))


def test_noting_is_timed_with_the_battles_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the thread's, here one that each battle moves on, twice as far if noted."""
    clock = 0.0

    def played(game: object, seed: int, first: int, last: int, *rest: object) -> None:
        nonlocal clock
        clock += (last - first) * (0.002 if rest[-1] else 0.001)

    monkeypatch.setattr(noting, "play_chunk", played)
    monkeypatch.setattr("time.thread_time", lambda: clock)
    assert noting_takes(load_game("duel"), 1, seats("brawler")) == pytest.approx(2.0)
    monkeypatch.setattr(noting, "SLOW", 0.0015)
    assert noting_takes(load_game("duel"), 1, seats("brawler")) == 1.0


@pytest.mark.parametrize("more", [True, False])
def test_it_is_timed_where_more_is_asked_for(
    more: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["simulate", "duel", "-n", "400", "--json", *(["--more"] if more else [])]
    assert guarded(lambda: app(asked)) == 0
    found = json.loads(capsys.readouterr().out)["without_luck"]
    assert ("gain_a_second" in found) is more
    if more:
        assert 0 < found["gain_a_second"] < 10 * found["gain"]
