"""Battles played on from a state: those of the beginning from the opening state, the same told as
simulated from anywhere, the exact chances of the dice where only these are left, and refusals.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from autogm.agents import battles
from autogm.agents.playing import play_chunk
from autogm.agents.roster import seats
from autogm.analysis.intervals import Share, wilson
from autogm.engine.codes import N_DUEL
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.lab.replay import replay
from autogm.lab.simulate import Simulation, simulate
from autogm.lab.tables import simulation_tables
from autogm.view.story import story
from tests.agents.asking import Asked
from tests.table import Table, scene

SCENARIOS = Path(__file__).parents[2] / "scenarios"
WINNERS = ("", "players", "gm", "undecided")
CAMP = load_game(SCENARIOS / "lizardfolk-camp.yaml")


def plain(found: Simulation) -> dict[str, Any]:
    """A simulation without its times and without where it began."""
    return replace(found, seconds=1.0, state=None).as_dict()


def moments(game: Game, wanted: int) -> list[State]:
    """States of a battle, dice and the middle of rolls among them, one of each kind of node."""
    found: dict[int, State] = {}
    for battle in range(4):
        for step in replay(game, 3, battle, seats("random")):
            for state in (step.before, step.before and step.before.child(step.action)):
                if state is not None and not state.is_terminal():
                    found.setdefault(state.node(), state)
    assert len(found) >= wanted
    return list(found.values())


def last_blow() -> Table:
    """Ann, the last to act in the only exchange, has one attack on Bob, whom any hit takes out."""
    bare = {"tracks": {"physical": 0, "mental": 0}, "consequences": {}}
    return scene(
        "fate-core", "ann Fight 3", "bob Fight 2 Notice 4", pool=0, exchanges=1,
        actions=["attack"], sheets={"ann": {"fate_points": 0}, "bob": bare},
    ).turn("ann")  # fmt: skip


@pytest.mark.parametrize("who", ["brawler", "random", "gm=random"])
def test_from_the_opening_state_as_from_the_beginning(who: str) -> None:
    opening = CAMP.new_initial_state()
    before = opening.record.tobytes()
    found = simulate(CAMP, 120, 4, seats(who), start=opening)
    assert plain(found) == plain(simulate(CAMP, 120, 4, seats(who)))
    assert found.state == CAMP.serialize(opening)
    assert opening.record.tobytes() == before
    told, whole = (list(replay(CAMP, 4, 1, seats(who), at)) for at in (opening, None))
    assert told[0].events == ()
    assert told[1:] == whole[1:]


@pytest.mark.parametrize("name", ["lizardfolk-camp", "autarch-skirmish", "aether-storm"])
def test_the_same_told_asked_and_simulated_from_anywhere(name: str) -> None:
    game = load_game(SCENARIOS / f"{name}.yaml")
    both = seats("players=brawler,gm=random")
    for start in moments(game, 6):
        before = start.record.tobytes()
        results = play_chunk(game, 7, 0, 3, both, start).results
        asked = play_chunk(game, 7, 0, 3, (Asked(both[0]), Asked(both[1])), start).results
        assert (results == asked).all()
        for battle, row in enumerate(results):
            told = list(replay(game, 7, battle, both, start))
            end = told[-1].events[-1].facts
            choices = sum(step.decision is not None for step in told)
            played = (WINNERS.index(end["winner"]), end["exchange"], choices)
            assert tuple(int(one) for one in row[: battles.R_ROLLS]) == played
        assert start.record.tobytes() == before


def test_only_what_comes_after_is_counted() -> None:
    """Somebody who is out already is not taken out again, and exchanges go on where they were."""
    *_, late = (
        step.before for step in replay(CAMP, 3, 0, seats("brawler")) if step.before is not None
    )
    out = [
        place
        for place in range(len(CAMP.encounter.fighters))
        if not (int(late.record[0]["present"]) >> place) & 1
    ]
    found = simulate(CAMP, 50, 1, seats("brawler"), start=late)
    assert out
    assert {found.fighters[place].taken_out.count for place in out} == {0}
    here = [one for place, one in enumerate(CAMP.encounter.fighters) if place not in out]
    assert found.heroes is not None
    assert found.heroes.number == sum(one.is_player_character for one in here)
    assert (found.exchanges["p10"] or 0) >= late.exchange > 1
    head = str(simulation_tables(CAMP, found)[0])
    assert f"50 battles from a state of exchange {late.exchange} on, seed 1: " in head


@pytest.mark.parametrize("dice", [False, True])
def test_one_blow_before_the_end_the_chances_are_those_of_the_dice(dice: bool) -> None:
    """Eight Fate dice, four of them subtracted, come to what eight come to. Fight 3 against 2."""
    table = last_blow()
    start = (table.choose("attack", target="bob").to_dice() if dice else table).state
    hits = [sum(faces) + 1 > 0 for faces in product((-1, 0, 1), repeat=8)]
    chance = sum(hits) / len(hits)
    found = simulate(table.game, 4000, 2, seats("brawler"), start=start)
    assert found.wins["gm"].count == 0
    assert _holds(found.wins["players"], chance)
    assert _holds(found.undecided, 1 - chance)


def _holds(share: Share, chance: float) -> bool:
    """Whether a chance lies within the interval of 99.9% about a count of 4000."""
    wide = wilson(share.count, 4000, 3.29)
    return wide.low <= chance <= wide.high


@pytest.mark.parametrize(("who", "count"), [("gm=random", 1100), ("tactician", 4)])
def test_the_same_whatever_the_workers(who: str, count: int) -> None:
    start = moments(CAMP, 6)[-1]
    one, three = (
        simulate(CAMP, count, 5, seats(who), start=start, workers=workers) for workers in (1, 3)
    )
    assert plain(one) == plain(three)
    assert plain(one) != plain(simulate(CAMP, count, 6, seats(who), start=start))


def test_states_that_nothing_is_played_on_from() -> None:
    duel = load_game(SCENARIOS / "duel.yaml")
    over = duel.new_initial_state()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    for wrong, says in ((over, "is over"), (CAMP.new_initial_state(), "another conflict")):
        with pytest.raises(ValueError, match=says):
            simulate(duel, 5, 1, seats("brawler"), start=wrong)
        with pytest.raises(ValueError, match=says):
            replay(duel, 1, 0, seats("brawler"), wrong)


def test_a_story_says_where_it_begins() -> None:
    table = last_blow()
    for start, says in (
        (table.state.clone(), "(From where Ann chooses what to do this turn.)"),
        (table.choose("attack", target="bob").to_dice().state, "(From where Ann rolls.)"),
    ):
        steps = replay(table.game, 1, 0, seats("brawler"), start)
        lines = [line.plain for line in story(table.game, (step.events for step in steps), start)]
        assert lines[:3] == ["A test", "\nExchange 1", says]


def test_a_roll_under_way_is_told_without_totals_that_nobody_knows() -> None:
    """What was rolled before the state is not in it; the totals of the next turn's rolls are."""
    fog = {"text": "Fog", "helps": "both", "actions": ["attack"]}
    table = scene("fate-core", "ann Fight 2", "foe Fight 2", aspects=[fog], exchanges=4)
    table.turn("ann").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert table.node == N_DUEL
    totals: list[tuple[int, bool]] = []
    for battle in range(12):
        turns = 0
        for step in replay(table.game, 1, battle, seats("random"), table.state):
            for event in step.events:
                turns += event.kind == "turn"
                if event.kind == "reroll" or event.facts.get("gain", "").startswith("+"):
                    totals.append((turns, "total" in event.facts))
    assert {(turns > 0, told) for turns, told in totals} == {(False, False), (True, True)}
