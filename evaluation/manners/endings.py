"""Manners of giving up and of ending: who concedes unhurt, what is left over, what is paid for
trifles. Each function tells the opportunities of one manner in a battle, and how often it was seen
in them.
"""

from __future__ import annotations

from collections.abc import Iterator

from autogm.engine.codes import (
    COST_CONSEQUENCE,
    GM,
    N_CONCEDE,
    N_TAKE_COST,
    OUTSIDE,
    PLAYERS,
    POOL,
    V_GRAB,
    V_PAY_THE_COST,
    V_SPRINT,
    VERB_SHIFT,
)
from autogm.engine.state import State
from evaluation.manners.battle import Battle, Sighting
from evaluation.manners.turns import goals

ASIDE = "leaving the scene"
GRAVE = ("moderate", "severe")


def unhurt_concession(battle: Battle) -> Iterator[Sighting]:
    """Of the concessions, those of fighters with no box marked, no consequence and no member
    lost."""
    for place, moment in battle.at(N_CONCEDE):
        if moment.said.verb == "concede":
            assert moment.said.target is not None
            fighter, record = battle.fighters[moment.said.target], moment.record
            hurt = record["stress"][fighter].any() or record["wounds"][fighter]
            hurt = hurt or record["members"][fighter] < battle.scene["members"][fighter]
            yield Sighting(place, moment.side, moment.said.target, int(not hurt))


def undecided(battle: Battle) -> Iterator[Sighting]:
    """Of all battles, those that nobody wins."""
    yield Sighting(len(battle.moments) - 1, None, None, int(battle.winner is None))


def gm_dies_rich(battle: Battle) -> Iterator[Sighting]:
    """Of the points that the GM had, those left in the pool at the end of a battle that it did not
    win."""
    return _rich(battle, GM)


def players_die_rich(battle: Battle) -> Iterator[Sighting]:
    """Of the points that the players had, those left at the end of a battle that they did not win,
    or when their owners left it."""
    return _rich(battle, PLAYERS)


def _rich(battle: Battle, side: int) -> Iterator[Sighting]:
    if battle.winner == side:
        return
    first = battle.moments[0].before
    had, left = points(first, side), points(battle.end, side)
    names = [name for name in battle.fighters if battle.side_of(name) == side]
    names += ["gm"] * (side == GM)
    for moment in battle.moments:
        for event in moment.happened("point"):
            if event.facts["to"] in names:
                had += event.facts["count"]
            if event.facts["reason"] == ASIDE and event.facts["from"] in names:
                left += event.facts["count"]
    if had:
        yield Sighting(len(battle.moments) - 1, side, None, left, had)


def points(state: State, side: int) -> int:
    """The points that a side can spend."""
    scene, record = state.game.scene[0], state.record[0]
    accounts = [POOL] if side == GM else []
    accounts += [one for one in range(int(scene["fighters"])) if scene["side"][one] == side]
    return int(sum(record["points"][one] for one in accounts))


def invokes_left(battle: Battle) -> Iterator[Sighting]:
    """Of the free invokes that a side had, boosts included, those left at the end; what went with
    an aspect before is not among them."""
    for side in (PLAYERS, GM):
        had = int(battle.moments[0].record["free"][:, side].sum())
        name = ("players", "gm")[side]
        for moment in battle.moments:
            for event in moment.happened("free invoke"):
                if event.facts["side"] == name:
                    had += event.facts["count"]
        if had:
            left = int(battle.end.record[0]["free"][:, side].sum())
            yield Sighting(len(battle.moments) - 1, side, None, left, had)


def grave_cost(battle: Battle) -> Iterator[Sighting]:
    """Of the moderate and severe consequences that success would cost, those taken for a trifle:
    neither for the item or a way out nor for a zone that an objective is about."""
    for place, moment in battle.at(N_TAKE_COST):
        record = moment.record
        if int(record["pending"][int(record["depth"]) - 1, 3]) != COST_CONSEQUENCE:
            continue
        told = battle.game.events(moment.before, V_PAY_THE_COST << VERB_SHIFT)
        if not any(one.kind == "consequence" and one.facts["severity"] in GRAVE for one in told):
            continue
        verb, argument = int(record["roll_verb"]), int(record["roll_argument"])
        aim = verb == V_SPRINT and (argument == OUTSIDE or argument in goals(moment.before))
        trifle = verb != V_GRAB and not aim
        odd = trifle and moment.said.verb == "pay the cost"
        yield Sighting(place, moment.side, moment.who, int(odd))
