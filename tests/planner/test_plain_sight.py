"""What nobody who errs fails to see: the obvious kill, an enemy that it could hurt, the way to one
that it could not, and whoever hurts it.
"""

from __future__ import annotations

import numpy as np
import pytest

from autogm.engine.codes import F_DISARMED, F_LETHAL, N_TURN, V_ATTACK, V_PASS, VERB_SHIFT
from autogm.planner.evaluation.parameters import ALL_WOUNDS
from autogm.planner.levels import Misjudgement
from autogm.planner.search.beam import Line, Thought
from autogm.planner.turn.tactician import NO_LIMIT, Tactician
from autogm.planner.turn.weighing import TO_THE_END
from tests.planner.erring import asked, brawl, even, perception, sight
from tests.planner.one_rule import AXE
from tests.table import Table, scene


def last_box() -> Table:
    """Ann can all but surely take out bob, who has nothing left to take harm with; not dan."""
    return scene(
        "fate-core", "ann@a Fight 6", "bob@a Fight 0; dan@a Fight 2", "a - b", pool=0,
        sheets={"bob": {"type": "nameless", "tracks": {"physical": 0},
                        "consequences": {"mild": 0, "moderate": 0, "severe": 0}},
                "ann": {"fate_points": 0}},
    ).turn("ann")  # fmt: skip


def test_nobody_who_errs_misses_the_obvious_kill() -> None:
    """However far it misreads the rest: in a position where bob can be taken out for all but sure,
    the attack on him comes first, and for who errs in nothing what is worth most does."""
    table = last_box()
    game, state = table.game, table.state
    legal = [state.game.describe(state, one) for one in state.legal_actions()]
    kill = next(n for n, one in enumerate(legal) if (one.verb, one.target) == ("attack", "bob"))
    other = next(n for n, one in enumerate(legal) if (one.verb, one.target) == ("attack", "dan"))
    lines = tuple(Line(n, 0.4 if n == other else 0.0, 0) for n in range(len(legal)))
    for noise in (0.0, 5.0):
        how = Misjudgement(noise=noise, overlooks=1.0, neglects=1.0)
        assert perception(game, how).see(state, Thought(lines, 1)).best.place == kill
    assert sight(state).kills == {kill}


@pytest.mark.rule("H8")
def test_a_lethal_attack_on_somebody_unhurt_is_no_obvious_kill() -> None:
    """Consequences take it, too; only boxes do not."""
    table = scene("fate-core", "ann@a Fight 6", "bob@a Fight 0; dan@a Fight 2", "a - b").turn("ann")
    state, names = table.state.clone(), table.game.words.fighters
    state.record["flags"][0, names.index("ann")] |= F_LETHAL
    assert sight(state).kills == set()
    state.record["wounds"][0, names.index("bob")] = ALL_WOUNDS
    kills = [table.game.describe(state, state.legal_actions()[one]) for one in sight(state).kills]
    assert [one.target for one in kills] == ["bob"]


def test_nobody_who_errs_is_idle_beside_an_enemy_that_it_could_hurt() -> None:
    game, could, could_not = brawl(), 0, 0
    sees = perception(game, Misjudgement(noise=3.0)).see
    for state in asked(game, 6):
        verbs = [one >> VERB_SHIFT for one in state.legal_actions()]
        if state.node() == N_TURN and V_PASS in verbs:
            passes = verbs.index(V_PASS) in {one.place for one in sees(state, even(state)).lines}
            assert passes != (V_ATTACK in verbs)
            could, could_not = could + (V_ATTACK in verbs), could_not + (V_ATTACK not in verbs)
    assert could > 10
    assert could_not > 5


def test_who_fixates_goes_for_whoever_hurts_it_once_it_is_hurt() -> None:
    table = scene(
        "fate-core", "ann@a Fight 3", "bob@a Fight 1; cid@a Fight 4; dan@b Fight 6", "a - b"
    ).turn("ann")
    game, state = table.game, table.state
    legal = [game.describe(state, one) for one in state.legal_actions()]
    at = {one.target: n for n, one in enumerate(legal) if one.verb == "attack"}
    sees = perception(game, Misjudgement(fixates=0.5)).see
    assert sees(state, even(state)).best.worth == pytest.approx(0.0)
    hurt = state.clone()
    hurt.record["stress"][0, game.words.fighters.index("ann"), 0] = 1
    seen = {one.place: one.worth for one in sees(hurt, even(hurt)).lines}
    assert max(seen, key=seen.__getitem__) == at["cid"]
    assert seen[at["bob"]] == pytest.approx(0.0)
    share = (1 + seen[at["cid"]]) / 2
    assert np.log(share / (1 - share)) == pytest.approx(0.5)


@pytest.mark.rule("M7")
def test_who_was_disarmed_hurts_no_more_than_it_does_without() -> None:
    """Cid's axe is what hurts most."""
    table = scene(
        "fate-core", "ann@a Fight 3", "bob@a Fight 2; cid@a Fight 1", "a - b", sheets={"cid": AXE}
    ).turn("ann")
    state, names = table.state.clone(), table.game.words.fighters
    state.record["stress"][0, names.index("ann"), 0] = 1

    def goes_for() -> set[str | None]:
        legal = [table.game.describe(state, one) for one in state.legal_actions()]
        return {legal[one].target for one in sight(state).at_the_worst}

    assert goes_for() == {"cid"}
    state.record["flags"][0, names.index("cid")] |= F_DISARMED
    assert goes_for() == {"bob"}


def way(table: Table) -> str:
    """Where the fighter whose turn it is would plainly go, and how."""
    state = table.state
    seen = sight(state)
    if seen.way < 0:
        return "nowhere"
    action = table.game.describe(state, state.legal_actions()[seen.way])
    return f"{action.verb} {action.zone}{' and hit' if seen.engages else ''}"


@pytest.mark.parametrize(
    ("ground", "players", "goes"),
    [
        ("a - b - c - d", "ann@a Forceful 3", "move b"),
        ("a - e; a - b - d", "ann@a Forceful 3", "move b"),
        ("a - b; a - c; c - b; b - d", "ann@a Forceful 3", "move b"),
        ("b - a; c - d", "ann@a Forceful 3", "nowhere"),
        ("a - d", "ann@a Forceful 3", "move d and hit"),
        ("a - d", "ann@d Forceful 3", "nowhere"),
    ],
    ids=["along", "not aside", "the shorter way", "no way", "a step", "beside it"],
)
def test_who_could_hurt_nobody_sees_the_way_to_the_nearest_enemy(
    ground: str, players: str, goes: str
) -> None:
    assert way(scene("accelerated", players, "bob@d Forceful 2", ground).turn("ann")) == goes


def test_the_way_is_to_a_goal_before_an_enemy_and_a_step_at_most_if_one_only_has_to_last() -> None:
    fight = ("accelerated", "ann@a Forceful 3", "bob@d Forceful 2", "c - a - b - d")
    there = {"do": "hold", "zone": "c", "exchanges": 2}
    for side, goal, goes in (
        ("players", there, "move c"),
        ("gm", there, "move c"),
        ("players", {**there, "zone": "a"}, "nowhere"),
        ("players", {"do": "survive", "exchanges": 5}, "nowhere"),
        ("gm", {"do": "survive", "exchanges": 5}, "move b"),
    ):
        assert way(scene(*fight, objectives={side: [goal]}).turn("ann")) == goes
    lasts = {"players": [{"do": "survive", "exchanges": 5}]}
    near = scene(*fight[:2], "bob@b Forceful 2", "c - a - b - d", objectives=lasts).turn("ann")
    assert way(near) == "move b and hit"


def test_nobody_who_errs_is_idle_a_step_from_an_enemy_that_it_could_hurt() -> None:
    table = scene("accelerated", "ann@a Forceful 3", "bob@b Forceful 2", "a - b").turn("ann")
    game, state = table.game, table.state
    waits = [game.describe(state, one).verb for one in state.legal_actions()].index("pass")
    for noise in (0.0, 5.0):
        seen = perception(game, Misjudgement(noise=noise, neglects=0.1)).see(state, even(state))
        assert waits not in {line.place for line in seen.lines}


def test_nobody_leaves_by_mistake_where_it_could_hurt_an_enemy() -> None:
    """To leave is misread as the likeliest attack is, but for what underrates it."""
    table = scene("fate-core", "ann@b Fight 3", "bob@b Fight 1; cid@b Fight 4", "a - b - c")
    game, state = table.turn("ann").game, table.state
    said = [game.describe(state, one) for one in state.legal_actions()]
    leaves = [n for n, one in enumerate(said) if one.verb in ("move", "sprint")]
    at = {one.target: n for n, one in enumerate(said) if one.verb == "attack"}
    how = Misjudgement(noise=1.0, neglects=0.25, cap=99.0)
    read = {line.place: line.worth for line in perception(game, how).see(state, even(state)).lines}
    odds = {place: float(np.arctanh(one)) * 2 for place, one in read.items()}
    assert len(leaves) > 1
    assert {round(odds[one] + 0.25 - odds[at["bob"]], 9) for one in leaves} == {0.0}
    assert abs(odds[at["bob"]] - odds[at["cid"]]) > 0.1


def test_nobody_waits_by_mistake_instead_of_going_where_the_enemy_is() -> None:
    """The two are misread alike, but for what underrates waiting; and a way that was not looked at
    is weighed."""
    table = scene("fate-core", "ann@a Fight 3", "bob@d Fight 2", "a - b - c - d").turn("ann")
    game, state = table.game, table.state
    verbs = [game.describe(state, one).verb for one in state.legal_actions()]
    goes, waits = verbs.index("move"), verbs.index("pass")
    how = Misjudgement(noise=3.0, overlooks=1.0, neglects=0.25)
    read = {line.place: line.worth for line in perception(game, how).see(state, even(state)).lines}
    odds = {place: float(np.arctanh(read[place])) * 2 for place in (goes, waits)}
    assert odds[goes] == pytest.approx(odds[waits] + 0.25)
    assert abs(odds[goes]) > 0.1
    weighed = Tactician(game).deepen(state, goes, TO_THE_END, NO_LIMIT)
    alone = perception(game, Misjudgement(neglects=0.0, cap=1e-9))
    alone_seen = alone.see(state, Thought((Line(waits, weighed - 0.01, 0),), 1))
    assert [one.place for one in alone_seen.lines] == [goes, waits]
    assert alone_seen.best.worth == pytest.approx(weighed)
