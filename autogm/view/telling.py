"""A game of any kind told step by step while it is played, to everybody or as a side may know
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from autogm.agents.base import Decision
from autogm.agents.evaluators import Evaluators
from autogm.engine.codes import N_COMPEL, N_ORDER, N_ROAR, N_TURN
from autogm.engine.events import Event
from autogm.engine.observation import opposed, public
from autogm.engine.state import State
from autogm.game.contract import PLAYERS, events_for
from autogm.game.plays import BY_HAND
from autogm.model.words import SIDES
from autogm.planner.search.beam import Line, at_once
from autogm.planner.turn.tactician import Tactician
from autogm.view.board import Board
from autogm.view.by_hand import changes, spoken_to
from autogm.view.marks import with_conceded
from autogm.view.secrets import seen_by
from autogm.view.snapshot import board_of
from autogm.view.story import Teller
from autogm.view.totals import Totals
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.grammar import gerund, start
from autogm.view.words.reasons import reason
from autogm.view.words.sides import CALLED
from autogm.view.words.stakes import AS_GOOD, at_stake, of_the_stakes

BETWEEN_ROLLS = (N_ORDER, N_COMPEL, N_TURN, N_ROAR)
"""Choices at which no roll is under way whose totals would have to be known."""
_TACTICIANS = Evaluators(Tactician)
HIDDEN = "It has to do with what is hidden from you."
WEIGHED = "What else it weighed is hidden from you."


class Telling:
    """Tells one game. Where a story is in the middle of something that its next event says better,
    a line waits for it."""

    def __init__(self, state: Any, to: int | None = None) -> None:
        """Tell from a state on."""
        self._to, self._game = to, state.game
        self._conflict = isinstance(state, State)
        if self._conflict:
            begun = state != state.game.new_initial_state()
            self._totals = Totals(known=not begun or state.node() in BETWEEN_ROLLS)
            self._teller = Teller(self._known(state), state if begun else None)
        self.conceded: frozenset[str] = frozenset()
        """The ids of those who have conceded so far, as far as it was told."""

    def opening(self) -> list[Text]:
        """What happens before the first choice."""
        return self._told(self._game.opening(self._to) if self._conflict else self._game.opening())

    def step(
        self, before: Any, action: int, after: Any, position: Mapping[str, Any] | None = None
    ) -> list[Text]:
        """What an action or outcome has done; `BY_HAND` is what a table has set itself, by the
        fields of a `position`."""
        if action == BY_HAND:
            return self._set(before, after, position or {})
        if not self._conflict:
            return self._told(events_for(before, action, self._to))
        events = self._totals.follow(before.game.events(before, action, self._to))
        gone = (one.who for one in events if one.kind == "concedes")
        self.conceded |= {who for who in gone if who is not None}
        self._teller.know(self._known(after))
        lines = self._told(events)
        return [*lines, *self._teller.rest()] if after.is_terminal() else lines

    def _set(self, before: Any, after: Any, position: Mapping[str, Any]) -> list[Text]:
        """What has been set by hand; the story goes on from there."""
        self._game = after.game
        if not self._conflict:
            return [Text("By hand: the table has set how things stand.", style="bold")]
        self._totals = Totals(known=after.node() in BETWEEN_ROLLS)
        headed = self._teller.headed or after.exchange > 1
        self._teller = Teller(self._known(after), after)
        self._teller.headed = headed
        was = self.board(before)
        fighters = position.get("fighters", {}).items()
        said = {who for who, fields in fighters if fields.get("status") == "conceded"}
        back = {one.id for one in board_of(after).fighters if one.presence == "in"}
        self.conceded = (self.conceded | said) - back
        board = self.board(after)
        if after.node() == N_TURN and after.actor() in {one.id for one in board.fighters}:
            self._teller.turn = Event("turn", after.actor(), "")  # it goes on, or began before
        speaks = spoken_to(before.game.encounter, after.game.encounter, board)
        told = changes(was, board)
        told = told if told or speaks else ["how things stand is set"]
        told += [board.now] if after.is_terminal() else []
        return [
            Text("By hand:", style="bold"),
            *(Text(f"  {start(one)}.") for one in told),
            *(Text(f"  {start(one)}.", style="dim") for one in speaks),
        ]

    def board(self, state: State) -> Board:
        """The board of a state as it is told to, with those who have conceded."""
        board = with_conceded(board_of(state), self.conceded)
        return board if self._to is None else seen_by(board, SIDES[self._to])

    def _told(self, events: Iterable[Any]) -> list[Text]:
        if not self._conflict:
            return [_line(one) for one in events if str(one)]
        told = list(events)
        return [
            line for place, one in enumerate(told) for line in self._teller.tell(one, told[:place])
        ]

    def _known(self, state: Any) -> Any:
        known = None if self._to is None else state.game.known(state, self._to)
        return state.game if known is None else known.game


def why(before: Any, decision: Decision, to: int | None = None) -> str:
    """Why an agent chose something in the state `before`, in a sentence; to a side nothing of what
    it may not know, and no number that was worked out from it."""
    if isinstance(before, State):
        if to is None or before.game.known(before, to) is None:
            return reason(before, decision)
        return _known_why(before, decision, to)
    if not _may_know(before, decision.facts.get("action"), to):
        return HIDDEN
    words = str(before.game.describe(before, decision.action))
    if _hides(before, to) and before.current_player() != to:
        return f"{start(words)}. {WEIGHED}"
    try:
        lines = decision.facts.get("lines", ())
        compared = _compared(before, decision, lines, to) if lines else ""
    except (LookupError, TypeError, ValueError, AttributeError):  # such as those of a save may be
        compared = ""
    return f"{start(gerund(words))}{compared}." if compared else f"{start(words)}."


def _known_why(before: State, decision: Decision, to: int) -> str:
    """What the side asking saw chosen, in the words that it would be offered in, and what it looks
    like to whoever knows no more; what it was weighed against was worked out from what is hidden,
    and stays so."""
    found = as_seen(before, decision, to)
    if found is None:
        return HIDDEN
    seen, code = found
    words = start(gerund(ChoiceWords(seen.game).phrase(seen, code)))
    number = len(seen.legal_actions())
    return (
        f"{words}, out of {number} choices that you know of{by_what_is_known(seen, code, to)}. "
        f"{WEIGHED}"
    )


def as_seen(before: State, decision: Decision, to: int) -> tuple[State, int] | None:
    """The state in which something was chosen as a side knows it, and the choice in it; none where
    that has to do with what is hidden from it."""
    try:
        seen = before.game.as_known_to(before, to)
        code = seen.game.encode(public(before.game.describe(before, decision.action)))
    except ValueError:
        return None
    if seen.current_player() != before.current_player() or code not in seen.legal_actions():
        return None
    return seen, code


def best_beside(seen: State, code: int, to: int) -> tuple[Line, Line] | None:
    """What a tactician who knows no more than a side makes of a choice, and of the best other one;
    none of one that it does not look at, as where its skill lags behind another, nor where that
    side knows of nobody to fight."""
    if not opposed(seen, to):
        return None
    lines, place = at_once(_TACTICIANS.of(seen.game), seen).lines, seen.legal_actions().index(code)
    own = next((line for line in lines if line.place == place), None)
    if own is None or len(lines) == 1:
        return None
    return own, lines[1] if own is lines[0] else lines[0]


def by_what_is_known(seen: State, code: int, to: int) -> str:
    """Whether a choice looks best to a tactician who knows no more than the side that asks, and
    what does next or in its place; nothing where that is not known (`best_beside`)."""
    found = best_beside(seen, code, to)
    if found is None:
        return ""
    own, other = found
    says = gerund(ChoiceWords(seen.game).phrase(seen, seen.legal_actions()[other.place]))
    ahead = own.worth - other.worth
    if abs(ahead) < AS_GOOD * at_stake(seen.game, seen.current_player()):
        return f"; as far as you know, {says} looks as good"
    if (ahead > 0) == (seen.current_player() == PLAYERS):
        return f"; as far as you know, it looks best, better than {says}"
    return f"; as far as you know, {says} looks better"


def _compared(before: Any, decision: Decision, lines: Sequence[Any], to: int | None) -> str:
    """How the choice compares with the next best one for who chose. What the side asking may not
    know of is no next best."""
    game, side = before.game, before.current_player()
    others = [one for one in lines[1:] if _may_know(before, one["action"], to)]
    if not others:
        return ""
    said = f" {'is' if decision.facts.get('solved') else 'looks'} best for {CALLED[SIDES[side]]}"
    other = max(others, key=lambda one: float(one["value"]))
    words = game.describe(before, game.action_of(before, other["action"]))
    less = lines[0]["value"] - other["value"]
    if abs(less) < AS_GOOD * at_stake(game, side):
        return f"{said}; as good is {gerund(str(words))}"
    much = of_the_stakes(game, side, abs(less))
    if less < 0:
        return f"{said}, as that level misreads it; {gerund(str(words))} is worth {much} more"
    return f"{said}; next best is {gerund(str(words))}, worth {much} less"


def _hides(before: Any, to: int | None) -> bool:
    """Whether anything is hidden from a side that may know what is being chosen."""
    if to is None or not hasattr(before.game, "as_known_to"):
        return False
    return before.game.as_known_to(before, to) is not before


def _may_know(before: Any, action: Any, to: int | None) -> bool:
    """Whether a side may know that somebody chooses here, and could have chosen that."""
    if to is None or not hasattr(before.game, "as_known_to"):
        return True
    try:
        seen = before.game.as_known_to(before, to)
        if action is not None:
            seen.game.action_of(seen, action)
    except ValueError:
        return False
    return True


def _line(event: Any) -> Text:
    """An event of a game that is told event by event, with its rule."""
    line = Text(f"  {event}")
    return line.append(f"  ({event.rule})" if event.rule else "", style="dim")
