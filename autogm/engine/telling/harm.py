"""Hits and what absorbs them in words, and who is out of the scene by what."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.grammar import counted
from autogm.engine.telling.scene import Scene, Teller
from autogm.model.words import HARMS, SEVERITIES

FAILED_ATTACK = ev.rule("K2")
"""The rule by which failing an attack costs the attacker a box."""


def _hit(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    shifts, harm, lethal, attacker = row[1:5]
    facts = {
        "shifts": shifts,
        "harm": HARMS[harm],
        "lethal": bool(lethal),
        "by": scene.words.fighters[attacker],
    }
    return "hit", scene.says(name, f"takes a {'lethal ' if lethal else ''}hit of {shifts}"), facts


def _damage(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    shifts, margin = row[1], row[4]
    facts = {
        "shifts": shifts,
        "target": scene.words.fighters[row[2]],
        "lethal": bool(row[3]),
        "margin": margin,
    }
    text = scene.says(name, f"hits {scene.names[row[2]]} for {shifts}")
    more = shifts - margin
    if more:
        why = f"{more} more by weapons" if more > 0 else f"{-more} less by armour"
        text = f"{text.removesuffix('.')}, {why}."
    return "damage", text, facts


def _stress(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    tracks = len(scene.compiled.encounter.fighters[row[0]].boxes)
    which = f"{HARMS[row[2]]} stress" if tracks > 1 else "stress"
    text = scene.says(name, f"checks {which} box {row[1]}")
    if row[5] == FAILED_ATTACK:
        text = f"the failed attack costs {name} {which} box {row[1]}."
    return "stress", text, {"box": row[1], "harm": HARMS[row[2]]}


def _clear(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "clear", scene.says(name, "clears a stress box"), {"harm": HARMS[row[1]]}


def _consequence(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    severity = SEVERITIES[row[2]]
    facts = {"slot": row[1], "severity": severity, "absorbs": row[3]}
    return "consequence", scene.says(name, f"takes a {severity} consequence"), facts


def _member(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    left = row[1]
    text = f"one of {name} falls, {counted(left)} {'is' if left == 1 else 'are'} left."
    if left == 0:
        text = f"the last of {name} falls."
    return "member falls", text, {"left": left}


def _out(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "taken out", scene.says(name, "is taken out"), {}


def _concedes(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "concedes", scene.says(name, "concedes"), {}


def _leaves(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "leaves", scene.says(name, "gets away"), {"zone": scene.words.zones[row[1]]}


TELLERS: dict[int, Teller] = {
    ev.EV_HIT: _hit,
    ev.EV_DAMAGE: _damage,
    ev.EV_STRESS: _stress,
    ev.EV_CLEAR: _clear,
    ev.EV_CONSEQUENCE: _consequence,
    ev.EV_MEMBER_FALLS: _member,
    ev.EV_TAKEN_OUT: _out,
    ev.EV_CONCEDES: _concedes,
    ev.EV_LEAVES: _leaves,
}
