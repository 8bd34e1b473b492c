"""Fills in what a fighter's type and ruleset imply: ratings, stress boxes, consequences, weight,
refresh, attacks (E1, E2, F1, H1, H4, N1-N4), and the stunts that only change such numbers (N5).
All other stunts stay as they are, for the engine. It must never change a number that was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast, get_args

from autogm.model.faults import FieldPath
from autogm.model.scenario import Fighter
from autogm.model.stunt import Stunt
from autogm.model.words import (
    MAX_BOXES,
    MAX_STUNTS,
    SEVERITIES,
    AspectKind,
    CharacterType,
    Harm,
    RollKind,
    Severity,
    SideName,
)
from autogm.rules.breaches import FULL, MINOR, refresh_of, report_breaches
from autogm.rules.encounter import ConsequenceSlot, SettledAspect, SettledFighter
from autogm.rules.findings import Setting
from autogm.rules.knacks import Knacks, settle_knacks
from autogm.rules.reach import settle_attacks
from autogm.rules.relevance import PERSONAL, judge_aspect
from autogm.rules.ruleset import Ruleset
from autogm.rules.suiting import suited_by

BOTH_HARMS: tuple[Harm, ...] = ("physical", "mental")

LONG_TRACK = 5
"""The rating from which a track's skill gives one more mild slot for its harm (H1)."""

GROUP_WEIGHT = 8
"""What the weights of a group's members add up to at most (N4)."""

SWARMS: Mapping[str, tuple[int, int]] = {"small": (1, 0), "big": (2, 1), "huge": (4, 2)}
"""Weight and boxes of a swarm by its size (N3)."""


@dataclass(frozen=True)
class _Sheet:
    """A fighter being settled: what was written, its settled type, its members, its field."""

    written: Fighter
    kind: CharacterType
    members: int
    at: FieldPath
    setting: Setting


def settle_fighter(
    identity: str, fighter: Fighter, side: SideName, at: FieldPath, setting: Setting
) -> SettledFighter:
    """A fighter with its numbers filled in; `at` is the path of its field. What its sheet can't be
    played with, and where it breaks the ruleset (N6), is noted in the setting's findings."""
    rules, findings = setting.rules, setting.findings
    kind = settled_type(fighter, side)
    if kind == "group" and fighter.members is None:
        findings.fault((*at, "members"), "a group needs `members`: how many act as one (N4)")
    members = (fighter.members or 1) if kind == "group" else 1
    sheet = _Sheet(fighter, kind, members, at, setting)
    knacks = settle_knacks(fighter, setting, at)
    report_breaches(fighter, kind, rules, at, findings)
    stunts = (*fighter.stunts, *knacks.stunts)
    if len(stunts) > MAX_STUNTS:
        message = f"{len(stunts)} stunts and knacks with a circumstance; at most {MAX_STUNTS} fit"
        findings.fault((*at, "stunts"), message)
    player = kind == "player"
    refresh = fighter.refresh if fighter.refresh is not None else refresh_of(fighter, rules)
    points = fighter.fate_points if fighter.fate_points is not None else refresh * player
    return SettledFighter(
        id=identity,
        origin=fighter.origin or identity,
        name=fighter.name or identity,
        side=side,
        type=kind,
        is_player_character=player,
        zone=fighter.zone,
        arrives=fighter.arrives,
        ratings=_ratings(fighter, knacks, setting.skills),
        attacks=settle_attacks(fighter, knacks, setting, at),
        boxes=_boxes(sheet),
        consequences=_slots(sheet),
        fate_points=points if side == "players" else 0,
        refresh=refresh if player else 0,
        weight=_weight(sheet),
        members=members,
        teamwork_group=kind == "group" and rules.group == "teamwork",
        swarm=kind == "swarm",
        skilled=knacks.skilled_skills,
        bad=knacks.bad_skills,
        stunts=stunts,
        aspects=_aspects(sheet, side),
        tags=frozenset(fighter.tags),
        concedes=fighter.concedes,
        mobile=fighter.mobile,
        temper=fighter.temper,
        protects=fighter.protects,
        why=knacks.why,
    )


def settled_type(fighter: Fighter, side: SideName) -> CharacterType:
    """A fighter's type: on the GM's side a full sheet is a main NPC, whose points are the pool
    (N1)."""
    return "main" if fighter.type == "player" and side == "gm" else fighter.type


def track_length(rating: int) -> int:
    """The boxes of a track by the skill that lengthens it (H1)."""
    return 2 if rating < 1 else 3 if rating < 3 else 4


def _ratings(
    fighter: Fighter, knacks: Knacks, skills: Sequence[str]
) -> dict[tuple[RollKind, str], int]:
    return {
        (action, skill): fighter.skills.get(skill, 0) + knacks.bonus(action, skill)
        for action in get_args(RollKind)
        for skill in skills
    }


def _boxes(sheet: _Sheet) -> dict[Harm, int]:
    """Stress boxes of each track (H1), with the boxes that stunts add (N5)."""
    fighter, at, findings = sheet.written, sheet.at, sheet.setting.findings
    if sheet.setting.rules.one_track or sheet.kind in MINOR:
        boxes: dict[Harm, int] = {"physical": _single_track(sheet)}
        if fighter.tracks is not None and fighter.tracks.mental is not None:
            message = "has a single track, which is written as `physical` (H1)"
            findings.fault((*at, "tracks", "mental"), message)
    else:
        boxes = {harm: _full_track(fighter, harm, sheet.setting.rules) for harm in BOTH_HARMS}
        if fighter.boxes is not None:
            message = "`boxes` is of those with a single track; here it is `tracks` (H1)"
            findings.fault((*at, "boxes"), message, value=str(fighter.boxes))
    for harm in boxes:
        written = getattr(fighter.tracks, harm, None)
        boxes[harm] = boxes[harm] if written is None else written
    for place, stunt in enumerate(fighter.stunts):
        if stunt.does != "extra-box":
            continue
        harm = stunt.harm if stunt.harm in boxes else "physical"
        boxes[harm] = max(0, boxes[harm] + stunt.amount)
        if boxes[harm] > MAX_BOXES:
            message = f"makes {boxes[harm]} boxes; a track has at most {MAX_BOXES}"
            findings.fault((*at, "stunts", place, "amount"), message, value=str(stunt.amount))
    return boxes


def _single_track(sheet: _Sheet) -> int:
    """The boxes of a single track, `tracks` and stunts aside. A group's `boxes` are one
    member's (N4)."""
    fighter, rules = sheet.written, sheet.setting.rules
    if sheet.kind == "swarm":
        implied = _swarm(fighter)[1]
    elif sheet.kind in MINOR:
        implied = _minor_boxes(fighter, rules)
    else:
        implied = _full_track(fighter, "physical", rules)
    one = implied if fighter.boxes is None else fighter.boxes
    if sheet.kind != "group" or rules.group == "teamwork":
        return one
    if rules.group == "boxes and weight":
        return min(MAX_BOXES, one + sheet.members // 2)
    if fighter.boxes is not None:
        message = "a group has one box for two members, whatever one has (N4); or write `tracks`"
        sheet.setting.findings.warn((*sheet.at, "boxes"), message)
    return sheet.members // 2


def _full_track(fighter: Fighter, harm: Harm, rules: Ruleset) -> int:
    if rules.tracks == "by skill":
        return track_length(fighter.skills.get(rules.track_skills.get(harm, ""), 0))
    return 3 if rules.tracks == "three" else 2


def _minor_boxes(fighter: Fighter, rules: Ruleset) -> int:
    """Boxes of one nameless NPC or minion (N2): by its quality; left out, a minion that is skilled
    at something has one, and anyone else the quality that its best skill peaks at."""
    row = rules.nameless.get(fighter.quality or "")
    if row is not None:
        return row.boxes
    if fighter.skilled_at or fighter.bad_at or not fighter.skills:
        return 1 if fighter.type != "nameless" else 0
    peak = max(fighter.skills.values())
    fitting = [one.boxes for one in rules.nameless.values() if one.peak <= max(peak, 1)]
    return max(fitting, default=0)


def _slots(sheet: _Sheet) -> tuple[ConsequenceSlot, ...]:
    """Open consequence slots (H4, N2, H1), mildest first."""
    fighter, kind, rules = sheet.written, sheet.kind, sheet.setting.rules
    written = fighter.consequences
    if written is not None:
        number = {severity: getattr(written, severity) for severity in SEVERITIES}
    elif kind in FULL:
        number = dict.fromkeys(SEVERITIES, 1)
    elif kind == "supporting":
        number = {"mild": 1, "moderate": int(fighter.tough), "severe": 0}
    else:
        number = dict.fromkeys(SEVERITIES, 0)
    slots = [
        ConsequenceSlot(cast(Severity, severity), absorbs)
        for severity in SEVERITIES
        if (absorbs := rules.consequences.get(severity)) is not None
        for _ in range(number[severity])
    ]
    if rules.tracks == "by skill" and kind not in MINOR and "mild" in rules.consequences:
        slots += [
            ConsequenceSlot("mild", rules.consequences["mild"], None if rules.one_track else harm)
            for harm in BOTH_HARMS
            if fighter.skills.get(rules.track_skills.get(harm, ""), 0) >= LONG_TRACK
        ]
    return tuple(sorted(slots, key=lambda slot: SEVERITIES.index(slot.severity)))


def _weight(sheet: _Sheet) -> int:
    """Weight (W1, N3, N4) with the stunts that always change it. Where weight is authority, a
    group's number adds none (W6)."""
    fighter, kind, members, findings = (
        sheet.written,
        sheet.kind,
        sheet.members,
        sheet.setting.findings,
    )
    if kind == "swarm":
        weight = fighter.weight if fighter.weight is not None else _swarm(fighter)[0]
    else:
        weight = fighter.weight if fighter.weight is not None else 1
    if kind == "group" and sheet.setting.kind not in ("social", "mental"):
        if weight * members > GROUP_WEIGHT:
            message = (
                f"{members} members of weight {weight} weigh more than {GROUP_WEIGHT}, which is "
                "what the group counts for; split it up (N4)"
            )
            findings.warn((*sheet.at, "members"), message)
        weight = min(GROUP_WEIGHT, weight * members)
    if weight == 0 and kind != "swarm" and fighter.weight == 0:
        message = "a single creature of weight 0 is an Overcome, not a fighter; or a swarm (N3)"
        findings.warn((*sheet.at, "weight"), message)
    steady = [s.amount for s in fighter.stunts if s.does == "weight" and always_on(s)]
    return max(0, weight + sum(steady))


def always_on(stunt: Stunt) -> bool:
    """Whether a stunt counts at all times, so that a number can be settled once."""
    return stunt.always and not stunt.equipment


def _aspects(sheet: _Sheet, side: SideName) -> tuple[SettledAspect, ...]:
    """A fighter's aspects (A1): of a full or supporting sheet that says no kind, the first is the
    high concept. Invokes of `free-invoke` stunts are added to the aspect that they name (N5).
    """
    fighter, kind = sheet.written, sheet.kind
    settled = []
    for place, aspect in enumerate(fighter.aspects):
        first: AspectKind = "high concept" if place == 0 and kind not in MINOR else "character"
        judged = judge_aspect(aspect, aspect.kind if aspect.kind in PERSONAL else first)
        judged = suited_by(judged, aspect, sheet.setting.rules, sheet.setting.skills)
        settled.append(replace(judged, kind=aspect.kind or first))
    texts = [aspect.text.casefold() for aspect in fighter.aspects]
    for place, stunt in enumerate(fighter.stunts):
        if stunt.does != "free-invoke" or stunt.aspect is None:
            continue
        path = (*sheet.at, "stunts", place, "aspect")
        if stunt.aspect.casefold() not in texts:
            names = tuple(aspect.text for aspect in fighter.aspects)
            message = "none of the fighter's aspects has this text"
            sheet.setting.findings.fault(path, message, value=stunt.aspect, allowed=names)
            continue
        index = texts.index(stunt.aspect.casefold())
        free = settled[index].free
        number = min(9, max(0, getattr(free, side) + stunt.amount))
        settled[index] = replace(settled[index], free=free.model_copy(update={side: number}))
    return tuple(settled)


def _swarm(fighter: Fighter) -> tuple[int, int]:
    return SWARMS[fighter.size or "small"]
