"""The model's posterior beside the same by least squares, and what it learns."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from autogm.lab.tune.knobs import Edits, Knob, Value
from autogm.lab.tune.response import (
    PAIR_ERROR,
    PROXY_ERROR,
    START_ERROR,
    UNIT_ERROR,
    UNIT_SHARE,
    Response,
)


def knob(name: str, values: int, now: int, *, ordered: bool = True) -> Knob:
    made = tuple(Value(one, str(one), ()) for one in range(values))
    return Knob(name, name, made, now, lambda one: Value(one, str(one), ()), ordered=ordered)


def test_the_posterior_is_that_of_least_squares() -> None:
    """Two switches of one unit each: the normal equations with a row for each prior and each
    observation, weighted by their errors, have the posterior's middle as their solution."""
    knobs = [knob("a", 2, 0), knob("b", 2, 0)]
    proxy = {(0, -1): 0.6, (1, -1): -0.4}
    model = Response(knobs, proxy, 0.3)
    found: dict[Edits, tuple[float, float]] = {
        (): (0.5, 0.01),
        ((0, 1),): (1.4, 0.02),
        ((0, 1), (1, 1)): (0.7, 0.03),
    }
    model.learn(found)
    # unknowns: start, share of the proxy that shows, units a and b, the pair
    errors = [
        START_ERROR,
        PROXY_ERROR,
        UNIT_ERROR + UNIT_SHARE * 0.6,
        UNIT_ERROR + UNIT_SHARE * 0.4,
        model.wide * PAIR_ERROR,
    ]
    rows, told = [list(row) for row in np.diag(1 / np.array(errors))], [0.0] * 5
    for edits, (place, variance) in found.items():
        has = [(0, 1) in edits, (1, 1) in edits]
        proxies = 0.6 * has[0] - 0.4 * has[1]
        row = np.array([1, proxies, has[0], has[1], has[0] and has[1]], float)
        rows.append(list(row / np.sqrt(variance)))
        told.append((place - 0.3 - proxies) / np.sqrt(variance))
    solved, *_ = np.linalg.lstsq(np.array(rows), np.array(told), rcond=None)
    assert model.predict(())[0] == pytest.approx(0.3 + solved[0])
    assert model.effect(0, 1) == pytest.approx(0.6 + 0.6 * solved[1] + solved[2])
    assert model.effect(1, 1) == pytest.approx(-0.4 - 0.4 * solved[1] + solved[3])
    assert model.together() == pytest.approx({((0, 1), (1, 1)): solved[4]})
    spread = np.linalg.inv(np.array(rows).T @ np.array(rows))
    row = np.array([1, 0.6, 1, 0, 0])
    assert model.predict(((0, 1),))[1] == pytest.approx(row @ spread @ row)
    unit = np.array([0, 0.6, 1, 0, 0])
    assert model.effect_error(0, 1) == pytest.approx(np.sqrt(unit @ spread @ unit))


def test_units_downwards_go_the_other_way() -> None:
    model = Response([knob("a", 5, 2)], {(0, -1): 0.5}, 0.0)
    assert model.effect(0, 4) == pytest.approx(1.0)
    assert model.effect(0, 0) == pytest.approx(-1.0)


def test_values_without_order_have_effects_of_their_own() -> None:
    model = Response([knob("a", 3, 0, ordered=False)], {(0, 1): 0.5, (0, 2): -0.2}, 0.0)
    assert [model.effect(0, value) for value in (1, 2)] == pytest.approx([0.5, -0.2])


def test_it_foresees_what_adds_up() -> None:
    """Effects that differ from the brawlers', learnt from sets of two: those of three others are
    foreseen within two of the errors that it states, about nineteen times in twenty."""
    draw = np.random.default_rng(4)
    knobs = [knob(f"k{one}", 4, 1) for one in range(6)]
    true = draw.normal(0, 0.5, 6)
    proxy = {(one, -1): float(true[one] + draw.normal(0, 0.3)) for one in range(6)}

    def place(edits: Edits) -> float:
        return 0.4 + sum(float(true[number]) * (value - 1) for number, value in edits)

    model = Response(knobs, proxy, -0.5)
    seen: list[Edits] = [(), *(((a, 2), (b, 0)) for a, b in combinations(range(6), 2))]
    model.learn({one: (place(one) + draw.normal(0, 0.1), 0.01) for one in seen})
    asked = [((a, 2), (b, 2), (c, 0)) for a, b, c in combinations(range(6), 3)]
    misses = [
        abs(model.predict(one)[0] - place(one)) / np.sqrt(model.predict(one)[1]) for one in asked
    ]
    assert sum(miss < 2 for miss in misses) >= 0.9 * len(asked)
    assert np.mean([model.predict(one)[1] for one in asked]) < 0.5


@pytest.mark.parametrize(("times", "low", "high"), [(0.0, 0.5, 1.0), (8.0, 4.0, 8.0)])
def test_it_learns_how_much_pairs_do(times: float, low: float, high: float) -> None:
    """Where edits touch one another much, sets that were never played are foreseen with as much
    doubt as that leaves."""
    draw = np.random.default_rng(7)
    knobs = [knob(f"k{one}", 3, 1) for one in range(7)]
    pairs = draw.normal(0, times * PAIR_ERROR, (7, 7))

    def place(edits: Edits) -> float:
        return sum(float(pairs[one, other]) for (one, _), (other, _) in combinations(edits, 2))

    model = Response(knobs, {}, 0.0)
    seen: list[Edits] = [(), *(((a, 2), (b, 2)) for a, b in combinations(range(7), 2))]
    model.learn({one: (place(one) + draw.normal(0, 0.1), 0.01) for one in seen})
    assert low <= model.wide <= high
    asked = [((a, 0), (b, 0)) for a, b in combinations(range(7), 2)]
    misses = [model.predict(one)[0] ** 2 / model.predict(one)[1] for one in asked]
    assert np.mean(misses) < 3


def test_who_interrupts_it_has_the_model_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Response([knob(f"k{one}", 5, 2) for one in range(3)], {}, 0.0)
    model.learn({((0, 3),): (0.5, 0.01), ((0, 3), (1, 3)): (0.9, 0.01)})
    before = model.predict(((0, 3), (1, 3))), model.effect(0, 3), model.together()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(np.linalg, "solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.learn({((2, 3),): (0.5, 0.01), ((0, 3), (2, 3)): (0.1, 0.01)})
    assert (model.predict(((0, 3), (1, 3))), model.effect(0, 3), model.together()) == before
