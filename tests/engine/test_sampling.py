"""The place of a roll in its battle: each has dice of its own, rerolls too."""

from __future__ import annotations

from collections.abc import Iterator

from autogm.agents.entries import sample_at
from autogm.engine import codes
from autogm.engine.game import new_buffer
from autogm.engine.sampling import reset_counters
from autogm.engine.state import State
from autogm.game.rows import rows
from tests.table import scene

BATTLES = 24


def waiting() -> State:
    """The hero's dice are pending."""
    table = scene("fate-core", "hero Fight 1", "foe Fight 1", turn_order={"first": "players"})
    table.turn("hero").choose("attack", target="foe")
    return table.choose("use", skill="Fight", lethal=False).to_dice().state.clone()


def falls(state: State, draws: int) -> Iterator[tuple[int, ...]]:
    """What falls first and at each reroll after it, battle by battle."""
    record = state.record[0]
    top = int(record["depth"]) - 1
    plain = int(record["pending"][top, 3])
    seen: list[list[int]] = [[] for _ in range(draws)]
    for battle in range(BATTLES):
        buffer = new_buffer()
        for draw in range(draws):
            record["pending"][top, 3] = plain | (codes.DICE_REROLL if draw else 0)
            found = sample_at(state.game.scene_rows, rows(state.record), 0, 7, battle, buffer)
            seen[draw].append(int(found))
    record["pending"][top, 3] = plain
    yield from (tuple(one) for one in seen)


def test_every_roll_and_reroll_of_every_fighter_and_exchange_is_its_own() -> None:
    """Four draws in 32 exchanges by three fighters, in so many battles that two of them agree in
    all only if they are the same."""
    state = waiting()
    record = state.record[0]
    top = int(record["depth"]) - 1
    found: list[tuple[int, ...]] = []
    for exchange in range(1, 33):
        for fighter in range(3):
            record["exchange"] = exchange
            record["pending"][top, 1] = fighter
            found += falls(state, 4)
    assert len(set(found)) == len(found) == 32 * 3 * 4


def test_a_battle_after_another_rolls_what_it_would_have_rolled_alone() -> None:
    """Whatever the one before has rolled is forgotten."""
    state = waiting()
    used = new_buffer()
    found: list[int] = []
    alone: list[int] = []
    for battle in range(BATTLES):
        reset_counters(used[0])
        for buffer, fell in ((used, found), (new_buffer(), alone)):
            for _ in range(1 + battle % 3):
                fell.append(
                    sample_at(state.game.scene_rows, rows(state.record), 0, 7, battle, buffer)
                )
    assert found == alone
