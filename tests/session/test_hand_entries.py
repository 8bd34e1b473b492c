"""What a table sets by hand is an entry like others: taken back, done again, kept, branched, or
refused with nothing changed.
"""

from __future__ import annotations

from typing import Any

import pytest

from autogm.model.library import sheets
from autogm.session.begun import begin, readable
from autogm.session.draft import Draft
from autogm.session.errors import SessionError, StaleError
from autogm.session.history import ROOT
from autogm.session.saved import export_text, import_text
from autogm.session.seats import Seat
from autogm.session.session import Session
from autogm.table.editing import edit, ids
from autogm.view.telling import Telling
from tests.session.sitting import set_by, table


@pytest.mark.parametrize("how", ["out", "conceded", "left"])
def test_a_table_ends_it_and_takes_that_back(how: str) -> None:
    """The last of a side is gone, as a table has agreed: who is left has won."""
    session = table("duel")
    before = session.state
    set_by(session, f"{how} bruno")
    assert (session.winner, session.waits().on) == ("players", "nothing")
    last = list(session.steps())[-1]
    told = Telling(session.beginning)
    lines = told.step(last.before, last.action, last.after, last.position)
    said = {"out": "is taken out", "conceded": "has conceded", "left": "has left"}[how]
    assert [one.plain for one in lines[1:]] == [f"  Bruno {said}.", "  The players have won."]
    assert told.board(last.after).fighter("bruno").presence == {"out": "taken out"}.get(how, how)
    again = Session(import_text(export_text(session.saved)))
    assert again.winner == "players"
    session.undo()
    assert (session.state, session.winner) == (before, "")


def test_what_is_set_is_taken_back_done_again_kept_and_branched() -> None:
    session = table("duel")
    first = session.state
    set_by(session, "box bruno 1")
    hurt = session.state
    session.undo(session.here)
    assert session.state == first
    session.redo(session.here)
    assert session.state == hurt
    session.undo(session.here)
    set_by(session, "box bruno 1 2")
    assert len(session.history.ends()) == 2
    assert [one.action for one in session.steps()] == [-1]


def test_the_dice_after_it_are_those_that_would_have_fallen() -> None:
    def dice(session: Session) -> Any:
        attack = next(
            one for one in session.state.legal_actions()
            if session.game.entry(session.state, one).get("verb") == "attack"
        )  # fmt: skip
        session.take(attack)
        while True:
            step = session.go_on()
            assert step is not None
            if step.entry.by == "dice":
                return step.entry.data

    one, other = table("duel"), table("duel")
    set_by(other, "points ilse 0")
    assert dice(one) == dice(other)


@pytest.mark.parametrize(
    "line",
    [
        "move rolf atlantis",
        "move nobody mouth",
        "box rolf 9",
        "box rolf mental 1",
        "consequence rolf awful",
        "points rolf many",
        "points rabble 2",
        "aspect Fog on atlantis",
        "aspect Fog on mouth helps everybody",
        "aspect Fog on mouth actions dance",
        "aspect Loose Scree on mouth free players 99",
        "drop Nothing of the Kind",
        "exchange 99",
        "bring nowhere.yaml gm mouth",
        "bring deliah referees mouth",
        "bring deliah gm atlantis",
        "zap",
        ";",
        "; ".join(["move rolf mouth"] * 41),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(line: str) -> None:
    session = table("ravine-ambush")
    before, entries = session.state, len(session.history)
    with pytest.raises(SessionError):
        set_by(session, line)
    assert session.state == before
    assert len(session.history) == entries


def test_nothing_is_set_in_the_middle_of_a_roll() -> None:
    session = table("duel")
    session.take(session.state.legal_actions()[-1])
    with pytest.raises(SessionError, match="take it back first"):
        Draft(session)


def test_whoever_has_looked_before_is_told_to_look_again() -> None:
    session = table("duel")
    draft = Draft(session)
    edit(draft, "box bruno 1")
    set_by(session, "points ilse 0")
    with pytest.raises(StaleError):
        session.set_by_hand(draft.position, draft.files, 0)


def test_a_damaged_entry_ends_what_can_be_read() -> None:
    session = table("duel")
    set_by(session, "box bruno 1")
    saved = session.saved
    entry = saved.entries[-1].model_copy(update={"data": {"by hand": {"position": {"zap": 1}}}})
    damaged = saved.model_copy(update={"entries": [*saved.entries[:-1], entry]})
    assert readable(damaged).entries == saved.entries[:-1]


def test_who_came_by_an_entry_that_is_left_out_has_no_seat_any_more() -> None:
    session = table("ravine-ambush")
    set_by(session, "bring deliah gm mouth Zird")
    saved = session.saved
    (entry,) = saved.entries
    damaged = saved.model_copy(
        update={
            "entries": [entry.model_copy(update={"data": {"by hand": {"position": {"zap": 1}}}})],
            "seats": saved.seats | {"zird": Seat(agent="brawler")},
        }
    )
    kept = readable(damaged)
    assert set(kept.seats) == {"players", "gm"}
    assert Session(kept).here == ROOT


def test_a_game_begins_from_a_position(tmp_path: Any) -> None:
    session = table("duel")
    set_by(session, "box bruno 1; exchange 3")
    file = tmp_path / "evening.yaml"
    file.write_text("scenario: duel\nexchange: 3\nfighters: {bruno: {stress: {physical: [1]}}}\n")
    sitting = {"players": Seat(person="Ada"), "gm": Seat(person="Ben")}
    begun = Session(begin("duel", sitting, position=file))
    assert begun.state == session.state
    with pytest.raises(SessionError):
        begun.undo()


def test_whom_a_side_may_not_see_cannot_be_named() -> None:
    """In an ambush the victims' table is not told who lies in wait."""
    session = table("ravine-ambush")
    known = Draft(session, "gm")
    assert set(Draft(session).fighters) - set(known.fighters) == {"rolf", "deliah"}
    for line in ("move rolf mouth", "out Deliah", "aspect Mud on nowhere"):
        with pytest.raises(SessionError) as told:
            edit(known, line)
        _, _, there = str(told.value).partition("there are ")
        assert not {"rolf", "deliah"} & {*there.split(", "), *str(told.value).split(", ")}
    assert "wolf" in ids(known)
    assert "rolf" not in ids(known)
    newcomer = sheets()["deliah"].read_text(encoding="utf-8")
    assert known.bring(newcomer, "gm", "mouth", "Rolf") != "rolf"
