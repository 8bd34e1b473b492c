"""What a side may choose, as it may be said to that side, and what it means in truth."""

from __future__ import annotations

from typing import Any

import pytest

from autogm.engine.actions import Action
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import GM, PLAYERS
from tests.table import Table, scene

KNIFE: dict[str, Any] = {
    "text": "A Knife Behind His Back",
    "hidden_from": "players",
    "difficulty": 0,
}


def table(**fields: Any) -> Table:
    found = scene("fate-core", "rolf Fight 2 Notice 3", "hans Fight 1", **fields)
    return found.turn("rolf")


def hiding(**fields: Any) -> Table:
    return table(sheets={"hans": {"aspects": [KNIFE]}}, **fields)


@pytest.mark.rule("A16")
def test_a_search_is_among_the_choices_whether_there_is_anything_to_find_or_not() -> None:
    """It costs nothing where there is nothing; where there is something, it is what is legal. The
    aspect is named by none of the choices, and by the true action alone."""
    search = Action("discover")
    for one in (table(), hiding()):
        assert search in one.game.choices(one.state, PLAYERS)
        assert "Knife" not in str(one.game.choices(one.state, PLAYERS))
    full, plain = hiding(), table()
    meant = full.game.choice(full.state, PLAYERS, search)
    assert full.game.describe(full.state, meant) == Action(
        "discover", aspect=KNIFE["text"], on="hans"
    )
    assert full.game.choice(full.state, PLAYERS, Action("discover", on="hans")) == meant
    for one, said in ((plain, search), (full, Action("discover", on="rolf"))):
        before = one.state.record.tobytes()
        with pytest.raises(ValueError, match="nothing is to be found there"):
            one.game.choice(one.state, PLAYERS, said)
        assert one.state.record.tobytes() == before


@pytest.mark.rule("A16")
def test_a_search_says_no_name_until_it_has_found() -> None:
    one = hiding()
    game, state = one.game, one.state
    state.apply_action(game.choice(state, PLAYERS, Action("discover")))
    with pytest.raises(NotKnownError, match="something that is not known of yet"):
        game.as_known_to(state, PLAYERS)
    assert "Knife" not in str(game.observation(state, PLAYERS))
    one.dice("+ + + +").settle_duel()
    assert "Knife" in str(game.observation(one.state, PLAYERS))


@pytest.mark.rule("A14")
def test_exploring_is_named_by_the_zone_alone() -> None:
    cave = {"cave": {"unexplored": True, "reveals": "The Chasm Without a Floor"}}
    one = table(zone=cave, edges=[["here", "cave"]])
    said = Action("explore", on="cave")
    assert said in one.game.choices(one.state, PLAYERS)
    assert "Chasm" not in str(one.game.choices(one.state, PLAYERS))
    meant = one.game.describe(one.state, one.game.choice(one.state, PLAYERS, said))
    assert meant.aspect == "The Chasm Without a Floor"


@pytest.mark.rule("A16", "Z3")
def test_what_something_hidden_stands_in_the_way_of_is_refused_and_costs_nothing() -> None:
    """A zone's aspect that nobody sees hinders: the free step that a side believes in is none."""
    mire = {"text": "A Mire under the Leaves", "adverse": True, "hidden_from": "players"}
    one = table(zone={"wood": {"aspect": mire}}, edges=[["here", "wood"]])
    step = Action("move", zone="wood")
    assert step in one.game.choices(one.state, PLAYERS)
    assert not one.legal("move", zone="wood")
    with pytest.raises(ValueError, match="not known of yet is in the way"):
        one.game.choice(one.state, PLAYERS, step)
    assert "Mire" not in str(one.game.observation(one.state, PLAYERS))
    assert "Mire" in str(one.game.observation(one.state, GM))


@pytest.mark.rule("A16")
def test_every_other_choice_means_the_action_of_the_same_words() -> None:
    one = hiding()
    known = [said for said in one.game.choices(one.state, PLAYERS) if said.verb != "discover"]
    assert len(known) > 5
    for said in known:
        assert one.game.describe(one.state, one.game.choice(one.state, PLAYERS, said)) == said
    assert one.game.choices(one.state, GM) == []
    with pytest.raises(ValueError, match="is not legal here"):
        one.game.choice(one.state, PLAYERS, Action("act next", target="hans"))


@pytest.mark.rule("A16", "X1")
def test_an_aspect_that_a_compel_has_named_is_no_secret() -> None:
    """It still cannot be invoked by that side until it has discovered it."""
    coward = {"text": "Runs from Bells", "hidden_from": "players"}
    compel = {"victim": "rolf", "aspect": "Runs from Bells", "effect": "lose action"}
    one = scene("fate-core", "rolf Fight 2 Notice 3", "hans Fight 1", compels=[compel],
                sheets={"rolf": {"aspects": ["Brave", coward]}})  # fmt: skip
    assert "Bells" not in str(one.game.observation(one.state, PLAYERS))
    told = one.game.events(one.state, one.legal("compel")[0], to=PLAYERS)
    assert [event.facts["aspect"] for event in told if event.kind == "compel"] == [coward["text"]]
    one.choose("compel")
    known = one.game.as_known_to(one.state, PLAYERS)
    assert known.legal_actions() == one.state.legal_actions()
    assert "Bells" in str(one.game.observation(one.state, PLAYERS))


@pytest.mark.rule("H7")
def test_a_goal_about_somebody_hidden_is_left_out_of_what_is_known() -> None:
    goals = {"players": [{"do": "take out", "who": ["hans", "zed"]},
                         {"do": "survive", "exchanges": 9}]}  # fmt: skip
    one = scene("fate-core", "rolf Fight 2 Notice 3", "hans; zed arrives=3", objectives=goals)
    known = one.game.as_known_to(one.turn("rolf").state, PLAYERS).game
    assert [goal.do for goal in known.encounter.scenario.objectives.players] == ["survive"]
    assert [fighter.id for fighter in known.encounter.fighters] == ["rolf", "hans"]
