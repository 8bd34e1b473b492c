"""What a level would do in a person's place, briefly: the best choices, what each costs against the
best, and a sentence why. Worked out from what the person's side may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autogm.analysis import counsel, plainly
from autogm.analysis.advice import Choice, advise
from autogm.analysis.alike import SURE_TO_FAIL, apart
from autogm.analysis.prospects import compared_in_words
from autogm.engine.actions import Action
from autogm.engine.state import State
from autogm.planner.levels import DEFAULT, Level
from autogm.view.figures import whole
from autogm.view.options import Option, offer
from autogm.view.words.stakes import AS_GOOD, at_stake, of_the_stakes
from autogm.view.words.worth import Worth

SHOWN = 3
INVOKES = ("invoke", "invoke free")
"""Verbs of invokes in a roll."""
PLAYS, SEED = 200, 1
"""How often a choice of a game that cannot be looked through is played on at random, and with which
dice."""


@dataclass(frozen=True)
class Line:
    """One of the best choices: its structured form and words, by how much its utility to the
    chooser's side is less than that of the best, how that compares in words, and what comes of it
    where that was counted out: the chance that the side wins, or how the game then ends. `best`
    says whether it is one of those to take; none is where nothing differs."""

    action: Mapping[str, Any]
    words: str
    costs: float
    told: str
    best: bool = False


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
        found = plainly.weigh(state, PLAYS, SEED)
    except plainly.HiddenError as error:
        return Coaching(f"{error}.")
    best, game = found.choices[0].value, state.game
    compared = _Compared(
        [best - one.value for one in found.choices],
        [AS_GOOD * at_stake(game, side)] * len(found.choices),
    )
    shown = found.choices[:SHOWN]
    ends = compared_in_words([one.ends for one in shown])
    lines = tuple(
        compared.line(place, one.action.as_dict(), str(one.action),
                      of_the_stakes(game, side, best - one.value), ends[place])
        for place, one in enumerate(shown)
    )  # fmt: skip
    return Coaching(plainly.sentence(found), lines, not found.plays and not found.estimated)


def _of_conflict(state: State, side: int, level: Level, options: tuple[Option, ...]) -> Coaching:
    advice = advise(state.game, state, level, to=side)
    if not advice.choices:
        return Coaching(counsel.sentence(advice))
    worth, best = Worth(advice.game), advice.choices[0].value
    offered = [one.action for one in options]
    choices = [one for one in advice.choices if one.action.as_entry() in offered]
    choices.sort(key=lambda one: one.against == SURE_TO_FAIL)  # those are no advice
    stakes = at_stake(advice.game, side)
    compared = _Compared(
        [best - one.value for one in choices],
        [apart(advice.choices[0], one, stakes) for one in choices],
        [one.against for one in choices],
    )
    counted_out = advice.solved and advice.victory
    lines = tuple(
        compared.line(place, one.action.as_entry(), one.words, worth.told(best - one.value),
                      f"{whole(one.chance)} to win" if counted_out else "")
        for place, one in _deeds(choices)[:SHOWN]
    )  # fmt: skip
    said = (counsel.sentence(advice), counsel.grounds_words(advice), counsel.odds_words(advice))
    return Coaching(" ".join(part for part in said if part), lines, advice.solved)


def _deeds(choices: Sequence[Choice]) -> list[tuple[int, Choice]]:
    """Choices with their places, of those to invoke for the same gain in a roll the best alone: by
    which aspect that is paid for is no other deed."""
    found: dict[Action, tuple[int, Choice]] = {}
    for place, one in enumerate(choices):
        deed = one.action
        if deed.verb in INVOKES:
            deed = Action(INVOKES[0], mode=deed.mode)
        found.setdefault(deed, (place, one))
    return list(found.values())


class _Compared:
    """Choices against the best of them, by what each `costs`; what costs less than its `apart` is
    as good, unless something speaks `against` it."""

    def __init__(
        self, costs: Sequence[float], apart: Sequence[float], against: Sequence[str] = ()
    ) -> None:
        self._costs, self._against = costs, [*against] or [""] * len(costs)
        self._good = [
            cost < gap and not said
            for cost, gap, said in zip(costs, apart, self._against, strict=True)
        ]

    def line(self, place: int, action: Mapping[str, Any], words: str, less: str, ends: str) -> Line:
        """A choice by its place, with what it costs and what comes of it in words."""
        good, alike = self._good[place], all(self._good) and len(self._good) > 1
        told = self._against[place] or f"{less} less"
        if good:
            several = "as good as any other" if alike else "among the best"
            told = several if sum(self._good) > 1 else "the best"
        told += f" ({ends})" if ends else ""
        return Line(action, words, self._costs[place], told, good and not alike)
