"""The names of the agents, and who plays which side by name. An unknown name is refused with the
known ones; nothing here needs a kernel, so that it can be refused before any is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

SIDES = ("players", "gm")
NAMES = ("random", "brawler", "tactician", "planner")
DEFAULT = "brawler"


class UnknownAgentError(ValueError):
    """A name that no agent has."""


def known(name: str) -> str:
    """The name, which is an agent's.

    Raises:
        UnknownAgentError: naming the known ones.
    """
    if name in NAMES:
        return name
    raise UnknownAgentError(_nobody("agent", name, NAMES))


def seat_names(text: str | None) -> tuple[str, str]:
    """Who plays the players' and the gm's side: `players=brawler,gm=random`; a name alone plays
    both; a side left out is played by the default.

    Raises:
        UnknownAgentError: for names of agents or sides that do not exist.
    """
    chosen = dict.fromkeys(SIDES, DEFAULT)
    for part in (text or "").split(","):
        if not part.strip():
            continue
        side, equals, name = (piece.strip() for piece in part.partition("="))
        if not equals:
            chosen = dict.fromkeys(SIDES, side)
        elif side in chosen:
            chosen[side] = name
        else:
            raise UnknownAgentError(_nobody("side", side, SIDES))
    return known(chosen["players"]), known(chosen["gm"])


def _nobody(what: str, name: str, options: Sequence[str]) -> str:
    close = get_close_matches(name, options, 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    there_are = f"{', '.join(options[:-1])} and {options[-1]}"
    return f"no {what} is called `{name}`.{hint} The {what}s are {there_are}."
