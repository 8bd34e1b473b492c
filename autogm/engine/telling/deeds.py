"""Turns, moves and declared actions in words, and how it all ends."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.actions import COSTS
from autogm.engine.codes import UNDECIDED_WIN
from autogm.engine.compile import EFFECTS
from autogm.engine.sentences import STATUS, declared, possessive
from autogm.engine.telling.scene import Scene, Teller


def _exchange(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "exchange", f"Exchange {row[1]}.", {"exchange": row[1]}


def _turn(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "turn", f"{possessive(name)} turn.", {"exchange": row[1]}


def _arrives(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return (
        "arrives",
        f"{name} arrives at {words.zone(row[1])}.",
        {"zone": words.words.zones[row[1]]},
    )


def _moves(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    start, end = words.words.zones[row[1]], words.words.zones[row[2]]
    return (
        "moves",
        f"{name} goes from {words.zone(row[1])} to {words.zone(row[2])}.",
        {"from": start, "to": end},
    )


def _action(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    who, verb, a, b, c = row
    action = words.words.describe((verb << 24) | (a << 14) | (b << 7) | c)
    stunt, effect = "", ""
    if action.stunt is not None:
        stunt = words.compiled.encounter.fighters[who].stunts[action.stunt].name
    if action.effect is not None:
        effect = EFFECTS[int(words.compiled.scene[0]["effect_does"][action.effect])]
    text = declared(words.called, name, action, stunt, effect)
    return "action", f"{text}.", {"action": action.as_dict()}


def _block(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    facts = {"target": words.words.fighters[row[1]], "zone": words.words.zones[row[2]]}
    return "block", f"{name} blocks {possessive(words.names[row[1]])} way.", facts


def _stunt(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    if row[1] < 0:
        return "stunt", f"{name} ripostes for {row[2]}.", {"riposte": row[2]}
    stunt = words.compiled.encounter.fighters[row[0]].stunts[row[1]].name
    return "stunt", f"{name} uses {stunt}.", {"stunt": stunt}


def _cost(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "cost", f"{name} succeeds at a cost: {COSTS[row[1]]}.", {"cost": COSTS[row[1]]}


def _status(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    what = STATUS[row[1]]
    facts: dict[str, Any] = {"status": what}
    if row[1] == ev.X_HELPS:
        facts["target"] = words.words.fighters[row[2]]
        return "status", f"{name} helps {words.names[row[2]]}.", facts
    text = f"{name} {what}"
    if row[1] in (ev.X_ROARS, ev.X_SKILL_OUT):
        facts["skill"] = words.words.skills[row[2]]
        text = text.replace("a skill", facts["skill"])
        text += f" with {facts['skill']}" if row[1] == ev.X_ROARS else ""
    if row[1] in (ev.X_MUST_MOVE, ev.X_MUST_FLEE):
        facts["zone"] = words.words.zones[row[2]]
        text += f" {'to' if row[1] == ev.X_MUST_MOVE else 'from'} {words.zone(row[2])}"
    return "status", f"{text}.", facts


def _item(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    item = words.compiled.encounter.scenario.item
    what = item.name if item else "it"
    if row[1] < 0:
        return "item", f"{name} has {what}.", {"item": what, "held": True}
    zone = words.words.zones[row[1]]
    return "item", f"{name} drops {what}.", {"item": what, "held": False, "zone": zone}


def _end(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    winner = {1: "players", 2: "gm", UNDECIDED_WIN: "undecided"}[row[1]]
    said = {"players": "The players win.", "gm": "The GM's side wins.", "undecided": "Undecided."}
    return "end", f"{said[winner]}", {"winner": winner, "exchange": row[2]}


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
