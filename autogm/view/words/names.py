"""What people call those in a conflict: fighters, zones, sides and the item, as they stand within a
sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autogm.rules.encounter import Encounter
from autogm.view.words.debate import DEBATED
from autogm.view.words.grammar import inside, last_of, one_of, plural, plural_verb

if TYPE_CHECKING:
    from autogm.engine.state import State


@dataclass(frozen=True)
class Names:
    """Names by id, as they stand within a sentence; `many` are those that speak of several, `ones`
    what fighters of such a name are called when only one of them is left. `social` says that it
    is a conflict of words."""

    fighters: dict[str, str]
    zones: dict[str, str]
    sides: dict[str, str]
    item: str
    many: frozenset[str]
    ones: dict[str, str]
    social: bool = False

    def of(self, subject: str | None) -> str:
        """A fighter, a zone or the scene."""
        if subject is None or subject == "scene":
            return "the scene"
        return self.fighters.get(subject) or self.zones.get(subject, subject)

    def with_ones(self, alone: Iterable[str]) -> Names:
        """The same names where of some fighters, by id, only one is left."""
        ones = {who: self.ones[who] for who in alone if who in self.ones}
        return replace(self, fighters=self.fighters | ones)

    def worded(self, phrase: str) -> str:
        """A phrase of a fight as this conflict is told."""
        return DEBATED.get(phrase, phrase) if self.social else phrase

    def at(self, subject: str | None) -> str:
        """Where an aspect stands, as the end of a phrase; nothing for the scene."""
        if subject is None or subject == "scene":
            return ""
        return f" {'on' if subject in self.fighters else 'in'} {self.of(subject)}"

    def says(self, name: str, predicate: str, *, many: bool | None = None) -> str:
        """A name and a predicate, whose first word is a verb written for one."""
        word = re.match(r"[a-z]+", predicate)
        several = name in self.many if many is None else many
        if word is None or not several:
            return f"{name} {predicate}"
        return f"{name} {plural_verb(word[0])}{predicate[word.end() :]}"


def alone_in(state: State) -> frozenset[str]:
    """The groups, by id, of which one is left in a state."""
    record = state.record[0]
    here, members = int(record["present"]), record["members"]
    return frozenset(
        one.id
        for number, one in enumerate(state.game.encounter.fighters)
        if one.teamwork_group and (here >> number) & 1 and int(members[number]) == 1
    )


def names_in(state: State) -> Names:
    """The names in a state of a conflict, where of some groups only one is left."""
    return names_of(state.game.encounter).with_ones(alone_in(state))


def names_of(encounter: Encounter) -> Names:
    """The names of a conflict. Groups and swarms speak of several where their names do. Of a name
    that goes on after a comma («Ssarak, Keeper of the Watch») a sentence has what stands before it,
    if that is nobody else's."""
    fighters, many, ones = {}, set(), {}
    heads = Counter(one.name.partition(",")[0] for one in encounter.fighters)
    for one in encounter.fighters:
        head = one.name.partition(",")[0]
        name = head if heads[head] == 1 else one.name
        crowd = one.type in ("group", "swarm") and plural(name)
        fighters[one.id] = inside(name, article=crowd)
        if crowd:
            many.add(fighters[one.id])
        if crowd and one.type == "group":
            ones[one.id] = one_of(name)
    taken = Counter([*fighters.values(), *ones.values()])
    for key, name in ones.items():
        if taken[name] > 1:
            ones[key] = last_of(fighters[key])
    scenario = encounter.scenario
    players, gm = scenario.sides.players.name, scenario.sides.gm.name
    sides = {
        "players": inside(players or "the players", article=True),
        "gm": inside(gm or "the GM's side", article=True),
    }
    many |= {name for name in sides.values() if plural(name)}
    return Names(
        fighters,
        {key: inside(zone.name or key) for key, zone in scenario.zones.items()},
        sides,
        inside(scenario.item.name) if scenario.item else "it",
        frozenset(many),
        ones,
        scenario.kind == "social",
    )
