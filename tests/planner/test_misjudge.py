"""How weaker levels err: the same position is misread alike, by every level in one direction; what
nobody overlooks; the cap; and that nothing else is changed.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from autogm.agents.roster import seats
from autogm.engine.codes import CHANCE, N_TURN, PLAYERS, V_ATTACK, V_CREATE, V_PASS, VERB_SHIFT
from autogm.engine.game import Game
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.lab.simulate import simulate
from autogm.planner.levels import LEVELS, UNERRING, Budget, Level, Misjudgement
from autogm.planner.misjudge import HIDDEN, OPENINGS, Eyes
from autogm.planner.planner import Planner
from autogm.planner.search.beam import Line, Thought
from tests.table import scene

LOOK = Budget(positions=500, turns=0, states=0)


def brawl() -> Game:
    return scene(
        "fate-core", "ann@a Fight 3; cid@a Fight 1", "bob@b Fight 2; dan@a Fight 2", "a - b",
        pool=2,
    ).game  # fmt: skip


def asked(game: Game, battles: int = 2, seed: int = 3, within: bool = False) -> list[State]:
    """States of random play in which it is decided what a turn is about; the choices `within` its
    rolls instead."""
    random, found = np.random.default_rng(seed), []
    for _ in range(battles):
        state = game.new_initial_state()
        while not state.is_terminal():
            chooses = state.current_player() != CHANCE
            if chooses and (state.node() in OPENINGS) != within:
                found.append(state.clone())
            state.apply_action(int(random.choice(state.legal_actions())))
    return found


def even(state: State, worth: float = 0.0) -> Thought:
    """A thought in which all choices are worth the same."""
    count = len(state.legal_actions())
    return Thought(tuple(Line(place, worth, 0) for place in range(count)), count)


def test_an_unerring_player_sees_what_there_is() -> None:
    game = brawl()
    thought = even(game.new_initial_state())
    assert Eyes(game, UNERRING).see(game.new_initial_state(), thought) is thought


def test_the_same_position_is_misread_alike_and_more_by_who_misreads_more() -> None:
    """Errors of one family: a level with twice the noise misreads each choice twice as far, in
    log-odds, and in the same direction."""
    game = brawl()
    for state in asked(game)[:40]:
        thought, errors = even(state), []
        for noise in (0.1, 0.2):
            how = Misjudgement(noise=noise, cap=9.0)
            seen = Eyes(game, how).see(state, thought)
            assert seen == Eyes(game, how).see(state.clone(), thought)
            worths = np.array([one.worth for one in sorted(seen.lines, key=lambda o: o.place)])
            errors.append(np.log((1 + worths) / (1 - worths)))
        assert errors[1] == pytest.approx(2 * errors[0])


def test_errors_are_normal_and_favour_no_side() -> None:
    """Each error is counted once: positions that random play meets again are misread alike."""
    game, found = brawl(), set[float]()
    eyes = Eyes(game, Misjudgement(noise=1.0, cap=99.0))
    for state in asked(game, 60):
        worths = np.array([one.worth for one in eyes.see(state, even(state)).lines])
        found |= {round(float(error), 9) for error in np.log((1 + worths) / (1 - worths))}
    errors = np.array(sorted(found))
    spread = 4 / np.sqrt(len(errors))
    assert len(errors) > 300
    assert abs(errors.mean()) < spread
    assert abs(errors.std() - 1) < spread
    assert abs((np.abs(errors) < 0.6745).mean() - 0.5) < spread / 2


def test_nothing_is_misread_within_a_roll() -> None:
    """Whoever has decided what to do takes the best skill for it, and pays what is cheapest."""
    game = brawl()
    eyes, within = Eyes(game, Misjudgement(1.0, 1.0, cap=99.0)), asked(game, within=True)
    assert len({state.node() for state in within}) > 4
    for state in within:
        assert eyes.see(state, even(state)) == even(state)


def test_choices_that_are_judged_as_one_are_misread_alike() -> None:
    """Of several ways to create an advantage none outbids the others by an error of its own."""
    game, several = brawl(), 0
    eyes = Eyes(game, Misjudgement(1.0, cap=99.0))
    for state in asked(game):
        legal = state.legal_actions()
        read = {line.place: line.worth for line in eyes.see(state, even(state)).lines}
        made = [read[n] for n, one in enumerate(legal) if one >> VERB_SHIFT == V_CREATE]
        several += len(made) > 1
        assert len(set(made)) <= 1
        assert state.node() != N_TURN or len(set(read.values())) > 1
    assert several > 5


def test_what_is_certain_is_not_misread() -> None:
    game = brawl()
    state = game.new_initial_state()
    legal = state.legal_actions()
    lines = (Line(0, 1.0, 0), Line(1, -1.0, 0), *(Line(n, 0.2, 0) for n in range(2, len(legal))))
    sign = 1 if state.current_player() == PLAYERS else -1
    seen = Eyes(game, Misjudgement(noise=5.0, cap=99.0)).see(state, Thought(lines, 9))
    worths = {one.place: one.worth for one in seen.lines}
    assert (worths[0], worths[1]) == (1.0, -1.0)
    assert seen.lines[0].place == (0 if sign > 0 else 1)


def test_careful_stakes_are_misread_no_further() -> None:
    """The worth of consequences and points makes nobody's perception worse: errors are those of a
    conflict with victory alone at stake, around what is settled already."""
    sheets = {name: {"consequences": {"mild": 2}} for name in ("ann", "bob")}
    careful = scene("fate-core", "ann Fight 3", "bob Fight 3", stakes="careful", sheets=sheets).game
    state = careful.new_initial_state()
    won, lost = (float(one) for one in careful.scene["win_value"][0, 1:3])
    settled = state.clone()
    settled.record["wounds"][0, 0] = 1
    eyes = Eyes(careful, Misjudgement(noise=0.016, overlooks=1.0, cap=9.0))
    cost = stake_at(careful.scene_rows, rows(settled.record), 0) - stake_at(
        careful.scene_rows, rows(state.record), 0
    )
    assert cost < 0.0
    for one, already in ((state, 0.0), (settled, cost)):
        found = eyes.see(one, even(one, already)).lines
        share = np.array([line.worth - already - lost for line in found]) / (won - lost)
        assert 0.0 < np.abs(np.log(share / (1 - share))).max() < 0.08
        best = even(one, already + 0.96 * won).lines
        assert len(eyes.see(one, Thought(best, 1)).lines) == len(best), "nobody overlooks a win"


def test_no_choice_loses_more_than_the_cap_by_the_own_estimate() -> None:
    """Utility 0.0 is 0.2007 log-odds below utility 0.1."""
    game, moved = brawl(), 0
    for state in asked(game, 6):
        count = len(state.legal_actions())
        good = 0.1 if state.current_player() == PLAYERS else -0.1
        lines = tuple(Line(n, good if n == 0 else 0.0, 0) for n in range(count))
        for cap, may in ((0.19, False), (0.21, True)):
            seen = Eyes(game, Misjudgement(noise=1.0, cap=cap)).see(state, Thought(lines, 1))
            assert may or seen.best.place == 0
            moved += seen.best.place != 0
    assert moved > 20


def test_lines_that_were_followed_further_come_first() -> None:
    game = brawl()
    state = game.new_initial_state()
    count = len(state.legal_actions())
    lines = tuple(Line(n, 0.0, 2 if n < 2 else 0) for n in range(count))
    seen = Eyes(game, Misjudgement(noise=3.0, cap=99.0)).see(state, Thought(lines, 1))
    assert {one.place for one in seen.lines[:2]} == {0, 1}
    assert len(seen.lines) == count


def test_who_overlooks_more_overlooks_the_same_and_more_but_never_a_plain_attack() -> None:
    game, missed = brawl(), 0
    for state in asked(game, 6):
        thought, seen = even(state), []
        for share in (0.0, 0.3, 0.6, 1.0):
            how = Misjudgement(noise=1e-9, overlooks=share, cap=9.0)
            seen.append({one.place for one in Eyes(game, how).see(state, thought).lines})
        verbs = [action >> VERB_SHIFT for action in state.legal_actions()]
        plain = {place for place, verb in enumerate(verbs) if verb not in HIDDEN}
        assert len(seen[0]) == len(verbs)
        for more, less in pairwise(seen):
            assert less <= more
        assert plain <= seen[-1]
        assert seen[-1]
        missed += len(verbs) - len(seen[-1])
    assert missed > 20
    assert V_ATTACK not in HIDDEN
    assert V_PASS not in HIDDEN
    assert V_CREATE in HIDDEN


def test_nobody_overlooks_what_all_but_wins() -> None:
    game = brawl()
    for state in asked(game):
        good = 0.99 if state.current_player() == PLAYERS else -0.99
        seen = Eyes(game, Misjudgement(overlooks=1.0, cap=99.0)).see(state, even(state, good))
        assert len(seen.lines) == len(state.legal_actions())


def test_points_are_hoarded_and_free_invokes_mistrusted() -> None:
    game = brawl()
    plain = Planner(game, LOOK).tactician.parameters[0]
    biased = Planner(game, LOOK, Misjudgement(hoards=2.0, trusts=0.5)).tactician.parameters[0]
    assert (biased["point"], biased["free"]) == (2.0 * plain["point"], 0.5 * plain["free"])
    assert list(biased["weights"]) == list(plain["weights"])


@pytest.mark.parametrize("one", LEVELS, ids=lambda level: level.name)
def test_every_level_chooses_a_legal_action_everywhere(one: Level) -> None:
    game = brawl()
    budget = replace(one.budget, positions=min(300, one.budget.positions), states=500)
    planner = Planner(game, budget, one.misjudgement)
    for state in asked(game, 1, 7) + asked(game, 1, 7, within=True):
        thought, _ = planner.think(state)
        places, legal = [line.place for line in thought.lines], state.legal_actions()
        assert len(set(places)) == len(places)
        assert set(places) <= set(range(len(legal)))
        assert one.misjudgement.overlooks or len(places) == len(legal)
        assert planner.think(state)[0] == thought


def test_a_level_plays_the_same_battles_whatever_the_workers() -> None:
    game = scene(
        "fate-core", "ann Fight 3", "bob Fight 2", pool=0, exchanges=12,
        sheets={one: {"tracks": {"physical": 1, "mental": 1}, "fate_points": 0,
                      "consequences": {"mild": 1, "moderate": 0, "severe": 0}}
                for one in ("ann", "bob")},
        actions=["attack", "create", "invoke"],
    ).game  # fmt: skip
    agents = seats("players=planner:superb:positions=300:states=2000,gm=planner:fair:states=500")
    one, two = (replace(simulate(game, 13, 5, agents, workers=n), seconds=1.0) for n in (1, 2))
    assert one == two
