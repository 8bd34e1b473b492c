"""What both sides want, as numbers: objectives (H7), and the worth of every way to end. Play
maximises u = stake(players) - stake(gm), so that the game is zero-sum whatever the stakes are.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.codes import O_GET_ITEM, O_GET_OUT, O_HOLD, O_SURVIVE, O_TAKE_OUT, POOL
from autogm.engine.compiling.words import SIDE_NUMBERS, Words, refuse
from autogm.model.goals import SideStakes
from autogm.model.words import MAX_OBJECTIVES
from autogm.rules.encounter import Encounter

CAREFUL = SideStakes(
    own_taken_out=-0.25, own_conceded=-0.1, mild=-0.02, moderate=-0.05, severe=-0.12, point=0.02
)
"""Winning counts most; being taken out, consequences and points matter too."""
PRESETS = {"victory": SideStakes(), "careful": CAREFUL}
OBJECTIVES = {
    "hold": O_HOLD,
    "get out": O_GET_OUT,
    "survive": O_SURVIVE,
    "take out": O_TAKE_OUT,
}


def stakes_of(encounter: Encounter) -> dict[str, SideStakes]:
    """The stakes of each side: as written, else those of the preset.

    Raises:
        ScenarioError: for stakes that prefer a worse consequence to a milder one, which would make
            absorbing a hit another game than the one that is played.
    """
    written = encounter.scenario.stakes
    found = {}
    for side in SIDE_NUMBERS:
        stakes = getattr(written, side) or PRESETS[written.preset]
        if not stakes.mild >= stakes.moderate >= stakes.severe:
            raise refuse(
                encounter,
                "a worse consequence cannot be worth more than a milder one",
                f"stakes.{side}",
            )
        found[side] = stakes
    return found


def write_stakes(encounter: Encounter, scene: Any) -> None:
    """Write the value of every way to end into a scene record."""
    stakes = stakes_of(encounter)
    players, gm = stakes["players"], stakes["gm"]
    scene["win_value"][1] = players.victory
    scene["win_value"][2] = -gm.victory
    scene["win_value"][3] = players.undecided - gm.undecided
    for index, fighter in enumerate(encounter.fighters):  # mobs count once, divided or not
        own, sign = (players, 1.0) if fighter.side == "players" else (gm, -1.0)
        other = gm if fighter.side == "players" else players
        if fighter.part_of is None:
            scene["out_value"][index] = sign * (own.own_taken_out - other.enemy_taken_out)
            scene["conceded_value"][index] = sign * (own.own_conceded - other.enemy_conceded)
        scene["wound_value"][index] = [sign * one for one in (own.mild, own.moderate, own.severe)]
        if fighter.is_player_character:
            scene["point_value"][index] = sign * own.point
    scene["point_value"][POOL] = -gm.point
    scene["keep_owed"] = bool(players.point or gm.point)
    different = any(
        scene["out_value"][n] != scene["conceded_value"][n] for n in range(len(encounter.fighters))
    )
    scene["keep_exit"] = different


def write_objectives(encounter: Encounter, words: Words, scene: Any) -> None:
    """Write one row for each objective (H7), and where the item is that one may be about.

    Raises:
        ScenarioError: for too many of them.
    """
    rows = [
        (side, one)
        for side in SIDE_NUMBERS
        for one in getattr(encounter.scenario.objectives, side)
        if one.do != "last standing"
    ]
    if len(rows) > MAX_OBJECTIVES:
        raise refuse(encounter, f"at most {MAX_OBJECTIVES} objectives", "objectives")
    scene["objectives"] = len(rows)
    for row, (side, one) in enumerate(rows):
        does = OBJECTIVES[one.do]
        scene["objective_side"][row] = SIDE_NUMBERS[side]
        scene["objective_do"][row] = O_GET_ITEM if one.item else does
        scene["objective_zone"][row] = words.zone(one.zone) if one.zone else 0
        scene["objective_exchanges"][row] = one.exchanges
        scene["objective_who"][row] = sum(
            1 << n
            for n, fighter in enumerate(encounter.fighters)
            if fighter.part_of is None and (fighter.id in one.who or fighter.origin in one.who)
        )
        scene["objective_number"][row] = one.number
    item = encounter.scenario.item
    scene["item_zone"] = -1 if item is None else words.zone(item.zone)
    scene["item_difficulty"] = 0 if item is None else item.difficulty
