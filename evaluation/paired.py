"""What the same dice are worth where variants of a conflict are compared:
`python -m evaluation.paired [--battles N] [--seed S] [--agents WHO] [--json]`.

Five shipped scenarios are changed: the best skill of the strongest NPC one more or less, one minion
more or less (where there is but one: one or two more). Each variant is compared with the scenario
as it is, by battles with the same dice; told is how wide the interval of the difference is, to that
of as many battles that are counted with dice of their own, by counting pairs alone and with the
luck of the dice taken out of them as `simulate --set` does it; how wide the last is where luck is
taken out of battles with dice of their own, too; and the median of these ratios over skills, over
minions and over all.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import median
from typing import Any

import numpy as np

from autogm.agents.roster import seats
from autogm.analysis.intervals import Z95
from autogm.analysis.luck import without_luck
from autogm.analysis.pairs import counted_difference, difference
from autogm.game.plays import read_kept, read_noted
from autogm.lab.simulate import Simulation, simulate
from autogm.model.library import shipped
from autogm.model.variants import read_changes, with_changes
from evaluation.arguments import count
from evaluation.tables import console, plain_table

SKILL, MINION = "skill", "minion"
FIELDS: dict[str, dict[str, tuple[str, int]]] = {
    "lizardfolk-camp": {SKILL: ("ssarak.skills.Forceful", 3), MINION: ("guard.copies", 3)},
    "aether-storm": {SKILL: ("boss.skills.Fight", 3), MINION: ("grabbers.members", 3)},
    "loading-bay": {SKILL: ("enforcer.skills.Fight", 4), MINION: ("drone.copies", 2)},
    "autarch-diplomacy": {SKILL: ("envoy.skills.Will", 3), MINION: ("steward.copies", 1)},
    "duel": {SKILL: ("bruno.skills.Forceful", 3), MINION: ("bruno.boxes", 2)},
}
"""By scenario: the fields of fighters of the GM that are changed, and what stands there. All five
are in doubt (a tactician wins between 20% and 90% for the players); where there is only one NPC, a
stress box stands for a minion."""
BATTLES, SEED, AGENTS = 400, 1, "tactician"


@dataclass(frozen=True)
class Pair:
    """A variant: what was changed, of which kind, the difference of the players' share of wins with
    its interval; how wide that is to the one of independent battles that are counted, how wide by
    counting alone, and how wide to independent battles whose luck is taken out as well."""

    scenario: str
    kind: str
    change: str
    difference: float
    low: float
    high: float
    ratio: float
    counted: float
    alike: float


def pairs(battles: int, seed: int, agents: str) -> list[Pair]:
    """Every variant."""
    found = []
    for scenario, fields in FIELDS.items():
        _, files = read_noted(shipped()[scenario])
        first = played(files, battles, seed, agents)
        for kind, (field, value) in fields.items():
            for other_value in (value - 1 or value + 2, value + 1):
                change = f"gm.fighters.{field}={other_value}"
                other = played(with_changes(files, read_changes(change)), battles, seed, agents)
                gap = difference(first.results, other.results)
                ratios = (
                    width_ratio(first, other),
                    width_ratio(first, other, counted=True),
                    alike_ratio(first, other),
                )
                found.append(Pair(scenario, kind, change, gap.mean, gap.low, gap.high, *ratios))
    return found


def played(files: dict[str, str], battles: int, seed: int, agents: str) -> Simulation:
    """The battles of one variant."""
    game: Any = read_kept(files).game()
    players = seats(agents, encounter=game.encounter)
    return simulate(game, battles, seed, players, measures=True)


def width_ratio(first: Simulation, other: Simulation, *, counted: bool = False) -> float:
    """How wide the paired interval of the difference is, to that of as many battles with dice of
    their own: below 1 where the same dice help. With `counted` only by that, and not without the
    luck of the dice as well."""
    between = counted_difference if counted else difference
    found = between(first.results, other.results)
    return (found.high - found.low) / (2 * _alone(first, other))


def alike_ratio(first: Simulation, other: Simulation) -> float:
    """The same to independent battles whose luck is taken out, too."""
    return width_ratio(first, other) * _alone(first, other) / _fairly(first, other)


def _alone(first: Simulation, other: Simulation) -> float:
    """Half the width of the interval that independent battles would give, with the same two battles
    added to each share, so that no width is nothing (A. Agresti and B. Caffo, 2000)."""
    total = 0.0
    for one in (first, other):
        share = (one.wins["players"].count + 1) / (one.battles + 2)
        total += share * (1 - share) / (one.battles + 2)
    return Z95 * sqrt(total)


def _fairly(first: Simulation, other: Simulation) -> float:
    """The same with the luck of their own dice taken out of both."""
    total = 0.0
    for one in (first.results, other.results):
        assert one.luck is not None, "battles are measured"
        total += float(without_luck(one.won.astype(np.float64), one.luck).var()) / len(one)
    return Z95 * sqrt(total)


def medians(found: Sequence[Pair]) -> dict[str, tuple[float, float, float]]:
    """The median ratios over each kind, and over all: to what is counted, without luck and by
    counting alone, and without luck to what has none either."""
    kinds = {kind: [one for one in found if one.kind == kind] for kind in (SKILL, MINION)}
    return {
        kind: (
            median(one.ratio for one in of),
            median(one.counted for one in of),
            median(one.alike for one in of),
        )
        for kind, of in (kinds | {"all": [*found]}).items()
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.paired", description=__doc__)
    parser.add_argument("--battles", type=count, default=BATTLES)
    parser.add_argument("--seed", type=count, default=SEED)
    parser.add_argument("--agents", default=AGENTS)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    found = pairs(asked.battles, asked.seed, asked.agents)
    if asked.json:
        print(json.dumps({"pairs": [asdict(one) for one in found], "medians": medians(found)}))
        return 0
    title = f"{asked.battles} battles each of {asked.agents}, seed {asked.seed}; points"
    heads = ("variant", "difference", "low", "high", "width", "counted", "alike")
    table = plain_table(title, *heads)
    for one in found:
        figures = (f"{100 * value:+.1f}" for value in (one.difference, one.low, one.high))
        widths = (f"{value:.2f}" for value in (one.ratio, one.counted, one.alike))
        table.add_row(f"{one.scenario}: {one.change}", *figures, *widths)
    out = console()
    out.print(table)
    told = ", ".join(
        f"{kind} {fair:.3f} ({counted:.3f} counted, {alike:.3f} alike)"
        for kind, (fair, counted, alike) in medians(found).items()
    )
    out.print(f"Median width to that of independent dice: {told}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
