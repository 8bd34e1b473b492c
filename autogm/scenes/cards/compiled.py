"""The entries of card scenes that Python calls, so that they can be compiled ahead."""

from __future__ import annotations

from autogm.scenes.cards.graph import explore, hash_again, place_of
from autogm.scenes.cards.playing import choose_at, fall_at, play_battles
from autogm.scenes.cards.refusals import why_not_at
from autogm.scenes.cards.step import (
    apply_at,
    difficulty_at,
    forget_rolls_at,
    legal_at,
    settle_roll_at,
    stake_at,
)

ENTRIES = [
    apply_at, legal_at, stake_at, difficulty_at, settle_roll_at, explore, hash_again, place_of,
    choose_at, fall_at, play_battles, forget_rolls_at, why_not_at,
]  # fmt: skip
