"""Names into numbers: tags, skills, kinds of roll and words of the vocabulary as indices and bit
masks, and the refusal of what has no number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from autogm.model.faults import Fault, ScenarioError
from autogm.model.words import HARMS, MAX_SKILLS, MAX_TAGS, ROLL_KINDS, Harm
from autogm.rules.encounter import Encounter

ALL_SKILLS = -1
SIDE_NUMBERS = {"players": 0, "gm": 1}


def harm_kind(encounter: Encounter, harm: Harm) -> int:
    """The number of a harm: rulesets with one track have one (H1)."""
    return 0 if encounter.ruleset.one_track else HARMS.index(harm)


class Words:
    """The numbering of one encounter's names."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.scopes = encounter.ruleset.scopes
        if len(encounter.skills) > MAX_SKILLS:
            raise refuse(encounter, f"at most {MAX_SKILLS} skills, not {len(encounter.skills)}")
        if len(self.tags) > MAX_TAGS:
            raise refuse(encounter, f"at most {MAX_TAGS} different tags, not {len(self.tags)}")

    @cached_property
    def tags(self) -> dict[str, int]:
        """Every tag of the conflict, numbered in alphabetical order."""
        found: set[str] = set()
        scenario = self.encounter.scenario
        for zone in scenario.zones.values():
            found.update(zone.tags)
        for fighter in self.encounter.fighters:
            found.update(fighter.tags)
            found.update(stunt.tag for stunt in fighter.stunts if stunt.tag)
            for aspect in fighter.aspects:
                found.update(aspect.spares)
        for aspect in (
            *self.encounter.zone_aspects.values(),
            *self.encounter.scene_aspects,
            *(one.aspect for one in self.encounter.templates),
        ):
            found.update(aspect.spares)
        return {tag: number for number, tag in enumerate(sorted(found))}

    def tag_mask(self, tags: Iterable[str]) -> int:
        """Tags as a bit mask."""
        return sum(1 << self.tags[tag] for tag in set(tags))

    def skill(self, name: str) -> int:
        """A skill's index."""
        return self.encounter.skills.index(name)

    def skill_mask(self, names: Iterable[str] | None) -> int:
        """Skills as a bit mask; `None` is all of them."""
        if names is None:
            return self.every_skill
        return sum(1 << self.skill(name) for name in set(names) if name in self.encounter.skills)

    @cached_property
    def every_skill(self) -> int:
        """The mask of all skills."""
        return (1 << len(self.encounter.skills)) - 1

    def zone(self, name: str) -> int:
        """A zone's index."""
        return self.encounter.zones.index(name)


def roll_mask(kinds: Iterable[str]) -> int:
    """Kinds of roll as a bit mask."""
    return sum(1 << ROLL_KINDS.index(kind) for kind in set(kinds))


ALL_ROLLS = roll_mask(ROLL_KINDS)


def refuse(encounter: Encounter, message: str, field: str = "") -> ScenarioError:
    """The error for a conflict that is written well and yet can't be played."""
    file = encounter.source or Path("scenario")
    return ScenarioError([Fault(file, 0, 0, field, message, "", (), None)])
