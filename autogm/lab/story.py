"""A battle as a story: its steps as lines, an exchange a heading, a turn a paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.lab.replay import Step

QUIET = {"pass", "damage"}
STYLE = {
    "taken out": "bold red",
    "concedes": "bold yellow",
    "consequence": "yellow",
    "point": "magenta",
    "invoke": "magenta",
    "end": "bold",
    "hit": "red",
}


def story(game: Game, steps: Iterable[Step]) -> Iterator[Text]:
    """The lines of a battle. Declared actions and their skills are one line; passes of both sides
    are left out; every other event is told with its rule."""
    scenario = game.encounter.scenario
    yield Text(scenario.title, style="bold")
    yield Text("Exchange 1", style="bold underline")
    declared: list[str] = []
    for step in steps:
        for event in step.events:
            if event.kind == "exchange":
                yield Text(f"\nExchange {event.facts['exchange']}", style="bold underline")
            elif event.kind == "turn":
                yield Text(f"\n{event.text}", style="bold")
            elif event.kind == "action":
                declared = [event.text.rstrip(".")]
            elif event.kind == "skill":
                yield from _declare(declared, event)
                declared = []
            elif event.kind not in QUIET:
                yield from _flush(declared)
                declared = []
                yield _line(event)


def _declare(declared: list[str], event: Event) -> Iterator[Text]:
    if declared:
        yield Text(f"  {declared[0]} with {event.facts['skill']}.")
    elif event.facts["answering"]:
        yield Text(f"  {event.text}", style="dim")


def _flush(declared: list[str]) -> Iterator[Text]:
    if declared:
        yield Text(f"  {declared[0]}.")


def _line(event: Event) -> Text:
    line = Text(f"  {event.text}", style=STYLE.get(event.kind, ""))
    if event.rule:
        line.append(f"  ({event.rule})", style="dim")
    return line
