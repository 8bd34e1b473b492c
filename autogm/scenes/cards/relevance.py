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
from autogm.scenes.cards.settled import Valence

_NOT_DENIED = r"(?<!\bno )(?<!\bnot )(?<!\bnever )(?<!\bwithout )"


@dataclass(frozen=True)
class Group:
    """Words that are taken to say the same: what an aspect with one of them is, and which tags it
    opposes and helps; `sheet` are those that it helps on a character's sheet."""

    name: str
    pattern: re.Pattern[str]
    says: str
    valence: Valence
    opposes: frozenset[str]
    helps: frozenset[str]
    sheet: frozenset[str]


@dataclass(frozen=True)
class Judged:
    """What the words of an aspect are taken to say, as ids of intentions, and why."""

    valence: Valence
    helps: frozenset[str]
    opposes: frozenset[str]
    why: tuple[str, ...]


def judge(text: str, intentions: Mapping[str, Iterable[str]], *, on_sheet: bool) -> Judged:
    """What an aspect speaks to, by its words. `intentions` has the tags of each intention.

    What it is to the characters is what the first of its groups says; an intention that one group
    lets it help and another oppose, it opposes. On a sheet it opposes nothing (G15)."""
    helps, opposes, why = set[str](), set[str](), list[str]()
    valence: Valence | None = None
    for group, word in groups_in(text):
        tags = group.sheet if on_sheet else group.helps
        helped = {one for one, own in intentions.items() if tags & set(own)}
        against = group.opposes if not on_sheet else frozenset()
        opposed = {one for one, own in intentions.items() if against & set(own)}
        valence = valence or group.valence
        helps |= helped
        opposes |= opposed
        if helped or opposed:
            why.append(f"«{text}» {group.says} («{word}»): {_effect(helped, opposed)}.")
    if not why:
        why.append(f"«{text}» speaks to no intention by its words.")
    kind: Valence = valence or "neutral"
    if on_sheet:
        kind = "neutral"
    return Judged(kind, frozenset(helps - opposes), frozenset(opposes), tuple(why))


def groups_in(text: str) -> list[tuple[Group, str]]:
    """The groups that a text matches, each with the word found."""
    plain = text.casefold().replace("’", "'")
    found = ((one, one.pattern.search(plain)) for one in groups())
    return [(one, match.group()) for one, match in found if match is not None]


@cache
def groups() -> tuple[Group, ...]:
    """All groups of words."""
    with resources.as_file(resources.files("autogm.scenes.cards").joinpath("data")) as folder:
        rows: list[dict[str, Any]] = read_source(folder / "words.yaml").data["groups"]
    return tuple(
        Group(
            row["group"],
            _pattern(row["words"]),
            row["says"],
            row["kind"],
            *(frozenset(row.get(name, ())) for name in ("opposes", "helps", "sheet")),
        )
        for row in rows
    )


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern of words; one that ends in * stands for all that begin so."""
    parts = (re.escape(one).replace(r"\*", r"\w*") for one in words)
    return re.compile(rf"{_NOT_DENIED}\b(?:{'|'.join(parts)})\b")


def _effect(helped: set[str], opposed: set[str]) -> str:
    said = [f"{verb} {', '.join(sorted(which))}" for verb, which in
            (("it helps", helped), ("it opposes", opposed)) if which]  # fmt: skip
    return " and ".join(said)
