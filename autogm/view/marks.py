"""What has just happened, marked on a board: who has moved, who was hit, what has come into being.
Out of events alone; the board says how things stand now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from autogm.engine.events import Event
from autogm.view.board import Board, BoardAspect, BoardFighter, Move
from autogm.view.headcount import LEAVING


def marked(board: Board, events: Iterable[Event]) -> Board:
    """A board with the marks of the `events` that led to it. Of a part of a mob that has left
    nothing is shown any more, and no way that it went (N4)."""
    shown = {one.id for one in board.fighters}
    news: dict[str, list[str]] = {}
    legs: dict[str, list[Move]] = {}
    new: set[tuple[str, str]] = set()
    conceded: set[str] = set()
    for event in events:
        if event.kind == "aspect":
            new.add((event.facts["aspect"], event.facts["on"]))
        if event.who is None or event.who not in shown:
            continue
        if event.kind == "moves":
            leg = Move(event.who, event.facts["from"], event.facts["to"])
            legs.setdefault(event.who, []).append(leg)
        if event.kind == "concedes":
            conceded.add(event.who)
        words = _words(event)
        if words:
            news.setdefault(event.who, []).append(words)
    gone = [went for went in legs.values() if went[0].start != went[-1].end]
    for went in gone:
        came = f"came from {board.zone_name(went[0].start)}"
        news.setdefault(went[0].who, []).insert(0, came)
    board = with_conceded(board, conceded)
    return replace(
        board,
        moves=tuple(leg for went in gone for leg in went),
        fighters=tuple(_fighter(one, news.get(one.id, []), new) for one in board.fighters),
        aspects=_aspects(board.aspects, "scene", new),
        zones=tuple(
            replace(zone, aspects=_aspects(zone.aspects, zone.id, new)) for zone in board.zones
        ),
    )


def with_conceded(board: Board, who: Collection[str]) -> Board:
    """A board on which those who have conceded, by their ids, are told apart from those who were
    taken out: a state keeps that only where it is worth something (H6)."""
    return replace(
        board,
        fighters=tuple(
            replace(one, presence="conceded")
            if one.id in who and one.presence == "taken out"
            else one
            for one in board.fighters
        ),
    )


def _words(event: Event) -> str:
    """What an event did to whom it is about, in a few words; nothing where a board shows it."""
    facts = event.facts
    if event.kind == "hit":
        return f"hit for {facts['shifts']}"
    if event.kind == "consequence":
        return f"took a {facts['severity']} consequence"
    if event.kind == "member falls":
        return "one has fallen"
    if event.kind == "arrives":
        return "has arrived"
    return "just now" if event.kind in LEAVING else ""


def _fighter(fighter: BoardFighter, news: list[str], new: set[tuple[str, str]]) -> BoardFighter:
    return replace(
        fighter,
        news=tuple(dict.fromkeys(news)),
        aspects=_aspects(fighter.aspects, fighter.id, new),
        attached=_aspects(fighter.attached, fighter.id, new),
    )


def _aspects(
    aspects: Iterable[BoardAspect], on: str, new: set[tuple[str, str]]
) -> tuple[BoardAspect, ...]:
    return tuple(replace(one, new=(one.text, on) in new) for one in aspects)
