"""Who may block a free move, told before it is chosen, and what happens then."""

from __future__ import annotations

from autogm.analysis.blocks import may_block
from autogm.engine.codes import N_BLOCK, N_BLOCKED, PASS
from autogm.game.contract import PLAYERS
from autogm.view.options import offer
from tests.table import Table, scene

GROUND = "yard - hall - loft"


def told(table: Table) -> dict[str, str]:
    """What is said of each way to move, by its words."""
    asked = offer(table.state, PLAYERS)
    said = zip(asked.options, may_block(table.state, asked), strict=True)
    return {one.words: words for one, words in said if words}


def test_whoever_may_block_is_told_beforehand_and_may() -> None:
    table = scene("fate-core", "ann@yard Fight 2", "bob@yard Fight 2", GROUND).turn("ann")
    said = told(table)
    assert said
    for words, block in said.items():
        assert "ove to " in words
        assert block == "Bob may block the way: the action is needed to get by"
    move = next(
        one for one in table.state.legal_actions()
        if table.game.describe(table.state, one).verb == "move"
    )  # fmt: skip
    asked = table.state.child(move)
    assert (asked.node(), asked.current_player()) == (N_BLOCK, 1)
    blocked = asked.child(next(one for one in asked.legal_actions() if one != PASS))
    assert (blocked.node(), len(blocked.legal_actions())) == (N_BLOCKED, 2)


def test_nobody_is_named_where_no_enemy_is_near() -> None:
    table = scene("fate-core", "ann@loft Fight 2", "bob@yard Fight 2", GROUND)
    assert told(table.turn("ann")) == {}
