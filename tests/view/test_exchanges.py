"""A battle exchange by exchange: each board stands at its exchange's end and marks what happened in
it, not what happened before."""

from __future__ import annotations

from autogm.engine.events import Event
from autogm.engine.state import State
from autogm.view.exchanges import exchange_boards
from tests.table import Table, scene


class Recorded:
    """A table whose steps are kept."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[tuple[list[Event], State]] = [(list(table.log), table.state.clone())]
        self._seen = len(table.log)

    def note(self) -> None:
        """Keep what has happened since."""
        self.steps.append((self.table.log[self._seen :], self.table.state.clone()))
        self._seen = len(self.table.log)


def test_every_exchange_has_its_own_marks() -> None:
    """In the first exchange Rolf goes to b, in the second he hits Hans."""
    table = scene("fate-core", "rolf@a Fight 3 Notice 2", "hans@b; ole@b", "a - b")
    kept = Recorded(table)
    table.turn("rolf").choose("move", zone="b").settle()
    kept.note()
    table.turn("hans").turn("rolf")
    kept.note()
    table.choose("attack", target="hans").dice("0 0 0 0", "0 0 0 0").settle_duel()
    table.choose("absorb", consequences=(1,)).turn("hans").turn("rolf")
    kept.note()
    boards = dict(exchange_boards(kept.steps))
    assert list(boards) == [0, 1, 2, 3]
    assert [board.exchange for board in boards.values()] == [1, 1, 2, 3]
    assert boards[1].now == "so it stands after exchange 1"
    assert boards[3].now == "Rolf chooses what to do this turn"
    assert not boards[0].moves
    assert [move.end for move in boards[1].moves] == ["b"]
    assert not boards[2].moves
    assert boards[1].fighter("hans").news == ()
    assert boards[2].fighter("hans").news == ("hit for 3", "took a moderate consequence")
    assert boards[2].fighter("rolf").news == ()


def test_who_has_conceded_has_not_been_taken_out_in_a_later_exchange() -> None:
    """Rolf hits Hans out in the first exchange, as a concession would leave him to the state."""
    frail = {"tracks": {"physical": 0}, "consequences": {"mild": 0, "moderate": 0, "severe": 0}}
    table = scene(
        "fate-core", "rolf@a Fight 8", "hans@a; ole@b", "a - b", sheets={"hans": frail}
    )  # fmt: skip
    kept = Recorded(table)
    table.turn("rolf").choose("attack", target="hans").dice("+ + + +", "- - - -").settle_duel()
    kept.note()
    table.turn("ole").turn("rolf")
    kept.note()
    table.turn("ole").turn("rolf")
    kept.note()
    assert dict(exchange_boards(kept.steps))[2].fighter("hans").presence == "taken out"
    kept.steps[1][0].append(Event("concedes", "hans", "H6"))
    for board in (one for number, one in exchange_boards(kept.steps) if number > 0):
        assert board.fighter("hans").presence == "conceded"
