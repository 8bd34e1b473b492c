"""What happened in a step of a card scene, as plain data and in words. Kernels write rows of
numbers where things happen; here they get their names. What happens is open to both sides: an
aspect is named when it is on the table, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from autogm.game.dice import FACES_SHIFT, OUTCOME_MASK, unpack_faces
from autogm.model.words import SIDES
from autogm.scenes.cards import codes
from autogm.scenes.cards.codes import BOWL, GM_PURSE
from autogm.scenes.cards.settled import SettledScene

THE = ("the players", "the GM")
"""How sides are called, in the order of `SIDES`."""
WHY = {
    codes.FOR_FRAMING: "framing",
    codes.FOR_HELP: "a beneficial aspect",
    codes.FOR_INVOKE: "an invoke",
    codes.FOR_ANSWER: "an answer",
    codes.FOR_BARGAIN: "a bargain",
    codes.FOR_FULL_SCENE: "a full scene",
}
FACES = {-1: "−", 0: "0", 1: "+"}
KINDS = {
    codes.EV_STANDS: "stands",
    codes.EV_FRAMED: "framed",
    codes.EV_POINT: "point",
    codes.EV_FULL: "full scene",
    codes.EV_TRIES: "tries",
    codes.EV_LAPSED: "lapsed",
    codes.EV_INVOKED: "invoked",
    codes.EV_ROLLED: "rolled",
    codes.EV_REVEALED: "revealed",
    codes.EV_TURNED: "turned",
    codes.EV_SUCCEEDED: "succeeded",
    codes.EV_FAILED: "failed",
    codes.EV_ADDED: "added",
    codes.EV_REMOVED: "removed",
    codes.EV_LEFT: "left",
    codes.EV_OFFERED: "offered",
    codes.EV_REFUSED: "refused",
    codes.EV_GAVE_IN: "gave in",
    codes.EV_TIME_UP: "time up",
    codes.EV_RESOLVED: "resolved",
    codes.EV_BARGAINED: "bargained",
    codes.EV_CLEARED: "cleared",
    codes.EV_KEPT: "kept",
}
"""What each event is called."""
OPENING = {
    KINDS[one]
    for one in (
        codes.EV_FULL,
        codes.EV_TRIES,
        codes.EV_GAVE_IN,
        codes.EV_TIME_UP,
        codes.EV_RESOLVED,
        codes.EV_BARGAINED,
        codes.EV_CLEARED,
    )
}
"""The events with which paragraphs begin: rolls, and how it ends."""
FRAMED, POINT = KINDS[codes.EV_FRAMED], KINDS[codes.EV_POINT]
PRICES = {
    WHY[codes.FOR_FRAMING]: " (for a point)",
    WHY[codes.FOR_HELP]: " (which brings the GM a point from the bowl)",
}
"""What an aspect costs the GM who frames it, or brings, where several are told in a sentence."""
BRIEF = {
    KINDS[codes.EV_POINT]: "",
    KINDS[codes.EV_TRIES]: "{who} tries to {intention}.",
    KINDS[codes.EV_LAPSED]: "",
    KINDS[codes.EV_INVOKED]: "{aspect} helps.",
    KINDS[codes.EV_ROLLED]: "",
    KINDS[codes.EV_REVEALED]: "The GM reveals {aspect} on {on}.",
    KINDS[codes.EV_TURNED]: "The GM turns {aspect} against it.",
    KINDS[codes.EV_SUCCEEDED]: "It succeeds.",
    KINDS[codes.EV_FAILED]: "It fails.",
    KINDS[codes.EV_LEFT]: "",
    KINDS[codes.EV_CLEARED]: "",
    KINDS[codes.EV_KEPT]: "",
}
"""What reports say of events of which more is told at the table."""


@dataclass(frozen=True)
class Event:
    """One thing that happened: its kind, the rule's id, the facts, and a sentence; none where an
    event before it says it too. `brief` is what a report says of it, which leaves out difficulties,
    dice and points."""

    kind: str
    rule: str
    facts: dict[str, Any] = field(default_factory=dict)
    says: str = ""
    brief: str = ""

    @property
    def opens(self) -> bool:
        """Whether a new paragraph of the story begins with it."""
        return self.kind in OPENING

    def as_dict(self) -> dict[str, Any]:
        """The event as plain data, without its words."""
        return {"kind": self.kind, "rule": self.rule, **self.facts}

    def __str__(self) -> str:
        return self.says


class EventReader:
    """Turns the rows of a scene's log into events."""

    def __init__(self, scene: SettledScene) -> None:
        self._scene = scene
        self._texts = [one.text for one in scene.aspects]
        self._places = {one.id: one.title for one in scene.cards}
        self._places |= {one.id: one.name for one in scene.characters}

    def read(self, log: Any) -> list[Event]:
        """All events of a log, in order. What several aspects that are framed in a row say, the
        first of them says for all."""
        rows = [tuple(map(int, row)) for row in log["row"][: int(log["rows"])]]
        told = [self._event(*row) for row in rows]
        return self._framed_together(told)

    def _framed_together(self, told: list[Event]) -> list[Event]:
        """The events, with one sentence for each run of aspects that are framed."""
        done, first = list(told), 0
        while first < len(told):
            last = first
            while last < len(told) and _frames(told[last]):
                last += 1
            run = told[first:last]
            if sum(one.kind == FRAMED for one in run) > 1:
                said = self._framing(run)
                done[first] = replace(run[0], says=said, brief=said)
                done[first + 1 : last] = [replace(one, says="", brief="") for one in run[1:]]
            first = max(last, first + 1)
        return done

    def _framing(self, run: list[Event]) -> str:
        """What a run of aspects that the GM frames says: card by card, and what each costs or
        brings (G1)."""
        on: dict[str, list[str]] = {}
        for place, one in enumerate(run):
            if one.kind != FRAMED:
                continue
            after = run[place + 1] if place + 1 < len(run) else None
            price = PRICES.get(after.facts["why"], "") if after and after.kind == POINT else ""
            on.setdefault(self._places[one.facts["on"]], []).append(one.facts["aspect"] + price)
        return (
            f"The GM frames the scene: {'; '.join(f'{listed(v)} on {k}' for k, v in on.items())}."
        )

    def _event(self, kind: int, a: int, b: int, c: int, d: int, code: int) -> Event:
        rule = f"{chr(64 + code // 100)}{code % 100}"
        if kind in ABOUT_ASPECTS:
            facts: dict[str, Any] = {"aspect": self._texts[a], "on": self._scene.aspects[a].on}
            if kind in (codes.EV_REVEALED, codes.EV_TURNED):
                facts["difficulty"] = b
        elif kind == codes.EV_POINT:
            facts = {"from": self._purse(a), "to": self._purse(b), "why": WHY[c]}
        elif kind == codes.EV_FULL:
            facts = {"by": self._purse(a)}
        elif kind in ABOUT_ROLLS:
            facts = self._of_roll(kind, a, b, c, d)
        elif kind in (codes.EV_ADDED, codes.EV_REMOVED, codes.EV_LEFT):
            facts = self._of_change(kind, a, b, c)
        elif kind in ABOUT_ENDINGS:
            ending = self._scene.endings[b if kind == codes.EV_RESOLVED else a]
            facts = {"ending": ending.id, "words": ending.words}
            if kind == codes.EV_RESOLVED:
                facts["side"] = SIDES[a]
            elif ending.price is not None:
                facts["price"] = ending.price
        elif kind in (codes.EV_CLEARED, codes.EV_KEPT):
            facts = {"aspects": self._in(d)}
        else:
            facts = {}
        named = {**facts, **self._named(facts)}
        says = SENTENCES[kind](named)
        brief = BRIEF[KINDS[kind]].format_map(named) if KINDS[kind] in BRIEF else says
        return Event(KINDS[kind], rule, facts, says, brief)

    def _of_roll(self, kind: int, a: int, b: int, c: int, d: int) -> dict[str, Any]:
        facts: dict[str, Any] = {"who": self._scene.characters[a].id}
        if kind == codes.EV_INVOKED:
            return {**facts, "aspect": self._texts[b], "free": bool(c)}
        if kind == codes.EV_LAPSED:
            return facts
        facts["intention"] = self._scene.intentions[b].id
        if kind == codes.EV_TRIES:
            return {**facts, "difficulty": c, "against": self._in(d)}
        if kind == codes.EV_ROLLED:
            dice = (c & OUTCOME_MASK) - 4
            invokes, difficulty = divmod(d, 1 << codes.DIFFICULTY_BITS)
            faces = unpack_faces("4dF", c >> FACES_SHIFT)
            facts |= {"faces": list(faces)} if faces else {}
            return {
                **facts,
                "dice": dice,
                "invokes": invokes,
                "total": dice + 2 * invokes,
                "difficulty": difficulty,
            }
        return {**facts, "total": c, "difficulty": d}

    def _of_change(self, kind: int, side: int, aspect: int, who: int) -> dict[str, Any]:
        facts: dict[str, Any] = {"side": SIDES[side]}
        if side == 0:
            facts["who"] = self._scene.characters[who].id
        if kind != codes.EV_LEFT:
            facts |= {"aspect": self._texts[aspect], "on": self._scene.aspects[aspect].on}
        return facts

    def _in(self, mask: int) -> list[str]:
        return [text for place, text in enumerate(self._texts) if (mask >> place) & 1]

    def _purse(self, number: int) -> str:
        if number == BOWL:
            return "bowl"
        return SIDES[1] if number == GM_PURSE else self._scene.characters[number].id

    # In words

    def _named(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The ids among facts as people call them."""
        names = {one.id: one.name for one in self._scene.characters}
        names |= {"gm": "the GM", "bowl": "the bowl"}
        persons = ("who", "from", "to", "by")
        found: dict[str, Any] = {one: names[facts[one]] for one in persons if one in facts}
        if "intention" in facts:
            words = {one.id: one.words for one in self._scene.intentions}
            found["intention"] = words[facts["intention"]]
        if "on" in facts:
            found["on"] = self._places[facts["on"]]
        return found


ABOUT_ASPECTS = (codes.EV_STANDS, codes.EV_FRAMED, codes.EV_REVEALED, codes.EV_TURNED)
ABOUT_ROLLS = (
    codes.EV_TRIES,
    codes.EV_LAPSED,
    codes.EV_INVOKED,
    codes.EV_ROLLED,
    codes.EV_SUCCEEDED,
    codes.EV_FAILED,
)
ABOUT_ENDINGS = (
    codes.EV_OFFERED,
    codes.EV_REFUSED,
    codes.EV_RESOLVED,
    codes.EV_BARGAINED,
)


def _frames(one: Event) -> bool:
    return one.kind == FRAMED or (one.kind == POINT and one.facts["why"] in PRICES)


def listed(names: Iterable[str]) -> str:
    """Names in a row: «a, b and c»."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tries(facts: dict[str, Any]) -> str:
    against = facts["against"]
    said = f"{facts['who']} tries to {facts['intention']}."
    if not against:
        return f"{said} Nothing opposes it: difficulty 0."
    verb = "opposes" if len(against) == 1 else "oppose"
    return f"{said} {listed(against)} {verb} it: difficulty {facts['difficulty']}."


def _invoked(facts: dict[str, Any]) -> str:
    return f"{facts['who']} invokes {facts['aspect']}{' for free' if facts['free'] else ''}: +2."


def _rolled(facts: dict[str, Any]) -> str:
    shown = " ".join(FACES[one] for one in facts.get("faces", ()))
    dice = f"{shown} ({_signed(facts['dice'])})" if shown else _signed(facts["dice"])
    invokes = facts["invokes"]
    count = f", with {2 * invokes:+d} for what is invoked" if invokes else ""
    total = str(facts["total"]).replace("-", "−")
    return f"{facts['who']} rolls {dice}{count}: {total} against {facts['difficulty']}."


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def _by(verb: str, facts: dict[str, Any]) -> str:
    """How a roll came out once everybody was done: by how much."""
    margin = abs(facts["total"] - facts["difficulty"])
    return f"It {verb} by {margin}." if margin else f"It {verb}, just."


def _struck(facts: dict[str, Any]) -> str:
    price = f", at the price: {facts['price']}" if "price" in facts else ""
    return f"The bargain is struck: {facts['words']}{price}."


def _ended(facts: dict[str, Any]) -> str:
    who = THE[SIDES.index(facts["side"])]
    return (
        f"{_start(who)} resolve{'s' if facts['side'] == 'gm' else ''} the scene: {facts['words']}."
    )


def _offered(facts: dict[str, Any]) -> str:
    price = facts.get("price", "the GM takes a point from the bowl")
    return f"The GM offers a bargain: {facts['words']}, and the price: {price}."


def _changed(verb: str, facts: dict[str, Any]) -> str:
    who = facts.get("who", "the GM")
    where = "on" if verb == "adds" else "from"
    return f"{_start(who)} {verb} {facts['aspect']} ({where} {facts['on']})."


POINTS = {
    WHY[codes.FOR_FRAMING]: "That costs {from} a point.",
    WHY[codes.FOR_HELP]: "{to} takes a point from {from} for that.",
    WHY[codes.FOR_INVOKE]: "That costs a point.",
    WHY[codes.FOR_ANSWER]: "{to} gets {from}'s point for it.",
    WHY[codes.FOR_BARGAIN]: "{to} takes a point from {from} for it.",
    WHY[codes.FOR_FULL_SCENE]: "{from} pays {to} a point.",
}
"""How a point moves, by why it does."""


def _point(facts: dict[str, Any]) -> str:
    return _start(POINTS[facts["why"]].format_map(facts))


SENTENCES: dict[int, Callable[[dict[str, Any]], str]] = {
    codes.EV_STANDS: lambda it: f"{it['on']}: {it['aspect']}.",
    codes.EV_FRAMED: lambda it: f"The GM puts {it['aspect']} on {it['on']}.",
    codes.EV_POINT: _point,
    codes.EV_FULL: lambda it: f"{_start(it['by'])} pays to make this a full scene.",
    codes.EV_TRIES: _tries,
    codes.EV_LAPSED: lambda it: f"Nothing helps {it['who']}: the free invoke lapses.",
    codes.EV_INVOKED: _invoked,
    codes.EV_ROLLED: _rolled,
    codes.EV_REVEALED: lambda it: (
        f"The GM reveals {it['aspect']} on {it['on']}: the difficulty is {it['difficulty']} now."
    ),
    codes.EV_TURNED: lambda it: (
        f"The GM turns {it['aspect']} against it: the difficulty is {it['difficulty']} now."
    ),
    codes.EV_SUCCEEDED: lambda it: _by("succeeds", it),
    codes.EV_FAILED: lambda it: _by("fails", it),
    codes.EV_ADDED: lambda it: _changed("adds", it),
    codes.EV_REMOVED: lambda it: _changed("removes", it),
    codes.EV_LEFT: lambda it: f"{_start(it.get('who', 'the GM'))} leaves the scene as it is.",
    codes.EV_OFFERED: _offered,
    codes.EV_REFUSED: lambda _: "The bargain is refused.",
    codes.EV_GAVE_IN: lambda _: "The players give in.",
    codes.EV_TIME_UP: lambda _: "Time is up.",
    codes.EV_RESOLVED: _ended,
    codes.EV_BARGAINED: _struck,
    codes.EV_CLEARED: lambda it: (
        f"Off the table: {listed(it['aspects'])}." if it["aspects"] else "The table is clear."
    ),
    codes.EV_KEPT: lambda it: f"What stays: {listed(it['aspects'])}.",
}
