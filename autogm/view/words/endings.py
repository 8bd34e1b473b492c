"""How plays of a game of any kind end, in words: by name where the game has names for its endings,
and what those are called that neither side has won.
"""

from __future__ import annotations

from typing import Any

from autogm.game.contract import UNDECIDED


def ending_told(game: Any, name: str) -> str:
    """An ending by its name, with what that is where the game says it: `banished: the miller
    lives`."""
    return f"{name}: {game.ending_words(name)}" if hasattr(game, "ending_words") else name


def unwon(game: Any) -> str:
    """What an end is called that neither side has won."""
    return str(getattr(game, "unwon", UNDECIDED))


def ends_unwon(game: Any) -> str:
    """That it has ended so, as the last sentence of its story."""
    return "It ends undecided." if unwon(game) == UNDECIDED else "Neither side wins."
