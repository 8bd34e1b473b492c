"""What a turn is worth where the lookahead takes short cuts: against recursion over the plain
contract, which takes none.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autogm.engine.codes import CHANCE, N_DUEL, N_TURN, PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.planner.evaluation.parameters import MOST_DIFFERENCE, parameters_of, used_words
from autogm.planner.odds.distributions import Roll, margin_distribution
from autogm.planner.turn.tactician import Tactician
from tests.planner.valued import worth_to
from tests.table import scene

SHIPPED = sorted(Path(__file__).parents[2].joinpath("scenarios").glob("*.yaml"))


def by_recursion(tactician: Tactician, state: State, mover: str | None, exchange: int) -> float:
    """The utility at the end of the turn of `mover`, with every choice but rerolls, concessions and
    skills, for which the first legal one stands."""
    game = state.game

    @cache
    def follow(line: str) -> float:
        now = game.deserialize(line)
        player = now.current_player()
        if now.is_terminal():
            return now.returns()[0]
        if now.node() == N_TURN and (now.actor() != mover or now.exchange != exchange):
            return worth_to(tactician, now)
        if player == CHANCE:
            return sum(
                chance * follow(game.serialize(now.child(outcome)))
                for outcome, chance in now.chance_outcomes()
            )
        kept = [
            one
            for one in now.legal_actions()
            if now.node() != N_DUEL or game.describe(now, one).as_dict().get("mode") != "reroll"
        ]
        found = [follow(game.serialize(now.child(one))) for one in kept]
        return max(found) if player == PLAYERS else min(found)

    return follow(game.serialize(state))


ASPECT = {"text": "Always Ready", "actions": ["attack", "defend"]}
BARE = {
    "tracks": {"physical": 1, "mental": 0},
    "consequences": {"mild": 0, "moderate": 0, "severe": 0},
    "aspects": [ASPECT],
}
WITHOUT_REFILL = {"attack_tie": "nothing", "attack_style_boost": False, "defend_style_boost": []}


def fencers(players: str = "ann Fight 3", gm: str = "bob Fight 2", **fields: Any) -> Game:
    """A duel in which points can be spent on aspects, and nothing can be created."""
    fields.setdefault("actions", ["attack", "invoke"])
    fields.setdefault("sheets", {"ann": {**BARE, "fate_points": 0}, "bob": BARE})
    fields.setdefault("rules", WITHOUT_REFILL)
    return scene("fate-core", players, gm, templates=[], exchanges=9, **fields).game


CHAMPION = {**BARE, "type": "main", "fate_points": 1}
PURSES: dict[str, dict[str, Any]] = {
    "the gm's one": {"pool": 1},
    "the player's one": {"pool": 0, "sheets": {"ann": {**BARE, "fate_points": 1}, "bob": BARE}},
    "one on either side": {"pool": 1, "sheets": {"ann": {**BARE, "fate_points": 1}, "bob": BARE}},
    "one aspect for two payers": {
        "pool": 1, "sheets": {"ann": {**BARE, "fate_points": 0}, "bob": CHAMPION}
    },
}  # fmt: skip


@pytest.mark.parametrize("points", PURSES)
def test_what_a_point_costs_is_what_the_position_loses_by_it(points: str) -> None:
    """Also the invoke that ends the duel: it costs a point, and not what the roll brings."""
    game = fencers(**PURSES[points])
    tactician, state = Tactician(game), game.new_initial_state()
    for action, found in zip(state.legal_actions(), tactician.weigh(state), strict=True):
        exact = by_recursion(tactician, state.child(action), state.actor(), state.exchange)
        assert found == pytest.approx(exact, abs=0.012), str(game.describe(state, action))


@pytest.mark.parametrize(("points", "near"), [(0, 0.03), (1, 0.06)])
def test_an_area_attack_is_close_to_all_its_outcomes(points: int, near: float) -> None:
    """A point spent on the one roll also counts against later defenders."""
    grenade = {"attacks": {"Shoot": {"area": True, "range": 1}}, **BARE}
    sheets = {"ann": {**grenade, "fate_points": points}, "bob": BARE, "cid": BARE}
    actions = ["attack", "attack everyone", "invoke"]
    foes = "bob Athletics 1; cid Athletics 2"
    game = fencers("ann Shoot 3 Notice 2", foes, sheets=sheets, actions=actions, pool=0)
    tactician, state = Tactician(game), game.new_initial_state()
    seen = 0
    for action, found in zip(state.legal_actions(), tactician.weigh(state), strict=True):
        if game.describe(state, action).verb == "attack everyone":
            exact = by_recursion(tactician, state.child(action), state.actor(), state.exchange)
            assert found == pytest.approx(exact, abs=near)
            seen += 1
    assert seen == 1


@pytest.mark.parametrize("mover", ["ann", "bob"])
def test_a_hit_on_a_friend_counts_as_a_loss(mover: str) -> None:
    """Followed and estimated, for either side, as long as a friend is there."""
    friend = {"ann": "eve", "bob": "cid"}[mover]
    worth: dict[tuple[bool, str], list[float]] = {}
    for friends in (False, True):
        for zone in ("a", "b"):
            ground = dict.fromkeys(("ann", "eve", "bob", "cid"), "a") | {friend: zone}
            bomb = {"attacks": {"Shoot": {"area": True, "friends": friends}}}
            sheets = {name: {**BARE, **(bomb if name == mover else {})} for name in ground}
            table = scene(
                "fate-core", f"ann@{ground['ann']} Shoot 2; eve@{ground['eve']}",
                f"bob@{ground['bob']} Shoot 2; cid@{ground['cid']}", "a - b", sheets=sheets,
                actions=["attack", "attack everyone"], pool=0, turn_order={"npcs": "each"},
            ).turn(mover)  # fmt: skip
            place = table.state.legal_actions().index(table.legal("attack everyone", zone="a")[0])
            tactician, sign = Tactician(table.game), 1 if mover == "ann" else -1
            worth[friends, zone] = [
                sign * float(weigh(table.state)[place])
                for weigh in (tactician.weigh, tactician.estimate)
            ]
    assert worth[True, "b"] == pytest.approx(worth[False, "b"])
    for hurting, sparing in zip(worth[True, "a"], worth[False, "a"], strict=True):
        assert hurting < sparing - 0.05


@pytest.mark.parametrize("answer", [None, 0, 1, 2])
@pytest.mark.parametrize("own", [0, 1, 2])
def test_three_outcomes_stand_for_a_roll(own: int, answer: int | None) -> None:
    """Around its middle, weight included, and with the same spread."""
    parameters = parameters_of(fencers(rules={}))[0]
    sides = (own + 1, 0 if answer is None else answer + 1)
    roll = Roll(weight=own, active=answer is not None, against_weight=answer or 0)
    margins = margin_distribution(roll)
    for place, chance in enumerate(parameters["chance"][sides]):
        assert chance == pytest.approx(float(margins.chance(place - MOST_DIFFERENCE)), abs=1e-12)
    assert abs(parameters["middle"][sides] - float(margins.mean())) <= 0.5
    deviation = sqrt(float(margins.variance()))
    assert abs(parameters["spread"][sides] * sqrt(2 / 3) - deviation) <= 0.5


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_words_that_are_left_out_never_change(path: Path) -> None:
    game = load_game(path)
    rest = np.delete(np.arange(game.first_record.view(np.int64).shape[-1]), used_words(game))
    random, state = np.random.default_rng(3), game.new_initial_state()
    for _ in range(1500):
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(int(random.choice(state.legal_actions())))
        assert not state.record.view(np.int64).reshape(-1)[rest].any()
