"""What objectives are worth: the nearer the more, one that is all but reached nearly the win; and a
fighter who has got out is no loss.
"""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine import codes
from autogm.engine.codes import GM, ITEM_CARRIED, ITEM_GONE, PLAYERS
from autogm.engine.records import Scenes, States
from autogm.engine.state import State
from autogm.game.kernels import entry
from autogm.game.rows import rows
from autogm.planner.evaluation.parameters import (
    KNOWN_OBJECTIVES,
    AllParameters,
    UnknownObjectiveError,
    parameters_of,
)
from autogm.planner.evaluation.strength import soak_of
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.turn.tactician import Tactician
from tests.planner.valued import NO_POINTS, STRONG, WEAK, chance, look, worth
from tests.table import scene


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
        parameters_of(table.game)


@pytest.mark.parametrize("side", ["players", "gm"])
@pytest.mark.parametrize("goal", ["survive", "hold", "get out", "item", "take out"])
def test_one_step_before_its_end_an_objective_outweighs_a_stronger_enemy(
    side: str, goal: str
) -> None:
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
    if side == "gm":  # swaps both places
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
    least = {"take out": 0.2}.get(goal, 0.4)
    assert sign * look(table.game, record)[0] > least


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
    """If the side that does not want it has taken it out of the field, it is as if nobody had ever
    wanted it."""
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


def leaving(number: int) -> State:
    """Ann's turn; she and Bea stand at the exit, two enemies a step away, and a given number of the
    two has to get out."""
    goal = {"do": "get out", "who": ["ann", "bea"], "number": number}
    table = scene(
        "fate-core", f"ann@out {STRONG}; bea@out {STRONG}", f"cid@here {WEAK}; dan@here {WEAK}",
        "here - out", zone={"out": {"exit": True}}, objectives={"players": [goal]}, exchanges=20,
        pool=0,
    )  # fmt: skip
    return table.turn("ann").state


def test_the_first_who_gets_out_is_no_loss() -> None:
    state = leaving(2)
    before = worth(state)
    (leave,) = (
        one for one in state.legal_actions() if "leave" in str(state.game.describe(state, one))
    )
    assert worth(state.child(leave)) > before


@pytest.mark.parametrize("number", [1, 2])
def test_whoever_stands_at_the_exit_leaves(number: int) -> None:
    state = leaving(number)
    best = int(Tactician(state.game).weigh(state).argmax())
    assert "leave" in str(state.game.describe(state, state.legal_actions()[best]))


@entry
def soak_at(scenes: Scenes, states: States, parameters: AllParameters, fighter: int) -> float:
    """What a fighter can be expected to absorb."""
    return soak_of(scenes[0], states[0], parameters[0], fighter)


@pytest.mark.parametrize("arrives", [1, 3])
def test_a_group_stands_for_as_much_before_it_comes_and_once_it_has_got_out(arrives: int) -> None:
    gang = {"type": "group", "members": 6, "skills": {"Fight": 1}, "arrives": arrives}
    goal = {"do": "get out", "who": ["gang", "b"]}
    table = scene(
        "fate-core", f"a@here {STRONG}", f"gang@here; b@here {WEAK}", "here - out",
        zone={"out": {"exit": True}}, sheets={"gang": gang}, objectives={"gm": [goal]},
        exchanges=20, pool=0,
    )  # fmt: skip
    game = table.game
    index = next(n for n, one in enumerate(game.encounter.fighters) if one.id == "gang")
    states = [game.new_initial_state().record.copy() for _ in range(2)]
    for record, members in zip(states, (6, 0), strict=True):
        record["members"][0, index] = members
    there, away = (
        soak_at(game.scene_rows, rows(one), rows(parameters_of(game)), index) for one in states
    )
    assert there == away == 6


def test_an_objective_is_out_of_reach_where_one_who_has_to_get_out_cannot() -> None:
    """However many of the others have."""

    def objective(*, rooted: bool, wanted: bool = True) -> float:
        names = [f"p{n}" for n in range(8)]
        sheets: dict[str, Any] = {"p7": {"mobile": not rooted}}
        table = scene(
            "fate-core", "; ".join(f"{one}@here {WEAK}" for one in names), f"z@here {WEAK}",
            "here - out", zone={"out": {"exit": True}}, sheets=sheets, exchanges=20,
            objectives={"players": [{"do": "get out", "who": names, "number": 8}]},
        )  # fmt: skip
        record = table.state.record.copy()
        record["escaped"][0] = 0b1111111
        record["present"][0] &= ~0b1111111
        table.game.scene["objectives"] = int(wanted)
        return float(look(table.game, record)[1][FEATURES.index("objective")])

    nothing = objective(rooted=True, wanted=False)
    assert objective(rooted=True) == nothing
    assert objective(rooted=False) > nothing
