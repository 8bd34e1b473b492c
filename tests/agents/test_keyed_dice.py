"""Keyed dice: they fall as the exact distributions say, faces and all. The same place in the same
battle has the same dice, however battles are split into parts and whatever else a variant changes;
other seeds and battles have others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.agents.entries import sample_at
from autogm.agents.playing import play_chunk
from autogm.agents.roster import seats
from autogm.engine.game import Game, load_game, new_buffer
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.lab.replay import replay
from tests.table import scene

SCENARIOS = Path(__file__).parents[2] / "scenarios"
DRAWS = 20_000


def expected(dice: str, replaced: int) -> dict[int, Fraction]:
    """The distribution of the sum: of sorted faces, the first `replaced` turned to +1."""
    if dice == "d6-d6":
        falls = [a - b for a, b in product(range(1, 7), repeat=2)]
    else:
        falls = [replaced + sum(sorted(f)[replaced:]) for f in product((-1, 0, 1), repeat=4)]
    return {value: Fraction(n, len(falls)) for value, n in Counter(falls).items()}


def excess(counts: Counter[Any], shares: dict[Any, Fraction]) -> float:
    """Chi-square of counts as standard deviations of a normal variable above what it should be
    (Wilson and Hilferty's cube root)."""
    total = counts.total()
    assert set(counts) <= set(shares)
    chi = sum((counts[one] - total * share) ** 2 / (total * share) for one, share in shares.items())
    freedom = len(shares) - 1
    spread = 2 / (9 * freedom)
    return float((float(chi) / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def waiting(replaced: int) -> State:
    """A state in which the hero's side rolls with so many dice replaced."""
    heroes = "; ".join(f"hero{n} Fight 1" for n in range((1, 2, 4)[replaced]))
    table = scene("fate-core", heroes, "foe Fight 1", weight=True, turn_order={"first": "players"})
    table.turn("hero0").choose("attack", target="foe").to_dice()
    assert table.replaced == replaced
    return table.state


def roll(state: State, seed: int, battle: int) -> int:
    """The first roll of a battle."""
    replaced = state.dice_replaced()
    records = rows(state.record)
    return int(sample_at(state.game.scene_rows, records, replaced, seed, battle, new_buffer()))


def rolled(state: State, outcome: int) -> dict[str, Any]:
    """The facts of a roll, as events report them."""
    events = state.game.events(state, outcome)
    return next(event.facts for event in events if event.kind == "roll")


@pytest.mark.rule("D1", "W2", "W3")
@pytest.mark.parametrize("keyed", ["seed", "battle"])
@pytest.mark.parametrize("replaced", [0, 1, 2])
def test_sums_fall_as_they_should(replaced: int, keyed: str) -> None:
    state = waiting(replaced)
    keys = [(n, 5) if keyed == "seed" else (5, n) for n in range(DRAWS)]
    counts = Counter((roll(state, *key) & 31) - 4 for key in keys)
    assert excess(counts, expected("4dF", replaced)) < 4


@pytest.mark.rule("D2")
def test_two_d6_fall_as_they_should() -> None:
    table = scene("autarch", "hero Fighting 1", "foe Fighting 1", rules={"dice": "d6-d6"})
    state = table.to_dice().state if table.state.rolls_dice() else _attack(table)
    counts = Counter((roll(state, 1, n) & 31) - 5 for n in range(DRAWS))
    assert excess(counts, expected("d6-d6", 0)) < 4
    facts = rolled(state, roll(state, 1, 2))
    assert facts["sum"] == facts["faces"][0] - facts["faces"][1]


def _attack(table: Any) -> State:
    state: State = table.turn("hero").choose("attack", target="foe").to_dice().state
    return state


@pytest.mark.rule("W3")
@pytest.mark.parametrize("replaced", [0, 1, 2])
def test_faces_make_the_sum(replaced: int) -> None:
    """Each of the 81 falls comes up, and its faces with the worst replaced make the sum."""
    state = waiting(replaced)
    seen: Counter[tuple[int, ...]] = Counter()
    for battle in range(3000):
        facts = rolled(state, roll(state, 2, battle))
        faces = tuple(facts["faces"])
        seen[faces] += 1
        assert facts["replaced"] == replaced
        assert facts["sum"] == replaced + sum(sorted(faces)[replaced:])
    assert excess(seen, dict.fromkeys(product((-1, 0, 1), repeat=4), Fraction(1, 81))) < 4


def dice_of(game: Game, seed: int, battle: int, who: str = "brawler") -> dict[Any, list[int]]:
    """The faces of every roll of a battle by its place: exchange, roller, whether it was the
    roller's own turn, and which of such rolls it was."""
    found: dict[Any, list[int]] = {}
    numbers: Counter[Any] = Counter()
    exchange, acting = 1, None
    for step in replay(game, seed, battle, seats(who)):
        for event in step.events:
            if event.kind == "exchange":
                exchange = event.facts["exchange"]
            elif event.kind == "turn":
                acting = event.who
            elif event.kind == "roll":
                place = (exchange, event.who, event.who == acting)
                numbers[place] += 1
                found[(*place, numbers[place])] = event.facts["faces"]
    return found


def table_of(boxes: int, skill: int = 2) -> Game:
    """A fight of two against two; variants differ in what the first foe can take and do."""
    return scene(
        "accelerated",
        "ann Quick 3 Forceful 1; ben Quick 1 Forceful 2",
        f"cat Quick {skill} Careful 3; dan Quick 2",
        sheets={"cat": {"boxes": boxes}},
    ).game


def test_variants_meet_the_same_dice_where_they_do_the_same() -> None:
    one, two, three = table_of(1), table_of(3), table_of(3, skill=0)
    shared = 0
    for battle in range(20):
        first, second, third = (dice_of(game, 11, battle) for game in (one, two, three))
        for other in (second, third):
            common = first.keys() & other.keys()
            assert all(first[place] == other[place] for place in common)
            shared += len(common)
            assert next(iter(first)) == next(iter(other))
    assert shared > 300


def test_who_comes_and_goes_leaves_the_dice_of_the_others() -> None:
    """Somebody more at the head of each side: every roll of the others that is made in both
    battles falls alike."""
    few = table_of(1)
    many = scene(
        "accelerated",
        "abe Quick 2; ann Quick 3 Forceful 1; ben Quick 1 Forceful 2",
        "cal Quick 2; cat Quick 2 Careful 3; dan Quick 2",
        sheets={"cat": {"boxes": 1}},
    ).game
    shared = 0
    for battle in range(20):
        first, second = (dice_of(game, 11, battle) for game in (few, many))
        common = first.keys() & second.keys()
        assert {who for _, who, *_ in common} <= {"ann", "ben", "cat", "dan"}
        assert all(first[place] == second[place] for place in common)
        shared += len(common)
    assert shared > 200


def test_dice_of_two_fighters_are_independent() -> None:
    """At one place of one battle the dice of any two fighters of a crowd are those of strangers."""
    foes = [f"foe-{n}" for n in range(8)]
    falls: list[list[int]] = []
    for name in foes:
        table = scene("accelerated", f"{name} Forceful 1", "cat Quick 1")
        state = table.turn(name).choose("attack", target="cat").to_dice().state
        falls.append(firsts(state, [(7, battle) for battle in range(2000)]))
    single = expected("4dF", 0)
    shares = {(a, b): single[a] * single[b] for a, b in product(single, repeat=2)}
    common = {pair: share for pair, share in shares.items() if share > Fraction(1, 2000)}
    counts = Counter(
        pair
        for one, other in combinations(falls, 2)
        for pair in zip(one, other, strict=True)
        if pair in common
    )
    whole = sum(common.values())
    assert excess(counts, {pair: share / whole for pair, share in common.items()}) < 4


def test_the_same_battle_whatever_the_parts() -> None:
    game = load_game(SCENARIOS / "street-fight.yaml")
    for who in ("brawler", "random"):
        whole = play_chunk(game, 9, 0, 30, seats(who))
        parts = [play_chunk(game, 9, n, n + 1, seats(who)) for n in range(29, -1, -1)][::-1]
        assert [list(one.results[0]) for one in parts] == [list(row) for row in whole.results]
        assert (np.sum([one.tallies for one in parts], axis=0) == whole.tallies).all()
        assert (np.sum([one.squares for one in parts], axis=0) == whole.squares).all()


def firsts(state: State, keys: Iterable[tuple[int, int]]) -> list[int]:
    """The sums of the first rolls of battles."""
    return [(roll(state, *key) & 31) - 4 for key in keys]


@pytest.mark.parametrize("name", ["next battle", "next seed", "seed and battle swapped"])
def test_neighbours_are_independent(name: str) -> None:
    """Pairs of neighbouring first rolls are distributed as independent ones."""
    state = waiting(0)
    here = [(n // 150, n % 150 + 200) for n in range(DRAWS)]
    there = {
        "next battle": [(seed, battle + 1) for seed, battle in here],
        "next seed": [(seed + 1, battle) for seed, battle in here],
        "seed and battle swapped": [(battle, seed) for seed, battle in here],
    }[name]
    single = expected("4dF", 0)
    shares = {(a, b): single[a] * single[b] for a, b in product(single, repeat=2)}
    common = {pair: share for pair, share in shares.items() if share > Fraction(1, 2000)}
    counts = Counter(
        pair for pair in zip(firsts(state, here), firsts(state, there), strict=True)
        if pair in common
    )  # fmt: skip
    whole = sum(common.values())
    assert excess(counts, {pair: share / whole for pair, share in common.items()}) < 4


def test_attack_and_answer_are_independent() -> None:
    state, single = waiting(0), expected("4dF", 0)
    coarse: Counter[tuple[bool, bool]] = Counter()
    for battle in range(DRAWS // 2):
        counters, after = new_buffer(), state
        sums = []
        for _ in range(2):
            replaced, records = after.dice_replaced(), rows(after.record)
            outcome = int(sample_at(state.game.scene_rows, records, replaced, 4, battle, counters))
            sums.append((outcome & 31) - 4)
            after = after.child(outcome)
        coarse[sums[0] > 0, sums[1] > 0] += 1
    up = sum((share for value, share in single.items() if value > 0), Fraction(0))
    shares = {
        (a, b): (up if a else 1 - up) * (up if b else 1 - up)
        for a, b in product((True, False), repeat=2)
    }
    assert excess(coarse, shares) < 4


def test_every_part_of_a_key_counts() -> None:
    """Also the bits above the 32nd of a seed."""
    state = waiting(0)
    pairs = [((1, 1), (1 + (1 << 40), 1)), ((0, 0), (1 << 61, 0)), ((7, 2), (2, 7))]
    for one, other in pairs:
        state_rolls = [[roll(state, seed, battle + n) for n in range(12)] for seed, battle in
                       (one, other)]  # fmt: skip
        assert state_rolls[0] != state_rolls[1]
