"""What may come of a choice in a conflict, exactly: how often a roll succeeds, ties and fails, how
hard it hits, whom it takes out, whether the other side gains by it, if nobody invokes anything
more, and beside it what the best invokes of both sides make of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from autogm.analysis.rolls import (
    FAILURE,
    STYLE,
    SUCCESS,
    TIE,
    Result,
    Results,
    Roll,
    followed,
    result_after,
)
from autogm.engine.codes import (
    CHANCE,
    N_ABSORB,
    N_BLOCK,
    N_BLOCKED,
    N_DEFEND,
    N_DUEL,
    N_OPPOSE,
    N_ROAR,
    N_TURN,
    N_WAY,
    V_MOVE,
    V_ROAR,
    V_SPRINT,
    VERB_SHIFT,
)
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.contract import DifficultyOdds
from autogm.planner.roll_odds import before_dice, likeliest, odds_of, to_dice
from autogm.planner.turn.invoked import Duels
from autogm.planner.turn.tactician import Tactician
from autogm.view.figures import whole
from autogm.view.options import Offer, as_asked
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import listed

KEPT = "forecaster"
"""The attribute of a game that its forecaster is kept in."""
BEST_INVOKES = "with the best invokes of both"
"""What results with invokes are of: those that are best in each fall of the dice. Not one sum is
added to all of them: who hits well already saves its invokes, and who cannot be saved does too."""


@dataclass(frozen=True)
class Forecast:
    """The results of a roll with their chances. `attack` says whether it hits rather than succeeds,
    `skill` with what it is rolled, `answer` what is rolled against it (both empty in the middle of
    a roll); `answered` whether the other side may still invoke. `invoked` are the results if both
    sides invoke for +2 what is best for them, empty where that cannot be told. In a duel, `stands`
    is what the roll comes to as it is, and `takes` how a hit that is sure would be taken. `between`
    is the least and the most likely that it succeeds, by whether the other side or the own one
    spends all that it can, where the game tells that instead; `against` is the difficulty then.
    `them` is what the other side is called, and `theirs` whether the roll is its own, so that who
    is told of it hopes that it fails."""

    results: Results
    attack: bool
    skill: str = ""
    answer: str = ""
    answered: bool = True
    invoked: Results = ()
    stands: Result | None = None
    takes: str = ""
    between: tuple[float, float] | None = None
    against: int | None = None
    them: str = "them"
    theirs: bool = False

    def share(self, *outcomes: str) -> float:
        """How often the roll has one of these outcomes."""
        return sum((chance for one, chance in self.results if one.outcome in outcomes), 0.0)

    @property
    def hits(self) -> float:
        """How often it succeeds, with style or without."""
        return self.share(SUCCESS, STYLE)

    @property
    def invoked_hits(self) -> float:
        """How often it succeeds once both have invoked what is best for them, or the own side all
        that it can where the game tells that; as often as without where neither can be told."""
        if self.between is not None:
            return self.between[1]
        return Forecast(self.invoked or self.results, self.attack).hits

    @property
    def out(self) -> float:
        """How often whom it is about is taken out."""
        return sum((chance for one, chance in self.results if one.out), 0.0)

    @property
    def backfires(self) -> float:
        """How often the other side gains a free invoke by it."""
        return sum((chance for one, chance in self.results if one.backfires), 0.0)

    def words(self) -> str:
        """All of it but invokes, briefly."""
        return f"their roll: {self._said()}" if self.theirs else self._said()

    def _said(self) -> str:
        said = _words(self.results, self.attack, self.them)
        if self.against is not None:
            said += f" against a difficulty of {self.against}"
        if self.between is not None:
            return said + self._spent()
        if len(self.results) > 1:
            return said
        if self.stands is not None and (stands := _sure(self.stands, self.them)) != said:
            said = f"from {stands} to {said}"
        whoever = "you" if self.theirs else "they"
        return f"{said} ({whoever} would {self.takes})" if self.takes else said

    def _spent(self) -> str:
        """What spending makes of it."""
        assert self.between is not None
        least, most = self.between
        said = f", {whole(most)} with every invoke" if most > self.hits else ""
        return said + (f", {whole(least)} with every answer" if least < self.hits else "")

    def invoked_words(self) -> str:
        """What the best invokes of both make of it, and that it is so; nothing where they change
        nothing. All shares are of the same invokes: those that are best in each fall of the dice,
        which are others in each."""
        if not self.invoked or self.invoked == self.results:
            return ""
        said, plainly = (
            _words(one, self.attack, self.them) for one in (self.invoked, self.results)
        )
        return "" if said == plainly else f"{BEST_INVOKES}: {said}"


OUTCOMES = {STYLE: "a success with style", SUCCESS: "a success", TIE: "a tie", FAILURE: "a failure"}


def _words(results: Results, attack: bool, them: str) -> str:
    """Results, briefly."""
    if len(results) == 1:
        return _sure(results[0][0], them)
    found = Forecast(results, attack)
    parts = [f"{'hit' if attack else 'succeed'} {whole(found.hits)}"]
    for chance, what in (
        (found.share(STYLE), "with style"),
        (found.out, "take out"),
        (found.share(TIE), "tie"),
        (found.backfires, f"gives {them} an invoke"),
    ):
        if chance:
            parts.append(f"{what} {whole(chance)}")
    return ", ".join(parts)


def _sure(result: Result, them: str) -> str:
    """What is sure to come of it."""
    said = f"a hit of {result.hit}" if result.hit else OUTCOMES[result.outcome]
    follows = ["takes out"] if result.out else []
    follows += [f"gives {them} an invoke"] if result.backfires else []
    return f"{said} that {listed(follows)}" if follows else said


class Forecaster:
    """Forecasts for one game. Threads may share it, as sessions of one file do: it answers one of
    them at a time."""

    def __init__(self, game: Game) -> None:
        self._lock = Lock()
        self._game, self._tactician, self._duels = game, Tactician(game), Duels(game)
        self._words = ChoiceWords(game)

    def of(self, state: State, action: int) -> Forecast | None:
        """What may come of an action of a state, if both sides use the skills that are worth most
        to them, by the way that is, blocked by whoever gains by it, and nobody concedes; none where
        it makes no roll, where something else is to be chosen before its dice, and for attacks on
        several."""
        with self._lock:
            return self._of(state, action)

    def _of(self, state: State, action: int) -> Forecast | None:
        if state.node() == N_DUEL:
            return self._of_duel(state, action)
        here = before_dice(self._tactician, state, action) or self._on_the_way(state, action)
        return None if here is None else self._of_roll(here)

    def _on_the_way(self, state: State, action: int) -> State | None:
        """The pending dice of a move whose way is still to be chosen, or may still be blocked, and
        of a roar; none where there are no such."""
        verb = action >> VERB_SHIFT
        if state.node() not in (N_TURN, N_WAY, N_ROAR) or verb not in (V_MOVE, V_SPRINT, V_ROAR):
            return None
        return self._easiest(state.child(action), verb)

    def _easiest(self, here: State, verb: int) -> State | None:
        """The same on the way that succeeds most often, of those on which dice are rolled."""
        while here.current_player() >= 0 and here.node() in (N_BLOCK, N_BLOCKED):
            here = here.child(likeliest(self._tactician, here))
        if here.current_player() >= 0 and here.node() == N_WAY:
            ways = (self._easiest(here.child(one), verb) for one in here.legal_actions())
            rolled = [one for one in ways if one is not None]
            return max(rolled, key=lambda one: odds_of(self._game, one).succeeds, default=None)
        rolls = int(here.record[0]["roll_verb"])
        return to_dice(self._tactician, here) if rolls == verb else None

    def declared(self, state: State) -> Forecast | None:
        """The same of a roll that is declared already, before its last dice fall."""
        with self._lock:
            here = to_dice(self._tactician, state)
            return None if here is None else self._of_roll(here)

    def _of_roll(self, here: State) -> Forecast | None:
        odds, roll = odds_of(self._game, here), Roll(here)
        results = roll.results((margin, float(chance)) for margin, chance in odds.margin)
        if results is None:
            return None
        invoked = roll.results(self._duels.ends(here) or ()) or ()
        return Forecast(results, odds.attack, odds.skill, odds.answer or "", invoked=invoked)

    def _of_duel(self, state: State, action: int) -> Forecast | None:
        after = state.child(action)
        asked = after.node() == N_DUEL and after.current_player() == 1 - state.current_player()
        stands = Roll(state).stands
        told = result_after(state, action, after)
        if told is not None:
            takes = self._taken(after, told)
            return Forecast(
                ((told, 1.0),), told.hit > 0, answered=False, stands=stands, takes=takes
            )
        results = followed(after)
        if results is None:
            return None
        attack, takes = any(one.hit for one, _ in results), ""
        invoked: Results = ()
        if after.node() == N_DUEL:
            roll = Roll(after)
            takes = self._taken(roll.after(), results[0][0])
            invoked = roll.results(self._duels.ends(after) or ()) or ()
        return Forecast(
            results, attack, answered=asked, invoked=invoked, stands=stands, takes=takes
        )

    def _taken(self, after: State, result: Result) -> str:
        """How a hit would be taken, where that is still to be chosen."""
        if not result.hit or after.current_player() == CHANCE or after.node() != N_ABSORB:
            return ""
        return self._words.phrase(after, likeliest(self._tactician, after))


def forecaster_of(game: Game) -> Forecaster:
    """The forecaster of a game. It has several megabytes and holds the game: it is kept in the game
    itself, so that both go together."""
    kept: dict[str, Any] = vars(game)
    if KEPT not in kept:
        kept[KEPT] = Forecaster(game)
    found: Forecaster = kept[KEPT]
    return found


def forecasts(state: Any, asked: Offer) -> list[Forecast | None]:
    """What may come of each option of an offer, from what the side knows that is asked; nothing
    where the game tells no odds, and where what is going on is hidden from it."""
    unknown: list[Forecast | None] = [None] * len(asked.options)
    if not isinstance(state, State):
        return _told_by_game(state, asked) if hasattr(state.game, "odds") else unknown
    if (known := as_asked(state, asked)) is None:
        return unknown
    seen, codes = known
    forecaster, theirs = forecaster_of(seen.game), is_theirs(seen)
    found = [None if code is None else forecaster.of(seen, code) for code in codes]
    if not theirs:
        return found
    return [None if one is None else replace(one, theirs=True, them="you") for one in found]


def is_theirs(state: State) -> bool:
    """Whether the roll in the middle of which somebody chooses is the other side's."""
    if state.node() not in (N_DEFEND, N_DUEL, N_OPPOSE):
        return False
    roller = int(state.record[0]["roll_actor"])
    return bool(state.game.scene[0]["side"][roller] != state.current_player())


def _told_by_game(state: Any, asked: Offer) -> list[Forecast | None]:
    """What a game itself tells of each option."""
    try:
        seen = state.game.as_known_to(state, asked.side)
    except ValueError:
        return [None] * len(asked.options)
    found: list[Forecast | None] = []
    for one in asked.options:
        odds = seen.game.odds(seen, seen.game.action_of(seen, one.action))
        found.append(None if odds is None else of_odds(odds))
    return found


def of_odds(odds: DifficultyOdds) -> Forecast:
    """The odds that a game tells of a roll of its own."""
    results = tuple(
        (Result(shifts, FAILURE if shifts < 0 else SUCCESS), chance) for shifts, chance in odds.ends
    )
    between = (odds.least, odds.most)
    found = Forecast(results, False, between=between, against=odds.difficulty)
    return replace(found, answered=odds.least < found.hits)
