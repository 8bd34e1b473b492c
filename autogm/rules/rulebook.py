"""The rules by their ids: what each says in one line, in which rulesets it is in play, and the
fields that carry it. The lines stand in `data/rule_lines.yaml`; whether a rule is in play is read
off the rulesets themselves, so that it can't say anything else than what is played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from autogm.model.faults import nearest
from autogm.model.shape import show
from autogm.rules.loading import SWITCHES
from autogm.rules.ruleset import Ruleset
from autogm.rules.rulesets import RULESETS, RulesetError, override, ruleset
from autogm.rules.shipped import shipped
from autogm.rules.tables import rules_of

ID = re.compile(r"[A-Z]\d+|EX-[A-Z]+-\d+")
"""What an id looks like: a letter and a number, or that of a worked example."""


@dataclass(frozen=True)
class Rule:
    """A rule: `at_home` has the rulesets in which it is in play; `switch` is what a scenario
    writes to have it (empty where no field does that) in those of `others`; `fields` are the
    fields of rulesets that carry it."""

    id: str
    says: str
    at_home: tuple[str, ...]
    switch: str
    others: tuple[str, ...]
    fields: tuple[str, ...]


class UnknownRuleError(ValueError):
    """An id that no rule has; `suggestion` is the nearest one that is, `family` all those with
    its letter, or the letters that there are."""

    def __init__(self, name: str) -> None:
        self.suggestion = nearest(name, rule_ids())
        letters = tuple(sorted({one[0] for one in rule_ids()}))
        self.family = tuple(one for one in rule_ids() if one[0] == name[:1]) or letters
        super().__init__(f"no rule has the id `{name}`")


def chapters() -> dict[str, tuple[str, ...]]:
    """The ids of each chapter, by its title, in the order of the text."""
    return {title: tuple(rows) for title, rows in shipped("rule_lines").items()}


def rule_ids() -> tuple[str, ...]:
    """All ids, in the order of the text."""
    return tuple(_rows())


@cache
def rule(name: str) -> Rule:
    """The rule with that id, in capital or small letters.

    Raises:
        UnknownRuleError: when there is none.
    """
    identity = name.strip().upper()
    if identity not in _rows():
        raise UnknownRuleError(identity)
    row = _rows()[identity]
    row = {"says": row} if isinstance(row, str) else row
    when: dict[str, Any] = row.get("when", {})
    home = row.get("in", RULESETS)
    at_home = (
        *(one for one in RULESETS if one in home and _in_play(ruleset(one), when)),
        *(one for one in home if one not in RULESETS),
    )
    return Rule(
        identity,
        row["says"],
        at_home,
        "; ".join(_switch(field, value) for field, value in when.items()),
        tuple(one for one in RULESETS if when and one not in at_home and _possible(one, when)),
        tuple(field for field in Ruleset.model_fields if identity in rules_of(field)),
    )


SCENES = {"aspect-cards": ("Scenes of aspect cards", "Conflicts with aspect cards")}
"""The rulesets of other games than conflicts, which have rules and no fields to switch: their
titles, and the texts that they are from."""


def rules_at_home(name: str) -> tuple[Rule, ...]:
    """The rules that are in play in a ruleset by themselves, in the order of the text."""
    return tuple(one for one in map(rule, rule_ids()) if name in one.at_home)


def find_rules(words: Sequence[str]) -> tuple[Rule, ...]:
    """The rules that speak of every one of those words, in what they say or in the names of their
    fields, in the order of the text; a word stands for those that begin like it."""
    patterns = [re.compile(rf"\b{re.escape(_stem(word))}", re.IGNORECASE) for word in words]
    found = []
    for one in map(rule, rule_ids()):
        text = " ".join((one.says, *(field.replace("_", " ") for field in one.fields)))
        if all(pattern.search(text) for pattern in patterns):
            found.append(one)
    return tuple(found)


@cache
def _rows() -> dict[str, Any]:
    """What is written of each rule."""
    return {one: row for rows in shipped("rule_lines").values() for one, row in rows.items()}


def _stem(word: str) -> str:
    """A word without the ending of its plural."""
    plain = word.replace("_", " ")
    return plain.removesuffix("s") if len(plain) > 3 else plain


def _in_play(rules: Ruleset, when: dict[str, Any]) -> bool:
    """Whether each field has its value, one of them, or the entry."""
    return all(_fits(getattr(rules, field), wanted) for field, wanted in when.items())


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Sequence) and not isinstance(wanted, str):
        return value in wanted
    return wanted in value if isinstance(value, tuple) else bool(value == wanted)


def _possible(name: str, when: dict[str, Any]) -> bool:
    """Whether a scenario of that ruleset can have the fields so."""
    try:
        override(ruleset(name), {field: _value(field, wanted) for field, wanted in when.items()})
    except RulesetError:
        return False
    return True


def _value(field: str, wanted: Any) -> Any:
    """One value of a field that fits."""
    if isinstance(wanted, Sequence) and not isinstance(wanted, str):
        return wanted[-1]
    return (wanted,) if isinstance(getattr(ruleset(RULESETS[0]), field), tuple) else wanted


def _switch(field: str, wanted: Any) -> str:
    """What a scenario writes to give a field its value."""
    value = _value(field, wanted)
    said = f"[{', '.join(value)}]" if isinstance(value, tuple) else show(value)
    return f"{field}: {said}" if field in SWITCHES else f"rules: {{{field}: {said}}}"
