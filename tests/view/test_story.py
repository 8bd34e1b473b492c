"""Stories: what several events say is told once, in the order and the words of a game master."""

from __future__ import annotations

import pytest

from autogm.view.story import story
from tests.table import Table, scene


def lines(table: Table) -> list[str]:
    """The story so far, without headings and empty lines."""
    told = [line.plain for line in story(table.game, [table.log])]
    return [line.strip() for line in told if line.startswith("  ")]


def on_the_way(gm: str = "bats@here type=swarm") -> Table:
    """Rolf's turn, who could go on or charge, with an enemy beside him who may block."""
    sheets = {"bats": {"name": "Bats of the Nave"}}
    return scene(
        "war-of-ashes", "rolf@here Quick 2", gm, "here - there", sheets=sheets
    ).turn("rolf")  # fmt: skip


@pytest.mark.rule("Z4", "M3")
def test_a_blocked_move_that_is_given_up_is_one_sentence() -> None:
    table = on_the_way().choose("move", zone="there").choose("block", target="bats").choose("stay")
    assert lines(table) == [
        "Rolf sets out for there, but the Bats of the Nave block the way and Rolf stays put.  (Z4)"
    ]
    table = on_the_way("bats@here type=swarm; rat@there").choose("charge", target="rat")
    table.choose("block", target="bats")
    assert lines(table) == [
        "Rolf charges Rat, but the Bats of the Nave block the way and Rolf stays put.  (Z4)"
    ]


@pytest.mark.rule("Z4")
def test_a_blocked_move_that_goes_on_is_told_step_by_step() -> None:
    table = on_the_way().choose("move", zone="there").choose("block", target="bats")
    table.choose("go on").to_dice()
    assert lines(table) == [
        "Rolf sets out for there.",
        "The Bats of the Nave block Rolf's way.  (Z4)",
        "Rolf uses Quick.",
        "The Bats of the Nave answer with Careful.",
    ]
