"""Hits and what absorbs them in words, and who is out of the scene by what."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.telling.scene import Scene, Teller
from autogm.model.words import HARMS, SEVERITIES


def _hit(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    shifts, harm, lethal, attacker = row[1:5]
    facts = {
        "shifts": shifts,
        "harm": HARMS[harm],
        "lethal": bool(lethal),
        "by": words.words.fighters[attacker],
    }
    return "hit", f"{name} takes a {'lethal ' if lethal else ''}hit of {shifts}.", facts


def _damage(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    facts = {"shifts": row[1], "target": words.words.fighters[row[2]], "lethal": bool(row[3])}
    return "damage", f"{name} hits {words.names[row[2]]} for {row[1]}.", facts


def _stress(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    tracks = len(words.compiled.encounter.fighters[row[0]].boxes)
    which = f"{HARMS[row[2]]} stress" if tracks > 1 else "stress"
    text = f"{name} checks {which} box {row[1]}."
    return "stress", text, {"box": row[1], "harm": HARMS[row[2]]}


def _clear(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "clear", f"{name} clears a stress box.", {"harm": HARMS[row[1]]}


def _consequence(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    severity = SEVERITIES[row[2]]
    facts = {"slot": row[1], "severity": severity, "absorbs": row[3]}
    return "consequence", f"{name} takes a {severity} consequence.", facts


def _member(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "member falls", f"One of {name} falls, {row[1]} left.", {"left": row[1]}


def _out(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "taken out", f"{name} is taken out.", {}


def _concedes(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "concedes", f"{name} concedes.", {}


def _leaves(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "leaves", f"{name} gets away.", {"zone": words.words.zones[row[1]]}


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
