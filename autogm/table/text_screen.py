"""What is seen of a game in the terminal: how it stands, what happens, what is asked, and the line
that somebody types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rich.text import Text

from autogm.engine.state import State
from autogm.model.words import SIDES
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.view.options import Offer, grouped
from autogm.view.telling import Telling
from autogm.view.words.grammar import counted_of

if TYPE_CHECKING:
    from rich.console import Console

PROMPT = "> "


class Screen:
    """Tells one game, as the side `see` may know it (None: all of it), and reads lines."""

    def __init__(
        self, session: Session, out: Console, read: Callable[[], str | None], see: int | None
    ) -> None:
        self._out, self._read, self._see = out, read, see
        self.stands(session)

    def stands(self, session: Session) -> None:
        """Go on from where a game stands, so that nothing is told again, no heading either."""
        self._telling = Telling(session.beginning, self._see)
        if session.here:
            self._telling.opening()
        for step in session.steps():
            self._telling.step(step.before, step.action, step.after, step.position)

    def begin(self, session: Session) -> None:
        """How a game stands, and what happens before the first choice of a new one."""
        if session.here:
            steps = len(session.history.line(session.here)) - 1
            self.show(Text(f"(Going on after {counted_of(steps, 'step')}.)", style="dim"))
        self.map(session.state)
        if not session.here:
            self.lines(self._telling.opening())
        self.show(Text("h tells what can be typed here.", style="dim"))

    def map(self, state: Any) -> None:
        """How everything stands."""
        if isinstance(state, State):
            from autogm.view.battlefield import battle_map

            self._out.print(battle_map(self._telling.board(state)), soft_wrap=False)
        elif hasattr(state.game, "tableau"):
            from autogm.view.tableau import tableau_parts

            self.lines(tableau_parts(state.game.tableau(state, self._see)))
        else:
            from autogm.analysis.plainly import state_lines

            self.lines(state_lines(state, None if self._see is None else SIDES[self._see]))

    def sheets(self, state: Any, whose: str = "") -> None:
        """The sheets of all, or of those who are called so.

        Raises:
            ValueError: where nobody is called so, or nobody of them is left.
        """
        if not isinstance(state, State):
            self.map(state)  # characters lie on the table with all that is on their sheets
            return
        from autogm.view.battlefield import sheets

        self._out.print(sheets(self._telling.board(state), whose), soft_wrap=False)

    def tell(self, step: Step) -> None:
        """What a step has done."""
        self.lines(self._telling.step(step.before, step.action, step.after, step.position))

    def options(self, asked: Offer) -> None:
        """What can be chosen, numbered."""
        for heading, deeds in grouped(asked):
            if heading:
                self.show(Text(f"  {heading}", style="underline"))
            for deed in deeds:
                number, words = str(deed.ways[0][0] + 1), deed.words
                if len(deed.ways) > 1:
                    ways = ((n, one.way.how) for n, one in deed.ways if one.way is not None)
                    number = ""
                    words += ": " + ", ".join(f"{n + 1} {how}" for n, how in ways)
                self.show(Text(f"  {number:>2}  {words}"))

    def say(self, words: str) -> None:
        """Something about the game itself."""
        self.show(Text(words, style="yellow"))

    def aside(self, lines: Iterable[str], else_says: str = "") -> None:
        """Lines that were asked for, or why there are none."""
        told = list(lines)
        for line in told:
            self.show(Text(line))
        if not told:
            self.say(else_says)

    def lines(self, parts: Iterable[Any]) -> None:
        """Parts of what is told, one after the other."""
        for part in parts:
            self._out.print(part, soft_wrap=not isinstance(part, Text))

    def show(self, text: Text) -> None:
        """One text, broken between words on a terminal and nowhere in a pipe."""
        self._out.print(text, soft_wrap=not self._out.is_terminal)

    def line(self) -> str | None:
        """The next line that somebody types; None at the end."""
        self._out.print(PROMPT, end="")
        line = self._read()
        if line is None:
            self._out.print()
        return None if line is None else line.strip()
