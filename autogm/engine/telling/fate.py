"""Aspects, fate points and compels in words."""

from __future__ import annotations

from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.compile import COMPELS
from autogm.engine.sentences import REASONS, point_moved
from autogm.engine.telling.scene import Scene, Teller


def _aspect(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    place = words.called.of(words.words.subject(row[1]))
    return "aspect", f"{words.quoted(row[1])} is now true of {place}.", words.aspect(row[1])


def _free(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    side, count = ("players", "gm", "open")[row[2]], row[3]
    whose = {"players": "The players get", "gm": "The GM gets", "open": "Whoever is first gets"}
    many = "a free invoke" if count == 1 else f"{count} free invokes"
    text = f"{whose[side]} {many} on {words.quoted(row[1])}."
    return "free invoke", text, words.aspect(row[1]) | {"side": side, "count": count}


def _gone(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    text = f"{words.quoted(row[1])} is gone."
    return "aspect gone", text[0].upper() + text[1:], words.aspect(row[1])


def _boost(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    side = ("players", "gm")[row[2]]
    facts = words.aspect(row[1]) | {"side": side}
    against = side != words.compiled.encounter.fighters[row[0]].side
    whose = "The players" if side == "players" else "The GM"
    gets = "get" if side == "players" else "gets"
    return "boost", f"{whose} {gets} a boost {'against' if against else 'for'} {name}.", facts


def _discover(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    text = f"{name} discovers {words.quoted(row[1])}."
    return "discovers", text, words.aspect(row[1])


def _point(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    source, target, count, reason = row[0], row[1], row[2], row[3]
    facts: dict[str, Any] = {
        "from": words.account(source),
        "to": words.account(target),
        "count": count,
        "reason": REASONS[reason],
    }
    text = point_moved(words.called, facts["from"], facts["to"], count, reason, REASONS[reason])
    return "point", text, facts


def _compel(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    if row[1] == 63:
        return "compel", f"{name} is offered a point to keep roaring.", {"keep_roaring": True}
    written = words.compiled.encounter.scenario.compels[words.compiled.compels[row[1]]]
    does = COMPELS[int(words.compiled.scene[0]["compel_effect"][row[1]])]
    facts = {"compel": row[1], "aspect": written.aspect, "effect": does}
    return "compel", f"{name} is compelled by «{written.aspect}» ({does}).", facts


def _answer(words: Scene, name: str, row: tuple[int, ...]) -> Any:
    accepted = bool(row[2])
    text = f"{name} {'accepts' if accepted else 'refuses'}."
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
