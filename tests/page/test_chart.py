"""The chart of a review: every mark lies on the line where its moment or its decision is, and the
line is the chance that the review holds."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from starlette.testclient import TestClient

from autogm.agents.roster import seats
from autogm.analysis.review import Move, review_moves
from autogm.game.registry import load_game as load_any
from autogm.lab.simulate import simulate
from autogm.planner.levels import setting
from autogm.table.battles import Battles
from autogm.table.chart import HIGH, MARK, WIDE, chart
from autogm.table.looking_back import look_back
from tests.analysis.review.test_account import plain_moves
from tests.page.battles import begin


@pytest.mark.parametrize("see", [None, 0])
def test_marks_lie_on_the_line_where_what_they_mark_is(
    client: TestClient, battles: Battles, see: int | None
) -> None:
    battle = begin(
        client, battles, "undercrypt", side__players="random", side__gm="brawler", seed="4"
    )
    steps = list(battle.session.steps())[:90]
    moves = [Move(n, s.before, s.action, s.after, None) for n, s in enumerate(steps, 1)]
    found = review_moves(battle.session.beginning, tuple(moves), level=setting("mediocre"), to=see)
    words = tuple(str(one.number) for one in found.moments)
    made = chart(found, words, tuple(one.chosen for one in found.decisions))
    points = [tuple(map(float, one.split(","))) for one in made.line.split()]
    values = found.line(found.side)
    assert len(points) == len(values)
    assert points[0][0] == 0.0
    assert points[-1][0] == WIDE
    for (_, y), value in zip(points, values, strict=True):
        assert y == pytest.approx(HIGH * (1 - value) / 2, abs=0.06)  # utility: from -1 to 1
    moments = [one for one in made.marks if one.kind == "moment"]
    decisions = [one for one in made.marks if one.kind == "decision"]
    assert [one.words for one in moments] == list(words)
    assert len(decisions) == len(found.decisions) > 0
    for mark in made.marks:
        assert any(
            x == pytest.approx(mark.x, abs=0.06) and y == pytest.approx(mark.y, abs=0.06)
            for x, y in points
        )
    drawn = [(one.x, one.y + one.off) for one in made.marks]
    moved = [one for one in made.marks if one.off]
    assert all(one.kind == "decision" for one in moved)
    for one, other in combinations(drawn, 2):
        both = one in [(m.x, m.y) for m in moments] and other in [(m.x, m.y) for m in moments]
        assert both or max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= MARK - 1e-9
    flat = 0
    for mark, beat in zip(moments, found.moments, strict=True):
        here = next(n for n, (x, _) in enumerate(points) if x == pytest.approx(mark.x, abs=0.06))
        first = next(n for n, one in enumerate(found.shown, 1) if one in beat.changes)
        ends = first + sum(one in beat.changes for one in found.shown)
        assert first <= here <= ends
        went = [later - sooner for sooner, later in pairwise(values)]
        inside = range(first, ends - 1)  # both ends have what belongs to the turn beside
        toward = 1 if beat.moved(found.side) > 0 else -1
        if here - 1 in inside:
            assert toward * went[here - 1] == max(toward * went[one] for one in inside)
        left = found.line(found.side)[here] - values[here - 1]
        flat += abs(left) < 1e-9
    assert not flat, "a mark where nothing moved"
    exchanges = [int(label) for _, label in made.exchanges]
    assert exchanges == sorted(set(exchanges))
    assert exchanges[0] == 1
    assert all(0 <= x <= WIDE for x, _ in made.exchanges)


def test_battles_show_what_it_was_worth_at_the_beginning(
    client: TestClient, battles: Battles
) -> None:
    duel = begin(client, battles, "duel", side__players="brawler", side__gm="brawler")
    moved = look_back(duel, None, 8)
    assert not moved.can_be_set
    start = duel.session.beginning
    played = simulate(start.game, 8, 1, seats(None), start=start)
    won = played.wins["players"].count + played.undecided.count / 2
    expected = (won + 0.5) / 9
    assert moved.ends[0] == f"{expected:.0%}"
    assert "set to what battles" in moved.measured


def test_a_chart_of_a_scene_is_marked_at_its_worst_and_its_best_ending() -> None:
    """To the players they are worth −0.7 and 1; points kept may lead above the best."""
    game, above = load_any("the-trial"), 0
    for seed in range(6):
        found = review_moves(game.new_initial_state(), plain_moves(game, seed))
        made = chart(found, tuple(str(one.number) for one in found.moments),
                     tuple(one.chosen for one in found.decisions))  # fmt: skip
        assert [label for _, label in made.heights] == ["100%", "50%", "0%"]
        best, middle, worst = (y for y, _ in made.heights)
        assert middle == pytest.approx((best + worst) / 2)
        ys = [float(one.partition(",")[2]) for one in made.line.split()]
        values = [(one + 0.7) / 1.7 for one in found.line(found.side)]
        for y, value in zip(ys, values, strict=True):
            assert y == pytest.approx(worst + value * (best - worst), abs=0.06)
        above += max(values) > 1
        assert (best > 0) == (max(values) > 1)
    assert above
