"""Files of positions: read with every fault at its line, written so that they are read as the same
state, and refused where a kind of games has none. Mangled ones are read or refused, none ends in a
traceback.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from autogm.game import registry
from autogm.game.positions import (
    CannotSayError,
    positions_of,
    read_position,
    scenario_of,
    written,
)
from autogm.game.registry import ReadFile, read_file
from autogm.model.faults import Fault, ScenarioError
from autogm.model.source import read_source
from tests.game import contest
from tests.soak import some, times
from tests.test_mangled import MANGLERS

ROOT = Path(__file__).parents[2] / "scenarios"
NAMES = ("hold-the-bridge", "lizardfolk-camp", "street-fight", "undercrypt", "scenes/the-vault")
FILES, SEED = times(500, 10_000), 1411

TEXT = """\
scenario: hold-the-bridge
exchange: 2
turn: rolf
fighters:
  rolf: {zone: bridge, stress: {physical: [1]}, points: 1, consequences: [mild]}
  archer-1: {status: taken out}
pool: 0
aspects:
  - {text: a boost against Rolf, free: {gm: 1}}
"""


def found(name: str = "hold-the-bridge") -> ReadFile:
    return read_file(ROOT / f"{name}.yaml")


def faults(folder: Path, *changes: tuple[str, str]) -> list[Fault]:
    """The faults of the text with those changes."""
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "position.yaml"
    path.write_text(text, "utf-8")
    scenario = found()
    with pytest.raises(ScenarioError) as error:
        read_position(scenario, scenario.game(), path)
    return list(error.value.faults)


def test_every_fault_is_told_at_its_line_and_all_at_once(tmp_path: Path) -> None:
    """Those of form and those of what does not fit the conflict, with what was probably meant."""
    told = faults(
        tmp_path,
        ("turn: rolf", "turn: rolff"),
        ("zone: bridge", "zone: brige"),
        ("points: 1", "pints: 1"),
        ("taken out", "taken-out"),
        ("pool: 0", "pool: -1"),
        ("gm: 1}}", "gm: 1}}\n  - Feathery"),
    )
    assert [(one.line, one.field, one.suggestion) for one in told] == [
        (3, "turn", "rolf"),
        (5, "fighters.rolf.zone", "bridge"),
        (5, "fighters.rolf.pints", "points"),
        (6, "fighters.archer-1.status", "taken out"),
        (7, "pool", None),
        (10, "aspects[1]", None),
    ]
    assert all(one.column for one in told)


def test_a_position_of_another_scenario_is_refused(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, ("scenario: hold-the-bridge", "scenario: duel"))
    assert fault.field == "scenario"
    assert "this is a position of `duel`" in fault.message


def test_faults_of_a_list_stand_where_its_items_do(tmp_path: Path) -> None:
    """Also behind one that cannot be read at all."""
    more = "  - 7\n  - a boost for Rolff\n"
    told = faults(tmp_path, ("aspects:\n", f"aspects:\n{more}"))
    assert [(one.line, one.field) for one in told] == [(9, "aspects[0]"), (10, "aspects[1]")]
    assert told[1].suggestion == "a boost for Rolf"


@pytest.mark.parametrize("name", some(NAMES, 2))
def test_what_is_written_is_read_as_the_same_state(name: str, tmp_path: Path) -> None:
    scenario = found(name)
    game, rng, read = scenario.game(), random.Random(5), 0
    state = game.new_initial_state()
    for _ in range(400):
        if state.is_terminal():
            state = game.new_initial_state()
        try:
            text = written(scenario, state, tmp_path)
        except CannotSayError:
            pass
        else:
            path = tmp_path / "written.yaml"
            path.write_text(text, "utf-8")
            assert text.startswith(f"scenario: {Path(name).name}\n")
            assert read_position(scenario, game, path) == state
            assert scenario_of(read_source(path)).samefile(scenario.path)
            read += 1
        state = state.child(rng.choice(state.legal_actions()))
    assert read > 20


def test_a_scenario_is_found_beside_its_position(tmp_path: Path) -> None:
    own = tmp_path / "own" / "bridge.yaml"
    own.parent.mkdir()
    shutil.copytree(ROOT / "characters", own.parent / "characters")
    own.write_text((ROOT / "hold-the-bridge.yaml").read_text("utf-8"), "utf-8")
    scenario = read_file(own)
    path = tmp_path / "position.yaml"
    text = written(scenario, scenario.game().new_initial_state(), tmp_path)
    path.write_text(text, "utf-8")
    assert text.startswith("scenario: own/bridge.yaml\n")
    assert scenario_of(read_source(path)) == own


@pytest.mark.parametrize(
    ("said", "says"),
    [("turn: rolf", "name the scenario"), ("scenario: dule", "there is no scenario `dule`")],
)
def test_a_scenario_that_there_is_not(said: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(f"{said}\n", "utf-8")
    with pytest.raises(ScenarioError, match=says) as error:
        scenario_of(read_source(path))
    assert error.value.faults[0].suggestion == ("duel" if "dule" in said else None)


def test_a_kind_of_games_without_positions_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    contest.known()
    path = tmp_path / "race.yaml"
    path.write_text("kind: contest\ntitle: A Race\ngoal: 2\nexchanges: 3\n", "utf-8")
    with pytest.raises(ValueError, match="kind `contest` have no positions"):
        positions_of(read_file(path).kind)


@pytest.mark.parametrize("name", some(NAMES, 2))
def test_mangled_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    """What is read keeps the limits of a state line and can be played on from."""
    scenario = found(name)
    game = scenario.game()
    bases, path = texts(scenario, game, tmp_path), tmp_path / "mangled.yaml"
    outcomes = {"read": 0, "refused": 0}
    for number in range(FILES // len(NAMES)):
        dice = random.Random(f"{SEED} {name} {number}")
        raw = dice.choice(bases)
        for mangler in dice.choices(MANGLERS, k=dice.choice((1, 1, 2))):
            raw = mangler(dice, raw) or b"\n"
        path.write_bytes(raw)
        try:
            state = read_position(scenario, game, path)
        except ScenarioError as error:
            outcomes["refused"] += 1
            for fault in error.faults:
                assert fault.message
                assert not any(unicodedata.category(sign) == "Cc" for sign in str(fault))
            continue
        except Exception as error:
            raise AssertionError(f"file {number} of {name} ended in {error!r}") from error
        outcomes["read"] += 1
        assert game.deserialize(game.serialize(state)) == state
        for _ in range(25):
            if not state.is_terminal():
                state = state.child(dice.choice(state.legal_actions()))
    assert outcomes["refused"] > outcomes["read"] > 0


def texts(scenario: ReadFile, game: Any, folder: Path) -> list[bytes]:
    """Positions of a play, the fullest first."""
    rng, state = random.Random(2), game.new_initial_state()
    found: set[str] = set()
    for _ in range(1_500):
        if state.is_terminal():
            state = game.new_initial_state()
        with contextlib.suppress(CannotSayError):
            found.add(written(scenario, state, folder))
        state = state.child(rng.choice(state.legal_actions()))
    return [one.encode() for one in sorted(found, key=len, reverse=True)[:30]]
