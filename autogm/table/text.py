"""A game in the terminal, line by line: numbered and worded choices, so that it works over ssh, in
a pipe and with a screen reader. Every answer is kept at once, so leaving is always safe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.text import Text

from autogm.analysis.falling import falling
from autogm.analysis.grounds import reasoned
from autogm.engine.state import State
from autogm.game.plays import PlayError
from autogm.model.words import SIDES
from autogm.planner.levels import DEFAULT, setting
from autogm.session.draft import Draft
from autogm.session.errors import AgentFailedError, KeptElsewhereError, SessionError
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.session.store import StoreError
from autogm.table.editing import HELP as HAND
from autogm.table.editing import edit, ids
from autogm.table.text_asides import (
    coach_lines,
    falling_lines,
    odds_lines,
    threatening_lines,
    why_not_lines,
)
from autogm.table.text_screen import Screen
from autogm.table.text_seat import ask_about_conceding, leave
from autogm.table.typed import chosen_by, dice_by, dice_of, how_typed, number_of
from autogm.view.options import Offer, chosen, offer, place_of
from autogm.view.telling import why
from autogm.view.why_not import BEFORE_ROLLS
from autogm.view.words.grammar import full_stop, possessive
from autogm.view.words.sides import CALLED

if TYPE_CHECKING:
    from rich.console import Console

    from autogm.agents.base import Decision

HELP = """Answer with the number of a choice, or with enough of its words.
  ?    the odds of choices and dice          ! what a good player would do here; ! fair: a fair one
  x    why something cannot be done, in the words of a choice: x WORDS
  u    take back your last choice            r do again what was taken back
  m    how everything stands                 w why the other side did what it did last
  n    note a name for this game: n NAME     s leave; the game is kept
"""
IN_CONFLICTS = """  t    what the enemies could do             f everybody's sheet; f ROLF: his
  c    be asked from now on whether to concede, or no longer
  l    leave choices to the program, or no longer: l skills invokes; l alone tells which
  e    set by hand how things stand, as at your table; e alone tells how
"""
ONLY_CONFLICTS = "that is for conflicts; h tells what can be typed here."
LEAVING = ("s", "q", "quit", "exit")
REASONS = 6
"""Of so many choices of agents it is told why."""


class TextTable:
    """One game played by lines. `read` gives the next line that somebody typed, None at the end;
    `see` is the side whose knowledge is shown, None for everything; `reopened` is the game as it is
    kept, where another program has gone on with it."""

    def __init__(
        self,
        session: Session,
        out: Console,
        read: Callable[[], str | None],
        see: int | None,
        reopened: Callable[[], Session],
    ) -> None:
        self._session, self._see, self._reopened = session, see, reopened
        self._screen = Screen(session, out, read, see)
        self._last: list[Step] = []
        """What agents have chosen last."""
        self._warned: int | None = None
        """A side whose knowledge whoever plays has agreed to be told, besides their own."""
        self._proposed: Decision | None = None
        """What an agent proposes to whoever is asked."""

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended, as it stands now."""
        return bool(self._session.state.is_terminal())

    def run(self) -> None:
        """Play until it is over, or whoever plays leaves."""
        self._screen.begin(self._session)
        going_on = True
        while going_on:
            try:
                going_on = self._go_on() and self._ask()
            except KeptElsewhereError:
                going_on = self._look_again()

    def _look_again(self) -> bool:
        """Take the game as it is kept; whether it still is."""
        try:
            self._session = self._reopened()
        except KeyError:
            self._screen.say("This game has been removed elsewhere.")
            return False
        self._moved("This game has been gone on with elsewhere; it stands so now.")
        self._screen.map(self._session.state)
        return True

    # What goes on

    def _go_on(self) -> bool:
        """Let the program go on until a person is asked; whether somebody is."""
        while True:
            try:
                step = self._session.go_on()
            except AgentFailedError as error:
                self._screen.say(str(error))
                continue
            if step is None:
                break
            if step.decision is not None and _matters(step):
                self._last = [*self._last, step][-REASONS:]
            self._screen.tell(step)
        if self._session.waits().on != "nothing":
            return True
        return self._is_over()

    def _is_over(self) -> bool:
        """Tell what somebody asks once it is over; whether it goes on all the same, as the last
        choice is taken back."""
        ways = "u takes back your last choice, w tells why the others did what they did, "
        self._screen.say(f"It is over. {ways}m shows how it ended, s leaves.")
        while True:
            match self._screen.line():
                case "u":
                    return self._undo()
                case "w" | "why":
                    self._why()
                case "m":
                    self._screen.map(self._session.state)
                case line if line is None or line == "" or line in LEAVING:
                    return False
                case _:
                    self._screen.say(f"It is over: {ways}m shows how it ended, s leaves.")

    def _ask(self) -> bool:
        """Ask what is to be asked and take an answer; whether to go on."""
        self._proposed, waits = None, self._session.waits()
        if waits.on == "nothing":
            return True
        if waits.on == "dice":
            assert waits.side is not None
            asks = f"{_roller(self._session.state)}: which dice fell?{self._rolled()}"
            self._screen.show(Text(f"\n{asks}", style="bold"))
            self._screen.show(
                Text(
                    f"Type them as {how_typed(dice_of(self._session))}; ? tells the odds",
                    style="dim",
                )
            )
            return self._answered(None)
        assert waits.side is not None
        if self._see is not None and waits.side not in (self._see, self._warned):
            return self._warn(waits.side)
        asked = offer(self._session.state, waits.side)
        self._screen.show(Text(f"\n{asked.question}", style="bold"))
        self._screen.options(asked)
        self._propose(asked)
        return self._answered(asked)

    def _warn(self, side: int) -> bool:
        """Say that what comes next is what another side alone may know, as when its agent has
        failed; whether whoever plays goes on all the same."""
        whose = CALLED[SIDES[side]]
        self._screen.say(
            f"The choice is {possessive(whose)}, and tells what they alone may know: Enter goes "
            "on, s leaves; the game is kept."
        )
        line = self._screen.line()
        if line is None or line in LEAVING:
            return False
        self._warned = side
        return True

    def _propose(self, asked: Offer) -> None:
        """Say what an agent proposes here, if one does, and why."""
        thought = self._session.proposal()
        if thought is None:
            return
        try:
            found = thought.decide()
        except Exception as error:
            self._screen.say(f"{thought.agent.name} has nothing to propose: {error}.")
            return
        state = self._session.state
        place = place_of(state, asked, found.action)
        if place is None:
            return
        self._proposed, words = found, asked.options[place].words
        self._screen.say(f"{thought.agent.name} proposes {place + 1}: {words}. Enter takes it.")
        self._screen.show(Text(f"  {why(state, found, self._see)}", style="dim"))

    def _answered(self, asked: Offer | None) -> bool:
        """Take lines until one is an answer or leaves."""
        while True:
            line = self._screen.line()
            if line is None or line in LEAVING:
                self._screen.say(self._kept())
                return False
            try:
                if self._taken(line, asked):
                    return True
            except KeptElsewhereError:
                raise
            except (SessionError, StoreError, PlayError, ValueError) as error:
                self._screen.say(full_stop(str(error)))

    def _kept(self) -> str:
        """That the game is kept, and what is asked when it goes on where that may surprise."""
        if self._session.waits().on != "dice":
            return "The game is kept."
        return "The game is kept, in the middle of a roll: next time it asks first which dice fell."

    def _taken(self, line: str, asked: Offer | None) -> bool:
        """Do what a line says; whether the game has moved."""
        match line.split(maxsplit=1):
            case [] if asked is not None and self._proposed is not None:
                return self._took(self._take(self._proposed.action))
            case []:
                return False
            case ["e" | "t" | "f", *_] if not self._is_conflict:
                self._screen.say(f"«{line.split(maxsplit=1)[0]}»: {ONLY_CONFLICTS}")
            case ["e"]:
                self._screen.show(Text(HAND, style="dim"))
                self._screen.show(Text(ids(self._draft())))
            case ["e", changes]:
                return self._edit(changes)
            case ["h" | "help"]:
                help_text = HELP + (IN_CONFLICTS if self._is_conflict else "")
                self._screen.show(Text(help_text, style="dim"))
            case ["m"]:
                self._screen.map(self._session.state)
            case ["f", *whose]:
                self._screen.sheets(self._session.state, *whose)
            case ["u"]:
                return self._undo()
            case ["r"]:
                self._session.redo(self._session.here)
                return self._moved("Done again.")
            case ["w" | "why"]:
                self._why()
            case ["c"]:
                return self._change_seat(ask_about_conceding)
            case ["l", *kind]:
                return self._change_seat(lambda session, seat: leave(session, seat, "".join(kind)))
            case ["n"]:
                self._screen.say("n is for a new name: `n The Fight at the Mill`.")
            case ["x"] if asked is not None:
                self._screen.say("x tells why something is no choice: `x attack` and a name.")
            case ["n", name]:
                self._session.rename(name)
                self._screen.say(f"This game is called «{self._session.title}» now.")
            case ["!", *level] if asked is not None:
                level_meant = setting(level[0]) if level else DEFAULT
                self._screen.aside(coach_lines(self._session.state, asked.side, level_meant))
            case ["x", words] if asked is not None:
                self._why_not(words, asked)
            case ["?", *_] if asked is not None:
                lines = odds_lines(self._session.state, asked)
                self._screen.aside(lines, "No choice here makes a roll whose odds could be told.")
            case ["t"]:
                lines = threatening_lines(self._session.state, self._who_asks())
                self._screen.aside(lines, "No enemy can do anything to anybody on its next turn.")
            case ["?", *_]:
                lines = falling_lines(self._session.state, self._who_asks())
                self._screen.aside(lines, "Nothing can be told of this roll.")
            case _ if asked is None:
                return self._took(
                    self._session.roll(dice_by(line, dice_of(self._session)), self._session.here)
                )
            case _:
                option = chosen_by(line, asked.options)
                action = chosen(self._session.state, asked.side, option.action)
                return self._took(self._take(action))
        return False

    @property
    def _is_conflict(self) -> bool:
        return isinstance(self._session.state, State)

    def _take(self, action: int) -> Step:
        """Take a choice; why, where it is what was proposed."""
        step = self._session.take(action, self._session.here, self._proposed)
        if step.decision is not None:
            self._last = [*self._last, step][-REASONS:]
        return step

    def _draft(self) -> Draft:
        """How things stand, to be changed by whoever is at it."""
        return Draft(self._session, None if self._see is None else SIDES[self._see])

    def _edit(self, changes: str) -> bool:
        """Set by hand how things stand."""
        draft = self._draft()
        edit(draft, changes)
        here = self._session.here
        return self._took(self._session.set_by_hand(draft.position, draft.files, here))

    def _took(self, step: Step) -> bool:
        self._screen.tell(step)
        return True

    def _undo(self) -> bool:
        try:
            self._session.undo(self._session.here)
        except KeptElsewhereError:
            raise
        except SessionError as error:
            self._screen.say(f"{error}.")
            return False
        return self._moved("Taken back.")

    def _moved(self, words: str) -> bool:
        self._screen.say(words)
        self._last = []
        self._screen.stands(self._session)
        return True

    # What is told on demand

    def _rolled(self) -> str:
        """Who rolls what against whom, in brackets, where that may be told."""
        found = falling(self._session.state, self._who_asks())
        return "" if found is None or not found.rolled else f" ({found.rolled})"

    def _who_asks(self) -> int:
        """The side that dice are told to: of everything, to whom they belong."""
        return (self._session.waits().side or 0) if self._see is None else self._see

    def _why(self) -> None:
        if self._proposed is not None:
            reason = reasoned(self._session.state, self._proposed, self._see)
            self._screen.show(Text(f"  Proposed: {reason}"))
        elif not self._last:
            self._screen.say("No agent has chosen anything yet.")
        exchange = 0
        for one in self._last:
            assert one.decision is not None
            if self._is_conflict and one.before.exchange != exchange:
                exchange = one.before.exchange
                self._screen.show(Text(f"  In exchange {exchange}:", style="underline"))
            self._screen.show(Text(f"  {reasoned(one.before, one.decision, self._see)}"))

    def _why_not(self, words: str, asked: Offer) -> None:
        """Why something cannot be done, or that it can."""
        number = number_of(words, asked.options)
        if number is not None:
            self._screen.say(f"That can be done: it is choice {number}.")
            return
        lines = why_not_lines(self._session.state, asked.side, words)
        self._screen.aside(lines, "That can be done: it is among the choices.")
        seat = self._session.waits().seat
        if seat and lines and BEFORE_ROLLS in lines[0]:
            asks = self._session.seats.seats[seat].conceding
            self._screen.say("You are asked then." if asks else "Type c to be asked.")

    def _change_seat(self, change: Callable[[Session, str], list[str]]) -> bool:
        """Change what the person is asked whose choice it is, and tell it; whether this choice is
        left to the program now."""
        seat = self._session.waits().seat
        if seat is not None and not self._is_conflict:
            self._screen.say("In a game of this kind you are asked everything.")
        elif seat is not None:
            for line in change(self._session, seat):
                if line.startswith(" "):  # of a list
                    self._screen.show(Text(line))
                else:
                    self._screen.say(line)
        else:
            self._screen.say("That is for a choice; say first how the dice fell.")
        return self._session.waits().on == "program"


def _matters(step: Step) -> bool:
    """Whether a choice was one that is worth a reason: not to do nothing."""
    return step.entry.data.get("verb") not in ("pass", "leave it")


def _roller(state: Any) -> str:
    """Who rolls."""
    if isinstance(state, State):
        from autogm.view.words.names import names_of

        names = names_of(state.game.encounter)
        return names.says(names.of(state.actor()), "rolls")
    return "The players roll"
