"""Joint plans in the words of the game, and what they say about the current choice. A plan is a
pure function of the position; only the last answers are remembered, by their facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autogm.engine.codes import (
    A_MASK,
    A_SHIFT,
    N_ORDER,
    N_TURN,
    V_ACT_NEXT,
    V_ATTACK,
    V_CHARGE,
    V_CREATE,
    V_FULL_DEFENSE,
    V_GRAB,
    V_HELP,
    V_LEAVE,
    V_MOVE,
    V_PASS,
    V_SPRINT,
    VERB_SHIFT,
)
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.coordination.facts import Facts, Surveyor
from autogm.planner.coordination.model import (
    GO,
    GRAB,
    GUARD,
    HELP,
    LEAVE,
    PREPARE,
    STRIKE,
    WAIT,
    JointModel,
    Option,
)

Array = np.ndarray[Any, Any]
LIMIT = 0.005
"""Units of the solver's deterministic time for one plan: some hundredths of a second."""
KEPT_PLANS = 64
FEWEST = 2
"""Fighters that still have to act for there to be something to plan together."""
VERBS = {
    WAIT: V_PASS,
    STRIKE: V_ATTACK,
    PREPARE: V_CREATE,
    HELP: V_HELP,
    GUARD: V_FULL_DEFENSE,
    GRAB: V_GRAB,
    LEAVE: V_LEAVE,
}
FIRST = (PREPARE, HELP, GO, GUARD, WAIT, GRAB, LEAVE, STRIKE)


@dataclass(frozen=True)
class Part:
    """What the plan wants of one fighter: be in `zone` and do `verb` there, on `target` (fighters
    and zones by number; None: nobody) with so many points, for so many expected shifts."""

    fighter: int
    zone: int
    verb: str
    target: int | None
    points: int
    shifts: float
    moves: bool
    reason: str


@dataclass(frozen=True)
class Plan:
    """A joint plan: its parts in the order in which they are best done, its worth in u over doing
    nothing, and why there is no plan, if there are no parts."""

    side: int
    parts: tuple[Part, ...]
    worth: float
    reason: str

    def part_of(self, fighter: int) -> Part | None:
        """What a fighter has to do in it."""
        return next((part for part in self.parts if part.fighter == fighter), None)

    def as_dict(self, game: Game) -> dict[str, Any]:
        """As plain data: why there is a plan or none, its worth, and each fighter's part."""
        names = game.words.fighters
        parts = {names[part.fighter]: part.reason for part in self.parts}
        return {"reason": self.reason, "worth": self.worth, "parts": parts}


class Coordinator:
    """Plans for the sides of one game; `parameters` are the evaluation parameters that the search
    uses."""

    def __init__(self, game: Game, parameters: Array, limit: float = LIMIT) -> None:
        self.game = game
        self.limit = limit
        self._surveyor = Surveyor(game, parameters)
        self._plans: dict[tuple[int, bytes], Plan] = {}

    def plan(self, state: State) -> Plan:
        """The joint plan of the side that chooses at `state`: empty with its reason where nobody is
        left to act together with, at choices within a turn, and where the solver found none."""
        side = state.current_player()
        if side < 0 or state.node() not in (N_ORDER, N_TURN):
            return Plan(side, (), 0.0, "no joint plan: this is not a choice between turns")
        facts = self._surveyor.facts(state, side)
        if len(facts.fighters) < FEWEST or not facts.enemies:
            return Plan(side, (), 0.0, "no joint plan: there is nobody to act together with")
        known = self._plans.pop((side, facts.key), None)
        if known is None:
            known = self._made(facts, side)
        self._plans[side, facts.key] = known
        if len(self._plans) > KEPT_PLANS:
            del self._plans[next(iter(self._plans))]
        return known

    def places(self, state: State) -> tuple[int, ...]:
        """Places in the state's legal actions that the joint plan proposes."""
        return places_of(self.plan(state), state)

    def _made(self, facts: Facts, side: int) -> Plan:
        answer = JointModel(facts).solve(self.limit)
        if not answer.options:
            why = f"no joint plan ({answer.status}): the search decides alone"
            return Plan(side, (), 0.0, why)
        parts = [self._part(facts, option) for option in answer.options]
        parts.sort(key=lambda part: (FIRST.index(part.verb), not part.moves, part.fighter))
        return Plan(side, tuple(parts), answer.worth, f"joint plan ({answer.status})")

    def _part(self, facts: Facts, option: Option) -> Part:
        """One option in the game's numbers, and in words."""
        words, f, z, t = self.game.words, option.fighter, option.zone, option.target
        shifts = 0.0
        if option.verb == STRIKE:
            shifts = float(facts.shifts[f, z, t, 2, option.points])
        elif option.verb == PREPARE and t >= 0:
            shifts = float(facts.prepare[f, z, t] * facts.lift[t])
        elif option.verb == HELP:
            shifts = float(facts.boost[t])
        moves = bool(facts.place[f] != z)
        reason = option.verb
        if t >= 0:
            reason += f" {'against ' if option.verb != STRIKE else ''}"
            reason += words.fighters[facts.enemies[t]]
        if moves:
            reason += f" in {words.zones[z]}" if option.verb != GO else f" to {words.zones[z]}"
        if option.points:
            reason += f" with {option.points} point{'s' if option.points > 1 else ''}"
        if shifts:
            reason += f", {shifts:.1f} shifts"
        target = facts.enemies[t] if t >= 0 else None
        return Part(facts.fighters[f], z, option.verb, target, option.points, shifts, moves, reason)


def places_of(plan: Plan, state: State) -> tuple[int, ...]:
    """Places in the legal actions of `state`, where the plan's side chooses: who is to act next;
    the way its part needs first; then its action. None where the plan says nothing."""
    legal, record = state.legal_actions(), state.record[0]
    if not plan.parts:
        return ()
    if state.node() == N_ORDER:
        waiting = (_all(legal, V_ACT_NEXT, part.fighter) for part in plan.parts)
        return next((places for places in waiting if places), ())
    fighter = int(record["pending"][int(record["depth"]) - 1, 1])
    part = plan.part_of(fighter) if state.node() == N_TURN else None
    if part is None:
        return ()
    if int(record["zone"][fighter]) != part.zone:
        found = _all(legal, V_MOVE, part.zone) or _all(legal, V_SPRINT, part.zone)
        if part.verb == STRIKE and part.target is not None:
            found += _charges(state, legal, part.target, part.zone)
        return found
    if part.verb == GO:
        return ()
    if part.verb == STRIKE and part.target is not None:
        return _all(legal, V_ATTACK, part.target)
    if part.verb == PREPARE and part.target is None:
        return ()  # the search finds the best aspect by itself
    if part.verb == PREPARE:
        slots = state.game.scene[0]["slot_subject"]
        return tuple(
            place for place in _all(legal, V_CREATE)
            if slots[_first(legal[place])] == part.target
        )  # fmt: skip
    if part.verb == HELP:
        allies = [
            one.fighter for one in plan.parts
            if one.verb == STRIKE and (one.target, one.zone) == (part.target, part.zone)
        ]  # fmt: skip
        return tuple(place for ally in allies for place in _all(legal, V_HELP, ally))
    return _all(legal, VERBS[part.verb])


def _charges(state: State, legal: list[int], target: int, zone: int) -> tuple[int, ...]:
    """A charge (M3) at the target, where that leads into the zone."""
    return _all(legal, V_CHARGE, target) if int(state.record[0]["zone"][target]) == zone else ()


def _all(legal: list[int], verb: int, first: int | None = None) -> tuple[int, ...]:
    """The places of the actions of a verb, with that first argument if one is given."""
    return tuple(
        place for place, action in enumerate(legal)
        if action >> VERB_SHIFT == verb and first in (None, _first(action))
    )  # fmt: skip


def _first(action: int) -> int:
    return (action >> A_SHIFT) & A_MASK
