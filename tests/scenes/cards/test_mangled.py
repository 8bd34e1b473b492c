"""Mangled files of card scenes by the thousand: each is read or refused, none ends in a traceback,
and what is read can be played.
"""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path

import pytest

from autogm.game.registry import read_file
from autogm.model.faults import ScenarioError
from autogm.model.library import shipped
from tests.scenes.cards.written import PARTY
from tests.soak import times
from tests.test_mangled import MANGLERS

FILES = times(1_500, 40_000, briefly=300)
LOTS = times(10, briefly=2)
SEED = 20261


@pytest.fixture(scope="module")
def bases() -> list[bytes]:
    """The files of card scenes that ship, and a small one."""
    found = [path.read_bytes() for path in shipped().values()]
    return [PARTY.encode(), *(one for one in found if b"\nruleset: aspect-cards" in one)]


@pytest.mark.parametrize("lot", range(LOTS))
def test_mangled_scenes_are_read_or_refused(lot: int, bases: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "mangled.yaml"
    outcomes = {"read": 0, "refused": 0}
    for number in range(lot, FILES, LOTS):
        dice = random.Random(f"{SEED} {number}")
        raw = dice.choice(bases)
        for mangler in dice.choices(MANGLERS, k=dice.choice((1, 1, 2))):
            raw = mangler(dice, raw) or b"\n"
        path.write_bytes(raw)
        refusal = _refusal(path, f"file {number} of seed {SEED}")
        outcomes["read" if refusal is None else "refused"] += 1
        for fault in refusal.faults if refusal else ():
            assert fault.message
            assert not any(unicodedata.category(sign) == "Cc" for sign in str(fault))
    assert outcomes["refused"] > outcomes["read"] > 0


def _refusal(path: Path, which: str) -> ScenarioError | None:
    """Why a file is refused; nothing if it is read and makes a game with something to do."""
    try:
        found = read_file(path)
        assert found.kind.name == "aspect-cards"
        state = found.game().new_initial_state()
        assert state.is_terminal() or state.legal_actions()
        assert all(note.message for note in found.notes)
    except ScenarioError as error:
        return error
    except Exception as error:
        raise AssertionError(f"{which} ended in {error!r}") from error
    return None
