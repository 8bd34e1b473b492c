"""An agent as it is against one of another checkout: here the same one, so that nothing ends
differently; and what the figures count.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation import versus
from evaluation.tournament import Meeting, Played
from evaluation.versus import compared, ends_differently

HERE = Path(__file__).resolve().parents[2]
FIELD = "mirrored-03"
NAMES = ("a", "b")


def met(
    scores: tuple[float, float], number: int = 0, spent: tuple[float, float] = (0, 0)
) -> Played:
    return Played(Meeting.between(FIELD, *NAMES, number), 1, "", scores, (3, 3), (5, 5), spent)


@pytest.mark.parametrize(
    ("scores", "differently"),
    [
        ((1.0, 0.0), False),
        ((0.0, 1.0), False),
        ((0.5, 0.5), False),
        ((1.0, 1.0), True),
        ((0.0, 0.0), True),
        ((1.0, 0.5), True),
        ((0.5, 0.0), True),
    ],
)
def test_a_pair_ends_differently_where_another_side_wins(
    scores: tuple[float, float], differently: bool
) -> None:
    """`scores` are one player's from both seats: the players' side wins both battles in the first
    case, the GM's in the second, nobody in the third."""
    assert ends_differently(met(scores)) is differently


def test_figures_are_counted_by_pair_and_by_battle() -> None:
    played = [met((1.0, 1.0), 0, (30.0, 10.0)), met((1.0, 0.0), 1, (10.0, 10.0)),
              met((0.5, 0.5), 2), met((0.5, 1.0), 3)]  # fmt: skip
    found = compared(NAMES, played)
    assert found["pairs"] == 4
    assert found["score"]["value"] == pytest.approx(5.5 / 8)
    assert found["score"]["low"] < 5.5 / 8 < found["score"]["high"]
    assert found["elo"]["low"] < 0 < found["elo"]["value"] < found["elo"]["high"]
    assert found["differently"] == 0.5
    assert found["undecided"] == 3 / 8
    assert found["thinks"] == [5.0, 2.5]


@pytest.mark.thorough
def test_the_same_agent_of_the_same_checkout_is_equally_strong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["--frozen", str(HERE), "--agent", "brawler", "--theirs", "brawler"]
    asked += ["--fields", FIELD, "--pairs", "2"]
    versus.main([*asked, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["score"]["value"] == pytest.approx(0.5)
    assert found["differently"] == 0.0
    assert found["pairs"] == 2
    assert all(value > 0 for value in found["alone"].values())
    assert found["thinks"][0] is None, "a kernel is not asked choice by choice"
    assert found["thinks"][1] > 0
    versus.main(asked)
    told = " ".join(capsys.readouterr().out.split())
    assert "0% of the pairs end differently" in told
    assert "brawler, there" in told


def test_other_rules_are_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--frozen", str(HERE), "--agent", "brawler", "--theirs", "brawler"]
    asked += ["--fields", FIELD, "--pairs", "1"]
    with pytest.raises(SystemExit) as refused:
        versus.main([*asked, "--rules", "lucky=true"])
    assert refused.value.code == 2
    assert "lucky" in capsys.readouterr().err


def test_a_folder_without_a_checkout_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        versus.main(["--frozen", str(tmp_path)])
    assert refused.value.code == 2
    assert "is no checkout" in capsys.readouterr().err
