"""Hits and what absorbs them in words, and who is out of the scene by what."""

from __future__ import annotations

from autogm.engine.events import Event
from autogm.view.words.grammar import counted
from autogm.view.words.names import Names
from autogm.view.words.scene import Scene, Teller

FAILED_ATTACK = "K2"
"""The rule by which failing an attack costs the attacker a box."""


def _hit(scene: Scene, name: str, event: Event) -> str:
    lethal = "lethal " if event.facts["lethal"] else ""
    return scene.says(name, f"takes a {lethal}hit of {event.facts['shifts']}")


def _damage(scene: Scene, name: str, event: Event) -> str:
    shifts = event.facts["shifts"]
    text = scene.says(name, f"hits {scene.called.of(event.facts['target'])} for {shifts}")
    if event.rule == "N3":
        return f"{text.removesuffix('.')}: a swarm that outweighs its enemies is not hurt so."
    more = shifts - event.facts["margin"]
    if not more:
        return text
    why = f"{more} more by weapons" if more > 0 else f"{-more} less by armour"
    return f"{text.removesuffix('.')}, {why}."


def _stress(scene: Scene, name: str, event: Event) -> str:
    box, harm = event.facts["box"], event.facts["harm"]
    assert event.who is not None
    tracks = len(scene.compiled.encounter.fighters[scene.index(event.who)].boxes)
    which = f"{harm} stress" if tracks > 1 else "stress"
    if event.rule == FAILED_ATTACK:
        return f"the failed attack costs {name} {which} box {box}."
    return scene.says(name, f"checks {which} box {box}")


def _clear(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, "clears a stress box")


def _consequence(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, f"takes a {event.facts['severity']} consequence")


def _member(scene: Scene, name: str, event: Event) -> str:
    return fall(scene.called, name, 1, event.facts["left"])


def fall(names: Names, name: str, number: int, left: int) -> str:
    """So many members of a group fall, and so many are left."""
    falls = names.worded("falls" if number == 1 else "fall")
    if left == 0:
        return f"the last {'' if number == 1 else counted(number) + ' '}of {name} {falls}."
    still = f"{counted(left)} {'is' if left == 1 else 'are'} left"
    return f"{counted(number)} of {name} {falls}, {still}."


TELLERS: dict[str, Teller] = {
    "hit": _hit,
    "damage": _damage,
    "stress": _stress,
    "clear": _clear,
    "consequence": _consequence,
    "member falls": _member,
    "taken out": lambda scene, name, event: scene.says(name, "is taken out"),
    "concedes": lambda scene, name, event: scene.says(name, "concedes"),
    "leaves": lambda scene, name, event: scene.says(name, "gets away"),
}
