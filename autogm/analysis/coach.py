"""What a level would do in a person's place, briefly: the best choices, what each costs against the
best, and a sentence why. Worked out from what the person's side may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from autogm.analysis.advice import THE_SAME, advise
from autogm.analysis.counsel import odds_words, sentence
from autogm.analysis.plainly import HiddenError, weigh
from autogm.analysis.plainly import sentence as plain_sentence
from autogm.engine.state import State
from autogm.planner.levels import DEFAULT, Level
from autogm.view.options import Option, offer
from autogm.view.words.worth import Worth

SHOWN = 3
PLAYS, SEED = 200, 1
"""How often a choice of a game that cannot be looked through is played on at random, and with which
dice."""


@dataclass(frozen=True)
class Line:
    """One of the best choices: its structured form and words, by how much its utility to the
    chooser's side is less than that of the best, that in words (empty for the best), and the chance
    that the side wins after it, where that is exact and victory is all there is."""

    action: Mapping[str, Any]
    words: str
    costs: float
    told: str
    chance: float | None = None


@dataclass(frozen=True)
class Coaching:
    """What can be said about a choice: a sentence, the best choices, best first, and whether they
    were counted out to the end."""

    sentence: str
    lines: tuple[Line, ...] = ()
    exact: bool = False


def coach(state: Any, side: int, level: Level = DEFAULT) -> Coaching:
    """What a level of the planner would choose for a side, and why.

    Raises:
        ValueError: where that side does not choose.
    """
    asked = offer(state, side)
    if isinstance(state, State):
        return _of_conflict(state, side, level, asked.options)
    try:
        found = weigh(state, PLAYS, SEED)
    except HiddenError as error:
        return Coaching(f"{error}.")
    best = found.choices[0].value
    lines = tuple(
        Line(one.action.as_dict(), str(one.action), best - one.value, _behind(best - one.value))
        for one in found.choices[:SHOWN]
    )
    return Coaching(plain_sentence(found), lines, not found.plays and not found.estimated)


def _of_conflict(state: State, side: int, level: Level, options: tuple[Option, ...]) -> Coaching:
    advice = advise(state.game, state, level, to=side)
    if not advice.choices:
        return Coaching(sentence(advice))
    worth, best = Worth(advice.game), advice.choices[0].value
    offered = [one.action for one in options]
    lines: list[Line] = []
    for one in advice.choices:
        action = one.action.as_entry()
        if action not in offered or len(lines) == SHOWN:
            continue
        costs = best - one.value
        told = f"{worth.told(costs)} less" if costs >= THE_SAME else ""
        chance = one.chance if advice.solved and advice.victory else None
        lines.append(Line(action, one.words, costs, told, chance))
    said = " ".join(part for part in (sentence(advice), odds_words(advice)) if part)
    return Coaching(said, tuple(lines), advice.solved)


def _behind(costs: float) -> str:
    return f"{costs:.2f} less" if costs >= THE_SAME else ""
