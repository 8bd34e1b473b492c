"""The value of a position: reversed when sides are exchanged, never less for more, every feature in
it; and the file of its weights.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.engine.codes import N_TURN, PASS, PLAYERS, T_ACTED
from autogm.engine.game import Game
from autogm.engine.stake_bounds import stake_bounds
from autogm.engine.state import State
from autogm.planner.evaluation.parameters import expected_shifts
from autogm.planner.evaluation.weights import (
    FEATURES,
    WEIGHTS,
    WeightsError,
    read_weights,
    shipped_weights,
)
from autogm.rules.loading import settle
from tests.generator import random_scenario
from tests.planner.valued import NO_POINTS, STRONG, WEAK, chance, look, without, worth
from tests.table import scene

FIGURES = Path(__file__).parents[2] / "evaluation" / "RESULTS.md"


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


def test_nobody_is_worse_off_for_being_rid_of_an_enemy() -> None:
    """Whoever is taken out of a random position, as long as others of its side are left. In battles
    of tacticians it is otherwise once in some 800 times (evaluation/HISTORY.md, «Who is left to
    hit»)."""
    tried = 0
    for state in random_positions(range(300, 400)):
        game, scene_row, before = state.game, state.game.scene[0], chance(state.game, state.record)
        present = int(state.record["present"][0])
        for fighter in range(int(scene_row["fighters"])):
            side = int(scene_row["side"][fighter])
            others = present & int(scene_row["side_mask"][side]) & ~(1 << fighter)
            # Of a group that has divided the others are still there.
            if not (present >> fighter) & 1 or not others or scene_row["mob"][fighter]:
                continue
            rise = chance(game, without(state.record, fighter)) - before
            assert (rise if side == PLAYERS else -rise) <= 1e-9, fighter
            tried += 1
    assert tried > 200


@pytest.mark.parametrize("side", ["players", "gm"])
def test_nobody_spares_the_soft_one_who_stands_before_a_hard_one(side: str) -> None:
    """Three strong ones, one weak enemy near them and one as strong as they two zones away."""
    three = "; ".join(f"{one} {STRONG}" for one in ("ann", "bea", "cid"))
    two = f"dan {WEAK}; eve@far {STRONG}"
    sides = (three, two) if side == "gm" else (two, three)
    table = scene("fate-core", *sides, "here - there - far")
    alone = without(table.state.record, table.game.words.fighters.index("dan"))
    gain = look(table.game, alone)[0] - worth(table.state)
    assert (gain if side == "gm" else -gain) > 0.0


def test_whoever_cannot_get_back_to_an_enemy_deals_less() -> None:
    """Ann drops from the ledge, where Cid stays: to him none of her side gets any more."""
    ours, theirs = f"ann@ledge {STRONG}; bea@pit {STRONG}", f"cid@ledge {STRONG}; dan@pit {STRONG}"
    table = scene("fate-core", ours, theirs, "ledge > pit")
    record = table.state.record.copy()
    ann, pit = table.game.words.fighters.index("ann"), record["zone"][0, 1]
    record["present_in"][0, record["zone"][0, ann]] ^= 1 << ann
    record["present_in"][0, pit] ^= 1 << ann
    record["zone"][0, ann] = pit
    threat = FEATURES.index("threat")
    before, after = (look(table.game, one)[1][threat] for one in (table.state.record, record))
    assert after < before - 0.2


# What is in it


@pytest.mark.parametrize("side", ["players", "gm"])
def test_to_take_out_the_last_one_who_is_there_is_no_loss_if_others_come(side: str) -> None:
    """Bob is there, two or three more of his kind come in exchange 4: the other side is better off
    once he is out, though nobody is left to hit until then."""
    for more in (2, 3):
        names = [f"late-{one}" for one in range(more)]
        late = {one: {"arrives": 4} for one in names}
        many, two = (
            "; ".join(f"{one} {WEAK}" for one in ("bob", *names)),
            f"ann {STRONG}; eve {WEAK}",
        )
        sides = (two, many) if side == "gm" else (many, two)
        table = scene("fate-core", *sides, sheets=late)
        fighter = table.game.words.fighters.index("bob")
        alone = without(table.state.record, fighter)
        gain = look(table.game, alone)[0] - worth(table.state)
        assert (gain if side == "gm" else -gain) > 0.1


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
        low, high = stake_bounds(state.game.scene[0])
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


def test_help_counts_most_while_the_helped_can_still_act() -> None:
    """Later it counts only for who may still be attacked, and that is less than to act with it."""
    table = scene("fate-core", "a Fight 2; b Fight 2", "foe", turn_order={"first": "players"})
    table.turn("a").choose("help", target="b")
    waiting, record = table.state.record.copy(), table.state.record.copy()
    record["turn_flags"] |= T_ACTED
    held = [look(table.game, one)[1][FEATURES.index("invokes")] for one in (waiting, record)]
    record["helps"] = 0
    none = look(table.game, record)[1][FEATURES.index("invokes")]
    assert held[0] > held[1] > none


def test_help_is_lost_on_who_has_to_leave_its_helper_to_strike() -> None:
    """It counts in the helper's zone alone (E3), so that less is left of it where no enemy is in
    reach there, and nothing where no enemy reaches the helped, or where it has left."""
    beside, apart = helped("b@one"), helped("b@one", foe="foe@two")
    assert beside > apart > 0.0
    assert helped("b@one", foe="foe@three") == helped("b@two") == 0.0
    archer = {"attacks": {"Shoot": {"range": 2}}, "skills": {"Shoot": 2}}
    assert helped("b@one", foe="foe@three", sheets={"foe": archer}) == apart


def helped(b: str, foe: str = "foe@one", **fields: Any) -> float:
    """What help that `a` gives `b` adds to the feature of invokes, once `b` stands there."""
    table = scene("fate-core", "a@one Fight 2; b@one Fight 2", foe, "one - two - three",
                  turn_order={"first": "players"}, **fields)  # fmt: skip
    table.turn("a").choose("help", target="b")
    with_help = table.state.record.copy()
    there = table.game.words.zones.index(b.partition("@")[2])
    with_help["zone"][0, table.game.words.fighters.index("b")] = there
    without = with_help.copy()
    without["helps"] = 0
    more, less = (look(table.game, one)[1] for one in (with_help, without))
    return float((more - less)[FEATURES.index("invokes")])


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"exchanges": 3},
        {
            "objectives": {"gm": [{"do": "get out", "who": ["foe"]}]},
            "zone": {"two": {"exit": True}},
        },
        {"objectives": {"gm": [{"do": "hold", "zone": "one", "exchanges": 2}]}},
        {"objectives": {"gm": [{"do": "survive", "exchanges": 9}]}},
        {"objectives": {"players": [{"do": "take out", "who": ["friend"]}]}, "friend": 4},
        {"friend": 2},
        {"friend": 3},
    ],
)
def test_who_acts_last_gains_nothing_by_ending_its_turn(fields: dict[str, Any]) -> None:
    """The exchange is as good as over once everybody has acted, whether or not the last one may
    still go somewhere: else passing would look better, or worse, than what leaves a free step."""
    friend = fields.get("friend")
    others = {name: value for name, value in fields.items() if name != "friend"}
    gm = "foe@one Fight 1" if friend is None else "foe@one Fight 1; friend@one Fight 3"
    sheets = {} if friend is None else {"friend": {"arrives": friend}}
    table = scene("fate-core", "a@one Fight 4; b@one Fight 2", gm, "one - two", pool=0,
                  turn_order={"first": "players"}, sheets=sheets, **others)  # fmt: skip
    table.turn("b").choose("help", target="a")
    state = table.turn("foe").choose("attack", target="a").state
    while state.node() != N_TURN:
        state = state.child(state.legal_actions()[0])
    assert (state.exchange, state.actor()) == (1, "foe")
    assert chance(table.game, state.record) == chance(table.game, state.child(PASS).record)


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


def test_free_invokes_that_speak_to_no_roll_of_their_side_count_nothing() -> None:
    """On a trouble, which is called on against its bearer, and on what helps its bearer."""
    trouble, concept = ({"text": text, "kind": kind} for text, kind in (
        ("Never Retreats", "trouble"), ("Knight of the Lily", "high concept")))  # fmt: skip
    aspects = [{**trouble, "helps": "against"}, {**concept, "helps": "bearer"}]
    table = scene(
        "fate-core", f"a {STRONG}", f"b {STRONG}", pool=0, sheets={"a": {"aspects": aspects}}
    )
    game = table.game
    texts = [one.texts for one in game.compiled.slots.slots]
    plain, more = chance(game, table.state.record), {}
    for one in aspects:
        (slot,) = (place for place, text in enumerate(texts) if one["text"] in text)
        for number, side in enumerate(("players", "gm")):
            record = table.state.record.copy()
            record["free"][0, slot, number] = 1
            record["slots_free"][0, slot >> 6] |= 1 << (slot & 63)
            more[one["kind"], side] = chance(game, record) - plain
    assert more["trouble", "players"] == more["high concept", "gm"] == 0.0
    assert more["trouble", "gm"] < 0.0 < more["high concept", "players"]


@pytest.mark.parametrize("points", [0, 1, 4])
@pytest.mark.parametrize("free", [0, 1, 3])
def test_a_point_is_worth_half_as_much_again_as_a_free_invoke(points: int, free: int) -> None:
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
    worth, with_free, with_point = (chance(table.game, one) for one in (record, freer, richer))
    assert 1.4 < (with_point - worth) / (with_free - worth) < 1.8


# The file of weights


def test_the_shipped_weights_load_and_say_where_they_come_from() -> None:
    weights = shipped_weights()
    assert tuple(weights.win) == FEATURES
    assert all(weight > 0 for weight in weights.win.values())
    text = WEIGHTS.read_text(encoding="utf-8")
    for word in ("date", "seed", "battles", "positions", "scenarios", "brier", "calibration"):
        assert f"  {word}:" in text


def test_the_figures_published_are_of_the_weights_shipped() -> None:
    weights, told = shipped_weights(), FIGURES.read_text(encoding="utf-8")
    for name, weight in {**weights.win, **weights.undecided}.items():
        assert re.search(rf"^ {name} +\+{weight:.3f}$", told, re.MULTILINE), name
    brier = re.search(r"^  brier: (0\.\d{4})$", WEIGHTS.read_text(encoding="utf-8"), re.MULTILINE)
    assert brier
    assert re.search(rf"^ model +{brier[1]} \(", told, re.MULTILINE)


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
