"""What taking luck out is worth: the figures are those of the same battles counted by hand."""

from __future__ import annotations

import json

import pytest

from evaluation.luck import Worth, main


def test_the_gain_a_second_is_what_is_left_of_the_gain() -> None:
    assert Worth("a", 0.5, 3.0, 1.5, 0.0).a_second == pytest.approx(2.0)


@pytest.mark.thorough
def test_dice_explain_much_of_a_duel_and_bias_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--scenarios", "duel", "--battles", "400", "--agents", "brawler", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["gain"] > 1.5
    assert told["apart"] < 4  # one in sixteen thousand


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--scenarios", "duel", "--battles", "60", "--agents", "brawler"]) == 0
    assert "gain a second" in capsys.readouterr().out


def test_an_unknown_scenario_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--scenarios", "dool"])
    assert "dool" in capsys.readouterr().err
