"""What a table sets by hand: how things stand, somebody new, aspects in its own words. A game that
it has changed stands otherwise as it did.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from autogm.game.positions import CannotSayError
from autogm.model.library import sheets, shipped
from autogm.session.draft import Draft
from autogm.session.errors import SessionError
from autogm.session.saved import export_text, import_text
from autogm.session.seats import Seat
from autogm.session.session import Session
from autogm.table.editing import edit
from autogm.view.board import Presence
from autogm.view.by_hand import changes, standing_on
from autogm.view.snapshot import board_of
from autogm.view.telling import Telling
from autogm.view.words.relevance import aspects_of, speaks_to
from tests.session.sitting import board_after, go_on, set_by, table, told

CONFLICTS = [name for name, path in shipped().items() if path.parent.name == "scenarios"]
SHEET = sheets()["deliah"].read_text(encoding="utf-8")


def test_somebody_is_put_elsewhere_with_other_boxes_consequences_and_points() -> None:
    board = board_after(
        "move rolf hollow; box rolf 1 2; consequence rolf mild; points rolf 1; points gm 0"
    )
    rolf = board.fighter("rolf")
    assert (rolf.zone, rolf.points, board.gm.pool) == ("hollow", 1, 0)
    assert rolf.tracks[0].checked[:2] == (True, True)
    assert [one.severity for one in rolf.slots if one.text] == ["mild"]


@pytest.mark.parametrize(("word", "presence"), [("out", "taken out"), ("left", "left")])
def test_somebody_leaves_and_comes_back(word: str, presence: str) -> None:
    session = table("ravine-ambush")
    set_by(session, f"{word} deliah")
    assert board_of(session.state).fighter("deliah").presence == presence
    set_by(session, "move deliah gully")
    assert board_of(session.state).fighter("deliah").zone == "gully"


def test_who_has_conceded_and_is_back_has_not_conceded() -> None:
    session = table("ravine-ambush")
    for line in ("conceded deliah", "move deliah gully", "out deliah"):
        set_by(session, line)
    telling, shown = Telling(session.beginning), []
    for step in session.steps():
        telling.step(step.before, step.action, step.after, step.position)
        shown.append(telling.board(step.after).fighter("deliah").presence)
    assert shown[-3:] == ["conceded", "in", "taken out"]


def test_the_turn_goes_to_whoever_has_it_at_the_table() -> None:
    session = table("ravine-ambush")
    assert board_of(session.state).turn == "olivia"
    set_by(session, "turn Rolf")
    assert session.state.actor() == "rolf"
    set_by(session, "exchange 2")
    assert board_of(session.state).exchange == 2


def test_an_aspect_of_the_game_gets_and_loses_free_invokes_and_is_dropped() -> None:
    session = table("ravine-ambush")
    set_by(session, "aspect Loose Scree on mouth free players 2")
    zone = next(one for one in board_of(session.state).zones if one.id == "mouth")
    assert (zone.aspects[0].free.players, zone.aspects[0].free.open) == (2, 0)
    assert session.files == dict(session.saved.files)
    set_by(session, "drop Loose Scree")
    zone = next(one for one in board_of(session.state).zones if one.id == "mouth")
    assert not zone.aspects
    set_by(session, "aspect Loose Scree on mouth")
    zone = next(one for one in board_of(session.state).zones if one.id == "mouth")
    assert [one.text for one in zone.aspects] == ["Loose Scree"]


@pytest.mark.parametrize("where", ["gully", "rolf", "wolf", "slinger-2", "scene"])
def test_an_aspect_in_the_tables_own_words_is_made_part_of_the_game(where: str) -> None:
    session = table("ravine-ambush")
    draft = Draft(session)
    edit(draft, f"aspect Burning Brambles on {where} free gm 1")
    step = session.set_by_hand(draft.position, draft.files)
    said = "\n".join(one.plain for one in Telling(step.before).step(step.before, -1, step.after))
    assert "«Burning Brambles»" in said
    assert "1 free invoke of the GM" in said
    assert re.search(r"«Burning Brambles» (?!is on)", said.partition(" now")[2])
    set_by(session, f"drop Burning Brambles on {where}")
    set_by(session, f"aspect Burning Brambles on {where}")
    assert len(session.game.encounter.templates) <= len(step.after.game.encounter.templates)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Torches Everywhere", "scene"), ("Slick Moss", "gully"), ("Rattled", "rolf"),
        ("Loose Scree", "mouth"),
    ],
)  # fmt: skip
def test_what_an_aspect_speaks_to_can_be_changed_and_taken_back(text: str, where: str) -> None:
    """Of one in the table's own words, and of a zone's own."""
    session = table("ravine-ambush")
    if text != "Loose Scree":
        set_by(session, f"aspect {text} on {where} free gm 1")

    def spoken() -> str:
        return speaks_to(aspects_of(session.game.encounter)[text])

    inferred, stood = spoken(), board_of(session.state)
    draft = Draft(session)
    edit(draft, f"aspect {text} on {where} free gm 1 helps against actions create")
    step = session.set_by_hand(draft.position, draft.files)
    assert spoken() == "helps against whoever bears it or stands there in create rolls" != inferred
    said = [one.plain for one in Telling(step.before).step(step.before, -1, step.after)]
    spoke, _, alone = said[-1].partition(
        ", as was said by hand; its words alone would suggest that "
    )
    assert spoke == f"  «{text}» {spoken()}"
    assert (alone == f"it {inferred}.") == (text != "Loose Scree")  # of that the file says it
    names = [one.text for one in session.game.encounter.scene_aspects]
    assert len(names) == len(set(names))
    session.undo()
    assert spoken() == inferred
    assert board_of(session.state) == stood


def test_what_is_on_a_sheet_speaks_to_what_it_does() -> None:
    session = table("ravine-ambush")
    own = board_of(session.state).fighter("rolf").aspects[0].text
    with pytest.raises(SessionError, match="is on a sheet or in the ruleset"):
        set_by(session, f"aspect {own} on rolf helps against")


def test_somebody_new_comes_in_while_a_later_one_has_the_turn() -> None:
    """Their turn comes with the next exchange, and nobody loses theirs."""
    session = table("ravine-ambush")
    set_by(session, "turn wolf")
    has = session.state.actor()
    set_by(session, "bring ntombi players mouth Ntombi")
    board = board_of(session.state)
    assert board.fighter("ntombi").zone == "mouth"
    assert session.state.actor() == has == board.turn
    assert "ntombi" in told(session)["acted"]


def test_more_is_said_at_once_of_somebody_new() -> None:
    session = table("ravine-ambush")
    lines = "points ntombi 1; box Ntombi 1; aspect In a Hurry on Ntombi; turn ntombi"
    set_by(session, f"bring ntombi players mouth Ntombi; {lines}")
    ntombi = board_of(session.state).fighter("ntombi")
    assert ntombi.points == 1
    assert told(session)["aspects"][-1]["on"] == "ntombi"
    assert board_of(session.state).turn == "ntombi"
    assert told(session)["fighters"]["ntombi"]["stress"] == {"physical": [1]}


def test_somebody_new_comes_in_and_acts() -> None:
    session = table("ravine-ambush")
    key = Draft(session).bring(SHEET, "players", "mouth", "Mira the Late")
    set_by(session, "bring deliah players mouth Mira the Late")
    assert key == "mira-the-late"
    mira = board_of(session.state).fighter(key)
    assert (mira.name, mira.zone, mira.side) == ("Mira the Late", "mouth", "players")
    session.seat(key, Seat(agent="brawler"))
    set_by(session, f"turn {key}")
    assert session.waits().seat == key
    session.undo(session.here)
    session.undo(session.here)
    assert key not in session.seats.seats
    session.redo(session.here)
    assert session.seats.seats[key].agent == "brawler"
    again = import_text(export_text(session.saved))
    assert Session(again).state == session.state


@pytest.mark.parametrize("name", CONFLICTS)
def test_a_game_that_is_made_anew_stands_as_it_did(name: str) -> None:
    session, rng, looked = table(name), Random(name), 0
    for _ in range(400):
        if session.waits().on != "choice":
            break
        try:
            before = told(session)
        except CannotSayError:
            before = {}
        if before and (not looked or rng.random() < 0.1):
            looked += 1
            word = f"Passing Strangeness {looked}"
            with pytest.raises(SessionError, match="nothing would change"):
                session.set_by_hand(Draft(session).position)
            set_by(session, f"aspect {word} on scene free players 1")
            go_on(session)
            set_by(session, f"drop {word}")
            go_on(session)
            after = told(session)
            assert _but_strangeness(after) == _but_strangeness(before)
            if looked == 2:
                break
        session.take(rng.choice(session.state.legal_actions()), session.here)
        go_on(session)
    assert looked


def _but_strangeness(fields: dict[str, Any]) -> dict[str, Any]:
    gone = [one for one in fields.get("gone", ()) if "Strangeness" not in one["text"]]
    return {**fields, "gone": gone}


@pytest.mark.parametrize(
    ("presence", "says"),
    [
        ("left", ["Rolf has left", "Ruffians have left"]),
        ("conceded", ["Rolf has conceded", "Ruffians have conceded"]),
        ("taken out", ["Rolf is taken out", "Ruffians are taken out"]),
    ],
)
def test_whoever_is_not_there_any_more_is_told_in_a_sentence(
    presence: Presence, says: list[str]
) -> None:
    before = board_of(table("ravine-ambush").state)
    rolf = before.fighter("rolf")
    there = (rolf, replace(rolf, id="ruffians", name="Ruffians", type="group"))
    gone = tuple(replace(one, presence=presence) for one in there)
    assert changes(replace(before, fighters=there), replace(before, fighters=gone)) == says


def test_what_is_hidden_stays_so_when_its_free_invokes_are_set() -> None:
    session = table("lizardfolk-camp")
    hidden = {
        (aspect.key, place)
        for place, aspects in (
            *((one.id, one.aspects) for one in board_of(session.state).zones),
            *((one.id, (*one.aspects, *one.attached)) for one in board_of(session.state).fighters),
        )
        for aspect in aspects
        if aspect.hidden_from == "players"
    }
    assert hidden
    for count in (2, 3):  # as it stood at first, and as was said of it then
        draft = Draft(session)
        for text, place in sorted(hidden):
            draft.aspect(text, place, {"gm": count})
        session.set_by_hand(draft.position, draft.files)
        said = [one for one in told(session)["aspects"] if (one["text"], one["on"]) in hidden]
        assert [one["hidden_from"] for one in said] == ["players"] * len(hidden)
        assert [one["free"] for one in said] == [{"gm": count}] * len(hidden)


@pytest.mark.parametrize(
    ("line", "text", "on"),
    [
        ("aspect Rain on fencing court", "Rain", "court"),
        ("aspect Rain on court", "Rain", "court"),
        (
            "aspect Blood on the Stones on the Fencing Court free gm 1",
            "Blood on the Stones",
            "court",
        ),
        ("aspect Out on a Limb on Ilse", "Out on a Limb", "ilse"),
        ("aspect Blood on the Stones", "Blood on the Stones", "scene"),
        ("aspect Rain on scene", "Rain", "scene"),
    ],
)
def test_an_aspect_stands_where_a_name_says(line: str, text: str, on: str) -> None:
    session = table("duel")
    set_by(session, line)
    assert (text, on) in standing(session)
    set_by(session, f"drop {text} on {on}")
    assert text not in dict(standing(session))


def standing(session: Session) -> list[tuple[str, str]]:
    """The texts of the aspects that stand, and where."""
    places = standing_on(board_of(session.state))
    return [(one.text, place) for place, _, aspects in places for one in aspects]


def test_a_boost_is_dropped_as_it_is_shown_where_it_is_the_only_one() -> None:
    session = table("hold-the-bridge")
    draft = Draft(session)
    draft.aspect("a boost against Rolf", "rolf", {"gm": 1})
    draft.aspect("a boost for Rolf", "rolf", {"players": 1})
    session.set_by_hand(draft.position, draft.files)
    with pytest.raises(SessionError, match="«a boost for Rolf on rolf»"):
        set_by(session, "drop a boost")
    set_by(session, "drop a boost for Rolf on rolf")
    set_by(session, "drop a boost on rolf")
    assert "aspects" not in told(session)
    with pytest.raises(SessionError, match="no aspect"):
        set_by(session, "drop a boost")


def test_what_is_gone_is_told_in_the_order_in_which_it_stood() -> None:
    """Each of what has the same words, such as boosts, apart."""
    session = table("hold-the-bridge")
    draft, free = Draft(session), {"players": 1}
    boosts = ("a boost against Rolf", "a boost for an attack on Rolf", "a boost for Rolf")
    for boost in boosts:
        draft.aspect(boost, "rolf", {"gm": 1} if boost != boosts[-1] else free)
    for number in range(6):
        draft.aspect(f"Omen {number}")
    session.set_by_hand(draft.position, draft.files)
    before = board_of(session.state)
    draft = Draft(session)
    for number in range(6):
        draft.gone(f"Omen {number}", "scene")
    draft.gone(boosts[0], "rolf")
    session.set_by_hand(draft.position, draft.files)
    told = changes(before, board_of(session.state))
    assert told == [
        "«a boost» on Rolf is gone",
        *(f"«Omen {number}» on the scene is gone" for number in range(6)),
    ]


def test_changes_are_told_for_all_that_can_be_set() -> None:
    session = table("street-fight")
    before = board_of(session.state)
    many = next(one for one in before.fighters if one.id == "toughs-one")
    zone = before.zones[-1].id
    hero = next(one.id for one in before.fighters if one.side == "players")
    set_by(session, f"members {many.id} 2; move {hero} {zone}; exchange 4; points {hero} 5")
    said = changes(before, board_of(session.state))
    assert len(said) >= 4
    assert changes(before, before) == []


@pytest.mark.parametrize("exchange", [1, 3])
def test_the_story_goes_on_where_it_was_after_things_were_set(exchange: int) -> None:
    """In the turn that it stood in, and in no exchange that begins anew."""
    session = table("duel")
    if exchange > 1:
        set_by(session, f"exchange {exchange}")
    telling = Telling(session.beginning)
    lines = telling.opening()
    for step in session.steps():
        lines += telling.step(step.before, step.action, step.after, step.position)
    set_by(session, "points ilse 0")
    here = session.here
    while session.waits().on == "choice" and session.here < here + 3:
        session.take(session.state.legal_actions()[-1])
    told = list[str]()
    for step in session.steps():
        told += [
            one.plain.strip()
            for one in telling.step(step.before, step.action, step.after, step.position)
        ]
    assert not [one for one in told if one.startswith("Exchange")]
    assert "Ilse's turn" in told


def test_somebody_is_named_by_several_words_and_a_zone_by_its_name() -> None:
    """Old Grinner and the archer of the west, as the map calls them."""
    by_name = table("lizardfolk-camp")
    set_by(by_name, "move Old Grinner West Clifftop; box west archer 1; points gm 1")
    by_id = table("lizardfolk-camp")
    zones = by_id.state.game.encounter.scenario.zones
    (zone,) = (key for key, one in zones.items() if one.name == "West Clifftop")
    set_by(by_id, f"move grinner {zone}; box archer-west 1; points gm 1")
    assert told(by_name) == told(by_id)
    with pytest.raises(SessionError, match="say `move WHO ZONE`"):
        set_by(by_id, "move old grinner")
    with pytest.raises(SessionError, match="nobody has the id `old`"):
        set_by(by_id, "move old gringo camp")


def test_two_newcomers_of_one_long_name_come_in() -> None:
    session = table("ravine-ambush")
    draft, called = Draft(session), "Somebody with a very long name indeed for a fighter"
    like = next(iter(draft.written))
    one, other = (draft.bring_another(like, "gm", "gully", called) for _ in range(2))
    assert one != other
    assert max(len(one), len(other)) <= 40


def test_what_is_set_of_several_is_told_in_the_plural() -> None:
    board = board_of(table("ravine-ambush").state)
    crowd = next(one for one in board.fighters if one.type in ("group", "swarm"))
    many = replace(crowd, id="three", name="Three Apprentices", points=1)
    side = replace(board.gm, name="the lizardfolk", pool=6)
    before = replace(board, fighters=(*board.fighters, many), gm=side, turn=None)
    marked = replace(many.tracks[0], checked=(True, *many.tracks[0].checked[1:]))
    now = replace(many, points=2, tracks=(marked, *many.tracks[1:]))
    after = replace(before, fighters=(*board.fighters, now), turn="three",
                    gm=replace(side, pool=7))  # fmt: skip
    assert changes(replace(board, gm=side, turn=None), before) == [
        f"Three Apprentices come in, in {board.zone_name(many.zone)}"
    ]
    track = "stress" if marked.harm == "any" else f"{marked.harm} stress"
    assert changes(before, after) == [
        f"Three Apprentices' {track}: box 1 is checked",
        "Three Apprentices have 2 fate points (before: 1)",
        "the lizardfolk have 7 fate points (before: 6)",
        "it is Three Apprentices' turn",
    ]
