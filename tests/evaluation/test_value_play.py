"""Play with other weights: the same weights score half of the points, weights turned round far
less, and a weight that there is not is refused.
"""

from __future__ import annotations

import json

import pytest

from autogm.planner.weights import FEATURES
from evaluation.value_play import compare, main


def test_the_same_weights_take_half_of_the_points() -> None:
    figure, battles = compare({"soak": 1.0}, 4, 1, small=True)
    assert (figure.mean, figure.low, figure.high) == (0.5, 0.5, 0.5)
    assert battles == 4 * 8


def test_weights_turned_round_lose() -> None:
    figure, _ = compare(dict.fromkeys(FEATURES, -1.0), 12, 1, small=True)
    assert figure.high < 0.45


def test_large_conflicts_are_played() -> None:
    figure, battles = compare({"numbers": 1.5}, 1, 1)
    assert battles == 8
    assert 0.0 <= figure.mean <= 1.0


def test_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tempo=0.5", "numbers=2", "--conflicts", "2", "--small", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["factors"] == {"tempo": 0.5, "numbers": 2.0}
    assert told["battles"] == 16


@pytest.mark.parametrize("wrong", ["luck=2", "tempo", "tempo=fast"])
def test_what_is_no_weight_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main([wrong])
    assert refused.value.code == 2
    assert wrong.partition("=")[0] in capsys.readouterr().err
