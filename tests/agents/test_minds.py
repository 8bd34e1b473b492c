"""What thinking agents keep: a mind for each thread and game, and no more than a few games."""

from __future__ import annotations

import gc
import weakref
from threading import Thread

from autogm.agents.minds import KEPT_GAMES, Minds
from autogm.engine.game import Game
from tests.table import scene


def new_game() -> Game:
    return scene("fate-core", "hero Fight 2", "foe Fight 1").game


def test_a_game_keeps_its_mind_and_each_thread_has_one() -> None:
    minds: Minds[object] = Minds(lambda game: [game])
    one, two = new_game(), new_game()
    mind = minds.of(one)
    assert minds.of(two) is not mind
    assert minds.of(one) is mind
    elsewhere: list[object] = []
    thread = Thread(target=lambda: elsewhere.append(minds.of(one)))
    thread.start()
    thread.join()
    assert elsewhere[0] is not mind


def test_old_games_are_let_go() -> None:
    minds: Minds[object] = Minds(lambda game: [game])
    old = new_game()
    minds.of(old)
    watched = weakref.ref(old)
    del old
    for _ in range(KEPT_GAMES):
        minds.of(new_game())
    gc.collect()
    assert watched() is None
