"""Why a choice was made, from the numbers it was made by: the lines considered with the worth and
the roll of each, what a fate point is worth, and the principal line, which is how play goes on if
the dice fall in the middle and both sides take what looks best.
"""

from __future__ import annotations

from dataclasses import dataclass

from autogm.engine.codes import CHANCE, GM, N_DUEL, N_TURN, POOL
from autogm.engine.state import State
from autogm.planner.planner import Planner
from autogm.planner.roll_odds import RollOdds, likeliest, roll_odds
from autogm.planner.search.beam import Line, Thought
from autogm.planner.solving.solver import Solution

SHOWN = 8
"""The number of lines for which the odds of the roll are worked out."""
LEAST_TURNS, MOST_STEPS = 1, 24
"""A principal line covers as many turns after the one at hand as the search looked ahead, and at
least one."""


@dataclass(frozen=True)
class Considered:
    """A line: the legal action, the search's own line for it (`worth` is utility, for the players),
    the odds of the roll that it leads to, if there is one and the line is among the first, and
    whether it was only estimated."""

    action: int
    line: Line
    odds: RollOdds | None
    estimated: bool


@dataclass(frozen=True)
class Reasons:
    """What a planner thought of a state: the lines, best first; whether they are exact; how much of
    them is estimated, where a graph was searched (`beam.Thought`); how many positions it took; how
    much utility the side that chooses would lose with one of the fate points it can spend, as the
    value estimates it (None: it holds none); and the principal line, each choice with the state in
    which it is made."""

    lines: tuple[Considered, ...]
    solved: bool
    estimate: float | None
    positions: int
    point: float | None
    principal: tuple[tuple[State, int], ...]


def reasons_for(
    planner: Planner, state: State, thought: Thought, solution: Solution | None
) -> Reasons:
    """Why a planner thinks so of a state, from what its `think` returned."""
    legal = state.legal_actions()
    considered = tuple(
        Considered(
            legal[line.place],
            line,
            roll_odds(planner.game, planner.tactician, state, legal[line.place])
            if number < SHOWN
            else None,
            line.place in thought.estimated,
        )
        for number, line in enumerate(thought.lines)
    )
    return Reasons(
        considered,
        solution is not None,
        thought.estimate,
        thought.positions,
        point_worth(planner, state),
        principal_line(planner, state, considered[0], solution),
    )


def purse_of(state: State) -> int | None:
    """Whose fate points the side that chooses would spend here: those of the fighter whose turn or
    roll it is, if it pays for itself, else the pool; None if there are none. Who pays for itself
    and has none left is not helped by the pool."""
    side, scene, record = state.current_player(), state.game.scene[0], state.record[0]
    who = list[int]()
    if record["roll_verb"]:
        who = [int(record["roll_actor"]), int(record["roll_target"]) - 1]
    if state.node() != N_DUEL and state.actor() is not None:
        who.insert(0, state.game.words.fighters.index(str(state.actor())))
    for number in who:
        if number >= 0 and (int(scene["purse_mask"][side]) >> number) & 1:
            return number if record["points"][number] > 0 else None
    return POOL if side == GM and record["points"][POOL] > 0 else None


def point_worth(planner: Planner, state: State) -> float | None:
    """How much utility one fate point is worth to the side that chooses, as the value of the
    position prices it; None if it holds none to spend here."""
    purse = purse_of(state)
    if purse is None:
        return None
    poorer = state.clone()
    poorer.record["points"][0, purse] -= 1
    sign = -1.0 if state.current_player() == GM else 1.0
    return sign * (planner.value(state) - planner.value(poorer))


def principal_line(
    planner: Planner, state: State, best: Considered, solution: Solution | None
) -> tuple[tuple[State, int], ...]:
    """The choices from the best one on, over as many turns as the search looked ahead: by the
    solution if there is one, else by what looks best one turn deep, and nobody concedes. Dice fall
    in the middle."""
    here, action, steps = state.clone(), best.action, list[tuple[State, int]]()
    turns = max(LEAST_TURNS, best.line.turns)
    turn = _turn_at_hand(here)
    while len(steps) < MOST_STEPS:
        steps.append((here, action))
        here = here.child(action)
        while here.current_player() == CHANCE:
            here = here.child(_middle(here))
        if here.is_terminal():
            break
        if here.node() == N_TURN and _turn_at_hand(here) != turn:
            turns -= turn is not None
            turn = _turn_at_hand(here)
            if turns < 0:
                break
        action = solution.act(here) if solution else likeliest(planner.tactician, here)
    return tuple(steps)


def _turn_at_hand(state: State) -> tuple[int, int] | None:
    """Whose turn it is, in which exchange; none between turns."""
    kind, fighter = (int(one) for one in state.record[0]["pending"][0][:2])
    return (fighter, state.exchange) if kind == N_TURN else None


def _middle(state: State) -> int:
    """The median outcome of the pending dice."""
    total = 0.0
    for outcome, chance in state.chance_outcomes():
        total += chance
        if total >= 0.5:
            return outcome
    raise AssertionError("the chances of dice sum to one")
