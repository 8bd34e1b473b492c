"""Exact chances of rolls for the count of manners, worked out by playing the engine forward: its
own bonuses and outcomes, and the exact distribution of its dice. Nothing is sampled and no agent is
asked. A roll is foreseen as if nobody conceded, its maker used the skill that is most ahead, and
the other side whatever leaves it least.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from autogm.engine.codes import (
    CHANCE,
    N_CONCEDE,
    N_DUEL,
    N_TURN,
    N_TWIST,
    PASS,
    R_AREA,
    R_OPPOSED,
)
from autogm.engine.state import State
from autogm.planner.odds.distributions import Distribution, die_distribution

LIFTS = ("invoke free", "invoke full defense")
MOST_INVOKES = 60


@dataclass(frozen=True)
class Ahead:
    """A roll that is to come: the state at its dice, and the distribution of its margin before
    anybody invokes."""

    state: State
    margin: Distribution


def foreseen(state: State) -> Ahead | None:
    """The roll that a state leads to; none where no dice of an action fall next, and for attacks on
    several targets."""
    record = state.record[0]
    if state.is_terminal() or not record["roll_verb"] or int(record["roll_flags"]) & R_AREA:
        return None
    if state.current_player() == CHANCE:
        return Ahead(state, margin_of(state))
    if state.node() == N_CONCEDE:
        return foreseen(state.child(PASS))
    if state.node() in (N_DUEL, N_TURN):
        return None
    own = state.current_player() == state.game.scene[0]["side"][int(record["roll_actor"])]
    ways = [one for one in map(foreseen, map(state.child, state.legal_actions())) if one]
    if not ways:
        return None
    return (max if own else min)(ways, key=lambda one: one.margin.mean())


def margin_of(state: State) -> Distribution:
    """The margin of the roll whose dice are pending, those of its answer included (D4)."""
    own = _total(state)
    if not int(state.record[0]["roll_flags"]) & R_OPPOSED:
        return own
    return own.minus(_total(state.child(state.legal_actions()[0])))


def _total(state: State) -> Distribution:
    """One side's total, less the passive opposition: all but the dice is the same whatever they
    show."""
    told = state.game.events(state, state.legal_actions()[0])
    facts = next(one.facts for one in told if one.kind == "roll")
    fixed = facts["total"] - facts["sum"] - facts.get("against", 0)
    return die_distribution(state.game.encounter.ruleset.dice, state.dice_replaced()).moved(fixed)


def fallen(state: State, difference: int = 0) -> State:
    """A state at the dice of a roll after they have shown sums that differ by so much: its maker's
    less those of its answer, or its maker's alone. What cannot be shown is cut off."""
    lowest = int(state.game.scene[0]["lowest"])
    outcomes = [outcome + lowest for outcome, _ in state.chance_outcomes()]
    shown = min(max(difference, outcomes[0]), outcomes[-1])
    after = state.child(shown - lowest)
    if int(state.record[0]["roll_flags"]) & R_OPPOSED and after.current_player() == CHANCE:
        answers = [outcome + lowest for outcome, _ in after.chance_outcomes()]
        rest = min(max(shown - difference, answers[0]), answers[-1])
        after = after.child(rest - lowest)
    return after


def settled(state: State) -> State:
    """The state after a roll on which nobody invokes, and that nobody twists."""
    after = state.clone()
    while after.node() in (N_DUEL, N_TWIST):
        after.apply_action(PASS)
    return after


def invokes(ahead: State, side: int) -> tuple[int, int]:
    """How many invokes for +2 a side could make on the roll whose dice are pending if the other
    side made none: free ones and those for points."""
    state, free, paid = fallen(ahead), 0, 0
    while state.node() == N_DUEL and free + paid < MOST_INVOKES:
        action = PASS
        if state.current_player() == side:
            for one in state.legal_actions():
                said = state.game.describe(state, one)
                if said.mode == "+2" and (said.verb in LIFTS or action == PASS):
                    action = one
                    if said.verb in LIFTS:
                        break
            if action == PASS:
                break
            if state.game.describe(state, action).verb in LIFTS:
                free += 1
            else:
                paid += 1
        state.apply_action(action)
    return free, paid


def hits(state: State, attacks: Iterable[int]) -> float:
    """The best chance that one of some attacks hits, before anybody invokes."""
    found = (foreseen(state.child(one)) for one in attacks)
    return max((float(one.margin.at_least(1)) for one in found if one), default=0.0)


def takes_out(state: State, attack: int) -> float:
    """The chance that an attack takes its target out, before anybody invokes, if the target stays
    as long as it can. The greater the difference of the dice, the more harm there is."""
    ahead = foreseen(state.child(attack))
    if ahead is None:
        return 0.0
    target = int(ahead.state.record[0]["roll_target"]) - 1
    chance = 0.0
    for margin, share in reversed(ahead.margin.chances):
        after = settled(fallen(ahead.state, _greatest(ahead.state) - ahead.margin.high + margin))
        if not (int(after.record[0]["out"]) >> target) & 1:
            break
        chance += float(share)
    return chance


def _greatest(state: State) -> int:
    """The greatest difference that the dice of a roll can show."""
    lowest, outcomes = int(state.game.scene[0]["lowest"]), state.chance_outcomes()
    highest = outcomes[-1][0] + lowest
    if not int(state.record[0]["roll_flags"]) & R_OPPOSED:
        return highest
    return highest - state.child(outcomes[0][0]).chance_outcomes()[0][0] - lowest
