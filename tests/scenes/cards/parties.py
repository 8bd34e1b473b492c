"""Small card scenes for tests, settled by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from autogm.scenes.cards.settled import (
    Card,
    CardAspect,
    CardCharacter,
    Ending,
    Intention,
    SettledScene,
    SideStakes,
    Source,
    Valence,
)

BOTH = ("bluff", "sneak")


def aspect(
    text: str,
    on: str = "party",
    source: Source = "standing",
    valence: Valence = "neutral",
    helps: tuple[str, ...] = (),
    opposes: tuple[str, ...] = (),
    turns: tuple[str, ...] = (),
    **more: Any,
) -> CardAspect:
    """An aspect."""
    more = {name: frozenset(value) if isinstance(value, tuple) else value
            for name, value in more.items()}  # fmt: skip
    return CardAspect(
        text, on, source, valence, frozenset(helps), frozenset(opposes), frozenset(turns), **more
    )


def ending(name: str, side: str, players: float, gm: float, **more: Any) -> Ending:
    """A resolution; a bargain, where `kind` says so."""
    more = {name: frozenset(value) if isinstance(value, tuple) else value
            for name, value in more.items()}  # fmt: skip
    kind = more.pop("kind", "resolution")
    winner = side if kind == "resolution" else "undecided"
    return Ending(name, f"{name} it is", kind, side, (players, gm), winner, **more)  # type: ignore[arg-type]


SWANKY = aspect("Swanky")
NOISY = aspect("Noisy", helps=("sneak",), turns=("bluff",))
LOCKED = aspect("Locked Down Tight", valence="detrimental", opposes=BOTH)
GOONS = aspect("Security Goons", valence="detrimental", opposes=("bluff",))
ALARM = aspect(
    "Silent Alarm", valence="detrimental", opposes=("sneak",), hidden=True, after=("sneak",)
)
CHARMING = aspect("Charming", "piper", "sheet", helps=("bluff",))
DAUGHTER = aspect("Daughter of Venus", "piper", "sheet", helps=("bluff",), turns=("sneak",))
DISTRACTED = aspect(
    "Guard Distracted", "party", "players", "beneficial", helps=("sneak",), who=("piper",),
    after=("bluff",),
)  # fmt: skip
BRUISED = aspect(
    "Bruised", "piper", "gm", "detrimental", opposes=("sneak",), status=True, after=BOTH,
    lasts="it has healed",
)  # fmt: skip
PIPER = CardCharacter("piper", "Piper Grace", 3, frozenset(BOTH))
INTENTIONS = (
    Intention("bluff", "bluff her way in", ("talk",)),
    Intention("sneak", "slip in by the kitchen", ("sneak",)),
)
INSIDE = ending("inside", "players", 1, -0.5, gone=("Security Goons",))
THROWN_OUT = ending("thrown-out", "gm", -1, 0.5, failures=2)
TURNED_AWAY = ending("turned-away", "gm", -0.5, 0.25, at_the_end=True)
FOR_A_PRICE = ending("for-a-price", "gm", 0.4, 0.1, kind="bargain", price="the gear")
IN_DEBT = ending("in-debt", "gm", 0.6, 0.0, kind="bargain")

PARTY = SettledScene(
    title="Party",
    shows=None,
    cards=(Card("party", "High Society Party"),),
    characters=(PIPER,),
    intentions=INTENTIONS,
    aspects=(SWANKY, NOISY, LOCKED, GOONS, ALARM, CHARMING, DAUGHTER, DISTRACTED, BRUISED),
    endings=(INSIDE, THROWN_OUT, TURNED_AWAY, FOR_A_PRICE, IN_DEBT),
    gm_points=4,
    bowl=0,
    max_rolls=4,
)
"""The example of the rules."""
SHORT = replace(
    PARTY, max_rolls=2, gm_points=3, characters=(replace(PIPER, points=1),),
    stakes={"players": SideStakes(0.05, 0.0), "gm": SideStakes(0.04, 0.02)},
)  # fmt: skip
"""The same, in two rolls."""
QUESTION = replace(
    SHORT,
    simple=True,
    bowl=1,
    aspects=(
        SWANKY,
        aspect("Dim", source="framed", helps=("sneak",)),
        aspect("A Friendly Waiter", source="framed", valence="beneficial", helps=("sneak",)),
        aspect("Cameras", source="framed", valence="detrimental", opposes=("sneak",)),
        CHARMING,
    ),
    endings=(replace(INSIDE, gone=frozenset()), TURNED_AWAY, IN_DEBT),
    max_rolls=1,
)
"""A simple scene, and what the GM may frame if somebody makes it a full one."""
TWO = replace(
    SHORT,
    max_rolls=3,
    characters=(
        replace(PIPER, points=0),
        CardCharacter("bram", "Bram", 1, frozenset({"sneak"})),
    ),
    aspects=(
        aspect("Dark", valence="neutral", helps=("sneak",), fixed=True),
        aspect("A Hound", valence="detrimental", opposes=("sneak",), kept=True),
        CHARMING,
        aspect("Limping", "bram", "standing", "detrimental", opposes=("sneak",), status=True),
        replace(DISTRACTED, who=frozenset({"bram"}), after=frozenset({"sneak"})),
    ),
    endings=(
        ending("past", "players", 1, -1, successes=1, standing=("Guard Distracted",)),
        ending("fled", "gm", -1, 1),
    ),
)
"""Two characters, one of whom can add what is needed."""
SMALL = {"short": SHORT, "question": QUESTION, "two": TWO}
