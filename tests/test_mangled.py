"""Mangled scenario files by the thousand: each is read or refused, none ends in a traceback."""

from __future__ import annotations

import random
import re
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from autogm.model.faults import ScenarioError
from autogm.rules.loading import load
from tests.model.examples import CAMP
from tests.soak import times

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FILES = times(1_200, 40_000, briefly=300)
LOTS = times(5, briefly=2)
SEED = 20260

ODD_VALUES = (
    "", "~", "[]", "{}", "[[[]]]", "{a: {b: c}}", "true", "no", "-1", "0", "99999999999999999999",
    "1e999", ".nan", "-0.5", "'", '"', "*a", "&a x", "!!python/object:os.system x", "!x y", "|",
    ">-", "%", "@", "`", "\t", "- - -", "? :", "<<: *a", "---", "...", "\ufeff", "Ünïcödé 🎲",
    "../../etc/passwd", "characters", "characters/rolf.yaml", "x" * 300, "on: on", "\\u0000",
)  # fmt: skip


def _flip_bytes(dice: random.Random, raw: bytes) -> bytes:
    flipped = bytearray(raw)
    for _ in range(dice.randint(1, 6)):
        flipped[dice.randrange(len(flipped))] = dice.randrange(256)
    return bytes(flipped)


def _cut_short(dice: random.Random, raw: bytes) -> bytes:
    return raw[: dice.randrange(len(raw))]


def _drop_lines(dice: random.Random, raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    for _ in range(dice.randint(1, 4)):
        del lines[dice.randrange(len(lines)) : dice.randrange(len(lines)) + 1]
        lines = lines or [b"\n"]
    return b"".join(lines)


def _swap_lines(dice: random.Random, raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _repeat_lines(dice: random.Random, raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    start = dice.randrange(len(lines))
    lines[start:start] = lines[start : start + dice.randint(1, 8)] * dice.randint(1, 3)
    return b"".join(lines)


def _indent(dice: random.Random, raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    lines[at] = dice.choice((b" ", b"  ", b"\t", b"- ")) + lines[at]
    return b"".join(lines)


def _odd_values(dice: random.Random, raw: bytes) -> bytes:
    text = raw.decode("utf-8", "replace")
    for _ in range(2):
        spots = list(re.finditer(r"(?<=: )[^\n,}\]]+|(?<=[\[,] )[^\n,}\]]+", text))
        if spots:
            spot = dice.choice(spots)
            text = text[: spot.start()] + dice.choice(ODD_VALUES) + text[spot.end() :]
    return text.encode()


def _swap_values(dice: random.Random, raw: bytes) -> bytes:
    text = raw.decode("utf-8", "replace")
    spots = re.findall(r"(?<=: )[^\n]+", text) or [text]
    return text.replace(dice.choice(spots), dice.choice(spots), 1).encode()


def _misspell(dice: random.Random, raw: bytes) -> bytes:
    words = list(re.finditer(rb"[a-z_-]{3,}", raw))
    word = dice.choice(words) if words else None
    if word is None:
        return raw
    letters = list(word[0])
    del letters[dice.randrange(len(letters))]
    return raw[: word.start()] + bytes(letters) + raw[word.end() :]


MANGLERS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip_bytes,
    _cut_short,
    _drop_lines,
    _swap_lines,
    _repeat_lines,
    _indent,
    _odd_values,
    _swap_values,
    _misspell,
)


@pytest.fixture(scope="module")
def bases() -> list[bytes]:
    shipped = sorted(SCENARIOS.glob("*.yaml"), key=lambda path: path.stat().st_size)
    return [CAMP.encode(), *(path.read_bytes() for path in shipped)]


def beside_the_characters(folder: Path) -> Path:
    """A file in a folder that has the characters of the shipped scenarios, who are not read from
    anywhere else."""
    shutil.copytree(SCENARIOS / "characters", folder / "characters")
    return folder / "mangled.yaml"


def test_all_of_them_are_read_before_they_are_mangled(bases: list[bytes], tmp_path: Path) -> None:
    """Else what mangling does would be seen in none of them."""
    path = beside_the_characters(tmp_path)
    for raw in bases:
        path.write_bytes(raw)
        assert _refusal(path, "a whole file") is None


@pytest.mark.parametrize("lot", range(LOTS))
def test_mangled_files_are_read_or_refused(lot: int, bases: list[bytes], tmp_path: Path) -> None:
    path = beside_the_characters(tmp_path)
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
    try:
        load(path)
    except ScenarioError as error:
        return error
    except Exception as error:
        raise AssertionError(f"{which} ended in {error!r}") from error
    return None
