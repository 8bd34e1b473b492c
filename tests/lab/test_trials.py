"""Choices that are tried: the battles begin by the choice itself, and have the same dice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autogm.agents.roster import seats
from autogm.analysis.advice import Advice, Choice, advise
from autogm.engine.codes import N_CONCEDE, N_DUEL, PLAYERS, V_CONCEDE, V_PASS, VERB_SHIFT
from autogm.engine.game import load_game
from autogm.lab.replay import replay
from autogm.lab.simulate import simulate
from autogm.lab.trials import StoppedTrying, try_choices
from autogm.planner.levels import setting
from tests.table import scene

LOOK = setting("great:positions=50:states=0")
DUEL = load_game(Path(__file__).parents[2] / "scenarios" / "duel.yaml")


def weighed() -> Advice:
    """Advice on the beginning of a duel."""
    return advise(DUEL, DUEL.new_initial_state(), LOOK)


def test_what_is_measured_begins_by_the_choice() -> None:
    found = weighed()
    tried = try_choices(found, found.choices[:2], 6, 1, seats("brawler"))
    for one in tried:
        after = found.state.child(one.choice.code)
        assert one.outcomes.state == DUEL.serialize(after)
        played = simulate(DUEL, 6, 1, seats("brawler"), start=after)
        assert one.outcomes.wins == played.wins
        assert one.winners == played.winners
        assert one.price.exchange == played.exchanges["mean"]


def test_fighting_on_is_fought_on_and_conceding_is_over() -> None:
    """What is measured of fighting on is a battle that was fought on, and of conceding its end."""
    table = scene("fate-core", "ann Fight 2", "foe Fight 2").turn("ann")
    table.choose("attack", target="foe")
    while table.node != N_CONCEDE:
        table.state.apply_action(table.state.legal_actions()[0])
    found = advise(table.game, table.state, setting("legendary:positions=50:states=0"))
    codes = {one.code >> VERB_SHIFT: one for one in found.choices}
    stays, goes = codes[V_PASS], codes[V_CONCEDE]
    both = seats("brawler")
    fought, gone = try_choices(found, [stays, goes], 20, 1, both)
    assert gone.over
    assert {gone.won("players"), gone.won("gm")} == {0.0, 1.0}
    assert 0 < fought.won("players") < 1
    assert fought.more_than(gone, "players").mean == pytest.approx(
        fought.won("players") - gone.won("players")
    )


def test_what_a_choice_itself_spends_is_part_of_its_price() -> None:
    """A paid invoke costs a point more than as much for nothing, all else being equal."""
    steps = (step.after for step in replay(DUEL, 1, 0, seats("tactician")))
    for state in steps:
        if state.current_player() != PLAYERS or state.node() != N_DUEL:
            continue
        found = advise(DUEL, state, LOOK)
        before = int(state.record[0]["points"][0])
        tried = try_choices(found, found.choices[:3], 4, 1, seats("brawler"))
        spent = {before - int(state.child(one.choice.code).record[0]["points"][0]) for one in tried}
        if spent >= {0, 1}:
            for one in tried:
                after = state.child(one.choice.code)
                paid = before - int(after.record[0]["points"][0])
                assert one.price.points >= paid
                played = simulate(DUEL, 4, 1, seats("brawler"), start=after)
                own = next(each for each in played.fighters if each.side == "players")
                later = sum(each.mean for each in own.points_spent.values())
                assert one.price.points == pytest.approx(paid + later)
            return
    raise AssertionError("nobody could pay")


def test_the_same_choice_has_the_same_dice() -> None:
    found = weighed()
    again: list[Choice] = [found.choices[0], replace(found.choices[0])]
    one, two = try_choices(found, again, 12, 3, seats("brawler"))
    assert one.winners == two.winners
    assert one.more_than(two, "players").mean == 0


def test_what_was_tried_before_an_interruption_is_kept() -> None:
    """The first choice, if not all of its battles; of the others whole ones alone."""
    found, over = weighed(), 0

    def interrupt(more: int) -> None:
        nonlocal over
        over += more
        if over >= 3:
            raise KeyboardInterrupt

    with pytest.raises(StoppedTrying) as stop:
        try_choices(found, found.choices[:2], 24, 1, seats("tactician"), interrupt)
    assert [one.outcomes.battles for one in stop.value.found] == [8]
    over = -22
    with pytest.raises(StoppedTrying) as stop:
        try_choices(found, found.choices[:2], 24, 1, seats("tactician"), interrupt)
    assert [one.outcomes.battles for one in stop.value.found] == [24]
