"""What an aspect speaks to, and what a minion's knack covers, where the scenario does not say it
(A8, A13, N2). The judgement is by words: the groups of `data/relevance.yaml` and a default for
each kind of aspect, nothing else; every one comes with a sentence that says why. It must never
overrule a field that a person wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import get_args

from autogm.model.aspect import Aspect, FreeInvokes
from autogm.model.aspect_uses import Template
from autogm.model.character import Knack
from autogm.model.words import AspectKind, Circumstance, Helps, RollKind
from autogm.rules.encounter import SettledAspect
from autogm.rules.shipped import shipped

ALL_ROLLS: frozenset[RollKind] = frozenset(get_args(RollKind))
PERSONAL: tuple[AspectKind, ...] = ("high concept", "trouble", "character")
"""The kinds of aspect that are judged as a character's own. No mission makes or ends them,
so they are permanent (A9), where one made in play has to be about a region, a faction or a
relationship to be so."""

_NOT_DENIED = r"(?<!\bno )(?<!\bnot )(?<!\bnever )(?<!\bwithout )"


@dataclass(frozen=True)
class WordGroup:
    """Words that are taken to say the same: what a match adds to the judgement."""

    name: str
    pattern: re.Pattern[str]
    says: str = ""
    adverse: bool = False
    hides: bool = False
    helps: Helps | None = None
    actions: frozenset[RollKind] | None = None
    skills: tuple[str, ...] = ()
    spares: frozenset[str] = frozenset()
    when: Circumstance = "always"

    def found_in(self, text: str) -> str | None:
        """The first word of the group in the text, or `None`."""
        return in_words(self.pattern, text)


@dataclass(frozen=True)
class Coverage:
    """The rolls that a knack covers (N2): `skills` is `None` for all. `rest` covers whatever the
    others leave over; `sure` is false where no word was understood and nothing is covered."""

    text: str
    actions: frozenset[RollKind]
    skills: frozenset[str] | None
    when: Circumstance = "always"
    rest: bool = False
    sure: bool = True
    why: str = ""

    def covers(self, action: RollKind, skill: str) -> bool:
        """Whether a roll of that kind with that skill is one of them."""
        return action in self.actions and (self.skills is None or skill in self.skills)


@dataclass(frozen=True)
class _Judgement:
    """What the words of an aspect are taken to say."""

    helps: Helps
    why: tuple[str, ...]
    actions: frozenset[RollKind] = ALL_ROLLS
    adverse: bool = False
    spares: frozenset[str] = frozenset()
    hides: bool = False


def judge_aspect(
    aspect: Aspect, kind: AspectKind, free: FreeInvokes | None = None
) -> SettledAspect:
    """An aspect with everything settled that it leaves open (A8).

    Zones: what the groups of words say that the text matches, together; where no group narrows
    it, it helps anyone in every roll. Adverse ground always serves those who stand in someone's
    way too (Z4). Scenes: the rolls that the groups say, by anyone. Characters: every roll of the
    bearer; a trouble, or words of weakness, every roll against the bearer. `free` is what an
    aspect starts with that says nothing of free invokes (A12). A character's own aspects are
    permanent, others last for the phase (A9).
    """
    judged = _judge(aspect, kind)
    adverse = judged.adverse if aspect.adverse is None else aspect.adverse
    helps, actions = judged.helps, judged.actions
    if adverse:
        helps = "both" if helps == "bearer" else helps
        actions |= {"oppose"}
    if aspect.helps is not None:
        helps = aspect.helps
    if aspect.actions is not None:
        actions = frozenset(aspect.actions)
    written = aspect.model_fields_set
    settled = aspect.helps is not None and aspect.actions is not None
    return SettledAspect(
        text=aspect.text,
        kind=kind,
        helps_bearer=helps in ("bearer", "both"),
        helps_against=helps in ("against", "both"),
        actions=actions,
        skills=None if aspect.skills is None else frozenset(aspect.skills),
        side=aspect.side,
        adverse=adverse,
        hides=aspect.hides if "hides" in written else judged.hides,
        spares=frozenset(aspect.spares) if "spares" in written else judged.spares,
        free=aspect.free or free or FreeInvokes(),
        hidden_from=aspect.hidden_from,
        difficulty=aspect.difficulty,
        removable=aspect.removable,
        why=() if settled and (kind != "zone" or aspect.adverse is not None) else judged.why,
        scope=aspect.scope or ("permanent" if (aspect.kind or kind) in PERSONAL else "phase"),
    )


def judge_template(template: Template) -> SettledAspect:
    """The aspect that a template creates (C1, A8): on an enemy it helps against it, on an ally or
    on oneself it helps the bearer, on ground its words decide; what is written goes first."""
    kind: AspectKind = "zone" if template.on == "zone" else "situation"
    personal = template.on in ("enemy", "ally", "self")
    helps = template.helps
    why: tuple[str, ...] = ()
    actions = template.actions
    if personal:
        actions = actions or tuple(sorted(ALL_ROLLS))
        if helps is None:
            helps = "against" if template.on == "enemy" else "bearer"
            whom = "against" if helps == "against" else "with"
            why = (f"«{template.text}» is put on the {template.on}: it helps {whom} it.",)
    written = template.model_fields_set
    inferred = ("adverse", "hides", "spares")
    given = {name: getattr(template, name) for name in inferred if name in written}
    judged = judge_aspect(
        Aspect(
            text=template.text,
            helps=helps,
            actions=actions,
            skills=template.relevant_skills,
            **given,
        ),
        kind,
    )
    return replace(judged, why=why) if personal else judged


def judge_knack(knack: Knack, skills: Sequence[str]) -> tuple[Coverage, ...]:
    """The rolls that something a minion is skilled or bad at covers (N2), for a conflict that
    knows `skills`. What is written holds; else each group of words that the text matches adds its
    rolls, with those of its skills that the conflict knows (all of them, if it knows none). A
    circumstance in the words («when outnumbered») limits it to that circumstance. Words that no
    group knows cover nothing: the one entry returned then is not `sure`."""
    if knack.actions is not None or knack.skills is not None:
        rolls = frozenset(knack.actions) if knack.actions is not None else ALL_ROLLS
        covered = None if knack.skills is None else frozenset(knack.skills)
        return (Coverage(knack.text, rolls, covered),)
    if _everything().search(_plain(knack.text)):
        why = f"«{knack.text}» is read as every roll that nothing else covers."
        return (Coverage(knack.text, ALL_ROLLS, None, rest=True, why=why),)
    when: Circumstance = "always"
    for circumstance, pattern in _circumstances().items():
        if pattern.search(_plain(knack.text)):
            when = circumstance
    found = []
    for group in _groups("knacks"):
        word = group.found_in(knack.text)
        if word is None or group.actions is None:
            continue
        known = frozenset(group.skills) & frozenset(skills)
        here = when if when != "always" else group.when
        with_what = ", ".join(sorted(known)) if known else "any skill"
        limit = "" if here == "always" else f", {_CIRCUMSTANCE_WORDS.get(here, here)} only"
        why = (
            f"«{knack.text}» is read as {group.name} («{word}»): "
            f"{listed(group.actions)} with {with_what}{limit}."
        )
        found.append(Coverage(knack.text, group.actions, known or None, here, why=why))
    if found:
        return tuple(found)
    why = f"«{knack.text}» covers no roll that is known here; say which in `actions` or `skills`."
    return (Coverage(knack.text, frozenset(), None, sure=False, why=why),)


def groups_in(text: str) -> list[tuple[WordGroup, str]]:
    """The groups of words for zones and scenes that a text matches, each with the word found."""
    return [(g, word) for g in _groups("aspects") if (word := g.found_in(text)) is not None]


def weakness_in(text: str) -> str | None:
    """The word that makes a character's aspect one that helps against its bearer, or `None`."""
    return in_words(_weaknesses(), text)


def in_words(pattern: re.Pattern[str], text: str) -> str | None:
    """The first word of a text that a pattern of words matches, or `None`."""
    match = pattern.search(_plain(text))
    return match.group() if match else None


def words_of(group: str) -> list[str]:
    """The words of a group of that name, for aspects or for knacks."""
    shelf = shipped("relevance")
    rows = [*shelf["aspects"], *shelf["knacks"]]
    return next(list(row["words"]) for row in rows if row["group"] == group)


_CIRCUMSTANCE_WORDS: dict[str, str] = {"first exchange": "in the first exchange"}


def _judge(aspect: Aspect, kind: AspectKind) -> _Judgement:
    """What the words of an aspect suggest; it says nothing of what is written."""
    text = aspect.text
    if kind == "zone":
        return _zone(aspect)
    if kind == "situation":
        return _scene(text)
    if kind == "trouble":
        return _Judgement("against", (f"«{text}» is a trouble: it helps against its bearer.",))
    weakness = weakness_in(text)
    if weakness is not None:
        why = f"«{text}» is a weakness («{weakness}»): it helps against its bearer."
        return _Judgement("against", (why,))
    return _Judgement("bearer", (f"«{text}» helps its bearer in every roll.",))


def _zone(aspect: Aspect) -> _Judgement:
    text = aspect.text
    found = groups_in(text)
    if not found:
        why = f"«{text}» helps anyone in every roll: none of its words narrows that."
        return _Judgement("both", (why,))
    groups = [group for group, _ in found]
    helps = {group.helps for group in groups if group.helps is not None}
    narrow = all(group.actions is not None for group in groups if group.helps is not None)
    actions = frozenset[RollKind]().union(*(group.actions or () for group in groups))
    return _Judgement(
        helps.pop() if len(helps) == 1 else "both",
        tuple(
            f"«{text}» {group.says} («{word}»): {effect}."
            for group, word in found
            if (effect := _effect(group, aspect))
        ),
        actions if actions and narrow else ALL_ROLLS,
        any(group.adverse for group in groups),
        frozenset[str]().union(*(group.spares for group in groups)),
        any(group.hides for group in groups),
    )


def _scene(text: str) -> _Judgement:
    found = [
        (group, f"«{text}» {group.says} («{word}»): it helps in {listed(group.actions)}.")
        for group, word in groups_in(text)
        if group.actions is not None
    ]
    if not found:
        why = f"«{text}» helps anyone in every roll: none of its words narrows that."
        return _Judgement("both", (why,))
    actions = frozenset[RollKind]().union(*(group.actions or () for group, _ in found))
    hides = any(group.hides for group, _ in found)
    return _Judgement("both", tuple(why for _, why in found), actions, hides=hides)


def _effect(group: WordGroup, aspect: Aspect) -> str:
    """What a group of words adds for a zone, in words, besides what is written of its aspect."""
    parts, written = [], aspect.model_fields_set
    if group.adverse and aspect.adverse is None:
        parts.append("it hinders movement")
    if group.hides and "hides" not in written:
        parts.append("it hides what lies in it and beyond it")
    if group.helps is not None and (aspect.helps is None or aspect.actions is None):
        actions = group.actions if aspect.actions is None else aspect.actions
        rolls = "every roll" if actions is None else listed(actions) if actions else "no roll"
        parts.append(f"it helps {_WHOM[aspect.helps or group.helps]} in {rolls}")
    if group.spares and "spares" not in written:
        parts.append(f"it spares those tagged {listed(group.spares)}")
    return "; ".join(parts)


_WHOM: dict[Helps, str] = {
    "bearer": "those in it",
    "against": "against those in it",
    "both": "anyone",
}


def listed(words: Iterable[str]) -> str:
    """Words in a row, sorted by the alphabet."""
    *most, last = sorted(words)
    return f"{', '.join(most)} and {last}" if most else last


def _plain(text: str) -> str:
    return text.casefold().replace("’", "'")


def pattern_of(words: Iterable[str]) -> re.Pattern[str]:
    """What finds any of the words in a text, as `data/relevance.yaml` says."""
    entries = [re.escape(word).replace(r"\*", "[a-z]*").replace(r"\ ", "[ -]") for word in words]
    return re.compile(rf"{_NOT_DENIED}\b(?:{'|'.join(entries)})\b")


@cache
def _groups(section: str) -> tuple[WordGroup, ...]:
    return tuple(
        WordGroup(
            name=row["group"],
            pattern=pattern_of(row["words"]),
            says=row.get("says", ""),
            adverse=row.get("adverse", False),
            hides=row.get("hides", False),
            helps=row.get("helps"),
            actions=frozenset(row["actions"]) if "actions" in row else None,
            skills=tuple(row.get("skills", ())),
            spares=frozenset(row.get("spares", ())),
            when=row.get("when", "always"),
        )
        for row in shipped("relevance")[section]
    )


@cache
def _weaknesses() -> re.Pattern[str]:
    return pattern_of(shipped("relevance")["weaknesses"]["words"])


@cache
def _everything() -> re.Pattern[str]:
    return pattern_of(shipped("relevance")["everything"])


@cache
def _circumstances() -> dict[Circumstance, re.Pattern[str]]:
    return {
        when: pattern_of(words) for when, words in shipped("relevance")["circumstances"].items()
    }
