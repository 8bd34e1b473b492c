"""The cheapest sets of edits that should bring a conflict to its target, found by CP-SAT: a yes or
no for every value of every knob, at most one a knob, the effects of a response model added up, and
no set that contains another.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from autogm.lab.tune.knobs import Edits
from autogm.lab.tune.response import Pair

FINE = 10_000
"""Whole numbers to one on the scale of the aim."""
REACH = 100 * FINE
"""The farthest a set may be from a target."""
EFFORT = 2.0
"""The solver's work for each set, in its own count, about a second to one: it needs a hundredth of
that, but is not to hang. No clock bounds it, so that slow machines get the same answers."""


@dataclass(frozen=True)
class Effects:
    """What there is to choose from: for each edit what it costs and what it adds on the scale, and
    what pairs of edits add besides."""

    costs: Mapping[tuple[int, int], float]
    adds: Mapping[tuple[int, int], float]
    together: Mapping[Pair, float]


def cheapest(
    effects: Effects,
    gap: float,
    within: float | None,
    most: int,
    *,
    not_above: Collection[Edits] = (),
    not_again: Collection[Edits] = (),
) -> Edits | None:
    """The cheapest set of at most `most` edits whose effects add up to `gap` but for `within`, of
    equally cheap ones the nearest; None where there is none. Without `within` it is the nearest,
    whatever it costs. It contains none of the sets `not_above`, and is none of those `not_again`.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = {one: model.new_bool_var(f"knob {one[0]} to {one[1]}") for one in effects.costs}
    for knob in {knob for knob, _ in taken}:
        model.add_at_most_one(var for one, var in taken.items() if one[0] == knob)
    model.add(sum(taken.values()) <= most)
    model.add(sum(taken.values()) >= 1)
    terms = [round(FINE * effects.adds[one]) * var for one, var in taken.items()]
    for (one, other), adds in effects.together.items():
        if one in taken and other in taken:
            both = model.new_bool_var(f"{one} with {other}")
            model.add_multiplication_equality(both, [taken[one], taken[other]])
            terms.append(round(FINE * adds) * both)
    bound = REACH if within is None else round(FINE * within)
    miss = model.new_int_var(0, bound, "miss")
    wanted = round(FINE * gap)
    model.add(sum(terms) - wanted <= miss)
    model.add(wanted - sum(terms) <= miss)
    for edits in not_above:
        if all(one in taken for one in edits):
            model.add(sum(taken[one] for one in edits) <= len(edits) - 1)
    for edits in not_again:
        if all(one in taken for one in edits):
            others = [var for one, var in taken.items() if one not in edits]
            model.add(sum(taken[one] for one in edits) - sum(others) <= len(edits) - 1)
    cost = sum(round(100 * effects.costs[one]) * var for one, var in taken.items())
    model.minimize(miss if within is None else cost * REACH + miss)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # the same answer each time
    solver.parameters.max_deterministic_time = EFFORT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return tuple(sorted(one for one, var in taken.items() if solver.boolean_value(var)))
