"""What can be played and is probably not meant: tags that nobody bears, stunts whose circumstance
never comes, troubles that help their bearer defend, lethal attacks without end, who would be
hurt before it concedes and cannot be, and what is not mobile where it would have to go (A13, N5,
A8, H9, H6, Z2); weight where it does not count, and minions none of whose knacks is read as a way
to fight (W1, N3). Nothing here changes what is played, and what is only inferred from the words of
aspects is never doubted.
"""

from __future__ import annotations

from collections.abc import Iterator

from autogm.model.aspect import Aspect
from autogm.model.aspect_uses import Template
from autogm.model.character import Sheet
from autogm.model.faults import FieldPath, nearest
from autogm.model.places import problem
from autogm.model.scenario import Scenario
from autogm.model.shape import Problem
from autogm.model.stunt import Stunt
from autogm.model.words import SIDES
from autogm.rules.encounter import Encounter, SettledFighter
from autogm.rules.rulesets import RULESETS, ruleset

EFFECT_ROLLS: dict[str, set[str]] = {
    "zone attack": {"attack"},
    "lethal": {"attack"},
    "move": {"move"},
    "hinder": {"create", "oppose"},
}
"""The rolls of which an aspect speaks to one if it can be invoked for an effect (A15)."""
ON_OTHERS_TURNS = {"defend", "oppose"}
"""Rolls that nobody makes in a turn of their own."""


def doubts(encounter: Encounter) -> Iterator[Problem]:
    """Everything in a conflict that is probably not meant."""
    yield from _spared_tags(encounter)
    yield from _lost_invokes(encounter)
    yield from _idle_effects(encounter)
    yield from _rooted(encounter)
    written = encounter.scenario.sides
    for fighter in encounter.fighters:
        path = ("sides", fighter.side, "fighters", fighter.id)
        if fighter.concedes == "hurt" and not _can_be_hurt(fighter):
            message = "its first hit takes it out, so it is never hurt; `never` says the same (H6)"
            yield problem((*path, "concedes"), message, fighter.concedes)
        sheet = getattr(written, fighter.side).fighters[fighter.id]
        yield from sheet_doubts(sheet, path)
        if sheet.weight not in (None, 1) and not encounter.ruleset.weight:
            message = "weight does not count here (W1); `rules: {weight: true}` lets it"
            yield problem((*path, "weight"), message, sheet.weight)
        read = bool(sheet.skilled_at) and all(one.actions is None for one in sheet.skilled_at)
        if read and not _has_a_blow(fighter):
            message = (
                "nothing that it is skilled at is read as fighting, so it attacks at +0 (N3); "
                "`check` says how each is read"
            )
            yield problem((*path, "skilled_at"), message)
        for place, stunt in enumerate(sheet.stunts):
            reason = _out_of_season(stunt) or _never(stunt, fighter, encounter)
            if reason is not None:
                at = (*path, "stunts", place)
                yield problem(at, f"the stunt `{stunt.name}` never works here: {reason} (N5)")


def sheet_doubts(sheet: Sheet, path: FieldPath = ()) -> Iterator[Problem]:
    """What is doubtful about a sheet wherever it fights."""
    for place, aspect in enumerate(sheet.aspects):
        helps = aspect.kind == "trouble" and aspect.helps in ("bearer", "both")
        if helps and (aspect.actions is None or "defend" in aspect.actions):
            message = (
                f"the trouble `{aspect.text}` helps its bearer defend (A8); `helps: against`, or "
                "`actions` without `defend`, keeps it a trouble"
            )
            yield problem((*path, "aspects", place), message)
    for place, stunt in enumerate(sheet.stunts):
        if stunt.does == "lethal" and stunt.limit == "none":
            message = (
                f"the stunt `{stunt.name}` makes every attack lethal; once a session is the rule "
                "(H9): `limit: session`"
            )
            yield problem((*path, "stunts", place), message)


def character_doubts(sheet: Sheet) -> Iterator[Problem]:
    """What is doubtful about a sheet by itself, in whatever conflict."""
    yield from sheet_doubts(sheet)
    every = dict.fromkeys(skill for name in RULESETS for skill in ruleset(name).skills)
    for skill in sheet.skills:
        if skill not in every:
            meant = nearest(skill, every)
            ask = "" if meant is None else f"; did you mean `{meant}`?"
            message = f"`{skill}` is in the list of no ruleset{ask}"
            yield problem(("skills", skill), message, at_key=True)
    for place, stunt in enumerate(sheet.stunts):
        reason = _out_of_season(stunt)
        if reason is not None:
            yield problem(("stunts", place), f"the stunt `{stunt.name}` never works: {reason} (N5)")


def _spared_tags(encounter: Encounter) -> Iterator[Problem]:
    """Tags that aspects are written to spare and that nobody has (A13)."""
    borne = {tag for fighter in encounter.fighters for tag in fighter.tags}
    for path, aspect in _aspects(encounter.scenario):
        for place, tag in enumerate(aspect.spares):
            if tag not in borne:
                message = f"it spares those tagged `{tag}`, and nobody has that tag (A13)"
                yield problem((*path, "spares", place), message, tag, sorted(borne))._replace(
                    allowed=()
                )


def _lost_invokes(encounter: Encounter) -> Iterator[Problem]:
    """Free invokes that aspects are written to begin with and have no room for (A17)."""
    cap = encounter.ruleset.free_invoke_cap
    for path, aspect in _aspects(encounter.scenario):
        if isinstance(aspect, Template):
            continue
        for name, held in aspect.free or ():
            if held > cap:
                message = (
                    f"an aspect holds at most {cap} of them for each side, and as many open ones "
                    "(A17, `free_invoke_cap`): the rest is lost"
                )
                yield problem((*path, "free", name), message, held)


def _idle_effects(encounter: Encounter) -> Iterator[Problem]:
    """Effects whose aspect speaks to nothing that they do, so that nobody can use them (A15)."""
    settled = [*encounter.zone_aspects.values(), *encounter.scene_aspects]
    settled += [one.aspect for one in encounter.templates]
    settled += [aspect for one in encounter.fighters for aspect in one.aspects]
    for place, effect in enumerate(encounter.scenario.effects):
        about = EFFECT_ROLLS[effect.does]
        named = [one for one in settled if one.text == effect.aspect]
        if named and not any(about & set(one.actions) for one in named):
            listed = " or ".join(f"`{one}`" for one in sorted(about))
            message = (
                f"nobody can use it: its aspect `{effect.aspect}` speaks to no roll to {listed} "
                "(A15); its `actions` say what it speaks to"
            )
            yield problem(("effects", place, "aspect"), message)


def _has_a_blow(fighter: SettledFighter) -> bool:
    """Whether it attacks with anything above +0."""
    return any(fighter.ratings["attack", one.skill] > 0 for one in fighter.attacks)


def _can_be_hurt(fighter: SettledFighter) -> bool:
    """Whether harm can last on a fighter who is still there."""
    falls_apart = fighter.teamwork_group and fighter.members > 1
    return bool(fighter.consequences or any(fighter.boxes.values()) or falls_apart)


def _rooted(encounter: Encounter) -> Iterator[Problem]:
    """Who does not move by itself, and is wanted to (Z2)."""
    scenario = encounter.scenario
    rooted = {one.id for one in encounter.fighters if not one.mobile}
    for side in SIDES:
        for place, objective in enumerate(getattr(scenario.objectives, side)):
            stays = [one for one in objective.who if one in rooted]
            if objective.do == "get out" and stays:
                message = f"`{stays[0]}` never gets out: it has `mobile: false` (Z2)"
                yield problem(("objectives", side, place, "who"), message, stays[0])
            own = {one.id for one in encounter.fighters if one.side == side}
            if objective.do == "get out" and objective.item and own <= rooted:
                message = "nobody gets it out: all of that side have `mobile: false` (Z2)"
                yield problem(("objectives", side, place, "item"), message)
            if objective.do == "hold" and own <= rooted:
                zones = {one.zone for one in encounter.fighters if one.side == side}
                if objective.zone not in zones:
                    message = "nobody gets there: all of that side have `mobile: false` (Z2)"
                    yield problem(("objectives", side, place, "zone"), message, objective.zone)
    for place, compel in enumerate(scenario.compels):
        if compel.victim in rooted and compel.effect in ("move toward", "move away"):
            message = f"`{compel.victim}` cannot do that: it has `mobile: false` (Z2)"
            yield problem(("compels", place, "effect"), message, compel.effect)


def _aspects(scenario: Scenario) -> Iterator[tuple[FieldPath, Aspect | Template]]:
    """Every aspect that is written in a scenario, templates too."""
    for key, zone in scenario.zones.items():
        for name in ("aspect", "reveals"):
            aspect = getattr(zone, name)
            if aspect is not None:
                yield ("zones", key, name), aspect
    for place, aspect in enumerate(scenario.aspects):
        yield ("aspects", place), aspect
    for place, template in enumerate(scenario.templates or ()):
        yield ("templates", place), template
    for side in SIDES:
        for key, fighter in getattr(scenario.sides, side).fighters.items():
            for place, aspect in enumerate(fighter.aspects):
                yield ("sides", side, "fighters", key, "aspects", place), aspect


def _out_of_season(stunt: Stunt) -> str | None:
    """Why a stunt's circumstance can never be met by the rolls that it is about."""
    about: set[str] = set(stunt.actions)
    if stunt.does == "riposte":
        about = {"defend"}
    if stunt.when == "after moving" and about and about <= ON_OTHERS_TURNS:
        listed = " or ".join(sorted(about))
        return f"`after moving` holds in its bearer's own turn, and nobody rolls to {listed} then"
    if stunt.when == "charging" and about and "attack" not in about:
        return "`charging` holds for attacks alone"
    return None


def _never(stunt: Stunt, fighter: SettledFighter, encounter: Encounter) -> str | None:
    """Why a stunt's circumstance never comes in this conflict."""
    when, tag, scenario = stunt.when, stunt.tag, encounter.scenario
    own = [one for one in encounter.fighters if one.side == fighter.side]
    enemies = [one for one in encounter.fighters if one.side != fighter.side]
    tagged = [key for key, zone in scenario.zones.items() if tag in zone.tags]
    if when == "in zone tagged" and not tagged:
        return f"no zone has the tag `{tag}`"
    if stunt.does == "ignore-terrain" and tag is not None and when != "in zone tagged":
        if not tagged:
            return f"no zone has the tag `{tag}`"
        if not any(encounter.zone_aspects[key].adverse for key in tagged) and not _made(encounter):
            return f"none of the zones tagged `{tag}` hinders movement"
    if when == "target tagged" and not any(tag in one.tags for one in enemies):
        return f"none of its enemies has the tag `{tag}`"
    if when in ("with an ally", "outnumbering") and sum(one.members for one in own) == 1:
        return "its bearer is alone on its side"
    if when == "outnumbered" and sum(one.members for one in enemies) == 1:
        return "there is only one enemy"
    if when == "first exchange" and fighter.arrives > 1:
        return f"its bearer comes in exchange {fighter.arrives}"
    if when == "wounded" and not fighter.consequences:
        return "its bearer takes no consequences"
    if when == "target wounded" and not any(one.consequences for one in enemies):
        return "none of its enemies takes consequences"
    if when in ("after moving", "target in another zone") and len(scenario.zones) == 1:
        return "there is only one zone"
    if when == "charging" and not _in_play("charge", encounter):
        return "nobody charges in this conflict (M3)"
    return None


def _made(encounter: Encounter) -> bool:
    """Whether ground that hinders may be made in play, or turned up by exploring."""
    return any(one.aspect.adverse and one.template.on == "zone" for one in encounter.templates)


def _in_play(maneuver: str, encounter: Encounter) -> bool:
    verbs = encounter.scenario.actions
    return maneuver in encounter.ruleset.maneuvers and (verbs is None or maneuver in verbs)
