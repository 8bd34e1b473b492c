"""How hard the gallery says that conflicts are: it is what the command that makes the file finds
now, of the texts that ship now."""

from __future__ import annotations

import pytest

from autogm.analysis.verdict import Word
from autogm.model.library import shipped
from autogm.table.known import shipped_hardness, text_of
from evaluation.hardness import conflicts, known_of
from tests.soak import some


def test_every_conflict_that_ships_is_known_as_it_is_written_now() -> None:
    found = shipped_hardness()
    assert list(found) == conflicts()
    for name, one in found.items():
        assert one.text == text_of(shipped()[name])
        assert one.word in Word.__members__
        assert one.low <= one.share <= one.high


@pytest.mark.parametrize("name", some(("duel", "autarch-skirmish", "royal-court"), 1))
def test_what_is_known_is_what_is_played_now(name: str) -> None:
    kept = shipped_hardness()[name]
    assert known_of(name, kept.battles, kept.seed) == kept.plain
