"""Wrong usage of the command line (an unknown option, a missing argument, a value that can't be)
in the one-line style of all other bad input, instead of typer's boxes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import typer
from typer.core import TyperGroup

from autogm.commands.frame import INTERRUPTED, InputError, ReaderGone

WrongUsage = cast("type[Exception]", typer.BadParameter.__base__)
"""What typer raises for wrong usage. The class itself is private to typer, and stands in another
package from one of its versions to the next; this child of it is public in all of them."""


MEANT = {
    "rules": ("explain", "rule", "why", "what"),
    "check": ("validate", "lint", "verify", "test"),
    "show": ("draw", "map", "view", "print"),
    "odds": ("roll", "dice", "chance", "chances"),
    "simulate": ("run", "sim", "battle", "fight"),
    "replay": ("tell", "story", "log", "watch"),
    "play": ("serve", "start", "gui", "web", "open", "table"),
    "list": ("ls", "scenarios", "agents", "rulesets"),
    "new": ("init", "create", "template", "begin"),
    "tune": ("balance", "optimize", "adjust"),
    "advise": ("suggest", "hint", "coach", "best"),
    "export": ("dump", "parquet", "csv"),
}
"""Commands, each with words that people try for it."""
_COMMAND = re.compile(r"No such command '([^']*)'")


class Commands(TyperGroup):
    """The commands. Wrong usage leaves them as an `InputError`; other ends as a `SystemExit`."""

    def main(self, *arguments: Any, **more: Any) -> Any:
        """Runs a command line.

        Raises:
            InputError: for wrong usage.
            SystemExit: with the exit code, which is 0 where the command gives none.
        """
        try:
            code = super().main(*arguments, **{**more, "standalone_mode": False})
        except WrongUsage as error:
            raise InputError(usage_words(error)) from None
        except typer.Abort:
            code = INTERRUPTED
        sys.exit(code)

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        """Reads a command line; some options print and leave here.

        Raises:
            ReaderGone: where nobody reads what they print.
        """
        with _told_of_readers():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command.

        Raises:
            ReaderGone: where nobody reads its output any more.
        """
        with _told_of_readers():
            return super().invoke(ctx)


@contextmanager
def _told_of_readers() -> Iterator[None]:
    """A pipe that nobody reads as an exception of our own, since typer ends with an exit code of
    its own at the system's."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


def usage_words(error: Any) -> str:
    """What is wrong with a command line, and where its help stands, as one line."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "autogm"
    parameter = getattr(error, "param", None)
    option = getattr(error, "option_name", None)
    message = _line(str(getattr(error, "message", "")))
    unknown = _COMMAND.match(message)
    if unknown is not None:
        says = _no_command(unknown[1], message)
    elif option is not None and message.startswith("No such option"):
        near = " or ".join(getattr(error, "possibilities", None) or ())
        says = f"there is no option {option}" + (f"; did you mean {near}?" if near else "")
    elif parameter is not None and not message:
        says = f"{_name(parameter)} is missing"
    elif parameter is not None:
        says = f"{_name(parameter)}: {_small(message)}"
    else:
        says = _small(message)
    return f"{says} (see `{command} --help`)"


def _no_command(said: str, message: str) -> str:
    """That there is no such command, and which one is meant, if that can be told."""
    near = re.search(r"Did you mean '([^']*)'", message)
    meant = next((one for one, words in MEANT.items() if said.casefold() in words), None)
    meant = meant or (near[1] if near else None)
    return f"there is no command `{said}`" + (f"; did you mean `{meant}`?" if meant else "")


def _name(parameter: Any) -> str:
    """A parameter as it is written: `--seed`, or an argument's `FILE`."""
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name.upper())


def _line(text: str) -> str:
    """A message without what only says how it was found out."""
    flat = " ".join(text.split()).partition(", unable to")[0].rstrip(".")
    return flat.removeprefix("Value error, ").removeprefix("Input ")


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
