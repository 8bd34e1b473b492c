"""Positions as people write them down (`autogm.model.position`), made a state of a conflict and
read off one. A position is one at the beginning of a turn: the same position reached in play is
the same state. What a position cannot say, such as a roll that is under way, is refused by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autogm.engine import codes
from autogm.engine.codes import (
    A_SHIFT,
    N_COMPEL,
    N_ORDER,
    N_ROAR,
    N_TURN,
    PASS,
    SETTLE,
    V_ACT_NEXT,
    VERB_SHIFT,
)
from autogm.engine.compiling.setting import Setting
from autogm.engine.compiling.telling import fields_of, fighters_in
from autogm.engine.entries import apply_at, forget_past_at, legal_at
from autogm.engine.layout import BUFFER
from autogm.engine.state import State
from autogm.game.positions import CannotSayError
from autogm.game.rows import rows
from autogm.model.position import Position
from autogm.model.schema import position_schema
from autogm.model.shape import Problem
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.engine.game import Game

Array = np.ndarray[Any, Any]

TURN_FIELDS = ("turn_flags", "turn_toward", "turn_away", "turn_banned", "turn_paid")


class ConflictPositions:
    """How positions of conflicts are read and written (`autogm.game.positions.Positions`)."""

    model = Position
    schema = staticmethod(position_schema)
    entries = (apply_at, legal_at, forget_past_at)

    def state_of(
        self, game: Game, position: Position, *, partly: bool = False
    ) -> tuple[State | None, list[Problem]]:
        """The state that a position is; none where something of it does not fit the conflict, with
        all that does not. Of one that is known only `partly`, no more than its parts is looked
        at. The conflict may be over in it."""
        setting = Setting(game.compiled, position)
        records = setting.write()
        turn = _Turn(game, setting, records)
        turn.order()
        if not setting.problems and not partly:
            turn.begin()
        sound = not setting.problems and not partly
        return (State(game, records) if sound else None), setting.problems

    def told(self, state: State) -> dict[str, Any]:
        """The fields of the position of a state, of which `state_of` makes that state again.

        Raises:
            CannotSayError: where the state is not the beginning of a turn, saying what it is.
        """
        begun = _begun(state)
        fields = begun.fields | fields_of(state.game.compiled, state.record[0])
        for passed in ((), (1 - begun.side,), (1 - begun.side, begun.side)):
            told = fields | ({"no_compel": [SIDES[side] for side in passed]} if passed else {})
            again, _ = self.state_of(state.game, Position.model_validate(told))
            if again == state:
                return told
        raise CannotSayError("play has led to something in it that no field of a position says")


class _Turn:
    """The turn that begins in a position."""

    def __init__(self, game: Game, setting: Setting, records: Array) -> None:
        self.game, self.setting, self.position = game, setting, setting.position
        self.scene, self.records, self.state = setting.scene, records, records[0]
        self.whose: int | None = None
        """The number of the fighter that is named."""

    # Who has acted

    def order(self) -> None:
        """Write who has acted, which says whose turn it is."""
        position, note = self.position, self.setting.note
        for place, name in enumerate(position.acted or ()):
            who = self.setting.someone(("acted", place), name)
            self.state["acted"] |= 0 if who is None else 1 << who
        if position.roar is not None:
            self._roar()
        elif position.turn in SIDES:
            self._side(SIDES.index(position.turn))
        elif position.turn is not None:
            self.whose = self.setting.someone(("turn",), position.turn)
            if self.whose is None:
                return
            if position.acted is None:
                self.state["acted"] = self._before(self.whose)
            if (int(self.state["acted"]) >> self.whose) & 1:
                note(("turn",), f"`{position.turn}` is among those who have `acted`")

    def _roar(self) -> None:
        """The Roar goes on (R1): who has roared is who has acted."""
        note = self.setting.note
        if not self.setting.encounter.ruleset.roar:
            note(("roar",), "this conflict opens with no Roar (R1): leave it out")
        elif self.position.exchange != 1:
            note(("roar",), "the Roar is before the first exchange: leave it or `exchange` out")
        elif self.position.turn is not None:
            note(("turn",), "nobody has a turn while the Roar goes on: leave it or `roar` out")
        else:
            side = SIDES.index(str(self.position.roar))
            self.state["pending"][0] = (N_ROAR, 0, side, 0)
            self.state["depth"] = 1

    def _side(self, side: int) -> None:
        """A side says which of its NPCs acts next (T2)."""
        mask = int(self.scene["block_mask"][side]) & int(self.state["present"])
        if self.position.acted is None and mask:
            self.state["acted"] = self._before((mask & -mask).bit_length() - 1)
        if not mask & ~int(self.state["acted"]):
            which = "has nobody who acts together" if not mask else "has nobody left to act"
            message = f"`{self.position.turn}` {which} (T2): name a fighter"
            self.setting.note(("turn",), message, self.position.turn)

    def _before(self, fighter: int) -> int:
        """Those who are here and act before a fighter by their place, as a bit mask."""
        mob, mask = int(self.scene["mob_of"][fighter]), 0
        for entry in self.scene["order"][: int(self.scene["places"])].tolist():
            group = int(self.scene["parts"][entry]) | 1 << entry if entry >= 0 else 0
            if entry < 0:
                group = int(self.scene["block_mask"][-1 - entry])
            if (group >> fighter) & 1 or entry == mob:
                mask |= group & ((1 << fighter) - 1) if entry >= 0 else 0
                break
            mask |= group
        return mask & int(self.state["present"])

    # The turn begins

    def begin(self) -> None:
        """Go on to the beginning of the turn."""
        note, game = self.setting.note, self.game
        try:
            game.limits.check_standing(self.state)
        except ValueError as error:
            note((), f"this is no position that play could go on from: {error}")
            return
        forget_past_at(game.scene_rows, rows(self.records), 0)
        self._apply(SETTLE)
        if self.whose is not None:
            self._chosen(self.whose)
        if not self.state["winner"]:
            self._fits()
            self._uncompelled()

    def _apply(self, action: int) -> None:
        buffer = rows(np.zeros(1, BUFFER))
        game = self.game
        apply_at(game.scene_rows, rows(self.records), 0, action, buffer, game.no_log)

    def _bottom(self) -> tuple[int, int, int]:
        """The kind, the fighter and the side of what all else pends on."""
        kind, who, side = (int(one) for one in self.state["pending"][0][:3])
        return kind, who, side

    def _chosen(self, fighter: int) -> None:
        """It is the one who acts next of those who act together."""
        kind, _, side = self._bottom()
        waiting = int(self.scene["block_mask"][side]) & ~int(self.state["acted"])
        if kind == N_ORDER and (waiting >> fighter) & 1:
            self._apply((V_ACT_NEXT << VERB_SHIFT) | (fighter << A_SHIFT))

    def _fits(self) -> None:
        """Whether it is the turn of who is named, or was, where nothing was to be chosen in it."""
        kind, who, side = self._bottom()
        named, ids = self.position.turn, list(self.setting.fighters)
        if named is None or self.position.exchange != int(self.state["exchange"]):
            return
        if named in SIDES:
            fits = side == SIDES.index(named)
        else:
            fits = self.whose == who or (int(self.state["acted"]) >> (self.whose or 0)) & 1 == 1
        if not fits:
            first = f"a fighter of `{SIDES[side]}`" if kind == N_ORDER else f"`{ids[who]}`"
            message = f"it is the turn of {first} first: put who has had a turn into `acted`"
            self.setting.note(("turn",), message, named)

    def _uncompelled(self) -> None:
        """The sides that let the chance to compel go by."""
        whose = self._bottom()
        while self._bottom() == whose and int(self.state["depth"]) > 1:
            kind, _, side, _ = self.state["pending"][int(self.state["depth"]) - 1].tolist()
            if kind != N_COMPEL or SIDES[side] not in self.position.no_compel:
                return
            self._apply(PASS)


class _Begun(NamedTuple):
    """The turn that begins in a state: its fields of a position, and whose side's it is."""

    fields: dict[str, Any]
    side: int


def _begun(state: State) -> _Begun:
    """The turn that begins in a state.

    Raises:
        CannotSayError: where none does.
    """
    record = state.record[0]
    if state.is_terminal():
        raise CannotSayError("the conflict is over in it")
    entries = record["pending"][: int(record["depth"])].tolist()
    (kind, who, side, _), above = entries[0], [entry[0] for entry in entries[1:]]
    if codes.N_ANSWER in above:
        raise CannotSayError("a compel is being answered in it")
    if any(one != N_COMPEL for one in above) or kind not in (N_TURN, N_ORDER, N_ROAR):
        rolled = "a roll" if record["roll_verb"] else "an action"
        raise CannotSayError(f"{rolled} is under way in it")
    if any(record[name] for name in TURN_FIELDS):
        raise CannotSayError("a turn is under way in it, not at its beginning")
    acted = int(record["acted"])
    fields: dict[str, Any] = {"exchange": int(record["exchange"])}
    if kind == N_ROAR:
        fields["roar"] = SIDES[side]
    elif kind == N_ORDER:
        fields["turn"] = SIDES[side]
    else:
        fields["turn"] = state.game.words.fighters[who]
        acted &= ~(1 << who)
    fields["acted"] = fighters_in(state.game.compiled, acted)
    return _Begun(fields, side)
