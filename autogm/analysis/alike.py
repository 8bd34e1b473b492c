"""Choices that an estimate cannot tell apart, and which of them a person would take: the way to
roll that succeeds most often, and nothing that is all but sure to fail where something else is as
good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from math import hypot
from typing import Protocol

from autogm.analysis.forecast import Forecast, forecaster_of, is_theirs
from autogm.analysis.rolls import FAILURE, STYLE, SUCCESS, TIE
from autogm.engine.codes import N_CONCEDE, N_DEFEND, N_SKILL, PASS
from autogm.engine.state import State
from autogm.game.contract import PLAYERS
from autogm.planner.planner import Planner
from autogm.planner.roll_odds import gets_somewhere
from autogm.planner.search.beam import Line, Thought
from autogm.view.words.stakes import AS_GOOD, at_stake

EQUAL = 1e-9
"""The same where worths are exact."""
SURE = 2.0
"""Standard errors of what samples say, by which a choice has to be better to be told apart."""
HOPELESS = 0.1
"""What succeeds or ties less often, with the best invokes of both, is all but sure to fail."""
LOOKED_AT = 40
"""Choices of which that is found out."""
ALIKE = 0.005
"""Chances that differ by less are told alike."""
SUCCEEDS_LESS, LETS_SUCCEED = "succeeds less often", "lets them succeed more often"
GIVES_UP, SURE_TO_FAIL = "gives somebody up for nothing more", "all but sure to fail"
"""What speaks against a choice that looks as good."""


class Estimated(Protocol):
    """Something with the standard error of what samples say of its utility."""

    @property
    def error(self) -> float:
        """In utility; 0 where nothing was sampled."""


def apart(best: Estimated, other: Estimated, stakes: float) -> float:
    """The utility by which two choices have to differ to be told apart, where so much of it is at
    stake (`at_stake`)."""
    return max(AS_GOOD * stakes, SURE * hypot(best.error, other.error))


def chance_of(state: State, action: int) -> float | None:
    """How often an action succeeds or ties, for whoever chooses it, without invokes or with the
    best of both, whichever is oftener; none where it makes no roll. A roll of the other side that
    it answers or opposes succeeds for it where it fails."""
    found = forecaster_of(state.game).of(state, action)
    if found is None:
        return None
    wanted = (FAILURE, TIE) if is_theirs(state) else (TIE, SUCCESS, STYLE)
    invoked = Forecast(found.invoked or found.results, found.attack)
    return max(one.share(*wanted) for one in (found, invoked))


def as_people_would(
    planner: Planner, state: State, thought: Thought, *, exact: bool = False
) -> tuple[Thought, dict[int, str]]:
    """The same thought with that line first that a person would take of those that cannot be told
    apart from the best and were looked at as far; and what speaks against others of these, by their
    places. Lines that were ahead of the first, which is chance, are worth as much. Where worths are
    `exact` only those are alike that are equal."""
    best, side = thought.best, state.current_player()
    sign, stakes = 1.0 if side == PLAYERS else -1.0, at_stake(state.game, side)

    def as_good(line: Line) -> bool:
        return sign * (best.worth - line.worth) < (EQUAL if exact else apart(best, line, stakes))

    near = [one for one in takewhile(as_good, thought.lines) if one.turns >= best.turns]
    if not exact and state.node() == N_SKILL and gets_somewhere(state):
        near = list(thought.lines)  # an estimate may rather stay: who tries wants to get there
    if len(near) < 2:
        return thought, {}
    if best.samples:  # where few samples say no more, what a turn comes to by itself does
        worths = sign * planner.tactician.weigh(state)
        near.sort(key=lambda line: -float(worths[line.place]))
    judge = JUDGES.get(state.node(), _hopeless)
    first, against = judge(state, near)
    if thought.best is first:
        return thought, against
    rest = (
        replace(one, worth=sign * min(sign * one.worth, sign * first.worth))
        for one in thought.lines
        if one is not first
    )
    return replace(thought, lines=(first, *rest)), against


def _oftenest(state: State, near: Sequence[Line]) -> tuple[Line, dict[int, str]]:
    """Of several ways to roll the one that succeeds most often, or lets another fail so."""
    legal = state.legal_actions()
    chances = [chance_of(state, legal[one.place]) for one in near]
    known = [one for one in chances if one is not None]
    if len(known) < len(near):
        return near[0], {}
    most = max(known)
    said = LETS_SUCCEED if state.node() == N_DEFEND else SUCCEEDS_LESS
    less = {
        one.place: said for one, chance in zip(near, known, strict=True) if most - chance > ALIKE
    }
    return near[known.index(most)], less


def _fighting_on(state: State, near: Sequence[Line]) -> tuple[Line, dict[int, str]]:
    """To fight on, where giving somebody up brings nothing more."""
    legal = state.legal_actions()
    on = next((one for one in near if legal[one.place] == PASS), None)
    if on is None:
        return near[0], {}
    return on, {one.place: GIVES_UP for one in near if one is not on}


def _hopeless(state: State, near: Sequence[Line]) -> tuple[Line, dict[int, str]]:
    """The first that is not all but sure to fail, if there is one among the first. To let a roll
    stand as it is costs nothing, whatever comes of it."""
    legal, likely, against = state.legal_actions(), list[Line](), dict[int, str]()
    for line in near[:LOOKED_AT]:
        action = legal[line.place]
        chance = None if action == PASS else chance_of(state, action)
        if chance is None or chance >= HOPELESS:
            likely.append(line)
        else:
            against[line.place] = SURE_TO_FAIL
    return (likely[0], against) if likely else (near[0], {})


JUDGES = {N_SKILL: _oftenest, N_DEFEND: _oftenest, N_CONCEDE: _fighting_on}
"""Who knows what a person would take, by the node; elsewhere only what is hopeless is known."""
