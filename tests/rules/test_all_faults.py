"""A scenario file as a whole: each fault of the file and of its rules once, and none that only
follows from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.model.faults import Fault, ScenarioError
from autogm.rules.loading import load
from tests.model.examples import changed, write


def refusals(folder: Path, *changes: tuple[str, str]) -> tuple[Fault, ...]:
    with pytest.raises(ScenarioError) as caught:
        load(write(folder, changed(*changes)))
    return caught.value.faults


@pytest.mark.parametrize(
    ("fighter", "says"),
    [
        ("type: group, members: 0", "0 is too small"),
        ("type: group, members: many", "whole number"),
        ("type: group", "needs `members`"),
    ],
)
def test_a_group_with_a_wrong_number_of_members_has_one_fault(
    tmp_path: Path, fighter: str, says: str
) -> None:
    """N4."""
    (found,) = refusals(tmp_path, ("type: nameless, quality: fair", fighter))
    assert found.field == "sides.gm.fighters.raider.members"
    assert says in found.message


@pytest.mark.parametrize("ruleset", ["war-of-ash", "savage-worlds", "3"])
def test_an_unknown_ruleset_does_not_make_its_skills_faults(tmp_path: Path, ruleset: str) -> None:
    found = refusals(tmp_path, ("fate-core", ruleset), ("Fight: 3", "Forceful: 3"))
    assert [one.field for one in found] == ["ruleset"]


def test_faults_of_the_file_and_of_its_rules_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    found = refusals(
        tmp_path,
        ("exit: true", "exit: yes"),
        ("skills: {Fight: 3}", "skills: {Fihgt: 3, Shoot: x}"),
    )
    assert [one.field.rpartition(".")[2] for one in found] == ["exit", "Fihgt", "Shoot"]
