"""Free invokes that slip the mind of a weaker player."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from autogm.engine.codes import N_DUEL, V_INVOKE_FREE, VERB_SHIFT
from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.planner.forgetting import as_in, in_mind
from autogm.planner.levels import Misjudgement
from autogm.planner.planner import Planner
from tests.planner.erring import LOOK, asked, brawl, even
from tests.table import scene


def duels() -> Iterator[tuple[State, set[int], set[int]]]:
    """Duels of invokes; the free invokes in each, and those that are not on who rolls."""
    game = brawl()
    sides = [one.side for one in game.encounter.fighters]
    for state in asked(game, 200, within=True):
        if state.node() == N_DUEL:
            free = {one for one in state.legal_actions() if one >> VERB_SHIFT == V_INVOKE_FREE}
            roll, fighters = state.record[0], game.words.fighters
            both = {fighters[int(roll["roll_actor"])], fighters[int(roll["roll_target"]) - 1]}
            side = SIDES[state.current_player()]
            own = {one for one in both if sides[fighters.index(one)] == side}
            yield state, free, {one for one in free if game.describe(state, one).on not in own}


def test_free_invokes_away_from_the_own_sheet_are_forgotten_for_an_exchange() -> None:
    """Never those on who rolls; the more the higher the share; and the same whenever it is asked
    in that exchange. Nothing else is offered otherwise."""
    forgot, kept = 0, 0
    for state, free, away in duels():
        legal = set(state.legal_actions())
        left = [set(in_mind(state, share).legal_actions()) for share in (0.0, 0.5, 1.0)]
        assert left[2] <= left[1] <= left[0] == legal
        assert left[2] == legal - away
        assert in_mind(state, 0.5).legal_actions() == in_mind(state.clone(), 0.5).legal_actions()
        forgot, kept = forgot + len(free - left[1]), kept + len(away & left[1])
    assert min(forgot, kept) > 10


def test_elsewhere_nothing_slips_its_mind() -> None:
    game = brawl()
    for state in asked(game) + asked(game, within=True):
        assert in_mind(state, 0.0) is state
        assert state.node() == N_DUEL or in_mind(state, 1.0) is state


def test_a_thought_of_what_is_in_mind_is_told_by_the_numbers_of_what_is_there() -> None:
    checked = 0
    for state, _, away in duels():
        mind = in_mind(state, 1.0)
        thought = as_in(state, mind, even(mind))
        legal = state.legal_actions()
        assert [legal[line.place] for line in thought.lines] == mind.legal_actions()
        checked += bool(away)
    assert checked > 10


@pytest.mark.parametrize("forgets", [0.0, 1.0])
def test_nobody_pays_for_what_needs_an_invoke_that_it_will_not_think_of(forgets: float) -> None:
    """A point and a free invoke together take the enemy out, the point alone does nothing: it fails
    by 3 then, and its answer would do the same. Who forgets the free invoke keeps the point."""
    spare = {
        "tracks": {"physical": 0, "mental": 0},
        "consequences": {"mild": 0, "moderate": 0, "severe": 0},
    }
    table = scene(
        "fate-core", "ann Fight 1", "bob Fight 4; dan Fight 4", "here [Wet Stones]",
        sheets={"ann": {"fate_points": 1, "aspects": ["Quick"]}, "bob": spare, "dan": spare},
        pool=0,
    )  # fmt: skip
    table.turn("ann").choose("attack", target="bob").dice("0 0 0 0", "0 0 0 0")
    state = table.state
    assert state.node() == N_DUEL
    slot = int(state.game.scene[0]["zone_slots"][0])
    state.record["free"][0, slot, 0] = 1
    state.record["slots_free"][0, slot >> 6] |= np.int64(1) << (slot & 63)
    state = State(state.game, state.record.copy())
    how = Misjudgement(noise=1e-9, forgets=forgets)
    thought, _ = Planner(state.game, LOOK, how).think(state)
    chosen = state.game.describe(state, state.legal_actions()[thought.best.place])
    assert (chosen.verb == "pass") == bool(forgets), chosen
