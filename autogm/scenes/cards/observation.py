"""What a side may know of a card scene. The GM knows all of it; the players do not know aspects
that are hidden and not yet revealed, nor which aspects the GM could turn against them (G4, G16).
What is worked out for them is worked out from the scene as they know it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autogm.game.contract import CHANCE, PLAYERS, TERMINAL
from autogm.game.rows import rows
from autogm.model.words import SIDES
from autogm.scenes.cards.actions import Action
from autogm.scenes.cards.codes import ROLL_PHASES
from autogm.scenes.cards.layout import MASKS
from autogm.scenes.cards.settled import SettledScene
from autogm.scenes.cards.state import CardState
from autogm.scenes.cards.step import difficulty_at, settle_roll_at

if TYPE_CHECKING:
    from autogm.scenes.cards.game import CardGame

PHASES = (
    "over",
    "opening",
    "whether the players pay for a full scene",
    "whether the GM pays for a full scene",
    "framing",
    "who tries what",
    "the free invoke",
    "invokes before the dice",
    "the dice",
    "the player's answer",
    "the GM's answer",
    "what becomes of a success",
    "what becomes of a failure",
    "a bargain",
    "how the GM resolves",
)
"""What each phase is about, by its number in `codes`."""


class Known:
    """The scene as the players know it, once so much is revealed and turned."""

    def __init__(self, game: CardGame, revealed: int, turned: int) -> None:
        from autogm.scenes.cards.game import CardGame

        aspects = game.settled.aspects
        self._kept = [
            place for place, one in enumerate(aspects) if not one.hidden or (revealed >> place) & 1
        ]
        seen = tuple(
            aspects[place] if (turned >> place) & 1 else replace(aspects[place], turns=frozenset())
            for place in self._kept
        )
        self.game = CardGame(_without(game.settled, tuple(replace(one, why=()) for one in seen)))

    def state(self, state: CardState) -> CardState:
        """The same moment in the scene as the players know it."""
        record = state.record.copy()
        for name in MASKS:
            mask = int(record[0][name])
            record[0][name] = sum(
                1 << new for new, old in enumerate(self._kept) if (mask >> old) & 1
            )
        settle_roll_at(self.game.scene_rows, rows(record), 0)
        return CardState(self.game, record)


def _without(scene: SettledScene, aspects: tuple[Any, ...]) -> SettledScene:
    """A scene of these aspects alone; conditions on others are as if met."""
    texts = {one.text for one in aspects}
    endings = tuple(
        replace(one, gone=one.gone & texts, standing=one.standing & texts) for one in scene.endings
    )
    return replace(scene, aspects=aspects, endings=endings)


def as_known_to(state: CardState, side: int) -> CardState:
    """The state as a side knows it: the state itself where nothing is hidden from it.

    Raises:
        ValueError: where the GM chooses among what the players do not know.
    """
    game = state.game
    record = state.record[0]
    if side != PLAYERS or not game.hides:
        return state
    revealed, turned = int(record["revealed"]), int(record["turned"])
    revealed |= int(record["standing"]) & int(game.scene[0]["hidden"])
    if (revealed, turned) not in game.known:
        game.known[revealed, turned] = Known(game, revealed, turned)
    known = game.known[revealed, turned].state(state)
    if known.is_settled():
        return known
    raise ValueError("the GM chooses among what the players do not know")


def observation(state: CardState, side: int) -> dict[str, Any]:
    """What a side may know of a state, as plain data: what stands on which card, where the points
    are, what is going on, and what the side may do if it chooses."""
    game = state.game
    scene, record = game.settled, state.record[0]
    standing = [
        one for place, one in enumerate(scene.aspects) if (int(record["standing"]) >> place) & 1
    ]
    bearers = [*((one.id, one.title) for one in scene.cards),
               *((one.id, one.name) for one in scene.characters)]  # fmt: skip
    turned = int(record["turned"])
    points = {one.id: int(record["points"][place]) for place, one in enumerate(scene.characters)}
    found: dict[str, Any] = {
        "cards": {name: [one.text for one in standing if one.on == key] for key, name in bearers},
        "turned": [one.text for place, one in enumerate(scene.aspects) if (turned >> place) & 1],
        "points": {**points, "gm": int(record["gm"]), "bowl": int(record["bowl"])},
        "rolls": int(record["rolls"]),
        "successes": int(record["successes"]),
        "failures": int(record["failures"]),
        "phase": PHASES[state.phase],
        "actor": state.actor(),
        "chooses": _chooser(state),
        "choices": [one.as_dict() for one in choices(state, side)],
        "winner": state.winner,
    }
    found["cards"] = {name: texts for name, texts in found["cards"].items() if texts}
    if (ROLL_PHASES >> state.phase) & 1:
        found["roll"] = {
            "intention": scene.intentions[int(record["intention"])].id,
            "difficulty": int(difficulty_at(game.scene_rows, rows(state.record), 0)),
            "invokes": int(record["bonus"]),
            "dice": int(record["dice"]),
        }
    if state.is_terminal():
        found["ending"] = scene.endings[int(record["ending"])].id
    return found


def _chooser(state: CardState) -> str | None:
    player = state.current_player()
    return {CHANCE: "dice", TERMINAL: None}.get(player) if player < 0 else SIDES[player]


def choices(state: CardState, side: int) -> list[Action]:
    """What a side may choose; nothing where it does not choose. The players are offered nothing
    that is hidden."""
    if state.current_player() != side:
        return []
    return [state.game.describe(state, action) for action in state.legal_actions()]
