"""What a person is asked, as its side may know it: the question, and the options in a player's
words, grouped as a Fate player thinks, each with what it is about, so that it can be chosen on a
map too. What is legal is decided by the game alone; here it is put into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from autogm.engine import codes
from autogm.engine.actions import Action
from autogm.engine.carry import NotKnownError
from autogm.engine.observation import public
from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.view.words.choices import NODES, ChoiceWords, Worded
from autogm.view.words.grammar import start
from autogm.view.words.names import names_in
from autogm.view.words.sides import says
from autogm.view.words.ways import Way

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
    about on a table of cards: fields and their values, as `Listing` of a tableau has them. Where it
    may be one of several ways to do the same, `way` says what is done and how."""

    action: Mapping[str, Any]
    words: str
    group: str = ""
    zone: str | None = None
    fighter: str | None = None
    aspect: str | None = None
    about: tuple[str, ...] = ()
    way: Way | None = None


@dataclass(frozen=True)
class Offer:
    """A choice as it is put to a side: its number, the id of the fighter whose own choice it is (if
    it is one's), the question as a sentence, the kind of choice by name, and the options."""

    side: int
    fighter: str | None
    question: str
    node: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Deed:
    """What can be done, in words, and the ways to do it: the numbers of the options with the
    options themselves, one where there is one way alone."""

    words: str
    ways: tuple[tuple[int, Option], ...]


def grouped(found: Offer | None) -> list[tuple[str, list[Deed]]]:
    """What can be done of an offer, by the groups that its options are in."""
    made: dict[str, dict[str, list[tuple[int, Option]]]] = {}
    for number, one in enumerate(found.options if found else ()):
        words = one.words if one.way is None else one.way.deed
        made.setdefault(one.group, {}).setdefault(words, []).append((number, one))
    return [
        (group, [_deed(words, ways) for words, ways in deeds.items()])
        for group, deeds in made.items()
    ]


def _deed(words: str, ways: list[tuple[int, Option]]) -> Deed:
    return Deed(words if len(ways) > 1 else ways[0][1].words, tuple(ways))


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
    asks = getattr(state.game, "question", None)
    asked = _somebody_chooses(side) if asks is None else asks(state, side)
    return Offer(side, state.actor(), asked, "", options)


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


def as_asked(state: State, asked: Offer) -> tuple[State, list[int | None]] | None:
    """A state of a conflict as the side knows it that is asked, with the legal action that each
    option is there (None: it is none there); None where what is going on is hidden from it."""
    try:
        seen = state.game.as_known_to(state, asked.side)
    except NotKnownError:
        return None
    if seen.current_player() != asked.side:
        return None
    codes = {public(seen.game.describe(seen, one)): one for one in seen.legal_actions()}
    return seen, [codes.get(Action.from_dict(one.action)) for one in asked.options]


def _of_conflict(state: State, side: int) -> Offer:
    node = NODES[state.node()][0]
    try:
        seen = state.game.as_known_to(state, side)
    except NotKnownError:
        plain = (_option(one, _plain(one), False) for one in state.game.choices(state, side))
        return Offer(side, None, _somebody_chooses(side), node, tuple(plain))
    words = ChoiceWords(seen.game)
    if seen.current_player() == side:
        named = names_in(seen)
        asked = start(named.says(words.chooser(seen), f"chooses {words.question(seen)}."))
        who = words.fighter(seen)
    else:  # what there is to choose from is hidden
        asked, who = _somebody_chooses(side), None
    told = {
        public(seen.game.describe(seen, code)): words.worded(seen, code)
        for code in reversed(seen.legal_actions())
    }
    turn = state.node() == codes.N_TURN
    choices = list(dict.fromkeys(state.game.choices(state, side)))
    choices.sort(key=lambda one: told[one].rank if one in told else 0)
    options = _ways_together(_option(one, told.get(one) or _plain(one), turn) for one in choices)
    if turn:
        options.sort(key=lambda one: ORDER.index(one.group))
    return Offer(side, who, asked, node, tuple(options))


def _ways_together(options: Iterable[Option]) -> list[Option]:
    """Options in their order, but for ways to do the same, which stand together where the first of
    them stood, what costs least first; and what is free before what has to be paid."""
    deeds: dict[str, list[Option]] = {}
    for one in options:
        deeds.setdefault(one.words if one.way is None else one.way.deed, []).append(one)
    for ways in deeds.values():
        ways.sort(key=lambda one: 0 if one.way is None else one.way.cost)
    paid = sorted(deeds.values(), key=lambda ways: ways[0].way is not None and ways[0].way.cost > 0)
    return [one for ways in paid for one in ways]


def _option(action: Action, told: Worded, turn: bool) -> Option:
    return Option(
        action.as_entry(),
        told.phrase,
        GROUPS[action.verb] if turn else "",
        action.zone or (action.on if action.target is None else None),
        action.target or action.on,
        action.aspect or told.aspect,
        way=told.way,
    )


def _plain(action: Action) -> Worded:
    """An action in words that need nothing of what is going on, which may be hidden."""
    words = str(action)
    if action.verb == "discover":
        words = "look for what is hidden"
    elif action.verb == "use":
        words = f"use {action.skill}" + (" for a lethal attack" if action.lethal else "")
    return Worded(words, None, None)


def _somebody_chooses(side: int) -> str:
    """A question of which no more can be said."""
    return start(f"{says(SIDES[side], 'choose', 'chooses')}.")


def _plain_options(state: Any, side: int) -> Iterator[Option]:
    for one in state.game.choices(state, side):
        fields = one.as_dict()
        about = tuple(f"{name} {value}" for name, value in fields.items() if name != "verb")
        yield Option(fields, str(one), aspect=getattr(one, "aspect", None), about=about)
