"""How a roll ends, margin by margin: its outcome, how hard it hits, whom it takes out, whether the
other side gains by it. It is read from what the game itself does when the roll ends so, and nobody
invokes anything more, so that no rule stands here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from autogm.engine.codes import CHANCE, N_BONUS, N_CONCEDE, N_DUEL, N_TWIST, PASS, SHIFTS_MASK
from autogm.engine.events import Event
from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.planner.turn.margins import same_margin_at

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


Results: TypeAlias = tuple[tuple[Result, float], ...]
"""How a roll may end, the fewest shifts first, with the chances, which sum to 1."""


class Roll:
    """A roll whose dice are about to fall, or whose duel of invokes has begun. Margins that do the
    same are looked at once."""

    def __init__(self, here: State) -> None:
        self._game, self._verb = here.game, int(here.record[0]["roll_verb"])
        self._found: dict[int, Result | None] = {}
        self._source, self._action = here, PASS
        if here.node() != N_DUEL:
            while (after := self._source.child(_middle(self._source))).rolls_dice():
                self._source = after  # the other side's dice
            self._action = _middle(self._source)
        first = self._follow(0)
        self._base = 0 if first is None else first.shifts
        self._told = first is not None

    @property
    def stands(self) -> Result | None:
        """How a duel ends if nobody invokes any more; none where something has to be chosen
        before."""
        return self.ended(self._base)

    def ended(self, margin: int) -> Result | None:
        """How it ends with a margin."""
        if not self._told:
            return None
        alike = int(same_margin_at(self._game.scene_rows, self._verb, margin))
        if alike not in self._found:
            self._found[alike] = self._follow(margin - self._base)
        found = self._found[alike]
        return None if found is None else replace(found, shifts=margin)

    def results(self, margins: Iterable[tuple[int, float]]) -> Results | None:
        """How it ends with each of some margins, which are in rising order with their chances; none
        where something has to be chosen before."""
        found = [(self.ended(margin), chance) for margin, chance in margins]
        told = tuple((one, chance) for one, chance in found if one is not None)
        return told if len(told) == len(found) else None

    def after(self) -> State:
        """The state once a duel is over in which nobody invokes any more."""
        here = self._source
        while here.node() in PASSED:
            here = here.child(PASS)
        return here

    def _follow(self, more: int) -> Result | None:
        """How it ends if its margin is greater by so much."""
        here, action = self._source.clone(), self._action
        here.record[0]["margin"] += more
        for _ in range(MOST_STEPS):
            after = here.child(action)
            told = _told(here, action, after)
            if told is not None:
                return told
            if after.node() not in PASSED:
                return None
            here, action = after, PASS
        return None


def followed(state: State) -> Results | None:
    """How a roll ends from one of its moments on, each way in which dice fall by itself; none where
    something has to be chosen on the way. States that are alike are followed once."""
    found: dict[Result, float] = defaultdict(float)
    frontier: dict[State, float] = {state: 1.0}
    for _ in range(MOST_STEPS):
        further: dict[State, float] = defaultdict(float)
        for here, chance in frontier.items():
            if here.current_player() == CHANCE:
                steps = here.chance_outcomes()
            elif here.node() in PASSED:
                steps = [(PASS, 1.0)]
            else:
                return None
            for action, share in steps:
                after = here.child(action)
                told = _told(here, action, after)
                if told is None:
                    further[after] += chance * share
                else:
                    found[told] += chance * share
        if not further:
            return tuple(sorted(found.items(), key=lambda one: one[0].shifts))
        frontier = further
    return None


def fallen(state: State, outcome: int) -> Results | None:
    """How a roll ends whose dice fall in one way, on the same terms."""
    after = state.child(outcome)
    told = result_after(state, outcome, after)
    return followed(after) if told is None else ((told, 1.0),)


def result_after(before: State, action: int, after: State) -> Result | None:
    """The result that a step tells of, if it does. A hit that waits until its maker has said
    whether it is one less, for a boost (K1's switch), is told as it would fall whole."""
    events = before.game.events(before, action)
    told = result_of(before, events)
    if told is None or after.current_player() < 0 or after.node() != N_BONUS:
        return told
    if not int(after.record[0]["pending"][after.record[0]["depth"] - 1, 3]) & SHIFTS_MASK:
        return told
    return result_of(before, [*events, *after.game.events(after, PASS)])


def result_of(before: State, events: list[Event]) -> Result | None:
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


def _told(here: State, action: int, after: State) -> Result | None:
    """The result that a step of a roll tells of. While the roll goes on no result is looked for."""
    goes_on = after.node() in PASSED or after.rolls_dice()
    if goes_on and here.node() not in PASSED:
        return None
    return result_after(here, action, after)


def _middle(state: State) -> int:
    outcomes = state.legal_actions()
    return outcomes[len(outcomes) // 2]
