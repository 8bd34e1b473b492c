"""The agent that autogm/agents/README.md shows: registered as the text says, and able to play."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from autogm.agents import names
from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.game import load_game
from autogm.view.words.reasons import reason

README = Path(__file__).parents[2] / "autogm" / "agents" / "README.md"


def test_an_agent_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.S)
    (tmp_path / "first.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(names, "KINDS", dict(names.KINDS))
    import_module("first")
    state = load_game("scenarios/duel.yaml").new_initial_state()
    while state.current_player() < 0:
        state.apply_action(state.chance_outcomes()[0][0])
    decision = agent("first").decide(state, RandomSource(1))
    assert decision.action == state.legal_actions()[0]
    assert reason(state, decision) == "it is the first choice"
