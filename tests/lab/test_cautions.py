"""What agents cannot play is told before the numbers are: objectives, hindered ground, and that
random play concedes.
"""

from __future__ import annotations

from typing import Any

import pytest

from autogm.agents.roster import agent
from autogm.engine.game import load_game
from autogm.lab.cautions import cautions, second_thoughts
from autogm.lab.simulate import simulate
from tests.table import scene

BRAWL = {"players": "brawler", "gm": "brawler"}


def told(ground: str, who: str, agents: dict[str, str] = BRAWL, **fields: Any) -> list[str]:
    """The cautions about Rolf, who starts `here`, against a foe at `who`."""
    table = scene("accelerated", "rolf@here Quick 2", f"foe@{who}", ground, **fields)
    return cautions(table.game, agents)


@pytest.mark.parametrize("ground", ["here", "here - there", "here - middle - there"])
def test_plain_ground_and_last_standing_need_no_caution(ground: str) -> None:
    assert told(ground, "there" if "there" in ground else "here") == []


def test_an_objective_is_not_pursued_by_its_side() -> None:
    hold = {"players": [{"do": "hold", "zone": "there"}]}
    words = ["The brawler pursues no objective; the players are here to hold a zone."]
    assert told("here - there", "there", objectives=hold) == words
    randomly = {"players": "random", "gm": "brawler"}
    assert "objective" not in " ".join(told("here - there", "there", randomly, objectives=hold))


def test_surviving_takes_no_pursuit() -> None:
    survive = {"gm": [{"do": "survive", "exchanges": 5}]}
    assert told("here - there", "there", objectives=survive) == []


def test_hindered_ground_between_the_sides() -> None:
    """Ice on the way stops both; on the foe's ground alone too, since entering it is hindered."""
    words = "The brawler never crosses hindered ground, so Rolf and Foe get at nobody by moving."
    assert told("here - ice [Icy Ground] - there", "there") == [words]
    assert told("here - there [Icy Ground]", "there") == [words]
    steep = [{"between": ["here", "there"], "difficulty": 2}]
    assert told("here; there", "there", edges=steep) == [words]


def test_another_way_round_is_one_way_only_if_it_is_no_longer() -> None:
    """The brawler takes steps that bring it nearer; a detour of equal length will do."""
    assert told("here - ice [Icy Ground] - there; here - path - there", "there") == []
    longer = told("here - ice [Icy Ground] - there; here - a - b - c - there", "there")
    assert len(longer) == 1


def test_who_reaches_across_needs_no_steps() -> None:
    """A bow reaches two zones; the foe without one is stuck."""
    bow = {"rolf": {"attacks": {"Quick": {"range": 2}}}}
    words = ["The brawler never crosses hindered ground, so Foe gets at nobody by moving."]
    assert told("here - ice [Icy Ground] - there", "there", sheets=bow) == words


def test_who_is_spared_by_the_ground_crosses_it() -> None:
    ice = {"ice": {"aspect": {"text": "Icy Ground", "adverse": True, "spares": ["winged"]}}}
    flies = {"rolf": {"tags": ["winged"]}, "foe": {"tags": ["winged"]}}
    assert told("here - ice - there", "there", zone=ice, sheets=flies) == []
    assert len(told("here - ice - there", "there", zone=ice)) == 1


def test_who_ignores_only_other_ground_is_stuck() -> None:
    """A stunt against water does not carry anyone over ice; one against ice does (N5)."""
    ice = {"ice": {"aspect": {"text": "Icy Ground", "adverse": True}, "tags": ["ice"]}}
    for tag, stuck in (("ice", 0), ("water", 1)):
        stunt = {"name": "Sure Feet", "does": "ignore-terrain", "tag": tag}
        sheets = {name: {"stunts": [stunt]} for name in ("rolf", "foe")}
        found = told("here - ice - there", "there", zone=ice, sheets=sheets)
        assert len(found) == stuck


def test_where_nobody_moves_who_stands_apart_is_stuck() -> None:
    assert len(told("here - there", "there", actions=["attack"])) == 1


def test_random_concedes() -> None:
    both = {"players": "random", "gm": "random"}
    words = ["Who plays at random concedes as readily as anything else: the players and the GM's "
             "side will give up early."]  # fmt: skip
    assert told("here", "here", both) == words
    table = scene("minifate", "rolf", "foe")
    assert cautions(table.game, both) == [], "nobody can concede there"


def test_an_agent_of_its_own_is_cautioned_of_by_fighter() -> None:
    """The players' side is the planner's, but Rolf is played by another."""
    thinking = {"players": "planner:great", "gm": "planner:great"}
    hold = {"players": [{"do": "hold", "zone": "there"}]}
    ground = "here - there"
    assert told(ground, "there", thinking, objectives=hold) == []
    own = told(ground, "there", {**thinking, "rolf": "brawler"}, objectives=hold)
    assert own == ["The brawler pursues no objective; the players are here to hold a zone."]
    table = scene("accelerated", "rolf; ann", "foe")
    words = "Who plays at random concedes as readily as anything else: {} will give up early."
    some = cautions(table.game, {**thinking, "rolf": "random"})
    assert some == [words.format("Rolf")]
    other = cautions(table.game, {**thinking, "players": "random", "rolf": "planner:great"})
    assert other == [words.format("Ann")]


def test_players_who_wait_for_each_other_are_told_of() -> None:
    """Two open zones apart nobody comes closer; side by side they fight."""
    alike = "Quick 2 Careful 2"
    thinking, brawling = agent("tactician"), agent("brawler")
    for ground, who, waits in (("here - a - b - there", "there", True), ("here", "here", False)):
        game = scene(
            "accelerated", f"rolf@here {alike}", f"foe@{who} {alike}", ground,
            exchanges=6 if waits else 40, actions=["move", "attack"],
        ).game  # fmt: skip
        notes = second_thoughts(game, simulate(game, 6, 1, (thinking, thinking), workers=1))
        assert bool(notes) == waits
        if waits:
            assert "`undecided`" in notes[0]
            brawled = simulate(game, 6, 1, (brawling, thinking), workers=1)
            assert second_thoughts(game, brawled) == []


@pytest.mark.parametrize(
    ("stakes", "rules", "told"),
    [("victory", {}, True), ("careful", {}, False), ("victory", {"concede": False}, False)],
)
def test_that_nobody_concedes_is_told_where_heroes_fall(
    stakes: str, rules: dict[str, Any], told: bool
) -> None:
    game = scene(
        "accelerated", "rolf@here Quick 2", "foe@here Quick 4", "here", stakes=stakes, rules=rules
    ).game
    thinking = agent("tactician")
    notes = second_thoughts(game, simulate(game, 12, 1, (thinking, thinking), workers=1))
    assert any("`stakes: careful`" in one for one in notes) == told


def test_who_looks_no_turn_ahead_is_no_verdict() -> None:
    game = load_game("duel")
    assert cautions(game, {"players": "tactician", "gm": "tactician"}) == []
    (said,) = cautions(game, {"players": "skirmisher", "gm": "tactician"})
    assert said.startswith("The skirmisher looks no turn ahead")
