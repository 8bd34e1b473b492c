"""A position as data: what a state says, by the names of the scenario and without what is kept up
beside it. Unlike a record's bytes it does not depend on how records are laid out. It carries no
rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.engine.layout import STATE

if TYPE_CHECKING:
    from autogm.engine.state import State

FIGHTER_MASKS = ("present", "out", "conceded", "escaped", "slipped", "spared", "acted")
OF_FIGHTERS = ("zone", "stress", "wounds", "members", "helps", "flags", "roars", "used")
OF_PURSES = ("points", "owed")  # a fighter's each, and the pool's
OF_ASPECTS = ("here", "maker", "free")
KEPT_UP = ("present_in", "slots_free", "slots_here", "adverse", "weight", "depth", "spare")
"""What other fields say too."""
OTHERS = tuple(
    name
    for name in STATE.names or ()
    if name not in (*FIGHTER_MASKS, *OF_FIGHTERS, *OF_PURSES, *OF_ASPECTS, *KEPT_UP, "pending")
)


def position_data(state: State) -> dict[str, Any]:
    """The position of a state, as plain values: what is zero is left out, fighters go by their ids,
    aspects by text and by where they stand. Equal states have equal data, different ones different
    data; every number is what the record holds."""
    record, words = state.record[0], state.game.words
    others = {name: record[name].tolist() for name in OTHERS}
    found: dict[str, Any] = {name: value for name, value in others.items() if _holds(value)}
    for name in FIGHTER_MASKS:
        mask = int(record[name])
        if mask:
            found[name] = [one for index, one in enumerate(words.fighters) if (mask >> index) & 1]
    found["pending"] = [one.tolist() for one in record["pending"][: int(record["depth"])]]
    of_fighters = _columns(record, OF_FIGHTERS, len(words.fighters))
    found["fighters"] = {
        one: _fields(of_fighters, index) for index, one in enumerate(words.fighters)
    }
    of_purses = _columns(record, OF_PURSES, len(record["points"]))
    purses = {**dict(enumerate(words.fighters)), len(record["points"]) - 1: "gm"}
    found["purses"] = {one: _fields(of_purses, index) for index, one in purses.items()}
    slots = int(state.game.scene[0]["slots"])
    of_aspects = _columns(record, OF_ASPECTS, slots)
    holding = [record[name].reshape(len(record[name]), -1).any(axis=1) for name in OF_ASPECTS]
    found["aspects"] = [
        [words.text(slot), words.subject(slot), slot, _fields(of_aspects, slot)]
        for slot in np.flatnonzero(np.any(holding, axis=0)).tolist()
    ]
    return found


def _columns(record: Any, names: tuple[str, ...], count: int) -> dict[str, list[Any]]:
    """The first so many of each field: asking numpy for every number takes five times as long."""
    return {name: record[name][:count].tolist() for name in names}


def _fields(columns: dict[str, list[Any]], index: int) -> dict[str, Any]:
    return {name: column[index] for name, column in columns.items() if _holds(column[index])}


def _holds(value: Any) -> bool:
    """Whether anything of a field is not zero."""
    return any(map(_holds, value)) if isinstance(value, list) else value != 0
