"""Positions of card scenes as people write them down (`position`), made a state and read off one. A
position is one before a roll, or while the GM frames the scene; a roll that is under way is refused
by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.game.positions import CannotSayError
from autogm.game.rows import rows
from autogm.model.faults import FieldPath
from autogm.model.places import problem
from autogm.model.schema import schema_of
from autogm.model.shape import Problem
from autogm.scenes.cards.codes import (
    CHANGE_GM,
    CHANGE_PLAYERS,
    FRAME,
    LAST_WORD,
    OVER,
    SETTLE,
    WHO,
)
from autogm.scenes.cards.layout import BUFFER
from autogm.scenes.cards.position import ScenePosition
from autogm.scenes.cards.state import CardState
from autogm.scenes.cards.step import apply_at, forget_rolls_at, legal_at

if TYPE_CHECKING:
    from autogm.scenes.cards.game import CardGame

UNSAID = {
    OVER: "the scene is over in it",
    CHANGE_PLAYERS: "it is still to be said in it whether somebody pays for a full scene",
    CHANGE_GM: "it is still to be said in it whether somebody pays for a full scene",
    LAST_WORD: "the GM has the last word in it",
}
UNDER_WAY = "a roll or what comes of it is under way in it"


class CardPositions:
    """How positions of card scenes are read and written (`autogm.game.positions.Positions`)."""

    model = ScenePosition
    entries = (apply_at, legal_at, forget_rolls_at)

    def schema(self) -> dict[str, Any]:
        """The JSON schema of such files."""
        return schema_of(ScenePosition, "autogm position of an aspect-card scene", {})

    def state_of(
        self, game: CardGame, position: ScenePosition, *, partly: bool = False
    ) -> tuple[CardState | None, list[Problem]]:
        """The state that a position is; none where something of it does not fit the scene, with
        all that does not. Of one that is known only `partly`, no more than its parts is looked
        at."""
        setting = _Setting(game, position)
        setting.write(partly)
        if setting.problems or partly:
            return None, setting.problems
        state = setting.state()
        return (None if setting.problems else state), setting.problems

    def told(self, state: CardState) -> dict[str, Any]:
        """The fields of the position of a state, of which `state_of` makes that state again.

        Raises:
            CannotSayError: for a state that is in the middle of something, saying of what.
        """
        if state.phase not in (WHO, FRAME):
            raise CannotSayError(UNSAID.get(state.phase, UNDER_WAY))
        fields = _fields(state)
        again, _ = self.state_of(state.game, ScenePosition.model_validate(fields))
        if again != state:
            raise CannotSayError("play has led to something in it that no field of a position says")
        return fields


class _Setting:
    """One position on its way into a record. `problems` are what does not fit."""

    def __init__(self, game: CardGame, position: ScenePosition) -> None:
        self.game, self.position = game, position
        self.settled, self.scene = game.settled, game.scene[0]
        self.places = {one.text: place for place, one in enumerate(self.settled.aspects)}
        self.records = game.first_record.copy()
        self.problems: list[Problem] = []

    def write(self, partly: bool) -> None:
        """Write the record: as far as `problems` are none, it is one that may be played on."""
        record, position = self.records[0], self.position
        record["phase"] = FRAME if position.framing else WHO
        if position.simple is not None:
            record["simple"] = position.simple
        self._aspects(record)
        self._points(record, partly)
        if not partly:
            self._rolls(record)

    def state(self) -> CardState:
        """The state at its first choice."""
        forget_rolls_at(self.game.scene_rows, rows(self.records), 0)
        apply_at(
            self.game.scene_rows, rows(self.records), 0, SETTLE, rows(np.zeros(1, BUFFER)),
            self.game.no_log,
        )  # fmt: skip
        if not self.game.is_possible(self.records[0]):
            self._note((), "this is no position that play could go on from")
        return CardState(self.game, self.records)

    def _note(
        self, path: FieldPath, message: str, value: object = None, allowed: Iterable[str] = ()
    ) -> None:
        self.problems.append(problem(path, message, value, allowed))

    def _aspects(self, record: Any) -> None:
        position, hidden = self.position, int(self.scene["hidden"])
        sheets = int(self.scene["sheets"])
        if position.standing is not None:
            record["standing"] = sheets | self._mask("standing", position.standing)
        standing = int(record["standing"])
        turns = int(np.bitwise_or.reduce(self.scene["turns"]))
        record["turned"] = self._mask(
            "turned", position.turned, turns & standing, "stands and can be turned (G4)"
        )
        known = self._mask(
            "revealed",
            position.revealed,
            hidden & ~standing,
            "is hidden at first and does not stand",
        )
        record["revealed"] = known | (hidden & standing)

    def _mask(
        self, field: str, texts: Iterable[str], of: int | None = None, which: str = ""
    ) -> int:
        """Aspects by their texts, all of them among those of a mask, as a bit mask."""
        found = 0
        for number, text in enumerate(texts):
            known = [one for one, place in self.places.items() if of is None or (of >> place) & 1]
            if text in known:
                found |= 1 << self.places[text]
            elif text in self.places:
                self._note((field, number), f"no aspect of this name {which}", None, known)
            else:
                self._note((field, number), "no aspect of this scene is called so", text, known)
        return found

    def _points(self, record: Any, partly: bool) -> None:
        points = self.position.points
        ids = [one.id for one in self.settled.characters]
        for name, number in points.characters.items():
            if name not in ids:
                where: FieldPath = ("points", "characters", name)
                message = f"no character is called `{name}`"
                self.problems.append(problem(where, message, name, ids, at_key=True))
            else:
                record["points"][ids.index(name)] = number
        for name in ("gm", "bowl"):
            number = getattr(points, name)
            if number is not None:
                record[name] = number
        there = int(record["points"].sum()) + int(record["gm"]) + int(record["bowl"])
        if there != self.game.points and not partly:
            message = f"there are {self.game.points} points in this scene (F8, G12), not {there}"
            self._note(("points",), message)

    def _rolls(self, record: Any) -> None:
        position, most = self.position, self.settled.max_rolls
        if position.rolls >= most:
            message = f"the scene is over after {most} rolls (G10): at most {most - 1} here"
            self._note(("rolls",), message, position.rolls)
        if position.framing and position.rolls:
            self._note(("rolls",), "nobody has rolled while the GM frames the scene (G1)")
        if position.framing and record["simple"]:
            self._note(("framing",), "nobody frames a simple scene (G8)")
        if position.successes + position.failures > position.rolls:
            message = "more rolls have succeeded and failed than there have been"
            self._note(("rolls",), message, position.rolls)
        for name in ("rolls", "successes", "failures"):
            record[name] = min(getattr(position, name), most)


def _fields(state: CardState) -> dict[str, Any]:
    """The fields of a state, but for those that are as if left out."""
    record, settled = state.record[0], state.game.settled
    scene = state.game.scene[0]

    def texts(mask: int) -> list[str]:
        return [one.text for place, one in enumerate(settled.aspects) if (mask >> place) & 1]

    standing = int(record["standing"])
    points = zip((one.id for one in settled.characters), record["points"].tolist(), strict=False)
    told: dict[str, Any] = {
        "framing": state.phase == FRAME,
        "simple": bool(record["simple"]),
        "points": {
            "characters": dict(points), "gm": int(record["gm"]), "bowl": int(record["bowl"]),
        },
        "standing": texts(standing & ~int(scene["sheets"])),
        "turned": texts(int(record["turned"])),
        "revealed": texts(int(record["revealed"]) & ~standing),
        **{name: int(record[name]) for name in ("rolls", "successes", "failures")},
    }  # fmt: skip
    kept = ("points", "standing", "rolls")
    if bool(record["simple"]) == bool(state.game.first_record[0]["simple"]):
        told.pop("simple")
    return {name: value for name, value in told.items() if value or name in (*kept, "simple")}
