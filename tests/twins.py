"""Pairs of conflicts that differ only in what is hidden from one side, and the same battle in both:
the same choices by their words, the same dice. What the side is told has to be the same throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from autogm.engine.actions import Action
from autogm.engine.codes import CHANCE, GM, PLAYERS
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.state import State
from tests.conformance.plays import Seen, choose
from tests.table import scene

KNIFE = {"text": "A Knife Behind His Back", "actions": ["attack", "defend"]}
CHASM = {"text": "The Chasm Without a Floor", "adverse": True}
HALL = {"text": "A Hall of Sleeping Bears", "adverse": False}
HANS = "hans@b Forceful 3 Quick 1 boxes=2"
ROLF = "rolf@a Forceful 2 Quick 2 boxes=3; tove@a Forceful 1 Clever 3 boxes=3"


def _war(gm: str, players: str = ROLF, **fields: Any) -> Game:
    return scene("war-of-ashes", players, gm, "a - b", exchanges=6, pool=2, **fields).game


def _sheet(who: str, hidden: str, **more: Any) -> dict[str, Any]:
    """Two aspects, and one more that is hidden from a side."""
    plain: list[Any] = ["Stubborn as a Mule", "Afraid of Rats"]
    return {who: {"aspects": [*plain, {**KNIFE, "hidden_from": hidden, **more}]}}


def _plainly(who: str) -> dict[str, Any]:
    return {who: {"aspects": ["Stubborn as a Mule", "Afraid of Rats"]}}


def _cave(reveals: dict[str, Any]) -> dict[str, Any]:
    return {"zone": {"c": {"unexplored": True, "reveals": reveals}}, "edges": [["b", "c"]]}


def _ambush(gm: str) -> Game:
    return _war(gm, turn_order={"ambush": "gm", "npcs": "each"})


def _gang(gm: str = "", **fields: Any) -> Game:
    """A mob that may divide (N4), and two heroes."""
    mob = "gang@b Fight 1 Notice 3 type=group members=4 boxes=0"
    players = "rolf@a Fight 3 Notice 2; tove@a Fight 2 Notice 1"
    others = f"{gm}; {mob}" if gm else mob
    return scene("fate-core", players, others, "a - b", exchanges=5, pool=2, **fields).game


@dataclass(frozen=True)
class Twins:
    """Two conflicts that `side` cannot tell apart; `full` has more in it that is hidden."""

    side: int
    plain: Game
    full: Game


def twins(name: str) -> Twins:
    """A pair by its name in `PAIRS`."""
    side, plain, full = PAIRS[name]
    return Twins(side, plain(), full())


PAIRS: dict[str, Any] = {
    "an aspect": (
        PLAYERS,
        lambda: _war(HANS, sheets=_plainly("hans")),
        lambda: _war(HANS, sheets=_sheet("hans", "players", free={"gm": 2})),
    ),
    "an aspect of the players'": (
        GM,
        lambda: _war(HANS, sheets=_plainly("tove")),
        lambda: _war(HANS, sheets=_sheet("tove", "gm", free={"players": 1})),
    ),
    "an aspect of the scene": (
        PLAYERS,
        lambda: _war(HANS),
        lambda: _war(HANS, aspects=[{**KNIFE, "hidden_from": "players", "side": "gm"}]),
    ),
    "a compel": (
        PLAYERS,
        lambda: _war(HANS, sheets=_plainly("hans")),
        lambda: _war(
            HANS,
            sheets=_sheet("hans", "players"),
            compels=[{"victim": "hans", "aspect": KNIFE["text"], "effect": "lose action"}],
        ),
    ),
    "reinforcements": (
        PLAYERS,
        lambda: _war(HANS),
        lambda: _war(f"zed@a Forceful 4 Quick 4 arrives=6; {HANS}"),
    ),
    "a goal about reinforcements": (
        PLAYERS,
        lambda: _war(HANS),
        lambda: _war(
            f"zed@a Forceful 4 arrives=6; {HANS}",
            objectives={"players": [{"do": "take out", "who": ["hans", "zed"]}]},
        ),
    ),
    "the players' reinforcements": (
        GM,
        lambda: _war(HANS),
        lambda: _war(HANS, f"{ROLF}; liv@a Forceful 3 arrives=6"),
    ),
    "unexplored ground": (
        PLAYERS,
        lambda: _war(HANS, **_cave(CHASM)),
        lambda: _war(HANS, **_cave(HALL)),
    ),
    "somebody in ambush": (
        PLAYERS,
        lambda: _ambush("hans@a Sneaky 3 Forceful 2"),
        lambda: _ambush("hans@a Sneaky 3 Forceful 2; ole@b Sneaky 1 Forceful 4"),
    ),
    "an aspect of a mob that divides": (
        PLAYERS,
        lambda: _gang(sheets=_plainly("gang")),
        lambda: _gang(sheets=_sheet("gang", "players", free={"gm": 2})),
    ),
    "a mob among the reinforcements": (
        PLAYERS,
        _gang,
        lambda: _gang("zed@a Fight 4 type=group members=3 boxes=0 arrives=5"),
    ),
}
"""Pairs by what is hidden: the side, and how to make the two."""


@dataclass(frozen=True)
class Moment:
    """A moment of a battle in both conflicts, with what the side has been told since the one
    before."""

    plain: State
    full: State
    told: tuple[list[Event], list[Event]]


def battle(pair: Twins, seed: int) -> Iterator[Moment]:
    """The moments of one battle in both conflicts until something hidden shows. What can only be
    chosen since something hidden is there is passed over."""
    rng, seen = Random(seed), Seen()
    plain, full = pair.plain.new_initial_state(), pair.full.new_initial_state()
    told = (list(pair.plain.opening(to=pair.side)), list(pair.full.opening(to=pair.side)))
    while True:
        while _only_there(plain, full):
            action = full.legal_actions()[0]
            told[1].extend(pair.full.events(full, action, to=pair.side))
            full.apply_action(action)
        if plain.is_terminal() or (plain.node(), plain.actor()) != (full.node(), full.actor()):
            return
        yield Moment(plain.clone(), full.clone(), told)
        action = choose(plain, rng, seen)
        same = action if plain.current_player() == CHANCE else _same(pair, plain, full, action)
        if same is None or any(map(_shows, pair.full.events(full, same))):
            return
        told = (pair.plain.events(plain, action, to=pair.side),
                pair.full.events(full, same, to=pair.side))  # fmt: skip
        plain.apply_action(action)
        full.apply_action(same)


def _shows(event: Event) -> bool:
    """Whether what was hidden has shown or been seen at work, or the battle is over."""
    explored = event.facts.get("aspect") in (CHASM["text"], HALL["text"])
    return (
        event.kind in ("arrives", "discovers", "compel", "end")
        or (event.kind == "turn" and event.who == "ole")
        or (event.kind == "aspect" and explored)
        or (event.kind == "invoke" and event.facts.get("aspect") == KNIFE["text"])
    )


def _only_there(plain: State, full: State) -> bool:
    """Whether somebody chooses in the full conflict alone, and may pass."""
    here = (plain.node(), plain.actor(), plain.current_player())
    there = (full.node(), full.actor(), full.current_player())
    return here != there and full.current_player() >= 0 and _passes(full)


def _passes(state: State) -> bool:
    return state.game.describe(state, state.legal_actions()[0]).verb == "pass"


def _same(pair: Twins, plain: State, full: State, action: int) -> int | None:
    """The action of the full conflict that says the same, if there is one."""
    said = plain.game.describe(plain, action)
    if plain.current_player() == pair.side:
        named = said if said.verb != "explore" else Action("explore", on=said.on)
        return full.game.choice(full, pair.side, named)
    try:
        meant = full.game.encode(said)
    except ValueError:
        return None
    return meant if meant in full.legal_actions() else None
