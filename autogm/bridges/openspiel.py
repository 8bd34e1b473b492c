"""A conflict, or a game of any other kind, as an OpenSpiel game; OpenSpiel's tree search as an
agent.

Importing this module registers the game `autogm` with OpenSpiel:
`pyspiel.load_game("autogm", {"scenario": "scenarios/duel.yaml"})`. A conflict that is loaded
already is handed over by `as_open_spiel`. Whatever keeps `autogm.game.contract` is taken, conflicts
and other kinds of games alike. The contract is the same on both sides; what differs:

- OpenSpiel wants actions counted from 0. An action here is the place of the engine's action in the
  sorted list of the legal ones, so the same number means another thing in another state;
  `ConflictState.place` and `ConflictState.action` translate. An outcome of dice keeps its number.
- It is the game that the opponents play, who see everything: its information is perfect, so what a
  side may not know at a table is public here. An observation is the state's line
  (`Game.serialize`), an information state is the history. There are no tensors. It could not be of
  imperfect information as it is: a side may search for a hidden aspect where there is one, so
  states that it cannot tell apart have other legal actions.
- What a side may know is there as the string of an observer of its own,
  `game.make_py_observer(params={"hides": True})`: `Game.observation` as JSON. It is for showing; no
  algorithm of imperfect information is sound on it.
- Only real choices and dice are moves: what is forced the game takes.

Of OpenSpiel's C++ `MCTSBot` use `mcts_search`: in OpenSpiel 2.0 its `step` crashes on every game
written in Python, as it gives up the interpreter's lock that copying a state needs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "OpenSpiel is not installed: `pip install autogm[openspiel]` brings it", name=error.name
    ) from error

from autogm.agents.base import Decision, RandomSource
from autogm.game.contract import CHANCE, Game, State
from autogm.game.registry import load_game

SHORT_NAME = "autogm"
SCENARIO = "scenario"
LOADED = "loaded:"  # before the fingerprint of a conflict that has no file
LONGEST = (1 << 30) - 1  # OpenSpiel adds two lengths in 32 bits
TREE_MEGABYTES = 1024

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="A game of the Fate family",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={SCENARIO: ""},
    default_loadable=False,
)

_loaded: WeakValueDictionary[str, Game] = WeakValueDictionary()


def as_open_spiel(game: Game) -> ConflictGame:
    """A loaded conflict as an OpenSpiel game. OpenSpiel can load it again by its string while
    `game` lives, in this process."""
    name = LOADED + game.fingerprint
    _loaded[name] = game
    return ConflictGame({SCENARIO: name}, game)


def _find(scenario: str) -> Game:
    """The conflict that the parameter `scenario` names."""
    if not scenario:
        raise ValueError(
            f'which scenario? pyspiel.load_game("{SHORT_NAME}", {{"{SCENARIO}": "duel.yaml"}})'
        )
    if not scenario.startswith(LOADED):
        return load_game(scenario)
    found = _loaded.get(scenario)
    if found is None:
        raise ValueError(f"`{scenario}` is not loaded in this process: name the scenario's file")
    return found


class ConflictGame(pyspiel.Game):
    """A conflict. `params` names its `scenario`: a file, or what `as_open_spiel` has named. A path
    with commas, brackets or equals signs loads, but not from OpenSpiel's string of the game.

    Raises:
        ScenarioError: with every fault of the file.
        ValueError: if no scenario is named, or one that is not loaded.
    """

    def __init__(self, params: dict[str, Any] | None = None, conflict: Game | None = None) -> None:
        given = params or {}
        self.conflict = conflict or _find(str(given.get(SCENARIO, "")))
        most = self.conflict.max_utility
        info = pyspiel.GameInfo(
            num_distinct_actions=self.conflict.max_actions,
            max_chance_outcomes=self.conflict.max_chance_outcomes,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=min(self.conflict.max_game_length, LONGEST),
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self, state: State | str | None = None) -> ConflictState:
        """The first state, or any other of the conflict, given as it is or by its line; its
        history begins there.

        Raises:
            ValueError: for a line that is damaged or belongs to another conflict.
        """
        if state is None:
            return ConflictState(self)
        given = self.conflict.deserialize(state) if isinstance(state, str) else state
        return ConflictState(self, given.clone())

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Who sees everything; with the parameter `hides`, what each player may know.

        Raises:
            ValueError: for another parameter, and for recalling what a side was told.
        """
        recalls, given = bool(kind is not None and kind.perfect_recall), dict(params or {})
        hides = bool(given.pop("hides", False))
        if given:
            raise ValueError(f"a conflict's parameter of observation is `hides`, not {given}")
        if hides and recalls:
            raise ValueError("what a side was told before is in the events (`Game.events`)")
        return Observer(recalls, hides)


class Moment:
    """A state as OpenSpiel keeps it: copied with `deepcopy`, saved with `pickle`. It is built from
    its line when it is first asked for; an empty line is the first state."""

    __slots__ = ("_line", "_state")

    def __init__(self, line: str = "", state: State | None = None) -> None:
        self._line = line
        self._state = state

    def of(self, game: Game) -> State:
        """The state."""
        if self._state is None:
            line = self._line
            self._state = game.deserialize(line) if line else game.new_initial_state()
        return self._state

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return Moment(self._line, None if self._state is None else self._state.clone())

    def __reduce__(self) -> tuple[type[Moment], tuple[str]]:
        state = self._state
        return Moment, (self._line if state is None else state.game.serialize(state),)


class ConflictState(pyspiel.State):
    """A moment of a conflict. Copying, saving and the history are OpenSpiel's own."""

    def __init__(self, game: ConflictGame, state: State | None = None) -> None:
        super().__init__(game)
        self.moment = Moment(state=state)

    @property
    def conflict(self) -> State:
        """The engine's state; reading it is safe, changing it leaves the history behind."""
        return self.moment.of(self.get_game().conflict)

    def action(self, place: int) -> int:
        """The engine's action (or outcome of dice) that OpenSpiel's stands for.

        Raises:
            ValueError: where there are not so many.
        """
        state = self.conflict
        if state.current_player() == CHANCE:
            return place
        legal = state.legal_actions()
        if not 0 <= place < len(legal):
            raise ValueError(f"{place} is not a legal action here: there are {len(legal)}")
        return legal[place]

    def place(self, action: int) -> int:
        """OpenSpiel's number of an action (or outcome of dice) of the engine.

        Raises:
            ValueError: for one that is not legal here.
        """
        state = self.conflict
        legal = state.legal_actions()
        if action not in legal:
            raise ValueError(f"{action} is not a legal action here")
        return action if state.current_player() == CHANCE else legal.index(action)

    def current_player(self) -> int:
        """0 the players, 1 the gm, or OpenSpiel's numbers for chance and the end."""
        return self.conflict.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.conflict.legal_actions())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of the pending dice with their chances."""
        return self.conflict.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.conflict.apply_action(self.action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.conflict
        if player == CHANCE:
            return _dice(state.game.entry(state, action))
        return str(state.game.describe(state, self.action(action)))

    def is_terminal(self) -> bool:
        """Whether the conflict is over."""
        return self.conflict.is_terminal()

    def returns(self) -> list[float]:
        """What the end is worth to players and gm; zeros before it."""
        return list(self.conflict.returns())

    def __str__(self) -> str:
        state = self.conflict
        return str(state.game.serialize(state))


def _dice(entry: Mapping[str, Any]) -> str:
    """What dice show, by their entry: their sum with its sign, where there is one."""
    shown = next(iter(entry.values()))
    return f"dice {shown:+d}" if isinstance(shown, int) else f"dice {shown}"


class Observer:
    """Puts what a player sees in a string: the history where `recalls`, else the state; where it
    `hides`, what that player may know of the state, as JSON."""

    tensor = None

    def __init__(self, recalls: bool, hides: bool = False) -> None:
        self._recalls, self._hides = recalls, hides
        self.dict: dict[str, Any] = {}

    def set_from(self, state: ConflictState, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: ConflictState, player: int) -> str:
        """What a player sees."""
        if self._hides:
            conflict = state.conflict
            return json.dumps(conflict.game.observation(conflict, player), sort_keys=True)
        return str(state.history_str()) if self._recalls else str(state)


@dataclass(frozen=True)
class MctsAgent:
    """OpenSpiel's tree search (UCT, its C++ implementation) over single choices, each leaf worth
    what one random battle from there brings. `simulations` for a decision, at least 2;
    `exploration` is UCT's constant, in shares of the most that can be won or lost.

    Its randomness is the source's alone: the same state and source are the same decision.

    Raises:
        ValueError: for fewer simulations.
    """

    simulations: int
    exploration: float = 2.0

    def __post_init__(self) -> None:
        if self.simulations < 2:
            raise ValueError(
                f"{self.simulations} simulations try nothing: the first looks at the state itself, "
                "each further one at what follows; give at least 2"
            )

    @property
    def name(self) -> str:
        """`mcts-` and its simulations."""
        return f"mcts-{self.simulations}"

    def decide(self, state: State, source: RandomSource) -> Decision:
        """Search, and take the action that was tried most, or one that is proven to be worth more.

        Raises:
            ValueError: where nobody chooses.
        """
        if state.current_player() < 0:
            raise ValueError("nobody chooses here")
        game = as_open_spiel(state.game)
        rollouts, descent = _seeds(source)
        bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=rollouts),
            uct_c=self.exploration * game.max_utility(),
            max_simulations=self.simulations,
            max_memory_mb=TREE_MEGABYTES,
            solve=True,
            seed=descent,
            verbose=False,
        )
        root = game.new_initial_state(state)
        tree = bot.mcts_search(root)
        best, value = _best(tree)
        chosen = root.action(best.action)
        action = state.game.describe(state, chosen)
        tried, spent = int(best.explore_count), int(tree.explore_count)
        facts = {
            "by": "mcts", "choices": len(state.legal_actions()), "action": action.as_dict(),
            "simulations": spent, "tried": tried, "value": value,
        }  # fmt: skip
        return Decision(chosen, facts)


def _best(tree: Any) -> tuple[Any, float]:
    """The action to take of a search tree, and what it is worth to who takes it. OpenSpiel's own
    choice puts every proven loss behind what is unproven, so that nobody would ever concede; here
    the most tried action is measured against the best of those whose worth is exact."""
    exact = [(float(one.outcome[one.player]), one) for one in tree.children if one.outcome]
    guesses = [one for one in tree.children if not one.outcome]
    if guesses:
        most = max(guesses, key=lambda one: (one.explore_count, one.total_reward))
        worth = most.total_reward / max(1, most.explore_count)
        if not exact or worth > max(value for value, _ in exact):
            return most, float(worth)
    value, best = max(exact, key=lambda pair: pair[0])
    return best, value


def _seeds(source: RandomSource) -> tuple[int, int]:
    """Two seeds of 31 bits, different for every decision."""
    keys = [number & 0xFFFFFFFFFFFFFFFF for number in (source.seed, source.battle, source.step)]
    first, second = np.random.SeedSequence(keys).generate_state(2)
    return int(first >> 1), int(second >> 1)


pyspiel.register_game(GAME_TYPE, ConflictGame)
