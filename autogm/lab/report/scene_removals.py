"""What can be taken out of a scene of aspect cards, one thing at a time: each character, card and
aspect. It is taken out of the scene as whoever it is for knows it, so that what is hidden from the
players is neither among it nor a reason for anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from autogm.lab.report.mattered import NotPlayable
from autogm.lab.report.removals import Removal
from autogm.model.words import SideName
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.settled import CardAspect, SettledScene
from autogm.scenes.cards.soundness import unsound

CHARACTER, CARD, ASPECT = "character", "card", "aspect"


@dataclass(frozen=True)
class Taken:
    """What is taken out: its words for people, and which characters, cards and aspects that are,
    by ids and texts."""

    removal: Removal
    characters: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    aspects: frozenset[str] = frozenset()


def taken_of(scene: SettledScene) -> list[Taken]:
    """All that can be taken out of a scene."""
    return [*_characters(scene), *_cards(scene), *_aspects(scene)]


def without(game: CardGame, taken: Taken) -> CardGame:
    """The scene without something, and without what is on it. That it has to be gone for an ending
    is then met.

    Raises:
        NotPlayable: where an ending needs it to stand, or the scene cannot be played.
    """
    scene = game.settled
    lost = taken.aspects | {
        one.text for one in scene.aspects if one.on in taken.characters | taken.cards
    }
    for ending in scene.endings:
        needed = sorted(ending.standing & lost)
        if needed:
            raise NotPlayable(f"to end with «{ending.words}» takes «{needed[0]}»")
    made = replace(
        scene,
        cards=tuple(one for one in scene.cards if one.id not in taken.cards),
        characters=tuple(one for one in scene.characters if one.id not in taken.characters),
        aspects=tuple(
            replace(one, who=one.who - taken.characters)
            for one in scene.aspects
            if one.text not in lost
        ),
        endings=tuple(replace(one, gone=one.gone - lost) for one in scene.endings),
    )
    known = {problem.message for problem in unsound(scene, _places(scene))}
    for problem in unsound(made, _places(made)):
        if problem.message not in known:
            raise NotPlayable(problem.message)
    return CardGame(made)


def _places(scene: SettledScene) -> list[tuple[str, ...]]:
    """Places of aspects in no file."""
    return [("cards",)] * len(scene.aspects)


def _characters(scene: SettledScene) -> Iterator[Taken]:
    if len(scene.characters) > 1:
        for one in scene.characters:
            yield Taken(_removal(CHARACTER, one.name, one.id, "players"), frozenset({one.id}))


def _cards(scene: SettledScene) -> Iterator[Taken]:
    bear = {one.on for one in scene.aspects}
    for one in scene.cards:
        if one.id in bear:
            removal = _removal(CARD, f"the card «{one.title}»", one.id, None)
            yield Taken(removal, cards=frozenset({one.id}))


def _aspects(scene: SettledScene) -> Iterator[Taken]:
    called = {one.id: one.title for one in scene.cards}
    called |= {one.id: one.name for one in scene.characters}
    for one in scene.aspects:
        words = f"{one.text} ({_where(one, called.get(one.on, one.on))})"
        side: SideName | None = "players" if one.source == "sheet" else None
        taken = _removal(ASPECT, words, one.on, side, one.text)
        yield Taken(taken, aspects=frozenset({one.text}))


def _where(one: CardAspect, bearer: str) -> str:
    """On what it is, and how it comes there where it does not stand there at first."""
    how = {"framed": "the GM may frame it", "players": "the players may add it",
           "gm": "the GM may add it"}.get(one.source)  # fmt: skip
    return f"{bearer}; {how}" if how else bearer


def _removal(kind: str, words: str, whose: str, side: str | None, text: str = "") -> Removal:
    return Removal(kind, words, whose, side, (), text, shows=False)
