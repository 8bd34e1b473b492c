"""What speaks for a choice, and for the one next to it: which terms of the value
(`planner.evaluation.value`) put it ahead, by leaving each out in turn. By how much less ahead the
choice is at the end of the turn under way, all dice by their chances, if positions were weighed
without a term, is what that term brings. What is settled within the turn, as where somebody wins,
speaks for itself: how far the choice is ahead if no term is weighed at all. Terms hang together, so
that what they bring does not add up to the whole; and one that brings less than nothing speaks for
the other choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from autogm.agents.base import Decision
from autogm.engine.actions import Action
from autogm.engine.codes import N_CONCEDE, PLAYERS
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.planner.evaluation.weights import FEATURES
from autogm.planner.turn.tactician import Tactician
from autogm.planner.turn.weighing import TO_THE_END
from autogm.view.telling import as_seen, best_beside, why
from autogm.view.words.grammar import start
from autogm.view.words.reasons import errs
from autogm.view.words.worth import Worth

MOST_POSITIONS = 20_000
"""Positions that one look takes at most; what is left then is valued as it stands."""
TOLD = 0.5
"""Percentage points that a term has to bring to be told, and the choice to be ahead."""
TELLING = 0.25
"""The part of what the choice is ahead by that the most telling term has to bring."""
SETTLED = "settled"
TERMS = {
    SETTLED: "what it may settle at once",
    "soak": "the harm that is done and spared",
    "threat": "who can strike at whom, and how hard",
    "objective": "what decides the conflict besides",
    "tempo": "who has yet to act",
    "weight": "weight where they fight",
    "numbers": "who is left to fight",
    "invokes": "invokes and fate points",
}
"""The terms of the value, and what is beside them, in a person's words."""


AS_FAR_AS_KNOWN = "As far as you know, "


@dataclass(frozen=True)
class Ground:
    """A term of the value by its name, or what is settled, and what it brings the side that
    chooses, in utility."""

    term: str
    brings: float


def grounds(state: State, best: int, other: int) -> tuple[Ground, ...]:
    """What the terms bring a choice before another, by their codes, the most telling first. Nothing
    where the choice is not ahead at the end of its turn, so that what speaks for it lies farther
    off, where no term by itself tells much, and where somebody may concede: what that is worth is
    bounded by what fighting on is.

    Raises:
        ValueError: for codes that are not legal in the state.
    """
    legal = state.legal_actions()
    places = legal.index(best), legal.index(other)
    if state.node() == N_CONCEDE:
        return ()
    ahead = _ahead(Tactician(state.game), state, places)
    if Worth(state.game).points(ahead) < TOLD:
        return ()
    found = [Ground(SETTLED, _ahead(_without(state.game, *range(len(FEATURES))), state, places))]
    found += [
        Ground(term, ahead - _ahead(_without(state.game, number), state, places))
        for number, term in enumerate(FEATURES)
    ]
    found.sort(key=lambda one: -abs(one.brings))
    most = max(one.brings for one in found)
    return tuple(found) if most >= TELLING * ahead else ()


def decided_by(state: State, decision: Decision) -> tuple[Ground, ...]:
    """What the terms bring the choice of an agent before the next best of those that it has
    compared; none where it has compared nothing, or holds both for as good, where its temper
    decided, where it counted to the end, and where it errs, since it does not weigh terms so."""
    facts = decision.facts
    try:
        lines = facts.get("lines", ())
        decided = "temper" in facts or facts.get("solved") or errs(facts.get("level", ""))
        if len(lines) < 2 or decided:
            return ()
        best, other = [state.game.encode(Action(**one["action"])) for one in lines[:2]]
        apart = abs(float(lines[0]["value"]) - float(lines[1]["value"]))
        if best != decision.action or Worth(state.game).points(apart) < TOLD:
            return ()
        return grounds(state, best, other)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
        return ()  # facts of a save may be anything


def reasoned(before: Any, decision: Decision, to: int | None = None) -> str:
    """Why an agent chose something in the state `before` (`autogm.view.telling.why`), with what
    speaks for it before the next best; to a side from which something is hidden, what does so as
    far as it knows."""
    said = why(before, decision, to)
    if not isinstance(before, State):
        return said
    if to is not None and before.game.known(before, to) is not None:
        spoken = in_words(*_by_what_is_known(before, decision, to), AS_FAR_AS_KNOWN)
    else:
        spoken = in_words(before, decided_by(before, decision))
    return " ".join(one for one in (said, spoken) if one)


def _by_what_is_known(
    before: State, decision: Decision, to: int
) -> tuple[State, tuple[Ground, ...]]:
    """The state as a side knows it, and what speaks in it for the choice before the best other one:
    worked out from nothing else."""
    found = as_seen(before, decision, to)
    if found is None:
        return before, ()
    seen, code = found
    lines = best_beside(seen, code, to)
    if lines is None:
        return seen, ()
    return seen, grounds(seen, code, seen.legal_actions()[lines[1].place])


def in_words(state: State, found: tuple[Ground, ...], whose: str = "") -> str:
    """What speaks most for a choice, and what against it, as a sentence that may begin with by whom
    that is known; nothing where nothing does."""
    worth = Worth(state.game)
    told = [one for one in found if abs(worth.points(one.brings)) >= TOLD]
    most = next((one for one in told if one.brings > 0), None)
    least = next((one for one in told if one.brings < 0), None)
    if most is None:
        return ""
    said = f"what speaks for it most is {TERMS[most.term]} ({worth.told(most.brings)})"
    said = f"{whose}{said}" if whose else start(said)
    if least is None:
        return f"{said}."
    return f"{said}; what speaks against it is {TERMS[least.term]} ({worth.told(-least.brings)})."


def grounds_values(found: tuple[Ground, ...]) -> Mapping[str, float]:
    """The same as plain data: the utility that each term brings, by its name."""
    return {one.term: one.brings for one in found}


def _without(game: Game, *numbers: int) -> Tactician:
    """A tactician that does not weigh some terms."""
    found = Tactician(game)
    found.parameters["weights"][0, list(numbers)] = 0.0
    return found


def _ahead(tactician: Tactician, state: State, places: tuple[int, int]) -> float:
    """By how much one choice is ahead of another, for the side that chooses."""
    best, other = (tactician.deepen(state, place, TO_THE_END, MOST_POSITIONS) for place in places)
    return best - other if state.current_player() == PLAYERS else other - best
