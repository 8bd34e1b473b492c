"""What can be taken out of a scene of aspect cards, one thing at a time: each character, card and
aspect, to see what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from autogm.game.contract import Part
from autogm.model.words import SideName
from autogm.scenes.cards.settled import CardAspect, SettledScene
from autogm.scenes.cards.soundness import unsound

CHARACTER, CARD, ASPECT = "character", "card", "aspect"


def parts(scene: SettledScene) -> list[Part]:
    """All that can be taken out of a scene."""
    return [*_characters(scene), *_cards(scene), *_aspects(scene)]


def without(scene: SettledScene, part: Part) -> SettledScene:
    """The scene without something, and without what is on it. That it has to be gone for an ending
    is then met.

    Raises:
        ValueError: where an ending needs it to stand, or the scene cannot be played.
    """
    lost = frozenset(
        one.text
        for one in scene.aspects
        if (one.text == part.text if part.kind == ASPECT else one.on == part.whose)
    )
    for ending in scene.endings:
        needed = sorted(ending.standing & lost)
        if needed:
            raise ValueError(f"to end with «{ending.words}» takes «{needed[0]}»")
    gone = frozenset({part.whose} if part.kind == CHARACTER else ())
    made = replace(
        scene,
        cards=tuple(one for one in scene.cards if part.kind != CARD or one.id != part.whose),
        characters=tuple(one for one in scene.characters if one.id not in gone),
        aspects=tuple(
            replace(one, who=one.who - gone) for one in scene.aspects if one.text not in lost
        ),
        endings=tuple(replace(one, gone=one.gone - lost) for one in scene.endings),
    )
    known = {problem.message for problem in unsound(scene, _places(scene))}
    for problem in unsound(made, _places(made)):
        if problem.message not in known:
            raise ValueError(problem.message)
    return made


def _places(scene: SettledScene) -> list[tuple[str, ...]]:
    """Places of aspects in no file."""
    return [("cards",)] * len(scene.aspects)


def _characters(scene: SettledScene) -> Iterator[Part]:
    if len(scene.characters) > 1:
        for one in scene.characters:
            yield Part(CHARACTER, one.name, one.id, "players")


def _cards(scene: SettledScene) -> Iterator[Part]:
    bear = {one.on for one in scene.aspects}
    for one in scene.cards:
        if one.id in bear:
            yield Part(CARD, f"the card «{one.title}»", one.id, None)


def _aspects(scene: SettledScene) -> Iterator[Part]:
    called = {one.id: one.title for one in scene.cards}
    called |= {one.id: one.name for one in scene.characters}
    for one in scene.aspects:
        words = f"{one.text} ({_where(one, called.get(one.on, one.on))})"
        side: SideName | None = "players" if one.source == "sheet" else None
        yield Part(ASPECT, words, one.on, side, one.text)


def _where(one: CardAspect, bearer: str) -> str:
    """On what it is, and how it comes there where it does not stand there at first."""
    how = {"framed": "the GM may frame it", "players": "the players may add it",
           "gm": "the GM may add it"}.get(one.source)  # fmt: skip
    return f"{bearer}; {how}" if how else bearer
