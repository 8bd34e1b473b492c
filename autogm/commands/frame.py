"""What all commands share: exit codes, where output goes, and how bad input and failed runs are
told. Results go to stdout; everything about them, such as progress and faults, to stderr. With
`--json` one JSON value is all there is on stdout.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autogm.commands import streams
from autogm.model.faults import Fault, ScenarioError

if TYPE_CHECKING:
    from rich.console import Console

DONE, RUN_FAILED, BAD_INPUT = 0, 1, 2
BY_SIGNAL = 128
"""What is ended by a signal leaves with this and the number of the signal, as shells have it."""
INTERRUPTED = BY_SIGNAL + signal.SIGINT
READER_GONE = BY_SIGNAL + 13
"""Nobody reads the output any more (`autogm … | head`): the number of SIGPIPE, which not every
system has."""

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, alone on stdout.")]
"""The `--json` switch of a command."""


class RunError(Exception):
    """A run could not be finished although its input was good: told in one line, exit code 1."""


class ReaderGone(Exception):  # noqa: N818
    """Nobody reads the output any more; it is no mistake, and there is nobody to tell it to."""


class InputError(ValueError):
    """An argument makes no sense, apart from what a file says: told in one line, exit code 2."""


def unwritten(where: Path, error: OSError) -> InputError | RunError:
    """What to raise where a file that somebody named cannot be written: a place that takes no file
    is bad input, no room or a device that fails is a run that could not be finished."""
    kind = RunError if error.errno in streams.UNWRITTEN else InputError
    if isinstance(error, FileNotFoundError) and not where.parent.exists():
        return kind(f"{where} cannot be written: there is no folder {where.parent}; make it first")
    return kind(f"{where} cannot be written: {error.strerror}")


def check_takes_files(folder: Path) -> None:
    """See that files can be written into a folder, before anything is played for them.

    Raises:
        InputError: where none can.
    """
    try:
        with TemporaryDirectory(dir=folder):
            pass
    except OSError:
        raise InputError(
            f"--out: nothing can be written into {folder}; name another folder"
        ) from None


def guarded(run: Callable[[], None]) -> int:
    """Runs the command line and returns its exit code; what a person did wrong, and output that
    cannot be written, is told on stderr without a traceback. Faults of the program itself are let
    through."""
    try:
        code = _ended(run)
        streams.flush()
    except (ReaderGone, BrokenPipeError):
        streams.give_up(sys.stdout, sys.stderr)
        return READER_GONE
    except OSError as error:
        if error.errno not in streams.UNWRITTEN:
            raise
        streams.give_up(sys.stdout)
        with suppress(OSError, ReaderGone):
            tell("failed", f"the output cannot be written: {error.strerror}", "bold red")
        return RUN_FAILED
    return code


def _ended(run: Callable[[], None]) -> int:
    """Runs the command line; how it ended as an exit code."""
    try:
        run()
    except ScenarioError as error:
        tell_faults(error.faults)
        return BAD_INPUT
    except InputError as error:
        tell("error", str(error), "bold red")
        return BAD_INPUT
    except RunError as error:
        tell("failed", str(error), "bold red")
        return RUN_FAILED
    except SystemExit as leaving:
        if isinstance(leaving.code, str):
            tell("failed", leaving.code, "bold red")
            return RUN_FAILED
        return leaving.code or DONE
    return DONE


def console(*, stderr: bool = False) -> Console:
    """A console that never reads markup or emoji into text that people wrote. It has colours on
    a terminal only, and none where NO_COLOR is set."""
    from rich.console import Console

    class Output(Console):
        """One that lets the command end in its own way where nobody reads any more."""

        def on_broken_pipe(self) -> None:
            raise ReaderGone

    return Output(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=True)


@contextmanager
def terminable() -> Iterator[Callable[[], int]]:
    """Lets SIGTERM end what runs within as Ctrl-C does, by a `KeyboardInterrupt`. What it yields
    answers the exit code that goes with the signal that came."""
    came = int(signal.SIGINT)

    def end(number: int, _: object) -> None:
        nonlocal came
        came = number
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield lambda: BY_SIGNAL + came
    finally:
        signal.signal(signal.SIGTERM, before)


def print_json(value: Any) -> None:
    """Prints the one JSON value of a command."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=not streams.unicode_out())
    sys.stdout.write("\n")


def tell(label: str, message: str, style: str) -> None:
    """One labelled line on stderr."""
    from rich.text import Text

    console(stderr=True).print(Text.assemble((f"{label}: ", style), message))


def progress(words: str) -> None:
    """A line on stderr about what is being done."""
    tell("autogm", words, "cyan")


def tell_faults(faults: Sequence[Fault]) -> None:
    """The faults on stderr, one line each, and how many there are."""
    from rich.text import Text

    out = console(stderr=True)
    for fault in faults:
        out.print(Text.assemble((f"{fault.where}: ", "bold"), fault.says))
    number = len(faults)
    tell("error", f"{number} fault{'' if number == 1 else 's'} found", "bold red")
