"""The compiled game against the rules in plain Python (`plainly`), written apart from it: the same
choices, points, ends and worths wherever a scene can lead."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.game.contract import CHANCE, TERMINAL
from autogm.game.kernels import INTERPRETED
from autogm.scenes.cards.actions import Action
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.reading import read_scene
from autogm.scenes.cards.settled import SettledScene
from autogm.scenes.cards.state import CardState
from tests.scenes.cards.parties import PARTY, SMALL
from tests.scenes.cards.plainly import DICE, Option, Plainly, Position

SHIPPED = sorted((Path(__file__).parents[3] / "scenarios" / "scenes").glob("*.yaml"))
VERBS = {
    "keep it simple": "keep",
    "pay for a full scene": "change",
    "leave it": "pass",
    "change nothing": "nothing",
}


def option_of(action: Action) -> Option:
    """A choice in the words of the reference."""
    verb = VERBS.get(action.verb, action.verb)
    about = [one for one in (action.aspect, action.ending, action.character, action.intention)
             if one is not None]  # fmt: skip
    return (verb, *(about or (["gm"] if verb == "change" else [])))


def compare(state: CardState, position: Position, plainly: Plainly) -> dict[Option | int, int]:
    """See that both say the same of where they are; returns each option with its action."""
    record, scene = state.record[0], plainly.scene
    points = {one.id: int(record["points"][n]) for n, one in enumerate(scene.characters)}
    points |= {"gm": int(record["gm"]), "bowl": int(record["bowl"])}
    assert points == dict(position.points)
    texts = {one.text for n, one in enumerate(scene.aspects) if (int(record["standing"]) >> n) & 1}
    assert texts == position.standing
    chooser = {CHANCE: "dice", TERMINAL: "over", 0: "players", 1: "gm"}[state.current_player()]
    assert chooser == plainly.chooser(position)
    if chooser == "over":
        assert state.game.ending(state) == position.ending
        assert state.stakes() == pytest.approx(plainly.worth(position), abs=1e-12)
        return {}
    if chooser == "dice":
        chances = {outcome - 4: chance for outcome, chance in state.chance_outcomes()}
        assert chances == pytest.approx(DICE)
        return {one: one + 4 for one in chances}
    found: dict[Option | int, int] = {
        option_of(state.game.describe(state, action)): action for action in state.legal_actions()
    }
    assert set(found) == set(plainly.options(position))
    return found


LONG = "short"
"""The scene whose tree has by far the most states."""
LONG_TREE = pytest.mark.skipif(
    INTERPRETED, reason="takes ten seconds interpreted; two other trees and random plays do not"
)


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=LONG_TREE if one == LONG else ()) for one in SMALL]
)
def test_the_whole_tree_of_a_small_scene_is_the_same(name: str) -> None:
    plainly, game = Plainly(SMALL[name]), CardGame(SMALL[name])
    waiting: list[tuple[CardState, Position]] = [(game.new_initial_state(), plainly.first())]
    seen = set(waiting)
    while waiting:
        state, position = waiting.pop()
        for option, action in compare(state, position, plainly).items():
            pair = (state.child(action), plainly.after(position, option))
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    assert len(seen) > 1000


def walk(scene: SettledScene, rng: Random) -> None:
    """A random play of both side by side."""
    plainly, game = Plainly(scene), CardGame(scene)
    state, position = game.new_initial_state(), plainly.first()
    options: dict[Any, int] = compare(state, position, plainly)
    while options:
        option = rng.choice(sorted(options, key=str))
        state.apply_action(options[option])
        position = plainly.after(position, option)
        options = compare(state, position, plainly)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_random_plays_of_shipped_scenes_are_the_same(path: Path) -> None:
    scene = read_scene(path)
    for play in range(60):
        walk(scene, Random(play))


def test_random_plays_of_the_example_are_the_same() -> None:
    for play in range(300):
        walk(PARTY, Random(play))
