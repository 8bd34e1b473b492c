"""The value of a position: turned round when sides are exchanged, never less for more, every
feature in it, sure where an objective is as good as reached; and the file of its weights.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from autogm.engine import codes
from autogm.engine.codes import GM, ITEM_CARRIED, ITEM_GONE, PLAYERS
from autogm.engine.game import Game, State
from autogm.engine.jit import rows
from autogm.planner.judge import (
    KNOWN_OBJECTIVES,
    WORK,
    UnknownObjectiveError,
    expected_shifts,
    judge_of,
)
from autogm.planner.solving.solver import stake_bounds
from autogm.planner.value import value_at
from autogm.planner.weights import (
    FEATURES,
    WEIGHTS,
    Weights,
    WeightsError,
    read_weights,
    shipped_weights,
)
from autogm.rules.loading import settle
from tests.generator import random_scenario
from tests.table import scene

STRONG, WEAK = "Fight 4 Athletics 2 Notice 3", "Fight 2 Athletics 1 Notice 1"
NO_POINTS: dict[str, Any] = {"fate_points": 0}


def look(game: Game, record: Any, weights: Weights | None = None) -> tuple[float, Any]:
    """The value of a record, and its features."""
    work = np.zeros(1, WORK)
    worth = value_at(game.scene_rows, rows(record), 0, rows(judge_of(game, weights)), rows(work))
    return float(worth), work["feature"][0].copy()


def worth(state: State) -> float:
    """The value of a position."""
    return look(state.game, state.record)[0]


def chance(game: Game, record: Any) -> float:
    """The log odds of the players, by the shipped weights."""
    win = shipped_weights().win
    return float(look(game, record)[1] @ np.array([win[name] for name in FEATURES]))


def random_positions(seeds: range, each: int = 2) -> Iterator[State]:
    """Positions out of random conflicts that are not over."""
    for seed in seeds:
        random, game = Random(seed), Game(settle(random_scenario(seed)))
        for _ in range(each):
            state = game.new_initial_state()
            for _ in range(random.randint(0, 40)):
                after = state.clone()
                after.apply_action(random.choice(after.legal_actions()))
                if after.is_terminal():
                    break
                state = after
            yield state


# Both sides alike


@pytest.mark.parametrize(
    "goals",
    [
        [],
        [{"do": "survive", "exchanges": 4}],
        [{"do": "hold", "zone": "far", "exchanges": 2}],
        [{"do": "get out", "who": ["a"]}],
        [{"do": "take out", "who": ["b"]}],
        [{"do": "hold", "zone": "here", "exchanges": 3}, {"do": "survive", "exchanges": 9}],
    ],
    ids=lambda goals: "+".join(goal["do"] for goal in goals) or "none",
)
def test_exchanged_sides_turn_value_and_features_round(goals: list[dict[str, Any]]) -> None:
    sheets = {
        one: {"consequences": {"mild": 1, "moderate": 0, "severe": 0}, "boxes": boxes}
        for one, boxes in (("a", 2), ("b", 3), ("c", 1))
    }
    extra: dict[str, Any] = {
        "ground": "here - far",
        "zone": {"far": {"exit": True}},
        "pool": 0,
        "exchanges": 12,
    }
    own, other = f"a@here {STRONG}; c@far {WEAK}", f"b@here {WEAK}"

    def table(players: str, gm: str, side: str) -> Any:
        names = ("a", "c") if side == "players" else ("b",)
        points = {name: {**sheets[name], **(NO_POINTS if name in names else {})} for name in sheets}
        return scene(
            "war-of-ashes", players.replace("Fight", "Forceful").replace("Athletics", "Quick")
            .replace("Notice", "Careful"), gm.replace("Fight", "Forceful")
            .replace("Athletics", "Quick").replace("Notice", "Careful"),
            sheets=points, objectives={side: goals}, **extra,
        )  # fmt: skip

    one, two = table(own, other, "players"), table(other, own, "gm")
    first, features = look(one.game, one.game.new_initial_state().record)
    second, mirrored = look(two.game, two.game.new_initial_state().record)
    assert mirrored == pytest.approx(-features, abs=1e-12)
    assert second == pytest.approx(-first, abs=1e-12)
    assert first != pytest.approx(0.0, abs=0.01)


# Never less for more


def test_more_soak_and_points_are_never_worse_for_their_side() -> None:
    """A box less checked, a consequence less taken, a point more, in random positions with
    objectives of every kind."""
    tried = 0
    for state in random_positions(range(300, 360)):
        game, scene_row = state.game, state.game.scene[0]
        before = chance(game, state.record)
        for fighter in range(int(scene_row["fighters"])):
            if not (int(state.record["present"][0]) >> fighter) & 1:
                continue
            sign = 1.0 if scene_row["side"][fighter] == PLAYERS else -1.0
            for change in ("stress", "wounds", "points"):
                record = state.record.copy()
                if change == "points":
                    if scene_row["purse"][fighter] < 0:
                        continue
                    record["points"][0, scene_row["purse"][fighter]] += 1
                elif not record[change][0, fighter].any():
                    continue
                else:
                    record[change][0, fighter] = 0
                assert sign * (chance(game, record) - before) >= -1e-9, (change, fighter)
                tried += 1
    assert tried > 200


def test_an_objective_that_comes_nearer_is_never_worse() -> None:
    """Of every kind, on either side."""
    fields: dict[str, Any] = {"exchanges": 12, "pool": 0}
    hold = scene(
        "fate-core", f"a@here {STRONG}", f"b@far {STRONG}", "here - far - out",
        objectives={"gm": [{"do": "hold", "zone": "far", "exchanges": 4}]}, **fields,
    )  # fmt: skip
    held = [hold.state.record.copy() for _ in range(4)]
    for exchanges, record in enumerate(held):
        record["held"][0, 0] = exchanges
    away = scene(
        "fate-core", f"a@here {STRONG}", f"b@here {STRONG}", "here - far - out",
        zone={"out": {"exit": True}},
        objectives={"players": [{"do": "get out", "who": ["a"]}]}, **fields,
    )  # fmt: skip
    steps = [away.state.record.copy() for _ in range(3)]
    for zone, record in enumerate(steps):
        record["zone"][0, 0] = zone
    last = scene(
        "fate-core", f"a@here {STRONG}", f"b@here {STRONG}",
        objectives={"players": [{"do": "survive", "exchanges": 6}]}, **fields,
    )  # fmt: skip
    lasted = [last.state.record.copy() for _ in range(6)]
    for exchanges, record in enumerate(lasted):
        record["exchange"][0] = 1 + exchanges
    for table, records, sign in ((hold, held, -1), (away, steps, 1), (last, lasted, 1)):
        worths = [sign * chance(table.game, record) for record in records]
        assert worths == sorted(worths)
        assert worths[-1] > worths[0] + 0.3


# What is in it


def test_every_feature_changes_the_value() -> None:
    """In a position where none of them is zero."""
    table = scene(
        "war-of-ashes", "ann Forceful 3 Quick 2 weight=4; bea Forceful 2 Quick 1",
        "cid Forceful 2 Quick 1", pool=1, weight=True,
        objectives={"players": [{"do": "survive", "exchanges": 9}]},
    )  # fmt: skip
    record, slot = table.state.record.copy(), int(table.game.scene[0]["slot_on"][2])
    record["free"][0, slot, 0] = 1
    record["slots_free"][0, slot >> 6] |= 1 << (slot & 63)
    shipped = shipped_weights()
    before, features = look(table.game, record)
    for name, feature in zip(FEATURES, features, strict=True):
        assert feature != 0.0, name
        without = replace(shipped, win={**shipped.win, name: 0.0})
        assert look(table.game, record, without)[0] != pytest.approx(before, abs=1e-6), name


def test_the_value_lies_between_the_stakes() -> None:
    for state in random_positions(range(400, 440)):
        low, high = stake_bounds(state.game)
        assert low - 1e-9 <= worth(state) <= high + 1e-9


def test_weapons_and_armour_count_in_hits_alone() -> None:
    """With four dice on both sides a roll of even chances hits in 5454 of 13122 cases."""
    even = expected_shifts("4dF", 0)
    assert expected_shifts("4dF", 0, 1) == pytest.approx(even + 5454 / 13122)
    assert expected_shifts("4dF", -9, 3) == 0.0
    assert expected_shifts("4dF", 0, -9) == 0.0


def test_a_stunt_that_can_be_used_once_has_a_price() -> None:
    stunt = {"name": "Once", "does": "bonus", "amount": 2, "skills": ["Fight"],
             "actions": ["attack"], "limit": "scene"}  # fmt: skip
    table = scene("fate-core", f"a {STRONG}", f"b {STRONG}", sheets={"a": {"stunts": [stunt]}})
    record = table.state.record.copy()
    record["used"][0, 0] = 1
    assert chance(table.game, record) < chance(table.game, table.state.record) - 0.05


def test_free_invokes_where_nobody_stands_count_less() -> None:
    table = scene("fate-core", f"a@here {STRONG}", f"b@here {STRONG}", "here - far", pool=0)
    scene_row = table.game.scene[0]
    worths = []
    for zone in (0, 1):
        record, slot = table.state.record.copy(), int(scene_row["zone_slots"][zone])
        record["free"][0, slot, 0] = 1
        record["slots_free"][0, slot >> 6] |= 1 << (slot & 63)
        worths.append(chance(table.game, record))
    assert worths[0] > worths[1] > chance(table.game, table.state.record)


@pytest.mark.parametrize("points", [0, 1, 4])
@pytest.mark.parametrize("free", [0, 1, 3])
def test_a_point_is_worth_a_little_more_than_a_free_invoke(points: int, free: int) -> None:
    """So whoever has both spends the free one first."""
    table = scene("fate-core", f"a {STRONG} fate_points={points}", f"b {STRONG}", pool=1)
    slot = int(table.game.scene[0]["zone_slots"][0])
    record = table.state.record.copy()
    record["free"][0, slot, 0] = free
    if free:
        record["slots_free"][0, slot >> 6] |= 1 << (slot & 63)
    richer, freer = record.copy(), record.copy()
    richer["points"][0, 0] += 1
    freer["free"][0, slot, 0] += 1
    freer["slots_free"][0, slot >> 6] |= 1 << (slot & 63)
    worths = [chance(table.game, one) for one in (record, freer, richer)]
    assert worths[0] < worths[1] < worths[2]
    assert worths[2] - worths[1] < 0.1 * (worths[1] - worths[0])


# Objectives


def test_every_kind_of_objective_is_known() -> None:
    kinds = {number for name, number in vars(codes).items() if name.startswith("O_")}
    assert set(KNOWN_OBJECTIVES) == kinds


def test_an_unknown_objective_is_refused_by_name() -> None:
    table = scene(
        "fate-core", "a Fight 1", "b Fight 1",
        objectives={"players": [{"do": "survive", "exchanges": 3}]},
    )  # fmt: skip
    table.game.scene["objective_do"][0, 0] = 9
    with pytest.raises(UnknownObjectiveError, match=r"kind 9.*knows hold, get out, survive"):
        judge_of(table.game)


@pytest.mark.parametrize("side", ["players", "gm"])
@pytest.mark.parametrize("goal", ["survive", "hold", "get out", "item", "take out"])
def test_one_step_before_its_end_an_objective_is_worth_nearly_the_win(side: str, goal: str) -> None:
    """Against an enemy who would win by force, and has acted."""
    mine, theirs = ("a", "b") if side == "players" else ("b", "a")
    goals: dict[str, dict[str, Any]] = {
        "survive": {"do": "survive", "exchanges": 3},
        "hold": {"do": "hold", "zone": "far", "exchanges": 2},
        "get out": {"do": "get out", "who": [mine]},
        "item": {"do": "get out", "item": True},
        "take out": {"do": "take out", "who": [theirs]},
    }
    fields: dict[str, Any] = {"objectives": {side: [goals[goal]]}, "exchanges": 20, "pool": 0}
    if goal == "item":
        fields["item"] = {"name": "The chest", "zone": "far"}
    skills = {mine: WEAK, theirs: STRONG}
    table = scene(
        "fate-core", f"a@far {skills['a']}", f"b@here {skills['b']}", "here - far",
        zone={"far": {"exit": True}}, sheets={"a": NO_POINTS}, **fields,
    )  # fmt: skip
    record = table.state.record.copy()
    own, other = (0, 1) if side == "players" else (1, 0)
    if side == "gm":  # both change places
        record["zone"][0, :2] = record["zone"][0, 1::-1]
        for zone in (0, 1):
            record["present_in"][0, zone] ^= 3
    record["acted"][0] = 1 << other
    record["pending"][0, 0, 1], record["pending"][0, 0, 2] = own, own
    record["exchange"][0] = 3
    if goal == "hold":
        record["held"][0, 0] = 1
    if goal == "item":
        record["item"][0] = ITEM_CARRIED + own
    if goal == "take out":
        record["stress"][0, other] = 31
        record["wounds"][0, other] = 63
    sign = 1.0 if side == "players" else -1.0
    assert sign * look(table.game, record)[0] > {"take out": 0.2}.get(goal, 0.5)


def test_a_carried_item_counts_by_its_bearer_and_for_its_side() -> None:
    table = scene(
        "fate-core", f"a@out {STRONG}; c@here {STRONG}", f"b@here {STRONG}", "here - far - out",
        zone={"out": {"exit": True}}, item={"name": "The chest", "zone": "here"},
        objectives={"players": [{"do": "get out", "item": True}]},
    )  # fmt: skip
    worths = []
    for item in (ITEM_CARRIED, ITEM_CARRIED + 1, 1, ITEM_CARRIED + 2):
        record = table.state.record.copy()
        record["item"][0] = item
        worths.append(chance(table.game, record))
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == len(worths)


@pytest.mark.parametrize("side", ["players", "gm"])
def test_an_item_that_the_other_side_has_is_worth_no_more_than_none(side: str) -> None:
    """Out of the field with whoever does not want it, it is as if nobody had ever wanted it."""
    table = scene(
        "fate-core", f"a@here {WEAK}", f"b@here {STRONG}", "here - out",
        zone={"out": {"exit": True}}, item={"name": "The chest", "zone": "here"},
        objectives={side: [{"do": "get out", "item": True}]},
    )  # fmt: skip
    game, record = table.game, table.state.record.copy()
    within = look(game, record)[0]
    record["item"][0] = ITEM_GONE + (PLAYERS if side == "gm" else GM)
    without = look(game, record)[0]
    game.scene["objectives"] = 0
    assert without == look(game, record)[0]
    assert (within > without) == (side == "players")
    assert within != without


def test_marked_enemies_still_to_come_take_time() -> None:
    def value_with(arrives: int) -> float:
        table = scene(
            "fate-core", f"a {STRONG}", f"b {WEAK}; c {WEAK}",
            sheets={"c": {"arrives": arrives}}, exchanges=20,
            objectives={"players": [{"do": "take out", "who": ["c"]}]},
        )  # fmt: skip
        return float(look(table.game, table.state.record)[1][FEATURES.index("objective")])

    assert value_with(9) < value_with(4)


# The file of weights


def test_the_shipped_weights_load_and_say_where_they_come_from() -> None:
    weights = shipped_weights()
    assert tuple(weights.win) == FEATURES
    assert all(weight > 0 for weight in weights.win.values())
    text = WEIGHTS.read_text(encoding="utf-8")
    for word in ("date", "seed", "battles", "positions", "scenarios", "brier", "calibration"):
        assert f"  {word}:" in text


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("  soak:", "  soap:", "`win` has a weight for `soap`, which the value does not know"),
        ("  soak: ", "  soak: 2 #", "the same weight for soak, threat, objective"),
        ("  tempo: ", "  #tempo: ", "`win` has no weight for `tempo`"),
        ("  late: ", "  late: .nan #", "`undecided`, `late`"),
        ("  late: ", "  late: soon #", "`undecided`, `late`: 'soon' is not a number"),
        ("win:", "wins:", "no table is called `wins`; there are win, undecided, fit"),
    ],
)
def test_a_fault_of_the_file_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    path = tmp_path / "weights.yaml"
    path.write_text(WEIGHTS.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WeightsError) as caught:
        read_weights(path)
    assert fault in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="nowhere"):
        read_weights(tmp_path / "nowhere.yaml")


# Both ways to run

LISTING = """
from tests.planner.test_value import random_positions, worth
print(*(f"{worth(state):.12f}" for state in random_positions(range(500, 506))))
"""


def test_compiled_and_interpreted_values_are_equal() -> None:
    outputs = []
    for setting in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": setting}
        done = subprocess.run(
            [sys.executable, "-c", LISTING], env=environment, capture_output=True, text=True,
            check=True, cwd=Path(__file__).resolve().parents[2],
        )  # fmt: skip
        outputs.append([float(one) for one in done.stdout.split()])
    assert len(outputs[0]) == 12
    assert outputs[0] == pytest.approx(outputs[1], abs=1e-9)
