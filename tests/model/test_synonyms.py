"""Words of other games, ratings and names lead to what they mean."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from autogm.model import words
from autogm.model.scenario import Fighter, Sides
from autogm.model.synonyms import MEANT, meant_by, rating_called
from tests.model.examples import changed, fault

NAMED = (
    ("camp: {aspect", "camp: {name: The Burnt Mill, aspect"),
    ("raider: {", "raider: {name: Captain Hexel, "),
    (", copies: 2}", "}"),
)


@pytest.mark.parametrize(
    ("old", "new", "suggestion"),
    [
        ("type: nameless", "type: mook", "nameless"),
        ("quality: fair", "quality: superb", "good"),
        ("skills: {Fight: 3}", "skills: {Fight: Great}", "4"),
        ("skills: {Fight: 3}", "skills: {Fight: poor (-1)}", "-1"),
        (
            "skills: {Fight: 3}",
            "skills: {Fight: 3}\n        stunts: [{name: Sly, does: counterattack}]",
            "riposte",
        ),
        ("edges:", "objectives: {players: [{do: kill, who: [raider]}]}\nedges:", "take out"),
        ("skills: {Fight: 3}", "skills: {Fight: 3}\n        count: 3", "copies"),
        ("skills: {Fight: 3}", "skills: {Fight: 3}\n        stress: 3", "boxes"),
        ("zone: camp", "zone: camp\n        concedes: false", "never"),
        ("zone: camp", "zone: camp\n        concedes: yes", "any"),
        ("zone: camp", "zone: Burnt Mill", "camp"),
        ("zone: camp", "zone: The Burnt Mil", "camp"),
        ("edges:", "objectives: {players: [{do: take out, who: [Hexel]}]}\nedges:", "raider"),
    ],
)
def test_what_is_meant(tmp_path: Path, old: str, new: str, suggestion: str) -> None:
    assert fault(tmp_path, changed(*NAMED, (old, new))).suggestion == suggestion


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("zone: camp", "zone: camp\n        trouble: Proud", "kind: trouble}"),
        ("zone: camp", "zone: camp\n        High Concept: Witch", "kind: high concept}"),
        ("zone: camp", "zone: camp\n        weapon: 2", "does: weapon"),
        ("zone: camp", "zone: camp\n        stress: 3", "write `tracks: {"),
        ("camp: {aspect", "camp: {aspects: [Mud], aspect", "which is its `aspect`"),
        ("[camp, ford]", "[camp, ford, 2]", "write {between: [camp, ford], difficulty: 2}"),
        ("[Bold as Brass]", "[trouble: Cannot Wait]", "write {text: Cannot Wait, kind: trouble}"),
    ],
)
def test_what_is_written_otherwise(tmp_path: Path, old: str, new: str, says: str) -> None:
    found = fault(tmp_path, changed((old, new)))
    assert says in found.message
    assert found.suggestion in (None, "boxes", "trouble: Cannot Wait")


def test_a_word_is_meant_only_where_it_may_stand() -> None:
    assert meant_by("Mook", ("player", "nameless")) == "nameless"
    assert meant_by("mook", ("player", "main")) is None
    assert meant_by(None, ("nameless",)) is None


def test_no_word_of_ours_is_taken_for_another() -> None:
    """And nothing is meant by two words that may stand in the same place."""
    kinds = (words.CharacterType, words.StuntKind, words.ObjectiveKind, words.CompelEffect,
             words.ConflictKind, words.Concedes)  # fmt: skip
    fields = [tuple(model.model_fields) for model in (Fighter, Sides)]
    places = [*(get_args(kind) for kind in kinds), ("average", "fair", "good"), *fields]
    for place in places:
        meant = [word for one in place for word in MEANT.get(one, ())]
        assert len(meant) == len(set(meant))
        assert not set(meant) & set(place)
    assert set(MEANT) <= {one for place in places for one in place}


@pytest.mark.rule("D3")
def test_the_ladder() -> None:
    assert [rating_called(one) for one in ("Great", "great (+4)", "Terrible", "Huge", 4)] == [
        4, 4, -2, None, None
    ]  # fmt: skip
