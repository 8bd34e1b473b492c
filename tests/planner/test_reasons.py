"""Why a choice was made: the principal line can be played; whose fate points would be spent, and
what one of them is worth.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.engine.codes import CHANCE, GM, N_DUEL, N_TURN, PLAYERS, POOL, V_CONCEDE, VERB_SHIFT
from autogm.engine.game import load_game
from autogm.engine.layout import STATE
from autogm.engine.state import State
from autogm.planner.levels import setting
from autogm.planner.planner import Budget, Planner
from autogm.planner.reasons import LEAST_TURNS, point_worth, purse_of, reasons_for
from tests.planner.valued import worth
from tests.table import Table, scene

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def test_a_principal_line_can_be_played() -> None:
    """Each choice is legal where it is made, and leads to where the next one is, whatever dice
    fall in between."""
    game = load_game(SCENARIOS / "lizardfolk-camp.yaml")
    state = game.new_initial_state()
    planner = Planner(game, setting("good").budget)
    found = reasons_for(planner, state, *planner.think(state))
    assert found.principal[0][1] == found.lines[0].action
    assert not [one for _, one in found.principal if one >> VERB_SHIFT == V_CONCEDE]
    for (before, action), (after, _) in pairwise(found.principal):
        assert action in before.legal_actions()
        reached = {before.child(action).record.tobytes()}
        for _ in range(4):
            reached |= {
                state.child(outcome).record.tobytes()
                for state in (State(game, rows_of(one)) for one in reached)
                if state.current_player() == CHANCE
                for outcome, _ in state.chance_outcomes()
            }
        assert after.record.tobytes() in reached


def rows_of(raw: bytes) -> Any:
    return np.frombuffer(raw, STATE).copy()


def table_of(ann: int = 2, cid: int = 2, pool: int = 3) -> Table:
    """Ann and Cid, with points of their own, against two who have those of the pool."""
    return scene(
        "fate-core", "ann Fight 3; cid Fight 3", "bob Fight 2; dan Fight 2", pool=pool,
        aspects=[{"text": "Fog", "helps": "both", "actions": ["attack", "defend"]}],
        sheets={"ann": {"fate_points": ann}, "cid": {"fate_points": cid}},
    )  # fmt: skip


def in_duel(attacker: str, target: str, side: int) -> State:
    """An attack was rolled, and a side is asked whether to invoke."""
    table = table_of().turn(attacker).choose("attack", target=target).dice("0 0 0 0", "0 0 0 0")
    if table.state.current_player() != side:
        table.passes()
    assert (table.node, table.state.current_player()) == (N_DUEL, side)
    return table.state


def test_a_line_covers_no_turn_more_from_within_a_roll() -> None:
    """Of the turn at hand, in which the roll is made, and of as many as are looked ahead at."""
    state = in_duel("ann", "bob", PLAYERS)
    planner = Planner(state.game, setting("good").budget)
    found = reasons_for(planner, state, *planner.think(state))
    pending = [one.record[0]["pending"][0] for one, _ in found.principal]
    fighters = [int(one[1]) for one in pending if one[0] == N_TURN]
    assert fighters[0] == state.game.words.fighters.index("ann")
    turns = max(LEAST_TURNS, found.lines[0].line.turns)
    assert len([one for one, other in pairwise(fighters) if one != other]) == turns


def test_on_a_turn_the_fighter_pays_and_for_the_gm_the_pool() -> None:
    ann, cid, bob, dan = (table_of().turn(one) for one in ("ann", "cid", "bob", "dan"))
    fighters = ann.game.words.fighters
    assert purse_of(ann.state) == fighters.index("ann")
    assert purse_of(cid.state) == fighters.index("cid")
    assert (purse_of(bob.state), purse_of(dan.state)) == (POOL, POOL)


def test_an_empty_purse_is_not_filled_by_others() -> None:
    """Neither a friend nor the other side pays for a fighter who has none left."""
    assert purse_of(table_of(ann=0).turn("ann").state) is None
    assert purse_of(table_of(ann=0).turn("cid").state) is not None
    assert purse_of(table_of(pool=0).turn("bob").state) is None
    table = table_of(ann=0).turn("ann")
    assert point_worth(Planner(table.game, Budget()), table.state) is None


def test_who_has_no_purse_does_not_pay_from_another() -> None:
    """An ally on its turn, who stands behind the first of the fighters."""
    table = scene(
        "fate-core", "ann Fight 3; fay Fight 1 type=supporting", "bob Fight 2",
        sheets={"ann": {"fate_points": 2}},
    )  # fmt: skip
    assert purse_of(table.turn("fay").state) is None


@pytest.mark.parametrize(("attacker", "target"), [("cid", "dan"), ("dan", "cid")])
def test_in_a_duel_who_rolls_pays_for_each_side(attacker: str, target: str) -> None:
    """In attack and in defence: the other fighters of its side do not pay, Ann included."""
    players, gm = (in_duel(attacker, target, side) for side in (PLAYERS, GM))
    assert purse_of(players) == players.game.words.fighters.index("cid")
    assert purse_of(gm) == POOL


@pytest.mark.parametrize(("name", "purse"), [("ann", "ann"), ("cid", "cid"), ("bob", "gm")])
def test_a_point_is_worth_what_the_value_loses_without_it(name: str, purse: str) -> None:
    """To the side that chooses a point is worth more than nothing, the GM's too; the state is left
    as it was."""
    table = table_of().turn(name)
    state, poorer = table.state, table.state.clone()
    before = state.record.tobytes()
    index = POOL if purse == "gm" else table.game.words.fighters.index(purse)
    poorer.record["points"][0, index] -= 1
    lost = worth(state) - worth(poorer) if purse != "gm" else worth(poorer) - worth(state)
    found = point_worth(Planner(table.game, Budget()), state)
    assert found == pytest.approx(lost, abs=1e-12)
    assert 0 < lost < 0.5
    assert state.record.tobytes() == before
