"""The two records hold nothing that nobody reads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autogm
from autogm.engine.layout import SCENE, STATE

SOURCES = Path(next(iter(autogm.__path__))).rglob("*.py")
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
READ_ABOVE = {"win_value", "out_value", "conceded_value", "point_value", "reach_skill", "item_zone"}
"""Read when a conflict is compiled or has ended, by name; kernels read all others."""


@pytest.mark.parametrize("record", [SCENE, STATE])
def test_every_field_is_read(record: np.dtype[Any]) -> None:
    unread = {
        name for name in record.names or () if not re.search(rf"(scene|state)\.{name}\b", TEXT)
    }
    assert unread <= READ_ABOVE | {"spare"}
