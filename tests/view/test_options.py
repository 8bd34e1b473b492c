"""What a person is asked: all that is legal and nothing else, in words that tell options apart, and
nothing that is hidden.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from autogm.engine.codes import CHANCE, N_ABSORB, N_CONCEDE, N_DEFEND, N_DICE, N_SKILL, PASS
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.game.contract import GM, PLAYERS
from autogm.game.registry import read_file
from autogm.model.verbs import VERBS
from autogm.view.options import GROUPS, ORDER, SEARCHES, chosen, grouped, offer, place_of
from tests.conformance.plays import Seen, choose
from tests.table import scene
from tests.twins import PAIRS, battle, twins

OPEN = [
    "duel",
    "street-fight",
    "autarch-skirmish",
    "lizardfolk-camp",
    "royal-court",
    "aether-storm",
]


def moments(name: str, seed: int, most: int = 120) -> Any:
    """States of a random play at which a side chooses."""
    game = load_game(name)
    state, rng, seen = game.new_initial_state(), Random(seed), Seen()
    for _ in range(most):
        if state.is_terminal():
            return
        if state.current_player() != CHANCE:
            yield state
        state.apply_action(choose(state, rng, seen))


@pytest.mark.parametrize("name", OPEN)
def test_all_that_is_legal_is_offered_and_means_what_it_says(name: str) -> None:
    for state in moments(name, 5):
        side = state.current_player()
        asked = offer(state, side)
        known = state.game.known(state, side)
        searches = [one for one in asked.options if one.action["verb"] in ("discover", "explore")]
        meant = [chosen(state, side, one.action) for one in asked.options if one not in searches]
        assert set(meant) <= set(state.legal_actions())
        assert len(set(meant)) == len(meant)
        if known is None:
            legal = {
                one for one in state.legal_actions()
                if state.game.describe(state, one).verb not in ("discover", "explore")
            }  # fmt: skip
            assert set(meant) == legal
        assert asked.question.endswith(".")
        assert asked.question[0].isupper()
        assert all(one.words and not one.words[0].isupper() for one in asked.options)


@pytest.mark.parametrize("name", OPEN)
def test_no_two_options_read_the_same(name: str) -> None:
    for state in moments(name, 6):
        words = [one.words for one in offer(state, state.current_player()).options]
        assert len(set(words)) == len(words), words


def test_whatever_a_turn_may_bring_has_its_group() -> None:
    assert set(GROUPS) == {one.name for one in VERBS if "turn" in one.at}
    assert set(GROUPS.values()) == set(ORDER)


def test_options_of_a_turn_stand_in_the_order_of_their_groups() -> None:
    state = next(
        one for one in moments("street-fight", 1) if offer(one, one.current_player()).node == "turn"
    )
    groups = [one.group for one in offer(state, state.current_player()).options]
    assert groups == sorted(groups, key=ORDER.index)
    assert "Attack" in groups


@pytest.mark.parametrize("name", [*OPEN, "foredeck-boarding"])
def test_ways_to_do_the_same_stand_together_what_is_free_first(name: str) -> None:
    together = 0
    for state in moments(name, 5):
        asked = offer(state, state.current_player())
        rows = [deed for _, deeds in grouped(asked) for deed in deeds]
        told = [one for row in rows for one in row.ways]
        assert sorted(number for number, _ in told) == list(range(len(asked.options)))
        assert all(asked.options[number] is one for number, one in told)
        for row in rows:
            numbers = [number for number, _ in row.ways]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            free = [one.action.get("payer") is None for _, one in row.ways]
            assert free == sorted(free, reverse=True)
            hows = {one.way.how for _, one in row.ways if one.way is not None}
            assert len(row.ways) == 1 or len(hows) == len(row.ways)
            together += len(row.ways) > 1
    assert together or name in ("duel", "aether-storm", "street-fight")


def test_the_skill_that_brings_most_stands_first() -> None:
    """By the same dice; what does not suit an aspect counts for less (C6)."""
    seen = 0
    for name, seed in (("street-fight", 4), ("lizardfolk-camp", 5)):
        for state in moments(name, seed, 400):
            side = state.current_player()
            known = state.game.known(state, side) is None
            if state.node() not in (N_SKILL, N_DEFEND) or not known:
                continue
            actions = [chosen(state, side, one.action) for one in offer(state, side).options]
            thrown = [_fights_on(state.child(one)) for one in actions]
            if any(one.current_player() != CHANCE or one.node() != N_DICE for one in thrown):
                continue
            sign = -1 if state.node() == N_DEFEND else 1
            fell = [one.child(one.legal_actions()[0]) for one in thrown]
            margins = [sign * int(one.record[0]["margin"]) for one in fell]
            assert margins == sorted(margins, reverse=True)
            seen += len(set(margins)) > 1
    assert seen > 5


def _fights_on(state: State) -> State:
    """What follows where nobody concedes."""
    while state.current_player() != CHANCE and state.node() == N_CONCEDE:
        state = state.child(PASS)
    return state


def test_the_cheapest_way_to_take_a_hit_stands_first() -> None:
    table = scene("war-of-ashes", "hero Forceful 0", "brute Forceful 4")
    table.turn("brute")
    table.choose("attack", target="hero")
    table.dice("0 0 0 0", "+ 0 0 0")
    state = table.state
    assert state.node() == N_ABSORB
    words = [one.words for one in offer(state, PLAYERS).options]
    assert words[-1] == "be taken out"
    weighed = [
        (one.count("severe"), one.count("moderate"), one.count("mild"), one.count("box"))
        for one in words[:-1]
    ]
    assert len(weighed) > 2
    assert weighed == sorted(weighed)


def test_options_say_what_they_are_about() -> None:
    state = next(
        one for one in moments("street-fight", 1) if offer(one, one.current_player()).node == "turn"
    )
    for one in offer(state, state.current_player()).options:
        if one.action["verb"] == "attack":
            assert one.fighter == one.action["target"]
        if one.action["verb"] == "move":
            assert one.zone == one.action["zone"]
        if one.action["verb"] == "create":
            assert one.aspect == one.action["aspect"]


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_changes_no_offer(name: str) -> None:
    pair, compared = twins(name), 0
    for seed in range(3):
        for moment in battle(pair, seed):
            if moment.plain.current_player() != pair.side:
                continue
            compared += 1
            assert offer(moment.plain, pair.side) == offer(moment.full, pair.side)
    assert compared > 2


@pytest.mark.parametrize("name", [*OPEN, "ravine-ambush"])
def test_every_action_has_its_place_among_what_is_offered(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where something is offered that finds nothing: proposals are looked up there. What each
    option means is looked up once for all actions of a moment."""
    futile = 0
    for state in moments(name, 3):
        asked = offer(state, state.current_player())
        meant = {id(one.action): _meant(state, asked.side, one.action) for one in asked.options}
        futile += list(meant.values()).count(None)
        if state.game.known(state, asked.side) is not None:
            continue
        monkeypatch.setattr("autogm.view.options.chosen", partial(_looked_up, meant))
        for action in state.legal_actions():
            place = place_of(state, asked, action)
            assert place is not None
            option = asked.options[place].action
            if option["verb"] not in SEARCHES:
                assert meant[id(option)] == action
    assert futile or name != "ravine-ambush"


def _meant(state: Any, side: int, action: Any) -> int | None:
    try:
        return chosen(state, side, action)
    except ValueError:
        return None


def _looked_up(meant: dict[int, int | None], state: Any, side: int, action: Any) -> int:
    found = meant[id(action)]
    if found is None:
        raise ValueError
    return found


def test_what_is_not_offered_is_refused() -> None:
    state = load_game("duel").new_initial_state()
    side = state.current_player()
    for said in ({"verb": "attak"}, {}, {"verb": "attack", "target": "nobody"}, {"verb": 3},
                 {"verb": "attack", "at": "bruno"}, {"verb": "roar"}):  # fmt: skip
        with pytest.raises(ValueError, match=r"\w"):
            chosen(state, side, said)
    with pytest.raises(ValueError, match="not the choice of the"):
        offer(state, 1 - side)


@pytest.mark.parametrize("name", ["party-crashers", "the-vault"])
def test_other_games_are_asked_too(name: str) -> None:
    game: Any = read_file(name).game()
    state, rng = game.new_initial_state(), Random(2)
    asked_of = set()
    for _ in range(60):
        if state.is_terminal():
            break
        if state.current_player() != CHANCE:
            side = state.current_player()
            asked_of.add(side)
            asked = offer(state, side)
            assert asked.question.endswith(".")
            verbs = {one.action["verb"] for one in asked.options}
            assert ("invoked" in asked.question) == (
                bool(verbs & {"invoke", "roll"}) or (side == PLAYERS and "leave it" in verbs)
            )
            meant = [chosen(state, side, one.action) for one in asked.options]
            assert sorted(meant) == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))
    assert asked_of <= {PLAYERS, GM}
