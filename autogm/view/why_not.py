"""Why something cannot be done now, as a sentence with the id of the rule: for what somebody says
on a turn and is not offered (`autogm.engine.refusals`). Whatever else is not offered is answered
with what can be chosen instead. It is told from what the side knows that asks, so that asking finds
nothing out: what is offered has nothing against it, even where nothing would come of it. Aspects
that cannot be invoked have reasons of their own (`autogm.engine.uninvoked`). Other games than
conflicts say it themselves, if they can (`Refusing` of the contract).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from autogm.engine import refusals as r
from autogm.engine import uninvoked as u
from autogm.engine.actions import Action
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import N_TURN
from autogm.engine.state import State
from autogm.game.contract import Refusing
from autogm.model.verbs import TURN, VERBS, Verb
from autogm.view.options import Offer, offer
from autogm.view.words.grammar import start
from autogm.view.words.names import names_in

INVOKE, CONCEDE = "invoke", "concede"
SEARCH = "discover"
"""The verb that may always be tried, wherever it is said to be."""
UNKNOWN = "That cannot be done now."
FILLING = ("the", "to", "at", "on", "in", "of", "for")
"""Words that tell nothing of whom or what is meant."""
ALSO = {"make for": "sprint", "take advantage of": "create", "look for what is hidden": "discover"}
"""How choices begin whose words depend on more than their verb."""
HIDDEN = ("explore", SEARCH)
"""Verbs of aspects that nobody can name yet."""
BESIDES = {"target": "whom", "zone": "where", "aspect": "which aspect"}
"""What a verb has to be said with, by its first argument."""
SHOWN = 5
"""Choices that are named instead at most."""
ACTOR, TARGET, WHOLE = "actor", "target", ""
REASONS: dict[int, tuple[str, str, str]] = {
    r.MUST_ATTACK: ("X1", ACTOR, "has accepted a compel: first comes the attack that it demands"),
    r.MUST_MOVE: ("X1", ACTOR, "has accepted a compel: first comes the move that it demands"),
    r.BOUND: ("X1", ACTOR, "cannot use the skill for it after the compel or while roaring"),
    r.SKILL_OUT: ("X1", ACTOR, "cannot use the skill for it after the compel or while roaring"),
    r.NOT_PLAYED: ("", WHOLE, "nobody does that in this conflict"),
    r.ACTED: ("T3", ACTOR, "has acted already this turn"),
    r.MOVED: ("Z2", ACTOR, "has made the free move of this turn already"),
    r.HELD: ("Z4", ACTOR, "was blocked and stayed: no move is left this turn"),
    r.HINDERED: ("A15", ACTOR, "is hindered: the next free move is lost"),
    r.ROOTED: ("Z2", ACTOR, "is rooted to the spot"),
    r.MOVES_FIRST: ("T4", ACTOR, "has acted, and the free move comes before the action"),
    r.HERE_ALREADY: ("Z2", ACTOR, "is there already"),
    r.NOT_NEXT: ("Z2", WHOLE, "no free step leads there: it is no neighbouring zone"),
    r.HARD_GROUND: ("Z3", WHOLE, "something hinders the way, so that it takes a longer move"),
    r.TOO_FAR: ("Z3", WHOLE, "that is farther than anybody gets in one turn"),
    r.FREE_THERE: ("Z2", WHOLE, "a free move leads there, so that no roll is needed"),
    r.NO_EXIT: ("H7", WHOLE, "no way out of the field begins here"),
    r.NO_WAY_OUT: ("Z2", WHOLE, "there is no way to go from here"),
    r.GONE: ("H5", TARGET, "is not here"),
    r.FRIEND: ("E1", TARGET, "is on the same side"),
    r.OUT_OF_REACH: ("E2", WHOLE, "that is out of reach from here"),
    r.NO_SKILL: ("E2", ACTOR, "has no skill that does it from here"),
    r.SWARM: ("N3", TARGET, "outweighs the others there: only what hits a whole zone hurts it"),
    r.NOBODY_THERE: ("E4", WHOLE, "no enemy is there"),
    r.NOT_BESIDE: ("M1", TARGET, "is in another zone"),
    r.NOT_FRIEND: ("E3", WHOLE, "one helps others of the own side"),
    r.ON_GUARD: ("M4", ACTOR, "is in Full Defense already"),
    r.READY: ("M5", ACTOR, "has a lethal attack ready already"),
    r.ARMED: ("M7", ACTOR, "has lost nothing that could be taken up"),
    r.NO_ITEM: ("H7", WHOLE, "it does not lie here"),
    r.STANDS: ("A10", WHOLE, "the aspect stands already"),
    r.NOT_MADE: ("C1", WHOLE, "that aspect cannot be created"),
    r.NOT_THERE: ("A11", WHOLE, "no such aspect is in play"),
    r.LASTS: ("A11", WHOLE, "that aspect cannot be got rid of"),
    r.ENOUGH: ("C1", WHOLE, "as many free invokes wait on it as there can be"),
}
"""By reason: the rule's id, whom the sentence is about, and what it says."""
BEFORE_ROLLS = "Before the dice of a roll fall who wants to be asked is asked whether to concede."
NEVER_CONCEDED = "Nobody concedes by the rules of this conflict."
"""Why nobody concedes here and now."""
INVOKES: dict[int, tuple[str, str]] = {
    u.NO_ROLL: ("A2", "an aspect is invoked once the dice of a roll that it speaks to have fallen"),
    u.NOT_RAISED: ("A2", "nothing is invoked for this side of the roll"),
    u.ABSENT: ("A11", "no such aspect is in play"),
    u.SILENT: ("A8", "that aspect does not speak to this roll"),
    u.NOT_ALL: ("E4", "before anybody defends, only what speaks to all who are attacked counts"),
    u.EQUAL: ("A4", "another aspect whose free invoke does the same is offered for it"),
    u.BOOST: ("A5", "the boost is the other side's, and no fate point invokes one"),
    u.NO_POINT: ("A2", "there is no free invoke on it for your side, and nobody who may pay has "
                 "a fate point"),
    u.PAID: ("A3", "your side has paid for it on this roll already"),
    u.SAME: ("A3", "a fate point does the same by each aspect that speaks to the roll, and another "
             "is offered for it"),
}  # fmt: skip
"""By reason why an aspect is not invoked: the rule's id and the sentence."""
RULES = {("help", r.NOT_BESIDE): "E3", ("charge", r.NOT_NEXT): "M3", ("pull", r.NOT_BESIDE): "M2"}
"""The rules by which a reason holds for some verbs, where it is another."""


@dataclass(frozen=True)
class WhyNot:
    """Why something is not offered: a sentence, the id of the rule (empty where none is told), and
    what can be chosen instead, in the words of the options."""

    sentence: str
    rule: str = ""
    instead: tuple[str, ...] = ()


def why_not(state: Any, side: int, said: Mapping[str, Any]) -> WhyNot | None:
    """Why a side cannot do what it says, in the structured form of an option; None where it can.

    Raises:
        ValueError: where it is not that side's choice.
    """
    asked = offer(state, side)
    verb, fields = said.get("verb"), dict(said)
    alike = [one for one in asked.options if one.action.get("verb") == verb]
    if any(one.action == fields for one in alike) or (verb == SEARCH and alike):
        return None
    if verb == INVOKE and "aspect" in said and isinstance(state, State):
        return _why_not_invoked(state, side, str(said["aspect"]), asked)
    instead = tuple(one.words for one in alike or asked.options)[:SHOWN]
    if verb == CONCEDE and isinstance(state, State):
        allowed = bool(state.game.scene[0]["concede"])
        return WhyNot(BEFORE_ROLLS if allowed else NEVER_CONCEDED, "H6", instead)
    try:
        seen = state.game.as_known_to(state, side)
        if isinstance(seen.game, Refusing) and seen.current_player() == side:
            refused = seen.game.refusal(seen, said)
            if refused is not None:
                return WhyNot(*refused, instead)
        if isinstance(seen, State):
            seen.game.encode(
                Action.from_dict(said)
            )  # what it names is there, if not to be done now
        else:
            seen.game.action_of(seen, said)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        no_such = start(f"{error}.") if len(fields) > 1 else f"{UNKNOWN} {asked.question}"
    else:
        no_such = f"{UNKNOWN} {asked.question}"
    found = _by_rule(state, side, said) if isinstance(state, State) else None
    return WhyNot(*found, instead) if found else WhyNot(no_such, "", instead)


def attempts(state: Any, side: int, pointed: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    """What may be meant by pointing at a `zone`, a `fighter`, an `aspect`, or at what is `about`
    something on a table of cards: in words, and in the structured form of an option."""
    if isinstance(state, State):
        if pointed.get("zone"):
            return [("Going there", {"verb": "move", "zone": pointed["zone"]})]
        if pointed.get("fighter"):
            return [("Attacking", {"verb": "attack", "target": pointed["fighter"]})]
        if pointed.get("aspect"):
            about = {"aspect": pointed["aspect"]}
            ways = {"Invoking it": INVOKE, "Taking advantage of it": "create",
                    "Getting rid of it": "overcome"}  # fmt: skip
            return [(words, {"verb": verb, **about}) for words, verb in ways.items()]
        return []
    seen = _known(state, side)
    if seen is None:
        return []
    if pointed.get("aspect"):
        return list(seen.game.attempts(seen, "aspect", pointed["aspect"]))
    field, _, value = pointed.get("about", "").partition(" ")
    return list(seen.game.attempts(seen, field, value))


def _known(state: Any, side: int) -> Any:
    """The state as a side knows it, of a game that says why something cannot be done; None where it
    cannot be said to that side, or the game does not."""
    if not isinstance(state.game, Refusing):
        return None
    try:
        seen = state.game.as_known_to(state, side)  # type: ignore[attr-defined]
    except ValueError:
        return None
    return seen if seen.current_player() == side else None


def meant(state: Any, side: int, words: str) -> dict[str, str]:
    """What a side means by words such as «attack rolf» or «move the gully», in the structured form
    of an option: a verb, and whom or where, by id or by the beginning of a name.

    Raises:
        ValueError: where no verb is meant, or nobody and nowhere that the side knows.
    """
    if (seen := _known(state, side)) is not None:
        return dict(seen.game.meant(seen, words))
    said = [bare for one in words.casefold().split() if (bare := one.strip("«»\"'.,"))]
    if said[:1] == [INVOKE] and isinstance(state, State):
        if len(said) == 1:
            raise ValueError(f"say which aspect besides, as in «{INVOKE} ASPECT»")
        return {"verb": INVOKE, "aspect": _aspect_meant(state, side, said[1:])}
    phrases = sorted(_phrases(), key=len, reverse=True)
    phrase = next((one for one in phrases if one.split() == said[: len(one.split())]), None)
    if phrase is None:
        raise ValueError(f"«{words[:40]}» names nothing that somebody does; try «attack» or «move»")
    verb = _phrases()[phrase]
    rest = [one for one in said[len(phrase.split()) :] if one not in FILLING]
    about = "".join(verb.arguments[:1]) if TURN[0] in verb.at else ""
    if not rest and about in BESIDES and verb.name not in HIDDEN:
        raise ValueError(f"say {BESIDES[about]} besides, as in «{phrase} {about.upper()}»")
    if not rest or not isinstance(state, State):
        return {"verb": verb.name}
    if about == "aspect":
        return {"verb": verb.name, **_aspect_on(state, side, rest)}
    encounter = state.game.as_known_to(state, side).game.encounter
    fighters = {one.id: f"{one.id} {one.name}".casefold() for one in encounter.fighters}
    zones = {
        key: f"{key} {zone.name or ''}".casefold() for key, zone in encounter.scenario.zones.items()
    }
    kinds = [("target", fighters), ("zone", zones)]
    for name, known in kinds if about != "zone" else kinds[::-1]:
        found = [key for key, text in known.items() if all(one in text for one in rest)]
        if found:
            return {"verb": verb.name, name: found[0]}
    raise ValueError(f"«{' '.join(rest)[:40]}» is nobody and no place here")


@cache
def _phrases() -> dict[str, Verb]:
    """The verbs by what they are called, and by the words with which a choice of theirs on a turn
    begins."""
    named = {one.name: one for one in VERBS}
    printed = {one.choice.partition(" {")[0].casefold(): one
               for one in VERBS if one.choice and TURN[0] in one.at}  # fmt: skip
    return printed | named | {words: named[name] for words, name in ALSO.items()}


def _aspect_on(state: State, side: int, words: list[str]) -> dict[str, str]:
    """The aspect that is meant, and on whom if somebody is named besides.

    Raises:
        ValueError: where there is none.
    """
    seen = state.game.as_known_to(state, side).game
    texts = dict.fromkeys(text for one in seen.compiled.slots.slots for text in one.texts)
    inside = [one for one in texts if _words(one) and set(_words(one)) <= set(words)]
    if not inside:
        return {"aspect": _aspect_meant(state, side, words)}
    text = max(inside, key=len)
    left = [one for one in words if one not in _words(text)]
    names = {one.id: f"{one.id} {one.name}".casefold() for one in seen.encounter.fighters}
    on = [who for who, name in names.items() if left and all(one in name for one in left)]
    return {"aspect": text, "on": on[0]} if on else {"aspect": text}


def _words(text: str) -> list[str]:
    return [one for one in text.casefold().split() if one not in FILLING]


def _aspect_meant(state: State, side: int, words: list[str]) -> str:
    """The text of an aspect that a side knows and that has all these words in it.

    Raises:
        ValueError: where there is none.
    """
    slots = state.game.as_known_to(state, side).game.compiled.slots.slots
    texts = dict.fromkeys(text for one in slots for text in one.texts)
    for text in texts:
        if all(one in text.casefold() for one in words):
            return text
    raise ValueError(f"«{' '.join(words)[:40]}» is no aspect that you know of")


def _why_not_invoked(state: State, side: int, text: str, asked: Offer) -> WhyNot | None:
    """Why an aspect of that text cannot be invoked; None where it can."""
    invokes = [one for one in asked.options if str(one.action.get("verb", "")).startswith(INVOKE)]
    if any(one.aspect == text for one in invokes):
        return None
    instead = tuple(one.words for one in invokes)[:SHOWN]
    try:
        seen = state.game.as_known_to(state, side)
    except NotKnownError:
        return WhyNot(UNKNOWN, "", instead)
    slots = [n for n, one in enumerate(seen.game.compiled.slots.slots) if text in one.texts]
    if not slots:
        return WhyNot(start(f"you know of no aspect «{text[:80]}»."), "", instead)
    if seen.current_player() != side:
        return WhyNot(UNKNOWN, "", instead)
    reasons = [u.refusal(seen, one) for one in slots]
    rule, sentence = INVOKES[next((one for one in reasons if one != u.ABSENT), u.ABSENT)]
    return WhyNot(start(f"{sentence}."), rule, instead)


def _by_rule(state: State, side: int, said: Mapping[str, Any]) -> tuple[str, str] | None:
    """The sentence and the rule; none where it is not covered, or not known to the side."""
    try:
        seen = state.game.as_known_to(state, side)
        action = Action.from_dict(said)
        code = seen.game.encode(action)
    except (NotKnownError, ValueError, TypeError, KeyError, AttributeError):
        return None
    if seen.current_player() != side or seen.node() != N_TURN:
        return None
    reason = r.refusal(seen, code)
    if reason not in REASONS:
        return None
    rule, about, predicate = REASONS[reason]
    names = names_in(seen)
    subject = {ACTOR: seen.actor(), TARGET: action.target}.get(about)
    sentence = names.says(names.of(subject), predicate) if subject else predicate
    return start(f"{sentence}."), RULES.get((action.verb, reason), rule)
