"""The section on what mattered, of a conflict or of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from autogm.lab.report.drawings import depends
from autogm.lab.report.mattered import Effect, Mattered
from autogm.lab.report.parts import Figure, Section
from autogm.lab.report.removals import Removal
from autogm.view.figures import signed, whole
from autogm.view.words.grammar import listed

MOST_EFFECTS = 20
"""Things that mattered in a chart; the table behind it has all."""
NAMED, MOST_NAMED = 3, 12
RECKONED = ", and that those with the same dice may have gone better or worse is reckoned with"


def mattered_section(
    mattered: Mattered, sides: Mapping[str, str], what: str, runs: str, seen: int = 0
) -> Section:
    """What was found; `sides` are what the sides are called, `what` and `runs` what is played and
    what a time of it is called, `seen` how many were looked through for what came up."""
    whose = sides["players"]
    rows = [
        {"name": one.removal.words, "kind": one.removal.kind, "side": one.removal.side,
         "mean": one.difference.mean, "low": one.difference.low, "high": one.difference.high,
         "battles": one.battles}
        for one in mattered.effects
    ]  # fmt: skip
    says, figures, after = list[str](), list[Figure](), list[str]()
    if rows:
        sure = [one for one in mattered.effects if one.difference.told_apart]
        pairs = max(one.battles for one in mattered.effects)
        says.append(
            f"Each thing is taken out alone, and {pairs:,} {runs} are played with the same dice as "
            f"those of the {what} as it is: how the share of wins of {whose} changes is what it "
            f"was worth to them. As it is they win {whole(mattered.won)} of {mattered.battles:,} "
            f"{runs}{RECKONED if pairs < mattered.battles else ''}. Where nothing "
            "matters, one thing in twenty still looks told apart."
        )
        if sure:
            most = [
                f"{one.removal.words} ({signed(100 * one.difference.mean)})" for one in _first(sure)
            ]
            says.append(f"What mattered most, in percentage points: without {listed(most)}.")
        else:
            says.append(f"Nothing of it can be told from chance with so few {runs}.")
        full = depends.effects(rows, sides, whose, runs)
        shown = depends.effects(rows[:MOST_EFFECTS], sides, whose, runs)
        figures.append(replace(shown, table=full.table))
    if mattered.unused:
        after.append(
            f"Not tried, since it came up in none of the {seen:,} {runs} that were looked "
            f"through: {_some(mattered.unused)}."
        )
    if mattered.untried:
        after.append(f"There was no time for {_some(mattered.untried)}; more --minutes bring them.")
    if mattered.impossible:
        after.append(
            "These cannot be taken out: "
            + "; ".join(f"{one.words} ({why})" for one, why in mattered.impossible[:MOST_NAMED])
            + "."
        )
    return Section("mattered", "What mattered", tuple(says), tuple(figures), after=tuple(after))


def _first(sure: Sequence[Effect]) -> list[Effect]:
    """The first three, and those that are told to matter as much as the third."""
    least = [round(100 * abs(one.difference.mean)) for one in sure[:NAMED]][-1]
    return [one for one in sure if round(100 * abs(one.difference.mean)) >= least][:MOST_NAMED]


def _some(removals: Sequence[Removal]) -> str:
    said = [one.words for one in removals[:MOST_NAMED]]
    more = len(removals) - len(said)
    return listed([*said, f"{more} more"] if more > 0 else said)
