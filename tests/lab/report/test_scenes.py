"""Reports on scenes of cards: what is taken out is out, what mattered is what the same dice show,
and the players' report depends on nothing that is hidden from them."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest

from autogm.agents.roster import seats
from autogm.analysis.pairs import difference
from autogm.analysis.review import measures
from autogm.analysis.review.account import known_to
from autogm.game.contract import Part
from autogm.game.registry import load_game
from autogm.lab.playouts import play_many
from autogm.lab.report import scenes
from autogm.lab.report.pages import page
from autogm.lab.report.parts import Report
from autogm.lab.report.scenes import Scene, scene_report
from autogm.model.library import shipped
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.parts import ASPECT, CARD, CHARACTER
from autogm.scenes.cards.settled import SettledScene
from tests.lab.report.finding import said

SCENES = ("moonrise-ritual", "one-question", "party-crashers", "rooftop-chase", "the-trial",
          "the-vault", "truce-table")  # fmt: skip
HIDING = ("moonrise-ritual", "party-crashers", "rooftop-chase", "the-trial", "the-vault")
ENOUGH = 600.0
"""Seconds that no report here takes: what is in it does not depend on the machine."""


@pytest.fixture(autouse=True)
def short_sighted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews look less far ahead: what may be told of a play does not hang on how far."""
    monkeypatch.setattr(measures, "STATES_A_POSITION", 1)


def game_of(name: str) -> CardGame:
    found = load_game(shipped()[name])
    assert isinstance(found, CardGame)
    return found


def report_of(game: CardGame, number: int = 12) -> Report:
    """The report, played by those who do not think ahead."""
    made, _ = scene_report(
        Scene(game, "aspect-cards", seats("frugal", "aspect-cards"), 2, number), ENOUGH,
        lambda _: None,
    )  # fmt: skip
    return made


def for_players(settled: SettledScene) -> str:
    """All that a report for the players has: the page, and every picture."""
    known = known_to(CardGame(settled).new_initial_state(), 0)
    assert known is not None
    made = report_of(known.game)
    return page([made]) + "".join(one.svg for one in made.figures)


@cache
def as_it_is(name: str) -> str:
    return for_players(game_of(name).settled)


def texts(scene: SettledScene) -> set[str]:
    return {one.text for one in scene.aspects}


def bearers(scene: SettledScene) -> set[str]:
    return {*(one.id for one in scene.cards), *(one.id for one in scene.characters)}


def playable_without(game: CardGame, part: Part) -> CardGame | None:
    try:
        return game.without(part)
    except ValueError:
        return None


@pytest.mark.parametrize("name", SCENES)
def test_one_thing_is_taken_out_and_the_rest_stays(name: str) -> None:
    game, done = game_of(name), set[str]()
    before = game.settled
    for one in game.parts():
        made = playable_without(game, one)
        if made is None:
            continue
        after = made.settled
        kind, whose = one.kind, one.whose
        done.add(kind)
        lost = {each.text for each in before.aspects if each.on == whose}
        if kind == ASPECT:
            assert texts(before) - texts(after) == {one.text}
            assert (after.cards, after.characters) == (before.cards, before.characters)
        else:
            assert texts(before) - texts(after) == lost
            assert bearers(before) - bearers(after) == {whose}
        assert not any(each.gone & lost for each in after.endings if kind != ASPECT)
        assert len(after.endings) == len(before.endings)
    assert ASPECT in done
    assert done <= {ASPECT, CARD, CHARACTER}


def test_what_an_ending_takes_is_not_taken_out() -> None:
    game = game_of("the-trial")
    [witness] = [one for one in game.parts()
                 if one.text == "A Witness for the Miller"]  # fmt: skip
    with pytest.raises(ValueError, match=r"not guilty.* takes «A Witness for the Miller»"):
        game.without(witness)


@pytest.mark.parametrize("name", ["the-trial", "the-vault"])
def test_what_mattered_is_what_the_same_dice_show(name: str) -> None:
    """Each difference is that of two runs of plays with the same seed, and all things are told of
    somewhere."""
    game, agents, number = game_of(name), seats("frugal", "aspect-cards"), 12
    made = report_of(game, number)
    [section] = [one for one in made.sections if one.id == "mattered"]
    [figure] = section.figures
    assert figure.table is not None
    rows = {row[0]: row for row in figure.table.rows}
    first = play_many(game, number, 2, agents).results
    told = " ".join(section.after)
    for one in game.parts():
        other = playable_without(game, one)
        if other is None:
            assert f"{one.words} (" in told
            continue
        gap = difference(first, play_many(other, number, 2, agents).results)
        said = rows.pop(one.words)
        assert said[1] == one.kind
        assert float(said[2].replace("−", "-")) == pytest.approx(100 * gap.mean, abs=0.051)
    assert rows == {}


@pytest.mark.parametrize("name", HIDING)
def test_nothing_hidden_is_named(name: str) -> None:
    settled = game_of(name).settled
    hidden = {one.text for one in settled.aspects if one.hidden}
    assert hidden
    theirs = said(as_it_is(name))
    assert [one for one in hidden if one in theirs] == []
    everything = said(page([report_of(game_of(name))]))
    assert any(one in everything for one in hidden), "the GM's has it"


@pytest.mark.parametrize("name", HIDING)
def test_nothing_hidden_can_be_worked_out(name: str) -> None:
    """With anything else hidden in its place, or nothing, and other aspects that the GM can turn,
    the page is the same to the last letter."""
    settled = game_of(name).settled
    everything = frozenset(one.id for one in settled.intentions)
    other = tuple(
        replace(one, text=f"Another {n}", valence="detrimental", opposes=everything - one.opposes,
                helps=frozenset(), after=everything, fixed=not one.fixed)
        if one.hidden
        else replace(one, turns=everything - one.helps)
        for n, one in enumerate(settled.aspects)
    )  # fmt: skip
    hidden = {one.text for one in settled.aspects if one.hidden}
    endings = tuple(
        replace(one, gone=one.gone - hidden, standing=one.standing - hidden)
        for one in settled.endings
    )
    assert for_players(replace(settled, aspects=other, endings=endings)) == as_it_is(name)


def test_every_scene_is_read() -> None:
    written = {name: path.read_text(encoding="utf-8") for name, path in shipped().items()}
    scenes = {name for name, text in written.items() if "ruleset: aspect-cards" in text}
    assert scenes == set(SCENES)
    assert {name for name in scenes if "hidden: true" in written[name]} == set(HIDING)


def test_a_play_is_told_briefly_and_then_roll_by_roll() -> None:
    made = report_of(game_of("the-trial"))
    [section] = [one for one in made.sections if one.id == "plays"]
    assert len(section.told) > 1
    for told in section.told:
        words = [said for _, said in (*told.prose, *told.course)]
        assert any("Hanne the Advocate tries to question the witnesses." in one for one in words)
        assert all(one[0].isupper() for one in words if one[0].isalpha()), "no id of anybody"
        assert not any("difficulty" in one for one in words)
        whole = [said for _, said in told.lines]
        tried = [n for n, one in enumerate(whole) if re.search(r"difficulty \d", one)]
        rolled = [n for n, one in enumerate(whole) if " rolls " in one]
        assert tried[0] < rolled[0], "a line for each step"
        assert not any(re.search(r"(^|[ (])-\d", one) for one in (*words, *whole))
    assert any("worst ending for the players, 0%" in one for one in section.after)
    assert "Every roll and deed" in page([made])
    assert any("−" in said for told in section.told for _, said in told.prose)


def test_a_report_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading of the clock takes a second, so that no time at all is left for more than one
    play, and for one that is told."""
    seconds = iter(range(10_000))
    clock = SimpleNamespace(perf_counter=lambda: float(next(seconds)), monotonic=time.monotonic)
    monkeypatch.setattr(scenes, "time", clock)
    scene = Scene(game_of("one-question"), "aspect-cards", seats("planner:mediocre",
                  "aspect-cards"), 2, 400)  # fmt: skip
    made, found = scene_report(scene, 1.0, lambda _: None)
    assert (found.battles, found.asked) == (1, 400)
    assert "400 plays were asked for; there was no time for more." in made.answer
    (told,) = [one for one in made.sections if one.id == "plays"]
    assert len(told.told) == 1


def test_plays_that_are_told_are_chosen_among_those_there_is_time_for() -> None:
    made = scenes._told(Scene(game_of("the-trial"), "", seats("frugal", "aspect-cards"), 2, 100),
                        100, time.perf_counter())  # fmt: skip
    assert made.says == ("Chosen among 1 of them: there was no time to look at more.",)
    assert len(made.told) == 1
