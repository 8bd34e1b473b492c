"""The judgements by words that change much (A8), as the person who wrote the words sees them."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from autogm.rules.encounter import Encounter
from autogm.rules.judgements import Judgement, judgements, reasons
from autogm.rules.loading import load
from tests.model.examples import write

SHIP = """\
title: The Ship
ruleset: war-of-ashes
zones:
  deck: {aspect: Slippery Planks}
  mast: {aspect: Rigging in the Wind}
  hold: {aspect: {text: Knee-Deep Water, adverse: true}}
  cave: {unexplored: true, reveals: Smoke}
edges:
  - [deck, mast]
  - [deck, hold]
  - [hold, cave]
aspects: [Thick Fog]
templates:
  - {text: Spilt Oil, on: zone}
  - {text: Drenched in Oil, on: enemy}
sides:
  players:
    fighters:
      anna:
        type: supporting
        zone: deck
        aspects: [Bold as Brass, Half-Blind, {text: Slow, helps: bearer}, Fear of Fog]
        skills: {Forceful: 3}
  gm:
    fighters:
      bats:
        {type: swarm, size: small, zone: mast, tags: [flying], copies: 2, aspects: [Afraid],
         skilled_at: [biting]}
"""


ORDER = ["adverse", "spares", "hides", "helps", "suits", "skills"]


def settled(folder: Path, *changes: tuple[str, str]) -> Encounter:
    text = SHIP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return load(write(folder, text))


def told(encounter: Encounter) -> dict[tuple[str, str], Judgement]:
    return {(one.text, one.overrule): one for one in judgements(encounter)}


def test_what_changes_much_is_told_with_its_word(tmp_path: Path) -> None:
    """A8, Z3 (2 for each adverse aspect), A13, A14."""
    found = told(settled(tmp_path))
    assert {key for key in found if not key[1].startswith(("suits", "skills"))} == {
        ("Slippery Planks", "adverse: false"),
        ("Spilt Oil", "adverse: false"),
        ("Slippery Planks", "spares: []"),
        ("Spilt Oil", "spares: []"),
        ("Knee-Deep Water", "spares: []"),
        ("Smoke", "hides: false"),
        ("Thick Fog", "hides: false"),
        ("Half-Blind", "helps: bearer"),
        ("Fear of Fog", "helps: bearer"),
        ("Afraid", "helps: bearer"),
    }
    planks = found["Slippery Planks", "adverse: false"]
    assert (planks.word, planks.where, planks.field) == (
        "slippery",
        "zone deck",
        "zones.deck.aspect",
    )
    assert "an Overcome: 2 for this, added to all else on the way" in planks.says
    spared = found["Knee-Deep Water", "spares: []"]
    assert "Bats 1, Bats 2" in spared.says
    assert found["Thick Fog", "hides: false"].where == "the scene"
    assert found["Half-Blind", "helps: bearer"].where == "Anna"
    assert found["Spilt Oil", "adverse: false"].where == "a template"
    suits = found["Thick Fog", "suits: []"]
    assert (suits.word, suits.field) == ("fog", "aspects[0]")
    assert suits.says == "suits Careful and Sneaky"


def test_of_many_who_are_spared_a_few_are_named(tmp_path: Path) -> None:
    says = told(settled(tmp_path, ("copies: 2", "copies: 5")))["Slippery Planks", "spares: []"].says
    assert "leaves alone Bats 1, Bats 2, Bats 3 and 2 more (flying)" in says


def test_adverse_ground_comes_first(tmp_path: Path) -> None:
    firsts = [one.overrule.partition(":")[0] for one in judgements(settled(tmp_path))]
    assert set(firsts) == set(ORDER)
    firsts = [{"skills": "suits"}.get(one, one) for one in firsts]
    assert firsts == sorted(firsts, key=ORDER.index)


@pytest.mark.parametrize(
    ("text", "overrule"),
    [
        ("Slippery Planks", "adverse: false"),
        ("Slippery Planks", "spares: []"),
        ("Knee-Deep Water", "spares: []"),
        ("Smoke", "hides: false"),
        ("Thick Fog", "hides: false"),
        ("Half-Blind", "helps: bearer"),
        ("Spilt Oil", "adverse: false"),
        ("Slippery Planks", "suits: []"),
        ("Smoke", "suits: []"),
        ("Fear of Fog", "suits: []"),
        ("Spilt Oil", "skills: []"),
    ],
)
def test_what_is_told_to_overrule_a_judgement_does(
    tmp_path: Path, text: str, overrule: str
) -> None:
    assert (text, overrule) in told(settled(tmp_path))
    mapping = yaml.safe_load(f"{{{overrule}}}")
    assert len(mapping) == 1
    written = {
        "Spilt Oil": ("{text: Spilt Oil,", f"{{text: Spilt Oil, {overrule},"),
        "Knee-Deep Water": ("adverse: true}", f"adverse: true, {overrule}}}"),
    }.get(text, (text, f"{{text: {text}, {overrule}}}"))
    assert (text, overrule) not in told(settled(tmp_path, written))


def test_what_changes_nothing_is_not_told(tmp_path: Path) -> None:
    """No zone to explore, nobody who flies, nowhere to go."""
    explored = settled(tmp_path, ("unexplored: true, reveals", "aspect"))
    assert not [one for one in told(explored) if one[1] == "hides: false"]
    walking = settled(tmp_path, ("tags: [flying], ", ""))
    assert not [one for one in told(walking) if one[1] == "spares: []"]
    ways = "edges:\n  - [deck, mast]\n  - [deck, hold]\n  - [hold, cave]\n"
    zones = SHIP.partition("  mast:")[2].partition("edges:")[0]
    alone = settled(tmp_path, (ways, ""), (f"  mast:{zones}", ""), ("zone: mast", "zone: deck"))
    assert not [one for one in told(alone) if one[1] == "adverse: false"]


def test_every_inference_has_its_sentence(tmp_path: Path) -> None:
    encounter = settled(tmp_path)
    sentences = reasons(encounter)
    assert len(sentences) == len(set(sentences))
    for words in ("«Slippery Planks»", "«Bold as Brass»", "«biting»", "«Spilt Oil»"):
        assert any(words in one for one in sentences)
