"""The joint plan as a CP-SAT model: each fighter takes one option, and what the options bring
together counts once. Weight counts as it stands when all have moved (W2), shifts beyond what an
enemy can absorb count nothing, and points are spent within their purses. The model is built from
`Facts` alone; the same facts give the same model and, within a limit of deterministic time, the
same answer.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from autogm.planner.coordination.facts import MOST_POINTS, Facts
from autogm.planner.coordination.survey import LEVELS

WAIT, STRIKE, PREPARE, HELP, GUARD, GO, GRAB, LEAVE = (
    "wait", "strike", "prepare", "help", "guard", "go", "grab", "leave",
)  # fmt: skip
SHIFT = 100  # shifts are counted in hundredths,
WORTH = 10_000_000  # and u in ten-millionths, since the solver counts in whole numbers
QUARTERS = 4
SEED = 1


@dataclass(frozen=True)
class Option:
    """One thing that one fighter could do: be in `zone` and do `verb` there, on `target` (a place
    in `Facts.enemies`; -1: none), with so many points."""

    fighter: int
    zone: int
    verb: str
    target: int = -1
    points: int = 0


@dataclass(frozen=True)
class Answer:
    """What the solver found: the options taken, their worth in u over doing nothing, and the
    solver's status."""

    options: tuple[Option, ...]
    worth: float
    status: str


def options_of(facts: Facts) -> list[Option]:
    """Everything each fighter could do. Helping or preparing needs somebody who could profit."""
    found: list[Option] = []
    strikes = ~np.isnan(facts.shifts[:, :, :, 0, 0])
    for f, z in np.argwhere(facts.reach > 0).tolist():
        if facts.rolled[f, z]:
            found.append(Option(f, z, GO))
            continue
        # Whoever could guard would rather do that than nothing.
        found.append(Option(f, z, GUARD if facts.guard[f] > 0 else WAIT))
        if facts.advantage[f, z] > 0:
            found.append(Option(f, z, PREPARE))
        if facts.grab[f, z] > 0:
            found.append(Option(f, z, GRAB))
        if not np.isnan(facts.leave[f, z]):
            found.append(Option(f, z, LEAVE))
        others = np.arange(len(facts.fighters)) != f
        for t in range(len(facts.enemies)):
            if strikes[f, z, t]:
                table = facts.shifts[f, z, t]
                for points in range(MOST_POINTS + 1):
                    paid = points == 0 or facts.points[facts.purse[f]] >= points
                    if paid and (points == 0 or (table[:, points] > table[:, points - 1]).any()):
                        found.append(Option(f, z, STRIKE, t, points))
                        if facts.purse[f] < 0:
                            break
            if facts.prepare[f, z, t] > 0 and strikes[others, :, t].any():
                found.append(Option(f, z, PREPARE, t))
            if facts.boost[t] > 0 and strikes[others, z, t].any():
                found.append(Option(f, z, HELP, t))
    return found


class JointModel:
    """The model of one position. `taken[k]` is whether option number k is taken."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.options = options_of(facts)
        self.model = cp_model.CpModel()
        self.taken = [self.model.new_bool_var("") for _ in self.options]
        self._terms: list[tuple[Any, int]] = []
        self._ladders: dict[tuple[int, int], list[Any]] = {}
        # Each fighter has one action.
        for fighter in range(len(facts.fighters)):
            self.model.add_exactly_one(self._of(fighter=fighter))
        self._standing()
        self._points()
        self._harm()
        self._outweighing()
        self.model.maximize(_sum(self._terms))

    def solve(self, limit: float) -> Answer:
        """The best joint choice that the solver finds within `limit` units of its deterministic
        time. Without one, an answer without options that says why."""
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.catch_sigint_signal = False  # its handler would stay behind
        parameters.random_seed = SEED
        parameters.max_deterministic_time = limit
        # One quick pass of simplification: with positions as small as these, probing and looking
        # for symmetries cost more than they save.
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        try:
            status = solver.solve(self.model)
        except Exception as error:  # whatever it is, there is still the search
            return Answer((), 0.0, f"failed: {error}")
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Answer((), 0.0, solver.status_name(status).lower())
        chosen = tuple(
            option for option, taken in zip(self.options, self.taken, strict=True)
            if solver.boolean_value(taken)
        )  # fmt: skip
        return Answer(chosen, solver.objective_value / WORTH, solver.status_name(status).lower())

    @cached_property
    def _index(self) -> dict[tuple[str, int], list[int]]:
        """Numbers of options by each of their fields."""
        index: dict[tuple[str, int], list[int]] = defaultdict(list)
        for number, option in enumerate(self.options):
            index["fighter", option.fighter].append(number)
            index["zone", option.zone].append(number)
            index["target", option.target].append(number)
        return index

    def _of(self, verb: str | None = None, **fields: int) -> list[Any]:
        """The variables of the options of that verb with those fields."""
        numbers: set[int] | None = None
        for name, value in fields.items():
            these = set(self._index[name, value])
            numbers = these if numbers is None else numbers & these
        return [
            self.taken[number]
            for number in sorted(numbers or ())
            if verb is None or self.options[number].verb == verb
        ]

    def _standing(self) -> None:
        """Count the worth of where each fighter ends, and of what concerns it alone."""
        facts = self.facts
        for option, taken in zip(self.options, self.taken, strict=True):
            f, z = option.fighter, option.zone
            # A way that needs a roll leads there only by its chance.
            worth = facts.stand[f, z] * facts.reach[f, z]
            if option.verb == LEAVE:
                worth = facts.leave[f, z]
            elif option.verb == GUARD:
                worth += facts.guard[f]
            elif option.verb == PREPARE and option.target < 0:
                worth += facts.advantage[f, z]
            elif option.verb == GRAB:
                worth += facts.grab[f, z]
            self._gain(taken, worth)

    def _points(self) -> None:
        """No purse pays more than it has; a point kept is worth something (F2)."""
        facts = self.facts
        spent: dict[int, list[tuple[Any, int]]] = defaultdict(list)
        for option, taken in zip(self.options, self.taken, strict=True):
            if option.points:
                purse = int(facts.purse[option.fighter])
                spent[purse].append((taken, option.points))
                self._gain(taken, -option.points * max(0.0, facts.price[purse]))
        for purse, terms in spent.items():
            self.model.add(_sum(terms) <= int(facts.points[purse]))

    def _harm(self) -> None:
        """What all attacks on an enemy are worth together."""
        facts, model = self.facts, self.model
        for t in range(len(facts.enemies)):
            strikes = self._of(STRIKE, target=t)
            if not strikes:
                continue
            soak = round(SHIFT * facts.soak[t])
            dealt = model.new_int_var(0, soak, "")  # overkill counts nothing
            model.add(dealt <= _sum(self._shifts_on(t)))
            worn = max(0.0, facts.worn[t])
            self._gain(dealt, worn / soak)
            # The nearer to its end, the likelier it is to be out before it acts again: taken as
            # the square of the share of its soak that is gone, in quarters.
            for quarter in range(1, QUARTERS + 1):
                reached = model.new_bool_var("")
                model.add(dealt >= -(-soak * quarter // QUARTERS)).only_enforce_if(reached)
                step = (2 * quarter - 1) / QUARTERS**2
                self._gain(reached, step * max(0.0, facts.out[t] - worn))
            # An advantage made or help given is for one attack each (C1, E3).
            model.add(sum(self._of(PREPARE, target=t)) <= sum(strikes))
            for z in range(facts.zones):
                helpers = self._of(HELP, target=t, zone=z)
                if helpers:
                    model.add(sum(helpers) <= sum(self._of(STRIKE, target=t, zone=z)))
            # N3: a swarm whose side outweighs the other in its zone cannot be hurt.
            if facts.swarm[t]:
                y = int(facts.foe_place[t])
                weighty = model.new_bool_var("")
                model.add(self._weight_in(y) >= int(facts.against[y])).only_enforce_if(weighty)
                for strike in strikes:
                    model.add_implication(strike, weighty)

    def _shifts_on(self, t: int) -> list[tuple[Any, int]]:
        """The terms of the hundredths of shifts on an enemy, weight's dice among them."""
        facts = self.facts
        terms: list[tuple[Any, int]] = []
        weighed: dict[int, list[tuple[Any, list[int]]]] = defaultdict(list)
        for number in self._index["target", t]:
            option, taken = self.options[number], self.taken[number]
            f, z = option.fighter, option.zone
            if option.verb == PREPARE:
                terms.append((taken, round(SHIFT * facts.prepare[f, z, t] * facts.lift[t])))
            elif option.verb == HELP:
                terms.append((taken, round(SHIFT * facts.boost[t])))
            else:
                levels = np.rint(SHIFT * facts.shifts[f, z, t, :, option.points]).astype(int)
                terms.append((taken, int(levels[0])))
                if levels[-1] > levels[0]:
                    weighed[z].append((taken, np.diff(levels).tolist()))
        y = int(facts.foe_place[t])
        for z, strikes in weighed.items():
            for step, reached in enumerate(self._ladder(z, y)):
                most = sum(steps[step] for _, steps in strikes)
                more = self.model.new_int_var(0, most, "")
                # The die that a level turns adds to the attacks made, if the level is reached.
                self.model.add(more <= _sum([(taken, steps[step]) for taken, steps in strikes]))
                self.model.add(more <= most * reached)
                terms.append((more, 1))
        return terms

    def _outweighing(self) -> None:
        """The worth of standing in a zone with that much weight when all is done (W2)."""
        facts, model = self.facts, self.model
        for z in range(facts.zones) if facts.weight else ():
            if not facts.against[z]:
                continue
            for step, reached in enumerate(self._ladder(z, z)):
                self._gain(reached, facts.level[z, step + 1] - facts.level[z, step])
            if facts.standing[z] == 0 and facts.level[z, 0] != facts.empty[z]:
                nobody, there = model.new_bool_var(""), self._standing_in(z)
                for taken in there:
                    model.add_implication(taken, ~nobody)
                model.add_bool_or([nobody, *there])
                self._gain(nobody, facts.empty[z] - facts.level[z, 0])

    def _ladder(self, z: int, y: int) -> list[Any]:
        """For each step from one level of weight to the next, whether the weight in `z` reaches it
        against the enemies in `y` (W2): no longer outweighed 4:1, 2:1; outweighing 2:1, 4:1."""
        if (z, y) not in self._ladders:
            two, four = self.facts.ratio
            own, theirs = self._weight_in(z), int(self.facts.against[y])
            rungs = [self.model.new_bool_var("") for _ in range(LEVELS - 1)]
            for rung, (times, least) in zip(
                rungs, ((four, theirs + 1), (two, theirs + 1), (1, two * theirs),
                        (1, four * theirs)), strict=True,
            ):  # fmt: skip
                self.model.add(times * own >= max(1, least)).only_enforce_if(rung)
            self._ladders[z, y] = rungs
        return self._ladders[z, y]

    def _weight_in(self, z: int) -> Any:
        """The side's weight in a zone when all have moved."""
        facts = self.facts
        weights = [int(facts.weighs[self.options[number].fighter]) for number in self._staying(z)]
        terms = list(zip(self._standing_in(z), weights, strict=True))
        return _sum(terms) + int(facts.standing[z])

    def _standing_in(self, z: int) -> list[Any]:
        """The variables of the options that end in a zone."""
        return [self.taken[number] for number in self._staying(z)]

    def _staying(self, z: int) -> list[int]:
        """The options that end in a zone. A fighter who must roll for the way does not count, nor
        does one who leaves the scene."""
        numbers = self._index["zone", z]
        return [number for number in numbers if self.options[number].verb not in (GO, LEAVE)]

    def _gain(self, variable: Any, worth: float) -> None:
        """Count `worth` in u for each unit of a variable."""
        self._terms.append((variable, round(WORTH * float(worth))))


def _sum(terms: list[tuple[Any, int]]) -> Any:
    variables, factors = [one for one, _ in terms], [factor for _, factor in terms]
    return cp_model.LinearExpr.weighted_sum(variables, factors)
