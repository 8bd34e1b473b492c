"""Rolls in words: skills, dice face by face, invokes, the outcome."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.actions import VERBS
from autogm.engine.codes import K_FOR, K_GUARD, K_ON, POOL
from autogm.engine.dice import unpack_faces
from autogm.engine.grammar import listed
from autogm.engine.sentences import FACES, GAINS, HOW
from autogm.engine.telling.scene import SIDES, UNWRITTEN, Scene, Teller


def _skill(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    skill = scene.words.skills[row[1]]
    verb = "answers with" if row[2] else "uses"
    return "skill", scene.says(name, f"{verb} {skill}"), {"skill": skill, "answering": bool(row[2])}


def _dice(scene: Scene, value: int, packed: int, replaced: int) -> tuple[str, dict[str, Any]]:
    faces = unpack_faces(scene.dice, packed)
    facts: dict[str, Any] = {"sum": value, "replaced": replaced}
    shown = ""
    if faces:
        facts["faces"] = list(faces)
        signs = [FACES[face] if scene.dice == "4dF" else str(face) for face in faces]
        shown = f" [{(' ' if scene.dice == '4dF' else ' - ').join(signs)}]"
        if replaced:
            shown += f" with {'one' if replaced == 1 else 'two'} turned to [+]"
    return f"{shown} = {value:+d}" if shown else f" {value:+d}", facts


def roll(scene: Scene, name: str, row: tuple[int, ...], reasons: list[tuple[int, ...]]) -> Any:
    """A roll, with the rows that say what its bonus comes from."""
    text, facts = _dice(scene, row[1], row[2], row[3] & 3)
    rating, bonus = (row[4] & 1023) - 512, ((row[4] >> 10) & 1023) - 512
    always = _always(scene, row[0], (row[4] >> 20) & 63, row[4] >> 26)
    told = [_reason(scene, one) for one in (*always, *reasons)]
    moved = sum(one[2] for one in always)
    rating, bonus = rating - moved, bonus + moved
    facts |= {"rating": rating, "bonus": bonus, "total": row[1] + rating + bonus}
    if told:
        facts["bonuses"] = [fact for _, fact in told]
    parts = listed([f"{rating:+d}", *(words for words, _ in told)])
    said = scene.says(name, f"rolls{text}, with {parts}: {facts['total']}").rstrip(".")
    if row[3] >> 2:
        facts["against"] = (row[3] >> 2) - 1
        said += f" against {facts['against']}"
    return "roll", f"{said}.", facts


def _always(scene: Scene, who: int, skill: int, kind: int) -> list[tuple[int, ...]]:
    """The stunts that always count for such a roll, which the game keeps in the rating, as rows."""
    numbers = scene.compiled.scene[0]
    return [
        (who, ev.B_STUNT, stunt.amount, n)
        for n, stunt in enumerate(scene.compiled.encounter.fighters[who].stunts)
        if (stunt.does, stunt.limit, stunt.when) == ("bonus", "none", "always")
        and not stunt.equipment
        and (int(numbers["stunt_actions"][who][n]) >> kind) & 1
        and (int(numbers["stunt_skills"][who][n]) >> skill) & 1
    ]


def _reason(scene: Scene, row: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    who, source, amount, what = row[:4]
    if source == ev.B_STUNT:
        stunt = scene.stunt(who, what)
        return f"{amount:+d} by {stunt}", {"by": "stunt", "stunt": stunt, "amount": amount}
    if source == ev.B_HELP:
        helping = [n for n in range(len(scene.names)) if (what >> n) & 1]
        names = listed([scene.names[n] for n in helping])
        ids = [scene.words.fighters[n] for n in helping]
        return f"{amount:+d} by help from {names}", {"by": "help", "who": ids, "amount": amount}
    return f"{amount:+d} by numbers", {"by": "numbers", "amount": amount}


def _reroll(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    text, facts = _dice(scene, row[1], row[2], row[3])
    return "reroll", scene.says(name, f"rerolls{text}"), facts


def _invoke(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    slot, how, gain, payer = row[1:5]
    nth, how = how >> 4, how & 15
    facts: dict[str, Any] = {"how": HOW[how]}
    if how == ev.I_STUNT:
        stunt = scene.stunt(row[0], slot)
        facts |= {"stunt": stunt, "gain": f"{gain:+d}"}
        return "invoke", scene.says(name, f"calls on the stunt {stunt} for {gain:+d}"), facts
    facts |= scene.aspect(slot) | {"aspect": scene.words.text(slot, nth), "gain": GAINS[gain]}
    who = name or scene.side(max(0, -1 - payer))
    if payer >= 0:
        facts["payer"] = scene.words.payer(payer)
        if payer == POOL:
            who = name or "the GM"
        elif scene.names[payer] != name:
            who = f"{scene.names[payer]}, for {name}," if name else scene.names[payer]
    what = f"«{facts['aspect']}» with {HOW[how]}"
    if scene.kind(slot) in (K_ON, K_FOR):
        own = row[0] >= 0 and facts["on"] == scene.words.fighters[row[0]]
        what = "a boost" if own else scene.quoted(slot)
    elif scene.kind(slot) == K_GUARD and how == ev.I_GUARD:
        what = "the Full Defense"
    elif scene.kind(slot) in UNWRITTEN:
        what = f"{scene.quoted(slot)} with {HOW[how]}"
    return "invoke", scene.says(who, f"invokes {what} for {GAINS[gain]}"), facts


def _pass(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    text = f"no more invokes from {scene.side(row[1])}."
    return "pass", text, {"side": SIDES[row[1]]}


def _result(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    shifts, verb, style = row[1], row[2], row[4]
    if shifts < 0:
        outcome = "fails"
    elif shifts == 0:
        outcome = "ties"
    else:
        outcome = "succeeds with style" if shifts >= style else "succeeds"
    facts = {"shifts": shifts, "outcome": outcome, "verb": VERBS[verb][0]}
    text = scene.says(name, f"{outcome} by {abs(shifts)}" if shifts else outcome)
    return "result", text, facts


TELLERS: dict[int, Teller] = {
    ev.EV_SKILL: _skill,
    ev.EV_REROLL: _reroll,
    ev.EV_INVOKE: _invoke,
    ev.EV_PASS: _pass,
    ev.EV_RESULT: _result,
}
