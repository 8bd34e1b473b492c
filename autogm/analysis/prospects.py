"""How a game of any kind is likely to end after a choice, with best play of both sides from there:
the chances of its ends, out of what was solved or looked at ahead, and in words for who plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autogm.game.graph import OPEN, OVER
from autogm.planner.solving.expectimax import Solved
from autogm.view.figures import whole

STILL_OPEN = "open"
"""What was not looked at, among the ends."""
BRIEFLY = 0.005
"""What is less likely is not told."""
MOSTLY = 0.5
WORDS = {
    "players": "an ending of the players",
    "gm": "an ending of the GM",
    "bargain": "a bargain",
    "undecided": "no decision",
    STILL_OPEN: "not yet seen how",
}

Chances = Mapping[str, float]


def chances_of_ends(found: Solved, place: int, name: Callable[[Any], str]) -> dict[str, float]:
    """The chance of each kind of end by its `name`, from a state by its number on, with best play
    of both sides; likelier ones first. What was not looked at is `STILL_OPEN`."""
    met, kinds = found.met(place), found.graph.kinds
    shares: dict[str, float] = {}
    for one in ((kinds == OVER) & (met > 0.0)).nonzero()[0]:
        called = name(found.graph.state(int(one)))
        shares[called] = shares.get(called, 0.0) + float(met[one])
    if left := float(met[kinds == OPEN].sum()):
        shares[STILL_OPEN] = left
    return dict(sorted(shares.items(), key=lambda one: -one[1]))


def whose_ends(found: Solved, place: int) -> dict[str, float]:
    """The same by whose end it is: `players`, `gm`, `undecided`, or as the game says."""
    game = found.root.game
    return chances_of_ends(found, place, getattr(game, "whose_ending", lambda state: state.winner))


def compared_in_words(several: Sequence[Chances]) -> list[str]:
    """Chances of the ends after choices that stand beside each other, briefly; nothing of all of
    them where there is nothing to say of one, for that one would look as if it had none."""
    told = [ends_in_words(ends) for ends in several]
    return told if all(told) else [""] * len(told)


def ends_in_words(ends: Chances) -> str:
    """Chances of ends, briefly: `an ending of the players 80%, a bargain 20%`; nothing where most
    of it is still open."""
    if ends.get(STILL_OPEN, 0.0) > MOSTLY:
        return ""
    told = [f"{WORDS[whose]} {whole(one)}" for whose, one in ends.items() if one >= BRIEFLY]
    return ", ".join(told)
