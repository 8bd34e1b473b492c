"""What a person is asked, as its side may know it: the question, and the options in a player's
words, grouped as a Fate player thinks, each with what it is about, so that it can be chosen on a
map too. What is legal is decided by the game alone; here it is put into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from autogm.engine import codes
from autogm.engine.actions import Action
from autogm.engine.carry import NotKnownError
from autogm.engine.observation import public
from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.view.words.choices import NODES, ChoiceWords
from autogm.view.words.grammar import start
from autogm.view.words.names import names_of
from autogm.view.words.sides import says

MOVE, ATTACK, CREATE, OVERCOME = "Move", "Attack", "Create an advantage", "Overcome"
MANEUVER, OTHER, END = "Maneuver", "Help and stunts", "Hold"
GROUPS = {
    "move": MOVE,
    "sprint": MOVE,
    "leave": MOVE,
    "attack": ATTACK,
    "charge": ATTACK,
    "attack everyone": ATTACK,
    "create": CREATE,
    "explore": CREATE,
    "discover": CREATE,
    "declare": CREATE,
    "overcome": OVERCOME,
    "recover": OVERCOME,
    "grab": OVERCOME,
    "push": MANEUVER,
    "pull": MANEUVER,
    "full defense": MANEUVER,
    "full attack": MANEUVER,
    "help": OTHER,
    "stunt": OTHER,
    "effect": OTHER,
    "divide": OTHER,
    "pass": END,
}
"""Where what somebody may do on a turn is looked for."""
ORDER = (MOVE, ATTACK, CREATE, OVERCOME, MANEUVER, OTHER, END)
SEARCHES = ("discover", "explore")
"""What is offered without saying what it would find."""


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen: its structured form, which a client sends back, its words as
    they follow «should», its group (empty where all options are of one kind), and the ids of the
    zone and the fighter and the aspect's text that it is about, if it is. `about` is what it is
    about on a table of cards: fields and their values, as `Listing` of a tableau has them."""

    action: Mapping[str, Any]
    words: str
    group: str = ""
    zone: str | None = None
    fighter: str | None = None
    aspect: str | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Offer:
    """A choice as it is put to a side: its number, the id of the fighter whose own choice it is (if
    it is one's), the question as a sentence, the kind of choice by name, and the options."""

    side: int
    fighter: str | None
    question: str
    node: str
    options: tuple[Option, ...]


def offer(state: Any, side: int) -> Offer:
    """What the side is asked that is to choose, in terms that it knows.

    Raises:
        ValueError: where it is not that side's choice.
    """
    if state.current_player() != side:
        raise ValueError(f"it is not the choice of the {SIDES[side]} now")
    if isinstance(state, State):
        return _of_conflict(state, side)
    options = tuple(_plain_options(state, side))
    return Offer(side, state.actor(), _somebody_chooses(side), "", options)


def chosen(state: Any, side: int, action: Mapping[str, Any]) -> int:
    """The action of a state that a side means by an option's structured form.

    Raises:
        ValueError: for what it is not offered, and for what cannot be done for a reason that it
            does not know.
    """
    if state.current_player() != side:
        raise ValueError(f"it is not the choice of the {SIDES[side]} now")
    try:
        if isinstance(state, State):
            return state.game.choice(state, side, Action.from_dict(action))
        found: int = state.game.action_of(state, action)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{dict(action)} is no choice: {error}") from None
    return found


def place_of(state: Any, found: Offer, action: int) -> int | None:
    """Which of its options an action of a state is, by its place in the offer; None for what is not
    offered. Some option may mean nothing that can be done now, for a reason that the side does not
    know; looking for what is hidden is one option, whatever is found."""
    for place, one in enumerate(found.options):
        try:
            meant = chosen(state, found.side, one.action)
        except ValueError:
            continue
        if meant == action:
            return place
    verb = state.game.describe(state, action).verb
    searches = (place for place, one in enumerate(found.options) if one.action["verb"] == verb)
    return next(searches, None) if verb in SEARCHES else None


def _of_conflict(state: State, side: int) -> Offer:
    node = NODES[state.node()][0]
    try:
        seen = state.game.as_known_to(state, side)
    except NotKnownError:
        told = (_option(one, _plainly(one), False) for one in state.game.choices(state, side))
        return Offer(side, None, _somebody_chooses(side), node, tuple(told))
    words = ChoiceWords(seen.game)
    if seen.current_player() == side:
        named = names_of(seen.game.encounter)
        asked = start(named.says(words.chooser(seen), f"chooses {words.question(seen)}."))
        who = words.fighter(seen)
    else:  # what there is to choose from is hidden
        asked, who = _somebody_chooses(side), None
    phrases = {
        public(seen.game.describe(seen, code)): words.phrase(seen, code)
        for code in reversed(seen.legal_actions())
    }
    paid = {public(seen.game.describe(seen, code)): words.invoked(seen, code)
            for code in reversed(seen.legal_actions())}  # fmt: skip
    turn = state.node() == codes.N_TURN
    options = [
        _option(one, phrases.get(one) or _plainly(one), turn, paid.get(one))
        for one in dict.fromkeys(state.game.choices(state, side))
    ]
    if turn:
        options.sort(key=lambda one: ORDER.index(one.group))
    return Offer(side, who, asked, node, tuple(options))


def _option(action: Action, words: str, turn: bool, paid: str | None = None) -> Option:
    return Option(
        action.as_entry(),
        words,
        GROUPS[action.verb] if turn else "",
        action.zone or (action.on if action.target is None else None),
        action.target or action.on,
        action.aspect or paid,
    )


def _plainly(action: Action) -> str:
    """An action in words that need nothing of what is going on, which may be hidden."""
    if action.verb == "discover":
        return "look for what is hidden"
    if action.verb == "use":
        return f"use {action.skill}" + (" for a lethal attack" if action.lethal else "")
    return str(action)


def _somebody_chooses(side: int) -> str:
    """A question of which no more can be said."""
    return start(f"{says(SIDES[side], 'choose', 'chooses')}.")


def _plain_options(state: Any, side: int) -> Iterator[Option]:
    for one in state.game.choices(state, side):
        fields = one.as_dict()
        about = tuple(f"{name} {value}" for name, value in fields.items() if name != "verb")
        yield Option(fields, str(one), aspect=getattr(one, "aspect", None), about=about)
