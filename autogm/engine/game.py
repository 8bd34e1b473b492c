"""A conflict under the contract, `Game`: the constants of one conflict, and what is asked of them.
Its moments are of `autogm.engine.state`.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.engine.actions import Action, ActionWords
from autogm.engine.codes import CHANCE, LOG_FULL, SETTLE
from autogm.engine.compile import Compiled, compile_encounter
from autogm.engine.entries import apply_at
from autogm.engine.events import Event, EventReader
from autogm.engine.layout import BUFFER, LOG, MAX_ACTIONS, SCENE, STATE
from autogm.engine.plausible import RecordCheck
from autogm.engine.secrets import Secrets, secrets_of
from autogm.engine.stake_bounds import largest_stake
from autogm.engine.state import State
from autogm.game.dice import DICE_FLOOR, FACES_SHIFT, OUTCOME_MASK, outcome_of, unpack_faces
from autogm.game.rows import copied, rows
from autogm.rules.encounter import Encounter

if TYPE_CHECKING:
    from autogm.engine.known import Known

Array = np.ndarray[Any, Any]


def new_buffer(count: int = 1) -> Any:
    """Somewhere for kernels to write legal actions: `count` buffers."""
    return rows(np.zeros(count, BUFFER))


class Game:
    """One conflict, compiled.

    `max_chance_outcomes`, `max_actions`, `max_game_length` and `state_bytes` are its bounds: no
    node has more outcomes or actions, no battle more steps.
    """

    def __init__(self, encounter: Encounter) -> None:
        """Compile an encounter.

        Raises:
            ScenarioError: for what the engine cannot hold or express.
        """
        self.compiled: Compiled = compile_encounter(encounter)
        self.encounter = self.compiled.encounter
        self.scene = self.compiled.scene
        self.words = ActionWords(self.compiled)
        self._reader = EventReader(self.compiled, self.words)
        self.scene_rows, self.no_log = rows(self.scene), rows(np.zeros(1, LOG))
        self._as_known: dict[Secrets, Known] = {}
        self.first_record: Array = self.compiled.state.copy()
        apply_at(self.scene_rows, rows(self.first_record), 0, SETTLE, new_buffer(), self.no_log)

    @property
    def state_bytes(self) -> int:
        """Size of a state."""
        return STATE.itemsize

    @property
    def max_chance_outcomes(self) -> int:
        """Outcomes of a chance node at most."""
        return int(self.scene[0]["outcomes"])

    @property
    def max_actions(self) -> int:
        """Legal actions of one node at most: the action buffer's room."""
        return MAX_ACTIONS

    @cached_property
    def max_utility(self) -> float:
        """No end is worth more to either side."""
        return largest_stake(self.scene[0])

    @property
    def max_game_length(self) -> int:
        """No battle has more steps (choices and dice): each turn of each exchange has at most so
        many choices before its roll, and duels are bounded by the free invokes and points there
        can be."""
        scene = self.scene[0]
        fighters = int(scene["fighters"])
        invokes = 2 * int(scene["free_cap"]) * int(scene["slots"]) + 2 * 99
        turn = 24 + 4 * fighters + invokes
        return int(scene["exchanges"]) * fighters * fighters * turn

    def new_initial_state(self) -> State:
        """The state at the first choice or dice."""
        return State(self, copied(self.first_record))

    def describe(self, state: State, action: int) -> Action:
        """An action in words. A chance outcome has no words of its own.

        Raises:
            ValueError: for an integer that is no action.
        """
        if state.current_player() == CHANCE:
            raise ValueError("an outcome of dice is not an action")
        return self.words.describe(action)

    def encode(self, action: Action) -> int:
        """The integer of a structured action.

        Raises:
            ValueError: for names this conflict does not have.
        """
        return self.words.encode(action)

    @property
    def title(self) -> str:
        """What the scenario is called."""
        return self.encounter.scenario.title

    def entry(self, state: State, action: int) -> dict[str, Any]:
        """A choice, or what dice show, as plain data that outlives versions: the fields of a
        structured action; `dice`, the faces of an outcome, or its `sum` where it has none."""
        if state.current_player() != CHANCE:
            return self.describe(state, action).as_entry()
        dice = self.encounter.ruleset.dice
        faces = unpack_faces(dice, action >> FACES_SHIFT)
        return {"dice": list(faces)} if faces else {"sum": action + DICE_FLOOR[dice]}

    def action_of(self, state: State, entry: Mapping[str, Any]) -> int:
        """The action or outcome that an entry keeps, legal in this state.

        Raises:
            ValueError: for what is no entry of this conflict, or is not legal here.
        """
        if state.current_player() == CHANCE:
            action = self._outcome_of(state, entry)
            legal = [outcome for outcome, _ in state.chance_outcomes()]
            if action & OUTCOME_MASK not in legal:
                least, most = (one + self.scene[0]["lowest"] for one in (min(legal), max(legal)))
                shown = (action & OUTCOME_MASK) + self.scene[0]["lowest"]
                raise ValueError(
                    f"this roll's dice come to {least} at least and {most} at most, not {shown}"
                )
            return action
        action = self.encode(Action.from_dict(entry))
        if action not in state.legal_actions():
            raise ValueError(f"{self.describe(state, action)} is not legal here")
        return action

    def _outcome_of(self, state: State, entry: Mapping[str, Any]) -> int:
        dice = self.encounter.ruleset.dice
        if entry.keys() == {"dice"}:
            return outcome_of(dice, tuple(entry["dice"]), state.dice_replaced())
        if entry.keys() == {"sum"} and entry["sum"] >= DICE_FLOOR[dice]:
            return int(entry["sum"]) - DICE_FLOOR[dice]
        raise ValueError(f"dice are to fall, and {dict(entry)} says nothing of any")

    def events(self, state: State, action: int, to: int | None = None) -> list[Event]:
        """What applying `action` does, in plain data; `state` stays as it is. A chance outcome
        that carries faces (see `autogm.game.dice`) shows them. Those that may be told `to` a
        side are in the terms of the conflict as that side knows it afterwards (`known`)."""
        return self._told(copied(state.record), action, to)

    def opening(self, to: int | None = None) -> list[Event]:
        """What happens before the first choice."""
        return self._told(self.compiled.state.copy(), SETTLE, to)

    # What a side may know

    def known(self, state: State, side: int) -> Known | None:
        """The conflict as a side (0 the players, 1 the gm) knows it in a state; none where nothing
        is hidden from it."""
        return self._known(state.record, side)

    def _known(self, record: Array, side: int) -> Known | None:
        from autogm.engine.known import known_game

        secrets = secrets_of(self.compiled, record[0], side)
        if not secrets:
            return None
        if secrets not in self._as_known:
            self._as_known[secrets] = known_game(self.compiled, secrets)
        return self._as_known[secrets]

    def as_known_to(self, state: State, side: int) -> State:
        """A state as a side knows it: of another game, the conflict without what is hidden from
        that side, at the same moment. The state itself where nothing is hidden.

        Raises:
            NotKnownError: where what is going on is about somebody or something hidden.
        """
        from autogm.engine.observation import as_known_to

        return as_known_to(state, side)

    def observation(self, state: State, side: int) -> dict[str, Any]:
        """What a side may know of a state, as plain data (`autogm.engine.observation`). States
        that differ only in what is hidden from a side have equal observations."""
        from autogm.engine.observation import observation

        return observation(state, side)

    def choices(self, state: State, side: int) -> list[Action]:
        """What a side may choose, in words that give nothing away; none where it does not choose.
        A search for what is hidden may always be tried, and names no aspect; exploring names the
        zone alone."""
        from autogm.engine.observation import choices

        return choices(state, side)

    def choice(self, state: State, side: int, said: Action) -> int:
        """The action that a side means by one of its choices; a search may say where (`on`).

        Raises:
            ValueError: for what is none of its choices, and for what cannot be done for a reason
                that the side does not know; nothing is spent then.
        """
        from autogm.engine.observation import choice

        return choice(state, side, said)

    def _told(self, record: Array, action: int, to: int | None) -> list[Event]:
        """The events of a step, read as often as the log fills up on the way, as they may be told
        to a side."""
        log = np.zeros(1, LOG)
        log["on"] = 1
        buffer, told = new_buffer(), []
        answer = LOG_FULL
        while answer == LOG_FULL:
            answer = apply_at(self.scene_rows, rows(record), 0, action, buffer, rows(log))
            told += self._reader.read(log[0])
            log["rows"], action = 0, SETTLE
        if to is None:
            return told
        from autogm.engine.observation import told as told_to

        return told_to(self._known(record, to), told, to)

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of the conflict's constants and of the state's layout."""
        digest = hashlib.sha256(self.scene.tobytes())
        digest.update(str(SCENE.descr).encode() + str(STATE.descr).encode())
        return digest.hexdigest()[:12]

    def serialize(self, state: State) -> str:
        """A state as one short line."""
        packed = base64.urlsafe_b64encode(zlib.compress(state.record.tobytes()))
        return f"{self.fingerprint}.{packed.decode().rstrip('=')}"

    def deserialize(self, text: str) -> State:
        """A state from its line.

        Raises:
            ValueError: for a line that is damaged, which says what of it is, or belongs to another
                conflict or version.
        """
        fingerprint, _, body = text.strip().partition(".")
        if fingerprint != self.fingerprint:
            raise ValueError(
                "this state belongs to another scenario, to another form of this one, or to "
                "another version of the game"
            )
        try:
            record = _unpacked(body)
            self.limits.check(record[0])
            state = State(self, record)
            if not record[0]["winner"] and state._ask() in (0, 1):
                raise ValueError("nothing is left to choose in it")
        except ValueError as error:
            raise ValueError(f"this state line is damaged: {error}") from error
        return state

    @cached_property
    def limits(self) -> RecordCheck:
        """What records that come from outside have to keep to."""
        return RecordCheck(self.scene[0])


def _unpacked(body: str) -> Array:
    """The record of a line's part after the fingerprint; no more of it is read than a record has.

    Raises:
        ValueError: for anything but one record, whole and with nothing after it.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]+", body):
        raise ValueError("it has characters that no line has")
    reader = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        data = reader.decompress(packed, STATE.itemsize + 1)
    except (ValueError, zlib.error):
        raise ValueError("it cannot be unpacked") from None
    if not reader.eof or reader.unused_data or len(data) != STATE.itemsize:
        raise ValueError("it is cut off, or something follows it")
    return np.frombuffer(bytearray(data), STATE)


def load_game(path: Path | str) -> Game:
    """The game of a scenario file; `autogm.game.registry.load_game` has any kind of game.

    Raises:
        ScenarioError: with every fault of the file, or if it describes another kind of game.
    """
    from autogm.game.registry import read_conflict

    return Game(read_conflict(path))
