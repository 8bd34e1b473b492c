"""What is said where OpenSpiel is not installed."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

import autogm

BRIDGE = Path(autogm.__file__).parent / "bridges" / "openspiel.py"


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)  # as if it could not be found
    with pytest.raises(ModuleNotFoundError, match=r"pip install autogm\[openspiel\]"):
        runpy.run_path(str(BRIDGE))
