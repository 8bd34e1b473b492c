"""Texts that say something else: what differs is written anew, and all else stays as it was."""

from __future__ import annotations

from difflib import unified_diff
from random import Random
from typing import Any

import pytest
import yaml

from autogm.game.plays import read_kept, read_noted
from autogm.lab.tune.knobs import knobs_of
from autogm.model.library import shipped
from autogm.model.rewriting import rewritten
from autogm.model.variants import ChangeError, changed, whole, with_changes

CONFLICTS = sorted(name for name, one in shipped().items() if one.parent.name == "scenarios")
TEXT = """\
# A head.
title: Old   # says what it is
sides:
  gm:
    name: "The bats"
    fighters:
      # Above the first.
      one: {zone: hall, skills: {Quick: 1, Forceful: 2}}
      two:
        zone: hall   # where it begins
        aspects:
          - {text: Drunk on Blood}
          - text: Afraid of Fire
            helps: against

# The ground.
edges:
  - [hall, yard]
  - {between: [yard, gate], difficulty: 1}
"""


def differing(text: str, made: str) -> list[str]:
    """The lines that are there no more, and the new ones."""
    lines = list(unified_diff(text.splitlines(), made.splitlines(), n=0, lineterm=""))[2:]
    return [one for one in lines if not one.startswith("@@")]


def after(change: Any) -> list[str]:
    """What differs in the text above once its data has been changed so."""
    data = yaml.safe_load(TEXT)
    change(data, data["sides"]["gm"])
    made = rewritten(TEXT, data)
    assert yaml.safe_load(made) == data
    return differing(TEXT, made)


def test_what_says_the_same_stays_as_it_is() -> None:
    assert rewritten(TEXT, yaml.safe_load(TEXT)) == TEXT


def test_a_value_changes_in_its_place() -> None:
    def change(data: Any, gm: Any) -> None:
        data["title"] = "New: words"
        gm["fighters"]["one"]["skills"]["Quick"] = 3
        data["edges"][1]["difficulty"] = 2

    assert after(change) == [
        "-title: Old   # says what it is",
        "+title: 'New: words'   # says what it is",
        "-      one: {zone: hall, skills: {Quick: 1, Forceful: 2}}",
        "+      one: {zone: hall, skills: {Quick: 3, Forceful: 2}}",
        "-  - {between: [yard, gate], difficulty: 1}",
        "+  - {between: [yard, gate], difficulty: 2}",
    ]


def test_what_is_new_stands_where_there_is_room_for_it() -> None:
    def change(data: Any, gm: Any) -> None:
        data["exchanges"] = 9
        gm["pool"] = 3
        gm["fighters"]["one"]["copies"] = 2
        gm["fighters"]["two"]["boxes"] = [1, 2]
        gm["fighters"]["two"]["aspects"].append({"text": "New", "helps": "bearer"})

    assert after(change) == [
        "+exchanges: 9",
        "+    pool: 3",
        "-      one: {zone: hall, skills: {Quick: 1, Forceful: 2}}",
        "+      one: {zone: hall, skills: {Quick: 1, Forceful: 2}, copies: 2}",
        "+        boxes: [1, 2]",
        "+          - {text: New, helps: bearer}",
    ]


def test_what_is_left_out_takes_the_comment_above_along() -> None:
    def first(data: Any, gm: Any) -> None:
        del gm["fighters"]["one"]
        del data["edges"][0]

    assert after(first) == [
        "-      # Above the first.",
        "-      one: {zone: hall, skills: {Quick: 1, Forceful: 2}}",
        "-  - [hall, yard]",
    ]

    def last(data: Any, gm: Any) -> None:
        del gm["fighters"]["two"]["aspects"][1]
        del gm["fighters"]["one"]["skills"]["Forceful"]

    assert after(last) == [
        "-      one: {zone: hall, skills: {Quick: 1, Forceful: 2}}",
        "+      one: {zone: hall, skills: {Quick: 1}}",
        "-          - text: Afraid of Fire",
        "-            helps: against",
    ]


def test_what_is_left_out_at_the_end_of_a_line_is_one_edit() -> None:
    text = "all: [a, b, c]  # kept\nslots: {mild: 1, moderate: 1, severe: 1}  # kept\n"
    made = rewritten(text, {"all": ["a"], "slots": {"mild": 1}})
    assert made == "all: [a]  # kept\nslots: {mild: 1}  # kept\n"
    made = rewritten(text, {"all": ["b"], "slots": {"moderate": 1}})
    assert made == "all: [b]  # kept\nslots: {moderate: 1}  # kept\n"


def test_one_is_not_true() -> None:
    assert rewritten("a: {b: 1}  # kept\n", {"a": {"b": True}}) == "a: {b: true}  # kept\n"


def test_what_an_anchor_repeats_is_written_out() -> None:
    text = "one: &same {a: 1}  # gone\ntwo: *same\n"
    assert yaml.safe_load(rewritten(text, {"one": {"a": 1}, "two": {"a": 2}})) == {
        "one": {"a": 1},
        "two": {"a": 2},
    }


@pytest.mark.parametrize("name", CONFLICTS)
def test_tuned_scenarios_keep_their_comments(name: str) -> None:
    """Three edits drawn at random: the text loads as the one that is written whole, and what it had
    in lines by themselves is there, but for what was said of somebody who is left out."""
    found, files = read_noted(shipped()[name])
    first, rng = next(iter(files)), Random(name)
    knobs = knobs_of(found.content, whole(files))
    for _ in range(4):
        drawn = [(one, rng.randrange(len(one.values))) for one in rng.sample(knobs, 3)]
        changes = [change for one, value in drawn for change in one.values[value].changes]
        try:
            data = changed(files, changes)
        except ChangeError:  # they cannot be made together
            continue
        made = rewritten(files[first], data)
        assert whole({**files, first: made}) == data
        was, now = files[first].splitlines(), set(made.splitlines())
        assert [one for one in was if one.startswith("#") and one not in now] == []
        other, same = with_changes(files, changes), {**files, first: made}
        assert _says(same) == _says(other)


def _says(files: dict[str, str]) -> Any:
    """What is played by these texts, or what is wrong with them."""
    try:
        return read_kept(files).content.scenario
    except ValueError as error:
        return [one.says for one in getattr(error, "faults", ())]
