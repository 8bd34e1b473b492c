"""One game in progress. A session says who is asked what, takes choices and dice, lets agents and
the program's dice go on, takes back, does again and branches. Every step is kept before it counts
(`autogm.session.course`). The same seed gives the same dice and the same choices of agents as a
replay of its battle 0, if nobody does anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from autogm.agents.base import Decision, RandomSource
from autogm.agents.names import known
from autogm.agents.roster import agent
from autogm.agents.whose import side_that_rolls
from autogm.game.contract import CHANCE
from autogm.model.words import SIDES
from autogm.session.course import Course
from autogm.session.errors import AgentFailedError, SessionError, StaleError
from autogm.session.history import ROOT, History
from autogm.session.moment import Played
from autogm.session.saved import Saved
from autogm.session.seats import Seat, Seats
from autogm.session.steps import Change, Keeper, Step, keep_nothing
from autogm.session.thought import Thought
from autogm.session.waits import Waits

DICE = "dice"
"""Whose entry a roll is."""
HAND = "by hand"
"""Whose entry it is where things were set as at a table."""


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
        self._course = Course(saved.files, saved.seed, saved.history(), keep or keep_nothing)
        self.kind = self._course.first.found.kind.name
        self.seats = self._seated(saved.seats)

    # What there is

    @property
    def saved(self) -> Saved:
        """All of it as data."""
        return self._head.with_history(self.history)

    @property
    def history(self) -> History:
        """All that was chosen and rolled, and the place in it where the game stands."""
        return self._course.history

    @property
    def title(self) -> str:
        """What it is called."""
        return self._head.title

    @property
    def own_dice(self) -> tuple[str, ...]:
        """The sides whose dice persons roll themselves."""
        return self._head.own_dice

    @property
    def unlisted(self) -> bool:
        """Whether it is shown only to whom a link of one of its seats was given."""
        return self._head.unlisted

    @property
    def here(self) -> int:
        """The number of the last entry, or `ROOT`: what a person has seen who asks for a step."""
        return self.history.here

    @property
    def game(self) -> Any:
        """What is played: that of its files, or what a table has made of it by hand."""
        return self._course.moment.played.game

    @property
    def files(self) -> Mapping[str, str]:
        """The texts of what is played, the file itself first."""
        return self._course.files

    @property
    def beginning(self) -> Any:
        """How things stood when the game was begun."""
        return self._course.first.game.new_initial_state()

    @property
    def state(self) -> Any:
        """How things stand: a copy."""
        return self._course.moment.state.clone()

    @property
    def winner(self) -> str:
        """Who has won, a side or undecided; empty while it goes on."""
        return self._course.moment.winner

    def waits(self) -> Waits:
        """What it waits for."""
        state = self._course.moment.state
        if state.is_terminal():
            return Waits("nothing")
        if state.current_player() == CHANCE:
            side = side_that_rolls(state)
            return Waits("dice" if SIDES[side] in self.own_dice else "program", None, side)
        seat, side = self.seats.asked(state), state.current_player()
        return Waits("choice" if self.seats.asks(state) else "program", seat, side)

    def steps(self, since: int = ROOT, to: int | None = None) -> Iterator[Step]:
        """What was played on the line to where it stands (or to another entry), after `since`.

        Raises:
            PlayError: at an entry that this version does not accept.
        """
        return self._course.steps(since, to)

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
            raise SessionError(f"no choice of a person is asked for: {waits.words}")
        if action not in self._course.moment.state.legal_actions():
            raise SessionError("this is no legal choice here")
        same = proposed is not None and proposed.action == action
        facts = proposed.facts if proposed is not None and same else None
        return self._course.play(action, waits.seat, asked=True, facts=facts)

    def roll(self, fell: Mapping[str, Any], at: int | None = None) -> Step:
        """Take a person's dice: `dice`, the faces, or `sum`.

        Raises:
            StaleError: where the game stands elsewhere than `at`.
            SessionError: where no person's dice are asked for, and for what cannot fall.
        """
        self._check_place(at)
        if (waits := self.waits()).on != "dice":
            raise SessionError(f"no dice of a person are asked for: {waits.words}")
        try:
            action = self.game.action_of(self._course.moment.state, fell)
        except (ValueError, TypeError) as error:
            raise SessionError(str(error)) from None
        return self._course.play(action, DICE, asked=True)

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
        played = self._course.moment.played
        step = self._course.set_by_hand(position, files, HAND, asked)
        self._seat_anew(played)
        return step

    def go_on(self) -> Step | None:
        """One step of the program: dice, an agent's choice, or what is done without asking; none
        where a person is asked, or it is over.

        Raises:
            AgentFailedError: where an agent fails; a person sits on its seat from then on.
        """
        waits, state = self.waits(), self._course.moment.state
        if waits.on != "program":
            return None
        if waits.seat is None:
            return self._course.play(self._course.moment.falls.copy().fall(state), DICE)
        passed = self.seats.passed_over(state)
        if passed is not None:
            return self._course.play(passed, waits.seat)
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
        source = RandomSource(self._head.seed, 0, self._course.moment.choices)
        return Thought(self.here, waits.seat, agent(known(name)), self.state, source)

    def thought(self) -> Thought | None:
        """What an agent is to decide now; none where something else is waited for."""
        waits, state = self.waits(), self._course.moment.state
        if waits.on != "program" or waits.seat is None or waits.side is None:
            return None
        if self.seats.passed_over(state) is not None:
            return None
        source = RandomSource(self._head.seed, 0, self._course.moment.choices)
        return Thought(self.here, waits.seat, self.seats.decider(state), self.state, source)

    def decided(self, thought: Thought, decision: Decision) -> Step:
        """Take what an agent has decided.

        Raises:
            StaleError: where the game has gone on meanwhile, or somebody else sits there.
        """
        self._check_thought(thought)
        return self._course.play(decision.action, thought.seat, facts=decision.facts)

    def failed(self, thought: Thought, error: Exception) -> AgentFailedError:
        """Put a person in the place of an agent that has failed, and say so. Who has left choices
        to it is asked for them again.

        Raises:
            StaleError: where the game has gone on meanwhile, or somebody else sits there.
        """
        self._check_thought(thought)
        seat, why = self.seats.seats[thought.seat], f"{type(error).__name__}: {error}"
        if seat.person is not None:
            self.seat(thought.seat, seat.changed(leaves=()))
            return AgentFailedError(
                f"{thought.agent.name}, to whom choices were left, has failed ({why}); "
                "they are asked for again"
            )
        self.seat(thought.seat, Seat(person=f"instead of {seat.name}"[:80]))
        return AgentFailedError(
            f"{seat.name}, who played `{thought.seat}`, has failed ({why}); "
            "a person chooses for that seat now"
        )

    def _check_thought(self, thought: Thought) -> None:
        self._check_place(thought.at)
        now = self.thought()
        if now is None or (now.seat, now.agent) != (thought.seat, thought.agent):
            raise StaleError("somebody else sits there now")

    def _seat_anew(self, played: Played) -> None:
        """Seat everybody in the game as it is now, where that is another than was `played`."""
        if self._course.moment.played is not played:
            self.seats = self._seated(self._head.seats)

    def _seated(self, seats: Mapping[str, Seat]) -> Seats:
        """The seats of the game as it is; who comes only later, by hand, has none yet.

        Raises:
            SeatError: where nobody can sit so.
        """
        if self._course.changed_texts:
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

    def go(self, to: int) -> None:
        """Stand at another entry of the history, of any branch, wherever it stands now.

        Raises:
            SessionError: where there is no such entry.
            PlayError: where this version does not accept an entry on the way.
        """
        played = self._course.moment.played
        try:
            self._course.go(to)
        except KeyError:
            raise SessionError(f"this game has no entry {to}") from None
        self._seat_anew(played)

    def _go(self, to: int | None, at: int | None, nowhere: str) -> None:
        """Stand at another entry, if there is one to stand at."""
        self._check_place(at)
        if to is None:
            raise SessionError(nowhere)
        self.go(to)

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
        self._course.keep(Change(self.history.here, self.history.tip, head=head))
        self._head = self._head.model_copy(update=head)

    def _check_place(self, at: int | None) -> None:
        if at is not None and at != self.here:
            raise StaleError("the game has gone on meanwhile; look again how things stand")
