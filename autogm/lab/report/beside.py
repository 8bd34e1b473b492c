"""Reports side by side: a column for each, and how they differ from the first by battles with the
same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from autogm.analysis.intervals import Share
from autogm.analysis.outcomes import Outcomes, about
from autogm.analysis.pairs import difference
from autogm.lab.report.drawings import outcomes
from autogm.lab.report.pages import Side
from autogm.lab.report.parts import Report, Table
from autogm.lab.simulate import Simulation
from autogm.view.figures import in_points


@dataclass(frozen=True)
class Counted:
    """A report and the counts that it is made of."""

    report: Report
    found: Outcomes


def side_by_side(told: Sequence[Counted]) -> Side:
    """Two or more reports beside each other."""
    names = _names([one.report.title for one in told])
    rows = [("verdict", *(one.report.verdict for one in told))]
    rows.append(("the players win", *(about(one.found.wins["players"]) for one in told)))
    rows.append(("the GM wins", *(about(one.found.wins["gm"]) for one in told)))
    if any(one.found.undecided.count for one in told):
        rows.append(("undecided", *(about(one.found.undecided) for one in told)))
    found = [one.found if isinstance(one.found, Simulation) else None for one in told]
    if any(one is not None and one.heroes is not None for one in found):
        rows.append(("all heroes fall", *(_fall(one, every=True) for one in found)))
        rows.append(("at least one falls", *(_fall(one, every=False) for one in found)))
    if any(one is not None for one in found):
        rows.append(("exchanges, mean", *(_length(one) for one in found)))
        rows.append(("consequences of the players' side", *(_hurt(one) for one in found)))
        rows.append(("points spent, both sides", *(_spent(one) for one in found)))
    rows.append(("battles", *(f"{one.found.battles:,}" for one in told)))
    shares: dict[str, Share] = {
        name: one.found.wins["players"] for name, one in zip(names, told, strict=True)
    }
    figure = outcomes.shares("side-by-side", "The players win", shares, "of")
    return Side(
        Table("Side by side", ("figure", *names), tuple(rows)), figure, _differences(names, found)
    )


def _names(titles: Sequence[str]) -> list[str]:
    """Titles, with a number where several are the same."""
    return [
        f"{one} ({number})" if titles.count(one) > 1 else one
        for number, one in enumerate(titles, 1)
    ]


def _differences(names: Sequence[str], found: Sequence[Simulation | None]) -> tuple[str, ...]:
    """How the others differ from the first, where they were played with the same dice; over the
    battles that both have, and of which it is known one by one who won, since a store tells the
    first alone."""
    first, said = found[0], list[str]()
    for name, one in zip(names[1:], found[1:], strict=True):
        if first is None or one is None or one.seed != first.seed:
            continue
        number = min(len(first.results), len(one.results))
        gap = difference(first.results.first(number), one.results.first(number))
        sure = "" if gap.told_apart else ": that cannot be told from chance"
        fair = ", without what the dice alone brought to either" if gap.without_luck else ""
        points = in_points(abs(gap.mean)).removeprefix("+")
        how = "more often" if gap.mean >= 0 else "less often"
        than = f"{how} than in {names[0]}, by {points} points"
        if float(points) == 0.0:
            than, sure = f"as often as in {names[0]}, to a tenth of a point", ""
        said.append(
            f"In {name} the players win {than} "
            f"({in_points(gap.low)} to {in_points(gap.high)}) over {number:,} battles with the "
            f"same dice{fair}{sure}."
        )
    return tuple(said)


def _fall(one: Simulation | None, *, every: bool) -> str:
    if one is None or one.heroes is None:
        return "–"
    return about(one.heroes.all_fall if every else one.heroes.any_falls)


def _length(one: Simulation | None) -> str:
    return "–" if one is None else f"{one.exchanges['mean']:.1f}"


def _hurt(one: Simulation | None) -> str:
    if one is None:
        return "–"
    ours = [each for each in one.fighters if each.side == "players"]
    return f"{sum(mean.mean for each in ours for mean in each.consequences.values()):.1f}"


def _spent(one: Simulation | None) -> str:
    if one is None:
        return "–"
    total = sum(mean.mean for each in one.fighters for mean in each.points_spent.values())
    return f"{total + sum(mean.mean for mean in one.pool.values()):.1f}"
