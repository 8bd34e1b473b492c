"""The options of rulesets that the planner's estimate depends on, and rulesets made of them in
which every two values of two options stand together at least once (pairwise covering).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

Choice = dict[str, Any]
"""Ruleset fields that belong together, with their values."""


def named(field: str, *values: Any) -> tuple[Choice, ...]:
    """The options of one field."""
    return tuple({field: value} for value in values)


def switch(field: str) -> tuple[Choice, ...]:
    """A field that is on or off."""
    return named(field, False, True)


OPTIONS: dict[str, tuple[Choice, ...]] = {
    "style": named("style_at", 1, 3, 20),
    "room for free invokes": named("free_invoke_cap", 1, 3, 20),
    "points": (
        {"owed_invokes": False, "closed_loop": False},
        {"owed_invokes": True, "closed_loop": False},
        {"owed_invokes": False, "closed_loop": True},
    ),
    "opposition": switch("invoke_for_opposition"),
    "allies": switch("invoke_for_ally"),
    "a maker opposes removal": switch("removal_opposed"),
    "removing": named("removal_difficulty", 0, 2, 20),
    "a tied advantage": (
        {"advantage_tie": "free invoke", "srd_tie": False},
        {"advantage_tie": "boost", "srd_tie": False},
        {"advantage_tie": "free invoke", "srd_tie": True},
    ),
    "a failed advantage": named(
        "advantage_fail", "nothing", "maker chooses", "aspect without invoke"
    ),
    "failing on what stands": switch("existing_fail_gives"),
    "creating": named("advantage_difficulty", 0, 2, 20),
    "a skill that does not suit": named("unsuited_skill", 0, 2, 5),
    "opposing advantages": (
        {"advantage_opposed": "nobody", "advantage_per_free_invoke": 2},
        {"advantage_opposed": "nearby", "advantage_per_free_invoke": 0},
        {"advantage_opposed": "nearby", "advantage_per_free_invoke": 2},
        {"advantage_opposed": "nearby", "advantage_per_free_invoke": 20},
    ),
    "failing to overcome": named("overcome_fail", "fails", "serious cost"),
    "tying to overcome": named("overcome_tie", "minor cost", "boost", "succeeds"),
    "overcoming with style": switch("overcome_style_boost"),
    "a failed attack": switch("attack_fail_stress"),
    "a tied attack": named("attack_tie", "boost", "nothing"),
    "attacking with style": (
        {"attack_style_boost": False, "style_boost_costs_shift": False},
        {"attack_style_boost": True, "style_boost_costs_shift": False},
        {"attack_style_boost": True, "style_boost_costs_shift": True},
    ),
    "defending with style": named(
        "defend_style_boost", (), ("attack",), ("attack", "create", "overcome", "move"),
        ("create", "overcome", "move"),
    ),
    "teamwork": named("teamwork", "none", "skill", "any"),
    "absorbing": named("absorb", "combined", "single"),
    "consequences": named(
        "consequences", {"mild": 2, "moderate": 4, "severe": 6},
        {"mild": 1, "moderate": 1, "severe": 1}, {"mild": 20, "moderate": 20, "severe": 20},
    ),
    "failing to move": named("move_fail", "fails", "serious cost"),
    "tying a move": named("move_tie", "minor cost", "boost", "succeeds"),
    "adverse ground": named("hindrance", 0, 1, 20),
    "a second move": switch("move_before_or_after"),
}  # fmt: skip
"""Of every ruleset."""
REFRESHING: dict[str, tuple[Choice, ...]] = {"refreshing": switch("refresh_aspects")}
"""Of those whose aspects have scopes."""
WEIGHING: dict[str, tuple[Choice, ...]] = {
    "weight": switch("weight"),
    "ratios": named("weight_ratio", (2, 3), (2, 4), (19, 20)),
    "weighed rolls": named("weight_rolls", (), ("attack",), ("attack", "defend", "overcome")),
    "weight at a distance": switch("weight_across_zones"),
    "a Full Defense": named("full_defense_difficulty", 0, 2, 20),
    "a Full Attack": named("full_attack_difficulty", 0, 2, 20),
    "exposed by a Full Attack": switch("full_attack_always_exposes"),
}
"""Of those that have weight and maneuvers."""


PASSING: dict[str, tuple[Choice, ...]] = {
    "zones past the first": named("per_extra_zone", 0, 2, 20),
    "zones crossed": named("max_zones_moved", 1, 2, 3),
}
"""Of those in which one can move through several zones."""


def covering(options: dict[str, tuple[Choice, ...]], seed: int = 0) -> Iterator[dict[str, Any]]:
    """Rulesets' fields in which each two values of two options stand together once at least:
    greedily the best of a few, each begun with a pair that is still to come."""
    random, sizes = Random(seed), [len(values) for values in options.values()]
    left = {
        ((one, a), (other, b))
        for one, other in combinations(range(len(sizes)), 2)
        for a in range(sizes[one])
        for b in range(sizes[other])
    }
    while left:
        tries = [_row(sizes, left, random) for _ in range(8)]
        row = max(tries, key=lambda one: len(left & _pairs(one)))
        left -= _pairs(row)
        yield merged(options, row)


def merged(options: dict[str, tuple[Choice, ...]], row: list[int]) -> dict[str, Any]:
    """The fields of one value of each option."""
    fields: dict[str, Any] = {}
    for values, chosen in zip(options.values(), row, strict=True):
        fields.update(values[chosen])
    return fields


def _row(
    sizes: list[int], left: set[tuple[tuple[int, int], tuple[int, int]]], random: Random
) -> list[int]:
    """Values of all options: a pair that is still to come, then what makes up most pairs with
    those that are chosen."""
    (one, a), (other, b) = random.choice(sorted(left))
    row = {one: a, other: b}
    rest = [place for place in range(len(sizes)) if place not in row]
    random.shuffle(rest)
    for place in rest:
        gains = [
            sum(tuple(sorted(((place, value), known))) in left for known in row.items())
            for value in range(sizes[place])
        ]
        most = max(gains)
        row[place] = random.choice([value for value, gain in enumerate(gains) if gain == most])
    return [row[place] for place in range(len(sizes))]


def _pairs(row: list[int]) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    return set(combinations(enumerate(row), 2))
