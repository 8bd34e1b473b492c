"""How often each side won battles that were played: the shares with their intervals, and their
words.
"""

from __future__ import annotations

from dataclasses import dataclass

from autogm.analysis.intervals import Share
from autogm.model.words import SIDES
from autogm.view.figures import percent, whole
from autogm.view.words.grammar import listed
from autogm.view.words.names import Names

MOST_DECIMALS = 4


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """How battles ended. `asked` were to be played and the first `battles` of them were, by
    `agents`, who are named by side. `state` is the line of the state that they were played on from
    (None: from the beginning)."""

    battles: int
    asked: int
    seed: int
    agents: dict[str, str]
    wins: dict[str, Share]
    undecided: Share
    state: str | None = None

    def ends(self) -> dict[str, object]:
        """As plain data."""
        return {
            "battles": self.battles,
            "asked": self.asked,
            "seed": self.seed,
            "state": self.state,
            "agents": self.agents,
            "wins": {side: share.as_dict() for side, share in self.wins.items()},
            "undecided": self.undecided.as_dict(),
        }


def agents_words(agents: dict[str, str]) -> str:
    """Who plays battles on: `both sides as the tactician`."""
    players, gm = (agents[side] for side in SIDES)
    own = [f"{who} as the {agent}" for who, agent in agents.items() if who not in SIDES]
    if players == gm:
        return listed([f"both sides as the {players}", *own])
    return listed([f"the players as the {players}", f"the GM as the {gm}", *own])


def played_on(names: Names, found: Outcomes) -> str:
    """How often each side won the battles that were played on from a known state, and by whom, in a
    sentence, the greater share first."""
    first, second = sorted(SIDES, key=lambda side: -found.wins[side].count)
    often = "once" if found.battles == 1 else f"{found.battles:,} times"
    words = (
        f"Played on from here {often}, {agents_words(found.agents)}: "
        f"{names.sides[first]} won {about(found.wins[first])}, "
        f"{names.sides[second]} {about(found.wins[second])}"
    )
    if found.undecided.count:
        words += f", {whole(found.undecided.share)} ended undecided"
    return f"{words}."


def about(share: Share) -> str:
    """A share and its interval, with decimals where whole per cents would hide the interval; one
    that lies within a per cent of 0 or 1 has a single end."""
    said, low, high = _near_all(share.share), _near_all(share.low), _near_all(share.high)
    if high.startswith("<") or low.startswith(">"):
        ends = high if high.startswith("<") else low
        return said if ends == said else f"{said} ({ends})"
    if low.startswith("<") or high.startswith(">") or (low == high and share.low < share.high):
        decimals = telling(share)
        said, low, high = (percent(one, decimals) for one in (share.share, share.low, share.high))
    return f"{said} ({low.removesuffix('%')}–{high})"


def _near_all(share: float) -> str:
    """A share in whole per cents; what lies within one of 0 or 1 shows that alone."""
    if 0 < share < 0.01:
        return "<1%"
    return ">99%" if 0.99 < share < 1 else whole(share)


def telling(share: Share) -> int:
    """How many decimals keep the ends of an interval apart."""
    for decimals in range(1, MOST_DECIMALS):
        if share.low == share.high or percent(share.low, decimals) != percent(share.high, decimals):
            return decimals
    return MOST_DECIMALS
