"""The chart, the tables, and a review as plain data."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from autogm.analysis.review import review_moves
from autogm.analysis.review.tables import HEIGHT, WIDTH, chart, drawn, review_tables, review_values
from autogm.engine.game import load_game
from autogm.game.contract import GM, PLAYERS
from autogm.planner.levels import setting
from tests.analysis.review.playing import battle_of
from tests.soak import some

QUICK = setting("good")


def test_a_line_goes_through_its_values() -> None:
    rows = drawn([0.0, 0.0, 1.0, 0.5, 0.5], 0.0, 1.0)
    assert len(rows) == HEIGHT
    assert rows[0] == "  ╭╮"
    assert rows[-1] == "──╯"
    assert rows[HEIGHT // 2] == "  │╰─"
    assert [row[2] for row in rows[1:-1]] == ["│"] * (HEIGHT - 2)


@pytest.mark.parametrize("side", [PLAYERS, GM])
def test_charts_fit_and_end_where_it_ended(side: int) -> None:
    game = load_game("royal-court")
    moves = battle_of(game, "tactician")
    found = review_moves(game.new_initial_state(), moves, level=QUICK, to=side)
    lines = chart(found)
    assert len(lines) == HEIGHT + 1
    assert max(map(len, lines)) <= WIDTH + 8
    line = found.line(side)
    assert len(line) == len(moves) + 2
    assert line[-1] == found.end.returns()[side]
    if found.end.returns()[side] == 1.0:
        assert lines[0][-1] in "─╭╯"


@pytest.mark.parametrize("width", some([40, 80, 200], 1))
def test_tables_are_never_cut(width: int) -> None:
    game = load_game("lizardfolk-camp")
    found = review_moves(game.new_initial_state(), battle_of(game, "tactician"), level=QUICK)
    out = io.StringIO()
    console = Console(file=out, width=width)
    for part in review_tables(found):
        console.print(part)
    shown = out.getvalue()
    assert "…" not in shown
    assert "at the end" in shown
    for one in found.decisions:
        assert " ".join(one.better.split()[:2]) in " ".join(shown.split())


def test_values_are_plain_and_whole() -> None:
    game = load_game("duel")
    moves = battle_of(game, "tactician")
    found = review_moves(game.new_initial_state(), moves, level=QUICK)
    values = json.loads(json.dumps(review_values(found)))
    assert values["for"] == "all"
    assert [one["move"] for one in values["moves"]] == list(range(1, len(moves) + 1))
    totals = values["totals"]["players"]
    total = totals["luck"] + sum(totals["judgement"].values()) + totals["reappraisal"]
    assert values["start"]["players"] + total == pytest.approx(values["result"]["players"])
    assert values["moves"][0]["by"] in ("tactician", None)
    assert set(values["tallies"]) <= {"ilse", "bruno", "gm"}


def test_a_side_is_told_nothing_of_who_decided() -> None:
    game = load_game("duel")
    moves = battle_of(game, "tactician")
    found = review_moves(game.new_initial_state(), moves, level=QUICK, to=PLAYERS)
    assert {one["by"] for one in review_values(found)["moves"]} == {None}
