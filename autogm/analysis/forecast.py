"""What may come of a choice in a conflict, exactly, if nobody invokes anything more: how often a
roll succeeds, ties and fails, how hard it hits, whom it takes out, whether the other side gains by
it. It is read from what the game itself does with every way in which the dice can fall, so that no
rule stands here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from autogm.engine.actions import Action
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import CHANCE, N_CONCEDE, N_DUEL, N_TWIST, V_PASS, VERB_SHIFT
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.observation import public
from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.planner.roll_odds import before_dice, odds_of
from autogm.planner.turn.tactician import Tactician
from autogm.view.options import Offer
from autogm.view.words.grammar import listed

PASSES = V_PASS << VERB_SHIFT
PASSED = (N_DUEL, N_TWIST, N_CONCEDE)
"""Choices of a roll at which nothing more is done."""
STYLE, SUCCESS, TIE, FAILURE = "succeeds with style", "succeeds", "ties", "fails"
"""How the game calls outcomes."""
MOST_STEPS = 100
"""Dice and passes of one roll at most, rerolls included."""


@dataclass(frozen=True)
class Result:
    """How a roll may end: its shifts, its outcome in the game's words, the shifts that hit whom it
    is about, whether that takes it out, and whether the other side gains a free invoke."""

    shifts: int
    outcome: str
    hit: int = 0
    out: bool = False
    backfires: bool = False


@dataclass(frozen=True)
class Forecast:
    """The results of a roll, worst first, with their chances, which sum to 1. `attack` says whether
    it hits rather than succeeds, `skill` with what it is rolled, `answer` what is rolled against it
    (both empty in the middle of a roll); `answered` whether the other side may still invoke."""

    results: tuple[tuple[Result, float], ...]
    attack: bool
    skill: str = ""
    answer: str = ""
    answered: bool = True

    def share(self, *outcomes: str) -> float:
        """How often the roll has one of these outcomes."""
        return sum(chance for one, chance in self.results if one.outcome in outcomes)

    @property
    def out(self) -> float:
        """How often whom it is about is taken out."""
        return sum(chance for one, chance in self.results if one.out)

    @property
    def backfires(self) -> float:
        """How often the other side gains a free invoke by it."""
        return sum(chance for one, chance in self.results if one.backfires)

    def words(self) -> str:
        """All of it, briefly."""
        if len(self.results) == 1:
            return self._sure(self.results[0][0])
        does = "hit" if self.attack else "succeed"
        parts = [f"{does} {_share(self.share(SUCCESS, STYLE))}"]
        for chance, what in ((self.share(STYLE), "with style"), (self.out, "take out"),
                             (self.share(TIE), "tie"), (self.backfires, "helps them")):  # fmt: skip
            if chance:
                parts.append(f"{what} {_share(chance)}")
        return ", ".join(parts)

    def _sure(self, result: Result) -> str:
        """What is sure to come of it."""
        said = [f"a hit of {result.hit}"] if result.hit else [OUTCOMES[result.outcome]]
        said += ["takes out"] if result.out else []
        said += ["helps them"] if result.backfires else []
        return listed(said)


OUTCOMES = {STYLE: "success with style", SUCCESS: "a success", TIE: "a tie", FAILURE: "a failure"}


class Forecaster:
    """Forecasts for one game."""

    def __init__(self, game: Game) -> None:
        self._game, self._tactician = game, Tactician(game)

    def of(self, state: State, action: int) -> Forecast | None:
        """What may come of an action of a state, if both sides use the skills that are worth most
        to them, and nobody invokes anything more or concedes; none where it makes no roll, where
        something else is to be chosen before its dice, and for attacks on several."""
        if state.node() == N_DUEL:
            return self._of_duel(state, action)
        here = before_dice(self._tactician, state, action)
        if here is None:
            return None
        odds = odds_of(self._game, here)
        results = _results([(here, 1.0)], here)
        if results is None:
            return None
        return Forecast(results, odds.attack, odds.skill, odds.answer or "")

    def _of_duel(self, state: State, action: int) -> Forecast | None:
        after = state.child(action)
        asked = after.node() == N_DUEL and after.current_player() == 1 - state.current_player()
        told = _result(state, self._game.events(state, action))
        if told is not None:
            return Forecast(((told, 1.0),), told.hit > 0, answered=False)
        results = _results([(after, 1.0)], state)
        if results is None:
            return None
        return Forecast(results, any(one.hit for one, _ in results), answered=asked)


_forecasters: WeakKeyDictionary[Game, Forecaster] = WeakKeyDictionary()


def forecasts(state: Any, asked: Offer) -> list[Forecast | None]:
    """What may come of each option of an offer, from what the side knows that is asked; nothing in
    games of other kinds, and where what is going on is hidden from it."""
    unknown: list[Forecast | None] = [None] * len(asked.options)
    if not isinstance(state, State):
        return unknown
    try:
        seen = state.game.as_known_to(state, asked.side)
    except NotKnownError:
        return unknown
    if seen.current_player() != asked.side:
        return unknown
    if seen.game not in _forecasters:
        _forecasters[seen.game] = Forecaster(seen.game)
    codes = {public(seen.game.describe(seen, one)): one for one in seen.legal_actions()}
    said = (codes.get(Action.from_dict(one.action)) for one in asked.options)
    forecaster = _forecasters[seen.game]
    return [None if code is None else forecaster.of(seen, code) for code in said]


Frontier = list[tuple[State, float]]


def _results(frontier: Frontier, roll: State) -> tuple[tuple[Result, float], ...] | None:
    """The results of a roll from some of its moments on, with their chances; none where something
    has to be chosen on the way. States that are alike are followed once."""
    found: dict[Result, float] = defaultdict(float)
    for _ in range(MOST_STEPS):
        further: dict[State, float] = defaultdict(float)
        for state, chance in frontier:
            if state.current_player() == CHANCE:
                steps = state.chance_outcomes()
            elif state.node() in PASSED:
                steps = [(PASSES, 1.0)]
            else:
                return None
            for action, share in steps:
                after = state.child(action)
                told = None
                if state.node() in PASSED or (
                    after.node() not in PASSED and not after.rolls_dice()
                ):
                    told = _result(state, state.game.events(state, action))
                if told is None:
                    further[after] += chance * share
                else:
                    found[told] += chance * share
        if not further:
            return tuple(sorted(found.items(), key=lambda one: one[0].shifts))
        frontier = list(further.items())
    return None


def _rolling(state: State) -> bool:
    """Whether a roll is under way."""
    return state.node() in PASSED or state.rolls_dice()


def _result(before: State, events: list[Event]) -> Result | None:
    """The result that a step tells of, if it does."""
    places = [place for place, one in enumerate(events) if one.kind == "result"]
    if not places:
        return None
    first = events[places[0]]
    hit, out, gains = 0, False, False
    roller = before.game.words.fighters.index(str(first.who))
    own = SIDES[int(before.game.scene[0]["side"][roller])]
    target = None
    for one in events[places[0] :]:
        if one.kind == "turn":
            break
        if one.kind == "hit" and one.facts["by"] == first.who:
            hit, target = one.facts["shifts"], one.who
        elif one.kind == "taken out" and one.who == target:
            out = True
        elif one.kind == "free invoke" and one.facts["side"] not in (own, None):
            gains = True
    return Result(first.facts["shifts"], first.facts["outcome"], hit, out, gains)


def _share(chance: float) -> str:
    """A chance in whole per cent; what can happen is never 0%, what can fail never 100%."""
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1:
        return ">99%"
    return f"{chance:.0%}"
