"""An aspect-card scene under the contract of every game (`autogm.game.contract`)."""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from autogm.game.contract import CHANCE, TERMINAL, UNDECIDED
from autogm.game.dice import FACES_SHIFT, outcome_of, unpack_faces
from autogm.game.rows import copied, rows
from autogm.scenes.cards.actions import Action, ActionNames
from autogm.scenes.cards.codes import (
    ARGUMENT_BITS,
    FREE,
    LAST_WORD,
    OPENING,
    OVER,
    SETTLE,
    V_INVOKE,
)
from autogm.scenes.cards.compile import DICE, first_state, scene_record
from autogm.scenes.cards.events import Event, EventReader
from autogm.scenes.cards.layout import BUFFER, LOG, MASKS, MAX_ACTIONS, OUTCOMES, SCENE, STATE
from autogm.scenes.cards.settled import Ending, SettledScene
from autogm.scenes.cards.state import CardState
from autogm.scenes.cards.step import apply_at

if TYPE_CHECKING:
    from autogm.game.contract import DifficultyOdds, Part, PlayedOut, Refusal
    from autogm.game.tableau import Tableau
    from autogm.scenes.cards.graph import CardGraph
    from autogm.scenes.cards.observation import Known

Array = np.ndarray[Any, Any]

ROUNDING = 1e-12


class CardGame:
    """The game of a settled scene."""

    max_actions = MAX_ACTIONS
    max_chance_outcomes = OUTCOMES

    def __init__(self, settled: SettledScene) -> None:
        self.settled = settled
        self.scene = scene_record(settled)
        self.scene_rows, self.no_log = rows(self.scene), rows(np.zeros(1, LOG))
        self._names, self._reader = ActionNames(settled), EventReader(settled)
        self.known: dict[tuple[int, int], Known] = {}
        self._before = first_state(settled)
        self.first_record: Array = self._before.copy()
        apply_at(
            self.scene_rows, rows(self.first_record), 0, SETTLE, rows(np.zeros(1, BUFFER)),
            self.no_log,
        )  # fmt: skip

    @property
    def title(self) -> str:
        """What the scene is called."""
        return self.settled.title

    @property
    def points(self) -> int:
        """All fate points, which stay as many as they are (F8, G12)."""
        settled = self.settled
        return settled.gm_points + settled.bowl + sum(one.points for one in settled.characters)

    @property
    def max_game_length(self) -> int:
        """No scene has more steps: each roll has at most one for who tries what, an invoke of each
        aspect, an answer of the GM by each, a pass between any two of these, the dice, and six for
        what becomes of it."""
        aspects = len(self.settled.aspects)
        return 4 + aspects + (self.settled.max_rolls + 1) * (10 + 4 * aspects)

    @property
    def max_utility(self) -> float:
        """No end is worth more to either side, by its stake or by what that is over the other's."""
        scene = self.scene[0]
        worth = max(_widest(float(players), float(gm)) for players, gm in scene["worth"])
        point = max(abs(float(one)) for one in scene["point"])
        rolls = _widest(*map(float, scene["roll"])) * self.settled.max_rolls
        return (worth + point * self.points + rolls) * (1 + ROUNDING)

    def new_initial_state(self) -> CardState:
        """The state at the first choice or dice."""
        return CardState(self, copied(self.first_record))

    def describe(self, state: CardState, action: int) -> Action:
        """An action in words.

        Raises:
            ValueError: for an integer that is no action, and where dice are pending.
        """
        if state.current_player() == CHANCE:
            raise ValueError("an outcome of dice is not an action")
        said = self._names.describe(action)
        if action >> ARGUMENT_BITS != V_INVOKE:
            return said
        how = "for free" if state.phase == FREE else "for a point"
        return replace(said, says=f"{said} {how}")

    def encode(self, action: Action) -> int:
        """The integer of an action in words.

        Raises:
            ValueError: for what this scene does not have.
        """
        return self._names.encode(action)

    def entry(self, state: CardState, action: int) -> dict[str, Any]:
        """A choice, or what dice show, as data that outlives versions: the fields of an action;
        `dice`, the faces of an outcome, or its `sum` where it has none."""
        if state.current_player() != CHANCE:
            return self.describe(state, action).as_dict()
        faces = unpack_faces(DICE, action >> FACES_SHIFT)
        return {"dice": list(faces)} if faces else {"sum": action - 4}

    def action_of(self, state: CardState, entry: Mapping[str, Any]) -> int:
        """The action or outcome of an entry, legal in this state.

        Raises:
            ValueError: for what is no entry of this scene, or not legal here.
        """
        if state.current_player() == CHANCE:
            return _outcome(entry)
        action = self.encode(Action.from_dict(entry))
        if action not in state.legal_actions():
            raise ValueError(f"{self.describe(state, action)} is not legal here")
        return action

    def events(self, state: CardState, action: int, to: int | None = None) -> list[Event]:
        """What applying an action does, what is forced after it included; the state stays as it
        is. What a side may be told is all of it: nothing happens that is hidden."""
        return self._told(copied(state.record), action)

    def opening(self, to: int | None = None) -> list[Event]:
        """What happens before the first choice."""
        return self._told(self._before.copy(), SETTLE)

    def _told(self, record: Array, action: int) -> list[Event]:
        log = np.zeros(1, LOG)
        log["on"] = 1
        apply_at(
            self.scene_rows, rows(record), 0, action, rows(np.zeros(1, BUFFER)), rows(log)
        )  # fmt: skip
        return self._reader.read(log[0])

    def odds(self, state: CardState, action: int) -> DifficultyOdds | None:
        """The odds of the roll that a choice leads to; none where it leads to none."""
        from autogm.scenes.cards.odds import odds

        return odds(state, action)

    # Why something cannot be done (`autogm.scenes.cards.refusing`)

    def refusal(self, state: CardState, said: Mapping[str, Any]) -> Refusal | None:
        """Why an action is not legal, in a sentence with its rule; None where it is.

        Raises:
            ValueError: for what names nothing of this scene.
        """
        from autogm.scenes.cards.refusing import refusal

        return refusal(state, said)

    def attempts(
        self, state: CardState, field: str, value: str
    ) -> list[tuple[str, dict[str, str]]]:
        """What may be meant by pointing at an aspect, an intention or an ending."""
        from autogm.scenes.cards.refusing import attempts

        return attempts(state, field, value)

    def meant(self, state: CardState, words: str) -> dict[str, str]:
        """What words mean that somebody types.

        Raises:
            ValueError: where they mean nothing that this scene has.
        """
        from autogm.scenes.cards.refusing import meant

        return meant(state, words)

    # What can be taken out of it (`autogm.scenes.cards.parts`)

    def parts(self) -> list[Part]:
        """Each character, card and aspect."""
        from autogm.scenes.cards.parts import parts

        return parts(self.settled)

    def without(self, part: Part) -> CardGame:
        """The scene without something, and without what is on it.

        Raises:
            ValueError: where an ending needs it, or the scene cannot be played.
        """
        from autogm.scenes.cards.parts import without

        return CardGame(without(self.settled, part))

    def ending(self, state: CardState) -> str:
        """How a scene has ended, by the id of its ending."""
        return self._ending(state).id

    def whose_ending(self, state: CardState) -> str:
        """The side whose resolution ended a scene, or `bargain`."""
        ending = self._ending(state)
        return ending.side if ending.kind == "resolution" else ending.kind

    def ending_words(self, name: str) -> str:
        """What the ending of that id is, as the file says it."""
        return next(one.words for one in self.settled.endings if one.id == name)

    @property
    def unwon(self) -> str:
        """What an end is called that neither side has won: mostly such are bargains alone."""
        kinds = {one.kind for one in self.settled.endings if one.winner == UNDECIDED}
        return "a bargain" if kinds == {"bargain"} else "nobody wins"

    def worst_and_best(self, side: int) -> tuple[float, float]:
        """What its worst and its best ending are worth to a side."""
        worths = [float(one.worth[side]) for one in self.settled.endings]
        return min(worths), max(worths)

    def _ending(self, state: CardState) -> Ending:
        return self.settled.endings[int(state.record[0]["ending"])]

    def tableau(self, state: CardState, side: int | None = None) -> Tableau:
        """The table of cards as a side sees it."""
        from autogm.scenes.cards.tableau import tableau

        return tableau(state, side)

    def question(self, state: CardState, side: int) -> str:
        """What a side is to choose, in a sentence or two."""
        from autogm.scenes.cards.tableau import question

        return question(state, side)

    def graph(self, root: CardState, most: int) -> CardGraph:
        """What can follow on a state, about `most` states of it."""
        from autogm.scenes.cards.graph import CardGraph

        return CardGraph(root, most)

    # Agents that are kernels, and whole plays of them (`autogm.scenes.cards.playing`)

    def chosen(self, state: CardState, agent: str, seed: int, battle: int, choice: int) -> int:
        """What an agent of these scenes chooses."""
        from autogm.scenes.cards.playing import chosen

        return chosen(state, agent, seed, battle, choice)

    def fallen(self, state: CardState, seed: int, battle: int, roll: int) -> int:
        """How the dice that are pending fall; they are counted by the state itself."""
        from autogm.scenes.cards.playing import fallen_dice

        return fallen_dice(state, seed, battle)

    def play_out(
        self, agents: tuple[str, str], seed: int, first: int, last: int, start: CardState
    ) -> PlayedOut:
        """Play scenes `first` up to `last` of `seed` from a state on."""
        from autogm.scenes.cards.playing import play_out

        return play_out(self, agents, seed, first, last, start)

    # What a side may know

    @cached_property
    def hides(self) -> bool:
        """Whether anything is hidden from the players: aspects, or that they may be turned."""
        return any(one.hidden or one.turns for one in self.settled.aspects)

    def observation(self, state: CardState, side: int) -> dict[str, Any]:
        """What a side may know of a state, as plain data (`autogm.scenes.cards.observation`)."""
        from autogm.scenes.cards.observation import observation

        return observation(state, side)

    def choices(self, state: CardState, side: int) -> list[Action]:
        """What a side may choose; nothing where it does not choose."""
        from autogm.scenes.cards.observation import choices

        return choices(state, side)

    def as_known_to(self, state: CardState, side: int) -> CardState:
        """The state as a side knows it, of a scene without what is hidden from that side.

        Raises:
            ValueError: where the GM chooses among what the players do not know.
        """
        from autogm.scenes.cards.observation import as_known_to

        return as_known_to(state, side)

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of the scene's constants, of what is named in its actions, and of the
        records' layout."""
        settled = self.settled
        named = (settled.characters, settled.intentions, settled.endings)
        names = [one.text for one in settled.aspects], *([one.id for one in some] for some in named)
        digest = hashlib.sha256(self.scene.tobytes() + self._before.tobytes())
        digest.update(repr(names).encode())
        digest.update(str(SCENE.descr).encode() + str(STATE.descr).encode())
        return digest.hexdigest()[:12]

    def serialize(self, state: CardState) -> str:
        """A state as one short line."""
        packed = base64.urlsafe_b64encode(zlib.compress(state.record.tobytes()))
        return f"{self.fingerprint}.{packed.decode().rstrip('=')}"

    def deserialize(self, text: str) -> CardState:
        """The state of a line.

        Raises:
            ValueError: for a line that is damaged, or belongs to another scene.
        """
        fingerprint, _, body = text.strip().partition(".")
        if fingerprint != self.fingerprint:
            raise ValueError(
                "this state belongs to another scene, to another form of this one, or to another "
                "version of the game"
            )
        record = _unpacked(body)
        if not self.is_possible(record[0]):
            raise ValueError("this state line is damaged: no play of the scene leads to it")
        return CardState(self, record)

    def is_possible(self, record: Any) -> bool:
        """Whether what a record says can be said of this scene: masks and numbers within bounds,
        points that add up, something to choose."""
        settled = self.settled
        everything = (1 << len(settled.aspects)) - 1
        masks = [int(record[name]) for name in MASKS]
        points = [int(one) for one in record["points"]]
        purses = [*points, int(record["gm"]), int(record["bowl"])]
        counts = {
            "actor": len(settled.characters),
            "intention": len(settled.intentions),
            "ending": len(settled.endings),
            "rolls": settled.max_rolls + 1,
            "phase": LAST_WORD + 1,
            "bonus": len(settled.aspects) + 1,
            "passes": 2,
            "winner": 4,
            "simple": 1 + settled.simple,
            "refused": 2,
            "successes": settled.max_rolls + 1,
            "failures": settled.max_rolls + 1,
        }
        fits = (
            all(one & ~everything == 0 for one in masks)
            and min(purses) >= 0
            and sum(purses) == self.points
            and not any(points[len(settled.characters) :])
            and all(0 <= int(record[name]) < count for name, count in counts.items())
            and -4 <= int(record["dice"]) <= 4
            and (int(record["winner"]) > 0) == (int(record["phase"]) == OVER)
            and int(record["phase"]) != OPENING
            and not record["spare"]
        )
        if not fits:
            return False
        state = CardState(self, np.array([record], STATE))
        return state.is_settled() and state.is_terminal() == (state.current_player() == TERMINAL)


def _widest(players: float, gm: float) -> float:
    """The most that what both sides value can come to for one of them, or between the two."""
    return max(abs(players), abs(gm), abs(players - gm))


def _outcome(entry: Mapping[str, Any]) -> int:
    """The outcome of dice that an entry keeps.

    Raises:
        ValueError: for what says nothing of dice, or of dice that cannot fall so.
    """
    if entry.keys() == {"dice"} and isinstance(entry["dice"], list | tuple):
        return outcome_of(DICE, tuple(entry["dice"]))
    said = entry.get("sum")
    if entry.keys() == {"sum"} and isinstance(said, int) and -4 <= said <= 4:
        return said + 4
    raise ValueError(f"dice are to fall, and {dict(entry)} says nothing of any that can")


def _unpacked(body: str) -> Array:
    """The record of a line's part after the fingerprint.

    Raises:
        ValueError: for anything but one record, whole and with nothing after it.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]+", body):
        raise ValueError("this state line is damaged: it has characters that no line has")
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), 4096)
    except (ValueError, zlib.error):
        raise ValueError("this state line is damaged: it cannot be unpacked") from None
    if not reader.eof or reader.unused_data or len(data) != STATE.itemsize:
        raise ValueError("this state line is damaged: it is cut off, or something follows it")
    return np.frombuffer(bytearray(data), STATE)
