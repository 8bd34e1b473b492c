"""What agents that search keep: an evaluator for each thread and game, and no more than a few
games.
"""

from __future__ import annotations

import gc
import weakref
from threading import Thread

from autogm.agents.evaluators import KEPT_GAMES, Evaluators
from autogm.engine.game import Game
from tests.table import scene


def new_game() -> Game:
    return scene("fate-core", "hero Fight 2", "foe Fight 1").game


def test_a_game_keeps_its_mind_and_each_thread_has_one() -> None:
    evaluators: Evaluators[object] = Evaluators(lambda game: [game])
    one, two = new_game(), new_game()
    evaluator = evaluators.of(one)
    assert evaluators.of(two) is not evaluator
    assert evaluators.of(one) is evaluator
    elsewhere: list[object] = []
    thread = Thread(target=lambda: elsewhere.append(evaluators.of(one)))
    thread.start()
    thread.join()
    assert elsewhere[0] is not evaluator


def test_old_games_are_let_go() -> None:
    evaluators: Evaluators[object] = Evaluators(lambda game: [game])
    old = new_game()
    evaluators.of(old)
    watched = weakref.ref(old)
    del old
    for _ in range(KEPT_GAMES):
        evaluators.of(new_game())
    gc.collect()
    assert watched() is None
