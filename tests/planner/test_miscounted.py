"""What a weaker level counts for more or less than it is worth: what others set up, weight, who is
still to come, and fate points.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from autogm.engine import codes
from autogm.engine.codes import PLAYERS, POOL, VERB_SHIFT
from autogm.engine.game import Game, load_game
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.model.library import shipped
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.levels import UNERRING, Misjudgement
from autogm.planner.misjudge import OPENINGS, SKILLS
from autogm.planner.planner import Planner
from tests.planner.erring import LOOK, asked, brawl, even, idle, perception, thrown_again
from tests.table import scene

PAYING = (
    codes.V_INVOKE, codes.V_EFFECT, codes.V_DECLARE, codes.V_COMPEL, codes.V_REFUSE, codes.V_STUNT,
    codes.V_CALL_ON_STUNT,
)  # fmt: skip


def test_what_a_player_counts_wrongly_are_parameters_of_its_evaluation() -> None:
    game = brawl()
    plain = Planner(game, LOOK).tactician.parameters[0]
    how = Misjudgement(combines=0.5, weight=3.0, expects=0.25, follows=0.0)
    biased = Planner(game, LOOK, how).tactician.parameters[0]
    for name, factor in (("free", 0.5), ("coming", 0.25)):
        assert biased[name] == factor * plain[name]
    factors = {"weight": 3.0, "tempo": 0.0}
    expected = [
        factors.get(one, 1.0) * float(w) for one, w in zip(FEATURES, plain["weights"], strict=True)
    ]
    assert list(biased["weights"]) == expected


def test_who_does_not_expect_reinforcements_counts_none() -> None:
    """With `expects` 0 a position is worth what it is without those who are still to come."""
    late = {"dan": {"arrives": 5}}
    with_them = scene("fate-core", "ann Fight 3", "bob Fight 2; dan Fight 2", sheets=late).game
    without = scene("fate-core", "ann Fight 3", "bob Fight 2").game
    values = [
        Planner(game, LOOK, how).value(game.new_initial_state())
        for game in (with_them, without)
        for how in (UNERRING, Misjudgement(expects=0.0))
    ]
    knows, blind, alone, same = values
    assert knows < blind
    assert blind == pytest.approx(alone)
    assert alone == same


def test_who_does_not_combine_counts_its_own_guard_and_nobodys_advantages() -> None:
    """With `combines` 0 a Full Defense and an own stunt are worth what they are, and a free invoke
    nothing."""
    stunt = {"name": "Parry", "does": "bonus", "skills": ["Forceful"], "limit": "scene"}
    sheets = {"ann": {"stunts": [stunt]}}
    table = scene("war-of-ashes", "ann Forceful 3 Quick 3", "bob Forceful 2", sheets=sheets)
    knows, blind = (
        Planner(table.game, LOOK, how) for how in (UNERRING, Misjudgement(combines=0.0))
    )

    def values() -> tuple[float, float]:
        return knows.value(table.state), blind.value(table.state)

    table.turn("ann")
    waits = table.state.clone()
    waits.apply_action(codes.PASS)
    table.choose("full defense").dice("0 + 0 0").turn("bob")
    guarded = values()
    idles = table.state.clone()
    idles.apply_action(codes.PASS)
    table.choose("create", aspect="Off Balance").dice("+ + + +", "- - - -").settle()
    prepared = values()
    assert guarded[0] == guarded[1] > knows.value(waits)
    assert prepared[0] < prepared[1] == blind.value(idles)


def test_to_who_hoards_what_a_point_pays_for_costs_so_many_times_what_it_is_worth() -> None:
    """Whatever leaves the side that chooses a point less at once: the difference in log-odds that a
    point less makes to the value. The best of what it reads comes first, and whatever is free is
    read as it is."""
    counted: Counter[int] = Counter()
    shipped_ones = [load_game(shipped()[one]) for one in ("harbour-run", "aether-storm")]
    for game, hoards, count in zip(
        [*shipped_ones, tricks()], (6.0, 0.5, 3.0), (8, 8, 40), strict=True
    ):
        sees = perception(game, Misjudgement(hoards=hoards, cap=99.0)).see
        judge = Planner(game, LOOK)
        for state in [*asked(game, count), *asked(game, count, within=True)]:
            if state.node() in SKILLS:
                continue
            verbs = [one >> VERB_SHIFT for one in state.legal_actions()]
            sign = 1 if state.current_player() == PLAYERS else -1
            read = sees(state, even(state)).lines
            assert len(read) == len(verbs) - idle(state) - len(thrown_again(state))
            worths = [sign * line.worth for line in read]
            assert state.node() in OPENINGS or worths == sorted(worths, reverse=True)
            price = (hoards - 1) * worth_of_a_point(judge, state)
            for line, worth in zip(read, worths, strict=True):
                paid = costs_a_point(state, state.legal_actions()[line.place])
                share = (1 + worth) / 2
                assert np.log(share / (1 - share)) == pytest.approx(-price if paid else 0.0)
                counted[verbs[line.place]] += paid and abs(price) > 1e-6
    assert min(counted[one] for one in PAYING) > 3, counted


def costs_a_point(state: State, action: int) -> bool:
    """Whether the side that chooses has a point less once it has chosen so; whoever goes takes the
    points along. What the GM may still deny is allowed (F5)."""
    side, after = state.current_player(), state.clone()
    after.apply_action(action)
    if after.node() == codes.N_GRANT:
        after.apply_action(codes.V_ALLOW << VERB_SHIFT)
    scene, present = state.game.scene[0], int(after.record[0]["present"])
    purses = {
        int(purse)
        for one, purse in enumerate(scene["purse"])
        if purse >= 0 and scene["side"][one] == side and (present >> one) & 1
    }
    own = [*purses, POOL] if side != PLAYERS else [*purses]
    before, left = (int(one.record[0]["points"][own].sum()) for one in (state, after))
    return left < before


def tricks() -> Game:
    """A conflict in which points pay for stunts and for an invoke for effect."""
    wind = {"name": "Second Wind", "does": "clear-box", "limit": "point"}
    feint = {"name": "Feint", "does": "bonus", "skills": ["Fight"], "limit": "point"}
    rubble = {"aspect": "Loose Rubble", "does": "zone attack", "skill": "Shoot", "range": 1}
    return scene(
        "fate-core", "ann Fight 2 fate_points=9", "bob Fight 3", pool=2,
        aspects=["Loose Rubble"], effects=[rubble],
        sheets={
            "ann": {"stunts": [wind, feint], "concedes": "never"}, "bob": {"concedes": "never"},
        },
    ).game  # fmt: skip


def worth_of_a_point(judge: Planner, state: State) -> float:
    """What the poorest purse with a point in it loses by it, in log-odds of who chooses."""
    side, record = state.current_player(), state.record[0]
    own = state.game.scene[0]["purse"][state.game.scene[0]["side"] == side]
    points = {int(one): int(record["points"][one]) for one in own if one >= 0}
    full = {purse: number for purse, number in points.items() if number}
    if not full:
        return 0.0
    less = state.clone()
    less.record["points"][0, min(full, key=full.__getitem__)] -= 1
    settled = stake_at(state.game.scene_rows, rows(state.record), 0)
    odds = [np.arctanh(judge.value(one) - settled) * 2 for one in (state, less)]
    return float(odds[0] - odds[1]) * (1 if side == PLAYERS else -1)
