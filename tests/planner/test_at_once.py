"""What a tactician chooses by (`Tactician.quick_estimate`), against the static estimate of every
choice by itself: a duel's choices from one opening of the roll, the shortlist of a turn, skills far
behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from autogm.engine import codes
from autogm.engine.codes import PLAYERS
from autogm.engine.game import Game, load_game
from autogm.engine.kinds import acting_roll
from autogm.engine.pack import second, verb_of
from autogm.engine.state import State
from autogm.planner.estimate.outcomes import ESTIMATED_MASK
from autogm.planner.search.beam import EXPANDED
from autogm.planner.search.beam import at_once as thought_of
from autogm.planner.turn.at_best import BOUNDED
from autogm.planner.turn.at_once import BONUSES, REROLLS
from autogm.planner.turn.shortlist import A_KIND, OWN, RUNS, SHOVES, STEPS
from autogm.planner.turn.tactician import Tactician
from evaluation.manners.chances import foreseen
from tests.planner.wandering import random_game, wander

SEEDS = range(60)
LARGER = load_game(Path(__file__).resolve().parents[2] / "scenarios" / "lizardfolk-camp.yaml")
KINDS = ((1 << codes.V_CREATE, OWN), (STEPS, A_KIND), (RUNS, A_KIND), (SHOVES, A_KIND))


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """What is kept for this module is much."""
    yield
    choices_in.cache_clear()


@cache
def choices_in(game: Game, seeds: tuple[int, ...], steps: int) -> tuple[Tactician, list[State]]:
    """Choices of a conflict in some plays at random, and who weighs them."""
    return Tactician(game), [state for seed in seeds for state in wander(game, seed, steps)]


def met(kind: int) -> Iterator[tuple[Tactician, State]]:
    """Choices of that kind in random conflicts."""
    for seed in SEEDS:
        yield from _of_kind(kind, random_game(seed), (seed,), 60)


def met_in(game: Game, kind: int) -> Iterator[tuple[Tactician, State]]:
    """Choices of that kind in a conflict."""
    yield from _of_kind(kind, game, tuple(range(8)), 300)


def _of_kind(
    kind: int, game: Game, seeds: tuple[int, ...], steps: int
) -> Iterator[tuple[Tactician, State]]:
    tactician, states = choices_in(game, seeds, steps)
    yield from ((tactician, state) for state in states if state.node() == kind)


def skills_of_chosen_deeds() -> Iterator[tuple[Tactician, State]]:
    """Choices of a skill for what the tactician itself would do on a turn."""
    for tactician, state in met(codes.N_TURN):
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        chosen = int(np.nanargmax(sign * tactician.quick_estimate(state)))
        after = state.child(state.legal_actions()[chosen])
        if after.node() == codes.N_SKILL:
            yield tactician, after


def lost(choices: Iterable[tuple[Tactician, State]]) -> tuple[float, float, int]:
    """What is given away by the estimates of all choices where the best is chosen at once, what was
    at stake, and in how many choices."""
    given, stake, number = 0.0, 0.0, 0
    for tactician, state in choices:
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        estimates, seen = sign * tactician.estimate(state), sign * tactician.quick_estimate(state)
        given += float(estimates.max() - estimates[np.nanargmax(seen)])
        stake += float(estimates.max() - estimates.mean())
        number += 1
    return given, stake, number


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "share"), [(codes.N_DUEL, 0.05), (codes.N_TURN, 0.05), (codes.N_ORDER, 0.05)]
)
def test_little_is_given_away(kind: int, share: float) -> None:
    given, stake, number = lost(met(kind))
    assert number > 40
    assert stake > 1.0
    assert given <= share * stake


def test_little_is_given_away_by_skills_for_what_was_chosen() -> None:
    """In play at random many a deed is better left undone, and a skill that lags fails best."""
    given, stake, number = lost(skills_of_chosen_deeds())
    assert number > 40
    assert stake > 1.0
    assert given <= 0.01 * stake


@pytest.mark.parametrize(("kind", "least"), [(codes.N_SKILL, 20), (codes.N_DEFEND, 1)])
def test_no_skill_is_rolled_in_order_to_fail(kind: int, least: int) -> None:
    """However much better it would be to leave undone what was begun: where a skill brings nothing
    but its rating, the best is rolled, in a search as at once."""
    tempting = 0
    for tactician, state in chain(met(kind), met_in(LARGER, kind)):
        found = [plain_margin(state, place) for place in range(len(state.legal_actions()))]
        margins = [one for one in found if one is not None]
        if len(margins) < len(found) or skills_bring_more(state):
            continue
        most = max(margins) if kind == codes.N_SKILL else min(margins)
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        best = np.flatnonzero(np.isclose(margins, most))
        for worths in (tactician.quick_estimate(state), tactician.expand(state, EXPANDED)):
            assert int(np.nanargmax(sign * worths)) in best
        tempting += int((sign * tactician.estimate(state)).argmax()) not in best
    assert tempting >= least


def test_passing_in_a_duel_is_worth_what_it_is_by_itself() -> None:
    """It may only be counted for less where something better was weighed by itself."""
    best = 0
    for tactician, state in met(codes.N_DUEL):
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        alone, at_once = sign * tactician.estimate(state), sign * tactician.quick_estimate(state)
        assert at_once[0] <= alone[0] + 1e-9
        if at_once.argmax() == 0:
            best += 1
            assert at_once[0] == pytest.approx(alone[0], abs=1e-9)
    assert best > 20


def test_a_reroll_is_worth_nearly_what_it_is_by_itself() -> None:
    """What it costs is taken from the prices of invokes, so not to the last digit."""
    differences = []
    for tactician, state in met(codes.N_DUEL):
        alone, at_once = tactician.estimate(state), tactician.quick_estimate(state)
        differences += [
            abs(one - other)
            for one, other, action in zip(alone, at_once, state.legal_actions(), strict=True)
            if is_reroll_in(state, action) and not np.isnan(other)
        ]
    assert len(differences) > 40
    assert np.mean(differences) < 0.01


def test_only_the_most_promising_of_a_kind_are_looked_at() -> None:
    """Of advantages, and the move, run and shove that the policy prefers, and the move and the run
    on the way out; all of all else, but for what may be passed over by what it brings at best."""
    left_out = np.zeros(len(KINDS), int)
    for tactician, state in chain(met(codes.N_TURN), met_in(LARGER, codes.N_TURN)):
        seen = ~np.isnan(tactician.quick_estimate(state))
        kinds = np.array(
            [[(mask >> verb_of(one)) & 1 for mask, _ in KINDS] for one in state.legal_actions()],
            bool,
        )
        passed = np.array([(BOUNDED >> verb_of(one)) & 1 for one in state.legal_actions()], bool)
        assert seen[~kinds.any(axis=1) & ~passed].all()
        for place, (mask, most) in enumerate(KINDS):
            number = kinds[:, place].sum()
            looked_at = seen[kinds[:, place]].sum()
            assert looked_at <= min(most + (mask in (STEPS, RUNS)), number)
            assert mask & BOUNDED or looked_at >= min(most, number)
            left_out[place] += max(0, number - most)
    assert (left_out >= 5).all(), left_out


@pytest.mark.parametrize("verb", [codes.V_CREATE, codes.V_SPRINT, codes.V_OVERCOME])
def test_what_is_passed_over_is_hardly_ever_better(verb: int) -> None:
    """Of one kind of choice without more than are looked at anyhow, by the estimate of each by
    itself: none is passed over that is ahead of all that is looked at by more than a trifle."""
    passed, ahead = 0, []
    for tactician, state in chain(met(codes.N_TURN), met_in(LARGER, codes.N_TURN)):
        of_kind = np.array([verb_of(one) == verb for one in state.legal_actions()])
        if of_kind.sum() != A_KIND:
            continue
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        seen = ~np.isnan(tactician.quick_estimate(state))
        if (seen | ~of_kind).all():
            continue
        worths = sign * tactician.estimate(state)
        passed += 1
        ahead.append(max(0.0, float(worths[of_kind & ~seen].max() - worths[seen].max())))
    assert passed > 5, passed
    assert np.mean(ahead) < 0.001, ahead
    assert max(ahead) < 0.01, ahead


def test_few_invokes_are_looked_at_where_each_has_to_be_expanded() -> None:
    """Passing, and the best for a bonus and for a reroll by the policy; what they are worth is what
    they are by themselves."""
    left_out = 0
    for tactician, state in met(codes.N_DUEL):
        if is_one_duel_at(state):
            continue
        alone, at_once = tactician.estimate(state), tactician.quick_estimate(state)
        seen = ~np.isnan(at_once)
        rerolls = np.array([is_reroll_in(state, one) for one in state.legal_actions()])
        assert seen[0]
        assert seen[rerolls].sum() == min(REROLLS, rerolls.sum())
        assert seen[1:][~rerolls[1:]].sum() == min(BONUSES, (~rerolls[1:]).sum())
        assert at_once[seen] == pytest.approx(alone[seen], abs=1e-9)
        left_out += int((~seen).sum())
    assert left_out > 5


def is_reroll_in(state: State, action: int) -> bool:
    """Whether an action is an invoke for a reroll."""
    return bool(state.game.describe(state, action).as_dict().get("mode") == "reroll")


def is_one_duel_at(state: State) -> bool:
    """Whether a duel's choices are weighed together: its roll has an estimate and one target."""
    record = state.record[0]
    area = int(record["roll_flags"]) & codes.R_AREA
    return not area and bool((ESTIMATED_MASK >> int(record["roll_verb"])) & 1)


def test_a_skill_far_behind_is_not_looked_at() -> None:
    seen = 0
    for tactician, state in met(codes.N_DEFEND):
        worths = tactician.quick_estimate(state)
        assert not np.isnan(worths).all()
        seen += int(np.isnan(worths).sum())
    assert seen > 20


@pytest.mark.parametrize(("kind", "least"), [(codes.N_SKILL, 30), (codes.N_DEFEND, 3)])
def test_of_skills_that_come_to_the_same_the_best_is_rolled(kind: int, least: int) -> None:
    """By the margin that the engine itself counts for the roll."""
    equals = 0
    for tactician, state in chain(met(kind), met_in(LARGER, kind)):
        sign = 1.0 if state.current_player() == PLAYERS else -1.0
        estimates, seen = sign * tactician.estimate(state), sign * tactician.quick_estimate(state)
        chosen = int(np.nanargmax(seen))
        same = np.flatnonzero(estimates >= estimates[chosen] - 1e-10)
        margins = {place: plain_margin(state, place) for place in same.tolist()}
        plain = [one for one in margins.values() if one is not None]
        if not plain or min(plain) == max(plain):
            continue
        assert margins[chosen] == (max(plain) if kind == codes.N_SKILL else min(plain))
        equals += 1
    assert equals >= least


def skills_bring_more(state: State) -> bool:
    """Whether skills differ in the harm that an attack does, or in stunts after the dice."""
    record, scene = state.record[0], state.game.scene[0]
    roller = int(record["roll_actor"])
    if state.node() == codes.N_DEFEND:
        roller = int(record["roll_target"]) - 1
    elif acting_roll(int(record["roll_verb"])) == codes.ATTACK_ROLL:
        return True
    return bool(scene["offered_stunts"][roller] or scene["other_stunts"][roller])


def plain_margin(state: State, place: int) -> float | None:
    """The mean margin of the roll that a skill leads to; none where it does more than to roll, or
    dice do not fall next."""
    action = state.legal_actions()[place]
    after = state.child(action)
    ahead = foreseen(after)
    if ahead is None or second(action) or (state.record["used"] != after.record["used"]).any():
        return None
    return float(ahead.margin.mean())


def test_a_skill_that_leads_alone_is_told_by_what_it_is_worth() -> None:
    """It is chosen without being weighed; what a level says of it is weighed all the same."""
    alone = 0
    for tactician, state in chain(met(codes.N_SKILL), met(codes.N_DEFEND)):
        thought = thought_of(tactician, state)
        if len(thought.lines) == 1 < len(state.legal_actions()):
            alone += 1
            place = thought.best.place
            assert thought.best.worth == pytest.approx(tactician.weigh(state)[place], abs=1e-9)
    assert alone > 5
