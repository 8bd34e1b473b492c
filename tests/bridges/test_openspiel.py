"""A conflict as OpenSpiel's game: OpenSpiel's own test of a game, the same battle on both sides,
values by OpenSpiel's own algorithms against the solver's.
"""

from __future__ import annotations

import pickle
import random
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from autogm.bridges.openspiel import ConflictGame, as_open_spiel  # noqa: E402
from autogm.engine.codes import TERMINAL  # noqa: E402
from autogm.engine.game import Game, load_game  # noqa: E402
from autogm.model.faults import ScenarioError  # noqa: E402
from autogm.planner.solving.expectimax import expectimax  # noqa: E402
from autogm.planner.solving.solver import solve  # noqa: E402
from autogm.rules.loading import settle  # noqa: E402
from autogm.rules.rulesets import RULESETS  # noqa: E402
from tests.bridges.quarrels import CALM, FLAT, OFF_BALANCE, ONLY_BLOWS, TRACK, quarrel  # noqa: E402
from tests.game.contest import Contest, ContestFile  # noqa: E402
from tests.generator import random_scenario  # noqa: E402
from tests.soak import some  # noqa: E402
from tests.table import scene  # noqa: E402

ROOT = Path(__file__).parents[2]
PERFT = sorted((ROOT / "tests" / "perft").glob("*.yaml"))
SHIPPED = [
    ROOT / "scenarios" / f"{name}.yaml"
    for name in ("aether-storm", "autarch-skirmish", "bat-ruins", "duel", "street-fight")
]


def game_of(path: Path) -> ConflictGame:
    """A scenario's file as OpenSpiel loads it."""
    found = pyspiel.load_game("autogm", {"scenario": str(path)})
    assert isinstance(found, ConflictGame)
    return found


def to_dice(state: Any) -> Any:
    """Take the last legal action until dice are pending: whoever can attacks."""
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    return state


# OpenSpiel's own test: legal actions in order and in bounds, words that differ, masks, chances,
# copies, histories, saving and loading, observations, returns that sum to zero within bounds.


@pytest.mark.parametrize("path", PERFT + SHIPPED, ids=lambda path: path.stem)
def test_openspiel_accepts_it(path: Path) -> None:
    pyspiel.random_sim_test(game_of(path), 3 if path in PERFT else 1, True, False)


@pytest.mark.parametrize("seed", range(30))
def test_openspiel_accepts_whatever_may_be_written(seed: int) -> None:
    conflict = Game(settle(random_scenario(seed)))
    pyspiel.random_sim_test(as_open_spiel(conflict), 1, seed % 3 == 0, False)


def test_openspiel_accepts_another_kind_of_game() -> None:
    """Its value by OpenSpiel's own expectiminimax is what backward induction finds."""
    from open_spiel.python.algorithms import minimax

    file = ContestFile(kind="contest", title="Contest", goal=2, exchanges=2)
    game = as_open_spiel(Contest(file))
    pyspiel.random_sim_test(game, 10, True, False)
    root = game.new_initial_state()
    value, _ = minimax.expectiminimax(root, 99, lambda state: 0.0, 0)
    solved = expectimax(Contest(file).new_initial_state(), 10_000)
    assert value == pytest.approx(solved.value, abs=1e-12)


def test_every_ruleset_is_among_them() -> None:
    assert {load_game(path).encounter.ruleset.id for path in PERFT} == set(RULESETS)
    assert {load_game(path).encounter.ruleset.id for path in SHIPPED} == set(RULESETS)


def test_openspiel_accepts_a_conflict_without_a_file() -> None:
    pyspiel.random_sim_test(as_open_spiel(quarrel()), 3, True, False)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_is_the_same_battle(path: Path) -> None:
    """Played beside the engine, step by step."""
    other, rng = game_of(path), random.Random(path.stem)
    state, conflict = other.new_initial_state(), load_game(path).new_initial_state()
    while not conflict.is_terminal():
        assert state.current_player() == conflict.current_player()
        legal = state.legal_actions()
        assert [state.action(place) for place in legal] == conflict.legal_actions()
        assert [state.place(action) for action in conflict.legal_actions()] == legal
        place = rng.choice(legal)
        if state.is_chance_node():
            assert state.chance_outcomes() == conflict.chance_outcomes()
        else:
            words = str(conflict.game.describe(conflict, conflict.legal_actions()[place]))
            assert state.action_to_string(place) == words
        conflict.apply_action(state.action(place))
        state.apply_action(place)
        assert str(state) == conflict.game.serialize(conflict)
    assert state.is_terminal()
    assert state.current_player() == TERMINAL
    assert tuple(state.returns()) == conflict.returns()


@pytest.mark.parametrize(("dice", "least", "most"), [("4dF", "-4", "+4"), ("d6-d6", "-5", "+5")])
def test_dice_are_told_by_their_sum(dice: str, least: str, most: str) -> None:
    state = to_dice(as_open_spiel(quarrel(rules={"dice": dice})).new_initial_state())
    outcomes = state.legal_actions()
    assert state.action_to_string(outcomes[0]) == f"dice {least}"
    assert state.action_to_string(outcomes[-1]) == f"dice {most}"


def test_actions_that_are_none() -> None:
    state = as_open_spiel(quarrel()).new_initial_state()
    for place in (-1, len(state.legal_actions())):
        with pytest.raises(ValueError, match="not a legal action"):
            state.action(place)
    with pytest.raises(ValueError, match="not a legal action"):
        state.place(max(state.conflict.legal_actions()) + 1)


# What a game says of itself


def test_bounds() -> None:
    """By hand: winning is worth 1 to each side, and one fighter of the players who is out costs
    them half as much again."""
    assert as_open_spiel(quarrel()).max_utility() == 1.0
    hurt = as_open_spiel(quarrel(stakes={"players": {"own_taken_out": -0.5}}))
    assert hurt.min_utility() == -hurt.max_utility()
    assert hurt.max_utility() == pytest.approx(1.5)
    assert hurt.max_utility() > 1.5, "there is room for rounding"
    assert hurt.utility_sum() == 0.0
    assert hurt.max_chance_outcomes() == 9


def test_lengths_fit_into_what_openspiel_counts_with() -> None:
    """It adds up bounds in 31 bits, and a crowd's bound alone has more than 30."""
    crowd = ["; ".join(f"{side}{number} Fight 1" for number in range(16)) for side in "ab"]
    conflict = scene("fate-core", *crowd, exchanges=200, rules={"free_invoke_cap": 20}).game
    assert conflict.max_game_length > 1 << 30
    game = as_open_spiel(conflict)
    assert game.max_history_length() == 2 * game.max_game_length() < 1 << 31


def test_the_scenario_is_named() -> None:
    with pytest.raises(ValueError, match="which scenario"):
        pyspiel.load_game("autogm")
    with pytest.raises(ScenarioError, match="no such file"):
        pyspiel.load_game("autogm", {"scenario": "nowhere.yaml"})
    with pytest.raises(ValueError, match="not loaded in this process"):
        pyspiel.load_game("autogm", {"scenario": "loaded:0123456789ab"})


# Copies, saves, observations


def test_copies_are_apart() -> None:
    state = as_open_spiel(quarrel()).new_initial_state()
    line, copy = str(state), state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == line != str(copy)
    assert state.history() == []


def test_a_conflict_without_a_file_is_saved_while_it_lives() -> None:
    conflict = quarrel()
    game = as_open_spiel(conflict)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    saved = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(saved)
    assert (str(again), again.history()) == (str(state), state.history())
    assert again.legal_actions() == state.legal_actions()
    assert str(game.deserialize_state(state.serialize())) == str(state)


def test_a_state_begins_anywhere() -> None:
    conflict = quarrel()
    later = conflict.new_initial_state()
    later.apply_action(later.legal_actions()[-1])
    game = as_open_spiel(conflict)
    for given in (later, conflict.serialize(later)):
        state = game.new_initial_state(given)
        assert state.conflict == later
        assert state.history() == []
        state.apply_action(state.legal_actions()[0])
        assert state.conflict != later, "what was given stays as it was"
    with pytest.raises(ValueError, match="belongs to another scenario"):
        game.new_initial_state("0123456789ab.xyz")


def test_a_saved_state_keeps_to_its_conflict() -> None:
    state = as_open_spiel(quarrel()).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    kept = pickle.loads(pickle.dumps(state.moment))
    assert kept.of(state.get_game().conflict) == state.conflict
    with pytest.raises(ValueError, match="belongs to another scenario"):
        pickle.loads(pickle.dumps(state.moment)).of(quarrel(exchanges=7))


def test_observations() -> None:
    """A state is seen as its line; what a player remembers is everything that has happened."""
    state = as_open_spiel(quarrel()).new_initial_state()
    first, second = state.legal_actions()[-1], 2
    to_dice(state).apply_action(second)
    for player in (0, 1):
        assert state.observation_string(player) == str(state)
        assert state.information_state_string(player) == state.history_str()
    assert state.history()[0] == first
    assert state.history()[-1] == second


def test_an_observer_of_its_own_hides_what_a_side_may_not_know() -> None:
    """What the other player's aspect says is in nobody's string but its own side's."""
    knife = {"text": "A Knife Behind His Back", "hidden_from": "players"}
    conflict = scene("fate-core", "rolf", "hans", sheets={"hans": {"aspects": [knife]}}).game
    game = as_open_spiel(conflict)
    observer, state = game.make_py_observer(params={"hides": True}), game.new_initial_state()
    seen = [observer.string_from(state, player) for player in (0, 1)]
    assert [knife["text"] in one for one in seen] == [False, True]
    with pytest.raises(ValueError, match="parameter of observation is `hides`"):
        game.make_py_observer(params={"shows": True})


# Values

TINY = {
    "boxes": lambda: load_game(ROOT / "tests" / "perft" / "boxes.yaml"),
    "points and an aspect of the scene": lambda: quarrel(
        sheets={"ann": TRACK | {"fate_points": 1}, "bob": TRACK}, pool=1, exchanges=1,
        aspects=["Dark"], actions=["attack", "invoke"], rules=CALM | ONLY_BLOWS,
    ),
    "conceding": lambda: quarrel(
        stakes="careful", actions=["attack", "concede"], rules=CALM
    ),
    "advantages and free invokes": lambda: quarrel(
        "accelerated", templates=[OFF_BALANCE], actions=["attack", "create", "invoke"], rules=CALM,
        sheets={"ann": FLAT | {"fate_points": 0}, "bob": FLAT},
    ),
    "pushing and full defense": lambda: quarrel(
        "war-of-ashes", actions=["attack", "full defense", "push"], rules={"free_invoke_cap": 1}
    ),
    "the closed loop of points": lambda: quarrel(
        "minifate", kind="social", actions=["attack", "invoke"],
        sheets={
            "ann": FLAT | {
                "fate_points": 1,
                "aspects": [{"text": "Glib", "helps": "bearer", "actions": ["attack"]}],
            },
            "bob": FLAT,
        },
    ),
    "two rooms and dice of six sides": lambda: quarrel(
        "autarch", ground="here - there", actions=["attack", "move"],
        rules=CALM | {"dice": "d6-d6"},
    ),
}  # fmt: skip


@pytest.fixture
def value_iteration(monkeypatch: pytest.MonkeyPatch) -> Any:
    """OpenSpiel's. It asks for linear programs, for simultaneous moves alone; they need a package
    that nothing here needs."""
    name = "open_spiel.python.algorithms.lp_solver"
    monkeypatch.setitem(sys.modules, name, ModuleType(name))
    from open_spiel.python.algorithms.value_iteration import value_iteration

    return value_iteration


def worth(state: Any, values: dict[str, float]) -> float:
    """The value of a state from those of the decisions and ends."""
    if not state.is_chance_node():
        return values[str(state)]
    parts = (chance * worth(state.child(one), values) for one, chance in state.chance_outcomes())
    return float(sum(parts))


@pytest.mark.parametrize("name", some(list(TINY), 2))
def test_value_iteration_agrees_with_the_solver(name: str, value_iteration: Any) -> None:
    conflict = TINY[name]()
    # "cyclic" only keeps it from walking into a state a second time
    values = value_iteration(as_open_spiel(conflict), -1, 1e-12, cyclic_game=True)
    first = as_open_spiel(conflict).new_initial_state()
    assert len(values) > 50
    assert worth(first, values) == pytest.approx(solve(conflict, max_states=10_000).value, abs=1e-9)


@pytest.mark.parametrize("ruleset", some(RULESETS, 2))
def test_expectiminimax_agrees_with_the_solver(ruleset: str) -> None:
    """Over the whole tree of one exchange."""
    from open_spiel.python.algorithms.minimax import expectiminimax

    conflict = quarrel(ruleset, exchanges=1, kind="social" if ruleset == "minifate" else "physical")
    state = as_open_spiel(conflict).new_initial_state()
    found, _ = expectiminimax(state, 100, lambda _: None, maximizing_player_id=0)
    assert found == pytest.approx(solve(conflict, max_states=10_000).value, abs=1e-9)


def test_the_example_of_the_readme(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(?P<code>import pyspiel\n.*?)```", text, re.S)
    assert found, "the README does not show OpenSpiel"
    monkeypatch.chdir(ROOT)
    exec(compile(found["code"], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("attack (target ")
