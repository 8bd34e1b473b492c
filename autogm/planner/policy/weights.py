"""The weights of the policy as they are shipped in `weights.yaml`, by family of node and name of
feature; read, checked, and refused with the fault named. How they were found stands in
`evaluation.policy_fit`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.codes import N_KINDS
from autogm.model.verbs import VERBS
from autogm.planner.evaluation.weights import WeightsError, read_tables, weight_in

Array = np.ndarray[Any, Any]

FEATURES: Mapping[str, tuple[str, ...]] = {
    "turn": (
        "hurt", "danger", "out", "out danger", "miss", "boost", "ready", "gain", "gain held",
        "gain there", "gain late", "gain on enemy", "gain harried", "gain hurt", "closer",
        "engage", "crowd", "company", "weight", "goal", "shelter", "brace", "brace harried",
        "lead", "against us", "out of the way", "attack held", "attack hurt", "attack late",
        "move acted", "move harried", "move hurt", "wait", "wait harried", "goes out", "lethal",
        "toll", "hindered", "gain used", "blast", "guarded", "met", "first", "attack rich",
        "then", "takes", "hinders", "by effect", "pays",
    ),
    "duel": (
        "hurt", "danger", "out", "hit", "tie", "style", "does", "ties", "does with style",
        "second", "paid", "paid of few", "free", "stunt", "owed", "guard", "reroll", "reroll low",
        "reroll behind", "answered", "late", "for nothing",
        "toll", "first", "boost", "free of many", "both can", "solved", "solved else",
        "at once",
    ),
    "absorb": ("out", "box", "shifts", "wounds", "left", "out unhurt"),
    "order": ("power", "soak", "reaches", "reached", "harried"),
    "rest": ("points", "power", "crowd", "weight", "follows"),
}  # fmt: skip
"""The features of each family of nodes, in the order in which `features` writes them."""
MOST_FEATURES = max(len(names) for names in FEATURES.values())
NODES = {
    name: int(getattr(codes, f"N_{name.replace(' ', '_').upper()}"))
    for name in sorted({at for verb in VERBS for at in verb.at})
}
"""The kinds of node that choices come up at, by the names that the verbs' rows give them."""

WEIGHTS = Path(__file__).resolve().parent / "weights.yaml"
"""The file of the weights that are shipped."""


@dataclass(frozen=True)
class PolicyWeights:
    """What the policy weighs: each feature of each family (`FEATURES`), and each verb at each kind
    of node (`NODES`); what is left out weighs nothing. A choice is preferred to another by the odds
    exp of the difference of their scores."""

    features: Mapping[str, Mapping[str, float]]
    verbs: Mapping[str, Mapping[str, float]]

    def by_family(self) -> Array:
        """The weights of the features (families, features), in the order of `FEATURES`."""
        table = np.zeros((len(FEATURES), MOST_FEATURES))
        for row, (family, names) in enumerate(FEATURES.items()):
            table[row, : len(names)] = [self.features[family].get(name, 0.0) for name in names]
        return table

    def by_node(self) -> Array:
        """The weights of the verbs (kinds of node, verbs)."""
        table, code = np.zeros((N_KINDS, len(VERBS))), {one.name: one.code for one in VERBS}
        for node, verbs in self.verbs.items():
            for name, weight in verbs.items():
                table[NODES[node], code[name]] = weight
        return table


@cache
def shipped_policy() -> PolicyWeights:
    """The weights that this package ships.

    Raises:
        WeightsError: naming what is wrong with the file.
    """
    return read_policy(WEIGHTS)


def read_policy(path: Path) -> PolicyWeights:
    """Read a file of weights.

    Raises:
        WeightsError: naming the file and what is wrong with it.
    """
    data = read_tables(path)
    verbs = {at: [verb.name for verb in VERBS if at in verb.at] for at in NODES}
    return PolicyWeights(
        _tables(path, data, "features", FEATURES), _tables(path, data, "verbs", verbs)
    )


def _tables(
    path: Path, data: Mapping[str, Any], name: str, known: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    """The tables of one part of the file, with what may stand in them."""
    found = data.get(name)
    if not isinstance(found, dict):
        raise WeightsError(f"{path}: `{name}` should be tables of {', '.join(known)}")
    result: dict[str, dict[str, float]] = {key: {} for key in known}
    for key, table in found.items():
        if key not in known or not isinstance(table, dict):
            raise WeightsError(
                f"{path}: `{name}` knows no table `{key}`; it knows {', '.join(known)}"
            )
        for one, number in table.items():
            if one not in known[key]:
                raise WeightsError(
                    f"{path}: `{name}`, `{key}` has a weight for `{one}`, which it does not know; "
                    f"it knows {', '.join(known[key])}"
                )
            result[key][one] = weight_in(path, f"`{name}`, `{key}`, `{one}`", number)
    return result
