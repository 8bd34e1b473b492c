"""Arguments that several commands of the evaluation share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from autogm.agents.names import UnknownAgentError, known


def above_zero(text: str) -> float:
    """A number above zero.

    Raises:
        ArgumentTypeError: for any other.
    """
    number = float(text)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"{text} is not above zero")
    return number


def count(text: str) -> int:
    """A whole number above zero.

    Raises:
        ArgumentTypeError: for any other.
    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above zero")
    return number


def names(text: str) -> list[str]:
    """Names separated by commas, each once."""
    return list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def agents(text: str, in_full: Callable[[str], str] = known) -> list[str]:
    """Names of agents separated by commas, in full and each once.

    Raises:
        ArgumentTypeError: for an agent that `in_full` does not know.
    """
    try:
        return list(dict.fromkeys(in_full(name) for name in names(text)))
    except UnknownAgentError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def some_of(
    kind: str, there_are: Sequence[str], told: Sequence[str] | None = None
) -> Callable[[str], list[str]]:
    """A reader of names of that kind, separated by commas, each once. It raises an
    ArgumentTypeError for one that does not exist, or for none at all, with those that are `told`:
    all, or the names of those that are many."""
    all_of_them = ", ".join(there_are if told is None else told)

    def read(text: str) -> list[str]:
        chosen = names(text)
        if not chosen:
            raise argparse.ArgumentTypeError(f"name one {kind} at least of {all_of_them}")
        for name in chosen:
            if name not in there_are:
                words = f"no {kind} is called `{name}`. There are {all_of_them}."
                raise argparse.ArgumentTypeError(words)
        return chosen

    return read
