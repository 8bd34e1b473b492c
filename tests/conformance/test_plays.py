"""The conformance harness: every invariant of the game's contract, at every step of random plays of
every shipped scenario, of tailored ones, and of random ones; and runs that go on until every verb,
node, event, stunt kind, reason for moving a point and end has been seen (habits 1, 5, 6, 9).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autogm.engine.actions import VERBS
from autogm.engine.codes import N_KINDS, N_LAST_AUTO
from autogm.engine.event_facts import KINDS
from autogm.engine.event_names import REASONS, STATUS
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.model.scenario import Scenario
from autogm.model.words import STUNT_KINDS
from autogm.rules.loading import settle
from autogm.view.words.events import TELLERS
from tests.conformance.invariants import CHECKS
from tests.conformance.plays import Seen, check_play, play
from tests.conformance.tailored import TAILORED
from tests.generator import random_scenario
from tests.soak import times

SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))
MOST_PLAYS = 4000
EVENTS = (
    "exchange", "turn", "arrives", "moves", "action", "roll", "reroll", "invoke", "pass", "result",
    "hit", "stress", "clear", "consequence", "member falls", "taken out", "concedes", "leaves",
    "aspect", "free invoke", "aspect gone", "boost", "point", "compel", "answer", "stunt", "cost",
    "status", "discovers", "item", "end", "damage", "skill", "block", "oppose", "difficulty",
)  # fmt: skip


def game_of(scenario: Scenario) -> Game:
    """The game of a scenario that is not in a file."""
    return Game(settle(scenario))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_scenarios_keep_every_invariant(path: Path) -> None:
    game = load_game(path)
    for seed in range(2):
        check_play(game, seed, CHECKS)


@pytest.mark.parametrize("scenario", TAILORED, ids=lambda scenario: scenario.title)
def test_tailored_scenarios_keep_every_invariant(scenario: Scenario) -> None:
    game = game_of(scenario)
    for seed in range(6):
        check_play(game, seed, CHECKS)


@pytest.mark.long
@settings(max_examples=times(80, briefly=25))
@given(st.integers(0, 1_000_000), st.integers(0, 1000))
def test_random_scenarios_keep_every_invariant(number: int, seed: int) -> None:
    check_play(game_of(random_scenario(number)), seed, CHECKS)


def test_plays_go_on_until_everything_has_been_seen() -> None:
    told = {name for name, _ in KINDS.values()}
    assert set(EVENTS) == told == set(TELLERS), "a new kind of event has to be looked for here"
    seen, stunts = Seen(), Counter[str]()
    for _, (game, seed) in zip(range(MOST_PLAYS), _plays(), strict=False):
        for _step in play(game, seed, seen):
            pass
        stunts.update(stunt.does for one in game.encounter.fighters for stunt in one.stunts)
        if not _missing(seen, stunts):
            return
    assert _missing(seen, stunts) == {}


def _plays() -> Iterator[tuple[Game, int]]:
    """Tailored and shipped scenarios, a few times each, then ever new random ones."""
    written = [*(game_of(one) for one in TAILORED), *(load_game(path) for path in SHIPPED)]
    yield from ((game, seed) for seed in range(4) for game in written)
    number = 0
    while True:
        yield game_of(random_scenario(number)), number
        number += 1


def _missing(seen: Seen, stunts: Counter[str]) -> dict[str, list[str]]:
    """What has not come up yet."""
    wanted = {
        "verbs": ([name for name, _ in VERBS.values()], {VERBS[v][0] for v in seen.verbs}),
        "nodes": ([str(n) for n in range(N_LAST_AUTO + 1, N_KINDS)], {str(n) for n in seen.nodes}),
        "events": (list(EVENTS), set(seen.events)),
        "statuses": (list(STATUS.values()), set(seen.statuses)),
        "reasons": (list(REASONS.values()), set(seen.reasons)),
        "ends": (list(State.winners.values()), set(seen.winners)),
        "stunts": (list(STUNT_KINDS), set(stunts)),
    }
    lacking = {
        what: [one for one in all_ if one not in got] for what, (all_, got) in wanted.items()
    }
    return {what: names for what, names in lacking.items() if names}
