"""The beats of a play as sentences of a report, in the present: what somebody does, how it comes
out, whom it costs what. Small things are left to be told together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from autogm.analysis.review.beats import Beat, Told
from autogm.engine import event_codes as ev
from autogm.engine.event_names import STATUS
from autogm.engine.events import Event
from autogm.engine.observation import SOMETHING
from autogm.model.words import SEVERITIES
from autogm.view.headcount import LEAVING, Headcount
from autogm.view.words.events import TELLERS, EventWords
from autogm.view.words.grammar import NUMBERS, counted, listed, plural_verb, start
from autogm.view.words.scene import UNWRITTEN

NOTHING, SMALL, TOLD, GREAT = range(4)
"""How much a report makes of a beat: not a word, a word with others like it, a sentence, a
sentence that stands out."""
GRAVE = ("moderate", "severe")
"""Consequences that stand out."""
DUEL = 4
"""Invokes of one roll from which it is called a duel."""
WEIGHTS = {
    "taken out": GREAT, "concedes": GREAT, "leaves": GREAT, "item": GREAT, "arrives": TOLD,
    "discovers": TOLD, "moves": TOLD,
}  # fmt: skip
"""Events that are told as clauses of their own, with their weight."""
HARD = 5
"""Shifts of a hard hit."""
ATTACKS = {"Fight": "goes for", "Shoot": "shoots at", "Provoke": "bears down on"}
"""What attacks with skills that everybody knows are called."""
_CONSEQUENCE = re.compile(rf"(.+) ({'|'.join(SEVERITIES)}) consequence")
OUT = (" is taken out", " are taken out")
STRIKES = ("attack", "charge", "attack everyone")
"""Declared actions that are to hurt somebody."""
PREPARES = {"full attack": "a Full Attack", "full defense": "a Full Defense"}
"""Declared actions that make ready for what comes later."""
APART = ("move", "divide", "leave", "pass")
"""Declared actions that need no clause beside what they do."""
WAITS = STATUS[ev.X_WAITS]


@dataclass
class Passage:
    """A beat in words: its sentence, how much a report makes of it, and what small thing it was:
    `missed` (an attack that hit nobody), `built` (an advantage), `prepared` (for an attack or a
    defence), `moved`, or nothing, with who did it, to whom or with what."""

    sentence: str = ""
    weight: int = NOTHING
    small: str = ""
    who: str = ""
    what: str = ""
    many: bool = False


@dataclass
class _Deed:
    """An action under way: what was declared, its skill, the invokes of either side, how it came
    out, the shifts of its hits and how many were struck, what consequences it left, and whether it
    took its target out."""

    action: Event
    predicate: str
    skill: str = ""
    own: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    result: Event | None = None
    cost: str = ""
    hits: int = 0
    struck: int = 0
    harm: list[str] = field(default_factory=list)
    out: bool = False

    @property
    def verb(self) -> str:
        """What it is."""
        return str(self.action.facts["action"]["verb"])

    @property
    def attacks(self) -> bool:
        """Whether it is to hurt somebody."""
        return self.hits > 0 or self.verb in STRIKES


class Narrator:
    """Tells the beats of one conflict, in order."""

    def __init__(self) -> None:
        self._words: dict[Any, EventWords] = {}
        self._count = Headcount()
        self._told: EventWords | None = None

    @property
    def words(self) -> EventWords:
        """The words in which it was told last."""
        assert self._told is not None
        return self._told

    def _know(self, game: Any) -> EventWords:
        if game not in self._words:
            self._words[game] = EventWords(game)
            self._count.know(game)
        self._told = self._words[game]
        self._told.call(self._count.alone())
        return self._told

    def passage(self, beat: Beat) -> Passage:
        """A beat in words."""
        found, subject = Passage(), None
        sentences, before, after = list[str](), list[str](), list[str]()
        doings, deed = list[str](), None
        fallen: list[Told] = []

        def close() -> None:
            """End a sentence."""
            nonlocal doings, deed
            doings += [] if deed is None else [self._did(deed, found)]
            said = [one for one in doings if one]
            main = f"{found.who} {listed(said)}" if said else ""
            parts = [one for one in (*before, main, *gone_together(after)) if one]
            sentences.extend([start("; ".join(parts)) + "."] if parts else [])
            before.clear()
            after.clear()
            doings, deed = [], None

        for told in beat.events:
            words, event = self._know(told.game), told.event
            if fallen and event.kind != "member falls":
                gone = event.kind == "taken out" and event.who == fallen[-1].event.who
                after.extend([] if gone else [self._fall(fallen)])
                fallen = []
            if event.kind in ("turn", "action") and event.who is not None:
                if event.who != subject and subject is not None:
                    close()
                subject = event.who
                found.who = words.scene.called.of(subject)
                found.many = found.who in words.scene.called.many
            if event.kind == "action":
                doings += [] if deed is None else [self._did(deed, found)]
                deed = self._declared(event, found)
            elif event.kind == "member falls":
                fallen.append(told)
                self._count.falls(event)
                found.weight = max(found.weight, TOLD)
            elif deed is not None and self._follows(deed, event, found):
                if event.kind == "damage":
                    found.weight = max(found.weight, TOLD if event.facts["shifts"] else SMALL)
            elif event.kind == "moves" and event.who == subject and "by" not in event.facts:
                said = self._predicate(event, found)
                apart = deed is None or deed.verb in APART
                found.small = found.small or ("moved" if apart else "")
                found.weight = max(found.weight, SMALL)
                if deed is None or (deed.verb in APART and deed.result is None):
                    doings.append(said)
                    deed = None
            elif event.kind == "compel":
                before.extend(self._compelled(told, beat, found))
            elif event.kind == "status" and event.facts["status"] == WAITS:
                doings.append(self._predicate(event, found))
            else:
                after.extend(self._clause(event, found))
            if event.kind in LEAVING:
                self._count.leaves(event.who or "")
        after.extend([self._fall(fallen)] if fallen else [])
        close()
        found.sentence = " ".join(sentences)
        found.weight = max(found.weight, SMALL if sentences else NOTHING)
        return found

    def _declared(self, event: Event, found: Passage) -> _Deed:
        """An action that was declared."""
        action = event.facts["action"]
        deed = _Deed(event, self._predicate(event, found))
        if action["verb"] == "divide":
            self._count.breaks_off(event.who or "", action["target"], action["members"])
        return deed

    def _predicate(self, event: Event, found: Passage) -> str:
        """What an event says of whose turn it is."""
        said = self.words.tell(event).removesuffix(".")
        return said.removeprefix(start(found.who)).strip() if found.who else said

    def _follows(self, deed: _Deed, event: Event, found: Passage) -> bool:
        """Take an event that belongs to a deed; whether it does."""
        facts = event.facts
        if event.kind == "skill":
            deed.skill = deed.skill or ("" if facts["answering"] else facts["skill"])
        elif event.kind == "invoke" and "aspect" in facts:
            ours = event.who == deed.action.who
            (deed.own if ours else deed.other).append(self._aspect(facts))
        elif event.kind == "result":
            deed.result = event
        elif event.kind == "cost":
            deed.cost = facts["cost"]
        elif event.kind == "damage":
            deed.hits += facts["shifts"]
            deed.struck += 1
        elif event.kind == "consequence" and self._pays(deed, event):
            deed.cost = f"a {facts['severity']} consequence"
            found.weight = max(found.weight, TOLD)
        elif event.kind == "consequence" and self._hurts(deed, event):
            deed.harm.append(f"a {facts['severity']}")
            found.weight = max(found.weight, GREAT if facts["severity"] in GRAVE else TOLD)
        elif event.kind == "taken out" and self._hurts(deed, event):
            deed.out = True
            found.weight = GREAT
        else:
            return event.kind in ("roll", "reroll", "pass", "hit", "block", "oppose", "invoke")
        return True

    def _aspect(self, facts: dict[str, Any]) -> str:
        """An aspect that was invoked."""
        if facts["aspect"] == SOMETHING:
            return SOMETHING
        written = self.words.scene.kind(facts["slot"]) not in UNWRITTEN
        return f"«{facts['aspect']}»" if written else self.words.scene.quoted(facts["slot"])

    def _pays(self, deed: _Deed, event: Event) -> bool:
        """Whether a consequence is the cost of a deed."""
        return event.who == deed.action.who and "consequence" in deed.cost

    def _hurts(self, deed: _Deed, event: Event) -> bool:
        """Whether something is what becomes of whom a deed was to hurt."""
        target = deed.action.facts["action"].get("target")
        return deed.hits > 0 and event.who == target

    def _did(self, deed: _Deed, found: Passage) -> str:
        """A deed as a predicate, with how it came out."""
        if deed.result is None:
            return "" if deed.verb in APART else deed.predicate
        said = self._with_skill(deed, found)
        shifts, outcome = deed.result.facts["shifts"], deed.result.facts["outcome"]
        invokes, why = len(deed.own) + len(deed.other), ""
        if invokes >= DUEL and deed.own and deed.other:
            why = f" after a duel of {counted(invokes)} invokes"
        elif invokes >= DUEL:
            why = f" {'with' if deed.own else 'against'} {counted(invokes)} invokes"
        elif shifts > 0 and deed.own and shifts <= 2 * len(deed.own):
            why = f", thanks to {invoked(deed.own)}"
        elif shifts <= 0 and not deed.cost and deed.other and shifts > -2 * len(deed.other):
            why = f", thwarted by {invoked(deed.other)}"
        if deed.attacks:
            return self._attacked(deed, found, said, shifts, why)
        if deed.verb == "create":
            found.small = found.small or ("built" if shifts >= 0 else "")
            found.what = f"«{deed.action.facts['action'].get('aspect', '')}»"
        if deed.verb in PREPARES and (shifts > 0 or deed.cost):
            found.small, found.what = found.small or "prepared", PREPARES[deed.verb]
        if deed.verb == "overcome" and outcome != "fails":
            found.weight = max(found.weight, TOLD)
        if deed.cost:
            return f"{said} and {self._verb('succeeds', found)} at the cost of {deed.cost}{why}"
        manage = {"fails": "but fails", "ties": "and only just gets there"}.get(outcome)
        if manage is None:
            return f"{said} and {self._verb('succeeds', found)}{outcome[8:]}{why}"
        join, _, verb = manage.partition(" ")
        return f"{said} {join} {self._verb(verb, found)}{why}"

    def _with_skill(self, deed: _Deed, found: Passage) -> str:
        """What was declared, with its skill."""
        plain = self._verb("attacks ", found)
        if deed.verb == "attack" and deed.skill in ATTACKS and deed.predicate.startswith(plain):
            goes = self._verb(ATTACKS[deed.skill], found)
            return f"{goes} {deed.predicate.removeprefix(plain)}"
        return deed.predicate + (f" with {deed.skill}" if deed.skill else "")

    def _attacked(self, deed: _Deed, found: Passage, said: str, shifts: int, why: str) -> str:
        if deed.hits:
            hard = " hard," if deed.hits >= HARD else ""
            hits = f"{self._verb('hits', found)}{hard} for {deed.hits}"
            hits += " in all" if deed.struck > 1 else ""
            harm = f", leaving {listed(deed.harm)} consequence" if deed.harm else ""
            harm = ", taking them out" if deed.out else harm
            join = ", and" if ", to " in said else " and"
            return f"{said}{join} {hits}{why}{harm}"
        found.small = found.small or "missed"
        found.what = self._whom(deed.action.facts["action"])
        how = "misses" if shifts < 0 else "only ties" if not shifts else "does no harm"
        lead, _, rest = how.rpartition("only ")
        verb, _, more = rest.partition(" ")
        ends = f"{lead}{'only ' if 'only' in how else ''}{self._verb(verb, found)} {more}".strip()
        return f"{said} and {ends}{why}"

    def _whom(self, action: Mapping[str, Any]) -> str:
        """Whom an attack is on; nothing where it names nobody."""
        called, target, zone = self.words.scene.called, action.get("target"), action.get("zone")
        if target is not None:
            return called.of(target)
        return f"everyone in {called.of(zone)}" if zone is not None else ""

    def _verb(self, text: str, found: Passage) -> str:
        """A verb, with what follows it, in the number of whose turn it is."""
        first, space, rest = text.partition(" ")
        return f"{plural_verb(first) if found.many else first}{space}{rest}"

    def _fall(self, fallen: list[Told]) -> str:
        said = self.words.fall(fallen[-1].event, len(fallen))
        return _inside(said)

    def _clause(self, event: Event, found: Passage) -> list[str]:
        """What an event says as a clause of its own."""
        scene, weight = self.words.scene, WEIGHTS.get(event.kind, NOTHING)
        if event.kind == "consequence":
            weight = GREAT if event.facts["severity"] in GRAVE else TOLD
        elif event.kind == "stunt" and "riposte" in event.facts:
            weight = TOLD
        found.weight = max(found.weight, weight)
        if weight == NOTHING:
            return []
        name = scene.called.of(event.who) if event.who is not None else ""
        return [TELLERS[event.kind](scene, name, event).removesuffix(".")]

    def _compelled(self, told: Told, beat: Beat, found: Passage) -> list[str]:
        """A compel, if it was accepted."""
        place = next(n for n, one in enumerate(beat.events) if one is told)
        answers = (one.event for one in beat.events[place:] if one.event.kind == "answer")
        answer = next(answers, None)
        if answer is None or not answer.facts["accepted"] or "aspect" not in told.event.facts:
            return []
        found.weight = max(found.weight, TOLD)
        called = self.words.scene.called
        name = called.of(told.event.who)
        said = called.says(name, f"accepts the compel of «{told.event.facts['aspect']}»")
        demand = self.words.tell(told.event).rpartition("», ")[2].removesuffix(".")
        return [f"{said}, {demand}"]


def invoked(aspects: Sequence[str]) -> str:
    """Aspects that were invoked, each once, and the consequences of one fighter together."""
    whose: dict[str, list[str]] = {}
    for one in dict.fromkeys(aspects):
        found = _CONSEQUENCE.fullmatch(one)
        whose.setdefault(found[1] if found else one, []).extend([found[2]] if found else [])
    return listed(
        [
            f"{one} {listed(kinds)} consequence{'' if len(kinds) == 1 else 's'}" if kinds else one
            for one, kinds in whose.items()
        ]
    )


def gone_together(clauses: Sequence[str]) -> list[str]:
    """Clauses, those in a row that say of somebody that they are taken out as one."""
    found = list[str]()
    for gone, row in groupby(clauses, lambda one: one.endswith(OUT)):
        said = list(row)
        if gone and len(said) > 1:
            names = [one.removesuffix(OUT[0]).removesuffix(OUT[1]) for one in said]
            said = [f"{listed(names)}{OUT[1]}"]
        found += said
    return found


def _inside(sentence: str) -> str:
    """A sentence as a clause."""
    said = sentence.removesuffix(".")
    first = said.partition(" ")[0].lower()
    return said[:1].lower() + said[1:] if first in ("the", *NUMBERS) else said


def led_up_to(passages: Sequence[Passage]) -> list[str]:
    """Small things of several beats that others rest on, told together: advantages, what was made
    ready, moves."""
    said = []
    built: dict[str, list[str]] = {}
    for one in passages:
        if one.small == "built":
            built.setdefault(one.who, [])
            if one.what not in built[one.who] and one.what != "«»":
                built[one.who].append(one.what)
    if built:
        parts = list[str]()
        for who, aspects in built.items():
            on = f" on {listed(aspects)}" if aspects else ""
            several = any(one.many for one in passages if one.who == who)
            builds = "" if parts and on else f" {'build' if several else 'builds'}"
            parts.append(f"{who}{builds}{on or ' something up'}")
        said.append(start(f"{listed(parts)}."))
    for what in dict.fromkeys(one.what for one in passages if one.small == "prepared"):
        ready = [one for one in passages if (one.small, one.what) == ("prepared", what)]
        said.append(start(f"{_several(ready, 'prepares')} {what}."))
    moved = [one for one in passages if one.small == "moved"]
    if moved:
        said.append(start(f"{_several(moved, 'changes')} ground."))
    return said


def came_to_nothing(passages: Sequence[Passage]) -> list[str]:
    """Attacks of several beats that hit nobody, told together."""
    missed = [one for one in passages if one.small == "missed"]
    if not missed:
        return []
    attacks = listed([f"{one.who} on {one.what}" if one.what else one.who for one in missed])
    what, verb = ("an attack", "comes") if len(missed) == 1 else ("attacks", "come")
    return [start(f"{what} by {attacks} {verb} to nothing.")]


def _several(passages: Sequence[Passage], verb: str) -> str:
    """All of them, each once, and what they do."""
    who = dict.fromkeys((one.who, one.many) for one in passages)
    several = len(who) > 1 or next(iter(who))[1]
    return f"{listed([name for name, _ in who])} {plural_verb(verb) if several else verb}"
