"""A battle exchange by exchange, as boards: how it begins, and what each exchange has come to, with
the marks of what happened in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from autogm.engine.events import Event
from autogm.engine.state import State
from autogm.view.board import Board
from autogm.view.marks import marked, with_conceded
from autogm.view.snapshot import board_of


def exchange_boards(
    steps: Iterable[tuple[Sequence[Event], State]],
) -> Iterator[tuple[int, Board]]:
    """Boards with the number of the exchange that they end, out of the events of each step and the
    state after it. The first board is how it begins; its number is that of the exchange before. The
    last exchange may still be under way."""
    events: list[Event] = []
    conceded: set[str] = set()
    exchange, state = 0, None
    for happened, after in steps:
        if state is None:
            exchange = after.exchange
            yield exchange - 1, board_of(after)
        for event in happened:
            if event.kind == "exchange" and events:
                yield exchange, with_conceded(_ended(after, exchange, events), conceded)
                exchange, events = event.facts["exchange"], []
            events.append(event)
            if event.kind == "concedes" and event.who is not None:
                conceded.add(event.who)
        state = after
    if state is not None and events:
        yield exchange, with_conceded(marked(board_of(state), events), conceded)


def _ended(state: State, exchange: int, events: Sequence[Event]) -> Board:
    """How things stand when an exchange is over; who comes with the next one is there already."""
    now = f"so it stands after exchange {exchange}"
    return marked(replace(board_of(state), exchange=exchange, turn=None, now=now), events)
