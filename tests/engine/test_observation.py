"""What a side may know of a conflict: the same of two that differ only in what is hidden."""

from __future__ import annotations

import pytest

from autogm.engine import codes
from autogm.engine.carry import ALIKE, MASKS, OF_FIGHTERS, OF_ROLLS, OTHERS, NotKnownError
from autogm.engine.layout import STATE
from autogm.engine.state import State
from tests.engine.walking import walks
from tests.table import scene
from tests.twins import PAIRS, battle, twins

SEEDS = range(6)


def test_every_field_of_a_state_is_carried_over() -> None:
    assert sorted([*ALIKE, *MASKS, *OF_FIGHTERS, *OF_ROLLS, *OTHERS]) == sorted(STATE.names or ())


def known_or_not(state: State, side: int) -> State | None:
    """A state as a side knows it, where what is going on can be said to it."""
    try:
        return state.game.as_known_to(state, side)
    except NotKnownError:
        return None


@walks
@pytest.mark.rule("A14", "A16", "H9")
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_makes_no_difference_to_what_a_side_knows(name: str) -> None:
    """Observation, legal choices and events; and the moment as it is known is the same value,
    so that whatever is worked out from it is the same too."""
    pair, moments, choosing = twins(name), 0, 0
    for seed in SEEDS:
        for moment in battle(pair, seed):
            moments += 1
            both = (moment.plain, moment.full)
            if moment.plain.current_player() == pair.side:
                choosing += 1
                known = [one.game.as_known_to(one, pair.side) for one in both]
                assert known[0] == known[1]
                assert known[0].legal_actions() == known[1].legal_actions()
            elif moment.plain.rolls_dice() and known_or_not(moment.full, pair.side) is not None:
                assert known_or_not(both[0], pair.side) == known_or_not(both[1], pair.side)
            seen = [one.game.observation(one, pair.side) for one in both]
            assert seen[0] == seen[1]
            assert moment.told[0] == moment.told[1]
    assert choosing > 5
    assert moments > 20


@pytest.mark.rule("E4", "N5", "A16")
def test_ripostes_still_to_come_are_known() -> None:
    """Two answer a sweep; when its maker takes the first blow, it knows of the second."""
    riposte = {"stunts": [{"name": "Answer", "does": "riposte", "amount": 2}]}
    hidden = {"text": "A Loose Board", "hidden_from": "players", "side": "gm"}
    table = scene(
        "fate-core", "hero Fight 1 Notice 1", "foe Fight 5; other Fight 5", pool=0,
        aspects=[hidden],
        sheets={"hero": {"attacks": {"Fight": {"area": True}}}, "foe": riposte, "other": riposte},
    ).turn("hero")  # fmt: skip
    table.choose("attack everyone", zone="here").dice("0 0 0 0", "0 0 0 0").settle_duel()
    table.dice("0 0 0 0").settle_duel()
    assert table.node == codes.N_ABSORB
    known = table.game.as_known_to(table.state, codes.PLAYERS)
    assert known.game is not table.game, "something is hidden"
    left = [int(one) for one in table.state.record[0]["roll_ripostes"] if one]
    assert len(left) == 1
    assert [int(one) for one in known.record[0]["roll_ripostes"] if one] == left


def test_playing_on_from_what_is_known_changes_nothing_known_of_the_moment_before() -> None:
    pair = twins("reinforcements")
    state = next(one.full for one in battle(pair, 0) if one.full.current_player() == pair.side)
    first, second = (state.game.as_known_to(state, pair.side) for _ in range(2))
    assert first.game is not state.game, "something is hidden"
    first.apply_action(first.legal_actions()[0])
    assert first != second == state.game.as_known_to(state, pair.side)


def test_who_made_an_aspect_is_told_unless_it_is_not_known_of() -> None:
    pair = twins("reinforcements")
    state = next(one.full for one in battle(pair, 0) if one.full.current_player() == pair.side)
    known = state.game.known(state, pair.side)
    assert known is not None
    assert known.secrets.fighters
    (slot, shown), *_ = known.slots.items()
    for number, one in enumerate(state.game.encounter.fighters):
        state.record["maker"][0, slot] = number + 1
        seen = state.game.as_known_to(state, pair.side)
        ids = [fighter.id for fighter in seen.game.encounter.fighters]
        told = int(seen.record["maker"][0, shown])
        assert told == (ids.index(one.id) + 1 if one.id in ids else 0)
    assert len(ids) < len(state.game.encounter.fighters)
