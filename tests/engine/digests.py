"""Digests of whole trees and plays: a hash of every state's bytes, its legal actions and what the
events say, in order. `python -m tests.engine.digests` prints them as JSON, so that the same program
can be run with the compiler off and compared word for word.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from pathlib import Path
from random import Random

from autogm.engine.game import Game, load_game
from autogm.rules.loading import settle
from tests.conformance.extremes import PLAYED
from tests.conformance.plays import Seen, choose
from tests.conformance.tailored import TAILORED
from tests.engine.perft_table import FOLDER, NAMES, count
from tests.generator import random_scenario
from tests.soak import times

SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))
TREE_NODES = times(400, briefly=150)
PLAY_STEPS = times(120, briefly=60)
RANDOM = times(25, briefly=10)


def tree_digest(game: Game, most: int = TREE_NODES) -> str:
    """A hash over the first `most` nodes of the tree, breadth first."""
    digest = hashlib.sha256()
    waiting = deque([game.new_initial_state()])
    nodes = 1
    while waiting:
        state = waiting.popleft()
        actions = state.legal_actions()
        digest.update(state.record.tobytes() + repr((state.current_player(), actions)).encode())
        for action in actions[: most - nodes]:
            waiting.append(state.child(action))
            nodes += 1
    return digest.hexdigest()[:16]


def play_digest(game: Game, seed: int, most: int = PLAY_STEPS) -> str:
    """A hash over the first `most` steps of a play, events included."""
    digest, rng, seen = hashlib.sha256(), Random(f"digest {seed}"), Seen()
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        action = choose(state, rng, seen)
        told = [event.as_dict() for event in game.events(state, action)]
        digest.update(repr((action, told)).encode())
        state.apply_action(action)
        digest.update(state.record.tobytes())
    digest.update(repr(state.returns()).encode())
    return digest.hexdigest()[:16]


def all_digests() -> dict[str, str]:
    """Trees of the perft conflicts; plays of the shipped, the tailored, the
    extreme and random ones."""
    found = {f"tree of {name}": tree_digest(load_game(FOLDER / f"{name}.yaml")) for name in NAMES}
    found |= {f"counts of {name}": repr(count(name, most=150)) for name in NAMES}
    for path in SHIPPED:
        found[f"play of {path.stem}"] = play_digest(load_game(path), 1)
    for scenario in PLAYED:
        found[f"play of {scenario.title}"] = play_digest(Game(settle(scenario)), 2, 25)
    scenarios = [*TAILORED, *(random_scenario(7 * number) for number in range(RANDOM))]
    for scenario in scenarios:
        found[f"play of {scenario.title}"] = play_digest(Game(settle(scenario)), 2)
    return found


if __name__ == "__main__":
    print(json.dumps(all_digests(), indent=1))
