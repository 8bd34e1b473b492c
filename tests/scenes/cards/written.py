"""A card scene as a file: a small one without faults, which tests change."""

from __future__ import annotations

from pathlib import Path

from autogm.model.faults import Fault, ScenarioError
from autogm.scenes.cards.reading import read_scene
from autogm.scenes.cards.settled import CardAspect, SettledScene
from tests.model.examples import write

PARTY = """\
ruleset: aspect-cards
title: Crashing the Party
max_rolls: 4
points: {gm: 2, bowl: 1}
cards:
  party:
    title: The Penthouse Party
    aspects:
      - {text: Swanky, helps: []}
      - {text: Locked Down Tight, kind: detrimental, opposes: [entry]}
      - {text: Host, framed: may, kind: detrimental, opposes: [talk], helps: []}
      - {text: Camera, hidden: true, kind: detrimental, opposes: [sneak]}
characters:
  piper:
    name: Piper Grace
    points: 3
    aspects: [{text: Daughter of Venus, helps: [talk], borderline: [sneak]}]
    status: [{text: Tired, kind: detrimental, opposes: [sneak], lasts: she has slept}]
  rue: {name: Rue, points: 2, aspects: [{text: Cat, helps: [sneak]}]}
intentions:
  bluff: {words: bluff her way in, tags: [talk, entry], who: [piper]}
  sneak: {words: slip past, tags: [entry]}
additions:
  players:
    - {text: Guard Busy, on: party, kind: beneficial, helps: [entry], who: [piper], after: [talk]}
  gm:
    - {text: Bruised, on: rue, kind: detrimental, opposes: [sneak], lasts: it has healed}
resolutions:
  inside: {side: players, words: they are in, needs: {gone: [Locked Down Tight]}, worth: {gm: -1}}
  outside: {side: gm, words: they are out, at_the_end: true, worth: {gm: 1}}
bargains:
  tab: {words: they get in, price: their coats, worth: {players: 0.4}}
"""


def changed(*changes: tuple[str, str], text: str = PARTY) -> str:
    """The scene with each first text replaced, once, by the second."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def read(folder: Path, text: str) -> SettledScene:
    """The scene of a text."""
    return read_scene(write(folder, text, "scene.yaml"))


def faults(folder: Path, text: str) -> tuple[Fault, ...]:
    """Every fault of a text, none if there is none."""
    try:
        read(folder, text)
    except ScenarioError as error:
        return error.faults
    return ()


def aspect(scene: SettledScene, text: str) -> CardAspect:
    """The aspect of that text."""
    (found,) = (one for one in scene.aspects if one.text == text)
    return found
