"""A card scene as it lies on the table, in text and as a picture (G2, G3, G4, G6, G16)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from autogm.game.contract import GM, PLAYERS
from autogm.game.registry import read_file
from autogm.game.tableau import Line, Tableau
from autogm.scenes.cards.tableau import chance
from autogm.view.lettering import width
from autogm.view.picture.tableau import tableau_picture

SVG = "{http://www.w3.org/2000/svg}"
SCENES = sorted((Path(__file__).parents[3] / "scenarios" / "scenes").glob("*.yaml"))


def game_of(name: str) -> Any:
    """A shipped scene's game."""
    return read_file(next(one for one in SCENES if one.stem == name)).game()


def lines(shown: Tableau) -> dict[str, Line]:
    """The lines of all cards by their texts."""
    return {line.text: line for card in shown.cards for line in card.lines}


def test_the_partys_odds_are_those_of_the_dice_by_hand() -> None:
    """EX-CARD-2: 4 against the dice and 2 needs +2 or more, 15 falls of 81; with two invokes more
    than half of the falls will do."""
    game = game_of("party-crashers")
    rolls = game.tableau(game.new_initial_state()).listings[0].rows
    figures = {name.split(":")[0]: shown for name, shown, _ in rolls}
    assert figures["bluff"] == ("4", "19%", "62%")
    assert chance(4, 1) == pytest.approx(15 / 81)
    assert chance(4, 2) == pytest.approx(50 / 81)
    assert chance(0, 2) == 1
    assert chance(9, 2) == 0


def test_the_players_see_nothing_that_is_hidden() -> None:
    game = game_of("party-crashers")
    state = game.new_initial_state()
    gm, players = game.tableau(state, GM), game.tableau(state, PLAYERS)
    assert lines(gm)["A Suspicious Officer"].secret
    assert any("borderline" in note for note in lines(gm)["Noisy"].notes)
    for word in ("A Suspicious Officer", "borderline"):
        assert word in tableau_picture(gm)
        assert word in repr(gm)
        assert word not in tableau_picture(players)
        assert word not in repr(players)


def test_an_ending_says_what_is_missing() -> None:
    game = game_of("party-crashers")
    state = game.new_initial_state()
    needs = {name: note for name, _, note in game.tableau(state).listings[1].rows}
    inside = next(note for name, note in needs.items() if name.startswith("Piper is inside"))
    assert inside == "Security Goons has to go; then a success"
    assert needs["two of the goons carry her down the steps"] == "3 failures"


@pytest.mark.parametrize("file", SCENES, ids=lambda one: one.stem)
def test_every_moment_of_a_play_can_be_drawn(file: Path) -> None:
    """The picture is well-formed, the same twice, and no text leaves it; points on the table add
    up (F8)."""
    game: Any = read_file(file).game()
    state, step = game.new_initial_state(), 0
    while True:
        for side in (None, PLAYERS):
            shown = game.tableau(state, side)
            drawn = tableau_picture(shown)
            assert drawn == tableau_picture(game.tableau(state.clone(), side))
            root = ET.fromstring(drawn)
            wide, high = float(root.get("width", 0)), float(root.get("height", 0))
            for text in root.iter(f"{SVG}text"):
                face = float(text.get("font-size", 0)), text.get("font-weight") == "bold"
                start = float(text.get("x", 0))
                if text.get("text-anchor") is None:
                    assert start + width(text.text or "", *face) <= wide
                assert 0 < start <= wide
                assert 0 < float(text.get("y", 0)) < high
            held = sum(count for _, count in shown.purses)
            assert held + sum(one.points or 0 for one in shown.cards) == game.points
        if state.is_terminal():
            return
        legal = state.legal_actions()
        state, step = state.child(legal[(7 * step + 3) % len(legal)]), step + 1


def test_what_may_be_framed_lies_beside_the_table_until_the_first_roll() -> None:
    """With its price (G1), and for the GM alone."""
    game = game_of("the-vault")
    state = game.new_initial_state()
    shown = lines(game.tableau(state, GM))
    assert "the GM may frame it, for a point" in shown["A Hound"].notes
    assert "the GM may frame it, and take a point" in shown["Built by Their Own Teacher"].notes
    assert shown["A Hound"].secret
    assert "A Hound" not in lines(game.tableau(state, PLAYERS))
    begin = next(one for one in state.legal_actions() if game.describe(state, one).verb == "begin")
    state.apply_action(begin)
    assert "A Hound" not in lines(game.tableau(state, GM))


@pytest.mark.parametrize("file", SCENES, ids=lambda one: one.stem)
def test_an_invoke_says_whether_it_costs_a_point(file: Path) -> None:
    """By what it really takes from who rolls."""
    game: Any = read_file(file).game()
    rng, met = Random(1), set()
    for _ in range(12):
        state = game.new_initial_state()
        while not state.is_terminal():
            for one in state.legal_actions() if state.current_player() == PLAYERS else ():
                said = game.describe(state, one)
                if said.verb != "invoke":
                    continue
                spent = [int(at.record[0]["points"].sum()) for at in (state, state.child(one))]
                how = {0: "for free", 1: "for a point"}[spent[0] - spent[1]]
                assert str(said) == f"invoke {said.aspect} {how}"
                assert game.encode(said) == one
                met.add(how)
            state.apply_action(rng.choice(state.legal_actions()))
    assert met == {"for free", "for a point"}
