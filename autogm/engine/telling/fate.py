"""Aspects, fate points and compels in words."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.compiling.compels import COMPELS
from autogm.engine.grammar import counted
from autogm.engine.sentences import COMPELLED, REASONS, point_moved
from autogm.engine.telling.scene import Scene, Teller


def _aspect(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    place = scene.called.of(scene.words.subject(row[1]))
    return "aspect", f"{scene.quoted(row[1])} is now true of {place}.", scene.aspect(row[1])


def _free(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    side, count = ("players", "gm", "open")[row[2]], row[3]
    many = "a free invoke" if count == 1 else f"{counted(count)} free invokes"
    whose = "whoever is first" if side == "open" else scene.side(row[2])
    text = scene.says(whose, f"gets {many} on {scene.quoted(row[1])}")
    return "free invoke", text, scene.aspect(row[1]) | {"side": side, "count": count}


def _gone(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    return "aspect gone", f"{scene.quoted(row[1])} is gone.", scene.aspect(row[1])


def _boost(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    side = ("players", "gm")[row[2]]
    facts = scene.aspect(row[1]) | {"side": side}
    record, how = scene.compiled.scene[0], "for"
    if row[1] == int(record["slot_on"][row[0]]):
        how = "against"
    elif row[1] == int(record["slot_open"][row[0]]):
        how = "for an attack on"
    return "boost", scene.says(scene.side(row[2]), f"gets a boost {how} {name}"), facts


def _discover(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    text = scene.says(name, f"discovers {scene.quoted(row[1])}")
    return "discovers", text, scene.aspect(row[1])


def _point(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    source, target, count, reason = row[0], row[1], row[2], row[3]
    facts: dict[str, Any] = {
        "from": scene.account(source),
        "to": scene.account(target),
        "count": count,
        "reason": REASONS[reason],
    }
    text = point_moved(scene.called, facts["from"], facts["to"], count, reason, REASONS[reason])
    return "point", text, facts


def _compel(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    if row[1] == 63:
        return (
            "compel",
            scene.says(name, "is offered a point to keep roaring"),
            {"keep_roaring": True},
        )
    written = scene.compiled.encounter.scenario.compels[scene.compiled.compels[row[1]]]
    does = COMPELS[int(scene.compiled.scene[0]["compel_effect"][row[1]])]
    facts = {"compel": row[1], "aspect": written.aspect, "effect": does}
    demand = COMPELLED[does].format(
        zone=scene.called.of(written.zone) if written.zone else "", skill=written.skill or ""
    )
    return "compel", scene.says(name, f"is compelled by «{written.aspect}» {demand}"), facts


def _answer(scene: Scene, name: str, row: tuple[int, ...]) -> Any:
    accepted = bool(row[2])
    text = scene.says(name or "the GM", "accepts" if accepted else "refuses")
    return "answer", text, {"accepted": accepted}


TELLERS: dict[int, Teller] = {
    ev.EV_ASPECT: _aspect,
    ev.EV_FREE: _free,
    ev.EV_GONE: _gone,
    ev.EV_BOOST: _boost,
    ev.EV_DISCOVER: _discover,
    ev.EV_POINT: _point,
    ev.EV_COMPEL: _compel,
    ev.EV_ANSWER: _answer,
}
