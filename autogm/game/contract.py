"""The contract of every kind of game, in one place: a stochastic extensive-form game with two
sides, in the field's names (OpenSpiel's). Layers above the engine may ask a game for nothing else,
unless they say by name what kind of game they need.

What holds at every moment (`autogm.game.conformance` checks each of these for any game):

- `current_player` is a side that chooses (0 the players, 1 the GM), `CHANCE` or `TERMINAL`.
- `legal_actions` is sorted and without repetition; at a choice it has at least two, at chance the
  outcomes, at the end nothing. Forced moves are taken by the game.
- `chance_outcomes` has chances above zero that sum to 1; no random generator lives in a state.
- `apply_action` refuses what is not legal with `ValueError` and leaves the state as it was.
- `clone` and `child` share nothing with the state that they come from.
- States are values: equal ones are equal, hash alike, and have equal futures; and what has equal
  futures is equal, since nothing that no later rule reads stays in a state.
- `returns` are zero-sum, and zeros before the end; neither they nor `stakes`, where a game has
  them, are past `max_utility`. `winner` is known at the end alone. No play is longer than
  `max_game_length`.
- `describe` and `encode` are inverse to each other, as `serialize` and `deserialize` are.
- `entry` and `action_of` are inverse to each other: a choice or an outcome of dice as data that
  outlives versions. Saves are made of these, never of lines of states.
- `events` changes nothing; `events(…, to=side)`, `observation(…, side)` and `choices(…, side)` show
  a side (0 or 1) no more than it may know: states that differ only in what is hidden from it give
  it the same, in plain data. `as_known_to(…, side)` is a state of a game without what is hidden:
  what is shown to that side is worked out from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeAlias, runtime_checkable

from autogm.model.words import SIDES

if TYPE_CHECKING:
    from autogm.game.graph import StateGraph
    from autogm.game.tableau import Tableau
    from autogm.model.words import SideName

PLAYERS, GM = 0, 1  # as they stand in `autogm.model.words.SIDES`
CHANCE, TERMINAL = -1, -4
UNDECIDED = "undecided"
WINNERS = (*SIDES, UNDECIDED)
"""Who a game can be won by, in the order in which they are counted."""

Observation: TypeAlias = Mapping[str, Any]
"""What a side may know of a state, as plain data: what JSON has."""


class Action(Protocol):
    """A choice in words: a verb and what it is about."""

    @property
    def verb(self) -> str:
        """What is done."""

    def as_dict(self) -> dict[str, Any]:
        """The fields that are set, as plain values."""


class Event(Protocol):
    """What a step did, as plain data."""

    @property
    def kind(self) -> str:
        """What happened."""

    @property
    def rule(self) -> str | None:
        """The id of the rule by which it did."""

    def as_dict(self) -> dict[str, Any]:
        """All of it, as plain values."""


class Told(Event, Protocol):
    """An event of a game whose plays are told in paragraphs, a line for each event."""

    @property
    def opens(self) -> bool:
        """Whether a new paragraph begins with it."""


class State(Protocol):
    """A moment of a game at which a side chooses, dice fall, or it is over."""

    @property
    def game(self) -> Any:
        """The game that it is a state of."""

    def current_player(self) -> int:
        """Whose choice it is: a side, `CHANCE` or `TERMINAL`."""

    def actor(self) -> str | None:
        """The id of the fighter that the choice belongs to; None where it is the side's, and at the
        end."""

    def legal_actions(self) -> list[int]:
        """The legal actions; at chance, the outcomes."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes with their chances.

        Raises:
            ValueError: where no dice are pending.
        """

    def apply_action(self, action: int) -> None:
        """Apply a legal action or an outcome, in place.

        Raises:
            ValueError: for one that is not legal here.
        """

    def child(self, action: int) -> Self:
        """The state after an action."""

    def clone(self) -> Self:
        """An independent copy."""

    def is_terminal(self) -> bool:
        """Whether it is over."""

    def returns(self) -> tuple[float, float]:
        """What the end is worth to players and GM."""

    @property
    def winner(self) -> str | None:
        """`players`, `gm`, `undecided`, or None while it goes on."""


class Game(Protocol):
    """One game of some kind. Its states and actions are its own and no other game's."""

    @property
    def title(self) -> str:
        """What the file calls it."""

    @property
    def fingerprint(self) -> str:
        """A short hash of its constants, the same for a game that is loaded again."""

    @property
    def max_actions(self) -> int:
        """Legal actions of one choice at most."""

    @property
    def max_chance_outcomes(self) -> int:
        """Outcomes of dice at most."""

    @property
    def max_game_length(self) -> int:
        """Choices and dice of one play at most."""

    @property
    def max_utility(self) -> float:
        """No end is worth more to either side."""

    def new_initial_state(self) -> Any:
        """The first state at which somebody chooses or dice fall."""

    def describe(self, state: Any, action: int) -> Any:
        """A choice in words."""

    def encode(self, action: Any) -> int:
        """The integer of a choice in words.

        Raises:
            ValueError: for what this game does not have.
        """

    def entry(self, state: Any, action: int) -> dict[str, Any]:
        """A choice, or what dice show, as data that outlives versions."""

    def action_of(self, state: Any, entry: Mapping[str, Any]) -> int:
        """The action or outcome of an entry.

        Raises:
            ValueError: for what is no entry of this game, or not legal here.
        """

    def events(self, state: Any, action: int) -> Sequence[Any]:
        """What applying an action does, as events; the state stays as it is."""

    def opening(self) -> Sequence[Any]:
        """What happens before the first choice."""

    def serialize(self, state: Any) -> str:
        """A state as one line: for reports of defects, tests and benchmarks."""

    def deserialize(self, text: str) -> Any:
        """The state of a line.

        Raises:
            ValueError: for a line that is damaged, or belongs to another game.
        """


class Observed(Protocol):
    """A game that says what a side (`PLAYERS`, `GM`) may know."""

    def observation(self, state: Any, side: int) -> Observation:
        """What a side (`PLAYERS`, `GM`) may know of a state: plain data, the same for two states
        that differ only in what is hidden from it."""


class Hiding(Observed, Protocol):
    """A game that hides something, and can be worked out for a side from what it may know."""

    def events(self, state: Any, action: int, to: int | None = None) -> Sequence[Any]:
        """What applying an action does: all of it, or what may be told to a side."""

    def choices(self, state: Any, side: int) -> Sequence[Any]:
        """What a side may choose, in words that give nothing away; nothing where it does not
        choose."""

    def as_known_to(self, state: Any, side: int) -> Any:
        """The state as a side knows it, of a game without what is hidden from that side; the state
        itself where nothing is.

        Raises:
            ValueError: where what is going on cannot be said to that side.
        """


def events_for(state: Any, action: int, to: int | None) -> Sequence[Any]:
    """What applying an action does, as events: all of it, or what may be told to a side; of games
    that hide nothing everything."""
    game: Any = state.game
    if to is None or not hasattr(game, "as_known_to"):
        told: Sequence[Any] = game.events(state, action)
    else:
        told = game.events(state, action, to)
    return told


class Ended(Protocol):
    """A game whose plays end in more ways than who wins."""

    def ending(self, state: Any) -> str:
        """How a play has ended, in a word."""


class DifficultyOdds(NamedTuple):
    """The odds of a roll: its difficulty; by how many shifts it meets that, below 0 where it does
    not, with the chances, which sum to 1, if nobody spends anything more on it; the chance that it
    succeeds if its side spends all that it can, and if the other side does."""

    difficulty: int
    ends: tuple[tuple[int, float], ...]
    most: float
    least: float


class Foretold(Protocol):
    """A game that tells the odds of the rolls that choices lead to."""

    def odds(self, state: Any, action: int) -> DifficultyOdds | None:
        """The odds of the roll that a choice leads to, or is about; none where there is none."""


class Refusal(NamedTuple):
    """Why something is not legal: a sentence, and the id of the rule."""

    sentence: str
    rule: str


@runtime_checkable
class Refusing(Protocol):
    """A game that says why something cannot be done where a side has a choice. It is asked for the
    state as that side knows it (`as_known_to`), and tells nothing that is not in that."""

    def refusal(self, state: Any, said: Mapping[str, Any]) -> Refusal | None:
        """Why an action in its structured form is not legal; None where it is.

        Raises:
            ValueError: for what names nothing of this game.
        """

    def attempts(self, state: Any, field: str, value: str) -> Sequence[tuple[str, dict[str, str]]]:
        """What may be meant by pointing at what a field of an action has as its value: what to do
        about it, in a word or two, and in its structured form."""

    def meant(self, state: Any, words: str) -> dict[str, str]:
        """What words mean that somebody types, in the structured form of an action.

        Raises:
            ValueError: where they mean nothing that this game has.
        """


class Part(NamedTuple):
    """Something that can be taken out of a game: what kind of thing it is, its words, whose it is
    (an id), the side, if it is one's, and its own text, if it has one."""

    kind: str
    words: str
    whose: str
    side: SideName | None
    text: str = ""


@runtime_checkable
class Divisible(Protocol):
    """A game of which one thing at a time can be taken out, to see what it does."""

    def parts(self) -> Sequence[Part]:
        """All that can be taken out."""

    def without(self, part: Part) -> Any:
        """The game without it.

        Raises:
            ValueError: where that cannot be played, why.
        """


class EndingsNamed(Protocol):
    """A game that has names for the ways in which it ends."""

    def ending(self, state: Any) -> str:
        """How it has ended, by a name of the game's own."""

    def whose_ending(self, state: Any) -> str:
        """Whose end that is: `players`, `gm`, or `bargain` where both have agreed to it."""

    def ending_words(self, name: str) -> str:
        """What the ending of that name is, in words of the file."""

    @property
    def unwon(self) -> str:
        """What an end is called that neither side has won."""

    def worst_and_best(self, side: int) -> tuple[float, float]:
        """What its worst and its best ending are worth to a side."""


class Graphed(Protocol):
    """A game without circles that lays its graph out, for whoever looks ahead."""

    def graph(self, root: Any, most: int) -> StateGraph:
        """What can follow on a state: all of it where that is at most `most` states, else a part,
        with what the game estimates of the states at its rim."""


class Staked(State, Protocol):
    """A state whose end may be worth something to both sides. Agents and solvers then go by the
    stakes of each side; `returns` are their difference all the same."""

    def stakes(self) -> tuple[float, float]:
        """What the end is worth to players and GM, each by what it values; zeros before it."""


class Drawn(Protocol):
    """A game that can be laid out for a person to look at."""

    def tableau(self, state: Any, side: int | None = None) -> Tableau:
        """What lies on the table, as a side may see it; all of it for None."""


class PlayedOut(NamedTuple):
    """How plays ended, one after the other: who has won, what that is worth to the players and to
    the GM, how many choices and dice there were, and how the game calls the ending."""

    winners: list[str]
    worths: list[tuple[float, float]]
    steps: list[int]
    endings: list[str]


@runtime_checkable
class Playing(Protocol):
    """A game with agents that are kernels of its own (`random`, and those that its kind names), and
    whole plays of them in compiled code. Choices and dice are keyed by seed and number of the play,
    and by the number of the choice or roll in it, so that they are the same step by step."""

    def chosen(self, state: Any, agent: str, seed: int, battle: int, choice: int) -> int:
        """What one of these agents chooses."""

    def fallen(self, state: Any, seed: int, battle: int, roll: int) -> int:
        """How the dice that are pending fall."""

    def play_out(
        self, agents: tuple[str, str], seed: int, first: int, last: int, start: Any
    ) -> PlayedOut:
        """Plays `first` up to `last` of `seed`, from a state on."""
