"""A position as data: what a state says, by the names of the scenario and without what is kept up
beside it. Unlike a record's bytes it does not depend on how records are laid out. It carries no
rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    found: dict[str, Any] = {name: _plain(record[name]) for name in OTHERS if record[name].any()}
    for name in FIGHTER_MASKS:
        mask = int(record[name])
        if mask:
            found[name] = [one for index, one in enumerate(words.fighters) if (mask >> index) & 1]
    found["pending"] = [_plain(one) for one in record["pending"][: int(record["depth"])]]
    found["fighters"] = {
        one: _fields(record, OF_FIGHTERS, index) for index, one in enumerate(words.fighters)
    }
    purses = {**dict(enumerate(words.fighters)), len(record["points"]) - 1: "gm"}
    found["purses"] = {one: _fields(record, OF_PURSES, index) for index, one in purses.items()}
    found["aspects"] = [
        [words.text(slot), words.subject(slot), slot, _fields(record, OF_ASPECTS, slot)]
        for slot in range(int(state.game.scene[0]["slots"]))
        if any(record[name][slot].any() for name in OF_ASPECTS)
    ]
    return found


def _fields(record: Any, names: tuple[str, ...], index: int) -> dict[str, Any]:
    return {name: _plain(record[name][index]) for name in names if record[name][index].any()}


def _plain(value: Any) -> Any:
    return value.tolist()
