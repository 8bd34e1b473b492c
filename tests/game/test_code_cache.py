"""The folder of compiled code: what is written is read again; a disk without room loses nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from autogm.game.code_cache import BITCODE, CodeCache


def test_what_is_written_is_read_and_what_is_damaged_is_deleted(tmp_path: Path) -> None:
    store = CodeCache(tmp_path)
    store.write("a" * 32, BITCODE, b"code")
    assert store.read("a" * 32, BITCODE) == b"code"
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert store.read("a" * 32, BITCODE) is None
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_costs_only_the_caching(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError("no space left on device")

    store = CodeCache(tmp_path)
    monkeypatch.setattr(os, "replace", full)
    store.write("a" * 32, BITCODE, b"code")
    assert store.read("a" * 32, BITCODE) is None
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_half_written_is_cleared(tmp_path: Path) -> None:
    (tmp_path / "aaaaaaaa-1.part").write_bytes(b"half")
    assert CodeCache(tmp_path).clear() == 4
    assert list(tmp_path.iterdir()) == []
