"""The count of manners: rates with their intervals, figures kept and compared, and where something
was seen.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from autogm.agents.roster import agent
from autogm.engine.codes import TERMINAL
from autogm.engine.game import load_game
from autogm.lab.replay import replay
from evaluation.manners import rates
from evaluation.manners.__main__ import SCENARIOS, main, place
from evaluation.manners.battle import watch
from evaluation.manners.rates import Count, Row, both, change, rate
from evaluation.manners.table import MANNERS, NAMES, described

SOME = NAMES[0]


def row(*odd: int, scenario: str = "here", of: int = 10) -> Row:
    """A row of battles in which the first manner was seen so often."""
    counted = Count(sum(odd), of, sum(one * one for one in odd), Counter({2: sum(odd)}))
    return Row("somebody", scenario, len(odd), {SOME: counted})


def test_the_interval_is_that_of_a_poisson_count() -> None:
    """Ten of ten: 4.80 to 18.39 by Garwood's exact one."""
    found = rate(SOME, [row(*[1] * 10)])
    assert found is not None
    assert found.mean == 1
    assert (found.low, found.high) == pytest.approx((0.4795, 1.839), abs=0.005)
    assert (found.share, found.exchange) == (1, 2)


def test_the_interval_is_wider_where_battles_differ_more() -> None:
    even, uneven = rate(SOME, [row(*[1] * 10)]), rate(SOME, [row(10, *[0] * 9)])
    assert even is not None
    assert uneven is not None
    assert uneven.mean == even.mean
    assert uneven.low < even.low / 2
    assert uneven.high > 2 * even.high


def test_a_rate_of_none_may_still_be_some() -> None:
    found = rate(SOME, [row(*[0] * 100, of=0)])
    assert found is not None
    assert (found.mean, found.low, found.share) == (0, 0, None)
    assert found.high == pytest.approx(0.0369)
    assert rate("no manner", [row(1)]) is None


def test_scenarios_count_alike_however_many_battles_they_have() -> None:
    found = rate(SOME, [row(*[3] * 30, scenario="one"), row(1, 1, scenario="other")])
    assert found is not None
    assert found.mean == pytest.approx(2)


def test_a_change_is_a_ratio_with_an_interval() -> None:
    was, fifth, none = (rate(SOME, [row(*[one] * 20)]) for one in (5, 1, 0))
    assert was is not None
    assert fifth is not None
    assert none is not None
    fallen = change(was, fifth)
    assert fallen.ratio == pytest.approx(0.2)
    assert fallen.reached
    assert fallen.low < 0.2 < fallen.high
    assert change(was, none).ratio == 0
    assert change(was, none).high == pytest.approx(none.high / 5)
    assert change(none, was).ratio is None
    assert not change(was, was).reached


def test_only_what_is_in_both_is_compared() -> None:
    one, other, third = row(1, scenario="one"), row(1, scenario="other"), row(2, scenario="one")
    assert both([one, other], [third]) == ([one], [third])


def test_every_manner_is_named_once_and_says_what_it_is() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(one.means and one.out_of and one.count.__doc__ for one in MANNERS)


def test_the_method_shows_all_manners() -> None:
    method = Path(rates.__file__).parents[1] / "METHOD.md"
    assert described() in method.read_text("utf-8")


def test_a_battle_that_is_watched_is_the_one_that_is_replayed() -> None:
    game, brawler = load_game(place("crossed-blades")), agent("brawler")
    battle = watch(game, 3, 1, brawler)
    steps = list(replay(game, 3, 1, (brawler, brawler)))[1:]
    assert [one.action for one in battle.moments] == [one.action for one in steps]
    assert [one.after for one in battle.moments] == [one.after for one in steps]
    assert all(one.before.child(one.action) == one.after for one in battle.moments)
    assert battle.end.current_player() == TERMINAL
    own = {(moment.who, turn.who) for turn in battle.turns
           for moment in (battle.moments[place] for place in turn.choices)}  # fmt: skip
    assert all(who == named for who, named in own)


def test_figures_are_kept_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["crossed-blades", "--agents", "brawler", "-n", "2"]
    main([*given, "--json"])
    told = capsys.readouterr().out
    kept = json.loads(told)
    assert kept["made"] == "python -m evaluation.manners " + " ".join([*given, "--json"])
    assert [Row.from_dict(one).as_dict() for one in kept["rows"]] == kept["rows"]
    assert [(one["scenario"], one["battles"]) for one in kept["rows"]] == [("crossed-blades", 2)]
    file = tmp_path / "kept.json"
    file.write_text(told)
    main([*given, "--compare", str(file)])
    shown = capsys.readouterr().out
    assert "before (2 battles) and after (2)" in " ".join(shown.split())
    kept_odd = {name: one["odd"] for name, one in kept["rows"][0]["manners"].items()}
    told_again = [line.split() for line in shown.splitlines() if line.split()[:1]]
    same = {line[0]: line[3] for line in told_again if line[0] in NAMES}
    assert same == {name: "1.00" if odd else "–" for name, odd in kept_odd.items()}


def test_rates_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["crossed-blades", "duel", "--agents", "brawler,random", "-n", "1,2"])
    shown = capsys.readouterr().out
    assert "brawler: how often a battle, in 2 battles of 2 scenarios" in shown
    assert "random: how often a battle, in 4 battles of 2 scenarios" in shown
    first = [line.split()[0] for line in shown.splitlines() if line.strip()]
    assert all(first.count(name) == 2 for name in NAMES)


def test_where_a_manner_was_seen(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line below the command that tells its battle."""
    main(["crossed-blades", "--agents", "random", "-n", "2", "--seed", "5", "--show", "creates"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "autogm replay evaluation/fields/crossed-blades.yaml --seed 5 --battle 0 --agents random"
    )
    assert lines[1].startswith("  exchange 1, ")
    assert any("«create «" in line for line in lines[1:])
    assert not any("«attack " in line for line in lines[1:])


@pytest.mark.parametrize(
    "given",
    [["no-such-place"], ["duel", "-n", "1,2,3,4"], ["duel", "-n", "0"], ["--show", "elegance"]],
)
def test_what_is_not_known_is_refused(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(given)
    assert stopped.value.code == 2
    assert "error" in capsys.readouterr().err


def test_a_file_that_holds_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.json"
    file.write_text('{"rows": [{"agent": "brawler"}]}')
    with pytest.raises(SystemExit) as stopped:
        main(["duel", "-n", "1", "--agents", "brawler", "--compare", str(file)])
    assert stopped.value.code == 2
    assert "does not hold counts of manners" in capsys.readouterr().err


def test_what_was_kept_is_read() -> None:
    """The rates before manners were mended, of all the usual scenarios."""
    kept = json.loads(Path(rates.__file__).with_name("before.json").read_text("utf-8"))
    rows = [Row.from_dict(one) for one in kept["rows"]]
    assert {one.scenario for one in rows} == set(SCENARIOS)
    assert all(set(one.counts) <= set(NAMES) for one in rows)
