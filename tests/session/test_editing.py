"""Lines that set things by hand: what they say of aspects, in any order and by a part of a text,
and what is no clear change.
"""

from __future__ import annotations

import pytest

from autogm.rules.encounter import SettledAspect
from autogm.session.draft import Draft
from autogm.session.errors import SessionError
from autogm.session.session import Session
from autogm.table.editing import edit
from autogm.view.by_hand import standing_on
from autogm.view.snapshot import board_of
from tests.session.sitting import set_by, table

HUMMING = "Strange Humming"


def made_of(session: Session, text: str) -> SettledAspect:
    """The aspect that a table has made part of the game."""
    made: list[SettledAspect] = [one.aspect for one in session.game.encounter.templates]
    return next(one for one in made if one.text == text)


def test_what_an_aspect_speaks_to_can_be_said() -> None:
    session = table("ravine-ambush")
    set_by(session, f"aspect {HUMMING} on gully helps against actions attack,defend")
    made = made_of(session, HUMMING)
    assert made.helps_against
    assert not made.helps_bearer
    assert made.actions == frozenset({"attack", "defend"})


def test_what_is_said_of_an_aspect_stands_in_any_order() -> None:
    session = table("ravine-ambush")
    set_by(session, f"aspect {HUMMING} on gully helps against free gm 1 actions attack,defend")
    made = made_of(session, HUMMING)
    assert made.helps_against
    assert made.actions == frozenset({"attack", "defend"})
    zone = next(one for one in board_of(session.state).zones if one.id == "gully")
    (shown,) = [one for one in zone.aspects if one.text == HUMMING]
    assert (shown.free.players, shown.free.gm) == (0, 1)


@pytest.mark.parametrize(
    "line", ["box rolf", "box rolf physical", "aspect on scene", "aspect", "drop"]
)
def test_what_leaves_out_what_it_is_about_is_refused(line: str) -> None:
    session = table("ravine-ambush")
    with pytest.raises(SessionError, match="say "):
        edit(Draft(session), line)


def test_an_aspect_that_is_hidden_is_not_found_by_who_may_not_know_it() -> None:
    """What is dropped as one may see the game says nothing of where else it stands."""
    session = table("street-fight")
    board = board_of(session.state)
    hidden = [
        (aspect.text, place)
        for place, _, aspects in standing_on(board)
        for aspect in aspects
        if aspect.hidden_from == "players"
    ]
    assert hidden
    for text, place in hidden:
        with pytest.raises(SessionError, match="no aspect"):
            edit(Draft(session, "players"), f"drop {text} on {place}")


def test_an_aspect_is_dropped_by_a_part_of_its_text_that_no_other_has() -> None:
    session = table("ravine-ambush")
    set_by(session, "aspect Loose Scree on mouth")
    set_by(session, "drop scree")
    zone = next(one for one in board_of(session.state).zones if one.id == "mouth")
    assert not zone.aspects
    with pytest.raises(SessionError, match="several may be called «e»: say "):
        edit(Draft(session), "drop e")
