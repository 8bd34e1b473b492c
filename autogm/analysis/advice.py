"""Advice for whoever is to choose, from a level of the planner (`planner.levels`): its choices with
their worths, best first, the rolls they lead to, what a fate point is worth and how it may go on.
It is worked out from what that side may know (`Game.as_known_to`), so that nothing hidden can be
read from what it recommends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autogm.agents.whose import side_that_rolls
from autogm.analysis.alike import as_people_would
from autogm.analysis.outcomes import Outcomes
from autogm.engine.actions import Action
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import CHANCE, PLAYERS
from autogm.engine.game import Game
from autogm.engine.observation import opposed, public
from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.planner.levels import DEFAULT, Level
from autogm.planner.planner import Planner
from autogm.planner.reasons import Considered, Reasons, reasons_for
from autogm.planner.roll_odds import RollOdds
from autogm.planner.solving.solver import victory_alone
from autogm.view.words.choices import NODES, ChoiceWords

if TYPE_CHECKING:
    from autogm.analysis.trials import Trial


@dataclass(frozen=True)
class Choice:
    """One legal choice: its number, its structured form, its words as they follow «should», the
    expected utility for the chooser's own side, how many turns after its own were expanded (fewer
    where the conflict ends before), the odds of the roll that it leads to, whether it was only
    estimated, in how many samples it was played on instead, with the standard error of what those
    say of its utility, and what speaks against it if it looks as good as the best."""

    code: int
    action: Action
    words: str
    value: float
    turns: int = 0
    odds: RollOdds | None = None
    estimated: bool = False
    samples: int = 0
    error: float = 0.0
    against: str = ""

    @property
    def chance(self) -> float:
        """The chance that the chooser's side wins, where victory is all there is. A draw counts
        half where that is exact, less in an estimate (`planner.evaluation.parameters.CONTEMPT`)."""
        return (1 + self.value) / 2


@dataclass(frozen=True)
class Then:
    """A later choice of the principal line: who chooses, in words, and what, as a number and in
    words."""

    who: str
    code: int
    words: str


@dataclass(frozen=True)
class Advice:
    """What can be said about a state: the level that gives the advice, the side that chooses (None
    for dice and at the end), the id of the fighter whose choice it is (None: the side's), the name
    of the node, the choices best first, whether worths are chances of victory, whether they are
    exact, how much of them is estimated where a graph was searched (`beam.Thought`), the utility of
    a fate point to the side (None: there is none to spend), what comes after the best choice,
    within this turn and later, and what battles showed, if any were played: on from the state,
    where nobody chooses, else after the choices that were `tried`, the best first.

    `to` is who may know it: a side's number, or None for who knows everything. `game` and `state`
    are as that side knows them. `unknown` says why there is nothing to weigh from what it knows."""

    game: Game
    state: State
    level: Level
    side: str | None
    fighter: str | None
    node: str
    choices: tuple[Choice, ...]
    victory: bool
    solved: bool = False
    estimate: float | None = None
    positions: int = 0
    point: float | None = None
    then: tuple[Then, ...] = ()
    played: Outcomes | None = None
    tried: tuple[Trial, ...] = ()
    to: int | None = None
    unknown: str = ""

    @property
    def odds(self) -> RollOdds | None:
        """The odds of the roll that the best choice leads to."""
        return self.choices[0].odds if self.choices else None


def advise(
    game: Game,
    state: State,
    level: Level = DEFAULT,
    *,
    to: int | None = None,
    everything: bool = False,
) -> Advice:
    """Weighs the choices of a state, from what a side may know of it: the side that chooses, or
    where dice are pending whose roll it is, unless it is another that is told (`to`). Where dice
    are pending or it is over there are no choices. Whoever may know `everything` is told what the
    planner thinks that knows it.

    Raises:
        ValueError: where the other side chooses.
    """
    if everything or state.is_terminal():
        return _advise(game, state, level)
    chooser = state.current_player()
    if to is not None and chooser >= 0 and to != chooser:
        raise ValueError(f"the other side chooses here, {SIDES[chooser]}")
    own = chooser if chooser >= 0 else side_that_rolls(state)
    side = own if to is None else to
    try:
        seen = game.as_known_to(state, side)
    except NotKnownError as error:
        return _nothing_known(state, state, side, level, f"{error}")
    # Where nothing is hidden it is the same, or advice would give away that something is.
    if not opposed(seen, side):
        return _nothing_known(state, seen, side, level, "nobody of the other side is in sight")
    if seen is not state and chooser >= 0 and len(seen.legal_actions()) < 2:
        return _nothing_known(state, seen, side, level, "there is only one thing to do")
    advice = _advise(seen.game, seen, level)
    return replace(advice, to=side, choices=tuple(_told(one) for one in advice.choices))


def _told(choice: Choice) -> Choice:
    """A choice that names no aspect that is still to be found out."""
    return replace(choice, action=public(choice.action))


def _nothing_known(state: State, seen: State, side: int, level: Level, why: str) -> Advice:
    """No advice, and why; who is asked is told only where that can be told (`seen`)."""
    known = state.game.known(state, side)
    game = state.game if known is None else known.game
    chooses = state.side()
    who = None if seen is state or chooses is None else ChoiceWords(game).fighter(seen)
    node = NODES[state.node()][0] if chooses else "dice"
    alone = victory_alone(game)
    return Advice(game, seen, level, chooses, who, node, (), alone, to=side, unknown=why)


def _advise(game: Game, state: State, level: Level) -> Advice:
    """Weighs the choices of a state from everything that is in it."""
    victory = victory_alone(game)
    if state.is_terminal():
        return Advice(game, state, level, None, None, "end", (), victory)
    if state.current_player() == CHANCE:
        return Advice(game, state, level, None, state.actor(), "dice", (), victory)
    words, planner = ChoiceWords(game), Planner(game, level.budget, level.misjudgement)
    thought, solution = planner.think(state)
    thought, against = as_people_would(planner, state, thought, exact=solution is not None)
    found = reasons_for(planner, state, thought, solution)
    return Advice(
        game,
        state,
        level,
        state.side(),
        words.fighter(state),
        NODES[state.node()][0],
        tuple(_choice(words, state, one, against) for one in found.lines),
        victory,
        found.solved,
        found.estimate,
        found.positions,
        found.point,
        _then(words, found),
    )


def _choice(
    words: ChoiceWords, state: State, one: Considered, against: Mapping[int, str]
) -> Choice:
    own = one.line.worth if state.current_player() == PLAYERS else -one.line.worth
    return Choice(
        one.action,
        state.game.describe(state, one.action),
        words.phrase(state, one.action),
        own,
        one.line.turns,
        one.odds,
        one.estimated,
        one.line.samples,
        one.line.error,
        against.get(one.line.place, ""),
    )


def _then(words: ChoiceWords, found: Reasons) -> tuple[Then, ...]:
    """The principal line from its second choice on."""
    return tuple(
        Then(words.chooser(state), action, words.phrase(state, action))
        for state, action in found.principal[1:]
    )
