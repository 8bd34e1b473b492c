"""What the same dice are worth: the fields that are changed are in the files, and medians are of
their kinds."""

from __future__ import annotations

import pytest

from autogm.game.plays import read_noted
from autogm.lab.simulate import Simulation
from autogm.model.cast import merge_characters
from autogm.model.library import shipped
from autogm.model.source import read_source
from evaluation.paired import (
    FIELDS,
    MINION,
    SKILL,
    Pair,
    alike_ratio,
    main,
    medians,
    played,
    width_ratio,
)


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_what_is_changed_stands_in_the_file(name: str) -> None:
    data = merge_characters(read_source(shipped()[name])).data
    encounter = read_noted(shipped()[name])[0].content
    for field, value in FIELDS[name].values():
        who, *rest = field.split(".")
        found = data["sides"]["gm"]["fighters"][who]
        for one in rest:
            found = found.get(one) if isinstance(found, dict) else found
        boxes = next(one.boxes for one in encounter.fighters if one.origin == who)
        usual = {"copies": 1, "boxes": sum(boxes.values())}.get(rest[-1])
        assert (usual if found is None else found) == value


def duels(seed: int = 1, battles: int = 2000) -> Simulation:
    _, files = read_noted(shipped()["duel"])
    return played(files, battles, seed, "brawler")


def test_the_same_dice_make_the_interval_narrower_than_other_dice() -> None:
    one, same, other = duels(), duels(), duels(seed=2)
    assert width_ratio(one, same, counted=True) < 0.2
    assert width_ratio(one, other, counted=True) == pytest.approx(1, abs=0.1)
    assert width_ratio(one, other) < width_ratio(one, other, counted=True)
    assert alike_ratio(one, other) == pytest.approx(1, abs=0.1)


def test_medians_are_of_their_kinds() -> None:
    ratios = ((SKILL, 0.5, 0.8, 0.7), (SKILL, 0.7, 0.9, 0.9), (MINION, 1.0, 1.0, 1.0))
    made = [Pair("a", kind, "x", 0, 0, 0, *both) for kind, *both in ratios]
    told = {SKILL: pytest.approx((0.6, 0.85, 0.8)), MINION: (1.0, 1.0, 1.0), "all": (0.7, 0.9, 0.9)}
    assert medians(made) == told


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--battles", "5", "--agents", "brawler"]) == 0
    assert "Median width" in capsys.readouterr().out
