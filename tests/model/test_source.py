"""YAML files as data: the dialect, the limits, and everything that is not YAML."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autogm.model.faults import Fault, ScenarioError
from autogm.model.source import MAX_ALIASES, MAX_BYTES, MAX_DEPTH, MAX_NODES, Source, read_source
from tests.model.examples import write


def source(folder: Path, text: str | bytes) -> Source:
    return read_source(write(folder, text))


def refusal(folder: Path, text: str | bytes) -> Fault:
    """The last fault that keeps the text from being read."""
    with pytest.raises(ScenarioError) as caught:
        source(folder, text)
    return caught.value.faults[-1]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("on", "on"),
        ("off", "off"),
        ("yes", "yes"),
        ("No", "No"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("0x1f", 31),
        ("0o17", 15),
        ("017", 17),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-01-02", "2026-01-02"),
        ("1.5", 1.5),
        (".5e1", 5.0),
        (".inf", ".inf"),
        ("nan", "nan"),
        ("9" * 5000, "9" * 5000),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("!!int '12'", 12),
        ("! 12", 12),
    ],
)
def test_words_mean_what_yaml_1_2_says(tmp_path: Path, written: str, meant: Any) -> None:
    value = source(tmp_path, f"a: {written}\n").data["a"]
    assert (value, type(value)) == (meant, type(meant))


def test_keys_are_always_words(tmp_path: Path) -> None:
    data = source(tmp_path, "on: 1\n12: 2\ntrue: 3\nnull: 4\n").data
    assert data == {"on": 1, "12": 2, "true": 3, "null": 4}


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert source(tmp_path, "\ufefftitle: x\n").data == {"title": "x"}


def test_places_count_from_one_and_point_at_key_and_value(tmp_path: Path) -> None:
    found = source(tmp_path, "a:\n  - b: {c: 1,\n        d: 2}\n").find(("a", 0, "b", "d"))
    assert (found.place.line, found.place.column) == (3, 12)
    assert (found.key_place.line, found.key_place.column) == (3, 9)
    assert found.written


def test_what_is_not_written_is_placed_at_what_surrounds_it(tmp_path: Path) -> None:
    read = source(tmp_path, "a:\n  b: text\n")
    missing = read.find(("a", "c"))
    assert (missing.place.line, missing.path, missing.written) == (1, ("a", "c"), False)
    short = read.find(("a", "b", "text"))
    assert (short.place.line, short.path) == (2, ("a", "b"))


def test_a_key_written_twice_names_the_line_of_the_first(tmp_path: Path) -> None:
    read = source(tmp_path, "a: 1\nb:\n  c: 2\n  d: 3\n  c: 4\n")
    assert [(f.line, f.field) for f in read.faults] == [(5, "b.c")]
    assert "line 3" in read.faults[0].message
    assert read.data["b"]["c"] == 2


@pytest.mark.parametrize(
    "tag",
    [
        "!!python/object/apply:os.system",
        "!!python/name:os.system",
        "!!timestamp",
        "!!binary",
        "!!set",
        "!mine",
        "!<tag:example.org,2000:x>",
    ],
)
def test_tags_are_refused_and_never_executed(tmp_path: Path, tag: str) -> None:
    canary = tmp_path / "canary"
    text = f"a: 1\nb: {tag} ['touch {canary}']\nc: {tag} x\n{tag} d: 1\n"
    found = source(tmp_path, text).faults
    assert [f.line for f in found] == [2, 3, 4]
    assert all("is not allowed here" in f.message for f in found)
    assert not canary.exists()


def test_an_alias_repeats_a_part(tmp_path: Path) -> None:
    assert source(tmp_path, "a: &x {b: 1}\nc: *x\n").data["c"] == {"b": 1}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: *x\n", "not marked before"),
        ("a: &x [*x]\n", "inside the part that it repeats"),
        ("a: &x 1\nb:\n" + "  - *x\n" * (MAX_ALIASES + 1), "aliases"),
    ],
)
def test_aliases_that_make_no_sense_are_refused(tmp_path: Path, text: str, says: str) -> None:
    assert says in refusal(tmp_path, text).message


def test_an_alias_bomb_is_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    fault = refusal(tmp_path, "\n".join(lines))
    assert f"{MAX_NODES:,} parts" in fault.message
    assert fault.line > 1


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 100_000,
        "a: " + "{b: " * 5000,
        "a: " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "".join(f"{' ' * n}a:\n" for n in range(300)),
        "- " * 2000,
    ],
)
def test_deep_nesting_is_refused(tmp_path: Path, text: str) -> None:
    assert f"nested more than {MAX_DEPTH} deep" in refusal(tmp_path, text).message


def test_aliases_cannot_nest_deeper_than_the_limit(tmp_path: Path) -> None:
    half = MAX_DEPTH // 2 + 2
    text = f"a: &x {'[' * half}{']' * half}\nb: {'[' * half}*x{']' * half}\n"
    assert refusal(tmp_path, text).line == 2


def test_too_many_parts_are_refused(tmp_path: Path) -> None:
    text = "a: [" + "1," * (MAX_NODES + 1) + "]"
    assert "parts" in refusal(tmp_path, text).message


def test_a_file_of_a_megabyte_is_refused_unread(tmp_path: Path) -> None:
    assert f"{MAX_BYTES:,}" in refusal(tmp_path, "a: 1\n" + "#" * MAX_BYTES).message


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (b"a: 1\nb: \xff\xfe\n", 2, "UTF-8"),
        ("a: 1\n".encode("utf-16"), 1, "UTF-8"),
        (b"a: 1\nb: x\x00y\n", 2, "U+0000"),
        ("a: 1\nb: \u202etxet\n", 2, "U+202E"),
        ("a: 1\nb: x\u2028y\n", 2, "U+2028"),
        ("", 0, "empty"),
        ("# only a comment\n", 0, "empty"),
        ("---\n", 0, "empty"),
        ("- a\n- b\n", 1, "should be a mapping"),
        ("just words\n", 1, "should be a mapping"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a:\n\t- b\n", 2, "a tab in the indentation; write spaces"),
        ("a:\n\t- b\n\t- c\n", 2, "in 2 lines of this file"),
        ("a:\n  - b\n\t- c\n", 3, "a tab in the indentation"),
        ("title: A Tale: Retold # and more\n", 1, 'write "A Tale: Retold"'),
        ('a:\n  - text: Says "No": Often\n', 2, "write 'Says \"No\": Often'"),
        ("a: {text: Mud: Deep, adverse: true}\n", 1, 'write "Mud: Deep"'),
        ("a: [Mud: Deep: Cold]\n", 1, 'write "Mud: Deep: Cold"'),
        ("a: b\n c: d\n", 2, "check the indentation"),
        ("a: b: c\n", 1, "`: ` stands in quotes"),
        ("a: [x, Mud: Deep: Cold]\n", 1, 'write "Mud: Deep: Cold"'),
        ("a: [1, 2\nb: 3\n", 2, "not closed"),
        ("a: 'x\n", 2, "never closed"),
        ("a: @x\n", 1, "`@`"),
        ("a:\n  b: 1\n c: 2\n", 3, "indentation"),
        ("a:\n  - 1\n  b: 2\n", 3, ""),
        ("[a]: 1\n", 1, "key should be a word"),
        ("? {a: 1}\n: 2\n", 1, "key should be a word"),
        ("a: &x\nb: *\n", 2, ""),
        ("%YAML 3.0\n---\na: 1\n", 1, "version"),
        ('a: "\\q"\n', 1, "`\\`"),
    ],
)
def test_what_cannot_be_read_says_why(
    tmp_path: Path, text: str | bytes, line: int, says: str
) -> None:
    fault = refusal(tmp_path, text)
    assert fault.line == line, str(fault)
    assert says in fault.message


@settings(
    max_examples=400,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.binary(max_size=80) | st.text("aB1 :-[]{}&*!|>'\"%@#?,.~<=\n\t\\", max_size=80))
def test_no_bytes_end_in_anything_but_data_or_faults(tmp_path: Path, raw: bytes | str) -> None:
    with contextlib.suppress(ScenarioError):
        assert isinstance(source(tmp_path, raw).data, dict)


@pytest.mark.parametrize("text", ['a: "\\e[2J"\n', 'a: "x\\0"\n', '"\\x07": 1\n'])
def test_escapes_cannot_bring_in_control_characters(tmp_path: Path, text: str) -> None:
    (fault,) = source(tmp_path, text).faults
    assert "not text" in fault.message


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere.yaml", "no such file"),
        ("folder", "a folder"),
        ("pipe", "not a regular file"),
        ("x" * 5000, "can't be read"),
        ("nul\0byte", "can't be read"),
        ("loop", "can't be read"),
    ],
)
def test_files_that_cannot_be_had(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ScenarioError) as caught:
        read_source(tmp_path / name)
    assert says in caught.value.faults[0].message
