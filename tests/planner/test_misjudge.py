"""How weaker levels err: the same position is misread alike, by every level in one direction; what
nobody overlooks or fails to do; the cap; and that nothing else is changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from autogm.agents.roster import seats
from autogm.engine.codes import (
    N_BLOCK,
    N_DEFEND,
    N_DUEL,
    N_SKILL,
    N_TURN,
    PLAYERS,
    T_MOVED,
    V_ATTACK,
    V_BLOCK,
    V_CREATE,
    V_MOVE,
    V_PASS,
    VERB_SHIFT,
)
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.lab.simulate import simulate
from autogm.planner.levels import LEVELS, UNERRING, Level, Misjudgement
from autogm.planner.misjudge import NEGLECTED, OVERLOOKED, PREPARES, SKILLS
from autogm.planner.plain_sight import WAYS
from autogm.planner.planner import Planner
from autogm.planner.search.beam import Line, Thought
from tests.planner.erring import (
    asked,
    brawl,
    even,
    idle,
    not_to_wait,
    perception,
    sight,
    thrown_again,
)
from tests.table import scene


def test_an_unerring_player_sees_what_there_is() -> None:
    game = brawl()
    thought = even(game.new_initial_state())
    assert perception(game, UNERRING).see(game.new_initial_state(), thought) is thought


def test_the_same_position_is_misread_alike_and_more_by_who_misreads_more() -> None:
    """Errors of one family: a level with twice the noise misreads each choice twice as far, in
    log-odds, and in the same direction."""
    game = brawl()
    for state in asked(game)[:40]:
        thought, errors = even(state), []
        for noise in (0.1, 0.2):
            how = Misjudgement(noise=noise, cap=9.0)
            seen = perception(game, how).see(state, thought)
            assert seen == perception(game, how).see(state.clone(), thought)
            worths = np.array([one.worth for one in sorted(seen.lines, key=lambda o: o.place)])
            errors.append(np.log((1 + worths) / (1 - worths)))
        assert errors[1] == pytest.approx(2 * errors[0])


def test_errors_are_normal_and_favour_no_side() -> None:
    """Each error is counted once: positions that random play meets again are misread alike."""
    game, found = brawl(), set[float]()
    sees = perception(game, Misjudgement(noise=1.0, cap=99.0)).see
    for state in asked(game, 60):
        worths = np.array([one.worth for one in sees(state, even(state)).lines])
        found |= {round(float(error), 9) for error in np.log((1 + worths) / (1 - worths))}
    errors = np.array(sorted(found))
    spread = 4 / np.sqrt(len(errors))
    assert len(errors) > 300
    assert abs(errors.mean()) < spread
    assert abs(errors.std() - 1) < spread
    assert abs((np.abs(errors) < 0.6745).mean() - 0.5) < spread / 2


def test_nothing_is_misread_within_a_roll() -> None:
    """Whoever has decided what to do pays what is cheapest and takes hits as is best."""
    game = brawl()
    sees, within = perception(game, Misjudgement(1.0, 1.0, 1.0, 1.0)).see, asked(game, within=True)
    within = [state for state in within if state.node() not in (*SKILLS, N_BLOCK)]
    assert len({state.node() for state in within}) > 2
    for state in within:
        kept = [one for one in even(state).lines if one.place not in thrown_again(state)]
        assert list(sees(state, even(state)).lines) == kept


def test_nobody_who_errs_throws_dice_again_that_have_succeeded() -> None:
    """An attack that hits, an answer that holds; what has failed or tied may be thrown again."""
    game, kept, left = brawl(), 0, 0
    sees = perception(game, Misjudgement(noise=0.1)).see
    for state in asked(game, 60, within=True):
        if state.node() == N_DUEL:
            seen = {line.place for line in sees(state, even(state)).lines}
            said = [game.describe(state, one) for one in state.legal_actions()]
            again = {place for place, one in enumerate(said) if one.mode == "reroll"}
            assert seen == {*range(len(said))} - thrown_again(state)
            kept, left = kept + bool(again & seen), left + bool(again - seen)
    assert min(kept, left) > 5


def test_whoever_errs_takes_the_skill_that_leads_by_most() -> None:
    """Whatever it thinks each is worth; who errs in nothing goes by what each is worth."""
    game, chosen = scene("fate-core", "ann Shoot 1 Fight 4", "bob Athletics 1 Fight 4").game, 0
    sees = perception(game, Misjudgement(noise=1.0)).see
    for state in asked(game, 60, within=True):
        unopposed = int(state.record[0]["roll_target"]) == 0  # else it is the lead that counts
        if state.node() == N_DEFEND or (state.node() == N_SKILL and unopposed):
            skills = [game.describe(state, one).skill for one in state.legal_actions()]
            if "Fight" in skills:
                assert skills[sees(state, even(state)).best.place] == "Fight"
                chosen += len(skills) > 1
    assert chosen > 5


def test_choices_that_are_judged_as_one_are_misread_alike() -> None:
    """Of several ways to create an advantage none outbids the others by an error of its own."""
    game, several = brawl(), 0
    sees = perception(game, Misjudgement(1.0, neglects=0.5)).see
    for state in asked(game):
        legal = state.legal_actions()
        read = {line.place: line.worth for line in sees(state, even(state)).lines}
        made = [read[n] for n, one in enumerate(legal) if one >> VERB_SHIFT == V_CREATE]
        several += len(made) > 1
        assert len(set(made)) <= 1
        assert state.node() != N_TURN or len(set(read.values())) > 1
    assert several > 5


def test_copies_that_stand_alike_are_misread_alike() -> None:
    """As long as nothing tells them apart: a box, a place, an aspect, having acted."""
    thugs = "thug@a Fight 1 type=nameless copies=3; boss@a Fight 2"
    sheets = {"ann": {"type": "player"}}
    table = scene("fate-core", "ann@a Fight 3", thugs, "a - b", sheets=sheets)
    state, game = table.turn("ann").state, table.game
    sees = perception(game, Misjudgement(noise=1.0, cap=99.0)).see

    def read(state: State) -> dict[str, float]:
        worths = {line.place: line.worth for line in sees(state, even(state)).lines}
        found = {}
        for place, action in enumerate(state.legal_actions()):
            if action >> VERB_SHIFT == V_ATTACK:
                found[str(game.describe(state, action).target)] = worths[place]
        return found

    plain = read(state)
    assert plain["thug-1"] == plain["thug-2"] == plain["thug-3"] != plain["boss"]
    hurt = state.clone()
    hurt.record["stress"][0, game.words.fighters.index("thug-2")] = 1
    found = read(hurt)
    assert found["thug-1"] == found["thug-3"] != found["thug-2"]


def test_what_is_certain_is_not_misread() -> None:
    game = brawl()
    state = game.new_initial_state()
    legal = state.legal_actions()
    lines = (Line(1, 1.0, 0), Line(2, -1.0, 0), *(Line(n, 0.2, 0) for n in range(3, len(legal))))
    sign = 1 if state.current_player() == PLAYERS else -1
    seen = perception(game, Misjudgement(noise=5.0, cap=99.0)).see(state, Thought(lines, 9))
    worths = {one.place: one.worth for one in seen.lines}
    assert (worths[1], worths[2]) == (1.0, -1.0)
    assert seen.lines[0].place == (1 if sign > 0 else 2)


def test_careful_stakes_are_misread_no_further() -> None:
    """The worth of consequences and points makes nobody's perception worse: errors are those of a
    conflict with victory alone at stake, around what is settled already."""
    sheets = {name: {"consequences": {"mild": 2}} for name in ("ann", "bob")}
    careful = scene("fate-core", "ann Fight 3", "bob Fight 3", stakes="careful", sheets=sheets).game
    state = careful.new_initial_state()
    won, lost = (float(one) for one in careful.scene["win_value"][0, 1:3])
    settled = state.clone()
    settled.record["wounds"][0, 0] = 1
    sees = perception(careful, Misjudgement(noise=0.016, overlooks=1.0)).see
    cost = stake_at(careful.scene_rows, rows(settled.record), 0) - stake_at(
        careful.scene_rows, rows(state.record), 0
    )
    assert cost < 0.0
    for one, already in ((state, 0.0), (settled, cost)):
        found = sees(one, even(one, already)).lines
        share = np.array([line.worth - already - lost for line in found]) / (won - lost)
        assert 0.0 < np.abs(np.log(share / (1 - share))).max() < 0.08
        best = even(one, already + 0.96 * won).lines
        assert len(sees(one, Thought(best, 1)).lines) == len(best) - idle(one), (
            "nobody overlooks a win"
        )


def test_no_choice_loses_more_than_the_cap_by_the_own_estimate() -> None:
    """Utility 0.0 is 0.2007 log-odds below utility 0.1."""
    game, moved = brawl(), 0
    for state in asked(game, 6):
        count = len(state.legal_actions())
        good = 0.1 if state.current_player() == PLAYERS else -0.1
        lines = tuple(Line(n, good if n == count - 1 else 0.0, 0) for n in range(count))
        for cap, may in ((0.19, False), (0.21, True)):
            seen = perception(game, Misjudgement(noise=1.0, cap=cap)).see(state, Thought(lines, 1))
            assert may or seen.best.place == count - 1
            moved += seen.best.place != count - 1
    assert moved > 20


def test_lines_that_were_followed_further_come_first() -> None:
    game = brawl()
    state = game.new_initial_state()
    count = len(state.legal_actions())
    lines = tuple(Line(n, 0.0, 2 if n >= count - 2 else 0) for n in range(count))
    seen = perception(game, Misjudgement(noise=3.0, cap=99.0)).see(state, Thought(lines, 1))
    assert {one.place for one in seen.lines[:2]} == {count - 2, count - 1}
    assert len(seen.lines) == count - 1, "nobody passes beside an enemy"


def test_who_overlooks_more_overlooks_the_same_and_more_but_never_a_plain_attack() -> None:
    game, missed = brawl(), 0
    for state in asked(game, 6):
        thought, seen = even(state), []
        for share in (0.0, 0.3, 0.6, 1.0):
            how = Misjudgement(noise=1e-9, overlooks=share, cap=9.0)
            seen.append({one.place for one in perception(game, how).see(state, thought).lines})
        verbs = [action >> VERB_SHIFT for action in state.legal_actions()]
        plain = {place for place, verb in enumerate(verbs) if verb not in (*OVERLOOKED, V_PASS)}
        assert len(verbs) - len(seen[0]) <= verbs.count(V_PASS)
        for more, less in pairwise(seen):
            assert less <= more
        assert plain <= seen[-1]
        assert seen[-1]
        missed += len(verbs) - len(seen[-1])
    assert missed > 20
    assert V_ATTACK not in OVERLOOKED
    assert V_PASS not in OVERLOOKED
    assert V_CREATE in OVERLOOKED


def test_nobody_overlooks_what_all_but_wins() -> None:
    game = brawl()
    for state in asked(game):
        good = 0.99 if state.current_player() == PLAYERS else -0.99
        seen = perception(game, Misjudgement(overlooks=1.0, cap=99.0)).see(state, even(state, good))
        assert len(state.legal_actions()) - len(seen.lines) == idle(state)


def test_what_prepares_guards_waits_and_leaves_is_neglected() -> None:
    game, counted = brawl(), Counter[int]()
    sees = perception(game, Misjudgement(neglects=0.5)).see
    for state in asked(game):
        if state.node() != N_TURN:
            continue
        verbs = [one >> VERB_SHIFT for one in state.legal_actions()]
        sign = 1 if state.current_player() == PLAYERS else -1
        for line in sees(state, even(state)).lines:
            share = (1 + sign * line.worth) / 2
            verb, there = verbs[line.place], V_ATTACK in verbs
            idles = verb in WAYS if there else verb == V_PASS and sight(state).way >= 0
            lost = -0.5 if verb in NEGLECTED or idles else 0.0
            assert np.log(share / (1 - share)) == pytest.approx(lost)
            counted[verb] += 1
    assert min(counted[one] for one in (V_CREATE, V_MOVE)) > 5


def test_who_overlooks_forgets_that_it_may_block_and_nothing_else() -> None:
    """The more, the more it overlooks; and all who might block, or none."""
    game, forgot, kept = brawl(), 0, 0
    for state in asked(game, 60, within=True):
        if state.node() != N_BLOCK:
            continue
        legal, seen = state.legal_actions(), []
        for share in (0.0, 0.5, 1.0):
            found = perception(game, Misjudgement(overlooks=share)).see(state, even(state)).lines
            seen.append({one.place for one in found})
            lost = {legal[one] >> VERB_SHIFT for one in {*range(len(legal))} - seen[-1]}
            assert lost <= {V_BLOCK}
            assert not lost or V_BLOCK not in {legal[one] >> VERB_SHIFT for one in seen[-1]}
        assert seen[2] <= seen[1] <= seen[0] == {*range(len(legal))}
        forgot, kept = forgot + (seen[2] < seen[0]), kept + (seen[2] == seen[0])
    assert forgot > 10
    assert kept > 3


def test_nobody_waits_who_thinks_of_something_to_prepare() -> None:
    """Where that looks no worse, before any error; and who overlooks all there is looks again."""
    rooted, far = "ann@a Fight 3 mobile=false; cid@a Fight 1 mobile=false", "a - b - c - d - e"
    game, busy, waits = scene("fate-core", rooted, "bob@e Fight 2 mobile=false", far).game, 0, 0
    for state in asked(game, 2):
        verbs = [one >> VERB_SHIFT for one in state.legal_actions()]
        if state.node() != N_TURN or not_to_wait(state):
            continue
        sign = 1 if state.current_player() == PLAYERS else -1
        for noise, overlooks in ((3.0, 0.0), (0.1, 1.0)):
            sees = perception(game, Misjudgement(noise=noise, overlooks=overlooks, cap=99.0)).see
            chosen = verbs[sees(state, even(state)).best.place]
            assert chosen != V_PASS or not set(verbs) & set(PREPARES)
            busy += chosen in PREPARES
            worse = Thought(
                tuple(
                    replace(one, worth=-0.2 * sign) if verbs[one.place] in PREPARES else one
                    for one in even(state).lines
                ),
                1,
            )
            waits += verbs[sees(state, worse).best.place] == V_PASS
    assert min(busy, waits) > 5


def test_no_error_leads_elsewhere_after_a_step() -> None:
    """Who has stepped goes on where that is best by its own estimate, or along the way."""
    game, stepped, free = brawl(), 0, 0
    sees = perception(game, Misjudgement(noise=3.0, cap=99.0)).see
    for state in asked(game, 60):
        verbs = [one >> VERB_SHIFT for one in state.legal_actions()]
        ways = {n for n, verb in enumerate(verbs) if verb in WAYS} - {sight(state).way}
        sign = 1 if state.current_player() == PLAYERS else -1
        lines = tuple(
            replace(one, worth=-0.1 * sign) if one.place in ways else one
            for one in even(state).lines
        )
        goes = sees(state, Thought(lines, 1)).best.place in ways
        if state.node() == N_TURN and int(state.record["turn_flags"][0]) & T_MOVED:
            assert not goes
            stepped += bool(ways)
        else:
            free += goes
    assert min(stepped, free) > 3


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
        assert one.budget.turns == 0 or len(places) == len(legal)
        assert planner.think(state)[0] == thought


@pytest.mark.thorough
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
