"""The weights of the value, as they are shipped in `weights.yaml`: read, checked, and refused
with the fault named. What they weigh is in `value`, how they were found in `evaluation.value_fit`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autogm.model.faults import ScenarioError
from autogm.model.source import read_source

FEATURES = (
    "soak", "threat", "objective", "tempo", "weight", "numbers", "invokes",
)  # fmt: skip
"""What the value weighs, each as players' less gm's (see `value`)."""
TIED = FEATURES[:3]
"""Those that together are the exchanges that a side needs, and have the same weight."""
UNDECIDED = ("draw_rate", "late")
"""What makes it likely that nobody wins before the exchange limit (see `value`)."""


WEIGHTS = Path(__file__).resolve().parent / "weights.yaml"
"""The file of the weights that are shipped."""
TABLES = ("win", "undecided", "fit")


class WeightsError(ValueError):
    """A file of weights that cannot be used, and why."""


@dataclass(frozen=True)
class Weights:
    """The value's weights: of `FEATURES` for who wins, of `UNDECIDED` for whether anybody does."""

    win: dict[str, float]
    undecided: dict[str, float]


@cache
def shipped_weights() -> Weights:
    """The weights that this package ships.

    Raises:
        WeightsError: naming what is wrong with the file.
    """
    return read_weights(WEIGHTS)


def read_weights(path: Path) -> Weights:
    """Read a file of weights.

    Raises:
        WeightsError: naming the file and what is wrong with it.
    """
    data = read_tables(path)
    for name in data:
        if name not in TABLES:
            raise WeightsError(
                f"{path}: no table is called `{name}`; there are {', '.join(TABLES)}"
            )
    win = _table(path, data, "win", FEATURES)
    if len({win[name] for name in TIED}) != 1:
        raise WeightsError(f"{path}: `win` should have the same weight for {', '.join(TIED)}")
    return Weights(win, _table(path, data, "undecided", UNDECIDED))


def _table(path: Path, data: dict[str, Any], name: str, known: tuple[str, ...]) -> dict[str, float]:
    """One table of the file, in the order of `known`."""
    found = data.get(name)
    if not isinstance(found, dict):
        raise WeightsError(f"{path}: `{name}` should be a table of {', '.join(known)}")
    for key in found:
        if key not in known:
            raise WeightsError(
                f"{path}: `{name}` has a weight for `{key}`, which the value does not know; "
                f"it knows {', '.join(known)}"
            )
    for key in known:
        if key not in found:
            raise WeightsError(f"{path}: `{name}` has no weight for `{key}`")
    return {key: weight_in(path, f"`{name}`, `{key}`", found[key]) for key in known}


def read_tables(path: Path) -> dict[str, Any]:
    """What stands in a file of weights.

    Raises:
        WeightsError: where it cannot be read.
    """
    try:
        return read_source(path).data
    except ScenarioError as error:
        raise WeightsError(str(error)) from None


def weight_in(path: Path, where: str, number: Any) -> float:
    """One weight of a file.

    Raises:
        WeightsError: naming the file and `where` in it, for what is not a finite number.
    """
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise WeightsError(f"{path}: {where}: {number!r} is not a number")
    if not math.isfinite(number):
        raise WeightsError(f"{path}: {where}: {number} is not a finite number")
    return float(number)
