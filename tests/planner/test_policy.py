"""The policy: its tables against exact distributions of other code, its features in positions that
are worked out by hand, its weights as a file that a person may edit.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autogm.agents.skirmisher import evaluator_of
from autogm.engine.codes import ATTACK_ROLL, DEFEND_ROLL, N_TURN, R_CHARGE, V_ATTACK, V_MOVE
from autogm.engine.game import Game, new_buffer
from autogm.engine.layout import MAX_ACTIONS
from autogm.engine.pack import verb_of
from autogm.engine.records import Scenes, States
from autogm.engine.weight import enter, leave, plus_dice
from autogm.game.kernels import entry, plain
from autogm.game.rows import Row, rows
from autogm.model.verbs import VERBS
from autogm.planner.evaluation.parameters import parameters_of
from autogm.planner.evaluation.weights import WeightsError
from autogm.planner.odds.distributions import Roll, margin_distribution
from autogm.planner.policy import names
from autogm.planner.policy.margins import capped, fine, weight_dice
from autogm.planner.policy.preferred import features_of
from autogm.planner.policy.tables import policy_of
from autogm.planner.policy.weights import FEATURES, MOST_FEATURES, read_policy, shipped_policy
from tests.table import Table, scene

PREFIX = {"turn": "T", "duel": "D", "absorb": "A", "order": "O", "rest": "R"}


def test_the_places_are_those_of_the_names() -> None:
    for family, known in FEATURES.items():
        for place, name in enumerate(known):
            constant = f"{PREFIX[family]}_{name.upper().replace(' ', '_')}"
            assert getattr(names, constant) == place, constant
    constants = [one for one in vars(names) if one[:2] in {f"{p}_" for p in PREFIX.values()}]
    assert len(constants) == sum(len(known) for known in FEATURES.values())


@pytest.mark.parametrize("edge", [-7, -2, 0, 1, 3, 8])
@pytest.mark.parametrize("most", [1, 2, 5])
def test_margins_are_those_of_the_exact_odds(edge: int, most: int) -> None:
    game = scene("fate-core", "anna@here Fight 3", "bert@here Fight 2").game
    policy = Row(policy_of(game, parameters_of(game))[0])
    for answer in (0, 1):
        exact = margin_distribution(Roll(rating=edge, active=answer == 1, dice="4dF"))
        chance = sum(p for margin, p in exact if margin >= 0)
        mean = sum(p * min(most, max(0, margin)) for margin, p in exact)
        assert plain(fine)(policy, 1, answer, edge) == pytest.approx(float(chance), abs=1e-12)
        assert plain(capped)(policy, 1, answer, edge, most) == pytest.approx(float(mean), abs=1e-12)


def features(table: Table, family: str) -> dict[str, dict[str, float]]:
    """The features that are not 0, by the words of each legal action of where a table stands."""
    game, evaluator, buffer = table.game, evaluator_of(table.game), new_buffer()
    found = np.zeros((MAX_ACTIONS, MOST_FEATURES))
    count = features_of(
        game.scene_rows, rows(table.state.record), evaluator.all_parameters, evaluator.policies,
        buffer, found,
    )  # fmt: skip
    legal = table.state.legal_actions()
    assert count == len(legal)
    told = {}
    for row, action in zip(found, legal, strict=False):
        said = game.describe(table.state, action).as_dict()
        key = " ".join(str(one) for name, one in said.items() if name in ("verb", "target", "mode"))
        told[key] = {
            name: float(one) for name, one in zip(FEATURES[family], row, strict=False) if one
        }
    return told


def test_an_attack_by_hand() -> None:
    table = scene("fate-core", "anna@here Fight 3", "bert@here Fight 3 type=nameless quality=good")
    table.turn("anna")
    attack = features(table, "turn")["attack bert"]
    chances = margin_distribution(Roll(rating=0, active=True, dice="4dF"))
    limit = 2  # what his second box takes; he has no consequences (N2, H2)
    assert attack["out"] == pytest.approx(float(sum(p for m, p in chances if m > limit)))
    assert attack["miss"] == pytest.approx(float(sum(p for m, p in chances if m < 0)))
    assert attack["boost"] == pytest.approx(float(sum(p for m, p in chances if m >= 3)))
    assert "ready" not in attack


@entry
def by_weight(
    scenes: Scenes, states: States, fighter: int, target: int, charging: int
) -> tuple[int, int, int, int]:
    """The dice that weight turns of an attack and of its answer: as the policy says, and as the
    engine says once the attack is under way."""
    scene, state = scenes[0], states[0]
    attack, answer = weight_dice(scene, state, fighter, target, charging)
    if charging:
        there = state.zone[target] + 0
        leave(scene, state, fighter)
        enter(scene, state, fighter, there)
        state.roll_flags = R_CHARGE
    state.roll_actor = fighter
    own = plus_dice(scene, state, fighter, target, ATTACK_ROLL)
    return attack - 1, answer - 1, own, plus_dice(scene, state, target, fighter, DEFEND_ROLL)


@pytest.mark.rule("W2", "W4")
@pytest.mark.parametrize("across", [True, False])
@pytest.mark.parametrize(
    "rolls", [["attack", "defend"], ["attack"], ["defend"], ["overcome"]], ids=" ".join
)
def test_weight_turns_dice_as_the_engine_does(rolls: list[str], across: bool) -> None:
    rules = {"weight_rolls": rolls, "weight_across_zones": across}
    people = (
        "a@hall weight=2; b@hall; c@yard weight=4",
        "x@hall weight=6; y@yard weight=2; z@court",
    )
    game = scene("war-of-ashes", *people, "hall - yard - court", rules=rules).game
    turned = set[int]()
    for fighter in range(3):
        for target in range(3, 6):
            record = game.new_initial_state().record
            near = record["zone"][0, fighter] == record["zone"][0, target]
            for charging in (0,) if near else (0, 1):
                said = by_weight(game.scene_rows, rows(record.copy()), fighter, target, charging)
                assert said[:2] == said[2:], (fighter, target, charging)
                turned.update(said)
    assert (turned > {0}) == (rolls != ["overcome"])


def test_free_invokes_make_ready() -> None:
    table = scene(
        "fate-core",
        "anna@here Fight 3 Notice 3",
        "bert@here Fight 3",
        templates=[{"text": "Off Balance", "on": "enemy"}],
    )
    table.turn("anna")
    before = features(table, "turn")
    table.choose("create", aspect="Off Balance")
    table.dice("+ + + +", "- - - -")
    table.turn("bert")
    table.choose("pass")
    table.turn("anna")
    after = features(table, "turn")
    assert "ready" not in before["attack bert"]
    assert after["attack bert"]["ready"] > 0


@pytest.mark.parametrize("ruleset", ["fate-core", "war-of-ashes"])
def test_a_step_is_scored_by_the_best_attack_that_it_makes_possible(ruleset: str) -> None:
    skill = "Fight" if ruleset == "fate-core" else "Forceful"
    people = (f"anna@hall {skill} 5", f"bert@yard {skill} 1; carl@yard {skill} 2")
    table = scene(ruleset, *people, "hall - yard")
    game, buffer, found = table.game, new_buffer(), np.zeros((MAX_ACTIONS, MOST_FEATURES))
    evaluator = evaluator_of(game)
    evaluator.policies["constant"][0, N_TURN, V_ATTACK] += 5.0  # nothing is better than to attack

    def scores(verb: int) -> list[tuple[float, float]]:
        """The scores of what may be chosen by that verb, and what a step makes possible."""
        state, parts = table.state, (evaluator.all_parameters, evaluator.policies, buffer, found)
        count = features_of(game.scene_rows, rows(state.record), *parts)
        verbs = [int(plain(verb_of)(action)) for action in state.legal_actions()]
        told = zip(evaluator.policies["score"][0, :count], found[:count, names.T_THEN], strict=True)
        return [
            (float(a), float(b)) for (a, b), is_ in zip(told, verbs, strict=True) if is_ == verb
        ]

    table.turn("anna")
    before = table.state.record.tobytes()
    [(_, then)] = scores(V_MOVE)
    assert table.state.record.tobytes() == before  # it is tried in place, and taken back
    table.choose("move", zone="yard")
    table.settle()
    assert then == pytest.approx(max(score for score, _ in scores(V_ATTACK)), abs=1e-9)


def test_every_family_is_told_apart() -> None:
    kinds = shipped_policy().by_node()
    assert kinds.shape[1] == len(VERBS)
    assert np.abs(shipped_policy().by_family()).sum(axis=1).min() > 0


FILE = """\
features:
  turn: {hurt: 1.0}
verbs:
  turn: {attack: 0.5}
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("hurt", "hurts", "`hurts`, which it does not know"),
        ("attack", "atack", "`atack`, which it does not know"),
        ("turn: {hurt", "turning: {hurt", "knows no table `turning`"),
        ("1.0", "much", "is not a number"),
        ("1.0", "1e999", "not a finite number"),
        ("features:", "feature:", "`features` should be tables"),
    ],
)
def test_a_file_of_weights_is_refused_by_its_fault(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    path = tmp_path / "weights.yaml"
    path.write_text(FILE)
    assert read_policy(path).features["turn"] == {"hurt": 1.0}
    path.write_text(FILE.replace(old, new))
    with pytest.raises(WeightsError, match=says):
        read_policy(path)


def test_weights_of_a_game_are_those_of_the_file() -> None:
    game: Game = scene("fate-core", "anna@here Fight 3", "bert@here Fight 2").game
    policy = policy_of(game, parameters_of(game))[0]
    assert policy["weight"][names.TURN, names.T_HURT] == shipped_policy().features["turn"]["hurt"]
