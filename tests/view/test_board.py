"""The board: balance of weight, what it says of it, and who stands where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autogm.view.board import Balance, Board, BoardFighter, BoardSide, BoardZone
from autogm.view.words.board import weight_rule, weight_words


def board(*weights: tuple[str, int], ratio: tuple[int, int] | None = (2, 4)) -> Board:
    fighters = tuple(
        BoardFighter(str(index), str(index), side, "a", weight=weight)  # type: ignore[arg-type]
        for index, (side, weight) in enumerate(weights)
    )
    return Board("Weights", (BoardZone("a", "A"),), fighters=fighters, weight_ratio=ratio)


@pytest.mark.parametrize(
    ("own", "other", "dice"),
    [((1, 1, 1, 1), (1, 1, 1, 1), (0, 0)), ((1, 1), (1,) * 4, (0, 1)), ((8,), (2,), (2, 0))],
)
def test_balance(own: tuple[int, ...], other: tuple[int, ...], dice: tuple[int, int]) -> None:
    """W1, W2, EX-WOA-7."""
    shown = board(*(("players", w) for w in own), *(("gm", w) for w in other))
    assert shown.balance("a") == Balance(sum(own), sum(other), *dice)


def test_anything_outweighs_nothing_but_not_nobody() -> None:
    """W2, W5: a swarm of weight 0 is outweighed, an absent enemy is not."""
    assert board(("players", 1), ("gm", 0)).balance("a") == Balance(1, 0, 2, 0)
    assert board(("players", 1)).balance("a") == Balance(1, 0, 0, 0, contested=False)
    assert board().balance("a") is None
    assert board(("players", 1), ("gm", 1), ratio=None).balance("a") is None


def test_only_those_present_weigh() -> None:
    """W1: the fallen and those still to come count for nothing."""
    full = board(("players", 1), ("gm", 1), ("gm", 1), ("gm", 1), ("gm", 1))
    first, *rest = full.fighters
    thinned = (first, rest[0], rest[1], replace(rest[2], presence="taken out"),
               replace(rest[3], arrives=3))  # fmt: skip
    after = replace(full, fighters=thinned)
    assert full.balance("a") == Balance(1, 4, 0, 2)
    assert after.balance("a") == Balance(1, 2, 0, 1)
    assert after.waves() == ((3, (thinned[4],)),)
    assert after.gone() == (thinned[3],)


def test_weight_is_told_where_it_tips_a_roll() -> None:
    """W2: who gets how many dice against whom, and what that is; nothing where it changes
    nothing."""
    tipped = replace(
        board(("players", 1), ("gm", 4)), players=BoardSide("The crew"), gm=BoardSide("Raiders")
    )
    balance = tipped.balance("a")
    assert balance is not None
    assert weight_words(tipped, balance) == "The Raiders get two [+] against the crew"
    unnamed = replace(tipped, players=BoardSide("Players"), gm=BoardSide("GM"))
    assert weight_words(unnamed, balance) == "The GM gets two [+] against the players"
    even = board(("players", 1), ("gm", 1))
    balance = even.balance("a")
    assert balance is not None
    assert weight_words(even, balance) == ""
    assert weight_rule(even) == (
        "Weight: the side that outweighs the other in a zone by 2:1 turns one of its dice to [+] "
        "when it rolls to attack or defend, by 4:1 two of them."
    )
    assert weight_rule(board(("players", 1), ratio=None)) == ""
