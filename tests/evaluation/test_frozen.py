"""An opponent from another checkout: that of this very checkout plays what the agent plays here, to
the last choice; where two programs disagree, what does is named; and its process tells its errors,
is not waited for without end, and ends with whoever asked.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autogm.agents.base import RandomSource
from autogm.agents.names import UnknownAgentError
from autogm.engine.codes import CHANCE
from evaluation.frozen import (
    DiffersError,
    Frozen,
    FrozenError,
    Process,
    compare_rules,
    frozen,
    scenario_data,
)
from evaluation.frozen_server import standing
from evaluation.players import player
from evaluation.told import play_battle
from evaluation.tournament import Field, Meeting, play

HERE = Path(__file__).resolve().parents[2]
FIELD = "mirrored-03"
SOON = 120.0


@pytest.fixture(scope="module")
def brawler() -> Frozen:
    return Frozen(HERE, "brawler", SOON)


@pytest.fixture(scope="module")
def process(brawler: Frozen) -> Process:
    return brawler._process()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["brawler", "tactician"])
def test_it_plays_the_battles_that_the_agent_plays_here(name: str) -> None:
    game, usual, other = Field(FIELD).game, player(name), player("tactician")
    there = player(f"frozen:{HERE}:{name}")
    assert isinstance(there, Frozen)
    for battle in range(2):
        for seat in (0, 1):
            ends = [
                play_battle(game, 3, battle, (one, other) if seat == 0 else (other, one), followers)
                for one, followers in ((usual, ()), (there, [there]))
            ]
            assert ends[0] == ends[1]


def test_it_answers_with_the_choice_and_the_time_it_took(brawler: Frozen) -> None:
    game = Field(FIELD).game
    brawler.begin(game)
    state = game.new_initial_state()
    for _ in range(30):
        if state.current_player() == CHANCE:
            action = state.legal_actions()[0]
        else:
            decision = brawler.decide(state, RandomSource(1))
            action = decision.action
            assert action == player("brawler").decide(state, RandomSource(1)).action
            assert decision.facts["milliseconds"] > 0
        brawler.saw(state, action)
        state.apply_action(action)


def test_a_pair_of_battles_is_played_with_it_and_its_time_counted() -> None:
    there = f"frozen:{HERE}:brawler"
    meeting = Meeting.between(FIELD, "brawler", there, 0)
    done = play(meeting, Field(FIELD).game, {one: player(one) for one in ("brawler", there)}, 1, "")
    assert sum(done.scores) == 1.0, "one player on both sides plays one battle twice"
    assert done.choices[1] > 0
    assert done.spent[1] > 0


def test_other_legal_actions_are_named(process: Process) -> None:
    game = Field(FIELD).game
    process.ask(ask="begin", scenario=scenario_data(game, process.fields))
    state = game.new_initial_state()
    asked: dict[str, Any] = {"ask": "decide", "entries": [], "player": state.current_player(),
                             "standing": None, "seed": 1, "battle": 0, "step": 0}  # fmt: skip
    with pytest.raises(DiffersError, match=r'here alone: .*"verb": "juggle"'):
        process.ask(**asked, legal=['{"verb": "juggle"}'])
    with pytest.raises(DiffersError, match=r"player \d chooses there, player 7 here"):
        process.ask(**asked | {"player": 7}, legal=[])
    with pytest.raises(DiffersError, match=r"step 1 of 1, .*'juggle'"):
        process.ask(**asked | {"entries": [{"verb": "juggle"}]}, legal=[])


def test_another_position_is_named(brawler: Frozen) -> None:
    """Somebody has moved who has not moved there."""
    game = Field(FIELD).game
    brawler.begin(game)
    moved = game.new_initial_state()
    moved.record["points"][0, -1] += 1
    with pytest.raises(DiffersError, match=r"gm stands at \d+ there, at \d+ here"):
        brawler.decide(moved, RandomSource(1))


def test_how_things_stand_says_who_has_what() -> None:
    state = Field(FIELD).game.new_initial_state()
    stands = standing(state)
    assert stands["hero0"][0] == "west0"
    assert stands["foe2"][0] == "east0"
    assert stands["exchange"] == 1


def test_other_rules_are_named() -> None:
    game = Field(FIELD).game
    rules = game.encounter.ruleset.model_dump(mode="json")
    compare_rules(game, rules)
    compare_rules(game, rules | {"title": "Another Title"})
    with pytest.raises(DiffersError, match="style_at is 9 there, 3 here"):
        compare_rules(game, rules | {"style_at": 9})
    with pytest.raises(DiffersError, match="luck is 1 there, and no field here"):
        compare_rules(game, rules | {"luck": 1})
    del rules["style_at"]
    with pytest.raises(DiffersError, match=r"does not know style_at \(here 3\).*--rules"):
        compare_rules(game, rules)


def test_a_field_that_it_does_not_know_may_be_set_to_what_holds_there() -> None:
    game = Field(FIELD, rules={"style_at": 3}).game
    rules = game.encounter.ruleset.model_dump(mode="json")
    known = {*rules} - {"style_at"}
    compare_rules(game, {name: rules[name] for name in known})
    assert "style_at" not in scenario_data(game, known)["rules"]
    assert scenario_data(game, {*rules})["rules"]["style_at"] == 3


def test_its_errors_are_told(process: Process, tmp_path: Path) -> None:
    with pytest.raises(FrozenError, match=r"brawler of .*: ValidationError: "):
        process.ask(ask="begin", scenario={"title": "nothing"})
    with pytest.raises(FrozenError, match="UnknownAgentError: nobody is called `nobody`"):
        Process(HERE, "nobody", SOON)
    with pytest.raises(FrozenError, match="is no checkout"):
        Process(tmp_path, "brawler")
    (tmp_path / "autogm").mkdir()
    (tmp_path / "autogm" / "__init__.py").write_text("raise OSError('out of paper')")
    with pytest.raises(FrozenError, match="OSError: out of paper"):
        Process(tmp_path, "brawler", SOON)


@pytest.mark.parametrize("name", ["frozen:", "frozen:there", "frozen:/nowhere:brawler"])
def test_names_are_refused_that_lead_nowhere(name: str) -> None:
    with pytest.raises(UnknownAgentError, match=r"AGENT|is no checkout"):
        player(name)
    with pytest.raises(ValueError, match=r"AGENT|is no checkout"):
        frozen(name)


def test_no_answer_in_time_is_an_error_and_the_end(tmp_path: Path) -> None:
    (tmp_path / "autogm").mkdir()
    (tmp_path / "autogm" / "__init__.py").write_text("import time; time.sleep(600)")
    began = time.monotonic()
    with pytest.raises(FrozenError, match=r"no answer in 0\.5 seconds"):
        Process(tmp_path, "brawler", 0.5)
    assert time.monotonic() - began < 60


def test_a_process_that_has_ended_says_so() -> None:
    one = Process(HERE, "brawler", SOON)
    os.kill(one._process.pid, signal.SIGKILL)
    one._process.wait()
    with pytest.raises(FrozenError, match="has ended"):
        one.ask(ask="begin", scenario={})


def test_it_ends_when_nobody_can_ask_any_more() -> None:
    one = Process(HERE, "brawler", SOON)
    own = SimpleNamespace(process=one._process)
    del one
    assert own.process.wait(10) is not None
    left = Process(HERE, "brawler", SOON)
    assert left._process.stdin is not None
    left._process.stdin.close()
    assert left._process.wait(30) == 0, "with its input"
