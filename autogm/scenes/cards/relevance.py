"""What an aspect of a card scene speaks to, and what it is to the characters, where the file does
not say it: a judgement by words (`data/words.yaml`), told with its reason. It never overrules what
a person wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from autogm.model.source import read_source
from autogm.rules.relevance import in_words, listed, pattern_of, weakness_in
from autogm.scenes.cards.settled import Valence

NOTHING = frozenset[str]()


@dataclass(frozen=True)
class Group:
    """Words that are taken to say the same: what an aspect with one of them is, and which tags it
    opposes and helps; `sheet` are those that it helps on a character's sheet. Groups that it
    `undoes` do not count beside it."""

    name: str
    pattern: re.Pattern[str]
    says: str
    valence: Valence
    opposes: frozenset[str]
    helps: frozenset[str]
    sheet: frozenset[str]
    undoes: frozenset[str]


@dataclass(frozen=True)
class Written:
    """What a file says of an aspect itself; None where it leaves a field open. `turns` are the
    intentions that the aspect opposes once it is turned."""

    valence: Valence | None = None
    helps: frozenset[str] | None = None
    opposes: frozenset[str] | None = None
    turns: frozenset[str] = NOTHING


@dataclass(frozen=True)
class Judged:
    """What an aspect is taken to be and to speak to, as ids of intentions, and why."""

    valence: Valence
    helps: frozenset[str]
    opposes: frozenset[str]
    why: tuple[str, ...]


def judge(text: str, intentions: Mapping[str, Iterable[str]], written: Written) -> Judged:
    """An aspect of a card or of a status card with everything settled that its file leaves open.
    `intentions` has the words that each intention is known by: its id and its tags.

    What the words say gives way to what is written, never the other way round: an intention that
    the aspect is written to help it is not taken to oppose as well (G15). Between two groups of
    words opposing goes first. An aspect that is only written to oppose is detrimental, one
    that is written to help and opposes nothing is not; else the first group decides, and
    without one it is neutral."""
    found = groups_in(text)
    opposes = written.opposes
    if opposes is None:
        meant = {one for group, _ in found for one in _meant(group.opposes, intentions)}
        opposes = frozenset(meant - (written.helps or NOTHING) - written.turns)
    helps = written.helps
    if helps is None:
        helps = frozenset(one for group, _ in found for one in _meant(group.helps, intentions))
        helps -= opposes
    said = found[0][0].valence if found else None
    valence, reason = written.valence, ""
    if valence is None and written.opposes and not written.helps and said != "detrimental":
        valence, reason = "detrimental", "it is written to oppose"
    elif valence is None and written.helps and not opposes and said in (None, "detrimental"):
        valence, reason = "beneficial", "it is written to help"
    why = []
    for place, (group, word) in enumerate(found):
        helped = set[str]() if written.helps is not None else _meant(group.helps, intentions)
        opposed = set[str]() if written.opposes is not None else _meant(group.opposes, intentions)
        kind = said if place == 0 and valence is None else None
        effect = _effect(helped & helps, opposed & opposes, kind)
        if effect:
            why.append(f"«{text}» {group.says} («{word}»): {effect}.")
    if reason:
        why.append(f"«{text}» is {valence}: {reason}.")
    if not found and written == Written():
        why.append(f"«{text}» is neutral, helps nothing and opposes nothing: no word says more.")
    return Judged(valence or said or "neutral", helps, opposes, tuple(why))


def judge_sheet(
    text: str, intentions: Mapping[str, Iterable[str]], helps: frozenset[str] | None
) -> Judged:
    """An aspect of a character's sheet: what it helps, by the groups of words and by the words that
    intentions are known by; words of weakness help nothing. It opposes nothing but by being turned
    (G15)."""
    if helps is not None:
        return Judged("neutral", helps, NOTHING, ())
    weakness = weakness_in(text)
    if weakness is not None:
        return Judged("neutral", NOTHING, NOTHING, (f"«{text}» is a weakness («{weakness}»).",))
    found, why = set[str](), list[str]()
    for group, word in groups_in(text):
        helped = _meant(group.sheet, intentions)
        found |= helped
        if helped:
            why.append(f"«{text}» {group.says} («{word}»): {_effect(helped, set())}.")
    for name, words in intentions.items():
        telling = [f"{one}*" for one in words if len(one) > 3]
        named = in_words(pattern_of(telling), text) if telling else None
        if named and name not in found:
            found.add(name)
            why.append(f"«{text}» names it («{named}»): {_effect({name}, set())}.")
    if not why:
        why.append(f"«{text}» helps nothing: none of its words says so.")
    return Judged("neutral", frozenset(found), NOTHING, tuple(why))


def groups_in(text: str) -> list[tuple[Group, str]]:
    """The groups that a text matches, in the order of the table, each with the word found."""
    found = [(one, word) for one in groups() if (word := in_words(one.pattern, text)) is not None]
    undone = {name for group, _ in found for name in group.undoes}
    return [(group, word) for group, word in found if group.name not in undone]


@cache
def groups() -> tuple[Group, ...]:
    """All groups of words."""
    return tuple(
        Group(
            row["group"],
            pattern_of(row["words"]),
            row["says"],
            row["kind"],
            *(frozenset(row.get(name, ())) for name in ("opposes", "helps", "sheet", "undoes")),
        )
        for row in _table()["groups"]
    )


@cache
def tags() -> Mapping[str, str]:
    """The tags that groups of words speak to, by each word that means one: `stealth` and `hide`
    mean `sneak`, which means itself."""
    rows: dict[str, tuple[str, ...]] = _table()["tags"]
    return {word: tag for tag, words in rows.items() for word in (tag, *words)}


@cache
def _table() -> dict[str, Any]:
    with resources.as_file(resources.files("autogm.scenes.cards").joinpath("data")) as folder:
        return read_source(folder / "words.yaml").data


def _meant(wanted: frozenset[str], intentions: Mapping[str, Iterable[str]]) -> set[str]:
    """The intentions that are known by one of those tags, or by a word that means it."""
    known = tags()
    return {
        name
        for name, words in intentions.items()
        if any(known.get(word.replace("_", "-")) in wanted for word in words)
    }


def _effect(helped: set[str], opposed: set[str], valence: Valence | None = None) -> str:
    """What a group of words adds, in words."""
    said = [f"{verb} {listed(which)}" for verb, which in
            (("helps", helped), ("opposes", opposed)) if which]  # fmt: skip
    if valence is not None:
        said.insert(0, f"is {valence}")
    return f"it {' and '.join(said)}" if said else ""
