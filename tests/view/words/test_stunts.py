"""Stunts in words: every kind, circumstance and limit has some, and they say what is written."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.model.stunt import Stunt
from autogm.model.words import CIRCUMSTANCES, STUNT_KINDS
from autogm.view.words.stunts import CIRCUMSTANCES as WHEN
from autogm.view.words.stunts import LIMITS, stunt_words

NEEDED: dict[str, dict[str, Any]] = {
    "swap": {"skills": ["Lore"], "instead_of": "Shoot", "actions": ["attack"]},
    "range": {"skills": ["Shoot"]},
    "area": {"skills": ["Shoot"]},
    "free-invoke": {"aspect": "Old Oath"},
}


def stunt(does: str, **fields: Any) -> Stunt:
    written = {"name": "It", "does": does, **NEEDED.get(does, {}), **fields}
    return Stunt.model_validate(written)


@pytest.mark.rule("N5")
def test_whatever_a_stunt_may_be_has_words() -> None:
    assert set(WHEN) == set(CIRCUMSTANCES)
    assert set(LIMITS) == {"none", "exchange", "scene", "conflict", "session", "point"}
    said = {stunt_words(stunt(does)) for does in STUNT_KINDS}
    assert len(said) == len(STUNT_KINDS)
    assert all(said)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (
            stunt("bonus", skills=["Fight"], actions=["attack", "create"], when="outnumbered"),
            "+2 to attack and create advantages with Fight when outnumbered",
        ),
        (
            stunt("bonus", amount=1, when="target tagged", tag="undead", limit="scene"),
            "+1 against those tagged undead, once a scene",
        ),
        (stunt("swap"), "Lore in place of Shoot to attack"),
        (stunt("range", amount=1), "Shoot reaches one zone further"),
        (stunt("armour", amount=1, equipment=True), "physical hits lose one shift, while armed"),
        (
            stunt("ignore-terrain", tag="rocks"),
            "ground does not hinder movement where it is tagged rocks",
        ),
        (stunt("free-invoke", amount=2), "2 free invokes on «Old Oath» at the start"),
    ],
)  # fmt: skip
def test_words(written: Stunt, words: str) -> None:
    assert stunt_words(written) == words
