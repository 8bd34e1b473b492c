"""Play with other weights: the same weights score half of the points, weights with their signs
reversed far less, and an unknown weight is refused.
"""

from __future__ import annotations

import json
from itertools import islice

import pytest

from autogm.engine.game import load_game
from autogm.planner.evaluation.weights import FEATURES
from evaluation.selfplay import SCENARIOS
from evaluation.tournament import FIELDS
from evaluation.value_play import Compared, compare, conflicts, main
from tests.generator import random_scenario
from tests.large import large_scenario


def compared(factors: dict[str, float], number: int, *, small: bool) -> Compared:
    """How a tactician with such changes fares in the first conflicts of seed 1."""
    write = random_scenario if small else large_scenario
    return compare(factors, islice(conflicts(write, 1), number), 1)


def test_the_same_weights_take_half_of_the_points() -> None:
    found = compared({"soak": 1.0}, 4, small=True)
    assert (found.share.mean, found.share.low, found.share.high) == (0.5, 0.5, 0.5)
    assert found.undecided == found.undecided_usually
    assert found.battles == 4 * 8


@pytest.mark.thorough
def test_weights_turned_round_lose() -> None:
    assert compared(dict.fromkeys(FEATURES, -1.0), 36, small=True).share.high < 0.45


def test_large_conflicts_are_played() -> None:
    found = compared({"numbers": 1.5}, 1, small=False)
    assert found.battles == 8
    assert 0.0 <= found.share.mean <= 1.0


def test_fights_peter_out_where_that_is_as_good_as_a_victory() -> None:
    found = compare({"contempt": -2.0}, [load_game(FIELDS / "eight-streets.yaml")], 1)
    assert found.undecided.mean > found.undecided_usually.mean


def test_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tempo=0.5", "numbers=2", "contempt=0", "--conflicts", "2", "--small", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["factors"] == {"tempo": 0.5, "numbers": 2.0, "contempt": 0.0}
    assert told["battles"] == 16


def test_files_are_played_in(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tempo=1", "--in", str(SCENARIOS / "duel.yaml"), "--json"])
    assert json.loads(capsys.readouterr().out)["battles"] == 8


@pytest.mark.parametrize("wrong", ["luck=2", "tempo", "tempo=fast"])
def test_what_is_no_weight_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main([wrong])
    assert refused.value.code == 2
    assert wrong.partition("=")[0] in capsys.readouterr().err
