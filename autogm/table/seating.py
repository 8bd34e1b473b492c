"""What somebody fills in to begin a battle, checked: who sits where, whose dice, which seed. The
page asks for no more than `NewBattle` says, and whoever keeps battles gets exactly that.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from autogm.agents.names import MOST_SEED
from autogm.game.registry import ReadFile
from autogm.model.words import SIDES, SideName
from autogm.table.gallery import GalleryItem, choices
from autogm.table.known import Version

PERSON = "person"
"""The seat of somebody at the page; any other is the full name of an agent."""
AS_WRITTEN = ""
"""The version that is the scenario itself."""
AS_SIDE = ""
"""The seat of who sits as their side does."""
Dice = Literal["program", "own"]
DICE: tuple[Dice, ...] = ("program", "own")
MOST_POSITION = 50_000
LONGEST = 40
"""Letters of what somebody filled in that are repeated."""


class FormError(ValueError):
    """What was filled in does not do; `faults` says why by field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__("; ".join(self.faults.values()))


@dataclass(frozen=True)
class NewBattle:
    """A battle to begin: what was read, who sits where (`PERSON`, or the full name of an agent) by
    side, and by what is written for those fighters who sit apart from their side
    (`autogm.agents.names.fighters_of`), the seed, and whose dice fall for each side. With `assist`
    it is a real table's: agents only propose, and the players roll. `position` is the text of one
    to begin from, if any, `heroes` the ids of those of somebody's own who play; `version` is what
    the opposition is to be, where it is not as it is written."""

    found: ReadFile
    sides: dict[SideName, str]
    fighters: dict[str, str]
    seed: int
    dice: dict[SideName, Dice]
    assist: bool = False
    position: str = ""
    heroes: tuple[str, ...] = ()
    version: Version | None = None


def offered(kind: str) -> frozenset[str]:
    """The names of those who may sit on a seat of a game of a kind, as pages offer them."""
    return frozenset((PERSON, *(one.name for one in choices(kind))))


def new_battle(item: GalleryItem, form: Mapping[str, str]) -> NewBattle:
    """What a form says: `side.players`, `fighter.ID`, `dice.gm`, `seed`, `assist`, `position`,
    `hero.ID` and `version`, the number of one that is known, or nothing for what is written. What
    is left out is as usual: the players a person, dice of the program, a seed that nobody knows.

    Raises:
        FormError: for what cannot be, by field.
    """
    faults: dict[str, str] = {}
    able = offered(item.found.kind.name)

    def seat(field: str, default: str, *more: str) -> str:
        said = form.get(field, default)
        if said not in able and said not in more:
            faults[field] = f"nobody is called {said[:LONGEST]!r} who plays games of this kind"
        return said

    sides: dict[SideName, str] = {one: seat(f"side.{one}", PERSON) for one in SIDES}
    fighters = {one.id: seat(f"fighter.{one.id}", AS_SIDE, AS_SIDE) for one in item.people}
    dice: dict[SideName, Dice] = {}
    for one in SIDES:
        said = form.get(f"dice.{one}", DICE[0])
        dice[one] = "own" if said == "own" else "program"
        if said not in DICE:
            faults[f"dice.{one}"] = f"dice are the program's or one's own, not {said[:LONGEST]!r}"
    seed = _seed(form.get("seed", "").strip(), faults)
    assist = "assist" in form
    if assist:
        dice["players"] = "own"
        if sides["gm"] == PERSON:
            faults["side.gm"] = "choose the agent that is to propose what the NPCs do"
    heroes = tuple(one.removeprefix("hero.") for one in form if one.startswith("hero."))
    position = form.get("position", "")
    if len(position) > MOST_POSITION:
        faults["position"] = f"a position has at most {MOST_POSITION:,} letters"
    versions = item.known.versions if item.known is not None else ()
    number = form.get("version", AS_WRITTEN)
    by_number = {str(place): one for place, one in enumerate(versions)}
    if number != AS_WRITTEN and number not in by_number:
        faults["version"] = "there is no such version of this any more: choose again"
    if faults:
        raise FormError(faults)
    version = by_number.get(number)
    apart = {who: one for who, one in fighters.items() if one != AS_SIDE}
    return NewBattle(
        item.found, sides, apart, seed, dice, assist, position.strip(), heroes, version
    )


def _seed(said: str, faults: dict[str, str]) -> int:
    if not said:
        return secrets.randbelow(1_000_000)
    number = said.isascii() and said.isdigit() and len(said) < 20
    if not (number and int(said) <= MOST_SEED):
        faults["seed"] = f"a seed is a whole number from 0 to {MOST_SEED}; empty: any"
        return 0
    return int(said)
