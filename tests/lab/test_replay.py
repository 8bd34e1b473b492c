"""Replays and the story told from them: the very battle that the simulation plays, as plain data
and in words that name people, dice and rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from autogm.agents.playing import play_chunk
from autogm.agents.roster import seats
from autogm.engine.events import Event
from autogm.engine.game import load_game
from autogm.lab.replay import Step, replay
from autogm.view.story import story
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import gerund

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SHIPPED = sorted(SCENARIOS.glob("*.yaml"))
WINNERS = {"players": 1, "gm": 2, "undecided": 3}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("who", ["brawler", "random"])
def test_replays_the_battle_of_the_simulation(path: Path, who: str) -> None:
    game = load_game(path)
    results = play_chunk(game, 21, 0, 4, seats(who)).results
    for battle in (0, 3):
        *_, last = replay(game, 21, battle, seats(who))
        end = last.events[-1]
        assert end.kind == "end"
        winner, exchange = (int(one) for one in results[battle][:2])
        assert (WINNERS[end.facts["winner"]], end.facts["exchange"]) == (winner, exchange)


@pytest.mark.parametrize("name", ["lizardfolk-camp", "aether-storm", "autarch-skirmish"])
def test_the_json_is_plain_data(name: str) -> None:
    game = load_game(SCENARIOS / f"{name}.yaml")
    told = [step.as_dict(game) for step in replay(game, 2, 1, seats("random"))]
    assert json.dumps(json.loads(json.dumps(told))) == json.dumps(told)
    assert [step["step"] for step in told] == list(range(len(told)))
    words = ChoiceWords(game)
    for step in told[1:]:
        rolled = any(event["kind"] in ("roll", "reroll") for event in step["events"])
        assert rolled or step["decision"] is not None
        if step["decision"] is not None:
            assert step["decision"]["side"] in ("players", "gm")
            made = words.phrase(game.deserialize(step["state"]), step["code"])
            assert f": {gerund(made)}, out of " in step["decision"]["reason"]


def test_every_point_moves_with_its_reason() -> None:
    game = load_game(SCENARIOS / "lizardfolk-camp.yaml")
    points = [
        event
        for battle in range(5)
        for step in replay(game, 3, battle, seats("random"))
        for event in step.events
        if event.kind == "point"
    ]
    assert {"an invoke", "an invoke against them", "conceding"} <= {
        point.facts["reason"] for point in points
    }
    for point in points:
        assert point.facts["count"] > 0
        assert point.rule


def events(steps: Iterable[Step]) -> Iterator[tuple[Event, ...]]:
    """What happened, step by step."""
    return (step.events for step in steps)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_story_names_people_dice_and_rules(path: Path) -> None:
    game = load_game(path)
    lines = [
        line.plain
        for battle in range(4)
        for line in story(game, events(replay(game, 5, battle, seats("random"))))
    ]
    text = "\n".join(lines)
    assert lines[0] == game.encounter.scenario.title
    rules = re.findall(r"\(([A-Z]\d+)\)$", text, re.M)
    assert {"H7"} <= set(rules)
    sign = "[1-6]" if game.encounter.ruleset.dice == "d6-d6" else "[-0+]"
    between = " - " if game.encounter.ruleset.dice == "d6-d6" else " "
    rolls = re.findall(rf"rolls? \[{sign}(?:{between}{sign})+\]", text)
    assert len(rolls) >= 1
    for kind in ("None", "slot ", "code ", "{", "}"):
        assert kind not in text
    for one in game.encounter.fighters:
        if one.id != one.name and not one.id.islower():
            assert not re.search(rf"\b{re.escape(one.id)}\b", text)


def test_the_story_reads_like_one() -> None:
    """The first words of a battle, as a person reads them."""
    game = load_game(SCENARIOS / "duel.yaml")
    lines = [line.plain for line in story(game, events(replay(game, 1, 0, seats("brawler"))))]
    assert lines[:3] == ["A Duel at Dawn", "\nExchange 1", "\nIlse's turn"]
    assert lines[3] == "  Ilse attacks Bruno with Quick."
    assert lines[4] == "  Bruno answers with Forceful."
    assert re.fullmatch(r"  Ilse rolls \[. . . .\] = [+-]\d, with \+3: -?\d+\.  \(D4\)", lines[5])


@pytest.mark.parametrize("battle", [-1, 10**30])
def test_battles_that_no_simulation_plays(battle: int) -> None:
    with pytest.raises(ValueError, match="battles are numbered from 0"):
        replay(load_game(SCENARIOS / "duel.yaml"), 1, battle, seats("brawler"))
