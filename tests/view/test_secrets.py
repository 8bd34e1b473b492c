"""What a side is shown of a board: nothing that is hidden from it, nor what gives it away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autogm.model.words import SideName
from autogm.view.battlefield import battlefield_text
from autogm.view.board import Board, BoardAspect, BoardFighter, BoardZone, Turn
from autogm.view.marks import marked
from autogm.view.picture.drawing import picture
from autogm.view.secrets import seen_by
from autogm.view.snapshot import board_of, opening_board
from tests.conformance.plays import play
from tests.table import Table, scene


@pytest.mark.rule("A16")
def test_hidden_aspects_stay_hidden() -> None:
    hidden = BoardAspect("In Ambush", hidden_from="players")
    shown = Board(
        "Hidden",
        (BoardZone("a", "A", (hidden, BoardAspect("Fog"))),),
        fighters=(BoardFighter("f", "F", "gm", "a", aspects=(hidden,), attached=(hidden,)),),
        aspects=(hidden,),
    )
    seen = seen_by(shown, "players")
    assert seen.zones[0].aspects == (BoardAspect("Fog"),)
    assert (seen.aspects, seen.fighters[0].aspects, seen.fighters[0].attached) == ((), (), ())
    assert seen_by(shown, "gm") == shown


def ambush(**fields: Any) -> Table:
    """The GM's side lies in ambush, in the reeds, and more of it is to come."""
    return scene(
        "war-of-ashes",
        "rolf@road Quick 1",
        "hans@reeds Sneaky 2; ole@reeds Sneaky 1; zed@road arrives=3",
        "road - reeds",
        sheets=fields.pop("sheets", {}),
        turn_order={"ambush": "gm", "lethal_ambush": True, "npcs": "each"},
        objectives={"gm": [{"do": "take out", "who": ["rolf"]}],
                    "players": [{"do": "take out", "who": ["hans"]}]},
        **fields,
    )  # fmt: skip


def everything(board: Board) -> str:
    """All that is written anywhere of a board."""
    return battlefield_text(board, 200) + picture(board, sheets=True)


SECRETS = ("Hans", "Ole", "Zed", "ambush", "lethal", "Sneaky", "The Bottomless Pit")


@pytest.mark.rule("A14", "A16", "H9")
def test_ambushers_are_seen_once_they_have_acted() -> None:
    """Before that neither they nor their place in the order, nor that there is an ambush; and of
    those still to come nothing at all."""
    unexplored = {"cave": {"unexplored": True, "reveals": "The Bottomless Pit"}}
    fog = {"text": "Watched from the Reeds", "hidden_from": "players"}
    table = ambush(zone=unexplored, aspects=[fog], edges=[["road", "cave"]])
    whole = opening_board(table.game.encounter)
    assert all(word in everything(whole) for word in SECRETS[:-1])
    told = everything(seen_by(whole, "players"))
    assert not [word for word in (*SECRETS, fog["text"]) if word in told]
    for one in (board_of(table.state), board_of(table.turn("hans").state)):
        names = {fighter.name for fighter in seen_by(one, "players").fighters}
        assert names == ({"Rolf"} if one.turn != "hans" else {"Rolf", "Hans"})
    table.passes().turn("rolf")
    seen = seen_by(board_of(table.state), "players")
    assert [fighter.name for fighter in seen.fighters] == ["Rolf", "Hans", "Ole"]
    assert "Zed" not in everything(seen)
    assert [str(goal) for goal in seen.players.goals] == ["take out Hans"]


@pytest.mark.rule("A16", "H9")
@pytest.mark.parametrize("seed", range(6))
def test_no_name_of_anybody_hidden_is_ever_told(seed: int) -> None:
    """In random play: whatever happens to somebody, and whatever is to be chosen."""
    table = ambush(sheets={"hans": {"name": "Quistor"}, "ole": {"name": "Wexley"},
                           "zed": {"name": "Vornak"}})  # fmt: skip
    hidden = 0
    for _, step in zip(range(40), play(table.game, seed), strict=False):
        board = marked(board_of(step.after), step.events)
        seen = seen_by(board, "players")
        names = {one.name for one in board.fighters} - {one.name for one in seen.fighters}
        hidden += len(names)
        told = everything(seen)
        assert not [name for name in names if name in told]
    assert hidden


def test_allies_at_one_place_are_named_without_those_who_are_hidden() -> None:
    """The players' allies act together, by their names; one of them is in hiding."""
    allies = "hob@road type=supporting; tam@road type=supporting arrives=2"
    table = scene("war-of-ashes", f"rolf@road Quick 2; {allies}", "hans@road", "road")
    board = opening_board(table.game.encounter)
    both = replace(
        board,
        fighters=tuple(
            replace(one, arrives=None, hidden_from="gm" if one.id == "tam" else None)
            for one in board.fighters
        ),
        order=(Turn("Hob and Tam", ("hob", "tam")), Turn("GM", ("hans",))),
    )
    assert [turn.name for turn in seen_by(both, "gm").order] == ["Hob", "GM"]


@pytest.mark.parametrize("side", ["players", "gm"])
def test_without_secrets_nothing_is_left_out(side: SideName) -> None:
    board = board_of(scene("fate-core", "rolf", "hans").state)
    assert seen_by(board, side) == board


@pytest.mark.parametrize(
    ("name", "now", "told"),
    [
        ("The Assassin, Blade of Night", "the Assassin chooses what to do this turn", False),
        ("Street Toughs", "the Street Tough chooses what to do this turn", False),
        ("Ilse", "Ilse chooses what to do this turn", False),
        ("Grix", "Grixen chooses what to do this turn", True),
    ],
)
def test_what_names_somebody_hidden_is_not_shown_however_a_sentence_names_them(
    name: str, now: str, told: bool
) -> None:
    who = BoardFighter("f", name, "gm", "a", hidden_from="players")
    shown = Board("Hidden", (BoardZone("a", "A"),), fighters=(who,), now=now)
    assert seen_by(shown, "players").now == (now if told else "")
