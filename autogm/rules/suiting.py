"""Which skills suit an aspect, to create it or to create an advantage on it (C6): those that are
written, else those that its words lead to (A8), by the groups of `data/suiting.yaml`. A judgement
comes with a sentence that says why, and never overrules what a person wrote. What another skill has
against it is the ruleset's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from autogm.model.aspect import Aspect
from autogm.model.aspect_uses import Template
from autogm.rules.encounter import SettledAspect
from autogm.rules.relevance import in_words, listed, pattern_of, words_of
from autogm.rules.ruleset import Ruleset
from autogm.rules.shipped import shipped


@dataclass(frozen=True)
class SuitingGroup:
    """Words that lead to the same skills, of all lists of skills."""

    name: str
    pattern: re.Pattern[str]
    skills: frozenset[str]


def suited_by(
    settled: SettledAspect, written: Aspect | Template, rules: Ruleset, skills: Sequence[str]
) -> SettledAspect:
    """The aspect with the skills that suit it, out of the `skills` that the conflict knows. Nothing
    is asked where the ruleset takes nothing off for it."""
    if rules.unsuited_skill == 0:
        return settled
    said = said_of(written)
    if said is not None:
        return replace(settled, suits=frozenset(said) or None)
    found = groups_for(written.text, skills)
    if not found:
        return settled
    suits = frozenset[str]().union(*(group.skills for group, _ in found)) & frozenset(skills)
    if suits == frozenset(skills):
        return settled
    by = ", ".join(dict.fromkeys(f"«{word}»" for _, word in found))
    why = (
        f"«{written.text}» suits {listed(suits)} ({by}): who creates an advantage on it with "
        f"another skill rolls at {-rules.unsuited_skill}."
    )
    return replace(settled, suits=suits, why=(*settled.why, why))


def said_of(written: Aspect | Template) -> tuple[str, ...] | None:
    """The skills that suit by what a person wrote; `None` where nothing is said of it."""
    if isinstance(written, Aspect) and written.suits is not None:
        return written.suits
    return written.skills


def groups_for(text: str, skills: Sequence[str]) -> list[tuple[SuitingGroup, str]]:
    """The groups that a text matches and that lead to any of the skills, each with its word."""
    known = frozenset(skills)
    return [(group, word) for group, word in _matched(text) if group.skills & known]


@lru_cache(maxsize=4096)  # variants of a conflict have nearly all texts in common
def _matched(text: str) -> tuple[tuple[SuitingGroup, str], ...]:
    found = ((group, in_words(group.pattern, text)) for group in _groups())
    return tuple((group, word) for group, word in found if word is not None)


@cache
def _groups() -> tuple[SuitingGroup, ...]:
    return tuple(
        SuitingGroup(
            name=row["group"],
            pattern=pattern_of(
                [*(word for one in row.get("of", ()) for word in words_of(one)),
                 *row.get("words", ())]
            ),
            skills=frozenset(row["skills"]),
        )
        for row in shipped("suiting")["suits"]
    )  # fmt: skip
