"""From a settled scene to the records that the compiled game reads: the constants, and the state
before the opening. The one door between names and numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from autogm.game.dice import OUTCOME_MASK, all_faces, outcome_of, pack_faces, sums
from autogm.scenes.cards.codes import GM_WINS, NOBODY_WINS, OPENING, PLAYERS_WIN
from autogm.scenes.cards.layout import SCENE, STATE
from autogm.scenes.cards.settled import CardAspect, Ending, SettledScene

Array = np.ndarray[Any, Any]
DICE = "4dF"
WINS = {"players": PLAYERS_WIN, "gm": GM_WINS, "undecided": NOBODY_WINS}


def first_state(scene: SettledScene) -> Array:
    """The state before the opening, as an array of one: sheets and status cards alone."""
    states = np.zeros(1, STATE)
    states["standing"] = _mask(scene, _is_there_before)
    states["points"][0, : len(scene.characters)] = [one.points for one in scene.characters]
    states["gm"], states["bowl"] = scene.gm_points, scene.bowl
    states["simple"], states["phase"] = scene.simple, OPENING
    return states


def scene_record(scene: SettledScene) -> Array:
    """The constants of a scene, as an array of one."""
    scenes = np.zeros(1, SCENE)
    made = scenes[0]
    for place, intention in enumerate(scene.intentions):
        _write_intention(made, scene, place, intention.id)
    for place, character in enumerate(scene.characters):
        made["adds_by"][place] = sum(
            1 << number
            for number, one in enumerate(scene.aspects)
            if one.source == "players" and character.id in one.who
        )
        made["tries"][place] = sum(
            1 << number for number, one in enumerate(scene.intentions) if one.id in character.tries
        )
    for name, holds in SETS.items():
        made[name] = _mask(scene, holds)
    for place, ending in enumerate(scene.endings):
        _write_ending(made, scene, place, ending)
    faces = all_faces(DICE)
    made["chances"] = [float(chance) for chance in sums(DICE).values()]
    made["faces"] = [pack_faces(DICE, one) for one in faces]
    made["outcome_of"] = [outcome_of(DICE, one) & OUTCOME_MASK for one in faces]
    players, gm = scene.stakes["players"], scene.stakes["gm"]
    made["point"] = players.point, gm.point
    made["roll"] = players.roll, gm.roll
    made["slots"], made["characters"] = len(scene.aspects), len(scene.characters)
    made["intentions"], made["endings"] = len(scene.intentions), len(scene.endings)
    made["max_rolls"] = scene.max_rolls
    return scenes


def _write_intention(made: Any, scene: SettledScene, place: int, intention: str) -> None:
    made["helps"][place] = _mask(scene, lambda one: intention in one.helps)
    made["opposes"][place] = _mask(scene, lambda one: intention in one.opposes)
    made["turns"][place] = _mask(scene, lambda one: intention in one.turns)
    made["adds_after"][place] = _mask(
        scene, lambda one: one.source == "players" and intention in one.after
    )
    made["removes"][place] = _mask(
        scene,
        lambda one: SETS["removable"](one) and (one.removed is None or intention in one.removed),
    )
    made["gm_adds"][place] = _mask(
        scene, lambda one: (one.source == "gm" or one.hidden) and intention in one.after
    )


def _write_ending(made: Any, scene: SettledScene, place: int, ending: Ending) -> None:
    made["gone"][place] = _texts(scene, ending.gone)
    made["stands"][place] = _texts(scene, ending.standing)
    made["worth"][place] = ending.worth
    resolution = ending.kind == "resolution"
    made["of_players"][place] = resolution and ending.side == "players"
    made["of_gm"][place] = resolution and ending.side == "gm"
    made["at_the_end"][place] = ending.at_the_end
    made["implicit"][place] = ending.implicit
    made["winner"][place] = WINS[ending.winner]
    made["successes"][place], made["failures"][place] = ending.successes, ending.failures
    if made["of_players"][place] and ending.successes == 1:
        made["successes"][place] = 0  # who resolves has just succeeded


def _is_there_before(one: CardAspect) -> bool:
    return one.source == "sheet" or (one.source == "standing" and one.status)


SETS: dict[str, Callable[[CardAspect], bool]] = {
    "always": lambda one: one.source == "standing" and not one.status and not one.hidden,
    "frames": lambda one: one.source == "framed",
    "on_cards": lambda one: one.source != "sheet" and not one.status,
    "detrimental": lambda one: one.valence == "detrimental",
    "beneficial": lambda one: one.valence == "beneficial",
    "hidden": lambda one: one.hidden,
    "removable": lambda one: one.source != "sheet" and not one.fixed,
    "sheets": lambda one: one.source == "sheet",
    "remains": lambda one: one.source == "sheet" or one.kept or one.lasts is not None,
}
"""The sets of aspects that `SCENE` has, each by what is in it."""


def _mask(scene: SettledScene, holds: Callable[[CardAspect], bool]) -> int:
    return sum(1 << place for place, one in enumerate(scene.aspects) if holds(one))


def _texts(scene: SettledScene, texts: Iterable[str]) -> int:
    wanted = set(texts)
    return _mask(scene, lambda one: one.text in wanted)
