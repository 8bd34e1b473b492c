"""Recaps: whole sentences about everything that stands out, and text that stays text."""

from __future__ import annotations

import re

import pytest

from autogm.analysis.review import Review, review_moves
from autogm.analysis.review.prose import Narrator
from autogm.analysis.review.recap import recap
from autogm.engine.game import Game, load_game
from autogm.game.contract import PLAYERS
from autogm.game.registry import load_game as load_any
from autogm.planner.levels import setting
from autogm.view.words.names import names_of
from tests.analysis.review.playing import battle_of
from tests.analysis.review.test_account import plain_moves
from tests.soak import some
from tests.table import scene

QUICK = setting("good")


def reviewed(game: Game, number: int = 0, to: int | None = None) -> Review:
    moves = battle_of(game, "tactician", number)
    return review_moves(game.new_initial_state(), moves, level=QUICK, to=to)


@pytest.mark.parametrize(
    ("name", "to"),
    some(
        [
            ("lizardfolk-camp", None),
            ("lizardfolk-camp", PLAYERS),
            ("undercrypt", PLAYERS),
            ("guild-debate", None),
            ("ravine-ambush", PLAYERS),
            ("street-fight", None),
        ],
        2,
    ),
)
def test_it_tells_who_is_taken_out_and_how_it_ends(name: str, to: int | None) -> None:
    game = load_game(name)
    found = reviewed(game, 1, to)
    told = recap(found)
    assert told.startswith(f"# {game.title}\n")
    story = told[: told.index("## How it ends")]
    names = names_of(found.told_game.encounter)
    for who, one in found.tallies.items():
        if one.left == "taken out":
            name = names.fighters[who]
            assert re.search(rf"{re.escape(name)}|{re.escape(names.ones.get(who, name))}", story)
    outs = sum(one.event.kind == "taken out" for beat in found.beats for one in beat.events)
    several = re.findall(r"([^;.]*) are taken out", story)
    more = sum(len(re.split(r", | and ", one)) - 1 for one in several)
    once = len(re.findall(r"taken out|taking \w+ out|out[.;]", story))
    assert once + more >= outs > 0
    assert not re.search(r"(is|are) taken out; [^;.]* (is|are) taken out", story)
    assert not re.search(r"invokes for effect, to [^,;.]* and hits", story)
    winner = names.sides[str(found.end.winner)]
    ending = told[told.index("## How it ends") :]
    assert ending.split("\n\n")[1].lower().startswith(winner.lower())


@pytest.mark.parametrize("name", ["lizardfolk-camp", "undercrypt", "guild-debate", "royal-court"])
def test_sentences_are_whole(name: str) -> None:
    told = recap(reviewed(load_game(name)))
    story = told[: told.index("## In figures")]
    assert not re.search(r"  |\.\.|,,|;;| ,| ;|\bNone\b|«»|\{|\}| and and ", story)
    for line in story.splitlines():
        if line and not line.startswith("#"):
            assert re.search(r"[.)*]$", line), line
    for sentence in re.findall(r"(?<=\. )([^.]+)\.", story):
        assert sentence[0].isupper() or sentence[0] in "(«*", sentence


def test_what_people_wrote_stays_text() -> None:
    game = scene(
        "war-of-ashes", "rolf@deck Forceful 3", "hans@deck Quick 1 boxes=0", "deck - hold",
        title="<script>alert(1)</script> *bold* [link](x) | #1", pool=0, exchanges=4,
    ).game  # fmt: skip
    told = recap(reviewed(game))
    assert "<script>" not in told
    assert "\\<script\\>" in told
    assert "\\*bold\\*" in told
    assert "\\[link\\]" in told


def test_a_scene_of_cards_is_told_in_paragraphs() -> None:
    """Who tries what and what comes of it, without what is told at the table alone: difficulties,
    dice and points."""
    game = load_any("one-question")
    moves = plain_moves(game, 1)
    told = recap(review_moves(game.new_initial_state(), moves))
    events = [e for one in moves for e in game.events(one.before, one.action)]
    plain = told.replace("\\", "")
    at_the_table = {"point", "lapsed", "rolled", "left", "cleared", "kept"}
    shorter = {"tries", "invoked", "revealed", "turned", "succeeded", "failed"}
    for one in events:
        if one.kind in shorter:
            assert one.brief in plain
            assert str(one) not in plain
        elif one.kind not in at_the_table:
            assert str(one) in plain
    assert {one.kind for one in events} & shorter
    body = plain.partition("## How it ends")[0]
    assert not re.search(r"difficulty|rolls|costs a point", body)
    assert "## How it ends" in told
    assert "## Exchange" not in told


def test_what_is_exact_from_what_a_side_knew_may_be_seen_anew() -> None:
    """A hidden aspect comes to light: solved both times, and worth less once it is known."""
    game = load_any("party-crashers")
    moves = plain_moves(game, 1)
    whole, theirs = (review_moves(game.new_initial_state(), moves, to=to) for to in (None, PLAYERS))
    assert whole.account.exact
    assert theirs.account.exact
    assert whole.account.totals(PLAYERS).reappraisal == pytest.approx(0.0, abs=1e-9)
    assert theirs.account.totals(PLAYERS).reappraisal < -0.1
    light = "what came to light, and they could not foresee, is reappraisal."
    assert light in recap(theirs)
    assert light not in recap(whole)
    assert theirs.scale.value(theirs.account.start.players) > 1
    assert "and may lead above 100%" in recap(theirs)


def test_a_battle_that_goes_on_says_so() -> None:
    game = load_game("duel")
    moves = battle_of(game, "tactician")[:2]
    found = review_moves(game.new_initial_state(), moves, level=QUICK)
    assert "It is not over yet." in recap(found)


def test_every_turn_has_its_words() -> None:
    """Also one in which somebody waits: things may turn there."""
    found, waited = reviewed(load_game("guild-debate"), 0), 0
    narrator = Narrator()
    for beat in found.beats:
        said = narrator.passage(beat).sentence
        events = [one.event for one in beat.events]
        if any(one.facts.get("status") == "waits" for one in events):
            waited += 1
            assert re.search(r"(holds? back|waits?: [^.]+)\.", said)
        assert said or events[0].kind == "exchange"
    assert waited


def test_a_group_faces_its_enemy_in_the_plural() -> None:
    """One group on the players' side, whose name speaks of several."""
    hands = {"name": "The Villagers", "type": "group", "quality": "fair", "members": 3}
    sheets = {"hands": hands, "bruno": {"name": "Bruno"}}
    game = scene("fate-core", "hands Fight 2", "bruno Fight 2", sheets=sheets).game
    assert "The Villagers face Bruno." in recap(reviewed(game))
