"""What the commands of the evaluation read alike."""

from __future__ import annotations

import argparse


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
