"""Rolls in words: skills, dice face by face, invokes, the outcome. Where the running total of a
part of the roll is known (`autogm.view.totals`), a reroll and an invoke say what it stands at now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.codes import K_FOR, K_GUARD, K_ON
from autogm.engine.event_names import HOW, PARTS
from autogm.engine.events import Event
from autogm.engine.observation import HIDDEN_SLOT, SOMETHING
from autogm.view.words.grammar import counted, listed
from autogm.view.words.scene import UNWRITTEN, Scene, Teller
from autogm.view.words.sentences import hit_too

FACES = {-1: "-", 0: "0", 1: "+"}


def _skill(scene: Scene, name: str, event: Event) -> str:
    verb = "answers with" if event.facts["answering"] else "uses"
    friends = hit_too(scene.called, event.facts.get("friends", ()))
    return scene.says(name, f"{verb} {event.facts['skill']}{friends}")


def _dice(scene: Scene, facts: dict[str, Any]) -> str:
    value, faces, replaced = facts["sum"], facts.get("faces"), facts["replaced"]
    if not faces:
        return f" {value:+d}"
    signs = [FACES[face] if scene.dice == "4dF" else str(face) for face in faces]
    shown = f" [{(' ' if scene.dice == '4dF' else ' - ').join(signs)}]"
    if replaced:
        shown += f" with {'one' if replaced == 1 else 'two'} turned to [+] by weight"
    return f"{shown} = {value:+d}"


def _roll(scene: Scene, name: str, event: Event) -> str:
    facts = event.facts
    reasons = [_bonus(scene, one) for one in facts.get("bonuses", ())]
    parts = listed([f"{facts['rating']:+d}", *reasons])
    said = scene.says(name, f"rolls{_dice(scene, facts)}, with {parts}: {facts['total']}")
    against = facts.get("against", facts.get("meets"))
    if against is None:
        return said
    made = parts_of(scene, facts["parts"]) if "parts" in facts else _held(facts)
    return f"{said.rstrip('.')} against {against}{made}."


def _difficulty(scene: Scene, name: str, event: Event) -> str:
    facts = event.facts
    made = parts_of(scene, facts["parts"])
    return scene.says(name, f"rolls against {facts['difficulty']}{made}")


def parts_of(scene: Scene, parts: Sequence[dict[str, Any]]) -> str:
    """What a difficulty is made of, in brackets: ` («Choking Smoke» 2, «Mud» 2)`; empty where it
    is the ruleset's own number and nothing adds to it."""
    only = len(parts) == 1
    if not parts or (only and parts[0]["by"] == PARTS[ev.PART_BASE]):
        return ""
    said = [_part(scene, one) + ("" if only else f" {one['amount']}") for one in parts]
    return f" ({', '.join(said)})"


def _part(scene: Scene, part: dict[str, Any]) -> str:
    """What a part of a difficulty comes from."""
    source, count = part["by"], part.get("count", 1)
    if "aspect" in part:
        return SOMETHING if part["slot"] == HIDDEN_SLOT else scene.quoted(part["slot"])
    if "from" in part:
        return f"the way from {scene.called.of(part['from'])} to {scene.called.of(part['to'])}"
    if source == PARTS[ev.PART_BASE]:
        return "to begin with"
    return PART_WORDS[source][count > 1].format(counted(count))


def _held(facts: dict[str, Any]) -> str:
    """What of a difficulty is owed to free invokes that the roller's side holds already (C5)."""
    if "held" not in facts:
        return ""
    plain, number = facts["against"] - facts["added"], facts["held"]
    held = "the free invoke" if number == 1 else f"the {counted(number)} free invokes"
    return f" ({plain}, and {facts['added']} more for {held} held on it)"


def _bonus(scene: Scene, bonus: dict[str, Any]) -> str:
    amount = bonus["amount"]
    if bonus["by"] == "stunt":
        return f"{amount:+d} by {bonus['stunt']}"
    if bonus["by"] == "help":
        return f"{amount:+d} by help from {listed([scene.called.of(one) for one in bonus['who']])}"
    if bonus["by"] == "unsuited":
        return f"{amount:+d} since {bonus['skill']} does not suit"
    return f"{amount:+d} by numbers"


def _reroll(scene: Scene, name: str, event: Event) -> str:
    return _standing(event, scene.says(name, f"rerolls{_dice(scene, event.facts)}"))


def _standing(event: Event, said: str) -> str:
    """A sentence with what the total stands at, where that is known."""
    if "total" not in event.facts:
        return said
    against = "" if event.who else "against "
    return f"{said.removesuffix('.')}: now {against}{event.facts['total']}."


def _invoke(scene: Scene, name: str, event: Event) -> str:
    facts = event.facts
    how, gain = facts["how"], facts["gain"]
    if how == HOW[ev.I_STUNT]:
        said = scene.says(name, f"calls on the stunt {facts['stunt']} for {gain}")
        return _standing(event, said)
    slot = facts["slot"]
    what = f"«{facts['aspect']}» with {how}"
    if slot == HIDDEN_SLOT:
        what = what.replace(f"«{SOMETHING}»", SOMETHING)
    if scene.kind(slot) in (K_ON, K_FOR):
        what = "a boost" if facts["on"] == event.who else scene.quoted(slot)
    elif scene.kind(slot) == K_GUARD and how == HOW[ev.I_GUARD]:
        what = "the Full Defense"
    elif scene.kind(slot) in UNWRITTEN:
        own = facts["on"] == event.who
        what = f"{scene.unowned(slot) if own else scene.quoted(slot)} with {how}"
    who = _invoker(scene, name, facts)
    return _standing(event, scene.says(who, f"invokes {what} for {gain}"))


def _invoker(scene: Scene, name: str, facts: dict[str, Any]) -> str:
    """Who invokes: the fighter, somebody who pays for it, or a side."""
    payer = facts.get("payer")
    if payer is None:
        return name or scene.called.sides[facts["side"]]
    if payer == "gm":
        return name or "the GM"
    paying = scene.called.of(payer)
    if paying == name or not name:
        return paying
    return f"{paying}, for {name},"


def _pass(scene: Scene, name: str, event: Event) -> str:
    return f"no more invokes from {scene.called.sides[event.facts['side']]}."


def _result(scene: Scene, name: str, event: Event) -> str:
    shifts, outcome = event.facts["shifts"], event.facts["outcome"]
    return scene.says(name, f"{outcome} by {abs(shifts)}" if shifts else outcome)


PART_WORDS = {
    PARTS[ev.PART_FARTHER]: ("a zone farther", "{} zones farther"),
    PARTS[ev.PART_DISTANCE]: ("a zone farther away", "{} zones farther away"),
    PARTS[ev.PART_HIDING]: ("an aspect that hides it", "{} aspects that hide it"),
    PARTS[ev.PART_FREE]: ("a free invoke on it", "{} free invokes on it"),
}
"""What part of a difficulty comes from, by its name: of one, and of several."""

TELLERS: dict[str, Teller] = {
    "skill": _skill,
    "difficulty": _difficulty,
    "roll": _roll,
    "reroll": _reroll,
    "invoke": _invoke,
    "pass": _pass,
    "result": _result,
}
