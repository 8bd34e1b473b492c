"""Random plays, driven by a seed alone: every kind of choice gets its turn, rare verbs first. A
failure says which seed, which step and which line of state repeat it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from autogm.engine.codes import CHANCE, V_CONCEDE, VERB_SHIFT
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.dice import outcome_of
from tests.conformance.invariants import Step


@dataclass
class Seen:
    """What has come up in the plays so far."""

    verbs: Counter[int] = field(default_factory=Counter)
    nodes: Counter[int] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)

    def note(self, step: Step) -> None:
        """Count what a step shows."""
        self.nodes[step.before.node()] += 1
        if step.before.current_player() != CHANCE:
            self.verbs[step.action >> VERB_SHIFT] += 1
        for event in step.events:
            self.events[event.kind] += 1
            if event.kind == "status":
                self.statuses[event.facts["status"]] += 1
            elif event.kind == "point":
                self.reasons[event.facts["reason"]] += 1
        if step.after.winner is not None:
            self.winners[step.after.winner] += 1


def choose(state: State, rng: Random, seen: Seen) -> int:
    """An outcome by its chance, with faces; or an action of the verb met least so far among three
    drawn, so that rare verbs come up."""
    if state.current_player() == CHANCE:
        return _faces(state, rng)
    actions = state.legal_actions()
    verbs = sorted({action >> VERB_SHIFT for action in actions})
    if V_CONCEDE in verbs and rng.random() < 0.95:
        verbs.remove(V_CONCEDE)
    drawn = [rng.choice(verbs) for _ in range(3)]
    verb = min(drawn, key=lambda one: (seen.verbs[one], drawn.index(one)))
    return rng.choice([action for action in actions if action >> VERB_SHIFT == verb])


def _faces(state: State, rng: Random) -> int:
    dice = state.game.encounter.ruleset.dice
    if dice == "d6-d6":
        faces: tuple[int, ...] = (rng.randint(1, 6), rng.randint(1, 6))
    else:
        faces = tuple(rng.randint(-1, 1) for _ in range(4))
    return outcome_of(dice, faces, state.dice_replaced())


def play(game: Game, seed: int, seen: Seen | None = None) -> Iterator[Step]:
    """The steps of one play, to its end."""
    rng, own = Random(f"play {seed} of {game.encounter.scenario.title}"), Seen()
    state = game.new_initial_state()
    length = 0
    while not state.is_terminal():
        action = choose(state, rng, own)
        before = state.record.tobytes()
        events = tuple(game.events(state, action))
        assert state.record.tobytes() == before, "telling the events has changed the state"
        step = Step(game, state, action, events, state.child(action))
        own.note(step)
        if seen is not None:
            seen.note(step)
        yield step
        state = step.after
        length += 1
        assert length <= game.max_game_length


def check_play(game: Game, seed: int, checks: Iterable[Callable[[Any], None]]) -> None:
    """Play once and check every step; then that no state has come twice (within an exchange the
    graph of states has no cycles), that the past is as it was (habit 6), and that the list of
    actions alone leads to the same end.

    Raises:
        AssertionError: with the seed, the step and the serialised state that repeat the failure.
    """
    past: list[tuple[State, bytes]] = []
    actions: list[int] = []
    step = None
    for step in play(game, seed):
        for check in checks:
            try:
                check(step)
            except Exception as error:
                line = game.serialize(step.before)
                what = "dice" if step.before.current_player() == CHANCE else "action"
                raise AssertionError(
                    f"{check.__name__} fails in «{game.encounter.scenario.title}», play {seed}, "
                    f"step {len(actions)}, {what} {step.action}, from the state\n{line}\n{error!r}"
                ) from error
        past.append((step.before, step.before.record.tobytes()))
        actions.append(step.action)
    changed = [n for n, (state, kept) in enumerate(past) if state.record.tobytes() != kept]
    assert not changed, f"states {changed} of play {seed} have changed afterwards"
    assert len({kept for _, kept in past}) == len(past), f"play {seed} goes in a circle"
    if step is not None:
        again = game.new_initial_state()
        for action in actions:
            again.apply_action(action)
        assert again == step.after, f"the actions of play {seed} lead elsewhere"
