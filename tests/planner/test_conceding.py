"""When thinking players concede (H6): never for the sake of a quicker end, and only for what it
settles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.tactician import TacticianAgent
from autogm.engine.game import load_game
from autogm.engine.pack import first
from autogm.engine.stakes import stake_at
from autogm.game.rows import rows
from autogm.planner.levels import Budget
from autogm.planner.planner import Planner
from autogm.planner.turn.conceding import ERROR, saves_at
from autogm.planner.turn.tactician import Tactician
from tests.planner.asking import asked
from tests.table import Table, scene

FIELDS = Path(__file__).parents[2] / "evaluation" / "fields"
NO_CONSEQUENCES = {"consequences": {"mild": 0, "moderate": 0, "severe": 0}}


@pytest.mark.parametrize("name", ["eight-streets", "breach"])
def test_where_victory_alone_counts_nobody_concedes(name: str) -> None:
    """Nor is it thought about: nothing is expanded."""
    game = load_game(FIELDS / f"{name}.yaml")
    tactician, agent = Tactician(game), TacticianAgent()
    planner = Planner(game, Budget(positions=500, turns=1, states=0))
    states = asked(game, 5, 40)
    for state in states:
        tactician.expand(state, 1)
        assert tactician.positions == 0
        assert agent.decide(state, RandomSource(1)).action == state.legal_actions()[0]
        assert planner.think(state)[0].best.place == 0
    assert len(states) == 40


def doomed(**stakes: float) -> Table:
    """Ann, who can do nothing and take nothing, is about to be struck by Bob; Eve fights well."""
    table = scene(
        "fate-core", "ann; eve Fight 4", "bob Fight 5 Notice 3", pool=0, templates=[],
        actions=["attack", "concede"], exchanges=20,
        sheets={"ann": {**NO_CONSEQUENCES, "tracks": {"physical": 0, "mental": 0},
                        "fate_points": 0},
                "eve": {"fate_points": 0}},
        stakes={"players": {"own_taken_out": -0.9, "own_conceded": -0.1, **stakes}},
    )  # fmt: skip
    table.turn("bob").choose("attack", target="ann").choose("use", skill="Fight")
    while table.state.side() != "players":
        table.passes()
    return table


def chosen(table: Table) -> set[int]:
    """What tactician and planner take, by number of the legal action."""
    legal = table.state.legal_actions()
    taken = TacticianAgent().decide(table.state, RandomSource(1)).action
    planner = Planner(table.game, Budget(positions=4_000, turns=1, states=0))
    return {legal.index(taken), planner.think(table.state)[0].best.place}


@pytest.mark.rule("H6")
def test_who_has_much_to_lose_and_little_to_give_concedes() -> None:
    table = doomed()
    assert table.values("concede", "target") == ["ann", "eve"]
    assert chosen(table) == {1}


@pytest.mark.rule("H6")
def test_what_does_not_beat_the_error_is_not_worth_conceding_for() -> None:
    """Being taken out costs 0.9, as before; conceding now saves less than the estimate errs."""
    assert chosen(doomed(own_conceded=-0.9 + 0.1 * ERROR)) == {0}


def test_conceding_is_judged_without_contempt() -> None:
    table = doomed()
    tactician = Tactician(table.game)
    found = []
    for contempt in (0.0, 0.9):
        tactician.parameters["contempt"][0] = -contempt, contempt
        found.append((tactician.expand(table.state, 1), tactician.weigh(table.state)))
    assert np.array_equal(np.array(found[0]), np.array(found[1]))


@pytest.mark.rule("H6", "H4")
def test_what_conceding_saves() -> None:
    """To be taken out, the consequences still open, the points that it earns."""

    def saved(**fields: Any) -> float:
        sheets = {"ann": {"fate_points": 0}}
        table = scene(
            "fate-core", "ann; eve", "bob Notice 1 Fight 2", pool=0, sheets=sheets, **fields
        )
        table.turn("bob").choose("attack", target="ann").choose("use", skill="Fight").passes()
        concede = table.legal("concede", target="ann")[0]
        return float(saves_at(table.game.scene_rows, rows(table.state.record), first(concede)))

    assert saved() == 0.0
    careful = (0.25 - 0.1) + (0.02 + 0.05 + 0.12) + 0.02
    assert saved(stakes="careful") == pytest.approx(careful)


def test_what_is_settled_by_conceding_is_counted_as_it_is() -> None:
    """A conceded fighter is worth what the stakes say, whatever else."""
    table = doomed()
    before, after = table.state, table.state.child(table.legal("concede", target="ann")[0])
    both = [float(stake_at(table.game.scene_rows, rows(one.record), 0)) for one in (before, after)]
    assert both[1] - both[0] == pytest.approx(-0.1)
