"""The fit of the value's weights: it finds the weights that made the data, gives tied features one
weight, and ships nothing that is not surely better than soak alone.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from autogm.planner.evaluation.weights import FEATURES, TIED, read_weights
from evaluation import selfplay, value_fit
from evaluation.selfplay import Positions, longer
from evaluation.value_fit import AT_PLAY, fit, logistic, over_scenarios, reliability
from tests.generator import random_scenario

TRUE = np.array([0.6, 0.6, 0.6, 1.0, 0.8, 1.2, 0.4])


def made_up(count: int, seed: int, weights: np.ndarray) -> Positions:
    """Positions of made-up conflicts, won by chances that weights give."""
    random = np.random.default_rng(seed)
    features = random.normal(size=(count, len(FEATURES)))
    chance = 1 / (1 + np.exp(-features @ weights))
    lasting, left = random.uniform(0, 8, count), random.uniform(0, 8, count)
    late = 1 / (1 + np.exp(-1.2 * (lasting - left)))
    winner = np.where(random.random(count) < chance, 1, 2)
    winner = np.where(random.random(count) < late, 3, winner)
    scenario = np.arange(count) // 10
    return Positions(features, lasting, left, winner, scenario, scenario % 5 == 0, count // 10)


def test_the_weights_that_made_the_data_are_found() -> None:
    positions = made_up(20_000, 1, TRUE)
    decided = positions.winner < 3
    found = logistic(positions.features[decided], positions.winner[decided] == 1)
    assert found == pytest.approx(TRUE, abs=0.12)
    whole = fit(positions)
    assert list(whole.win.values()) == pytest.approx(TRUE, abs=0.12)
    assert len({whole.win[name] for name in TIED}) == 1
    assert whole.undecided["late"] == pytest.approx(1.2, abs=0.1)


def test_a_penalty_draws_weights_to_zero() -> None:
    positions = made_up(500, 2, TRUE)
    won = positions.winner == 1
    sizes = [np.abs(logistic(positions.features, won, penalty)).sum() for penalty in (1, 100, 1e6)]
    assert sizes[0] > sizes[1] > sizes[2]
    assert sizes[2] < 0.01


def test_intervals_are_as_wide_as_scenarios_differ() -> None:
    """Ten positions of each scenario that are all alike say no more than one of each."""
    scenario, figures = np.arange(200), np.random.default_rng(3).random(200)
    once = over_scenarios(figures, scenario, 1)
    often = over_scenarios(np.repeat(figures, 10), np.repeat(scenario, 10), 1)
    assert once.mean == pytest.approx(figures.mean())
    assert (often.low, often.high) == pytest.approx((once.low, once.high), abs=1e-9)
    assert once.low < once.mean < once.high


def test_bins_hold_all_positions_and_true_chances_are_reliable() -> None:
    random = np.random.default_rng(4)
    chance = random.random(5000)
    won = random.random(5000) < chance
    bins = reliability(chance, won, np.arange(5000), 1)
    assert [one.positions for one in bins] == np.histogram(chance, 10, (0, 1))[0].tolist()
    assert all(abs(one.predicted - one.won.mean) < 0.08 for one in bins)


def test_longer_conflicts_have_the_same_people() -> None:
    for seed in range(8):
        before, after = random_scenario(seed), longer(seed)
        assert after.sides == before.sides
        assert after == before or 8 <= after.exchanges <= 24


def without_battles(monkeypatch: pytest.MonkeyPatch, weights: np.ndarray) -> None:
    """Made-up positions instead of battles, and nothing is solved."""
    monkeypatch.setattr(
        selfplay, "generation", lambda number, *rest: made_up(3000, 10 + number, weights)
    )
    monkeypatch.setattr(
        value_fit, "against_exact", lambda *rest: {"model": 0.01, "soak alone": 0.02}
    )


def test_what_is_better_than_soak_alone_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_battles(monkeypatch, TRUE)
    path = tmp_path / "weights.yaml"
    value_fit.main(["--seed", "3", "--battles", "600", "--into", str(path), "--json"])
    told = json.loads(capsys.readouterr().out)
    shipped = read_weights(path).win
    assert shipped == told["weights"]["win"]
    for place, name in enumerate(FEATURES):
        times = AT_PLAY.get(name, 1.0)
        assert shipped[name] == pytest.approx(times * TRUE[place], abs=0.2 * times)
    text = path.read_text(encoding="utf-8")
    assert f"brier: {told['brier']['model']['mean']:.4f}" in text
    assert "value_fit --seed 3 --battles 600\n" in text


def test_what_is_no_better_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_battles(monkeypatch, np.zeros(len(FEATURES)))
    path = tmp_path / "weights.yaml"
    with pytest.raises(SystemExit) as ended:
        value_fit.main(["--seed", "3", "--into", str(path)])
    assert ended.value.code == 1
    assert "not surely better" in capsys.readouterr().err
    assert not path.exists()


def test_nothing_is_written_unless_a_file_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[Path] = []
    without_battles(monkeypatch, TRUE)
    monkeypatch.setattr(Path, "write_text", lambda path, *rest, **named: written.append(path))
    value_fit.main(["--seed", "3"])
    assert "On held-out scenarios" in capsys.readouterr().out
    assert not written


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--battles", "10"], "--battles is at least 180"),
        (["--into", "nowhere/weights.yaml"], "--into: there is no folder nowhere"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        value_fit.main(arguments)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
