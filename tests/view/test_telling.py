"""A game told step by step says what its whole story says."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.agents.ahead import LookingAhead
from autogm.agents.base import Decision, RandomSource
from autogm.agents.plain import played
from autogm.agents.roster import seats
from autogm.engine.game import load_game
from autogm.engine.observation import public
from autogm.game.contract import GM, PLAYERS
from autogm.game.plain import PlainEvent
from autogm.game.registry import read_file
from autogm.lab.replay import replay
from autogm.planner.levels import DEFAULT
from autogm.scenes.cards.state import CardState
from autogm.view.story import story_to
from autogm.view.telling import Telling, by_what_is_known, why
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import gerund
from tests.game.contest import Contest, ContestFile
from tests.table import scene
from tests.twins import PAIRS, battle, twins

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.mark.parametrize("to", [None, 0, 1])
@pytest.mark.parametrize("name", ["duel", "ravine-ambush", "autarch-skirmish", "street-fight"])
def test_step_by_step_is_the_whole_story(name: str, to: int | None) -> None:
    game = load_game(name)
    steps = list(replay(game, 3, 0, seats("brawler", encounter=game.encounter), to=to))
    told = ((one.game or game, one.events) for one in steps)
    whole = [line.plain for line in story_to(game, told, None, to)][1:]
    telling = Telling(steps[0].after, to)
    lines = telling.opening()
    for before, step in pairwise(steps):
        lines += telling.step(before.after, step.action, step.after)
    assert [line.plain for line in lines] == whole


def test_the_log_says_what_a_difficulty_is_made_of() -> None:
    """The choice to go and the dice are two steps of it."""
    table = scene("war-of-ashes", "hero@a Quick 1", "foe@b", "a [Deep Mud] - b [Choking Smoke]")
    state = table.turn("hero").state
    telling, lines = Telling(state), list[str]()
    while state.current_player() >= 0:
        action = next(
            (one for one in state.legal_actions() if state.game.describe(state, one).zone == "b"),
            state.legal_actions()[0],
        )
        after = state.child(action)
        lines += [line.plain for line in telling.step(state, action, after)]
        state = after
    action = state.chance_outcomes()[0][0]
    lines += [line.plain for line in telling.step(state, action, state.child(action))]
    assert "against 4 («Deep Mud» 2, «Choking Smoke» 2).  (D4)" in lines[-1]


def test_other_games_are_told_event_by_event() -> None:
    game = read_file("party-crashers").game()
    state, rng = game.new_initial_state(), Random(1)
    telling = Telling(state)
    lines = telling.opening()
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        after = state.child(action)
        lines += telling.step(state, action, after)
        state = after
    assert len(lines) > 5
    assert all(line.plain.startswith("  ") for line in lines)


def test_why_says_what_it_is_worth_and_nothing_that_is_hidden() -> None:
    """The GM's reasons in a scene of cards, to the GM and to the players."""
    game: Any = read_file("party-crashers").game()
    hidden, told = "A Suspicious Officer", {0: "", 1: ""}
    for step in played(game, 3, 0, seats("planner", "aspect-cards")):
        if step.decision is not None and step.before.current_player() == 1:
            for side in told:
                told[side] += why(step.before, step.decision, side)
            assert "best for the GM" in why(step.before, step.decision, 1)
            assert told[0].endswith("hidden from you.")
        elif step.decision is not None:
            assert "best for the players" in why(step.before, step.decision, 0)
    assert hidden in told[1]
    assert hidden not in told[0]
    assert "best" not in told[0]
    assert "of the stakes" in told[1]
    assert not re.search(r"[+−-]\d", told[1])


def test_why_says_what_a_choice_looks_like_to_who_knows_no_more() -> None:
    """In a conflict in which something is hidden: whether it looks best by what the players know,
    and nothing of what they do not."""
    game, told = load_game("street-fight"), ""
    for step in islice(
        replay(game, 3, 0, seats("planner:mediocre", encounter=game.encounter)), 160
    ):
        if step.decision is not None and step.before is not None:
            if step.before.current_player() == GM:
                told += f"{why(step.before, step.decision, PLAYERS)}\n"
    assert "Knives from Above" not in told
    assert re.search(
        "that you know of; as far as you know, it looks best, .+ hidden from you", told
    )
    assert re.search("that you know of; as far as you know, .+ looks better. What else", told)
    assert "%" not in told


def test_reasons_are_the_same_whatever_is_hidden(tmp_path: Path) -> None:
    """The players are told the same of two scenes that differ only in what is hidden from them,
    although the GM weighs it and is told other numbers."""
    text = (SCENARIOS / "scenes" / "rooftop-chase.yaml").read_text()
    hidden = "{text: Rotten Gutter, hidden: true, opposes: [jump, climb]}"
    assert hidden in text
    lesser = tmp_path / "lesser.yaml"
    lesser.write_text(text.replace(hidden, hidden.replace("jump, climb", "jump")))
    shipped: Any
    changed: Any
    shipped, changed = (read_file(one).game() for one in ("rooftop-chase", str(lesser)))
    told: dict[int, list[str]] = {0: [], 1: []}
    for step in played(shipped, 0, 0, seats("planner", "aspect-cards")):
        if step.decision is None or step.before.current_player() != 1:
            continue
        other = CardState(changed, step.before.record.copy())
        decision = LookingAhead(DEFAULT).decide(other, RandomSource(1))
        if decision.action == step.decision.action:
            for side, lines in told.items():
                lines += [why(step.before, step.decision, side), why(other, decision, side)]
    assert told[0][::2] == told[0][1::2]
    assert told[1][::2] != told[1][1::2]


@pytest.mark.parametrize("name", list(PAIRS))
def test_why_in_a_conflict_tells_what_was_seen_and_no_more(name: str) -> None:
    """Of what the other side does, a side is told what it would be told of the conflict that it
    takes this one for, and no number that was worked out from more."""
    pair, told = twins(name), 0
    for moment in battle(pair, 3):
        plain, full = moment.plain, moment.full
        if full.current_player() != 1 - pair.side or full.game.known(full, pair.side) is None:
            continue
        words = ChoiceWords(plain.game)
        for action in plain.legal_actions():
            same = full.game.encode(plain.game.describe(plain, action))
            if same not in full.legal_actions():
                continue
            says = {"says": "A Knife Behind His Back gives a chance of 73.1%."}
            said = why(full, Decision(same, says), pair.side)
            doing = gerund(words.phrase(plain, action))
            assert said.casefold().startswith(f"{doing}, out of ".casefold())
            assert f" {len(plain.legal_actions())} choices" in said
            assert "Knife" not in said
            assert "%" not in said
            seen = plain.game.as_known_to(plain, pair.side)
            known = seen.game.encode(public(plain.game.describe(plain, action)))
            assert f" know of{by_what_is_known(seen, known, pair.side)}. What else" in said
            told += 1
    assert told


def test_who_knows_everything_is_told_the_numbers_of_both() -> None:
    """Where nothing is hidden, and to the table, the GM's worth is told."""
    scene: Any = read_file("one-question").game()
    for step in played(scene, 3, 0, seats("planner", "aspect-cards")):
        if step.decision is not None:
            assert "best for" in why(step.before, step.decision, None)
            if not scene.hides:
                assert "best for" in why(step.before, step.decision, 0)


class Plotting(Contest):
    """Who is bold for the GM's side does so in secret."""

    def events(self, state: Any, action: int, to: int | None = None) -> list[PlainEvent]:
        told = super().events(state, action)
        secret = to == PLAYERS and state.current_player() == GM
        return [] if secret else told


class Open(Contest):
    """A game that hides nothing: its events are told by the contract without a side."""

    as_known_to = property()

    def events(self, state: Any, action: int) -> list[PlainEvent]:  # type: ignore[override]
        return super().events(state, action)


@pytest.mark.parametrize(("made", "told"), [(Plotting, False), (Open, True)])
def test_games_of_any_kind_are_told_by_the_contract(made: type[Contest], told: bool) -> None:
    game = made(ContestFile(kind="contest", title="A Contest"))
    state = game.new_initial_state()
    telling, everything = Telling(state, PLAYERS), Telling(state)
    while state.current_player() != GM:
        state.apply_action(state.legal_actions()[0])
    after = state.clone()
    action = state.legal_actions()[0]
    after.apply_action(action)
    assert everything.step(state, action, after)
    assert bool(telling.step(state, action, after)) is told
