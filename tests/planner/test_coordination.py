"""Joint plans against a count of every possible joint choice by other means; what plans are for, on
positions made for it; and that there is an answer whatever the solver does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.game import Game
from autogm.planner.coordination.facts import Facts, Surveyor
from autogm.planner.coordination.model import GO, GUARD, HELP, LEAVE, PREPARE, STRIKE, JointModel
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.odds.distributions import outweighing
from autogm.rules.loading import settle
from tests.generator import random_scenario

NO_LIMIT = 10.0
CLOSE = 1e-3  # u: the solver counts worths a hundredth of a shift in whole numbers


class Choice(NamedTuple):
    zone: int
    verb: str
    target: int = -1
    points: int = 0


def choices(facts: Facts, f: int) -> list[Choice]:
    """All that one fighter could do, sensible or not."""
    found = []
    for z in range(facts.zones):
        if facts.reach[f, z] == 0:
            continue
        if facts.rolled[f, z]:
            found.append(Choice(z, GO))
            continue
        found += [Choice(z, "wait"), Choice(z, GUARD), Choice(z, "grab")]
        if not np.isnan(facts.leave[f, z]):
            found.append(Choice(z, LEAVE))
        if facts.advantage[f, z] > 0:
            found.append(Choice(z, PREPARE))
        for t in range(len(facts.enemies)):
            if not np.isnan(facts.shifts[f, z, t, 0, 0]):
                found += [Choice(z, STRIKE, t, points) for points in range(facts.shifts.shape[4])]
            if facts.prepare[f, z, t] > 0:
                found.append(Choice(z, PREPARE, t))
            if facts.boost[t] > 0:
                found.append(Choice(z, HELP, t))
    return found


def level(own: int, theirs: int) -> int:
    return outweighing(own, theirs) - outweighing(theirs, own)


def joint_worth(facts: Facts, joint: tuple[Choice, ...]) -> float | None:
    """The utility of a joint choice over the least weight everywhere; None: it breaks a rule."""
    here = list(range(facts.zones))
    staying = [(f, one) for f, one in enumerate(joint) if one.verb not in (GO, LEAVE)]
    weight = {
        z: int(facts.standing[z]) + sum(int(facts.weighs[f]) for f, one in staying if one.zone == z)
        for z in here
    }
    spent: Counter[int] = Counter()
    total = 0.0
    for f, one in enumerate(joint):
        if one[1:3] == (PREPARE, -1):
            total += float(facts.advantage[f, one.zone])
        total += {
            GUARD: float(facts.guard[f]),
            "grab": float(facts.grab[f, one.zone]),
        }.get(one.verb, 0.0)
        if one.verb == LEAVE:
            total += float(facts.leave[f, one.zone])
        else:
            total += float(facts.stand[f, one.zone] * facts.reach[f, one.zone])
        if one.points:
            purse = int(facts.purse[f])
            if purse < 0:
                return None
            spent[purse] += one.points
            total -= one.points * max(0.0, float(facts.price[purse]))
    if any(spent[purse] > facts.points[purse] for purse in spent):
        return None
    for t, y in enumerate(facts.foe_place.tolist()):
        strikes = [(f, one) for f, one in enumerate(joint) if one[1:3] == (STRIKE, t)]
        aids = [(f, one) for f, one in enumerate(joint) if one[1:3] == (PREPARE, t)]
        helps = [one for one in joint if one[1:3] == (HELP, t)]
        if len(aids) > len(strikes):
            return None
        if any(
            sum(one.zone == z for one in helps) > sum(one.zone == z for _, one in strikes)
            for z in here
        ):
            return None
        if strikes and facts.swarm[t] and facts.against[y] > weight[y]:
            return None
        turned = {z: 2 + level(weight[z], int(facts.against[y])) for z in here}
        each = [facts.shifts[f, one.zone, t, turned[one.zone], one.points] for f, one in strikes]
        each += [facts.prepare[f, one.zone, t] * facts.lift[t] for f, one in aids]
        each += [facts.boost[t]] * len(helps)
        shifts = sum(round(one, 2) for one in each)
        share = min(1.0, float(shifts / facts.soak[t]))
        worn = max(0.0, float(facts.worn[t]))
        total += share * worn
        total += (int(4 * share + 1e-9) / 4) ** 2 * max(0.0, float(facts.out[t]) - worn)
    for z in here:
        if facts.weight and facts.against[z]:
            worth = float(facts.level[z, 2 + level(weight[z], int(facts.against[z]))])
            total += (worth if weight[z] else float(facts.empty[z])) - float(facts.level[z, 0])
    return total


def best_by_force(facts: Facts) -> float:
    every = product(*(choices(facts, f) for f in range(len(facts.fighters))))
    return max(worth for joint in every if (worth := joint_worth(facts, joint)) is not None)


def check(facts: Facts) -> None:
    """The model's answer is as good as the best of all, and worth what it says."""
    answer = JointModel(facts).solve(NO_LIMIT)
    assert answer.status == "optimal"
    joint = tuple(
        Choice(one.zone, one.verb, one.target, one.points)
        for one in sorted(answer.options, key=lambda one: one.fighter)
    )
    found, best = joint_worth(facts, joint), best_by_force(facts)
    assert found == pytest.approx(answer.worth, abs=CLOSE)
    assert answer.worth == pytest.approx(best, abs=CLOSE)


def made(n: int, m: int, zones: int = 1, **fields: Any) -> Facts:
    """Facts of n fighters and m enemies in `zones` zones that are all open to everybody: each
    strikes each for one shift from the enemy's own zone, the first one. Only `fields` add anything
    else."""
    foe_place = np.zeros(m, int)
    shifts = np.full((n, zones, m, 5, 2), np.nan)
    shifts[:, 0] = 1.0
    plain: dict[str, Any] = {
        "fighters": tuple(range(n)),
        "enemies": tuple(range(n, n + m)),
        "zones": zones,
        "place": np.zeros(n, int),
        "foe_place": foe_place,
        "reach": np.ones((n, zones)),
        "rolled": np.zeros((n, zones), bool),
        "stand": np.zeros((n, zones)),
        "leave": np.full((n, zones), np.nan),
        "shifts": shifts,
        "prepare": np.zeros((n, zones, m)),
        "advantage": np.zeros((n, zones)),
        "lift": np.zeros(m),
        "boost": np.zeros(m),
        "guard": np.zeros(n),
        "grab": np.zeros((n, zones)),
        "swarm": np.zeros(m, bool),
        "weighs": np.ones(n, int),
        "standing": np.zeros(zones, int),
        "against": np.bincount(foe_place, minlength=zones),
        "ratio": (2, 4),
        "level": np.zeros((zones, 5)),
        "empty": np.zeros(zones),
        "weight": True,
        "soak": np.full(m, 4.0),
        "worn": np.full(m, 0.04),
        "out": np.full(m, 0.12),
        "purse": np.full(n, -1),
        "points": np.zeros(33, int),
        "price": np.zeros(33),
    }
    return Facts(**{**plain, **fields})


def taken(facts: Facts) -> list[tuple[int, str, int, int]]:
    """What each fighter does: zone, verb, target, points."""
    answer = JointModel(facts).solve(NO_LIMIT)
    check(facts)
    ordered = sorted(answer.options, key=lambda one: one.fighter)
    return [(one.zone, one.verb, one.target, one.points) for one in ordered]


def test_random_positions_by_force() -> None:
    """Openings of random conflicts and positions somewhat later, every joint choice tried."""
    checked, weighed, several = 0, 0, 0
    for seed in range(60):
        game = Game(settle(random_scenario(seed)))
        random, state = np.random.default_rng(seed), game.new_initial_state()
        surveyor = Surveyor(game, parameters_of(game))
        for _ in range(40):
            if state.is_terminal():
                break
            if state.current_player() >= 0 and state.node() in (N_ORDER, N_TURN):
                facts = surveyor.facts(state, state.current_player())
                sizes = [len(choices(facts, f)) for f in range(len(facts.fighters))]
                if facts.enemies and sizes and np.prod(sizes) <= 600:
                    check(facts)
                    checked += 1
                    weighed += facts.weight
                    several += len(sizes) > 1
                    break
            state.apply_action(int(random.choice(state.legal_actions())))
    assert min(checked, weighed, several) >= 10, (checked, weighed, several)


def test_one_body_more_is_brought_where_it_turns_a_die() -> None:
    """W2: two against one turn a die for the striker, against two nothing."""
    shifts = made(2, 1, 2).shifts.copy()
    shifts[0, 0, 0, :, :] = np.array([0.2, 0.5, 1.0, 1.6, 2.4])[:, None]
    shifts[1] = np.nan
    stand = np.array([[0.0, 0.0], [-0.004, 0.0]])  # the second would rather be elsewhere
    facts = made(2, 1, 2, shifts=shifts, stand=stand)
    assert taken(facts) == [(0, STRIKE, 0, 0), (0, "wait", -1, 0)]
    heavier = replace(facts, against=np.array([9, 0]))
    assert taken(heavier) == [(0, STRIKE, 0, 0), (1, "wait", -1, 0)]
    assert taken(replace(heavier, weighs=np.array([1, 17])))[1] == (0, "wait", -1, 0)
    assert taken(replace(facts, rolled=np.array([[False, False], [True, False]])))[1][0] == 1, (
        "whoever must roll for the way brings no weight to count on"
    )


def test_overkill_counts_nothing() -> None:
    strong = made(2, 2).shifts * 3.0
    facts = made(2, 2, shifts=strong, soak=np.array([3.0, 3.0]), out=np.array([0.3, 0.12]))
    assert sorted(one[2] for one in taken(facts)) == [0, 1], "one each: both go down"
    tougher = replace(facts, soak=np.array([6.0, 6.0]))
    assert [one[2] for one in taken(tougher)] == [0, 0], "two on the one who is worth most"


def test_points_go_where_they_add_most_and_no_further() -> None:
    """F2: one purse for all of them."""
    shifts = np.repeat(made(3, 1).shifts[..., :1], 2, axis=-1)
    shifts[:, :, :, :, 1] += np.array([0.5, 1.5, 0.4])[:, None, None, None]
    points = np.zeros(33, int)
    points[32] = 1
    facts = made(3, 1, shifts=shifts, purse=np.full(3, 32), points=points, soak=np.array([9.0]))
    assert [one[3] for one in taken(facts)] == [0, 1, 0]
    points[32] = 2
    assert [one[3] for one in taken(facts)] == [1, 1, 0]
    assert [one[3] for one in taken(replace(facts, price=np.full(33, 0.5)))] == [0, 0, 0]


def test_help_and_preparation_need_somebody_who_strikes() -> None:
    weak = made(2, 1).shifts.copy()
    weak[1] = 0.1
    ready: dict[str, Any] = {"prepare": np.full((2, 1, 1), 0.8), "lift": np.array([1.5])}
    facts = made(2, 1, shifts=weak, **ready)
    assert [one[1] for one in taken(facts)] == [STRIKE, PREPARE]
    alone = replace(facts, shifts=np.full_like(weak, np.nan))
    assert all(one[1] == "wait" for one in taken(alone))
    helped = made(2, 1, shifts=weak, boost=np.array([0.9]))
    assert [one[1] for one in taken(helped)] == [STRIKE, HELP]


def test_an_outweighing_swarm_is_left_alone() -> None:
    """N3."""
    facts = made(2, 1, swarm=np.array([True]), against=np.array([3]))
    assert all(one[1] == "wait" for one in taken(facts))
    assert all(one[1] == STRIKE for one in taken(replace(facts, standing=np.array([1]))))


def test_nothing_to_choose_from_is_told() -> None:
    nowhere = made(2, 1, reach=np.zeros((2, 1)))
    assert JointModel(nowhere).solve(NO_LIMIT).status == "infeasible"


def test_a_solver_that_breaks_down_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python import cp_model

    def broken(*_: Any) -> Any:
        raise RuntimeError("out of order")

    monkeypatch.setattr(cp_model.CpSolver, "solve", broken)
    answer = JointModel(made(2, 1)).solve(NO_LIMIT)
    assert (answer.options, answer.status) == ((), "failed: out of order")
