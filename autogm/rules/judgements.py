"""The judgements by words that change a conflict most, as whoever wrote it should see them (A8):
which ground hinders movement (Z3) and whom it spares (A13), what hides unexplored zones (A14),
which traits are weaknesses, which skills suit (C6). It judges nothing itself: it tells what
`relevance` and `suiting` have settled, by which word, and what to write to have it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from autogm.model.aspect import Aspect
from autogm.model.aspect_uses import Template
from autogm.model.faults import FieldPath, field_name
from autogm.model.words import SIDES
from autogm.rules.encounter import Encounter, SettledAspect
from autogm.rules.relevance import groups_in, listed, weakness_in
from autogm.rules.suiting import groups_for, said_of

MOST_NAMED = 3
ADVERSE, SPARES, HIDES, WEAKNESS, SUITS = range(5)
"""The kinds of judgement, the one that changes most first."""


@dataclass(frozen=True)
class Judgement:
    """One judgement: the aspect's text, where it is in words and by its field, what it is taken
    for, the word that decided, and what to write in the aspect to overrule it."""

    kind: int
    text: str
    where: str
    field: str
    says: str
    word: str
    overrule: str

    def as_dict(self) -> dict[str, Any]:
        """The judgement as plain data, for `--json`."""
        plain = asdict(self)
        del plain["kind"]
        return plain


def judgements(encounter: Encounter) -> tuple[Judgement, ...]:
    """The judgements that change most, adverse ground first; the same of several copies once."""
    found: dict[tuple[int, str], Judgement] = {}
    for path, written, settled in _aspects(encounter):
        for one in _judged(path, written, settled, encounter):
            found.setdefault((one.kind, one.text), one)
    return tuple(sorted(found.values(), key=lambda one: one.kind))


def reasons(encounter: Encounter) -> tuple[str, ...]:
    """Every judgement by words as a sentence, what minions are skilled and bad at included."""
    settled = [aspect.why for _, _, aspect in _aspects(encounter)]
    knacks = [fighter.why for fighter in encounter.fighters]
    return tuple(dict.fromkeys(why for whys in (*settled, *knacks) for why in whys))


def _aspects(
    encounter: Encounter,
) -> Iterator[tuple[FieldPath, Aspect | Template, SettledAspect]]:
    """Every aspect that was written, with its field, and as it was settled."""
    scenario = encounter.scenario
    for key, zone in scenario.zones.items():
        for name in ("aspect", "reveals"):
            written = getattr(zone, name)
            if written is not None and (name == "aspect" or zone.unexplored):
                yield ("zones", key, name), written, encounter.zone_aspects[key]
    for place, (aspect, known) in enumerate(
        zip(scenario.aspects, encounter.scene_aspects, strict=True)
    ):
        yield ("aspects", place), aspect, known
    for place, one in enumerate(encounter.templates):
        yield ("templates", place), one.template, one.aspect
    settled = {fighter.id: fighter for fighter in encounter.fighters}
    for side in SIDES:
        for key, fighter in getattr(scenario.sides, side).fighters.items():
            for place, trait in enumerate(fighter.aspects):
                path = ("sides", side, "fighters", key, "aspects", place)
                yield path, trait, settled[key].aspects[place]


def _judged(
    path: FieldPath, written: Aspect | Template, settled: SettledAspect, encounter: Encounter
) -> Iterator[Judgement]:
    given = {name for name in written.model_fields_set if getattr(written, name) is not None}
    at = (written.text, _where(path, encounter), field_name(path))
    groups = groups_in(written.text)
    ways = bool(encounter.scenario.edges)
    words = {
        ADVERSE: next((word for group, word in groups if group.adverse), ""),
        SPARES: next((word for group, word in groups if group.spares), ""),
        HIDES: next((word for group, word in groups if group.hides), ""),
        WEAKNESS: weakness_in(written.text) or "",
    }
    unexplored = any(zone.unexplored for zone in encounter.scenario.zones.values())
    if ways and settled.adverse and "adverse" not in given:
        harder = encounter.ruleset.hindrance
        says = f"adverse ground, moving in or out is an Overcome: {harder} for this"
        says += ", added to all else on the way"
        stuck = _hindered_from_the_start(path, settled, encounter)
        if stuck:
            says += f"; it hinders {stuck} from the start"
        yield Judgement(ADVERSE, *at, says, words[ADVERSE], "adverse: false")
    spared = [one.name for one in encounter.fighters if one.tags & settled.spares]
    if spared and "spares" not in given:
        says = f"leaves alone {_names(spared)} ({' or '.join(sorted(settled.spares))})"
        yield Judgement(SPARES, *at, says, words[SPARES], "spares: []")
    if unexplored and settled.hides and "hides" not in given:
        says = f"in the way of exploring (+{encounter.ruleset.hindrance})"
        yield Judgement(HIDES, *at, says, words[HIDES], "hides: false")
    personal = path[0] == "sides" and settled.kind != "trouble"
    if personal and words[WEAKNESS] and "helps" not in given:
        says = "a weakness, helps against its bearer"
        yield Judgement(WEAKNESS, *at, says, words[WEAKNESS], "helps: bearer")
    if settled.suits is not None and said_of(written) is None:
        says = f"suits {listed(settled.suits)}"
        word = groups_for(written.text, encounter.skills)[0][1]
        field = "skills" if isinstance(written, Template) else "suits"
        yield Judgement(SUITS, *at, says, word, f"{field}: []")


def _hindered_from_the_start(path: FieldPath, settled: SettledAspect, encounter: Encounter) -> str:
    """Who begins on that ground and is not spared, in words; a whole side where it is one."""
    if path[0] != "zones":
        return ""
    here = [one for one in encounter.fighters if one.zone == path[1] and one.arrives == 1]
    here = [one for one in here if not one.tags & settled.spares]
    whole = []
    for side, words in (("players", "all of the players' side"), ("gm", "all of the GM's side")):
        own = [one for one in encounter.fighters if one.side == side]
        if len(own) > 1 and all(one in here for one in own):
            whole.append(words)
            here = [one for one in here if one.side != side]
    return ", ".join([*whole, *([_names([one.name for one in here])] if here else [])])


def _names(fighters: list[str]) -> str:
    """Fighters by name, of many only the first."""
    more = len(fighters) - MOST_NAMED
    return ", ".join(fighters[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _where(path: FieldPath, encounter: Encounter) -> str:
    """Where an aspect is, in words."""
    if path[0] == "sides":
        return next(one.name for one in encounter.fighters if one.id == path[3])
    if path[0] == "zones":
        return f"zone {path[1]}"
    return "the scene" if path[0] == "aspects" else "a template"
