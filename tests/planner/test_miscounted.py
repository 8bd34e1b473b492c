"""What a weaker level counts for more or less than it is worth: what others set up, weight, who is
still to come, and fate points.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from autogm.engine.codes import N_ANSWER, PLAYERS, V_REFUSE, VERB_SHIFT
from autogm.engine.game import load_game
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.model.library import shipped
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.levels import UNERRING, Misjudgement
from autogm.planner.misjudge import OPENINGS, PAYING, SKILLS
from autogm.planner.planner import Planner
from tests.planner.erring import LOOK, asked, brawl, even, idle, perception, thrown_again
from tests.table import scene


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


def test_to_who_hoards_what_a_point_pays_for_costs_so_many_times_what_it_is_worth() -> None:
    """Invokes, declarations and refusals, for either side: the difference in log-odds that a point
    less makes to the value. The best of what it reads comes first, and whatever is free is read as
    it is."""
    counted: Counter[int] = Counter()
    for name, hoards in (("harbour-run", 6.0), ("aether-storm", 0.5)):
        game = load_game(shipped()[name])
        free_to_refuse = name == "aether-storm"
        sees = perception(game, Misjudgement(hoards=hoards, cap=99.0)).see
        judge = Planner(game, LOOK)
        for state in [*asked(game, 8), *asked(game, 8, within=True)]:
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
                paid = verbs[line.place] in PAYING
                if verbs[line.place] == V_REFUSE:
                    paid = state.node() == N_ANSWER and not free_to_refuse
                share = (1 + worth) / 2
                assert np.log(share / (1 - share)) == pytest.approx(-price if paid else 0.0)
                counted[verbs[line.place]] += paid and abs(price) > 1e-6
    assert min(counted[one] for one in (*PAYING, V_REFUSE)) > 3


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
