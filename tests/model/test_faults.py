"""Faults as they are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autogm.model.faults import (
    MAX_LISTED,
    MAX_PRINTED,
    NEAREST_LISTED,
    Fault,
    ScenarioError,
    field_name,
    field_path,
    nearest,
    part_of,
    shorten,
)

PLACE = Path("a.yaml")


def test_a_fault_is_one_line_with_place_field_message_suggestion_and_choices() -> None:
    fault = Fault(PLACE, 3, 9, "kind", "`sozial` is not known", "sozial", ("social",), "social")
    line = str(fault)
    assert line.startswith("a.yaml:3:9: kind: `sozial` is not known.")
    assert line.index("Did you mean `social`?") < line.index("Allowed: `social`.")
    assert "\n" not in line


def test_a_fault_of_the_whole_file_has_no_line() -> None:
    assert str(Fault(PLACE, 0, 0, "", "the file is empty")) == "a.yaml: the file is empty"


def test_short_lists_of_choices_are_told_whole() -> None:
    few = tuple(f"word{n}" for n in range(MAX_LISTED))
    says = Fault(PLACE, 1, 1, "x", "no", "word", allowed=few).says
    assert says.endswith(f"Allowed: {', '.join(f'`{one}`' for one in few)}.")


def test_long_lists_of_choices_are_cut_to_the_nearest_and_say_where_all_are() -> None:
    many = (*(f"word{n}" for n in range(MAX_LISTED)), "Shoot", "Shout")
    fault = Fault(PLACE, 1, 1, "x", "no", "Shoat", allowed=many)
    told = fault.says.partition("Allowed: ")[2]
    listed = told.split(", ")[:NEAREST_LISTED]
    assert listed[-2:] == ["`Shoot`", "`Shout`"]  # those that are near, in the order of all
    assert told.endswith(f", … (all {len(many)}: `autogm check --json`).")
    assert fault.as_dict()["allowed"] == list(many)
    nothing = Fault(PLACE, 1, 1, "x", "no", allowed=many).says
    assert "Allowed: `word0`, `word1`," in nothing


@pytest.mark.parametrize(
    ("field", "whole", "part"),
    [
        ("who", "who", True),
        ("who[0]", "who", True),
        ("tracks.mental", "tracks", True),
        ("whose", "who", False),
        ("who", "who[0]", False),
    ],
)
def test_parts_of_fields(field: str, whole: str, part: bool) -> None:
    assert part_of(field, whole) == part


def test_a_fault_as_data_has_every_field() -> None:
    fault = Fault(PLACE, 3, 9, "kind", "no", "sozial", ("social",), "social")
    assert set(fault.as_dict()) == set(Fault.__dataclass_fields__)
    assert fault.as_dict()["allowed"] == ["social"]


def test_an_error_holds_all_faults_and_prints_a_readable_list() -> None:
    faults = [Fault(PLACE, n, 1, "x", "no") for n in range(1, MAX_PRINTED + 4)]
    error = ScenarioError(faults)
    assert error.faults == tuple(faults)
    lines = str(error).splitlines()
    assert len(lines) == MAX_PRINTED + 1
    assert lines[-1] == "... and 3 more"
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    ("word", "options", "meant"),
    [
        ("Fihgt", ("Fight", "Notice"), "Fight"),
        ("fight", ("Fight",), "Fight"),
        ("full-defense", ("full defense", "full attack"), "full defense"),
        ("Swim", ("Fight", "Notice"), None),
        ("", ("Fight",), None),
        ("x" * 500, ("x" * 499,), None),
        (7, ("7",), None),
    ],
)
def test_nearest(word: object, options: tuple[str, ...], meant: str | None) -> None:
    assert nearest(word, options) == meant


@given(
    st.lists(
        st.one_of(st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True), st.integers(0, 9)),
        max_size=5,
    ).filter(lambda steps: not steps or isinstance(steps[0], str))
)
def test_field_paths_are_written_and_read_back(steps: list[str | int]) -> None:
    assert field_path(field_name(steps)) == tuple(steps)
    assert field_path(steps) == tuple(steps)


@given(st.text())
def test_shortened_text_is_one_short_line(text: str) -> None:
    assert len(shorten(text, 20)) <= 20
    assert len(shorten(text, 20).splitlines()) <= 1
