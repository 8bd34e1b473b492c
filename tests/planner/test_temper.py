"""Temper: who leans to something takes it where that is nearly as good as the best, and not where
it is further behind; and it is written in a scenario or behind an agent's name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.agents.base import Decision, RandomSource
from autogm.agents.names import UnknownAgentError, known
from autogm.agents.playing import play_chunk
from autogm.agents.roster import agent, seats
from autogm.engine.codes import N_ORDER, N_TURN
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.temper.names import (
    CAPS,
    LEANINGS,
    ORDER,
    PROTECTIVE_CAP,
    Temperament,
    TemperError,
    split,
)
from autogm.planner.temper.sway import swayed
from autogm.planner.temper.tables import tempers_of
from autogm.view.words.reasons import reason
from tests.model.examples import changed, faults
from tests.table import scene


def brawl(**fields: Any) -> Game:
    """Two against two, one of whom is hurt and stands beside the one who is to be protected."""
    return scene(
        "fate-core",
        "ann@hall Fight 3; bob@hall Shoot 1",
        "weak@hall Fight 3; fresh@hall Fight 3",
        "hall - yard",
        sheets={"ann": fields},
    ).game


def at_turn(game: Game) -> State:
    """The first turn of Ann, `weak` with two boxes checked."""
    state = game.new_initial_state()
    while state.node() != N_TURN or state.actor() != "ann":
        state.apply_action(state.legal_actions()[0])
    state.record["stress"][0, game.words.fighters.index("weak")] = 3
    return state


def taken(temper: str, behind: float = 0.0) -> dict[str, Any]:
    """What who is `temper` takes where passing is best by `behind` of the win chance and all else
    equal."""
    return taken_in(brawl(), temper, behind)


def taken_in(game: Game, temper: str, behind: float = 0.0) -> dict[str, Any]:
    """The same in a conflict where Ann fights."""
    state = at_turn(game)
    legal = state.legal_actions()
    described = [game.describe(state, action).as_dict() for action in legal]
    best = next(place for place, one in enumerate(described) if one["verb"] == "pass")
    worths = np.full(len(legal), -2.0 * behind)
    worths[best] = 0.0
    tempers = tempers_of(game, split(temper)[1])
    place = swayed(state, parameters_of(game), tempers, worths, best)
    return described[place]


def test_each_temper_shows_itself_where_choices_are_as_good() -> None:
    assert taken("even")["verb"] == "pass"
    assert taken("aggressive")["verb"] in ("attack", "charge")
    assert taken("cruel") == taken("cruel") | {"verb": "attack", "target": "weak"}
    assert taken("honourable") == taken("honourable") | {"verb": "attack", "target": "fresh"}
    assert taken("cautious")["verb"] in ("move", "sprint", "full defense")
    assert taken("cowardly") == taken("cowardly") | {"verb": "help", "target": "bob"}
    ward = taken("protects=bob")
    assert ward.get("target") in ("weak", "fresh", "bob")


def test_the_greedy_go_for_what_is_to_be_held() -> None:
    held = {"do": "hold", "zone": "yard", "exchanges": 2}
    game = scene(
        "fate-core",
        "ann@hall Fight 3; bob@hall Shoot 1",
        "weak@hall Fight 3; fresh@hall Fight 3",
        "hall - yard; hall - loft",
        objectives={"players": [held], "gm": [held]},
    ).game
    assert taken_in(game, "even")["verb"] == "pass"
    assert taken_in(game, "greedy")["zone"] == "yard"


def test_nobody_leans_to_a_way_that_it_does_not_get_along() -> None:
    assert greedily(difficulty=1) == {"verb": "sprint", "zone": "yard"}
    assert greedily(difficulty=7)["verb"] == "pass"


def greedily(difficulty: int) -> dict[str, Any]:
    """What who is greedy takes where the only way to the ground to be held is so difficult."""
    game = scene(
        "fate-core", "ann@hall Athletics 2", "weak@loft Fight 3", "hall - loft; yard",
        edges=[{"between": ["hall", "yard"], "difficulty": difficulty}],
        objectives={"players": [{"do": "hold", "zone": "yard", "exchanges": 2}]},
    ).game  # fmt: skip
    return taken_in(game, "greedy")


def test_who_stands_as_it_likes_to_acts_first() -> None:
    near, far = first_to_act("cruel"), first_to_act("cautious")
    assert (near, far) == ("ann", "bob")


def first_to_act(temper: str) -> str:
    """Who of the GM's side acts first, where one stands beside a hurt enemy and all is as good."""
    game = scene(
        "fate-core", "foe@hall Fight 3", "bob@yard Fight 3; ann@hall Fight 3", "hall - yard",
    ).game  # fmt: skip
    state = game.new_initial_state()
    while state.node() != N_ORDER:  # the first legal choice of a turn passes
        state.apply_action(state.legal_actions()[0])
    legal = state.legal_actions()
    state.record["stress"][0, game.words.fighters.index("foe"), 0] = 1
    tempers = tempers_of(game, split(temper)[1])
    place = swayed(state, parameters_of(game), tempers, np.zeros(len(legal)), 0)
    return str(game.describe(state, legal[place]).as_dict()["target"])


@pytest.mark.parametrize("temper", [*LEANINGS, "protects=bob"])
def test_no_choice_is_taken_that_is_further_behind_than_the_cap(temper: str) -> None:
    assert taken(temper, CAPS.get(temper, PROTECTIVE_CAP) + 0.01)["verb"] == "pass"


def test_the_scenario_says_it_and_the_agent_goes_before_it() -> None:
    game = brawl(temper="cruel", protects="bob")
    usual, even = tempers_of(game, Temperament()), tempers_of(game, Temperament("even"))
    cruel = tempers_of(game, Temperament("cruel", "bob"))
    assert (usual["weight"][0, 0] == cruel["weight"][0, 0]).all()
    assert usual["ward"][0, 0] == 1 << game.words.fighters.index("bob")
    assert usual["leaning"][0] == 1
    assert even["leaning"][0] == 0


def test_names() -> None:
    assert known("tactician:cruel") == "tactician:cruel"
    assert known("planner:cautious:positions=50:protects=queen") == (
        "planner:great:positions=50:cautious:protects=queen"
    )
    with pytest.raises(UnknownAgentError, match="cruel"):
        known("tactician:crule")
    with pytest.raises(TemperError, match="two tempers"):
        split("cruel:cautious")
    with pytest.raises(TemperError, match="write whom"):
        split("protects")
    for name in ("brawler:cruel", "random:even", "brawler:protects=queen"):
        with pytest.raises(UnknownAgentError, match="has no temper; `skirmisher`, `tactician` and"):
            known(name)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ("temper: crule", "cruel"),
        ("protects: annna", "there is no fighter `annna`"),
        ("protects: raider-1", "is an enemy"),
        ("protects: anna", "nobody protects itself"),
    ],
)
def test_a_scenario_is_refused(fields: str, says: str, tmp_path: Path) -> None:
    text = changed(("zone: camp", f"zone: camp\n        {fields}"))
    found = "\n".join(str(one) for one in faults(tmp_path, text))
    assert says in found


@pytest.mark.parametrize("name", ["tactician", "skirmisher"])
def test_asked_or_compiled_it_plays_alike(name: str) -> None:
    class Asked:
        """An agent that is no kernel."""

        name = "asked"

        def decide(self, state: State, source: RandomSource) -> Any:
            return cruel.decide(state, source)

    game, cruel = brawl(), agent(f"{name}:cruel")
    compiled = play_chunk(game, 1, 0, 3, (cruel, cruel))
    asked = play_chunk(game, 1, 0, 3, (Asked(), Asked()))
    assert (compiled.results == asked.results).all()


def test_reasons_say_that_temper_decided() -> None:
    told = [reason(state, decision) for state, decision in decided("tactician:aggressive")]
    assert told
    assert all("as the aggressive do, instead of" in one for one in told)


@pytest.mark.parametrize("name", ["planner:great:positions=60", "planner:fair"])
def test_the_planner_chooses_by_temper_too(name: str) -> None:
    """Whether it looks ahead or only estimates: it gives up no more than the cap, which is wider
    where it chooses who acts next."""
    found = list(decided(f"{name}:aggressive", 4 if "great" in name else 30))
    assert found
    for state, decision in found:
        swing = float(parameters_of(state.game)["swing"][0])
        cap = CAPS["aggressive"] * (ORDER if state.node() == N_ORDER else 1.0)
        assert 0 <= decision.facts["temper"]["costs"] <= 2 * cap * swing + 1e-9


def decided(name: str, battles: int = 6) -> Iterator[tuple[State, Decision]]:
    """What an agent against itself decides by its temper."""
    game, who = brawl(), agent(name)
    found: list[tuple[State, Decision]] = []

    class Watched:
        """Keeps those decisions."""

        name = "watched"

        def decide(self, state: State, source: RandomSource) -> Decision:
            decision = who.decide(state, source)
            if "temper" in decision.facts:
                found.append((state.clone(), decision))
            return decision

    play_chunk(game, 1, 0, battles, (Watched(), Watched()))
    return iter(found)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tactician:protects=bobby", "`bobby` is nobody's id here. Did you mean `bob`?"),
        ("gm=tactician:protects=bob", "`bob` is an enemy. .*: weak, fresh"),
        ("fresh=tactician:protects=ann", "`ann` is an enemy"),
    ],
)
def test_whom_an_agent_protects_is_on_its_side(text: str, says: str) -> None:
    with pytest.raises(UnknownAgentError, match=says):
        seats(text, encounter=brawl().encounter)
    seats("tactician:protects=bob,gm=tactician:protects=weak", encounter=brawl().encounter)
