"""Every shipped scenario has a golden playthrough, and each says what the game does today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.golden.tales import FOLDER, LONGEST, SHIPPED, tale_file, told

AGAIN = "run `python -m tests.golden` and read what has changed"


def test_every_scenario_has_a_playthrough() -> None:
    expected = {tale_file(scenario) for scenario in SHIPPED}
    lacking = sorted(path.name for path in expected if not path.exists())
    assert not lacking, f"no playthrough: {', '.join(lacking)}; {AGAIN}"
    stray = sorted(path.name for path in set(FOLDER.glob("*.txt")) - expected)
    assert not stray, f"playthroughs of scenarios that are gone: {', '.join(stray)}"


@pytest.mark.parametrize("scenario", SHIPPED, ids=lambda path: path.stem)
def test_playthroughs_are_up_to_date(scenario: Path) -> None:
    kept = tale_file(scenario).read_text(encoding="utf-8")
    head = re.match(r"\S+: battle (\d+) of seed 1, ended after exchange (\d)\n", kept)
    assert head, f"{tale_file(scenario)} does not say which battle it tells; {AGAIN}"
    text, _ = told(scenario, int(head[2]), int(head[1]))
    assert text == kept, f"{scenario.stem} plays otherwise than {tale_file(scenario)}; {AGAIN}"
    assert kept.count("\n") <= LONGEST, f"{tale_file(scenario)} is long; {AGAIN}"
