"""What a sheet gains between scenes (N7) and when consequences heal (H4). Each step is checked by
its milestone and by the ruleset, and gives a new sheet; a sheet is never changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from autogm.model.aspect import Aspect
from autogm.model.character import Sheet
from autogm.model.stunt import Stunt
from autogm.model.words import Severity
from autogm.rules.breaches import breaks_pyramid, refresh_of
from autogm.rules.ruleset import Ruleset

Milestone = Literal["minor", "significant", "major"]
MILESTONES: tuple[Milestone, ...] = ("minor", "significant", "major")
"""Each may do what those before it may."""

End = Literal["scene", "session", "scenario"]
ENDS: tuple[End, ...] = ("scene", "session", "scenario")
HEALS: dict[Severity, End] = {"mild": "scene", "moderate": "session", "severe": "scenario"}
"""The end of what heals a consequence (H4)."""

CAP = 4
"""The highest rating of a starting sheet; a major milestone may raise it."""


class MilestoneError(ValueError):
    """A step that the milestone or the ruleset does not allow."""


def recovered(taken: Iterable[Severity], end: End) -> tuple[Severity, ...]:
    """The consequences that are left after the end of a scene, a session or a scenario; the end
    of what is longer is the end of what is shorter too."""
    reached = ENDS.index(end)
    return tuple(one for one in taken if ENDS.index(HEALS[one]) > reached)


def swap_ratings(sheet: Sheet, one: str, other: str) -> Sheet:
    """Two ratings change places (minor)."""
    for skill in (one, other):
        if skill not in sheet.skills:
            raise MilestoneError(f"there is no rating of {skill} to swap")
    swapped = {one: sheet.skills[other], other: sheet.skills[one]}
    return sheet.model_copy(update={"skills": {**sheet.skills, **swapped}})


def rename_aspect(sheet: Sheet, old: str, new: str, milestone: Milestone = "minor") -> Sheet:
    """An aspect gets another text (minor; the high concept: major)."""
    place = next((n for n, one in enumerate(sheet.aspects) if one.text == old), None)
    if place is None:
        raise MilestoneError(f"there is no aspect «{old}»")
    aspect = sheet.aspects[place]
    if aspect.kind == "high concept" or (aspect.kind is None and place == 0):
        _needs(milestone, "major", "renaming the high concept")
    renamed: list[Aspect] = list(sheet.aspects)
    renamed[place] = aspect.model_copy(update={"text": new})
    return sheet.model_copy(update={"aspects": tuple(renamed)})


def buy_stunt(sheet: Sheet, stunt: Stunt, rules: Ruleset, milestone: Milestone = "minor") -> Sheet:
    """A stunt more: free ones by a minor milestone, one for a refresh by a significant one."""
    bought = sheet.model_copy(update={"stunts": (*sheet.stunts, stunt)})
    if len(bought.stunts) > rules.max_stunts:
        raise MilestoneError(f"a sheet has at most {rules.max_stunts} stunts")
    if len(bought.stunts) <= rules.free_stunts:
        return bought
    _needs(milestone, "significant", "a stunt for one refresh")
    refresh = refresh_of(sheet, rules) if sheet.refresh is None else sheet.refresh
    if refresh <= 1:
        raise MilestoneError("refresh is at least 1")
    return bought.model_copy(update={"refresh": refresh - 1})


def raise_skill(
    sheet: Sheet, skill: str, rules: Ruleset, milestone: Milestone = "significant", cap: int = CAP
) -> Sheet:
    """A rating goes up by one, within the pyramid and up to the cap (significant)."""
    _needs(milestone, "significant", "raising a rating")
    raised = {**sheet.skills, skill: sheet.skills.get(skill, 0) + 1}
    if raised[skill] > cap:
        raise MilestoneError(f"{skill} would be over the cap of {cap}")
    if rules.pyramid and breaks_pyramid(raised):
        raise MilestoneError(f"{skill} +{raised[skill]} breaks the pyramid")
    return sheet.model_copy(update={"skills": raised})


def raise_refresh(sheet: Sheet, rules: Ruleset, milestone: Milestone = "major") -> Sheet:
    """Refresh goes up by one (major)."""
    _needs(milestone, "major", "raising refresh")
    refresh = refresh_of(sheet, rules) if sheet.refresh is None else sheet.refresh
    return sheet.model_copy(update={"refresh": refresh + 1})


def raise_cap(cap: int = CAP, milestone: Milestone = "major") -> int:
    """The cap of ratings goes up by one (major)."""
    _needs(milestone, "major", "raising the cap")
    return cap + 1


def _needs(milestone: Milestone, least: Milestone, what: str) -> None:
    if MILESTONES.index(milestone) < MILESTONES.index(least):
        raise MilestoneError(f"{what} takes a {least} milestone")
