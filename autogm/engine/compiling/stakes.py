"""What both sides want, as numbers: play maximises u = stake(players) - stake(gm), so that the
game is zero-sum whatever the stakes are.
"""

from __future__ import annotations

from typing import Any

from autogm.engine.codes import POOL
from autogm.engine.compiling.words import SIDES, refuse
from autogm.model.scenario import SideStakes
from autogm.rules.encounter import Encounter

CAREFUL = SideStakes(
    own_taken_out=-0.25, own_conceded=-0.1, mild=-0.02, moderate=-0.05, severe=-0.12, point=0.02
)
"""Winning counts most; being taken out, consequences and points matter too."""
PRESETS = {"victory": SideStakes(), "careful": CAREFUL}


def stakes_of(encounter: Encounter) -> dict[str, SideStakes]:
    """The stakes of each side: as written, else those of the preset.

    Raises:
        ScenarioError: for stakes that prefer a worse consequence to a milder one, which would make
            absorbing a hit another game than the one that is played.
    """
    written = encounter.scenario.stakes
    found = {}
    for side in SIDES:
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
    for index, fighter in enumerate(encounter.fighters):
        own, sign = (players, 1.0) if fighter.side == "players" else (gm, -1.0)
        other = gm if fighter.side == "players" else players
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
