"""The encounter guide: so many of a kind against a party of three, four or five, and how often the
party wins, for Fate Core and for War of Ashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluation.folklore.played import Cell, cell
from evaluation.folklore.rules import TACTICIAN
from evaluation.folklore.sheets import (
    ASHES,
    CORE,
    Fields,
    adversaries,
    boss,
    conflict,
    lieutenants,
    minions,
    mobs,
    party,
    peers,
    thugs,
    trolls,
    warbands,
)

PARTIES = (3, 4, 5)


@dataclass(frozen=True)
class Kind:
    """Opponents of a kind: what they are, and fighters by how many there are."""

    name: str
    says: str
    rows: Mapping[str, Sequence[Mapping[str, Fields]]]


GUIDE: Mapping[str, tuple[Kind, ...]] = {
    CORE: (
        Kind(
            "Fair thugs, one by one",
            "Nameless NPCs: Fight 2, Athletics 1, one box.",
            {f"{number}": [thugs("fair", number)] for number in (6, 9, 12)},
        ),
        Kind(
            "Good thugs, one by one",
            "Nameless NPCs: Fight 3, Athletics 2, two boxes.",
            {f"{number}": [thugs("good", number)] for number in (6, 9, 12)},
        ),
        Kind(
            "Mobs of four Good thugs",
            "Each mob acts as one, with one more for each member past the first.",
            {f"{number}": [mobs("good", number, 4)] for number in (2, 3, 4)},
        ),
        Kind(
            "Lieutenants",
            "Supporting NPCs: Fight 4, Athletics 3, Physique 2, one mild consequence.",
            {f"{number}": [lieutenants(number)] for number in (4, 6, 8)},
        ),
        Kind(
            "Rivals as good as the heroes",
            "Main NPCs with sheets like the heroes'.",
            {f"{number}": [peers(number)] for number in (2, 3, 4, 5)},
        ),
        Kind(
            "A boss, alone",
            "A main NPC with two skills at its peak, Fight one of them.",
            {f"peak +{peak}": [boss(peak)] for peak in (5, 6, 7, 8)},
        ),
        Kind(
            "A boss of +6 with Fair thugs",
            "The same boss and the same thugs.",
            {f"{number} thugs": [boss(6), thugs("fair", number)] for number in (4, 8)},
        ),
    ),
    ASHES: (
        Kind(
            "Raiders, one by one",
            "Minions skilled (+2) at fighting, one box, weight 1.",
            {f"{number}": [minions(number, 1)] for number in (6, 8, 10, 12)},
        ),
        Kind(
            "Warbands of four",
            "Groups of four such raiders who act as one and weigh 4.",
            {f"{number}": [warbands(number, 4)] for number in (3, 5, 7)},
        ),
        Kind(
            "Trolls",
            "Minions skilled (+2) at fighting, two boxes, weight 4.",
            {f"{number}": [trolls(number)] for number in (3, 5, 7)},
        ),
        Kind(
            "Adversaries as good as the heroes",
            "Approaches from +3 down, all consequences, weight 1.",
            {f"{number}": [adversaries(number, 3)] for number in (2, 3, 4, 5)},
        ),
        Kind(
            "A chief, alone",
            "An adversary of weight 1, whose best approach is one or three better than theirs; "
            "heroes who stand together outweigh it.",
            {f"best +{best}": [adversaries(1, best)] for best in (4, 6)},
        ),
        Kind(
            "A giant chief, alone",
            "An adversary of weight 4.",
            {f"best +{best}": [adversaries(1, best, 4)] for best in (4, 5, 6)},
        ),
    ),
}


@dataclass(frozen=True)
class Entry:
    """A figure of the guide: opponents of a kind, how many, against how many heroes."""

    ruleset: str
    kind: str
    row: str
    heroes: int
    cell: Cell


def entries() -> Iterator[Entry]:
    """All of them."""
    for ruleset, kinds in GUIDE.items():
        for kind in kinds:
            for row, foes in kind.rows.items():
                for heroes in PARTIES:
                    fields = conflict(ruleset, party(ruleset, heroes), *foes)
                    yield Entry(ruleset, kind.name, row, heroes, cell(fields, TACTICIAN))
