"""Puzzles as they are written in `evaluation/puzzles`: a file for each theme, in it a scenario for
each puzzle, the steps that lead to its position, what is right (or wrong) there, and why. A puzzle
may leave out of its scenario what it is not about (`_filled`). An illegal step, or an answer that
is no legal action, is refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from autogm.engine.actions import BY_NAME, Action
from autogm.engine.codes import CHANCE
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.dice import DICE_FLOOR, outcome_of
from autogm.model.faults import ScenarioError
from autogm.model.scenario import Scenario
from autogm.model.source import read_source
from autogm.model.words import SIDES
from autogm.rules.loading import load, settle

HERE = Path(__file__).resolve().parent / "puzzles"
FACES = {"+": 1, "0": 0, "-": -1}
WORDS = {one.name for one in fields(Action)}
KEYS = {"scenario", "steps", "right", "wrong", "why"}
TWO_TRACKS = ("fate-core", "autarch")
NOTHING_HERE = {"helps": "both", "actions": ["create"], "adverse": False, "free": {"open": 0}}
QUIET = {
    "spread": [],
    "pyramid": False,
    "character_aspects": 0,
    "zone_free_invokes": 0,
    "attack_tie": "nothing",
    "attack_style_boost": False,
    "attack_fail_stress": False,
    "defend_style_boost": [],
    "overcome_style_boost": False,
    "overcome_tie": "succeeds",
    "overcome_fail": "fails",
    "move_fail": "fails",
    "move_tie": "succeeds",
    "advantage_fail": "nothing",
    "boost_maneuvers": [],
    "free_invoke_cap": 1,
}
"""Rules that a puzzle sets itself if it is about them: effects that dice otherwise bring along."""


class PuzzleError(ValueError):
    """A puzzle that cannot be posed as it is written."""


@dataclass(frozen=True)
class Puzzle:
    """A position with a known answer: `right` (actions) are right, all others legal are wrong."""

    name: str
    theme: str
    why: str
    state: State
    right: tuple[int, ...]

    def solved_by(self, action: int) -> bool:
        """Whether an action is right."""
        return action in self.right


def puzzles(folder: Path = HERE) -> list[Puzzle]:
    """All puzzles of a folder, file by file.

    Raises:
        PuzzleError: for the first that cannot be posed.
    """
    found = [puzzle for path in sorted(folder.glob("*.yaml")) for puzzle in read(path)]
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise PuzzleError(f"two puzzles are called `{name}`; each needs a name of its own")
    return found


def read(path: Path) -> list[Puzzle]:
    """The puzzles of one file.

    Raises:
        PuzzleError: for the first that cannot be posed.
    """
    try:
        source = read_source(path)
        if source.faults:
            raise ScenarioError(source.faults)
    except ScenarioError as error:
        raise PuzzleError(str(error)) from error
    whole = source.data
    if set(whole) != {"theme", "puzzles"} or not isinstance(whole["puzzles"], dict):
        raise PuzzleError(f"{path.name}: a file of puzzles has `theme` and `puzzles`, no more")
    found = []
    for name, written in whole["puzzles"].items():
        try:
            found.append(_pose(name, whole["theme"], written, path.parent))
        except ValueError as error:
            raise PuzzleError(f"{path.name}, `{name}`: {error}") from error
    return found


def _pose(name: str, theme: str, written: Mapping[str, Any], folder: Path) -> Puzzle:
    if not isinstance(written, dict):
        raise ValueError(f"a puzzle has {sorted(KEYS)}, and is not {written!r}")
    unknown = sorted(set(written) - KEYS)
    if unknown:
        raise ValueError(f"`{unknown[0]}` is no part of a puzzle; there are {sorted(KEYS)}")
    for key in ("scenario", "why"):
        if not written.get(key):
            raise ValueError(f"`{key}` is missing")
    if ("right" in written) == ("wrong" in written):
        raise ValueError("a puzzle says either what is `right` or what is `wrong`")
    state = _game(name, written["scenario"], folder).new_initial_state()
    for number, step in enumerate(written.get("steps", ()), start=1):
        _take(state, step, f"step {number}")
    if state.current_player() < 0:
        raise ValueError("nobody chooses where its steps lead to")
    named = [_fitting(state, words, "its answer") for words in written.get("right", ())]
    named += [_fitting(state, words, "its answer") for words in written.get("wrong", ())]
    listed = {action for actions in named for action in actions}
    legal = state.legal_actions()
    right = [one for one in legal if (one in listed) == ("right" in written)]
    if not right or len(right) == len(legal):
        raise ValueError("something must be right in a position, and something wrong")
    return Puzzle(name, theme, " ".join(str(written["why"]).split()), state, tuple(right))


def _game(name: str, scenario: Any, folder: Path) -> Game:
    if isinstance(scenario, str):
        return Game(load(folder / scenario))
    if not _has(scenario, "ruleset", "zones", "sides") or not _has(scenario["zones"]):
        raise ValueError("a scenario has `ruleset`, `zones` and `sides`, or is the path of a file")
    for side in SIDES:
        said: Any = scenario["sides"].get(side) if _has(scenario["sides"]) else None
        if not _has(said, "fighters") or not _has(said["fighters"]):
            raise ValueError(f"the side `{side}` of a scenario has `fighters`")
    return Game(settle(Scenario.model_validate(_filled(name, scenario))))


def _has(part: Any, *keys: str) -> bool:
    """Whether a part of a scenario is a mapping that is not empty and has the keys."""
    return isinstance(part, dict) and bool(part) and set(keys) <= set(part)


def _filled(name: str, written: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario with what it leaves out: no pool, points, boxes or consequences, ground that
    speaks to nothing, `QUIET` rules, 200 exchanges, no templates."""
    scenario = {"title": name, "exchanges": 200, "templates": [], **written}
    scenario["rules"] = {**QUIET, **written.get("rules", {})}
    scenario["zones"] = {
        zone: {"aspect": {"text": f"The {zone}", **NOTHING_HERE}, **(said or {})}
        for zone, said in written["zones"].items()
    }
    sides = {}
    for side, kind in (("players", "player"), ("gm", "main")):
        said = written["sides"][side]
        cast = {
            one: _sheet(
                written["ruleset"],
                {"type": kind, "zone": next(iter(written["zones"])), **(sheet or {})},
            )
            for one, sheet in said["fighters"].items()
        }
        sides[side] = {**({"pool": 0} if side == "gm" else {}), **said, "fighters": cast}
    return {**scenario, "sides": sides}


def _sheet(ruleset: str, written: dict[str, Any]) -> dict[str, Any]:
    sheet = dict(written)
    if sheet["type"] in ("player", "main", "supporting"):
        sheet.setdefault("consequences", {"mild": 0})
    if sheet["type"] == "player":
        sheet.setdefault("fate_points", 0)
    if ruleset in TWO_TRACKS:
        sheet["tracks"] = {"physical": 0, "mental": 0, **sheet.get("tracks", {})}
    else:
        sheet.setdefault("boxes", 0)
    return sheet


def _take(state: State, step: Any, where: str) -> None:
    """Take one step in place: dice as faces or as their sum, or a choice in words."""
    if not isinstance(step, dict):
        raise ValueError(f"{where} is {step!r}; a step is `dice` or an action with its `verb`")
    if "dice" in step:
        if state.current_player() != CHANCE:
            raise ValueError(f"{where} throws dice where none are pending: {_choices(state)}")
        state.apply_action(_outcome(state, step["dice"]))
        return
    fitting = _fitting(state, step, where)
    if len(fitting) > 1:
        raise ValueError(f"{where} may mean several actions: {_words(state, fitting)}")
    state.apply_action(fitting[0])


def _outcome(state: State, dice: Any) -> int:
    kind = state.game.encounter.ruleset.dice
    if isinstance(dice, int):
        return dice - DICE_FLOOR[kind]
    faces = tuple(int(FACES.get(one, one)) for one in str(dice).split())
    return outcome_of(kind, faces, state.dice_replaced())


def _fitting(state: State, words: Mapping[str, Any], where: str) -> list[int]:
    """The legal actions that agree with all the fields given.

    Raises:
        ValueError: if there is none.
    """
    if words.get("verb") not in BY_NAME or not set(words) <= WORDS:
        raise ValueError(f"{where}, {dict(words)}, is no action in words")
    if state.current_player() < 0:
        raise ValueError(f"{where}, {dict(words)}, is asked where nobody chooses")
    wanted = {key: tuple(one) if isinstance(one, list) else one for key, one in words.items()}
    fitting = []
    for action in state.legal_actions():
        described = state.game.describe(state, action)
        if all(getattr(described, key) == one for key, one in wanted.items()):
            fitting.append(action)
    if not fitting:
        raise ValueError(f"{where}, {dict(words)}, is not legal here: {_choices(state)}")
    return fitting


def _choices(state: State) -> str:
    """The legal choices, for a message."""
    if state.current_player() == CHANCE:
        return f"dice of {state.actor()} are pending"
    if state.is_terminal():
        return "it is over"
    return f"{state.actor()} may {_words(state, state.legal_actions())}"


def _words(state: State, actions: Sequence[int]) -> str:
    return "; ".join(str(state.game.describe(state, action)) for action in actions)
