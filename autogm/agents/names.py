"""The names of the agents, and who plays which side by name. An unknown name is refused with the
known ones; nothing here needs a kernel, so that it can be refused before any is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from autogm.planner.levels import DEFAULT as DEFAULT_LEVEL
from autogm.planner.levels import LevelError, setting, spelling

SIDES = ("players", "gm")
NAMES = ("random", "brawler", "tactician", "planner")
LEVELLED = "planner"
DEFAULT = "brawler"


class UnknownAgentError(ValueError):
    """A name that no agent has."""


def known(name: str) -> str:
    """The name of an agent in full: `planner` is `planner:great`, so is `planner:4`. A part of
    the budget may follow, as in `planner:great:positions=5000` (see `levels.setting`).

    Raises:
        UnknownAgentError: naming the known agents or levels, or what is wrong with a budget.
    """
    kind, colon, level = name.partition(":")
    if kind not in NAMES:
        raise UnknownAgentError(_nobody("agent", kind, NAMES))
    if kind != LEVELLED:
        if colon:
            raise UnknownAgentError(f"`{kind}` has no levels; `{LEVELLED}` has")
        return name
    try:
        return f"{kind}:{spelling(setting(level if colon else DEFAULT_LEVEL.name))}"
    except LevelError as error:
        raise UnknownAgentError(f"`{name}`: {error}") from None


def seat_names(text: str | None) -> tuple[str, str]:
    """Who plays the players' and the gm's side, by their names in full:
    `players=brawler,gm=planner:superb`; a name alone plays both, but for a side that is named after
    it; a side left out is played by the default.

    Raises:
        UnknownAgentError: for names of agents or sides that do not exist, for nobody, and for a
            side that two are to play.
    """
    parts = [part.strip() for part in (DEFAULT if text is None else text).split(",")]
    parts = [part for part in parts if part]
    if not parts:
        raise UnknownAgentError(f"nobody is named: write an agent, such as `{DEFAULT}`")
    both, chosen = "", dict[str, str]()
    for number, part in enumerate(parts):
        side, equals, name = (piece.strip() for piece in part.partition("="))
        if not equals or ":" in side:  # of a budget, and not of a side
            if number:
                raise UnknownAgentError(
                    f"`{part}` would play both sides, and `{parts[0]}` is named before it; write "
                    "players=… and gm=…"
                )
            both = part
        elif side not in SIDES:
            raise UnknownAgentError(_nobody("side", side, SIDES))
        elif side in chosen:
            raise UnknownAgentError(f"`{side}` is named twice, as `{chosen[side]}` and `{name}`")
        else:
            chosen[side] = name
    players, gm = (known(chosen.get(side, both or DEFAULT)) for side in SIDES)
    return players, gm


def _nobody(what: str, name: str, options: Sequence[str]) -> str:
    close = get_close_matches(name, options, 1)
    hint = f" Did you mean `{close[0]}`?" if close else ""
    there_are = f"{', '.join(options[:-1])} and {options[-1]}"
    return f"no {what} is called `{name}`.{hint} The {what}s are {there_are}."
