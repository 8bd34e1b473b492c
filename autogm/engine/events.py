"""What happened in a step, as plain data (who, what, dice face by face, shifts, points moved and
why, zones, aspects made and gone, rule ids) and as a sentence. Kernels write rows of numbers where
things happen; here they get their names. Nothing is inferred from two states.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from autogm.engine import event_codes as ev
from autogm.engine.actions import COSTS, VERBS, ActionWords
from autogm.engine.codes import K_FOR, K_GUARD, K_ON, OWED, POOL, SUPPLY, UNDECIDED_WIN
from autogm.engine.compile import COMPELS, EFFECTS, Compiled
from autogm.engine.dice import unpack_faces
from autogm.engine.sentences import (
    FACES,
    GAINS,
    HOW,
    REASONS,
    STATUS,
    Names,
    declared,
    point_moved,
    possessive,
)
from autogm.model.words import HARMS, SEVERITIES


def rule_name(code: int) -> str:
    """A rule's id: 106 is `A6`."""
    return f"{chr(64 + code // 100)}{code % 100}" if code else ""


@dataclass(frozen=True)
class Event:
    """One thing that happened: its kind, the fighter it is about, the facts, the rule's id, and a
    sentence."""

    kind: str
    who: str | None
    rule: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The event as plain data."""
        return {
            "kind": self.kind,
            "who": self.who,
            "rule": self.rule,
            "text": self.text,
            **self.facts,
        }


Teller = Callable[["EventWords", str, tuple[int, ...]], tuple[str, str, dict[str, Any]]]


class EventWords:
    """Turns the rows of one compiled encounter's log into events."""

    def __init__(self, compiled: Compiled, words: ActionWords) -> None:
        self.compiled = compiled
        self.words = words
        self.names = [one.name for one in compiled.encounter.fighters]
        scenario = compiled.encounter.scenario
        self.called = Names(
            {one.id: one.name for one in compiled.encounter.fighters},
            {key: zone.name or key for key, zone in scenario.zones.items()},
            scenario.item.name if scenario.item else "it",
        )
        self.dice = compiled.encounter.ruleset.dice

    def tell(self, log: Any) -> list[Event]:
        """All events of a log, in order."""
        return [self._event(row) for row in log["row"][: int(log["rows"])]]

    def _event(self, row: np.ndarray[Any, Any]) -> Event:
        kind, who, a, b, c, d, rule = (int(number) for number in row)
        fighter = self.words.fighters[who] if 0 <= who < len(self.names) else None
        name = self.names[who] if fighter is not None else ""
        word, text, facts = TELLERS[kind](self, name, (who, a, b, c, d))
        return Event(word, fighter, rule_name(rule), text, facts)

    def zone(self, number: int) -> str:
        """A zone as people call it."""
        return self.called.of(self.words.zones[number])

    def account(self, number: int) -> str:
        """An account of fate points."""
        if number == SUPPLY:
            return "supply"
        owed = number >= OWED
        purse = number - OWED if owed else number
        name = "gm" if purse == POOL else self.words.fighters[purse]
        return f"owed to {name}" if owed else name

    def aspect(self, slot: int) -> dict[str, Any]:
        """An aspect as facts."""
        return {"aspect": self.words.text(slot), "on": self.words.subject(slot), "slot": slot}

    def kind(self, slot: int) -> int:
        """What kind of aspect a slot is for."""
        return self.compiled.slots.slots[slot].kind

    def quoted(self, slot: int, nth: int = 0) -> str:
        """An aspect in a sentence: in quotation marks, unless it is a boost, which has no name."""
        text = self.words.text(slot, nth)
        return text if self.kind(slot) in (K_ON, K_FOR) else f"«{text}»"


def _exchange(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "exchange", f"Exchange {row[1]}.", {"exchange": row[1]}


def _turn(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "turn", f"{possessive(name)} turn.", {"exchange": row[1]}


def _arrives(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return (
        "arrives",
        f"{name} arrives at {words.zone(row[1])}.",
        {"zone": words.words.zones[row[1]]},
    )


def _moves(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    start, end = words.words.zones[row[1]], words.words.zones[row[2]]
    return (
        "moves",
        f"{name} goes from {words.zone(row[1])} to {words.zone(row[2])}.",
        {"from": start, "to": end},
    )


def _action(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    who, verb, a, b, c = row
    action = words.words.describe((verb << 24) | (a << 14) | (b << 7) | c)
    stunt, effect = "", ""
    if action.stunt is not None:
        stunt = words.compiled.encounter.fighters[who].stunts[action.stunt].name
    if action.effect is not None:
        effect = EFFECTS[int(words.compiled.scene[0]["effect_does"][action.effect])]
    text = declared(words.called, name, action, stunt, effect)
    return "action", f"{text}.", {"action": action.as_dict()}


def _dice(words: EventWords, value: int, packed: int, replaced: int) -> tuple[str, dict[str, Any]]:
    faces = unpack_faces(words.dice, packed)
    facts: dict[str, Any] = {"sum": value, "replaced": replaced}
    shown = ""
    if faces:
        facts["faces"] = list(faces)
        signs = [FACES[face] if words.dice == "4dF" else str(face) for face in faces]
        shown = " [" + " ".join(signs) + "]"
        if replaced:
            shown += f" with {'one' if replaced == 1 else 'two'} turned to [+]"
    return f"{shown} = {value:+d}", facts


def _roll(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    text, facts = _dice(words, row[1], row[2], row[3] & 3)
    rating, bonus = (row[4] & 1023) - 512, (row[4] >> 10) - 512
    facts |= {"rating": rating, "bonus": bonus, "total": row[1] + rating + bonus}
    more = f" and {bonus:+d} by stunts and help" if bonus else ""
    said = f"{name} rolls{text}, with {rating:+d}{more}: {facts['total']}"
    if row[3] >> 2:
        facts["against"] = (row[3] >> 2) - 1
        said += f" against {facts['against']}"
    return "roll", f"{said}.", facts


def _reroll(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    text, facts = _dice(words, row[1], row[2], row[3])
    return "reroll", f"{name} rerolls{text}.", facts


def _invoke(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    slot, how, gain, payer = row[1:5]
    nth, how = how >> 4, how & 15
    facts: dict[str, Any] = {"how": HOW[how]}
    if how == ev.I_STUNT:
        stunt = words.compiled.encounter.fighters[row[0]].stunts[slot].name
        facts |= {"stunt": stunt, "gain": f"{gain:+d}"}
        return "invoke", f"{name} calls on the stunt {stunt} for {gain:+d}.", facts
    facts |= words.aspect(slot) | {"aspect": words.words.text(slot, nth), "gain": GAINS[gain]}
    who = name or ("the players" if payer == -1 else "the GM")
    if payer >= 0:
        facts["payer"] = words.words.payer(payer)
        if payer != POOL and words.names[payer] != name:
            who = f"{words.names[payer]}, for {name}," if name else words.names[payer]
    verb = "invoke" if who == "the players" else "invokes"
    what = f"«{facts['aspect']}» with {HOW[how]}"
    if words.kind(slot) in (K_ON, K_FOR):
        own = row[0] >= 0 and facts["on"] == words.words.fighters[row[0]]
        what = "a boost" if own else facts["aspect"]
    elif words.kind(slot) == K_GUARD and how == ev.I_GUARD:
        what = "the Full Defense"
    text = f"{who} {verb} {what} for {GAINS[gain]}."
    return "invoke", text[0].upper() + text[1:], facts


def _pass(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    side = ("players", "gm")[row[1]]
    return (
        "pass",
        f"No more invokes from {'the players' if row[1] == 0 else 'the GM'}.",
        {"side": side},
    )


def _result(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    shifts, verb, style = row[1], row[2], row[4]
    if shifts < 0:
        outcome = "fails"
    elif shifts == 0:
        outcome = "ties"
    else:
        outcome = "succeeds with style" if shifts >= style else "succeeds"
    facts = {"shifts": shifts, "outcome": outcome, "verb": VERBS[verb][0]}
    return "result", f"{name} {outcome}{f' by {abs(shifts)}' if shifts else ''}.", facts


def _hit(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    shifts, harm, lethal, attacker = row[1:5]
    facts = {
        "shifts": shifts,
        "harm": HARMS[harm],
        "lethal": bool(lethal),
        "by": words.words.fighters[attacker],
    }
    return "hit", f"{name} takes a {'lethal ' if lethal else ''}hit of {shifts}.", facts


def _stress(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    tracks = len(words.compiled.encounter.fighters[row[0]].boxes)
    which = f"{HARMS[row[2]]} stress" if tracks > 1 else "stress"
    text = f"{name} checks {which} box {row[1]}."
    return "stress", text, {"box": row[1], "harm": HARMS[row[2]]}


def _clear(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "clear", f"{name} clears a stress box.", {"harm": HARMS[row[1]]}


def _consequence(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    severity = SEVERITIES[row[2]]
    facts = {"slot": row[1], "severity": severity, "absorbs": row[3]}
    return "consequence", f"{name} takes a {severity} consequence.", facts


def _member(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "member falls", f"One of {name} falls, {row[1]} left.", {"left": row[1]}


def _out(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "taken out", f"{name} is taken out.", {}


def _concedes(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "concedes", f"{name} concedes.", {}


def _leaves(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "leaves", f"{name} gets away.", {"zone": words.words.zones[row[1]]}


def _aspect(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    place = words.called.of(words.words.subject(row[1]))
    return "aspect", f"{words.quoted(row[1])} is now true of {place}.", words.aspect(row[1])


def _free(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    side, count = ("players", "gm", "open")[row[2]], row[3]
    whose = {"players": "The players get", "gm": "The GM gets", "open": "Whoever is first gets"}
    many = "a free invoke" if count == 1 else f"{count} free invokes"
    text = f"{whose[side]} {many} on {words.quoted(row[1])}."
    return "free invoke", text, words.aspect(row[1]) | {"side": side, "count": count}


def _gone(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    text = f"{words.quoted(row[1])} is gone."
    return "aspect gone", text[0].upper() + text[1:], words.aspect(row[1])


def _boost(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    side = ("players", "gm")[row[2]]
    facts = words.aspect(row[1]) | {"side": side}
    against = side != words.compiled.encounter.fighters[row[0]].side
    whose = "The players" if side == "players" else "The GM"
    gets = "get" if side == "players" else "gets"
    return "boost", f"{whose} {gets} a boost {'against' if against else 'for'} {name}.", facts


def _point(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    source, target, count, reason = row[0], row[1], row[2], row[3]
    facts: dict[str, Any] = {
        "from": words.account(source),
        "to": words.account(target),
        "count": count,
        "reason": REASONS[reason],
    }
    text = point_moved(words.called, facts["from"], facts["to"], count, reason, REASONS[reason])
    return "point", text, facts


def _compel(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    if row[1] == 63:
        return "compel", f"{name} is offered a point to keep roaring.", {"keep_roaring": True}
    written = words.compiled.encounter.scenario.compels[words.compiled.compels[row[1]]]
    does = COMPELS[int(words.compiled.scene[0]["compel_effect"][row[1]])]
    facts = {"compel": row[1], "aspect": written.aspect, "effect": does}
    return "compel", f"{name} is compelled by «{written.aspect}» ({does}).", facts


def _answer(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    accepted = bool(row[2])
    text = f"{name} {'accepts' if accepted else 'refuses'}."
    return "answer", text, {"accepted": accepted}


def _stunt(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    if row[1] < 0:
        return "stunt", f"{name} ripostes for {row[2]}.", {"riposte": row[2]}
    stunt = words.compiled.encounter.fighters[row[0]].stunts[row[1]].name
    return "stunt", f"{name} uses {stunt}.", {"stunt": stunt}


def _cost(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    return "cost", f"{name} succeeds at a cost: {COSTS[row[1]]}.", {"cost": COSTS[row[1]]}


def _status(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    what = STATUS[row[1]]
    facts: dict[str, Any] = {"status": what}
    if row[1] == ev.X_HELPS:
        facts["target"] = words.words.fighters[row[2]]
        return "status", f"{name} helps {words.names[row[2]]}.", facts
    text = f"{name} {what}"
    if row[1] in (ev.X_ROARS, ev.X_SKILL_OUT):
        facts["skill"] = words.words.skills[row[2]]
        text = text.replace("a skill", facts["skill"])
        text += f" with {facts['skill']}" if row[1] == ev.X_ROARS else ""
    if row[1] in (ev.X_MUST_MOVE, ev.X_MUST_FLEE):
        facts["zone"] = words.words.zones[row[2]]
        text += f" {'to' if row[1] == ev.X_MUST_MOVE else 'from'} {words.zone(row[2])}"
    return "status", f"{text}.", facts


def _discover(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    text = f"{name} discovers {words.quoted(row[1])}."
    return "discovers", text, words.aspect(row[1])


def _item(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    item = words.compiled.encounter.scenario.item
    what = item.name if item else "it"
    if row[1] < 0:
        return "item", f"{name} has {what}.", {"item": what, "held": True}
    zone = words.words.zones[row[1]]
    return "item", f"{name} drops {what}.", {"item": what, "held": False, "zone": zone}


def _end(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    winner = {1: "players", 2: "gm", UNDECIDED_WIN: "undecided"}[row[1]]
    said = {"players": "The players win.", "gm": "The GM's side wins.", "undecided": "Undecided."}
    return "end", f"{said[winner]}", {"winner": winner, "exchange": row[2]}


def _damage(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    facts = {"shifts": row[1], "target": words.words.fighters[row[2]], "lethal": bool(row[3])}
    return "damage", f"{name} hits {words.names[row[2]]} for {row[1]}.", facts


def _skill(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    skill = words.words.skills[row[1]]
    verb = "answers with" if row[2] else "uses"
    return "skill", f"{name} {verb} {skill}.", {"skill": skill, "answering": bool(row[2])}


def _block(words: EventWords, name: str, row: tuple[int, ...]) -> Any:
    facts = {"target": words.words.fighters[row[1]], "zone": words.words.zones[row[2]]}
    return "block", f"{name} blocks {possessive(words.names[row[1]])} way.", facts


TELLERS: dict[int, Teller] = {
    ev.EV_EXCHANGE: _exchange,
    ev.EV_TURN: _turn,
    ev.EV_ARRIVES: _arrives,
    ev.EV_MOVES: _moves,
    ev.EV_ACTION: _action,
    ev.EV_ROLL: _roll,
    ev.EV_REROLL: _reroll,
    ev.EV_INVOKE: _invoke,
    ev.EV_PASS: _pass,
    ev.EV_RESULT: _result,
    ev.EV_HIT: _hit,
    ev.EV_STRESS: _stress,
    ev.EV_CLEAR: _clear,
    ev.EV_CONSEQUENCE: _consequence,
    ev.EV_MEMBER_FALLS: _member,
    ev.EV_TAKEN_OUT: _out,
    ev.EV_CONCEDES: _concedes,
    ev.EV_LEAVES: _leaves,
    ev.EV_ASPECT: _aspect,
    ev.EV_FREE: _free,
    ev.EV_GONE: _gone,
    ev.EV_BOOST: _boost,
    ev.EV_POINT: _point,
    ev.EV_COMPEL: _compel,
    ev.EV_ANSWER: _answer,
    ev.EV_STUNT: _stunt,
    ev.EV_COST: _cost,
    ev.EV_STATUS: _status,
    ev.EV_DISCOVER: _discover,
    ev.EV_ITEM: _item,
    ev.EV_END: _end,
    ev.EV_DAMAGE: _damage,
    ev.EV_SKILL: _skill,
    ev.EV_BLOCK: _block,
}
