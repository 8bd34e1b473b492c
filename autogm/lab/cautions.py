"""What the agents of a simulation cannot play although the scenario needs it, said before anyone
takes the shares as advice: ground that `brawler` never crosses, objectives that it does not pursue,
that `random` concedes as readily as it attacks, and that `skirmisher` looks no turn ahead. Also
what the shares themselves show: that players who think waited for each other, or that nobody
conceded since nothing but victory counts.
"""

from __future__ import annotations

from autogm.engine.codes import A_MASK, A_SHIFT, N_TURN, V_MOVE, VERB_SHIFT
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.lab.simulate import Simulation
from autogm.model.goals import Objective
from autogm.model.words import SIDES
from autogm.rules.encounter import SettledFighter
from autogm.view.words.grammar import listed, start
from autogm.view.words.names import names_of

MOSTLY, OFTEN = 0.5, 0.25
PURSUED = {"hold": "hold a zone", "get out": "get somebody or something out",
           "take out": "take out certain fighters"}  # fmt: skip
"""Objectives that take more than fighting whoever comes first; surviving does not."""


def cautions(game: Game, agents: dict[str, str]) -> list[str]:
    """One sentence for each thing that `agents` do not do, by side, or by what was written for some
    of its fighters."""
    found = []
    names = names_of(game.encounter)
    fighters = [one for one in game.encounter.fighters if one.part_of is None]
    by = {one.id: _agent(one, agents) for one in fighters}
    for side in SIDES:
        if "brawler" not in [by[one.id] for one in fighters if one.side == side]:
            continue
        goals = _goals(game, side)
        if goals:
            found.append(
                f"the brawler pursues no objective; {names.says(names.sides[side], 'is')} here to "
                f"{' or '.join(goals)}"
            )
    stuck = [
        names.of(one.id)
        for one in fighters
        if by[one.id] == "brawler" and not _meets_someone(game, one)
    ]
    if stuck:
        found.append(
            "the brawler never crosses hindered ground, so "
            + names.says(listed(stuck), "gets at nobody by moving", many=len(stuck) > 1 or None)
        )
    if "skirmisher" in by.values():
        found.append(
            "the skirmisher looks no turn ahead: it compares variants quickly, but between players "
            "who think the shares may be quite others"
        )
    randomly = list[str]()
    for side in SIDES:
        own = [one.id for one in fighters if one.side == side]
        some = [names.of(one) for one in own if by[one] == "random"]
        randomly += [names.sides[side]] if len(some) == len(own) else some
    if randomly and game.scene[0]["concede"]:
        found.append(
            "who plays at random concedes as readily as anything else: "
            f"{listed(randomly)} will give up early"
        )
    return [start(f"{one}.") for one in found]


def _agent(fighter: SettledFighter, agents: dict[str, str]) -> str:
    """Who plays a fighter."""
    return agents.get(fighter.id) or agents.get(fighter.origin) or agents[fighter.side]


def second_thoughts(game: Game, found: Simulation) -> list[str]:
    """What the shares of a simulation show that a scenario should mend, or that they rest on."""
    if {"random", "brawler"} & set(found.agents.values()):
        return []
    said = []
    if found.undecided.share >= MOSTLY:
        said.append(
            "Most battles last until the exchange limit: where whoever comes closer is hit first, "
            "both sides wait. Give one of them an objective, or say in its `stakes` that "
            "`undecided` is worth less than nothing to it."
        )
    scene = game.scene[0]
    indifferent = not scene["keep_exit"] and not scene["wound_value"].any()
    falls = found.heroes is not None and found.heroes.any_falls.share >= OFTEN
    conceded = any(one.conceded.count for one in found.fighters)
    if scene["concede"] and indifferent and falls and not conceded:
        said.append(
            "Nobody concedes, since nothing counts here but victory. With `stakes: careful` a "
            "fighter is given up before it is hurt worse, and fewer may fall."
        )
    return said


def _goals(game: Game, side: str) -> list[str]:
    objectives: tuple[Objective, ...] = getattr(game.encounter.scenario.objectives, side)
    return list(dict.fromkeys(PURSUED[one.do] for one in objectives if one.do in PURSUED))


def _meets_someone(game: Game, fighter: SettledFighter) -> bool:
    """Whether free steps, each nearer to the nearest enemy, bring a fighter to where it can attack
    one, everybody else staying where they begin."""
    scene = game.scene[0]
    index = game.words.fighters.index(fighter.id)
    zones = [
        game.words.zones.index(one.zone)
        for one in game.encounter.fighters
        if one.side != fighter.side
    ]
    reach = int(scene["reach"][index][0])
    waiting, seen = [game.words.zones.index(fighter.zone)], set[int]()
    while waiting:
        zone = waiting.pop()
        if any(int(scene["sight"][zone][other]) <= reach for other in zones):
            return True
        seen.add(zone)
        goal = min(zones, key=lambda other: int(scene["hops"][zone][other]))
        waiting += [
            step
            for step in _free_steps(game, index, zone)
            if step not in seen and int(scene["hops"][step][goal]) < int(scene["hops"][zone][goal])
        ]
    return False


def _free_steps(game: Game, fighter: int, zone: int) -> list[int]:
    """The zones that a fighter who begins a turn in a zone may step into freely (T3, Z2), whatever
    else has changed since the start."""
    record = game.compiled.state.copy()
    one, side = record[0], int(game.scene[0]["side"][fighter])
    if (int(one["present"]) >> fighter) & 1 == 0:  # it comes later
        one["present"] |= 1 << fighter
        one["members"][fighter] = game.scene[0]["members"][fighter]
    one["present_in"] &= ~(1 << fighter)
    one["present_in"][zone] |= 1 << fighter
    one["zone"][fighter] = zone
    one["pending"], one["depth"] = 0, 1
    one["pending"][0] = (N_TURN, fighter, side, 0)
    legal = State(game, record).legal_actions()
    return [(action >> A_SHIFT) & A_MASK for action in legal if action >> VERB_SHIFT == V_MOVE]
