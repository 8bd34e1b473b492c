"""Aspects, fate points and compels in words."""

from __future__ import annotations

from autogm.engine.events import Event
from autogm.view.words.grammar import counted
from autogm.view.words.scene import Scene, Teller
from autogm.view.words.sentences import COMPELLED, point_moved


def _aspect(scene: Scene, name: str, event: Event) -> str:
    place = scene.called.of(event.facts["on"])
    return f"{scene.quoted(event.facts['slot'])} is now true of {place}."


def _free(scene: Scene, name: str, event: Event) -> str:
    side, count = event.facts["side"], event.facts["count"]
    many = "a free invoke" if count == 1 else f"{counted(count)} free invokes"
    whose = "whoever is first" if side == "open" else scene.called.sides[side]
    return scene.says(whose, f"gets {many} on {scene.quoted(event.facts['slot'])}")


def _gone(scene: Scene, name: str, event: Event) -> str:
    return f"{scene.quoted(event.facts['slot'])} is gone."


def _boost(scene: Scene, name: str, event: Event) -> str:
    record, slot, how = scene.compiled.scene[0], event.facts["slot"], "for"
    assert event.who is not None
    if slot == int(record["slot_on"][scene.index(event.who)]):
        how = "against"
    elif slot == int(record["slot_open"][scene.index(event.who)]):
        how = "for an attack on"
    side = scene.called.sides[event.facts["side"]]
    return scene.says(side, f"gets a boost {how} {name}")


def _discover(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, f"discovers {scene.quoted(event.facts['slot'])}")


def _point(scene: Scene, name: str, event: Event) -> str:
    facts = event.facts
    return point_moved(scene.called, facts["from"], facts["to"], facts["count"], facts["reason"])


def _compel(scene: Scene, name: str, event: Event) -> str:
    facts = event.facts
    if "keep_roaring" in facts:
        return scene.says(name, scene.called.worded("is offered a point to keep roaring"))
    compiled = scene.compiled
    written = compiled.encounter.scenario.compels[compiled.compels[facts["compel"]]]
    demand = COMPELLED[facts["effect"]].format(
        zone=scene.called.of(written.zone) if written.zone else "", skill=written.skill or ""
    )
    return scene.says(name, f"is offered a compel of «{facts['aspect']}», {demand}")


def _answer(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name or "the GM", "accepts" if event.facts["accepted"] else "refuses")


TELLERS: dict[str, Teller] = {
    "aspect": _aspect,
    "free invoke": _free,
    "aspect gone": _gone,
    "boost": _boost,
    "discovers": _discover,
    "point": _point,
    "compel": _compel,
    "answer": _answer,
}
