"""One play of any kind of game told, by the contract alone: as lines, and as plain data. Conflicts
are told as stories (`autogm.view.story`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from autogm.agents.plain import Taken
from autogm.game.contract import events_for
from autogm.model.words import SIDES
from autogm.view.words.endings import ends_unwon
from autogm.view.words.grammar import start as sentence
from autogm.view.words.sides import says


def told_lines(
    game: Any, steps: Iterator[Taken], start: Any = None, to: int | None = None
) -> Iterator[Text]:
    """One play as lines: every event that a side may be told of, a line for each, with a blank line
    before it where the game says that a paragraph begins; and who has won."""
    yield Text(game.title, style="bold")
    end = game.new_initial_state() if start is None else start

    def events() -> Iterator[Any]:
        nonlocal end
        yield from game.opening() if start is None else ()
        for step in steps:
            yield from events_for(step.before, step.action, to)
            end = step.after

    opens, begun = False, False
    for event in events():
        opens = opens or getattr(event, "opens", False)
        if str(event):
            yield _line(event, opens and begun)
            opens, begun = False, True
    won = sentence(f"{says(end.winner, 'win', 'wins')}.") if end.winner in SIDES else ""
    yield Text(won or ends_unwon(game), style="bold")


def _line(event: Any, apart: bool) -> Text:
    """An event with its rule, perhaps set apart from those before it."""
    line = Text(f"{chr(10) if apart else ''}  {event}")
    return line.append(f"  ({event.rule})" if event.rule else "", style="dim")


def told_values(game: Any, steps: Iterator[Taken], to: int | None = None) -> list[dict[str, Any]]:
    """One play as plain data; `entry` is what is kept of a step, `state` the line before it. For a
    side, what happened alone: states, entries and reasons are about everything there is."""
    if to is not None:
        return [
            {
                "step": number,
                "events": [_value(one) for one in events_for(step.before, step.action, to)],
            }
            for number, step in enumerate(steps, 1)
        ]
    return [
        {
            "step": number,
            "code": step.action,
            "state": game.serialize(step.before),
            "entry": game.entry(step.before, step.action),
            "decision": None
            if step.decision is None
            else {"side": SIDES[step.before.current_player()], **step.decision.reasons()},
            "events": [_value(one) for one in game.events(step.before, step.action)],
        }
        for number, step in enumerate(steps, 1)
    ]


def _value(event: Any) -> dict[str, Any]:
    return {**event.as_dict(), "text": str(event)}
