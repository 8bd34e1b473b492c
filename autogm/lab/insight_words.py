"""What the battles of a simulation tell besides who wins, in sentences and a table."""

from __future__ import annotations

from rich.text import Text

from autogm.analysis.intervals import Mean, Share
from autogm.analysis.outcomes import telling
from autogm.analysis.table_time import rounded
from autogm.lab.insight import Cost, Insight
from autogm.model.words import SEVERITIES
from autogm.view.figures import Figures, percent, whole
from autogm.view.words.grammar import listed, start
from autogm.view.words.names import Names

LITTLE = 0.005
MOST_TOLD = 0.2
"""Whoever deals so much of the harm of its side, or whose dice decide so much, is named."""
SOME_HARM = 1.0
"""Where a side deals fewer shifts a battle it does not matter who deals most of them."""


def insight_lines(names: Names, told: Insight, heroes: str) -> list[str]:
    """What a GM asks next: what it costs, how open it stays."""
    lines = [_cost(told.cost, heroes)] if told.cost is not None else []
    found = told.swing
    if found is not None:
        side = names.sides["players"]
        chance = f"between {whole(found.low)} and {whole(found.high)}"
        if whole(found.low) == whole(found.high):
            chance = whole(found.low)
        lines.append(
            f"As exchange {found.exchange} begins, the chance of {side} to win is {chance} in "
            f"eight battles of ten; {found.said}."
        )
    return lines


def minutes_told(told: Insight) -> str:
    """How long a battle takes at a table."""
    minutes = rounded(told.minutes)
    if minutes < 60:
        return f"about {minutes} minutes" if minutes > 1 else "about a minute"
    hours, rest = divmod(minutes, 60)
    return f"about {hours} h {rest:02} min" if rest else f"about {hours} h"


def more_lines(names: Names, told: Insight) -> list[str]:
    """The details."""
    pace, side = told.pace, names.sides["players"]
    minutes = told.minutes_an_exchange
    lasts = f"{minutes:.0f}" if minutes >= 10 else f"{minutes:.1f}"
    lines = [
        f"At a table: {pace.hero:g} min for a turn of {side} and {pace.other:g} min for one of "
        f"{names.sides['gm']} make {lasts} min an exchange; --pace says otherwise."
    ]
    if told.swing is not None:
        lines.append(
            f"Whoever is ahead as exchange {told.swing.exchange} begins wins "
            f"{whole(told.swing.leader_wins)}; {whole(told.swing.settled)} of the result is "
            "settled by then, as far as strength, threat, heads, points and aims tell."
        )
    fair, a_second = told.adjusted, told.gain_a_second
    if fair is None or not told.luck_pays:
        lines.append("Taking the luck of the dice out makes nothing more precise here.")
    else:
        share = Share(0, fair.mean, fair.low, fair.high)
        digits = telling(share)
        low, high = percent(fair.low, digits), percent(fair.high, digits)
        timed = "" if a_second is None else f", {a_second:.2f} times in as much time"
        lines.append(
            start(f"with the luck of the dice taken out, {names.says(side, 'wins')} ")
            + f"{percent(fair.mean, digits)} ({low.removesuffix('%')}–{high}): worth "
            f"{fair.gain:.2f} times as many battles{timed}; dice explain "
            f"{whole(fair.decided)} of who wins."
        )
    return lines


def decisive_table(told: Insight, styles: dict[str, str]) -> Figures:
    """How much each fighter decides."""
    measured = any(one.dice is not None for one in told.decisive)
    heads = ("harm of its side", "its own dice decide")[: 1 + measured]
    rows = []
    for one in told.decisive:
        dice = "·" if one.dice is None or one.dice < LITTLE else percent(one.dice)
        cells = (percent(one.harm) if one.harm else "·", dice)[: 1 + measured]
        rows.append((Text(one.name, style=styles[one.side]), cells))
    return Figures("who is decisive", heads, tuple(rows))


def decisive_line(told: Insight, names: Names) -> str | None:
    """Who deals most of the harm of each side, if anybody stands out."""
    parts = []
    for side in ("gm", "players"):
        own = [one for one in told.decisive if one.side == side]
        best = max(own, key=lambda one: one.harm, default=None)
        if sum(one.shifts for one in own) < SOME_HARM:
            continue
        if best is not None and len(own) > 1 and best.harm >= max(MOST_TOLD, 1.5 / len(own)):
            harm = f"deals {whole(best.harm)} of the harm of {names.sides[side]}"
            parts.append(names.says(names.of(best.id), harm))
    return start(f"{listed(parts)}.") if parts else None


def _cost(cost: Cost, heroes: str) -> str:
    """What a battle costs a hero."""
    parts = [
        f"{_number(cost.consequences[name])} {name}"
        for name in SEVERITIES
        if cost.consequences[name].mean >= LITTLE
    ]
    words = f"{listed(parts)} consequences" if parts else "no consequence"
    if cost.spent >= 0.05:  # else told as 0.0
        words += f" and {cost.spent:.1f} fate points"
    left = cost.points_left
    end = ""
    if left is not None:
        end = f"; {left.mean:.1f} points are left" if left.mean >= 0.05 else "; no points are left"
    return f"It costs {heroes} {words} on average{end}."


def _number(mean: Mean) -> str:
    return f"{mean.mean:.1f}" if mean.mean >= 0.095 else f"{mean.mean:.2f}"
