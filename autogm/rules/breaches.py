"""Where a sheet breaks its ruleset (N6, N2, F1): the pyramid, the starting ratings, the number of
aspects, refresh and stunts, and what minor NPCs may have. Every breach is reported, none is
mended, and none keeps a scenario from being played unless the scenario is strict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from autogm.model.character import Sheet
from autogm.model.faults import FieldPath
from autogm.model.synonyms import LADDER
from autogm.model.words import CharacterType
from autogm.rules.findings import Findings
from autogm.rules.ruleset import Ruleset

MINOR: tuple[CharacterType, ...] = ("nameless", "minion", "group", "swarm")
"""Those with a single track and no consequences (N2, N3, N4)."""

FULL: tuple[CharacterType, ...] = ("player", "main")
"""Those with a full sheet (N1)."""


def rung(rating: int) -> str:
    """A rating with its name (D3): `Good (+3)`, `+9`, `Poor (-1)`."""
    name = LADDER.get(rating)
    return f"{name} ({rating:+d})" if name else f"{rating:+d}"


def report_breaches(
    sheet: Sheet, kind: CharacterType, rules: Ruleset, at: FieldPath, findings: Findings
) -> None:
    """Notes every way in which a sheet of that type breaks the ruleset, at its field."""
    if kind in FULL:
        _pyramid(sheet, rules, at, findings)
        _aspects(sheet, kind, rules, at, findings)
        _stunts(sheet, rules, at, findings)
    if kind == "player":
        _spread(sheet, rules, at, findings)
        _refresh(sheet, rules, at, findings)
    if kind in MINOR:
        _minor(sheet, kind, rules, at, findings)


def refresh_of(sheet: Sheet, rules: Ruleset) -> int:
    """The refresh that a sheet's stunts leave (F1): one less for each past the free ones, at
    least 1."""
    return max(1, rules.refresh - max(0, len(sheet.stunts) - rules.free_stunts))


def breaks_pyramid(skills: Mapping[str, int]) -> list[tuple[int, int, int]]:
    """Levels that have fewer skills than the one above stands on (N6), highest first: each with
    the number above and its own."""
    count = Counter(rating for rating in skills.values() if rating > 0)
    levels = range(max(count, default=0) - 1, 0, -1)
    return [(n, count[n + 1], count[n]) for n in levels if count[n] < count[n + 1]]


def _pyramid(sheet: Sheet, rules: Ruleset, at: FieldPath, findings: Findings) -> None:
    if not rules.pyramid:
        return
    broken = [
        f"{above} at {rung(level + 1)} stand on {here} at {rung(level)}"
        for level, above, here in breaks_pyramid(sheet.skills)
    ]
    if broken:
        findings.breach((*at, "skills"), f"the pyramid is broken: {', '.join(broken)} (N6)")


def _spread(sheet: Sheet, rules: Ruleset, at: FieldPath, findings: Findings) -> None:
    if not rules.spread:
        return
    least = min(rules.spread)
    ratings = [sheet.skills.get(skill, 0) for skill in rules.skills]
    has = sorted((rating for rating in ratings if rating >= least), reverse=True)
    if has != sorted(rules.spread, reverse=True):
        start = " ".join(f"{rating:+d}" for rating in rules.spread)
        found = " ".join(f"{rating:+d}" for rating in has) or "none"
        message = f"a starting sheet has the ratings {start}, not {found} (N6)"
        findings.breach((*at, "skills"), message)


def _aspects(
    sheet: Sheet, kind: CharacterType, rules: Ruleset, at: FieldPath, findings: Findings
) -> None:
    has, wants = len(sheet.aspects), rules.character_aspects
    if not wants:
        return
    if has < wants:
        findings.breach((*at, "aspects"), f"a full sheet has {wants} aspects, not {has} (N6)")
    if has > wants and kind == "player":
        message = f"a player character has {wants} aspects, not {has} (N6)"
        findings.breach((*at, "aspects"), message)


def _stunts(sheet: Sheet, rules: Ruleset, at: FieldPath, findings: Findings) -> None:
    if len(sheet.stunts) > rules.max_stunts:
        message = f"a sheet has at most {rules.max_stunts} stunts, not {len(sheet.stunts)} (F1)"
        findings.breach((*at, "stunts"), message)


def _refresh(sheet: Sheet, rules: Ruleset, at: FieldPath, findings: Findings) -> None:
    most = refresh_of(sheet, rules)
    if sheet.refresh is not None and sheet.refresh > most:
        message = f"with {len(sheet.stunts)} stunts refresh is at most {most}, not {sheet.refresh}"
        findings.breach((*at, "refresh"), f"{message} (F1)")
    if sheet.refresh == 0:
        findings.breach((*at, "refresh"), "refresh is at least 1 (F1)")


def _minor(
    sheet: Sheet, kind: CharacterType, rules: Ruleset, at: FieldPath, findings: Findings
) -> None:
    most = max(row.boxes for row in rules.nameless.values()) if rules.nameless else 2
    if kind != "swarm" and sheet.boxes is not None and sheet.boxes > most:
        message = f"a {kind} NPC has at most {most} boxes, not {sheet.boxes} (N2)"
        findings.breach((*at, "boxes"), message)
    if sheet.consequences is not None and any(sheet.consequences.model_dump().values()):
        findings.breach((*at, "consequences"), f"a {kind} NPC takes no consequences (N2)")
    row = rules.nameless.get(sheet.quality or "")
    if kind in ("nameless", "group") and row is not None:
        peak = max(sheet.skills.values(), default=0)
        if peak > row.peak:
            message = f"{sheet.quality} quality peaks at {rung(row.peak)}, not {rung(peak)} (N2)"
            findings.breach((*at, "skills"), message)
