"""Rolls in words: skills, dice face by face, invokes, the outcome."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.actions import VERBS
from autogm.engine.codes import K_FOR, K_GUARD, K_ON, POOL
from autogm.engine.dice import unpack_faces
from autogm.engine.sentences import FACES, GAINS, HOW
from autogm.engine.telling.scene import Scene, Teller


def _skill(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    skill = words.words.skills[row[1]]
    verb = "answers with" if row[2] else "uses"
    return "skill", f"{name} {verb} {skill}.", {"skill": skill, "answering": bool(row[2])}


def _dice(words: Scene, value: int, packed: int, replaced: int) -> tuple[str, dict[str, Any]]:
    faces = unpack_faces(words.dice, packed)
    facts: dict[str, Any] = {"sum": value, "replaced": replaced}
    shown = ""
    if faces:
        facts["faces"] = list(faces)
        signs = [FACES[face] if words.dice == "4dF" else str(face) for face in faces]
        shown = " [" + " ".join(signs) + "]"
        if replaced:
            shown += f" with {'one' if replaced == 1 else 'two'} turned to [+]"
    return f"{shown} = {value:+d}", facts


def _roll(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    text, facts = _dice(words, row[1], row[2], row[3] & 3)
    rating, bonus = (row[4] & 1023) - 512, (row[4] >> 10) - 512
    facts |= {"rating": rating, "bonus": bonus, "total": row[1] + rating + bonus}
    more = f" and {bonus:+d} by stunts and help" if bonus else ""
    said = f"{name} rolls{text}, with {rating:+d}{more}: {facts['total']}"
    if row[3] >> 2:
        facts["against"] = (row[3] >> 2) - 1
        said += f" against {facts['against']}"
    return "roll", f"{said}.", facts


def _reroll(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    text, facts = _dice(words, row[1], row[2], row[3])
    return "reroll", f"{name} rerolls{text}.", facts


def _invoke(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    slot, how, gain, payer = row[1:5]
    nth, how = how >> 4, how & 15
    facts: dict[str, Any] = {"how": HOW[how]}
    if how == ev.I_STUNT:
        stunt = words.compiled.encounter.fighters[row[0]].stunts[slot].name
        facts |= {"stunt": stunt, "gain": f"{gain:+d}"}
        return "invoke", f"{name} calls on the stunt {stunt} for {gain:+d}.", facts
    facts |= words.aspect(slot) | {"aspect": words.words.text(slot, nth), "gain": GAINS[gain]}
    who = name or ("the players" if payer == -1 else "the GM")
    if payer >= 0:
        facts["payer"] = words.words.payer(payer)
        if payer != POOL and words.names[payer] != name:
            who = f"{words.names[payer]}, for {name}," if name else words.names[payer]
    verb = "invoke" if who == "the players" else "invokes"
    what = f"«{facts['aspect']}» with {HOW[how]}"
    if words.kind(slot) in (K_ON, K_FOR):
        own = row[0] >= 0 and facts["on"] == words.words.fighters[row[0]]
        what = "a boost" if own else facts["aspect"]
    elif words.kind(slot) == K_GUARD and how == ev.I_GUARD:
        what = "the Full Defense"
    text = f"{who} {verb} {what} for {GAINS[gain]}."
    return "invoke", text[0].upper() + text[1:], facts


def _pass(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    side = ("players", "gm")[row[1]]
    return (
        "pass",
        f"No more invokes from {'the players' if row[1] == 0 else 'the GM'}.",
        {"side": side},
    )


def _result(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    shifts, verb, style = row[1], row[2], row[4]
    if shifts < 0:
        outcome = "fails"
    elif shifts == 0:
        outcome = "ties"
    else:
        outcome = "succeeds with style" if shifts >= style else "succeeds"
    facts = {"shifts": shifts, "outcome": outcome, "verb": VERBS[verb][0]}
    return "result", f"{name} {outcome}{f' by {abs(shifts)}' if shifts else ''}.", facts


TELLERS: dict[int, Teller] = {
    ev.EV_SKILL: _skill,
    ev.EV_ROLL: _roll,
    ev.EV_REROLL: _reroll,
    ev.EV_INVOKE: _invoke,
    ev.EV_PASS: _pass,
    ev.EV_RESULT: _result,
}
