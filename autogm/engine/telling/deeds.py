"""Turns, moves and declared actions in words, and how it all ends."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.actions import COSTS
from autogm.engine.codes import O_GET_ITEM, O_HOLD, O_SURVIVE, O_TAKE_OUT, OUTSIDE, UNDECIDED_WIN
from autogm.engine.compiling.compels import EFFECTS
from autogm.engine.grammar import counted, listed, possessive
from autogm.engine.sentences import IDLE, STATUS, declared
from autogm.engine.telling.scene import SIDES, Scene, Teller


def _exchange(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "exchange", f"Exchange {row[1]}.", {"exchange": row[1]}


def _turn(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "turn", f"{possessive(name)} turn.", {"exchange": row[1]}


def _arrives(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    text = scene.says(name, f"arrives at {scene.zone(row[1])}")
    return "arrives", text, {"zone": scene.words.zones[row[1]]}


def _moves(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    start, end = scene.words.zones[row[1]], scene.words.zones[row[2]]
    text = scene.says(name, f"goes from {scene.zone(row[1])} to {scene.zone(row[2])}")
    return "moves", text, {"from": start, "to": end}


def _action(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    who, verb, a, b, c = row[:5]
    action = scene.words.describe((verb << 24) | (a << 14) | (b << 7) | c)
    stunt, effect = "", ""
    if action.stunt is not None:
        stunt = scene.stunt(who, action.stunt)
    if action.effect is not None:
        effect = EFFECTS[int(scene.compiled.scene[0]["effect_does"][action.effect])]
    text = declared(scene.called, scene.words.fighters[who], action, stunt, effect)
    return "action", f"{text}.", {"action": action.as_dict()}


def _block(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    facts = {"target": scene.words.fighters[row[1]]}
    if row[2] != OUTSIDE:
        facts["zone"] = scene.words.zones[row[2]]
    return "block", scene.says(name, f"blocks {possessive(scene.names[row[1]])} way"), facts


def _stunt(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    if row[1] < 0:
        return "stunt", scene.says(name, f"ripostes for {row[2]}"), {"riposte": row[2]}
    stunt = scene.stunt(row[0], row[1])
    return "stunt", scene.says(name, f"uses {stunt}"), {"stunt": stunt}


def _cost(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    cost = COSTS[row[1]]
    return "cost", scene.says(name, f"succeeds at a cost: {cost}"), {"cost": cost}


def _status(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    what = STATUS[row[1]]
    facts: dict[str, Any] = {"status": what}
    if row[1] == ev.X_HELPS:
        facts["target"] = scene.words.fighters[row[2]]
        return "status", scene.says(name, f"helps {scene.names[row[2]]}"), facts
    if row[1] == ev.X_WAITS:
        facts["why"] = IDLE[row[2]]
        text = f"waits: {facts['why']}" if facts["why"] else "holds back"
        return "status", scene.says(name, text), facts
    text = what
    if row[1] in (ev.X_ROARS, ev.X_SKILL_OUT):
        facts["skill"] = scene.words.skills[row[2]]
        text = text.replace("a skill", facts["skill"])
        text += f" with {facts['skill']}" if row[1] == ev.X_ROARS else ""
    if row[1] in (ev.X_MUST_MOVE, ev.X_MUST_FLEE):
        facts["zone"] = scene.words.zones[row[2]]
        to = "to" if row[1] == ev.X_MUST_MOVE else "from"
        text += f" {to} {scene.zone(row[2])}, where one is open"
    if row[1] == ev.X_STAYS:
        facts["zone"] = scene.words.zones[row[2]]
        text = "stays put"
    return "status", scene.says(name, text), facts


def _item(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    item = scene.compiled.encounter.scenario.item
    what = item.name if item else "it"
    if row[1] < 0:
        return "item", scene.says(name, f"has {scene.called.item}"), {"item": what, "held": True}
    zone = scene.words.zones[row[1]]
    text = scene.says(name, f"drops {scene.called.item}")
    return "item", text, {"item": what, "held": False, "zone": zone}


def _end(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    exchange = row[2]
    if row[1] == UNDECIDED_WIN:
        last = exchange >= int(scene.compiled.scene[0]["exchanges"])
        text = "nobody has won: " + (
            f"exchange {exchange} was the last." if last else "nobody is left on either side."
        )
        return "end", text, {"winner": "undecided", "exchange": exchange}
    winner = row[1] - 1
    if row[3]:
        reason = reached(scene, row[3] - 1)
    else:
        reason = f"nobody is left of {scene.side(1 - winner)}"
    text = scene.says(scene.side(winner), f"wins: {reason}")
    return "end", text, {"winner": SIDES[winner], "exchange": exchange, "reason": reason}


def reached(scene: Scene, number: int) -> str:
    """A reached objective, by its number in the compiled scene, as a clause."""
    numbers = scene.compiled.scene[0]
    does = int(numbers["objective_do"][number])
    mask = int(numbers["objective_who"][number])
    who = [name for n, name in enumerate(scene.names) if (mask >> n) & 1]
    if does == O_HOLD:
        turns = int(numbers["objective_exchanges"][number])
        held = "an exchange" if turns == 1 else f"{counted(turns)} exchanges in a row"
        zone = scene.zone(int(numbers["objective_zone"][number]))
        return f"they have held {zone} alone for {held}"
    if does == O_SURVIVE:
        return f"exchange {int(numbers['objective_exchanges'][number])} is over, and they are there"
    if does == O_GET_ITEM:
        return f"{scene.called.item} is out of here"
    several = len(who) > 1 or who[0] in scene.called.many
    if does == O_TAKE_OUT:
        return f"{listed(who)} {'are' if several else 'is'} out of it"
    wanted = int(numbers["objective_number"][number])
    if wanted < len(who):
        return f"{counted(wanted)} of {listed(who)} {'have' if wanted > 1 else 'has'} got away"
    return f"{listed(who)} {'have' if several else 'has'} got away"


TELLERS: dict[int, Teller] = {
    ev.EV_EXCHANGE: _exchange,
    ev.EV_TURN: _turn,
    ev.EV_ARRIVES: _arrives,
    ev.EV_MOVES: _moves,
    ev.EV_ACTION: _action,
    ev.EV_BLOCK: _block,
    ev.EV_STUNT: _stunt,
    ev.EV_COST: _cost,
    ev.EV_STATUS: _status,
    ev.EV_ITEM: _item,
    ev.EV_END: _end,
}
