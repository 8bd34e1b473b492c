"""One game in progress. A session says who is asked what, takes choices and dice, lets agents and
the program's dice go on, takes back, does again and branches. Every step goes to a keeper first and
counts only once that has it, so that whatever was acknowledged is kept. The same seed gives the
same dice and the same choices of agents as a replay of its battle 0, if nobody does anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from autogm.agents.base import Decision, RandomSource
from autogm.agents.names import known
from autogm.agents.roster import agent
from autogm.agents.whose import side_that_rolls
from autogm.game.contract import CHANCE
from autogm.game.plays import BY_HAND
from autogm.model.words import SIDES
from autogm.session.history import ROOT, Entry, History
from autogm.session.moment import Moment, Played, entry_by_hand, followed, texts_of
from autogm.session.saved import Saved
from autogm.session.seats import Seat, Seats

if TYPE_CHECKING:
    from autogm.agents.base import Agent

DICE = "dice"
"""Whose entry a roll is."""
HAND = "by hand"
"""Whose entry it is where things were set as at a table."""


class SessionError(ValueError):
    """Something that cannot be done in this game now: why."""


class StaleError(SessionError):
    """The game has gone on since whoever asked has looked at it."""


class AgentFailedError(RuntimeError):
    """An agent has failed; a person sits on its seat now, and nothing is lost."""


@dataclass(frozen=True)
class Waits:
    """What a game waits for: a person's choice, a person's dice, the program (an agent, its dice,
    or something that is done without asking), or nothing, since it is over. `seat` is whose choice
    it is, `side` the number of the side that chooses or rolls."""

    on: Literal["choice", "dice", "program", "nothing"]
    seat: str | None = None
    side: int | None = None


@dataclass(frozen=True)
class Step:
    """One entry of the history as it was played: the state before and after it, and the action or
    outcome; `BY_HAND` where things were set, after which it may be another game."""

    entry: Entry
    before: Any
    action: int
    after: Any

    @property
    def decision(self) -> Decision | None:
        """What an agent decided or proposed, and by what; none for persons and dice."""
        return Decision(self.action, dict(self.entry.facts)) if self.entry.facts else None


@dataclass(frozen=True)
class Thought:
    """What an agent is to decide: at which place of the history, for which seat. It has all that it
    needs, so that a game need not stand still while somebody thinks."""

    at: int
    seat: str
    agent: Agent
    state: Any
    source: RandomSource

    def decide(self) -> Decision:
        """What the agent chooses; it may take long, and whatever an agent raises."""
        decision = self.agent.decide(self.state.clone(), self.source)
        if decision.action not in self.state.legal_actions():
            raise ValueError(f"{decision.action} is not legal here")
        return decision


@dataclass(frozen=True)
class Change:
    """What a keeper is to keep of a step: where the game stands now, with the entry that is new, or
    with another head (title, seats, dice)."""

    here: int
    tip: int
    entry: Entry | None = None
    head: Mapping[str, Any] = field(default_factory=dict)


Keeper = Callable[[Change], None]
"""Keeps a change for good before it returns; raises where it cannot."""


class Session:
    """A game in progress."""

    def __init__(self, saved: Saved, keep: Keeper | None = None) -> None:
        """Go on with a game.

        Raises:
            SaveError: where its history is none.
            ScenarioError: where this version finds faults in its files.
            SeatError: where somebody cannot sit where it says.
            PlayError: where this version does not accept an entry on the line to where it stands.
        """
        self._head = saved.model_copy(update={"entries": []})
        self._keep = keep or (lambda change: None)
        self.history: History = saved.history()
        self._first = Played.of(saved.files)
        self.kind = self._first.found.kind.name
        self._moment = self._stand(self.history.here)
        self.seats = self._seated(saved.seats)

    # What there is

    @property
    def saved(self) -> Saved:
        """All of it as data."""
        return self._head.with_history(self.history)

    @property
    def title(self) -> str:
        """What it is called."""
        return self._head.title

    @property
    def own_dice(self) -> tuple[str, ...]:
        """The sides whose dice persons roll themselves."""
        return self._head.own_dice

    @property
    def here(self) -> int:
        """The number of the last entry, or `ROOT`: what a person has seen who asks for a step."""
        return self.history.here

    @property
    def game(self) -> Any:
        """What is played: that of its files, or what a table has made of it by hand."""
        return self._moment.played.game

    @property
    def files(self) -> Mapping[str, str]:
        """The texts of what is played, the file itself first."""
        line = reversed(self.history.line(self.here)[1:])
        changed = (texts_of(self.history[one].data) for one in line)
        return next((one for one in changed if one), self._head.files)

    @property
    def beginning(self) -> Any:
        """How things stood when the game was begun."""
        return self._first.game.new_initial_state()

    @property
    def state(self) -> Any:
        """How things stand: a copy."""
        return self._moment.state.clone()

    def waits(self) -> Waits:
        """What it waits for."""
        state = self._moment.state
        if state.is_terminal():
            return Waits("nothing")
        if state.current_player() == CHANCE:
            side = side_that_rolls(state)
            return Waits("dice" if SIDES[side] in self.own_dice else "program", None, side)
        seat, side = self.seats.asked(state), state.current_player()
        asked = self.seats.seats[seat].person is not None
        by_itself = self.seats.passed_over(state) is not None
        return Waits("choice" if asked and not by_itself else "program", seat, side)

    def steps(self, since: int = ROOT, to: int | None = None) -> Iterator[Step]:
        """What was played on the line to where it stands (or to another entry), after `since`.

        Raises:
            PlayError: at an entry that this version does not accept.
        """
        line = self.history.line(self.here if to is None else to)
        moment, told = Moment.first(self._first, self._head.seed), since == ROOT
        for number in line[1:]:
            entry, before = self.history[number], moment.state.clone()
            action = followed(moment, number, len(self.history), entry.data)
            if told:
                yield Step(entry, before, action, moment.state.clone())
            told = told or number == since

    # Going on

    def take(self, action: int, at: int | None = None, proposed: Decision | None = None) -> Step:
        """Take a person's choice: a legal action of the state. Where it is what an agent has
        `proposed`, its reasons are kept.

        Raises:
            StaleError: where the game stands elsewhere than `at`.
            SessionError: where no person's choice is asked for, or for what is not legal.
        """
        self._check_place(at)
        waits = self.waits()
        if waits.on != "choice" or waits.seat is None:
            raise SessionError(f"no choice of a person is asked for: {_waiting(waits)}")
        if action not in self._moment.state.legal_actions():
            raise SessionError("this is no legal choice here")
        same = proposed is not None and proposed.action == action
        facts = _plain(proposed.facts) if proposed is not None and same else None
        return self._play(action, waits.seat, asked=True, facts=facts)

    def roll(self, fell: Mapping[str, Any], at: int | None = None) -> Step:
        """Take a person's dice: `dice`, the faces, or `sum`.

        Raises:
            StaleError: where the game stands elsewhere than `at`.
            SessionError: where no person's dice are asked for, and for what cannot fall.
        """
        self._check_place(at)
        if (waits := self.waits()).on != "dice":
            raise SessionError(f"no dice of a person are asked for: {_waiting(waits)}")
        try:
            action = self.game.action_of(self._moment.state, fell)
        except (ValueError, TypeError) as error:
            raise SessionError(str(error)) from None
        return self._play(action, DICE, asked=True)

    def set_by_hand(
        self,
        position: Mapping[str, Any],
        files: Mapping[str, str] | None = None,
        at: int | None = None,
        *,
        asked: bool = True,
    ) -> Step:
        """Have things stand as at a table: a whole position from now on, and other `files` of the
        game where it needs them. It can be taken back like a choice, if a person was `asked`.

        Raises:
            StaleError: where the game stands elsewhere than `at`.
            SessionError: for a position that is none of this game, and where nothing would change.
        """
        self._check_place(at)
        data, trial = _plain(entry_by_hand(position, files)), replace(self._moment)
        try:
            trial.follow(data, BY_HAND)
        except ValueError as error:
            raise SessionError(str(error)) from None
        if files is None and trial.state == self._moment.state:
            raise SessionError("nothing would change: everything stands so already")
        return self._enter(data, BY_HAND, HAND, asked=asked, facts={})

    def go_on(self) -> Step | None:
        """One step of the program: dice, an agent's choice, or what is done without asking; none
        where a person is asked, or it is over.

        Raises:
            AgentFailedError: where an agent fails; a person sits on its seat from then on.
        """
        waits, state = self.waits(), self._moment.state
        if waits.on != "program":
            return None
        if waits.seat is None:
            return self._play(self._moment.falls.copy().fall(state), DICE)
        passed = self.seats.passed_over(state)
        if passed is not None:
            return self._play(passed, waits.seat)
        thought = self.thought()
        assert thought is not None  # it is the choice of an agent's seat
        try:
            decision = thought.decide()
        except Exception as error:
            raise self.failed(thought, error) from error
        return self.decided(thought, decision)

    def proposal(self) -> Thought | None:
        """What an agent is to propose to the person who chooses now, if one does."""
        waits = self.waits()
        name = None if waits.seat is None else self.seats.seats[waits.seat].proposer
        if waits.on != "choice" or waits.seat is None or name is None:
            return None
        source = RandomSource(self._head.seed, 0, self._moment.choices)
        return Thought(self.here, waits.seat, agent(known(name)), self.state, source)

    def thought(self) -> Thought | None:
        """What an agent is to decide now; none where something else is waited for."""
        waits, state = self.waits(), self._moment.state
        if waits.on != "program" or waits.seat is None or waits.side is None:
            return None
        if self.seats.passed_over(state) is not None:
            return None
        agent = self.seats.agent_of(waits.side)
        source = RandomSource(self._head.seed, 0, self._moment.choices)
        return Thought(self.here, waits.seat, agent, self.state, source)

    def decided(self, thought: Thought, decision: Decision) -> Step:
        """Take what an agent has decided.

        Raises:
            StaleError: where the game has gone on meanwhile, or somebody else sits there.
        """
        self._check_thought(thought)
        return self._play(decision.action, thought.seat, facts=_plain(decision.facts))

    def failed(self, thought: Thought, error: Exception) -> AgentFailedError:
        """Put a person in the place of an agent that has failed, and say so.

        Raises:
            StaleError: where the game has gone on meanwhile, or somebody else sits there.
        """
        self._check_thought(thought)
        name = self.seats.seats[thought.seat].name
        self.seat(thought.seat, Seat(person=f"instead of {name}"[:80]))
        return AgentFailedError(
            f"{name}, who played `{thought.seat}`, has failed ({type(error).__name__}: {error}); "
            "a person chooses for that seat now"
        )

    def _check_thought(self, thought: Thought) -> None:
        self._check_place(thought.at)
        now = self.thought()
        if now is None or (now.seat, now.agent) != (thought.seat, thought.agent):
            raise StaleError("somebody else sits there now")

    def _play(
        self, action: int, by: str, *, asked: bool = False, facts: dict[str, Any] | None = None
    ) -> Step:
        """Keep an action or outcome and take it. What was done here before is done again."""
        data = _plain(self.game.entry(self._moment.state, action))
        return self._enter(data, action, by, asked=asked, facts=facts or {})

    def _enter(
        self, data: dict[str, Any], action: int, by: str, *, asked: bool, facts: dict[str, Any]
    ) -> Step:
        """Keep an entry and follow it."""
        history, before = self.history, self._moment.state.clone()
        entry = history.same(self.here, data)
        if entry is None:
            entry = Entry(history.next_number(), self.here, data, by, asked, facts)
            self._keep(Change(entry.number, entry.number, entry))
            history.add(entry)
            history.here = history.tip = entry.number
        else:
            self._move(entry.number)
        moment = replace(self._moment)
        moment.follow(data, action)
        self._stand_at(moment)
        return Step(entry, before, action, moment.state.clone())

    def _stand_at(self, moment: Moment) -> None:
        changed = moment.played is not self._moment.played
        self._moment = moment
        if changed:
            self.seats = self._seated(self._head.seats)

    def _seated(self, seats: Mapping[str, Seat]) -> Seats:
        """The seats of the game as it is; who comes only later, by hand, has none yet.

        Raises:
            SeatError: where nobody can sit so.
        """
        if any(texts_of(one.data) for one in self.history.entries):
            there = {*SIDES, *Seats.fighters_of(self.game)}
            seats = {key: seat for key, seat in seats.items() if key in there}
        return Seats(self.game, self.kind, seats)

    # Back and forth

    def undo(self, at: int | None = None) -> None:
        """Take back all that was done since a person was last asked, that choice included.

        Raises:
            StaleError: where the game stands elsewhere than `at`.
            SessionError: where nobody was asked yet.
        """
        nobody = "nobody has chosen anything yet that could be taken back"
        self._go(self.history.before_asked(), at, nobody)

    def redo(self, at: int | None = None) -> None:
        """Do again what was taken back, up to where a person is asked again.

        Raises:
            StaleError: where the game stands elsewhere than `at`.
            SessionError: where nothing was taken back.
        """
        nothing = "nothing was taken back that could be done again"
        self._go(self.history.next_asked(), at, nothing)

    def go(self, to: int, at: int | None = None) -> None:
        """Stand at another entry of the history, of any branch.

        Raises:
            StaleError: where the game stands elsewhere than `at`.
            SessionError: where there is no such entry.
            PlayError: where this version does not accept an entry on the way.
        """
        self._check_place(at)
        try:
            moment = self._stand(to)
        except KeyError:
            raise SessionError(f"this game has no entry {to}") from None
        self._move(to)
        self._stand_at(moment)

    def _go(self, to: int | None, at: int | None, nowhere: str) -> None:
        """Stand at another entry, if there is one to stand at."""
        self._check_place(at)
        if to is None:
            raise SessionError(nowhere)
        self.go(to)

    def _move(self, to: int) -> None:
        history = self.history
        here, tip = history.here, history.tip
        history.move(to)
        try:
            self._keep(Change(history.here, history.tip))
        except Exception:
            history.here, history.tip = here, tip
            raise

    def _stand(self, number: int) -> Moment:
        """How things stand at an entry."""
        moment = Moment.first(self._first, self._head.seed)
        for one in self.history.line(number)[1:]:
            followed(moment, one, len(self.history), self.history[one].data)
        return moment

    # Who and how

    def seat(self, key: str, seat: Seat) -> None:
        """Have somebody else sit on a seat from now on.

        Raises:
            SeatError: where nobody can sit so.
        """
        seats = self.seats.with_seat(self.game, self.kind, key, seat)
        self._rewrite(seats={**self._head.seats, key: seat})
        self.seats = seats

    def leave(self, key: str) -> None:
        """Have a fighter's seat fall back to its side.

        Raises:
            SessionError: for a side's own seat, and for one that nobody has.
        """
        if key in SIDES or key not in self.seats.seats:
            raise SessionError(f"`{key}` has no seat apart from its side")
        self._rewrite(seats={one: seat for one, seat in self._head.seats.items() if one != key})
        self.seats = self._seated(self._head.seats)

    def roll_own(self, sides: tuple[str, ...]) -> None:
        """Have persons roll for these sides from now on, and the program for the others."""
        self._rewrite(own_dice=tuple(one for one in SIDES if one in sides))

    def rename(self, title: str) -> None:
        """Call the game something else.

        Raises:
            SessionError: for nothing, and for too long a name.
        """
        name = " ".join(title.split())
        if not 0 < len(name) <= 200:
            raise SessionError("a game is called something, in at most 200 letters")
        self._rewrite(title=name)

    def _rewrite(self, **head: Any) -> None:
        self._keep(Change(self.history.here, self.history.tip, head=head))
        self._head = self._head.model_copy(update=head)

    def _check_place(self, at: int | None) -> None:
        if at is not None and at != self.here:
            raise StaleError("the game has gone on meanwhile; look again how things stand")


def _waiting(waits: Waits) -> str:
    """What a game waits for instead, in words."""
    return {
        "choice": f"it is the choice of `{waits.seat}`",
        "dice": "dice are to be rolled",
        "program": "the program goes on first",
        "nothing": "it is over",
    }[waits.on]


def _plain(data: Any) -> Any:
    """Data as JSON has it, with its lists and without types of their own."""
    if isinstance(data, Mapping):
        return {str(key): _plain(one) for key, one in data.items()}
    if isinstance(data, list | tuple | set | frozenset):
        return [_plain(one) for one in data]
    if hasattr(data, "item"):
        return data.item()
    return data
