"""The exact odds of the roll that a choice leads to, before anybody invokes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from autogm.engine.codes import (
    ATTACK_ROLL,
    DICE_ANSWER,
    DICE_REROLL,
    FAIL_COST,
    MOVE_ROLL,
    N_CONCEDE,
    N_DEFEND,
    N_OPPOSE,
    N_SKILL,
    N_TURN,
    N_WAY,
    OVERCOME_ROLL,
    PASS,
    PLAYERS,
    R_AREA,
    R_OPPOSED,
    V_CONCEDE,
    VERB_SHIFT,
)
from autogm.engine.game import Game
from autogm.engine.kinds import ROLLS
from autogm.engine.state import State
from autogm.planner.odds.distributions import Distribution, die_distribution
from autogm.planner.turn.ranking import rank
from autogm.planner.turn.tactician import Tactician

BEFORE_DICE = (N_OPPOSE, N_SKILL, N_CONCEDE, N_DEFEND)
NEAR = 0.01
"""Skills that differ in worth (u) by less than this are told apart by the roll alone: the estimate
errs by more than that."""


@dataclass(frozen=True)
class RollOdds:
    """The roll that a choice leads to, before anybody invokes: who rolls which skill against whose
    (None where the opposition is passive), and the exact distribution of the margin, from the
    roller's point of view. By some rules a failed roll may still succeed `at_a_cost` (O2, Z5)."""

    roller: str
    skill: str
    opponent: str | None
    answer: str | None
    attack: bool
    at_a_cost: bool
    margin: Distribution

    @property
    def succeeds(self) -> Fraction:
        """The chance of at least one shift."""
        return self.margin.at_least(1)

    @property
    def ties(self) -> Fraction:
        """The chance of a tie."""
        return self.margin.chance(0)

    @property
    def shifts(self) -> Fraction:
        """The mean of the margins that are at least one; 0 where none is."""
        total = sum((m * p for m, p in self.margin if m > 0), Fraction(0))
        return total / self.succeeds if total else total

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "roller": self.roller,
            "skill": self.skill,
            "opponent": self.opponent,
            "answer": self.answer,
            "succeeds": float(self.succeeds),
            "ties": float(self.ties),
            "at_a_cost": self.at_a_cost,
            "margins": {margin: float(chance) for margin, chance in self.margin},
        }


def roll_odds(game: Game, tactician: Tactician, state: State, action: int) -> RollOdds | None:
    """The odds of the one roll that an action begins or that is under way, if both sides then use
    the skills that are worth most, whoever is worth most opposes an advantage (C5), and nobody
    concedes. None if there is no such roll, if something else must be chosen before the dice, and
    for attacks on several targets."""
    here = before_dice(tactician, state, action)
    if here is None:
        return None
    return odds_of(game, here)


def before_dice(tactician: Tactician, state: State, action: int) -> State | None:
    """The state in which the dice of the one roll are pending that an action begins or that is
    under way, on the same terms."""
    verb, node = action >> VERB_SHIFT, state.node()
    if node not in (N_TURN, N_WAY, *BEFORE_DICE) or verb == V_CONCEDE:
        return None
    here = state.child(action)
    if node in (N_TURN, N_WAY) and here.node() != N_OPPOSE:
        if int(here.record[0]["roll_verb"]) != verb:
            return None
    return to_dice(tactician, here)


def to_dice(tactician: Tactician, here: State) -> State | None:
    """The state in which the dice of a roll that is declared are pending, on the same terms; none
    where there is no such roll, or it is one of an attack on several."""
    while here.current_player() >= 0:
        if here.node() not in BEFORE_DICE:
            return None
        choose = best_skill if here.node() == N_SKILL else likeliest
        here = here.child(choose(tactician, here))
    if not here.rolls_dice() or int(here.record[0]["roll_flags"]) & R_AREA:
        return None
    return here


def gets_somewhere(state: State) -> bool:
    """Whether the roll that is under way is one to get somewhere, or over something."""
    return ROLLS[int(state.record[0]["roll_verb"])][0] in (MOVE_ROLL, OVERCOME_ROLL)


def best_skill(tactician: Tactician, state: State) -> int:
    """The skill to roll with: of those that are worth the most, or nearly so, the one with which it
    succeeds most often. Whoever tries to get somewhere, or over something, wants to: one who would
    rather stay does not try, and is no measure for the skill."""
    sign = 1.0 if state.current_player() == PLAYERS else -1.0
    legal, worths = state.legal_actions(), sign * tactician.weigh(state)
    order = sorted(range(len(legal)), key=lambda place: -float(worths[place]))
    least = -inf if gets_somewhere(state) else worths[order[0]] - NEAR
    near = [legal[place] for place in order if worths[place] >= least]
    dice = [to_dice(tactician, state.child(action)) for action in near] if near[1:] else [None]
    chances = [odds_of(one.game, one).succeeds for one in dice if one is not None]
    return near[chances.index(max(chances))] if len(chances) == len(near) else near[0]


def likeliest(tactician: Tactician, state: State) -> int:
    """The legal action that is worth most one turn deep. Nobody concedes: by one estimate alone
    that would be done lightly (`planner.turn.conceding`)."""
    if state.node() == N_CONCEDE:
        return PASS
    side, worths = state.current_player(), tactician.weigh(state)
    best = min(range(len(worths)), key=lambda place: rank(side, float(worths[place]), place))
    return state.legal_actions()[tactician.first_of_equals(state, worths, best)]


def odds_of(game: Game, state: State) -> RollOdds:
    """The odds of a roll whose dice are pending, be they its first, those of who answers, or dice
    that fall anew (D4, A3). What has fallen already counts as it fell."""
    record, skills = state.record[0], game.words.skills
    fighters, opponent, answer = game.words.fighters, None, None
    margin = _margin(game, state)
    if int(record["roll_flags"]) & R_OPPOSED:
        opponent = fighters[int(record["roll_target"]) - 1]
        answer = skills[int(record["roll_answer"]) - 1]
    verb, scene = int(record["roll_verb"]), game.scene[0]
    fails = {MOVE_ROLL: scene["move_fail"], OVERCOME_ROLL: scene["overcome_fail"]}
    return RollOdds(
        fighters[int(record["roll_actor"])],
        skills[int(record["roll_skill"])],
        opponent,
        answer,
        ROLLS[verb][0] == ATTACK_ROLL,
        bool(fails.get(ROLLS[verb][0]) == FAIL_COST),
        margin,
    )


def _margin(game: Game, state: State) -> Distribution:
    """By how much the roll succeeds, with all dice that are still to fall."""
    record = state.record[0]
    number = int(record["pending"][int(record["depth"]) - 1][3])
    answers, again = number & DICE_ANSWER, number & DICE_REROLL
    dice = _dice(game, state)
    if again:  # instead of what lies there
        dice = dice.moved(-int(record["die"][answers]))
    if answers:
        return Distribution.from_weights({int(record["margin"]): 1}).minus(dice)
    if again or not int(record["roll_flags"]) & R_OPPOSED:
        return dice.moved(int(record["margin"]))
    return dice.minus(_dice(game, state.child(state.legal_actions()[0])))


def _dice(game: Game, state: State) -> Distribution:
    """One side's total, less the passive opposition; of dice that fall anew, these alone. All but
    the dice is the same whatever the dice show."""
    told = game.events(state, state.legal_actions()[0])
    rolls = (one.facts for one in told if one.kind == "roll")
    fixed = next((one["total"] - one["sum"] - one.get("against", 0) for one in rolls), 0)
    dice = die_distribution(game.encounter.ruleset.dice, state.dice_replaced())
    return dice.moved(fixed)
