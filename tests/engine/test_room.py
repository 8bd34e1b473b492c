"""What a conflict needs room for: choices, events and counts, as large as a scenario may ask."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from autogm.agents.playing import play_chunk
from autogm.agents.roster import seats
from autogm.engine.compiling.bounds import _most_at_a_turn
from autogm.engine.game import Game
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.table import scene


def apart(fighters: int, **fields: Any) -> Game:
    """A hero and so many foes who never meet: every turn but the hero's is passed by the game."""
    whole = {
        "title": "Apart",
        "ruleset": "accelerated",
        "zones": {"here": {"aspect": "Here"}, "there": {"aspect": "There"}},
        "edges": [],
        "actions": ["attack"],
        "sides": {
            "players": {"fighters": {"hero": {"zone": "here"}}},
            "gm": {
                "fighters": {
                    f"foe{n}": {"type": "minion", "zone": "there"} for n in range(fighters)
                }
            },
        },
        "turn_order": {"npcs": "each"},
        **fields,
    }
    return Game(settle(Scenario.model_validate(whole)))


@pytest.mark.rule("H7", "T3")
def test_no_event_is_lost_however_long_a_step_is() -> None:
    """15 fighters pass for 200 exchanges in one step: 3000 turns, 199 new exchanges, one end."""
    game = apart(14, exchanges=200)
    told = Counter(event.kind for event in game.opening())
    assert (told["turn"], told["exchange"], told["end"]) == (15 * 200, 199, 1)
    assert game.opening()[-1].facts["winner"] == "undecided"
    chunk = play_chunk(game, 1, 0, 2, seats("brawler"))
    assert chunk.results[:, 1].tolist() == [200, 200]


@pytest.mark.rule("H7")
def test_a_zone_can_be_held_for_as_long_as_a_conflict_lasts() -> None:
    hold = {"players": [{"do": "hold", "zone": "here", "exchanges": 190}]}
    end = apart(1, exchanges=200, objectives=hold).opening()[-1].facts
    assert (end["winner"], end["exchange"]) == ("players", 190)


@pytest.mark.rule("C1")
def test_bounds_count_what_any_fighter_may_create() -> None:
    """Two more aspects that only the third fighter may create: two more to create, two more to
    overcome."""

    def most(count: int) -> int:
        templates = [{"text": f"Thing {n}", "on": "scene", "side": "gm"} for n in range(count)]
        table = scene("fate-core", "hero; friend", "foe", templates=templates)
        return _most_at_a_turn(table.game.scene[0])

    assert most(3) - most(1) == 2 + 2


@pytest.mark.rule("E4")
@pytest.mark.parametrize("when", ["always", "first exchange"])
@pytest.mark.parametrize("sign", [1, -1])
def test_totals_of_area_attacks_fit(sign: int, when: str) -> None:
    """A rating of 12 and 16 stunts of +8 or of -8: the utmost a file may say is played."""
    stunts = [
        {"name": f"Trick {n}", "does": "bonus", "amount": 8 * sign, "actions": ["attack"],
         "when": when}
        for n in range(16)
    ]  # fmt: skip
    table = scene(
        "fate-core",
        "hero Fight 12 Notice 1",
        "foe; other",
        sheets={"hero": {"stunts": stunts, "attacks": {"Fight": {"area": True}}}},
        rules={"max_stunts": 16},
    )
    table.turn("hero").choose("attack everyone", zone="here")
    table.dice("+ + + +", "- - - -")
    assert table.totals == [12 + 16 * 8 * sign + 4, -4]
    assert table.result[0] == table.totals[0] + 4


def test_a_choice_without_legal_actions_is_an_error_and_no_end() -> None:
    by_fight = {"attacks": {"Shoot": None, "Provoke": None}}
    table = scene("fate-core", "hero Notice 1", "foe", actions=["attack"], rules=by_fight)
    table.turn("hero").game.scene["defend_skills"][:] = 0
    attack = table.legal("attack", target="foe")[0]
    with pytest.raises(RuntimeError, match="without legal actions"):
        table.state.child(attack)
