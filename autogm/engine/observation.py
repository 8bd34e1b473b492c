"""What a side is told: how things stand, what happens, and what it may choose, in the terms of the
conflict as it knows it (`autogm.engine.known`). It carries no rule; what is hidden is decided in
`autogm.engine.secrets`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autogm.engine import codes
from autogm.engine.actions import VERBS, Action
from autogm.engine.carry import NotKnownError, carried, position_of
from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    B_MASK,
    B_SHIFT,
    C_MASK,
    CHANCE,
    POOL,
    TERMINAL,
    VERB_SHIFT,
)
from autogm.engine.compiling.compels import EFFECTS
from autogm.engine.events import Event
from autogm.engine.known import Known
from autogm.engine.position import position_data
from autogm.engine.secrets import Secrets
from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.engine.state import State

SOMETHING = "something hidden"
"""Stands for the text of an aspect that a side does not know."""
HIDDEN_SLOT = -1
"""Stands for the slot of such an aspect."""
NAMING = ("who", "target", "by", "on", "payer", "from", "to")
"""Facts that may be a fighter's id."""


def observation(state: State, side: int) -> dict[str, Any]:
    """What a side may know of a state, as plain data: `conflict` names the conflict as the side
    knows it, `position` says how things stand in it (`autogm.engine.position`), `chooses` is the
    side whose choice it is, `dice`, or None at the end, `fighter` the id of whose choice it is, and
    `choices` what the side may do if it chooses. States that differ only in what is hidden from
    the side have equal observations."""
    game = state.game
    known = game.known(state, side)
    seen = _seen(state, side)
    chooses = {CHANCE: "dice", TERMINAL: None}.get(state.current_player(), state.side())
    return {
        "side": SIDES[side],
        "conflict": seen.game.fingerprint,
        "exchange": state.exchange,
        "chooses": chooses,
        "fighter": None if known and state.actor() in known.hidden_ids else state.actor(),
        "position": position_data(seen),
        "choices": [one.as_dict() for one in choices(state, side)],
        "winner": state.winner,
    }


def as_known_to(state: State, side: int) -> State:
    """The state in the conflict as a side knows it; the state itself where nothing is hidden from
    that side.

    Raises:
        NotKnownError: where what is going on is about somebody or something hidden.
    """
    from autogm.engine.state import State

    known = state.game.known(state, side)
    return state if known is None else State(known.game, carried(known, state.record))


def opposed(state: State, side: int) -> bool:
    """Whether somebody of the other side is there to fight. As a side knows it there may be nobody
    although the conflict goes on; then there is nothing to weigh."""
    theirs = int(state.game.scene[0]["side_mask"][1 - side])
    return int(state.record[0]["present"]) & theirs != 0


def _seen(state: State, side: int) -> State:
    """The same; where the side does not choose, or what is going on cannot be told, how things
    stand alone."""
    if state.current_player() == side:
        try:
            return as_known_to(state, side)
        except NotKnownError:
            pass
    return standing(state, side)


def standing(state: State, side: int) -> State:
    """How things stand in the conflict as a side knows it, without what is pending and being
    rolled."""
    from autogm.engine.state import State

    known = state.game.known(state, side)
    if known is None:
        known = Known(Secrets(side), state.game.compiled, state.game)
    return State(known.game, position_of(known, state.record))


def choices(state: State, side: int) -> list[Action]:
    """What a side may choose, as it may be said to that side; none where it does not choose. Two
    things are named by where alone: exploring, and searching for what is hidden, which may always
    be tried instead of another action, wherever something is or is not: whether there is anything
    to find is what is hidden. `choice` says what such an action is in truth."""
    if state.current_player() != side:
        return []
    try:
        seen = as_known_to(state, side)
    except NotKnownError:
        known = state.game.known(state, side)
        assert known is not None  # nothing is hidden otherwise
        told = [_said(known, state, action) for action in state.legal_actions()]
        found = [one for one in told if one is not None]
    else:
        found = [seen.game.describe(seen, one) for one in seen.legal_actions()]
        found = [replace(one, aspect=None) if one.verb == "explore" else one for one in found]
    return [*found, Action("discover")] if _may_search(state) else found


def public(action: Action) -> Action:
    """An action without the text of what is still to be found out."""
    return replace(action, aspect=None) if action.verb in ("explore", "discover") else action


def _may_search(state: State) -> bool:
    """Whether whoever chooses could spend the turn's action on a search."""
    record = state.record[0]
    turn = int(record["turn_flags"])
    return (
        state.node() == codes.N_TURN
        and not turn & codes.T_ACTED
        and (int(state.game.scene[0]["verbs"]) >> codes.V_DISCOVER) & 1 == 1
        and state.legal_actions()[0] == codes.PASS
    )


def _said(known: Known, state: State, action: int) -> Action | None:
    """An action of the true state as it may be said, if it may."""
    said = state.game.describe(state, action)
    if said.verb == "discover" or {said.target, said.on, said.payer} & known.hidden_ids:
        return None
    slot = slot_of(known, said.aspect, said.on)
    if slot is not None and known.hides(slot) and said.verb != "explore":
        return None
    return replace(said, aspect=None) if said.verb == "explore" else said


def choice(state: State, side: int, said: Action) -> int:
    """The action that a side means by what it says.

    Raises:
        ValueError: for what the side may not choose, and for what cannot be done for a reason that
            it does not know: nothing is to be found there, or something is in the way. Nothing is
            spent then.
    """
    legal = state.legal_actions()
    if said not in choices(state, side) and said.verb != "discover":
        raise ValueError(f"{said} is not legal here")
    by_place = {"discover": codes.V_DISCOVER, "explore": codes.V_EXPLORE}.get(said.verb)
    if by_place is not None:
        for action in legal:
            meant = state.game.describe(state, action)
            if action >> VERB_SHIFT == by_place and _fits(said, meant):
                return action
        raise ValueError("nothing is to be found there")
    try:
        seen = as_known_to(state, side)
    except NotKnownError:
        return state.game.encode(said)
    known, action = state.game.known(state, side), seen.game.encode(said)
    meant_by = action if known is None else true_action(known, action)
    if meant_by not in legal:
        raise ValueError("something that is not known of yet is in the way")
    return meant_by


def _fits(said: Action, meant: Action) -> bool:
    return said.on in (None, meant.on) and said.aspect in (None, meant.aspect)


def true_action(known: Known, action: int) -> int:
    """The true number of an action of the conflict as it is known."""
    verb = action >> VERB_SHIFT
    numbers = [(action >> A_SHIFT) & A_MASK, (action >> B_SHIFT) & B_MASK, action & C_MASK]
    effect = numbers[0]
    for place, argument in enumerate(VERBS[verb][1]):
        numbers[place] = _true_number(known, argument, numbers[place], effect)
    return (verb << VERB_SHIFT) | (numbers[0] << A_SHIFT) | (numbers[1] << B_SHIFT) | numbers[2]


def _true_number(known: Known, argument: str, number: int, effect: int) -> int:
    if argument == "where":
        does = EFFECTS[int(known.game.scene[0]["effect_does"][effect])]
        argument = "target" if does == "hinder" else "zone"
    tables = {"target": known.fighters, "aspect": known.slots, "skill": known.skills,
              "effect": known.effects, "compel": known.compels}  # fmt: skip
    if argument in tables:
        return _inverse(tables[argument])[number]
    if argument == "payer":
        return number if number == POOL else _inverse(known.fighters)[number]
    if argument in ("payment", "stake"):
        return number if number in (0, POOL + 1) else _inverse(known.fighters)[number - 1] + 1
    return number


def _inverse(numbers: Mapping[int, int]) -> dict[int, int]:
    return {new: old for old, new in numbers.items()}


# Events


def told(known: Known | None, events: Iterable[Event], side: int) -> list[Event]:
    """Events as they may be told to a side, in the terms of the conflict as it knows it after them:
    nothing of whom it does not know, and of an aspect that it does not know only that it is
    invoked. That the other side invokes nothing more is not told, since only who could have is
    asked."""
    theirs = SIDES[1 - side]
    open_ = [one for one in events if one.kind != "pass" or one.facts["side"] != theirs]
    if known is None:
        return open_
    said = (_event(known, one) for one in open_)
    return [one for one in said if one is not None]


def _event(known: Known, event: Event) -> Event | None:
    facts = dict(event.facts)
    if known.hidden_ids & _named(event):
        return None
    if event.kind == "action":
        action = _action(known, facts["action"])
        return None if action is None else replace(event, facts=facts | {"action": action})
    if event.kind == "roll" and "bonuses" in facts:
        facts["bonuses"] = [_bonus(known, one) for one in facts["bonuses"]]
    elif event.kind == "difficulty":
        facts["parts"] = [_part(known, one) for one in facts["parts"]]
    elif event.kind == "skill" and "friends" in facts:
        seen = [one for one in facts.pop("friends") if one not in known.hidden_ids]
        facts |= {"friends": seen} if seen else {}
    elif event.kind == "compel" and "compel" in facts:
        facts["compel"] = known.compels[facts["compel"]]
    elif event.kind == "end" and "objective" in facts:
        facts["objective"] = known.objectives.get(facts["objective"], HIDDEN_SLOT)
    elif "aspect" in facts and "slot" in facts:
        if known.hides(facts["slot"]) and event.kind != "invoke":
            return None
        facts = _aspect(known, facts)
    return replace(event, facts=facts)


def _named(event: Event) -> set[str]:
    """The fighters whose ids stand in an event."""
    found = {str(event.facts.get(name, "")).removeprefix("owed to ") for name in NAMING}
    if event.kind == "action":
        found |= {str(event.facts["action"].get(name, "")) for name in NAMING}
    return found | {event.who or ""}


def _action(known: Known, action: dict[str, Any]) -> dict[str, Any] | None:
    """A declared action as it may be told."""
    said = dict(action)
    slot = slot_of(known, said.get("aspect"), said.get("on"))
    if slot is not None and known.hides(slot):
        said["aspect"] = SOMETHING
        if said["verb"] in ("explore", "discover"):
            del said["aspect"]
    elif said["verb"] in ("explore", "discover"):
        said.pop("aspect", None)
    if "effect" in said:
        row = known.effects.get(said.pop("effect"))
        said |= {} if row is None else {"effect": row}
    return said


def _bonus(known: Known, bonus: dict[str, Any]) -> dict[str, Any]:
    if bonus["by"] != "help":
        return bonus
    return bonus | {"who": [one for one in bonus["who"] if one not in known.hidden_ids]}


def _part(known: Known, part: dict[str, Any]) -> dict[str, Any]:
    return _aspect(known, part) if "slot" in part else part


def _aspect(known: Known, facts: dict[str, Any]) -> dict[str, Any]:
    """Facts about an aspect in the terms of the conflict as a side knows it; of one that is hidden
    from it, no more than that there is one."""
    if known.hides(facts["slot"]):
        return facts | {"aspect": SOMETHING, "on": None, "slot": HIDDEN_SLOT}
    slot = known.slots[facts["slot"]]
    texts = known.game.compiled.slots.slots[slot].texts
    aspect = facts["aspect"] if facts["aspect"] in texts else texts[0]
    return facts | {"aspect": aspect, "slot": slot}


def slot_of(known: Known, aspect: str | None, on: str | None) -> int | None:
    """The true slot of an aspect by its text and where it stands."""
    if aspect is None:
        return None
    words = known.words
    for slot, written in enumerate(known.true.slots.slots):
        if aspect in written.texts and on in (None, words.subject(slot)):
            return slot
    return None
