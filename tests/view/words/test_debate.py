"""A conflict of words is told as one: nobody roars, charges or falls in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autogm.agents.base import RandomSource
from autogm.engine.codes import CHANCE, TERMINAL
from autogm.engine.game import Game, load_game
from autogm.model.reading import survey
from autogm.rules.loading import settle
from autogm.view.snapshot import board_of
from autogm.view.story import story
from autogm.view.words.choices import ChoiceWords
from tests.golden.tales import Experimenter
from tests.soak import some

SCENARIOS = Path(__file__).parents[3] / "scenarios"
DEBATES = ("guild-debate", "royal-court", "autarch-diplomacy")
FIGHT = re.compile(
    r"\b(roar(s|ing)?|charges?|step(s|ped)? over|(?<!dice )falls?|fight on|push(es|ed)?|"
    r"pull(s|ed)?|knock)\b",
    re.IGNORECASE,
)


def said_in(game: Game, battles: int) -> str:
    """All that is told and may be chosen in some battles of somebody who tries things out."""
    words, lines, who = ChoiceWords(game), [], Experimenter()
    for battle in range(battles):
        state, steps = game.new_initial_state(), [game.opening()]
        for step in range(200):
            player = state.current_player()
            if player == TERMINAL:
                break
            if player == CHANCE:
                action = sorted(state.chance_outcomes())[(step * 7) % 5][0]
            else:
                lines.append(words.question(state))
                lines += [words.phrase(state, one) for one in state.legal_actions()]
                action = who.decide(state, RandomSource(5, battle, step)).action
            steps.append(game.events(state, action))
            state.apply_action(action)
            lines += [note for one in board_of(state).fighters for note in one.status]
        lines += [line.plain for line in story(game, steps)]
    return "\n".join(lines)


@pytest.mark.rule("R1", "M1", "M3", "M8")
@pytest.mark.parametrize("name", some(DEBATES, 1))
def test_a_debate_is_not_told_as_a_brawl(name: str) -> None:
    game = load_game(SCENARIOS / f"{name}.yaml")
    found = FIGHT.search(said_in(game, 6))
    assert found is None, found


def test_what_is_said_instead() -> None:
    told = said_in(load_game(SCENARIOS / "guild-debate.yaml"), 6)
    for words in (
        "makes an opening speech with", "'s opening speech", "bears down on", "crowd",
        "who makes an opening speech", "argue on",
    ):  # fmt: skip
        assert words in told, words


def test_the_same_as_a_fight_keeps_its_words() -> None:
    written = survey(SCENARIOS / "guild-debate.yaml").scenario
    told = said_in(Game(settle(written.model_copy(update={"kind": "physical"}))), 6)
    for words in ("tries to roar with", "'s Roar", "charges", "who roars", "fight on"):
        assert words in told, words
