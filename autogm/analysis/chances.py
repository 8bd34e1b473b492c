"""The odds of one roll, for people or programs: classes of outcome (D5), the shifts one by one with
bars, and the same as plain values. It shows what `autogm.planner.odds.distributions` counts and
counts nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, JustifyMethod, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from autogm.planner.odds.distributions import Distribution, Roll, outcome_classes, resolve
from autogm.view.figures import percent

STYLES = {"fail": "red", "tie": "yellow", "success": "green", "style": "bold cyan"}
WORDS = {
    "fail": "failure",
    "tie": "tie",
    "success": "success",
    "style": "success with style",
}
_EIGHTHS = " ▏▎▍▌▋▊▉"
_BAR = 40
_LONGEST_FRACTION = 13


def odds_report(roll: Roll) -> RenderableType:
    """The odds of a roll for a rich console."""
    result, classes = resolve(roll), outcome_classes(roll)
    told = Text()
    told.append(f"at least a tie {_hundredths(classes.at_least_tie)}, ")
    told.append(f"at least a success {_hundredths(classes.at_least_success)}", "bold")
    told.append(f", {_shifts(result.margin)}")
    if roll.rerolls:
        told.append(f", rerolls made {float(result.rerolls_used):.2f} on average")
    parts: list[RenderableType] = [Text(roll_words(roll), "bold"), Text(), _classes(roll), told]
    return Group(*parts, Text(), _margins(roll, result.margin))


def odds_values(roll: Roll) -> dict[str, Any]:
    """The odds of a roll as values that JSON knows: chances as floats, and exactly as text."""
    result, classes = resolve(roll), outcome_classes(roll)
    margin = result.margin
    return {
        "roll": {
            "skill": roll.rating,
            "opposition": roll.against,
            "active": roll.active,
            "dice": roll.dice,
            "plus_dice": roll.weight,
            "opposition_plus_dice": roll.against_weight,
            "invokes": roll.invokes,
            "rerolls": roll.rerolls,
            "goal": roll.goal if isinstance(roll.goal, str) else "own",
            "style_at": roll.style_at,
            "tie_succeeds": roll.tie_succeeds,
        },
        "outcomes": {name: _chance(chance) for name, chance in classes.items()},
        "at_least_tie": _chance(classes.at_least_tie),
        "at_least_success": _chance(classes.at_least_success),
        "shifts": [
            {
                "shifts": value,
                "outcome": roll.outcome(value),
                **_chance(chance),
                "at_least": float(margin.at_least(value)),
            }
            for value, chance in margin
        ],
        "mean": float(margin.mean()),
        "deviation": sqrt(margin.variance()),
        "rerolls_used": float(result.rerolls_used),
    }


def roll_words(roll: Roll) -> str:
    """The roll in words."""
    says = [f"{roll.dice} {roll.rating:+d}"]
    if roll.weight:
        says.append(f"{'one die' if roll.weight == 1 else 'two dice'} [+]")
    if roll.invokes:
        says.append(f"{roll.invokes} invoke{'s' if roll.invokes > 1 else ''} (+{2 * roll.invokes})")
    if roll.rerolls:
        says.append(f"up to {roll.rerolls} reroll{'s' if roll.rerolls > 1 else ''}")
    other = f"{roll.dice} {roll.against:+d}" if roll.active else f"{roll.against}"
    says[-1] += f" against {other}"
    if roll.active and roll.against_weight:
        says.append(f"{'one' if roll.against_weight == 1 else 'two'} of its dice [+]")
    return ", ".join(says)


def bar(share: float, width: int = _BAR) -> str:
    """A bar that fills a share of the width, in eighths of a letter."""
    eighths = max(round(share * width * 8), 1 if share > 0 else 0)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[rest] if rest else "")


@dataclass(frozen=True)
class Bar:
    """A bar for a share. Where its column is too narrow, the bars of the column are drawn smaller,
    so that the longest, that of the share `most`, still fits."""

    share: float
    most: float
    style: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        fits = len(bar(self.most)) <= options.max_width
        drawn = bar(self.share) if fits else bar(self.share / self.most, options.max_width)
        yield Text(drawn, self.style, no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(1, len(bar(self.share)) or 1)


def _classes(roll: Roll) -> Table:
    table = _table("outcome", "chance", "exactly", "")
    classes = outcome_classes(roll)
    most = max(float(chance) for _, chance in classes.items())
    for name, chance in classes.items():
        table.add_row(
            Text(WORDS[name], STYLES[name]),
            _hundredths(chance),
            _exactly(chance),
            Bar(float(chance), most, STYLES[name]),
        )
    return table


def _margins(roll: Roll, margin: Distribution) -> Table:
    table = _table("shifts", "chance", "or more", "")
    table.columns[0].justify = "right"
    most = max(chance for _, chance in margin)
    for value, chance in margin:
        style = STYLES[roll.outcome(value)]
        table.add_row(
            Text(f"{value:+d}" if value else "0", style),
            _hundredths(chance),
            _hundredths(margin.at_least(value)),
            Bar(float(chance / most), 1.0, style),
        )
    return table


def _table(*heads: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in heads:
        justify: JustifyMethod = "right" if head in ("chance", "or more") else "left"
        table.add_column(Text(head), justify=justify, no_wrap=head not in ("outcome", ""))
    return table


def _shifts(margin: Distribution) -> str:
    deviation = sqrt(margin.variance())
    return f"shifts {float(margin.mean()):+.2f} on average, give or take {deviation:.2f}"


def _hundredths(chance: Fraction) -> str:
    return percent(chance, 2)


def _exactly(chance: Fraction) -> str:
    text = str(chance)
    return text if len(text) <= _LONGEST_FRACTION else ""


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": float(chance), "exactly": str(chance)}
